//! Tests that the event log computed from a table is correct. It must equal the log of a slow, simple simulation with a
//! real queue and real counters.

use retrograde::ask::{Action, Event, Index, Log, MAX_POSITIONS, Slots, SolutionBoard, TraceError};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::table::Cell;
use retrograde::{
    Board, BySide, Ending, Game, Numbered, Options, QuestionError, Questions, Side, Slot, Solution, Table, Value,
};
use retrograde_testing::graph::Graph;
use retrograde_testing::teacher::assert_same;

const OPTIONS: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

#[test]
fn the_log_is_what_a_queue_and_counters_write() {
    let mut seen = [0_u32; 7];
    for seed in 0..1500 {
        // One graph in a hundred is so large that one depth of its log spans many checkpoints of the log's index.
        let nodes = if seed % 100 == 0 { 3000 } else { 1 + (seed % 60) as u32 };
        let graph = Graph::random(seed, nodes);
        let table = solve(&graph, &OPTIONS).unwrap();
        for event in assert_same("random graph", &Slots(&graph), &table, seed) {
            seen[match event {
                Event::Seed { .. } => 0,
                Event::Pop { .. } => 1,
                Event::Relax { .. } => 2,
                Event::Mark { value: Value::Win(_), .. } => 3,
                Event::Mark { value: Value::Loss(_), .. } => 4,
                Event::Mark { .. } => 5,
                _ => 6,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "every event occurs: {seen:?}");
}

#[test]
fn an_answer_is_a_game_with_the_same_values_and_a_log_of_its_own() {
    let mut decided = BySide([0, 0]);
    for seed in 0..1500 {
        let graph = Graph::random(seed, 1 + (seed % 80) as u32);
        let solution = Solution::new(&graph, &OPTIONS).unwrap();
        for root in 0..3.min(graph.slots() as u32) {
            let part = solution.solution_graph(&root).unwrap();
            let board = Slots(&graph);
            let cut = part.board(&board);
            // The oracle (a simple reference solver) finds the same values, although it has only the selected part of
            // the game.
            let truth = oracle(&ByMoves(cut), (0..cut.slots()).map(Slot));
            assert!(
                truth.iter().all(|(&slot, &value)| part.table().value(slot) == Some(value)),
                "seed {seed}, node {root}"
            );
            let values = part.slots().iter().map(|&slot| solution.table().value(slot));
            assert!(values.eq((0..cut.slots()).map(|slot| part.table().value(Slot(slot)))), "seed {seed}");
            assert_same("solution graph", &cut, part.table(), seed);
            assert_one_move_each(&graph, &part, solution.value(&root).unwrap().winner(graph.turn(&root)), seed);
            if let Some(winner) = solution.value(&root).unwrap().winner(graph.turn(&root)) {
                decided[winner] += u32::from(part.slots().len() > 4);
            }
        }
    }
    assert!(decided.0.iter().all(|&count| count > 50), "{decided:?}");
}

/// A solution board (a part of a game that proves one value), presented as a game with forward moves only.
struct ByMoves<'a>(SolutionBoard<'a>);

impl Game for ByMoves<'_> {
    type Position = Slot;
    type Move = Action;
    fn turn(&self, slot: &Slot) -> Side {
        self.0.here(*slot).unwrap().turn
    }
    fn ending(&self, slot: &Slot) -> Option<Ending> {
        self.0.here(*slot).unwrap().ending
    }
    fn each_move(&self, slot: &Slot, mut visit: impl FnMut(Action, Slot)) {
        for step in self.0.steps(*slot) {
            visit(step.action, step.child.unwrap());
        }
    }
}

/// Checks the moves in a solution graph. A position with the winner to move must have one move, and a position with the
/// loser to move must have all its moves.
fn assert_one_move_each(graph: &Graph, part: &retrograde::SolutionGraph, winner: Option<Side>, seed: u64) {
    let Some(winner) = winner else { return };
    let board = Slots(graph);
    let cut = part.board(&board);
    let mut children = Vec::new();
    for (slot, whole) in (0..).map(Slot).zip(part.slots()) {
        cut.children(slot, &mut children);
        children.sort_unstable();
        children.dedup();
        let node = whole.0 as u32;
        let (kept, all) = (children.len() as u32, graph.open_moves(&node));
        let expected = if graph.turn(&node) == winner { all.min(1) } else { all };
        assert_eq!(kept, expected, "seed {seed}, node {node}");
    }
}

/// The log is computed in independent blocks. So it does not depend on the number of threads.
#[test]
fn any_number_of_threads_gives_the_same_log() {
    let graph = Graph::random(5, 60_000);
    let table = solve(&graph, &OPTIONS).unwrap();
    let tides = [1, 2, 7].map(|threads| {
        let board = Slots(&graph);
        let questions = Questions::new(&board, &table);
        let index = Index::new(questions, threads).unwrap();
        (index.total(), Log::new(questions, &index).timeline(threads).unwrap())
    });
    assert!(tides[0] == tides[1] && tides[0] == tides[2]);
}

/// Tests a game that is deeper than any random graph. The log must have one layer for each position.
#[test]
fn a_chain_has_a_layer_for_each_position() {
    let graph = Graph::chain(1000);
    let table = solve(&graph, &OPTIONS).unwrap();
    let events = assert_same("chain", &Slots(&graph), &table, 0);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Layer(_))).count(), 1000);
}

/// If a solution graph has more positions than the limit, the result is an error. So neither the search nor its result
/// grows without bound.
#[test]
fn an_answer_of_too_many_positions_is_refused() {
    let solution = Solution::new(Graph::chain(1000), &OPTIONS).unwrap();
    let positions = solution.solution_graph(&999).unwrap().slots().len();
    assert!(positions > 100, "{positions}");
    assert!(solution.questions().solution_graph_within(Slot(999), positions).is_ok());
    let error = solution.questions().solution_graph_within(Slot(999), positions - 1).unwrap_err();
    assert_eq!(error, TraceError::TooManyPositions { limit: positions as u64 - 1 }.into());
}

/// Decodes the bytes of the state map as the web page does, and compares them with the log at every step.
#[test]
fn the_sea_tells_all_values_at_any_step() {
    for seed in 0..200 {
        let graph = Graph::random(seed, 1 + (seed % 70) as u32);
        let solution = Solution::new(&graph, &OPTIONS).unwrap();
        let questions = solution.questions();
        let whole = questions.trace(1).unwrap();
        let one = questions.trace_of(Slot(0), MAX_POSITIONS, 1).unwrap();
        for (trace, is_whole) in [(&whole, true), (&one, false)] {
            let bytes = questions.state_map(trace, 2).unwrap();
            assert_eq!((&bytes[..4], &bytes[4..8]), (b"RSEA".as_slice(), [2, 0, 0, 0].as_slice()));
            let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
            let (count, marks, total) = (number(8), number(16), number(24));
            assert_eq!(total, trace.total());
            let cells = &bytes[32..];
            let (numbers, slots) = cells[2 * count as usize..].split_at(12 * marks as usize);
            let numbers: Vec<u32> =
                numbers.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
            // Positive floating-point numbers have the same order as their bits.
            let slots: Vec<u64> = slots.chunks(8).map(|eight| u64::from_le_bytes(eight.try_into().unwrap())).collect();
            assert!(slots.is_sorted_by(|a, b| a < b));
            // The index of a slot's cell.
            let cell_of = |slot: Slot| {
                if is_whole {
                    slot.index()
                } else {
                    slots.iter().position(|&known| known == (slot.0 as f64).to_bits()).unwrap()
                }
            };
            assert_eq!((count, slots.len()), if is_whole { (graph.slots(), 0) } else { (count, count as usize) });
            let (order, steps) = numbers.split_at(marks as usize);
            let (decided_at, popped_at) = steps.split_at(marks as usize);
            assert_eq!(popped_at.len(), order.len());
            for step in 0..=total {
                let decided = decided_at.iter().filter(|&&at| u64::from(at) < step).count() as u64;
                let popped = popped_at.iter().filter(|&&at| u64::from(at) < step).count() as u64;
                let state = questions.state(trace, step).unwrap();
                assert_eq!((state.decided.total(), state.popped), (decided, popped), "seed {seed}, step {step}");
            }
            for event in questions.events(trace, 0..total).unwrap() {
                if let Event::Seed { slot, value } | Event::Mark { slot, value, .. } = event {
                    let at = cell_of(slot);
                    let cell = u16::from_le_bytes([cells[2 * at], cells[2 * at + 1]]);
                    assert_eq!(Cell::of(value).unwrap().short(), Some(cell), "seed {seed}");
                    assert!(order.contains(&(at as u32)));
                    assert_eq!(solution.table().value(slot), Some(value));
                }
            }
        }
        assert!(one.total() <= whole.total());
    }
}

#[test]
fn a_game_without_an_end_has_a_log_of_two_events() {
    let graph = Graph::new(vec![Side::First; 2], vec![None; 2], vec![vec![1], vec![0]]);
    let table = solve(&graph, &OPTIONS).unwrap();
    assert_eq!(assert_same("loop", &Slots(&graph), &table, 0), [Event::Rest { draws: 2 }, Event::Done]);
}

#[test]
fn the_log_of_too_large_a_table_is_refused() {
    let graph = Graph::new(vec![Side::First], vec![Some(Ending::level("level"))], vec![vec![]]);
    let slots = retrograde::ask::MAX_SLOTS + 1;
    let draws = vec![Cell::of(Value::Draw).unwrap(); slots as usize];
    let error = Index::new(Questions::new(&Slots(&graph), &Table::from_cells(&draws)), 1).unwrap_err();
    assert!(matches!(error, QuestionError::Trace(TraceError::TooManySlots { .. })), "{error}");
}
