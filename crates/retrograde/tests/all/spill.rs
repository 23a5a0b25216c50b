//! Tests that a solve in scratch storage (storage outside of memory) computes the same values as a solve in memory.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use retrograde::kernel::{CheckpointSink, least, solve, solve_anywhere};
use retrograde::rules::message::Message;
use retrograde::{Numbered, Options, Reversible, Scratch, Slot, SolveError, Values};
use retrograde_testing::graph::Graph;

use crate::at_once::AtOnce;
use crate::checkpoint::{Kept, Memory, Seen, layers};
use crate::elided::Partly;

/// A scratch space for tests. It stores its bytes in a list. It counts the bytes that are read. After a given number of
/// reads and writes, it returns errors.
pub(crate) struct List {
    bytes: Mutex<Vec<u8>>,
    room: u64,
    steps: AtomicU64,
    read: AtomicU64,
}

impl List {
    pub(crate) fn new(room: u64, steps: u64) -> Self {
        Self { bytes: Mutex::default(), room, steps: AtomicU64::new(steps), read: AtomicU64::new(0) }
    }

    /// Returns the number of bytes from the beginning to the last written byte.
    pub(crate) fn written(&self) -> u64 {
        self.bytes.lock().unwrap().len() as u64
    }

    /// Returns the number of bytes that were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    fn step(&self) -> Result<(), Message> {
        let left = self.steps.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(drop).map_err(|_| "the disk is gone".into())
    }
}

impl Scratch for List {
    fn write(&self, at: u64, from: &[u8]) -> Result<(), Message> {
        self.step()?;
        let mut bytes = self.bytes.lock().unwrap();
        let end = at as usize + from.len();
        assert!(end as u64 <= self.room);
        if bytes.len() < end {
            bytes.resize(end, 0xA5);
        }
        bytes[at as usize..end].copy_from_slice(from);
        Ok(())
    }
    fn read(&self, at: u64, to: &mut [u8]) -> Result<(), Message> {
        self.step()?;
        self.read.fetch_add(to.len() as u64, Ordering::Relaxed);
        to.copy_from_slice(&self.bytes.lock().unwrap()[at as usize..][..to.len()]);
        Ok(())
    }
    fn room(&self) -> u64 {
        self.room
    }
}

fn solved(
    game: &impl Reversible,
    memory: u64,
    threads: usize,
    scratch: &Arc<List>,
) -> Result<Box<dyn Values + Send>, SolveError> {
    kept(game, memory, threads, scratch, None)
}

fn kept(
    game: &impl Reversible,
    memory: u64,
    threads: usize,
    scratch: &Arc<List>,
    checkpoint_sink: Option<&dyn CheckpointSink>,
) -> Result<Box<dyn Values + Send>, SolveError> {
    let scratch: Arc<dyn Scratch> = scratch.clone();
    solve_anywhere(game, &Options { threads, memory, scratch: Some(&scratch), checkpoint_sink, ..Options::DEFAULT })
}

/// Solves a game with the minimum memory and checks the values. Returns the number of bytes that were read from scratch
/// storage.
fn assert_same(game: &impl Reversible, threads: &[usize], named: &str) -> u64 {
    let whole = solve(game, &Options::DEFAULT).unwrap();
    let mut read = 0;
    for &threads in threads {
        let memory = least(game.slots(), threads).saturating_add(game.facts().bytes);
        let scratch = Arc::new(List::new(1 << 30, u64::MAX));
        let spilled = solved(game, memory, threads, &scratch).unwrap();
        read += scratch.read.load(Ordering::Relaxed);
        let identity = |values: &dyn Values| (values.slots(), values.identity().unwrap(), values.histogram().unwrap());
        assert_eq!(identity(&*spilled), identity(&whole), "{named}, {threads} threads, {memory} bytes");
        let mut slots: Vec<_> = (0..2_000).map(|step| Slot(step * 997 * 251 % (game.slots() + 99))).collect();
        slots.extend([0, 1, game.slots() - 1, game.slots(), u64::MAX].map(Slot));
        let mut gathered = Vec::new();
        spilled.gather(&slots, &mut gathered).unwrap();
        for (slot, cell) in slots.into_iter().zip(gathered) {
            assert_eq!((cell, spilled.cell(slot).unwrap()), (whole.cell(slot), cell), "{named}, {slot}");
        }
    }
    read
}

#[test]
fn what_does_not_fit_is_solved_outside() {
    let graph = Graph::random(0, 300_000);
    assert!(assert_same(&graph, &[2, 3], "random") > 2 * graph.slots(), "nothing was outside");
    let at_once = AtOnce::<true>(Graph::random(7, 300_000));
    assert!(assert_same(&at_once, &[2], "wins at once") > 2 * at_once.slots());
    let some_elided = Partly::<false>::new(Graph::random(8, 300_000), 8);
    assert!(assert_same(&some_elided, &[2], "some wins at once") > 2 * some_elided.slots());
    // A chain has many depths, with one or two messages at each depth.
    assert!(assert_same(&Graph::chain(70_000), &[2], "a chain") > 70_000);
}

#[test]
#[ignore = "slow: more graphs for the same test"]
fn more_of_what_does_not_fit_is_solved_outside() {
    let graph = Graph::random(1, 300_000);
    assert!(assert_same(&graph, &[2, 3], "random") > 2 * graph.slots(), "nothing was outside");
    let alternating = Partly::<true>::new(Graph::random(9, 300_000), 9);
    assert!(assert_same(&alternating, &[2], "some wins at once, alternating") > 2 * alternating.slots());
}

#[test]
fn a_disk_that_fails_or_is_full_is_an_error_early_and_late() {
    fails_or_is_full(&[0, 3, 6, 9]);
}

#[test]
#[ignore = "slow: more moments for the same test"]
fn a_disk_that_fails_or_is_full_is_an_error_at_other_moments() {
    fails_or_is_full(&[1, 2, 4, 5, 7, 8]);
}

/// Runs solves with a faulty disk. Each disk has one of two faults: it fails after the given tenths of the necessary
/// reads and writes, or it has room for only the given tenths of the necessary bytes.
fn fails_or_is_full(tenths: &[u64]) {
    let graph = Graph::random(3, 300_000);
    let memory = least(graph.slots(), 2);
    let counted = Arc::new(List::new(1 << 30, u64::MAX));
    solved(&graph, memory, 2, &counted).unwrap();
    let steps = u64::MAX - counted.steps.load(Ordering::Relaxed);
    let used = counted.bytes.lock().unwrap().len() as u64;
    for tenth in tenths {
        let error = solved(&graph, memory, 2, &Arc::new(List::new(1 << 30, steps * tenth / 10))).err().unwrap();
        assert!(matches!(&error, SolveError::Scratch { reason } if *reason == "the disk is gone"), "{error}");
        let room = used * tenth / 10;
        let error = solved(&graph, memory, 2, &Arc::new(List::new(room, u64::MAX))).err().unwrap();
        assert!(matches!(error, SolveError::NoRoom { needed, limit } if needed > limit && limit == room), "{error}");
    }
}

#[test]
fn too_little_memory_is_refused_with_the_least_that_does() {
    let graph = Graph::random(3, 300_000);
    let scratch = Arc::new(List::new(1 << 30, u64::MAX));
    let Err(SolveError::TooLarge { needed, limit, .. }) = solved(&graph, 20_000, 2, &scratch) else {
        panic!("not refused")
    };
    assert!(needed > limit && limit == 20_000);
    assert!(scratch.bytes.lock().unwrap().is_empty());
    solved(&graph, needed, 2, &scratch).unwrap();
    assert!(solved(&graph, needed - needed / 8, 2, &scratch).is_err());
}

#[test]
fn a_solve_outside_can_be_cancelled() {
    let graph = Graph::random(3, 300_000);
    let cancel = AtomicBool::new(false);
    let progress = |_| cancel.store(true, Ordering::Relaxed);
    let scratch: Arc<dyn Scratch> = Arc::new(List::new(1 << 30, u64::MAX));
    let memory = least(graph.slots(), 2);
    let options = Options {
        memory,
        scratch: Some(&scratch),
        progress: Some(&progress),
        cancel: Some(&cancel),
        ..Options::DEFAULT
    };
    assert_eq!(solve_anywhere(&graph, &options).err(), Some(SolveError::Cancelled));
}

/// Runs a solve in scratch storage and a solve in memory, and makes a checkpoint at each `every`th possible point. Then
/// the test resumes from `goes` checkpoints of each of the two solves, with one to three threads. A checkpoint of the
/// solve in memory resumes in scratch storage. A checkpoint of the other solve resumes in memory or in scratch storage.
/// Returns the checkpoints of the solve in scratch storage.
fn stop_often(game: &impl Reversible, every: u64, goes: usize, named: &str) -> Vec<Kept> {
    let identity = |values: &dyn Values| (values.identity().unwrap(), values.histogram().unwrap());
    let whole = identity(&solve(game, &Options::DEFAULT).unwrap());
    let mut rng = fastrand::Rng::with_seed(every);
    let run = |memory, threads, checkpoint_sink: &Memory| {
        let scratch = Arc::new(List::new(1 << 30, u64::MAX));
        let values = kept(game, memory, threads, &scratch, Some(checkpoint_sink)).unwrap();
        assert_eq!(identity(&*values), whole, "{named}, {threads} threads, {memory} bytes");
        !scratch.bytes.lock().unwrap().is_empty()
    };
    // The memory is a quarter more than the minimum, because counts of two bytes need more memory than counts of one
    // byte.
    let memory = |threads| least(game.slots(), threads) * 5 / 4 + game.facts().bytes;
    let mut gone_on_outside = 0;
    let [outside, inside] = [memory(2), u64::MAX].map(|memory| {
        let checkpoint_sink = Memory::every(every);
        run(memory, 2, &checkpoint_sink);
        checkpoint_sink.take()
    });
    for (from, kept) in [&outside, &inside].into_iter().enumerate() {
        assert!(kept.len() > 2, "{named}: kept {} times", kept.len());
        for step in 0..goes {
            let number = if step == 0 { 0 } else { rng.usize(..kept.len()) };
            let threads = rng.usize(1..=3);
            // A solve that began in memory resumes in scratch storage. If a solve began in scratch storage, every
            // second resume is in memory.
            let memory = if from == 0 && step % 2 == 0 { u64::MAX } else { memory(threads) };
            println!(
                "{named}: from {number} of {}, {threads} threads, {memory} bytes, {:?}",
                kept.len(),
                kept[number].0
            );
            gone_on_outside += usize::from(run(memory, threads, &Memory::with(kept[number].clone())));
        }
    }
    assert!(gone_on_outside > 0, "{named}: none went on outside");
    outside
}

#[test]
fn a_solve_outside_goes_on_from_wherever_it_was_stopped() {
    let mut seen = Seen::default();
    seen.add(&stop_often(&layers(0, 4, 40_000, 0), 9, 5, "layers"));
    seen.add(&stop_often(&Graph::random(5, 300_000), 40, 3, "random"));
    assert_eq!(seen.stages.len(), 3, "{:?}", seen.stages);
    assert!(seen.within.contains("sweeping") && seen.within.contains("tying"), "within depths: {:?}", seen.within);
    stop_often(&Partly::<false>::new(Graph::random(8, 300_000), 8), 30, 3, "some wins at once");
}

#[test]
#[ignore = "slow: more graphs for the same test"]
fn more_solves_outside_go_on_from_wherever_they_were_stopped() {
    stop_often(&layers(1, 4, 40_000, 0), 10, 6, "layers");
    stop_often(&AtOnce::<true>(Graph::random(7, 300_000)), 30, 4, "wins at once");
    stop_often(&AtOnce::<false>(layers(3, 4, 40_000, 0)), 10, 6, "wins at once, layers");
    stop_often(&Partly::<true>::new(Graph::random(9, 300_000), 9), 30, 4, "some wins at once, alternating");
}

/// One byte has too few codes for all counts and values. So the codes are widened in scratch storage.
#[test]
#[ignore = "slow: solves a deep game several times on disk"]
fn a_solve_outside_goes_on_after_its_codes_were_widened() {
    let mut seen = Seen::default();
    for broad in [240, 300] {
        seen.add(&stop_often(&layers(1, 12, 14_000, broad), 20, 4, &format!("{broad} moves")));
    }
    let chain = stop_often(&Graph::chain(70_000), 5_000, 2, "chain");
    assert!(chain.iter().any(|(state, _)| state.bytes() == 4 * state.slots()));
    assert!(seen.wide > 2 && seen.within.contains("sweeping"), "{} wide, {:?}", seen.wide, seen.within);
}

/// Wrong codes from a checkpoint sink must not cause a panic.
#[test]
fn wrong_codes_are_refused_or_solved_outside_too() {
    let graph = layers(1, 4, 40_000, 0);
    let (memory, mut refused) = (least(graph.slots(), 2), 0);
    let checkpoint_sink = Memory::every(40);
    let scratch = || Arc::new(List::new(1 << 30, u64::MAX));
    kept(&graph, memory, 2, &scratch(), Some(&checkpoint_sink)).unwrap();
    let mut rng = fastrand::Rng::with_seed(1);
    let all = checkpoint_sink.take();
    for (state, codes) in &all {
        let mut wrong = codes.clone();
        for _ in 0..rng.u32(1..4) {
            let at = rng.usize(..wrong.len());
            wrong[at] ^= 1 << rng.u32(..8);
        }
        let (_, foreign) = rng.choice(&all).unwrap();
        for codes in [wrong, codes[1..].to_vec(), [codes, &[1][..]].concat(), foreign.clone()] {
            let ended = kept(&graph, memory, 2, &scratch(), Some(&Memory::with((state.clone(), codes))));
            refused += usize::from(matches!(ended, Err(SolveError::Resume { .. })));
        }
    }
    assert!(refused >= 2 * all.len() && all.len() > 3, "{refused} of {}", all.len());
    let other = Graph::random(1, 300_000);
    let error = kept(&other, least(300_000, 2), 2, &scratch(), Some(&Memory::with(all[0].clone()))).err().unwrap();
    assert!(error.to_string().contains("the checkpoint has 160000 slots, but the game has 300000"), "{error}");
}
