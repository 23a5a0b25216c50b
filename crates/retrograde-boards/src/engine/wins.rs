//! Wins in one that the engine leaves out: moves that complete a row.
//!
//! Most positions of a game of rows are won by the next move. The squares that complete a row depend only on the set of
//! the mover's pieces, so they are tabulated for each set.

use super::bits::{Ranks, Set};
use super::instances::{Instance, Sight};
use super::sectors::{Exchange, Material};
use crate::description::{Description, SidesTested, Test, Verdict};

/// The maximum number of exchanges of a game whose wins are left out.
pub(super) const MOST_EXCHANGES: usize = 8;

/// The family of rows whose completion wins before any other ending applies.
pub(super) fn winning_rows(description: &Description) -> Option<usize> {
    let first = description.endings.first()?;
    match first.when.as_slice() {
        [Test::Row(family)] if first.of == SidesTested::Both && first.result == Verdict::OwnWins => Some(*family),
        _ => None,
    }
}

/// For each exchange and each set of own pieces: the squares that complete a row, if they are empty.
#[derive(Debug)]
pub(super) struct Wins {
    /// By exchange, then by size, then by the number of the set.
    by_exchange: Vec<Vec<Vec<Set>>>,
    /// For each sector: its exchanges, as bits.
    by_sector: Vec<u8>,
}

impl Wins {
    /// Tabulates the wins of a game with one kind of pieces, whose sides see the board alike; `None` if some move depends
    /// on more than an own piece and an empty square.
    pub(super) fn new(
        instances: &[Instance],
        exchanges: &[Exchange],
        materials: &[Material],
        rows: &[Set],
        ranks: &Ranks,
        most: usize,
    ) -> Option<Self> {
        if exchanges.len() > MOST_EXCHANGES {
            return None;
        }
        // For each exchange and target square: the squares that a piece may come from; none for a new piece.
        let mut sources = vec![vec![Vec::new(); ranks.squares()]; exchanges.len()];
        for instance in instances {
            let (from, to) = simple(instance)?;
            let exchange = exchanges.iter().position(|known| *known == Exchange::of(instance))?;
            sources[exchange][to].push(from);
        }
        let of_set = |sources: &Vec<Vec<Set>>, set: Set| {
            let completes = |&row: &Set| {
                let lacking = row & !set;
                let to = lacking.trailing_zeros() as usize;
                let is_possible =
                    lacking.is_power_of_two() && sources[to].iter().any(|from| set & from == *from && from & row == 0);
                if is_possible { lacking } else { 0 }
            };
            rows.iter().map(completes).fold(0, |all, square| all | square)
        };
        let by_size = |sources: &Vec<Vec<Set>>| {
            (0..=most).map(|size| ranks.listed(size).iter().map(|&set| of_set(sources, set)).collect()).collect()
        };
        let possible = |material: &Material| {
            let children = material.children.iter().enumerate().filter(|(_, child)| child.is_some());
            children.fold(0, |bits, (exchange, _)| bits | 1 << exchange)
        };
        Some(Self {
            by_exchange: sources.iter().map(by_size).collect(),
            by_sector: materials.iter().map(possible).collect(),
        })
    }

    /// The squares that complete a row for the mover of a sector, by the number of the set of own pieces.
    #[inline(always)]
    pub(super) fn of(&self, sector: usize, size: usize, rank: u64) -> Set {
        let (mut wins, mut exchanges) = (0, self.by_sector[sector]);
        while exchanges != 0 {
            wins |= self.by_exchange[exchanges.trailing_zeros() as usize][size][rank as usize];
            exchanges &= exchanges - 1;
        }
        wins
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.by_exchange.iter().flatten().map(Vec::len).sum::<usize>() as u64
    }
}

/// The squares that a move empties and fills, if it depends on nothing else.
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
