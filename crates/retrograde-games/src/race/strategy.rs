//! Plays by the strategy proof. On a board that is too large for a table, this module finds the moves of the winner,
//! and explains the moves.

use retrograde::{Kind, Side};

use super::layers;
use super::messages::Theory;
use super::notation::LETTERS;
use super::path_proof::PathProof;
use super::rules::{A, B, Move, Position, Race};
use crate::messages::{Unit, counted};
use retrograde::author::{self, Guided, Layers, ShortcutValue, Square, Strategy};
use retrograde::rules::message::Message;

/// The maximum number of squares and pairs of squares in the report of a proof. A board of 40x40 squares without walls
/// has 23,740 squares and pairs in total.
const MOST_LISTED: usize = 1 << 15;

/// The strategy proof and the position to play.
struct Guide {
    strategy_proof: PathProof,
    position: Standing,
}

/// The relation between the two tokens on shortest paths. The relation depends on the numbers of steps that the tokens
/// have made from their homes.
#[derive(Clone, Copy)]
enum Standing {
    /// The tokens have not reached the middle. If A is to move, both sides have made the same number of steps; if B is
    /// to move, A has made one step more. `b_meets` says whether B can still meet A.
    Approaching { b_meets: bool },
    /// The tokens stand side by side or have passed each other, because together they have made at least D steps. The
    /// field `steps` is the number of steps that the winner still needs, and `other_steps` is the number of steps that
    /// the loser still needs. The side to move wins if it needs no more steps than the other side. Step 1 of the proof
    /// shows that the side to move wins, because the other side can jump over the mover's token only after the mover
    /// has made more than half of its steps. If the side to move needs more steps than the other side, the other side
    /// wins. The other side has already made more than half of its steps, so w <= l after any step or jump of the
    /// mover.
    Passed { winner: Side, is_winners_turn: bool, steps: u32, other_steps: u32 },
}

/// Returns the winner's strategy in a position. Both sides must have kept to shortest paths between the homes. The
/// theory of [`layers`](super::layers) covers two kinds of positions. In the first kind, the tokens have not met yet.
/// In the second kind, the tokens stand side by side or have passed each other. Returns `None` for other positions, and
/// if no path connects the homes.
pub fn strategy(game: &Race, position: &Position) -> Option<Box<dyn Strategy<Race>>> {
    let strategy_proof = PathProof::new(game.grid(), game.homes())?;
    let position = Standing::of(&strategy_proof, game, position)?;
    Some(Box::new(Guide { strategy_proof, position }))
}

/// Like [`strategy`], but returns the strategy in the form that programs display.
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
    /// Returns whether the mover's step onto `to` follows a shortest path and keeps the result. A step of B keeps the
    /// result if B can still meet A after the step; a step of A keeps the result if B can no longer meet A. If the
    /// mover cannot keep the result, any step on a shortest path is good.
    fn is_good_step(&self, mover: Side, [a, b]: [Square; 2], to: Square) -> bool {
        let strategy_proof = &self.strategy_proof;
        let keeps = match mover {
            A => strategy_proof.meets(a, b) || strategy_proof.answer(b, to).is_none(),
            B => strategy_proof.meets(a, to) || strategy_proof.answer(b, a).is_none(),
        };
        keeps && self.advances(mover, if mover == A { a } else { b }, to)
    }

    /// Returns whether a step of a side leads along a shortest path towards the opponent's home.
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

    fn layers(&self, game: &Race) -> Option<Layers> {
        layers::report(game.grid(), game.homes(), MOST_LISTED)
    }
}

/// Computes the value of the start with the algorithm of [`layers`](super::layers), without a table. Returns `None` for
/// other positions. A board without a path between the homes is a draw.
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
