//! The codes of a process's slots, in memory or in scratch storage.

use std::ops::Range;
use std::sync::Arc;

use crate::kernel::options::{Options, SolveError};
use crate::kernel::scratch::{Scratch, Spilled};
use crate::rules::message::Message;
use crate::table::cell::Cell;
use crate::table::column::{Codes, Column, Width, with_codes};

/// A list of codes of one width, in memory or in scratch storage.
pub(super) enum Store {
    Memory(Column),
    Scratch(Region),
}

/// The location of codes in scratch storage.
pub(super) struct Region {
    scratch: Arc<dyn Scratch>,
    at: u64,
    slots: u64,
    width: Width,
}

/// The number of codes that are copied together.
const PIECE: u64 = 1 << 18;

impl Store {
    /// Creates a list of codes in scratch storage. Every code is 0.
    pub(super) fn on_scratch(
        scratch: &Arc<dyn Scratch>,
        slots: u64,
        width: Width,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let region = Region { scratch: scratch.clone(), at: 0, slots, width };
        region.fits()?;
        for places in region.pieces() {
            options.heed()?;
            region.write(places.start, &Column::zeroed(places.end - places.start, width)?).map_err(failed)?;
        }
        Ok(Self::Scratch(region))
    }

    pub(super) const fn width(&self) -> Width {
        match self {
            Self::Memory(column) => column.width(),
            Self::Scratch(region) => region.width,
        }
    }

    /// Returns the memory of the codes in bytes. Returns 0 if the codes are in scratch storage.
    pub(super) const fn bytes(&self) -> u64 {
        match self {
            Self::Memory(column) => column.bytes(),
            Self::Scratch(_) => 0,
        }
    }

    /// Copies the codes to scratch storage.
    pub(super) fn moved(&self, scratch: &Arc<dyn Scratch>, options: &Options<'_>) -> Result<Self, SolveError> {
        let region = Region { scratch: scratch.clone(), at: 0, slots: self.slots(), width: self.width() };
        region.fits()?;
        for places in region.pieces() {
            options.heed()?;
            let mut piece = Column::zeroed(places.end - places.start, region.width)?;
            let copy = |codes: Codes<&[u8], &[u16], &[u32]>| {
                with_codes!(codes, codes => piece.bytes_mut().copy_from_slice(bytemuck::cast_slice(codes)));
            };
            self.with(places.clone(), copy).map_err(failed)?;
            region.write(places.start, &piece).map_err(failed)?;
        }
        Ok(Self::Scratch(region))
    }

    /// Returns the number of codes.
    pub(super) const fn slots(&self) -> u64 {
        match self {
            Self::Memory(column) => column.slots() as u64,
            Self::Scratch(region) => region.slots,
        }
    }

    /// Calls `look` with the codes of a range.
    pub(super) fn with<T>(
        &self,
        places: Range<u64>,
        look: impl FnOnce(Codes<&[u8], &[u16], &[u32]>) -> T,
    ) -> Result<T, Message> {
        match self {
            Self::Memory(column) => {
                let places = places.start as usize..places.end as usize;
                Ok(match column.codes() {
                    Codes::One(codes) => look(Codes::One(&codes[places])),
                    Codes::Two(codes) => look(Codes::Two(&codes[places])),
                    Codes::Four(codes) => look(Codes::Four(&codes[places])),
                })
            }
            Self::Scratch(region) => Ok(look(region.read(places)?.codes())),
        }
    }

    /// Writes codes of the same width, beginning at the index `place`.
    pub(super) fn write(&mut self, place: u64, codes: &Column) -> Result<(), SolveError> {
        match self {
            Self::Memory(column) => {
                let at = (place * column.width().bytes()) as usize;
                let codes = codes.as_bytes();
                column.bytes_mut()[at..at + codes.len()].copy_from_slice(codes);
                Ok(())
            }
            Self::Scratch(region) => region.write(place, codes).map_err(failed),
        }
    }

    /// Doubles the width of the codes. The numeric value of each code does not change.
    pub(super) fn widen(&mut self, options: &Options<'_>) -> Result<(), SolveError> {
        match self {
            Self::Memory(column) => Ok(column.widen(|code| code)?),
            Self::Scratch(region) => region.wider(options).map(|wider| *region = wider),
        }
    }
}

impl Region {
    /// Converts the codes to a table in scratch storage. For each code, `codebook` contains the cell and the number of
    /// slots that have the code.
    pub(super) fn values(self, codebook: Vec<(Cell, u64)>) -> Spilled {
        Spilled::new(self.scratch, self.at, self.slots, self.width, codebook)
    }

    fn fits(&self) -> Result<(), SolveError> {
        let needed = self.at.saturating_add(self.slots.saturating_mul(self.width.bytes()));
        let limit = self.scratch.room();
        if needed <= limit { Ok(()) } else { Err(SolveError::NoRoom { needed, limit }) }
    }

    fn pieces(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        let slots = self.slots;
        (0..slots).step_by(PIECE as usize).map(move |first| first..slots.min(first + PIECE))
    }

    fn read(&self, places: Range<u64>) -> Result<Column, Message> {
        let mut codes =
            Column::zeroed(places.end - places.start, self.width).map_err(|_| Message::from(Full::Piece))?;
        self.scratch.read(self.at + places.start * self.width.bytes(), codes.bytes_mut())?;
        Ok(codes)
    }

    fn write(&self, place: u64, codes: &Column) -> Result<(), Message> {
        self.scratch.write(self.at + place * self.width.bytes(), codes.as_bytes())
    }

    /// Writes a copy of the codes, with twice the width, to the scratch space after the codes.
    fn wider(&self, options: &Options<'_>) -> Result<Self, SolveError> {
        let width = self.width.wider().ok_or(SolveError::TooDeep)?;
        let at = self.at + self.slots * self.width.bytes();
        let wider = Self { scratch: self.scratch.clone(), at, slots: self.slots, width };
        wider.fits()?;
        for places in self.pieces() {
            options.heed()?;
            let mut codes = self.read(places.clone()).map_err(failed)?;
            codes.widen(|code| code)?;
            wider.write(places.start, &codes).map_err(failed)?;
        }
        Ok(wider)
    }
}

const fn failed(reason: Message) -> SolveError {
    SolveError::Scratch { reason }
}

crate::messages! {
    /// Too little memory is left.
    enum Full {
        Piece: "too little memory is left to read a part of the table", "没有内存可以读取其中一段";
    }
}
