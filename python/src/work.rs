//! Work on a thread of its own.
//!
//! The calling thread releases the interpreter's lock, and wakes twenty times per second. When it wakes, it lets Python
//! handle signals, and reports progress. If a signal handler raises an exception, such as `KeyboardInterrupt`, the
//! calling thread sets the flag that cancels the work, waits a short time for the end of the work, and raises the
//! exception. Work that cannot be cancelled then runs to its end, and its result is dropped.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use retrograde::rules::message::Language;
use retrograde::{Progress, SolveError};
use retrograde_service::diagnosis::panic_text;
use retrograde_service::failure::{Failure, Instead};

use crate::failure::raised;

/// The time between two checks for signals.
const LOOK: Duration = Duration::from_millis(50);
/// The maximum time that the calling thread waits for the end of cancelled work before it raises an exception. After
/// this time, the memory of the work is usually free again.
const LINGER: Duration = Duration::from_millis(40);

/// A flag that cancels a solve. Any thread may call `cancel()`.
#[pyclass(frozen, module = "retrograde")]
#[derive(Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Cancels the work that has this flag, now or when it begins.
    fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether `cancel()` was called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    fn __repr__(&self) -> &'static str {
        if self.cancelled() { "<Cancel: cancelled>" } else { "<Cancel>" }
    }
}

/// The means by which the caller watches and stops work.
#[derive(Default)]
pub(crate) struct Watcher {
    pub(crate) flag: Arc<AtomicBool>,
    /// The newest progress report that the calling thread has not passed on.
    newest: Arc<Mutex<Option<Progress>>>,
    /// The Python function that receives progress reports.
    listener: Option<Py<PyAny>>,
}

/// The part of a watcher that the working thread has.
#[derive(Clone, Default)]
pub(crate) struct Watched {
    pub(crate) flag: Arc<AtomicBool>,
    newest: Arc<Mutex<Option<Progress>>>,
}

impl Watched {
    /// Stores a progress report for the calling thread.
    pub(crate) fn report(&self, progress: Progress) {
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }
}

impl Watcher {
    pub(crate) fn new(cancel: Option<&Cancel>, listener: Option<Py<PyAny>>) -> Self {
        let flag = cancel.map(|cancel| cancel.flag.clone()).unwrap_or_default();
        Self { flag, newest: Arc::default(), listener }
    }

    /// Passes the newest progress report to the Python function.
    fn pass(&self, py: Python<'_>) -> PyResult<()> {
        let Some(listener) = &self.listener else { return Ok(()) };
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner).take();
        newest.map_or(Ok(()), |progress| {
            let Progress { stage, done, total, depth, .. } = progress;
            listener.call1(py, (stage.word(), done, total, depth)).map(drop)
        })
    }

    /// Runs work on a thread of its own, and returns its result.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        language: Language,
        work: impl FnOnce(&Watched) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let (sender, receiver) = channel();
        let watched = Watched { flag: self.flag.clone(), newest: self.newest.clone() };
        let guarded = move || {
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(&watched)));
            let result = result.unwrap_or_else(|payload| Err(Failure::panicked(panic_text(&*payload))));
            // After an exception, the result is dropped.
            let _ = sender.send(result);
        };
        let started = thread::Builder::new().name("retrograde".to_owned()).spawn(guarded);
        started.map_err(|error| {
            let error = SolveError::NoThreads { threads: 1, reason: error.to_string() };
            raised(py, &Failure::solve(&error, Instead::Nothing), language)
        })?;
        self.wait(py, receiver)?.map_err(|failure| raised(py, &failure, language))
    }

    fn wait<T: Send>(&self, py: Python<'_>, receiver: Receiver<Result<T, Failure>>) -> PyResult<Result<T, Failure>> {
        // `detach` requires that other threads may have what it uses.
        let receiver = Mutex::new(receiver);
        let receive = |most| py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(most));
        loop {
            match receive(LOOK) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => return Ok(Err(Failure::panicked("the work has no result"))),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(stop) = py.check_signals().and_then(|()| self.pass(py)) {
                self.flag.store(true, Ordering::Relaxed);
                let _ = receive(LINGER);
                return Err(stop);
            }
        }
    }
}
