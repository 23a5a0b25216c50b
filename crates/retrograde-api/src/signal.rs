//! A value that tasks can watch, and a function that waits for the first of two results.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// A value that tasks can watch. A task can wait until the value changes.
pub(crate) struct Watched<T> {
    state: Mutex<State<T>>,
}

struct State<T> {
    value: T,
    /// The number of changes so far.
    changes: u64,
    waiting: Vec<Waker>,
}

impl<T> Watched<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { state: Mutex::new(State { value, changes: 1, waiting: Vec::new() }) }
    }

    /// Replaces the value and wakes the tasks that wait for a change.
    pub(crate) fn set(&self, value: T) {
        let mut state = self.state();
        state.value = value;
        state.changes += 1;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Reads the value.
    pub(crate) fn read<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.state().value)
    }

    /// Waits until the number of changes is greater than `seen`, and then updates `seen`. If several changes happen
    /// between two calls, the second call returns only once. If `seen` is 0, the first call returns immediately.
    pub(crate) async fn changed(&self, seen: &mut u64) {
        poll_fn(|context| {
            let mut state = self.state();
            if state.changes > *seen {
                *seen = state.changes;
                return Poll::Ready(());
            }
            if !state.waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                state.waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Reading a value does not change it, so the value is valid even if a reader has panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result that came first.
pub(crate) enum First<A, B> {
    Left(A),
    Right(B),
}

/// Waits for the first of two results. If both results are ready, returns the left result.
pub(crate) async fn first<A, B>(left: impl Future<Output = A>, right: impl Future<Output = B>) -> First<A, B> {
    let (mut left, mut right) = (pin!(left), pin!(right));
    poll_fn(|context| {
        if let Poll::Ready(result) = left.as_mut().poll(context) {
            return Poll::Ready(First::Left(result));
        }
        right.as_mut().poll(context).map(First::Right)
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Wake};

    use super::*;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn each_change_wakes_who_waits_once() {
        let (count, watched, mut seen) = (Arc::new(Count::default()), Watched::new('a'), 0);
        let waker = count.clone().into();
        let mut context = Context::from_waker(&waker);
        assert!(pin!(watched.changed(&mut seen)).poll(&mut context).is_ready(), "the first value is new");
        for letter in ['b', 'c'] {
            let before = count.0.load(Ordering::Relaxed);
            let mut changed = pin!(watched.changed(&mut seen));
            assert!(
                changed.as_mut().poll(&mut context).is_pending() && changed.as_mut().poll(&mut context).is_pending()
            );
            watched.set(letter);
            assert!(changed.as_mut().poll(&mut context).is_ready());
            assert_eq!((count.0.load(Ordering::Relaxed) - before, watched.read(|letter| *letter)), (1, letter));
        }
    }

    #[test]
    fn the_first_result_counts() {
        let mut context = Context::from_waker(Waker::noop());
        let mut left = pin!(first(ready(1), pending::<()>()));
        assert!(matches!(left.as_mut().poll(&mut context), Poll::Ready(First::Left(1))));
        let mut right = pin!(first(pending::<()>(), ready(2)));
        assert!(matches!(right.as_mut().poll(&mut context), Poll::Ready(First::Right(2))));
    }
}
