//! The numbering: the slots of positions, as sets of squares.
//!
//! A position of a sector is its *components*: one set of squares for each kind of a side's pieces. The first component
//! is numbered up to symmetry: each orbit of such sets has one number, and a record says which symmetry maps a set to the
//! representative of its orbit. The other components are turned by this symmetry and numbered among the squares left. So
//! no canonical form is searched, unless the representative has symmetries of its own.

use std::ops::Range;

use super::bits::{Ranks, Set, binomial, compress, expand};
use super::sectors::Material;
use super::symmetry::Permutation;

/// What is known of a first component.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct First {
    /// The squares that the representative of its orbit leaves free.
    pub(super) free: Set,
    /// The number of its orbit.
    pub(super) orbit: u32,
    /// The symmetry that maps the set to the representative of its orbit.
    pub(super) symmetry: u8,
    /// The number of symmetries of the set.
    pub(super) stabiliser: u8,
    /// For each family of rows, whether the set fills a row.
    pub(super) rows: u8,
}

/// The sets of one size, up to symmetry.
#[derive(Debug, Default)]
struct Sets {
    /// The representative of each orbit: its set with the least number.
    representatives: Vec<Set>,
    /// The symmetries of each representative.
    stabilisers: Vec<Vec<u8>>,
}

/// The maximum number of sets of one size with records.
const MOST_RECORDS: u64 = 1 << 21;

/// The maximum number of sets of all sizes, whose tables need some 24 bytes for each.
const MOST_SETS: u64 = 1 << 22;

/// A number of sets of which few have symmetries.
const MANY_SETS: u64 = 256;

/// The maximum number of sets of one size with records, if they are not first components.
const MOST_LOOKED_UP: u64 = 1 << 16;

/// The maximum number of slots, roughly. In a larger game most slots are positions that play does not reach, as far as
/// the examples show, so exploring is the better way.
const MOST_SLOTS: u64 = 1 << 27;

impl Sets {
    /// Finds the orbits of the sets, and writes the record of each set.
    fn new(
        sets: &[Set],
        ranks: &Ranks,
        symmetries: &[Permutation],
        families: &[Vec<Set>],
        records: &mut [First],
    ) -> Self {
        let mut all = Self::default();
        let board = if ranks.squares() == 64 { Set::MAX } else { (1 << ranks.squares()) - 1 };
        let mut seen = vec![false; sets.len()];
        for (number, &set) in sets.iter().enumerate() {
            if seen[number] {
                continue;
            }
            let keeps = |permutation: &Permutation| permutation.of(set) == set;
            let stabiliser: Vec<u8> =
                (0..).zip(symmetries).filter(|(_, s)| keeps(s)).map(|(number, _)| number).collect();
            for permutation in symmetries {
                let image = permutation.of(set);
                let place = ranks.of(image) as usize;
                if std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                let back = symmetries.iter().position(|symmetry| symmetry.of(image) == set).unwrap_or(0);
                let fills = |rows: &Vec<Set>| rows.iter().any(|row| image & row == *row);
                let rows = families.iter().enumerate().filter(|(_, rows)| fills(rows));
                records[place] = First {
                    free: board & !set,
                    orbit: all.representatives.len() as u32,
                    symmetry: back as u8,
                    stabiliser: stabiliser.len() as u8,
                    rows: rows.fold(0, |bits, (family, _)| bits | 1 << family),
                };
            }
            all.representatives.push(set);
            all.stabilisers.push(stabiliser);
        }
        all
    }
}

/// The slots of a sector.
#[derive(Clone, Debug)]
pub(super) struct Sector<const C: usize> {
    pub(super) sizes: [u8; C],
    /// The components in the order of their numbering.
    pub(super) order: [u8; C],
    /// For each component of the order but the first: the number of its sets.
    pub(super) ways: [u64; C],
    /// The number of slots of one first component: the product of `ways`.
    pub(super) block: u64,
    /// Where the records of its first components begin.
    pub(super) records: usize,
    pub(super) slots: Range<u64>,
    /// The raw slots: one for each position, that is for each side that may move.
    pub(super) raw: Range<u64>,
}

/// The numbering of all sectors.
#[derive(Debug)]
pub(super) struct Numbering<const C: usize> {
    pub(super) all: Set,
    pub(super) ranks: Ranks,
    pub(super) symmetries: Vec<Permutation>,
    /// The records of all sets of some sizes, by size, then by the number of the set.
    pub(super) records: Vec<First>,
    /// For each size: where its records begin, if it has records.
    starts: Vec<Option<usize>>,
    /// By size.
    sets: Vec<Sets>,
    pub(super) sectors: Vec<Sector<C>>,
}

impl<const C: usize> Numbering<C> {
    pub(super) fn new(
        board: usize,
        materials: &[Material],
        symmetries: Vec<Permutation>,
        families: &[Vec<Set>],
    ) -> Option<Self> {
        let most = materials.iter().flat_map(|material| &material.counts.board).copied().max().unwrap_or(0);
        let mut sectors: Vec<Sector<C>> =
            materials.iter().map(|material| Sector::new(board, &material.counts.board)).collect::<Option<_>>()?;
        // Nothing is tabulated before these limits are checked.
        let positions = sectors.iter().try_fold(0_u64, |all, sector| {
            all.checked_add(binomial(board, sector.first_size()).checked_mul(sector.block)?)
        })?;
        let sets = (0..=usize::from(most)).try_fold(0_u64, |all, size| all.checked_add(binomial(board, size)))?;
        if positions / symmetries.len() as u64 > MOST_SLOTS || sets > MOST_SETS {
            return None;
        }
        let ranks = Ranks::new(board, most.into())?;
        let mut firsts = vec![false; usize::from(most) + 1];
        for sector in &sectors {
            firsts[sector.first_size()] = true;
        }
        let (mut records, mut starts, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        for (size, is_first) in firsts.into_iter().enumerate() {
            // Rows are looked up for all sizes whose records fit.
            let fits = is_first || binomial(board, size) <= MOST_LOOKED_UP;
            let (listed, start) = (if fits { ranks.listed(size) } else { &[] }, records.len());
            starts.push(fits.then_some(start));
            records.resize(start + listed.len(), First::default());
            sets.push(Sets::new(listed, &ranks, &symmetries, families, &mut records[start..]));
        }
        let (mut start, mut raw) = (0_u64, 0_u64);
        for (sector, material) in sectors.iter_mut().zip(materials) {
            let size = sector.first_size();
            let turns = u64::from(material.turns.count_ones());
            let of = |firsts: u64, start: u64| Some(start..start.checked_add(firsts.checked_mul(sector.block)?)?);
            let (slots, raws) = (
                of(sets[size].representatives.len() as u64, start)?,
                of(binomial(board, size).checked_mul(turns)?, raw)?,
            );
            (start, raw) = (slots.end, raws.end);
            (sector.slots, sector.raw, sector.records) = (slots, raws, starts[size]?);
        }
        let all = if board == 64 { Set::MAX } else { (1 << board) - 1 };
        Some(Self { all, ranks, symmetries, records, starts, sets, sectors })
    }

    pub(super) fn slots(&self) -> u64 {
        self.sectors.last().map_or(0, |sector| sector.slots.end)
    }

    pub(super) fn raw_slots(&self) -> u64 {
        self.sectors.last().map_or(0, |sector| sector.raw.end)
    }

    /// The sector of a slot.
    #[inline(always)]
    pub(super) fn sector_of(&self, slot: u64) -> usize {
        self.sectors.partition_point(|sector| sector.slots.end <= slot)
    }

    /// The record of `set`, the set of squares that is the first component of a position in `sector`.
    #[inline(always)]
    pub(super) fn record(&self, sector: &Sector<C>, set: Set) -> First {
        self.records[sector.records + self.ranks.of(set) as usize]
    }

    /// The index of the record of a set, if its size has records.
    #[inline(always)]
    pub(super) fn place(&self, set: Set) -> Option<usize> {
        let start = *self.starts.get(set.count_ones() as usize)?;
        Some(start? + self.ranks.of(set) as usize)
    }

    /// The slot of a position, and the number of its symmetries.
    #[inline(always)]
    pub(super) fn slot<const FAST: bool>(&self, sector: &Sector<C>, components: &[Set; C]) -> (u64, u32) {
        let first = self.record(sector, components[usize::from(sector.order[0])]);
        let mut turned = *components;
        let symmetry = &self.symmetries[usize::from(first.symmetry)];
        for component in &sector.order[1..] {
            turned[usize::from(*component)] = symmetry.of(turned[usize::from(*component)]);
        }
        self.slot_of_turned::<FAST>(sector, first, &turned)
    }

    /// The slot of a position, and the number of its symmetries. `turned` contains all components except the first,
    /// mapped by the symmetry of the first component.
    #[inline(always)]
    pub(super) fn slot_of_turned<const FAST: bool>(
        &self,
        sector: &Sector<C>,
        first: First,
        turned: &[Set; C],
    ) -> (u64, u32) {
        let (mut rest, mut stabiliser) = (self.rest::<FAST>(sector, first.free, turned), 1);
        if first.stabiliser > 1 {
            (rest, stabiliser) = self.least::<FAST>(sector, first, turned, rest);
        }
        (sector.slots.start + u64::from(first.orbit) * sector.block + rest, stabiliser)
    }

    /// The number of all components but the first.
    #[inline(always)]
    fn rest<const FAST: bool>(&self, sector: &Sector<C>, mut free: Set, turned: &[Set; C]) -> u64 {
        let mut number = 0;
        for (component, ways) in sector.order[1..].iter().zip(&sector.ways[1..]) {
            let set = turned[usize::from(*component)];
            number = number * ways + self.ranks.of(compress::<FAST>(set, free));
            free &= !set;
        }
        number
    }

    /// The least number of the images under the symmetries of the first component, and how many of them keep the whole
    /// position.
    #[cold]
    #[inline(never)]
    fn least<const FAST: bool>(&self, sector: &Sector<C>, first: First, turned: &[Set; C], rest: u64) -> (u64, u32) {
        let size = sector.first_size();
        let (mut least, mut kept) = (rest, 0);
        for &symmetry in &self.sets[size].stabilisers[first.orbit as usize] {
            let mut image = *turned;
            for component in &sector.order[1..] {
                let place = usize::from(*component);
                image[place] = self.symmetries[usize::from(symmetry)].of(turned[place]);
            }
            kept += u32::from(sector.order[1..].iter().all(|c| image[usize::from(*c)] == turned[usize::from(*c)]));
            least = least.min(self.rest::<FAST>(sector, first.free, &image));
        }
        (least, kept)
    }

    /// The slots with the same first component as a slot, and that component.
    #[inline(always)]
    pub(super) fn run(&self, sector: &Sector<C>, slot: u64) -> (Range<u64>, Set) {
        let orbit = (slot - sector.slots.start) / sector.block;
        let start = sector.slots.start + orbit * sector.block;
        (start..start + sector.block, self.sets[sector.first_size()].representatives[orbit as usize])
    }

    /// The components of a slot.
    #[inline(always)]
    pub(super) fn components<const FAST: bool>(&self, sector: &Sector<C>, slot: u64) -> [Set; C] {
        let (run, set) = self.run(sector, slot);
        self.with_rest::<FAST>(sector, set, slot - run.start)
    }

    /// The components with a first component and the number of the others.
    #[inline(always)]
    pub(super) fn with_rest<const FAST: bool>(&self, sector: &Sector<C>, first: Set, mut rest: u64) -> [Set; C] {
        let mut components = [0; C];
        components[usize::from(sector.order[0])] = first;
        let mut numbers = [0; C];
        for (place, (number, ways)) in numbers.iter_mut().zip(&sector.ways).enumerate().skip(1).rev() {
            // Most boards have two components, whose only number needs no division.
            (*number, rest) = if place == 1 { (rest, 0) } else { (rest % ways, rest / ways) };
        }
        let mut free = self.all & !first;
        for (&component, &number) in sector.order.iter().zip(&numbers).skip(1) {
            let component = usize::from(component);
            let set = expand::<FAST>(self.ranks.set(sector.sizes[component].into(), number), free);
            components[component] = set;
            free &= !set;
        }
        components
    }

    /// Whether a slot of the sector is a position: its components are the least of their images.
    pub(super) fn is_position<const FAST: bool>(&self, sector: &Sector<C>, slot: u64, components: &[Set; C]) -> bool {
        self.slot::<FAST>(sector, components).0 == slot
    }

    /// The number of a position among all positions of its sector with the same side to move.
    pub(super) fn raw_number(&self, sector: &Sector<C>, components: &[Set; C]) -> u64 {
        let first = components[usize::from(sector.order[0])];
        self.ranks.of(first) * sector.block + self.rest::<false>(sector, self.all & !first, components)
    }

    /// The components of the position with a number.
    pub(super) fn raw_components(&self, sector: &Sector<C>, number: u64) -> [Set; C] {
        let first = self.ranks.set(sector.first_size(), number / sector.block);
        self.with_rest::<false>(sector, first, number % sector.block)
    }

    /// The sets of each size, if all sizes have records.
    pub(super) fn all_recorded(&self) -> Option<Vec<&[Set]>> {
        let sizes = self.starts.iter().enumerate();
        sizes.map(|(size, start)| start.map(|_| self.ranks.listed(size))).collect()
    }

    /// The memory of the tables in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let representatives: usize = self.sets.iter().map(|sets| sets.representatives.len()).sum();
        self.ranks.bytes()
            + (self.records.len() * size_of::<First>() + representatives * (size_of::<Set>() + 32)) as u64
    }
}

impl<const C: usize> Sector<C> {
    /// The size of the first component.
    #[inline(always)]
    fn first_size(&self) -> usize {
        self.sizes[usize::from(self.order[0])].into()
    }

    /// The sector of these numbers of pieces; `None` if the numbering is too large.
    fn new(board: usize, counts: &[u8]) -> Option<Self> {
        let sizes: [u8; C] = counts.try_into().ok()?;
        let mut order: [u8; C] = std::array::from_fn(|component| component as u8);
        // The first component whose sets are many, or else the one with the most: most sets then have no symmetries. Among
        // equals, the mover's: its record also has the rows and wins of the set.
        let sets = |component: u8| binomial(board, sizes[usize::from(component)].into());
        let first = (0..C as u8)
            .rev()
            .filter(|&component| sets(component) <= MOST_RECORDS)
            .max_by_key(|&component| sets(component).min(MANY_SETS))?;
        order.sort_unstable_by_key(|&component| (component != first, component));
        let (mut ways, mut block) = ([1; C], 1_u64);
        let mut left = board - usize::from(sizes[usize::from(first)]);
        for place in 1..C {
            let size = usize::from(sizes[usize::from(order[place])]);
            ways[place] = binomial(left, size);
            block = block.checked_mul(ways[place])?;
            left -= size;
        }
        Some(Self { sizes, order, ways, block, records: 0, slots: 0..0, raw: 0..0 })
    }
}
