//! The instances of a description's moves: each pattern at each place, with the contents that it needs and changes.
//!
//! An instance is a move in both directions: it tests contents before and after, and the difference between them is the
//! same exclusive-or. Contents are those seen by the mover: component `k` is the set of own pieces of kind `k`, and
//! component `K + k` that of the opponent's, for `K` kinds.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::Set;
use super::expansion::{Expansion, Placed};
use super::symmetry::Fact;
use super::unsupported::Unsupported;
use crate::description::{After, Content, Description, Owner};

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

impl Expansion<'_> {
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
