//! Solvers of a game's own: faster than the kernel, or for boards that no table holds; and their proofs as play.
//!
//! A proof tells which move keeps the value, and what answers each of the other side's. A game gives a [`Witness`], or a
//! [`Strategy`], of which one is made here: lines and reasons for boards of any size.

use crate::ask::board::Here;
use crate::author::notation::Notation;
use crate::kernel::solve::SolveError;
use crate::rules::game::{Game, Reversible};
use crate::rules::message::Message;
use crate::rules::side::Side;
use crate::rules::value::{Depth, Kind};
use crate::table::cell::Table;

/// A result that a shortcut gives: a class for the side to move, and the depth where the theory knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortcutValue {
    /// The class.
    pub kind: Kind,
    /// Plies to the end, if known.
    pub depth: Option<Depth>,
}

/// A game with a maker of whole tables. The kernel stays the judge: the maker's tables equal its tables bit for bit.
pub trait OwnTable: Reversible {
    /// The values of all positions; `None` if the maker does not take this instance.
    ///
    /// It is used where the kernel would fit into memory, and takes no more; and it is so fast that nobody could stop it.
    ///
    /// # Errors
    /// Those of the kernel.
    fn own_table(&self) -> Option<Result<Table, SolveError>>;
}

/// Play that wins a position, by a game's own theory.
pub trait Strategy<G: Game> {
    /// The side that wins the position that the strategy was made for.
    fn winner(&self) -> Side;

    /// Why: one sentence, without a full stop.
    fn theory(&self) -> Message;

    /// Whether the theory advises a move. In every position that play by advised moves leads the winner to, whatever the
    /// other side does, it advises a move, and all those that it advises keep the win. For the loser it advises moves that do not make
    /// it easy, as far as it knows any.
    fn advises(&self, game: &G, position: &G::Position, action: &G::Move) -> bool;
}

/// Play that proves a shortcut's value of one position, whose depth it need not know.
pub trait Witness {
    /// The class of the position, for the side to move.
    fn kind(&self) -> Kind;

    /// Why it has that class: one sentence, without a full stop.
    fn theory(&self) -> Message;

    /// At most `max` moves of play that gets the value.
    fn line(&self, max: usize) -> Played;

    /// The moves that get the value, or all moves of a lost position; and what answers them.
    fn moves(&self) -> Proving;
}

/// Moves, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// The rule that ends the game after them; `None` if it goes on.
    pub end: Option<&'static str>,
}

/// The moves of a position that are worth naming.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proving {
    /// By their texts, or as the game lists them.
    pub moves: Vec<Proved>,
    /// Further such moves, which are not listed: a long row has a great many.
    pub more: usize,
}

/// A move whose worth is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The move, in the game's notation.
    pub action: String,
    /// The token of the position it leads to.
    pub token: String,
    /// What is there.
    pub there: Here,
    /// The class there, for the side to move there.
    pub kind: Kind,
    /// What is played against it; `None` where that does not matter.
    pub reply: Option<String>,
}

/// A position with a strategy for its winner, as a [`Witness`].
pub struct Guided<'g, G: Game> {
    /// The instance.
    pub game: &'g G,
    /// The position.
    pub position: &'g G::Position,
    /// The strategy.
    pub strategy: Box<dyn Strategy<G>>,
}

type Step<G> = (<G as Game>::Move, <G as Game>::Position);

impl<G: Notation> Guided<'_, G> {
    /// All moves, by their texts.
    fn moves_from(&self, position: &G::Position) -> Vec<Step<G>> {
        let mut moves = Vec::new();
        self.game.each_move(position, |action, child| moves.push((action, child)));
        moves.sort_by_cached_key(|(action, _)| action.to_string());
        moves
    }

    /// Those that the strategy advises.
    fn advised(&self, position: &G::Position) -> Vec<Step<G>> {
        let mut moves = self.moves_from(position);
        moves.retain(|(action, _)| self.strategy.advises(self.game, position, action));
        moves
    }

    /// A class, for that side.
    fn kind_for(&self, side: Side) -> Kind {
        if side == self.strategy.winner() { Kind::Win } else { Kind::Loss }
    }

    fn proved(&self, (action, child): &Step<G>, is_answered: bool) -> Proved {
        let there = Here { turn: self.game.turn(child), ending: self.game.over(child) };
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

impl<G: Notation> Witness for Guided<'_, G> {
    fn kind(&self) -> Kind {
        self.kind_for(self.game.turn(self.position))
    }

    fn theory(&self) -> Message {
        self.strategy.theory()
    }

    fn line(&self, max: usize) -> Played {
        let (mut now, mut moves) = (self.position.clone(), Vec::new());
        while moves.len() < max {
            let first = |moves: Vec<Step<G>>| moves.into_iter().next();
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
}
