//! What a question is about: a position, whose token is read once.

use std::sync::{Arc, OnceLock};

use retrograde::author::AnyPosition;
use retrograde_desk::failure::{Failure, Place};
use retrograde_desk::memory::{Memory, Room};
use retrograde_desk::registry::Registry;

/// A token that may be a graph's; the boards of other games have few moves each.
const LONG: usize = 4 << 10;

/// The bytes that a long token takes at most while it is read, printed and asked about, for each of its own.
const BYTES_A_BYTE: u64 = 16;

/// A position as a client has written it. Whoever needs it first reads it, where there is time to think.
#[derive(Clone)]
pub(crate) struct Subject(Arc<TokenText>);

struct TokenText {
    token: String,
    read: OnceLock<OpenedToken>,
}

/// A position, and the room that it takes.
struct OpenedToken {
    position: Arc<dyn AnyPosition>,
    _room: Option<Room>,
}

impl From<String> for Subject {
    fn from(token: String) -> Self {
        Self(Arc::new(TokenText { token, read: OnceLock::new() }))
    }
}

impl Subject {
    /// The text, as it was sent.
    pub(crate) fn token(&self) -> &str {
        &self.0.token
    }

    /// No board has thousands of moves; a graph does, and its token is the whole graph.
    pub(crate) fn is_short(&self) -> bool {
        is_short(self.token())
    }

    /// The position that it means, which is to be dropped before the subject: the room of a long one goes with that.
    pub(crate) fn position(&self, registry: &Registry, memory: &Arc<Memory>) -> Result<Arc<dyn AnyPosition>, Failure> {
        let TokenText { token, read } = &*self.0;
        if let Some(read) = read.get() {
            return Ok(read.position.clone());
        }
        let room = room_to_read(token, memory)?;
        let opened = registry.open(token).map_err(|error| Failure::token(token, error, Place::default()))?;
        Ok(read.get_or_init(|| OpenedToken { position: opened.into(), _room: room }).position.clone())
    }
}

/// Room to read a token, and to print and ask what it means; `None` for a short one.
pub(crate) fn room_to_read(token: &str, memory: &Arc<Memory>) -> Result<Option<Room>, Failure> {
    let bytes = (token.len() as u64).saturating_mul(BYTES_A_BYTE);
    if is_short(token) { Ok(None) } else { memory.reserve(bytes).map(Some) }
}

/// The id in front of a token's colon.
pub(crate) fn game_of(token: &str) -> String {
    token.split(':').next().unwrap_or_default().to_owned()
}

/// Whether a token is that of a board, and no whole graph.
pub(crate) const fn is_short(token: &str) -> bool {
    token.len() < LONG
}

/// The position of a job that waits. A graph takes several times its token, which the job has: it is read again when the turn comes.
pub(crate) struct WaitingPosition(Option<Arc<dyn AnyPosition>>);

impl WaitingPosition {
    pub(crate) fn of(position: Arc<dyn AnyPosition>, token: &str) -> Self {
        Self(Some(position).filter(|_| is_short(token)))
    }

    /// The position, and what holds its room.
    pub(crate) fn now(
        self,
        token: &str,
        registry: &Registry,
        memory: &Arc<Memory>,
    ) -> Result<(Option<Subject>, Arc<dyn AnyPosition>), Failure> {
        if let Some(position) = self.0 {
            return Ok((None, position));
        }
        let subject = Subject::from(token.to_owned());
        let position = subject.position(registry, memory)?;
        Ok((Some(subject), position))
    }
}
