//! Tests that a game has the same values whether it is solved from its rules alone, with a numbering, or with un-moves.

use retrograde::kernel::solve;
use retrograde::{Linked, Numbered, Options, Slot};
use retrograde_testing::graph::Graph;

/// Solves random graphs in all three ways. For a solve from the rules alone, every node is a start. The slot of each
/// node is then equal to the number of the node, because both are in ascending order.
#[test]
fn a_thousand_random_graphs_have_the_same_values_by_each_way() {
    let options = Options { threads: 1, ..Options::default() };
    for seed in 0..1000 {
        let nodes = 1 + (seed % 60) as u32;
        let graph = Graph::random(seed, nodes);
        let by_unmoves = solve(&graph, &options).unwrap();
        let by_numbers = solve(&Linked::new(&graph, &options).unwrap(), &options).unwrap();
        let explored = Linked::explored(&graph, 0..nodes, &options).unwrap();
        let by_rules = solve(&explored, &options).unwrap();
        assert_eq!(explored.slots(), u64::from(nodes), "seed {seed}");
        for node in 0..nodes {
            let slot = Slot(u64::from(node));
            let value = by_unmoves.value(slot);
            assert_eq!(by_numbers.value(slot), value, "seed {seed}, node {node}");
            assert_eq!(by_rules.value(explored.slot(&node)), value, "seed {seed}, node {node}");
        }
        // The values are also the same if only node 0 is a start. Perhaps only a part of the graph can be reached from
        // it.
        let part = Linked::explored(&graph, [0], &options).unwrap();
        let values = solve(&part, &options).unwrap();
        for (slot, value) in values.values() {
            let node = part.position(slot).unwrap();
            assert_eq!(by_unmoves.value(Slot(u64::from(node))), Some(value), "seed {seed}, node {node}");
        }
    }
}
