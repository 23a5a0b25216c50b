//! Exports tables of solved games as Parquet files.
//!
//! A file has one row for each slot that has a position. The rows are sorted by slot. A row has the following columns:
//!
//! | column  | type             | content                                                                     |
//! |---------|------------------|-----------------------------------------------------------------------------|
//! | `slot`  | unsigned, 64 bit | the slot in the table                                                       |
//! | `side`  | text             | the side to move, by its name                                               |
//! | `value` | text             | the value for the side to move: `win`, `loss`, `tie` or `draw`              |
//! | `depth` | integer, 32 bit  | the depth in plies; null for a draw, and in a table without depths          |
//! | `pos`   | text             | the token of the position; only if the export has tokens                    |
//!
//! The metadata of the Parquet file contain the table's metadata under the key `retrograde.meaning`, and the table's
//! hash under the key `retrograde.hash`. The exporter writes each group of rows that it receives from
//! [`Export::write`](retrograde_tables::Export::write) as a row group of the file.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use retrograde::{Kind, Side};
use retrograde_tables::{ExportHead, Exporter, Row, RowWriter};

/// The key under which the metadata of the Parquet file contain the table's metadata.
const METADATA: &str = "retrograde.meaning";
/// The key under which the metadata of the Parquet file contain the table's hash, in hexadecimal digits.
const HASH: &str = "retrograde.hash";

/// The exporter that writes Parquet files.
#[derive(Clone, Copy, Debug)]
pub struct Parquet;

impl Exporter for Parquet {
    fn begin<'f>(&self, file: &'f mut File, head: &ExportHead<'_>) -> io::Result<Box<dyn RowWriter + 'f>> {
        let schema = schema(head.has_tokens).map_err(failed)?;
        let file = SerializedFileWriter::new(file, schema, properties(head)).map_err(failed)?;
        Ok(Box::new(Writer { file, words: Words::of(head.sides), has_tokens: head.has_tokens }))
    }
}

/// Returns the schema of the Parquet file, which describes its columns.
fn schema(has_tokens: bool) -> Result<Arc<Type>, ParquetError> {
    let text =
        |name| Type::primitive_type_builder(name, Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String));
    let unsigned = LogicalType::integer(64, false);
    let slot = Type::primitive_type_builder("slot", Physical::INT64).with_logical_type(Some(unsigned));
    let columns = [slot, text("side"), text("value")].map(|column| column.with_repetition(Repetition::REQUIRED));
    let depth = Type::primitive_type_builder("depth", Physical::INT32).with_repetition(Repetition::OPTIONAL);
    let pos = has_tokens.then(|| text("pos").with_repetition(Repetition::REQUIRED));
    let columns = columns.into_iter().chain([depth]).chain(pos).map(|column| column.build().map(Arc::new));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("table").with_fields(columns).build()?))
}

fn properties(head: &ExportHead<'_>) -> Arc<WriterProperties> {
    let pairs = [(METADATA, &head.metadata), (HASH, &head.hash)];
    let metadata = pairs.map(|(key, value)| KeyValue { key: key.to_owned(), value: Some(value.clone()) });
    let [slot, pos] = ["slot", "pos"].map(ColumnPath::from);
    let properties = WriterProperties::builder()
        .set_created_by(concat!("retrograde ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata.to_vec()))
        .set_sorting_columns(Some(vec![SortingColumn { column_idx: 0, descending: false, nulls_first: false }]))
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        // In the columns `slot` and `pos`, consecutive values are similar, and no value occurs twice. So a dictionary
        // would save no space.
        .set_column_dictionary_enabled(slot.clone(), false)
        .set_column_encoding(slot, Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled(pos.clone(), false)
        .set_column_encoding(pos, Encoding::DELTA_BYTE_ARRAY);
    Arc::new(properties.build())
}

/// A Parquet file that is being written.
struct Writer<'f> {
    file: SerializedFileWriter<&'f mut File>,
    words: Words,
    has_tokens: bool,
}

impl RowWriter for Writer<'_> {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()> {
        Columns::of(rows, &self.words, self.has_tokens).write(&mut self.file).map_err(failed)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.file.close().map(drop).map_err(failed)
    }
}

/// A group of rows, stored by column.
struct Columns {
    slots: Vec<i64>,
    sides: Vec<ByteArray>,
    values: Vec<ByteArray>,
    /// The depths of those rows that have a depth.
    depths: Vec<i32>,
    /// For each row, the number 1 if the row has a depth, and otherwise 0.
    has_depth: Vec<i16>,
    /// The tokens of the rows; `None` if the file has no column with tokens.
    tokens: Option<Vec<ByteArray>>,
}

impl Columns {
    fn of(rows: Vec<Row>, words: &Words, has_tokens: bool) -> Self {
        Self {
            slots: rows.iter().map(|row| row.slot.0.cast_signed()).collect(),
            sides: rows.iter().map(|row| words.side(row.side)).collect(),
            values: rows.iter().map(|row| words.value(row.value)).collect(),
            depths: rows.iter().filter_map(|row| row.depth).map(|depth| depth.plies().cast_signed()).collect(),
            has_depth: rows.iter().map(|row| row.depth.is_some().into()).collect(),
            tokens: has_tokens.then(|| rows.into_iter().map(|row| row.token.into_bytes().into()).collect()),
        }
    }

    /// Writes the rows as one row group.
    fn write(&self, file: &mut SerializedFileWriter<&mut File>) -> Result<(), ParquetError> {
        let mut group = file.next_row_group()?;
        column::<Int64Type>(&mut group, &self.slots, None)?;
        column::<ByteArrayType>(&mut group, &self.sides, None)?;
        column::<ByteArrayType>(&mut group, &self.values, None)?;
        column::<Int32Type>(&mut group, &self.depths, Some(&self.has_depth))?;
        if let Some(tokens) = &self.tokens {
            column::<ByteArrayType>(&mut group, tokens, None)?;
        }
        group.close()?;
        Ok(())
    }
}

/// Writes the next column of a row group.
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

/// The texts of the columns `side` and `value`. Many rows have the same text.
struct Words {
    /// The name of each side, indexed by side.
    sides: [ByteArray; 2],
    win: ByteArray,
    loss: ByteArray,
    tie: ByteArray,
    draw: ByteArray,
}

impl Words {
    fn of(sides: [&str; 2]) -> Self {
        let [win, loss, tie, draw] =
            [Kind::Win, Kind::Loss, Kind::Tie, Kind::Draw].map(|kind| ByteArray::from(kind.word()));
        Self { sides: sides.map(ByteArray::from), win, loss, tie, draw }
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

/// Converts an error of the Parquet library. If the system caused the error, returns the system's error. Otherwise
/// returns an error with the library's text.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error.to_string()),
        },
        error => io::Error::other(error.to_string()),
    }
}
