//! Solves that go on outside of memory: the same values as in it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use retrograde::message::Message;
use retrograde::solve::{least, solve, solve_anywhere};
use retrograde::{Numbered, Options, Reversible, Scratch, Slot, SolveError, Values};
use retrograde_testing::graph::Graph;

use crate::at_once::AtOnce;

/// Scratch in a list that fails after so many steps, and counts what is read.
struct List {
    bytes: Mutex<Vec<u8>>,
    room: u64,
    steps: AtomicU64,
    read: AtomicU64,
}

impl List {
    fn new(room: u64, steps: u64) -> Self {
        Self { bytes: Mutex::default(), room, steps: AtomicU64::new(steps), read: AtomicU64::new(0) }
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
    let scratch: Arc<dyn Scratch> = scratch.clone();
    solve_anywhere(game, &Options { threads, memory, scratch: Some(&scratch), ..Options::DEFAULT })
}

/// Solves in the least memory; returns how much was read from outside.
fn assert_same(game: &impl Reversible, threads: &[usize], named: &str) -> u64 {
    let whole = solve(game, &Options::DEFAULT).unwrap();
    let mut read = 0;
    for &threads in threads {
        let memory = least(game.slots(), threads).saturating_add(game.bytes());
        let scratch = Arc::new(List::new(1 << 30, u64::MAX));
        let spilled = solved(game, memory, threads, &scratch).unwrap();
        read += scratch.read.load(Ordering::Relaxed);
        let told = |values: &dyn Values| (values.slots(), values.identity().unwrap(), values.histogram().unwrap());
        assert_eq!(told(&*spilled), told(&whole), "{named}, {threads} threads, {memory} bytes");
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
    for seed in 0..2 {
        let graph = Graph::random(seed, 300_000);
        assert!(assert_same(&graph, &[2, 3], &format!("seed {seed}")) > 2 * graph.slots(), "nothing was outside");
    }
    let at_once = AtOnce::<true>(Graph::random(7, 300_000));
    assert!(assert_same(&at_once, &[2], "wins at once") > 2 * at_once.slots());
    // A message or two for each of many depths.
    assert!(assert_same(&Graph::chain(70_000), &[2], "a chain") > 70_000);
}

#[test]
fn a_disk_that_fails_or_is_full_is_an_error_wherever_it_happens() {
    let graph = Graph::random(3, 300_000);
    let memory = least(graph.slots(), 2);
    let counted = Arc::new(List::new(1 << 30, u64::MAX));
    solved(&graph, memory, 2, &counted).unwrap();
    let steps = u64::MAX - counted.steps.load(Ordering::Relaxed);
    let used = counted.bytes.lock().unwrap().len() as u64;
    for tenth in 0..10 {
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
