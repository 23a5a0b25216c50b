//! Numbers the arrangements of all animals except the lions, on the ten squares without lions and in the hands. The
//! numbering has no holes. Two chicks, two giraffes and two elephants have 11,878,227 arrangements.
//!
//! Arrangements are sorted by the squares and owners of the chicks, then of the giraffes, then of the elephants. Each
//! kind is placed on the squares that the earlier kinds leave free. The index of an arrangement in this order is its
//! *rank*. For each of the three kinds, one lookup converts the places of the kind's animals to a part of the rank, and
//! another lookup converts this part back to the places. Each lookup table fits in a core's first-level cache. A
//! [`Row`] is a range of arrangements that differ only in the elephants.

use super::board::Members;

/// The number of squares without lions.
pub(super) const FREE: usize = 10;

/// The place of an animal: a square or a hand. The place also says which side owns the animal, and whether the animal
/// is a hen. A free square is a square without a lion.
///
/// Places 0 to 9 are the free squares for an animal of the mover. Places 10 to 19 are the free squares for an animal of
/// the opponent. Places 20 to 39 are the free squares for hens. Places 40 and 41 are the hands. Place 42 is `NOWHERE`.
/// If the game has fewer than two animals of a kind, the missing animals have this place.
pub(super) type Place = u8;
/// The difference between the place of an opponent's animal and the place of a mover's animal on the same square.
pub(super) const THEIRS: Place = 10;
/// The difference between the place of a hen and the place of a chick with the same owner on the same square.
pub(super) const HEN: Place = 20;
/// The mover's hand.
pub(super) const HAND: Place = 40;
/// The opponent's hand.
pub(super) const THEIR_HAND: Place = 41;
/// The place of an animal that is not in the game.
pub(super) const NOWHERE: Place = 42;
/// The number of places.
pub(super) const PLACES: usize = 43;

/// The places of the two animals of a kind, in any order.
pub(super) type Pair = [Place; 2];

/// The places of the chicks, the giraffes and the elephants.
pub(super) type Places = [Pair; 3];

/// The number of subsets. A *subset* is a set of at most two free squares. Subset 0 is the empty set. The next 10
/// subsets have one square, and the last 45 subsets have two squares and are sorted by the higher square.
const SUBSETS: usize = 1 + 10 + 45;
/// The number of *unions*. A union is a set of at most four free squares: the squares of the chicks together with the
/// squares of the giraffes.
const UNIONS: usize = 1 + 10 + 45 + 120 + 210;

pub(super) const fn pairs(squares: u32) -> u32 {
    squares * squares.saturating_sub(1) / 2
}

/// The numbers of chicks, giraffes and elephants in the game. Each number is at most two.
pub(super) type Material = [u8; 3];

/// For one kind of animals, the number of ways to choose the owners of the animals. For chicks, a choice also
/// determines which chicks are hens. The array is indexed by the number of animals of this kind that stand on the
/// board.
pub(super) type Ways = [u32; 3];

/// Returns the [`Ways`] of one kind that has `animals` animals, on the board and in the hands. `sorts` is 2 for chicks,
/// which may be hens, and 1 for other kinds.
const fn ways(animals: u8, sorts: u32) -> Ways {
    match animals {
        0 => [1, 0, 0],
        1 => [2, 2 * sorts, 0],
        _ => [3, 4 * sorts, 4 * sorts * sorts],
    }
}

/// Returns the number of arrangements of a kind and of the later kinds on `squares` free squares. `then` returns the
/// number of arrangements of the later kinds alone on a given number of squares.
pub(super) fn arrangements(ways: Ways, squares: u32, then: impl Fn(u32) -> u32) -> u32 {
    ways[0] * then(squares)
        + ways[1] * squares * then(squares.saturating_sub(1))
        + ways[2] * pairs(squares) * then(squares.saturating_sub(2))
}

/// The number of arrangements in the longest [`Row`].
pub(super) const ROW: usize = 3 + 4 * 10 + 4 * 45;

/// Returns the free square of a place; `None` for a hand.
pub(super) fn square(place: Place) -> Option<u8> {
    (place < HAND).then_some(place % 10)
}

/// Returns the free square of a place as a mask; 0 for a hand.
#[inline]
pub(super) fn mask(place: Place) -> u16 {
    if place < HAND { 1 << (place % 10) } else { 0 }
}

/// Returns whether an animal at this place belongs to the opponent.
#[inline]
pub(super) fn is_theirs(place: Place) -> bool {
    if place < HAND { place / 10 % 2 == 1 } else { place == THEIR_HAND }
}

/// The table entry of the two giraffes or the two elephants. The entry contains the subset of squares that the two
/// animals occupy, and the index of the choice of their owners among all choices.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    subset: u8,
    owned: u8,
}

/// The table entry of the chicks. The low 24 bits are the rank of the first arrangement with these chicks; the high
/// bits are the index of the set of squares that the chicks occupy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chicks(u32);

impl Chicks {
    const fn subset(self) -> usize {
        (self.0 >> 24) as usize
    }
}

/// The table entries of the three pairs of animals, from which the rank of the arrangement is computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standings {
    pub(super) chicks: Chicks,
    pub(super) giraffes: Standing,
    pub(super) elephants: Standing,
}

/// The rank of the first arrangement in a [`Row`], and the index of the set of squares that the row's chicks and
/// giraffes occupy.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowStart {
    start: u32,
    union: u32,
}

impl Standing {
    /// Returns the table entry for a pair of places on different squares. `sorts` is 2 for chicks, which may be hens,
    /// and 1 for other kinds.
    fn of([a, b]: Pair, sorts: u8) -> Self {
        let theirs = |place| u8::from(is_theirs(place));
        let owner = |place: Place| place / 10;
        match (square(a), square(b)) {
            (None, None) => Self { subset: 0, owned: theirs(a) + theirs(b) },
            (Some(only), None) => Self { subset: 1 + only, owned: owner(a) + 2 * sorts * theirs(b) },
            (Some(low), Some(high)) if low < high => {
                Self { subset: 11 + high * (high - 1) / 2 + low, owned: owner(a) + 2 * sorts * owner(b) }
            }
            (Some(one), Some(other)) if one == other => Self::default(),
            _ => Self::of([b, a], sorts),
        }
    }
}

/// Returns the sets of at most two squares. Each set is given as its mask, and as its squares in ascending order.
fn subsets() -> Vec<(u16, [u8; 2])> {
    let one = (0..10).map(|only| (1 << only, [only, only]));
    let two = (0..10).flat_map(|high| (0..high).map(move |low| (1 << low | 1 << high, [low, high])));
    [(0, [0, 0])].into_iter().chain(one).chain(two).collect()
}

/// The lookup tables of the numbering.
#[derive(Debug)]
pub(super) struct Ranks {
    /// The table entry of the chicks, indexed by the places of the two chicks.
    chicks: [[Chicks; PLACES]; PLACES],
    /// The table entry of two giraffes or of two elephants, indexed by the places of the two animals. The giraffes and
    /// the elephants use the same table.
    beasts: [[Standing; PLACES]; PLACES],
    /// Three numbers in one word. The array is indexed by the squares of the chicks, then by the squares of the
    /// giraffes. The low 16 bits are the offset of the first [`Row`] with the giraffes on the given squares, among the
    /// arrangements with the same chicks. The next 12 bits are the index of the set of squares that both kinds occupy,
    /// and the highest 4 bits are the count of the remaining squares.
    giraffes: [[u32; SUBSETS]; SUBSETS],
    /// The offset, within a [`Row`], of the first arrangement with the elephants on a given set of squares. The list is
    /// indexed by the set of squares that the chicks and giraffes occupy together, then by the set of squares of the
    /// elephants.
    elephants: Vec<[u8; SUBSETS]>,
    /// The squares that remain for the elephants, in ascending order. The list is indexed by the set of squares that
    /// the chicks and giraffes occupy together.
    left: Vec<[u8; FREE]>,
    /// For each set of at most two squares, the index of the same set among the sets of at most four squares.
    alone: [u16; SUBSETS],
    /// The places of the two chicks, for each arrangement of the chicks alone.
    chicks_at: Vec<Pair>,
    /// The two squares of each subset with two squares.
    pair: [[u8; 2]; 45],
    material: Material,
    /// The [`Ways`] of each kind.
    ways: [Ways; 3],
    /// The ends of three ranges of arrangements. In the first range, no chick is on the board. In the second range, one
    /// chick is on the board, and in the third range two chicks.
    ends: [u32; 3],
    /// The number of ways to place the giraffes and the elephants. The array is indexed by the number of squares that
    /// remain for the giraffes and elephants.
    with_giraffes: [u32; FREE + 1],
    /// The number of ways to place the elephants. The array is indexed by the number of squares that remain for the
    /// elephants.
    with_elephants: [u32; FREE + 1],
}

/// Consecutive arrangements that differ only in the elephants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The rank of the first arrangement of the row.
    pub(super) start: u32,
    /// The number of arrangements in the row.
    pub(super) len: u32,
    pub(super) chicks: Pair,
    pub(super) giraffes: Pair,
    union: u16,
    /// The number of squares that remain for the elephants.
    pub(super) squares: u8,
}

impl Ranks {
    pub(super) fn new(material: Material) -> Self {
        let [chicks, giraffes, elephants] = material;
        let ways = [ways(chicks, 2), ways(giraffes, 1), ways(elephants, 1)];
        let with_elephants: [u32; FREE + 1] = std::array::from_fn(|left| arrangements(ways[2], left as u32, |_| 1));
        let with_giraffes: [u32; FREE + 1] =
            std::array::from_fn(|left| arrangements(ways[1], left as u32, |left| with_elephants[left as usize]));
        let one = ways[0][0] * with_giraffes[FREE];
        let two = one + ways[0][1] * 10 * with_giraffes[FREE - 1];
        let ends = [one, two, two + ways[0][2] * 45 * with_giraffes[FREE - 2]];
        let subsets = subsets();
        let mut union_of = vec![None; 1 << FREE];
        let few = (0..1_u16 << FREE).filter(|mask| mask.count_ones() <= 4);
        few.enumerate().for_each(|(index, mask)| union_of[usize::from(mask)] = Some(index as u16));
        let mut ranks = Self {
            chicks: [[Chicks::default(); PLACES]; PLACES],
            beasts: [[Standing::default(); PLACES]; PLACES],
            giraffes: [[0; SUBSETS]; SUBSETS],
            elephants: vec![[0; SUBSETS]; UNIONS],
            left: vec![[0; FREE]; UNIONS],
            alone: [0; SUBSETS],
            chicks_at: Vec::new(),
            pair: [[0; 2]; 45],
            material,
            ways,
            ends,
            with_giraffes,
            with_elephants,
        };
        for (subset, &(mask, squares)) in subsets.iter().enumerate() {
            ranks.alone[subset] = union_of[usize::from(mask)].unwrap_or_default();
            if subset >= 11 {
                ranks.pair[subset - 11] = squares;
            }
        }
        ranks.fill_pairs();
        ranks.fill_left(&union_of);
        ranks.fill_unions(&subsets, &union_of);
        ranks
    }

    fn fill_pairs(&mut self) {
        let [none, one, two] = self.ways[0];
        self.chicks_at = vec![[NOWHERE; 2]; (none + 10 * one + 45 * two) as usize];
        let places = || 0..PLACES as u8;
        for [a, b] in places().flat_map(|a| places().map(move |b| [a, b])) {
            let at = [usize::from(a), usize::from(b)];
            self.beasts[at[0]][at[1]] = Standing::of([a, b], 1);
            let Standing { subset, owned } = Standing::of([a, b], 2);
            let (subset, owned) = (u32::from(subset), u32::from(owned));
            let (before, index, on_board) = match subset {
                0 => (0, owned, 0),
                1..11 => (none, (subset - 1) * one + owned, 1),
                _ => (none + 10 * one, (subset - 11) * two + owned, 2),
            };
            let starts = [0, self.ends[0], self.ends[1]];
            let start = starts[on_board] + index * self.with_giraffes[FREE - on_board];
            self.chicks[at[0]][at[1]] = Chicks(start & 0xff_ffff | subset << 24);
            let played = [a, b].into_iter().filter(|&place| place != NOWHERE).count();
            if played == usize::from(self.material[0]) && (square(a).is_none() || square(a) != square(b)) {
                self.chicks_at[(before + index) as usize] = [a, b];
            }
        }
    }

    fn fill_left(&mut self, union_of: &[Option<u16>]) {
        for (mask, union) in union_of.iter().enumerate() {
            let Some(union) = union else { continue };
            let left = &mut self.left[usize::from(*union)];
            left.iter_mut().zip(Members(!(mask as u16) & 0x3ff)).for_each(|(to, square)| *to = square);
        }
    }

    fn fill_unions(&mut self, subsets: &[(u16, [u8; 2])], union_of: &[Option<u16>]) {
        for (mask, union) in union_of.iter().enumerate() {
            let Some(union) = union else { continue };
            for (subset, &(squares, _)) in subsets.iter().enumerate() {
                if mask as u16 & squares == 0 {
                    let way = relative(mask as u16, squares);
                    let left = FREE as u32 - mask.count_ones();
                    self.elephants[usize::from(*union)][subset] = start_of(self.ways[2], left, way, |_| 1) as u8;
                }
            }
        }
        for (chicks, &(theirs, _)) in subsets.iter().enumerate() {
            for (giraffes, &(squares, _)) in subsets.iter().enumerate() {
                if let (0, Some(union)) = (theirs & squares, union_of[usize::from(theirs | squares)]) {
                    let (free, way) = (FREE as u32 - theirs.count_ones(), relative(theirs, squares));
                    let start = start_of(self.ways[1], free, way, |left| self.with_elephants[left as usize]);
                    let left = FREE as u32 - (theirs | squares).count_ones();
                    self.giraffes[chicks][giraffes] = start | u32::from(union) << 16 | left << 28;
                }
            }
        }
    }

    /// Returns the rank of an arrangement that is given as places.
    #[inline]
    pub(super) fn rank(&self, [chicks, giraffes, elephants]: Places) -> u32 {
        let row = self.row_start(self.chicks(chicks), self.beasts(giraffes));
        self.in_row(row, self.beasts(elephants))
    }

    /// Returns the rank of an arrangement that is given as the table entries of its three pairs.
    #[inline]
    pub(super) fn rank_of(&self, of: Standings) -> u32 {
        self.in_row(self.row_start(of.chicks, of.giraffes), of.elephants)
    }

    #[inline]
    pub(super) fn standings(&self, [chicks, giraffes, elephants]: &Places) -> Standings {
        let (giraffes, elephants) = (self.beasts(*giraffes), self.beasts(*elephants));
        Standings { chicks: self.chicks(*chicks), giraffes, elephants }
    }

    #[inline]
    pub(super) fn chicks(&self, [a, b]: Pair) -> Chicks {
        self.chicks[usize::from(a)][usize::from(b)]
    }

    /// Returns the table entry for the places of the giraffes or of the elephants.
    #[inline]
    pub(super) fn beasts(&self, [a, b]: Pair) -> Standing {
        self.beasts[usize::from(a)][usize::from(b)]
    }

    #[inline]
    pub(super) fn row_start(&self, chicks: Chicks, giraffes: Standing) -> RowStart {
        let rows = self.giraffes[chicks.subset()][usize::from(giraffes.subset)];
        let within = (rows & 0xffff) + u32::from(giraffes.owned) * self.with_elephants[(rows >> 28) as usize];
        RowStart { start: (chicks.0 & 0xff_ffff) + within, union: rows >> 16 & 0xfff }
    }

    #[inline]
    pub(super) fn in_row(&self, row: RowStart, elephants: Standing) -> u32 {
        let start = self.elephants[row.union as usize][usize::from(elephants.subset)];
        row.start + u32::from(start) + u32::from(elephants.owned)
    }

    /// Returns the [`Ways`] of each kind.
    pub(super) fn ways(&self) -> [Ways; 3] {
        self.ways
    }

    /// Returns the number of elephants in the game.
    pub(super) fn elephants(&self) -> u8 {
        self.material[2]
    }

    /// Returns the total number of arrangements.
    pub(super) fn len(&self) -> u32 {
        self.ends[2]
    }

    /// Returns the [`Row`] that contains the arrangement with this rank.
    pub(super) fn row(&self, rank: u32) -> Row {
        let [none, one, _] = self.ways[0];
        let (before, rest, squares) = match rank {
            _ if rank < self.ends[0] => (0, rank, FREE),
            _ if rank < self.ends[1] => (none, rank - self.ends[0], FREE - 1),
            _ => (none + 10 * one, rank - self.ends[1], FREE - 2),
        };
        let (way, within) = (before + rest / self.with_giraffes[squares], rest % self.with_giraffes[squares]);
        let chicks = self.chicks_at[way as usize];
        let subset = self.chicks(chicks).subset();
        let (giraffes, offset) = self.giraffes_at(self.alone[subset], squares, within);
        let rows = self.giraffes[subset][usize::from(self.beasts(giraffes).subset)];
        let (union, squares) = ((rows >> 16 & 0xfff) as u16, (rows >> 28) as u8);
        let len = self.with_elephants[usize::from(squares)];
        Row { start: rank - offset, len, chicks, giraffes, union, squares }
    }

    /// Returns the places of the giraffes in an arrangement, and the index of the arrangement in its [`Row`]. `within`
    /// is the arrangement's index among all arrangements with the same chicks.
    fn giraffes_at(&self, taken: u16, squares: usize, within: u32) -> (Pair, u32) {
        let ways = self.ways[1];
        let one = ways[0] * self.with_elephants[squares];
        let two = one + ways[1] * squares as u32 * self.with_elephants[squares - 1];
        let (start, on_board) = match within {
            _ if within < one => (0, 0),
            _ if within < two => (one, 1),
            _ => (two, 2),
        };
        let left = self.with_elephants[squares - on_board];
        let (way, offset) = ((within - start) / left, (within - start) % left);
        (self.beasts_at(taken, self.material[1], on_board, way), offset)
    }

    /// Returns the places of the elephants in the arrangement at index `offset` of the row.
    #[inline]
    pub(super) fn elephants_at(&self, row: &Row, offset: u32) -> Pair {
        let [one, each, _] = self.ways[2];
        let two = one + each * u32::from(row.squares);
        let (start, on_board) = match offset {
            _ if offset < one => (0, 0),
            _ if offset < two => (one, 1),
            _ => (two, 2),
        };
        self.beasts_at(row.union, self.material[2], on_board, offset - start)
    }

    /// Returns the places of `animals` giraffes or elephants. The argument `on_board` is the number of giraffes or
    /// elephants that stand on the board. The argument `taken` is the index of the set of occupied squares, and `way`
    /// is the placement's index among all such placements.
    #[inline]
    fn beasts_at(&self, taken: u16, animals: u8, on_board: usize, way: u32) -> Pair {
        let left = &self.left[usize::from(taken)];
        let (low, high) = (way as u8 & 1, way as u8 >> 1 & 1);
        match (on_board, animals) {
            (_, 0) => [NOWHERE, NOWHERE],
            (0, 1) => [HAND + low, NOWHERE],
            (0, _) => [HAND + u8::from(way > 0), HAND + u8::from(way > 1)],
            (1, 1) => [left[(way >> 1) as usize] + THEIRS * low, NOWHERE],
            (1, _) => [left[(way >> 2) as usize] + THEIRS * low, HAND + high],
            _ => {
                let [a, b] = self.pair[(way >> 2) as usize];
                [left[usize::from(a)] + THEIRS * low, left[usize::from(b)] + THEIRS * high]
            }
        }
    }

    /// Returns the squares that remain for the elephants in a [`Row`], in ascending order.
    pub(super) fn left(&self, row: &Row) -> &[u8] {
        &self.left[usize::from(row.union)][..usize::from(row.squares)]
    }

    /// Returns the arrangement with this rank.
    pub(super) fn places(&self, rank: u32) -> Places {
        let row = self.row(rank);
        [row.chicks, row.giraffes, self.elephants_at(&row, rank - row.start)]
    }
}

/// Returns the number of squares in the set `squares`, and the index of this set. The index is the position of
/// `squares` in the list of all sets that have the same number of squares and no square of `taken`.
fn relative(taken: u16, squares: u16) -> (u32, u32) {
    let index = |square: u8| (!taken & ((1 << square) - 1)).count_ones();
    let mut members = Members(squares);
    match (members.next(), members.next()) {
        (None, _) => (0, 0),
        (Some(only), None) => (1, index(only)),
        (Some(low), Some(high)) => (2, pairs(index(high)) + index(low)),
    }
}

/// Returns the index of the first arrangement in which the animals of a kind occupy a given subset of the squares.
/// `then` returns the number of arrangements of the later kinds on a given number of squares.
fn start_of(ways: Ways, squares: u32, (on_board, index): (u32, u32), then: impl Fn(u32) -> u32) -> u32 {
    let one = ways[0] * then(squares);
    let two = one + ways[1] * squares * then(squares.saturating_sub(1));
    match on_board {
        0 => 0,
        1 => one + ways[1] * index * then(squares.saturating_sub(1)),
        _ => two + ways[2] * index * then(squares.saturating_sub(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_has_its_number() {
        assert_eq!(Ranks::new([2, 2, 2]).len(), 11_878_227);
        for material in [[0, 0, 0], [1, 0, 0], [0, 1, 2], [2, 0, 1], [1, 1, 1], [2, 1, 0], [2, 2, 2]] {
            let ranks = Ranks::new(material);
            let mut next = 0;
            while next < ranks.len() {
                let row = ranks.row(next);
                assert_eq!(row.start, next);
                for offset in [0, 1, 2, 3, row.len / 2, row.len - 1].into_iter().filter(|&offset| offset < row.len) {
                    let places = [row.chicks, row.giraffes, ranks.elephants_at(&row, offset)];
                    assert_eq!(ranks.rank(places), row.start + offset, "{places:?}");
                    assert_eq!(ranks.places(row.start + offset), places);
                    assert_eq!(ranks.rank(places.map(|[a, b]| [b, a])), row.start + offset, "{places:?}");
                    let taken: u32 = places.iter().flatten().map(|&place| mask(place).count_ones()).sum();
                    let union = places.iter().flatten().fold(0, |union, &place| union | mask(place));
                    assert_eq!(union.count_ones(), taken, "{places:?}");
                }
                next += row.len;
            }
            assert_eq!(next, ranks.len());
        }
    }
}
