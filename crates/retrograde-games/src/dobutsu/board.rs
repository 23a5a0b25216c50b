//! The board of three files and four ranks as the side to move sees it, and how its animals step.
//!
//! Squares are numbered 0 to 11 from the mover's own rank, three a rank; a set of squares is a mask of twelve bits.

/// Squares of the board.
pub(super) const SQUARES: u8 = 12;
/// Squares of a rank.
pub(super) const FILES: u8 = 3;
/// The mover's own rank, which is the opponent's goal.
pub(super) const HOME: u16 = 0o7;
/// The rank that the mover's lion wins on.
pub(super) const GOAL: u16 = 0o7000;

/// What an animal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Animal {
    Chick,
    Hen,
    Giraffe,
    Elephant,
    Lion,
}

/// How far an animal steps over files and ranks, towards the goal.
const fn steps(animal: Animal) -> &'static [(i8, i8)] {
    match animal {
        Animal::Chick => &[(0, 1)],
        Animal::Hen => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)],
        Animal::Giraffe => &[(0, 1), (-1, 0), (1, 0), (0, -1)],
        Animal::Elephant => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
        Animal::Lion => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)],
    }
}

/// The squares that the mover's animal steps to, whatever stands there.
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

/// Whose an animal is, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Mover,
    Opponent,
}

impl Animal {
    /// The squares that the animal of `owner` steps to, whatever stands there.
    pub(super) const fn attacks(self, owner: Owner, from: u8) -> u16 {
        match owner {
            Owner::Mover => REACH[self as usize][from as usize],
            Owner::Opponent => turned(REACH[self as usize][turn(from) as usize]),
        }
    }

    /// What it becomes in a hand.
    pub(super) const fn captured(self) -> Self {
        match self {
            Self::Hen => Self::Chick,
            _ => self,
        }
    }
}

/// The square as the opponent sees it.
pub(super) const fn turn(square: u8) -> u8 {
    SQUARES - 1 - square
}

/// The square in a mirror that swaps the outer files.
pub(super) const fn mirror(square: u8) -> u8 {
    square / FILES * FILES + FILES - 1 - square % FILES
}

/// The squares as the opponent sees them.
const fn turned(mask: u16) -> u16 {
    mask.reverse_bits() >> (16 - SQUARES)
}

/// The set of one square.
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
