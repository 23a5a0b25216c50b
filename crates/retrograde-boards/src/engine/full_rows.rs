//! Tabulates, for each set of squares of a small board, the families of rows of which the set contains a full row. This
//! module also finds the endings that need only a full row.

use super::bits::Set;
use super::sectors::SquareEnding;

/// The maximum number of squares of a board with a table of full rows. This table has an entry for every set of
/// squares.
const MOST_TABULATED: usize = 20;

/// Returns a list with one byte for each set of squares. The byte has one bit for each family of rows. The bit is set
/// if the set contains a row of the family. The result is empty if the board has too many squares.
pub(super) fn full_rows(families: &[Vec<Set>], squares: usize) -> Vec<u8> {
    if squares > MOST_TABULATED || families.is_empty() {
        return Vec::new();
    }
    let mut all = vec![0_u8; 1 << squares];
    for (family, rows) in families.iter().enumerate() {
        for &row in rows {
            all[row as usize] |= 1 << family;
        }
    }
    // A set contains every row that one of its subsets contains.
    for square in 0..squares {
        for set in 0..all.len() {
            if set >> square & 1 > 0 {
                all[set] |= all[set ^ 1 << square];
            }
        }
    }
    all
}

/// The families whose full rows end the game, as bits. The first number of the result is for the side to move, and the
/// second number is for the other side. The result is 0 for both sides if the game can also be over for another reason.
pub(super) fn over_by_rows(endings: &[SquareEnding]) -> [u8; 2] {
    let mut all = [0; 2];
    for ending in endings {
        let [family] = ending.rows[..] else { return [0; 2] };
        if !is_ending_by(ending, family) {
            return [0; 2];
        }
        all[usize::from(!ending.is_own)] |= 1 << family;
    }
    all
}

/// Whether an ending requires a full row of this family and nothing else.
pub(super) fn is_ending_by(ending: &SquareEnding, family: usize) -> bool {
    ending.rows == [family] && ending.reached.is_empty() && ending.somewhere.is_empty()
}
