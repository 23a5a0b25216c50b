//! The trace: how a finished table is found, event by event.
//!
//! The kernel records nothing. Its log is *derived* from the table, in the order of (depth, slot), as a solver with one
//! queue and a counter for each position would write it:
//!
//! ```text
//! seed        every finished position, by slot
//! for each depth, from 0:
//!   pop       every position won or lost in that many plies, by slot; and for each undecided predecessor, by slot:
//!     mark      it is won, as its mover has won the popped one; or it is lost, as that was its last open move
//!     relax     or it has one open move fewer
//!   layer     the depth is done
//! the same for ties: a predecessor that is still undecided is marked a tie
//! rest        what is left is drawn
//! done        the value of the position asked about
//! ```
//!
//! Why it can be derived: whether a predecessor `p` is undecided when `s` is popped depends only on the values and slots of the
//! children of `p` (see `Log::effect`), so that the *block* of a popped position, itself and what follows from it, is a
//! function of the table. An [`Index`] counts the events in front of every 64th block; any window of the log, and the state
//! at any step, then takes a binary search and a few blocks, and nobody ever holds all events.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::game::{Reversible, Slot};
use crate::side::Side;
use crate::solve::Options;
use crate::table::{Cell, Table};
use crate::value::{Depth, Kind, Value};

/// One event of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A finished position gets its ending's value, and waits in the queue.
    Seed {
        /// The position.
        slot: Slot,
        /// Its value.
        value: Value,
    },
    /// A decided position leaves the queue.
    Pop {
        /// The position.
        slot: Slot,
        /// Its value.
        value: Value,
    },
    /// A predecessor of the popped position has lost an open move, and has others.
    Relax {
        /// The predecessor.
        slot: Slot,
        /// The popped position.
        from: Slot,
        /// Its open moves, this one no longer counted.
        open: u32,
        /// Its moves to different positions.
        of: u32,
    },
    /// A predecessor of the popped position is decided, and waits in the queue.
    Mark {
        /// The predecessor.
        slot: Slot,
        /// The popped position.
        from: Slot,
        /// Its value.
        value: Value,
    },
    /// All of a depth has been popped.
    Layer(Layer),
    /// The queue is empty: what is left is drawn.
    Rest {
        /// How many positions that is.
        draws: u64,
    },
    /// The log is complete.
    Done,
}

/// A depth that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The depth, in plies.
    pub depth: Depth,
    /// The positions of that depth that were popped.
    pub popped: Tally,
    /// The positions waiting in the queue now.
    pub queue: u64,
}

/// Numbers of decided positions by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins for the player to move.
    pub win: u64,
    /// Losses for the player to move.
    pub loss: u64,
    /// Ties.
    pub tie: u64,
}

impl Tally {
    /// All together.
    pub const fn total(self) -> u64 {
        self.win + self.loss + self.tie
    }

    const fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Win => self.win += 1,
            Kind::Loss => self.loss += 1,
            Kind::Tie => self.tie += 1,
            Kind::Draw => {}
        }
    }

    const fn plus(self, more: Self) -> Self {
        Self { win: self.win + more.win, loss: self.loss + more.loss, tie: self.tie + more.tie }
    }
}

/// How far the analysis has come: a key frame of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The events so far.
    pub step: u64,
    /// The depth of the position popped last, 0 before the first.
    pub depth: Depth,
    /// Positions popped.
    pub popped: u64,
    /// Positions decided, popped or not.
    pub decided: Tally,
    /// Positions not decided.
    pub undecided: u64,
}

impl State {
    /// The positions waiting in the queue.
    pub const fn queue(&self) -> u64 {
        self.decided.total() - self.popped
    }
}

/// Why there is no log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The table has more slots than an index takes.
    #[error("the table has {slots} slots, and the log of a table with more than {limit} is not made")]
    TooManySlots {
        /// Its slots.
        slots: u64,
        /// The most.
        limit: u64,
    },
    /// The log has more events than a step's number counts.
    #[error("the log has {events} events, at most {limit}")]
    TooManyEvents {
        /// Its events.
        events: u64,
        /// The most.
        limit: u64,
    },
}

/// The most slots of a table whose log is made: an index takes some five bytes a slot.
pub const MAX_SLOTS: u64 = 1 << 24;

/// The most events of a log: a step fits 32 bits.
const MAX_EVENTS: u64 = u32::MAX as u64;

/// Blocks between two checkpoints: so many are made anew, at most, to find one event.
const STRIDE: usize = 64;

/// Runs that a thread works on at a time.
const PART: usize = 256;

/// Where in the log everything is. It belongs to one table.
#[derive(Clone, Debug)]
pub struct Index {
    /// The finished positions, by slot.
    seeds: Vec<u32>,
    /// The decided positions in the order of being popped.
    order: Vec<u32>,
    /// A run of up to [`STRIDE`] blocks of one layer each.
    runs: Vec<Run>,
    layers: Vec<LayerOfIndex>,
    positions: u64,
    /// All events.
    total: u64,
}

/// A few blocks of one layer, and what was before them.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// The first block's index in the order.
    first: u32,
    layer: u32,
    /// The step of the first block's pop.
    step: u64,
    /// What had been decided before.
    decided: Tally,
}

/// A depth of wins and losses, or of ties.
#[derive(Clone, Debug)]
struct LayerOfIndex {
    depth: Depth,
    popped: Tally,
    /// Its blocks, as indices of the order.
    blocks: Range<u32>,
    /// The step of its last event.
    step: u64,
    /// What has been decided then.
    decided: Tally,
}

impl Index {
    /// The number of events.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The step of the first event behind the seeds.
    fn seeded(&self) -> u64 {
        self.seeds.len() as u64
    }
}

/// The log of one table: a view that makes events as they are asked for.
pub struct Log<'t, R> {
    blocks: Blocks<'t, R>,
    index: &'t Index,
}

/// What popping a position does to a predecessor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Mark,
    Relax,
}

/// A game and its table, from which blocks are made.
struct Blocks<'t, R> {
    game: &'t R,
    table: &'t Table,
}

/// A popped position.
#[derive(Clone, Copy)]
struct Popped {
    slot: Slot,
    value: Value,
    depth: Depth,
    winner: Option<Side>,
}

/// An undecided predecessor of a popped position.
#[derive(Clone, Copy)]
struct Touched {
    slot: Slot,
    turn: Side,
    value: Value,
    effect: Effect,
}

impl<R: Reversible> Blocks<'_, R> {
    /// Visits the events of these blocks in order: each position popped, alone, and then with each predecessor that it touches.
    fn each(&self, slots: &[u32], mut visit: impl FnMut(Popped, Option<Touched>)) {
        let mut touched = Vec::new();
        for &slot in slots {
            let (popped, position) = self.popped(Slot(slot.into()));
            visit(popped, None);
            self.touched(popped, &position, &mut touched);
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
    fn touched(&self, popped: Popped, position: &R::Position, touched: &mut Vec<Touched>) {
        touched.clear();
        self.game.each_predecessor(popped.slot, position, |slot, turn| {
            let value = self.table.value(slot).unwrap_or(Value::Draw);
            if let Some(effect) = self.effect(popped, slot, turn, value) {
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
    fn effect(&self, s: Popped, p: Slot, turn: Side, value: Value) -> Option<Effect> {
        let next = s.depth.plus(1);
        let is_tie = s.winner.is_none();
        match value {
            // Ties and draws are undecided all through wins and losses.
            Value::Draw | Value::Tie(_) if !is_tie => Some(Effect::Relax),
            Value::Win(_) | Value::Loss(_) if is_tie => None,
            Value::Win(depth) | Value::Tie(depth) if depth == next => {
                let decider = if is_tie { Value::Tie(s.depth) } else { Value::Win(s.depth) };
                let earlier = |child: Slot, value| child < s.slot && value == decider;
                if self.any_child(p, turn, earlier) {
                    None
                } else if is_tie || s.winner == Some(turn) {
                    Some(Effect::Mark)
                } else {
                    Some(Effect::Relax)
                }
            }
            Value::Loss(depth) if depth == next => {
                let later = |child, value| child > s.slot && value == Value::Loss(s.depth);
                Some(if self.any_child(p, turn, later) { Effect::Relax } else { Effect::Mark })
            }
            Value::Win(depth) | Value::Loss(depth) if depth > next => Some(Effect::Relax),
            _ => None,
        }
    }

    /// Whether a child of `p` is so, by its slot and its value for the mover of `p`.
    fn any_child(&self, p: Slot, turn: Side, is_so: impl Fn(Slot, Value) -> bool) -> bool {
        let mut any = false;
        self.each_child(p, turn, |child, value| any |= is_so(child, value));
        any
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
    fn open_moves(&self, s: Popped, p: Slot, turn: Side) -> (u32, u32) {
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

impl Index {
    /// Counts the log of a game and its table, on so many threads (0: one a core).
    ///
    /// # Errors
    /// [`TraceError`]: above [`MAX_SLOTS`], or 2^32 - 1 events.
    ///
    /// # Complexity
    /// One pass over the slots; every un-move of a decided position is taken once, and the moves of a
    /// predecessor are made when it is decided one ply earlier. Four bytes for each decided position, and four for each finished one.
    pub fn new<R: Reversible>(game: &R, table: &Table, threads: usize) -> Result<Self, TraceError> {
        let slots = table.slots();
        if slots > MAX_SLOTS {
            return Err(TraceError::TooManySlots { slots, limit: MAX_SLOTS });
        }
        let index = Self::in_order(table);
        let counts = index.count_runs(&Blocks { game, table }, threads);
        index.add_up(table, &counts)
    }

    /// The index without its steps: who is popped when.
    fn in_order(table: &Table) -> Self {
        let decided = || table.values().filter_map(|(slot, value)| Some((slot.0 as u32, value, key(value)?)));
        let mut layers: Vec<LayerOfIndex> = Vec::new();
        let mut first_of_key = vec![0_u32; KEYS + 1];
        let (mut seeds, mut popped) = (Vec::new(), vec![Tally::default(); KEYS]);
        for (slot, value, key) in decided() {
            first_of_key[key + 1] += 1;
            popped[key].count(value.kind());
            if value.depth() == Some(Depth::ZERO) {
                seeds.push(slot);
            }
        }
        for key in 0..KEYS {
            let first = first_of_key[key];
            first_of_key[key + 1] += first;
            let depth = Depth::new((key % DEPTHS) as u32);
            let blocks = first..first_of_key[key + 1];
            if !blocks.is_empty() {
                layers.push(LayerOfIndex { depth, popped: popped[key], blocks, step: 0, decided: Tally::default() });
            }
        }
        let mut order = vec![0; first_of_key[KEYS] as usize];
        for (slot, _, key) in decided() {
            let place = &mut first_of_key[key];
            order[*place as usize] = slot;
            *place += 1;
        }
        let run = |(layer, blocks): (u32, Range<u32>)| {
            blocks.step_by(STRIDE).map(move |first| Run { first, layer, ..Run::default() })
        };
        let runs = (0..).zip(&layers).map(|(number, layer)| (number, layer.blocks.clone())).flat_map(run).collect();
        let positions = table.values().count() as u64;
        Self { seeds, order, runs, layers, positions, total: 0 }
    }

    /// The blocks of a run.
    fn blocks(&self, run: &Run) -> &[u32] {
        let end = self.layers[run.layer as usize].blocks.end.min(run.first + STRIDE as u32);
        &self.order[run.first as usize..end as usize]
    }

    /// The events of every run, and the positions that it decides.
    fn count_runs<R: Reversible>(&self, blocks: &Blocks<'_, R>, threads: usize) -> Vec<(u64, Tally)> {
        let count = |run: &Run| {
            let (mut events, mut marked) = (0, Tally::default());
            blocks.each(self.blocks(run), |_, touched| {
                events += 1;
                if let Some(Touched { effect: Effect::Mark, value, .. }) = touched {
                    marked.count(value.kind());
                }
            });
            (events, marked)
        };
        self.each_part(threads, |runs| runs.iter().map(count).collect::<Vec<_>>()).concat()
    }

    /// Works on all runs, a few hundred at a time, on so many threads; the results are in order.
    fn each_part<T: Default + Send>(&self, threads: usize, work: impl Fn(&[Run]) -> T + Sync) -> Vec<T> {
        let parts = self.runs.chunks(PART);
        let mut results: Vec<T> = parts.clone().map(|_| T::default()).collect();
        let workers = Options { threads, ..Options::default() }.workers().min(results.len());
        let waiting = Mutex::new(parts.zip(&mut results));
        let take = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((runs, result)) = take() {
                *result = work(runs);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..workers {
                // If the system gives no more threads, those there are do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        results
    }

    /// Gives every run and layer its step.
    fn add_up(mut self, table: &Table, counts: &[(u64, Tally)]) -> Result<Self, TraceError> {
        let (mut step, mut decided) = (self.seeded(), Tally::default());
        for &slot in &self.seeds {
            decided.count(table.value(Slot(slot.into())).map_or(Kind::Draw, Value::kind));
        }
        for (number, &(events, marked)) in counts.iter().enumerate() {
            let run = &mut self.runs[number];
            (run.step, run.decided) = (step, decided);
            (step, decided) = (step + events, decided.plus(marked));
            let layer = run.layer;
            if self.runs.get(number + 1).is_none_or(|next| next.layer != layer) {
                let layer = &mut self.layers[layer as usize];
                (layer.step, layer.decided) = (step, decided);
                step += 1;
            }
        }
        self.total = step + 2;
        if self.total > MAX_EVENTS {
            return Err(TraceError::TooManyEvents { events: self.total, limit: MAX_EVENTS });
        }
        Ok(self)
    }
}

/// Depths that a cell can hold.
const DEPTHS: usize = Cell::MAX as usize + 1;
/// Layers of wins and losses, then layers of ties.
const KEYS: usize = 2 * DEPTHS;

/// The number of the layer that a value is popped in.
fn key(value: Value) -> Option<usize> {
    let depth = value.depth()?.plies() as usize;
    Some(if value.kind() == Kind::Tie { DEPTHS + depth } else { depth })
}

impl<'t, R: Reversible> Log<'t, R> {
    /// The log of a game and its table, whose index this is.
    pub const fn new(game: &'t R, table: &'t Table, index: &'t Index) -> Self {
        Self { blocks: Blocks { game, table }, index }
    }

    /// The events of a window, which is cut at the end of the log.
    ///
    /// # Complexity
    /// A binary search and up to 64 blocks beside those of the window.
    pub fn events(&self, window: Range<u64>) -> Vec<Event> {
        let index = self.index;
        let mut events = Vec::new();
        for &slot in &index.seeds[within(&window, 0, index.seeds.len())] {
            events.push(self.seed(Slot(slot.into())));
        }
        let first = index.runs.partition_point(|run| run.step <= window.start).saturating_sub(1);
        for run in index.runs[first..].iter().take_while(|run| run.step < window.end) {
            self.push_run(run, &window, &mut events);
        }
        let draws = self.state(index.total).undecided;
        let last = [Event::Rest { draws }, Event::Done];
        events.extend(&last[within(&window, index.total - 2, 2)]);
        events
    }

    fn seed(&self, slot: Slot) -> Event {
        Event::Seed { slot, value: self.blocks.table.value(slot).unwrap_or(Value::Draw) }
    }

    /// Adds those events of a run that are in the window, with the layer that may end behind it.
    fn push_run(&self, run: &Run, window: &Range<u64>, events: &mut Vec<Event>) {
        let index = self.index;
        let mut step = run.step;
        self.blocks.each(index.blocks(run), |popped, touched| {
            if window.contains(&step) {
                events.push(self.event(popped, touched));
            }
            step += 1;
        });
        let layer = &index.layers[run.layer as usize];
        if step == layer.step && window.contains(&step) {
            let queue = layer.decided.total() - u64::from(layer.blocks.end);
            events.push(Event::Layer(Layer { depth: layer.depth, popped: layer.popped, queue }));
        }
    }

    fn event(&self, popped: Popped, touched: Option<Touched>) -> Event {
        let from = popped.slot;
        match touched {
            None => Event::Pop { slot: from, value: popped.value },
            Some(Touched { slot, value, effect: Effect::Mark, .. }) => Event::Mark { slot, from, value },
            Some(Touched { slot, turn, effect: Effect::Relax, .. }) => {
                let (open, of) = self.blocks.open_moves(popped, slot, turn);
                Event::Relax { slot, from, open, of }
            }
        }
    }

    /// The state after the first `step` events; beyond the end of the log, the last one.
    ///
    /// # Complexity
    /// As for [`events`](Self::events); among the seeds, linear in their number.
    pub fn state(&self, step: u64) -> State {
        let index = self.index;
        let mut state = State { step: step.min(index.total), ..State::default() };
        match index.runs[..index.runs.partition_point(|run| run.step < step)].last() {
            Some(run) => {
                (state.depth, state.popped) = (index.layers[run.layer as usize].depth, run.first.into());
                state.decided = run.decided;
                self.advance(run, step - run.step, &mut state);
            }
            None => {
                for &slot in &index.seeds[within(&(0..step), 0, index.seeds.len())] {
                    state.decided.count(self.kind(Slot(slot.into())));
                }
            }
        }
        state.undecided = index.positions - state.decided.total();
        state
    }

    /// Counts the first `events` events of a run.
    fn advance(&self, run: &Run, events: u64, state: &mut State) {
        let mut left = events;
        self.blocks.each(self.index.blocks(run), |_, touched| {
            match touched {
                _ if left == 0 => return,
                None => state.popped += 1,
                Some(Touched { effect: Effect::Mark, value, .. }) => state.decided.count(value.kind()),
                Some(_) => {}
            }
            left -= 1;
        });
    }

    fn kind(&self, slot: Slot) -> Kind {
        self.blocks.table.value(slot).map_or(Kind::Draw, Value::kind)
    }

    /// Who is decided and popped when, on so many threads (0: one a core).
    ///
    /// # Complexity
    /// As for [`Index::new`].
    pub fn tide(&self, threads: usize) -> Tide {
        let index = self.index;
        let mut tide = Tide { marked: index.seeds.clone(), ..Tide::default() };
        tide.marked_at.extend(0..index.seeds.len() as u32);
        let parts = index.each_part(threads, |runs| {
            let mut part = Tide::default();
            for run in runs {
                self.push_tide(run, &mut part);
            }
            part
        });
        for part in &parts {
            tide.marked.extend(&part.marked);
            tide.marked_at.extend(&part.marked_at);
            tide.popped_at.extend(&part.popped_at);
        }
        tide
    }

    fn push_tide(&self, run: &Run, tide: &mut Tide) {
        // A log has at most 2^32 - 1 events.
        let mut step = run.step as u32;
        self.blocks.each(self.index.blocks(run), |_, touched| {
            match touched {
                None => tide.popped_at.push(step),
                Some(Touched { slot, effect: Effect::Mark, .. }) => {
                    tide.marked.push(slot.0 as u32);
                    tide.marked_at.push(step);
                }
                Some(_) => {}
            }
            step += 1;
        });
    }
}

/// When every position is decided and popped: enough to draw all values at any step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tide {
    /// The decided slots, in the order of being decided, the finished ones first.
    pub marked: Vec<u32>,
    /// The step of the event that decides each.
    pub marked_at: Vec<u32>,
    /// The step of every pop, in order.
    pub popped_at: Vec<u32>,
}

/// The part of a window that lies in `count` events from step `first` on, as a range of their numbers.
fn within(window: &Range<u64>, first: u64, count: usize) -> Range<usize> {
    let inside = |step: u64| (step.saturating_sub(first)).min(count as u64) as usize;
    let start = inside(window.start);
    start..inside(window.end).max(start)
}
