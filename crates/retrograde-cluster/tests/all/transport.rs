//! Tests of the guarantees on which the solver relies. There are three guarantees: batches arrive in order, no batch is
//! lost, and a barrier ends only after all batches that were sent before it have arrived.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use fastrand::Rng;
use retrograde::Transport;
use retrograde::kernel::Address;
use retrograde_cluster::Cluster;

use crate::on_each;

#[test]
fn all_processes_receive_all_votes() {
    for address in ["127.0.0.1:0", "[::1]:0"] {
        for processes in 1..=3 {
            on_each(processes, 1, address, |cluster| {
                let own = cluster.process() as u64;
                for round in 0..300 {
                    let votes = cluster.all_gather([own, round, u64::MAX, own << 40]).unwrap();
                    let wanted: Vec<_> =
                        (0..processes as u64).map(|process| [process, round, u64::MAX, process << 40]).collect();
                    assert_eq!(votes, wanted);
                }
                cluster.leave().unwrap();
            });
        }
    }
}

/// The batches that a process will send. The batches depend only on a shared seed. So all processes know which batches
/// to expect.
struct Plan {
    rng: Rng,
    from: usize,
    processes: usize,
    workers: usize,
}

impl Plan {
    fn new(seed: u64, from: usize, processes: usize, workers: usize) -> Self {
        Self { rng: Rng::with_seed(seed ^ (from as u64) << 32), from, processes, workers }
    }

    /// Returns the batches to send before the next barrier. A batch has a length from one byte to several slabs
    /// (receive buffers). Most batches are short.
    fn round(&mut self) -> Vec<(Address, Vec<u8>)> {
        (0..self.rng.usize(..20)).map(|_| self.batch()).collect()
    }

    fn batch(&mut self) -> (Address, Vec<u8>) {
        let other = (self.from + self.rng.usize(1..self.processes)) % self.processes;
        let to = Address { process: other, worker: self.rng.usize(..self.workers) };
        let most = *self.rng.choice(&[8, 100, 5000, 70_000, 70_000, 3_000_000]).unwrap();
        let byte = self.rng.u8(..);
        // The library timely reads a header of zeros as the end of a stream. So this test also sends batches that
        // consist of zeros.
        let mut batch = vec![if self.rng.bool() { 0 } else { byte }; self.rng.usize(1..most)];
        // The first byte of a batch is the number of the process that sends it. So two processes never send equal
        // batches.
        batch[0] = self.from as u8;
        (to, batch)
    }
}

fn exchange(cluster: &Cluster, seed: u64, workers: usize, rounds: usize) {
    let (own, processes) = (cluster.process(), cluster.members().len());
    let plan = |from| {
        let mut plan = Plan::new(seed, from, processes, workers);
        (0..rounds).map(|_| plan.round()).collect::<Vec<_>>()
    };
    // The expected batches, indexed by worker and then by sender. Batches of one sender arrive in order. Batches of
    // different senders arrive in any order. Some batches arrive one round early.
    let mut expected = vec![vec![VecDeque::new(); processes]; workers];
    for from in (0..processes).filter(|&from| from != own) {
        for (round, batches) in plan(from).into_iter().enumerate() {
            for (to, batch) in batches.into_iter().filter(|(to, _)| to.process == own) {
                expected[to.worker][from].push_back((round, batch));
            }
        }
    }
    for (round, batches) in plan(own).into_iter().enumerate() {
        for (to, batch) in batches {
            cluster.send(to, batch, 1);
        }
        cluster.all_gather([round as u64; 4]).unwrap();
        for (worker, expected) in expected.iter_mut().enumerate() {
            for received in cluster.collect(worker) {
                let batch = (*received).as_ref();
                let next =
                    |batches: &&mut VecDeque<(usize, Vec<u8>)>| batches.front().is_some_and(|(_, next)| next == batch);
                let sender = expected.iter_mut().find(next);
                sender
                    .unwrap_or_else(|| {
                        panic!("round {round}: {} bytes that are not the next batch of any process", batch.len())
                    })
                    .pop_front();
            }
            let missing = expected.iter().filter_map(VecDeque::front).any(|(due, _)| *due <= round);
            assert!(!missing, "round {round}, worker {worker}: batches sent before the barrier have arrived after it");
        }
    }
    cluster.all_gather([0; 4]).unwrap();
    assert!((0..workers).all(|worker| cluster.collect(worker).is_empty()));
}

#[test]
fn random_batches_arrive_whole_and_in_order() {
    for (processes, workers) in [(2, 1), (2, 3), (3, 2)] {
        let seed = fastrand::u64(..);
        println!("{processes} processes of {workers} workers, seed {seed}");
        on_each(processes, workers, "127.0.0.1:0", |cluster| {
            exchange(&cluster, seed, workers, 40);
            cluster.leave().unwrap();
        });
    }
}

#[test]
fn questions_are_answered_beside_the_work() {
    on_each(3, 1, "127.0.0.1:0", |cluster| {
        let own = cluster.process() as u8;
        thread::scope(|scope| {
            let askers: Vec<_> = (0..4_u8)
                .map(|asker| {
                    let cluster = &cluster;
                    scope.spawn(move || {
                        for other in (0..3).cycle().take(200) {
                            let answer = cluster.ask(other, vec![own, asker]).unwrap();
                            assert_eq!(answer, [other as u8, own, asker]);
                        }
                        assert_eq!(cluster.ask(usize::from(own == 0), Vec::new()).unwrap(), [u8::from(own == 0)]);
                    })
                })
                .collect();
            // The first questions arrive before any process answers questions.
            thread::sleep(std::time::Duration::from_millis(30 * u64::from(own)));
            cluster.answer_with(Arc::new(move |question: &[u8]| [&[own][..], question].concat()));
            for round in 0..100 {
                cluster.all_gather([round; 4]).unwrap();
            }
            for asker in askers {
                asker.join().unwrap();
            }
        });
        assert!(cluster.ask(3, Vec::new()).unwrap_err().to_string().contains("no process 3"));
        cluster.leave().unwrap();
    });
}

/// Tests that batches stay valid until they are dropped. A batch shares memory with the receive buffer (slab) in which
/// it arrived. So the slab must not be reused before the batch is dropped.
#[test]
fn batches_may_be_kept() {
    on_each(2, 1, "127.0.0.1:0", |cluster| {
        let to = Address { process: 1 - cluster.process(), worker: 0 };
        let mut kept = Vec::new();
        for round in 0..200_u8 {
            cluster.send(to, vec![round; 50_000], 1);
            cluster.all_gather([0; 4]).unwrap();
            kept.extend(cluster.collect(0));
        }
        assert_eq!(kept.len(), 200);
        for (round, received) in kept.iter().enumerate() {
            assert!((**received).as_ref().iter().all(|&byte| usize::from(byte) == round), "round {round}");
        }
        assert_eq!((cluster.traffic().bytes, cluster.traffic().parcels), (200 * 50_000, 200));
        cluster.leave().unwrap();
    });
}
