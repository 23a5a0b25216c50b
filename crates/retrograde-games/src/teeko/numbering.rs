//! The numbering of teeko. Slots are sorted by the number of pieces on the board, then by the set of their squares,
//! then by the split. The split says which of the pieces belong to the mover.
//!
//! Before all pieces are on the board, their number determines the side to move. After that, a position with Black to
//! move and the position with exchanged colours and Red to move share a slot. All positions with the same occupied
//! squares and the same number of the mover's pieces have neighbouring slots, so the code computes the common parts of
//! their moves once.

use std::collections::BTreeSet;
use std::ops::Range;

use retrograde::rules::RawSlots;
use retrograde::{Depth, Facts, Game, Numbered, Reversible, Seed, Side, Slot, Value};

use super::board::{MEN, Mask, NEIGHBOURS, SQUARES, squares};
use super::rules::{Position, Teeko};
use super::tiers::{ALL, Ends, FIRST_LEAVES, RANKS, SHIFTS, Splits, TIERS, Tier, men, place, split};
use crate::blocks::Blocks;
use crate::colex::{next, rank, unrank};

/// The number of open moves of each split, for one set of occupied squares. A split says which of the pieces belong to
/// the mover.
type Counts = [u8; 70];

/// Counts the open moves of each split, for one set of occupied squares. A split says which of the pieces belong to the
/// mover.
fn count(tier: Tier, taken: Mask, leaves: &impl Fn(usize, Mask, u64) -> Splits) -> Counts {
    let (shifts, ranks) = (&*SHIFTS, &*RANKS);
    let empty = !taken & ((1 << SQUARES) - 1);
    let mut counts = [0; 70];
    // A move to a leaf (a position that is over or won at once) is not an open move.
    let mut strike = |mut needless: Splits, to: usize, men: usize, before: &[u8; 1 << ALL]| {
        while needless > 0 {
            let split = shifts.splits(men)[needless.trailing_zeros() as usize];
            needless &= needless - 1;
            if split >> to & 1 == 0 {
                counts[usize::from(before[usize::from(split)])] += 1;
            }
        }
    };
    if tier.pieces < ALL {
        let after = TIERS[tier.pieces + 1];
        for to in squares(empty) {
            let taken = taken | 1 << to;
            let (number, to) = (ranks.of(taken), place(taken, to));
            strike(leaves(after.pieces, taken, number), to, after.men, shifts.taken(after.pieces, to));
        }
        return counts.map(|needless| (SQUARES - tier.pieces) as u8 - needless);
    }
    let mut freedom = [0; ALL];
    for (from, square) in squares(taken).enumerate() {
        let steps = NEIGHBOURS[square] & empty;
        freedom[from] = steps.count_ones() as u8;
        for to in squares(steps) {
            let taken = taken ^ (1 << square | 1 << to);
            let (number, to) = (ranks.of(taken), place(taken, to));
            strike(leaves(ALL, taken, number), to, MEN, shifts.moved(to, from));
        }
    }
    for (count, split) in counts.iter_mut().zip(shifts.splits(MEN)) {
        let free: u8 = (0..ALL).map(|place| freedom[place] * (split >> place & 1)).sum();
        *count = free - *count;
    }
    counts
}

/// One un-move of one of the opponent's pieces, with the slots of the positions before the move.
#[derive(Clone, Copy, Debug, Default)]
struct Origin<'t> {
    /// The first slot for the set of squares before the move.
    start: u64,
    leaves: Splits,
    /// Maps each split after the move to the number of the split before the move. A split says which of the pieces
    /// belong to the mover.
    before: Option<&'t [u8; 1 << ALL]>,
}

/// The un-moves for one set of squares. The un-moves of each piece are computed on first use.
struct Origins<'t> {
    taken: Mask,
    /// The number of un-moves of each piece; `None` if they are not computed yet.
    count: [Option<usize>; ALL],
    all: [[Origin<'t>; 9]; ALL],
}

impl<'t> Origins<'t> {
    const fn of(taken: Mask) -> Self {
        Self { taken, count: [None; ALL], all: [[Origin { start: 0, leaves: 0, before: None }; 9]; ALL] }
    }

    #[inline]
    fn from(&mut self, piece: usize, tier: Tier, leaves: &impl Fn(usize, Mask, u64) -> Splits) -> &[Origin<'t>] {
        if self.count[piece].is_none() {
            self.find(piece, tier, leaves);
        }
        &self.all[piece][..self.count[piece].unwrap_or(0)]
    }

    fn find(&mut self, piece: usize, tier: Tier, leaves: &impl Fn(usize, Mask, u64) -> Splits) {
        let Some(square) = squares(self.taken).nth(piece) else { return };
        let left = self.taken & !(1 << square);
        let mut origins = self.all[piece].iter_mut();
        let mut count = 0;
        let mut add = |before: Tier, taken: Mask, table| {
            let number = RANKS.of(taken);
            let leaves = leaves(before.pieces, taken, number);
            if let Some(origin) = origins.next() {
                *origin = Origin { start: before.start + number * before.splits, leaves, before: Some(table) };
                count += 1;
            }
        };
        if tier.pieces == ALL {
            for from in squares(NEIGHBOURS[square] & !self.taken) {
                let taken = left | 1 << from;
                add(tier, taken, SHIFTS.moved(piece, place(taken, from)));
            }
        }
        add(TIERS[tier.pieces - 1], left, SHIFTS.taken(tier.pieces, piece));
        self.count[piece] = Some(count);
    }
}

impl Position {
    /// Returns the pieces of the side to move.
    const fn mine(self) -> Mask {
        self.men(self.turn)
    }

    fn tier(self) -> Tier {
        TIERS[self.taken().count_ones() as usize]
    }
}

/// Returns the position that a slot represents. If all pieces are on the board, `turn` is the side to move; if not, the
/// number of pieces determines the side to move.
fn position(slot: u64, turn: Side) -> Position {
    let tier = Tier::of_slot(slot);
    let number = slot - tier.start;
    let taken = unrank(number / tier.splits, tier.pieces, SQUARES) as Mask;
    let mine = men(taken, SHIFTS.splits(tier.men)[(number % tier.splits) as usize]);
    let turn = if tier.pieces < ALL { Side::from_parity(tier.pieces as u64) } else { turn };
    Position { men: [taken & !mine; 2], turn }.with(turn, mine, turn)
}

impl Numbered for Teeko {
    const AT_ONCE: bool = true;

    fn slots(&self) -> u64 {
        TIERS[ALL].end()
    }

    fn slot(&self, position: &Position) -> Slot {
        let (tier, taken) = (position.tier(), position.taken());
        let split = u64::from(SHIFTS.number(split(taken, position.mine())));
        Slot(tier.start + rank(u64::from(taken)) * tier.splits + split)
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        Some(position(slot.0, Side::First))
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        let leaves = self.tiers.leaves();
        let mut slot = slots.start;
        while slot < slots.end {
            let tier = Tier::of_slot(slot);
            let end = tier.end().min(slots.end);
            let mut taken = unrank((slot - tier.start) / tier.splits, tier.pieces, SQUARES);
            while slot < end {
                let first = (slot - tier.start) % tier.splits;
                let last = tier.splits.min(first + end - slot);
                let ends = Ends::of(tier.pieces, taken as Mask);
                let counts = count(tier, taken as Mask, &leaves);
                let numbered = counts.into_iter().enumerate();
                for (number, open) in numbered.take(last as usize).skip(first as usize) {
                    visit(match (ends.value(number), open) {
                        (Some(value), _) => Seed::Elided(value),
                        // The opponent can win from every successor with the next move. No successor is over, because
                        // only the mover's own pattern would end the game.
                        (None, 0) => Seed::Decided(Value::Loss(Depth::new(2))),
                        (None, open) => Seed::Open(open.into()),
                    });
                }
                slot += last - first;
                taken = next(taken);
            }
        }
    }

    fn facts(&self) -> Facts {
        let bytes = TIERS[FIRST_LEAVES..].iter().map(|tier| Blocks::<Splits>::bytes(tier.sets())).sum();
        Facts { bytes, fits_bytes: true, ..Facts::default() }
    }
}

impl RawSlots<Position> for Teeko {
    /// Returns the number of raw slots. The last raw slots are for positions with all pieces on the board and Red to
    /// move.
    fn raw_slots(&self) -> u64 {
        2 * self.slots() - TIERS[ALL].start
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        let slot = self.slot(position);
        let is_second = position.is_set() && position.turn == Side::Second;
        Slot(slot.0 + if is_second { self.slots() - TIERS[ALL].start } else { 0 })
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        let moving = self.slots() - TIERS[ALL].start;
        Some(if slot.0 < self.slots() {
            position(slot.0, Side::First)
        } else {
            position(slot.0 - moving, Side::Second)
        })
    }

    /// Returns true, because all images of a position share one slot.
    fn slots_are_orbits(&self) -> bool {
        true
    }
}

impl Reversible for Teeko {
    /// Visits the predecessors. In the last move, the opponent moved a piece on the board, or put a new piece on it.
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let (opponent, taken) = (position.turn.other(), position.taken());
        let theirs = position.men(opponent);
        let mut parents = BTreeSet::new();
        for square in squares(theirs) {
            let left = theirs & !(1 << square);
            if position.is_set() {
                let from = NEIGHBOURS[square] & !taken;
                parents.extend(squares(from).map(|from| position.with(opponent, left | 1 << from, opponent)));
            }
            if opponent == Side::from_parity(u64::from(taken.count_ones()) - 1) {
                parents.insert(position.with(opponent, left, opponent));
            }
        }
        parents.into_iter().filter(|parent| self.ending(parent).is_none()).for_each(&mut visit);
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    /// Visits the predecessors of several slots, except predecessors in which the side to move can win with the next
    /// move.
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let leaves = self.tiers.leaves();
        let mut last: Option<(u64, Tier, Origins<'_>)> = None;
        for (index, slot) in slots.iter().enumerate() {
            let tier = match &last {
                Some((_, tier, _)) if (tier.start..tier.end()).contains(&slot.0) => *tier,
                _ => Tier::of_slot(slot.0),
            };
            let (number, split) = ((slot.0 - tier.start) / tier.splits, (slot.0 - tier.start) % tier.splits);
            let start = tier.start + number * tier.splits;
            if last.as_ref().is_none_or(|(known, ..)| *known != start) {
                last = Some((start, tier, Origins::of(unrank(number, tier.pieces, SQUARES) as Mask)));
            }
            let Some((_, _, origins)) = &mut last else { continue };
            let split = SHIFTS.splits(tier.men)[split as usize];
            for piece in (0..tier.pieces).filter(|piece| split >> piece & 1 == 0) {
                for origin in origins.from(piece, tier, &leaves) {
                    let Some(before) = origin.before else { continue };
                    let before = before[usize::from(split)];
                    if origin.leaves >> before & 1 == 0 {
                        visit(index, Slot(origin.start + u64::from(before)), false);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_have_the_published_numbers_of_arrangements() {
        assert_eq!(TIERS[ALL].end() - TIERS[ALL].start, 75_710_250);
        assert_eq!(TIERS[0].end(), 1);
        let game = Teeko::default();
        assert_eq!((game.slots(), game.raw_slots()), (96_691_476, 172_401_726));
    }
}
