//! Applies messages to the cells of a segment (a contiguous range of slots). The code of this module does not depend on
//! the game. So the code is compiled only once.

use super::channel::PACKET;
use super::messages::SlotMessage;
use super::predecessors::Unsound;
use crate::table::column::{Code, Width};

/// The codes that messages can store in cells at one depth.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdicts {
    /// A slot that wins gets the code `win`. A slot whose last open move is closed gets the code `loss`.
    WinsAndLosses { win: u32, loss: u32 },
    /// A slot gets the code `tie`.
    Ties { tie: u32 },
}

impl Verdicts {
    /// Returns the new code of an open slot that receives a message. Also returns whether the message decides the slot.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
    const fn after(self, open: u32, won: bool) -> (u32, bool) {
        match self {
            Self::Ties { tie } => (tie, true),
            Self::WinsAndLosses { win, loss } => {
                let fewer = open.wrapping_sub(1);
                let decides = won | (fewer == 0);
                let verdict = if won { win } else { loss };
                (if decides { verdict } else { fewer }, decides)
            }
        }
    }
}

/// A message that contradicts the cell of the slot that receives it. The error gives the slot's offset in its segment,
/// and the reason.
pub(super) type Misfit = (u32, Unsound);

/// The effects of the messages of one depth on the codes. Codes from `floor` upwards belong to decided slots and holes.
pub(super) struct Effects {
    verdicts: Verdicts,
    floor: u32,
    /// The effects of messages on codes of one byte, indexed by the code and the bit `won`. A lookup in this list is
    /// several times faster than the computation of an effect.
    bytes: [CodeEffect; 2 << u8::BITS],
}

/// The effect of a message on a cell. The low bits are the new code, and the higher bits are the amount that the
/// message adds to a sum. The sum counts the messages that decide slots and the messages to holes.
type CodeEffect = u32;

/// The amount that a message adds to the sum if it decides the slot that receives it.
const DECIDED: u64 = 1;
/// The amount that a message to a hole adds to the sum. A message to a hole is an error. This amount exceeds the number
/// of messages in a packet. So one sum contains both counts.
const HOLE: u64 = 1 << 16;

impl Effects {
    pub(super) fn new(verdicts: Verdicts, floor: u32, width: Width) -> Self {
        let mut effects = Self { verdicts, floor, bytes: [0; 2 << u8::BITS] };
        if width == Width::One {
            for (effect, index) in effects.bytes.iter_mut().zip(0_u32..) {
                let (after, counted) = work_out::<u8>(verdicts, floor, (index >> 1) as u8, index & 1 == 1);
                *effect = u32::from(after) | (counted as u32) << u8::BITS;
            }
        }
        effects
    }
}

/// Computes the new code after a message, and the amount that the message adds to the sum.
#[inline]
fn work_out<C: Code>(verdicts: Verdicts, floor: u32, code: C, won: bool) -> (C, u64) {
    let (after, decides) = verdicts.after(code.get(), won);
    let is_open = code.get() < floor;
    let is_hole = code.get() == C::WIDTH.last();
    let counted = u64::from(is_open & decides) * DECIDED + u64::from(is_hole) * HOLE;
    (if is_open { C::new(after) } else { code }, counted)
}

/// Applies messages to the codes of their segment. Calls `marked` with the messages that decided the slots they were
/// sent to.
///
/// The loop has no branch that depends on a code. The processor could not predict a branch of this kind, because it
/// cannot know which slots are already decided, and which message closes the last open move of a slot.
pub(super) fn apply<C: Code>(
    codes: &mut [C],
    messages: &[SlotMessage],
    effects: &Effects,
    mut marked: impl FnMut(&[SlotMessage]),
) -> Result<(), Misfit> {
    let mut new = [SlotMessage::default(); ROOM];
    for messages in messages.chunks(PACKET) {
        let count = if C::WIDTH == Width::One {
            each_code(codes, messages, &mut new, |code, message| {
                let effect = effects.bytes[message.beside(code.get() as u8)];
                (C::new(effect), u64::from(effect >> u8::BITS))
            })
        } else {
            each_code(codes, messages, &mut new, |code, message| {
                work_out(effects.verdicts, effects.floor, code, message.won())
            })
        };
        marked(&new[..count?]);
    }
    Ok(())
}

/// The length of a buffer that has space for one message more than a packet, rounded up to a power of two.
const ROOM: usize = (PACKET + 1).next_power_of_two();

/// Changes the codes of the slots that receive the messages. Returns the number of messages that decided a slot, and
/// writes these messages to the front of `new`.
#[inline]
fn each_code<C: Code>(
    codes: &mut [C],
    messages: &[SlotMessage],
    new: &mut [SlotMessage; ROOM],
    effect: impl Fn(C, SlotMessage) -> (C, u64),
) -> Result<usize, Misfit> {
    let mut count = 0;
    let mut change = |&message: &SlotMessage| {
        let Some(code) = codes.get_mut(message.place()) else {
            return Err((message.place() as u32, Unsound::Beyond));
        };
        let (after, counted) = effect(*code, message);
        *code = after;
        new[count as usize % ROOM] = message;
        count += counted;
        Ok(())
    };
    // Without unrolling, the loop overhead would be a sixth of the work on one message. So the loop is unrolled.
    let (fours, rest) = messages.as_chunks::<4>();
    for four in fours {
        four.iter().try_for_each(&mut change)?;
    }
    rest.iter().try_for_each(change)?;
    if count < HOLE {
        return Ok(count as usize);
    }
    let hole = C::new(C::WIDTH.last());
    let place = messages.iter().map(|message| message.place()).find(|&place| codes[place] == hole);
    Err((place.unwrap_or_default() as u32, Unsound::UnmoveToHole))
}
