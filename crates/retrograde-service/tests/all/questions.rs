//! Tests of questions about legal moves, slices and slots. The tests compare the answers with `probe`.

use std::collections::HashSet;

use retrograde::author::{AnyPosition, Domain};
use retrograde::{Filter, Kind, Options};
use retrograde_service::ask::{Probe, Reply, Trickiness};
use retrograde_service::opponent::Opponent;
use retrograde_service::position::PutError;
use retrograde_service::report::{Head, Rule};
use retrograde_service::session::AskError;
use retrograde_service::{Registry, Session, position};
use retrograde_testing::solved::{SolvedSession, builtin, small_examples};

/// Calls `test` for each example that is solved quickly.
fn each_example(mut test: impl FnMut(&Registry, &dyn AnyPosition, &SolvedSession)) {
    let registry = builtin();
    for token in small_examples() {
        let position = registry.open(&token).unwrap();
        println!("{token}");
        let solution = SolvedSession::new(&token);
        test(&registry, &*position, &solution);
    }
}

/// Returns tokens of random positions in the table, and of the example itself.
fn some_positions(position: &dyn AnyPosition, solution: &SolvedSession) -> Vec<String> {
    let others = (0..20).filter_map(|seed| Some(solution.random(&Filter::default(), seed).unwrap()?.head.pos));
    others.chain([position.token()]).collect()
}

#[test]
fn legal_moves_are_those_of_the_table() {
    each_example(|registry, position, solution| {
        for token in some_positions(position, solution) {
            let moves = position::moves(&*registry.open(&token).unwrap()).unwrap();
            let probe = solution.probe(&token, 0).unwrap();
            assert_eq!((moves.state.turn, moves.state.over), (probe.head.turn, probe.head.over), "{token}");
            let rated =
                probe.moves.unwrap().into_iter().map(|rated| (rated.action, rated.pos, rated.over.map(Rule::word)));
            let mut rated: Vec<_> = rated.collect();
            rated.sort();
            let legal =
                moves.moves.into_iter().map(|legal| (legal.action, legal.child.pos, legal.child.over.map(Rule::word)));
            assert!(legal.eq(rated), "{token}");
        }
    });
}

/// Returns whether a move between two positions keeps the value. If so, the result is the same, and the end is one ply
/// nearer.
fn keeps(before: &Head, after: &Head) -> bool {
    let result = |head: &Head| (head.winner, head.value == Kind::Draw);
    result(before) == result(after) && before.depth == after.depth.map(|depth| depth + 1)
}

/// Plays at most `max` best moves by legal moves and values alone. Returns the number of legal moves in all positions
/// on the way, the number of moves among them that keep the value, and whether more moves would follow.
fn moves_on_the_way(solution: &SolvedSession, start: Box<dyn AnyPosition>, max: usize) -> (u64, u64, bool) {
    let (mut here, mut seen, mut moves, mut keeping) = (start, HashSet::new(), 0, 0);
    while seen.insert(here.token()) {
        let head = solution.session.worth(&*here).unwrap();
        let legal = position::moves(&*here).unwrap().moves;
        moves += legal.len() as u64;
        let children = legal.into_iter().map(|legal| here.after_move(&legal.action).unwrap());
        let kept: Vec<_> = children.filter(|child| keeps(&head, &solution.session.worth(&**child).unwrap())).collect();
        keeping += kept.len() as u64;
        // Legal moves are sorted by their text.
        let Some(next) = kept.into_iter().next() else { break };
        if seen.len() > max {
            return (moves, keeping, true);
        }
        here = next;
    }
    (moves, keeping, false)
}

#[test]
fn trickiness_counts_moves_that_keep_the_value_along_best_play() {
    let (mut loops, mut shares) = (0, HashSet::new());
    each_example(|registry, position, solution| {
        for token in some_positions(position, solution) {
            for max in [0, 1, 3, 1000] {
                let report = solution.ask(&token, &Trickiness { max }).unwrap();
                let start = registry.open(&token).unwrap();
                let (moves, keeping, cut) = moves_on_the_way(solution, start, max);
                assert_eq!((report.moves, report.keeping, report.cut), (moves, keeping, cut), "{token}, max {max}");
                let share = report.head.over.is_none().then(|| keeping as f64 / moves as f64);
                assert_eq!(report.share, share, "{token}, max {max}");
                loops += u32::from(report.head.value == Kind::Draw && !cut);
                shares.insert((moves, keeping));
            }
        }
    });
    assert!(loops > 0 && shares.len() > 100, "{loops} loops, {} shares", shares.len());
}

/// One seed determines a whole game. If a caller passes the opponent from reply to reply, the opponent continues one
/// sequence of random numbers.
#[test]
fn an_opponent_draws_on_from_reply_to_reply() {
    let registry = builtin();
    let mut position = registry.open("race:A3/1H2/4/3B_a").unwrap();
    let session = Session::solve(&*position, Domain::All, &Options::default()).unwrap();
    let (mut opponent, mut rng, mut plies) = (Opponent::new(0, 7), fastrand::Rng::with_seed(7), 0);
    while let Some(replied) = session.ask(&*position, &Reply { opponent: opponent.clone() }).unwrap() {
        let moves = session.ask(&*position, &Probe::MOVES).unwrap().report.moves.unwrap();
        assert_eq!(replied.rated, moves[rng.usize(..moves.len())], "ply {plies}");
        position = position.after_move(&replied.rated.action).unwrap();
        assert_eq!(position.token(), replied.rated.pos);
        (opponent, plies) = (replied.opponent, plies + 1);
    }
    assert!(plies > 5, "{plies} plies: no game");
}

#[test]
fn a_finished_game_tells_who_won() {
    let registry = builtin();
    for (token, over, winner) in [
        ("pawn:C/O_b", "reached-goal", Some("black")),
        ("pawn:1/C/O_b", "captured", Some("red")),
        ("cannons:01100_r_pp", "both-passed", Some("black")),
        ("graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_3", "level", None),
        ("graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_4", "b-wins", Some("b")),
    ] {
        let moves = position::moves(&*registry.open(token).unwrap()).unwrap();
        assert_eq!(
            (moves.state.over.map(Rule::word), moves.state.winner.map(|winner| winner.name.word()), moves.moves.len()),
            (Some(over), winner, 0),
            "{token}"
        );
    }
}

#[test]
fn a_slice_is_a_probe_for_every_square() {
    each_example(|registry, position, solution| {
        for token in some_positions(position, solution) {
            let position = registry.open(&token).unwrap();
            for piece in position::pieces(&*position) {
                let slice = solution.slice(&token, piece.piece).unwrap();
                assert_eq!(slice.piece, piece);
                let here = slice.squares.iter().find(|square| square.square == piece.square).unwrap();
                assert_eq!(here.pos.as_ref(), Some(&token));
                for square in slice.squares {
                    match position::placed(&*position, piece.piece, &square.square) {
                        Ok(placed) => {
                            let head = solution.probe(&placed.token(), 0).unwrap().head;
                            let expected = (Some(head.pos), Some(head.value), head.winner, head.depth, head.over);
                            assert_eq!((square.pos, square.value, square.winner, square.depth, square.over), expected);
                            assert_eq!(head.turn, slice.turn);
                        }
                        Err(PutError::Illegal(reason)) => assert_eq!(square.reason, Some(reason)),
                        Err(error) => panic!("{token}, {} on {}: {error}", piece.piece, square.square),
                    }
                }
            }
        }
    });
}

#[test]
fn pieces_and_squares_that_are_not_there_are_named() {
    let registry = builtin();
    let pawn = registry.open("pawn:3HO/1H2H/HOH2/1H2X_r").unwrap();
    let ids: Vec<_> = position::pieces(&*pawn)
        .iter()
        .map(|piece| (piece.piece, piece.side.name.word(), piece.square.clone()))
        .collect();
    let expected = [("king1", "red", "e1"), ("king2", "red", "b3"), ("pawn", "black", "e4")];
    assert_eq!(ids, expected.map(|(id, side, square)| (id, side, square.to_owned())));
    for (piece, square, message) in [
        ("queen", "a1", "pawn has no piece called \"queen\", there are king1, king2, pawn"),
        ("king1", "b3", "both red kings would be on b3"),
        ("king1", "d1", "d1 is not floor"),
        ("pawn", "z9", "z9 is not floor"),
        ("pawn", "9z", "`9z` is not a square, expected column letters and a row number such as `c5`"),
    ] {
        assert_eq!(position::placed(&*pawn, piece, square).err().unwrap().to_string(), message);
    }
    let race = registry.open("race:A3/1H2/4/3B_a").unwrap();
    assert_eq!(position::placed(&*race, "a", "c3").unwrap().token(), "race:4/1H2/2A1/3B_a_a1.d4");
    assert_eq!(position::placed(&*race, "b", "a1").unwrap().token(), "race:C3/1H2/4/4_a_a1.d4");
    let race = registry.open("race:4/1AB1/4_a_a1.d3").unwrap();
    assert_eq!(
        position::placed(&*race, "a", "c2").err().unwrap().to_string(),
        "both tokens would be on c2, which is not a home"
    );
    let row = registry.open("cannons:01100_r").unwrap();
    let message = "cannons has no piece called \"x\", nor any that a slice can move";
    assert_eq!(position::placed(&*row, "x", "a1").err().unwrap().to_string(), message);
    let solution = SolvedSession::new("cannons:01100_r");
    assert!(matches!(solution.slice("cannons:01100_r", "x"), Err(AskError::Piece(_))));
}

#[test]
fn every_slot_has_a_token_or_is_a_hole() {
    each_example(|registry, _, solution| {
        let stats = solution.session.stats().unwrap();
        let tokens: Vec<_> = (0..stats.slots.min(300))
            .chain((300..stats.slots).step_by(97))
            .filter_map(|slot| solution.token(slot))
            .collect();
        assert!(!tokens.is_empty());
        for token in &tokens {
            assert_eq!(&registry.open(token).unwrap().token(), token);
            assert!(solution.probe(token, 0).is_ok(), "{token}");
        }
        assert_eq!(solution.token(stats.slots), None);
    });
}

/// In an earlier version, plans omitted the memory of a game's numbering, so a server rejected boards whose plan it had
/// accepted.
#[test]
fn issue_26_a_board_is_solved_in_the_memory_that_is_planned() {
    for token in ["quixo:2x2", "quixo:3x3", "race:AB_a", "pawn:O1/1O/X1_r"] {
        let position = builtin().open(token).unwrap();
        for threads in [1, 2] {
            let memory = position.plan(Domain::All, threads).bytes.unwrap();
            let solved = Session::solve(&*position, Domain::All, &Options { threads, memory, ..Options::default() });
            assert!(solved.is_ok(), "{token}, {threads} threads, {memory} bytes: {:?}", solved.err());
        }
    }
}
