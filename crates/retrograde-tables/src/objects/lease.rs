//! A lock in an object store, which is a lease that its holder renews.
//!
//! In an object store, the system cannot release a lock when the process that holds the lock ends. So a process that
//! makes a table creates a lock object if none exists, and rewrites the object every few seconds. Another process that
//! needs the lock watches the lock object. If the lock object changes, the holder of the lock is alive. If the lock
//! object stays the same for ten seconds (see `LEASE`), the holder is gone, and another process takes over the lock by
//! a conditional write. If several processes try to take over the lock, the store accepts only the first write. The
//! protocol does not compare clocks of different machines.
//!
//! The system may suspend the holder of a lock for longer than the lease. A holder that was suspended checks the lock
//! object before its next write. The holder stops if another process has taken over the lock.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::{Object, OnlyIf};

/// The time intervals of a lease.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// If a lock object does not change for this time, its holder is gone.
    left: Duration,
    /// The time between two renewals of a lock by its holder.
    renewed: Duration,
    /// The time between two reads of a lock object that another process holds.
    look: Duration,
}

/// The default times. A lock expires after four times the interval between renewals. So the holder still holds the lock
/// after three failed renewals.
const LEASE: Times =
    Times { left: Duration::from_secs(10), renewed: Duration::from_millis(2500), look: Duration::from_millis(500) };

/// A lock that this process holds and renews.
#[derive(Debug)]
pub(crate) struct Lease {
    holding: Arc<Holding>,
    /// A sender to the thread that renews the lock; dropping the sender ends the thread.
    going_on: Option<Sender<()>>,
    renewing: Option<JoinHandle<()>>,
}

/// The state of a lock that this process holds.
#[derive(Debug)]
pub(crate) struct Holding {
    object: Arc<dyn Object>,
    sign: u64,
    times: Times,
    /// The last renewal; `None` if the store has no conditional writes, and therefore no locks.
    last: Option<Mutex<Last>>,
}

/// The last successful renewal of the lock.
#[derive(Debug)]
struct Last {
    tag: Option<String>,
    at: Instant,
    /// The number of renewals of this lock so far.
    written: u64,
    is_lost: bool,
}

impl Lease {
    /// Acquires the lock; returns `None` if another process holds it. If a lock object exists, the function calls
    /// `watching`, and then waits to find out whether the holder of the lock is alive.
    ///
    /// # Errors
    /// Returns an error of the store.
    pub(crate) fn take(object: &Arc<dyn Object>, watching: &dyn Fn()) -> io::Result<Option<Self>> {
        Self::take_for(object, LEASE, watching)
    }

    fn take_for(object: &Arc<dyn Object>, times: Times, watching: &dyn Fn()) -> io::Result<Option<Self>> {
        let sign = sign();
        let holding = |last| Arc::new(Holding { object: object.clone(), sign, times, last });
        loop {
            match object.put(body(sign, 0), OnlyIf::None) {
                Ok(tag) => return Self::held(holding(Some(Last::now(tag).into()))).map(Some),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // A store without conditional writes cannot have locks, so this process continues without a lock.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Some(Self { holding: holding(None), going_on: None, renewing: None }));
                }
                Err(error) => return Err(error),
            }
            watching();
            match watch(&**object, times)? {
                Watched::Gone => {}
                Watched::Alive => return Ok(None),
                Watched::Left(tag) => match object.put(body(sign, 0), OnlyIf::Tag(Some(tag))) {
                    Ok(tag) => return Self::held(holding(Some(Last::now(tag).into()))).map(Some),
                    Err(error) if is_other(&error) => return Ok(None),
                    Err(error) => return Err(error),
                },
            }
        }
    }

    fn held(holding: Arc<Holding>) -> io::Result<Self> {
        let (going_on, ended) = channel();
        let renewed = holding.clone();
        let renew = move || {
            while ended.recv_timeout(renewed.times.renewed) == Err(RecvTimeoutError::Timeout) {
                // If the store returns an error, the next iteration of the loop tries again.
                let _ = renewed.renew();
            }
        };
        let renewing = thread::Builder::new().name("lease".to_owned()).spawn(renew)?;
        Ok(Self { holding, going_on: Some(going_on), renewing: Some(renewing) })
    }

    pub(crate) fn holding(&self) -> Arc<Holding> {
        self.holding.clone()
    }
}

impl Last {
    fn now(tag: Option<String>) -> Self {
        Self { tag, at: Instant::now(), written: 0, is_lost: false }
    }
}

impl Holding {
    /// Returns whether this process still holds the lock. If so much time has passed since the last renewal that
    /// another process may have taken over the lock, the function first tries to renew the lock.
    ///
    /// # Errors
    /// Returns an error of the store.
    pub(crate) fn is_held(&self) -> io::Result<bool> {
        let Some(last) = &self.last else { return Ok(true) };
        let is_fresh = |last: &Last| last.is_lost || last.at.elapsed() < self.times.left;
        if !is_fresh(&lock(last)) {
            self.renew()?;
        }
        Ok(!lock(last).is_lost)
    }

    /// Renews the lock; records the loss if another process has taken over the lock.
    fn renew(&self) -> io::Result<()> {
        let Some(last) = &self.last else { return Ok(()) };
        let mut last = lock(last);
        if last.is_lost {
            return Ok(());
        }
        last.written += 1;
        match self.object.put(body(self.sign, last.written), OnlyIf::Tag(last.tag.clone())) {
            Ok(tag) => (last.tag, last.at) = (tag, Instant::now()),
            Err(error) if is_other(&error) => {
                // This process may still hold the lock, because its last write may have succeeded although the store's
                // answer was lost.
                match self.object.get()? {
                    Some((bytes, tag)) if is_by(self.sign, &bytes) => (last.tag, last.at) = (tag, Instant::now()),
                    _ => last.is_lost = true,
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.going_on.take();
        if let Some(renewing) = self.renewing.take() {
            // The thread that renews the lock returns no result, so the result of the join does not matter.
            let _ = renewing.join();
            if self.holding.is_held().unwrap_or(false) {
                // If the lock object cannot be removed, the next process waits until the lease expires.
                let _ = self.holding.object.remove();
            }
        }
    }
}

fn lock(last: &Mutex<Last>) -> MutexGuard<'_, Last> {
    last.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether a conditional write failed because the object has been replaced or removed.
fn is_other(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound)
}

/// The state of a lock that another process holds.
enum Watched {
    Gone,
    Alive,
    /// The holder has not renewed the lock in time. The field is the tag of the lock object.
    Left(String),
}

fn watch(object: &dyn Object, times: Times) -> io::Result<Watched> {
    let (begun, mut first) = (Instant::now(), None);
    while begun.elapsed() < times.left {
        let Some(tag) = object.tag()? else { return Ok(Watched::Gone) };
        if *first.get_or_insert_with(|| tag.clone()) != tag {
            return Ok(Watched::Alive);
        }
        sleep(times.look);
    }
    Ok(first.map_or(Watched::Gone, Watched::Left))
}

/// Returns a random number that identifies one holder of a lock.
fn sign() -> u64 {
    // The standard library has no other source of random numbers.
    RandomState::new().build_hasher().finish()
}

/// Returns the content of a lock object. The content consists of the host, the process, the random number of the
/// holder, and the number of renewals so far. So every renewal changes the content.
fn body(sign: u64, times: u64) -> Vec<u8> {
    format!("{} {} {sign:016x} {times}\n", crate::name::host(), std::process::id()).into_bytes()
}

/// Returns whether `body` is the content of a lock object that the holder with the random number `sign` has written.
fn is_by(sign: u64, body: &[u8]) -> bool {
    let sign = format!(" {sign:016x} ");
    body.windows(sign.len()).any(|found| found == sign.as_bytes())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::ObjectStore as _;
    use super::super::memory::Memory;
    use super::*;

    fn object(key: &str) -> Arc<dyn Object> {
        Memory::default().object("bucket", key).unwrap()
    }

    /// Intervals for tests, which are short but long enough for a busy machine.
    const SOON: Times =
        Times { left: Duration::from_millis(900), renewed: Duration::from_millis(40), look: Duration::from_millis(10) };

    fn take(object: &Arc<dyn Object>) -> Option<Lease> {
        Lease::take_for(object, SOON, &|| {}).unwrap()
    }

    #[test]
    fn one_process_holds_it_and_releasing_removes_it() {
        let object = object("t.lock");
        let held = take(&object).unwrap();
        assert!(take(&object).is_none(), "it is held");
        assert!(held.holding().is_held().unwrap());
        drop(held);
        assert_eq!(object.tag().unwrap(), None);
        assert!(take(&object).is_some());
    }

    #[test]
    fn one_process_takes_over_the_lock_of_a_killed_one() {
        let object = object("t.lock");
        object.put(body(1, 5), OnlyIf::None).unwrap();
        let (begun, watched) = (Instant::now(), AtomicUsize::new(0));
        let taken = thread::scope(|scope| {
            let watching = || {
                watched.fetch_add(1, Ordering::Relaxed);
            };
            let take = move || Lease::take_for(&object, SOON, &watching).unwrap();
            let all: Vec<_> = (0..4).map(|_| scope.spawn(take.clone())).collect();
            all.into_iter().filter_map(|one| one.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!((taken.len(), watched.into_inner()), (1, 4), "of four at once");
        assert!(begun.elapsed() >= SOON.left);
    }

    #[test]
    fn a_holder_notices_the_loss_and_does_not_remove_another_lock() {
        let object = object("t.lock");
        let held = take(&object).unwrap();
        object.remove().unwrap();
        object.put(body(2, 0), OnlyIf::None).unwrap();
        sleep(10 * SOON.renewed);
        assert!(!held.holding().is_held().unwrap());
        drop(held);
        assert!(object.tag().unwrap().is_some());
    }

    /// If the thread that renews the lock is late, the holder itself renews the lock when it checks the lock.
    #[test]
    fn a_suspended_holder_asks_the_store() {
        let late = Times { renewed: Duration::from_mins(10), left: Duration::ZERO, ..SOON };
        let object = object("t.lock");
        let held = Lease::take_for(&object, late, &|| {}).unwrap().unwrap();
        let before = object.tag().unwrap();
        assert!(held.holding().is_held().unwrap());
        assert_ne!(object.tag().unwrap(), before, "it was renewed");
        let tag = object.tag().unwrap();
        object.put(body(2, 0), OnlyIf::Tag(tag)).unwrap();
        assert!(!held.holding().is_held().unwrap());
    }

    #[test]
    fn a_lost_answer_does_not_lose_the_lock() {
        let object = object("t.lock");
        let held = take(&object).unwrap();
        let sign = held.holding.sign;
        for times in 1000..1003 {
            // Simulates a write by this holder for which the answer of the store was lost.
            let tag = object.tag().unwrap();
            let _ = object.put(body(sign, times), OnlyIf::Tag(tag));
            sleep(3 * SOON.renewed);
            assert!(held.holding().is_held().unwrap());
        }
        drop(held);
        assert_eq!(object.tag().unwrap(), None);
    }
}
