//! Compares tables of checkers with few pieces with the results of a small solver. This solver is written by hand and
//! shares no code with the library.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use retrograde::kernel::solve;
use retrograde::table::Table;
use retrograde::{Numbered, Options, Side, Slot, Value};
use retrograde_boards::{BoardPosition, DerivedGame};

use crate::derived::{checkers, derived};

/// The dark squares are numbered row by row. The first side moves towards row 0, and the second side towards row 7.
const SQUARES: usize = 32;

/// The squares of each side's men and kings as bit masks, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    men: [u32; 2],
    kings: [u32; 2],
    turn: usize,
}

/// The next square in a direction, which is a change of row and column.
fn next(square: usize, (rows, columns): (isize, isize)) -> Option<usize> {
    let row = square / 4;
    let column = 2 * (square % 4) + usize::from(row.is_multiple_of(2));
    let (row, column) = (row.checked_add_signed(rows)?, column.checked_add_signed(columns)?);
    (row < 8 && column < 8).then_some(4 * row + column / 2)
}

fn is_in(square: usize, set: u32) -> bool {
    set >> square & 1 == 1
}

impl Board {
    fn of(position: &BoardPosition) -> Self {
        let squares = |content: u8| {
            let contents = position.contents[..SQUARES].iter().enumerate();
            contents.filter(|(_, found)| **found == content).fold(0, |set, (square, _)| set | 1_u32 << square)
        };
        let turn = usize::from(position.turn == Side::Second);
        Self { men: [squares(1), squares(2)], kings: [squares(3), squares(4)], turn }
    }

    fn is_empty(&self, square: usize) -> bool {
        !is_in(square, self.men[0] | self.men[1] | self.kings[0] | self.kings[1])
    }

    fn directions(&self, is_king: bool) -> impl Iterator<Item = (isize, isize)> + use<> {
        let forward = if self.turn == 0 { -1 } else { 1 };
        let all = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)];
        all.into_iter().take(if is_king { 4 } else { 2 })
    }

    /// The board after a piece of the side to move has gone from one square to another. A man becomes a king in the
    /// last row.
    fn with_move(mut self, from: usize, to: usize) -> (Self, bool) {
        let (turn, end) = (self.turn, if self.turn == 0 { 0 } else { 7 });
        let is_man = is_in(from, self.men[turn]);
        self.men[turn] &= !(1 << from);
        self.kings[turn] &= !(1 << from);
        let is_crowned = is_man && to / 4 == end;
        let set = if is_man && !is_crowned { &mut self.men[turn] } else { &mut self.kings[turn] };
        *set |= 1 << to;
        (self, is_crowned)
    }

    /// Adds the boards after all possible continuations of a jump with the piece on a square. Returns whether there is
    /// a continuation.
    fn add_jumps(self, from: usize, found: &mut Vec<Self>) -> bool {
        let opponent = 1 - self.turn;
        let mut can_jump = false;
        for direction in self.directions(is_in(from, self.kings[self.turn])) {
            let Some(over) = next(from, direction) else { continue };
            let Some(to) = next(over, direction).filter(|&to| self.is_empty(to)) else { continue };
            if !is_in(over, self.men[opponent] | self.kings[opponent]) {
                continue;
            }
            can_jump = true;
            let (mut board, is_crowned) = self.with_move(from, to);
            board.men[opponent] &= !(1 << over);
            board.kings[opponent] &= !(1 << over);
            if is_crowned || !board.add_jumps(to, found) {
                found.push(Self { turn: opponent, ..board });
            }
        }
        can_jump
    }

    /// The different boards after one move.
    fn children(self) -> Vec<Self> {
        let own = self.men[self.turn] | self.kings[self.turn];
        let pieces = (0..SQUARES).filter(|&square| is_in(square, own));
        let mut found = Vec::new();
        for from in pieces.clone() {
            self.add_jumps(from, &mut found);
        }
        if found.is_empty() {
            for from in pieces {
                for direction in self.directions(is_in(from, self.kings[self.turn])) {
                    if let Some(to) = next(from, direction).filter(|&to| self.is_empty(to)) {
                        found.push(Self { turn: 1 - self.turn, ..self.with_move(from, to).0 });
                    }
                }
            }
        }
        let mut distinct = Vec::new();
        for child in found {
            if !distinct.contains(&child) {
                distinct.push(child);
            }
        }
        distinct
    }
}

/// The values of the given boards and of all boards that follow. A value is a win or a loss of the side to move, with
/// the number of moves. A board without a value is a draw.
fn solved(boards: impl Iterator<Item = Board>) -> HashMap<Board, (bool, u32)> {
    let (mut parents, mut left): (HashMap<Board, Vec<Board>>, HashMap<Board, usize>) = Default::default();
    let mut waiting: Vec<Board> = boards.collect();
    let mut decided = Vec::new();
    while let Some(board) = waiting.pop() {
        let Entry::Vacant(entry) = left.entry(board) else { continue };
        let children = board.children();
        entry.insert(children.len());
        if children.is_empty() {
            decided.push((board, false));
        }
        for &child in &children {
            parents.entry(child).or_default().push(board);
        }
        waiting.extend(children);
    }
    let mut values: HashMap<Board, (bool, u32)> = decided.iter().map(|&(board, wins)| (board, (wins, 0))).collect();
    for depth in 1.. {
        if decided.is_empty() {
            break;
        }
        let mut later = Vec::new();
        for (child, wins) in decided {
            for &parent in parents.get(&child).into_iter().flatten() {
                let open = left.get_mut(&parent).unwrap();
                *open -= 1;
                if (!wins || *open == 0) && !values.contains_key(&parent) {
                    values.insert(parent, (!wins, depth));
                    later.push((parent, !wins));
                }
            }
        }
        decided = later;
    }
    values
}

fn check(game: &DerivedGame, table: &Table) {
    let positions = (0..game.slots()).filter_map(|slot| Some((Slot(slot), Board::of(&game.position(Slot(slot))?))));
    let values = solved(positions.clone().map(|(_, board)| board));
    let mut counts = [0_u64; 3];
    for (slot, board) in positions {
        let expected = values.get(&board).copied();
        let found = match table.value(slot).unwrap() {
            Value::Win(depth) => Some((true, depth.plies())),
            Value::Loss(depth) => Some((false, depth.plies())),
            Value::Draw => None,
            Value::Tie(_) => panic!("{board:?} is a tie"),
        };
        assert_eq!(found, expected, "{board:?}");
        counts[found.map_or(2, |(wins, _)| usize::from(!wins))] += 1;
    }
    println!("wins, losses and draws in slots: {counts:?}");
    assert!(counts.iter().all(|&count| count > 0));
}

/// Compares the tables of the board with these pieces at the start, and of all boards with fewer pieces.
fn compare(start: &str) {
    let game = derived(&checkers(start));
    let table = solve(&game, &Options::DEFAULT).unwrap();
    check(&game, &table);
}

#[test]
fn two_and_three_pieces_have_the_values_of_another_solver() {
    compare("w3/4/4/4/4/4/4/b3");
    compare("ww2/4/4/4/4/4/4/b3");
}

#[test]
#[ignore = "slow: four pieces instead of three"]
fn four_pieces_have_the_values_of_another_solver() {
    compare("ww2/4/4/4/4/4/4/bb2");
    compare("www1/4/4/4/4/4/4/b3");
}
