//! A described game with a numbering and un-moves.

use std::ops::Range;
use std::sync::Arc;

use retrograde::kernel::{Tier, Tiered};
use retrograde::rules::RawSlots;
use retrograde::{Ending, Facts, Game, Numbered, Reversible, Seed, Side, Slot};

use super::parents::Parents;
use super::present::Present;
use super::sectors::Counts;
use super::solver::{Basis, Engine, occupied};
use super::unsupported::Unsupported;
use crate::rules::{BoardGame, BoardMove, BoardPosition};

/// A game from a description. The kernel solves this game without storing moves. The rules are those of [`BoardGame`].
///
/// The numbering is derived from one position. Play can reach certain numbers of pieces from this position, and the
/// numbering contains all positions with these numbers of pieces. In some games, the numbering leaves out positions
/// whose set of occupied squares is unreachable.
#[derive(Clone, Debug)]
pub struct DerivedGame {
    rules: BoardGame,
    /// The kinds of pieces of the engine.
    present: Arc<Present>,
    engine: Arc<AnyEngine>,
    /// The text that [`material`] returned for the position from which the numbering was derived.
    material: Arc<str>,
}

/// The engine has a type for each supported number of components. A game needs two components for each kind of pieces
/// that play can reach, and uses the smallest type that has enough components.
#[derive(Debug)]
enum AnyEngine {
    Two(Engine<2>),
    #[cfg(feature = "kinds")]
    Four(Engine<4>),
    #[cfg(feature = "kinds")]
    Eight(Engine<8>),
    #[cfg(feature = "kinds")]
    Sixteen(Engine<16>),
}

/// Calls a method of the engine, for any number of components.
macro_rules! with {
    ($engine:expr, $name:ident => $call:expr) => {
        match $engine {
            AnyEngine::Two($name) => $call,
            #[cfg(feature = "kinds")]
            AnyEngine::Four($name) => $call,
            #[cfg(feature = "kinds")]
            AnyEngine::Eight($name) => $call,
            #[cfg(feature = "kinds")]
            AnyEngine::Sixteen($name) => $call,
        }
    };
}

/// The methods of an engine that the kernel calls in its loops. These methods have no type parameters, so only this
/// crate compiles the engines. With type parameters, every crate that solves a derived game would compile the engines
/// again.
impl AnyEngine {
    fn each_seed(&self, slots: Range<u64>, visit: &mut dyn FnMut(Seed)) {
        with!(self, engine => engine.each_seed(slots, visit));
    }

    fn each_unmove(&self, contents: &[u8], turn: u8, visit: &mut dyn FnMut(Box<[u8]>)) {
        with!(self, engine => engine.each_unmove(contents, turn, visit));
    }

    fn each_predecessor_of(&self, slots: &[Slot], tier: Option<u32>, visit: &mut dyn FnMut(usize, Parents<'_>)) {
        with!(self, engine => engine.each_predecessor_of(slots, tier, visit));
    }

    fn each_leaving(&self, slots: Range<u64>, visit: &mut dyn FnMut(Slot, Slot, bool)) {
        with!(self, engine => engine.each_leaving(slots, visit));
    }
}

impl DerivedGame {
    /// Derives a numbering of a game's positions. The numbering contains all positions with numbers of pieces that play
    /// can reach from `start`.
    ///
    /// # Errors
    /// Returns the reason if the engine does not support the description or the position.
    pub fn new(rules: &BoardGame, start: &BoardPosition) -> Result<Self, Unsupported> {
        Self::compiled(rules, start, Basis::Smallest, false)
    }

    /// Like [`new`](Self::new), but uses only instructions that every processor has. The two functions give exactly the
    /// same table.
    ///
    /// # Errors
    /// Returns the reason if the engine does not support the description or the position.
    pub fn portable(rules: &BoardGame, start: &BoardPosition) -> Result<Self, Unsupported> {
        Self::compiled(rules, start, Basis::Smallest, true)
    }

    /// Like [`new`](Self::new), but the caller chooses the set of squares by which slots are sorted.
    pub(crate) fn by(rules: &BoardGame, start: &BoardPosition, basis: Basis) -> Result<Self, Unsupported> {
        Self::compiled(rules, start, basis, false)
    }

    fn compiled(rules: &BoardGame, start: &BoardPosition, basis: Basis, portable: bool) -> Result<Self, Unsupported> {
        let present = Present::new(rules.description(), &start.contents);
        let description = &present.description;
        let contents = &present.inner(&start.contents).unwrap_or_default();
        let turn = start.turn.index() as u8;
        // The engine for one kind of pieces contains no code for royal pieces.
        let least = if description.royal.is_some() { 2 } else { 1 };
        let engine = match description.kinds.len().max(least) {
            1 => AnyEngine::Two(Engine::new(description, turn, contents, basis, portable)?),
            #[cfg(feature = "kinds")]
            2 => AnyEngine::Four(Engine::new(description, turn, contents, basis, portable)?),
            #[cfg(feature = "kinds")]
            3 | 4 => AnyEngine::Eight(Engine::new(description, turn, contents, basis, portable)?),
            #[cfg(feature = "kinds")]
            5..=8 => AnyEngine::Sixteen(Engine::new(description, turn, contents, basis, portable)?),
            #[cfg(feature = "kinds")]
            _ => return Err(Unsupported::Rules("there are more than eight kinds of pieces")),
            #[cfg(not(feature = "kinds"))]
            _ => return Err(Unsupported::Rules("there are several kinds of pieces")),
        };
        let basis = if with!(&engine, engine => engine.is_by_shape()) { Basis::Smallest } else { Basis::Component };
        let material = material(rules, start, basis).into();
        let game = Self { rules: rules.clone(), present: Arc::new(present), engine: Arc::new(engine), material };
        if game.has(start) { Ok(game) } else { Err(Unsupported::Pieces("a piece stands outside its zone")) }
    }

    /// Returns [`Basis::Smallest`] if slots are sorted by the occupied squares, and otherwise [`Basis::Component`].
    pub(crate) fn basis(&self) -> Basis {
        if with!(&*self.engine, engine => engine.is_by_shape()) { Basis::Smallest } else { Basis::Component }
    }

    /// Whether the numbering contains a position.
    pub(crate) fn has(&self, position: &BoardPosition) -> bool {
        self.find(position).is_some()
    }

    /// The text that [`material`] returned for the position from which the numbering was derived.
    pub(crate) fn material(&self) -> &str {
        &self.material
    }

    /// The contents and the side to move of a position, as the engine's parameters; `None` if the position has a piece
    /// that play cannot reach.
    fn inner(&self, position: &BoardPosition) -> Option<(Box<[u8]>, u8)> {
        Some((self.present.inner(&position.contents)?, position.turn.index() as u8))
    }

    fn outer(&self, (contents, turn): (Box<[u8]>, u8)) -> BoardPosition {
        BoardPosition { contents: self.present.outer(contents), turn: Side::from_parity(turn.into()) }
    }

    /// The rules.
    pub const fn rules(&self) -> &BoardGame {
        &self.rules
    }
}

/// Returns a text that determines the numbering of a position. The text contains the numbers of pieces and the side to
/// move. If slots may be sorted by the occupied squares, the text also contains the occupied squares.
pub(crate) fn material(rules: &BoardGame, position: &BoardPosition, basis: Basis) -> String {
    let (description, turn) = (rules.description(), position.turn.index() as u8);
    let Counts { board, hands, .. } = Counts::of(description, &position.contents, turn, description.kinds.len());
    let texts: Vec<String> = board.iter().chain(&hands).map(u8::to_string).collect();
    let squares = match basis {
        Basis::Component => String::new(),
        Basis::Smallest => format!(".{:x}", occupied(&position.contents[..description.board.squares.len()])),
    };
    format!("{}.{turn}{squares}", texts.join("."))
}

impl Game for DerivedGame {
    type Position = BoardPosition;
    type Move = BoardMove;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &BoardPosition) -> Side {
        self.rules.turn(position)
    }

    fn ending(&self, position: &BoardPosition) -> Option<Ending> {
        self.rules.ending(position)
    }

    fn each_move(&self, position: &BoardPosition, visit: impl FnMut(BoardMove, BoardPosition)) {
        self.rules.each_move(position, visit);
    }
}

impl Numbered for DerivedGame {
    const AT_ONCE: bool = true;
    const REPEATS: bool = true;

    fn slots(&self) -> u64 {
        with!(&*self.engine, engine => engine.slots())
    }

    fn slot(&self, position: &BoardPosition) -> Slot {
        let slot = |(contents, turn): (Box<[u8]>, u8)| with!(&*self.engine, engine => engine.slot(&contents, turn));
        Slot(self.inner(position).and_then(slot).unwrap_or(self.slots()))
    }

    fn position(&self, slot: Slot) -> Option<BoardPosition> {
        with!(&*self.engine, engine => engine.position(slot.0)).map(|inner| self.outer(inner))
    }

    fn raw(&self) -> Option<&dyn RawSlots<BoardPosition>> {
        Some(self)
    }

    fn elides_win(&self, position: &BoardPosition) -> bool {
        let elides =
            |(contents, turn): (Box<[u8]>, u8)| with!(&*self.engine, engine => engine.elides_win(&contents, turn));
        self.inner(position).is_some_and(elides)
    }

    /// Returns false: the engine elides only wins by rows.
    fn elides_all_wins(&self) -> bool {
        false
    }

    fn elides_any(&self) -> bool {
        with!(&*self.engine, engine => engine.elides_any())
    }

    fn elides_ending(&self, position: &BoardPosition, _: Ending) -> bool {
        let elides =
            |(contents, turn): (Box<[u8]>, u8)| with!(&*self.engine, engine => engine.elides_ending(&contents, turn));
        self.inner(position).is_some_and(elides)
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        self.engine.each_seed(slots, &mut visit);
    }

    fn facts(&self) -> Facts {
        let bytes = with!(&*self.engine, engine => engine.bytes());
        Facts { bytes, fits_bytes: true, ..Facts::default() }
    }
}

impl RawSlots<BoardPosition> for DerivedGame {
    fn raw_slots(&self) -> u64 {
        with!(&*self.engine, engine => engine.raw_slots())
    }

    fn raw_slot(&self, position: &BoardPosition) -> Slot {
        let slot = |(contents, turn): (Box<[u8]>, u8)| with!(&*self.engine, engine => engine.raw_slot(&contents, turn));
        Slot(self.inner(position).and_then(slot).unwrap_or(self.raw_slots()))
    }

    fn raw_position(&self, slot: Slot) -> Option<BoardPosition> {
        with!(&*self.engine, engine => engine.raw_position(slot.0)).map(|inner| self.outer(inner))
    }

    /// Returns true: all images of a position share one slot.
    fn slots_are_orbits(&self) -> bool {
        true
    }
}

/// Visits each parent several times. The list contains the number of visits for each parent. This loop is not part of
/// the engine's loops, because the compiler can inline `visit` only here.
#[inline]
fn each_parent(parents: Parents<'_>, mut visit: impl FnMut(Slot)) {
    for &(parent, weight) in parents {
        for _ in 0..weight {
            visit(Slot(parent));
        }
    }
}

impl Reversible for DerivedGame {
    fn each_unmove(&self, position: &BoardPosition, mut visit: impl FnMut(BoardPosition)) {
        let Some((contents, turn)) = self.inner(position) else { return };
        self.engine.each_unmove(&contents, turn, &mut |contents| visit(self.outer((contents, 1 - turn))));
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let mut visit_all = |index, parents: Parents<'_>| each_parent(parents, |parent| visit(index, parent, false));
        self.engine.each_predecessor_of(slots, None, &mut visit_all);
    }
}

impl Tiered for DerivedGame {
    fn leaves_forwards(&self) -> bool {
        with!(&*self.engine, engine => engine.leaves_forwards())
    }

    fn tiers(&self) -> Vec<Tier> {
        with!(&*self.engine, engine => engine.tiers())
    }

    fn tier(&self, position: &BoardPosition) -> usize {
        let tier = |(contents, turn): (Box<[u8]>, u8)| with!(&*self.engine, engine => engine.tier(&contents, turn));
        self.inner(position).and_then(tier).unwrap_or_default()
    }

    fn each_predecessor_in(
        &self,
        tier: usize,
        within: &Range<u64>,
        slots: &[Slot],
        mut visit: impl FnMut(usize, Slot, bool),
    ) {
        let mut visit_all = |index, parents: Parents<'_>| {
            each_parent(parents, |parent| {
                if within.contains(&parent.0) {
                    visit(index, parent, false);
                }
            });
        };
        self.engine.each_predecessor_of(slots, Some(tier as u32), &mut visit_all);
    }

    fn each_leaving(&self, _: usize, _: &Range<u64>, slots: Range<u64>, mut visit: impl FnMut(Slot, Slot, bool)) {
        self.engine.each_leaving(slots, &mut visit);
    }
}
