//! A session is a solved instance (board) that answers questions about slots. The answers are reports.
//!
//! A [`Session`] knows a game only as a board behind a trait object, so the code of all answers is compiled once for
//! all games.

use std::sync::{Arc, OnceLock};

use retrograde::ask::{Action, Folded, PositionSummary, TooManyClaims, TraceError};
use retrograde::author::{About, AnyBoard, AnyPosition, Domain, FindError, table_name};
use retrograde::rules::{message::Message, printable};
use retrograde::{
    Depth, Inconsistent, Line, Options, ProbeResult, QuestionError, Questions, RatedMove, Slot, SolveError, Trace,
    Unreadable, Value, Values,
};
use thiserror::Error;

use crate::logs::Logs;
use crate::messages::Wrong;
use crate::position::NoPiece;
use crate::report::{Head, MoveReport, Player, Rule, StatsReport};
use crate::trace::Follow;

/// The maximum number of bytes of all tokens in an answer. The token of a graph contains the whole graph, and an answer
/// contains a token for each move.
pub(crate) const MOST_ANSWER_BYTES: usize = 256 << 20;

/// The special value 0 for a number of threads, which means one thread per core.
pub(crate) const ALL_CORES: usize = 0;

/// The reason why a session cannot answer.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// The position belongs to another board than the table.
    #[error("the position is of another {game} board than table {table}")]
    OtherInstance {
        /// The id of the game.
        game: &'static str,
        /// The name of the table.
        table: String,
    },
    /// The table does not contain the position.
    #[error("table {table} does not contain the position: it has only positions reachable from its start")]
    NotReached {
        /// The name of the table.
        table: String,
    },
    /// The value of a position contradicts the values of its moves, because the game breaks a law (a property that the
    /// solver relies on).
    #[error("the values at {pos} do not agree: {what}")]
    Inconsistent {
        /// The token of the position.
        pos: String,
        /// The contradiction.
        what: Inconsistent,
    },
    /// The position and the table belong to different instances, but the game gives both instances the same identity.
    #[error("the position is not of the board of table {table}, but has its identity: {detail}")]
    OneIdentity {
        /// The name of the table.
        table: String,
        /// The text that the table's instance prints for the position.
        detail: Message,
    },
    /// The position has no piece with this name.
    #[error(transparent)]
    Piece(#[from] NoPiece),
    /// The position has too many moves, and its tokens are too long. The answer would fill the memory.
    #[error(
        "the answer has {positions} positions of {} each, and the limit is {}",
        retrograde::rules::message::bytes(*.length as u64),
        retrograde::rules::message::bytes(*.limit as u64)
    )]
    TooMuch {
        /// The number of positions in the answer.
        positions: usize,
        /// The length of one token in bytes.
        length: usize,
        /// The maximum total length of the tokens in bytes.
        limit: usize,
    },
    /// The event log is too long.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The proof is too long.
    #[error(transparent)]
    Certificate(#[from] TooManyClaims),
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The game breaks a law.
    #[error("{0}")]
    Unsound(QuestionError),
}

impl AskError {
    /// Returns an error if `positions` tokens of `length` bytes each exceed `limit` bytes in total.
    pub fn within(limit: usize, positions: usize, length: usize) -> Result<(), Self> {
        let fits = positions.saturating_mul(length) <= limit;
        if fits { Ok(()) } else { Err(Self::TooMuch { positions, length, limit }) }
    }
}

/// A solved instance.
pub struct Session {
    pub(crate) about: Arc<About>,
    pub(crate) board: Arc<dyn AnyBoard>,
    values: Box<dyn Values + Send>,
    /// The values, indexed by the slots of the table. The field is `None` if no positions share a slot.
    pub(crate) shared: Option<Arc<dyn Values + Send>>,
    pub(crate) domain: Domain,
    pub(crate) table: String,
    /// Whether the values come from files.
    is_stored: bool,
    /// The cached counts of the table.
    stats: OnceLock<StatsReport>,
    logs: Logs,
}

/// A move of a board, with its value.
pub(crate) type Rated = RatedMove<Action, Slot>;

impl Session {
    /// Solves the instance of a position with the general solver (the kernel).
    ///
    /// # Errors
    /// Returns the errors of the general solver (the kernel).
    pub fn solve(position: &dyn AnyPosition, domain: Domain, options: &Options<'_>) -> Result<Self, SolveError> {
        let board = position.board(domain, options)?;
        let values = board.solve(options)?;
        Ok(Self::of(position, domain, board, values))
    }

    /// Like [`solve`](Self::solve), but uses the game's own fast generator if the game has one for this board. The
    /// game's generator and the general solver make the same table, bit for bit. Interactive programs use this
    /// function. The function [`solve`](Self::solve) always uses the kernel, so a comparison of the two tables checks
    /// the game's generator.
    ///
    /// # Errors
    /// Returns the errors of the general solver (the kernel).
    pub fn solve_quickly(
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        // The kernel handles explored boards, and boards that do not fit into memory.
        let fits = position.plan(domain, options.threads).most.is_some_and(|bytes| bytes <= options.memory);
        match if fits { position.own_table() } else { None } {
            Some(table) => Ok(Self::of(position, domain, position.board(domain, options)?, Box::new(table?))),
            None => Self::solve(position, domain, options),
        }
    }

    /// Creates a session from an existing table of a position's instance. `board` is the board in `domain`, and
    /// `values` has the values of the table's slots.
    pub fn of(
        position: &dyn AnyPosition,
        domain: Domain,
        board: Arc<dyn AnyBoard>,
        values: Box<dyn Values + Send>,
    ) -> Self {
        let domain = position.plan(domain, 1).domain;
        let (about, table) = (position.about().clone(), table_name(position, domain));
        let (values, shared): (Box<dyn Values + Send>, _) = if board.is_folded() {
            let shared: Arc<dyn Values + Send> = values.into();
            (Box::new(Folded { board: board.clone(), table: shared.clone() }), Some(shared))
        } else {
            (values, None)
        };
        Self {
            about,
            board,
            values,
            shared,
            domain,
            table,
            is_stored: false,
            stats: OnceLock::new(),
            logs: Logs::default(),
        }
    }

    /// Marks the values as read from files. If a table from files has no value for a position, the session reports a
    /// damaged file.
    #[must_use]
    pub fn stored(self) -> Self {
        Self { is_stored: true, ..self }
    }

    /// Returns whether the values come from files.
    pub fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// Returns the total size of the cached logs in bytes.
    pub fn log_bytes(&self) -> u64 {
        self.logs.bytes()
    }

    /// Drops the cached logs, except a log that is being made right now. A later request makes a dropped log again.
    pub fn forget_logs(&self) {
        self.logs.forget();
    }

    /// Returns the table's name, which consists of the game's id and a hash of the game's version, the instance and the
    /// domain.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns the memory in bytes of the table and its numbering, without [`log_bytes`](Self::log_bytes).
    pub fn bytes(&self) -> u64 {
        self.board.bytes() + self.values.bytes()
    }

    /// Returns the number of slots of the table.
    pub fn slots(&self) -> u64 {
        self.table_values().slots()
    }

    /// Returns the board, which is accessed by slot.
    pub fn board(&self) -> &dyn AnyBoard {
        &*self.board
    }

    /// Returns the stored values, indexed by the slots of the table.
    pub fn table_values(&self) -> &dyn Values {
        match &self.shared {
            Some(table) => &**table,
            None => &*self.values,
        }
    }

    /// Returns the number of depths, which is the greatest depth of any value plus one.
    ///
    /// # Errors
    /// The table cannot be read.
    ///
    /// # Complexity
    /// Makes one pass over the table as it is stored. The function does not use the rules, because every win that a
    /// table omits has depth 1.
    pub fn depths(&self) -> Result<u64, AskError> {
        const OMITTED: u64 = 2;
        Ok(OMITTED.max(self.table_values().histogram()?.by_depth.len() as u64))
    }

    /// Returns the token of a slot's position; `None` if the slot is a hole or lies beyond the last slot.
    pub fn token(&self, slot: Slot) -> Option<String> {
        self.print(slot).ok()
    }

    /// Returns the value of a position, by one lookup in the table.
    ///
    /// # Errors
    /// The table does not contain the position, or cannot be read.
    pub fn value(&self, position: &dyn AnyPosition) -> Result<Value, AskError> {
        self.value_at(self.slot(position)?)
    }

    /// Returns the value of a slot's position.
    pub(crate) fn value_at(&self, slot: Slot) -> Result<Value, AskError> {
        self.values.value(slot)?.ok_or_else(|| self.no_value(slot))
    }

    /// Returns the value of a position as a report, by one lookup in the table. Unlike a probe, the function does not
    /// compare the value with the values of the moves.
    ///
    /// # Errors
    /// The table does not contain the position, or cannot be read.
    pub fn worth(&self, position: &dyn AnyPosition) -> Result<Head, AskError> {
        let value = self.value(position)?;
        Ok(Head::of(&self.about, position.token(), position.here(), value.kind(), value.depth()))
    }

    /// Returns the slot of a position, which must belong to this table's board.
    pub fn slot(&self, position: &dyn AnyPosition) -> Result<Slot, AskError> {
        self.board.find(position).map_err(|error| match error {
            FindError::OneIdentity(detail) => AskError::OneIdentity { table: self.table.clone(), detail },
            FindError::NotHeld => self.not_reached(),
            _ => AskError::OtherInstance { game: self.about.id, table: self.table.clone() },
        })
    }
}

impl Session {
    /// Returns the cached counts. If no counts are cached, calls `count` and caches the result.
    pub(crate) fn stats_or(
        &self,
        count: impl FnOnce() -> Result<StatsReport, AskError>,
    ) -> Result<StatsReport, AskError> {
        if let Some(known) = self.stats.get() {
            return Ok(known.clone());
        }
        let stats = count()?;
        Ok(self.stats.get_or_init(|| stats).clone())
    }

    pub(crate) fn questions(&self) -> Questions<'_> {
        Questions::new(&*self.board, &*self.values)
    }

    /// Converts the error of an answer to an error of a session.
    pub(crate) fn answer<T>(&self, answer: Result<T, QuestionError>) -> Result<T, AskError> {
        answer.map_err(|error| match error {
            QuestionError::NotHeld => self.not_reached(),
            QuestionError::Trace(error) => AskError::Trace(error),
            QuestionError::TooManyClaims(error) => AskError::Certificate(error),
            QuestionError::Unreadable(error) => AskError::Unreadable(error),
            error => AskError::Unsound(error),
        })
    }

    pub(crate) fn not_reached(&self) -> AskError {
        AskError::NotReached { table: self.table.clone() }
    }

    /// Returns an error for a slot without a value.
    fn no_value(&self, slot: Slot) -> AskError {
        match self.board.token(slot).filter(|_| self.is_stored) {
            Some(pos) => AskError::Unreadable(Unreadable::new(Wrong::NoValue { pos: printable(&pos) })),
            None => self.not_reached(),
        }
    }

    /// Returns the value of a position and the values of its moves, after a check that these values are consistent.
    pub(crate) fn probed(&self, slot: Slot) -> Result<ProbeResult<Action, Slot>, AskError> {
        self.checked(slot, self.questions().probe(slot))
    }

    /// Checks and returns the probe of a slot. If the value in the probe contradicts the values of the moves, returns
    /// an error.
    pub(crate) fn checked(
        &self,
        slot: Slot,
        probe: Result<ProbeResult<Action, Slot>, QuestionError>,
    ) -> Result<ProbeResult<Action, Slot>, AskError> {
        let probe = match probe {
            Err(QuestionError::NotHeld) => return Err(self.no_value(slot)),
            probe => self.answer(probe)?,
        };
        match probe.check() {
            Ok(()) => Ok(probe),
            Err(what) => Err(AskError::Inconsistent { pos: self.print(slot)?, what }),
        }
    }

    /// Returns the best line from a position, after a check that the values along the line are consistent.
    pub(crate) fn followed(&self, slot: Slot, max: usize) -> Result<Line<Action, Slot>, AskError> {
        self.probed(slot)?;
        let line = self.answer(self.questions().line(slot, max))?;
        if let Err((ply, what)) = line.check() {
            let before = ply.checked_sub(1).map_or(slot, |before| line.plies[before].child);
            return Err(AskError::Inconsistent { pos: self.print(before)?, what });
        }
        line.plies.last().map(|last| self.probed(last.child)).transpose()?;
        Ok(line)
    }

    /// Returns the token of a slot. Returns an error for a hole.
    pub(crate) fn print(&self, slot: Slot) -> Result<String, AskError> {
        self.board.token(slot).ok_or_else(|| self.not_reached())
    }

    /// Returns the side to move and the ending of a slot's position, and its token.
    fn described(&self, slot: Slot) -> Result<(PositionSummary, String), AskError> {
        self.board.described(slot).ok_or_else(|| self.not_reached())
    }

    pub(crate) fn here(&self, slot: Slot) -> Result<PositionSummary, AskError> {
        self.answer(self.questions().here(slot))
    }

    /// Returns the requested event log, from the cache or newly made. The log of an answer has at most `most`
    /// positions, and never more than [`MAX_POSITIONS`](retrograde::ask::MAX_POSITIONS).
    ///
    /// # Errors
    /// The log is too long, or the table cannot be read.
    pub fn log(&self, slot: Slot, follow: Follow, most: usize) -> Result<Arc<Trace>, AskError> {
        let questions = self.questions();
        self.answer(match follow {
            Follow::All => self.logs.all(|| questions.trace(ALL_CORES)),
            Follow::Answer => self.logs.answer(slot, || questions.trace_of(slot, most, ALL_CORES)),
        })
    }

    pub(crate) fn head(&self, slot: Slot, value: Value) -> Result<Head, AskError> {
        let (here, pos) = self.described(slot)?;
        Ok(Head::of(&self.about, pos, here, value.kind(), value.depth()))
    }

    pub(crate) fn rated(&self, moves: &[Rated]) -> Result<Vec<MoveReport>, AskError> {
        moves.iter().map(|rated| self.rated_one(rated)).collect()
    }

    pub(crate) fn rated_one(&self, rated: &Rated) -> Result<MoveReport, AskError> {
        let (there, pos) = self.described(rated.child)?;
        Ok(self.move_report(rated, there, pos))
    }

    /// Returns the report of a move; `pos` is the token of the position after the move.
    pub(crate) fn move_report(&self, rated: &Rated, there: PositionSummary, pos: String) -> MoveReport {
        let (waste, drop) = MoveReport::waste(rated.waste);
        MoveReport {
            action: rated.action.to_string(),
            pos,
            value: rated.child_value.kind(),
            for_mover: rated.value.kind(),
            winner: rated.child_value.winner(there.turn).map(|side| Player::of(&self.about, side)),
            depth: rated.child_value.depth().map(Depth::plies),
            waste,
            drop,
            over: rated.ending.map(|ending| Rule::of(&self.about, ending)),
        }
    }
}
