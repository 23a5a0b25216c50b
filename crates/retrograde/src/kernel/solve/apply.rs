//! What messages do to the cells of a segment: compiled once for all games.

use super::messages::Message;
use super::post::PACKET;
use super::predecessors::Unsound;
use crate::table::column::{Code, Width};

/// What the messages of one depth may make of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdicts {
    /// A won slot gets one code; the last open move of another closes, and it gets the other.
    WinsAndLosses { win: u32, loss: u32 },
    /// A slot gets this code.
    Ties { tie: u32 },
}

impl Verdicts {
    /// What a message makes of an open code, and whether that decides the slot.
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

/// A place whose cell does not go with a message, and how.
pub(super) type Misfit = (u32, Unsound);

/// What the messages of one depth make of the codes, of which those from `floor` on are decided.
pub(super) struct Effects {
    verdicts: Verdicts,
    floor: u32,
    /// For codes of one byte, by code and by whether the mover has won: looked up, as it is worked out several times as slowly.
    bytes: [Effect; 2 << u8::BITS],
}

/// The code after a message, and above it what is to be counted.
type Effect = u32;

/// Counted for a slot that a message decides.
const DECIDED: u64 = 1;
/// Counted for a message to a hole: more than a packet decides.
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

/// What a message makes of any code, and what is to be counted.
#[inline]
fn work_out<C: Code>(verdicts: Verdicts, floor: u32, code: C, won: bool) -> (C, u64) {
    let (after, decides) = verdicts.after(code.get(), won);
    let is_open = code.get() < floor;
    let is_hole = code.get() == C::WIDTH.last();
    let counted = u64::from(is_open & decides) * DECIDED + u64::from(is_hole) * HOLE;
    (if is_open { C::new(after) } else { code }, counted)
}

/// Applies messages to the codes of their segment; calls `marked` with the ones that decided their slots.
///
/// There is no branch that depends on a code: which slots are decided already, and which move is the last one, cannot be
/// foretold.
pub(super) fn apply<C: Code>(
    codes: &mut [C],
    messages: &[Message],
    effects: &Effects,
    mut marked: impl FnMut(&[Message]),
) -> Result<(), Misfit> {
    let mut new = [Message::default(); ROOM];
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

/// Room for the messages of a packet that mark, and one more.
const ROOM: usize = (PACKET + 1).next_power_of_two();

/// Changes the codes that messages are for. Returns how many decided their slots, which come first in `new`.
#[inline]
fn each_code<C: Code>(
    codes: &mut [C],
    messages: &[Message],
    new: &mut [Message; ROOM],
    effect: impl Fn(C, Message) -> (C, u64),
) -> Result<usize, Misfit> {
    let mut count = 0;
    let mut change = |&message: &Message| {
        let Some(code) = codes.get_mut(message.place()) else {
            return Err((message.place() as u32, Unsound::Beyond));
        };
        let (after, counted) = effect(*code, message);
        *code = after;
        new[count as usize % ROOM] = message;
        count += counted;
        Ok(())
    };
    // Going on to the next message costs a sixth of the work on one.
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
