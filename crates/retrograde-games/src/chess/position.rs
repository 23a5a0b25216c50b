//! Chess positions, their moves and their un-moves.

use std::fmt;

use retrograde::{Ending, Side};

use super::board::{Mask, Place, Role, ahead, attacks, bit, last_rank, name, pawn_attacks, pawn_rank, places, rank};

/// The maximum number of men other than kings.
pub(super) const MOST: usize = 2;

/// A man and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Man {
    pub(super) side: Side,
    pub(super) role: Role,
    pub(super) place: Place,
}

/// A position: the men's squares, the side to move and the en passant square. Castling is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) kings: [Place; 2],
    /// All men except the kings, in sorted order. So equal arrangements compare equal.
    pub(super) men: [Option<Man>; MOST],
    pub(super) turn: Side,
    /// The square that a pawn has just passed, if a pawn of the side to move attacks this square.
    pub(super) passed: Option<Place>,
}

/// A move, such as `e2e4`. If a pawn moves to the last rank, the text of the move also names the new man, as in
/// `e7e8q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) becomes: Option<Role>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, becomes } = *self;
        write!(f, "{}{}", name(from), name(to))?;
        becomes.map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

impl Position {
    pub(super) fn new(kings: [Place; 2], mut men: [Option<Man>; MOST], turn: Side, passed: Option<Place>) -> Self {
        men.sort_unstable();
        Self { kings, men, turn, passed }
    }

    const fn passing(self, passed: Option<Place>) -> Self {
        Self { passed, ..self }
    }

    pub(super) fn men(&self) -> impl Iterator<Item = Man> + use<> {
        self.men.into_iter().flatten()
    }

    /// Returns all men of a side; the king is the first.
    fn of(&self, side: Side) -> impl Iterator<Item = Man> + use<> {
        let king = Man { side, role: Role::King, place: self.kings[side.index()] };
        std::iter::once(king).chain(self.men().filter(move |man| man.side == side))
    }

    pub(super) fn taken(&self) -> Mask {
        self.men().fold(bit(self.kings[0]) | bit(self.kings[1]), |taken, man| taken | bit(man.place))
    }

    fn is_attacked(&self, place: Place, by: Side) -> bool {
        let taken = self.taken();
        self.of(by).any(|man| attacks(by, man.role, man.place, taken) & bit(place) != 0)
    }

    /// Returns whether a side's king is attacked.
    pub(super) fn is_in_check(&self, side: Side) -> bool {
        self.is_attacked(self.kings[side.index()], side.other())
    }

    /// Returns whether the side that made the last move is not in check. If this side were in check, its last move
    /// would have been illegal.
    fn is_after_a_move(&self) -> bool {
        !self.is_in_check(self.turn.other())
    }

    /// Returns whether the position is legal. All men must stand on different, allowed squares, and the king of the
    /// side that has just moved must not be attacked. If there is an en passant square, the side to move must be able
    /// to capture there.
    pub(super) fn is_legal(&self) -> bool {
        let men = 2 + self.men().count() as u32;
        self.taken().count_ones() == men
            && self.men().all(|man| man.role != Role::Pawn || (1..7).contains(&rank(man.place)))
            && self.is_after_a_move()
            && self.passed.is_none_or(|place| self.can_take_passing(place))
    }

    fn pawns(&self, side: Side) -> Mask {
        let own = self.men().filter(|man| man.side == side && man.role == Role::Pawn);
        own.fold(0, |pawns, man| pawns | bit(man.place))
    }

    /// Returns whether the last move could have been the double step of a pawn over this square.
    pub(super) fn can_be_passed(&self, place: Place) -> bool {
        let passer = self.turn.other();
        let Some((from, to)) = ahead(self.turn, place).zip(ahead(passer, place)) else { return false };
        let is_free = self.taken() & (bit(place) | bit(from)) == 0;
        rank(from) == pawn_rank(passer) && is_free && self.pawns(passer) & bit(to) != 0
    }

    /// Returns whether a pawn of the side to move could capture en passant on this square.
    pub(super) fn can_take_passing(&self, place: Place) -> bool {
        self.can_be_passed(place) && self.pawns(self.turn) & pawn_attacks(self.turn.other(), place) != 0
    }

    /// Replaces the man `old` with `new`, and removes the man on the square `off`. Returns the resulting position, with
    /// the other side to move.
    fn with(&self, old: Man, new: Man, off: Option<Place>) -> Self {
        let mut child = Self { turn: self.turn.other(), passed: None, ..*self };
        for man in &mut child.men {
            *man = man.filter(|man| off != Some(man.place));
            if *man == Some(old) {
                *man = Some(new);
            }
        }
        if new.role == Role::King {
            child.kings[new.side.index()] = new.place;
        }
        child.men.sort_unstable();
        child
    }

    /// Visits every legal move, with the position after the move.
    pub(super) fn each_move(&self, mut visit: impl FnMut(Move, Self)) {
        let (mover, taken) = (self.turn, self.taken());
        let own = self.of(mover).fold(0, |own, man| own | bit(man.place));
        let mut go = |man: Man, to: Place, becomes: Option<Role>, off: Option<Place>, passed: Option<Place>| {
            let new = Man { role: becomes.unwrap_or(man.role), place: to, ..man };
            let child = self.with(man, new, off);
            if child.is_after_a_move() {
                let passed = passed.filter(|&place| child.can_take_passing(place));
                visit(Move { from: man.place, to, becomes }, child.passing(passed));
            }
        };
        for man in self.of(mover) {
            let reach = attacks(mover, man.role, man.place, taken);
            if man.role != Role::Pawn {
                // `reach` never contains the king of the other side, because the side that has just moved is not in
                // check.
                places(reach & !own).for_each(|to| go(man, to, None, Some(to), None));
                continue;
            }
            let mut steps = |to: Place, off: Option<Place>| {
                if rank(to) == last_rank(mover) {
                    for role in Role::OFFICERS {
                        go(man, to, Some(role), off, None);
                    }
                } else {
                    go(man, to, None, off, None);
                }
            };
            let is_free = |place: &Place| taken & bit(*place) == 0;
            let one = ahead(mover, man.place).filter(is_free);
            if let Some(to) = one {
                steps(to, None);
            }
            places(reach & taken & !own).for_each(|to| steps(to, Some(to)));
            if let Some(to) = self.passed.filter(|&to| reach & bit(to) != 0) {
                go(man, to, None, ahead(mover.other(), to), None);
            }
            let two = one.filter(|_| rank(man.place) == pawn_rank(mover)).and_then(|one| ahead(mover, one));
            two.filter(is_free).into_iter().for_each(|to| go(man, to, None, None, one));
        }
    }

    /// Returns the number of legal moves. Different moves lead to different positions.
    pub(super) fn moves(&self) -> u32 {
        let mut moves = 0;
        self.each_move(|_, _| moves += 1);
        moves
    }

    /// Returns whether a legal move exists.
    pub(super) fn can_move(&self) -> bool {
        self.moves() > 0
    }

    /// Returns whether the kings stand next to each other.
    pub(super) fn kings_touch(&self) -> bool {
        attacks(self.turn, Role::King, self.kings[0], 0) & bit(self.kings[1]) != 0
    }

    /// Returns the ending of a position that has no legal move.
    pub(super) fn stuck(&self) -> Ending {
        if self.is_in_check(self.turn) {
            Ending::won(self.turn.other(), "checkmate")
        } else {
            Ending::level("stalemate")
        }
    }

    /// Visits every legal predecessor of this position, including the predecessors with one more man.
    pub(super) fn each_unmove(&self, mut visit: impl FnMut(Self)) {
        let (mover, taken) = (self.turn.other(), self.taken());
        if let Some(place) = self.passed {
            let pawn = self.men().find(|man| Some(man.place) == ahead(mover, place));
            if let (Some(pawn), Some(from)) = (pawn, ahead(self.turn, place)) {
                self.taken_back(pawn, Man { place: from, ..pawn }, None, None, &mut visit);
            }
            return;
        }
        for man in self.of(mover) {
            if man.role == Role::Pawn {
                self.each_pawn_unmove(man, &mut visit);
                continue;
            }
            for from in places(attacks(mover, man.role, man.place, taken) & !taken) {
                self.with_and_without_captures(man, Man { place: from, ..man }, &mut visit);
            }
            if rank(man.place) == last_rank(mover) && man.role != Role::King {
                let pawn = |place| Man { role: Role::Pawn, place, ..man };
                if let Some(from) = ahead(self.turn, man.place).filter(|&from| taken & bit(from) == 0) {
                    self.taken_back(man, pawn(from), None, None, &mut visit);
                }
                for from in places(pawn_attacks(self.turn, man.place) & !taken) {
                    self.captures(man, pawn(from), &mut visit);
                }
            }
        }
    }

    fn each_pawn_unmove(&self, pawn: Man, visit: &mut impl FnMut(Self)) {
        let (mover, taken) = (pawn.side, self.taken());
        let is_free = |place: &Place| taken & bit(*place) == 0;
        let back = |from: Place| Man { place: from, ..pawn };
        let one = ahead(self.turn, pawn.place).filter(|one| is_free(one) && rank(*one) != last_rank(self.turn));
        if let Some(one) = one {
            self.taken_back(pawn, back(one), None, None, visit);
            let two = ahead(self.turn, one).filter(|two| is_free(two) && rank(*two) == pawn_rank(mover));
            // If a pawn could capture en passant after the double step, this position would have an en passant square.
            if let Some(two) = two.filter(|_| !self.can_take_passing(one)) {
                self.taken_back(pawn, back(two), None, None, visit);
            }
        }
        for from in
            places(pawn_attacks(self.turn, pawn.place) & !taken).filter(|&from| rank(from) != last_rank(self.turn))
        {
            self.captures(pawn, back(from), visit);
            if let Some(behind) = ahead(self.turn, pawn.place).filter(is_free) {
                let captured = Man { side: self.turn, role: Role::Pawn, place: behind };
                self.taken_back(pawn, back(from), Some(captured), Some(pawn.place), visit);
            }
        }
    }

    fn with_and_without_captures(&self, man: Man, back: Man, visit: &mut impl FnMut(Self)) {
        self.taken_back(man, back, None, None, visit);
        self.captures(man, back, visit);
    }

    /// Visits the positions before a capture by `man`. In each visited position, a man of the other side stands on the
    /// square that `man` leaves.
    fn captures(&self, man: Man, back: Man, visit: &mut impl FnMut(Self)) {
        if self.men().count() == MOST {
            return;
        }
        for role in Role::OFFICERS.into_iter().chain([Role::Pawn]) {
            let captured = Man { side: self.turn, role, place: man.place };
            self.taken_back(man, back, Some(captured), None, visit);
        }
    }

    /// Visits the legal positions before a move. If `passed` is `None`, the function visits one position without an en
    /// passant square, and one more position for each possible en passant square.
    fn taken_back(
        &self,
        man: Man,
        back: Man,
        captured: Option<Man>,
        passed: Option<Place>,
        visit: &mut impl FnMut(Self),
    ) {
        let mut parent = self.with(man, back, None);
        if captured.is_some() {
            let Some(room) = parent.men.iter_mut().find(|man| man.is_none()) else { return };
            *room = captured;
            parent.men.sort_unstable();
        }
        parent.passed = passed;
        if !parent.is_legal() {
            return;
        }
        visit(parent);
        if passed.is_none() {
            let passers = parent.men().filter(|man| man.side != parent.turn && man.role == Role::Pawn);
            let behind = passers.filter_map(|pawn| ahead(parent.turn, pawn.place));
            let rights = behind.filter(|&place| parent.can_take_passing(place));
            for place in rights {
                visit(parent.passing(Some(place)));
            }
        }
    }
}
