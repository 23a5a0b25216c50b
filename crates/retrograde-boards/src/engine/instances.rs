//! The instances of a description's moves: each pattern at each place, with the contents that it needs and changes.
//!
//! An instance is a move in both directions: it tests contents before and after, and the difference between them is the
//! same exclusive-or. Contents are those seen by the mover: component `k` is the set of own pieces of kind `k`, and
//! component `K + k` that of the opponent's, for `K` kinds.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::bits::Set;
use super::symmetry::Fact;
use crate::description::{
    After, Along, Condition, ConditionRule, Content, CountTerm, Description, MoveRule, Owner, PatternCell, Repeat,
    Test, Verdict,
};

/// A set of squares that a test looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    /// The squares of a component.
    Component(u8),
    Empty,
    Occupied,
    Own,
    Opponent,
}

/// One move at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    /// The index of the rule in the description.
    pub(super) rule: usize,
    /// The contents that must be seen before the move.
    pub(super) before: Vec<(Sight, Set)>,
    /// The contents that must be seen after the move.
    pub(super) after: Vec<(Sight, Set)>,
    /// The difference of each component that changes.
    pub(super) flips: Vec<(u8, Set)>,
    /// The change of the number of pieces of each component.
    pub(super) change: Vec<i8>,
}

/// A cell of a pattern at a square.
#[derive(Clone, Debug)]
struct Placed {
    square: u8,
    before: Content,
    after: After,
    /// Whether the square belongs to the pattern's path; otherwise a condition looks at it.
    is_on_path: bool,
}

/// The reason why a description needs the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engine does not derive this game: {0}")]
pub struct Unsupported(pub(super) &'static str);

/// An instance, with codes of the contents of its squares before and after.
type Coded = (Instance, Vec<[u8; 2]>);

/// Numbers for what a symmetry must keep of a move: its rule, and the contents of its squares before and after.
#[derive(Debug, Default)]
pub(super) struct Labels(BTreeMap<(usize, Vec<[u8; 2]>), u32>);

impl Labels {
    fn of(&mut self, rule: usize, contents: Vec<[u8; 2]>) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry((rule, contents)).or_insert(next)
    }
}

/// The moves of a side.
#[derive(Debug)]
pub(super) struct SideMoves {
    pub(super) instances: Vec<Instance>,
    /// The facts that a symmetry must keep.
    pub(super) facts: Vec<Fact>,
    fits: Fits,
}

/// The numbers of places of all patterns: by the first piece of a known kind that a place needs (its component and its
/// square), and of the places that need no such piece.
#[derive(Debug, Default)]
struct Fits {
    by_piece: BTreeMap<(u8, u8), u64>,
    others: u64,
}

impl Fits {
    fn add(&mut self, placed: &[Placed], kinds: usize) {
        let piece = placed.iter().find_map(|cell| match cell.before {
            Content::Piece(owner, Some(kind)) => Some((component(owner, kind, kinds), cell.square)),
            _ => None,
        });
        *piece.map_or(&mut self.others, |piece| self.by_piece.entry(piece).or_default()) += 1;
    }
}

impl SideMoves {
    /// At least the number of moves of any position with these numbers of pieces of each component.
    pub(super) fn most_moves(&self, pieces: &[u8]) -> u64 {
        let most = |component: u8| {
            let all = self.fits.by_piece.range((component, 0)..=(component, u8::MAX));
            all.map(|(_, fits)| *fits).max().unwrap_or(0)
        };
        let by_piece = pieces.iter().zip(0..).map(|(&pieces, component)| u64::from(pieces) * most(component));
        self.fits.others + by_piece.sum::<u64>()
    }
}

/// All moves of a side (0 or 1). `width` is the number of components of a side, at least the number of kinds.
pub(super) fn instances(
    description: &Description,
    side: usize,
    width: usize,
    labels: &mut Labels,
) -> Result<SideMoves, Unsupported> {
    let reader = Expansion { description, side, width };
    let (mut all, mut facts, mut fits) = (BTreeSet::new(), BTreeSet::new(), Fits::default());
    for &rule in description.turn.iter().flatten() {
        for placed in reader.placed(&description.moves[rule])? {
            fits.add(&placed, width);
            let squares: Vec<u8> = placed.iter().map(|cell| cell.square).collect();
            for (instance, contents) in reader.concrete(rule, &placed)? {
                facts.insert((labels.of(rule, contents), squares.clone()));
                all.insert(instance);
            }
        }
    }
    Ok(SideMoves { instances: all.into_iter().collect(), facts: facts.into_iter().collect(), fits })
}

struct Expansion<'a> {
    description: &'a Description,
    side: usize,
    width: usize,
}

impl Expansion<'_> {
    /// All places of a pattern, with the cells of its conditions.
    fn placed(&self, rule: &MoveRule) -> Result<Vec<Vec<Placed>>, Unsupported> {
        let squares = self.description.board.squares.len() as u8;
        let mut all = Vec::new();
        for first in 0..squares {
            match rule.along {
                Along::Anywhere => self.walk(&|_, _| None, &rule.cells, first, &mut all)?,
                Along::Pair => {
                    for second in (0..squares).filter(|second| *second != first) {
                        let next = |before, _| (before == 0).then_some(second);
                        self.walk(&next, &rule.cells, first, &mut all)?;
                    }
                }
                Along::Family(family) => {
                    for direction in &self.description.board.families[family].directions[self.side] {
                        let next = |before, square| direction.next(before, square);
                        self.walk(&next, &rule.cells, first, &mut all)?;
                    }
                }
            }
        }
        Ok(all)
    }

    fn walk(
        &self,
        next: &dyn Fn(usize, u8) -> Option<u8>,
        cells: &[PatternCell],
        first: u8,
        all: &mut Vec<Vec<Placed>>,
    ) -> Result<(), Unsupported> {
        let mut path = vec![first];
        while let Some(square) = next(path.len() - 1, path[path.len() - 1]).filter(|square| !path.contains(square)) {
            path.push(square);
        }
        let is_closed = next(path.len() - 1, path[path.len() - 1]).is_some();
        self.extend(cells, &path, is_closed, &mut Vec::new(), all)
    }

    fn extend(
        &self,
        cells: &[PatternCell],
        path: &[u8],
        is_closed: bool,
        placed: &mut Vec<Placed>,
        all: &mut Vec<Vec<Placed>>,
    ) -> Result<(), Unsupported> {
        if all.len() > MOST_INSTANCES {
            return Err(Unsupported("the moves have too many instances"));
        }
        let Some((cell, rest)) = cells.split_first() else {
            all.push(placed.clone());
            return Ok(());
        };
        if cell.before == Content::Edge {
            if path.is_empty() && !is_closed {
                all.push(placed.clone());
            }
            return Ok(());
        }
        let length = placed.len();
        if cell.repeat == Repeat::Any {
            self.extend(rest, path, is_closed, placed, all)?;
        }
        for (index, &square) in path.iter().enumerate() {
            if index > 0 && cell.repeat == Repeat::Once {
                break;
            }
            let Some(more) = self.required(square, cell)? else { break };
            placed.push(Placed { square, before: cell.before, after: cell.after, is_on_path: true });
            placed.extend(more);
            self.extend(rest, &path[index + 1..], is_closed, placed, all)?;
        }
        placed.truncate(length);
        Ok(())
    }

    /// The cells that the conditions of a cell add; `None` if a condition never holds at this square.
    fn required(&self, square: u8, cell: &PatternCell) -> Result<Option<Vec<Placed>>, Unsupported> {
        let mut more = Vec::new();
        for &(condition, holds) in &cell.conditions {
            let Condition { rule, .. } = &self.description.conditions[condition];
            match rule {
                ConditionRule::InZone(zone) => {
                    let is_in = self.description.board.zones[*zone].squares[self.side] >> square & 1 > 0;
                    if is_in != holds {
                        return Ok(None);
                    }
                }
                ConditionRule::Path { along: Along::Family(family), cells } if holds => {
                    let mut found = Vec::new();
                    for direction in &self.description.board.families[*family].directions[self.side] {
                        self.walk(&|before, square| direction.next(before, square), cells, square, &mut found)?;
                    }
                    match found.as_slice() {
                        [] => return Ok(None),
                        [one] => more.extend(one.iter().filter(|cell| cell.square != square).cloned()),
                        _ => return Err(Unsupported("a condition holds by several paths")),
                    }
                }
                _ => return Err(Unsupported("a condition depends on other pieces")),
            }
        }
        for placed in &mut more {
            (placed.after, placed.is_on_path) = (After::Same, false);
        }
        Ok(Some(more))
    }

    /// The instances of a pattern at a place: one for each choice of the contents that it replaces, with the contents of
    /// its squares before and after.
    fn concrete(&self, rule: usize, placed: &[Placed]) -> Result<Vec<Coded>, Unsupported> {
        let kinds = self.width;
        let change = vec![0; 2 * kinds];
        let blank = Instance { rule, before: Vec::new(), after: Vec::new(), flips: Vec::new(), change };
        let mut all = vec![(blank, Vec::new())];
        for (index, cell) in placed.iter().enumerate() {
            let bit = 1 << cell.square;
            if cell.after == After::Same {
                let sight = sight(cell.before, kinds);
                for (instance, contents) in &mut all {
                    instance.before.extend(sight.map(|sight| (sight, bit)));
                    instance.after.extend(sight.map(|sight| (sight, bit)));
                    contents.push([sight.map_or(ANY, Sight::code); 2]);
                }
                continue;
            }
            let after = self.content_after(placed, index)?;
            let may_stand = self.may_stand(after, cell.square);
            let mut choices = contents(cell.before, kinds);
            choices.retain(|before| may_stand || *before == after);
            let with = |(instance, contents): &Coded, before: Option<u8>| {
                let seen = |content: Option<u8>| content.map_or(Sight::Empty, Sight::Component);
                let mut contents = contents.clone();
                contents.push([before, after].map(|content| seen(content).code()));
                (instance.with((seen(before), before), (seen(after), after), bit), contents)
            };
            all = all.iter().flat_map(|one| choices.iter().map(|before| with(one, *before))).collect();
        }
        for (instance, _) in &mut all {
            instance.tidy();
        }
        Ok(all)
    }

    /// The content of a changed cell after the move, as a component.
    fn content_after(&self, placed: &[Placed], index: usize) -> Result<Option<u8>, Unsupported> {
        let kinds = self.width;
        let definite = |cell: Option<&Placed>| match cell.map_or(Content::Empty, |cell| cell.before) {
            Content::Empty => Ok(None),
            Content::Piece(owner, Some(kind)) => Ok(Some(component(owner, kind, kinds))),
            _ => Err(Unsupported("a piece of any kind moves along a path")),
        };
        match placed[index].after {
            After::Same => definite(placed.get(index)),
            After::Empty => Ok(None),
            After::Piece(owner, kind) => Ok(Some(component(owner, kind, kinds))),
            After::Shifted => definite(placed[..index].iter().rfind(|cell| cell.is_on_path)),
            After::Pulled => definite(placed[index + 1..].iter().find(|cell| cell.is_on_path)),
        }
    }

    fn may_stand(&self, content: Option<u8>, square: u8) -> bool {
        let Some(component) = content else { return true };
        let kinds = self.width;
        let (is_opponent, kind) = (usize::from(component) / kinds, usize::from(component) % kinds);
        let Some(zone) = self.description.kinds[kind].zone else { return true };
        self.description.board.zones[zone].squares[self.side ^ is_opponent] >> square & 1 > 0
    }
}

/// The maximum number of instances of a description.
const MOST_INSTANCES: usize = 1 << 18;

/// The component of an owner's pieces of a kind.
pub(super) const fn component(owner: Owner, kind: usize, kinds: usize) -> u8 {
    match owner {
        Owner::Own => kind as u8,
        Owner::Opponent => (kinds + kind) as u8,
    }
}

/// What a test for a content looks at; `None` if any content passes.
fn sight(content: Content, kinds: usize) -> Option<Sight> {
    match content {
        Content::Edge | Content::Anything => None,
        Content::Empty => Some(Sight::Empty),
        Content::Occupied => Some(Sight::Occupied),
        Content::Piece(Owner::Own, None) => Some(Sight::Own),
        Content::Piece(Owner::Opponent, None) => Some(Sight::Opponent),
        Content::Piece(owner, Some(kind)) => Some(Sight::Component(component(owner, kind, kinds))),
    }
}

/// All contents that a required content allows, as components.
fn contents(content: Content, kinds: usize) -> Vec<Option<u8>> {
    let all = |from: usize, to: usize| (from..to).map(|component| Some(component as u8));
    match content {
        Content::Edge => Vec::new(),
        Content::Empty => vec![None],
        Content::Anything => std::iter::once(None).chain(all(0, 2 * kinds)).collect(),
        Content::Occupied => all(0, 2 * kinds).collect(),
        Content::Piece(Owner::Own, None) => all(0, kinds).collect(),
        Content::Piece(Owner::Opponent, None) => all(kinds, 2 * kinds).collect(),
        Content::Piece(owner, Some(kind)) => vec![Some(component(owner, kind, kinds))],
    }
}

/// The code of a square whose content does not matter.
const ANY: u8 = u8::MAX;

impl Sight {
    /// The component, if the test looks at one.
    pub(super) const fn component(self) -> Option<u8> {
        match self {
            Self::Component(component) => Some(component),
            _ => None,
        }
    }

    /// A number for each variant; components have the lowest numbers.
    const fn code(self) -> u8 {
        match self {
            Self::Component(component) => component,
            Self::Empty => ANY - 1,
            Self::Occupied => ANY - 2,
            Self::Own => ANY - 3,
            Self::Opponent => ANY - 4,
        }
    }
}

impl Instance {
    /// The instance with another square, whose content before and after it is given as a sight and as a component.
    fn with(&self, before: (Sight, Option<u8>), after: (Sight, Option<u8>), bit: Set) -> Self {
        let mut instance = self.clone();
        instance.before.push((before.0, bit));
        instance.after.push((after.0, bit));
        for (content, change) in [(before.1, -1), (after.1, 1)] {
            if let Some(component) = content.filter(|_| before != after) {
                instance.flips.push((component, bit));
                instance.change[usize::from(component)] += change;
            }
        }
        instance
    }

    /// Merges tests and differences of the same kind, in ascending order.
    fn tidy(&mut self) {
        self.before = merged(std::mem::take(&mut self.before), |one, other| one | other);
        self.after = merged(std::mem::take(&mut self.after), |one, other| one | other);
        self.flips = merged(std::mem::take(&mut self.flips), |one, other| one ^ other);
        self.flips.retain(|flip| flip.1 != 0);
    }
}

fn merged<T: Ord + Copy>(mut all: Vec<(T, Set)>, join: impl Fn(Set, Set) -> Set) -> Vec<(T, Set)> {
    all.sort_unstable();
    let groups = all.chunk_by(|one, other| one.0 == other.0);
    groups.map(|group| (group[0].0, group.iter().fold(0, |set, part| join(set, part.1)))).collect()
}

/// Whether the engine can play a description's rules for turns.
pub(super) fn supported(description: &Description) -> Result<(), Unsupported> {
    let is_count = |test: &Test| matches!(test, Test::Count(counts, ..) if !counts.contains(&CountTerm::Empty));
    let endings = || description.endings.iter().flat_map(|rule| &rule.when);
    let moves = || description.turn.iter().flatten().map(|&rule| &description.moves[rule]);
    let reasons = [
        (description.board.squares.len() > 64, "the board has more than 64 squares"),
        (description.turn.len() > 1, "some moves are obligations"),
        (description.royal.is_some(), "a piece is royal"),
        (description.no_move == Verdict::OwnWins, "a side without a move wins"),
        (moves().any(|rule| rule.then.is_some()), "a move has several parts"),
        (!moves().flat_map(|rule| &rule.when).all(is_count), "a test of a move looks at squares"),
        (endings().any(|test| matches!(test, Test::Somewhere(_))), "an ending looks at conditions of squares"),
        (description.board.rows.len() > 8, "there are more than eight families of rows"),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, reason)| Err(Unsupported(reason)))
}
