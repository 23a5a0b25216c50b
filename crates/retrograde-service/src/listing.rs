//! Stored tables, as their folders list them. Each can be opened, verified and removed by its name, without a position.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::rules::message::Bytes;
use serde::Serialize;

use crate::failure::{Failure, Fault};
use crate::memory::Room;
use crate::messages::NoSpace;
use crate::registry::Registry;
use crate::report::{DeepestReport, DepthReport, VerifyReport};
use crate::unanswered::Unanswered;

/// What a table stores of each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Keep", description = "What a table stores of each value.")
)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Values and depths, for every question.
    #[default]
    #[cfg_attr(feature = "schema", schemars(description = "Values and depths."))]
    Depths,
    /// Win, loss, tie or draw only: such a table answers no questions.
    #[cfg_attr(feature = "schema", schemars(description = "Win, loss, tie or draw: every depth is 0."))]
    Class,
}

/// A table in one folder, readable or not; or what a stopped solve left of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its name.
    pub table: String,
    /// The index of its folder, from 0.
    pub folder: usize,
    /// Its files.
    pub files: Vec<PathBuf>,
}

/// What to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Tables.
    Tables,
    /// Tables, and what stopped solves left: checkpoints, and half-written files.
    All,
}

/// Tables in folders.
pub trait Listings: Send + Sync {
    /// The folders. Lookups search the first one first, and new tables go there.
    fn folders(&self) -> &[PathBuf];

    /// The current entries, by folder and name. A folder is read when its first entry is requested.
    fn each(&self, scope: Scope) -> Box<dyn Iterator<Item = Listing> + '_>;

    /// The bytes of the files.
    fn bytes(&self, listing: &Listing) -> u64;

    /// Opens a table.
    ///
    /// # Errors
    /// The table cannot be read.
    fn open(&self, listing: &Listing) -> Result<Box<dyn OpenTable>, Failure>;

    /// Removes all files of a table in its folder. Returns their bytes; `None` if there are none any more.
    ///
    /// # Errors
    /// A file cannot be removed, or another process is making the table.
    fn remove(&self, listing: &Listing) -> Result<Option<u64>, Failure>;

    /// The disk space that a table of `slots` slots may take in the first folder, with its checkpoints; `None` if there
    /// is no folder.
    fn space(&self, slots: u64) -> Option<Space>;

    /// Refuses a table that cannot be stored, whatever its size.
    ///
    /// # Errors
    /// `not-kept`, with the game.
    fn refuse_unnumbered(&self, position: &dyn AnyPosition, domain: Domain) -> Result<(), Failure>;
}

/// An open stored table, which has not been compared with the rules.
pub trait OpenTable: Send {
    /// Its header.
    fn header(&self) -> TableHeader;

    /// Counts by depth, from 0 plies on.
    fn by_depth(&self) -> Vec<DepthReport>;

    /// The position for which it was made.
    ///
    /// # Errors
    /// The games have no such position.
    fn position(&self, registry: &Registry) -> Result<Box<dyn AnyPosition>, Failure>;

    /// Compares it with the rules.
    ///
    /// # Errors
    /// It belongs to another board or to other rules.
    fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), Failure>;

    /// For each of the deepest values, the position with the lowest slot; the deepest value first.
    ///
    /// # Errors
    /// It cannot be read.
    fn deepest(
        self: Box<Self>,
        position: &dyn AnyPosition,
        board: Arc<dyn AnyBoard>,
        most: usize,
    ) -> Result<Vec<DeepestReport>, Failure>;

    /// Checks every value by forward rules alone, after [`fits`](Self::fits).
    ///
    /// # Errors
    /// Those of [`fits`](Self::fits); or there is no memory; or the work was cancelled. A wrong value is not an error:
    /// the report names it.
    fn prove(self: Box<Self>, proving: &VerifyInput<'_>) -> Result<VerifyReport, Unanswered>;
}

/// What the verification of a table needs.
pub struct VerifyInput<'p> {
    /// A position of the board.
    pub position: &'p dyn AnyPosition,
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The threads; 0: one for each core.
    pub threads: usize,
    /// The most bytes that the verification may take.
    pub memory: u64,
    /// The number of slots read, then of slots verified.
    pub done: &'p AtomicU64,
    /// Set to true to stop it.
    pub cancel: Option<&'p AtomicBool>,
    /// Called once, with the bytes that the verification takes, including the board.
    pub reserve: &'p dyn Fn(u64) -> Result<Room, Failure>,
    /// Called when a part begins, with the number of its slots.
    pub begin: &'p dyn Fn(ProofPart, u64),
}

/// A part of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPart {
    /// Reads the files and compares them with their hashes.
    Reading,
    /// Checks the values. If memory holds only a part of the values at a time, each slot counts once for each part.
    Proving,
}

/// The header of a stored table, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Said", description = "The header of a table.")
)]
pub struct TableHeader {
    /// The game's id.
    pub game: String,
    /// A position of the board.
    pub pos: String,
    /// Slots, holes included.
    pub slots: u64,
    /// Positions.
    pub positions: u64,
    /// Wins for the side to move.
    pub win: u64,
    /// Losses for the side to move.
    pub loss: u64,
    /// Games that end level.
    pub tie: u64,
    /// Games that never end.
    pub draw: u64,
    /// The deepest value, in plies.
    pub depth: usize,
    /// What the table stores of each value.
    pub keep: Detail,
    /// The bytes of its files.
    pub bytes: u64,
    /// The bytes of its files for each position.
    pub bytes_a_position: f64,
    /// The hash of the table: equal for equal values and equal headers.
    pub hash: String,
}

/// Space on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The folder.
    pub folder: PathBuf,
    /// The bytes that may be needed.
    pub needed: u64,
    /// The bytes that are free there; `None` if the system does not report them.
    pub free: Option<u64>,
}

impl Space {
    /// Refuses a table that may take more than half of the free bytes.
    ///
    /// # Errors
    /// `too-large`, with the numbers.
    pub fn refuse_crowding(&self) -> Result<(), Failure> {
        let needed = self.needed;
        let Some(free) = self.free.filter(|&free| needed > free / 2) else { return Ok(()) };
        let folder = self.folder.display().to_string();
        let message = NoSpace::HalfOfFree { needed: Bytes(needed), folder, free: Bytes(free) };
        Err(Failure::new(Fault::Refused, "too-large", message))
    }
}
