//! The traits that a game implements in addition to its rules, and the text form of the game's positions.

use super::held::{HeldPositions, Numbers, UnmoveChecks};
use super::trial::Trial;
use crate::form::notation::Notation;
use crate::form::tokens::{ByNotation, Tokens};
use crate::rules::game::{FileOrder, Game, Numbered, Reversible};

/// The text form of a game's positions. The text form consists of the game's id and the texts after the colon.
pub struct Written<'w, G: Game> {
    /// The game's id.
    pub id: &'w str,
    /// Reads and prints the texts after the colon.
    pub tokens: &'w dyn Tokens<G>,
}

impl<G: Game> Clone for Written<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Written<'_, G> {}

impl<G: Notation> Written<'_, G> {
    /// Returns the text form that the game's [`Notation`] defines.
    pub fn by_notation() -> Self {
        Self { id: G::ID, tokens: &ByNotation }
    }
}

/// The level of a game. The level says which traits the game implements in addition to its rules. The level determines
/// which laws the game must satisfy.
pub struct Level<G: Game> {
    numbers: Option<ToNumbers<G>>,
    unmoves: Option<ToUnmoves<G>>,
    pub(crate) order: Option<ToFileOrder<G>>,
}

type ToNumbers<G> = for<'h, 'g> fn(&'h HeldPositions<'g, G>) -> &'h (dyn Numbers + 'h);
type ToUnmoves<G> = for<'h, 'g> fn(&'h HeldPositions<'g, G>) -> &'h (dyn UnmoveChecks + 'h);
/// A function that returns the file order of a game.
pub type ToFileOrder<G> = fn(&G) -> &dyn FileOrder;

impl<G: Game> Clone for Level<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Level<G> {}

impl<G: Game> Level<G> {
    /// Returns the level of a game that has only rules.
    pub fn rules() -> Self {
        Self { numbers: None, unmoves: None, order: None }
    }

    /// Combines this level with a game and its stored positions. The result can check laws. `id` is the game's id,
    /// which appears in the printed positions.
    pub(super) fn trial<'h>(self, held: &'h HeldPositions<'_, G>, id: &'h str) -> Trial<'h> {
        let (numbers, unmoves) = (self.numbers.map(|to| to(held)), self.unmoves.map(|to| to(held)));
        Trial { rules: held, numbers, unmoves, id }
    }
}

impl<G: Numbered> Level<G> {
    /// Returns the level of a game with rules and a numbering.
    pub fn numbered() -> Self {
        let numbers: ToNumbers<G> = |held| held;
        Self { numbers: cfg!(feature = "full").then_some(numbers), unmoves: None, order: None }
    }
}

impl<G: Reversible> Level<G> {
    /// Returns the level of a game with rules, a numbering and un-moves.
    pub fn reversible() -> Self {
        let unmoves: ToUnmoves<G> = |held| held;
        Self { unmoves: cfg!(feature = "full").then_some(unmoves), ..Self::numbered() }
    }
}

impl<G: Game + FileOrder> Level<G> {
    /// Adds a file order to the level.
    #[must_use]
    pub fn file_order(self) -> Self {
        Self { order: Some(|game| game), ..self }
    }
}
