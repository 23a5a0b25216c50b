//! A table in files is proved by forward rules alone; what is wrong with it is named.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use fastrand::Rng;
use retrograde::entry::{AnyBoard, AnyPosition, Domain};
use retrograde::verify::Found;
use retrograde::{Cell, Depth, Options, Slot, Table, Value, Values, Verified};
use retrograde_desk::registry::Registry;
use retrograde_tables::{Fill, Keep, Lock, Making, Proof, Stored, Trouble, Unproved, write};

/// Un-moves, holes, ties, folds and wins at once left out, draws, stored moves.
const TOKENS: [&str; 6] = [
    "race:A3/1H2/4/3B_a",
    "pawn:3/O1O/1X1_r",
    "cannons:01100_r",
    "quixo:3/3/3_x",
    "graph:1.a.o.2.3/2.b.o.1/3.b.o.4/4.b.o.3.5/5.a.a_1",
    "dobutsu:1l1/3/3/1LC_sente",
];

struct Solved {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    table: Table,
    folder: tempfile::TempDir,
}

impl Solved {
    fn of(token: &str) -> Self {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        let options = Options::default();
        let board = position.board(Domain::All, &options).unwrap();
        let values = board.solve(&options).unwrap();
        let mut cells = vec![Cell::HOLE; values.slots() as usize];
        values.block(Slot(0), &mut cells).unwrap();
        Self { position, board, table: Table::from_cells(&cells), folder: tempfile::tempdir().unwrap() }
    }

    fn write(&self, keep: Keep, fill: Fill) -> PathBuf {
        let Self { position, board, table, folder } = self;
        let lock = Lock::take(folder.path(), "table").unwrap();
        let (position, board) = (&**position, &**board);
        let making = Making { name: "table", position, board, values: table, keep, fill: Some(fill), threads: 1 };
        write(folder.path(), &making, &lock).unwrap().files.remove(0)
    }

    fn proved(&self, file: &Path, threads: usize, sample: Option<u64>) -> Result<(Verified, u64), Unproved> {
        let stored = reopened(file);
        let done = AtomicU64::new(0);
        let proof = Proof {
            stored: &stored,
            position: &*self.position,
            board: &*self.board,
            threads,
            done: &done,
            cancel: None,
        };
        let verified = match sample {
            Some(number) => proof.some(&retrograde_tables::Found::new(reopened(file), self.board.clone(), 0), number),
            None => proof.whole(&stored.load(&*self.board).unwrap()),
        };
        Ok((verified?, done.load(Ordering::Relaxed)))
    }
}

fn reopened(file: &Path) -> Stored {
    Stored::open(&[file.to_owned()]).unwrap()
}

#[test]
fn what_was_solved_is_proved_with_and_without_fillers_on_any_threads() {
    for token in TOKENS {
        let solved = Solved::of(token);
        let positions = solved.table.histogram().unwrap().totals.total();
        for fill in [Fill::None, Fill::Rules] {
            let file = solved.write(Keep::Depths, fill);
            let [one, three] = [1, 3].map(|threads| solved.proved(&file, threads, None).unwrap());
            assert_eq!(one, three, "{token}");
            assert_eq!((one.0.positions, one.1), (positions, solved.table.slots()), "{token}");
            let some = solved.proved(&file, 1, Some(20)).unwrap();
            assert!(some.0.positions > 0 && some.1 == 20.min(solved.table.slots()), "{token}");
        }
    }
}

/// A value that differs in kind or depth is no longer what the rules call for, or what the values of its parents call for.
#[test]
fn a_wrong_value_is_named() {
    let mut rng = Rng::with_seed(5);
    for token in TOKENS {
        let mut solved = Solved::of(token);
        for fill in [Fill::None, Fill::Rules].repeat(5) {
            let deep =
                |cell: Cell| cell.value().is_some_and(|value| value.depth().is_none_or(|depth| depth.plies() > 2));
            let open: Vec<u64> =
                (0..solved.table.slots()).filter(|&slot| deep(solved.table.cell(Slot(slot)))).collect();
            let Some(&slot) = rng.choice(&open) else { continue };
            let right = solved.table.cell(Slot(slot));
            let value = right.value().unwrap();
            let wrong = match value {
                Value::Win(depth) => Value::Win(depth.plus(2)),
                Value::Loss(depth) => Value::Win(depth.plus(1)),
                Value::Tie(_) => Value::Draw,
                Value::Draw => Value::Loss(Depth::new(4)),
            };
            solved.table.set(Slot(slot), Cell::of(wrong).unwrap());
            let file = solved.write(Keep::Depths, fill);
            let Err(Unproved::Wrong(violation)) = solved.proved(&file, 2, None) else { panic!("{token}: slot {slot}") };
            assert!(violation.slot.0 <= slot, "{token}: {violation}");
            let position = solved.board.table_token(violation.slot).unwrap();
            assert_eq!((violation.position.as_str(), violation.found == violation.expected), (&*position, false));
            if violation.slot.0 == slot {
                assert_eq!(
                    (violation.found, violation.expected),
                    (Found::Value(wrong), Found::Value(value)),
                    "{token}"
                );
            }
            solved.table.set(Slot(slot), right);
        }
    }
}

#[test]
fn a_table_without_depths_or_of_another_board_is_refused() {
    let [one, other] = [TOKENS[0], TOKENS[1]].map(Solved::of);
    let file = one.write(Keep::Class, Fill::None);
    let refused = |solved: &Solved| match solved.proved(&file, 1, None) {
        Err(Unproved::Table(error)) => error.to_string(),
        end => panic!("{end:?}"),
    };
    assert!(refused(&one).ends_with("keeps no depths, and without them no value proves another"));
    assert!(refused(&other).contains("is a table of another board"));
}

#[test]
fn a_proof_that_is_cancelled_stops() {
    let solved = Solved::of(TOKENS[3]);
    let stored = reopened(&solved.write(Keep::Depths, Fill::None));
    let (done, cancel) = (AtomicU64::new(0), AtomicBool::new(false));
    let (position, board) = (&*solved.position, &*solved.board);
    let proof = Proof { stored: &stored, position, board, threads: 1, done: &done, cancel: Some(&cancel) };
    let held = proof.read().unwrap();
    assert!(proof.bytes() >= held.bytes() && proof.whole(&held).is_ok());
    cancel.store(true, Ordering::Relaxed);
    assert_eq!(proof.read().unwrap_err().trouble, Trouble::Cancelled);
    assert!(matches!(proof.whole(&held), Err(Unproved::Table(error)) if error.trouble == Trouble::Cancelled));
}
