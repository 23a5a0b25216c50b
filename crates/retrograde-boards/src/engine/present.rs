//! The kinds of pieces that play can reach from a position. An engine for fewer kinds is faster, and a description with
//! fewer moves may have more symmetries. For example, chess without pawns has eight symmetries instead of two.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::instances::parts;
use crate::description::{
    After, ConditionRule, Content, CountTerm, Description, Levels, MoveRule, PatternCell, Repeat, Test,
};

/// A description that has only the kinds of pieces that play can reach.
#[derive(Debug)]
pub(super) struct Present {
    /// The description with these kinds. Its moves have the same numbers; an impossible move has no cells.
    pub(super) description: Arc<Description>,
    /// The number that each kind has in the original description, in ascending order.
    kinds: Vec<u8>,
    /// The number of kinds of the original description.
    all: usize,
}

impl Present {
    /// Leaves out the kinds that play cannot reach from a position with these contents.
    pub(super) fn new(description: &Arc<Description>, contents: &[u8]) -> Self {
        let all = description.kinds.len();
        let kinds = reachable(description, contents);
        let reduced = || Arc::new(Reduction { description, kinds: &kinds }.reduced());
        let reduced = if kinds.len() == all { description.clone() } else { reduced() };
        Self { description: reduced, kinds: kinds.into_iter().map(|kind| kind as u8).collect(), all }
    }

    fn is_identity(&self) -> bool {
        self.kinds.len() == self.all
    }

    /// Converts the contents of a position to contents in which kinds have the numbers of the reduced description.
    /// `None` if the position has a piece of another kind.
    pub(super) fn inner(&self, contents: &[u8]) -> Option<Box<[u8]>> {
        if self.is_identity() {
            return Some(contents.into());
        }
        let (board, hands) = contents.split_at(self.description.board.squares.len());
        let place = |kind: usize| self.kinds.iter().position(|known| usize::from(*known) == kind);
        let square = |&content: &u8| {
            let Some(piece) = content.checked_sub(1) else { return Some(0) };
            Some(1 + 2 * place(usize::from(piece / 2))? as u8 + piece % 2)
        };
        let has_others = hands.iter().enumerate().any(|(index, held)| *held > 0 && place(index % self.all).is_none());
        let held =
            (0..2).flat_map(|side| self.kinds.iter().map(move |&kind| hands[side * self.all + usize::from(kind)]));
        let inner = board.iter().map(square).chain(held.map(Some)).collect();
        if has_others { None } else { inner }
    }

    /// The inverse of [`inner`](Self::inner).
    pub(super) fn outer(&self, contents: Box<[u8]>) -> Box<[u8]> {
        if self.is_identity() {
            return contents;
        }
        let (board, hands) = contents.split_at(self.description.board.squares.len());
        let square = |&content: &u8| {
            content.checked_sub(1).map_or(0, |piece| 1 + 2 * self.kinds[usize::from(piece / 2)] + piece % 2)
        };
        let mut outer: Vec<u8> = board.iter().map(square).collect();
        outer.resize(board.len() + 2 * self.all, 0);
        for (side, held) in hands.chunks(self.kinds.len()).enumerate() {
            for (&kind, &held) in self.kinds.iter().zip(held) {
                outer[board.len() + side * self.all + usize::from(kind)] = held;
            }
        }
        outer.into()
    }
}

/// The kinds that play can reach from a position with these contents, and the kinds that conditions and endings name.
fn reachable(description: &Description, contents: &[u8]) -> BTreeSet<usize> {
    let (board, hands) = contents.split_at(description.board.squares.len());
    let on_board = board.iter().filter_map(|content| Some(usize::from(content.checked_sub(1)? / 2)));
    let in_hands = hands.iter().enumerate().filter(|(_, held)| **held > 0);
    let mut kinds: BTreeSet<usize> =
        on_board.chain(in_hands.map(|(index, _)| index % description.kinds.len())).collect();
    kinds.extend(description.royal);
    if kinds.is_empty() {
        // An engine needs a kind, even if the board stays empty.
        kinds.insert(0);
    }
    for condition in &description.conditions {
        if let ConditionRule::Path { cells, .. } = &condition.rule {
            kinds.extend(cells.iter().filter_map(required));
        }
    }
    kinds.extend(description.endings.iter().flat_map(|ending| &ending.when).flat_map(tested));
    loop {
        let known = kinds.len();
        for rule in parts(description) {
            let rule = &description.moves[rule];
            if is_possible(rule, &kinds) {
                kinds.extend(named(rule));
            }
        }
        if kinds.len() == known {
            return kinds;
        }
    }
}

/// Whether the pieces that a move needs are among these kinds.
fn is_possible(rule: &MoveRule, kinds: &BTreeSet<usize>) -> bool {
    let needed = rule.cells.iter().filter(|cell| cell.repeat != Repeat::Any).filter_map(required);
    let held = rule.hands.iter().filter(|hand| hand.change < 0).map(|hand| hand.kind);
    needed.chain(held).all(|kind| kinds.contains(&kind))
}

/// The kind that a cell requires.
fn required(cell: &PatternCell) -> Option<usize> {
    if let Content::Piece(_, kind) = cell.before { kind } else { None }
}

/// The kinds that a move names.
fn named(rule: &MoveRule) -> Vec<usize> {
    let after = |cell: &PatternCell| if let After::Piece(_, kind) = cell.after { Some(kind) } else { None };
    let cells = rule.cells.iter().flat_map(|cell| [required(cell), after(cell)]).flatten();
    cells.chain(rule.hands.iter().map(|hand| hand.kind)).chain(rule.when.iter().flat_map(tested)).collect()
}

/// The kinds that a test names.
fn tested(test: &Test) -> Vec<usize> {
    match test {
        Test::Row(_) => Vec::new(),
        Test::Reached(kind, _) => vec![*kind],
        Test::Somewhere(cell) => required(cell).into_iter().collect(),
        Test::Count(terms, ..) => terms.iter().filter_map(counted).collect(),
    }
}

fn counted(term: &CountTerm) -> Option<usize> {
    match term {
        CountTerm::OnBoard(_, kind) => *kind,
        CountTerm::InHand(_, kind) => Some(*kind),
        CountTerm::Empty => None,
    }
}

/// The reduction of a description to some kinds of pieces.
struct Reduction<'a> {
    description: &'a Description,
    kinds: &'a BTreeSet<usize>,
}

impl Reduction<'_> {
    fn reduced(&self) -> Description {
        let mut reduced = self.description.clone();
        reduced.kinds = self.kinds.iter().map(|&kind| self.description.kinds[kind].clone()).collect();
        reduced.royal = reduced.royal.map(|kind| self.number(kind));
        for condition in &mut reduced.conditions {
            if let ConditionRule::Path { cells, .. } = &mut condition.rule {
                for cell in cells {
                    self.reduce_cell(cell);
                }
            }
        }
        reduced.endings.iter_mut().flat_map(|ending| &mut ending.when).for_each(|test| self.reduce_test(test));
        for rule in &mut reduced.moves {
            self.reduce_move(rule);
        }
        self.reduce_levels(&mut reduced.turn);
        reduced
    }

    /// The number of a kind in the reduced description.
    fn number(&self, kind: usize) -> usize {
        self.kinds.iter().take_while(|known| **known < kind).count()
    }

    fn reduce_move(&self, rule: &mut MoveRule) {
        if !is_possible(rule, self.kinds) {
            *rule = MoveRule { cells: Vec::new(), when: Vec::new(), hands: Vec::new(), then: None, ..rule.clone() };
            return;
        }
        rule.cells.iter_mut().for_each(|cell| self.reduce_cell(cell));
        rule.when.iter_mut().for_each(|test| self.reduce_test(test));
        rule.hands.iter_mut().for_each(|hand| hand.kind = self.number(hand.kind));
        rule.then.iter_mut().for_each(|then| self.reduce_levels(&mut then.levels));
    }

    fn reduce_levels(&self, levels: &mut Levels) {
        for level in levels {
            level.retain(|&rule| is_possible(&self.description.moves[rule], self.kinds));
        }
    }

    fn reduce_cell(&self, cell: &mut PatternCell) {
        if let Content::Piece(_, Some(kind)) = &mut cell.before {
            *kind = self.number(*kind);
        }
        if let After::Piece(_, kind) = &mut cell.after {
            *kind = self.number(*kind);
        }
    }

    fn reduce_test(&self, test: &mut Test) {
        match test {
            Test::Row(_) => {}
            Test::Reached(kind, _) => *kind = self.number(*kind),
            Test::Somewhere(cell) => self.reduce_cell(cell),
            Test::Count(terms, ..) => terms.iter_mut().for_each(|term| match term {
                CountTerm::OnBoard(_, Some(kind)) | CountTerm::InHand(_, kind) => *kind = self.number(*kind),
                CountTerm::OnBoard(_, None) | CountTerm::Empty => {}
            }),
        }
    }
}
