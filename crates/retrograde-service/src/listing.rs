//! Stored tables, as their folders list them. A listed table can be opened, verified and removed by its name; no
//! position is needed.

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

/// How much of each value a table stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Keep", description = "What a table stores of each value.")
)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// The table stores values and depths, which every question needs.
    #[default]
    #[cfg_attr(feature = "schema", schemars(description = "Values and depths."))]
    Depths,
    /// The table stores only win, loss, tie or draw; such a table cannot answer questions.
    #[cfg_attr(feature = "schema", schemars(description = "Win, loss, tie or draw: every depth is 0."))]
    Class,
}

/// An entry of a list of tables. An entry is either a table in one folder, readable or not, or the files that a stopped
/// solve left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The name of the table.
    pub table: String,
    /// The index of the folder that contains the table, from 0.
    pub folder: usize,
    /// The files in the folder that belong to the table.
    pub files: Vec<PathBuf>,
}

/// The kinds of entries to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Only tables.
    Tables,
    /// Tables, and the files that stopped solves left, such as checkpoints and half-written files.
    All,
}

/// A list of the stored tables in some folders.
pub trait Listings: Send + Sync {
    /// Returns the folders. A lookup searches the first folder first, and new tables are written to the first folder.
    fn folders(&self) -> &[PathBuf];

    /// Returns the current entries of the list, sorted by folder and name. A folder is read only when its first entry
    /// is requested.
    fn each(&self, scope: Scope) -> Box<dyn Iterator<Item = Listing> + '_>;

    /// Returns the total size of an entry's files in bytes.
    fn bytes(&self, listing: &Listing) -> u64;

    /// Opens a listed table.
    ///
    /// # Errors
    /// The table cannot be read.
    fn open(&self, listing: &Listing) -> Result<Box<dyn OpenTable>, Failure>;

    /// Removes all files of a table in its folder. Returns the total size in bytes of the removed files; `None` if
    /// another process had already removed the files.
    ///
    /// # Errors
    /// A file cannot be removed, or another process is making the table.
    fn remove(&self, listing: &Listing) -> Result<Option<u64>, Failure>;

    /// Returns the maximum disk space that a table of `slots` slots needs in the first folder, with its checkpoints;
    /// `None` if there is no folder.
    fn space(&self, slots: u64) -> Option<Space>;

    /// Returns an error if the table of a position cannot be stored. The size of the table does not matter.
    ///
    /// # Errors
    /// Returns a failure with the code `not-kept`, which names the game.
    fn refuse_unnumbered(&self, position: &dyn AnyPosition, domain: Domain) -> Result<(), Failure>;
}

/// A stored table that is open, but has not been compared with the rules.
pub trait OpenTable: Send {
    /// Returns the header of the table.
    fn header(&self) -> TableHeader;

    /// Returns the number of positions of each depth, from 0 plies upwards.
    fn by_depth(&self) -> Vec<DepthReport>;

    /// Returns the position for which the table was made.
    ///
    /// # Errors
    /// The registry's games cannot parse the position of the table.
    fn position(&self, registry: &Registry) -> Result<Box<dyn AnyPosition>, Failure>;

    /// Checks that the table belongs to this board and to the board's rules.
    ///
    /// # Errors
    /// The table belongs to another board, or was made by other rules.
    fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), Failure>;

    /// For each of the deepest values, returns the position with the lowest slot, the deepest value first.
    ///
    /// # Errors
    /// The table cannot be read.
    fn deepest(
        self: Box<Self>,
        position: &dyn AnyPosition,
        board: Arc<dyn AnyBoard>,
        most: usize,
    ) -> Result<Vec<DeepestReport>, Failure>;

    /// Checks every value of the table by forward rules alone, after the check of [`fits`](Self::fits).
    ///
    /// # Errors
    /// Returns the errors of [`fits`](Self::fits); too little memory; or the work was cancelled. A wrong value is not
    /// an error, because the report names it.
    fn prove(self: Box<Self>, proving: &VerifyInput<'_>) -> Result<VerifyReport, Unanswered>;
}

/// The input for the verification of a table.
pub struct VerifyInput<'p> {
    /// A position of the board.
    pub position: &'p dyn AnyPosition,
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The number of threads; 0 means one per core.
    pub threads: usize,
    /// The maximum memory in bytes that the verification may use.
    pub memory: u64,
    /// A counter of slots. The counter first counts the slots that have been read. After the last slot, the counter
    /// starts again from 0, and counts the slots that have been verified.
    pub done: &'p AtomicU64,
    /// A flag that another thread sets to true to stop the verification.
    pub cancel: Option<&'p AtomicBool>,
    /// A function that is called once, with the memory in bytes that the verification needs, including the board.
    pub reserve: &'p dyn Fn(u64) -> Result<Room, Failure>,
    /// A function that is called when a part of the verification begins, with the number of slots of this part.
    pub begin: &'p dyn Fn(ProofPart, u64),
}

/// A part of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPart {
    /// The files are read and compared with their hashes.
    Reading,
    /// The values are checked. If the values do not fit into memory together, the check makes several passes over all
    /// slots, and each slot counts once per pass.
    Proving,
}

/// The header of a stored table, in a form that programs can parse.
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
    /// The number of slots, holes included.
    pub slots: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of wins for the side to move.
    pub win: u64,
    /// The number of losses for the side to move.
    pub loss: u64,
    /// The number of ties. In a tie the game ends without a winner.
    pub tie: u64,
    /// The number of draws: games that never end.
    pub draw: u64,
    /// The greatest depth of any value, in plies.
    pub depth: usize,
    /// How much of each value the table stores.
    pub keep: Detail,
    /// The total length of the table's files in bytes.
    pub bytes: u64,
    /// The total length of the table's files in bytes, divided by the number of positions.
    pub bytes_a_position: f64,
    /// The hash of the table. Two tables with equal values and headers have the same hash.
    pub hash: String,
}

/// How much disk space a table needs, and how much is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The folder on whose disk the table needs space.
    pub folder: PathBuf,
    /// The number of bytes that the table may need.
    pub needed: u64,
    /// The free bytes on the disk of the folder; `None` if the system does not report them.
    pub free: Option<u64>,
}

impl Space {
    /// Returns an error if a table may need more than half of the free bytes.
    ///
    /// # Errors
    /// Returns a failure with the code `too-large`. The failure states the needed bytes and the free bytes.
    pub fn refuse_crowding(&self) -> Result<(), Failure> {
        let needed = self.needed;
        let Some(free) = self.free.filter(|&free| needed > free / 2) else { return Ok(()) };
        let folder = self.folder.display().to_string();
        let message = NoSpace::HalfOfFree { needed: Bytes(needed), folder, free: Bytes(free) };
        Err(Failure::new(Fault::Refused, "too-large", message))
    }
}
