//! The strategy proof as a player: the moves of the winner of a board too large for a table, and their reasons.

use retrograde::{Kind, Side};

use super::layers;
use super::messages::Theory;
use super::notation::LETTERS;
use super::path_proof::PathProof;
use super::rules::{A, B, Move, Position, Race};
use crate::messages::{Unit, counted};
use retrograde::author::{self, Guided, ShortcutValue, Square, Strategy};
use retrograde::rules::message::Message;

/// The strategy proof and the position to play.
struct Guide {
    strategy_proof: PathProof,
    position: Standing,
}

/// The relation of the tokens on shortest paths, by their steps from home.
#[derive(Clone, Copy)]
enum Standing {
    /// Before the middle. B has made as many steps as A had before its last turn. `b_meets`: B can still meet A.
    Approaching { b_meets: bool },
    /// Level with or past each other; the fields give the remaining steps. If both together have made D steps, the side
    /// to move wins if it has no more steps left than the other. This is step 1 of the proof, as that side will have
    /// made more than half of its steps before any jump over it. Otherwise the other side wins: it has fewer steps left
    /// and has already made more than half, so a step or jump of the mover leaves w <= l.
    Passed { winner: Side, is_winners_turn: bool, steps: u32, other_steps: u32 },
}

/// Returns the strategy of the winner of a position in which both sides have kept to shortest paths between the homes.
/// It covers the positions of the theory of [`layers`](super::layers): before the tokens meet, or when they are level
/// with or past each other. `None` for other positions, and if there is no path.
pub fn strategy(game: &Race, position: &Position) -> Option<Box<dyn Strategy<Race>>> {
    let strategy_proof = PathProof::new(game.grid(), game.homes())?;
    let position = Standing::of(&strategy_proof, game, position)?;
    Some(Box::new(Guide { strategy_proof, position }))
}

/// Returns the same strategy as play to display.
pub fn strategy_proof<'g>(game: &'g Race, position: &'g Position) -> Option<Box<dyn author::StrategyProof + 'g>> {
    Some(Box::new(Guided { game, position, strategy: strategy(game, position)? }))
}

impl Standing {
    fn of(strategy_proof: &PathProof, game: &Race, position: &Position) -> Option<Self> {
        let [a, b] = Side::BOTH.map(|side| game.token_square(position, side));
        let steps = |side, square| strategy_proof.distance(side, square);
        let (from_a, from_b) = (steps(A, a)?, steps(B, b)?);
        if from_a + from_b >= strategy_proof.length() {
            let (mover, other) = if position.turn == A { (from_a, from_b) } else { (from_b, from_a) };
            let [to_go, other_to_go] = [mover, other].map(|gone| strategy_proof.length() - gone);
            let is_winners_turn = to_go <= other_to_go;
            let winner = if is_winners_turn { position.turn } else { position.turn.other() };
            let [steps, other_steps] = if is_winners_turn { [to_go, other_to_go] } else { [other_to_go, to_go] };
            return Some(Self::Passed { winner, is_winners_turn, steps, other_steps });
        }
        let b_meets = match position.turn {
            A if from_a == from_b => strategy_proof.meets(a, b),
            B if from_a == from_b + 1 => strategy_proof.answer(b, a).is_some(),
            _ => return None,
        };
        Some(Self::Approaching { b_meets })
    }
}

impl Guide {
    /// Returns whether the mover's step onto `to` follows a shortest path and keeps the result if possible: B must
    /// still be able to meet A, and A must avoid that.
    fn is_good_step(&self, mover: Side, [a, b]: [Square; 2], to: Square) -> bool {
        let strategy_proof = &self.strategy_proof;
        let keeps = match mover {
            A => strategy_proof.meets(a, b) || strategy_proof.answer(b, to).is_none(),
            B => strategy_proof.meets(a, to) || strategy_proof.answer(b, a).is_none(),
        };
        keeps && self.advances(mover, if mover == A { a } else { b }, to)
    }

    /// Returns whether a step advances along a shortest path.
    fn advances(&self, side: Side, from: Square, to: Square) -> bool {
        let steps = |square| self.strategy_proof.distance(side, square);
        steps(from).is_some_and(|gone| steps(to) == Some(gone + 1))
    }
}

impl Strategy<Race> for Guide {
    fn winner(&self) -> Side {
        match self.position {
            Standing::Approaching { b_meets: true } => B,
            Standing::Approaching { b_meets: false } => A,
            Standing::Passed { winner, .. } => winner,
        }
    }

    fn theory(&self) -> Message {
        let length = self.strategy_proof.length();
        let half = length / 2;
        let theory = match self.position {
            Standing::Approaching { .. } if !length.is_multiple_of(2) => Theory::Odd { length },
            Standing::Approaching { b_meets: true } => Theory::BMeets { length, half },
            Standing::Approaching { b_meets: false } => Theory::ASlips { length, half },
            Standing::Passed { winner, is_winners_turn, steps, other_steps } => {
                let [winner, other] = [winner, winner.other()].map(|side| LETTERS[side]);
                let steps = counted(steps as usize, Unit::Step);
                if is_winners_turn {
                    Theory::WinnerMoves { winner, steps, other, other_steps }
                } else {
                    Theory::LoserMoves { winner, steps, other, other_steps }
                }
            }
        };
        theory.into()
    }

    fn advises(&self, game: &Race, position: &Position, action: &Move) -> bool {
        let (mover, tokens) = (position.turn, Side::BOTH.map(|side| game.token_square(position, side)));
        match *action {
            Move::Step(_, to) => self.is_good_step(mover, tokens, to),
            Move::Jump(_, over, to) => self.is_good_step(mover, tokens, over) && self.advances(mover, over, to),
            Move::Pass => false,
        }
    }
}

/// Returns the game's shortcut: the result of the match of [`layers`](super::layers) for the start of the game; `None`
/// for other positions. A board without a path between the homes is a draw.
pub fn shortcut(game: &Race, position: &Position) -> Option<ShortcutValue> {
    if *position != game.start() {
        return None;
    }
    let kind = match layers::winner(game.grid(), game.homes()) {
        Some(A) => Kind::Win,
        Some(B) => Kind::Loss,
        None => Kind::Draw,
    };
    Some(ShortcutValue { kind, depth: None })
}
