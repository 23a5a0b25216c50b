//! What follows when a decided position is popped: the heart of the log, derived from values and slots alone.

use rustc_hash::FxHashMap;

use crate::ask::board::Neighbour;
use crate::ask::questions::Questions;
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};
use crate::table::values::Unreadable;

/// A board and its values, from which blocks are made.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'t>(pub(super) Questions<'t>);

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

/// A thread's buffers.
#[derive(Default)]
struct Desk {
    parents: Vec<Neighbour>,
    children: Vec<Neighbour>,
    touched: Vec<Touched>,
    deciders: Deciders,
}

impl Blocks<'_> {
    /// Visits the events of these blocks in order: each position popped, alone, and then with each predecessor that it touches.
    pub(super) fn each(
        self,
        slots: &[u32],
        mut visit: impl FnMut(Popped, Option<Touched>) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        let mut desk = Desk::default();
        for &slot in slots {
            let popped = self.pop(Slot(slot.into()), &mut desk)?;
            visit(popped, None)?;
            for &touched in &desk.touched {
                visit(popped, Some(touched))?;
            }
        }
        Ok(())
    }

    /// A popped position, with the predecessors that are not decided when it is popped, by slot.
    fn pop(self, slot: Slot, desk: &mut Desk) -> Result<Popped, Unreadable> {
        let Desk { parents, children, touched, deciders } = desk;
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

    /// The child that decides `p`, of those with the worth, for the mover of `p`, that its value comes from: the first by slot, or the
    /// last if that is a loss.
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

    /// The open moves of `p` when `s` has just been popped, and all its moves, to different positions.
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

/// What popping `s`, of depth d, does to its predecessor `p`, seen from whose mover, `turn`, all values are; `None` if `p` is decided before.
///
/// * If `s` is won, so is `p`, in at most d + 1 plies. It is marked now unless another child won in d plies has a lower slot, or
///   a child is won in fewer plies.
/// * If `s` is lost, `p` loses a move. It is decided before if it is won in at most d plies; or in d + 1 plies by a child of a lower
///   slot. It is marked now if it is lost in d + 1 plies, which says that no child is worth more, and no child of depth d
///   has a higher slot.
/// * If `s` is a tie, every win and loss is decided. Else `p` is a tie in at most d + 1 plies, and marked as if it were won.
fn effect(
    s: Popped,
    turn: Side,
    value: Value,
    decider: &mut impl FnMut(Value) -> Result<Option<Slot>, Unreadable>,
) -> Result<Option<Effect>, Unreadable> {
    let next = s.depth.plus(1);
    let is_tie = s.winner.is_none();
    Ok(match value {
        // Ties and draws are undecided all through wins and losses.
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
