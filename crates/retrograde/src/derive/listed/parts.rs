//! Converts the lists of a game to edges on several threads.

use std::ops::Range;

use super::lists::{Lists, Node};
use crate::derive::edges::{Bins, Edges, Order, SeedTable, Standing, Unlinked};
use crate::kernel::budget::Budget;
use crate::kernel::solve::{Options, SolveError, share};

/// The minimum number of positions of a part.
const SMALLEST: u32 = 1 << 14;

/// The moves from a range of positions.
struct Part {
    nodes: Range<u32>,
    seeds: SeedTable,
    bins: Bins,
    /// A buffer for the distinct children of one position. This buffer is needed only if moves have texts.
    distinct: Vec<u32>,
}

/// Copies the moves of the lists to edges. The lists use `beside` bytes.
pub(super) fn edges(lists: &Lists, beside: u64, options: &Options<'_>) -> Result<Edges, SolveError> {
    let budget = Budget::new(options);
    budget.keep(beside);
    let mut parts = parts(lists.states.len() as u32, options.workers());
    share(options.workers(), parts.iter_mut().collect(), |part| part.fill(lists, &budget, options))?;
    let (seeds, bins) = parts.into_iter().map(|part| (part.seeds, part.bins)).unzip();
    Unlinked { seeds, bins, done_before: 0 }.link(Order::AsTheyCame, beside, &budget, options)
}

/// Divides the positions into parts of equal size, at most one for each thread.
fn parts(slots: u32, threads: usize) -> Vec<Part> {
    let size = slots.div_ceil(u32::try_from(threads).unwrap_or(u32::MAX)).max(SMALLEST);
    let part = |begin: u32| Part {
        nodes: begin..slots.min(begin.saturating_add(size)),
        seeds: SeedTable::default(),
        bins: Bins::default(),
        distinct: Vec::new(),
    };
    (0..slots).step_by(size as usize).map(part).collect()
}

impl Part {
    fn fill(&mut self, lists: &Lists, budget: &Budget, options: &Options<'_>) -> Result<(), SolveError> {
        self.seeds.reserve(self.nodes.len(), budget)?;
        for node in self.nodes.clone().map(Node) {
            options.heed()?;
            self.add(node, lists, budget)?;
        }
        budget.give_list(&self.distinct);
        self.distinct = Vec::new();
        Ok(())
    }

    fn add(&mut self, node: Node, lists: &Lists, budget: &Budget) -> Result<(), SolveError> {
        let mut children = &lists.children[lists.moves_of(node)];
        // If moves have no texts, the children of a position are already distinct.
        if !lists.actions.is_empty() {
            self.distinct.clear();
            budget.extend(&mut self.distinct, children, node.0.into())?;
            self.distinct.sort_unstable();
            self.distinct.dedup();
            children = &self.distinct;
        }
        let over = lists.ending(node).map(|ending| Standing::Over(ending.outcome));
        self.seeds.push(lists.turn(node), over.unwrap_or(Standing::Open(children.len() as u32)), budget)?;
        children.iter().try_for_each(|&child| self.bins.push(node.0, child, budget))
    }
}
