//! The slots of a sector. A sector is the set of positions with the same numbers of pieces.

use std::ops::Range;

use super::bits::{Set, binomial};

/// The maximum number of sets of one size with records.
pub(super) const MOST_RECORDS: u64 = 1 << 21;

/// If a component has at least this number of possible sets, few of these sets have symmetries.
const MANY_SETS: u64 = 256;

/// The set of squares by which slots are sorted first, also called the leading set. Each leading set has a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// The squares of the first component.
    Component,
    /// All occupied squares. The first component is not numbered: it has the occupied squares that no other component
    /// has.
    Occupied,
}

/// The slots of a sector.
#[derive(Clone, Debug)]
pub(super) struct Sector<const C: usize> {
    pub(super) sizes: [u8; C],
    /// The components in the order of their numbering. Components without pieces come last.
    pub(super) order: [u8; C],
    /// The number of components in `order` before those without pieces, but at least 2.
    placed: u8,
    /// The number of possible sets of each component of `order`, except the first component.
    pub(super) ways: [u64; C],
    /// The number of slots with the same leading set. This number is the product of `ways`.
    pub(super) block: u64,
    /// Whether the numbers of positions have no gaps. Gaps occur if zones restrict the pieces.
    pub(super) is_exact: bool,
    /// The number of squares of a leading set.
    lead_size: u8,
    /// The index of the first record of the sector's leading sets.
    pub(super) records: usize,
    pub(super) slots: Range<u64>,
    /// The raw slots. Each arrangement of pieces has one raw slot for each side that may move.
    pub(super) raw: Range<u64>,
}

impl<const C: usize> Sector<C> {
    /// The components that have pieces, in the order of their numbering, without the first component. If there are only
    /// two components, the second component is included even without pieces.
    #[inline(always)]
    pub(super) fn others(&self) -> &[u8] {
        if C == 2 { &self.order[1..] } else { &self.order[1..usize::from(self.placed)] }
    }

    /// The number of squares of a leading set.
    #[inline(always)]
    pub(super) fn lead_size(&self) -> usize {
        self.lead_size.into()
    }

    /// The sector with these numbers of pieces; `None` if its numbering is too large.
    pub(super) fn new(board: usize, counts: &[u8], fields: &[Set; C], lead: Lead) -> Option<Self> {
        let sizes: [u8; C] = counts.try_into().ok()?;
        let size = |component: u8| usize::from(sizes[usize::from(component)]);
        let field = |component: u8| fields[usize::from(component)];
        let sets = |component: u8| binomial(board, size(component));
        let all_pieces: usize = (0..C as u8).map(size).sum();
        let first = match lead {
            // Chooses the first component with many possible sets or, if no component has many, the component with the
            // most sets. So most sets have no symmetries. Between equal components, the mover's component comes first,
            // because its record also describes the rows and wins of the set.
            Lead::Component => (0..C as u8)
                .rev()
                .filter(|&component| sets(component) <= MOST_RECORDS)
                .max_by_key(|&component| sets(component).min(MANY_SETS))?,
            Lead::Occupied => (0..C as u8).rev().max_by_key(|&component| size(component))?,
        };
        let mut order: [u8; C] = std::array::from_fn(|component| component as u8);
        // Pieces with few permitted squares are numbered early. So the numbers of the other pieces have few gaps.
        let is_empty = |component: u8| component != first && size(component) == 0;
        order.sort_unstable_by_key(|&component| {
            (component != first, is_empty(component), field(component).count_ones(), component)
        });
        let with_pieces = order.iter().filter(|&&component| !is_empty(component)).count().max(2) as u8;
        let (mut ways, mut block) = ([1; C], 1_u64);
        let (mut left, mut placed) = match lead {
            Lead::Component => (board - size(first), vec![first]),
            Lead::Occupied => (all_pieces, Vec::new()),
        };
        let is_whole = |field: Set| field.count_ones() as usize == board;
        let mut is_exact = match lead {
            Lead::Component => is_whole(field(first)),
            Lead::Occupied => fields.iter().all(|&field| is_whole(field)),
        };
        for place in 1..C {
            let component = order[place];
            let is_within = |other: &&u8| field(**other) & !field(component) == 0;
            let taken: usize = placed.iter().filter(is_within).map(|&other| size(other)).sum();
            is_exact &= size(component) == 0 || placed.iter().all(|other| size(*other) == 0 || is_within(&other));
            ways[place] =
                binomial(left.min((field(component).count_ones() as usize).saturating_sub(taken)), size(component));
            block = block.checked_mul(ways[place])?;
            left -= size(component);
            placed.push(component);
        }
        let lead_size = if lead == Lead::Component { size(first) } else { all_pieces };
        Some(Self {
            sizes,
            order,
            placed: with_pieces,
            ways,
            block,
            is_exact,
            lead_size: lead_size as u8,
            records: 0,
            slots: 0..0,
            raw: 0..0,
        })
    }
}
