//! Solves problem P9169 by retrograde analysis with two ordered kings. The number of bits of a depth can be chosen.

use std::collections::VecDeque;
use std::fmt::Display;

/// A number of plies, in a type that may be too small for it.
pub(crate) trait Plies: Copy + Display {
    const ZERO: Self;
    fn next(self) -> Self;
}

impl Plies for u8 {
    const ZERO: Self = 0;
    fn next(self) -> Self {
        self.wrapping_add(1)
    }
}

impl Plies for u16 {
    const ZERO: Self = 0;
    fn next(self) -> Self {
        self.wrapping_add(1)
    }
}

pub(crate) fn answer<P: Plies>(input: &str) {
    let mut words = input.split_whitespace();
    let _test = words.next();
    let cases: usize = words.next().unwrap().parse().unwrap();
    for _ in 0..cases {
        let [rows, columns] = [(); 2].map(|()| words.next().unwrap().parse::<usize>().unwrap());
        let squares: Vec<u8> = words.by_ref().take(rows).flat_map(str::bytes).collect();
        let of = |letter| (0..squares.len()).filter(|&at| squares[at] == letter).collect::<Vec<_>>();
        let (kings, pawn) = (of(b'O'), of(b'X')[0]);
        let walls = (0..squares.len()).map(|at| squares[at] == b'#').collect();
        let board = Board { columns, walls };
        let start = State { kings: [kings[0], kings[1]], pawn, red_moves: true };
        println!("{}", board.verdict::<P>(start));
    }
}

struct Board {
    columns: usize,
    walls: Vec<bool>,
}

#[derive(Clone, Copy)]
struct State {
    kings: [usize; 2],
    pawn: usize,
    red_moves: bool,
}

impl Board {
    fn size(&self) -> usize {
        self.walls.len()
    }

    /// Returns the squares that are one step away. `up` and `down` allow vertical steps.
    fn steps(&self, from: usize, up: bool, down: bool) -> impl Iterator<Item = usize> {
        let (columns, column) = (self.columns, from % self.columns);
        let up = (up && from >= columns).then(|| from - columns);
        let down = (down && from + columns < self.size()).then(|| from + columns);
        let left = (column > 0).then(|| from - 1);
        let right = (column + 1 < columns).then(|| from + 1);
        [up, down, left, right].into_iter().flatten().filter(|&to| !self.walls[to])
    }

    fn number(&self, state: State) -> usize {
        let size = self.size();
        ((state.kings[0] * size + state.kings[1]) * size + state.pawn) * 2 + usize::from(state.red_moves)
    }

    fn state(&self, number: usize) -> State {
        let (size, places) = (self.size(), number / 2);
        let kings = [places / size / size, places / size % size];
        State { kings, pawn: places % size, red_moves: number % 2 == 1 }
    }

    fn is_legal(&self, state: State) -> bool {
        let [a, b] = state.kings;
        a != b && ![a, b, state.pawn].iter().any(|&at| self.walls[at])
    }

    fn is_over(&self, state: State) -> bool {
        state.pawn < self.columns || state.kings.contains(&state.pawn)
    }

    /// Whether Red has won a game that is over or in which no move is possible. Except at the goal, the side that moved
    /// last wins.
    fn red_won(&self, state: State) -> bool {
        state.pawn >= self.columns && !state.red_moves
    }

    fn moves(&self, state: State, back: bool) -> Vec<State> {
        if state.red_moves == back {
            let steps = self.steps(state.pawn, !back, back);
            return steps.map(|pawn| State { pawn, red_moves: !state.red_moves, ..state }).collect();
        }
        let king = |which: usize| {
            self.steps(state.kings[which], true, true).map(move |to| {
                let mut kings = state.kings;
                kings[which] = to;
                State { kings, red_moves: !state.red_moves, ..state }
            })
        };
        king(0).chain(king(1)).filter(|next| next.kings[0] != next.kings[1]).collect()
    }

    fn verdict<P: Plies>(&self, start: State) -> String {
        let size = self.size();
        let states = size * size * size * 2;
        let mut open = vec![0_u8; states];
        let mut known: Vec<Option<(bool, P)>> = vec![None; states];
        let mut queue = VecDeque::new();
        for number in 0..states {
            let state = self.state(number);
            if !self.is_legal(state) {
                continue;
            }
            let moves = if self.is_over(state) { 0 } else { self.moves(state, false).len() };
            open[number] = moves as u8;
            if moves == 0 {
                known[number] = Some((self.red_won(state), P::ZERO));
                queue.push_back(number);
            }
        }
        while let Some(number) = queue.pop_front() {
            let (red_wins, plies) = known[number].unwrap();
            for before in self.moves(self.state(number), true) {
                let at = self.number(before);
                if self.is_over(before) || known[at].is_some() {
                    continue;
                }
                open[at] -= 1;
                if before.red_moves == red_wins || open[at] == 0 {
                    known[at] = Some((red_wins, plies.next()));
                    queue.push_back(at);
                }
            }
        }
        match known[self.number(start)] {
            None => "Tie".to_owned(),
            Some((red_wins, plies)) => format!("{} {plies}", if red_wins { "Red" } else { "Black" }),
        }
    }
}
