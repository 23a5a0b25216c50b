//! Access to any range of an event log, and to the state of the analysis at any step.

use std::ops::Range;

use super::block::{Blocks, Effect, Popped, Touched};
use super::event::{DepthSummary, Event, KeyFrame};
use super::index::{BlockRun, Index};
use crate::ask::questions::Questions;
use crate::rules::game::Slot;
use crate::rules::value::Value;
use crate::table::values::Unreadable;

/// The event log of one table, which computes events on request.
#[derive(Clone, Copy)]
pub struct Log<'t> {
    blocks: Blocks<'t>,
    index: &'t Index,
}

impl<'t> Log<'t> {
    /// Creates the log of a board and its values. `index` must have been made from the same board and values.
    pub const fn new(questions: Questions<'t>, index: &'t Index) -> Self {
        Self { blocks: Blocks(questions), index }
    }

    /// Returns the events of a range of steps, truncated at the end of the log.
    ///
    /// # Complexity
    /// The function makes a binary search, and computes the blocks of the range and up to 64 more blocks.
    pub fn events(self, window: Range<u64>) -> Result<Vec<Event>, Unreadable> {
        let index = self.index;
        let mut events = Vec::new();
        for &slot in &index.seeds[within(&window, 0, index.seeds.len())] {
            let slot = Slot(slot.into());
            events.push(Event::Seed { slot, value: self.value(slot)? });
        }
        let first = index.runs.partition_point(|run| run.step <= window.start).saturating_sub(1);
        for run in index.runs[first..].iter().take_while(|run| run.step < window.end) {
            self.push_run(run, &window, &mut events)?;
        }
        let last = [Event::Rest { draws: index.draws }, Event::Done];
        events.extend(&last[within(&window, index.total - 2, 2)]);
        Ok(events)
    }

    fn value(self, slot: Slot) -> Result<Value, Unreadable> {
        Ok(self.blocks.0.values().value(slot)?.unwrap_or(Value::Draw))
    }

    /// Appends the events of `run` whose steps lie in `window`. The last run of a layer also contains the event that
    /// ends the layer.
    fn push_run(self, run: &BlockRun, window: &Range<u64>, events: &mut Vec<Event>) -> Result<(), Unreadable> {
        let index = self.index;
        let mut step = run.step;
        self.blocks.each(index.blocks(run), |popped, touched| {
            if window.contains(&step) {
                events.push(self.event(popped, touched)?);
            }
            step += 1;
            Ok(())
        })?;
        let layer = &index.layers[run.layer as usize];
        if step == layer.step && window.contains(&step) {
            let queue = layer.decided.total() - u64::from(layer.blocks.end);
            events.push(Event::Layer(DepthSummary { depth: layer.depth, popped: layer.popped, queue }));
        }
        Ok(())
    }

    fn event(self, popped: Popped, touched: Option<Touched>) -> Result<Event, Unreadable> {
        let from = popped.slot;
        Ok(match touched {
            None => Event::Pop { slot: from, value: popped.value },
            Some(Touched { slot, value, effect: Effect::Mark, .. }) => Event::Mark { slot, from, value },
            Some(Touched { slot, turn, effect: Effect::Relax, .. }) => {
                let (open, of) = self.blocks.open_moves(popped, slot, turn)?;
                Event::Relax { slot, from, open, of }
            }
        })
    }

    /// Returns the state of the analysis after the first `step` events. If the log has fewer events, the result is the
    /// last state.
    ///
    /// # Complexity
    /// The cost is that of [`events`](Self::events). But if the step `step` seeds a position, the time is linear in the
    /// number of seeds.
    pub fn state(self, step: u64) -> Result<KeyFrame, Unreadable> {
        let index = self.index;
        let mut state = KeyFrame { step: step.min(index.total), ..KeyFrame::default() };
        match index.runs[..index.runs.partition_point(|run| run.step < step)].last() {
            Some(run) => {
                (state.depth, state.popped) = (index.layers[run.layer as usize].depth, run.first.into());
                state.decided = run.decided;
                self.advance(run, step - run.step, &mut state)?;
            }
            None => {
                for &slot in &index.seeds[within(&(0..step), 0, index.seeds.len())] {
                    state.decided.count(self.value(Slot(slot.into()))?.kind());
                }
            }
        }
        state.undecided = index.positions - state.decided.total();
        Ok(state)
    }

    /// Adds the first `events` events of a run to the counts of `state`.
    fn advance(self, run: &BlockRun, events: u64, state: &mut KeyFrame) -> Result<(), Unreadable> {
        let mut left = events;
        self.blocks.each(self.index.blocks(run), |_, touched| {
            match touched {
                _ if left == 0 => return Ok(()),
                None => state.popped += 1,
                Some(Touched { effect: Effect::Mark, value, .. }) => state.decided.count(value.kind()),
                Some(_) => {}
            }
            left -= 1;
            Ok(())
        })
    }

    /// Returns the steps at which positions are decided and popped. The function uses `threads` threads (0 means one
    /// per core).
    ///
    /// # Complexity
    /// The cost is that of [`Index::new`].
    pub fn timeline(self, threads: usize) -> Result<Timeline, Unreadable> {
        let index = self.index;
        let parts = index.each_part(threads, |runs| {
            let mut part = Timeline::default();
            for run in runs {
                self.push_events(run, &mut part)?;
            }
            Ok(part)
        })?;
        let mut timeline = Timeline {
            marked: Vec::with_capacity(index.decided()),
            marked_at: Vec::with_capacity(index.decided()),
            popped_at: Vec::with_capacity(index.decided()),
        };
        timeline.marked.extend(&index.seeds);
        timeline.marked_at.extend(0..index.seeds.len() as u32);
        // The loop drops each part of the timeline as soon as the part is copied.
        for part in parts {
            timeline.marked.extend(part.marked);
            timeline.marked_at.extend(part.marked_at);
            timeline.popped_at.extend(part.popped_at);
        }
        Ok(timeline)
    }

    fn push_events(self, run: &BlockRun, timeline: &mut Timeline) -> Result<(), Unreadable> {
        // The step fits in 32 bits, because a log has at most 2^32 - 1 events.
        let mut step = run.step as u32;
        self.blocks.each(self.index.blocks(run), |_, touched| {
            match touched {
                None => timeline.popped_at.push(step),
                Some(Touched { slot, effect: Effect::Mark, .. }) => {
                    timeline.marked.push(slot.0 as u32);
                    timeline.marked_at.push(step);
                }
                Some(_) => {}
            }
            step += 1;
            Ok(())
        })
    }
}

/// The timeline. A timeline contains the steps at which each position is decided and popped. With the timeline, a
/// program can draw all values at any step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// The slots of decided positions, in the order in which the positions are decided. Finished positions are first.
    pub marked: Vec<u32>,
    /// For each slot in `marked`, the step of the event that decides the slot.
    pub marked_at: Vec<u32>,
    /// The steps at which the decided positions are popped, in ascending order.
    pub popped_at: Vec<u32>,
}

/// Consider `count` consecutive events, the first of which has the step `first`. Returns the indices of the events
/// whose steps lie in `window`.
fn within(window: &Range<u64>, first: u64, count: usize) -> Range<usize> {
    let inside = |step: u64| (step.saturating_sub(first)).min(count as u64) as usize;
    let start = inside(window.start);
    start..inside(window.end).max(start)
}
