//! The wins in 1 that the engine elides. In an elided win in 1, a move completes a row.
//!
//! In a game in which a full row wins, the next move wins most positions. The squares that complete a row depend only
//! on the set of the mover's pieces. So the engine tabulates these squares for each set.

use std::collections::BTreeMap;

use super::bits::Set;
use super::instances::{Instance, Sight};
use super::sectors::{Exchange, Material};
use crate::description::{Description, SidesTested, Test, Verdict};

/// The maximum number of exchanges of a game whose wins are elided.
pub(super) const MOST_EXCHANGES: usize = 8;

/// The family of rows whose completion wins the game. No other ending rule comes before this rule.
pub(super) fn winning_rows(description: &Description) -> Option<usize> {
    let first = description.endings.first()?;
    match first.when.as_slice() {
        [Test::Row(family)] if first.of == SidesTested::Both && first.result == Verdict::OwnWins => Some(*family),
        _ => None,
    }
}

/// A table with one entry for each set of own pieces. The entry has the squares to which a move completes a row if the
/// square is empty. If the set contains a row, its entry has all squares.
#[derive(Debug)]
pub(super) struct Wins {
    /// The family of rows.
    pub(super) family: usize,
    /// The squares for each set of own pieces. Sectors share a part of this list if they have the same possible
    /// exchanges and the same number of own pieces.
    squares: Vec<Set>,
    /// The index at which the part of each sector begins in `squares`.
    starts: Vec<usize>,
}

impl Wins {
    /// Tabulates the wins of a game with one kind of pieces. The rules must be the same for both sides, even if the
    /// board is not turned. Returns `None` if a move depends on more than one own piece and one empty square, or if the
    /// game has more than [`MOST_EXCHANGES`] exchanges.
    pub(super) fn new(
        family: usize,
        rows: &[Set],
        instances: &[Instance],
        exchanges: &[Exchange],
        materials: &[Material],
        recorded: &[&[Set]],
    ) -> Option<Self> {
        if exchanges.len() > MOST_EXCHANGES {
            return None;
        }
        // The moves to each target square. Each move is an exchange and the square that the piece leaves. A new piece
        // leaves no square.
        let mut sources = [const { Vec::new() }; Set::BITS as usize];
        for instance in instances {
            let (from, to) = simple(instance)?;
            let exchange = exchanges.iter().position(|known| *known == Exchange::of(instance))?;
            sources[to].push((1 << exchange, from));
        }
        let of_set = |possible: u8, set: Set| {
            if rows.iter().any(|row| set & row == *row) {
                return Set::MAX;
            }
            let completes = |&row: &Set| {
                let lacking = row & !set;
                let to = sources.get(lacking.trailing_zeros() as usize)?;
                let comes =
                    |&(exchange, from): &(u8, Set)| possible & exchange > 0 && set & from == from && from & row == 0;
                (lacking.is_power_of_two() && to.iter().any(comes)).then_some(lacking)
            };
            rows.iter().filter_map(completes).fold(0, |all, square| all | square)
        };
        let possible = |material: &Material| {
            let children = material.children.iter().enumerate().filter(|(_, child)| child.is_some());
            children.fold(0, |bits: u8, (exchange, _)| bits | 1 << exchange)
        };
        let (mut squares, mut known, mut starts) = (Vec::new(), BTreeMap::new(), Vec::new());
        for material in materials {
            let (possible, size) = (possible(material), usize::from(material.counts.board[0]));
            starts.push(*known.entry((possible, size)).or_insert(squares.len()));
            if starts.last() == Some(&squares.len()) {
                squares.extend(recorded[size].iter().map(|&set| of_set(possible, set)));
            }
        }
        Some(Self { family, squares, starts })
    }

    /// The squares on which the mover completes a row. `rank` is the number of the set of own pieces.
    #[inline(always)]
    pub(super) fn of(&self, sector: usize, rank: u64) -> Set {
        self.squares[self.starts[sector] + rank as usize]
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.squares.len() as u64
    }
}

/// The square that a move empties (as a set), and the square that the move fills. `None` if the move depends on any
/// other square or piece.
fn simple(instance: &Instance) -> Option<(Set, usize)> {
    let (mut from, mut to) = (0, 0);
    for &(sight, set) in &instance.before {
        match sight {
            Sight::Component(0) => from = set,
            Sight::Empty => to = set,
            _ => return None,
        }
    }
    let is_simple = to.is_power_of_two() && from.count_ones() <= 1 && instance.flips == [(0, from | to)];
    is_simple.then(|| (from, to.trailing_zeros() as usize))
}
