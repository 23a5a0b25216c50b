//! Computes the events that happen when a decided position is *popped*, that is, when it leaves the queue. These events
//! depend only on the values and the slots of positions.

use rustc_hash::FxHashMap;

use crate::ask::board::Neighbour;
use crate::ask::questions::Questions;
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};
use crate::table::values::Unreadable;

/// A board and its values, from which blocks of events are computed. A block is the pop of one position and the events
/// that follow from it.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'t>(pub(super) Questions<'t>);

/// A position that has left the queue.
#[derive(Clone, Copy)]
pub(super) struct Popped {
    pub(super) slot: Slot,
    pub(super) value: Value,
    pub(super) depth: Depth,
    pub(super) winner: Option<Side>,
}

/// A predecessor of a popped position. The predecessor was undecided just before the pop.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    pub(super) slot: Slot,
    pub(super) turn: Side,
    pub(super) value: Value,
    pub(super) effect: Effect,
}

/// What happens to a predecessor when a position is popped (leaves the queue).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Mark,
    Relax,
}

/// The known deciders of positions with many children. The *decider* of a position is the child whose pop decides the
/// position. To find it, all children must be searched.
type Deciders = FxHashMap<Slot, Option<Slot>>;
/// If a position has at most this number of children, a new search is faster than a lookup of the stored decider.
const FEW: usize = 64;

/// The reusable buffers of one thread.
#[derive(Default)]
struct EventBuffers {
    parents: Vec<Neighbour>,
    children: Vec<Neighbour>,
    touched: Vec<Touched>,
    deciders: Deciders,
}

impl Blocks<'_> {
    /// Visits the events of the blocks of `slots` in order. For each popped position, calls `visit` first without a
    /// predecessor, and then once for each affected predecessor.
    pub(super) fn each(
        self,
        slots: &[u32],
        mut visit: impl FnMut(Popped, Option<Touched>) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        let mut buffers = EventBuffers::default();
        for &slot in slots {
            let popped = self.pop(Slot(slot.into()), &mut buffers)?;
            visit(popped, None)?;
            for &touched in &buffers.touched {
                visit(popped, Some(touched))?;
            }
        }
        Ok(())
    }

    /// Pops a position, and returns it. Writes the predecessors that are undecided at that time to `buffers.touched`,
    /// sorted by slot.
    fn pop(self, slot: Slot, buffers: &mut EventBuffers) -> Result<Popped, Unreadable> {
        let EventBuffers { parents, children, touched, deciders } = buffers;
        let value = self.value(slot)?;
        let depth = value.depth().unwrap_or_default();
        let turn = self.0.board().parents(slot, parents);
        let popped = Popped { slot, value, depth, winner: turn.and_then(|turn| value.winner(turn)) };
        touched.clear();
        for &Neighbour { slot, turn } in &*parents {
            let value = self.value(slot)?;
            let mut decider = |worth| self.decider(slot, turn, worth, deciders, children);
            if let Some(effect) = effect(popped, turn, value, &mut decider)? {
                touched.push(Touched { slot, turn, value, effect });
            }
        }
        touched.sort_unstable_by_key(|touched| touched.slot);
        Ok(popped)
    }

    fn value(self, slot: Slot) -> Result<Value, Unreadable> {
        Ok(self.0.values().value(slot)?.unwrap_or(Value::Draw))
    }

    /// Returns the child whose pop decides `p`. Consider the children that have the value `worth` for the mover of `p`.
    /// If `worth` is a win or a tie, the child with the lowest slot decides `p`. If `worth` is a loss, the child with
    /// the highest slot decides `p`.
    fn decider(
        self,
        p: Slot,
        turn: Side,
        worth: Value,
        known: &mut Deciders,
        children: &mut Vec<Neighbour>,
    ) -> Result<Option<Slot>, Unreadable> {
        if let Some(&decider) = known.get(&p) {
            return Ok(decider);
        }
        self.0.board().children(p, children);
        let mut decider: Option<Slot> = None;
        let is_last = matches!(worth, Value::Loss(_));
        for child in &*children {
            let value = self.value(child.slot)?.for_parent(child.turn == turn);
            let is_nearer = |other| if is_last { child.slot > other } else { child.slot < other };
            if value == worth && decider.is_none_or(is_nearer) {
                decider = Some(child.slot);
            }
        }
        if children.len() > FEW {
            known.insert(p, decider);
        }
        Ok(decider)
    }

    /// Returns the number of open moves of `p` just after the pop of `s`, and the number of all distinct children of
    /// `p`.
    pub(super) fn open_moves(self, s: Popped, p: Slot, turn: Side) -> Result<(u32, u32), Unreadable> {
        let mut children = Vec::new();
        self.0.board().children(p, &mut children);
        children.sort_unstable();
        children.dedup();
        let mut closed = 0;
        for child in &children {
            closed += match self.value(child.slot)?.for_parent(child.turn == turn) {
                Value::Loss(depth) => u32::from((depth, child.slot) <= (s.depth, s.slot)),
                _ => 0,
            };
        }
        Ok((children.len() as u32 - closed, children.len() as u32))
    }
}

/// Returns what happens to the predecessor `p` when `s` is popped (leaves the queue). The depth of `s` is d. Returns
/// `None` if `p` was decided before the pop. In this text, all wins and losses are from the point of view of `turn`,
/// which is the side to move at `p`.
///
/// * If `s` is a win, `p` is a win in at most d + 1 plies. The pop of `s` marks `p`, unless another child is a win in
///   fewer plies, or is a win in d plies and has a lower slot.
/// * If `s` is a loss, `p` loses an open move. If `p` is a win in at most d plies, or in d + 1 plies by a child with a
///   lower slot, `p` was decided before. The pop of `s` marks `p` if two conditions hold. First, `p` is a loss in d + 1
///   plies (no child is better). Second, no child of depth d has a higher slot than `s`.
/// * If `s` is a tie, all wins and losses were decided before. If `p` was not decided before, `p` is a tie in at most d
///   + 1 plies, and is marked by the rule for wins.
fn effect(
    s: Popped,
    turn: Side,
    value: Value,
    decider: &mut impl FnMut(Value) -> Result<Option<Slot>, Unreadable>,
) -> Result<Option<Effect>, Unreadable> {
    let next = s.depth.plus(1);
    let is_tie = s.winner.is_none();
    Ok(match value {
        // Positions that are ties or draws stay undecided while the solver propagates wins and losses.
        Value::Draw | Value::Tie(_) if !is_tie => Some(Effect::Relax),
        Value::Win(_) | Value::Loss(_) if is_tie => None,
        Value::Win(depth) | Value::Tie(depth) if depth == next => {
            let worth = if is_tie { Value::Tie(s.depth) } else { Value::Win(s.depth) };
            if decider(worth)?.is_some_and(|first| first < s.slot) {
                None
            } else if is_tie || s.winner == Some(turn) {
                Some(Effect::Mark)
            } else {
                Some(Effect::Relax)
            }
        }
        Value::Loss(depth) if depth == next => {
            let last = decider(Value::Loss(s.depth))?;
            Some(if last.is_some_and(|last| last > s.slot) { Effect::Relax } else { Effect::Mark })
        }
        Value::Win(depth) | Value::Loss(depth) if depth > next => Some(Effect::Relax),
        _ => None,
    })
}
