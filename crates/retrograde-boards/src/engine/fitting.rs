//! Lists of moves. The next position uses the memory of these lists again.

use super::bits::Set;

/// Lists of the moves that fit a position.
#[derive(Default)]
pub(super) struct Fitting {
    pub(super) steps: Vec<u32>,
    pub(super) walks: MillWalks,
    pub(super) lists: Lists,
}

/// The moves of a position's own pieces in a game of mills, without regard to the opponent's pieces.
#[derive(Default)]
pub(super) struct MillWalks {
    /// The sector and the own pieces.
    pub(super) of: Option<(usize, Set)>,
    /// For each move of a piece, the squares that the piece may enter, and those of them that complete a row.
    pub(super) all: Vec<(Set, Set)>,
}

/// Lists of steps, one for each part of a turn. Later searches reuse the memory of these lists.
#[derive(Default)]
pub(super) struct Lists(Vec<Vec<u32>>);

impl Lists {
    /// Takes the list for the part at the depth `depth` of a turn.
    pub(super) fn take(&mut self, depth: usize) -> Vec<u32> {
        if depth == self.0.len() {
            self.0.push(Vec::new());
        }
        std::mem::take(&mut self.0[depth])
    }

    pub(super) fn give_back(&mut self, depth: usize, list: Vec<u32>) {
        self.0[depth] = list;
    }
}
