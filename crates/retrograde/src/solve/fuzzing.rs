//! What processes deal out and send one another, for the fuzz targets alone: compiled by `--cfg fuzzing`.

use super::dealing::Dealing;
use super::parcel::{Packer, unpacked};
use super::post::{Mail, Message};
use super::segments::Segments;
use crate::carrier::Member;
use crate::shares::Shares;

/// Slots that are dealt to the workers of some processes.
pub struct Deal(Segments, Shares);

impl Deal {
    /// # Panics
    /// There is no process, or there are more workers than [`MOST_WORKERS`](super::MOST_WORKERS).
    pub fn new(slots: u64, members: &[Member]) -> Self {
        let segments = Segments::dealt(slots, Dealing::of(members, 0));
        let shares = segments.shares_of(members);
        Self(segments, shares)
    }

    /// Who holds which slots.
    pub const fn shares(&self) -> &Shares {
        &self.1
    }

    /// Whose a segment is.
    pub fn owner(&self, segment: usize) -> Option<usize> {
        (segment < self.0.count()).then(|| self.0.owner(segment))
    }

    /// A message is below that.
    pub const fn bound(&self) -> u64 {
        2 << self.0.shift()
    }

    /// The messages of a parcel to a worker, each with its segment; none if it is garbled.
    pub fn unpack(&self, parcel: &[u8], worker: usize) -> Option<Vec<(usize, u32)>> {
        let messages = unpacked(parcel, worker, &self.0).ok()?;
        Some(messages.into_iter().map(|(segment, message)| (segment, message.bits())).collect())
    }

    /// The parcel of some messages to one worker.
    pub fn pack(&self, messages: &[(usize, u32)]) -> Vec<u8> {
        let mut mail = Mail::default();
        for &(segment, message) in messages {
            mail.push(segment, &[Message::from_bits(message)]);
        }
        Packer::default().pack(&mut mail, &self.0)
    }
}
