//! Solves the cases of one input with several threads, and returns the answers in the order of the cases.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use crate::rules::memory;

/// The maximum number of cases per thread that are read but not answered yet. With this number, the other threads have
/// enough cases while the calling thread is busy. The memory never contains the whole input.
const AHEAD: usize = 4;

/// Reads, solves and answers cases in order, with `threads` threads (0 means one thread per core). The calling thread
/// is one of these threads.
///
/// The function `read` receives another function as its argument, and passes each case to this function. If the
/// received function returns an error, `read` must return this error immediately. The function `solver` makes the
/// solver of one thread, which has its own data. The function `write` is called on the calling thread, in the order of
/// the cases. If the input has only one case, no thread is started. If `threads` is 1, each case is answered before the
/// next case is read. If `threads` is greater, up to four cases per thread are read before earlier cases are answered.
/// [`in_order_once`] starts more threads only when they save time.
///
/// ```
/// use retrograde::author::in_order;
///
/// let mut squares = Vec::new();
/// let read = |solve: &mut dyn FnMut(u32) -> Result<(), String>| (1..=4).try_for_each(solve);
/// in_order(2, read, || |case| case * case, |answer| Ok(squares.push(answer)))?;
/// assert_eq!(squares, [1, 4, 9, 16]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Returns the first error in the order of the cases. The error comes from `write`, or from `read` after all earlier
/// cases are answered.
///
/// # Panics
/// If a solver panics, this function panics with the same message after all earlier cases are answered.
pub fn in_order<C, A, E, S>(
    threads: usize,
    read: impl FnOnce(&mut dyn FnMut(C) -> Result<(), E>) -> Result<(), E>,
    solver: impl Fn() -> S + Sync,
    write: impl FnMut(A) -> Result<(), E>,
) -> Result<(), E>
where
    C: Send,
    A: Send,
    S: FnMut(C) -> A,
{
    in_order_once(|_| true, threads, read, solver, write)
}

/// Like [`in_order`], but for inputs with cases that may be too small for several threads. Before each case is solved,
/// `pays` returns whether more threads would save time for this case. Until `pays` returns true for a case, the calling
/// thread answers each case before it reads the next one.
///
/// # Errors
/// See [`in_order`].
///
/// # Panics
/// See [`in_order`].
pub fn in_order_once<C, A, E, S>(
    mut pays: impl FnMut(&C) -> bool,
    threads: usize,
    read: impl FnOnce(&mut dyn FnMut(C) -> Result<(), E>) -> Result<(), E>,
    solver: impl Fn() -> S + Sync,
    mut write: impl FnMut(A) -> Result<(), E>,
) -> Result<(), E>
where
    C: Send,
    A: Send,
    S: FnMut(C) -> A,
{
    if threads == 1 {
        let mut solve = solver();
        return read(&mut |case| write(solve(case)));
    }
    let queue = Queue::default();
    thread::scope(|scope| {
        let _closing = Closing(&queue);
        let mut worker = ContestWorker { queue: &queue, solver: &solver, solve: None, write, pending: VecDeque::new() };
        // The maximum number of cases that are not answered when the next case is read. This number is 0 until `pays`
        // returns true. From then on it is 1, until the next case starts the other threads.
        let mut most = 0;
        let outcome = read(&mut |case| {
            if most == 0 && pays(&case) {
                most = 1;
            }
            worker.accept(case);
            if worker.pending.len() > 1 && most == 1 {
                most = AHEAD * start(scope, threads, &queue, &solver);
            }
            worker.answer(most)
        });
        // If an earlier case has an error, that error has precedence over a later error of the input.
        worker.answer(0).and(outcome)
    })
}

/// Starts the other threads. Returns the total number of threads.
fn start<'scope, C: Send, A: Send, S: FnMut(C) -> A>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    queue: &'scope Queue<Job<C, A>>,
    solver: &'scope (impl Fn() -> S + Sync),
) -> usize {
    let threads = if threads == 0 { thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let threads = memory::threads(threads, 0);
    for started in 1..threads {
        let work = || {
            let mut solve = solver();
            while let Some(job) = queue.wait() {
                job.run(&mut solve);
            }
        };
        // If the system cannot start more threads, the running threads do the work.
        if thread::Builder::new().spawn_scoped(scope, work).is_err() {
            return started;
        }
    }
    threads
}

/// A case for a solver, and the channel for its answer.
struct Job<C, A> {
    case: C,
    answer: Sender<thread::Result<A>>,
}

impl<C, A> Job<C, A> {
    fn run(self, solve: &mut impl FnMut(C) -> A) {
        // A solver that panicked may have left its data inconsistent. Inconsistent data do no harm, because no answer
        // to a later case is written.
        let answer = panic::catch_unwind(AssertUnwindSafe(|| solve(self.case)));
        // The receiver no longer exists if writing an earlier answer failed.
        let _ = self.answer.send(answer);
    }
}

/// The work of the calling thread. The calling thread accepts cases and writes answers. While it waits for an answer,
/// it solves cases.
struct ContestWorker<'q, C, A, S, M, W> {
    queue: &'q Queue<Job<C, A>>,
    solver: &'q M,
    /// The solver of the calling thread, made when it is first needed.
    solve: Option<S>,
    write: W,
    /// The receivers of the answers that are not written yet, in the order of the cases.
    pending: VecDeque<Receiver<thread::Result<A>>>,
}

impl<C, A, E, S, M, W> ContestWorker<'_, C, A, S, M, W>
where
    S: FnMut(C) -> A,
    M: Fn() -> S,
    W: FnMut(A) -> Result<(), E>,
{
    fn accept(&mut self, case: C) {
        let (answer, receiver) = mpsc::channel();
        self.pending.push_back(receiver);
        self.queue.push(Job { case, answer });
    }

    /// Writes answers until at most `most` answers are pending. After an error, no answer is pending.
    fn answer(&mut self, most: usize) -> Result<(), E> {
        while self.pending.len() > most
            && let Some(first) = self.pending.pop_front()
        {
            let answer = self.wait(&first).unwrap_or_else(|payload| panic::resume_unwind(payload));
            (self.write)(answer).inspect_err(|_| self.pending.clear())?;
        }
        Ok(())
    }

    /// Waits for the answer to the first pending case, and meanwhile solves cases from the queue.
    fn wait(&mut self, first: &Receiver<thread::Result<A>>) -> thread::Result<A> {
        loop {
            if let Ok(answer) = first.try_recv() {
                return answer;
            }
            match self.queue.take() {
                Some(job) => job.run(self.solve.get_or_insert_with(self.solver)),
                None => {
                    return first
                        .recv()
                        .expect("the case is not in the queue, and the thread that solves it sends the answer");
                }
            }
        }
    }
}

/// The queue of cases that no thread has begun to solve.
struct Queue<T> {
    state: Mutex<QueueState<T>>,
    changed: Condvar,
}

struct QueueState<T> {
    jobs: VecDeque<T>,
    /// Whether the queue is closed, so that the threads end.
    is_closed: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { state: Mutex::new(QueueState { jobs: VecDeque::new(), is_closed: false }), changed: Condvar::new() }
    }
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        // While the lock is held, no function of a caller runs. So the state is valid even if the lock is poisoned.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: T) {
        self.lock().jobs.push_back(job);
        self.changed.notify_one();
    }

    fn take(&self) -> Option<T> {
        self.lock().jobs.pop_front()
    }

    /// Waits for the next job. Returns `None` when the queue is closed.
    fn wait(&self) -> Option<T> {
        let mut state = self
            .changed
            .wait_while(self.lock(), |state| state.jobs.is_empty() && !state.is_closed)
            .unwrap_or_else(PoisonError::into_inner);
        if state.is_closed { None } else { state.jobs.pop_front() }
    }
}

/// A guard that closes the queue when the guard is dropped, even after a panic. If the queue stayed open, the other
/// threads would wait for ever.
struct Closing<'q, T>(&'q Queue<T>);

impl<T> Drop for Closing<'_, T> {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    type Submit<'s> = &'s mut dyn FnMut(u64) -> Result<(), String>;

    /// Solves the cases 0, 1, ... `count` - 1. Solves some of the cases slowly. Returns the written answers and the
    /// result.
    fn run(threads: usize, count: u64, end: Result<(), &str>, refused: Option<u64>) -> (Vec<u64>, Result<(), String>) {
        let mut written = Vec::new();
        let read = |submit: Submit<'_>| {
            (0..count).try_for_each(submit)?;
            end.map_err(str::to_owned)
        };
        let solver = || {
            |case: u64| {
                if case.is_multiple_of(7) {
                    thread::sleep(Duration::from_micros(300));
                }
                case * case
            }
        };
        let outcome = in_order(threads, read, solver, |answer| {
            if refused.is_some_and(|case| case * case == answer) {
                return Err(format!("refused {answer}"));
            }
            written.push(answer);
            Ok(())
        });
        (written, outcome)
    }

    fn squares(count: u64) -> Vec<u64> {
        (0..count).map(|case| case * case).collect()
    }

    #[test]
    fn answers_come_in_order() {
        for threads in [0, 1, 2, 3, 8] {
            for count in [0, 1, 2, 3, 50, 500] {
                assert_eq!(
                    run(threads, count, Ok(()), None),
                    (squares(count), Ok(())),
                    "{threads} threads, {count} cases"
                );
            }
        }
    }

    #[test]
    fn cases_before_bad_input_are_answered() {
        for threads in [1, 2, 3] {
            for count in [0, 1, 2, 30] {
                let expected = (squares(count), Err("bad".to_owned()));
                assert_eq!(run(threads, count, Err("bad"), None), expected, "{threads} threads, {count} cases");
            }
        }
    }

    #[test]
    fn the_first_refusal_ends_it() {
        for threads in [1, 2, 3] {
            for (count, refused) in [(1, 0), (2, 1), (30, 0), (30, 9), (30, 29), (31, 28)] {
                let expected = (squares(refused), Err(format!("refused {}", refused * refused)));
                assert_eq!(
                    run(threads, count, Err("bad"), Some(refused)),
                    expected,
                    "{threads} threads, {count} cases"
                );
            }
        }
    }

    #[test]
    fn few_cases_are_read_ahead() {
        for threads in [1, 2, 3] {
            let (read, written) = (Cell::new(0), Cell::new(0));
            let cases = |submit: Submit<'_>| {
                (0..1000).try_for_each(|case| {
                    read.set(read.get() + 1);
                    submit(case)
                })
            };
            let outcome = in_order(
                threads,
                cases,
                || |case: u64| case,
                |_| {
                    written.set(written.get() + 1);
                    let ahead = read.get() - written.get();
                    if ahead > AHEAD * threads { Err(format!("{ahead} cases ahead")) } else { Ok(()) }
                },
            );
            assert_eq!((outcome, written.get()), (Ok(()), 1000), "{threads} threads");
        }
    }

    #[test]
    fn no_thread_is_started_before_it_pays() {
        for (pays_from, solvers) in [(0, 4), (500, 4), (998, 4), (999, 1), (1000, 1)] {
            let made = AtomicUsize::new(0);
            let mut written = Vec::new();
            let read = |submit: Submit<'_>| (0..1000).try_for_each(submit);
            let solver = || {
                made.fetch_add(1, Ordering::Relaxed);
                |case: u64| case * case
            };
            let pays = |&case: &u64| case >= pays_from;
            let outcome = in_order_once(pays, 4, read, solver, |answer| {
                written.push(answer);
                Ok(())
            });
            assert_eq!((outcome, written), (Ok(()), squares(1000)), "from {pays_from}");
            // If the other threads did all the work, the calling thread has made no solver.
            let made = made.into_inner();
            assert!(made == solvers || made + 1 == solvers && pays_from == 0, "from {pays_from}: {made} solvers");
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        for threads in [1, 2, 3] {
            let mut written = Vec::new();
            let solver = || |case: u64| if case == 20 { panic::panic_any("case 20") } else { case };
            let read = |submit: Submit<'_>| (0..100).try_for_each(submit);
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
                in_order(threads, read, solver, |answer| {
                    written.push(answer);
                    Ok(())
                })
            }));
            assert_eq!(outcome.unwrap_err().downcast_ref(), Some(&"case 20"), "{threads} threads");
            assert_eq!(written, (0..20).collect::<Vec<_>>(), "{threads} threads");
        }
    }
}
