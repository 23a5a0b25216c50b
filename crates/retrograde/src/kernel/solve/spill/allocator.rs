//! The allocator of scratch space (storage outside of memory).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use bytemuck::Pod;

use crate::kernel::scratch::Scratch;
use crate::kernel::solve::SolveError;

/// Allocates parts of the scratch space. A *piece* can have any size, and is never freed. All *units* have the same
/// size, and a unit can be freed.
pub(super) struct SpillAllocator<'a> {
    scratch: &'a dyn Scratch,
    next: AtomicU64,
    /// The offsets of free units.
    spare: Mutex<Vec<u64>>,
    unit: u64,
}

impl<'a> SpillAllocator<'a> {
    /// Creates an allocator whose units (regions that can be freed) have `unit` bytes.
    pub(super) fn new(scratch: &'a dyn Scratch, unit: u64) -> Self {
        Self { scratch, next: AtomicU64::new(0), spare: Mutex::default(), unit }
    }

    /// Allocates a piece of `bytes` bytes and returns its offset. A piece is never freed.
    pub(super) fn piece(&self, bytes: u64) -> Result<u64, SolveError> {
        let (at, limit) = (self.next.fetch_add(bytes, Ordering::Relaxed), self.scratch.room());
        let needed = at.saturating_add(bytes);
        if needed <= limit { Ok(at) } else { Err(SolveError::NoRoom { needed, limit }) }
    }

    /// Allocates a unit and returns its offset. A unit can be freed.
    pub(super) fn unit(&self) -> Result<u64, SolveError> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.map_or_else(|| self.piece(self.unit), Ok)
    }

    /// Frees the unit at an offset.
    pub(super) fn give_back(&self, at: u64) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(at);
    }

    pub(super) fn write<T: Pod>(&self, at: u64, list: &[T]) -> Result<(), SolveError> {
        self.scratch.write(at, bytemuck::cast_slice(list)).map_err(|reason| SolveError::Scratch { reason })
    }

    pub(super) fn read<T: Pod>(&self, at: u64, list: &mut [T]) -> Result<(), SolveError> {
        self.scratch.read(at, bytemuck::cast_slice_mut(list)).map_err(|reason| SolveError::Scratch { reason })
    }
}
