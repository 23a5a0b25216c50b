//! A board that also converts positions to texts and texts to positions. With such a board, a program can query a table
//! by position.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use super::any::{AnyBoard, AnyPosition, AnyValues, Conventions, FindError};
use super::opened::Opened;
use super::shared::{ExpandOf, TiersOf};
use crate::ask::board::{Board, Neighbour, PositionSummary, Slots, Step, ValueSource};
use crate::author::check::{self, ToFileOrder, Written};
use crate::form::tokens::Tokens;
use crate::kernel::solve::{Options, SolveError};
use crate::rules::expansion::Expansion;
use crate::rules::game::{BoardSlots, Game, Reversible, Slot};
use crate::rules::side::Side;
#[cfg(feature = "full")]
use {
    crate::ask::reachable::{Each, ReachError, reached},
    crate::kernel::solve::{Unsound, unsound},
    crate::rules::expansion::{SlotsOf, by_moves},
    crate::rules::game::Seed,
    crate::rules::value::{Depth, Value},
    crate::table::cell::Cell,
    crate::table::histogram::Histogram,
    crate::table::values::Values,
};

/// A board. The type `Noted` combines a game, the text form of its positions, and a numbering of the positions.
pub struct Noted<G: Game, R> {
    /// The game's id.
    pub id: &'static str,
    /// The instance of the game.
    pub game: Arc<G>,
    /// Reads and prints the game's positions.
    pub tokens: Arc<dyn Tokens<G>>,
    /// The numbering, which is the game itself or an adapter around the game.
    pub numbering: Slots<R>,
    /// The function that solves the board. All games with stored moves share one compiled kernel.
    pub solve: fn(&R, &Options<'_>) -> Result<AnyValues, SolveError>,
    /// The game's tiers, if it has tiers.
    pub tiers: Option<TiersOf<G>>,
    /// The fast expansion of the game's own numbering; `None` if the game has no fast expansion, or if the board uses
    /// another numbering.
    pub expand: Option<ExpandOf<G>>,
    /// The file order of the game's own numbering; `None` if the game has no file order, or if the board uses another
    /// numbering.
    pub order: Option<ToFileOrder<G>>,
}

impl<G, R> Board for Noted<G, R>
where
    G: Game + Send,
    R: Reversible<Position = G::Position>,
{
    fn slots(&self) -> u64 {
        self.numbering.slots()
    }
    fn bytes(&self) -> u64 {
        self.numbering.bytes()
    }
    fn ties(&self) -> bool {
        self.numbering.ties()
    }
    fn is_folded(&self) -> bool {
        self.numbering.is_folded()
    }

    fn representative(&self, slot: Slot) -> Option<Slot> {
        self.numbering.representative(slot)
    }
    fn held(&self, slot: Slot) -> ValueSource {
        self.numbering.held(slot)
    }
    fn here(&self, slot: Slot) -> Option<PositionSummary> {
        self.numbering.here(slot)
    }
    fn children(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Side> {
        self.numbering.children(slot, children)
    }
    fn parents(&self, slot: Slot, parents: &mut Vec<Neighbour>) -> Option<Side> {
        self.numbering.parents(slot, parents)
    }
    fn steps(&self, slot: Slot) -> Vec<Step> {
        self.numbering.steps(slot)
    }
    fn turns(&self, slots: Range<u64>, turns: &mut Vec<Option<Side>>) {
        self.numbering.turns(slots, turns);
    }
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion) {
        self.numbering.expand(slots, expansion);
    }
    fn debug(&self, slot: Slot) -> String {
        self.numbering.debug(slot)
    }
}

impl<G, R> AnyBoard for Noted<G, R>
where
    G: Game + Send + 'static,
    R: Reversible<Position = G::Position> + Send,
{
    fn token(&self, slot: Slot) -> Option<String> {
        Some(self.tokens.token(self.id, &self.game, &self.numbering.position(slot)?))
    }

    fn described(&self, slot: Slot) -> Option<(PositionSummary, String)> {
        let position = self.numbering.position(slot)?;
        Some((self.numbering.look(&position), self.tokens.token(self.id, &self.game, &position)))
    }

    fn each_step(&self, slot: Slot, visit: &mut dyn FnMut(Step, &dyn Fn() -> String)) {
        if let Some(position) = self.numbering.position(slot) {
            let token = |child: &G::Position| self.tokens.token(self.id, &self.game, child);
            self.numbering.each_step(&position, |step, child| visit(step, &|| token(child)));
        }
    }

    fn find(&self, position: &dyn AnyPosition) -> Result<Slot, FindError> {
        let asked = (position as &dyn Any).downcast_ref::<Opened<G>>().filter(|asked| asked.id() == self.id);
        let Opened { game, position, .. } = asked.ok_or(FindError::OtherInstance)?;
        if !Arc::ptr_eq(game, &self.game) {
            self.is_same_instance(game, position)?;
        }
        self.numbering.0.find(position).ok_or(FindError::NotHeld)
    }

    fn tiers(&self) -> Vec<String> {
        self.tiers.map_or_else(Vec::new, |tiers| (tiers.names)(&self.game))
    }

    fn tier(&self, slot: Slot) -> Option<usize> {
        let position = self.numbering.position(slot)?;
        self.tiers.map(|tiers| (tiers.tier)(&self.game, &position))
    }

    #[cfg(feature = "full")]
    fn reached(
        &self,
        start: Slot,
        each: Each,
        table: &dyn Values,
        options: &Options<'_>,
    ) -> Result<Histogram, ReachError> {
        let position = self.numbering.position(start).ok_or_else(|| unsound(start, Unsound::ChildWithout))?;
        reached(&self.numbering.0, &position, each, table, options)
    }

    fn solve(&self, options: &Options<'_>) -> Result<AnyValues, SolveError> {
        (self.solve)(&self.numbering.0, options)
    }

    fn table_slots(&self) -> u64 {
        self.numbering.0.slots()
    }

    #[cfg(feature = "full")]
    fn seeds(&self, slots: Range<u64>, seeds: &mut Vec<Seed>) {
        seeds.clear();
        self.numbering.0.each_seed(slots, |seed| seeds.push(seed));
    }

    fn behaviour(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<PositionSummary> {
        children.clear();
        let game = &self.numbering.0;
        let position = game.position(slot)?;
        game.each_move(&position, |_, child| {
            children.push(Neighbour { slot: game.board_slot(&child), turn: game.turn(&child) });
        });
        Some(PositionSummary { turn: game.turn(&position), ending: game.over(&position) })
    }

    #[cfg(feature = "full")]
    fn expand_table(&self, slots: &[Slot], expansion: &mut Expansion) {
        by_moves(&self.numbering.0, SlotsOf::Table, slots, expansion);
    }

    #[cfg(feature = "full")]
    fn expand_fast(&self, slots: &[Slot], expansion: &mut Expansion) -> bool {
        self.expand.map(|expand| expand(&self.game, slots, expansion)).is_some()
    }

    fn table_token(&self, slot: Slot) -> Option<String> {
        let game = &self.numbering.0;
        let position = (slot.0 < game.slots()).then(|| game.position(slot)).flatten()?;
        Some(self.tokens.token(self.id, &self.game, &position))
    }

    #[cfg(feature = "full")]
    fn table_turn(&self, slot: Slot) -> Option<Side> {
        let game = &self.numbering.0;
        let position = (slot.0 < game.slots()).then(|| game.position(slot)).flatten()?;
        Some(game.turn(&position))
    }

    fn conventions(&self) -> Conventions {
        let (folded, in_file_order) = (self.is_folded(), self.order.is_some());
        let at_once = self.numbering.0.elides_all_wins();
        Conventions { no_move: R::NO_MOVE, at_once, folded, in_file_order }
    }

    #[cfg(feature = "full")]
    fn implied(&self, slot: Slot) -> Option<Cell> {
        let game = &self.numbering.0;
        let Some(position) = game.position(slot) else { return Some(Cell::HOLE) };
        match game.over(&position) {
            Some(ending) => Cell::of(ending.value_for(game.turn(&position))),
            None if game.elides_all_wins() && game.elides_win(&position) => Cell::of(Value::Win(Depth::new(1))),
            None => None,
        }
    }

    #[cfg(feature = "full")]
    fn in_file_order(&self, slot: Slot) -> u64 {
        self.order.map_or(slot.0, |order| order(&self.game).place(slot))
    }

    #[cfg(feature = "full")]
    fn write_in_file_order(&self, places: Range<u64>, slots: &mut Vec<Slot>) {
        slots.clear();
        match self.order {
            Some(order) => order(&self.game).write_slots(places, slots),
            None => slots.extend(places.map(Slot)),
        }
    }
}

impl<G: Game, R> Noted<G, R> {
    /// Returns an error unless `game` is the same instance as this board's game. The position `position` belongs to
    /// `game`.
    fn is_same_instance(&self, game: &G, position: &G::Position) -> Result<(), FindError> {
        if !self.tokens.holds(&self.game, game) {
            return Err(FindError::OtherInstance);
        }
        let written = Written { id: self.id, tokens: &*self.tokens };
        check::distinguished(written, &self.game, game, position).map_err(FindError::OneIdentity)
    }
}
