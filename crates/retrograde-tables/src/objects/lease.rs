//! A lock on an object: it is held as long as its holder writes it anew.
//!
//! A store knows no process and no lock that ends with one. Who makes a table puts an object beside it, if there is none, and puts it anew every few
//! seconds. Who finds one watches it: if it changes, somebody is at work; if it does not for [`LEASE`], its holder is gone, and it is taken over,
//! by one only, as a store replaces what has not changed since for the first who asks. No clock of another machine is asked.
//!
//! Somebody who stood still for longer than that asks the store before the next thing is written, and ends if the lock is another one's.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::{Object, OnlyIf};

/// How long what takes.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// An object that is not written anew for so long has lost its holder.
    left: Duration,
    /// Between two writings.
    renewed: Duration,
    /// Between two looks.
    look: Duration,
}

/// Three writings may be lost.
const LEASE: Times =
    Times { left: Duration::from_secs(10), renewed: Duration::from_millis(2500), look: Duration::from_millis(500) };

/// A lock that is held.
#[derive(Debug)]
pub(crate) struct Lease {
    holding: Arc<Holding>,
    /// Dropped, it ends the thread.
    going_on: Option<Sender<()>>,
    renewing: Option<JoinHandle<()>>,
}

/// What its holder knows of it.
#[derive(Debug)]
pub(crate) struct Holding {
    object: Arc<dyn Object>,
    sign: u64,
    times: Times,
    /// None in a store that has no locks.
    last: Option<Mutex<Last>>,
}

/// The last time that it was written.
#[derive(Debug)]
struct Last {
    tag: Option<String>,
    at: Instant,
    /// How often before.
    written: u64,
    is_lost: bool,
}

impl Lease {
    /// Takes the lock; `None` if somebody else has it. Calls `watching` before it waits to see that.
    ///
    /// # Errors
    /// The store's.
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
                // Such a store tells nobody who was first: there are no locks.
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
        let (going_on, told) = channel();
        let renewed = holding.clone();
        let renew = move || {
            while told.recv_timeout(renewed.times.renewed) == Err(RecvTimeoutError::Timeout) {
                // A store that is away for a while is asked again.
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
    /// Whether it is held still: asked of the store if it was not written for so long that somebody else may have taken it.
    ///
    /// # Errors
    /// The store's.
    pub(crate) fn is_held(&self) -> io::Result<bool> {
        let Some(last) = &self.last else { return Ok(true) };
        let is_fresh = |last: &Last| last.is_lost || last.at.elapsed() < self.times.left;
        if !is_fresh(&lock(last)) {
            self.renew()?;
        }
        Ok(!lock(last).is_lost)
    }

    /// Writes it anew, unless it is somebody else's now.
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
                // It may be ours all the same: what a store wrote as its answer was lost.
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
            // It has nothing to say.
            let _ = renewing.join();
            if self.holding.is_held().unwrap_or(false) {
                // If it stays, the next one waits until it is clear that nobody holds it.
                let _ = self.holding.object.remove();
            }
        }
    }
}

fn lock(last: &Mutex<Last>) -> MutexGuard<'_, Last> {
    last.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a store says that what was to be written over is another object, or none.
fn is_other(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound)
}

/// What becomes of a lock that somebody else had.
enum Watched {
    Gone,
    Alive,
    /// Nobody writes it, and this tells it.
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

/// Tells what this holder writes from what any other does.
fn sign() -> u64 {
    // Of all that the standard library has, only this is made at random.
    RandomState::new().build_hasher().finish()
}

/// What is written: by whom, and how often, so that no two are alike.
fn body(sign: u64, times: u64) -> Vec<u8> {
    format!("{} {} {sign:016x} {times}\n", crate::name::host(), std::process::id()).into_bytes()
}

/// Whether that was written by this holder.
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

    /// A hundredth of the usual times, but for a busy machine.
    const SOON: Times =
        Times { left: Duration::from_millis(900), renewed: Duration::from_millis(40), look: Duration::from_millis(10) };

    fn take(object: &Arc<dyn Object>) -> Option<Lease> {
        Lease::take_for(object, SOON, &|| {}).unwrap()
    }

    #[test]
    fn one_at_a_time_has_it_and_who_lets_go_leaves_nothing() {
        let object = object("t.lock");
        let held = take(&object).unwrap();
        assert!(take(&object).is_none(), "somebody is at work");
        assert!(held.holding().is_held().unwrap());
        drop(held);
        assert_eq!(object.tag().unwrap(), None);
        assert!(take(&object).is_some());
    }

    #[test]
    fn what_a_killed_holder_left_is_taken_over_by_one() {
        let object = object("t.lock");
        object.put(body(1, 5), OnlyIf::None).unwrap();
        let (begun, told) = (Instant::now(), AtomicUsize::new(0));
        let taken = thread::scope(|scope| {
            let watching = || {
                told.fetch_add(1, Ordering::Relaxed);
            };
            let take = move || Lease::take_for(&object, SOON, &watching).unwrap();
            let all: Vec<_> = (0..4).map(|_| scope.spawn(take.clone())).collect();
            all.into_iter().filter_map(|one| one.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!((taken.len(), told.into_inner()), (1, 4), "of four who asked at once");
        assert!(begun.elapsed() >= SOON.left);
    }

    #[test]
    fn who_has_lost_it_knows_and_does_not_remove_that_of_another() {
        let object = object("t.lock");
        let held = take(&object).unwrap();
        object.remove().unwrap();
        object.put(body(2, 0), OnlyIf::None).unwrap();
        sleep(10 * SOON.renewed);
        assert!(!held.holding().is_held().unwrap());
        drop(held);
        assert!(object.tag().unwrap().is_some());
    }

    /// As long as the thread is late, whoever asks renews it.
    #[test]
    fn who_stood_still_asks_before_going_on() {
        let late = Times { renewed: Duration::from_mins(10), left: Duration::ZERO, ..SOON };
        let object = object("t.lock");
        let held = Lease::take_for(&object, late, &|| {}).unwrap().unwrap();
        let before = object.tag().unwrap();
        assert!(held.holding().is_held().unwrap());
        assert_ne!(object.tag().unwrap(), before, "it was written anew");
        let tag = object.tag().unwrap();
        object.put(body(2, 0), OnlyIf::Tag(tag)).unwrap();
        assert!(!held.holding().is_held().unwrap());
    }

    #[test]
    fn an_answer_that_was_lost_loses_no_lock() {
        let object = object("t.lock");
        let held = take(&object).unwrap();
        let sign = held.holding.sign;
        for times in 1000..1003 {
            // Written in its name, and it does not know.
            let tag = object.tag().unwrap();
            let _ = object.put(body(sign, times), OnlyIf::Tag(tag));
            sleep(3 * SOON.renewed);
            assert!(held.holding().is_held().unwrap());
        }
        drop(held);
        assert_eq!(object.tag().unwrap(), None);
    }
}
