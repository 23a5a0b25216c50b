//! The position in a request. The token of the position is read only once.

use std::sync::{Arc, OnceLock};

use retrograde::author::AnyPosition;
use retrograde_service::failure::{Failure, Place};
use retrograde_service::memory::{Memory, Room};
use retrograde_service::registry::Registry;

/// From this length on, in bytes, a token may be a graph's. A board of any other game has a shorter token and few
/// moves.
const LONG: usize = 4 << 10;

/// The maximum memory that a long token needs while it is read, printed and used: bytes for each byte of the token.
const BYTES_A_BYTE: u64 = 16;

/// A position as a client has written it. The first function that needs the position reads the token, on a thread for
/// such work.
#[derive(Clone)]
pub(crate) struct Subject(Arc<TokenText>);

struct TokenText {
    token: String,
    read: OnceLock<OpenedToken>,
}

/// A position, with the memory reserved for it.
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

    /// Whether the token is too short for a graph. Only a graph has thousands of moves, and its token contains the
    /// whole graph.
    pub(crate) fn is_short(&self) -> bool {
        is_short(self.token())
    }

    /// Returns the position. The caller must drop the position before the subject, because the subject has the
    /// reservation of a long token.
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

/// Reserves memory to read a token, and to print and use its position; `None` for a short token.
pub(crate) fn room_to_read(token: &str, memory: &Arc<Memory>) -> Result<Option<Room>, Failure> {
    let bytes = (token.len() as u64).saturating_mul(BYTES_A_BYTE);
    if is_short(token) { Ok(None) } else { memory.reserve(bytes).map(Some) }
}

/// Returns the id of the game, which stands before a token's colon.
pub(crate) fn game_of(token: &str) -> String {
    token.split(':').next().unwrap_or_default().to_owned()
}

/// Whether a token is too short to contain a whole graph.
pub(crate) const fn is_short(token: &str) -> bool {
    token.len() < LONG
}

/// The position of a job that waits in a queue. A graph needs several times the memory of its token, and the job stores
/// the token anyway. So a graph is dropped, and is read again from its token when the job starts.
pub(crate) struct WaitingPosition(Option<Arc<dyn AnyPosition>>);

impl WaitingPosition {
    pub(crate) fn of(position: Arc<dyn AnyPosition>, token: &str) -> Self {
        Self(Some(position).filter(|_| is_short(token)))
    }

    /// Returns the position, and the subject that has the position's reservation.
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
