//! The rules of dobutsu shogi for the solver. Most methods in this module call a method of [`Position`].

use retrograde::{Ending, Game, Side};

use super::arrangement::Material;
use super::numbering::Numbering;
use super::position::{Move, Position};

/// Dobutsu shogi with given numbers of animals.
#[derive(Clone, Debug)]
pub struct Dobutsu {
    pub(super) material: Material,
    /// Whether a player who can capture the lion must capture it.
    pub(super) must_take: bool,
    pub(super) numbering: Numbering,
}

impl Dobutsu {
    pub(super) fn new(material: Material, must_take: bool) -> Self {
        Self { material, must_take, numbering: Numbering::of(material, must_take) }
    }
}

impl Game for Dobutsu {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        position.ending()
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Move, Position)) {
        if position.ending().is_some() {
            return;
        }
        if self.must_take && position.takes_lion() {
            position.each_take(visit);
        } else {
            position.each_move(visit);
        }
    }

    fn wins_at_once(&self, position: &Position) -> bool {
        position.wins_at_once()
    }
}
