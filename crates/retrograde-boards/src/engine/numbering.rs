//! The numbering computes the slot of a position from sets of squares.
//!
//! A sector is the set of positions with the same numbers of pieces. A position of a sector consists of *components*:
//! one set of squares for each side and each kind of pieces. The first component is numbered up to symmetry, so each
//! orbit of sets has one number. The record of a set says which symmetry maps the set to the representative of its
//! orbit. The engine applies the same symmetry to the other components, and then numbers these components among the
//! remaining squares. So the engine searches for a canonical form only if the representative has symmetries of its own.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::bits::{Ranks, Set, binomial, compress, expand};
use super::orbits::{First, Orbits};
use super::sector::{Lead, MOST_RECORDS, Sector};
use super::sectors::Material;
use super::symmetry::Permutation;
use super::unsupported::Unsupported;

/// The maximum total number of sets of all sizes. The tables need about 24 bytes for each set.
const MOST_SETS: u64 = 1 << 22;

/// Some sizes get records although no first component has this size. This constant is the maximum number of sets of
/// such a size.
const MOST_LOOKED_UP: u64 = 1 << 16;

/// The maximum number of slots. A table has at least one byte for each slot. Few machines have enough memory for a
/// larger table.
const MOST_SLOTS: u64 = 1 << 34;

/// The value that [`Numbering::place`] returns for a position outside the numbering.
pub(super) const NO_PLACE: u32 = u32::MAX;

/// The numbering of all sectors.
#[derive(Debug)]
pub(super) struct Numbering<const C: usize> {
    pub(super) all: Set,
    /// The squares on which the pieces of each component may stand.
    fields: [Set; C],
    /// Whether every piece may stand on every square.
    has_no_zones: bool,
    pub(super) ranks: Ranks,
    pub(super) symmetries: Vec<Permutation>,
    /// The records of all sets of some sizes. The records are sorted by size, then by the number of the set. If slots
    /// are sorted by the occupied squares, the records of the sets of occupied squares follow.
    pub(super) records: Vec<First>,
    /// The index of the first record of each size; `None` if the size has no records.
    starts: Vec<Option<usize>>,
    /// The indexes of the records of sets of occupied squares; `None` if slots are sorted by a component.
    shapes: Option<Shapes>,
    /// The leading sets by size. The leading set of a position is the set by which slots are sorted first.
    sets: Vec<Orbits>,
    pub(super) sectors: Vec<Sector<C>>,
}

/// The records of sets of occupied squares.
#[derive(Debug)]
struct Shapes {
    places: FxHashMap<Set, u32>,
    /// The sets of each size, in the order of their records.
    sets: Vec<Vec<Set>>,
    /// The index of the record of the first set of each size.
    starts: Vec<u32>,
}

impl Shapes {
    fn new(sets: Vec<Vec<Set>>, start: usize) -> Self {
        let places = sets.iter().flatten().copied().zip(start as u32..).collect();
        let mut starts = vec![start as u32];
        for sets in &sets {
            starts.push(starts[starts.len() - 1] + sets.len() as u32);
        }
        Self { places, sets, starts }
    }
}

impl<const C: usize> Numbering<C> {
    /// Numbers the positions of some sectors. `shapes` finds the sets of occupied squares that play reaches, by size.
    pub(super) fn new(
        board: usize,
        materials: &[Material],
        fields: [Set; C],
        symmetries: Vec<Permutation>,
        families: &[Vec<Set>],
        shapes: impl FnOnce(&[Permutation]) -> Option<Vec<Vec<Set>>>,
    ) -> Result<Self, Unsupported> {
        let all = if board == 64 { Set::MAX } else { (1 << board) - 1 };
        let most = materials.iter().flat_map(|material| &material.counts.board).copied().max().unwrap_or(0);
        let sectors = |lead: Lead| -> Option<Vec<Sector<C>>> {
            materials.iter().map(|material| Sector::new(board, &material.counts.board, &fields, lead)).collect()
        };
        let estimate = |sectors: &Option<Vec<Sector<C>>>, leads: &dyn Fn(usize) -> u64| -> u128 {
            let of = |sector: &Sector<C>| u128::from(leads(sector.lead_size())).checked_mul(sector.block.into());
            let sum =
                |sectors: &Vec<Sector<C>>| sectors.iter().try_fold(0_u128, |all, sector| all.checked_add(of(sector)?));
            sectors.as_ref().and_then(sum).map_or(u128::MAX, |all| all / symmetries.len() as u128)
        };
        // The function checks the following limits before it makes any table.
        let sets = (0..=usize::from(most)).try_fold(0_u64, |all, size| all.checked_add(binomial(board, size)));
        let fits = sets.is_some_and(|sets| sets <= MOST_SETS);
        let by_component = sectors(Lead::Component);
        let slots = estimate(&by_component, &|size| binomial(board, size));
        let shapes = shapes(&symmetries);
        let by_shape = shapes.as_ref().and_then(|_| sectors(Lead::Occupied));
        let shape_slots = shapes.as_ref().map_or(u128::MAX, |shapes| {
            estimate(&by_shape, &|size| shapes.get(size).map_or(0, |sets| sets.len() as u64))
        });
        // A numbering by occupied squares has more tables. So the engine uses it only if it has at least a quarter
        // fewer slots.
        let is_by_shape = shape_slots < slots - slots / 4 || !fits;
        let (sectors, least) = if is_by_shape { (by_shape, shape_slots) } else { (by_component, slots) };
        let refusal = match slots.min(shape_slots) {
            u128::MAX => Unsupported::Pieces("its numbering is too large"),
            slots => Unsupported::Slots { slots, most: MOST_SLOTS },
        };
        let mut sectors = sectors.filter(|_| least <= MOST_SLOTS.into()).ok_or(refusal)?;
        let listed = if is_by_shape { MOST_LOOKED_UP } else { MOST_RECORDS };
        let ranks = Ranks::new(board, most.into(), listed).ok_or(refusal)?;
        let mut firsts = vec![false; usize::from(most) + 1];
        for sector in sectors.iter().filter(|_| !is_by_shape) {
            firsts[sector.lead_size()] = true;
        }
        let (mut records, mut starts, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        for (size, is_first) in firsts.into_iter().enumerate() {
            // If the records of a size fit, the engine uses them to look up whether a set of this size contains a row.
            let fits = is_first || binomial(board, size) <= MOST_LOOKED_UP;
            let (listed, start) = (if fits { ranks.listed(size) } else { &[] }, records.len());
            starts.push(fits.then_some(start));
            records.resize(start + listed.len(), First::default());
            let place = |set: Set| ranks.of(set) as usize;
            sets.push(Orbits::new(listed, &place, &|set| all & !set, &symmetries, families, &mut records[start..]));
        }
        let shapes = shapes.filter(|_| is_by_shape).map(|sets| Shapes::new(sets, records.len()));
        if let Some(Shapes { places, sets: shapes, starts }) = &shapes {
            records.resize(records.len() + places.len(), First::default());
            let of_size = |(listed, &start): (&Vec<Set>, &u32)| {
                let place = |set: Set| (places[&set] - start) as usize;
                let records = &mut records[start as usize..];
                Orbits::new(listed, &place, &|set| set, &symmetries, &[], records)
            };
            sets = shapes.iter().zip(starts).map(of_size).collect();
        }
        let has_no_zones = fields == [all; C];
        let mut all =
            Self { all, fields, has_no_zones, ranks, symmetries, records, starts, shapes, sets, sectors: Vec::new() };
        all.place_sectors(&mut sectors, materials).ok_or(refusal)?;
        all.sectors = sectors;
        Ok(all)
    }

    /// Assigns slots to the sectors. Returns `None` if there are too many slots.
    fn place_sectors(&self, sectors: &mut [Sector<C>], materials: &[Material]) -> Option<()> {
        let (mut start, mut raw) = (0_u64, 0_u64);
        for (sector, material) in sectors.iter_mut().zip(materials) {
            let size = sector.lead_size();
            let turns = u64::from(material.turns.count_ones());
            let of = |leads: u64, start: u64| Some(start..start.checked_add(leads.checked_mul(sector.block)?)?);
            let orbits = self.sets.get(size).map_or(0, |sets| sets.representatives.len() as u64);
            let (slots, raws) = (of(orbits, start)?, of(self.leads(size).checked_mul(turns)?, raw)?);
            (start, raw) = (slots.end, raws.end);
            (sector.slots, sector.raw) = (slots, raws);
            sector.records = if self.shapes.is_none() { self.starts[size]? } else { 0 };
        }
        Some(())
    }

    /// The number of leading sets of a size.
    fn leads(&self, size: usize) -> u64 {
        match &self.shapes {
            Some(shapes) => shapes.sets.get(size).map_or(0, |sets| sets.len() as u64),
            None => binomial(self.ranks.squares(), size),
        }
    }

    /// Whether slots are sorted by the occupied squares.
    pub(super) const fn is_by_shape(&self) -> bool {
        self.shapes.is_some()
    }

    /// The index of the first record of a set of occupied squares, and all these sets in the order of their records.
    /// `None` if slots are sorted by a component, or if zones restrict the pieces.
    pub(super) fn shapes(&self) -> Option<(usize, impl Iterator<Item = Set>)> {
        let shapes = self.shapes.as_ref().filter(|_| self.has_no_zones)?;
        Some((*shapes.starts.first()? as usize, shapes.sets.iter().flatten().copied()))
    }

    /// Whether all pieces may stand on all squares, and slots are sorted by a component.
    pub(super) const fn is_plain(&self) -> bool {
        self.shapes.is_none() && self.has_no_zones
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

    /// The record of a leading set of a sector.
    #[inline(always)]
    pub(super) fn record(&self, sector: &Sector<C>, set: Set) -> First {
        self.records[self.place_of(sector, set) as usize]
    }

    /// The index of the record of a leading set; [`NO_PLACE`] if play does not reach this set of occupied squares.
    #[inline(always)]
    pub(super) fn place_of(&self, sector: &Sector<C>, set: Set) -> u32 {
        match &self.shapes {
            None => (sector.records + self.rank(sector.lead_size(), set) as usize) as u32,
            Some(shapes) => shapes.places.get(&set).copied().unwrap_or(NO_PLACE),
        }
    }

    /// The leading set of a position.
    #[inline(always)]
    fn lead(&self, sector: &Sector<C>, components: &[Set; C]) -> Set {
        match &self.shapes {
            None => components[usize::from(sector.order[0])],
            Some(_) => components.iter().fold(0, |all, set| all | set),
        }
    }

    /// The index of the record of a position, or [`NO_PLACE`] for a position outside the numbering. A position is
    /// outside the numbering if a piece is outside its zone, or if play does not reach the set of occupied squares.
    #[inline(always)]
    pub(super) fn place(&self, sector: &Sector<C>, components: &[Set; C]) -> u32 {
        if self.has_no_zones || self.are_in_zones(components) {
            self.place_of(sector, self.lead(sector, components))
        } else {
            NO_PLACE
        }
    }

    fn are_in_zones(&self, components: &[Set; C]) -> bool {
        components.iter().zip(&self.fields).all(|(set, field)| set & !field == 0)
    }

    /// The index of the record of a set, if its size has records.
    #[inline(always)]
    pub(super) fn place_of_rows(&self, set: Set) -> Option<usize> {
        let start = *self.starts.get(set.count_ones() as usize)?;
        Some(start? + self.ranks.of(set) as usize)
    }

    /// The slot of a position, and the number of the position's symmetries.
    #[inline(always)]
    pub(super) fn slot<const FAST: bool>(&self, sector: &Sector<C>, components: &[Set; C]) -> (u64, u32) {
        let first = self.record(sector, self.lead(sector, components));
        let mut turned = *components;
        let symmetry = &self.symmetries[usize::from(first.symmetry)];
        for component in sector.others() {
            turned[usize::from(*component)] = symmetry.of(turned[usize::from(*component)]);
        }
        self.slot_of_turned::<FAST>(sector, first, &turned)
    }

    /// The slot of a position, and the number of the position's symmetries. `turned` contains all components except the
    /// first. The caller has already applied the symmetry of the first component to these components.
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

    /// The combined number of all components except the first.
    #[inline(always)]
    fn rest<const FAST: bool>(&self, sector: &Sector<C>, mut free: Set, turned: &[Set; C]) -> u64 {
        let mut number = 0;
        for (component, ways) in sector.others().iter().zip(&sector.ways[1..]) {
            let component = usize::from(*component);
            let set = turned[component];
            let own = compress::<FAST>(set, free & self.fields[component]);
            number = number * ways + self.rank(sector.sizes[component].into(), own);
            free &= !set;
        }
        number
    }

    /// The number of a set among the sets of its size.
    #[inline(always)]
    fn rank(&self, size: usize, set: Set) -> u64 {
        if size == 1 { set.trailing_zeros().into() } else { self.ranks.of(set) }
    }

    /// The least number of all images of a position under the symmetries of the first component. The second result is
    /// the number of these symmetries that map the position to itself.
    #[cold]
    #[inline(never)]
    fn least<const FAST: bool>(&self, sector: &Sector<C>, first: First, turned: &[Set; C], rest: u64) -> (u64, u32) {
        let size = sector.lead_size();
        let (mut least, mut kept) = (rest, 0);
        for &symmetry in &self.sets[size].stabilisers[first.orbit as usize] {
            let mut image = *turned;
            for component in sector.others() {
                let place = usize::from(*component);
                image[place] = self.symmetries[usize::from(symmetry)].of(turned[place]);
            }
            kept += u32::from(sector.others().iter().all(|c| image[usize::from(*c)] == turned[usize::from(*c)]));
            least = least.min(self.rest::<FAST>(sector, first.free, &image));
        }
        (least, kept)
    }

    /// The symmetries that map the representative of the leading set `first` to itself.
    #[inline(always)]
    pub(super) fn stabiliser(&self, sector: &Sector<C>, first: &First) -> impl Iterator<Item = &Permutation> {
        let numbers = self.sets[sector.lead_size()].stabilisers[first.orbit as usize].iter();
        numbers.map(|&number| &self.symmetries[usize::from(number)])
    }

    /// The leading set of the slot `slot`, and the range of the slots that have the same leading set.
    #[inline(always)]
    pub(super) fn run(&self, sector: &Sector<C>, slot: u64) -> (Range<u64>, Set) {
        let orbit = (slot - sector.slots.start) / sector.block;
        let start = sector.slots.start + orbit * sector.block;
        (start..start + sector.block, self.sets[sector.lead_size()].representatives[orbit as usize])
    }

    /// The components of a slot.
    #[inline(always)]
    pub(super) fn components<const FAST: bool>(&self, sector: &Sector<C>, slot: u64) -> [Set; C] {
        let (run, set) = self.run(sector, slot);
        self.with_rest::<FAST>(sector, set, slot - run.start)
    }

    /// The components of a position with the leading set `lead`. `rest` is the combined number of all components except
    /// the first.
    #[inline(always)]
    pub(super) fn with_rest<const FAST: bool>(&self, sector: &Sector<C>, lead: Set, mut rest: u64) -> [Set; C] {
        let mut components = [0; C];
        components[usize::from(sector.order[0])] = lead;
        let mut numbers = [0; C];
        let others = sector.others();
        for place in (1..=others.len()).rev() {
            let ways = sector.ways[place];
            // Most games have two components. Then only one number remains, and the code needs no division.
            (numbers[place], rest) = if place == 1 { (rest, 0) } else { (rest % ways, rest / ways) };
        }
        let mut free = if self.shapes.is_some() { lead } else { self.all & !lead };
        for (&component, &number) in others.iter().zip(&numbers[1..]) {
            let component = usize::from(component);
            let set =
                expand::<FAST>(self.ranks.set(sector.sizes[component].into(), number), free & self.fields[component]);
            components[component] = set;
            free &= !set;
        }
        if self.shapes.is_some() {
            components[usize::from(sector.order[0])] = free;
        }
        components
    }

    /// Whether a slot of the sector belongs to a position. A slot belongs to a position if the slot's components have
    /// the least number of all their images under the symmetries.
    pub(super) fn is_position<const FAST: bool>(&self, sector: &Sector<C>, slot: u64, components: &[Set; C]) -> bool {
        self.fits(sector, components) && self.slot::<FAST>(sector, components).0 == slot
    }

    /// Whether components that were computed from a number form a position. In a position, no piece is missing, and
    /// each piece is within its zone.
    #[inline(always)]
    pub(super) fn fits(&self, sector: &Sector<C>, components: &[Set; C]) -> bool {
        sector.is_exact || self.fits_zones(sector, components)
    }

    #[cold]
    fn fits_zones(&self, sector: &Sector<C>, components: &[Set; C]) -> bool {
        let has_all = |(set, &size): (&Set, &u8)| set.count_ones() == u32::from(size);
        components.iter().zip(&sector.sizes).all(has_all) && self.are_in_zones(components)
    }

    /// The number of a position among all positions of its sector with the same side to move.
    pub(super) fn raw_number(&self, sector: &Sector<C>, components: &[Set; C]) -> u64 {
        let lead = self.lead(sector, components);
        let (number, free) = match &self.shapes {
            None => (self.ranks.of(lead), self.all & !lead),
            Some(shapes) => (u64::from(shapes.places[&lead] - shapes.starts[sector.lead_size()]), lead),
        };
        number * sector.block + self.rest::<false>(sector, free, components)
    }

    /// The components of the position with the number `number`; `None` if no position has this number.
    pub(super) fn raw_components(&self, sector: &Sector<C>, number: u64) -> Option<[Set; C]> {
        let lead = match &self.shapes {
            None => self.ranks.set(sector.lead_size(), number / sector.block),
            Some(shapes) => shapes.sets[sector.lead_size()][(number / sector.block) as usize],
        };
        let components = self.with_rest::<false>(sector, lead, number % sector.block);
        self.fits(sector, &components).then_some(components)
    }

    /// For each size, all sets of this size. The result is `None` if some size has no records.
    pub(super) fn all_recorded(&self) -> Option<Vec<&[Set]>> {
        let sizes = self.starts.iter().enumerate();
        sizes.map(|(size, start)| start.map(|_| self.ranks.listed(size))).collect()
    }

    /// The memory of the tables in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let representatives: usize = self.sets.iter().map(|sets| sets.representatives.len()).sum();
        self.ranks.bytes()
            + (self.records.len() * size_of::<First>() + representatives * (size_of::<Set>() + 32)) as u64
            + self.shapes.as_ref().map_or(0, |shapes| 32 * shapes.places.len() as u64)
    }
}
