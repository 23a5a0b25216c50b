//! Solves problem P4658 by its theorem. The theorem says that for an even distance, B wins if B can always reach A's
//! square when both players are half way. The solution is right except for the chosen fault.

use std::collections::VecDeque;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// Assumes that B wins if a condition holds for each square of A. The condition is that from some square of its
    /// layer, B can reach all the meeting squares that A can reach. The condition is necessary, but not sufficient,
    /// because B must also be able to go to this square of its layer.
    Criterion,
    /// Assumes that a layer has at most 2n squares, and reserves no more space. The program crashes if a layer is
    /// larger.
    Overflow,
    /// Assumes that a path has at most 2n squares, and does not clear the lists of later layers before the next board.
    State,
}

pub(crate) fn answer(input: &str, fault: Fault) {
    let mut words = input.split_whitespace();
    let cases: usize = words.next().unwrap().parse().unwrap();
    let mut layers = Layers::default();
    for _ in 0..cases {
        let side: usize = words.next().unwrap().parse().unwrap();
        let squares: Vec<u8> = words.by_ref().take(side).flat_map(str::bytes).collect();
        let board = Board { side, squares };
        println!("{}", if b_wins(&board, &mut layers, fault) { 'B' } else { 'A' });
    }
}

struct Board {
    side: usize,
    squares: Vec<u8>,
}

impl Board {
    fn home(&self, letter: u8) -> usize {
        self.squares.iter().position(|&square| square == letter).unwrap()
    }

    fn neighbours(&self, square: usize) -> impl Iterator<Item = usize> {
        let (side, row, column) = (self.side, square / self.side, square % self.side);
        let up = (row > 0).then(|| square - side);
        let down = (row + 1 < side).then(|| square + side);
        let left = (column > 0).then(|| square - 1);
        let right = (column + 1 < side).then(|| square + 1);
        [up, down, left, right].into_iter().flatten().filter(|&next| self.squares[next] != b'#')
    }

    fn distances(&self, from: usize) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.squares.len()];
        distances[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(square) = queue.pop_front() {
            for next in self.neighbours(square) {
                if distances[next] == usize::MAX {
                    distances[next] = distances[square] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }
}

/// The squares on the shortest paths, by their distance from A.
#[derive(Default)]
struct Layers(Vec<Vec<usize>>);

fn b_wins(board: &Board, layers: &mut Layers, fault: Fault) -> bool {
    let (a, b) = (board.home(b'A'), board.home(b'B'));
    let (from_a, from_b) = (board.distances(a), board.distances(b));
    let length = from_a[b];
    let emptied = if fault == Fault::State { 2 * board.side } else { usize::MAX };
    layers.0.iter_mut().take(emptied).for_each(Vec::clear);
    layers.0.resize(layers.0.len().max(length + 1), Vec::new());
    let place = if fault == Fault::Overflow { 2 * board.side } else { board.squares.len() };
    for square in 0..board.squares.len() {
        if from_a[square] != usize::MAX && from_a[square] + from_b[square] == length {
            let layer = &mut layers.0[from_a[square]];
            assert!(layer.len() < place, "no place in the layer");
            layer.push(square);
        }
    }
    let play = Play { board, layers: &layers.0, length };
    length % 2 == 0 && if fault == Fault::Criterion { play.criterion() } else { play.matching() }
}

struct Play<'p> {
    board: &'p Board,
    layers: &'p [Vec<usize>],
    length: usize,
}

impl Play<'_> {
    /// Returns, for each square of a layer, the indices of its successors in the next layer of the same player.
    fn successors(&self, from: usize, to: usize) -> Vec<Vec<usize>> {
        let mut index = vec![usize::MAX; self.board.squares.len()];
        for (at, &square) in self.layers[to].iter().enumerate() {
            index[square] = at;
        }
        let next = |&square: &usize| self.board.neighbours(square).map(|next| index[next]);
        let next = |square| next(square).filter(|&at| at != usize::MAX).collect();
        self.layers[from].iter().map(next).collect()
    }

    /// Whether B can answer each move of A so that they meet half way. The function computes the answer backwards from
    /// the meeting squares.
    fn matching(&self) -> bool {
        let half = self.length / 2;
        let widest = self.layers.iter().map(Vec::len).max().unwrap_or(0);
        let place = |a: usize, b: usize| a * widest + b;
        let mut good = vec![false; widest * widest];
        for at in 0..self.layers[half].len() {
            good[place(at, at)] = true;
        }
        for step in (0..half).rev() {
            let of_a = self.successors(step, step + 1);
            let of_b = self.successors(self.length - step, self.length - step - 1);
            let mut before = vec![false; good.len()];
            let mut answers = vec![false; good.len()];
            for next in 0..self.layers[step + 1].len() {
                for (b, replies) in of_b.iter().enumerate() {
                    answers[place(next, b)] = replies.iter().any(|&reply| good[place(next, reply)]);
                }
            }
            for (a, moves) in of_a.iter().enumerate() {
                for b in 0..of_b.len() {
                    before[place(a, b)] = moves.iter().all(|&next| answers[place(next, b)]);
                }
            }
            good = before;
        }
        good[0]
    }

    fn criterion(&self) -> bool {
        let half = self.length / 2;
        let unit = |at: usize| (0..self.layers[half].len()).map(|other| other == at).collect();
        let mut of_a: Vec<Vec<bool>> = (0..self.layers[half].len()).map(unit).collect();
        let mut of_b = of_a.clone();
        for step in (0..half).rev() {
            of_a = unions(&of_a, &self.successors(step, step + 1));
            of_b = unions(&of_b, &self.successors(self.length - step, self.length - step - 1));
            let is_within = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| !a || *b);
            if !of_a.iter().all(|a| of_b.iter().any(|b| is_within(a, b))) {
                return false;
            }
        }
        true
    }
}

fn unions(sets: &[Vec<bool>], successors: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let union = |next: &Vec<usize>| {
        (0..sets[0].len()).map(|meeting| next.iter().any(|&at| sets[at][meeting])).collect::<Vec<_>>()
    };
    successors.iter().map(union).collect()
}
