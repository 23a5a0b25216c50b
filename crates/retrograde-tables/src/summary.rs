//! The summary of a table for reports, with the table's size, counts and hash.

use retrograde::Counts;
use serde::Serialize;

use crate::metadata::Keep;
use crate::table_reader::TableReader;

/// A summary of a table, computed from its metadata.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Said"))]
pub struct TableSummary {
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
    /// The number of ties. A tie is a game that ends without a winner.
    pub tie: u64,
    /// The number of draws. In a draw, the game never ends.
    pub draw: u64,
    /// The greatest depth of any value, in plies.
    pub depth: usize,
    /// Whether the table stores depths, or only classes.
    pub keep: Keep,
    /// The total length of the table's files in bytes.
    pub bytes: u64,
    /// The bytes of the files per position.
    pub bytes_a_position: f64,
    /// The hash of the table. Two tables with equal values and metadata have the same hash.
    pub hash: String,
}

impl TableSummary {
    /// Returns the summary of a table.
    pub fn of(stored: &TableReader) -> Self {
        let (metadata, histogram) = (stored.metadata(), stored.metadata().histogram());
        let Counts { win, loss, tie, draw } = histogram.totals;
        let bytes = stored.file_bytes();
        Self {
            game: metadata.game.clone(),
            pos: metadata.pos.clone(),
            slots: metadata.slots,
            positions: metadata.positions,
            win,
            loss,
            tie,
            draw,
            depth: histogram.by_depth.len().saturating_sub(1),
            keep: metadata.keep,
            bytes,
            bytes_a_position: rate(bytes, metadata.positions),
            hash: stored.hash(),
        }
    }
}

/// Returns `bytes` divided by `positions`, rounded to three decimals. Returns 0 if there are no positions.
pub fn rate(bytes: u64, positions: u64) -> f64 {
    if positions == 0 { 0.0 } else { (bytes as f64 / positions as f64 * 1e3).round() / 1e3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_rounded_and_zero_without_positions() {
        let rates = [(1, 3), (1000, 4), (5, 0)].map(|(bytes, positions)| rate(bytes, positions).to_string());
        assert_eq!(rates, ["0.333", "250", "0"]);
    }
}
