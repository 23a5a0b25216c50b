//! Positions of dobutsu shogi with both sides and hands, and the rules of the game.

use std::fmt;

use retrograde::author::Square;
use retrograde::{Ending, NoMove, Side};

use super::arrangement::Material;
use super::board::{Animal, FILES, GOAL, HOME, Members, Owner, SQUARES, bit};

/// An animal and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Man {
    pub(super) side: Side,
    pub(super) animal: Animal,
}

/// The kinds of animals that a hand can hold. The numbers of animals in a hand have the same order.
pub(super) const HELD: [Animal; 3] = [Animal::Chick, Animal::Giraffe, Animal::Elephant];

/// A position: the board, the hands, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The man on each square; squares are counted from the left of Sente's first rank.
    pub(super) board: [Option<Man>; SQUARES as usize],
    /// The numbers of animals in the hands, indexed by side and kind.
    pub(super) hands: [[u8; 3]; 2],
    pub(super) turn: Side,
}

/// A move. In a move, an animal steps on the board, or an animal is dropped from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A step from one square to another.
    Step {
        /// The square that the animal leaves.
        from: Square,
        /// The square that the animal steps to.
        to: Square,
    },
    /// A drop from the hand.
    Drop {
        /// The letter of the dropped animal.
        letter: char,
        /// The square onto which the animal is dropped.
        to: Square,
    },
}

impl fmt::Display for Move {
    /// Writes a move: `b3b2` is a step and `Cb2` is a drop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => write!(f, "{from}{to}"),
            Self::Drop { letter, to } => write!(f, "{letter}{to}"),
        }
    }
}

/// Converts a square number to the type that all games share. In the type [`Square`], row 0 is Gote's first rank.
pub(super) fn named(square: u8) -> Square {
    Square::new(u16::from(3 - square / FILES), u16::from(square % FILES))
}

/// Converts a [`Square`], the type that all games share, to the number of the square.
pub(super) fn numbered(square: Square) -> u8 {
    (3 - square.row as u8) * FILES + square.column as u8
}

/// Returns the owner of a side's animals if Sente is the mover.
const fn owner(side: Side) -> Owner {
    match side {
        Side::First => Owner::Mover,
        Side::Second => Owner::Opponent,
    }
}

/// Returns the rank where a side's lion wins and its chicks become hens.
const fn goal(side: Side) -> u16 {
    match side {
        Side::First => GOAL,
        Side::Second => HOME,
    }
}

impl Position {
    /// Returns the animals of a side with their squares.
    fn men(&self, side: Side) -> impl Iterator<Item = (u8, Animal)> + '_ {
        let of =
            move |(square, man): (u8, &Option<Man>)| man.filter(|man| man.side == side).map(|man| (square, man.animal));
        (0..).zip(&self.board).filter_map(of)
    }

    /// Returns the square of a side's lion; `None` if it was captured.
    pub(super) fn lion(&self, side: Side) -> Option<u8> {
        let lion = Some(Man { side, animal: Animal::Lion });
        self.board.iter().position(|&man| man == lion).map(|square| square as u8)
    }

    /// Returns the squares that a side attacks.
    fn attacked_by(&self, side: Side) -> u16 {
        self.men(side).fold(0, |all, (square, animal)| all | animal.attacks(owner(side), square))
    }

    /// Returns the numbers of chicks, giraffes and elephants; hens count as chicks.
    pub(super) fn material(&self) -> Material {
        let mut material = [0; 3];
        for (kind, held) in HELD.into_iter().enumerate() {
            let on_board = self.board.iter().flatten().filter(|man| man.animal.captured() == held).count() as u8;
            material[kind] = on_board.saturating_add(self.hands[0][kind]).saturating_add(self.hands[1][kind]);
        }
        material
    }

    fn has(&self, side: Side, square: u8) -> bool {
        self.board[usize::from(square)].is_some_and(|man| man.side == side)
    }

    /// Returns whether the side to move can capture the opponent's lion.
    pub(super) fn takes_lion(&self) -> bool {
        let lion = self.lion(self.turn.other());
        lion.is_some_and(|lion| self.attacked_by(self.turn) & bit(lion) != 0)
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        let taken = Side::BOTH.into_iter().find(|&side| self.lion(side).is_none());
        if let Some(side) = taken {
            return Some(Ending::won(side.other(), "captured"));
        }
        let arrived = |side: Side| self.lion(side).is_some_and(|lion| bit(lion) & goal(side) != 0);
        let mover = self.turn;
        if arrived(mover) {
            return Some(Ending::won(mover, "reached-goal"));
        }
        if arrived(mover.other()) && !self.takes_lion() {
            return Some(Ending::won(mover.other(), "reached-goal"));
        }
        self.is_stuck().then_some(Ending::won(mover.other(), NoMove::RULE))
    }

    /// Returns whether the side to move has no animal to drop, and all steps of its animals lead onto its own animals.
    fn is_stuck(&self) -> bool {
        let mover = self.turn;
        let is_own = |square| self.has(mover, square);
        self.hands[mover.index()] == [0; 3]
            && self.men(mover).all(|(from, animal)| Members(animal.attacks(owner(mover), from)).all(is_own))
    }

    /// Returns whether the side to move can capture the opponent's lion, or can move its own lion onto a square of its
    /// goal that the opponent does not attack.
    pub(super) fn wins_at_once(&self) -> bool {
        let Some(lion) = self.lion(self.turn) else { return false };
        let steps =
            Animal::Lion.attacks(owner(self.turn), lion) & goal(self.turn) & !self.attacked_by(self.turn.other());
        self.takes_lion() || Members(steps).any(|to| !self.has(self.turn, to))
    }

    /// Visits every move of a position in which the game is not over.
    pub(super) fn each_move(&self, mut visit: impl FnMut(Move, Self)) {
        for (from, animal) in self.men(self.turn) {
            for to in Members(animal.attacks(owner(self.turn), from)) {
                if !self.has(self.turn, to) {
                    visit(Move::Step { from: named(from), to: named(to) }, self.step(animal, from, to));
                }
            }
        }
        for (held, animal) in HELD.into_iter().enumerate() {
            if self.hands[self.turn.index()][held] > 0 {
                for to in (0..SQUARES).filter(|&to| self.board[usize::from(to)].is_none()) {
                    visit(Move::Drop { letter: letter(animal), to: named(to) }, self.drop(held, to));
                }
            }
        }
    }

    /// Visits the moves that capture the opponent's lion.
    pub(super) fn each_take(&self, mut visit: impl FnMut(Move, Self)) {
        let Some(to) = self.lion(self.turn.other()) else { return };
        for (from, animal) in self.men(self.turn) {
            if animal.attacks(owner(self.turn), from) & bit(to) != 0 {
                visit(Move::Step { from: named(from), to: named(to) }, self.step(animal, from, to));
            }
        }
    }

    /// Visits every predecessor, including the predecessors in which the game is over.
    pub(super) fn each_unmove(&self, mut visit: impl FnMut(Self)) {
        let mover = self.turn.other();
        for (to, animal) in self.men(mover) {
            if let Some(held) = HELD.iter().position(|&held| held == animal) {
                let mut before = Self { turn: mover, ..*self };
                before.board[usize::from(to)] = None;
                before.hands[mover.index()][held] += 1;
                visit(before);
            }
            let grows = bit(to) & goal(mover) != 0;
            let stepped = [Some(animal).filter(|&animal| animal != Animal::Chick || !grows)];
            let hatched = [Some(Animal::Chick).filter(|_| animal == Animal::Hen && grows)];
            for was in stepped.into_iter().chain(hatched).flatten() {
                let empty = (0..SQUARES).filter(|&from| self.board[usize::from(from)].is_none());
                for from in empty.filter(|&from| was.attacks(owner(mover), from) & bit(to) != 0) {
                    self.each_untaken(from, to, Man { side: mover, animal: was }, &mut visit);
                }
            }
        }
    }

    /// Visits the positions before a step of an animal. In each visited position, the animal stands on `from`. The
    /// square `to` is empty, or has an animal that the step could have captured.
    fn each_untaken(&self, from: u8, to: u8, man: Man, visit: &mut impl FnMut(Self)) {
        let mut before = Self { turn: man.side, ..*self };
        before.board[usize::from(from)] = Some(man);
        let other = |animal| Some(Man { side: man.side.other(), animal });
        if self.lion(self.turn).is_none() {
            before.board[usize::from(to)] = other(Animal::Lion);
            return visit(before);
        }
        before.board[usize::from(to)] = None;
        visit(before);
        for (held, animal) in HELD.into_iter().enumerate().filter(|(held, _)| self.hands[man.side.index()][*held] > 0) {
            let mut before = before;
            before.hands[man.side.index()][held] -= 1;
            let kinds = [Some(animal), Some(Animal::Hen).filter(|_| animal == Animal::Chick)];
            for animal in kinds.into_iter().flatten() {
                before.board[usize::from(to)] = other(animal);
                visit(before);
            }
        }
    }

    fn step(&self, animal: Animal, from: u8, to: u8) -> Self {
        let grown = animal == Animal::Chick && bit(to) & goal(self.turn) != 0;
        let animal = if grown { Animal::Hen } else { animal };
        let mut next = Self { turn: self.turn.other(), ..*self };
        next.board[usize::from(from)] = None;
        let taken = next.board[usize::from(to)].replace(Man { side: self.turn, animal });
        let held = taken.and_then(|man| HELD.iter().position(|&held| held == man.animal.captured()));
        if let Some(held) = held {
            next.hands[self.turn.index()][held] += 1;
        }
        next
    }

    fn drop(&self, held: usize, to: u8) -> Self {
        let mut next = Self { turn: self.turn.other(), ..*self };
        next.hands[self.turn.index()][held] -= 1;
        next.board[usize::from(to)] = Some(Man { side: self.turn, animal: HELD[held] });
        next
    }
}

/// Returns the letter of an animal.
pub(super) const fn letter(animal: Animal) -> char {
    match animal {
        Animal::Chick => 'C',
        Animal::Hen => 'R',
        Animal::Giraffe => 'G',
        Animal::Elephant => 'E',
        Animal::Lion => 'L',
    }
}
