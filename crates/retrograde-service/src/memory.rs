//! One memory limit for the whole program. A [`Room`] is a reservation of memory. The reservation ends when the `Room`
//! is dropped.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use retrograde::rules::message::{Bytes, Message};

use crate::failure::{Failure, Fault};
use crate::messages::{Hint, NoSpace};

/// A holder of objects that can be made again, such as tables.
pub trait Evict: Send + Sync {
    /// Drops objects that are not in use, until `bytes` bytes are free. Drops nothing if even all unused objects
    /// together would free too little memory.
    fn make_room(&self, bytes: u64);
}

/// The memory of a program, with a limit in bytes.
pub struct Memory {
    limit: u64,
    taken: AtomicU64,
    holder: OnceLock<Weak<dyn Evict>>,
}

impl Memory {
    /// Creates a memory with a limit of `limit` bytes, all of them free.
    pub fn new(limit: u64) -> Arc<Self> {
        Arc::new(Self { limit, taken: AtomicU64::new(0), holder: OnceLock::new() })
    }

    /// Sets the holder of objects. When the limit of the memory is reached, the holder drops objects.
    pub fn held_by(&self, holder: Weak<dyn Evict>) {
        // If a holder is already set, it stays.
        let _ = self.holder.set(holder);
    }

    /// Returns the limit of the memory in bytes.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns the number of bytes that all reservations hold together.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Returns the number of bytes that no reservation holds.
    pub fn free(&self) -> u64 {
        self.limit.saturating_sub(self.taken())
    }

    /// Reserves `bytes` bytes, and drops objects that are not in use if that is necessary.
    ///
    /// # Errors
    /// The code is `too-large` if the limit is below `bytes`, and `busy` if too few bytes are free now.
    pub fn reserve(self: &Arc<Self>, bytes: u64) -> Result<Room, Failure> {
        let mut room = self.room();
        room.grow(bytes)?;
        Ok(room)
    }

    /// Reserves `share(free)` bytes, where `free` is the number of free bytes; never more than `free`.
    pub fn take(self: &Arc<Self>, share: impl Fn(u64) -> u64) -> Room {
        let mut room = self.room();
        let taken = |taken: u64| {
            let free = self.limit.saturating_sub(taken);
            taken + share(free).min(free)
        };
        let before = self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(taken(now)));
        room.bytes = before.map_or(0, |before| taken(before) - before);
        room
    }

    /// Returns an empty reservation.
    pub fn room(self: &Arc<Self>) -> Room {
        Room { memory: self.clone(), bytes: 0 }
    }

    /// Reserves `bytes` bytes if at least this number of bytes is free. Returns whether the bytes are reserved.
    fn try_take(&self, bytes: u64) -> bool {
        let fits = |taken: u64| taken.checked_add(bytes).filter(|&taken| taken <= self.limit);
        self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok()
    }

    fn refused(&self, bytes: u64) -> Failure {
        let (needed, limit) = (Bytes(bytes), Bytes(self.limit));
        if bytes > self.limit {
            return Failure::new(Fault::Refused, "too-large", NoSpace::Never { needed, limit }).hint(Hint::MoreMemory);
        }
        busy(NoSpace::Now { needed, free: Bytes(self.free()), limit })
    }
}

/// Returns the failure of a request for which too little memory is free now. The request can be retried soon.
pub fn busy(message: impl Into<Message>) -> Failure {
    Failure::new(Fault::Refused, "busy", message).hint(Hint::InASecond)
}

/// A reservation of memory; dropping the reservation frees the bytes.
pub struct Room {
    memory: Arc<Memory>,
    bytes: u64,
}

impl Room {
    /// Returns the number of bytes that this reservation holds.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reserves `more` additional bytes.
    ///
    /// # Errors
    /// Returns the errors of [`Memory::reserve`].
    pub fn grow(&mut self, more: u64) -> Result<(), Failure> {
        if !self.memory.try_take(more) {
            if let Some(holder) = self.memory.holder.get().and_then(Weak::upgrade) {
                holder.make_room(more);
            }
            if !self.memory.try_take(more) {
                return Err(self.memory.refused(more));
            }
        }
        self.bytes += more;
        Ok(())
    }

    /// Shrinks the reservation to `bytes` bytes, and frees the other bytes.
    pub fn shrink(&mut self, bytes: u64) {
        let rest = self.bytes.saturating_sub(bytes);
        self.memory.taken.fetch_sub(rest, Ordering::Relaxed);
        self.bytes -= rest;
    }

    /// Sets the size of the reservation to `bytes`, even beyond the limit. Callers use this function for the memory of
    /// objects that already exist.
    pub fn settle(&mut self, bytes: u64) {
        self.shrink(bytes);
        self.memory.taken.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        self.bytes = bytes;
    }

    /// Moves at most `bytes` bytes to another reservation.
    pub fn hand_over(&mut self, to: &mut Self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        to.bytes += bytes;
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issue_27_rooms_are_counted_until_they_are_dropped() {
        let memory = Memory::new(100);
        let mut one = memory.reserve(60).unwrap();
        assert_eq!(memory.reserve(41).err().unwrap().code, "busy");
        assert_eq!(memory.reserve(101).err().unwrap().code, "too-large");
        let mut other = memory.reserve(40).unwrap();
        one.hand_over(&mut other, 20);
        assert_eq!((one.bytes(), other.bytes(), memory.free()), (40, 60, 0));
        // Objects that already exist count, even beyond the limit.
        other.settle(70);
        assert_eq!((memory.taken(), memory.free()), (110, 0));
        other.settle(10);
        assert!(one.grow(51).is_err() && one.grow(50).is_ok());
        drop(other);
        let (half, rest) = (memory.take(|free| free / 2), memory.take(|_| u64::MAX));
        assert_eq!((half.bytes(), rest.bytes()), (5, 5));
        drop((one, half, rest));
        assert_eq!(memory.taken(), 0);
    }
}
