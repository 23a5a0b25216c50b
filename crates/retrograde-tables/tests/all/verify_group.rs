//! Tests in which several processes verify a table in files. The result of several processes equals the result of one
//! process, for correct and wrong tables. In these tests the processes are threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use fastrand::Rng;
use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::kernel::{Member, Transport};
use retrograde::{Cell, Slot, SolveError, Table, Verified};
use retrograde_tables::{
    FileTable, Fill, Keep, Lock, LookupTraffic, Making, TableReader, Unproved, Verification, VerifyGroup, write,
};
use retrograde_testing::processes::{World, members, run_processes};

use crate::mend::mend;
use crate::solved::solved;

/// Boards that together have un-moves, holes, ties, folds, omitted wins in one ply, and draws.
const TOKENS: [&str; 5] =
    ["race:A3/1H2/4/3B_a", "pawn:3/O1O/1X1_r", "cannons:01100_r", "quixo:3/3/3_x", "dobutsu:1l1/3/3/1LC_sente"];

type Proved = Result<Verified, Unproved>;

/// A solved board, and a file with its table.
struct Kept {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    table: Table,
    folder: tempfile::TempDir,
}

/// Returns clusters of one, two and three processes, whose members are equal or different.
fn crowds() -> Vec<Vec<Member>> {
    let member = |workers, weight| Member { workers, weight };
    vec![
        members(1, 2),
        members(2, 1),
        members(3, 1),
        vec![member(1, 1), member(2, 5)],
        vec![member(2, 3), member(1, 1), member(1, 7)],
    ]
}

impl Kept {
    fn of(token: &str) -> Self {
        let (position, board, values) = solved(token);
        let mut cells = vec![Cell::HOLE; values.slots() as usize];
        values.block(Slot(0), &mut cells).unwrap();
        Self { position, board, table: Table::from_cells(&cells), folder: tempfile::tempdir().unwrap() }
    }

    fn write(&self, fill: Fill) -> PathBuf {
        let Self { position, board, table, folder } = self;
        let lock = Lock::take(folder.path(), "table").unwrap();
        let (position, board) = (&**position, &**board);
        let making =
            Making { name: "table", position, board, values: table, keep: Keep::Depths, fill: Some(fill), threads: 1 };
        write(folder.path(), &making, &lock).unwrap().files.remove(0)
    }

    fn prove(&self, file: &Path, group: Option<&VerifyGroup<'_>>, how: impl Fn(&Verification<'_>) -> Proved) -> Proved {
        let stored = TableReader::open(&[file.to_owned()])?;
        let (found, done) = (FileTable::new(stored, self.board.clone(), 0), AtomicU64::new(0));
        let threads = group.map_or(2, |_| 1);
        how(&Verification { found: &found, position: &*self.position, threads, done: &done, cancel: None, group })
    }

    /// Returns the result of each process for its own file, and how much it requested. If a file cannot be read,
    /// returns this error for all processes.
    fn proved_by_processes(
        &self,
        files: &[&Path],
        crowd: &[Member],
        how: impl Fn(&Verification<'_>) -> Proved + Sync,
    ) -> Vec<Result<(Proved, LookupTraffic), SolveError>> {
        run_processes(&World::new(crowd, None), |transport: &Arc<dyn Transport>| {
            let group = VerifyGroup::new(&**transport);
            let file = files[transport.process() % files.len()];
            match self
                .prove(file, Some(&group), |proof| proof.compare().map_err(Unproved::from).and_then(|()| how(proof)))
            {
                Err(Unproved::Table(error)) => Err(SolveError::Lost { reason: error.message }),
                proved => {
                    // No process leaves while other processes still send requests.
                    transport.all_gather([0; 4]).map_err(|reason| SolveError::Lost { reason })?;
                    Ok((proved, group.asked()))
                }
            }
        })
    }
}

/// Returns a function that verifies the whole table; its memory limit is `more` bytes above the minimum.
fn whole(more: u64) -> impl Fn(&Verification<'_>) -> Proved {
    move |proof| {
        let Err(SolveError::TooLarge { needed, limit: 0, .. }) = proof.bins(0) else { panic!("it fits no memory") };
        proof.whole(proof.bins(needed.saturating_add(more)).map_err(|error| Unproved::Table(error.into()))?)
    }
}

fn some(number: u64) -> impl Fn(&Verification<'_>) -> Proved {
    move |proof| proof.some(number)
}

/// Returns the token of a random graph, which may have loops and repeated edges.
fn graph(rng: &mut Rng, nodes: usize) -> String {
    let node = |rng: &mut Rng, number: usize| {
        let ending = *rng.choice(&["o", "o", "o", "o", "a", "b", "t"]).unwrap();
        let children = if ending == "o" { rng.usize(1..5) } else { 0 };
        let children: Vec<String> = (0..children).map(|_| format!(".{}", rng.usize(1..=nodes))).collect();
        format!("{number}.{}.{ending}{}", rng.choice(&["a", "b"]).unwrap(), children.concat())
    };
    let nodes: Vec<String> = (1..=nodes).map(|number| node(rng, number)).collect();
    format!("graph:{}_1", nodes.join("/"))
}

fn random() -> Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    Rng::with_seed(seed)
}

/// Checks that every process of every cluster has the same result as a single process. This is tested for the whole
/// file with one bin (range of slots in memory) and with several bins, and for samples.
fn must_agree(kept: &Kept, file: &Path, name: &str) {
    let slots = kept.table.slots();
    let samples = [3, slots / 2, u64::MAX].map(|number| (format!("{number} slots"), number));
    for crowd in crowds() {
        let more = [slots / 9, u64::MAX];
        for more in &more[usize::from(slots > 5_000)..] {
            let alone = kept.prove(file, None, whole(*more));
            for result in kept.proved_by_processes(&[file], &crowd, whole(*more)) {
                assert_eq!(result.unwrap().0, alone, "{name}, {more} bytes more, {crowd:?}");
            }
        }
        for (sample, number) in &samples {
            let alone = kept.prove(file, None, some(*number));
            for result in kept.proved_by_processes(&[file], &crowd, some(*number)) {
                assert_eq!(result.unwrap().0, alone, "{name}, {sample}, {crowd:?}");
            }
        }
    }
}

/// Gives a random slot the value of another slot; returns the slot and its correct cell. Returns `None` if the table
/// has fewer than two suitable values.
fn spoil(table: &mut Table, rng: &mut Rng) -> Option<(Slot, Cell)> {
    // The rules never imply such values, so that they are stored in every kind of table.
    let deep = |cell: Cell| cell.value().is_some_and(|value| value.depth().is_none_or(|depth| depth.plies() > 1));
    let cells: Vec<(Slot, Cell)> = (0..table.slots()).map(|slot| (Slot(slot), table.cell(Slot(slot)))).collect();
    let open: Vec<(Slot, Cell)> = cells.into_iter().filter(|&(_, cell)| deep(cell)).collect();
    let &(slot, right) = rng.choice(&open)?;
    let others: Vec<Cell> = open.iter().map(|&(_, cell)| cell).filter(|&cell| cell != right).collect();
    table.set(slot, *rng.choice(&others)?);
    Some((slot, right))
}

/// Compares the results for the correct table and for tables with one wrong value. Returns how many of the wrong tables
/// were rejected because of a value.
fn agree_right_and_wrong(token: &str, rng: &mut Rng) -> u32 {
    let (mut kept, mut wrong) = (Kept::of(token), 0);
    for fill in [Fill::None, Fill::Rules] {
        let file = kept.write(fill);
        assert!(kept.prove(&file, None, whole(u64::MAX)).is_ok(), "{token}");
        must_agree(&kept, &file, token);
        let Some((slot, right)) = spoil(&mut kept.table, rng) else { continue };
        let file = kept.write(fill);
        // If the slot was the only one with its depth, the metadata are also wrong, and the verification reports that
        // error first.
        if let Err(Unproved::Wrong(_)) = kept.prove(&file, None, whole(u64::MAX)) {
            must_agree(&kept, &file, &format!("{token}, slot {slot}"));
            wrong += 1;
        }
        kept.table.set(slot, right);
    }
    wrong
}

#[test]
#[ignore = "slow: verifies right and wrong tables of six boards"]
fn any_number_of_processes_agrees() {
    let mut rng = random();
    let wrong: u32 = TOKENS.iter().map(|token| agree_right_and_wrong(token, &mut rng)).sum();
    assert!(wrong > 3, "{wrong}");
}

#[test]
fn any_number_of_processes_agrees_on_random_graphs() {
    let mut rng = random();
    let mut wrong = 0;
    for _ in 0..16 {
        let nodes = rng.usize(1..60);
        wrong += agree_right_and_wrong(&graph(&mut rng, nodes), &mut rng);
    }
    assert!(wrong > 2, "{wrong}");
}

/// After a change with recomputed checksums, the first of several processes reports the same error as a single process,
/// or another process reports a damaged file.
#[test]
fn any_number_of_processes_refuses_the_same_changes() {
    assert_refused_alike(120);
}

#[test]
#[ignore = "slow: more changes of the same files"]
fn any_number_of_processes_refuses_more_that_one_refuses() {
    assert_refused_alike(200);
}

/// Makes `times` changes to each of several files, and compares the errors.
fn assert_refused_alike(times: u32) {
    let mut rng = random();
    let (mut claims, mut tried) = (0, 0);
    for (token, fill) in [("race:A3/1H2/4/3B_a", Fill::None), ("quixo:3/3/3_x", Fill::Rules)] {
        let kept = Kept::of(token);
        let file = kept.write(fill);
        let bytes = fs::read(&file).unwrap();
        for _ in 0..times {
            let (at, change) = (rng.usize(..bytes.len() - 32), rng.u8(1..));
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let _ = mend(&mut changed);
            fs::write(&file, &changed).unwrap();
            let is_open = TableReader::open(std::slice::from_ref(&file))
                .is_ok_and(|stored| stored.places() == kept.table.slots());
            if !is_open {
                continue;
            }
            tried += 1;
            let alone = kept.prove(&file, None, whole(u64::MAX));
            for crowd in [members(2, 1), members(3, 1)] {
                let results = kept.proved_by_processes(&[&file], &crowd, whole(u64::MAX));
                let (results, how) = (&results, format!("{token}, byte {at} changed by {change}, {crowd:?}"));
                match &alone {
                    Err(Unproved::Table(error)) => {
                        let agrees = |result: &Result<_, SolveError>| {
                            result.as_ref().is_err_and(|found| found.to_string() == error.to_string())
                        };
                        assert!(results.iter().any(agrees), "{how}: {error}, and not {results:?}");
                        claims += 1;
                    }
                    alone => {
                        let agrees = |result: &Result<(Proved, LookupTraffic), _>| {
                            result.as_ref().is_ok_and(|(proved, _)| proved == alone)
                        };
                        assert!(results.iter().all(agrees), "{how}: {alone:?}, and not {results:?}");
                    }
                }
            }
        }
    }
    println!("{tried} files were looked at, {claims} of them not by their values");
    assert!(tried > 20);
}

/// When a successor's value is requested from another process, the request and its answer take only a few bytes.
#[test]
fn children_are_looked_up_in_the_processes_that_hold_them() {
    let kept = Kept::of(&format!("race:A19/{}19B_a", "20/".repeat(18)));
    let file = kept.write(Fill::None);
    for processes in [1, 2, 3] {
        let results = kept.proved_by_processes(&[&file], &members(processes, 1), whole(u64::MAX));
        let asked: Vec<LookupTraffic> = results.into_iter().map(|result| result.unwrap().1).collect();
        let sum = |count: fn(&LookupTraffic) -> u64| asked.iter().map(count).sum::<u64>();
        let (children, bytes) = (sum(|asked| asked.children), sum(|asked| asked.bytes));
        println!("{processes} processes: {} slots, {children} children asked, {bytes} bytes", kept.table.slots());
        assert_eq!(children > 0, processes > 1);
        assert!(bytes <= 4 * children, "a difference and a code, of one or two bytes each");
    }
}

#[test]
fn another_table_is_named() {
    let mut kept = Kept::of(TOKENS[0]);
    let right = kept.write(Fill::None);
    let copy = kept.folder.path().join("copy.rgt");
    fs::copy(&right, &copy).unwrap();
    spoil(&mut kept.table, &mut random()).unwrap();
    let wrong = kept.write(Fill::None);
    let files = [&*copy, &*wrong];
    for result in kept.proved_by_processes(&files, &members(2, 1), whole(u64::MAX)) {
        let error = result.unwrap_err().to_string();
        assert!(error.contains("has opened another table, of hash") || error.contains("another process"), "{error}");
    }
}

/// If any process is lost at any barrier, all processes fail, and no process accepts the table.
#[test]
fn a_lost_process_ends_all() {
    let kept = Kept::of(TOKENS[3]);
    let file = kept.write(Fill::None);
    for meetings in 0..6 {
        let world = World::new(&members(3, 1), Some(meetings));
        let ends = run_processes(&world, |transport| {
            let group = VerifyGroup::new(&**transport);
            let proved = kept.prove(&file, Some(&group), |proof| {
                proof.compare().map_err(Unproved::from).and_then(|()| whole(0)(proof))
            });
            let Err(Unproved::Table(error)) = proved else { return Ok(proved) };
            assert_eq!(error.kind, retrograde_tables::TableErrorKind::Elsewhere, "{error}");
            Err(SolveError::Lost { reason: error.message })
        });
        assert!(ends.iter().any(Result::is_err), "{meetings} meetings");
    }
}
