//! Tests of dobutsu shogi. They compare the fast algorithms with the rules, the values with the oracle (a slow
//! reference solver), and the counts with published counts.

use std::collections::BTreeSet;

use retrograde::ask::{self, Each};
use retrograde::author::check::{
    GameLaw, Level, check_notation, check_numbering, check_unmoves, from_examples, sample,
};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::rules::{self, Expansion, FastExpansion, FileOrder, RawSlots, SlotsOf};
use retrograde::{
    Depth, Ending, Game, Histogram, Notation, Numbered, Options, Reversible, Seed, Side, Slot, Table, Value,
};

use retrograde_games::dobutsu::{Dobutsu, Move, Position};

use crate::laws;

/// Returns the game with given numbers of chicks, giraffes and elephants.
fn game([chicks, giraffes, elephants]: [usize; 3], must_take: bool) -> Dobutsu {
    let hand = ["C".repeat(chicks), "G".repeat(giraffes), "E".repeat(elephants)].concat();
    let hand = if hand.is_empty() { "-" } else { &hand };
    let take = if must_take { "_take" } else { "" };
    Dobutsu::parse(&format!("1l1/3/3/1L1_s_{hand}{take}")).unwrap().0
}

/// Returns the game with all animals.
fn whole() -> Dobutsu {
    game([2, 2, 2], false)
}

/// Returns random slots of the game with all animals.
fn random_slots(seed: u64, count: usize) -> impl Iterator<Item = u64> {
    println!("seed {seed}");
    let (mut rng, slots) = (fastrand::Rng::with_seed(seed), whole().slots());
    (0..count).map(move |_| rng.u64(..slots))
}

/// Returns four equivalent positions: the position, its mirror image, and both with the sides exchanged.
fn images(game: &Dobutsu, position: &Position) -> Vec<Position> {
    let text = game.print(position);
    let (board, rest) = text.split_once('_').unwrap();
    let (turn, rest) = rest.split_once('_').unwrap_or((rest, "-"));
    let swapped = |text: &str| {
        let swapped =
            |sign: char| if sign.is_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() };
        text.chars().map(swapped).collect::<String>()
    };
    let mirrored = |board: &str| {
        let rows = board.split('/').map(|row| row.chars().rev().collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    };
    let turned = swapped(board).chars().rev().collect::<String>();
    let other = if turn == "sente" { "gote" } else { "sente" };
    let same = [board.to_owned(), mirrored(board)].map(|board| format!("{board}_{turn}_{rest}"));
    let opposite = [mirrored(&turned), turned].map(|board| format!("{board}_{other}_{}", swapped(rest)));
    same.iter()
        .chain(&opposite)
        .map(|text| Dobutsu::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).1)
        .collect()
}

/// Returns the file of a side's lion, counted from 0; `None` if the lion was captured.
fn lion_file(game: &Dobutsu, position: &Position, side: Side) -> Option<u32> {
    let text = game.print(position);
    let lion = if side == Side::First { 'L' } else { 'l' };
    let row = text.split('_').next().unwrap().split('/').find(|row| row.contains(lion))?;
    let before = row.chars().take_while(|sign| *sign != lion);
    Some(before.map(|sign| sign.to_digit(10).unwrap_or(1)).sum())
}

/// Returns the slots of the successors, without successors in which the game is over or the side to move can win with
/// the next move.
fn children(game: &Dobutsu, position: &Position) -> BTreeSet<Slot> {
    let mut children = BTreeSet::new();
    game.each_move(position, |_, child| {
        if game.ending(&child).is_none() && !game.wins_at_once(&child) {
            children.insert(game.slot(&child));
        }
    });
    children
}

/// Returns games with few animals, so that the tests can check all slots.
fn small() -> impl Iterator<Item = Dobutsu> {
    let material = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 2]];
    material.into_iter().flat_map(|material| [false, true].map(|must_take| game(material, must_take)))
}

#[test]
fn arrangements_are_as_many_as_published() {
    assert_eq!(whole().slots(), 249_442_767);
    assert_eq!(game([2, 2, 2], true).slots(), 54 * 11_878_227);
}

#[test]
fn seeds_and_unmoves_of_few_animals_are_what_the_moves_say() {
    for game in small() {
        laws::check(&game);
    }
}

#[test]
fn slots_and_positions_are_inverse() {
    let game = whole();
    for slot in random_slots(1, 2_000).map(Slot) {
        let position = game.position(slot).unwrap();
        assert_eq!(game.slot(&position), slot, "{position:?}");
        for image in images(&game, &position) {
            let raw = game.raw_position(game.raw_slot(&image));
            assert_eq!(raw, Some(image));
            assert_eq!(game.position(game.slot(&image)).map(|seen| images(&game, &seen).contains(&image)), Some(true));
        }
    }
}

#[test]
fn raw_slots_tell_all_positions_apart() {
    for game in small() {
        let mut positions = 0;
        for slot in (0..game.raw_slots()).map(Slot) {
            if let Some(position) = game.raw_position(slot) {
                assert_eq!(game.raw_slot(&position), slot, "{}", game.token(&position));
                positions += 1;
            }
        }
        assert!(positions > game.slots(), "{positions}");
    }
    let (game, won) = Dobutsu::parse("3/1L1/3/1E1_g_2CeG").unwrap();
    assert_eq!(game.raw_position(game.raw_slot(&won)), Some(won));
    assert_eq!(game.find(&won), Some(game.raw_slot(&won)));
}

#[test]
fn images_share_slots() {
    for (game, must_take) in [false, true].map(|must_take| (game([2, 1, 1], must_take), must_take)) {
        let (mut shared, mut apart) = (0, 0);
        for position in sample(&game, 5_000) {
            let images = images(&game, &position);
            let slots: BTreeSet<_> = images.iter().map(|image| game.slot(image)).collect();
            let centred = Side::BOTH.iter().all(|&side| lion_file(&game, &position, side) == Some(1));
            assert!(slots.len() == 1 || centred && !must_take, "{}", game.token(&position));
            if slots.len() == 1 { shared += 1 } else { apart += 1 }
        }
        assert!(shared > 0 && (apart == 0) == must_take, "{shared} shared, {apart} apart");
    }
}

#[test]
fn seeds_are_what_the_rules_say() {
    let game = whole();
    for slot in random_slots(2, 200) {
        let end = (slot + 100).min(game.slots());
        let mut next = slot;
        game.each_seed(slot..end, |seed| {
            let position = game.position(Slot(next)).unwrap();
            let expected = match children(&game, &position).len() {
                _ if game.wins_at_once(&position) => Seed::Elided(Value::Win(Depth::new(1))),
                _ if game.ending(&position).is_some() => Seed::Elided(Value::Loss(Depth::ZERO)),
                0 => Seed::Decided(Value::Loss(Depth::new(2))),
                open => Seed::Open(open as u32),
            };
            assert_eq!(seed, expected, "{next}: {}", game.token(&position));
            next += 1;
        });
        assert_eq!(next, end);
    }
}

#[test]
fn parents_are_all_that_lead_to_a_position() {
    let game = whole();
    let parents = |slot| {
        let mut parents = Vec::new();
        game.each_predecessor(slot, |parent, same| {
            assert!(!same);
            parents.push(parent);
        });
        parents
    };
    for slot in random_slots(3, 1_000).map(Slot) {
        let position = game.position(slot).unwrap();
        if game.wins_at_once(&position) {
            continue;
        }
        for child in children(&game, &position) {
            let found = parents(child).into_iter().filter(|&parent| parent == slot).count();
            assert_eq!(found, 1, "{} leads to {:?}", game.token(&position), game.position(child));
        }
        let parents = parents(slot);
        let distinct: BTreeSet<_> = parents.iter().copied().collect();
        assert_eq!(distinct.len(), parents.len(), "{}", game.token(&position));
        for parent in parents {
            let from = game.position(parent).unwrap();
            let leads_here = !game.wins_at_once(&from) && children(&game, &from).contains(&slot);
            assert!(leads_here, "{} leads not to {}", game.token(&from), game.token(&position));
        }
    }
}

#[test]
fn moves_from_slot_to_slot_are_those_of_the_rules() {
    let compare = |game: &Dobutsu, slots: &[Slot]| {
        let (mut by_moves, mut fast) = (Expansion::default(), Expansion::default());
        rules::by_moves(game, SlotsOf::Table, slots, &mut by_moves);
        game.expand(slots, &mut fast);
        if let Some(number) = by_moves.first_difference(&fast) {
            let slot = slots[number];
            panic!("{slot}: {:?}", game.position(slot).map(|position| game.token(&position)));
        }
    };
    for game in small() {
        compare(&game, &(0..game.slots()).map(Slot).collect::<Vec<_>>());
    }
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    for (material, must_take) in [([2, 2, 2], false), ([2, 2, 2], true), ([2, 1, 1], true), ([1, 2, 0], false)] {
        let game = game(material, must_take);
        for _ in 0..2_000 {
            let (first, step) = (rng.u64(..game.slots()), rng.u64(1..5));
            compare(&game, &(0..40).map(|place| Slot((first + place * step) % game.slots())).collect::<Vec<_>>());
        }
    }
    for (game, position, _) in stuck() {
        compare(&game, &[game.slot(&position)]);
    }
}

/// Returns all positions in which a side has no move, with their slots, for the games with and without `take`.
fn stuck() -> Vec<(Dobutsu, Position, Slot)> {
    let tokens = ["GE1/LGE/CCl/3_sente", "GEl/LGE/CC1/3_sente"];
    let texts = tokens.into_iter().flat_map(|token| [token.to_owned(), format!("{token}_take")]);
    let games = texts.map(|text| Dobutsu::parse(&text).unwrap());
    let with_slot = |(game, position): (Dobutsu, Position)| {
        let slot = game.slot(&position);
        (game, position, slot)
    };
    games.map(with_slot).collect()
}

#[test]
fn a_side_without_a_move_has_lost() {
    for (game, position, slot) in stuck() {
        let token = game.token(&position);
        assert_eq!(game.ending(&position), Some(Ending::won(Side::Second, "no-move")), "{token}");
        assert_eq!(game.seed(slot), Seed::Elided(Value::Loss(Depth::ZERO)), "{token}");
        let mut parents = 0;
        game.each_unmove(&position, |_| parents += 1);
        assert_eq!(parents, 0, "{token}: no play leads there");
    }
}

/// Returns the value of a position in the way that a request to the table computes it.
fn value(game: &Dobutsu, table: &Table, position: &Position) -> Option<Value> {
    match game.over(position) {
        Some(ending) => Some(ending.value_for(game.turn(position))),
        None if game.wins_at_once(position) => Some(Value::Win(Depth::new(1))),
        None => table.value(game.slot(position)),
    }
}

#[test]
fn values_of_few_animals_are_the_textbooks() {
    for token in ["1l1/3/3/1L1_s_C", "1l1/3/3/1L1_s_C_take", "1l1/g2/3/1L1_s_take", "1l1/3/3/1L1_s_E"] {
        let (game, start) = Dobutsu::parse(token).unwrap();
        let table = solve(&game, &Options::default()).unwrap();
        let truth = oracle(&game, [start]);
        println!("{token}: {} positions, {:?}", truth.len(), truth[&start]);
        assert!(truth.len() > 100);
        for (position, expected) in &truth {
            assert_eq!(value(&game, &table, position), Some(*expected), "{}", game.token(position));
        }
    }
}

#[test]
fn examples_keep_all_laws() {
    from_examples(Level::<Dobutsu>::reversible().file_order(), 1_000).unwrap();
    let game = whole();
    check_notation(&game, random_slots(4, 500).filter_map(|slot| game.position(Slot(slot)))).unwrap();
}

/// Compares the number of reachable slots with a count by the rules, in games with few animals. Both counts follow the
/// convention of T. Tanaka, in which mirror images count once, and positions without a lion do not count.
#[test]
fn slots_that_play_reaches_are_the_images_of_what_it_reaches() {
    for token in ["1l1/1c1/3/1L1_s_take", "1l1/3/3/1L1_s_E_take"] {
        let (game, start) = Dobutsu::parse(token).unwrap();
        let (mut slots, mut open) = (BTreeSet::from([game.slot(&start)]), vec![start]);
        while let Some(position) = open.pop() {
            game.each_move(&position, |_, child| {
                let slot = game.slot(&child);
                if slot.0 < game.slots() && slots.insert(slot) {
                    open.push(game.position(slot).unwrap());
                }
            });
        }
        let truth = oracle(&game, [start]);
        let has_lions =
            |position: &&Position| Side::BOTH.iter().all(|&side| lion_file(&game, position, side).is_some());
        let reached: BTreeSet<_> =
            truth.keys().filter(has_lions).filter_map(|position| images(&game, position).into_iter().min()).collect();
        assert!(reached.len() > 100, "{token}");
        assert_eq!(slots.len(), reached.len(), "{token}");
        assert_eq!(slots, reached.iter().map(|position| game.slot(position)).collect(), "{token}");
        let table = solve(&game, &Options::default()).unwrap();
        let mut histogram = Histogram::default();
        for position in &reached {
            histogram.add(truth[position], 1);
        }
        let counted = ask::reached(&game, &start, Each::Slot, &table, &Options::default()).unwrap();
        assert_eq!(counted, histogram, "{token}");
    }
}

/// A faulty game, which always claims that all images of a position share a slot, and omits one predecessor of each
/// position.
struct Faulty(Dobutsu);

impl Game for Faulty {
    type Position = Position;
    type Move = Move;
    fn turn(&self, position: &Position) -> Side {
        self.0.turn(position)
    }
    fn ending(&self, position: &Position) -> Option<Ending> {
        self.0.ending(position)
    }
    fn each_move(&self, position: &Position, visit: impl FnMut(Move, Position)) {
        self.0.each_move(position, visit);
    }
}

impl Numbered for Faulty {
    const AT_ONCE: bool = Dobutsu::AT_ONCE;
    fn slots(&self) -> u64 {
        self.0.slots()
    }
    fn slot(&self, position: &Position) -> Slot {
        self.0.slot(position)
    }
    fn position(&self, slot: Slot) -> Option<Position> {
        self.0.position(slot)
    }
    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }
}

impl RawSlots<Position> for Faulty {
    fn slots_are_orbits(&self) -> bool {
        true
    }
    fn raw_slots(&self) -> u64 {
        self.0.raw_slots()
    }
    fn raw_slot(&self, position: &Position) -> Slot {
        self.0.raw_slot(position)
    }
    fn raw_position(&self, slot: Slot) -> Option<Position> {
        self.0.raw_position(slot)
    }
}

impl Reversible for Faulty {
    fn each_unmove(&self, position: &Position, visit: impl FnMut(Position)) {
        self.0.each_unmove(position, visit);
    }
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        let mut first = true;
        self.0.each_predecessor(slot, |parent, same| {
            if !std::mem::take(&mut first) {
                visit(parent, same);
            }
        });
    }
}

#[test]
fn slots_that_are_said_to_be_orbits_are_tried() {
    check_numbering(&Faulty(game([1, 1, 0], true)), 20_000).unwrap();
    let broken = check_numbering(&Faulty(game([1, 1, 0], false)), 20_000).unwrap_err();
    assert_eq!(broken.law, GameLaw::SlotsAreOrbits, "{broken}");
}

/// Checks that `check_unmoves` finds a missing predecessor, even in a game in which only some images share slots.
#[test]
fn a_predecessor_that_is_not_told_is_named() {
    for must_take in [false, true] {
        let game = || game([1, 1, 0], must_take);
        check_unmoves(&game(), 2_000).unwrap();
        let broken = check_unmoves(&Faulty(game()), 2_000).unwrap_err();
        assert_eq!(broken.law, GameLaw::PredecessorsAreUnmoves, "{broken}");
    }
}

#[test]
fn impossible_boards_are_refused_with_all_reasons() {
    let cases = [
        ("gle/1c1/1C1_s", "the board has 3 rows, expected 4"),
        ("5x5", "a size alone is no position of this game"),
        ("gle/1c1/1C1/EL_s", "row 4 has 2 squares, expected 3"),
        ("gle/1c1/1C2/ELG_s", "row 3 has more than 3 squares"),
        ("gle/1c1/1K1/ELG_s", "unexpected `K` in row 3"),
        ("gle/1c1/1C1/ELG_s_2R", "`2R` is not in a hand, expected letters such as `2Cg`"),
        ("g1e/3/3/E1G_s", "no lions"),
        (
            "lll/3/3/ECG_s_2c",
            "3 lions of gote, expected one; 3 animals C on the board and in hands, expected at most two",
        ),
        ("3/3/3/1L1_s", "the lion of gote was captured, so gote must be the side to move"),
        ("gle/1c1/1C1/ELG_s_c_take_x", "unexpected `x` at the end of the token"),
    ];
    for (text, message) in cases {
        assert_eq!(Dobutsu::parse(text).unwrap_err().to_string(), message, "{text}");
    }
}

/// A lion that has arrived on its goal may be attacked. If the other side moves its own lion onto its goal instead of
/// capturing, both have arrived, and the side that arrived first is to move and has won.
#[test]
fn issue_29_both_lions_may_have_arrived() {
    let games = retrograde_games::builtin();
    let dobutsu = games.iter().find(|game| game.about().id == "dobutsu").unwrap();
    let attacked = dobutsu.parse("Lg1/3/2l/3_gote").unwrap();
    let moves = attacked.moves().unwrap();
    let both = moves.iter().find(|legal| legal.action == "c3c4").unwrap();
    let here = dobutsu.parse(both.token.split_once(':').unwrap().1).unwrap().here();
    assert_eq!((here.turn, here.ending.map(|ending| ending.rule)), (Side::First, Some("reached-goal")));
}

#[test]
fn tokens_are_read_relaxed() {
    for (text, token) in [
        ("gle/1c1/1C1/ELG s -", "dobutsu:gle/1c1/1C1/ELG_sente"),
        ("gle/3/3/ELG g cC", "dobutsu:gle/3/3/ELG_gote_Cc"),
        ("gle/3/3/ELG_gote_2C_TAKE", "dobutsu:gle/3/3/ELG_gote_2C_take"),
    ] {
        let (game, position) = Dobutsu::parse(text).unwrap();
        assert_eq!(game.token(&position), token);
    }
}

#[test]
fn places_in_files_are_those_of_slots_in_another_order() {
    for game in small().chain([game([1, 1, 1], false)]) {
        let (mut seen, mut found) = (vec![false; game.slots() as usize], Vec::new());
        game.write_slots(0..game.slots(), &mut found);
        for (&slot, place) in found.iter().zip(0..) {
            assert_eq!(game.place(slot), place, "{slot}");
            assert!(!std::mem::replace(&mut seen[slot.index()], true), "{slot} comes twice");
        }
        assert_eq!(found.len() as u64, game.slots());
    }
    for must_take in [false, true] {
        let game = game([2, 2, 2], must_take);
        for slot in random_slots(5, 200).map(Slot) {
            let place = game.place(slot);
            let mut found = Vec::new();
            game.write_slots(place..game.slots().min(place + 300), &mut found);
            assert!(found.iter().map(|&slot| game.place(slot)).eq(place..place + found.len() as u64), "{slot}");
        }
    }
}
