//! What a table says of itself.

use std::collections::BTreeMap;
use std::ops::Range;

use retrograde::author::entry::{AnyBoard, AnyPosition};
use retrograde::{Cell, Depth, Histogram, Kind, NoMove, Slot, Unreadable, Value, Values};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::TableError;
use crate::format::{cell, hex, width};
use crate::messages::Told;
use crate::peers::Peers;
use crate::rules::Fingerprint;

/// Which slots hold a filler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// None: every slot's value is in the table, and holes are told.
    None,
    /// Holes, endings and, where wins at once are left out, positions won at once: the rules tell these.
    Rules,
}

/// In which order the slots are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// That of the slots.
    Slots,
    /// That of the game's own for files: see [`Numbered::filed`](retrograde::Numbered::filed).
    Filed,
}

/// What is kept of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// All of it.
    #[default]
    Depths,
    /// Win, loss, tie or draw: every depth is 0.
    Class,
}

/// What a table says of itself: a JSON object in the head of each of its files, with these fields in this order and no blanks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The game's id.
    pub game: String,
    /// The version of its rules and numbering.
    pub version: u32,
    /// What tells the instance from others; of a long text, its SHA-256 behind `sha256:`.
    pub instance: String,
    /// A position of it.
    pub pos: String,
    /// The slots, holes included.
    pub slots: u64,
    /// What is kept of a value.
    pub keep: Keep,
    /// Which slots hold a filler.
    pub fill: Fill,
    /// In which order the slots are kept.
    pub order: Order,
    /// The conventions of the values.
    pub conventions: Conventions,
    /// Slots that hold a position.
    pub positions: u64,
    /// Draws among them.
    pub draws: u64,
    /// The others by depth: depth in plies, wins, losses, ties. Depths without any are left out.
    pub depths: Vec<[u64; 4]>,
    /// What the rules did when the table was made.
    pub rules: Fingerprint,
}

/// What values mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conventions {
    /// What depths count: `plies`.
    pub depth: String,
    /// The depth of an ending.
    pub ending: u32,
    /// What play without an end is: `draw`.
    pub endless: String,
    /// What having no move means, where no ending says so: `loses`, `ties`, `wins`, or `unsaid`.
    pub no_move: String,
    /// Whether wins at once may be left out.
    pub at_once: bool,
    /// Whether positions share slots.
    pub folded: bool,
}

impl Conventions {
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

/// A table to be written.
pub struct Making<'m> {
    /// The name of its files.
    pub name: &'m str,
    /// A position of the board.
    pub position: &'m dyn AnyPosition,
    /// The board.
    pub board: &'m dyn AnyBoard,
    /// The values, by the slots of the table.
    pub values: &'m dyn Values,
    /// What is kept of them.
    pub keep: Keep,
    /// Which slots hold a filler; `None`: those that the rules tell, if the table is large.
    pub fill: Option<Fill>,
    /// Threads, at least one.
    pub threads: usize,
}

/// From so many bytes of codes on, a table leaves out what the rules tell.
const LARGE: u64 = 16 << 20;
/// The longest instance that is written as it is, in bytes.
const LONG: usize = 1 << 12;
/// The most depths that are told.
pub(crate) const MOST_DEPTHS: usize = 1 << 20;

/// The cells of a table, counted, each with the lowest slot that has it.
pub(crate) struct Census {
    pub(crate) cells: BTreeMap<Cell, (u64, u64)>,
}

impl Census {
    /// Counts them in one pass: each process those that lie with it, and then all tell each other.
    pub(crate) fn of(values: &dyn Values, peers: Peers<'_>) -> Result<Self, TableError> {
        let own = Self::here(values).map_err(|error| TableError::refused(error.reason().clone(), None))?;
        if values.share().is_none() {
            return Ok(own);
        }
        let told: Vec<_> = own.cells.iter().map(|(cell, &(count, slot))| (cell.bits(), count, slot)).collect();
        let mut all = Self { cells: BTreeMap::new() };
        for (bits, count, slot) in peers.gather(told).map_err(TableError::elsewhere)?.into_iter().flatten() {
            let cell = cell(bits).ok_or_else(|| TableError::elsewhere(Told::Strange))?;
            let counted = all.cells.entry(cell).or_insert((0, slot));
            *counted = (counted.0 + count, counted.1.min(slot));
        }
        Ok(all)
    }

    /// Those that lie in this process.
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

/// Slots read in one go.
const BLOCK: u64 = 1 << 14;

impl Meaning {
    /// What a table says of itself; `None` if it has more depths than are told.
    pub(crate) fn of(making: &Making<'_>, census: &Census) -> Option<Self> {
        let Making { position, board, keep, .. } = *making;
        let (about, slots) = (position.about(), making.values.slots());
        let histogram = census.histogram();
        let counts = (0_u64..).zip(&histogram.by_depth).filter(|(_, counts)| counts.total() > 0);
        let depths: Vec<_> = counts.map(|(depth, counts)| [depth, counts.win, counts.loss, counts.tie]).collect();
        let lowest = census.cells.values().map(|&(_, slot)| slot);
        let fill = making.fill.unwrap_or_else(|| usual_fill(census, slots));
        let is_filed = fill == Fill::Rules && board.conventions().filed;
        (depths.len() <= MOST_DEPTHS).then(|| Self {
            game: about.id.to_owned(),
            version: about.version,
            instance: instance(position),
            pos: usual(position, board),
            slots,
            keep,
            fill,
            order: if is_filed { Order::Filed } else { Order::Slots },
            conventions: Conventions::of(board),
            positions: histogram.totals.total(),
            draws: histogram.totals.draw,
            depths,
            rules: Fingerprint::of(board, slots, lowest),
        })
    }

    /// How many slots have which value and depth.
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

    /// Whether the rules tell what a slot with this cell holds, so that it holds a filler.
    pub(crate) fn is_filled(&self, cell: Cell) -> bool {
        match (self.fill, cell.value()) {
            (Fill::None, _) => false,
            (Fill::Rules, None) => true,
            (Fill::Rules, Some(Value::Win(depth))) if self.conventions.at_once => depth.plies() <= 1,
            (Fill::Rules, Some(value)) => value.depth() == Some(Depth::ZERO),
        }
    }

    /// What is kept of a cell.
    pub(crate) fn reduced(&self, cell: Cell) -> Cell {
        match (self.keep, cell.value()) {
            (Keep::Class, Some(value)) => class(value.kind()),
            _ => cell,
        }
    }
}

/// Where much is stored, what the rules tell is left out.
fn usual_fill(census: &Census, slots: u64) -> Fill {
    let bits = u64::from(width(census.cells.len()));
    if slots.saturating_mul(bits) / 8 >= LARGE { Fill::Rules } else { Fill::None }
}

/// A value without its depth.
fn class(kind: Kind) -> Cell {
    let value = match kind {
        Kind::Win => Value::Win(Depth::ZERO),
        Kind::Loss => Value::Loss(Depth::ZERO),
        Kind::Tie => Value::Tie(Depth::ZERO),
        Kind::Draw => Value::Draw,
    };
    Cell::of(value).unwrap_or(Cell::HOLE)
}

/// What tells the instance of a position from others, in a few bytes.
pub(crate) fn instance(position: &dyn AnyPosition) -> String {
    let instance = position.instance();
    if instance.len() <= LONG { instance } else { format!("sha256:{}", hex(&Sha256::digest(instance.as_bytes()))) }
}

/// A position of the board that is the same whichever was asked about, and tells the board: that of the lowest slot whose game goes on and whose
/// token by itself is read as one of this instance; if there is none, the one that was asked about.
fn usual(position: &dyn AnyPosition, board: &dyn AnyBoard) -> String {
    let instance = position.instance();
    let slots = (0..board.slots().min(MOST_LOOKED_AT)).map(Slot);
    let open = slots.filter(|&slot| board.here(slot).is_some_and(|here| here.ending.is_none()));
    // Long tokens are written as none, and reading many of them would take long.
    let mut tokens = open.take(MOST_READ).filter_map(|slot| board.token(slot)).take_while(|token| token.len() <= LONG);
    let lowest = tokens.find(|token| position.instance_of(token).as_deref() == Some(&*instance));
    let text = lowest.unwrap_or_else(|| position.token());
    if text.len() <= LONG { text } else { format!("{}:", position.about().id) }
}

/// Positions that are read to see whether they tell the board.
const MOST_READ: usize = 1 << 10;
/// Slots that are looked at for a position to be named.
const MOST_LOOKED_AT: u64 = 1 << 16;
