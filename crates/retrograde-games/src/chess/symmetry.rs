//! The symmetries of the chess board, and the classes of the kings' squares under these symmetries.
//!
//! Without pawns, the rules have all eight symmetries, and the kings' squares have 462 classes. With pawns, the only
//! symmetry exchanges left and right, and the kings' squares have 1,806 classes.

use std::sync::LazyLock;

use super::board::{LINES, Mask, PLACES, Place, Role, attacks, bit, places};
use super::position::{Man, Position};

/// A symmetry of the board. Bit 0 stands for an exchange of left and right, bit 1 for an exchange of top and bottom,
/// and bit 2 for an exchange of files and ranks. The exchange of files and ranks comes last.
pub(super) type Turning = u8;

/// The number of symmetries that keep the direction in which pawns move.
const WITH_PAWNS: u8 = 2;
/// The number of symmetries of the board.
const ALL: u8 = 8;

/// For each edge of the board except the bottom edge, one symmetry that maps this edge to the bottom edge. Every
/// symmetry that is not in the list differs from one in the list, or from the identity, by an exchange of left and
/// right.
const WITHOUT_PAWNS: [Turning; 3] = [2, 4, 5];

/// The squares on the two long diagonals. Each symmetry except the identity moves all squares that are not on the long
/// diagonals.
pub(super) const DIAGONALS: Mask = 0x8142_2418_1824_4281;

/// Returns the image of a square under a symmetry.
const fn turned(turning: Turning, place: Place) -> Place {
    let flipped = place ^ ((turning & 1) * (LINES - 1)) ^ ((turning >> 1 & 1) * (PLACES - LINES));
    if turning & 4 > 0 { flipped % LINES * LINES + flipped / LINES } else { flipped }
}

impl Position {
    /// Returns the position on a transformed board.
    fn turned(&self, turning: Turning) -> Self {
        let to = |place| turned(turning, place);
        let man = |man: Man| Man { place: to(man.place), ..man };
        Self::new(self.kings.map(to), self.men.map(|it| it.map(man)), self.turn, self.passed.map(to))
    }

    /// Returns the images of a position without pawns under [`WITHOUT_PAWNS`]. The symmetries in [`WITHOUT_PAWNS`] keep
    /// the value of a position only if the board has no pawns.
    pub(super) fn turned_without_pawns(&self) -> impl Iterator<Item = Self> {
        WITHOUT_PAWNS.into_iter().map(|turning| self.turned(turning))
    }
}

/// The class of a pair of kings' squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stand {
    /// The number of the class; `None` if the kings are adjacent or on one square.
    class: Option<u16>,
    /// The set of symmetries that move the kings to the representative squares of the class, one bit for each symmetry.
    turnings: u8,
}

/// The classes of the kings' squares under a set of symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kings {
    /// The class of each pair of squares, and the symmetries that map the pair to the representative squares of the
    /// class.
    stands: Vec<Stand>,
    /// The representative squares of each class.
    squares: Vec<[Place; 2]>,
}

impl Kings {
    fn new(has_pawns: bool) -> Self {
        let turnings = if has_pawns { WITH_PAWNS } else { ALL };
        let pairs = usize::from(PLACES).pow(2);
        let mut kings = Self { stands: vec![Stand::default(); pairs], squares: Vec::new() };
        let all =
            (0..pairs).map(|pair| [pair / usize::from(PLACES), pair % usize::from(PLACES)].map(|place| place as Place));
        for pair in all.filter(|&[one, other]| one != other && !touch(one, other)) {
            let image = |turning| pair.map(|place| turned(turning, place));
            // The representative is the least pair of squares in its class, so this loop reaches it before all other
            // pairs of the class.
            let least = (0..turnings).map(image).min().unwrap_or(pair);
            if least == pair {
                kings.stands[index(pair)].class = Some(kings.squares.len() as u16);
                kings.squares.push(pair);
            }
            let class = kings.stands[index(least)].class;
            let turnings = (0..turnings).filter(|&turning| image(turning) == least).map(|turning| 1 << turning).sum();
            kings.stands[index(pair)] = Stand { class, turnings };
        }
        kings
    }

    /// Returns the number of classes of the kings' squares.
    pub(super) fn classes(&self) -> u64 {
        self.squares.len() as u64
    }

    /// Returns the representative squares of the kings for a class.
    pub(super) fn squares(&self, class: u64) -> Option<[Place; 2]> {
        self.squares.get(class as usize).copied()
    }

    /// Returns the class of a position's kings, and some images of the position. In each returned image, the kings
    /// stand on the representative squares of the class.
    pub(super) fn images(&self, position: &Position) -> Option<(u64, impl Iterator<Item = Position>)> {
        let Stand { class, turnings } = self.stands[index(position.kings)];
        let images = places(turnings.into()).map(|turning| position.turned(turning));
        Some((class?.into(), images))
    }
}

/// The classes of the kings' squares, first for sets of men without pawns, then for sets with pawns.
static KINGS: LazyLock<[Kings; 2]> = LazyLock::new(|| [Kings::new(false), Kings::new(true)]);

/// Returns the classes of the kings' squares for sets of men with or without pawns.
pub(super) fn kings(has_pawns: bool) -> &'static Kings {
    &KINGS[usize::from(has_pawns)]
}

fn touch(one: Place, other: Place) -> bool {
    attacks(retrograde::Side::First, Role::King, one, 0) & bit(other) != 0
}

fn index([one, other]: [Place; 2]) -> usize {
    usize::from(one) * usize::from(PLACES) + usize::from(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_stand_in_as_many_ways_as_published() {
        assert_eq!([false, true].map(|has_pawns| kings(has_pawns).classes()), [462, 1806]);
    }
}
