//! Tests of chess. They compare the moves with those of another program (`cozy_chess`), the un-moves with the moves,
//! and the values with published values.

use std::collections::{BTreeMap, BTreeSet};

use cozy_chess::{Board, GameStatus};
use retrograde::author::Domain;
use retrograde::author::check::{Level, from_examples};
use retrograde::kernel::{Tier, Tiered, solve, solve_by_tiers};
use retrograde::rules::RawSlots;
use retrograde::{Depth, Game, Notation, Numbered, Options, Outcome, Side, Slot, Table, Value, ask};
use retrograde_boards::open_file;

use retrograde_games::chess::{Chess, Position};

use crate::laws;

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// Returns the game with the kings and these men; White's letters are capitals.
fn game(men: &str) -> Chess {
    let mut rng = fastrand::Rng::with_seed(0);
    let boards = std::iter::repeat_with(|| {
        // `1` stands for one empty square.
        let mut board = [['1'; 8]; 8];
        "Kk".chars().chain(men.chars()).for_each(|man| board[rng.usize(1..7)][rng.usize(..8)] = man);
        board.map(String::from_iter).join("/")
    });
    // Some random boards are not used, because two men are on one square or the position is illegal.
    let has_all = |board: &String| board.matches(char::is_alphabetic).count() == 2 + men.len();
    let mut games = boards.filter(has_all).filter_map(|board| Chess::parse(&format!("{board}_w")).ok());
    games.next().unwrap().0
}

fn count_moves(game: &Chess, position: &Position) -> u32 {
    let mut moves = 0;
    game.each_move(position, |_, _| moves += 1);
    moves
}

/// Returns random positions for each set of men.
fn random(seed: u64, each: usize) -> impl Iterator<Item = (Chess, Position)> {
    println!("seed {seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    let signs = "QRBNPqrbnp";
    let pairs = signs.chars().flat_map(move |a| signs.chars().map(move |b| format!("{a}{b}")));
    let all = pairs.chain(signs.chars().map(String::from)).chain([String::new()]);
    all.flat_map(move |men| {
        let game = game(&men);
        let slots = std::iter::repeat_with(|| rng.u64(..game.slots())).take(8 * each);
        let found: Vec<_> = slots.filter_map(|slot| game.position(Slot(slot))).take(each).collect();
        found.into_iter().map(move |position| (game.clone(), position)).collect::<Vec<_>>()
    })
}

/// Positions in which an en passant capture is possible.
const PASSED: [&str; 4] = [
    "8/8/8/3pP3/8/2k5/8/K7_w_d6",
    "8/8/8/8/Pp6/8/8/K6k_b_a3",
    "8/8/8/K2pP2k/8/8/8/8_w_d6",
    "8/8/8/8/k1Pp3K/8/8/8_b_c3",
];

fn passed() -> impl Iterator<Item = (Chess, Position)> {
    PASSED.into_iter().map(|text| Chess::parse(text).unwrap())
}

/// Converts a position to the type of the other program.
fn board(game: &Chess, position: &Position) -> Board {
    let token = game.print(position);
    let mut fields = token.split('_');
    let (men, turn) = (fields.next().unwrap(), fields.next().unwrap());
    let fen = format!("{men} {turn} - {} 0 1", fields.next().unwrap_or("-"));
    Board::from_fen(&fen, false).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the moves that the other program finds, with the boards after them.
fn moves(board: &Board) -> BTreeMap<String, Board> {
    let mut moves = BTreeMap::new();
    board.generate_moves(|some| {
        for action in some {
            let mut child = board.clone();
            child.play(action);
            moves.insert(action.to_string(), child);
        }
        false
    });
    moves
}

/// Checks that the moves and the ending equal those of the other program, and returns the moves.
fn agrees(game: &Chess, position: &Position, board: &Board) -> BTreeMap<String, Position> {
    let mut own = BTreeMap::new();
    game.each_move(position, |action, child| {
        own.insert(action.to_string(), child);
    });
    let theirs = moves(board);
    assert_eq!(own.keys().collect::<BTreeSet<_>>(), theirs.keys().collect(), "{}", game.print(position));
    let status = match game.ending(position).map(|ending| ending.outcome) {
        None => GameStatus::Ongoing,
        Some(Outcome::Level) => GameStatus::Drawn,
        Some(Outcome::Won(winner)) => {
            assert_eq!(winner, game.turn(position).other());
            GameStatus::Won
        }
    };
    assert_eq!(status, board.status(), "{}", game.print(position));
    own
}

/// Checks that the tier of a position contains the slot of the position.
#[test]
fn issue_27_men_name_the_tier() {
    for (game, position) in random(27, 2).chain(passed()) {
        let slot = game.slot(&position).0;
        let tiers = game.tiers();
        let tier = &tiers[game.tier(&position)];
        assert!(tier.slots.contains(&slot), "{}: {tier:?}, slot {slot}", game.print(&position));
    }
}

#[test]
fn moves_and_endings_are_those_of_cozy_chess() {
    let mut compared = 0;
    for (game, position) in random(1, 30).chain(passed()) {
        let board = board(&game, &position);
        let theirs = moves(&board);
        for (action, child) in agrees(&game, &position, &board) {
            agrees(&game, &child, &theirs[&action]);
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn stalemates_and_mates_are_told_apart() {
    for (text, rule, winner) in [
        ("k7/1Q6/1K6/8/8/8/8/8_b", "checkmate", Some(Side::First)),
        ("k7/2Q5/1K6/8/8/8/8/8_b", "stalemate", None),
        ("K7/1q6/1k6/8/8/8/8/8_w", "checkmate", Some(Side::Second)),
    ] {
        let (game, position) = Chess::parse(text).unwrap();
        let ending = game.ending(&position).unwrap();
        assert_eq!((ending.rule, ending.winner()), (rule, winner), "{text}");
    }
}

#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    let whole = game("");
    laws::check_some(&whole, (0..whole.slots()).map(Slot));
    for (game, position) in random(2, 1).chain(passed()) {
        laws::check_some(&game, [game.slot(&position)]);
        game.each_move(&position, |_, child| laws::check_some(&game, [game.slot(&child)]));
    }
}

#[test]
fn a_smaller_ending_is_a_part_of_a_larger_one() {
    let (large, small) = (game("Qr"), game("Q"));
    assert_eq!(large.slots(), 2 * 462 * (64 * 64 + 2 * 64 + 1));
    assert_eq!(large.raw_slots(), 2 * 64 * 64 * (64 * 64 + 2 * 64 + 1));
    assert!(large.holds(&small) && !small.holds(&large) && !large.holds(&game("R")));
    assert_eq!((large.identity(), small.identity()), ("KkQr".to_owned(), "KkQ".to_owned()));
}

/// Returns the names of the tiers to which moves from each tier lead, by the name of the tier.
fn lattice(men: &str) -> BTreeMap<String, BTreeSet<String>> {
    let tiers = game(men).tiers();
    let named = |tier: &Tier| tier.children.iter().map(|&child| tiers[child].name.clone()).collect();
    tiers.iter().map(|tier| (tier.name.clone(), named(tier))).collect()
}

#[test]
fn tiers_lead_where_captures_and_promotions_do() {
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let queen_and_rook =
        [("KkQr", set(&["Kkr", "KkQ"])), ("KkQ", set(&["Kk"])), ("Kkr", set(&["Kk"])), ("Kk", set(&[]))];
    assert_eq!(lattice("Qr"), queen_and_rook.map(|(name, children)| (name.to_owned(), children)).into());
    // A pawn that captures on the last rank promotes in the same move.
    let all = ["KkP", "Kkr", "KkQr", "KkRr", "KkBr", "KkNr", "KkQ", "KkR", "KkB", "KkN"];
    assert_eq!(lattice("Pr")["KkPr"], set(&all));
}

#[test]
fn a_tier_is_numbered_alike_in_every_ending() {
    let (alone, pawn) = (game("Q"), game("P"));
    let tier = |game: &Chess| game.tiers().into_iter().find(|tier| tier.name == "KkQ").unwrap().slots;
    let (one, other) = (tier(&alone), tier(&pawn));
    assert_eq!(one.end - one.start, other.end - other.start);
    for offset in (0..one.end - one.start).step_by(7) {
        assert_eq!(alone.position(Slot(one.start + offset)), pawn.position(Slot(other.start + offset)));
    }
}

#[test]
fn every_position_has_a_number_of_its_own_and_one_that_it_shares() {
    for (game, position) in random(3, 10).chain(passed()) {
        let all = [game.slot(&position)].map(|slot| game.position(slot).unwrap());
        let moves = |position| (game.turn(position), count_moves(&game, position));
        assert!(all.iter().all(|same| moves(same) == moves(&position)));
        assert_eq!(game.find(&position).and_then(|raw| game.raw_position(raw)), Some(position));
    }
}

#[test]
fn examples_keep_the_laws() {
    from_examples(Level::<Chess>::reversible(), 300).unwrap();
}

#[test]
fn impossible_boards_are_refused_with_all_reasons() {
    for (text, message) in [
        ("8/8/8/8/8/2k5/8_w", "the board has 7 rows, expected 8"),
        ("KQk5_w", "the board has 1 row, expected 8"),
        ("8x8", "a size alone is no position of this game"),
        ("", "the board is empty"),
        ("8/8/8/8/8/2k5/8/K6_w", "rank 1 has 7 squares, expected 8"),
        ("8/8/8/8/8/2k5/8/K8_w", "rank 1 has more than 8 squares"),
        ("8/8/8/8/8/2x5/8/K7_w", "unexpected `x` in rank 3"),
        ("8/8/8/8/8/2k5/8/K7_w_e9", "`e9` is not a square that a pawn has passed, expected one such as `e3`"),
        ("8/8/8/8/8/2k5/8/K7_w_e3", "no pawn that has just passed e3 can be captured there"),
        (
            "8/8/8/8/8/8/8/QQQ5_w",
            "0 kings of white, expected one; 0 kings of black, expected one; 3 men beside the kings, expected at most 2",
        ),
        ("P7/8/8/8/8/2k5/8/K7_w", "a pawn stands on the first or the last rank"),
        ("8/8/8/8/8/8/kK6/8_w", "the kings stand next to each other"),
        ("8/8/8/8/8/2k5/8/K1Q5_w", "black is in check and not to move"),
        ("8/8/8/8/8/2k5/8/K1Q5_b", ""),
        ("8/8/8/8/8/k7/8/4K2R w K - 0 1", "there is no castling here: `K`, expected `-`"),
        ("8/8/8/8/8/k7/8/4K2R w - - 0 1 2", "unexpected `0` at the end of the token"),
        ("8/8/8/8/8/2k5/8/K1r5_b", "white is in check and not to move"),
    ] {
        let found = Chess::parse(text).err().map_or_else(String::new, |error| error.to_string());
        assert_eq!(found, message, "{text}");
    }
}

#[test]
fn whole_fens_are_read() {
    for (fen, token) in [
        ("8/8/8/8/8/k7/8/K1Q4R b - - 12 64", "8/8/8/8/8/k7/8/K1Q4R_b"),
        ("8/8/8/8/8/k7/8/K1Q4R b - -", "8/8/8/8/8/k7/8/K1Q4R_b"),
        ("8/8/8/8/8/k7/8/K1Q4R_b_-", "8/8/8/8/8/k7/8/K1Q4R_b"),
        ("8/8/8/3pP3/8/2k5/8/K7 w - d6 0 1", "8/8/8/3pP3/8/2k5/8/K7_w_d6"),
        ("8/8/8/3p4/8/2k5/8/K7 w - d6 0 1", "8/8/8/3p4/8/2k5/8/K7_w"),
    ] {
        let (game, position) = Chess::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(game.print(&position), token);
    }
}

/// Counts the positions of a game's largest ending for each side to move and each value. Symmetric positions count
/// once.
fn counted(men: &str) -> BTreeMap<(Side, Value), u64> {
    let game = game(men);
    counts_of(&game, &solve_by_tiers(&game, &DEFAULT).unwrap())
}

fn counts_of(game: &Chess, table: &Table) -> BTreeMap<(Side, Value), u64> {
    let (mut counts, largest) = (BTreeMap::new(), game.tiers().pop().unwrap());
    assert_eq!(largest.name, game.identity());
    for (slot, value) in table.values().filter(|(slot, _)| largest.slots.contains(&slot.0)) {
        *counts.entry((game.turn(&game.position(slot).unwrap()), value)).or_default() += 1;
    }
    counts
}

/// Returns the length of the longest win with the winner to move, in moves of the winner.
fn longest(counts: &BTreeMap<(Side, Value), u64>) -> u32 {
    let wins = counts.keys().filter_map(|(_, value)| match value {
        Value::Win(depth) => Some(depth.plies()),
        _ => None,
    });
    wins.max().unwrap().div_ceil(2)
}

#[test]
fn a_queen_mates_in_ten_moves() {
    assert_eq!(longest(&counted("Q")), 10);
}

#[test]
fn a_rook_mates_in_sixteen_moves() {
    let counts = counted("R");
    assert_eq!(longest(&counts), 16);
    assert_eq!(counts[&(Side::First, Value::Win(Depth::new(31)))], 121);
    let black: Vec<_> = (0..=16).map(|moves| counts[&(Side::Second, Value::Loss(Depth::new(2 * moves)))]).collect();
    let published = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(black, published);
    let all: u64 = counts.iter().filter(|((turn, _), _)| *turn == Side::Second).map(|(_, count)| count).sum();
    assert_eq!((all, all - black.iter().sum::<u64>()), (28_056, 2_796));
}

/// Checks that a solve by tiers and a single solve give the same values, and returns the length of the longest win in
/// moves.
fn longest_both_ways(men: &str) -> u32 {
    let game = game(men);
    let (by_tiers, whole) = (solve_by_tiers(&game, &DEFAULT).unwrap(), solve(&game, &DEFAULT).unwrap());
    assert!(by_tiers.values().eq(whole.values()));
    longest(&counts_of(&game, &by_tiers))
}

#[test]
fn a_queen_mates_in_ten_moves_by_tiers_and_at_once() {
    assert_eq!(longest_both_ways("Q"), 10);
}

/// Compares the values of every `step`-th position with the values of the game in `examples/games/chess.game`.
fn compare_with_description(men: &str, step: usize) {
    let (game, file) = (game(men), open_file(include_str!("../../../../examples/games/chess.game")).unwrap());
    let (table, largest) = (solve_by_tiers(&game, &DEFAULT).unwrap(), game.tiers().pop().unwrap().slots);
    let mut solved = None;
    for (slot, value) in table.values().filter(|(slot, _)| largest.contains(&slot.0)).step_by(step) {
        let token = game.print(&game.position(slot).unwrap());
        let position = file.parse(&token).unwrap();
        let (board, values) = solved.get_or_insert_with(|| {
            let board = position.board(Domain::All, &DEFAULT).unwrap();
            let values = board.solve(&DEFAULT).unwrap();
            (board, values)
        });
        let slot = board.find(&*position).unwrap();
        assert_eq!(ask::cell(&**board, &**values, slot).unwrap().value(), Some(value), "{token}");
    }
}

#[test]
fn a_description_gives_a_rook_the_same_values() {
    compare_with_description("R", 29);
}

#[test]
#[ignore = "slow: a pawn's tiers are five times as many as a queen's"]
fn a_description_gives_a_pawn_the_same_values() {
    compare_with_description("P", 97);
}

#[test]
#[ignore = "slow: a pawn's tiers are five times as many as a queen's"]
fn a_pawn_mates_in_twenty_eight_moves_by_tiers_and_at_once() {
    assert_eq!(longest_both_ways("P"), 28);
}

#[test]
#[ignore = "slow: solves four million slots each"]
fn endings_of_four_men_take_the_published_numbers_of_moves() {
    // `cargo xtask bench --big --check` has a rook against a pawn, with 30 million slots.
    for (men, moves) in [("Qr", 35), ("BN", 33)] {
        assert_eq!(longest(&counted(men)), moves, "{men}");
    }
}
