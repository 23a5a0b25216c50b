//! A table of the un-moves of a game in which a full row wins. The un-moves depend only on the pieces of the side that has
//! just moved, and on the squares that the other side leaves empty.

use super::bits::Set;
use super::moves::{each_unmove, each_walk};
use super::numbering::Numbering;
use super::sector_steps::SectorSteps;
use super::sectors::Material;
use super::wins::Wins;

/// The maximum number of elements of [`RowParents`]. They take 8 MB.
const MOST_BEFORE: usize = 1 << 19;

/// For each set of pieces of the side that has just moved, the sets of these pieces before the move.
#[derive(Debug)]
pub(super) struct RowParents {
    /// The index in `ranges` of the first set, for each sector.
    pub(super) starts: Vec<usize>,
    /// The elements of a set begin at this index of `all`, and end at the next index.
    pub(super) ranges: Vec<u32>,
    pub(super) all: Vec<Before>,
}

/// A set of pieces before a move.
#[derive(Debug)]
pub(super) struct Before {
    /// The squares on which the mover could complete a row instead. If one of them is empty, the parent is left out.
    pub(super) wins: Set,
    /// The number of the set.
    pub(super) rank: u32,
    /// The sector of the parent.
    pub(super) sector: u16,
    /// The square that the piece leaves. It must be empty after the move. For a new piece, the square that it enters.
    pub(super) from: u8,
}

impl RowParents {
    /// Tabulates the un-moves of a game with elided wins; `None` if there are too many.
    pub(super) fn new<const C: usize>(
        steps: &SectorSteps,
        wins: &Wins,
        numbering: &Numbering<C>,
        materials: &[Material],
    ) -> Option<Self> {
        let mut table = Self { starts: Vec::new(), ranges: vec![0], all: Vec::new() };
        let mut found = Vec::new();
        for ((material, sector), number) in materials.iter().zip(&numbering.sectors).zip(0..) {
            let steps = steps.of(number);
            table.starts.push(table.ranges.len() - 1);
            for &own in numbering.ranks.listed(sector.sizes[1].into()) {
                let sights = [own, 0, numbering.all & !own];
                steps.fitting::<false>(&sights, &mut found);
                each_unmove!(steps, &found, sights, sights[2], material.parents, unmove => {
                    let flip = unmove.flips.sets[0];
                    let (rank, left) = (numbering.ranks.of(own ^ flip), flip & !own);
                    let from = if left == 0 { flip } else { left }.trailing_zeros() as u8;
                    let wins = wins.of(unmove.sector.into(), rank);
                    table.all.push(Before { wins, rank: rank as u32, sector: unmove.sector, from });
                });
                // A large board has gigabytes of un-moves, so the limit is checked after each set.
                if table.all.len() > MOST_BEFORE {
                    return None;
                }
                table.ranges.push(table.all.len() as u32);
            }
        }
        Some(table)
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (4 * self.ranges.len() + size_of::<Before>() * self.all.len()) as u64
    }
}
