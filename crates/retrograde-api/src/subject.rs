//! The position in a request, whose token is parsed only once.

use std::sync::{Arc, OnceLock};

use retrograde::author::AnyPosition;
use retrograde_service::failure::{Failure, Place};
use retrograde_service::memory::{Memory, Room};
use retrograde_service::registry::Registry;

/// The minimum length of a long token, in bytes. A long token may be the token of a large graph. The positions of a
/// large graph may have thousands of moves. Long tokens of other games are treated in the same way.
const LONG: usize = 4 << 10;

/// An upper bound of the memory for a long token and its position: the number of bytes of memory for each byte of the
/// token. The memory is needed to parse the token, and to print and use the position.
const BYTES_A_BYTE: u64 = 16;

/// The position in a request, as the token that the client sent. A worker thread parses the token when the position is
/// first needed.
#[derive(Clone)]
pub(crate) struct Subject(Arc<TokenText>);

struct TokenText {
    token: String,
    read: OnceLock<OpenedToken>,
}

/// A position whose token was parsed, with the memory that is reserved for the position.
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
    /// Returns the token as the client sent it.
    pub(crate) fn token(&self) -> &str {
        &self.0.token
    }

    /// Returns whether the token is too short for a large graph. Only a position of a large graph has thousands of
    /// moves, and its token contains the whole graph.
    pub(crate) fn is_short(&self) -> bool {
        is_short(self.token())
    }

    /// Returns the position. The first call of the function parses the token. The caller must drop the position before
    /// the subject, because the subject holds the reservation of the position's memory.
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

/// Reserves the memory that is needed to parse a long token, and to print and use its position; returns `None` for a
/// short token, because a short token needs no reservation.
pub(crate) fn room_to_read(token: &str, memory: &Arc<Memory>) -> Result<Option<Room>, Failure> {
    let bytes = (token.len() as u64).saturating_mul(BYTES_A_BYTE);
    if is_short(token) { Ok(None) } else { memory.reserve(bytes).map(Some) }
}

/// Returns the id of the game from a token, which is the text before the colon.
pub(crate) fn game_of(token: &str) -> String {
    token.split(':').next().unwrap_or_default().to_owned()
}

/// Returns whether a token is too short to contain a large graph.
pub(crate) const fn is_short(token: &str) -> bool {
    token.len() < LONG
}

/// The position of a job that waits in a queue. A position with a long token, such as the token of a large graph, needs
/// several times the memory of the token. The job stores the token in any case. The server therefore drops a position
/// with a long token, and parses the token again when the job starts.
pub(crate) struct WaitingPosition(Option<Arc<dyn AnyPosition>>);

impl WaitingPosition {
    pub(crate) fn of(position: Arc<dyn AnyPosition>, token: &str) -> Self {
        Self(Some(position).filter(|_| is_short(token)))
    }

    /// Returns the position. If the token was parsed again, also returns the subject that holds the reservation of the
    /// position's memory.
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
