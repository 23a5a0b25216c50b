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

/// Which slots have an implied value: a value that the rules give, so that the table omits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// No slot has an omitted value: the table stores the cell of every slot.
    None,
    /// Holes and endings; also positions that win in one ply, if the conventions allow the table to omit them.
    Rules,
}

/// The order in which the files store the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The slots are stored in ascending order.
    Slots,
    /// The slots are stored in an order that the game defines for files: see
    /// [`FileOrder`](retrograde::rules::FileOrder).
    Filed,
}

/// How much of a value a table stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The class (win, loss, tie or draw) and the depth.
    #[default]
    Depths,
    /// Only the class: win, loss, tie or draw; every depth is stored as 0.
    Class,
}

/// The metadata of a table. The header of each file contains the metadata as a JSON object with these fields, in this
/// order and without white space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules and numbering.
    pub version: u32,
    /// A text that identifies the instance (the board); a long text is replaced by `sha256:` and its SHA-256.
    pub instance: String,
    /// A position of the instance, as a token.
    pub pos: String,
    /// The number of slots, holes included.
    pub slots: u64,
    /// How much of a value the table stores.
    pub keep: Keep,
    /// Which slots have an implied value, which the table omits.
    pub fill: Fill,
    /// The order in which the files store the slots.
    pub order: Order,
    /// The conventions that the values follow.
    pub conventions: ValueConventions,
    /// The number of slots that have a position.
    pub positions: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of other positions by depth. Each row contains a depth in plies and its numbers of wins, losses and
    /// ties; depths without positions have no row.
    pub depths: Vec<[u64; 4]>,
    /// The fingerprint of the rules that made the table.
    pub rules: Fingerprint,
}

/// The conventions that the values of a table follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueConventions {
    /// The unit of depths: `plies`.
    pub depth: String,
    /// The depth of a finished position.
    pub ending: u32,
    /// The value of endless play: `draw`.
    pub endless: String,
    /// The result for the side to move in a position without moves that is not an ending: `loses`, `ties`, `wins`, or
    /// `unsaid`.
    pub no_move: String,
    /// Whether the table may omit positions that win in one ply.
    pub at_once: bool,
    /// Whether equivalent positions share a slot.
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

/// The input for writing a table.
pub struct Making<'m> {
    /// The name that the table's files get.
    pub name: &'m str,
    /// A position of the board.
    pub position: &'m dyn AnyPosition,
    /// The board.
    pub board: &'m dyn AnyBoard,
    /// The values, indexed by slot.
    pub values: &'m dyn Values,
    /// How much of a value is to be stored.
    pub keep: Keep,
    /// Which slots have an implied value, which is omitted. If this field is `None`, a large table omits the values
    /// that the rules imply, and a small table omits none.
    pub fill: Option<Fill>,
    /// The number of threads, at least one.
    pub threads: usize,
}

/// If the codes of a table have at least this size in bytes, the table omits the values that the rules imply.
const LARGE: u64 = 16 << 20;
/// The maximum length in bytes of an instance that the metadata contain as text.
const LONG: usize = 1 << 12;
/// The maximum number of depths in the metadata.
pub(crate) const MOST_DEPTHS: usize = 1 << 20;

/// The distinct cells of a table, each with its number of slots and its lowest slot.
pub(crate) struct Census {
    pub(crate) cells: BTreeMap<Cell, (u64, u64)>,
}

impl Census {
    /// Counts the cells in one pass. If several processes hold the values, each counts its own cells, and they exchange
    /// the counts.
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

    /// Counts the cells that this process holds.
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

/// The number of slots that are read at a time.
const BLOCK: u64 = 1 << 14;

impl Metadata {
    /// Returns the metadata of a table; `None` if the values have too many different depths.
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

    /// Returns the cell that the table stores for this cell: without a depth if the table stores only classes.
    pub(crate) fn reduced(&self, cell: Cell) -> Cell {
        match (self.keep, cell.value()) {
            (Keep::Class, Some(value)) => class(value.kind()),
            _ => cell,
        }
    }
}

/// Returns the default for omitted values: only large tables omit the values that the rules imply.
fn usual_fill(census: &Census, slots: u64) -> Fill {
    let bits = u64::from(width(census.cells.len()));
    if slots.saturating_mul(bits) / 8 >= LARGE { Fill::Rules } else { Fill::None }
}

/// Returns the cell of a value of this kind, with depth 0.
fn class(kind: Kind) -> Cell {
    let value = match kind {
        Kind::Win => Value::Win(Depth::ZERO),
        Kind::Loss => Value::Loss(Depth::ZERO),
        Kind::Tie => Value::Tie(Depth::ZERO),
        Kind::Draw => Value::Draw,
    };
    Cell::of(value).unwrap_or(Cell::HOLE)
}

/// Returns a text that identifies the board of a position: the instance, or its hash if it is long.
pub(crate) fn instance(position: &dyn AnyPosition) -> String {
    let instance = position.instance();
    if instance.len() <= LONG { instance } else { format!("sha256:{}", hex(&Sha256::digest(instance.as_bytes()))) }
}

/// Returns a token that represents the board and does not depend on the given position. This is the token of the lowest
/// slot whose position is not an ending, and whose token can be parsed without further input as a position of this
/// instance. If there is no such slot, returns the token of the given position.
fn usual(position: &dyn AnyPosition, board: &dyn AnyBoard) -> String {
    let instance = position.instance();
    let slots = (0..board.slots().min(MOST_LOOKED_AT)).map(Slot);
    let open = slots.filter(|&slot| board.here(slot).is_some_and(|here| here.ending.is_none()));
    // Long tokens end the search, because parsing many long tokens would be slow.
    let mut tokens = open.take(MOST_READ).filter_map(|slot| board.token(slot)).take_while(|token| token.len() <= LONG);
    let lowest = tokens.find(|token| position.instance_of(token).as_deref() == Some(&*instance));
    let text = lowest.unwrap_or_else(|| position.token());
    if text.len() <= LONG { text } else { format!("{}:", position.about().id) }
}

/// The maximum number of tokens that are parsed in the search for a representative token.
const MOST_READ: usize = 1 << 10;
/// The maximum number of slots that are examined in this search.
const MOST_LOOKED_AT: u64 = 1 << 16;
