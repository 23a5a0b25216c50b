//! The forward-only proof of a whole table in files: every value by the rules and by other values, and all that the head says.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::audit::{audit, picked};
use retrograde::called::{Call, Calls};
use retrograde::entry::{AnyBoard, AnyPosition, Domain};
use retrograde::verify::{Found, Law};
use retrograde::{Cell, Slot, SolveError, Table, Unreadable, Values, Verified, Violation};
use retrograde_desk::report::VerifyReport;
use retrograde_desk::session::table_name;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{TableError, shown};
use crate::meaning::{Census, Fill, Keep, Making, Meaning, Order};
use crate::messages::{Hint, Wrong};
use crate::stored::Stored;

/// A table in files, and the board that it should be of.
#[derive(Clone, Copy)]
pub struct Proof<'p> {
    /// The table.
    pub stored: &'p Stored,
    /// A position of the board.
    pub position: &'p dyn AnyPosition,
    /// The board.
    pub board: &'p dyn AnyBoard,
    /// Threads; 0: one a core.
    pub threads: usize,
    /// How many slots have been read, or checked: for whoever watches.
    pub done: &'p AtomicU64,
    /// Whether to stop; `None`: nobody will want that.
    pub cancel: Option<&'p AtomicBool>,
}

/// Why a table is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// A value is wrong.
    Wrong(Box<Violation>),
    /// The table cannot be read, or is none of the board.
    Table(TableError),
}

impl From<TableError> for Unproved {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl Proof<'_> {
    /// Checks that it is a table of the board with depths; of what there is no proof without them.
    ///
    /// # Errors
    /// [`TableError`]: it is not.
    pub fn fits(&self) -> Result<(), TableError> {
        self.stored.fits(self.position, self.board)?;
        if self.stored.meaning().keep == Keep::Depths {
            return Ok(());
        }
        let file = self.stored.path(0);
        let name =
            file.file_name().unwrap_or_default().to_string_lossy().split('.').next().unwrap_or_default().to_owned();
        let file = shown(file);
        Err(TableError::refused(Wrong::NoDepths { file }, Some(Hint::CheckOnly { name }.into())))
    }

    /// The memory of a proof of every slot, in bytes.
    pub fn bytes(&self) -> u64 {
        let marks = self.stored.places() / 8;
        [self.stored.bytes(), self.board.bytes(), marks]
            .into_iter()
            .fold(self.stored.loaded_bytes(), u64::saturating_add)
    }

    /// Compares the files with both hashes, then reads them into memory: twice as many slots are done then as there are.
    ///
    /// # Errors
    /// [`TableError`]: what is damaged, and where.
    pub fn read(&self) -> Result<Table, TableError> {
        self.done.store(0, Ordering::Relaxed);
        self.stored.check_while(|slots| self.goes_on(slots))?;
        let checked = self.stored.places();
        let held = self.stored.load_while(self.board, |slots| self.goes_on(checked + slots))?;
        self.done.store(0, Ordering::Relaxed);
        Ok(held)
    }

    /// Notes how many slots are done, unless it is to stop.
    fn goes_on(&self, done: u64) -> Result<(), TableError> {
        self.done.store(done, Ordering::Relaxed);
        self.refuse_cancelled()
    }

    fn refuse_cancelled(&self) -> Result<(), TableError> {
        let is_cancelled = self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        if is_cancelled { Err(TableError::cancelled()) } else { Ok(()) }
    }

    /// Checks every slot by forward rules alone, the values of children taken from `held`, which holds the same as the files; that what the rules
    /// tell has fillers where it should; and that the head says what the values and the rules say, to the byte.
    ///
    /// # Errors
    /// [`Unproved`]: the lowest wrong slot, or what is wrong with the files.
    ///
    /// # Complexity
    /// Every move of every position once.
    pub fn whole(&self, held: &Table) -> Result<Verified, Unproved> {
        self.fits()?;
        let told = Told::of(held.slots(), self.stored.meaning().fill)?;
        let check = |slots, desk: &mut Desk| self.check(held, slots, Some(&told), desk);
        let counts = merged(audit(held.slots(), self.threads, check)?);
        self.check_fillers(&told)?;
        self.check_cells(&counts)?;
        self.check_head(held, &Census { cells: counts.cells.into_iter().collect() })?;
        Ok(counts.verified)
    }

    /// Checks so many slots in the same way, which lie all over the table, each somewhere in its own part: always the same ones. `asked` answers as
    /// the files do. Fillers are not looked at, and the head is not counted.
    ///
    /// # Errors
    /// [`Unproved`]: a wrong slot, or what is wrong with the files.
    pub fn some(&self, asked: &dyn Values, number: u64) -> Result<Verified, Unproved> {
        self.fits()?;
        let slots = asked.slots();
        let number = number.min(slots);
        let desks = audit(number, self.threads, |mut numbers, desk| {
            numbers.try_for_each(|place| {
                let slot = picked(slots, number, place);
                self.check(asked, slot..slot + 1, None, desk)
            })
        })?;
        Ok(merged(desks).verified)
    }

    /// What was found, as it is told.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn report(&self, found: Result<Verified, Unproved>) -> Result<VerifyReport, TableError> {
        let (game, table) = (self.position.about().id, table_name(self.position, Domain::All));
        match found {
            Ok(verified) => Ok(VerifyReport::right(game, table, verified)),
            Err(Unproved::Wrong(violation)) => {
                let pos = self.board.table_token(violation.slot);
                Ok(VerifyReport::wrong(game, table, &violation, pos))
            }
            Err(Unproved::Table(error)) => Err(error),
        }
    }

    fn unreadable(&self, error: &Unreadable) -> TableError {
        TableError::table(self.stored.path(0), error.reason().clone())
    }

    /// Checks some slots; where fillers are to be told, what the rules tell is noted instead.
    fn check(
        &self,
        held: &dyn Values,
        slots: Range<u64>,
        told: Option<&Told>,
        desk: &mut Desk,
    ) -> Result<(), Unproved> {
        self.refuse_cancelled()?;
        let Desk { calls, cells, counts } = desk;
        cells.resize((slots.end - slots.start) as usize, Cell::HOLE);
        held.block(Slot(slots.start), cells).map_err(|error| self.unreadable(&error))?;
        let fillers = told.and_then(|told| told.slots.as_deref());
        let mut wrong = None;
        let look = |slot: Slot, due: Call| {
            let cell = cells[(slot.0 - slots.start) as usize];
            let is_filled = due.is_told && fillers.is_some();
            match called(due) {
                _ if wrong.is_some() => {}
                Some(called) if is_filled || called == cell => {
                    counts.add(slot, called, is_filled, due);
                    if let (true, Some(bits)) = (is_filled, fillers) {
                        bits[slot.index() / 64].fetch_or(1 << (slot.0 % 64), Ordering::Relaxed);
                    }
                }
                _ => wrong = Some(self.violation(slot, cell, due)),
            }
        };
        calls.each(self.board, held, slots.clone(), look).map_err(|error| self.unreadable(&error))?;
        self.done.fetch_add(slots.end - slots.start, Ordering::Relaxed);
        wrong.map_or(Ok(()), |violation| Err(Unproved::Wrong(Box::new(violation))))
    }

    /// Where the rules tell what a slot holds, its place has the filler and nothing else: the same table has the same bytes.
    fn check_fillers(&self, told: &Told) -> Result<(), TableError> {
        let Some(bits) = &told.slots else { return Ok(()) };
        let is_told = |slot: Slot| bits[slot.index() / 64].load(Ordering::Relaxed) >> (slot.0 % 64) & 1 == 1;
        audit(self.stored.places(), self.threads, |places, (cells, slots): &mut (Vec<Cell>, Vec<Slot>)| {
            self.refuse_cancelled()?;
            // The cell before the first one is what a filler may repeat.
            let first = places.start.saturating_sub(1);
            cells.resize((places.end - first) as usize, Cell::HOLE);
            self.stored.block(first, cells)?;
            self.slots_of(places.clone(), slots);
            for (place, &slot) in places.zip(&*slots) {
                let cell = |place: u64| cells[(place - first) as usize];
                if is_told(slot) && self.stored.filler(place, place.checked_sub(1).map(cell)) != cell(place) {
                    let file = self.stored.path(place);
                    return Err(TableError::table(file, Wrong::Filler { file: shown(file), slot: slot.0 }));
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Writes the slots of a range of places.
    fn slots_of(&self, places: Range<u64>, slots: &mut Vec<Slot>) {
        match self.stored.meaning().order {
            Order::Slots => {
                slots.clear();
                slots.extend(places.map(Slot));
            }
            Order::Filed => self.board.write_filed(places, slots),
        }
    }

    fn violation(&self, slot: Slot, cell: Cell, due: Call) -> Violation {
        let found = cell.value().map_or(Found::Hole, Found::Value);
        let law = if found == Found::Hole { Law::Holes } else { due.law };
        let position = self.board.table_token(slot).unwrap_or_default();
        Violation { slot, position, law, found, expected: due.expected }
    }

    /// It has the cells that its slots hold, and no others.
    fn check_cells(&self, counts: &Counts) -> Result<(), TableError> {
        let cells = self.stored.cells();
        let is_empty = counts.held.is_empty() && cells == [Cell::HOLE];
        if is_empty || cells.iter().all(|cell| counts.held.contains(cell)) {
            return Ok(());
        }
        let file = self.stored.path(0);
        Err(TableError::table(file, Wrong::Unheld { file: shown(file) }))
    }

    /// The head says what it would say if the table were made now.
    fn check_head(&self, held: &Table, census: &Census) -> Result<(), TableError> {
        let Self { stored, position, board, .. } = *self;
        let meaning = stored.meaning();
        let making = Making {
            name: "",
            position,
            board,
            values: held,
            keep: meaning.keep,
            fill: Some(meaning.fill),
            threads: 1,
        };
        let anew = Meaning::of(&making, census).and_then(|meaning| serde_json::to_vec(&meaning).ok());
        if anew.as_deref() == Some(stored.text()) {
            return Ok(());
        }
        let fields =
            |text: &[u8]| serde_json::from_slice::<BTreeMap<String, serde_json::Value>>(text).unwrap_or_default();
        let (said, found) = (fields(stored.text()), fields(&anew.unwrap_or_default()));
        let differs = said.iter().find(|(name, value)| found.get(*name) != Some(value));
        let field = differs.map_or_else(|| "pos".to_owned(), |(name, _)| name.clone());
        let file = stored.path(0);
        Err(TableError::table(file, Wrong::Claim { file: shown(file), field }))
    }
}

/// What should stand in a slot, as it is stored.
fn called(due: Call) -> Option<Cell> {
    match due.expected {
        Found::Value(value) => Cell::of(value),
        Found::Hole => Some(Cell::HOLE),
        Found::Unnumbered => None,
    }
}

/// The slots of which the rules tell, a bit each, where such have fillers.
struct Told {
    slots: Option<Vec<AtomicU64>>,
}

impl Told {
    fn of(slots: u64, fill: Fill) -> Result<Self, TableError> {
        if fill == Fill::None {
            return Ok(Self { slots: None });
        }
        let (words, mut bits) = (slots.div_ceil(64) as usize, Vec::new());
        let no_memory = |_| TableError::refused(SolveError::NoMemory { needed: slots / 8 }.to_string(), None);
        bits.try_reserve_exact(words).map_err(no_memory)?;
        bits.resize_with(words, AtomicU64::default);
        Ok(Self { slots: Some(bits) })
    }
}

/// What a thread has counted, and its buffers.
#[derive(Default)]
struct Desk {
    calls: Calls,
    cells: Vec<Cell>,
    counts: Counts,
}

/// What was counted of some slots.
#[derive(Default)]
struct Counts {
    verified: Verified,
    /// What the rules say that slots have, fillers or not: how many, and the lowest.
    cells: FxHashMap<Cell, (u64, u64)>,
    /// What slots hold by themselves.
    held: FxHashSet<Cell>,
}

impl Counts {
    fn add(&mut self, slot: Slot, cell: Cell, is_filled: bool, due: Call) {
        self.verified.positions += u64::from(cell != Cell::HOLE);
        self.verified.moves += u64::from(due.moves);
        let (count, lowest) = self.cells.entry(cell).or_insert((0, slot.0));
        *count += 1;
        *lowest = slot.0.min(*lowest);
        if !is_filled {
            self.held.insert(cell);
        }
    }
}

/// What all threads have counted.
fn merged(desks: Vec<Desk>) -> Counts {
    let mut all = Counts::default();
    for Desk { counts, .. } in desks {
        all.verified.positions += counts.verified.positions;
        all.verified.moves += counts.verified.moves;
        for (cell, (count, lowest)) in counts.cells {
            let (sum, low) = all.cells.entry(cell).or_insert((0, lowest));
            *sum += count;
            *low = lowest.min(*low);
        }
        all.held.extend(counts.held);
    }
    all
}
