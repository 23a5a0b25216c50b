//! Tests that the kernel computes the same values as the oracle (a simple reference solver) on random graphs with ties,
//! draws, and turns that do not alternate.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::table::Cell;
use retrograde::{
    Depth, Ending, Explored, Game, LineEnd, Linked, Numbered, Options, Reversible, Side, Slot, Solution, SolveError,
    Stage, Unverified, Value,
};
use retrograde_testing::graph::{Graph, NodeNumber};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

#[test]
fn kernel_equals_oracle_on_random_graphs() {
    let mut seen = [0; 4];
    for seed in 0..3000 {
        let graph = Graph::random(seed, 1 + (seed % 60) as u32);
        let table = solve(&graph, &DEFAULT).unwrap();
        let truth = oracle(&graph, 0..graph.slots() as NodeNumber);
        for (slot, value) in table.values() {
            assert_eq!(value, truth[&(slot.0 as NodeNumber)], "seed {seed}, node {slot}");
            seen[value.kind() as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "every class occurs: {seen:?}");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for seed in 0..3 {
        let graph = Graph::random(seed, 150_000);
        let [one, two, seven] = [1, 2, 7].map(|threads| solve(&graph, &Options { threads, ..DEFAULT }).unwrap());
        assert!(one == two && one == seven, "seed {seed}");
    }
}

#[test]
fn three_ways_in_agree_on_what_can_be_reached() {
    for seed in 0..500 {
        let graph = Graph::random(seed, 40);
        let direct = Solution::new(&graph, &DEFAULT).unwrap();
        let linked = Solution::new(Linked::new(&graph, &DEFAULT).unwrap(), &DEFAULT).unwrap();
        let explored = Explored::new(&graph, [0], &DEFAULT).unwrap();
        let explored = Solution::new(Linked::new(explored, &DEFAULT).unwrap(), &DEFAULT).unwrap();
        assert_eq!(direct.table(), linked.table(), "seed {seed}");
        for node in 0..40 {
            let value = explored.value(&node);
            assert!(value.is_none() || value == direct.value(&node), "seed {seed}, node {node}");
        }
        assert!(explored.value(&0).is_some());
    }
}

#[test]
fn lines_are_as_long_as_depths_and_begin_with_the_first_move() {
    for seed in 0..300 {
        let graph = Graph::random(seed, 50);
        let solution = Solution::new(&graph, &DEFAULT).unwrap();
        for node in 0..50 {
            let probe = solution.probe(&node).unwrap();
            let line = solution.line(&node, 10_000).unwrap();
            assert_eq!(line.plies.first(), probe.moves.first(), "seed {seed}, node {node}");
            match probe.value.depth() {
                Some(depth) => {
                    assert_eq!(line.plies.len(), depth.plies() as usize, "seed {seed}, node {node}");
                    assert!(matches!(line.end, LineEnd::Over(_)));
                }
                None => assert!(matches!(line.end, LineEnd::Loop { from } if from < line.plies.len())),
            }
        }
    }
}

#[test]
fn verifier_passes_what_is_right_and_names_what_is_wrong() {
    for seed in 0..60 {
        let graph = Graph::random(seed, 30);
        let mut solution = Solution::new(graph.clone(), &DEFAULT).unwrap();
        assert_eq!(solution.verify(2).unwrap().positions, 30, "seed {seed}");
        for slot in (0..30).map(Slot) {
            let right = solution.table().value(slot).unwrap();
            for wrong in forgeries(right) {
                let mut table = solution.table().clone();
                table.set(slot, Cell::of(wrong).unwrap());
                let forged = Solution::from_table(graph.clone(), table);
                let Err(Unverified::Wrong(violation)) = forged.verify(2) else { panic!("a forged value is found") };
                let of_all = forged.questions().verify_some(100, 2);
                assert_eq!(of_all, Err(Unverified::Wrong(violation.clone())), "seed {seed}: all picked");
                let mut suspects = vec![slot];
                graph.each_predecessor(slot, |parent, _| suspects.push(parent));
                assert!(suspects.contains(&violation.slot), "seed {seed}: forged {slot}, blamed {violation}");
            }
        }
        solution = Solution::from_table(graph, solution.table().clone());
        assert!(solution.verify(1).is_ok());
        let [some, none] = [7, 0].map(|number| solution.questions().verify_some(number, 1).unwrap().positions);
        assert_eq!((some, none), (7, 0), "seed {seed}");
    }
}

fn forgeries(right: Value) -> impl Iterator<Item = Value> {
    let depth = right.depth().unwrap_or_default();
    [Value::Win(depth), Value::Loss(depth), Value::Tie(depth), Value::Draw, right.one_ply_earlier()]
        .into_iter()
        .filter(move |&value| value != right)
}

#[test]
fn depths_find_codes_of_any_width() {
    // Codes of one byte suffice up to about 250 plies. Codes of two bytes suffice up to about 65,530 plies.
    for (nodes, workers) in [100, 250, 251, 252, 253, 254, 255, 256, 257, 300, 65_540]
        .map(|nodes| (nodes, 1..=2))
        .into_iter()
        .chain([20_000, 65_530, 100_000].map(|nodes| (nodes, 1..=1)))
    {
        for threads in workers {
            let table = solve(&Graph::chain(nodes), &Options { threads, ..DEFAULT }).unwrap();
            for (slot, value) in table.values() {
                assert_eq!(value.depth(), Some(Depth::new(slot.0 as u32)), "{nodes} nodes, {threads} threads");
            }
            assert_eq!(table.slots(), u64::from(nodes));
        }
    }
}

#[test]
fn wider_codes_are_refused_beyond_the_memory() {
    let chain = Graph::chain(300_000);
    let narrow = Options { memory: 1_000_000, threads: 1, ..DEFAULT };
    let error = solve(&chain, &narrow).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { slots: 300_000, needed, .. } if needed > 1_000_000), "{error}");
}

#[test]
fn too_large_a_game_is_refused_with_numbers() {
    /// A game with `u64::MAX` slots that counts the calls of `each_move`.
    struct Huge(AtomicU64);
    impl Game for Huge {
        type Position = u64;
        type Move = u64;
        fn turn(&self, _: &u64) -> Side {
            Side::First
        }
        fn ending(&self, _: &u64) -> Option<Ending> {
            None
        }
        fn each_move(&self, p: &u64, mut visit: impl FnMut(u64, u64)) {
            self.0.fetch_add(1, Ordering::Relaxed);
            visit(p + 1, p + 1);
        }
    }
    impl Numbered for Huge {
        fn slots(&self) -> u64 {
            u64::MAX
        }
        fn slot(&self, p: &u64) -> Slot {
            Slot(*p)
        }
        fn position(&self, slot: Slot) -> Option<u64> {
            Some(slot.0)
        }
    }
    impl Reversible for Huge {
        fn each_unmove(&self, p: &u64, visit: impl FnMut(u64)) {
            p.checked_sub(1).into_iter().for_each(visit);
        }
    }
    let huge = Huge(AtomicU64::new(0));
    let error = solve(&huge, &DEFAULT).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { slots: u64::MAX, .. }), "{error}");
    let error = Linked::new(&huge, &DEFAULT).err().unwrap();
    assert!(matches!(error, SolveError::TooLarge { slots: u64::MAX, .. }), "{error}");
    assert_eq!(huge.0.load(Ordering::Relaxed), 0, "refused at once, by the number of slots alone");
    let small = Options { memory: 1 << 20, ..DEFAULT };
    let error = Explored::new(&huge, [0], &small).err().unwrap();
    assert!(matches!(error, SolveError::TooMany { reached: 1.., .. }), "{error}");
    let asked = huge.0.load(Ordering::Relaxed);
    assert!(asked < small.memory, "{asked} positions in {} bytes", small.memory);
}

/// A regression test. In an earlier version, the error reported the number of positions before the last round of the
/// search. But the last round can find nearly all positions.
#[test]
fn a_refused_search_tells_how_many_positions_it_found() {
    /// A game in which the start has this number of moves, each to a different ending.
    struct Star(u64);
    impl Game for Star {
        type Position = u64;
        type Move = u64;
        fn turn(&self, _: &u64) -> Side {
            Side::First
        }
        fn ending(&self, p: &u64) -> Option<Ending> {
            (*p > 0).then(|| Ending::level("end"))
        }
        fn each_move(&self, p: &u64, mut visit: impl FnMut(u64, u64)) {
            let ends = if *p == 0 { self.0 } else { 0 };
            (1..=ends).for_each(|end| visit(end, end));
        }
    }
    const MEMORY: u64 = 1 << 20;
    let options = Options { memory: MEMORY, threads: 1, ..DEFAULT };
    let error = Explored::new(&Star(MEMORY / 8), [0], &options).err().unwrap();
    let SolveError::TooMany { reached, .. } = error else { panic!("{error}") };
    // A position occupies eight bytes and a part of the index. A list that grows occupies at most twice as much.
    assert!((MEMORY / 64..MEMORY / 8).contains(&reached), "{error}");
    // The search succeeds for a game with half as many positions.
    assert!(Explored::new(&Star(reached / 2), [0], &options).is_ok(), "{error}");
}

/// A graph whose method `ending` is slow and counts its calls.
struct Slow(Graph, AtomicU64);

impl Game for Slow {
    type Position = NodeNumber;
    type Move = usize;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.0.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.1.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_micros(500));
        self.0.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.0.each_move(node, visit);
    }
}

impl Numbered for Slow {
    fn slots(&self) -> u64 {
        self.0.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.0.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.0.position(slot)
    }
}

impl Reversible for Slow {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.0.each_unmove(node, visit);
    }
}

#[test]
fn a_solve_can_be_cancelled_and_tells_how_far_it_is() {
    let graph = Slow(Graph::random(7, 20_000), AtomicU64::new(0));
    let cancel = AtomicBool::new(false);
    let reported = AtomicBool::new(false);
    let progress = |progress: retrograde::Progress| {
        assert_eq!(progress.stage, Stage::Seeding);
        assert!(progress.done <= progress.total.unwrap());
        reported.store(true, Ordering::Relaxed);
        cancel.store(true, Ordering::Relaxed);
    };
    let options = Options { progress: Some(&progress), cancel: Some(&cancel), threads: 2, ..DEFAULT };
    assert_eq!(solve(&graph, &options).unwrap_err(), SolveError::Cancelled);
    assert!(reported.load(Ordering::Relaxed));
    let asked = graph.1.load(Ordering::Relaxed);
    assert!(asked < graph.slots(), "all were seeded");
}

/// A graph with faulty un-moves, which the function `F` computes.
struct Faulty<F>(Graph, F);

impl<F: Sync> Game for Faulty<F> {
    type Position = NodeNumber;
    type Move = usize;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.0.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.0.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.0.each_move(node, visit);
    }
}

impl<F: Sync> Numbered for Faulty<F> {
    fn slots(&self) -> u64 {
        self.0.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.0.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.0.position(slot)
    }
}

impl<F: Fn(NodeNumber) -> NodeNumber + Sync> Reversible for Faulty<F> {
    fn each_unmove(&self, node: &NodeNumber, mut visit: impl FnMut(NodeNumber)) {
        visit(self.1(*node));
    }
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        visit(Slot(u64::from(self.1(slot.0 as NodeNumber))), false);
    }
}

#[test]
fn a_game_that_breaks_its_laws_is_an_error_not_a_crash() {
    let chain = || Graph::chain(100_000);
    let beyond = solve(&Faulty(chain(), |_| 1_000_000), &DEFAULT).unwrap_err();
    assert!(matches!(beyond, SolveError::Unsound { .. }), "{beyond}");
    let stuck = Graph::new(vec![Side::First], vec![None], vec![vec![]]);
    let stuck = solve(&stuck, &DEFAULT).unwrap_err();
    assert!(matches!(stuck, SolveError::Unsound { slot: Slot(0), .. }), "{stuck}");
}

#[test]
#[should_panic(expected = "the game's own trouble")]
fn a_panic_in_a_game_reaches_the_caller_and_leaves_nobody_waiting() {
    let game =
        Faulty(Graph::chain(100_000), |node| if node < 50 { node + 1 } else { panic!("the game's own trouble") });
    let _ = solve(&game, &DEFAULT);
}

/// A chain with a faulty numbering. Either node 0 has no slot of its own, or two nodes share one slot.
struct Forgetful(Graph, Numbering, u64);

type Numbering = fn(NodeNumber) -> Option<Slot>;

impl Game for Forgetful {
    type Position = NodeNumber;
    type Move = usize;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.0.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.0.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.0.each_move(node, visit);
    }
}

impl Numbered for Forgetful {
    fn slots(&self) -> u64 {
        self.2
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        (self.1)(*node).unwrap_or(Slot(0))
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        (0..3).find(|&node| (self.1)(node) == Some(slot))
    }
}

impl Reversible for Forgetful {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.0.each_unmove(node, visit);
    }
}

/// The verifier must report a table that does not contain every position.
#[test]
fn verifier_sees_positions_that_the_numbering_lost() {
    let numberings: [(Numbering, u64); 3] = [
        (|node| (node > 0).then_some(Slot(u64::from(node))), 3),
        (|node| node.checked_sub(1).map(|left| Slot(u64::from(left))), 2),
        (|node| Some(Slot(u64::from(node.max(1)))), 3),
    ];
    for (index, (numbering, slots)) in numberings.into_iter().enumerate() {
        let game = Forgetful(Graph::chain(3), numbering, slots);
        // All other positions become draws, so that no value contradicts another.
        let table = retrograde::Table::from_cells(&vec![Cell::of(Value::Draw).unwrap(); slots as usize]);
        let violation = Solution::from_table(game, table).verify(1).expect_err("a position is lost");
        println!("numbering {index}: {violation}");
    }
    let hole = Forgetful(Graph::chain(3), numberings[0].0, 3);
    let error = Linked::new(&hole, &DEFAULT).err().unwrap();
    assert_eq!(error, SolveError::Unnumbered { position: "1".to_owned(), action: "0".to_owned() });
}

/// A chain of nodes in which node 70 has an additional move in some calls of `each_move`.
struct Fickle(AtomicU64, fn(u64) -> bool);

impl Game for Fickle {
    type Position = u64;
    type Move = u64;
    fn turn(&self, _: &u64) -> Side {
        Side::First
    }
    fn ending(&self, p: &u64) -> Option<Ending> {
        (*p == 0).then_some(Ending::won(Side::First, "done"))
    }
    fn each_move(&self, p: &u64, mut visit: impl FnMut(u64, u64)) {
        p.checked_sub(1).into_iter().for_each(|child| visit(child, child));
        if *p == 70 && (self.1)(self.0.fetch_add(1, Ordering::Relaxed)) {
            visit(1000, 1000);
        }
        if *p == 1000 {
            visit(3, 3);
        }
    }
}

impl Numbered for Fickle {
    fn slots(&self) -> u64 {
        2000
    }
    fn slot(&self, p: &u64) -> Slot {
        Slot(*p)
    }
    fn position(&self, slot: Slot) -> Option<u64> {
        Some(slot.0)
    }
}

#[test]
fn a_game_whose_moves_change_is_named_with_position_and_move() {
    let named = SolveError::Changing { position: "70".to_owned(), action: "1000".to_owned() };
    // The additional move is present in every second call, or in three of four calls.
    let times: [fn(u64) -> bool; 3] = [|n| n % 2 == 1, |n| n % 2 == 0, |n| n % 4 != 0];
    for (number, times) in times.into_iter().enumerate() {
        let error = Linked::new(Fickle(AtomicU64::new(0), times), &DEFAULT).err();
        assert_eq!(error.as_ref(), Some(&named), "numbered, {number}");
        let explored = Explored::new(Fickle(AtomicU64::new(0), times), [98], &DEFAULT).unwrap();
        let error = Linked::new(explored, &DEFAULT).err();
        assert_eq!(error.as_ref(), Some(&named), "explored, {number}");
    }
}

#[test]
fn threads_do_not_decide_what_fits() {
    let table = |threads| solve(&Graph::random(3, 200_000), &Options { threads, memory: 16 << 20, ..DEFAULT });
    assert_eq!(table(1).unwrap(), table(100_000).unwrap());
}

#[test]
fn exploring_stays_within_its_memory() {
    let graph = Graph::chain(100_000);
    let options = Options { memory: 1 << 19, ..DEFAULT };
    let error = Explored::new(&graph, [99_999], &options).err().unwrap();
    assert!(matches!(error, SolveError::TooMany { needed, .. } if needed > 1 << 19), "{error}");
    assert!(Explored::new(&graph, [999], &options).is_ok());
}
