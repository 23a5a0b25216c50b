//! A slow reference for the algorithm of [`layers`](super::layers). This code checks the condition of the theorem for
//! every pair of squares. The slow code and the fast code share only the type of the board.

use std::collections::VecDeque;

use retrograde::{BySide, Side};

use super::rules::{A, B};
use super::steps::Steps;
use crate::grid::Grid;
use retrograde::author::{Direction, Square};

/// Returns the winner of the start; `None` if no path connects the homes. [`layers::winner`](super::layers::winner)
/// computes the same result faster.
///
/// # Complexity
/// The algorithm tests one bit for each pair of squares in opposite layers. In the worst known case, the number of
/// pairs is O(n^3) for a board of n x n squares. The memory is two bits for each pair of squares in the widest layers,
/// and 12 bytes per square.
pub fn winner(grid: &Grid, homes: BySide<Square>) -> Option<Side> {
    let layers = Layers::between(grid, homes)?;
    let length = layers.count() - 1;
    let b_wins = length % 2 == 0 && b_meets_a(grid, &layers);
    Some(if b_wins { B } else { A })
}

/// Returns whether `meets` holds for the homes, computed from half way back to the homes.
fn b_meets_a(grid: &Grid, layers: &Layers) -> bool {
    let length = layers.count() - 1;
    let half = length / 2;
    let mut meets = Pairs::identity(layers.layer(half).len());
    for k in (0..half).rev() {
        let a_steps = links(grid, layers.layer(k), layers.layer(k + 1));
        let b_steps = links(grid, layers.layer(length - k), layers.layer(length - k - 1));
        meets = meets_before(&a_steps, &b_steps, &meets);
    }
    meets.contains(0, 0)
}

/// Computes the pairs of squares that meet (see `meets` in [`layers`](super::layers)) before one step of both sides.
/// `next` contains the pairs that meet after this step. `a_steps` contains the possible steps from each square of A's
/// layer, and `b_steps` contains the possible steps from each square of B's layer.
fn meets_before(a_steps: &[Steps], b_steps: &[Steps], next: &Pairs) -> Pairs {
    let mut meets = Pairs::none(b_steps.len(), a_steps.len());
    let mut reached = Vec::new();
    for (b, steps) in b_steps.iter().enumerate() {
        next.union_of(steps, &mut reached);
        for (a, steps) in a_steps.iter().enumerate() {
            if steps.iter().all(|next| has_bit(&reached, next as usize)) {
                meets.insert(b, a);
            }
        }
    }
    meets
}

/// Returns the steps from each square of a layer to the next layer of the same side.
fn links(grid: &Grid, layer: &[Square], next: &[Square]) -> Vec<Steps> {
    layer.iter().map(|&square| Steps::between(grid, square, next)).collect()
}

/// A set of pairs (b, a) of squares, given by their indexes in two layers. The squares a of each b are stored as a bit
/// set.
struct Pairs {
    words_each: usize,
    words: Vec<u64>,
}

impl Pairs {
    fn none(b_count: usize, a_count: usize) -> Self {
        let words_each = a_count.div_ceil(64);
        Self { words_each, words: vec![0; b_count * words_each] }
    }

    fn identity(count: usize) -> Self {
        let mut pairs = Self::none(count, count);
        for square in 0..count {
            pairs.insert(square, square);
        }
        pairs
    }

    fn partners(&self, b: usize) -> &[u64] {
        &self.words[b * self.words_each..][..self.words_each]
    }

    fn insert(&mut self, b: usize, a: usize) {
        self.words[b * self.words_each + a / 64] |= 1 << (a % 64);
    }

    fn contains(&self, b: usize, a: usize) -> bool {
        has_bit(self.partners(b), a)
    }

    /// Sets `union` to the union of the sets of squares a, over all squares b in `steps`.
    fn union_of(&self, steps: &Steps, union: &mut Vec<u64>) {
        union.clear();
        union.resize(self.words_each, 0);
        for b in steps.iter() {
            for (sum, &word) in union.iter_mut().zip(self.partners(b as usize)) {
                *sum |= word;
            }
        }
    }
}

fn has_bit(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

/// The squares on shortest paths between the homes, sorted by their distance from A's home. Squares at one distance
/// form a layer and are in reading order.
struct Layers {
    squares: Vec<Square>,
    /// The start of each layer in `squares`, and the end of the last layer.
    starts: Vec<usize>,
}

impl Layers {
    /// Returns the layers from A's home to B's home; `None` if no path exists. A layer can have more than 2n squares on
    /// a board of n x n squares.
    fn between(grid: &Grid, homes: BySide<Square>) -> Option<Self> {
        let to_b = distances(grid, homes[B]);
        let distance = |square| grid.index(square).and_then(|index| to_b[index]);
        let length = distance(homes[A])?;
        let mut layers = Self { squares: vec![homes[A]], starts: vec![0, 1] };
        for left in (0..length).rev() {
            let last = layers.layer(layers.count() - 1);
            let mut next: Vec<Square> = last
                .iter()
                .flat_map(|&square| neighbours(grid, square))
                .filter(|&square| distance(square) == Some(left))
                .collect();
            next.sort_unstable();
            next.dedup();
            layers.squares.append(&mut next);
            layers.starts.push(layers.squares.len());
        }
        Some(layers)
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn layer(&self, k: usize) -> &[Square] {
        &self.squares[self.starts[k]..self.starts[k + 1]]
    }
}

/// Returns the distance of each square to `home`, indexed by the square; `None` for a square without a path to `home`.
fn distances(grid: &Grid, home: Square) -> Vec<Option<u32>> {
    let mut distances = vec![None; grid.rows() * grid.columns()];
    let mut queue = VecDeque::from([(home, 0)]);
    while let Some((square, distance)) = queue.pop_front() {
        let known = grid.index(square).map(|index| &mut distances[index]);
        if let Some(known @ None) = known {
            *known = Some(distance);
            queue.extend(neighbours(grid, square).map(|next| (next, distance + 1)));
        }
    }
    distances
}

fn neighbours(grid: &Grid, square: Square) -> impl Iterator<Item = Square> + '_ {
    Direction::ALL.into_iter().filter_map(move |direction| grid.neighbour(square, direction))
}
