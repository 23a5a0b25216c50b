//! An interface to a game in which positions are given by their index in a list. The checks of laws (the properties
//! that every game must have) use only this interface. So these checks are compiled only once for all games.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::form::notation::NotationError;
use crate::form::tokens::Tokens;
use crate::rules::game::{
    BoardSlots, Ending, Game, Numbered, RawSlots, Reversible, Seed, Slot, counted_children, seed_by_moves,
};
use crate::rules::side::Side;

/// The index of a position in the list of stored positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeldIndex(pub(super) usize);

/// The moves of a position, given by their texts and the indices of their children.
pub(super) struct Moves {
    pub(super) texts: Vec<String>,
    pub(super) children: Vec<HeldIndex>,
}

/// An error of a notation. A position was printed, and the printed text was read as a different position.
pub(super) struct Misread {
    /// Whether the original instance claims to contain the positions of the instance that was read.
    pub(super) held: bool,
    pub(super) text: String,
}

/// The rules of a game. The trait also gives the text form of positions, and compares positions.
pub(super) trait Rules {
    fn ties(&self) -> bool;
    fn alternates(&self) -> bool;
    fn wins_at_once(&self, at: HeldIndex) -> bool;
    fn turn(&self, at: HeldIndex) -> Side;
    fn over(&self, at: HeldIndex) -> Option<Ending>;
    fn moves(&self, at: HeldIndex) -> Moves;

    /// Returns the part of the position's token after the colon. Returns `None` if the game has no notation.
    fn print(&self, at: HeldIndex) -> Option<String>;
    fn debug(&self, at: HeldIndex) -> String;
    /// Reads the text that was printed for a position. Returns `None` if the printed text is read as the same position.
    fn read_back(&self, at: HeldIndex, text: &str) -> Result<Option<Misread>, NotationError>;

    fn equal(&self, a: HeldIndex, b: HeldIndex) -> bool;
    fn compare(&self, a: HeldIndex, b: HeldIndex) -> Ordering;
    fn hash(&self, at: HeldIndex) -> u64;
    fn copy(&self, at: HeldIndex) -> HeldIndex;

    /// Returns the number of stored positions.
    fn count(&self) -> usize;
    fn swap(&self, a: HeldIndex, b: HeldIndex);
    /// Removes all positions except the first `count`.
    fn truncate(&self, count: usize);
}

/// The numbering of a game. A slot is a raw slot unless a method says otherwise. Each position has its own raw slot.
pub(super) trait Numbers {
    /// Returns whether the slots of the table are the raw slots, and the counts of open moves include all children.
    fn is_plain(&self) -> bool;
    /// Returns whether counts of open moves may include a child several times, and un-moves may visit a predecessor
    /// several times.
    fn repeats(&self) -> bool;
    /// Returns whether a position is an elided win or an elided ending.
    fn is_elided(&self, at: HeldIndex) -> bool;

    /// See [`Numbered::elides_all_wins`].
    fn elides_all_wins(&self) -> bool;
    /// Returns the seed that the game gives for the position's slot in the table. Also returns the seed that follows
    /// from the position's moves. Returns `None` if the position needs no slot. If the counts of open moves may include
    /// a child several times, a count may also be greater than the number of distinct children.
    fn seeds(&self, at: HeldIndex) -> Option<[Seed; 2]>;
    /// Returns the seed of an elided position's slot in the table. Returns `None` if the position has no slot of its
    /// own.
    fn elided_seed(&self, at: HeldIndex) -> Option<Seed>;
    /// Returns the children of the position, and the children of the representative of the position's slot. Each child
    /// is given by its slot in the table. The flag of a child says whether the same side moves at the child and at its
    /// parent. Returns `None` if the game does not declare that its slots are orbits of the symmetries, or if the
    /// position has no slot.
    fn orbit(&self, at: HeldIndex) -> Option<[Vec<(Slot, bool)>; 2]>;
    fn slots(&self) -> u64;
    fn slot(&self, at: HeldIndex) -> Slot;
    fn position(&self, slot: Slot) -> Option<HeldIndex>;
    fn find(&self, at: HeldIndex) -> Option<Slot>;
    fn open_moves(&self, at: HeldIndex) -> u32;
    /// Returns whether the numbering maps the raw slot of the position at index `at` back to this position. The raw
    /// slot is the slot before symmetric positions are folded into one slot.
    fn is_home(&self, at: HeldIndex) -> bool;
}

/// The un-moves of a game, from positions and from slots of the table.
pub(super) trait UnmoveChecks {
    fn is_folded(&self) -> bool;
    fn parents(&self, at: HeldIndex) -> Vec<HeldIndex>;
    /// Returns the number of slots of the table.
    fn table_slots(&self) -> u64;
    /// Returns the slot of a position in the table.
    fn table_slot(&self, at: HeldIndex) -> Slot;
    fn representative(&self, slot: Slot) -> Option<HeldIndex>;
    /// Returns the predecessors of a slot of the table. The flag of a predecessor says whether the predecessor has the
    /// same side to move as the slot.
    fn predecessors(&self, slot: Slot) -> Vec<(Slot, bool)>;
    /// Like `predecessors` for the slot `slots[index]`. But the game computes the predecessors of all `slots` in one
    /// call.
    fn predecessors_in_batch(&self, slots: &[Slot], index: usize) -> Vec<(Slot, bool)>;
    /// Returns whether the position of the slot `from` has a move to the slot `to`. If `same` is true, the method
    /// considers only moves after which the same side moves again; otherwise it considers only moves after which the
    /// other side moves.
    fn leads_to(&self, from: Slot, to: Slot, same: bool) -> bool;
    /// Returns the distinct children that the count of open moves of a slot must include. These children are children
    /// of the slot's representative. The flag of a child says whether the child has the same side to move as the slot.
    fn counted(&self, slot: Slot) -> Vec<(Slot, bool)>;
}

/// A game with its list of stored positions.
pub(super) struct HeldPositions<'g, G: Game> {
    game: &'g G,
    tokens: Option<&'g dyn Tokens<G>>,
    positions: RefCell<Vec<G::Position>>,
}

impl<'g, G: Game> HeldPositions<'g, G> {
    pub(super) const fn new(game: &'g G, tokens: Option<&'g dyn Tokens<G>>, positions: Vec<G::Position>) -> Self {
        Self { game, tokens, positions: RefCell::new(positions) }
    }

    /// Copies of some stored positions.
    pub(super) fn positions(&self, places: &[HeldIndex]) -> Vec<G::Position> {
        let positions = self.positions.borrow();
        places.iter().map(|at| positions[at.0].clone()).collect()
    }

    fn hold(&self, mut more: Vec<G::Position>) -> Vec<HeldIndex> {
        let mut positions = self.positions.borrow_mut();
        let first = positions.len();
        positions.append(&mut more);
        (first..positions.len()).map(HeldIndex).collect()
    }

    fn hold_one(&self, position: G::Position) -> HeldIndex {
        let mut positions = self.positions.borrow_mut();
        positions.push(position);
        HeldIndex(positions.len() - 1)
    }
}

impl<G: Game> Rules for HeldPositions<'_, G> {
    fn ties(&self) -> bool {
        G::TIES
    }

    fn alternates(&self) -> bool {
        G::ALTERNATES
    }

    fn wins_at_once(&self, at: HeldIndex) -> bool {
        self.game.wins_at_once(&self.positions.borrow()[at.0])
    }

    fn turn(&self, at: HeldIndex) -> Side {
        self.game.turn(&self.positions.borrow()[at.0])
    }

    fn over(&self, at: HeldIndex) -> Option<Ending> {
        self.game.over(&self.positions.borrow()[at.0])
    }

    fn moves(&self, at: HeldIndex) -> Moves {
        let (mut texts, mut children) = (Vec::new(), Vec::new());
        let visit: &mut dyn FnMut(_, _) = &mut |action: G::Move, child| {
            texts.push(action.to_string());
            children.push(child);
        };
        self.game.each_move(&self.positions.borrow()[at.0], visit);
        Moves { texts, children: self.hold(children) }
    }

    fn print(&self, at: HeldIndex) -> Option<String> {
        Some(self.tokens?.print(self.game, &self.positions.borrow()[at.0]))
    }

    fn debug(&self, at: HeldIndex) -> String {
        format!("{:?}", self.positions.borrow()[at.0])
    }

    fn read_back(&self, at: HeldIndex, text: &str) -> Result<Option<Misread>, NotationError> {
        let Some(tokens) = self.tokens else { return Ok(None) };
        let (game, position) = tokens.parse(text)?;
        let held = tokens.holds(self.game, &game);
        let same = held && position == self.positions.borrow()[at.0];
        Ok((!same).then(|| Misread { held, text: tokens.print(&game, &position) }))
    }

    fn equal(&self, a: HeldIndex, b: HeldIndex) -> bool {
        let positions = self.positions.borrow();
        positions[a.0] == positions[b.0]
    }

    fn compare(&self, a: HeldIndex, b: HeldIndex) -> Ordering {
        let positions = self.positions.borrow();
        positions[a.0].cmp(&positions[b.0])
    }

    fn hash(&self, at: HeldIndex) -> u64 {
        FxBuildHasher.hash_one(&self.positions.borrow()[at.0])
    }

    fn copy(&self, at: HeldIndex) -> HeldIndex {
        let copy = self.positions.borrow()[at.0].clone();
        self.hold_one(copy)
    }

    fn count(&self) -> usize {
        self.positions.borrow().len()
    }

    fn swap(&self, a: HeldIndex, b: HeldIndex) {
        self.positions.borrow_mut().swap(a.0, b.0);
    }

    fn truncate(&self, count: usize) {
        self.positions.borrow_mut().truncate(count);
    }
}

impl<N: Numbered> HeldPositions<'_, N> {
    /// Returns the seed of a slot. Like the kernel, the function requests the seeds of the neighbouring slots in the
    /// same call.
    fn listed_seed(&self, slot: Slot) -> Seed {
        let beside = slot.0.saturating_sub(1)..self.game.slots().min(slot.0.saturating_add(2));
        let mut listed = Vec::new();
        self.game.each_seed(beside.clone(), |seed| listed.push(seed));
        let listed = if beside.contains(&slot.0) { listed.get((slot.0 - beside.start) as usize) } else { None };
        listed.copied().unwrap_or(Seed::Hole)
    }
}

impl<N: Numbered> Numbers for HeldPositions<'_, N> {
    fn is_plain(&self) -> bool {
        !N::AT_ONCE && self.game.raw().is_none()
    }

    fn repeats(&self) -> bool {
        N::REPEATS
    }

    fn elides_all_wins(&self) -> bool {
        self.game.elides_all_wins()
    }

    fn is_elided(&self, at: HeldIndex) -> bool {
        let position = &self.positions.borrow()[at.0];
        match self.game.over(position) {
            Some(ending) => self.game.elides_ending(position, ending),
            None => self.game.elides_win(position),
        }
    }

    fn elided_seed(&self, at: HeldIndex) -> Option<Seed> {
        let position = &self.positions.borrow()[at.0];
        let slot = self.game.slot(position);
        let has_slot = slot.0 < self.game.slots() && self.game.position(slot).as_ref() == Some(position);
        has_slot.then(|| self.listed_seed(slot))
    }

    fn seeds(&self, at: HeldIndex) -> Option<[Seed; 2]> {
        let position = &self.positions.borrow()[at.0];
        let expected = seed_by_moves(self.game, position)?;
        let given = self.listed_seed(self.game.slot(position));
        let is_enough = matches!((given, expected), (Seed::Open(given), Seed::Open(distinct)) if given >= distinct);
        Some([given, if N::REPEATS && is_enough { given } else { expected }])
    }

    fn orbit(&self, at: HeldIndex) -> Option<[Vec<(Slot, bool)>; 2]> {
        let (game, orbits) = (self.game, self.game.raw().is_none_or(RawSlots::slots_are_orbits));
        let position = &self.positions.borrow()[at.0];
        let slot = Some(game.slot(position)).filter(|slot| orbits && slot.0 < game.slots())?;
        let representative = game.position(slot)?;
        Some([position, &representative].map(|position| {
            let (turn, mut children) = (game.turn(position), Vec::new());
            // All children without a slot get the same number, which is one greater than the last slot.
            let slot = |child: &N::Position| Slot(game.slot(child).0.min(game.slots()));
            game.each_move(position, |_, child| children.push((slot(&child), game.turn(&child) == turn)));
            children.sort_unstable();
            children.dedup();
            children
        }))
    }

    fn slots(&self) -> u64 {
        self.game.board_slots()
    }

    fn slot(&self, at: HeldIndex) -> Slot {
        self.game.board_slot(&self.positions.borrow()[at.0])
    }

    fn position(&self, slot: Slot) -> Option<HeldIndex> {
        Some(self.hold_one(self.game.board_position(slot)?))
    }

    fn find(&self, at: HeldIndex) -> Option<Slot> {
        self.game.find(&self.positions.borrow()[at.0])
    }

    fn open_moves(&self, at: HeldIndex) -> u32 {
        self.game.open_moves(&self.positions.borrow()[at.0])
    }

    fn is_home(&self, at: HeldIndex) -> bool {
        let position = &self.positions.borrow()[at.0];
        let slot = self.game.board_slot(position);
        slot.0 < self.game.board_slots() && self.game.board_position(slot).as_ref() == Some(position)
    }
}

impl<R: Reversible> UnmoveChecks for HeldPositions<'_, R> {
    fn is_folded(&self) -> bool {
        self.game.raw().is_some()
    }

    fn parents(&self, at: HeldIndex) -> Vec<HeldIndex> {
        let mut parents = Vec::new();
        self.game.each_unmove(&self.positions.borrow()[at.0], |parent| parents.push(parent));
        self.hold(parents)
    }

    fn table_slots(&self) -> u64 {
        self.game.slots()
    }

    fn table_slot(&self, at: HeldIndex) -> Slot {
        self.game.slot(&self.positions.borrow()[at.0])
    }

    fn representative(&self, slot: Slot) -> Option<HeldIndex> {
        Some(self.hold_one(self.game.position(slot)?))
    }

    fn predecessors(&self, slot: Slot) -> Vec<(Slot, bool)> {
        let mut listed = Vec::new();
        self.game.each_predecessor(slot, |parent, same| listed.push((parent, same)));
        listed
    }

    fn predecessors_in_batch(&self, slots: &[Slot], index: usize) -> Vec<(Slot, bool)> {
        let mut listed = Vec::new();
        self.game.each_predecessor_of(slots, |of, parent, same| {
            if of == index {
                listed.push((parent, same));
            }
        });
        listed
    }

    fn leads_to(&self, from: Slot, to: Slot, same: bool) -> bool {
        let game = self.game;
        let Some(parent) = game.position(from) else { return false };
        let (turn, mut leads) = (game.turn(&parent), false);
        game.each_move(&parent, |_, child| leads |= game.slot(&child) == to && (game.turn(&child) == turn) == same);
        leads
    }

    fn counted(&self, slot: Slot) -> Vec<(Slot, bool)> {
        let mut children = self.game.position(slot).map_or(Vec::new(), |parent| counted_children(self.game, &parent));
        children.dedup();
        children
    }
}

/// A guard for stored positions. When the guard is dropped, it removes the positions that were stored since its
/// creation.
pub(super) struct HeldScope<'h> {
    rules: &'h dyn Rules,
    count: usize,
}

impl<'h> HeldScope<'h> {
    pub(super) fn new(rules: &'h dyn Rules) -> Self {
        Self { rules, count: rules.count() }
    }
}

impl Drop for HeldScope<'_> {
    fn drop(&mut self) {
        self.rules.truncate(self.count);
    }
}

/// A set of stored positions without duplicates.
pub(super) struct Distinct<'h> {
    rules: &'h dyn Rules,
    table: HashTable<(u64, HeldIndex)>,
}

impl<'h> Distinct<'h> {
    pub(super) fn new(rules: &'h dyn Rules) -> Self {
        Self { rules, table: HashTable::new() }
    }

    /// Returns the position in the set that is equal to the position `at`.
    pub(super) fn find(&self, at: HeldIndex) -> Option<HeldIndex> {
        let hash = self.rules.hash(at);
        let same = self.table.find(hash, |&(other, place)| other == hash && self.rules.equal(place, at));
        same.map(|&(_, place)| place)
    }

    /// Adds a position. The set must not contain an equal position.
    pub(super) fn add(&mut self, at: HeldIndex) {
        let hash = self.rules.hash(at);
        self.table.insert_unique(hash, (hash, at), |&(hash, _)| hash);
    }

    /// Adds a position, unless the set contains an equal position. Returns whether the position was added.
    pub(super) fn insert(&mut self, at: HeldIndex) -> bool {
        let new = self.find(at).is_none();
        if new {
            self.add(at);
        }
        new
    }

    pub(super) fn len(&self) -> u64 {
        self.table.len() as u64
    }
}
