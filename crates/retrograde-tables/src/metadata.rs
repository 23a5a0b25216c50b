//! The metadata of a table.

use std::collections::BTreeMap;
use std::ops::Range;

use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::{Cell, Depth, Histogram, Kind, NoMove, Slot, Unreadable, Value, Values};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::TableError;
use crate::format::{cell, hex, width};
use crate::messages::Note;
use crate::peers::Peers;
use crate::rules::Fingerprint;

/// The slots whose value is implied: the rules give it without the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// No slots: the table stores the value of every slot, and the holes.
    None,
    /// Holes, endings and, if the conventions omit wins at once, positions that win in one ply.
    Rules,
}

/// The order of the slots in the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By slot number.
    Slots,
    /// The game's own order for files: see [`FileOrder`](retrograde::rules::FileOrder).
    Filed,
}

/// The stored part of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The class and the depth.
    #[default]
    Depths,
    /// Only the class: win, loss, tie or draw; every depth is 0.
    Class,
}

/// The metadata of a table: a JSON object in the header of each of its files, with these fields in this order and without white space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The game's id.
    pub game: String,
    /// The version of its rules and numbering.
    pub version: u32,
    /// The text that identifies the instance; for a long text, `sha256:` and its SHA-256.
    pub instance: String,
    /// A position of the instance.
    pub pos: String,
    /// The number of slots, holes included.
    pub slots: u64,
    /// The stored part of a value.
    pub keep: Keep,
    /// The slots whose value is implied.
    pub fill: Fill,
    /// The order of the slots in the files.
    pub order: Order,
    /// The conventions of the values.
    pub conventions: ValueConventions,
    /// The number of slots with a position.
    pub positions: u64,
    /// The number of draws.
    pub draws: u64,
    /// The other positions by depth: depth in plies, wins, losses, ties. Depths without positions are omitted.
    pub depths: Vec<[u64; 4]>,
    /// The fingerprint of the rules that made the table.
    pub rules: Fingerprint,
}

/// The conventions of the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueConventions {
    /// The unit of depths: `plies`.
    pub depth: String,
    /// The depth of an ending.
    pub ending: u32,
    /// The value of endless play: `draw`.
    pub endless: String,
    /// The result of a position without moves that is not an ending: `loses`, `ties`, `wins`, or `unsaid`.
    pub no_move: String,
    /// Whether the table may omit wins in one ply.
    pub at_once: bool,
    /// Whether positions share slots.
    pub folded: bool,
}

impl ValueConventions {
    pub(crate) fn of(board: &dyn AnyBoard) -> Self {
        let conventions = board.conventions();
        let no_move = match conventions.no_move {
            NoMove::Unsaid => "unsaid",
            NoMove::Loses => "loses",
            NoMove::Ties => "ties",
            NoMove::Wins => "wins",
        };
        Self {
            depth: "plies".to_owned(),
            ending: 0,
            endless: "draw".to_owned(),
            no_move: no_move.to_owned(),
            at_once: conventions.at_once,
            folded: conventions.folded,
        }
    }
}

/// A table to write.
pub struct Making<'m> {
    /// The name of its files.
    pub name: &'m str,
    /// A position of the board.
    pub position: &'m dyn AnyPosition,
    /// The board.
    pub board: &'m dyn AnyBoard,
    /// The values, by the slots of the table.
    pub values: &'m dyn Values,
    /// The part of a value to store.
    pub keep: Keep,
    /// The slots with an implied value; `None`: those that the rules imply if the table is large, otherwise none.
    pub fill: Option<Fill>,
    /// The number of threads, at least one.
    pub threads: usize,
}

/// The size of the codes in bytes from which on a table omits the values that the rules imply.
const LARGE: u64 = 16 << 20;
/// The maximum length of an instance that is written as text, in bytes.
const LONG: usize = 1 << 12;
/// The maximum number of depths in the metadata.
pub(crate) const MOST_DEPTHS: usize = 1 << 20;

/// The cells of a table, each with its count and its lowest slot.
pub(crate) struct Census {
    pub(crate) cells: BTreeMap<Cell, (u64, u64)>,
}

impl Census {
    /// Counts the cells in one pass. Several processes count their own cells, and exchange the results.
    pub(crate) fn of(values: &dyn Values, peers: Peers<'_>) -> Result<Self, TableError> {
        let own = Self::here(values).map_err(|error| TableError::refused(error.reason().clone(), None))?;
        if values.share().is_none() {
            return Ok(own);
        }
        let counts: Vec<_> = own.cells.iter().map(|(cell, &(count, slot))| (cell.bits(), count, slot)).collect();
        let mut all = Self { cells: BTreeMap::new() };
        for (bits, count, slot) in peers.gather(counts).map_err(TableError::elsewhere)?.into_iter().flatten() {
            let cell = cell(bits).ok_or_else(|| TableError::elsewhere(Note::Strange))?;
            let counted = all.cells.entry(cell).or_insert((0, slot));
            *counted = (counted.0 + count, counted.1.min(slot));
        }
        Ok(all)
    }

    /// Counts the cells of this process.
    fn here(values: &dyn Values) -> Result<Self, Unreadable> {
        let mut cells: BTreeMap<Cell, (u64, u64)> = BTreeMap::new();
        let mut block = vec![Cell::HOLE; BLOCK as usize];
        let all = 0..values.slots();
        let here: Vec<Range<u64>> = values.share().map_or_else(|| [all].into(), |share| share.ranges().collect());
        for (first, end) in
            here.iter().flat_map(|slots| slots.clone().step_by(BLOCK as usize).map(|first| (first, slots.end)))
        {
            let block = &mut block[..BLOCK.min(end - first) as usize];
            values.block(Slot(first), block)?;
            for stretch in block.chunk_by(|a, b| a == b) {
                let before = stretch.as_ptr().addr() - block.as_ptr().addr();
                let slot = first + (before / size_of::<Cell>()) as u64;
                cells.entry(stretch[0]).or_insert((0, slot)).0 += stretch.len() as u64;
            }
        }
        Ok(Self { cells })
    }

    fn histogram(&self) -> Histogram {
        let mut histogram = Histogram::default();
        for (cell, &(count, _)) in &self.cells {
            if let Some(value) = cell.value() {
                histogram.add(value, count);
            }
        }
        histogram
    }
}

/// The number of slots to read at a time.
const BLOCK: u64 = 1 << 14;

impl Metadata {
    /// Returns the metadata of a table; `None` if it has too many depths.
    pub(crate) fn of(making: &Making<'_>, census: &Census) -> Option<Self> {
        let Making { position, board, keep, .. } = *making;
        let (about, slots) = (position.about(), making.values.slots());
        let histogram = census.histogram();
        let counts = (0_u64..).zip(&histogram.by_depth).filter(|(_, counts)| counts.total() > 0);
        let depths: Vec<_> = counts.map(|(depth, counts)| [depth, counts.win, counts.loss, counts.tie]).collect();
        let lowest = census.cells.values().map(|&(_, slot)| slot);
        let fill = making.fill.unwrap_or_else(|| usual_fill(census, slots));
        let is_filed = fill == Fill::Rules && board.conventions().in_file_order;
        (depths.len() <= MOST_DEPTHS).then(|| Self {
            game: about.id.to_owned(),
            version: about.version,
            instance: instance(position),
            pos: usual(position, board),
            slots,
            keep,
            fill,
            order: if is_filed { Order::Filed } else { Order::Slots },
            conventions: ValueConventions::of(board),
            positions: histogram.totals.total(),
            draws: histogram.totals.draw,
            depths,
            rules: Fingerprint::of(board, slots, lowest),
        })
    }

    /// Returns the number of slots by value and depth.
    pub fn histogram(&self) -> Histogram {
        let mut histogram = Histogram::default();
        for &[depth, win, loss, tie] in &self.depths {
            let depth = Depth::new(depth as u32);
            histogram.add(Value::Win(depth), win);
            histogram.add(Value::Loss(depth), loss);
            histogram.add(Value::Tie(depth), tie);
        }
        histogram.add(Value::Draw, self.draws);
        histogram
    }

    /// Returns whether the rules imply this cell, so that the table omits it.
    pub(crate) fn is_filled(&self, cell: Cell) -> bool {
        match (self.fill, cell.value()) {
            (Fill::None, _) => false,
            (Fill::Rules, None) => true,
            (Fill::Rules, Some(Value::Win(depth))) if self.conventions.at_once => depth.plies() <= 1,
            (Fill::Rules, Some(value)) => value.depth() == Some(Depth::ZERO),
        }
    }

    /// Returns the part of a cell that the table stores.
    pub(crate) fn reduced(&self, cell: Cell) -> Cell {
        match (self.keep, cell.value()) {
            (Keep::Class, Some(value)) => class(value.kind()),
            _ => cell,
        }
    }
}

/// Returns the default: large tables omit the values that the rules imply.
fn usual_fill(census: &Census, slots: u64) -> Fill {
    let bits = u64::from(width(census.cells.len()));
    if slots.saturating_mul(bits) / 8 >= LARGE { Fill::Rules } else { Fill::None }
}

/// Returns a value without its depth.
fn class(kind: Kind) -> Cell {
    let value = match kind {
        Kind::Win => Value::Win(Depth::ZERO),
        Kind::Loss => Value::Loss(Depth::ZERO),
        Kind::Tie => Value::Tie(Depth::ZERO),
        Kind::Draw => Value::Draw,
    };
    Cell::of(value).unwrap_or(Cell::HOLE)
}

/// Returns a short text that identifies the instance of a position.
pub(crate) fn instance(position: &dyn AnyPosition) -> String {
    let instance = position.instance();
    if instance.len() <= LONG { instance } else { format!("sha256:{}", hex(&Sha256::digest(instance.as_bytes()))) }
}

/// Returns the token that represents the board, whichever position the caller has: that of the lowest slot that is not
/// an ending and whose token alone reads as a position of this instance. If there is none, returns the token of the
/// given position.
fn usual(position: &dyn AnyPosition, board: &dyn AnyBoard) -> String {
    let instance = position.instance();
    let slots = (0..board.slots().min(MOST_LOOKED_AT)).map(Slot);
    let open = slots.filter(|&slot| board.here(slot).is_some_and(|here| here.ending.is_none()));
    // Long tokens are skipped, because reading many of them would take long.
    let mut tokens = open.take(MOST_READ).filter_map(|slot| board.token(slot)).take_while(|token| token.len() <= LONG);
    let lowest = tokens.find(|token| position.instance_of(token).as_deref() == Some(&*instance));
    let text = lowest.unwrap_or_else(|| position.token());
    if text.len() <= LONG { text } else { format!("{}:", position.about().id) }
}

/// The maximum number of positions to read in the search for such a token.
const MOST_READ: usize = 1 << 10;
/// The maximum number of slots to examine for such a position.
const MOST_LOOKED_AT: u64 = 1 << 16;
