//! What follows when a decided position is popped: the heart of the log, derived from values and slots alone.

use rustc_hash::FxHashMap;

use crate::game::{Reversible, Slot};
use crate::side::Side;
use crate::table::Table;
use crate::value::{Depth, Value};

/// A game and its table, from which blocks are made.
pub(super) struct Blocks<'t, R> {
    pub(super) game: &'t R,
    pub(super) table: &'t Table,
}

/// A popped position.
#[derive(Clone, Copy)]
pub(super) struct Popped {
    pub(super) slot: Slot,
    pub(super) value: Value,
    pub(super) depth: Depth,
    pub(super) winner: Option<Side>,
}

/// An undecided predecessor of a popped position.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    pub(super) slot: Slot,
    pub(super) turn: Side,
    pub(super) value: Value,
    pub(super) effect: Effect,
}

/// What popping a position does to a predecessor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Mark,
    Relax,
}

/// The deciders of positions with many children, each of which would else look for it among all.
type Deciders = FxHashMap<Slot, Option<Slot>>;
/// So many children are looked through sooner than a decider is remembered.
const FEW: usize = 64;

impl<R: Reversible> Blocks<'_, R> {
    /// Visits the events of these blocks in order: each position popped, alone, and then with each predecessor that it touches.
    pub(super) fn each(&self, slots: &[u32], mut visit: impl FnMut(Popped, Option<Touched>)) {
        let (mut touched, mut deciders) = (Vec::new(), Deciders::default());
        for &slot in slots {
            let (popped, position) = self.popped(Slot(slot.into()));
            visit(popped, None);
            self.touched(popped, &position, &mut deciders, &mut touched);
            for &touched in &touched {
                visit(popped, Some(touched));
            }
        }
    }

    fn popped(&self, slot: Slot) -> (Popped, R::Position) {
        let position = self.game.position(slot).expect("a slot with a value has a position");
        let value = self.table.value(slot).expect("a popped slot has a value");
        let depth = value.depth().expect("a popped slot is decided");
        (Popped { slot, value, depth, winner: value.winner(self.game.turn(&position)) }, position)
    }

    /// The predecessors of a popped position that are not decided when it is popped, by slot.
    fn touched(&self, popped: Popped, position: &R::Position, deciders: &mut Deciders, touched: &mut Vec<Touched>) {
        touched.clear();
        self.game.each_predecessor(popped.slot, position, |slot, turn| {
            let value = self.table.value(slot).unwrap_or(Value::Draw);
            if let Some(effect) = self.effect(popped, slot, turn, value, deciders) {
                touched.push(Touched { slot, turn, value, effect });
            }
        });
        touched.sort_unstable_by_key(|touched| touched.slot);
    }

    /// What popping `s`, of depth d, does to its predecessor `p`, seen from whose mover all values are; `None` if `p` is decided before.
    ///
    /// * If `s` is won, so is `p`, in at most d + 1 plies. It is marked now unless another child won in d plies has a lower slot, or
    ///   a child is won in fewer plies.
    /// * If `s` is lost, `p` loses a move. It is decided before if it is won in at most d plies; or in d + 1 plies by a child of a lower
    ///   slot. It is marked now if it is lost in d + 1 plies, which says that no child is worth more, and no child of depth d
    ///   has a higher slot.
    /// * If `s` is a tie, every win and loss is decided. Else `p` is a tie in at most d + 1 plies, and marked as if it were won.
    fn effect(&self, s: Popped, p: Slot, turn: Side, value: Value, deciders: &mut Deciders) -> Option<Effect> {
        let next = s.depth.plus(1);
        let is_tie = s.winner.is_none();
        match value {
            // Ties and draws are undecided all through wins and losses.
            Value::Draw | Value::Tie(_) if !is_tie => Some(Effect::Relax),
            Value::Win(_) | Value::Loss(_) if is_tie => None,
            Value::Win(depth) | Value::Tie(depth) if depth == next => {
                let worth = if is_tie { Value::Tie(s.depth) } else { Value::Win(s.depth) };
                if self.decider(p, turn, worth, deciders).is_some_and(|first| first < s.slot) {
                    None
                } else if is_tie || s.winner == Some(turn) {
                    Some(Effect::Mark)
                } else {
                    Some(Effect::Relax)
                }
            }
            Value::Loss(depth) if depth == next => {
                let last = self.decider(p, turn, Value::Loss(s.depth), deciders);
                Some(if last.is_some_and(|last| last > s.slot) { Effect::Relax } else { Effect::Mark })
            }
            Value::Win(depth) | Value::Loss(depth) if depth > next => Some(Effect::Relax),
            _ => None,
        }
    }

    /// The child that decides `p`, of those with the worth, for the mover of `p`, that its value comes from: the first by slot, or the
    /// last if that is a loss.
    fn decider(&self, p: Slot, turn: Side, worth: Value, known: &mut Deciders) -> Option<Slot> {
        if let Some(&decider) = known.get(&p) {
            return decider;
        }
        let (mut children, mut decider) = (0, None);
        let is_last = matches!(worth, Value::Loss(_));
        self.each_child(p, turn, |child, value| {
            children += 1;
            if value == worth && decider.is_none_or(|other| if is_last { child > other } else { child < other }) {
                decider = Some(child);
            }
        });
        if children > FEW {
            known.insert(p, decider);
        }
        decider
    }

    /// Visits the slots of the children of `p`, doubled ones too, with their values for the mover of `p`.
    fn each_child(&self, p: Slot, turn: Side, mut visit: impl FnMut(Slot, Value)) {
        let position = self.game.position(p).expect("a predecessor has a position");
        self.game.each_move(&position, |_, child| {
            let slot = self.game.slot(&child);
            let value = self.table.value(slot).unwrap_or(Value::Draw);
            visit(slot, value.for_parent(self.game.turn(&child) == turn));
        });
    }

    /// The open moves of `p` when `s` has just been popped, and all its moves, to different positions.
    pub(super) fn open_moves(&self, s: Popped, p: Slot, turn: Side) -> (u32, u32) {
        let mut children = Vec::new();
        self.each_child(p, turn, |slot, value| children.push((slot, value)));
        children.sort_unstable_by_key(|&(slot, _)| slot);
        children.dedup();
        let is_closed = |&&(slot, value): &&(Slot, Value)| match value {
            Value::Loss(depth) => (depth, slot) <= (s.depth, s.slot),
            _ => false,
        };
        let closed = children.iter().filter(is_closed).count();
        ((children.len() - closed) as u32, children.len() as u32)
    }
}
