//! Shortcuts. A shortcut is a solver for a single game. A shortcut is faster than the kernel (the general solver), or
//! it solves boards that are too large for a table. This module also contains proofs of the values that shortcuts give.
//!
//! A proof lists the moves that keep the value, and the replies to the opponent's moves. A game provides a
//! [`StrategyProof`], or it provides a [`Strategy`] from which this module makes a proof. If a board is too large for a
//! table, the program can still show best lines and reasons, because it takes them from the proof.

use crate::ask::board::PositionSummary;
use crate::form::notation::Notation;
use crate::form::square::Square;
use crate::kernel::solve::SolveError;
use crate::rules::game::{Game, Reversible};
use crate::rules::message::Message;
use crate::rules::side::Side;
use crate::rules::value::{Depth, Kind};
use crate::table::cell::Table;

/// The result of a shortcut. The result contains the class for the side to move, and the depth if the game's theory
/// gives a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortcutValue {
    /// The class.
    pub kind: Kind,
    /// The number of plies to the end, if known.
    pub depth: Option<Depth>,
}

/// A game with its own fast table generator. The generator's tables must be identical to the kernel's tables. Tests
/// check this.
pub trait OwnTable: Reversible {
    /// Returns the values of all positions, or an error. Returns `None` if the generator does not support this
    /// instance.
    ///
    /// The program uses the generator only if a solve by the kernel would fit in memory. The generator must not need
    /// more memory than the kernel. A user cannot cancel the generator, so the generator must be fast.
    ///
    /// # Errors
    /// Returns the errors that a solve by the kernel returns.
    fn own_table(&self) -> Option<Result<Table, SolveError>>;
}

/// A winning strategy from a position, based on the theory of one game.
pub trait Strategy<G: Game> {
    /// Returns the side that wins with this strategy.
    fn winner(&self) -> Side;

    /// Returns the reason why the side wins, as one sentence without a full stop.
    fn theory(&self) -> Message;

    /// Returns whether the theory advises a move. Consider the positions that arise if the winner plays only advised
    /// moves, and the other side plays any moves. In each of these positions with the winner to move, the theory must
    /// advise at least one move, and all advised moves must keep the win. In positions with the loser to move, the
    /// theory may advise moves that make the win harder.
    fn advises(&self, game: &G, position: &G::Position, action: &G::Move) -> bool;

    /// Returns the layers of squares and the pairs from which the theory follows. Returns `None` if the theory has no
    /// layers.
    fn layers(&self, _game: &G) -> Option<Layers> {
        None
    }
}

/// A proof about pairs of squares, for a board with two ends. The squares on the shortest paths between the two ends
/// form layers. All squares of a layer have the same distance from the first end. The two squares of a pair are in
/// opposite layers. The distance of the second square from the other end equals the distance of the first square from
/// the first end. A round decides which pairs of two opposite layers hold. A round uses the pairs of the previous
/// round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// The number of steps from the first end to the other end. The number of layers is this number plus 1.
    pub length: usize,
    /// The number of squares in all layers, plus the number of pairs in all rounds.
    pub size: usize,
    /// The squares of each layer, beginning with the first end; empty if `size` is above the caller's limit.
    pub layers: Vec<Vec<Square>>,
    /// The rounds in the order in which they are computed. The list is empty if `size` is above the caller's limit, or
    /// if the proof needs no pairs.
    pub rounds: Vec<Round>,
}

/// The pairs of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The index of the layer that contains the first square of each pair. The squares of this layer have the distance
    /// `layer` from the first end. The opposite layer has the distance `layer` from the other end.
    pub layer: usize,
    /// For each square of this layer, in the order of the layer, the partners of the square. A partner is a square of
    /// the opposite layer. The round has decided that the pair of the square and its partner holds.
    pub partners: Vec<Vec<Square>>,
}

/// A proof of the value that a shortcut gives for one position. The proof consists of moves. A proof may prove only the
/// class, without the depth.
pub trait StrategyProof {
    /// Returns the class of the position, for the side to move.
    fn kind(&self) -> Kind;

    /// Returns the reason why the position has its class, as one sentence without a full stop.
    fn theory(&self) -> Message;

    /// Returns a line of play that reaches the proved result. The line has at most `max` moves.
    fn line(&self, max: usize) -> Played;

    /// Returns the moves that reach the proved result. For a lost position, the list contains all moves, each with a
    /// winning reply.
    fn moves(&self) -> Proving;

    /// Returns the layers of squares and the pairs from which the proof follows. Returns `None` if the proof is of
    /// another kind.
    fn layers(&self) -> Option<Layers> {
        None
    }
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// The rule that ends the game after these moves; `None` if the game is not over.
    pub end: Option<&'static str>,
}

/// The moves of a position in a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proving {
    /// The moves, sorted by text or in an order that the game chooses.
    pub moves: Vec<Proved>,
    /// The number of further moves of the same kind. These moves are not listed, because the list could be very long.
    pub more: usize,
}

/// A move with a proved class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The move, in the game's notation.
    pub action: String,
    /// The token of the child.
    pub token: String,
    /// The side to move at the child, and the ending if the game is over there.
    pub there: PositionSummary,
    /// The class of the child, for the side to move at the child.
    pub kind: Kind,
    /// The reply to the move; `None` if no reply is needed.
    pub reply: Option<String>,
}

/// An adapter that makes a [`StrategyProof`] from a position and a strategy of its winner.
pub struct Guided<'g, G: Game> {
    /// The instance of the game.
    pub game: &'g G,
    /// The position from which the winner plays.
    pub position: &'g G::Position,
    /// The winner's strategy.
    pub strategy: Box<dyn Strategy<G>>,
}

type MoveAndChild<G> = (<G as Game>::Move, <G as Game>::Position);

impl<G: Notation> Guided<'_, G> {
    /// Returns all moves of a position, each with its child, sorted by text.
    fn moves_from(&self, position: &G::Position) -> Vec<MoveAndChild<G>> {
        let mut moves = Vec::new();
        self.game.each_move(position, |action, child| moves.push((action, child)));
        moves.sort_by_cached_key(|(action, _)| action.to_string());
        moves
    }

    /// Returns the moves of a position that the strategy advises, sorted by text.
    fn advised(&self, position: &G::Position) -> Vec<MoveAndChild<G>> {
        let mut moves = self.moves_from(position);
        moves.retain(|(action, _)| self.strategy.advises(self.game, position, action));
        moves
    }

    /// Returns the class of the position for `side`. The class is a win or a loss.
    fn kind_for(&self, side: Side) -> Kind {
        if side == self.strategy.winner() { Kind::Win } else { Kind::Loss }
    }

    fn proved(&self, (action, child): &MoveAndChild<G>, is_answered: bool) -> Proved {
        let there = PositionSummary { turn: self.game.turn(child), ending: self.game.over(child) };
        let replies = if is_answered { self.advised(child) } else { Vec::new() };
        Proved {
            action: action.to_string(),
            token: self.game.token(child),
            there,
            kind: self.kind_for(there.turn),
            reply: replies.first().map(|(reply, _)| reply.to_string()),
        }
    }
}

impl<G: Notation> StrategyProof for Guided<'_, G> {
    fn kind(&self) -> Kind {
        self.kind_for(self.game.turn(self.position))
    }

    fn theory(&self) -> Message {
        self.strategy.theory()
    }

    fn line(&self, max: usize) -> Played {
        let (mut now, mut moves) = (self.position.clone(), Vec::new());
        while moves.len() < max {
            let first = |moves: Vec<MoveAndChild<G>>| moves.into_iter().next();
            let next = first(self.advised(&now)).or_else(|| first(self.moves_from(&now)));
            let Some((action, child)) = next else { break };
            moves.push(action.to_string());
            now = child;
        }
        Played { moves, end: self.game.over(&now).map(|ending| ending.rule) }
    }

    fn moves(&self) -> Proving {
        let is_won = self.game.turn(self.position) == self.strategy.winner();
        let shown = if is_won { self.advised(self.position) } else { self.moves_from(self.position) };
        Proving { moves: shown.iter().map(|step| self.proved(step, !is_won)).collect(), more: 0 }
    }

    fn layers(&self) -> Option<Layers> {
        self.strategy.layers(self.game)
    }
}
