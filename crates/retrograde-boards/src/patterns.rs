//! Matches patterns square by square. This module finds the squares at which a pattern fits, and computes the position
//! after a move.
//!
//! This module interprets a description in a slow and simple way, one square after the other. This slow module shares
//! only the description with the faster engine.

use retrograde::Side;

use crate::board::squares;
use crate::description::{
    After, Along, ConditionRule, Content, CountTerm, Description, MoveRule, Owner, PatternCell, Relation, Repeat,
    Requirement, Setup, Test,
};
use crate::letters::MOST_HELD;

/// The content of an empty square.
pub(crate) const EMPTY: u8 = 0;

/// The content of a square on which a piece stands.
pub(crate) const fn piece(side: Side, kind: usize) -> u8 {
    1 + 2 * kind as u8 + side.index() as u8
}

/// The side and the kind of the piece in a content; `None` for an empty square.
pub(crate) fn side_and_kind(content: u8) -> Option<(Side, usize)> {
    let piece = content.checked_sub(1)?;
    Some((Side::from_parity(piece.into()), usize::from(piece / 2)))
}

/// The contents of all squares and hands of a start.
pub(crate) fn contents(start: &Setup) -> Box<[u8]> {
    let board = start.squares.iter().map(|piece| piece.map_or(EMPTY, |(side, kind)| 1 + 2 * kind + side));
    board.chain(start.hands.iter().flatten().copied()).collect()
}

/// The contents of all squares and hands, seen by one side.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) description: &'a Description,
    /// The content of each square, then the number of pieces of each kind in the first side's hand and in the second
    /// side's hand.
    pub(crate) contents: &'a [u8],
    /// The side that the rules call *own*.
    pub(crate) own: Side,
}

/// The squares at which a pattern fits, in the order of the path. Each square comes with the index of its cell.
pub(crate) type Fit = Vec<(usize, u8)>;

impl<'a> View<'a> {
    fn owner(self, owner: Owner) -> Side {
        match owner {
            Owner::Own => self.own,
            Owner::Opponent => self.own.other(),
        }
    }

    fn board(self) -> &'a [u8] {
        &self.contents[..self.description.board.squares.len()]
    }

    /// The index in the contents at which the number of a hand's pieces of one kind is stored.
    fn hand(self, owner: Owner, kind: usize) -> usize {
        let hands = self.description.board.squares.len();
        hands + self.owner(owner).index() * self.description.kinds.len() + kind
    }

    fn is(self, square: u8, content: Content) -> bool {
        let found = side_and_kind(self.contents[usize::from(square)]);
        match content {
            Content::Edge => false,
            Content::Anything => true,
            Content::Empty => found.is_none(),
            Content::Occupied => found.is_some(),
            Content::Piece(owner, kind) => {
                found.is_some_and(|(side, known)| side == self.owner(owner) && kind.is_none_or(|kind| kind == known))
            }
        }
    }

    /// Whether a square satisfies a condition.
    fn satisfies(self, square: u8, condition: usize) -> bool {
        match &self.description.conditions[condition].rule {
            ConditionRule::InZone(zone) => {
                self.description.board.zones[*zone].squares[self.own.index()] >> square & 1 > 0
            }
            ConditionRule::InRow(rows) => {
                let Some((side, _)) = side_and_kind(self.contents[usize::from(square)]) else { return false };
                self.full_rows(*rows, side).any(|row| row >> square & 1 > 0)
            }
            ConditionRule::Path { along, cells } => self.any_fit(*along, cells, Some(square), &mut |_| true),
        }
    }

    /// The rows of a family that are full of pieces of a side.
    fn full_rows(self, rows: usize, side: Side) -> impl Iterator<Item = u128> + 'a {
        let board = self.board();
        let has = move |square: u8| side_and_kind(board[usize::from(square)]).is_some_and(|(owner, _)| owner == side);
        self.description.board.rows[rows].rows.iter().copied().filter(move |&row| squares(row).all(has))
    }

    fn matches(self, square: u8, cell: &PatternCell) -> bool {
        self.is(square, cell.before)
            && cell.conditions.iter().all(|&(condition, holds)| self.satisfies(square, condition) == holds)
    }

    /// Whether a requirement for the next part holds after a move.
    pub(crate) fn meets(self, requirement: &Requirement, fit: &Fit) -> bool {
        let square = fit.iter().find(|&&(cell, _)| cell == requirement.cell);
        square.is_some_and(|&(_, square)| self.satisfies(square, requirement.condition) == requirement.holds)
    }

    /// Whether a test holds for the own side.
    pub(crate) fn passes(self, test: &Test) -> bool {
        match test {
            Test::Row(rows) => self.full_rows(*rows, self.own).next().is_some(),
            Test::Reached(kind, zone) => squares(self.description.board.zones[*zone].squares[self.own.index()])
                .any(|square| self.is(square, Content::Piece(Owner::Own, Some(*kind)))),
            Test::Somewhere(cell) => (0..self.board().len() as u8).any(|square| self.matches(square, cell)),
            Test::Count(counts, relation, number) => {
                let sum: u32 = counts.iter().map(|&count| self.count(count)).sum();
                match relation {
                    Relation::Less => sum < *number,
                    Relation::Equal => sum == *number,
                    Relation::More => sum > *number,
                }
            }
        }
    }

    fn count(self, count: CountTerm) -> u32 {
        let on_board = |content| {
            let all = 0..self.board().len() as u8;
            all.filter(|&square| self.is(square, content)).count() as u32
        };
        match count {
            CountTerm::OnBoard(owner, kind) => on_board(Content::Piece(owner, kind)),
            CountTerm::Empty => on_board(Content::Empty),
            CountTerm::InHand(owner, kind) => self.contents[self.hand(owner, kind)].into(),
        }
    }

    /// All fits of a move. There are no fits if a test of the move fails. If `from` is given, the result contains only
    /// the fits whose first square is `from`.
    pub(crate) fn moves(self, rule: &MoveRule, from: Option<u8>) -> Vec<Fit> {
        let mut fits = Vec::new();
        self.any_move(rule, from, &mut |fit| {
            fits.push(fit.clone());
            false
        });
        fits
    }

    /// Whether `is_wanted` returns true for one of the fits that [`moves`](Self::moves) returns.
    pub(crate) fn any_move(self, rule: &MoveRule, from: Option<u8>, is_wanted: &mut dyn FnMut(&Fit) -> bool) -> bool {
        let has_pieces = rule.hands.iter().all(|hand| {
            let held = i16::from(self.contents[self.hand(hand.owner, hand.kind)]);
            (0..=MOST_HELD.into()).contains(&(held + i16::from(hand.change)))
        });
        has_pieces
            && rule.when.iter().all(|test| self.passes(test))
            && self.any_fit(rule.along, &rule.cells, from, &mut |fit| self.may_stand(rule, fit) && is_wanted(fit))
    }

    /// Whether the first part of some turn of the own side could take a royal piece of the opponent.
    pub(crate) fn attacks_royal(self) -> bool {
        let Some(royal) = self.description.royal else { return false };
        let is_royal = |content: u8| side_and_kind(content) == Some((self.own.other(), royal));
        self.description.turn.iter().flatten().map(|&rule| &self.description.moves[rule]).any(|rule| {
            self.any_move(rule, None, &mut |fit| {
                let is_royal_before = |&&(_, square): &&(usize, u8)| is_royal(self.contents[usize::from(square)]);
                let mut royals = fit.iter().filter(is_royal_before).peekable();
                // Most moves do not touch the royal piece. For them, the position after the move is not computed.
                royals.peek().is_some() && {
                    let after = self.after(rule, fit);
                    royals.any(|&(_, square)| !is_royal(after[usize::from(square)]))
                }
            })
        })
    }

    /// Whether all pieces that a move puts on the board may stand on their squares.
    fn may_stand(self, rule: &MoveRule, fit: &Fit) -> bool {
        let after = self.after(rule, fit);
        fit.iter().all(|&(_, square)| {
            let content = after[usize::from(square)];
            let changed = side_and_kind(content).filter(|_| content != self.contents[usize::from(square)]);
            let Some((side, kind)) = changed else { return true };
            let zone = self.description.kinds[kind].zone;
            zone.is_none_or(|zone| self.description.board.zones[zone].squares[side.index()] >> square & 1 > 0)
        })
    }

    /// Whether `is_wanted` returns true for some fit of these cells.
    fn any_fit(
        self,
        along: Along,
        cells: &[PatternCell],
        from: Option<u8>,
        is_wanted: &mut dyn FnMut(&Fit) -> bool,
    ) -> bool {
        let all = self.board().len() as u8;
        let firsts = from.map_or(0..all, |square| square..square + 1);
        // Few squares have the content that the first cell requires. For all others, no path is followed.
        let begins =
            |square: &u8| cells.first().is_none_or(|cell| cell.repeat == Repeat::Any || self.is(*square, cell.before));
        firsts.into_iter().filter(begins).any(|first| match along {
            Along::Anywhere => self.walk(&|_, _| None, cells, first, is_wanted),
            Along::Pair => (0..all)
                .filter(|&second| second != first)
                .any(|second| self.walk(&|before, _| (before == 0).then_some(second), cells, first, is_wanted)),
            Along::Family(family) => {
                let directions = &self.description.board.families[family].directions[self.own.index()];
                directions.iter().any(|direction| {
                    self.walk(&|before, square| direction.next(before, square), cells, first, is_wanted)
                })
            }
        })
    }

    fn walk(
        self,
        next: &dyn Fn(usize, u8) -> Option<u8>,
        cells: &[PatternCell],
        first: u8,
        is_wanted: &mut dyn FnMut(&Fit) -> bool,
    ) -> bool {
        self.extend(next, cells, 0, Some(first), &mut Vec::new(), is_wanted)
    }

    /// Extends a partial fit. `cells[cell]` is the next cell. `square` is the next square of the path, or `None` beyond
    /// the edge. Returns whether `is_wanted` returns true for a complete fit that begins with the partial fit.
    fn extend(
        self,
        next: &dyn Fn(usize, u8) -> Option<u8>,
        cells: &[PatternCell],
        cell: usize,
        square: Option<u8>,
        fit: &mut Fit,
        is_wanted: &mut dyn FnMut(&Fit) -> bool,
    ) -> bool {
        let Some(wanted) = cells.get(cell) else { return is_wanted(fit) };
        if wanted.before == Content::Edge {
            return square.is_none() && is_wanted(fit);
        }
        if wanted.repeat == Repeat::Any && self.extend(next, cells, cell + 1, square, fit, is_wanted) {
            return true;
        }
        let length = fit.len();
        let mut square = square;
        while let Some(here) = square.filter(|&here| self.matches(here, wanted) && !visited(fit, here)) {
            fit.push((cell, here));
            square = next(fit.len() - 1, here);
            if self.extend(next, cells, cell + 1, square, fit, is_wanted) {
                return true;
            }
            if wanted.repeat == Repeat::Once {
                break;
            }
        }
        fit.truncate(length);
        false
    }

    /// The contents after a move.
    pub(crate) fn after(self, rule: &MoveRule, fit: &Fit) -> Box<[u8]> {
        let mut contents: Box<[u8]> = self.contents.into();
        // The content of a square of the path before the move.
        let was = |index: Option<usize>| {
            let square = index.and_then(|index| fit.get(index)).map(|&(_, square)| usize::from(square));
            square.map_or(EMPTY, |square| self.contents[square])
        };
        for (index, &(cell, square)) in fit.iter().enumerate() {
            contents[usize::from(square)] = match rule.cells[cell].after {
                After::Same => was(Some(index)),
                After::Shifted => was(index.checked_sub(1)),
                After::Pulled => was(Some(index + 1)),
                After::Empty => EMPTY,
                After::Piece(owner, kind) => piece(self.owner(owner), kind),
            };
        }
        for hand in &rule.hands {
            let held = &mut contents[self.hand(hand.owner, hand.kind)];
            *held = held.saturating_add_signed(hand.change);
        }
        contents
    }
}

/// Whether a path has visited a square. A path on a closed line can come back to a visited square.
fn visited(fit: &Fit, square: u8) -> bool {
    fit.iter().any(|&(_, known)| known == square)
}
