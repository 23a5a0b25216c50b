//! A host with one thread. The host runs all work immediately.

use std::collections::VecDeque;
use std::future::{pending, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::host::{ApiHost, Later, Panic, Queue, Turn, Weight};

/// A host with one thread. A request runs to its end before the next request starts, so no request waits for a turn.
/// The work of a job that a request has started runs before the next request (see [`AtOnce::finish`]).
#[derive(Default)]
pub struct AtOnce {
    tasks: Mutex<VecDeque<Later<()>>>,
    report: Option<fn(&[u8])>,
}

impl AtOnce {
    /// Creates a host that passes each report of a job to `report`, as JSON.
    pub fn reporting(report: fn(&[u8])) -> Self {
        Self { tasks: Mutex::default(), report: Some(report) }
    }

    /// Runs a request to its end, with all tasks for which it waits. Returns `None` if the request waits for ever. No
    /// request of the API waits for ever.
    pub fn run<T>(&self, request: impl Future<Output = T>) -> Option<T> {
        let mut request = pin!(request);
        loop {
            if let Poll::Ready(result) = request.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                return Some(result);
            }
            self.run_task()?;
        }
    }

    /// Runs the work of all jobs that requests have started.
    pub fn finish(&self) {
        while self.run_task().is_some() {}
    }

    /// Runs the oldest task to its end; returns `None` if there is no task.
    fn run_task(&self) -> Option<()> {
        let mut task = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).pop_front()?;
        // A task waits only for turns and for work. This host gives every turn at once, and does all work at once.
        let _ = task.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        Some(())
    }
}

impl ApiHost for AtOnce {
    fn turn(&self, queue: Queue) -> Later<Option<Turn>> {
        Box::pin(ready(self.free_turn(queue)))
    }

    fn free_turn(&self, _: Queue) -> Option<Turn> {
        Some(Turn::new(()))
    }

    fn work(&self, _: Weight, work: Box<dyn FnOnce() + Send>) -> Later<Result<(), Panic>> {
        Box::pin(ready(catch_unwind(AssertUnwindSafe(work)).map_err(Some)))
    }

    fn begin(&self, task: Later<()>) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push_back(task);
    }

    fn pause(&self, _: Duration) -> Later<()> {
        Box::pin(pending())
    }

    fn job_changed(&self, report: &dyn Fn() -> Vec<u8>) {
        self.report.into_iter().for_each(|pass| pass(&report()));
    }
}
