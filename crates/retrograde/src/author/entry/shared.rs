//! What all positions of a game share.

use std::sync::Arc;

use super::any::AnyBoard;
use super::plan::Domain;
use crate::author::about::About;
use crate::author::check::{Level, Written};
use crate::author::looks::{Letters, Looks};
use crate::author::pieces::Piece;
use crate::author::shortcut::{ShortcutValue, Witness};
use crate::author::square::Square;
use crate::author::tokens::Tokens;
use crate::kernel::solve::{Options, Rehearsal, SolveError};
use crate::rules::expansion::Expansion;
use crate::rules::game::{Game, Slot};
use crate::rules::message::Message;
use crate::table::cell::Table;

/// What all positions of a game share: what is known of it, and its own functions.
pub(super) struct Shared<G: Game> {
    pub(super) about: Arc<About>,
    pub(super) tokens: Arc<dyn Tokens<G>>,
    pub(super) level: Level<G>,
    pub(super) needs: Option<Needs<G>>,
    pub(super) board: BoardOf<G>,
    pub(super) own_table: Option<OwnTableOf<G>>,
    pub(super) tiers: Option<TiersOf<G>>,
    pub(super) expand: Option<ExpandOf<G>>,
    pub(super) shortcut: Option<Shortcut<G>>,
    pub(super) pieces: Option<PieceHooks<G>>,
    pub(super) witness: Option<WitnessOf<G>>,
    pub(super) looks: Option<Arc<dyn Looks<G>>>,
    /// How the board of a token is drawn where there are no looks.
    pub(super) letters: Option<Letters>,
}

/// The functions of [`Pieces`](crate::author::pieces::Pieces), for a game that has them.
pub(super) struct PieceHooks<G: Game> {
    pub(super) pieces: fn(&G, &G::Position) -> Vec<Piece>,
    pub(super) squares: fn(&G) -> Vec<Square>,
    pub(super) placed: Placing<G>,
}

impl<G: Game> Clone for PieceHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PieceHooks<G> {}

impl<G: Game> Clone for Shared<G> {
    fn clone(&self) -> Self {
        let (about, tokens) = (self.about.clone(), self.tokens.clone());
        let (shortcut, witness, looks) = (self.shortcut.clone(), self.witness.clone(), self.looks.clone());
        Self { about, tokens, shortcut, witness, looks, ..*self }
    }
}

/// Computes what a solve takes.
pub(super) struct Needs<G> {
    /// On so many threads.
    pub(super) needed: fn(&G, usize) -> Needed,
    pub(super) rehearse: fn(&G) -> Rehearsal,
}

impl<G> Clone for Needs<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Needs<G> {}

/// The memory that solving takes.
#[derive(Clone, Copy)]
pub(super) struct Needed {
    pub(super) slots: u64,
    /// Bytes at most, with as many a slot as are expected.
    pub(super) bytes: u64,
    /// The same with two a slot.
    pub(super) most: u64,
    /// Bytes at the peak with one a slot, and with as many as are expected.
    pub(super) expected: [u64; 2],
    /// Bytes of memory that do outside of it, if a solve goes on there.
    pub(super) outside: Option<u64>,
}

/// A game on one board, with its numbering.
pub(super) type BoardResult = Result<Arc<dyn AnyBoard>, SolveError>;

pub(super) type BoardOf<G> = fn(&Shared<G>, Arc<G>, &<G as Game>::Position, Domain, &Options<'_>) -> BoardResult;
pub(super) type OwnTableOf<G> = fn(&G) -> Option<Result<Table, SolveError>>;
pub(super) type Shortcut<G> = Arc<dyn Fn(&G, &<G as Game>::Position) -> Option<ShortcutValue> + Send + Sync>;
pub(super) type Placing<G> = fn(&G, &<G as Game>::Position, usize, Square) -> Result<<G as Game>::Position, Message>;
pub(super) type WitnessOf<G> =
    Arc<dyn for<'g> Fn(&'g G, &'g <G as Game>::Position) -> Option<Box<dyn Witness + 'g>> + Send + Sync>;

/// What writes the [fast expansion](crate::rules::expansion::FastExpansion) of some slots of a game.
pub type ExpandOf<G> = fn(&G, &[Slot], &mut Expansion);

/// What a game with [tiers](crate::kernel::solve::Tiered) says of them.
pub struct TiersOf<G: Game> {
    /// Their names.
    pub names: fn(&G) -> Vec<String>,
    /// That of a position, by its place among the names.
    pub tier: fn(&G, &G::Position) -> usize,
}

impl<G: Game> Clone for TiersOf<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for TiersOf<G> {}

impl<G: Game + Send + 'static> Shared<G> {
    pub(super) fn token(&self, game: &G, position: &G::Position) -> String {
        self.tokens.token(self.about.id, game, position)
    }

    /// How its positions are written, for checks.
    pub(super) fn written(&self) -> Written<'_, G> {
        Written { id: self.about.id, tokens: &*self.tokens }
    }
}
