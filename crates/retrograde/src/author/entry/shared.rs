//! The data that all opened positions of a game share.

use std::sync::Arc;

use super::any::AnyBoard;
use super::plan::Domain;
use crate::author::about::About;
use crate::author::check::{Level, Written};
use crate::author::shortcut::{ShortcutValue, StrategyProof};
use crate::form::looks::{Letters, Looks};
use crate::form::pieces::Piece;
use crate::form::square::Square;
use crate::form::tokens::Tokens;
use crate::kernel::solve::{Options, SampledEstimate, SolveError};
use crate::rules::expansion::Expansion;
use crate::rules::game::{Game, Slot};
use crate::rules::message::Message;
use crate::table::cell::Table;

/// The data that all positions of a game share, such as the game's description and functions.
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
    /// For a game without looks, this field says how to read the board of a token as a grid of letters.
    pub(super) letters: Option<Letters>,
}

/// The functions of [`Pieces`](crate::form::pieces::Pieces), for a game that implements this trait.
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

/// The functions that compute how much memory and time a solve needs.
pub(super) struct Needs<G> {
    /// Returns the memory needs of a solve with the given number of threads.
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
    /// The maximum memory use in bytes for cells of the expected width. This width is one byte or two bytes per slot.
    pub(super) bytes: u64,
    /// The maximum memory use in bytes for cells of two bytes per slot.
    pub(super) most: u64,
    /// The expected peak memory use in bytes. The first number is for cells of one byte per slot. The second number is
    /// for cells of the expected width.
    pub(super) expected: [u64; 2],
    /// The memory in bytes that suffices if the solve uses scratch files on disk; `None` if the solve cannot use them.
    pub(super) outside: Option<u64>,
}

/// A numbered board, or the error that occurred when the program made the board.
pub(super) type BoardResult = Result<Arc<dyn AnyBoard>, SolveError>;

pub(super) type BoardOf<G> = fn(&Shared<G>, Arc<G>, &<G as Game>::Position, Domain, &Options<'_>) -> BoardResult;
pub(super) type OwnTableOf<G> = fn(&G) -> Option<Result<Table, SolveError>>;
pub(super) type Shortcut<G> = Arc<dyn Fn(&G, &<G as Game>::Position) -> Option<ShortcutValue> + Send + Sync>;
pub(super) type Placing<G> = fn(&G, &<G as Game>::Position, usize, Square) -> Result<<G as Game>::Position, Message>;
pub(super) type StrategyProofOf<G> =
    Arc<dyn for<'g> Fn(&'g G, &'g <G as Game>::Position) -> Option<Box<dyn StrategyProof + 'g>> + Send + Sync>;

/// A function that writes the [fast expansion](crate::rules::expansion::FastExpansion) of some slots of a game.
pub type ExpandOf<G> = fn(&G, &[Slot], &mut Expansion);

/// The functions that give the [tiers](crate::kernel::solve::Tiered) of a game.
pub struct TiersOf<G: Game> {
    /// Returns the names of the tiers.
    pub names: fn(&G) -> Vec<String>,
    /// Returns the tier of a position, as an index into the list of names.
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

    /// Returns the text form of the game's positions, for checks of laws.
    pub(super) fn written(&self) -> Written<'_, G> {
        Written { id: self.about.id, tokens: &*self.tokens }
    }
}
