//! The board of three files and four ranks, as the side to move sees it. This module also contains the steps of the
//! animals.
//!
//! The squares have the numbers 0 to 11, three per rank, and the mover's own rank comes first. A set of squares is a
//! mask of twelve bits.

/// The number of squares on the board.
pub(super) const SQUARES: u8 = 12;
/// The number of squares in a rank.
pub(super) const FILES: u8 = 3;
/// The mover's first rank, the goal of the opponent's lion.
pub(super) const HOME: u16 = 0o7;
/// The mover's last rank, the goal of the mover's lion.
pub(super) const GOAL: u16 = 0o7000;

/// The kind of an animal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Animal {
    Chick,
    Hen,
    Giraffe,
    Elephant,
    Lion,
}

/// Returns the steps of an animal as (files, ranks); positive ranks lead towards the goal.
const fn steps(animal: Animal) -> &'static [(i8, i8)] {
    match animal {
        Animal::Chick => &[(0, 1)],
        Animal::Hen => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)],
        Animal::Giraffe => &[(0, 1), (-1, 0), (1, 0), (0, -1)],
        Animal::Elephant => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
        Animal::Lion => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)],
    }
}

/// Returns the squares that an animal of the mover can step to, including occupied squares.
const fn reach(animal: Animal, from: u8) -> u16 {
    let (file, rank) = ((from % FILES).cast_signed(), (from / FILES).cast_signed());
    let (all, mut mask, mut next) = (steps(animal), 0, 0);
    while next < all.len() {
        let (to_file, to_rank) = (file + all[next].0, rank + all[next].1);
        if to_file >= 0 && to_file < 3 && to_rank >= 0 && to_rank < 4 {
            mask |= 1 << (to_rank * 3 + to_file);
        }
        next += 1;
    }
    mask
}

const REACH: [[u16; SQUARES as usize]; 5] = {
    let animals = [Animal::Chick, Animal::Hen, Animal::Giraffe, Animal::Elephant, Animal::Lion];
    let (mut table, mut row) = ([[0; SQUARES as usize]; 5], 0);
    while row < 5 {
        let mut from = 0;
        while from < SQUARES {
            table[row][from as usize] = reach(animals[row], from);
            from += 1;
        }
        row += 1;
    }
    table
};

/// The owner of an animal: the mover or the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Mover,
    Opponent,
}

impl Animal {
    /// Returns the squares that an animal of `owner` can step to, including occupied squares.
    pub(super) const fn attacks(self, owner: Owner, from: u8) -> u16 {
        match owner {
            Owner::Mover => REACH[self as usize][from as usize],
            Owner::Opponent => turned(REACH[self as usize][turn(from) as usize]),
        }
    }

    /// Returns the kind of this animal after it is captured. A captured hen becomes a chick.
    pub(super) const fn captured(self) -> Self {
        match self {
            Self::Hen => Self::Chick,
            _ => self,
        }
    }
}

/// Returns the number that a square has when the opponent looks at the board.
pub(super) const fn turn(square: u8) -> u8 {
    SQUARES - 1 - square
}

/// Returns the mirror image of a square, with the outer files exchanged.
pub(super) const fn mirror(square: u8) -> u8 {
    square / FILES * FILES + FILES - 1 - square % FILES
}

/// Converts a set of squares to the numbers that the squares have when the opponent looks at the board.
const fn turned(mask: u16) -> u16 {
    mask.reverse_bits() >> (16 - SQUARES)
}

/// Returns the set that contains only this square.
pub(super) const fn bit(square: u8) -> u16 {
    1 << square
}

/// The squares of a set, in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Members(pub(super) u16);

impl Iterator for Members {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(first)
    }
}
