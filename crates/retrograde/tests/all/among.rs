//! Tests that the values of a game are the same if several processes solve it together. In these tests the processes
//! are threads.

use std::ops::Range;

use retrograde::kernel::{CheckpointSink, Distributed, Member, solve, solve_distributed};
use retrograde::{Linked, Numbered, Options, Reversible, Slot, SolveError, Values};
use retrograde_testing::graph::Graph;
use retrograde_testing::processes::{World, members, run_processes};

use crate::at_once::AtOnce;
use crate::checkpoint::{Memory, layers};
use crate::elided::Partly;

/// Checks the values of a process, from its own share and from the shares of the other processes. They must be the same
/// as after a solve in one process.
pub(crate) fn assert_same_values(whole: &impl Values, distributed: &Distributed, named: &str) {
    let identity = |values: &dyn Values| (values.slots(), values.identity().unwrap(), values.histogram().unwrap());
    assert_eq!(identity(distributed), identity(whole), "{named}");
    let mut slots: Vec<_> = (0..200).map(|step| Slot(step * 997 * 251 % (whole.slots() + 99))).collect();
    slots.extend([0, whole.slots().saturating_sub(1), whole.slots(), u64::MAX].map(Slot));
    let mut gathered = Vec::new();
    distributed.gather(&slots, &mut gathered).unwrap();
    for (slot, cell) in slots.into_iter().zip(gathered) {
        assert_eq!((cell, distributed.cell(slot).unwrap()), (whole.cell(slot).unwrap(), cell), "{named}, {slot}");
    }
}

fn assert_same(game: &(impl Reversible + Sync), members: &[Member], named: &str) -> u64 {
    let whole = solve(game, &Options::DEFAULT).unwrap();
    let world = World::new(members, None);
    let distributed = run_processes(&world, |transport| {
        let distributed = solve_distributed(game, transport, &Options::DEFAULT)?;
        assert_same_values(&whole, &distributed, named);
        Ok(())
    });
    distributed.into_iter().for_each(Result::unwrap);
    world.messages()
}

#[test]
fn random_graphs_have_the_same_values_however_many_solve_them() {
    assert_same_for_seeds(0..40);
}

#[test]
#[ignore = "slow: more and larger random graphs"]
fn more_random_graphs_have_the_same_values_however_many_solve_them() {
    assert_same_for_seeds(40..200);
}

fn assert_same_for_seeds(seeds: Range<u64>) {
    for seed in seeds {
        let graph = Graph::random(seed, 3_000 + 60 * seed as u32);
        let (processes, workers) = (1 + seed as usize % 3, 1 + seed as usize / 3 % 2);
        let messages = assert_same(&graph, &members(processes, workers), &format!("seed {seed}"));
        assert!(processes == 1 || messages > graph.slots() / 8, "seed {seed}: {messages} messages");
    }
}

#[test]
fn large_and_deep_games_and_wins_at_once_have_the_same_values() {
    for (processes, workers) in [(2, 1), (3, 2)] {
        let named = format!("{processes} processes of {workers}");
        assert_same(&Graph::random(5, 150_000), &members(processes, workers), &named);
        assert_same(&AtOnce::<true>(Graph::random(7, 50_000)), &members(processes, workers), &named);
        assert_same(&AtOnce::<false>(Graph::random(8, 50_000)), &members(processes, workers), &named);
        assert_same(&Partly::<true>::new(Graph::random(9, 50_000), 9), &members(processes, workers), &named);
        // This game has more depths than one byte has codes.
        assert_same(&Graph::chain(3_000), &members(processes, workers), &named);
    }
}

/// Every process knows all members. So every process returns the same error, and no process waits.
#[test]
fn more_workers_than_a_board_is_dealt_to_are_refused() {
    let refused = |all: &[Member]| {
        let graph = Graph::random(3, 1_000);
        let world = World::new(all, None);
        run_processes(&world, |transport| solve_distributed(&graph, transport, &Options::DEFAULT).map(drop))
    };
    let most = retrograde::kernel::MOST_WORKERS as usize;
    for end in refused(&members(2, most / 2 + 1)) {
        let identity = end.unwrap_err().to_string();
        assert!(identity.contains(&format!("{} workers are more than the maximum of {most}", most + 2)), "{identity}");
    }
}

#[test]
fn shares_differ_and_processes_outnumber_segments() {
    let unequal =
        [Member { workers: 1, weight: 5 }, Member { workers: 3, weight: 2 }, Member { workers: 2, weight: 9 }];
    assert_same(&Graph::random(11, 100_000), &unequal, "unequal");
    assert_same(&Graph::random(12, 1_500), &members(5, 2), "two segments for ten workers");
    for nodes in 1..12 {
        assert_same(&Graph::random(u64::from(nodes), nodes), &members(3, 2), &format!("{nodes} slots for six workers"));
    }
}

#[test]
fn a_game_whose_moves_are_stored_is_solved_by_each_with_all_moves() {
    let graph = Graph::random(3, 20_000);
    let whole = Linked::new(&graph, &Options::DEFAULT).unwrap().solve(&Options::DEFAULT).unwrap();
    let distributed = run_processes(&World::new(&members(2, 1), None), |transport| {
        let distributed = Linked::new(&graph, &Options::DEFAULT)?.solve_distributed(transport, &Options::DEFAULT)?;
        assert_same_values(&whole, &distributed, "stored moves");
        Ok(())
    });
    assert!(distributed.into_iter().all(|distributed| distributed.is_ok()));
}

#[test]
fn a_process_that_is_lost_is_an_error_for_all_whenever_it_happens() {
    let graph = Graph::random(3, 30_000);
    for meetings in 0..12 {
        for lost in run_processes(&World::new(&members(3, 2), Some(meetings)), |transport| {
            solve_distributed(&graph, transport, &Options::DEFAULT).map(drop)
        }) {
            let error = lost.unwrap_err();
            assert_eq!(error.to_string(), "a process was killed", "after {meetings} meetings");
        }
    }
}

#[test]
fn what_does_not_fit_a_share_is_refused() {
    let graph = Graph::random(3, 300_000);
    let options = Options { memory: 100_000, ..Options::DEFAULT };
    for refused in run_processes(&World::new(&members(2, 1), None), |transport| {
        solve_distributed(&graph, transport, &options).map(drop)
    }) {
        assert!(matches!(refused, Err(SolveError::TooLarge { slots: 300_000, limit: 100_000, .. })), "{refused:?}");
    }
}

/// Solves a game with several processes that share one checkpoint sink, and checks the values.
fn kept_among(graph: &Graph, whole: &impl Values, members: &[Member], checkpoint_sink: &Memory, named: &str) {
    let solved = run_processes(&World::new(members, None), |transport| {
        let checkpoint_sink = Some(checkpoint_sink as &dyn CheckpointSink);
        let distributed = solve_distributed(graph, transport, &Options { checkpoint_sink, ..Options::DEFAULT })?;
        assert_same_values(whole, &distributed, named);
        Ok(())
    });
    for solved in solved {
        solved.unwrap_or_else(|error| panic!("{named}: {error}"));
    }
}

#[test]
fn any_number_of_processes_goes_on_from_a_checkpoint_of_any_others() {
    // These games cover checkpoints within depths, checkpoints during seeding, wide codes, and fewer segments than
    // workers.
    let games = [layers(3, 9, 4_000, 300), Graph::random(5, 40_000), Graph::random(6, 1_500), Graph::chain(2_000)];
    for (number, graph) in games.iter().enumerate() {
        let whole = solve(graph, &Options::DEFAULT).unwrap();
        let unequal = vec![Member { workers: 2, weight: 5 }, Member { workers: 1, weight: 1 }];
        for (made_by, members) in [("two", members(2, 1)), ("unequal", unequal), ("one", Vec::new())] {
            let checkpoint_sink = Memory::every(1 + u64::from(number == 3) * 20);
            let named = format!("game {number}, made by {made_by}");
            if members.is_empty() {
                assert!(
                    solve(graph, &Options { checkpoint_sink: Some(&checkpoint_sink), ..Options::DEFAULT }).unwrap()
                        == whole
                );
            } else {
                kept_among(graph, &whole, &members, &checkpoint_sink, &named);
            }
            let kept = checkpoint_sink.take();
            assert!(!kept.is_empty(), "{named}");
            for (place, kept) in kept.iter().enumerate().step_by(1 + kept.len() / 10) {
                let named = format!("{named}, checkpoint {place} of {}: {:?}", kept.1.len(), kept.0);
                let again = self::members(1 + place % 3, 1 + place / 3 % 2);
                kept_among(graph, &whole, &again, &Memory::with(kept.clone()), &named);
                let alone = Memory::with(kept.clone());
                assert!(
                    solve(graph, &Options { checkpoint_sink: Some(&alone), ..Options::DEFAULT }).unwrap() == whole,
                    "{named}"
                );
            }
        }
    }
}

#[test]
fn who_keeps_nothing_among_those_who_keep_is_told() {
    let graph = Graph::random(3, 30_000);
    let checkpoint_sink = Memory::every(3);
    for refused in run_processes(&World::new(&members(2, 1), None), |transport| {
        let checkpoint_sink = (transport.process() == 0).then_some(&checkpoint_sink as &dyn CheckpointSink);
        solve_distributed(&graph, transport, &Options { checkpoint_sink, ..Options::DEFAULT }).map(drop)
    }) {
        assert!(refused.unwrap_err().to_string().starts_with("some processes keep checkpoints, and others do not"));
    }
}
