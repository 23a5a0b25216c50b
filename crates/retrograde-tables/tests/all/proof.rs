//! Tests of the verification of a table in files, which uses forward rules alone. An error names the fault.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use fastrand::Rng;
use retrograde::ask::{Folded, Slots};
use retrograde::author::{AnyBoard, AnyPosition, ExpandOf, Noted};
use retrograde::judge::Expecting;
use retrograde::rules::{Expansion, FastExpansion, SlotContent};
use retrograde::{
    ByNotation, Cell, Depth, Notation, Numbered, Options, Questions, Slot, SolveError, Table, Value, Values, Verified,
};
use retrograde_games::dobutsu::Dobutsu;
use retrograde_tables::{Fill, Keep, Lock, Making, TableErrorKind, TableReader, Unproved, Verification, write};

use crate::solved::solved;

/// Boards that together have un-moves, holes, ties, folds, omitted wins in one ply, draws and stored moves.
const TOKENS: [&str; 6] = [
    "race:A3/1H2/4/3B_a",
    "pawn:3/O1O/1X1_r",
    "cannons:01100_r",
    "quixo:3/3/3_x",
    "graph:1.a.o.2.3/2.b.o.1/3.b.o.4/4.b.o.3.5/5.a.a_1",
    "dobutsu:1l1/3/3/1LC_sente",
];
/// A board whose rules imply some wins in one ply, although its tables store them.
const SOME_WINS_IMPLIED: &str = "connect4:3/3/3/3_x";

struct Solved {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    table: Table,
    folder: tempfile::TempDir,
}

impl Solved {
    fn of(token: &str) -> Self {
        let (position, board, values) = solved(token);
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

    /// Verifies a table, or a sample of its slots, within a memory limit; also returns the number of checked slots.
    fn proved_within(
        &self,
        file: &Path,
        threads: usize,
        sample: Option<u64>,
        memory: u64,
    ) -> Result<(Verified, u64), Unproved> {
        let (found, done) =
            (retrograde_tables::FileTable::new(reopened(file), self.board.clone(), 0), AtomicU64::new(0));
        let proof =
            Verification { found: &found, position: &*self.position, threads, done: &done, cancel: None, group: None };
        let verified = match sample {
            Some(number) => proof.some(number),
            None => proof.whole(proof.bins(memory).unwrap()),
        };
        Ok((verified?, done.load(Ordering::Relaxed)))
    }

    fn proved(&self, file: &Path, threads: usize, sample: Option<u64>) -> Result<(Verified, u64), Unproved> {
        self.proved_within(file, threads, sample, u64::MAX)
    }

    /// Returns three memory limits, each with the number of bins (ranges of slots in memory) that it allows: the
    /// maximum number, a few, and one.
    fn memories(&self, file: &Path) -> Vec<(u64, u64)> {
        let (found, done) =
            (retrograde_tables::FileTable::new(reopened(file), self.board.clone(), 0), AtomicU64::new(0));
        let proof = Verification {
            found: &found,
            position: &*self.position,
            threads: 2,
            done: &done,
            cancel: None,
            group: None,
        };
        let Err(SolveError::TooLarge { needed, limit: 0, .. }) = proof.bins(0) else { panic!("it fits no memory") };
        let slots = self.table.slots();
        // For a large table, a verification with the maximum number of bins would take too long.
        let least = if slots < 5_000 { 0 } else { slots / 5 };
        let memories = [least, slots / 2, u64::MAX - needed].map(|more| needed + more);
        memories.map(|memory| (memory, proof.bins(memory).unwrap().count)).to_vec()
    }

    /// Returns the lowest slot whose value differs from the value that the rules and the other slots require. This
    /// function checks each slot separately.
    fn lowest_wrong(&self) -> Option<Slot> {
        let mut expecting = Expecting::default();
        (0..self.table.slots()).map(Slot).find(|&slot| {
            let expand = |slots: &[Slot], expansion: &mut Expansion| self.board.expand_table(slots, expansion);
            let due = expecting.each(expand, &self.table, &[slot]).unwrap().next().unwrap();
            due.expected != self.table.value(slot).map_or(SlotContent::Hole, SlotContent::Value)
        })
    }
}

fn reopened(file: &Path) -> TableReader {
    TableReader::open(&[file.to_owned()]).unwrap()
}

#[test]
fn solved_tables_are_proved_with_and_without_implied_values_on_any_threads() {
    for token in TOKENS.into_iter().chain([SOME_WINS_IMPLIED]) {
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

/// A wrong value contradicts the rules or the values of its predecessors. With any memory limit, the error names the
/// same slot. It is the lowest wrong slot that a check of each single slot finds.
#[test]
fn a_wrong_value_is_named_in_any_memory() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for token in TOKENS {
        let mut solved = Solved::of(token);
        for fill in [Fill::None, Fill::Rules] {
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
            let (file, lowest) = (solved.write(Keep::Depths, fill), solved.lowest_wrong().unwrap());
            assert!(lowest.0 <= slot, "{token}: {lowest} for {slot}");
            for (memory, bins) in solved.memories(&file) {
                let proved = solved.proved_within(&file, 2, None, memory);
                let Err(Unproved::Wrong(violation)) = proved else { panic!("{token}: slot {slot}, {bins} bins") };
                assert_eq!(violation.slot, lowest, "{token}: slot {slot}, {bins} bins");
                let position = solved.board.table_token(lowest).unwrap();
                assert_eq!((violation.position.as_str(), violation.found == violation.expected), (&*position, false));
                if lowest.0 == slot {
                    let due = (SlotContent::Value(wrong), SlotContent::Value(value));
                    assert_eq!((violation.found, violation.expected), due, "{token}");
                }
            }
            solved.table.set(Slot(slot), right);
        }
    }
}

/// A table that does not fit into memory is verified in bins (ranges of slots), down to one slot per bin, with the same
/// result.
#[test]
fn a_table_that_does_not_fit_is_proved_in_bins() {
    for token in TOKENS {
        let solved = Solved::of(token);
        let slots = solved.table.slots();
        for fill in [Fill::None, Fill::Rules] {
            let file = solved.write(Keep::Depths, fill);
            let (verified, _) = solved.proved(&file, 2, None).unwrap();
            let memories = solved.memories(&file);
            println!("{token}: {slots} slots, {memories:?}");
            assert!(memories[0].1 >= 4 && memories[1].1 == 2 && memories[2].1 == 1, "{token}: {memories:?}");
            assert!(slots >= 5_000 || memories[0].1 == slots.div_ceil(slots.div_ceil(64)), "{token}: {memories:?}");
            for (memory, bins) in memories {
                assert_eq!(solved.proved_within(&file, 2, None, memory), Ok((verified, bins * slots)), "{token}");
            }
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
    assert!(refused(&one).ends_with("keeps no depths, so its values cannot be verified"));
    assert!(refused(&other).contains("is a table of another board"));
}

#[test]
fn a_proof_that_is_cancelled_stops() {
    let solved = Solved::of(TOKENS[3]);
    let stored = reopened(&solved.write(Keep::Depths, Fill::None));
    let found = retrograde_tables::FileTable::new(stored, solved.board.clone(), 0);
    let (done, cancel) = (AtomicU64::new(0), AtomicBool::new(false));
    let position = &*solved.position;
    let proof = Verification { found: &found, position, threads: 1, done: &done, cancel: Some(&cancel), group: None };
    let bins = proof.bins(u64::MAX).unwrap();
    assert!(proof.read().is_ok() && proof.whole(bins).is_ok());
    cancel.store(true, Ordering::Relaxed);
    assert_eq!(proof.read().unwrap_err().kind, TableErrorKind::Cancelled);
    assert!(matches!(proof.whole(bins), Err(Unproved::Table(error)) if error.kind == TableErrorKind::Cancelled));
}

/// A fast expansion that gives a wrong first successor for every 500th slot.
fn wrong_in_one_of_500(game: &Dobutsu, slots: &[Slot], expansion: &mut Expansion) {
    let mut right = Expansion::default();
    game.expand(slots, &mut right);
    expansion.clear();
    let children: Vec<_> = right.children().collect();
    for (slot, (head, range)) in slots.iter().zip(right.heads()) {
        for (number, &(child, again)) in children[range].iter().enumerate() {
            let is_wrong = slot.0 % 500 == 7 && number == 0;
            expansion.child(if is_wrong { Slot((child.0 + 1) % game.slots()) } else { child }, again);
        }
        expansion.head(head);
    }
}

/// A fast expansion that is correct for the large sample of the first comparison, and wrong for smaller blocks.
fn wrong_in_blocks(game: &Dobutsu, slots: &[Slot], expansion: &mut Expansion) {
    if slots.len() > 1 << 10 { game.expand(slots, expansion) } else { wrong_in_one_of_500(game, slots, expansion) }
}

/// If the table is correct and its fast expansion is wrong, the error names the expansion, not a value. A verification
/// that uses the plain rules succeeds.
#[test]
fn a_wrong_fast_expansion_is_named() {
    let token = TOKENS[5];
    let mut solved = Solved::of(token);
    for (expand, is_drawn) in [(wrong_in_one_of_500 as ExpandOf<Dobutsu>, true), (wrong_in_blocks, false)] {
        let game = Arc::new(Dobutsu::parse(token.split_once(':').unwrap().1).unwrap().0);
        let (numbering, solve) = (Slots(game.clone()), |_: &Arc<Dobutsu>, _: &Options<'_>| unreachable!());
        let (tokens, expand) = (Arc::new(ByNotation), Some(expand));
        solved.board = Arc::new(Noted {
            id: "dobutsu",
            game,
            tokens,
            numbering,
            solve,
            tiers: None,
            expand,
            order: Some(|game| game),
        });
        for fill in [Fill::None, Fill::Rules] {
            let file = solved.write(Keep::Depths, fill);
            let Err(Unproved::Table(error)) = solved.proved(&file, 2, None) else { panic!("it is not found") };
            assert_eq!(error.kind, TableErrorKind::Game, "{error}");
            let text = error.to_string();
            assert!(text.starts_with("the game's fast expansion differs from the game's rules at "), "{text}");
            println!("drawn {is_drawn}: {text}");
            assert!(solved.proved(&file, 2, Some(1_000)).is_ok(), "a sample is expanded by the rules");
        }
        let folded = Folded { board: solved.board.clone(), table: Arc::new(solved.table.clone()) };
        assert!(
            Questions::new(&*solved.board, &folded).verify(2).is_ok(),
            "a table in memory is expanded by the rules"
        );
    }
}
