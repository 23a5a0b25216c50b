//! Compares the memory that plans and errors state with the allocator's counts. This file has only one test, because
//! allocations of other threads would change the counts.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::fmt::Write;

use peak_alloc::PeakAlloc;
use retrograde::ask::{BYTES_A_CLAIM, Index};
use retrograde::author::{AnyPosition, Domain, Entry};
use retrograde::{Options, SolveError, Trace};
use retrograde_games::race::Race;
use retrograde_service::ask::StateMap;
use retrograde_service::certificate::MAX_CLAIMS;
use retrograde_service::trace::Follow;
use retrograde_service::{Registry, Session};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The number of bytes that an estimate may omit, for threads, names, and a few small lists.
const SLACK: u64 = 64 << 10;

/// The maximum memory of messages between threads. This memory has a limit but no exact estimate, and it does not
/// depend on the game.
const MAIL: u64 = 2 << 20;

fn now() -> u64 {
    MEMORY.current_usage() as u64
}

/// Returns the peak memory in bytes above `before` during a solve of the position, and the error of the solve.
fn solved(position: &dyn AnyPosition, domain: Domain, options: &Options<'_>, before: u64) -> (u64, Option<SolveError>) {
    MEMORY.reset_peak_usage();
    let solution = Session::solve(position, domain, options);
    (MEMORY.peak_usage() as u64 - before, solution.err())
}

fn race(entry: Entry<Race>) -> Box<dyn AnyPosition> {
    let token = format!("race:A19/{}19B_a", "20/".repeat(18));
    Registry::empty().with(entry).open(&token).unwrap()
}

/// Returns a graph as if read from a file. The graph is a ring with chords and some finished positions.
fn graph(nodes: u32) -> Box<dyn AnyPosition> {
    let mut list = String::new();
    for node in 0..nodes {
        match node % 9 {
            0 => writeln!(list, "n{node} a b").unwrap(),
            _ => writeln!(list, "n{node} b - n{} n{} n{}", (node + 1) % nodes, node / 5, node / 3).unwrap(),
        }
    }
    let registry = Registry::from_iter(retrograde_games::builtin());
    let game = registry.game("graph").unwrap();
    game.read_file("g.txt", &mut list.as_bytes(), u64::MAX).unwrap().unwrap()
}

/// Asserts that a solve needs at most the planned memory and at least half of it. If the limit is too low, the error
/// must state enough memory.
fn assert_as_planned(what: &str, domain: Domain, before: u64, position: &dyn AnyPosition) {
    for threads in [1, 2] {
        let planned = position.plan(domain, threads).bytes.unwrap();
        let (peak, error) = solved(position, domain, &Options { threads, ..Options::default() }, before);
        println!("{what}, {threads} threads: {planned} planned, {peak} taken");
        assert_eq!(error, None, "{what}");
        assert!(
            peak <= planned + SLACK && planned <= 2 * peak + MAIL,
            "{what}, {threads} threads: {planned} planned, {peak} taken"
        );
        let limit = planned / 8;
        let options = Options { threads, memory: limit, ..Options::default() };
        let (taken, error) = solved(position, domain, &options, before);
        let is_enough = |needed: u64| peak <= needed + SLACK;
        assert!(matches!(error, Some(SolveError::TooLarge { needed, .. }) if is_enough(needed)), "{what}: {error:?}");
        println!("{what}, refused after {taken}");
    }
}

/// Returns the token of a graph. At every ninth node the game is over. The successors of every other node are the next
/// node, a node anywhere in the graph, and the node with a third of its number.
fn token(nodes: u64) -> String {
    let mut token = "graph:".to_owned();
    for node in 0..nodes {
        match node % 9 {
            0 => write!(token, "{node}.a.b/").unwrap(),
            _ => write!(token, "{node}.b.o.{}.{}.{}/", (node + 1) % nodes, node * node % nodes, node / 3).unwrap(),
        }
    }
    token.pop();
    token + "_1"
}

/// Asserts that a session and its logs use exactly the memory that they report. Also asserts that the creation of a log
/// or a certificate needs at most the stated maximum.
fn assert_as_counted(what: &str, registry: &Registry, pos: &str) {
    let before = now();
    let position = registry.open(pos).unwrap();
    let session = Session::solve(&*position, Domain::All, &Options { threads: 2, ..Options::default() }).unwrap();
    let slot = session.slot(&*position).unwrap();
    drop(position);
    let (taken, counted) = (now() - before, session.bytes());
    println!("{what}: {counted} counted, {taken} taken");
    assert!(taken <= counted + SLACK && counted <= taken + SLACK, "{what}: {counted} counted, {taken} taken");

    let peak = |make: &mut dyn FnMut()| {
        let before = now();
        MEMORY.reset_peak_usage();
        make();
        MEMORY.peak_usage() as u64 - before
    };
    let (slots, depths) = (session.slots(), session.depths().unwrap());
    for (follow, most) in
        [(Follow::All, Index::most_bytes(slots, depths)), (Follow::Answer, Trace::most_bytes(slots, depths))]
    {
        let (before, logs) = (now(), session.log_bytes());
        let mut log = None;
        let taken = peak(&mut || log = Some(session.log(slot, follow, usize::MAX).unwrap()));
        let (log, kept, counted) = (log.unwrap(), now() - before, session.log_bytes() - logs);
        println!("{what}, log of {}: {counted} counted, {kept} kept, {taken} taken of {most}", follow.word());
        assert!(kept <= counted + SLACK && counted <= kept && taken <= most + SLACK, "{what}");
        let most = log.state_map_bytes(slots);
        let taken = peak(&mut || assert!(StateMap::of(&session, &log).unwrap().len() > 32));
        println!("{what}, sea of {}: {taken} taken of {most}", follow.word());
        assert!(taken <= most + SLACK, "{what}: {taken} of {most} taken by the sea");
    }
    let mut claims = 0;
    let taken = peak(&mut || claims = session.certificate(slot).unwrap().claims.len() as u64);
    // The function prints the token once to find its length.
    let most = (MAX_CLAIMS as u64).min(6 * slots) * BYTES_A_CLAIM + 4 * pos.len() as u64;
    println!("{what}, certificate of {claims} claims: {taken} taken of {most}");
    assert!(taken <= most, "{what}: {taken} of {most} taken by {claims} claims");
}

#[test]
fn memory_is_taken_as_it_was_told() {
    let before = now();
    assert_as_planned("un-moves", Domain::All, before, &*race(Entry::reversible()));
    assert_as_planned("numbering", Domain::All, before, &*race(Entry::numbered()));
    let before = now();
    assert_as_planned("graph", Domain::All, before, &*graph(200_000));

    // Issue 27: the server uses the byte counts that these functions return.
    let registry = Registry::from_iter(retrograde_games::builtin());
    assert_as_counted("graph", &registry, &token(40_000));
    for (what, pos) in [
        ("un-moves", "pawn:3O2/6/2H3/6/O5/3X2_r"),
        ("rules", "tictactoe:3/3/3_x"),
        ("long", &*(format!("race:A19/{}19B_a", "20/".repeat(18)))),
    ] {
        assert_as_counted(what, &registry, pos);
    }

    // The smallest possible memory limit is that of one byte per slot. An error states this number, and the solve needs
    // no more.
    let position = race(Entry::reversible());
    for threads in 1..=4 {
        let before = now();
        let with = |memory| solved(&*position, Domain::All, &Options { threads, memory, ..Options::default() }, before);
        let Some(SolveError::TooLarge { needed, .. }) = with(1).1 else {
            panic!("{threads} threads: one byte admitted")
        };
        for less in [needed / 2, needed - needed / 10, needed - 1] {
            assert!(with(less).1.is_some(), "{threads} threads: {needed} needed, and {less} admitted");
        }
        let (peak, error) = with(needed);
        println!("one byte a slot, {threads} threads: {needed} needed, {peak} taken, {error:?}");
        assert!(error.is_none(), "{threads} threads: {needed} needed, but {error:?}");
        assert!(peak <= needed + SLACK && needed <= 2 * peak, "{threads} threads: {needed} needed, {peak} taken");
    }

    // The memory that exploring needs is unknown beforehand, but it never exceeds the limit.
    let position = race(Entry::rules());
    let before = now();
    let mut limit = 1 << 20;
    loop {
        let (peak, error) =
            solved(&*position, Domain::All, &Options { threads: 1, memory: limit, ..Options::default() }, before);
        println!("rules: {limit} allowed, {peak} taken, {error:?}");
        assert!(peak <= limit + SLACK, "{limit} allowed, {peak} taken");
        if error.is_none() {
            return assert!(limit <= 2 * peak, "{limit} needed, {peak} taken");
        }
        limit += limit / 2;
    }
}
