//! The rules of a described game. This module interprets a description in a slow and simple way, square by square.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use retrograde::{Ending, Game, NoMove, Side, word};

use crate::description::{Description, Levels, MoveRule, NextPart, SidesTested, Verdict};
use crate::patterns::{Fit, View, contents, side_and_kind};

/// A game whose rules are given by a description.
#[derive(Clone, Debug)]
pub struct BoardGame {
    description: Arc<Description>,
}

/// A position of a described game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardPosition {
    /// The content of each square, then the number of pieces of each kind in each side's hand. The content of an empty
    /// square is 0. The content of a square with a piece is 1 + 2 × kind + side, where the side is 0 or 1.
    pub contents: Box<[u8]>,
    /// The side to move.
    pub turn: Side,
}

/// A move of a described game as a text. The text lists the squares that the move changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove(Arc<str>);

impl fmt::Display for BoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The beginning of a turn: the text of its parts, and the contents after the last of these parts.
#[derive(Clone)]
struct Begun {
    text: String,
    /// The last square in the text.
    last: Option<u8>,
    contents: Box<[u8]>,
    /// The moves of the description that are the parts of the turn.
    moves: MoveSet,
}

/// A set of moves of a description, by their index. A game file has at most 256 moves. If a description that was built
/// in Rust has more moves, the set always contains all moves after the first 256.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveSet([u64; 4]);

impl MoveSet {
    fn insert(&mut self, rule: usize) {
        if let Some(word) = self.0.get_mut(rule / 64) {
            *word |= 1 << (rule % 64);
        }
    }

    /// Adds all moves of another set.
    pub(crate) fn extend(&mut self, more: Self) {
        self.0.iter_mut().zip(more.0).for_each(|(word, more)| *word |= more);
    }

    /// Whether the set has a move.
    pub(crate) fn has(self, rule: usize) -> bool {
        self.0.get(rule / 64).is_none_or(|word| word >> (rule % 64) & 1 == 1)
    }
}

/// The turns of a position that the search has found.
#[derive(Default)]
struct Found {
    turns: Vec<Begun>,
    /// The number of parts of these turns. A part counts once, even if it is the beginning of several turns.
    parts: usize,
}

/// The maximum total number of parts that the turns of a position may have. A position with more parts is a tie by the
/// ending [`TOO_MANY_TURNS`]. Without this limit, a position could have a huge number of turns. For example, a turn may
/// take all pieces of a full board one by one, in any order.
pub(crate) const MOST_PARTS: usize = 4_000;

/// The ending of a position that has too many turns.
const TOO_MANY_TURNS: &str = "too-many-turns";

impl BoardGame {
    /// The game of a description.
    pub const fn new(description: Arc<Description>) -> Self {
        Self { description }
    }

    /// The description.
    pub const fn description(&self) -> &Arc<Description> {
        &self.description
    }

    /// The usual start.
    pub fn start(&self) -> BoardPosition {
        let start = &self.description.start;
        BoardPosition { contents: contents(start), turn: Side::from_parity(start.turn.into()) }
    }

    fn view<'a>(&'a self, contents: &'a [u8], own: Side) -> View<'a> {
        View { description: &self.description, contents, own }
    }

    /// Returns the ending that an ending rule of the description gives for a position. This function ignores the
    /// possible moves.
    fn ended(&self, position: &BoardPosition) -> Option<Ending> {
        self.ending_rule(position).map(|(rule, side)| {
            let rule = &self.description.endings[rule];
            ending(rule.result, side, word(&rule.name))
        })
    }

    /// The index of the ending rule that ends a position, and the side for which the tests of this rule hold.
    pub(crate) fn ending_rule(&self, position: &BoardPosition) -> Option<(usize, Side)> {
        self.description.endings.iter().enumerate().find_map(|(number, rule)| {
            let sides = [position.turn.other(), position.turn];
            let sides = match rule.of {
                SidesTested::Both => &sides[..],
                SidesTested::JustMoved => &sides[..1],
                SidesTested::ToMove => &sides[1..],
            };
            let holds = |&side: &Side| rule.when.iter().all(|test| self.view(&position.contents, side).passes(test));
            sides.iter().copied().find(holds).map(|side| (number, side))
        })
    }

    /// Visits the turns of a position that no ending rule ends. For each turn, `visit` receives the moves of the
    /// description that are parts of the turn, and the position after the turn.
    pub(crate) fn each_turn(&self, position: &BoardPosition, mut visit: impl FnMut(MoveSet, BoardPosition)) {
        for Begun { moves, contents, .. } in self.turns(position).unwrap_or_default() {
            visit(moves, BoardPosition { contents, turn: position.turn.other() });
        }
    }

    /// All turns from a position that no ending rule ends. All these turns belong to the first level that has turns.
    /// The result is `None` if there are too many turns.
    fn turns(&self, position: &BoardPosition) -> Option<Vec<Begun>> {
        let (contents, moves) = (position.contents.clone(), MoveSet::default());
        let begun = Begun { text: String::new(), last: None, contents, moves };
        for level in &self.description.turn {
            let mut found = Found::default();
            for &rule in level {
                self.each_part(&begun, position.turn, rule, None, &mut found);
            }
            if found.parts > MOST_PARTS {
                return None;
            }
            found.turns.retain(|turn| !self.is_attacked(&turn.contents, position.turn));
            if !found.turns.is_empty() {
                return Some(found.turns);
            }
        }
        Some(Vec::new())
    }

    /// Adds all turns that continue `begun` with the move rule `rule`. Returns whether the rule fits.
    fn each_part(&self, begun: &Begun, own: Side, rule: usize, from: Option<u8>, found: &mut Found) -> bool {
        if found.parts > MOST_PARTS {
            return true;
        }
        let (number, rule) = (rule, &self.description.moves[rule]);
        let view = self.view(&begun.contents, own);
        let fits = view.moves(rule, from);
        for fit in &fits {
            found.parts += 1;
            if found.parts > MOST_PARTS {
                break;
            }
            let mut after = self.continued(begun, rule, fit, view);
            after.moves.insert(number);
            let follow = rule.then.as_ref().filter(|then| {
                then.only_if.as_ref().is_none_or(|needed| self.view(&after.contents, own).meets(needed, fit))
            });
            match follow {
                Some(then) => self.follow(after, own, then, fit, found),
                None => found.turns.push(after),
            }
        }
        !fits.is_empty()
    }

    /// Adds all turns that continue `begun` with the next part `then`.
    fn follow(&self, begun: Begun, own: Side, then: &NextPart, fit: &Fit, found: &mut Found) {
        let from = then.from.and_then(|cell| fit.iter().find(|&&(known, _)| known == cell)).map(|&(_, square)| square);
        let follows = self.any_level(&then.levels, &begun, own, from, found);
        if then.is_optional || !follows {
            found.turns.push(begun);
        }
    }

    fn any_level(&self, levels: &Levels, begun: &Begun, own: Side, from: Option<u8>, found: &mut Found) -> bool {
        levels.iter().any(|level| {
            let fitting = level.iter().filter(|&&rule| self.each_part(begun, own, rule, from, found));
            fitting.count() > 0
        })
    }

    fn continued(&self, begun: &Begun, rule: &MoveRule, fit: &Fit, view: View<'_>) -> Begun {
        let contents = view.after(rule, fit);
        let changed = fit.iter().map(|&(_, square)| square);
        let changed: Vec<u8> =
            changed.filter(|&square| contents[usize::from(square)] != view.contents[usize::from(square)]).collect();
        let name = |square: u8| &*self.description.board.squares[usize::from(square)];
        let (Some(&first), Some(&last)) = (changed.first(), changed.last()) else {
            return Begun { text: format!("{}pass", begun.text), contents, ..begun.clone() };
        };
        let mut text = begun.text.clone();
        let own = |square: u8| side_and_kind(view.contents[usize::from(square)]).map(|(side, _)| side == view.own);
        if begun.last != Some(first) {
            let takes = own(first) == Some(false) && !text.is_empty();
            text += if takes { "x" } else { "" };
            text += name(first);
        }
        if last != first {
            text += name(last);
        }
        let promoted = side_and_kind(contents[usize::from(last)]).filter(|_| last != first);
        let before = side_and_kind(view.contents[usize::from(first)]);
        if let Some((_, kind)) =
            promoted.filter(|&(side, kind)| before.is_some_and(|known| known.0 == side && known.1 != kind))
        {
            text.push(self.description.kinds[kind].letter);
        }
        Begun { text, last: Some(last), contents, moves: begun.moves }
    }

    /// Whether the opponent could take a side's royal piece.
    fn is_attacked(&self, contents: &[u8], side: Side) -> bool {
        self.view(contents, side.other()).attacks_royal()
    }

    /// Whether the side that is not to move has a royal piece under attack. No turn leads to such a position.
    pub(crate) fn is_left_attacked(&self, position: &BoardPosition) -> bool {
        self.is_attacked(&position.contents, position.turn.other())
    }
}

const fn ending(result: Verdict, own: Side, rule: &'static str) -> Ending {
    match result {
        Verdict::OwnWins => Ending::won(own, rule),
        Verdict::OwnLoses => Ending::won(own.other(), rule),
        Verdict::Tie => Ending::level(rule),
    }
}

impl Game for BoardGame {
    type Position = BoardPosition;
    type Move = BoardMove;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &BoardPosition) -> Side {
        position.turn
    }

    fn ending(&self, position: &BoardPosition) -> Option<Ending> {
        self.ended(position).or_else(|| {
            let own = position.turn;
            match self.turns(position) {
                None => return Some(Ending::level(TOO_MANY_TURNS)),
                Some(turns) if !turns.is_empty() => return None,
                Some(_) => {}
            }
            Some(if self.is_attacked(&position.contents, own) {
                Ending::won(own.other(), "checkmate")
            } else {
                ending(self.description.no_move, own, NoMove::RULE)
            })
        })
    }

    fn each_move(&self, position: &BoardPosition, mut visit: impl FnMut(BoardMove, BoardPosition)) {
        if self.ended(position).is_some() {
            return;
        }
        let mut seen: BTreeMap<String, Vec<Box<[u8]>>> = BTreeMap::new();
        for Begun { text, contents, .. } in self.turns(position).unwrap_or_default() {
            let same = seen.entry(text.clone()).or_default();
            if same.contains(&contents) {
                continue;
            }
            // Two moves that change the same first and the same last square can differ on other squares, for example in
            // the taken pieces.
            let number = same.len() + 1;
            let shown = if number > 1 { format!("{text}.{number}") } else { text };
            same.push(contents.clone());
            visit(BoardMove(shown.into()), BoardPosition { contents, turn: position.turn.other() });
        }
    }
}
