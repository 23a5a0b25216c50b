//! The numbering of connect four. Slots are sorted by the number of stones, then by the heights of the columns, then by
//! the colours of the stones.
//!
//! The stones are numbered by column, and within a column from the bottom. A colouring is the set of the stones that
//! belong to X. Its number is the rank of this set among all sets of the same size. So the successors of a position
//! have higher slots than the position, and positions in neighbouring slots often have successors in neighbouring
//! slots.

use std::ops::Range;

use retrograde::{Depth, Facts, Game, Numbered, Reversible, Seed, Slot, Value};

use super::board::{MOST, Size, Stones};
use super::profiles::{Profile, Profiles};
use super::rules::{ConnectFour, Position};
use crate::colex::{next, unrank};

/// Data that is equal for all positions of a profile. A profile is the heights of all columns.
struct Frame {
    size: Size,
    taken: Stones,
    open: Stones,
    full: bool,
    /// Whether X is to move.
    first: bool,
}

impl Frame {
    fn of(game: &ConnectFour, profile: &Profile) -> Self {
        let taken = profile.taken(game.size);
        let open = game.open(taken);
        Self { size: game.size, taken, open, full: open == 0, first: profile.stones.is_multiple_of(2) }
    }

    /// Returns the stones of the side to move, and the stones of the opponent.
    #[inline]
    const fn sides(&self, crosses: Stones) -> (Stones, Stones) {
        let noughts = self.taken & !crosses;
        if self.first { (crosses, noughts) } else { (noughts, crosses) }
    }

    /// Returns whether a side has four in a row, or the mover wins with the next stone.
    #[inline]
    fn is_leaf(&self, crosses: Stones) -> bool {
        let (mine, theirs) = self.sides(crosses);
        self.size.has_four(theirs) || self.size.has_four(mine) || self.size.completing(mine) & self.open > 0
    }

    #[inline]
    fn seed(&self, crosses: Stones) -> Seed {
        let (mine, theirs) = self.sides(crosses);
        if self.size.has_four(theirs) {
            return Seed::Elided(Value::Loss(Depth::ZERO));
        }
        if self.size.has_four(mine) {
            return Seed::Elided(Value::Win(Depth::ZERO));
        }
        if self.full {
            return Seed::Decided(Value::Tie(Depth::ZERO));
        }
        if self.size.completing(mine) & self.open > 0 {
            return Seed::Elided(Value::Win(Depth::new(1)));
        }
        // If the opponent threatens to win on exactly one square, the mover must block this square. That does not help
        // if the opponent then wins on the square above it.
        let threats = self.size.completing(theirs);
        let urgent = threats & self.open;
        let safe = match urgent {
            0 => self.open,
            one if one.is_power_of_two() => one,
            _ => 0,
        };
        // The unused bit above each column is not a square of the board.
        let above = (0..self.size.columns).fold(0, |all, column| all | self.size.column(column)) & threats;
        match (safe & !(above >> 1)).count_ones() {
            0 => Seed::Decided(Value::Loss(Depth::new(2))),
            open => Seed::Open(open),
        }
    }
}

impl Profile {
    fn position(&self, size: Size, colours: u64) -> Position {
        let crosses = self.stones(size, colours);
        Position { stones: [crosses, self.taken(size) & !crosses] }
    }
}

impl ConnectFour {
    fn profiles(&self) -> &Profiles {
        self.profiles.get_or_init(|| Profiles::new(self.size))
    }
}

impl Numbered for ConnectFour {
    const AT_ONCE: bool = true;

    fn slots(&self) -> u64 {
        self.profiles().slots()
    }

    fn slot(&self, position: &Position) -> Slot {
        let (mut heights, mut colours, mut stones) = ([0; MOST.1], 0, 0);
        for (column, height) in heights[..self.size.columns].iter_mut().enumerate() {
            let bits = |stones: Stones| (stones & self.size.column(column)) / self.size.bottom(column);
            *height = bits(position.taken()).count_ones() as u8;
            colours |= bits(position.stones[0]) << stones;
            stones += usize::from(*height);
        }
        Slot(self.profiles().start(&heights) + self.profiles().rank(colours))
    }

    /// The depth of a position is at most the number of squares, and the number of its moves is at most the number of
    /// columns.
    fn facts(&self) -> Facts {
        Facts { fits_bytes: 3 * self.size.squares() + self.size.columns < 250, ..Facts::default() }
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        let profiles = self.profiles();
        let profile = profiles.profile(profiles.place_of(slot.0));
        let colours = unrank(slot.0 - profile.start, profile.crosses(), profile.stones);
        Some(profile.position(self.size, colours))
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        let profiles = self.profiles();
        let mut slot = slots.start;
        while slot < slots.end {
            let profile = profiles.profile(profiles.place_of(slot));
            let frame = Frame::of(self, &profile);
            let mut colours = unrank(slot - profile.start, profile.crosses(), profile.stones);
            let end = slots.end.min(profile.start + profile.positions());
            for _ in slot..end {
                visit(frame.seed(profile.stones(self.size, colours)));
                colours = next(colours);
            }
            slot = end;
        }
    }
}

/// A column whose top stone may be the stone that the opponent has dropped last. The profile is that of the board
/// before this move.
struct Origin {
    frame: Frame,
    profile: Profile,
    /// The index of the top stone among all stones.
    stone: usize,
}

/// Computes the un-moves of all positions of a profile (positions with the same heights of the columns).
struct Origins {
    profile: Profile,
    ways: Vec<Origin>,
    /// The number of the colouring that was requested last, and the colouring itself.
    last: (u64, u64),
}

/// If the number of a requested colouring exceeds the number of the last requested colouring by less than `NEAR`, the
/// new colouring is computed from the last one, step by step. Otherwise the new colouring is computed from its number
/// alone.
const NEAR: u64 = 24;

impl Origins {
    fn of(game: &ConnectFour, place: usize) -> Self {
        let profiles = game.profiles();
        let profile = profiles.profile(place);
        let mut origins = Vec::new();
        for column in (0..game.size.columns).filter(|&column| profile.heights[column] > 0) {
            let mut heights = profile.heights;
            heights[column] -= 1;
            let before = Profile { heights, stones: profile.stones - 1, start: profiles.start(&heights) };
            origins.push(Origin { frame: Frame::of(game, &before), profile: before, stone: profile.below_top(column) });
        }
        let first = unrank(0, profile.crosses(), profile.stones);
        Self { profile, ways: origins, last: (0, first) }
    }

    fn colours(&mut self, number: u64) -> u64 {
        let (known, colours) = self.last;
        let colours = match number.checked_sub(known) {
            Some(steps) if steps < NEAR => (0..steps).fold(colours, |colours, _| next(colours)),
            _ => unrank(number, self.profile.crosses(), self.profile.stones),
        };
        self.last = (number, colours);
        colours
    }
}

impl Reversible for ConnectFour {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let opponent = position.turn().other();
        for column in 0..self.size.columns {
            let stones = position.taken() & self.size.column(column);
            let Some(top) = stones.checked_ilog2().map(|top| 1 << top) else { continue };
            if position.theirs() & top > 0 {
                let mut before = *position;
                before.stones[opponent.index()] ^= top;
                if self.ending(&before).is_none() {
                    visit(before);
                }
            }
        }
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    /// Visits the predecessors of several slots, except predecessors in which the side to move can win with the next
    /// stone.
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let profiles = self.profiles();
        let mut last: Option<Origins> = None;
        for (index, slot) in slots.iter().enumerate() {
            let is_here = |origins: &Origins| slot.0.wrapping_sub(origins.profile.start) < origins.profile.positions();
            let origins = match &mut last {
                Some(origins) if is_here(origins) => origins,
                last => last.insert(Origins::of(self, profiles.place_of(slot.0))),
            };
            let colours = origins.colours(slot.0 - origins.profile.start);
            // If the number of stones is even, O has just moved.
            let theirs = if origins.profile.stones.is_multiple_of(2) { !colours } else { colours };
            for Origin { frame, profile, stone } in origins.ways.iter().filter(|origin| theirs >> origin.stone & 1 > 0)
            {
                let low = (1 << stone) - 1;
                let before = colours >> 1 & !low | colours & low;
                if !frame.is_leaf(profile.stones(self.size, before)) {
                    visit(index, Slot(profile.start + profiles.rank(before)), false);
                }
            }
        }
    }
}
