//! A lock on an object: it is held as long as its holder writes it anew.
//!
//! A store knows no process and no lock that ends with one. Who makes a table puts an object beside it, if there is none, and puts it anew every few
//! seconds. Who finds one watches it: if it changes, somebody is at work; if it does not for [`LEASE`], its holder is gone, and it is taken over,
//! by one only, as a store replaces what has not changed since for the first who asks. No clock of another machine is asked.
//!
//! Somebody who stood still for longer than that goes on without the lock: then two make the same table, whose bytes are the same, and each may take a
//! checkpoint of the other for damaged.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use object_store::{PutMode, UpdateVersion};

use super::Object;

/// How long what takes.
#[derive(Clone, Copy)]
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
    object: Object,
    /// Dropped, it ends the thread.
    going_on: Option<Sender<()>>,
    /// Says at its end whether it still had the lock.
    renewing: Option<JoinHandle<bool>>,
}

impl Lease {
    /// Takes the lock; `None` if somebody else has it.
    ///
    /// # Errors
    /// The store's.
    pub(crate) fn take(object: &Object) -> io::Result<Option<Self>> {
        Self::take_for(object, LEASE)
    }

    fn take_for(object: &Object, times: Times) -> io::Result<Option<Self>> {
        let sign = sign();
        loop {
            match object.put(body(sign, 0), PutMode::Create) {
                Ok(tag) => return Self::held(object, sign, tag, times).map(Some),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // Such a store tells nobody who was first: there are no locks.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Some(Self { object: object.clone(), going_on: None, renewing: None }));
                }
                Err(error) => return Err(error),
            }
            match watch(object, times)? {
                Watched::Gone => {}
                Watched::Alive => return Ok(None),
                Watched::Left(tag) => match object.put(body(sign, 0), updating(Some(tag))) {
                    Ok(tag) => return Self::held(object, sign, tag, times).map(Some),
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
                    Err(error) => return Err(error),
                },
            }
        }
    }

    fn held(object: &Object, sign: u64, tag: Option<String>, times: Times) -> io::Result<Self> {
        let (going_on, told) = channel();
        let renewed = object.clone();
        let renew = move || {
            let (mut tag, mut written) = (tag, 0);
            while told.recv_timeout(times.renewed) == Err(RecvTimeoutError::Timeout) {
                written += 1;
                match renewed.put(body(sign, written), updating(tag.clone())) {
                    Ok(new) => tag = new,
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return false,
                    // A store that is away for a while is asked again.
                    Err(_) => {}
                }
            }
            true
        };
        let renewing = thread::Builder::new().name("lease".to_owned()).spawn(renew)?;
        Ok(Self { object: object.clone(), going_on: Some(going_on), renewing: Some(renewing) })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.going_on.take();
        let is_mine = self.renewing.take().is_some_and(|renewing| renewing.join().unwrap_or(false));
        if is_mine {
            // If it stays, the next one waits until it is clear that nobody holds it.
            let _ = self.object.remove();
        }
    }
}

/// What becomes of a lock that somebody else had.
enum Watched {
    Gone,
    Alive,
    /// Nobody writes it, and this tells it.
    Left(String),
}

fn watch(object: &Object, times: Times) -> io::Result<Watched> {
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

/// That it is written only over this one.
fn updating(e_tag: Option<String>) -> PutMode {
    PutMode::Update(UpdateVersion { e_tag, version: None })
}

/// Tells what this holder writes from what any other does.
fn sign() -> u64 {
    // Of all that the standard library has, only this is made at random.
    RandomState::new().build_hasher().finish()
}

/// What is written: by whom, and how often, so that no two are alike.
fn body(sign: u64, times: u64) -> Vec<u8> {
    format!("{} {} {sign:016x} {times}\n", crate::place::host(), std::process::id()).into_bytes()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::super::s3::tests::object;
    use super::*;

    /// A hundredth of the usual times, but for a busy machine.
    const SOON: Times =
        Times { left: Duration::from_millis(900), renewed: Duration::from_millis(40), look: Duration::from_millis(10) };

    #[test]
    fn one_at_a_time_has_it_and_who_lets_go_leaves_nothing() {
        let object = object("t.lock");
        let held = Lease::take_for(&object, SOON).unwrap().unwrap();
        assert!(Lease::take_for(&object, SOON).unwrap().is_none(), "somebody is at work");
        drop(held);
        assert_eq!(object.tag().unwrap(), None);
        assert!(Lease::take_for(&object, SOON).unwrap().is_some());
    }

    #[test]
    fn what_a_killed_holder_left_is_taken_over_by_one() {
        let object = object("t.lock");
        object.put(body(1, 5), PutMode::Create).unwrap();
        let begun = Instant::now();
        let taken = thread::scope(|scope| {
            let take = || Lease::take_for(&object, SOON).unwrap();
            let all: Vec<_> = (0..4).map(|_| scope.spawn(take)).collect();
            all.into_iter().filter_map(|one| one.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(taken.len(), 1, "of four who asked at once");
        assert!(begun.elapsed() >= SOON.left);
    }

    #[test]
    fn who_has_lost_it_does_not_remove_that_of_another() {
        let object = object("t.lock");
        let held = Lease::take_for(&object, SOON).unwrap().unwrap();
        object.remove().unwrap();
        object.put(body(2, 0), PutMode::Create).unwrap();
        sleep(10 * SOON.renewed);
        drop(held);
        assert!(object.tag().unwrap().is_some());
    }
}
