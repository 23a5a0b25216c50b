//! Tests of play by the theorem of cannons. They check the lines of play and the moves that explanations name. For
//! short rows, tables are the reference; on long rows, the theorem plays against opponents.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use retrograde::author::Starts as _;
use retrograde::author::{AnyPosition, Domain, Played, Proving};
use retrograde::{Game, Kind, Notation, Numbered, Options, Outcome, Side, Slot, Solution};
use retrograde_games::cannons::{Cannons, Move, Position, RED, shortcut, strategy_proof};
use retrograde_service::registry::{Registry, TokenError};
use retrograde_service::report::{Player, Rule};
use retrograde_service::{Session, position};

fn moves(game: &Cannons, position: &Position) -> BTreeMap<String, Position> {
    let mut moves = BTreeMap::new();
    game.each_move(position, |action: Move, child| {
        moves.insert(action.to_string(), child);
    });
    moves
}

fn positions(game: Cannons) -> impl Iterator<Item = Position> {
    (0..game.slots()).filter_map(move |slot| game.position(Slot(slot)))
}

fn line(game: &Cannons, position: &Position) -> Played {
    strategy_proof(game, position).unwrap().line(usize::MAX)
}

fn why(game: &Cannons, position: &Position) -> Proving {
    strategy_proof(game, position).unwrap().moves()
}

/// Returns the class of a position for `side`.
fn kind(game: &Cannons, position: &Position, side: Side) -> Kind {
    let kind = shortcut(game, position).unwrap().kind;
    match kind {
        Kind::Win if position.turn != side => Kind::Loss,
        Kind::Loss if position.turn != side => Kind::Win,
        kind => kind,
    }
}

/// The values of the shortcut are the reference here, because another test compares them with the kernel
/// (`tests/all/cannons.rs`).
#[test]
fn reasons_name_every_move_that_keeps_the_value_and_answers_that_keep_it() {
    let game = Cannons::new(11);
    for position in positions(game).filter(|position| game.ending(position).is_none()) {
        let token = game.token(&position);
        let (all, why) = (moves(&game, &position), why(&game, &position));
        let here = kind(&game, &position, position.turn);
        let keeps = |child: &Position| kind(&game, child, position.turn) == here;
        let expected: BTreeSet<_> =
            all.iter().filter(|(_, child)| keeps(child)).map(|(action, _)| action.as_str()).collect();
        let listed: BTreeSet<_> = why.moves.iter().map(|proved| proved.action.as_str()).collect();
        assert_eq!((&listed, why.more), (&expected, 0), "{token}");
        assert!(!listed.is_empty(), "{token}");
        for answered in &why.moves {
            let child = all[&answered.action];
            assert_eq!(answered.token, game.token(&child), "{token}");
            assert_eq!(answered.kind, kind(&game, &child, child.turn), "{token}");
            assert_eq!(answered.there.ending, game.ending(&child), "{token}");
            let Some(reply) = &answered.reply else {
                assert!(here == Kind::Win || game.ending(&child).is_some(), "{token}");
                continue;
            };
            let after = moves(&game, &child)[reply];
            assert_eq!(kind(&game, &after, position.turn), here, "{token}: {} {reply}", answered.action);
        }
    }
}

#[test]
fn lines_are_legal_and_end_as_promised() {
    let game = Cannons::new(12);
    for start in positions(game) {
        let (token, report) = (game.token(&start), line(&game, &start));
        let play = |now: Position, action: &str| moves(&game, &now)[action];
        let last = report.moves.iter().fold(start, |now, action| play(now, action));
        let ending = game.ending(&last).unwrap_or_else(|| panic!("{token}"));
        assert_eq!(report.end, Some(ending.rule), "{token}");
        let kind = match ending.outcome {
            Outcome::Level => Kind::Tie,
            Outcome::Won(side) if side == start.turn => Kind::Win,
            Outcome::Won(_) => Kind::Loss,
        };
        assert_eq!(strategy_proof(&game, &start).unwrap().kind(), kind, "{token}");
        let cut = strategy_proof(&game, &start).unwrap().line(2);
        assert_eq!(cut.moves, report.moves[..report.moves.len().min(2)], "{token}");
        assert_eq!(cut.end.is_none(), report.moves.len() > 2, "{token}");
        // In a tie, the line of play is short, so the code searches a long row only a few times.
        assert!(kind != Kind::Tie || report.moves.len() <= 9, "{token}: {:?}", report.moves);
    }
}

#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    Captures,
    /// An opponent that usually captures and sometimes passes.
    Offers,
}

impl Opponent {
    fn choose(self, rng: &mut Rng, position: &dyn AnyPosition) -> String {
        let mut moves = position::moves(position).unwrap().moves;
        let passes = match self {
            Self::Random => rng.u32(0..20) == 0,
            Self::Captures => false,
            Self::Offers => rng.bool(),
        };
        moves.retain(|legal| (legal.action == "pass") == passes);
        rng.choice(moves).unwrap().child.pos
    }
}

fn named(winner: Option<Player>) -> Option<&'static str> {
    winner.map(|winner| winner.name.word())
}

/// Returns a random start of any form, with a random side to move.
fn long_start(rng: &mut Rng, length: u32) -> String {
    let made = retrograde_games::cannons::Starts.make(rng, Some((1, length))).unwrap().start;
    let turn = if rng.bool() { "r" } else { "b" };
    format!("cannons:{}_{turn}", made.split('_').next().unwrap())
}

#[test]
fn on_long_rows_the_moves_that_are_named_keep_the_value_against_every_opponent() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let mut kinds = BTreeMap::new();
    for seed in 0..150 {
        let rng = &mut Rng::with_seed(seed);
        let length = rng.u32(57..=110);
        let token = long_start(rng, length);
        let start = registry.open(&token).unwrap();
        let value = position::shortcut(&*start).unwrap().head;
        // The side that does not lose plays the moves that `why` names. In a tie, the test runs once for each side.
        let sides = match value.winner {
            Some(winner) => vec![winner.name.word()],
            None => vec!["red", "black"],
        };
        for side in sides {
            for opponent in [Opponent::Random, Opponent::Captures, Opponent::Offers] {
                let mut position = registry.open(&token).unwrap();
                loop {
                    let state = position::moves(&*position).unwrap().state;
                    if state.over.is_some() {
                        assert!(
                            named(state.winner) == Some(side) || value.winner.is_none() && state.winner.is_none(),
                            "seed {seed}, {side} against {opponent:?}: {token} ends in {}",
                            state.pos
                        );
                        break;
                    }
                    let next = if state.turn.name.word() == side {
                        rng.choice(position::strategy_why(&*position).unwrap().why.moves).unwrap().rated.pos
                    } else {
                        opponent.choose(rng, &*position)
                    };
                    position = registry.open(&next).unwrap();
                    // In a tie, the other side can make a mistake and then lose.
                    let now = position::shortcut(&*position).unwrap().head;
                    assert!(named(now.winner) == Some(side) || now.winner == value.winner, "seed {seed}: {}", now.pos);
                    if value.winner.is_none() && now.winner.is_some() {
                        break;
                    }
                }
                *kinds.entry(value.value.word()).or_insert(0) += 1;
            }
        }
    }
    assert!(kinds.len() == 3 && kinds.values().all(|&count| count > 40), "{kinds:?}");
}

/// Checks that the moves of a long row, which is stored as text, equal the moves of a short row, which is stored as a
/// `Row`.
#[test]
fn a_long_row_follows_the_rules_of_short_ones() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for seed in 0..60 {
        let rng = &mut Rng::with_seed(seed);
        // The test makes a short row long by adding red cannons at its left end.
        let length = rng.u32(3..40);
        let short = long_start(rng, length);
        let (row, rest) = short.strip_prefix("cannons:").unwrap().split_once('_').unwrap();
        let wall = "1".repeat(70);
        let long = position::moves(&*registry.open(&format!("cannons:{wall}{row}_{rest}")).unwrap()).unwrap();
        let found: BTreeSet<_> = long
            .moves
            .iter()
            .filter_map(|legal| {
                let square = |text: &str| text.parse::<usize>().unwrap();
                let Some((from, target)) = legal.action.split_once('x') else { return Some(legal.action.clone()) };
                let (from, target) = (square(from), square(target));
                (from.min(target) > 70).then(|| format!("{}x{}", from - 70, target - 70))
            })
            .collect();
        let (game, position) = Cannons::parse(&short["cannons:".len()..]).unwrap();
        let mut expected: BTreeSet<_> = moves(&game, &position).into_keys().collect();
        expected.insert("pass".to_owned());
        assert_eq!(found, expected, "{short}");
    }
}

#[test]
fn rows_of_every_length_are_answered_in_texts_of_bounded_length() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for length in [57, 1000, 100_000, 1_000_000] {
        let rows = [
            ("win", format!("{}1", "0110".repeat(length / 4))),
            ("loss", format!("{}000", "0110".repeat(length / 4))),
            ("tie", format!("{}0011", "0110".repeat(length / 4))),
            ("tie", format!("{}0", "0110".repeat(length / 4))),
            ("tie", format!("{}1100{}", "01".repeat(length / 4), "10".repeat(length / 4))),
            ("win", format!("{}1100{}", "10".repeat(length / 4), "01".repeat(length / 4))),
        ];
        for (value, row) in rows {
            let position = registry.open(&format!("cannons:{row}_r")).unwrap();
            let (line, why) =
                (position::strategy_line(&*position, usize::MAX).unwrap(), position::strategy_why(&*position).unwrap());
            assert_eq!((line.head.value.word(), line.cut), (value, false), "{} cannons", row.len());
            assert!(line.end.is_some() && line.line.len() <= row.len() + 2, "{} cannons", row.len());
            assert!(line.theory.to_string().len() < 300 && why.theory.to_string().len() < 300);
            let listed: usize = why.why.moves.iter().map(|answered| answered.rated.pos.len()).sum();
            assert!(listed <= 1_100_000, "{} cannons: {listed} characters", row.len());
            assert!(!why.why.moves.is_empty() && why.why.moves.len() <= 20);
            let moves = row.as_bytes().windows(3).filter(|three| three[0] != three[2]).count() + 1;
            assert!(why.why.moves.len() + why.more <= moves, "{} cannons", row.len());
            assert_eq!(position.moves().is_err(), moves * row.len() > 16_000_000, "{} cannons", row.len());
        }
    }
}

#[test]
fn a_long_row_that_is_no_position_is_refused_as_a_short_one() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for row in ["01".repeat(30), "0".repeat(60)] {
        for passes in ["_p", "_pp"] {
            let refused = registry.open(&format!("cannons:{row}_r{passes}")).err();
            assert!(matches!(refused, Some(TokenError::Notation { .. })), "{row}{passes}");
        }
        let over = registry.open(&format!("cannons:{row}_r")).unwrap();
        assert_eq!(position::strategy_line(&*over, 9).unwrap().end.map(Rule::word), Some("no-capture"), "{row}");
        assert_eq!(position::strategy_why(&*over).unwrap().why.moves, [], "{row}");
    }
    let both = registry.open(&format!("cannons:{}_b_pp", "0110".repeat(20))).unwrap();
    assert_eq!(both.here().ending.map(|ending| ending.rule), Some("both-passed"));
    let refused = Session::solve(&*both, Domain::All, &Options::default()).err().unwrap();
    assert!(refused.to_string().starts_with("needs "), "{refused}");
}

#[test]
fn the_table_agrees_about_a_row_that_both_can_answer() {
    let (game, position) = Cannons::parse("0110100110010110_r").unwrap();
    let solution = Solution::new(game, &Options { threads: 1, ..Options::default() }).unwrap();
    assert_eq!(solution.value(&position).unwrap().kind(), kind(&game, &position, RED));
}
