//! The codebook of a solve. A codebook says which value each code stands for.

use std::collections::VecDeque;

use super::segments::Source;
use crate::kernel::state::{Left, Point, State, Sweep};
use crate::rules::game::Seed;
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;

/// The values that seeds (initial values) may have, in the order of their codes. Values with an index of at least
/// [`ELIDED`] are values of elided positions. The codes of elided positions differ from all other codes, because the
/// solver does not expand elided positions.
const SEEDS: [Value; 9] = [
    Value::Win(Depth::ZERO),
    Value::Loss(Depth::ZERO),
    Value::Tie(Depth::ZERO),
    Value::Win(Depth::new(1)),
    Value::Loss(Depth::new(1)),
    Value::Loss(Depth::new(2)),
    Value::Win(Depth::ZERO),
    Value::Loss(Depth::ZERO),
    Value::Win(Depth::new(1)),
];

/// The index of the first elided value in [`SEEDS`].
const ELIDED: usize = 6;

/// The maximum number of codes for the new values of one depth.
const NEW: u32 = 2;

/// Returns the greatest count of open moves that leaves enough codes for the seeds and for the values of one depth.
pub(super) const fn most_open(width: Width) -> u32 {
    width.last() - SEEDS.len() as u32 - NEW - 1
}

/// Returns the code of a seed in 32 bits. The code can be truncated to any width. The code is either a count below
/// [`FIRST_SEED`], including [`STUCK`], or the code of a value. The code [`NO_SEED`] stands for a value that a seed
/// must not have.
#[inline]
pub(super) fn seed_code(seed: Seed) -> u32 {
    match seed {
        Seed::Open(moves) => moves.min(FIRST_SEED - 1),
        Seed::Hole => u32::MAX,
        Seed::Decided(value) => value_code(&SEEDS[..ELIDED], value, 0),
        Seed::Elided(value) => value_code(&SEEDS[ELIDED..], value, ELIDED),
    }
}

/// Returns the code of a value in a part of [`SEEDS`]. The part begins at the index `first`.
#[inline]
fn value_code(part: &[Value], value: Value, first: usize) -> u32 {
    let place = part.iter().position(|&other| other == value).map_or(SEEDS.len(), |place| first + place);
    u32::MAX - 1 - place as u32
}

/// The code of a position that is not over and has no move.
pub(super) const STUCK: u32 = 0;
/// The code that stands for an error. A seed gets this code if it has a value that no seed may have, such as a draw.
pub(super) const NO_SEED: u32 = u32::MAX - 1 - SEEDS.len() as u32;
/// The least code of a seed that is not a count of open moves.
pub(super) const FIRST_SEED: u32 = NO_SEED;

/// Converts the code of a seed to the bit that stands for the seed's value. Returns 0 for a hole.
#[inline]
pub(super) const fn seed_bit(code: u32) -> u32 {
    // For a hole, the shift moves the bit beyond the lower 32 bits.
    (1_u64 << (u32::MAX.wrapping_sub(code)) >> 1) as u32
}

/// The codes of values. The codes of values are assigned from the last code downwards. Counts of open moves use the
/// codes from 1 upwards.
///
/// In most games, the 256 codes of a byte suffice for all values that occur and for all counts of open moves. All
/// workers have identical codebooks, because a codebook depends only on the combined results of all workers.
#[derive(Clone)]
pub(super) struct Codebook {
    width: Width,
    /// The largest count of open moves.
    counts: u32,
    /// The value of each code, from the last code downwards. The entry is `None` for the last code, which stands for a
    /// hole, and for codes without a value.
    values: Vec<Option<Value>>,
    /// The indexes in `values` of the codes of elided positions, as a bit set.
    elided: u32,
    /// The indexes of free codes in `values`.
    free: Vec<usize>,
    /// The indexes in `values` that were assigned last. Most lookups are for a value of a seed, a value of the current
    /// depth, or a value of the next depth.
    recent: VecDeque<usize>,
    /// The codes of the unexpanded positions. The solve has such codes only if it was stopped within a depth.
    left: Left,
    /// The number of codes reserved for unexpanded positions.
    spare: u32,
}

/// The maximum length of `recent`. The list has two values for each of two depths.
const RECENT: usize = 4;

impl Codebook {
    /// Creates a codebook with codes for holes and seeds. `spare` codes stay reserved for unexpanded positions.
    pub(super) fn new(width: Width, spare: u32) -> Self {
        let values = std::iter::once(None).chain(SEEDS.map(Some)).collect();
        let elided = (ELIDED..SEEDS.len()).fold(0, |places, place| places | 1 << (place + 1));
        let (free, recent, left) = (Vec::new(), VecDeque::new(), Left::default());
        Self { width, counts: 0, values, elided, free, recent, left, spare }
    }

    /// Restores the codebook from the state in a checkpoint. The state must be valid.
    pub(super) fn restored(state: &State) -> Self {
        // The values that the solve will look up first. The values of the greater depth come first in this list.
        let sought = match state.point {
            Point::Sweeping(Sweep { law, depth, .. }) => [law.values(depth.plus(1)), law.values(depth)].concat(),
            Point::Seeding(_) | Point::Finishing => Vec::new(),
        };
        let values: Vec<Option<Value>> = state.values.iter().map(|cell| cell.and_then(Cell::value)).collect();
        let is_free =
            |place: &usize| values[*place].is_none() && state.left.places().all(|left| left as usize != *place);
        let free = (1..values.len()).filter(is_free).collect();
        let (width, counts, left, elided) = (state.width, state.counts, state.left, state.elided);
        let place = |value| (0..values.len()).find(|&place| values[place] == Some(value) && !is_in(elided, place));
        let recent = sought.into_iter().filter_map(place).collect();
        Self { width, counts, values, elided, free, recent, left, spare: Left::CODES }
    }

    /// Returns the largest count of open moves.
    pub(super) const fn counts(&self) -> u32 {
        self.counts
    }

    /// Returns the codes of unexpanded positions, as indexes in `values`.
    pub(super) const fn left_places(&self) -> Left {
        self.left
    }

    /// Returns, for each code of a value, the cell with this value. The last code comes first.
    pub(super) fn cells(&self) -> Vec<Option<Cell>> {
        self.values.iter().map(|value| value.and_then(Cell::of)).collect()
    }

    /// Returns whether a state has the same cells and the same codes of elided positions as this codebook.
    pub(super) fn has_values_of(&self, state: &State) -> bool {
        self.cells() == state.values && self.elided == state.elided
    }

    /// Returns the codes of elided positions, as a bit set of indexes in `values`.
    pub(super) const fn elided_places(&self) -> u32 {
        self.elided
    }

    /// Returns the codes of the unexpanded positions.
    pub(super) fn left(&self) -> Source {
        let [win, loss] = self.left.0.map(|place| place.map(|place| self.code_at(place as usize)));
        Source { win, loss }
    }

    /// Assigns codes to the unexpanded positions of a depth. Each value of the depth that has a code in `whole` gets
    /// one code.
    pub(super) fn set_apart(&mut self, whole: Source) -> Source {
        let places = [whole.win, whole.loss].map(|code| code.and_then(|_| self.open()).map(|place| place as u32));
        self.left = Left(places);
        self.left()
    }

    /// Frees the codes of unexpanded positions.
    pub(super) fn rejoin(&mut self) {
        self.free.extend(self.left.places().map(|place| place as usize));
        self.left = Left::default();
    }

    pub(super) const fn width(&self) -> Width {
        self.width
    }

    /// Frees the codes of seeds that do not occur. `seen` is the bit set of the values that occur.
    pub(super) fn seeded(&mut self, seen: u32, counts: u32) {
        self.counts = counts;
        for place in (0..SEEDS.len()).filter(|place| seen >> place & 1 == 0) {
            self.free(place + 1);
        }
    }

    const fn code_at(&self, place: usize) -> u32 {
        self.width.last() - place as u32
    }

    /// Returns the least code that is not a count of open moves.
    pub(super) const fn floor(&self) -> u32 {
        self.code_at(self.values.len() - 1)
    }

    /// Returns the code of a value for positions that are not elided, if there is such a code.
    pub(super) fn find(&self, value: Value) -> Option<u32> {
        self.place(value).map(|place| self.code_at(place))
    }

    fn place(&self, value: Value) -> Option<usize> {
        let mut places = self.recent.iter().copied().chain(1..=SEEDS.len());
        places.find(|&place| self.values[place] == Some(value) && !is_in(self.elided, place))
    }

    /// Returns the code of a value and whether the code is new. If the value has no code yet, the function assigns a
    /// free code. Returns `None` if no code is left.
    pub(super) fn take(&mut self, value: Value) -> Option<(u32, bool)> {
        if let Some(code) = self.find(value) {
            return Some((code, false));
        }
        if self.room() <= self.reserved() {
            return None;
        }
        let place = self.open()?;
        self.values[place] = Some(value);
        self.recent.truncate(RECENT - 1);
        self.recent.push_front(place);
        Some((self.code_at(place), true))
    }

    /// Returns the number of free codes.
    fn room(&self) -> u32 {
        self.free.len() as u32 + (self.floor() - 1).saturating_sub(self.counts)
    }

    /// Returns the number of free codes that are reserved for unexpanded positions.
    fn reserved(&self) -> u32 {
        self.spare.saturating_sub(self.left.places().count() as u32)
    }

    /// Returns the index of a free code and marks it as used.
    fn open(&mut self) -> Option<usize> {
        self.free.pop().or_else(|| {
            let left = self.floor() - 1 > self.counts;
            left.then(|| self.values.push(None)).map(|()| self.values.len() - 1)
        })
    }

    /// Frees the code of a value that no slot received.
    pub(super) fn give_back(&mut self, value: Value) {
        if let Some(place) = self.place(value) {
            self.free(place);
        }
    }

    fn free(&mut self, place: usize) {
        self.values[place] = None;
        if place <= SEEDS.len() {
            self.elided &= !(1 << place);
        }
        // The index may be assigned again for a value of the same depth. If `recent` contained the index twice, the
        // second entry would displace a value that the solve still looks up.
        self.recent.retain(|&other| other != place);
        self.free.push(place);
    }

    /// Widens the codes of the codebook. Returns a function that maps old codes to new codes.
    pub(super) fn widen(&mut self) -> impl Fn(u32) -> u32 + use<> {
        let (floor, before) = (self.floor(), self.width.last());
        self.width = self.width.wider().unwrap_or(self.width);
        let last = self.width.last();
        move |code| if code < floor { code } else { last - (before - code) }
    }

    /// Returns the cells of the finished table. The list begins with the cell of a hole and the cell of a draw. The
    /// other cells follow in sorted order. Also returns an index for each code, starting with the last code. The index
    /// of a code is the index of the code's cell in this list. Undecided slots become draws.
    pub(super) fn finish(&self) -> (Vec<Cell>, Vec<u32>) {
        let cell = |value: Option<Value>| value.and_then(Cell::of);
        let mut decided: Vec<Cell> = self.values.iter().filter_map(|&value| cell(value)).collect();
        decided.sort_unstable();
        decided.dedup();
        let cells: Vec<Cell> = [Cell::HOLE, Cell::DRAW].into_iter().chain(decided).collect();
        let number = |value| cell(value).and_then(|cell| cells[2..].binary_search(&cell).ok());
        let numbers = self.values.iter().map(|&value| number(value).map_or(0, |place| place as u32 + 2)).collect();
        (cells, numbers)
    }
}

/// Returns whether a bit set of indexes contains an index.
pub(super) const fn is_in(places: u32, place: usize) -> bool {
    place < u32::BITS as usize && places >> place & 1 == 1
}

/// The index of a draw in the list of cells that [`Codebook::finish`] returns.
pub(super) const DRAW: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_holds_counts_and_one_value_a_depth() {
        let mut codebook = Codebook::new(Width::One, 0);
        codebook.seeded(0b10, 40);
        let mut depths = 0;
        for depth in 1.. {
            let (win, loss) = (Value::Win(Depth::new(depth)), Value::Loss(Depth::new(depth)));
            let (Some((one, _)), Some((other, _))) = (codebook.take(win), codebook.take(loss)) else { break };
            assert!(one != other && one > 40 && other > 40);
            codebook.give_back(if depth % 2 == 0 { win } else { loss });
            depths = depth;
        }
        // Of the 256 codes, 41 are reserved for counts, one is for holes, one is for a seed, and one is free.
        assert_eq!(depths, 212);
        // At the last depth, no code was left for the loss. The code of the win was not freed.
        assert_eq!(codebook.finish().0.len(), 2 + 1 + 212 + 1);
    }

    /// If the sweep finds a win in 1, it must not give this win the code of the elided wins in 1. In the finished
    /// table, both codes must become the same cell.
    #[test]
    fn elided_values_have_codes_of_their_own() {
        let (win, bit) = (Value::Win(Depth::new(1)), |place: usize| 1 << place);
        let mut codebook = Codebook::new(Width::One, 0);
        codebook.seeded(bit(8) | bit(6), 3);
        let elided = codebook.code_at(9);
        let (found, is_new) = codebook.take(win).unwrap();
        assert!(is_new && found != elided && codebook.find(win) == Some(found));
        let (cells, numbers) = codebook.finish();
        assert_eq!(
            cells,
            [Some(Cell::HOLE), Some(Cell::DRAW), Cell::of(Value::Win(Depth::ZERO)), Cell::of(win)].map(Option::unwrap)
        );
        let number = |code: u32| numbers[(Width::One.last() - code) as usize];
        assert_eq!((number(found), number(elided)), (3, 3));
        codebook.give_back(win);
        assert_eq!((codebook.find(win), codebook.elided_places()), (None, bit(7) | bit(9)));
        // Without elided wins, the code of the elided wins is free for other values.
        let mut codebook = Codebook::new(Width::One, 0);
        codebook.seeded(0, 3);
        assert_eq!(codebook.take(win).unwrap(), (codebook.code_at(9), true));
        assert_eq!(codebook.find(win), Some(codebook.code_at(9)));
    }

    #[test]
    fn seeds_have_codes_at_every_width() {
        for (place, value) in SEEDS.into_iter().enumerate() {
            let code = seed_code(if place < ELIDED { Seed::Decided(value) } else { Seed::Elided(value) });
            assert_eq!(seed_bit(code), 1 << place);
            for width in [Width::One, Width::Two, Width::Four] {
                let (codebook, cut) = (Codebook::new(width, 0), width.last() - (u32::MAX - code));
                assert_eq!(codebook.find(value) == Some(cut), place < ELIDED);
                assert_eq!(codebook.cells()[place + 1], Cell::of(value));
            }
        }
        assert_eq!(seed_code(Seed::Elided(Value::Loss(Depth::new(1)))), NO_SEED);
        assert_eq!(seed_code(Seed::Decided(Value::Draw)), NO_SEED);
        assert_eq!(seed_code(Seed::Open(0)), STUCK);
        assert_eq!((seed_code(Seed::Hole), seed_bit(u32::MAX)), (u32::MAX, 0));
    }
}
