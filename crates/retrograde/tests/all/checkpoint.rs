//! Tests that a solve can be stopped at any possible point and resumed. Its table must be the same as without a stop.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::kernel::{CheckpointSink, Next, Share, State, Take, solve};
use retrograde::rules::message::Message;
use retrograde::{Ending, Options, Reversible, Side, SolveError, Stage, Table, Value};
use retrograde_testing::graph::{Graph, NodeNumber};

use crate::at_once::AtOnce;
use crate::elided::Partly;

/// A stored checkpoint, with the state of the solve and the codes of all slots.
pub(crate) type Kept = (State, Vec<u8>);

/// A checkpoint sink for tests that stores all checkpoints in memory, for one process or several. A checkpoint is due
/// at each `every`th call of `is_due`.
#[derive(Default)]
pub(crate) struct Memory {
    every: u64,
    asked: AtomicU64,
    first: Option<Kept>,
    kept: Mutex<Vec<Kept>>,
    /// The number of checkpoints that each process has stored.
    calls: Mutex<Vec<usize>>,
}

impl Memory {
    pub(crate) fn every(every: u64) -> Self {
        Self { every, ..Self::default() }
    }

    /// Creates a sink that already contains a checkpoint and requests no further checkpoint.
    pub(crate) fn with(first: Kept) -> Self {
        Self { every: u64::MAX, first: Some(first), ..Self::default() }
    }

    pub(crate) fn take(self) -> Vec<Kept> {
        self.kept.into_inner().unwrap()
    }
}

impl CheckpointSink for Memory {
    fn is_due(&self) -> bool {
        (self.asked.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(self.every)
    }
    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message> {
        let mut codes = vec![0; state.bytes_of(share) as usize];
        codes.chunks_mut(10_007).for_each(|piece| next(piece).unwrap());
        let mut calls = self.calls.lock().unwrap();
        let processes = calls.len().max(share.shares().processes());
        calls.resize(processes, 0);
        let number = calls[share.process()];
        calls[share.process()] += 1;
        let mut kept = self.kept.lock().unwrap();
        if number == kept.len() {
            kept.push((state.clone(), vec![0; state.bytes() as usize]));
        }
        for place in places(state, share) {
            let rest = codes.split_off(place.len());
            kept[number].1[place].copy_from_slice(&codes);
            codes = rest;
        }
        Ok(())
    }
    fn last(&self) -> Result<Option<State>, Message> {
        Ok(self.first.as_ref().map(|(state, _)| state.clone()))
    }
    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message> {
        let (state, kept) = self.first.as_ref().ok_or("nothing is kept")?;
        if kept.len() as u64 != state.bytes() {
            return take(kept);
        }
        places(state, share).try_for_each(|place| kept[place].chunks(9_973).try_for_each(&mut *take))
    }
}

/// Returns the byte ranges of a share's codes among all codes.
fn places(state: &State, share: Share<'_>) -> impl Iterator<Item = Range<usize>> {
    let each = state.bytes_each();
    share.ranges().map(move |slots| (slots.start * each) as usize..(slots.end * each) as usize)
}

fn solved(
    game: &impl Reversible,
    threads: usize,
    checkpoint_sink: Option<&dyn CheckpointSink>,
) -> Result<Table, SolveError> {
    solve(game, &Options { threads, checkpoint_sink, ..Options::DEFAULT })
}

/// Stops a solve at every possible point, resumes from some of these points, and stops the resumed solves again.
/// Returns the checkpoints.
fn stop_everywhere(game: &impl Reversible, threads: usize, others: &[usize], named: &str) -> Vec<Kept> {
    let whole = solved(game, threads, None).unwrap();
    let checkpoint_sink = Memory::every(1);
    assert!(solved(game, threads, Some(&checkpoint_sink)).unwrap() == whole, "{named}: stopped everywhere");
    let kept = checkpoint_sink.take();
    // The test resumes a small game from each of its states, and a large game from about 50 of its states.
    for (number, kept) in kept.iter().enumerate().step_by(1 + kept.len() / 50) {
        let threads = others[number % others.len()];
        let table = solved(game, threads, Some(&Memory::with(kept.clone()))).unwrap();
        assert!(table == whole, "{named}: from state {number}, {:?}, by {threads} threads", kept.0);
    }
    // Stop the solve again and again, and resume each time from a state of the previous run.
    let mut rng = fastrand::Rng::with_seed(kept.len() as u64);
    if let Some(mut last) = kept.first().cloned() {
        for _ in 0..4 {
            let again = Memory { every: rng.u64(1..4), first: Some(last.clone()), ..Memory::default() };
            let threads = others[rng.usize(..others.len())];
            assert!(solved(game, threads, Some(&again)).unwrap() == whole, "{named}: from {:?}", last.0);
            let more = again.take();
            let Some(next) = rng.choice(&more) else { break };
            last = next.clone();
        }
    }
    kept
}

/// The kinds of points at which solves were stopped.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) stages: HashSet<&'static str>,
    pub(crate) within: HashSet<&'static str>,
    pub(crate) wide: usize,
}

impl Seen {
    pub(crate) fn add(&mut self, kept: &[Kept]) {
        let name = |stage| match stage {
            Stage::Seeding => "seeding",
            Stage::Sweeping => "sweeping",
            Stage::Tying => "tying",
            Stage::Exploring | Stage::Linking => panic!("not the kernel's"),
        };
        self.stages.extend(kept.iter().map(|(state, _)| name(state.stage())));
        // If two successive states have the same stage and depth, one of them is within the depth.
        let twice = kept.windows(2).map(|two| (&two[0].0, &two[1].0));
        let twice = twice.filter(|(one, other)| (one.stage(), one.depth()) == (other.stage(), other.depth()));
        self.within.extend(twice.map(|(one, _)| name(one.stage())));
        self.wide += kept.iter().filter(|(state, _)| state.bytes() > state.slots()).count();
    }
}

/// Returns a graph of `layers` layers of `width` nodes, with moves from each layer to the layer below. If `broad` is
/// not 0, one more node has `broad` moves. All nodes of a layer have the same depth, and each layer contains wins,
/// losses and ties.
pub(crate) fn layers(seed: u64, layers: u32, width: u32, broad: u32) -> Graph {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut owner, mut ending, mut children) = (Vec::new(), Vec::new(), Vec::new());
    for layer in 0..layers {
        for _ in 0..width {
            owner.push(Side::from_parity(rng.u64(..)));
            let below = layer.checked_sub(1).map(|below| below * width..layer * width);
            ending.push(below.is_none().then(|| match rng.u8(..3) {
                0 => Ending::won(Side::First, "first"),
                1 => Ending::won(Side::Second, "second"),
                _ => Ending::level("level"),
            }));
            let moves = if below.is_some() { rng.u32(1..4) } else { 0 };
            children.push((0..moves).map(|_| rng.u32(below.clone().unwrap())).collect());
        }
    }
    if broad > 0 {
        owner.push(Side::First);
        ending.push(None);
        children.push((0..broad).collect::<Vec<NodeNumber>>());
    }
    Graph::new(owner, ending, children)
}

#[test]
fn a_solve_goes_on_from_wherever_it_was_stopped() {
    let mut seen = Seen::default();
    for seed in 0..60 {
        let nodes = 1 + (seed * 97 % 3000) as u32;
        let graph = Graph::random(seed, nodes);
        seen.add(&stop_everywhere(&graph, 1, &[1, 2], &format!("seed {seed}, {nodes} nodes")));
    }
    for seed in 0..6 {
        let graph = layers(seed, 6, 6_000, 0);
        seen.add(&stop_everywhere(&graph, 1, &[1, 3], &format!("layers, seed {seed}")));
    }
    assert_eq!(seen.stages.len(), 3, "{:?}", seen.stages);
    assert!(seen.within.contains("sweeping") && seen.within.contains("tying"), "within depths: {:?}", seen.within);
}

#[test]
fn another_number_of_threads_goes_on() {
    let mut seen = Seen::default();
    for seed in 0..2 {
        let graph = layers(seed, 4, 40_000, 0);
        let [some, more] = if seed == 0 { [2, 3] } else { [3, 1] };
        seen.add(&stop_everywhere(&graph, some, &[more, 1, 2], &format!("seed {seed}")));
    }
    assert!(seen.within.contains("sweeping") && seen.within.contains("tying"), "within depths: {:?}", seen.within);
}

#[test]
#[ignore = "slow: solves a deep game several times"]
fn a_solve_goes_on_after_its_codes_were_widened() {
    let mut seen = Seen::default();
    for seed in 0..3 {
        // A node with about 240 moves leaves few one-byte codes for values. A node with 300 moves needs two-byte codes
        // from the beginning.
        for broad in [232 + 4 * seed as u32, 300] {
            let graph = layers(seed, 12, 4_000, broad);
            let kept = stop_everywhere(&graph, 1, &[1, 2], &format!("seed {seed}, {broad} moves"));
            let narrow = kept.iter().filter(|(state, _)| state.bytes() == state.slots()).count();
            assert!(narrow > 0, "seed {seed}, {broad} moves: stopped before codes are wide");
            seen.add(&kept);
        }
    }
    assert!(seen.wide > 20 && seen.within.contains("sweeping"), "{} wide, {:?}", seen.wide, seen.within);
    let chain = stop_everywhere(&Graph::chain(300), 1, &[2], "chain");
    assert!(chain.iter().any(|(state, _)| state.bytes() > state.slots()));
}

#[test]
fn a_solve_with_wins_at_once_goes_on() {
    for seed in 0..20 {
        let graph = if seed % 10 == 0 { layers(seed, 5, 6_000, 0) } else { Graph::random(seed, 500) };
        stop_everywhere(&AtOnce::<false>(graph.clone()), 1, &[1, 2], &format!("seed {seed}"));
        stop_everywhere(&Partly::<false>::new(graph.clone(), seed), 1, &[1, 2], &format!("seed {seed}, some elided"));
        let alternating = Partly::<true>::new(graph.clone(), seed);
        stop_everywhere(&alternating, 1, &[1, 2], &format!("seed {seed}, some elided, alternating"));
        stop_everywhere(&AtOnce::<true>(graph), 1, &[2, 1], &format!("seed {seed}, lazy"));
    }
}

#[test]
fn a_state_of_another_game_is_refused() {
    let (one, other) = (Graph::random(1, 900), Graph::random(2, 901));
    let checkpoint_sink = Memory::every(1);
    solved(&one, 1, Some(&checkpoint_sink)).unwrap();
    for kept in checkpoint_sink.take() {
        let refused = solved(&other, 1, Some(&Memory::with(kept))).unwrap_err();
        assert!(matches!(refused, SolveError::Resume { .. }), "{refused}");
        assert!(refused.to_string().contains("the checkpoint has 900 slots, but the game has 901"), "{refused}");
    }
}

/// If a solve stops within a depth of ties, the list of unexpanded ties may contain ties with the bit `won` and ties
/// without it. All unexpanded ties must get the same code.
#[test]
fn ties_that_are_listed_are_set_apart_whoever_moves() {
    for threads in [1, 2] {
        let graph = layers(1, 12, 14_000, 0);
        let mut seen = Seen::default();
        let whole = solved(&graph, threads, None).unwrap();
        for every in [1, 7] {
            let checkpoint_sink = Memory::every(every);
            assert!(
                solved(&graph, threads, Some(&checkpoint_sink)).unwrap() == whole,
                "{threads} threads, every {every}"
            );
            let kept = checkpoint_sink.take();
            seen.add(&kept);
            let last = kept.iter().rev().find(|(state, _)| state.stage() == Stage::Tying).unwrap();
            assert!(solved(&graph, 3 - threads, Some(&Memory::with(last.clone()))).unwrap() == whole);
        }
        assert!(seen.within.contains("tying"), "{:?}", seen.within);
    }
}

/// Usually a checkpoint sink detects wrong codes by checksums. This sink has no checksums. Wrong codes must not cause a
/// panic even then.
#[test]
fn wrong_codes_are_refused_or_solved_but_no_panic() {
    let mut refused = 0;
    for seed in 0..40 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let graph = layers(seed, 5, 500, if seed % 2 == 0 { 0 } else { 290 });
        let checkpoint_sink = Memory::every(1);
        solved(&graph, 1, Some(&checkpoint_sink)).unwrap();
        let kept = checkpoint_sink.take();
        for (state, codes) in &kept {
            let mut wrong = codes.clone();
            for _ in 0..rng.u32(1..4) {
                let at = rng.usize(..wrong.len());
                wrong[at] ^= 1 << rng.u32(..8);
            }
            let result = solved(&graph, 1, Some(&Memory::with((state.clone(), wrong))));
            refused += usize::from(matches!(result, Err(SolveError::Resume { .. })));
            // The test also combines the state with the codes of another state. This must not cause a panic either.
            let (_, foreign) = rng.choice(&kept).unwrap();
            if foreign.len() == codes.len() {
                let _ = solved(&graph, 1, Some(&Memory::with((state.clone(), foreign.clone()))));
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn a_keeper_that_cannot_read_is_heard() {
    let graph = Graph::random(3, 100);
    let checkpoint_sink = Memory::every(1);
    let table = solved(&graph, 1, Some(&checkpoint_sink)).unwrap();
    let (state, codes) = checkpoint_sink.take().remove(0);
    for other in [&codes[1..], &[&*codes, &[1]].concat(), &[]] {
        let error = solved(&graph, 1, Some(&Memory::with((state.clone(), other.to_vec())))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot resume from the checkpoint: the checkpoint has the wrong number of codes"
        );
    }
    assert!(table.values().any(|(_, value)| value != Value::Draw));
}
