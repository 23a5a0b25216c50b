//! The board: squares, counted from a1 along the ranks, and what stands in reach of a man.

use retrograde::Side;
use retrograde::author::Square;

/// Squares, a bit each.
pub(super) type Mask = u64;
/// A square.
pub(super) type Place = u8;

/// Files, and ranks.
pub(super) const LINES: u8 = 8;
/// Squares.
pub(super) const PLACES: u8 = LINES * LINES;

/// The steps that lead to higher squares, by files and ranks, then those that lead to lower ones; straight ones first.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)];
const RAYS: [[Mask; PLACES as usize]; 8] = rays();
const KING: [Mask; PLACES as usize] = leaps(STEPS);
const KNIGHT: [Mask; PLACES as usize] = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// What a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It must not be left attacked.
    King,
    /// A rook and a bishop in one.
    Queen,
    /// It runs along files and ranks.
    Rook,
    /// It runs along diagonals.
    Bishop,
    /// It leaps.
    Knight,
    /// It goes ahead, and becomes another on the last rank.
    Pawn,
}

impl Role {
    /// All roles, in their order.
    pub(super) const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// What a pawn can become.
    pub(super) const OFFICERS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The letter, in lower case.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::King => 'k',
            Self::Queen => 'q',
            Self::Rook => 'r',
            Self::Bishop => 'b',
            Self::Knight => 'n',
            Self::Pawn => 'p',
        }
    }
}

/// The letter of a man, White's in capitals.
pub(super) const fn sign((side, role): (Side, Role)) -> char {
    match side {
        Side::First => role.letter().to_ascii_uppercase(),
        Side::Second => role.letter(),
    }
}

pub(super) const fn bit(place: Place) -> Mask {
    1 << place
}

pub(super) const fn rank(place: Place) -> u8 {
    place / LINES
}

/// The squares of a mask, from the lowest.
pub(super) fn places(mut mask: Mask) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as Place);
        mask &= mask.wrapping_sub(1);
        place
    })
}

/// The square as boards of all games name it, with a8 in row 0.
pub(super) fn square(place: Place) -> Square {
    Square::new((LINES - 1 - rank(place)).into(), (place % LINES).into())
}

/// The square in a row and a column from the top left.
pub(super) const fn place(row: usize, column: usize) -> Place {
    (LINES - 1 - row as u8) * LINES + column as u8
}

/// The square in the same file, seen from the other end.
pub(super) const fn from_other_end(place: Place) -> Place {
    (LINES - 1 - rank(place)) * LINES + place % LINES
}

/// The square's name in chess: a1 is White's left corner.
pub(super) fn name(place: Place) -> String {
    format!("{}{}", char::from(b'a' + place % LINES), rank(place) + 1)
}

/// The square of a name.
pub(super) fn named(name: &str) -> Option<Place> {
    (0..PLACES).find(|&place| self::name(place).eq_ignore_ascii_case(name))
}

/// The next square ahead of a side's pawn.
pub(super) const fn ahead(side: Side, place: Place) -> Option<Place> {
    match side {
        Side::First => step(place, (0, 1)),
        Side::Second => step(place, (0, -1)),
    }
}

/// The rank that a side's pawns start on.
pub(super) const fn pawn_rank(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => LINES - 2,
    }
}

/// The rank on which a side's pawns become officers.
pub(super) const fn last_rank(side: Side) -> u8 {
    match side {
        Side::First => LINES - 1,
        Side::Second => 0,
    }
}

/// The squares that a side's pawn attacks.
pub(super) fn pawn_attacks(side: Side, place: Place) -> Mask {
    let forward = if side == Side::First { 1 } else { -1 };
    [-1, 1].into_iter().filter_map(|files| step(place, (files, forward))).map(bit).sum()
}

/// The squares that a man attacks from its own, where some are taken.
pub(super) fn attacks(side: Side, role: Role, from: Place, taken: Mask) -> Mask {
    match role {
        Role::King => KING[usize::from(from)],
        Role::Knight => KNIGHT[usize::from(from)],
        Role::Pawn => pawn_attacks(side, from),
        Role::Queen => run([0, 1, 2, 3, 4, 5, 6, 7], from, taken),
        Role::Rook => run([0, 1, 4, 5], from, taken),
        Role::Bishop => run([2, 3, 6, 7], from, taken),
    }
}

/// The squares along some rays up to the first that is taken, that one included.
fn run<const N: usize>(rays: [usize; N], from: Place, taken: Mask) -> Mask {
    let mut reached = 0;
    for ray in rays {
        let squares = RAYS[ray][usize::from(from)];
        let on = squares & taken;
        let first = if is_rising(ray) { on.trailing_zeros() } else { 63_u32.wrapping_sub(on.leading_zeros()) };
        reached |= if on == 0 { squares } else { squares & !RAYS[ray][first as usize] };
    }
    reached
}

/// Whether the squares of a ray ascend.
const fn is_rising(ray: usize) -> bool {
    let (files, ranks) = STEPS[ray];
    ranks > 0 || ranks == 0 && files > 0
}

const fn step(place: Place, (files, ranks): (i8, i8)) -> Option<Place> {
    match ((place % LINES).checked_add_signed(files), (place / LINES).checked_add_signed(ranks)) {
        (Some(file @ 0..LINES), Some(rank @ 0..LINES)) => Some(rank * LINES + file),
        _ => None,
    }
}

const fn rays() -> [[Mask; PLACES as usize]; 8] {
    let mut rays = [[0; PLACES as usize]; 8];
    let mut at = 0;
    while at < 8 * PLACES as usize {
        let (ray, from) = (at / PLACES as usize, at % PLACES as usize);
        let mut place = from as Place;
        while let Some(next) = step(place, STEPS[ray]) {
            rays[ray][from] |= bit(next);
            place = next;
        }
        at += 1;
    }
    rays
}

const fn leaps(steps: [(i8, i8); 8]) -> [Mask; PLACES as usize] {
    let mut leaps = [0; PLACES as usize];
    let mut at = 0;
    while at < 8 * PLACES as usize {
        let from = at / 8;
        if let Some(to) = step(from as Place, steps[at % 8]) {
            leaps[from] |= bit(to);
        }
        at += 1;
    }
    leaps
}
