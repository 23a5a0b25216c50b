//! What messages do to the cells of a segment: compiled once for all games.

use super::post::{Message, PACKET};
use super::predecessors::Unsound;
use crate::column::Code;

/// What the messages of one depth may make of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdicts {
    /// A won slot gets one code; the last open move of another closes, and it gets the other.
    WinsAndLosses { win: u32, loss: u32 },
    /// A slot gets this code.
    Ties { tie: u32 },
}

impl Verdicts {
    const fn codes(self) -> [u32; 2] {
        match self {
            Self::WinsAndLosses { win, loss } => [win, loss],
            Self::Ties { tie } => [tie; 2],
        }
    }
}

/// A place whose cell does not go with a message, and how.
pub(super) type Misfit = (u32, Unsound);

/// Applies messages to the codes of their segment, in which those from `floor` on are decided; calls `marked` with the ones that
/// decided their slots.
///
/// There is no branch that depends on a code: which slots are decided already, and which move is the last one, cannot be
/// foretold. In a game of alternating turns all messages of a depth say the same, and a loop that need not ask is shorter.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
pub(super) fn apply<C: Code>(
    codes: &mut [C],
    messages: &[Message],
    floor: u32,
    verdicts: Verdicts,
    mut marked: impl FnMut(&[Message]),
) -> Result<(), Misfit> {
    let mut new = [Message::default(); ROOM];
    let (floor, [win, loss]) = (C::new(floor), verdicts.codes().map(C::new));
    for messages in messages.chunks(PACKET) {
        let count = match agreed(messages) {
            _ if matches!(verdicts, Verdicts::Ties { .. }) => {
                each_code(codes, messages, floor, &mut new, |_, _| (true, win))
            }
            Some(true) => each_code(codes, messages, floor, &mut new, |_, _| (true, win)),
            Some(false) => each_code(codes, messages, floor, &mut new, |code, _| {
                let fewer = code.less_one();
                let marks = fewer == C::NONE;
                (marks, if marks { loss } else { fewer })
            }),
            None => each_code(codes, messages, floor, &mut new, |code, message| {
                let fewer = code.less_one();
                let marks = message.won() | (fewer == C::NONE);
                let verdict = if message.won() { win } else { loss };
                (marks, if marks { verdict } else { fewer })
            }),
        };
        marked(&new[..count?]);
    }
    Ok(())
}

/// What all messages say, if they say the same.
#[inline]
fn agreed(messages: &[Message]) -> Option<bool> {
    match Message::count_won(messages) {
        0 => Some(false),
        all if all == messages.len() => Some(true),
        _ => None,
    }
}

/// Room for the messages of a packet that mark, and one more.
const ROOM: usize = (PACKET + 1).next_power_of_two();

/// Changes the codes that messages are for, where these are open, and looks out for messages to a hole. `change` says of an
/// open code whether it is marked, and what it is then. Returns how many marked, which come first in `new`.
#[inline]
fn each_code<C: Code>(
    codes: &mut [C],
    messages: &[Message],
    floor: C,
    new: &mut [Message; ROOM],
    change: impl Fn(C, Message) -> (bool, C),
) -> Result<usize, Misfit> {
    let (mut count, mut most) = (0, C::NONE);
    for &message in messages {
        let Some(code) = codes.get_mut(message.place()) else {
            return Err((message.place() as u32, Unsound::Beyond));
        };
        let before = *code;
        let is_open = before < floor;
        most = most.max(before);
        let (marks, after) = change(before, message);
        *code = if is_open { after } else { before };
        new[count % ROOM] = message;
        count += usize::from(is_open & marks);
    }
    let hole = C::new(C::WIDTH.last());
    if most < hole {
        return Ok(count);
    }
    let place = messages.iter().map(|message| message.place()).find(|&place| codes[place] == hole);
    Err((place.unwrap_or_default() as u32, Unsound::UnmoveToHole))
}
