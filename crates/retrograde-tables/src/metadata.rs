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

/// The slots whose values a table omits. The rules imply the values that the table omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// No slots. The table stores the cell of every slot.
    None,
    /// Holes, and positions at which the game is over. If the field `at_once` of the metadata is true, the table also
    /// omits positions in which the mover can win in one ply.
    Rules,
}

/// The order in which the files store the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The slots are stored in ascending order.
    Slots,
    /// The slots are stored in the order that the game defines by [`FileOrder`](retrograde::rules::FileOrder).
    Filed,
}

/// Whether a table stores the depth of each value, or only its class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The table stores the class of each value (win, loss, tie or draw) and its depth.
    #[default]
    Depths,
    /// The table stores only the class of each value (win, loss, tie or draw); every depth is stored as 0.
    Class,
}

/// The metadata of a table. The header of each file contains the metadata as a JSON object with the fields of this
/// type, in the same order and without white space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules and numbering.
    pub version: u32,
    /// A text that identifies the instance (the board). A long text is replaced by `sha256:` and the SHA-256 of the
    /// text.
    pub instance: String,
    /// A position of the instance, as a token.
    pub pos: String,
    /// The number of slots, holes included.
    pub slots: u64,
    /// Whether the table stores depths, or only classes.
    pub keep: Keep,
    /// The slots whose values the table omits.
    pub fill: Fill,
    /// The order in which the files store the slots.
    pub order: Order,
    /// The conventions that the values follow.
    pub conventions: ValueConventions,
    /// The number of slots that have a position.
    pub positions: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of wins, losses and ties at each depth. Each row contains a depth in plies, and then the numbers of
    /// wins, losses and ties with this depth. A depth without positions has no row.
    pub depths: Vec<[u64; 4]>,
    /// The fingerprint of the rules that made the table.
    pub rules: Fingerprint,
    /// The canonical form of the game as a text, if the rules were read from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

/// The conventions of a table's values, such as the unit of depths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueConventions {
    /// The unit of depths. The unit is always `plies`.
    pub depth: String,
    /// The depth of a finished position, in plies; always 0.
    pub ending: u32,
    /// The value of a position from which perfect play never ends. This value is always `draw`.
    pub endless: String,
    /// The result for the side to move in a position that is not an ending but has no moves. The text is `loses`,
    /// `ties` or `wins`. If the rules do not define the result, the text is `unsaid`.
    pub no_move: String,
    /// Whether the table may omit positions that win in one ply.
    pub at_once: bool,
    /// Whether positions that are equal up to a symmetry share a slot.
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

/// The data that [`write`](crate::write()) needs to write a table.
pub struct Making<'m> {
    /// The name of the table, and of its files.
    pub name: &'m str,
    /// A position of the board.
    pub position: &'m dyn AnyPosition,
    /// The board.
    pub board: &'m dyn AnyBoard,
    /// The values, indexed by slot.
    pub values: &'m dyn Values,
    /// Whether the table stores depths, or only classes (win, loss, tie or draw).
    pub keep: Keep,
    /// The slots whose values the table omits. If this field is `None`, a large table omits the values that the rules
    /// imply, and a small table omits no values.
    pub fill: Option<Fill>,
    /// The number of threads, at least one.
    pub threads: usize,
}

/// If the packed codes of a table have at least this size in bytes, the table omits the values that the rules imply.
const LARGE: u64 = 16 << 20;
/// The maximum length in bytes of a token in the metadata. The text that identifies the instance has the same maximum
/// length. The metadata contain a replacement for a longer text.
const LONG: usize = 1 << 12;
/// The maximum number of different depths in the metadata of a table.
pub(crate) const MOST_DEPTHS: usize = 1 << 20;

/// The distinct cells of a table. For each cell, the census has the number of slots with this cell and the lowest of
/// these slots.
pub(crate) struct Census {
    pub(crate) cells: BTreeMap<Cell, (u64, u64)>,
}

impl Census {
    /// Counts the cells in one pass. If several processes hold the values, each process counts the cells that it holds,
    /// and the processes exchange their counts.
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
    /// Returns the metadata of a table. Returns `None` if the values have too many different depths.
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
            definition: position.definition(),
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

    /// Returns whether the table omits this cell, because the rules imply the cell in every slot that has it.
    pub(crate) fn is_filled(&self, cell: Cell) -> bool {
        match (self.fill, cell.value()) {
            (Fill::None, _) => false,
            (Fill::Rules, None) => true,
            (Fill::Rules, Some(Value::Win(depth))) if self.conventions.at_once => depth.plies() <= 1,
            (Fill::Rules, Some(value)) => value.depth() == Some(Depth::ZERO),
        }
    }

    /// Returns the cell that the table stores for `cell`. If the table stores only classes, the result is `cell` with
    /// depth 0; otherwise the result is `cell` itself.
    pub(crate) fn reduced(&self, cell: Cell) -> Cell {
        match (self.keep, cell.value()) {
            (Keep::Class, Some(value)) => class(value.kind()),
            _ => cell,
        }
    }
}

/// Returns which values a table omits by default. Only large tables omit the values that the rules imply.
fn usual_fill(census: &Census, slots: u64) -> Fill {
    let bits = u64::from(width(census.cells.len()));
    if slots.saturating_mul(bits) / 8 >= LARGE { Fill::Rules } else { Fill::None }
}

/// Returns the cell of a value of the kind `kind` with depth 0.
fn class(kind: Kind) -> Cell {
    let value = match kind {
        Kind::Win => Value::Win(Depth::ZERO),
        Kind::Loss => Value::Loss(Depth::ZERO),
        Kind::Tie => Value::Tie(Depth::ZERO),
        Kind::Draw => Value::Draw,
    };
    Cell::of(value).unwrap_or(Cell::HOLE)
}

/// Returns a text that identifies the board of a position. The result is the text of the instance, or the hash of this
/// text if the text is long.
pub(crate) fn instance(position: &dyn AnyPosition) -> String {
    let instance = position.instance();
    if instance.len() <= LONG { instance } else { format!("sha256:{}", hex(&Sha256::digest(instance.as_bytes()))) }
}

/// Returns a token of the board. The result does not depend on the given position, so that equal tables have equal
/// metadata. The function chooses the lowest slot that meets two conditions. The slot's position must not be an ending.
/// The position's token alone must also be enough to identify this instance (board). If the function finds no such slot
/// among the first slots of the board, it returns the token of the given position. If that token is too long, it
/// returns only the game's id and a colon.
fn usual(position: &dyn AnyPosition, board: &dyn AnyBoard) -> String {
    let instance = position.instance();
    let slots = (0..board.slots().min(MOST_LOOKED_AT)).map(Slot);
    let open = slots.filter(|&slot| board.here(slot).is_some_and(|here| here.ending.is_none()));
    // A long token ends the search, because it would be slow to parse many long tokens.
    let mut tokens = open.take(MOST_READ).filter_map(|slot| board.token(slot)).take_while(|token| token.len() <= LONG);
    let lowest = tokens.find(|token| position.instance_of(token).as_deref() == Some(&*instance));
    let text = lowest.unwrap_or_else(|| position.token());
    if text.len() <= LONG { text } else { format!("{}:", position.about().id) }
}

/// The maximum number of tokens that are parsed in the search for a representative token.
const MOST_READ: usize = 1 << 10;
/// The maximum number of slots that are examined in the search for a representative token.
const MOST_LOOKED_AT: u64 = 1 << 16;
