//! The numbering of chess positions. Each set of men has one range of slots, and sets with fewer men have lower slots.
//!
//! A slot in a range encodes the side to move, the class of the kings' squares, and the squares of the other men. A
//! class contains all pairs of kings' squares that the symmetries of this set of men map to each other. First, a
//! symmetry moves the kings to the representative squares of their class. Second, the same symmetry moves the other
//! men, and their new squares are encoded. If several symmetries move the kings to the representative squares, the
//! position gets the lowest of the resulting slots. So a position has the same offset within its range in every table
//! that contains the range. A raw slot encodes the squares of both kings instead of the class.
//!
//! If a pawn can be captured en passant, the numbering treats this pawn as if it stood on the first rank of its own
//! side. No real pawn can stand on this rank.

use std::collections::BTreeSet;

use retrograde::Side;
use retrograde::kernel::Tier;

use super::board::{LINES, PLACES, Place, Role, ahead, last_rank, rank, sign};
use super::position::{MOST, Man, Position};
use super::symmetry::{Kings, kings};

/// A set of men: all men except the kings, in sorted order.
pub(super) type Material = [Option<(Side, Role)>; MOST];

/// The ranges of slots of a table, one for each set of men.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    /// The ranges in ascending order of their slots.
    all: Vec<Range>,
    slots: u64,
    raw_slots: u64,
}

#[derive(Clone, Copy, Debug)]
struct Range {
    material: Material,
    /// The classes of the kings' squares under the symmetries of this set of men.
    kings: &'static Kings,
    /// The first slot of the range.
    first: u64,
    /// The first raw slot of the range.
    raw_first: u64,
}

/// The number of pairs of squares for the two kings, without symmetry.
const PAIRS: u64 = PLACES as u64 * PLACES as u64;

impl Range {
    /// Returns the number of arrangements of the men except the kings, multiplied by two for the side to move.
    fn arrangements(&self) -> u64 {
        2 * u64::from(PLACES).pow(self.material.iter().flatten().count() as u32)
    }

    fn slots(&self) -> u64 {
        self.kings.classes() * self.arrangements()
    }

    fn raw_slots(&self) -> u64 {
        PAIRS * self.arrangements()
    }
}

/// Returns the set of men of a position.
pub(super) fn material(position: &Position) -> Material {
    position.men.map(|man| man.map(|Man { side, role, .. }| (side, role)))
}

/// Returns whether a set of men contains a pawn.
pub(super) fn has_pawns(material: &Material) -> bool {
    material.iter().flatten().any(|(_, role)| *role == Role::Pawn)
}

/// Returns the sets of men that a single move can produce, by a capture, a promotion, or both.
fn children(material: Material) -> impl Iterator<Item = Material> {
    let promoted = (0..MOST).flat_map(move |index| promotions(material, index));
    let captured = (0..MOST).flat_map(move |index| {
        let takes =
            move |other: &usize| material[*other].zip(material[index]).is_some_and(|((one, _), (two, _))| one != two);
        let promoting = (0..MOST).filter(takes).flat_map(move |other| promotions(material, other));
        std::iter::once(material).chain(promoting).map(move |men| without(men, index))
    });
    promoted.chain(captured).map(sorted)
}

/// Returns the sets of men after the man at `index` promotes. If this man is not a pawn, the function returns no sets.
fn promotions(material: Material, index: usize) -> impl Iterator<Item = Material> {
    let pawn = material[index].filter(|(_, role)| *role == Role::Pawn);
    let officers = pawn.into_iter().flat_map(|(side, _)| Role::OFFICERS.map(|role| (side, role)));
    officers.map(move |officer| {
        let mut child = material;
        child[index] = Some(officer);
        child
    })
}

fn without(mut material: Material, index: usize) -> Material {
    material[index] = None;
    material
}

fn sorted(mut material: Material) -> Material {
    material.sort_unstable();
    material
}

/// Returns the letters of the men, such as `KkQr`; White's letters are capitals.
fn letters(material: Material) -> String {
    "Kk".chars().chain(material.into_iter().flatten().map(sign)).collect()
}

impl Ranges {
    /// Builds the ranges of a set of men, and of all sets to which captures and promotions lead from this set.
    pub(super) fn from(material: Material) -> Self {
        let (mut all, mut open) = (BTreeSet::from([material]), vec![material]);
        while let Some(next) = open.pop() {
            open.extend(children(next).filter(|&child| all.insert(child)));
        }
        // The given set comes last. Captures and promotions lead from the given set to all other sets.
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|other| (other.iter().flatten().count(), *other == material));
        let mut ranges = Self { all: Vec::with_capacity(all.len()), slots: 0, raw_slots: 0 };
        for material in all {
            let kings = kings(has_pawns(&material));
            let range = Range { material, kings, first: ranges.slots, raw_first: ranges.raw_slots };
            ranges.slots += range.slots();
            ranges.raw_slots += range.raw_slots();
            ranges.all.push(range);
        }
        ranges
    }

    pub(super) const fn slots(&self) -> u64 {
        self.slots
    }

    pub(super) const fn raw_slots(&self) -> u64 {
        self.raw_slots
    }

    /// Returns the set of men of the last range. Captures and promotions lead from the returned set to all other sets
    /// of the table.
    pub(super) fn whole(&self) -> Material {
        self.all.last().map_or([None; MOST], |range| range.material)
    }

    /// Returns the letters of the men in the last range; White's letters are capitals.
    pub(super) fn name(&self) -> String {
        letters(self.whole())
    }

    /// Returns each range as a tier.
    pub(super) fn tiers(&self) -> Vec<Tier> {
        let tier = |range: &Range| {
            let children: BTreeSet<_> = children(range.material).filter(|child| *child != range.material).collect();
            let leads_to = |other: &usize| children.contains(&self.all[*other].material);
            Tier {
                name: letters(range.material),
                slots: range.first..range.first + range.slots(),
                children: (0..self.all.len()).filter(leads_to).collect(),
                has_moves_inside: true,
            }
        };
        self.all.iter().map(tier).collect()
    }

    /// Returns the index of the range for a position's set of men. If the table has no range for this set, the function
    /// returns the number of ranges.
    pub(super) fn tier(&self, position: &Position) -> usize {
        let material = material(position);
        self.all.iter().take_while(|range| range.material != material).count()
    }

    fn find(&self, material: &Material) -> Option<&Range> {
        self.all.iter().find(|range| range.material == *material)
    }

    /// Returns whether the table has a range for this set of men.
    pub(super) fn has(&self, material: &Material) -> bool {
        self.find(material).is_some()
    }

    /// Returns the slot of a position; `None` if the table has no range for the position's men.
    pub(super) fn slot(&self, position: &Position) -> Option<u64> {
        let range = self.find(&material(position))?;
        let (class, images) = range.kings.images(position)?;
        let head = position.turn.index() as u64 * range.kings.classes() + class;
        Some(range.first + images.map(|image| number(head, &image)).min()?)
    }

    /// Returns the position that a slot represents; `None` for a hole.
    pub(super) fn position(&self, slot: u64) -> Option<Position> {
        let range = self.all.partition_point(|range| range.first <= slot).checked_sub(1)?;
        let range = &self.all[range];
        let (men, passed, head) = men(range.material, slot - range.first);
        let turn = turn(head / range.kings.classes())?;
        let position = Position::new(range.kings.squares(head % range.kings.classes())?, men, turn, passed);
        (position.is_legal() && self.slot(&position) == Some(slot)).then_some(position)
    }

    /// Returns the raw slot of a position; `None` if the table has no range for the position's men. No two positions
    /// share a raw slot.
    pub(super) fn raw_slot(&self, position: &Position) -> Option<u64> {
        let [first, second] = position.kings.map(u64::from);
        let head = position.turn.index() as u64 * PAIRS + first * u64::from(PLACES) + second;
        Some(self.find(&material(position))?.raw_first + number(head, position))
    }

    /// Returns the position of a raw slot; `None` for a hole.
    pub(super) fn raw_position(&self, slot: u64) -> Option<Position> {
        let range = self.all.partition_point(|range| range.raw_first <= slot).checked_sub(1)?;
        let range = &self.all[range];
        let (men, passed, head) = men(range.material, slot - range.raw_first);
        let places = u64::from(PLACES);
        let kings = [head / places % places, head % places].map(|king| king as Place);
        let position = Position::new(kings, men, turn(head / PAIRS)?, passed);
        (position.is_legal() && self.raw_slot(&position) == Some(slot)).then_some(position)
    }
}

fn turn(number: u64) -> Option<Side> {
    (number < 2).then(|| Side::from_parity(number))
}

/// Returns a number whose high part is `head` and whose low part encodes the squares of the position's men.
fn number(head: u64, position: &Position) -> u64 {
    let men = position.men().map(|man| numbered_square(position, man));
    men.fold(head, |number, place| number * u64::from(PLACES) + u64::from(place))
}

/// Splits a number into the men, the en passant square, and the high part. The high part encodes the side to move and
/// the kings.
fn men(material: Material, mut number: u64) -> ([Option<Man>; MOST], Option<Place>, u64) {
    let (mut men, mut passed) = ([None; MOST], None);
    for (man, kind) in men.iter_mut().zip(material).rev() {
        let Some((side, role)) = kind else { continue };
        let mut place = (number % u64::from(PLACES)) as Place;
        number /= u64::from(PLACES);
        if role == Role::Pawn && rank(place) == last_rank(side.other()) {
            place = unseat(side, place);
            passed = ahead(side.other(), place);
        }
        *man = Some(Man { side, role, place });
    }
    (men, passed, number)
}

/// Returns the square that stands for a man in the numbering.
fn numbered_square(position: &Position, man: Man) -> Place {
    let can_be_taken = man.side != position.turn
        && man.role == Role::Pawn
        && position.passed.is_some_and(|passed| ahead(man.side, passed) == Some(man.place));
    if can_be_taken { last_rank(man.side.other()) * LINES + man.place % LINES } else { man.place }
}

/// Returns the real square of a pawn that the numbering puts on its side's first rank.
fn unseat(side: Side, place: Place) -> Place {
    let rank = if side == Side::First { 3 } else { LINES - 4 };
    rank * LINES + place % LINES
}
