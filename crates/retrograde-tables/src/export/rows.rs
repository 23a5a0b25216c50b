//! The rows of a table, and the file that they are written to.

use std::error::Error;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use retrograde::{About, Kind, Side, Slot, SolveError};

use super::{Export, Exported, GROUP};
use crate::error::TableError;
use crate::files::save;
use crate::held::Held;
use crate::meaning::{Keep, Order};
use crate::reading::Reading;

/// The key of what the table says of itself.
const MEANING: &str = "retrograde.meaning";
/// The key of the table's hash, in hexadecimal digits.
const HASH: &str = "retrograde.hash";
impl Export<'_> {
    /// Writes the file, with so many slots [held](Self::bin) at a time: whoever is stopped leaves none, or the one that was there before.
    ///
    /// # Errors
    /// [`TableError`]: a file of the table is damaged, the disk takes no more, or somebody wants to stop.
    ///
    /// # Complexity
    /// The rules' word on each slot once or twice; the files are read once a bin.
    pub fn write(&self, to: &Path, bin: u64) -> Result<Exported, TableError> {
        let no_memory = |error: SolveError| TableError::refused(error, None);
        let (stored, slots) = (self.found.stored(), self.found.stored().places());
        let held = Held::new(bin.min(slots), stored.cells().len()).map_err(no_memory)?;
        let reading = Reading { found: self.found, threads: self.threads, cancel: self.cancel };
        self.done.store(0, Ordering::Relaxed);
        save(to, |file| {
            let failed = |error| failed(to, error);
            let mut rows = Rows::of(self.position.about());
            let mut writer = SerializedFileWriter::new(&mut *file, self.schema().map_err(failed)?, self.properties())
                .map_err(failed)?;
            for first in (0..slots).step_by(bin as usize) {
                let bin = first..slots.min(first + bin);
                held.begin(bin.clone());
                match stored.meaning().order {
                    Order::Slots => reading.hold(bin.clone(), &held)?,
                    Order::Filed => reading.hold(0..slots, &held)?,
                }
                for first in bin.clone().step_by(GROUP as usize) {
                    reading.refuse_cancelled()?;
                    let group = first..bin.end.min(first + GROUP);
                    self.make(&mut rows, group.clone(), &held);
                    rows.write(&mut writer).map_err(failed)?;
                    self.done.fetch_add(group.end - group.start, Ordering::Relaxed);
                }
            }
            let rows = writer.close().map_err(failed)?.file_metadata().num_rows().cast_unsigned();
            let bytes = file.metadata().map_err(|error| TableError::reading(to, &error))?.len();
            Ok(Exported { rows, bytes })
        })
    }

    /// The columns.
    fn schema(&self) -> Result<Arc<Type>, ParquetError> {
        let text = |name| {
            Type::primitive_type_builder(name, Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String))
        };
        let unsigned = LogicalType::integer(64, false);
        let slot = Type::primitive_type_builder("slot", Physical::INT64).with_logical_type(Some(unsigned));
        let columns = [slot, text("side"), text("value")].map(|column| column.with_repetition(Repetition::REQUIRED));
        let depth = Type::primitive_type_builder("depth", Physical::INT32).with_repetition(Repetition::OPTIONAL);
        let pos = self.tokens.then(|| text("pos").with_repetition(Repetition::REQUIRED));
        let columns = columns.into_iter().chain([depth]).chain(pos).map(|column| column.build().map(Arc::new));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        Ok(Arc::new(Type::group_type_builder("table").with_fields(columns).build()?))
    }

    fn properties(&self) -> Arc<WriterProperties> {
        let stored = self.found.stored();
        let meaning = String::from_utf8_lossy(stored.text()).into_owned();
        let told = [(MEANING, meaning), (HASH, stored.hash())];
        let told = told.map(|(key, value)| KeyValue { key: key.to_owned(), value: Some(value) });
        let [slot, pos] = ["slot", "pos"].map(ColumnPath::from);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("retrograde ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(told.to_vec()))
            .set_sorting_columns(Some(vec![SortingColumn { column_idx: 0, descending: false, nulls_first: false }]))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            // Neighbours differ by little, and no two are equal.
            .set_column_dictionary_enabled(slot.clone(), false)
            .set_column_encoding(slot, Encoding::DELTA_BINARY_PACKED)
            .set_column_dictionary_enabled(pos.clone(), false)
            .set_column_encoding(pos, Encoding::DELTA_BYTE_ARRAY);
        Arc::new(properties.build())
    }

    /// Makes the rows of some slots that are held.
    fn make(&self, rows: &mut Rows, slots: Range<u64>, held: &Held) {
        let (cells, board) = (self.found.stored().cells(), self.found.board());
        let has_depths = self.found.stored().meaning().keep == Keep::Depths;
        held.codes(slots.clone(), &mut rows.codes);
        rows.clear();
        for (slot, &code) in slots.map(Slot).zip(&rows.codes) {
            let cell = self.found.told(slot).unwrap_or(cells[code as usize]);
            // Holes are left out.
            let (Some(value), Some(side)) = (cell.value(), board.table_turn(slot)) else { continue };
            let depth = value.depth().filter(|_| has_depths);
            rows.slots.push(slot.0.cast_signed());
            rows.sides.push(rows.words.side(side));
            rows.values.push(rows.words.value(value.kind()));
            rows.has_depth.push(depth.is_some().into());
            rows.depths.extend(depth.map(|depth| depth.plies().cast_signed()));
            if self.tokens {
                rows.tokens.push(board.table_token(slot).unwrap_or_default().into_bytes().into());
            }
        }
    }
}

/// Rows by their columns.
struct Rows {
    words: Words,
    codes: Vec<u32>,
    slots: Vec<i64>,
    sides: Vec<ByteArray>,
    values: Vec<ByteArray>,
    /// Of those that have one.
    depths: Vec<i32>,
    /// 1 for a row with a depth, else 0.
    has_depth: Vec<i16>,
    /// None, or one a row.
    tokens: Vec<ByteArray>,
}

impl Rows {
    fn of(about: &About) -> Self {
        Self {
            words: Words::of(about),
            codes: Vec::new(),
            slots: Vec::new(),
            sides: Vec::new(),
            values: Vec::new(),
            depths: Vec::new(),
            has_depth: Vec::new(),
            tokens: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.sides.clear();
        self.values.clear();
        self.depths.clear();
        self.has_depth.clear();
        self.tokens.clear();
    }

    /// Writes them as a group, unless there are none.
    fn write(&self, writer: &mut SerializedFileWriter<&mut File>) -> Result<(), ParquetError> {
        if self.slots.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group()?;
        column::<Int64Type>(&mut group, &self.slots, None)?;
        column::<ByteArrayType>(&mut group, &self.sides, None)?;
        column::<ByteArrayType>(&mut group, &self.values, None)?;
        column::<Int32Type>(&mut group, &self.depths, Some(&self.has_depth))?;
        // If it is there.
        column::<ByteArrayType>(&mut group, &self.tokens, None)?;
        group.close()?;
        Ok(())
    }
}

/// What stands in columns of text again and again.
struct Words {
    /// By the side's index.
    sides: [ByteArray; 2],
    win: ByteArray,
    loss: ByteArray,
    tie: ByteArray,
    draw: ByteArray,
}

impl Words {
    fn of(about: &About) -> Self {
        let [win, loss, tie, draw] =
            [Kind::Win, Kind::Loss, Kind::Tie, Kind::Draw].map(|kind| ByteArray::from(kind.word()));
        Self { sides: Side::BOTH.map(|side| about.side(side).into()), win, loss, tie, draw }
    }

    fn side(&self, side: Side) -> ByteArray {
        self.sides[side.index()].clone()
    }

    fn value(&self, kind: Kind) -> ByteArray {
        match kind {
            Kind::Win => &self.win,
            Kind::Loss => &self.loss,
            Kind::Tie => &self.tie,
            Kind::Draw => &self.draw,
        }
        .clone()
    }
}

/// Writes the next column of a group.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut File>,
    values: &[T::T],
    is_there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, is_there, None)?;
        column.close()?;
    }
    Ok(())
}

/// Why the file cannot be written, in the words of the system where it is its fault.
fn failed(to: &Path, error: ParquetError) -> TableError {
    let other =
        |error: &dyn Error| TableError { hint: None, ..TableError::writing(to, &io::Error::other(error.to_string())) };
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => TableError::writing(to, &error),
            Err(error) => other(&*error),
        },
        error => other(&error),
    }
}
