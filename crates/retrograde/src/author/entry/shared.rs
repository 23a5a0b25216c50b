//! The data that all positions of a game share.

use std::sync::Arc;

use super::any::AnyBoard;
use super::plan::Domain;
use crate::author::about::About;
use crate::author::check::{Level, Written};
use crate::author::looks::{Letters, Looks};
use crate::author::pieces::Piece;
use crate::author::shortcut::{ShortcutValue, StrategyProof};
use crate::author::square::Square;
use crate::author::tokens::Tokens;
use crate::kernel::solve::{Options, SampledEstimate, SolveError};
use crate::rules::expansion::Expansion;
use crate::rules::game::{Game, Slot};
use crate::rules::message::Message;
use crate::table::cell::Table;

/// The data that all positions of a game share: its description and its functions.
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
    pub(super) strategy_proof: Option<StrategyProofOf<G>>,
    pub(super) looks: Option<Arc<dyn Looks<G>>>,
    /// The way to draw the board of a token without looks.
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
        let (shortcut, strategy_proof, looks) =
            (self.shortcut.clone(), self.strategy_proof.clone(), self.looks.clone());
        Self { about, tokens, shortcut, strategy_proof, looks, ..*self }
    }
}

/// Computes the needs of a solve.
pub(super) struct Needs<G> {
    /// Takes the number of threads.
    pub(super) needed: fn(&G, usize) -> Needed,
    pub(super) estimate_by_sample: fn(&G) -> SampledEstimate,
}

impl<G> Clone for Needs<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Needs<G> {}

/// The memory needs of a solve.
#[derive(Clone, Copy)]
pub(super) struct Needed {
    pub(super) slots: u64,
    /// The maximum number of bytes, with the expected bytes per slot.
    pub(super) bytes: u64,
    /// The same with two bytes per slot.
    pub(super) most: u64,
    /// The number of bytes at the peak, with one byte per slot, and with the expected bytes per slot.
    pub(super) expected: [u64; 2],
    /// The number of bytes of memory that suffices with scratch, if the solve can use it.
    pub(super) outside: Option<u64>,
}

/// A game on one board, with its numbering.
pub(super) type BoardResult = Result<Arc<dyn AnyBoard>, SolveError>;

pub(super) type BoardOf<G> = fn(&Shared<G>, Arc<G>, &<G as Game>::Position, Domain, &Options<'_>) -> BoardResult;
pub(super) type OwnTableOf<G> = fn(&G) -> Option<Result<Table, SolveError>>;
pub(super) type Shortcut<G> = Arc<dyn Fn(&G, &<G as Game>::Position) -> Option<ShortcutValue> + Send + Sync>;
pub(super) type Placing<G> = fn(&G, &<G as Game>::Position, usize, Square) -> Result<<G as Game>::Position, Message>;
pub(super) type StrategyProofOf<G> =
    Arc<dyn for<'g> Fn(&'g G, &'g <G as Game>::Position) -> Option<Box<dyn StrategyProof + 'g>> + Send + Sync>;

/// A function that writes the [fast expansion](crate::rules::expansion::FastExpansion) of some slots of a game.
pub type ExpandOf<G> = fn(&G, &[Slot], &mut Expansion);

/// The tiers of a game that has [tiers](crate::kernel::solve::Tiered).
pub struct TiersOf<G: Game> {
    /// Their names.
    pub names: fn(&G) -> Vec<String>,
    /// The tier of a position, as an index of the names.
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

    /// The text form of its positions, for checks.
    pub(super) fn written(&self) -> Written<'_, G> {
        Written { id: self.about.id, tokens: &*self.tokens }
    }
}
