//! Stored tables as their folders list them: each can be opened, proved and removed by its name, whatever position is asked about.

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
    schemars(rename = "Keep", description = "What is kept of a value.")
)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Values and depths, for every question.
    #[default]
    #[cfg_attr(feature = "schema", schemars(description = "All of it."))]
    Depths,
    /// Win, loss, tie or draw alone: no question is answered by such a table.
    #[cfg_attr(feature = "schema", schemars(description = "Win, loss, tie or draw: every depth is 0."))]
    Class,
}

/// A table in one folder, readable or not; or what a stopped solve has left of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its name.
    pub table: String,
    /// The number of its folder, from 0.
    pub folder: usize,
    /// Its files.
    pub files: Vec<PathBuf>,
}

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Tables.
    Tables,
    /// The same, and what stopped solves have left: checkpoints, and files half written.
    All,
}

/// Tables in folders.
pub trait Listings: Send + Sync {
    /// The folders, the first of which is asked first, and gets what is stored.
    fn folders(&self) -> &[PathBuf];

    /// What there is now, by folder and name. A folder is read when its first table is asked for.
    fn each(&self, scope: Scope) -> Box<dyn Iterator<Item = Listing> + '_>;

    /// The bytes of the files.
    fn bytes(&self, listing: &Listing) -> u64;

    /// Opens a table.
    ///
    /// # Errors
    /// It cannot be read.
    fn open(&self, listing: &Listing) -> Result<Box<dyn OpenTable>, Failure>;

    /// Removes all files of a table in its folder: their bytes; `None` if there are none any more.
    ///
    /// # Errors
    /// A file cannot be removed, or another process makes the table.
    fn remove(&self, listing: &Listing) -> Result<Option<u64>, Failure>;

    /// The space that a table of so many slots may take in the first folder, with its checkpoints; `None` if there is no folder.
    fn space(&self, slots: u64) -> Option<Space>;

    /// Refuses a table that cannot be stored, whatever its size.
    ///
    /// # Errors
    /// `not-kept`, with the game.
    fn refuse_unnumbered(&self, position: &dyn AnyPosition, domain: Domain) -> Result<(), Failure>;
}

/// A stored table that was opened, of which nothing was compared with the rules.
pub trait OpenTable: Send {
    /// Its header.
    fn header(&self) -> TableHeader;

    /// Counts by depth, from 0 plies on.
    fn by_depth(&self) -> Vec<DepthReport>;

    /// The position that it was made for.
    ///
    /// # Errors
    /// The games have no such position.
    fn position(&self, registry: &Registry) -> Result<Box<dyn AnyPosition>, Failure>;

    /// Compares it with the rules.
    ///
    /// # Errors
    /// It is of another board, or of other rules.
    fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), Failure>;

    /// The lowest position of each of the deepest values, the deepest first.
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
    /// Those of [`fits`](Self::fits); or there is no memory, or the work was cancelled. That a value is wrong is an answer.
    fn prove(self: Box<Self>, proving: &Proving<'_>) -> Result<VerifyReport, Unanswered>;
}

/// What the proof of a table needs.
pub struct Proving<'p> {
    /// A position of the board.
    pub position: &'p dyn AnyPosition,
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// 0: one for each core.
    pub threads: usize,
    /// The most bytes that it may take.
    pub memory: u64,
    /// Slots read, then slots proved.
    pub done: &'p AtomicU64,
    /// Set to true to stop it.
    pub cancel: Option<&'p AtomicBool>,
    /// Called once, with the bytes that it takes, the board included.
    pub reserve: &'p dyn Fn(u64) -> Result<Room, Failure>,
    /// Called when a part begins, with the slots that it goes through.
    pub begin: &'p dyn Fn(ProofPart, u64),
}

/// A part of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPart {
    /// The files are read, and compared with their hashes.
    Reading,
    /// The values are checked. Where memory holds a part of them at a time, each slot counts once for each part.
    Proving,
}

/// What a stored table says of itself, as programs read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Said", description = "What a table says of itself.")
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
    /// What is kept of a value.
    pub keep: Detail,
    /// The bytes of its files.
    pub bytes: u64,
    /// How many that are for each position.
    pub bytes_a_position: f64,
    /// The hash of the table: the same for the same values and meaning.
    pub hash: String,
}

/// Space on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The folder.
    pub folder: PathBuf,
    /// The bytes that may be needed.
    pub needed: u64,
    /// The bytes that are free there; `None` if the system does not tell.
    pub free: Option<u64>,
}

impl Space {
    /// Refuses what may take more than half of the bytes that are free.
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
