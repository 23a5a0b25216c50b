//! The interface through which the workers use a game. Each call processes many slots.

use std::ops::Range;

use super::channel::{Note, Notes, Pad, SendBuffer, WorkerChannel};
use super::codebook::seed_code;
use super::predecessors::{Outside, Predecessors};
use crate::rules::game::{Seed, Slot};
use crate::rules::value::{Depth, Value};

/// Writes seeds and messages for many slots per call. The loops over these slots are compiled for each game, with the
/// game's rules inlined. The workers use this trait as a trait object. So the workers are compiled only once for all
/// games.
pub(super) trait Writer: Sync {
    fn slots(&self) -> u64;

    /// Returns whether one byte per slot will probably suffice; see [`Predecessors::fits_bytes`].
    fn fits_bytes(&self) -> bool;

    /// Returns whether the game elides wins in 1 ply; see [`Predecessors::AT_ONCE`].
    fn at_once(&self) -> bool;

    /// Returns whether every move passes the turn to the other side; see [`Predecessors::ALTERNATES`].
    fn alternates(&self) -> bool;

    /// Appends the codes of the seeds of some slots to `seeds`.
    fn write_seeds(&self, slots: Range<u64>, seeds: &mut Vec<u32>);

    /// Sends messages to the predecessors of some positions. If `won` is true, the side to move has won all of these
    /// positions. If `won` is false, the side to move has not won any of these positions. If `keeping` is true, some of
    /// these positions may be elided wins, which send messages only to predecessors with the same side to move.
    fn write_messages(
        &self,
        slots: &[Slot],
        won: bool,
        keeping: bool,
        pad: &mut Pad,
        buffer: &mut SendBuffer,
        channel: &mut WorkerChannel<'_>,
    );

    fn outside(&self) -> Outside;

    /// Sends messages to the predecessors of the outside positions that belong to the part `part` and have a value in
    /// `wanted`.
    fn write_from_outside(
        &self,
        part: u64,
        wanted: &[Value],
        pad: &mut Pad,
        buffer: &mut SendBuffer,
        channel: &mut WorkerChannel<'_>,
    );
}

impl<P: Predecessors> Writer for P {
    fn slots(&self) -> u64 {
        Predecessors::slots(self)
    }

    fn fits_bytes(&self) -> bool {
        Predecessors::fits_bytes(self)
    }

    fn at_once(&self) -> bool {
        P::AT_ONCE
    }

    fn alternates(&self) -> bool {
        P::ALTERNATES
    }

    fn write_seeds(&self, slots: Range<u64>, seeds: &mut Vec<u32>) {
        self.each_seed(slots, |seed| {
            seeds.push(seed_code(match seed {
                // If a predecessor of this elided win has the same side to move, it needs a message. So the solver
                // expands this win like other wins.
                Seed::Elided(win) if !P::ALTERNATES && win == Value::Win(Depth::new(1)) => Seed::Decided(win),
                seed => seed,
            }));
        });
    }

    fn write_messages(
        &self,
        slots: &[Slot],
        won: bool,
        keeping: bool,
        pad: &mut Pad,
        buffer: &mut SendBuffer,
        channel: &mut WorkerChannel<'_>,
    ) {
        let mut notes = Notes::on(pad);
        // A separate loop without the filter for elided wins saves 6 % of the instructions for the un-moves of quixo.
        if P::AT_ONCE && !P::ALTERNATES && keeping {
            self.each_predecessor_of(slots, |index, parent, same| {
                if same || !self.is_elided_win(slots[index]) {
                    notes.write(Note::new(parent, won == same), buffer, channel);
                }
            });
        } else {
            self.each_predecessor_of(slots, |_, parent, same| {
                notes.write(Note::new(parent, won == same), buffer, channel);
            });
        }
        notes.hand_in(buffer, channel);
    }

    fn outside(&self) -> Outside {
        Predecessors::outside(self).unwrap_or_default()
    }

    fn write_from_outside(
        &self,
        part: u64,
        wanted: &[Value],
        pad: &mut Pad,
        buffer: &mut SendBuffer,
        channel: &mut WorkerChannel<'_>,
    ) {
        let mut notes = Notes::on(pad);
        self.each_from_outside(part, wanted, |value, parent, same| {
            let won = matches!(value, Value::Win(_));
            notes.write(Note::new(parent, won == same), buffer, channel);
        });
        notes.hand_in(buffer, channel);
    }
}
