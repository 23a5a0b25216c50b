//! The chess board. This module numbers squares from a1 along the ranks, and computes the squares that a man attacks.

use retrograde::Side;
use retrograde::author::Square;

/// A set of squares as a bit mask.
pub(super) type Mask = u64;
/// The number of a square.
pub(super) type Place = u8;

/// The number of files. The board has the same number of ranks.
pub(super) const LINES: u8 = 8;
/// The number of squares on the board.
pub(super) const PLACES: u8 = LINES * LINES;

/// The steps to neighbouring squares as (files, ranks). The first half leads to squares with higher numbers, and the
/// second half leads to squares with lower numbers. In each half, the straight steps come before the diagonal steps.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)];
const RAYS: [[Mask; PLACES as usize]; 8] = rays();
const KING: [Mask; PLACES as usize] = leaps(STEPS);
const KNIGHT: [Mask; PLACES as usize] = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// The kind of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The king steps to any neighbouring square. A side may not leave its own king attacked.
    King,
    /// The queen moves like a rook or a bishop.
    Queen,
    /// The rook moves along files and ranks.
    Rook,
    /// The bishop moves along diagonals.
    Bishop,
    /// The knight leaps in an L shape.
    Knight,
    /// The pawn moves ahead, and promotes on the last rank.
    Pawn,
}

impl Role {
    /// All roles in ascending order.
    pub(super) const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// The roles that a pawn can promote to.
    pub(super) const OFFICERS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the role's letter in lower case.
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

/// Returns the letter of a man; White's letters are capitals.
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

/// Returns the squares of a mask, in ascending order.
pub(super) fn places(mut mask: Mask) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as Place);
        mask &= mask.wrapping_sub(1);
        place
    })
}

/// Converts a square to the type that all games share. In the type [`Square`], row 0 contains a8.
pub(super) fn square(place: Place) -> Square {
    Square::new((LINES - 1 - rank(place)).into(), (place % LINES).into())
}

/// Returns the square in a row and a column. Rows and columns are counted from the top left corner.
pub(super) const fn place(row: usize, column: usize) -> Place {
    (LINES - 1 - row as u8) * LINES + column as u8
}

/// Returns the square in the same file and the opposite rank. For example, the function returns a1 for a8.
pub(super) const fn from_other_end(place: Place) -> Place {
    (LINES - 1 - rank(place)) * LINES + place % LINES
}

/// Returns the square's name in chess, where a1 is White's left corner.
pub(super) fn name(place: Place) -> String {
    format!("{}{}", char::from(b'a' + place % LINES), rank(place) + 1)
}

/// Returns the square with this name, such as `e3`.
pub(super) fn named(name: &str) -> Option<Place> {
    (0..PLACES).find(|&place| self::name(place).eq_ignore_ascii_case(name))
}

/// Returns the square in front of a side's pawn.
pub(super) const fn ahead(side: Side, place: Place) -> Option<Place> {
    match side {
        Side::First => step(place, (0, 1)),
        Side::Second => step(place, (0, -1)),
    }
}

/// Returns the rank where a side's pawns start.
pub(super) const fn pawn_rank(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => LINES - 2,
    }
}

/// Returns the rank where a side's pawns promote.
pub(super) const fn last_rank(side: Side) -> u8 {
    match side {
        Side::First => LINES - 1,
        Side::Second => 0,
    }
}

/// Returns the squares that a side's pawn attacks.
pub(super) fn pawn_attacks(side: Side, place: Place) -> Mask {
    let forward = if side == Side::First { 1 } else { -1 };
    [-1, 1].into_iter().filter_map(|files| step(place, (files, forward))).map(bit).sum()
}

/// Returns the squares that a man on `from` attacks. `taken` is the set of occupied squares.
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

/// Returns the squares along some rays; each ray ends with the first occupied square.
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

/// Returns whether the numbers of the squares along a ray ascend.
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
