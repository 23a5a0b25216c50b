//! The host of the API. The host provides threads for the work of the API, and queues that limit the amount of work at
//! the same time.

use std::sync::Arc;
use std::time::Duration;

use retrograde_api::{ApiHost, Later, Panic, Queue, SMALL_SOLVES, Turn, Weight};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::background::Background;

/// The threads of the server, and a semaphore for each queue.
pub(crate) struct Threads {
    background: Background,
    queues: [Arc<Semaphore>; QUEUES.len()],
}

/// The queues, in the order of [`Threads::queues`].
const QUEUES: [Queue; 10] = [
    Queue::Light,
    Queue::Heavy,
    Queue::Bodies,
    Queue::Wholes,
    Queue::Counts,
    Queue::Listeners,
    Queue::SmallSolves,
    Queue::HeavySolves,
    Queue::LargeSolves,
    Queue::Proofs,
];

/// Returns the number of turns of a queue that may exist at the same time.
const fn most(queue: Queue, cores: usize) -> usize {
    match queue {
        Queue::Light => 4 * cores,
        Queue::Heavy => cores,
        Queue::Bodies => 8,
        Queue::Wholes => 2,
        Queue::Listeners => 64,
        Queue::SmallSolves => SMALL_SOLVES,
        Queue::Counts | Queue::HeavySolves | Queue::LargeSolves | Queue::Proofs => 1,
    }
}

impl Threads {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { background: Background::new(), queues: QUEUES.map(|queue| Arc::new(Semaphore::new(most(queue, cores)))) }
    }

    fn queue(&self, queue: Queue) -> Arc<Semaphore> {
        self.queues[queue as usize].clone()
    }
}

impl ApiHost for Threads {
    fn turn(&self, queue: Queue) -> Later<Option<Turn>> {
        let queue = self.queue(queue);
        Box::pin(async move { queue.acquire_owned().await.ok().map(Turn::new) })
    }

    fn free_turn(&self, queue: Queue) -> Option<Turn> {
        self.queue(queue).try_acquire_owned().ok().map(Turn::new)
    }

    fn work(&self, weight: Weight, work: Box<dyn FnOnce() + Send>) -> Later<Result<(), Panic>> {
        let working: JoinHandle<()> = match weight {
            Weight::Light => tokio::task::spawn_blocking(work),
            Weight::Heavy => self.background.spawn(work),
        };
        Box::pin(async { working.await.map_err(|error| error.try_into_panic().ok()) })
    }

    fn begin(&self, task: Later<()>) {
        tokio::spawn(task);
    }

    fn pause(&self, time: Duration) -> Later<()> {
        Box::pin(sleep(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_queue_has_its_place() {
        for (place, queue) in QUEUES.into_iter().enumerate() {
            assert_eq!(queue as usize, place, "{queue:?}");
        }
    }
}
