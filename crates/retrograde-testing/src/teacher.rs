//! A simple, slow retrograde analysis that writes an event log. Tests compare this log with the log that the library
//! computes from a table.

use std::collections::BTreeSet;

use retrograde::ask::{DepthSummary, Event, Index, KeyFrame, Log, PositionSummary, Tally};
use retrograde::{Board, Depth, Kind, Questions, Side, Slot, Table, Value};

/// A textbook retrograde analysis that logs all events. The implementation has a queue, and a counter of open moves for
/// each position. The implementation uses only the moves of the game, and no un-moves or tables.
struct Teacher {
    turn: Vec<Side>,
    parents: Vec<BTreeSet<usize>>,
    degree: Vec<u32>,
    open: Vec<u32>,
    value: Vec<Option<Value>>,
    is_hole: Vec<bool>,
    /// The decided positions of the next depth, which have not left the queue yet.
    next: BTreeSet<usize>,
    events: Vec<Event>,
    states: Vec<KeyFrame>,
}

impl Teacher {
    fn new(board: &dyn Board) -> Self {
        let slots = board.slots() as usize;
        let mut teacher = Self {
            turn: vec![Side::First; slots],
            parents: vec![BTreeSet::new(); slots],
            degree: vec![0; slots],
            open: vec![0; slots],
            value: vec![None; slots],
            is_hole: vec![false; slots],
            next: BTreeSet::new(),
            events: Vec::new(),
            states: vec![KeyFrame::default()],
        };
        let mut children = Vec::new();
        for slot in 0..slots {
            let Some(turn) = board.children(Slot(slot as u64), &mut children) else {
                teacher.is_hole[slot] = true;
                continue;
            };
            teacher.turn[slot] = turn;
            for child in &children {
                if teacher.parents[child.slot.index()].insert(slot) {
                    teacher.degree[slot] += 1;
                }
            }
        }
        teacher.open.clone_from(&teacher.degree);
        teacher.states[0].undecided = teacher.is_hole.iter().filter(|&&hole| !hole).count() as u64;
        teacher
    }

    fn write(&mut self, event: Event) {
        let mut state = *self.states.last().unwrap();
        state.step += 1;
        if let Event::Pop { value, .. } = event {
            state.popped += 1;
            state.depth = value.depth().unwrap();
        }
        if let Event::Seed { value, .. } | Event::Mark { value, .. } = event {
            state.undecided -= 1;
            match value.kind() {
                Kind::Win => state.decided.win += 1,
                Kind::Loss => state.decided.loss += 1,
                Kind::Tie => state.decided.tie += 1,
                Kind::Draw => panic!("draws are never decided"),
            }
        }
        self.events.push(event);
        self.states.push(state);
    }

    fn mark(&mut self, slot: usize, from: usize, value: Value) {
        self.value[slot] = Some(value);
        self.next.insert(slot);
        self.write(Event::Mark { slot: Slot(slot as u64), from: Slot(from as u64), value });
    }

    fn teach(board: &dyn Board) -> Self {
        let mut teacher = Self::new(board);
        for slot in 0..board.slots() {
            let Some(PositionSummary { turn, ending: Some(ending) }) = board.here(Slot(slot)) else { continue };
            let value = ending.value_for(turn);
            teacher.value[slot as usize] = Some(value);
            teacher.write(Event::Seed { slot: Slot(slot), value });
        }
        for ties in [false, true] {
            let is_first = |value: &Option<Value>| value.is_some_and(|value| (value.kind() == Kind::Tie) == ties);
            teacher.next = (0..teacher.value.len()).filter(|&slot| is_first(&teacher.value[slot])).collect();
            for depth in 0.. {
                let queue = std::mem::take(&mut teacher.next);
                if queue.is_empty() {
                    break;
                }
                teacher.empty(&queue, Depth::new(depth));
            }
        }
        let draws = teacher.states.last().unwrap().undecided;
        teacher.write(Event::Rest { draws });
        teacher.write(Event::Done);
        teacher
    }

    fn empty(&mut self, queue: &BTreeSet<usize>, depth: Depth) {
        let mut popped = Tally::default();
        for &slot in queue {
            let value = self.value[slot].unwrap();
            assert_eq!(value.depth(), Some(depth));
            self.write(Event::Pop { slot: Slot(slot as u64), value });
            match value.kind() {
                Kind::Win => popped.win += 1,
                Kind::Loss => popped.loss += 1,
                _ => popped.tie += 1,
            }
            for parent in self.parents[slot].clone() {
                if self.value[parent].is_none() {
                    self.touch(parent, slot, value, depth.plus(1));
                }
            }
        }
        let queue = self.states.last().unwrap().queue();
        self.write(Event::Layer(DepthSummary { depth, popped, queue }));
    }

    fn touch(&mut self, parent: usize, slot: usize, value: Value, next: Depth) {
        match value.winner(self.turn[slot]) {
            None => self.mark(parent, slot, Value::Tie(next)),
            Some(winner) if winner == self.turn[parent] => self.mark(parent, slot, Value::Win(next)),
            Some(_) => {
                self.open[parent] -= 1;
                if self.open[parent] == 0 {
                    self.mark(parent, slot, Value::Loss(next));
                } else {
                    let (open, of) = (self.open[parent], self.degree[parent]);
                    self.write(Event::Relax { slot: Slot(parent as u64), from: Slot(slot as u64), open, of });
                }
            }
        }
    }
}

/// Checks that the event log computed from `table` has the same events, states and timeline as the textbook
/// implementation. Returns the events.
pub fn assert_same(what: &str, board: &dyn Board, table: &Table, seed: u64) -> Vec<Event> {
    let teacher = Teacher::teach(board);
    let questions = Questions::new(board, table);
    let index = Index::new(questions, 2).unwrap();
    let log = Log::new(questions, &index);
    let total = index.total();
    let events = log.events(0..u64::MAX).unwrap();
    for (step, (found, expected)) in events.iter().zip(&teacher.events).enumerate() {
        assert_eq!(found, expected, "{what}, seed {seed}, step {step}");
    }
    assert_eq!((events.len(), total as usize), (teacher.events.len(), teacher.events.len()), "{what}, seed {seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    let every = (total / 200).max(1) as usize;
    for step in (0..=total).step_by(every) {
        assert_eq!(log.state(step).unwrap(), teacher.states[step as usize], "{what}, seed {seed}, step {step}");
        let end = step + rng.u64(0..20);
        let slice = &teacher.events[step as usize..end.min(total) as usize];
        assert_eq!(log.events(step..end).unwrap(), slice, "{what}, seed {seed}, window {step}..{end}");
    }
    assert_eq!(log.state(u64::MAX).unwrap(), teacher.states[total as usize]);
    assert_eq!(log.events(total..total + 5).unwrap(), []);
    assert_timeline(log, &teacher.events);
    events
}

fn assert_timeline(log: Log<'_>, events: &[Event]) {
    let timeline = log.timeline(2).unwrap();
    let steps = || events.iter().zip(0_u32..);
    let marks = steps().filter_map(|(event, step)| match *event {
        Event::Seed { slot, .. } | Event::Mark { slot, .. } => Some((slot.0 as u32, step)),
        _ => None,
    });
    assert!(marks.eq(timeline.marked.iter().copied().zip(timeline.marked_at.iter().copied())));
    let pops = steps().filter(|(event, _)| matches!(event, Event::Pop { .. })).map(|(_, step)| step);
    assert!(pops.eq(timeline.popped_at.iter().copied()));
}
