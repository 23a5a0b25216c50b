//! Computes tiers. From each sector of a tier, play can reach every other sector of the tier.

use std::collections::BTreeSet;

/// For each node of a graph, the least node of its strongly connected component.
pub(super) fn components(edges: &[&BTreeSet<u32>]) -> Vec<u32> {
    let (mut order, mut seen) = (Vec::new(), vec![false; edges.len()]);
    (0..edges.len() as u32)
        .for_each(|node| visit(node, &|node| edges[node as usize].iter().copied().collect(), &mut seen, &mut order));
    let mut back = vec![Vec::new(); edges.len()];
    for (node, next) in (0..).zip(edges) {
        next.iter().for_each(|&to| back[to as usize].push(node));
    }
    let (mut components, mut seen) = (vec![0; edges.len()], vec![false; edges.len()]);
    for &node in order.iter().rev() {
        let mut component = Vec::new();
        visit(node, &|node| back[node as usize].clone(), &mut seen, &mut component);
        let least = component.iter().min().copied().unwrap_or(node);
        for member in component {
            components[member as usize] = least;
        }
    }
    components
}

/// Visits all new nodes that edges reach from `node`, and adds them to `order`. A node comes after all nodes that were
/// found from this node.
fn visit(node: u32, edges: &dyn Fn(u32) -> Vec<u32>, seen: &mut [bool], order: &mut Vec<u32>) {
    if std::mem::replace(&mut seen[node as usize], true) {
        return;
    }
    for next in edges(node) {
        visit(next, edges, seen, order);
    }
    order.push(node);
}
