//! The instances of a description's moves. An instance is one pattern at one placement on the board, with one choice of
//! the contents that the pattern needs and changes.
//!
//! An instance describes a move forwards and backwards. An instance tests contents before and after the move. The same
//! exclusive-or makes the move and takes the move back. An instance describes contents from the mover's point of view.
//! If there are `K` kinds, component `k` is the set of own pieces of kind `k`, and component `K + k` is the set of the
//! opponent's pieces of kind `k`.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::Set;
use super::expansion::{Expansion, MOST_INSTANCES, Placed};
use super::symmetry::Fact;
use super::unsupported::Unsupported;
use crate::board::squares;
use crate::description::{After, ConditionRule, Content, Description, MoveRule, Owner, Test};

/// A set of squares that a test reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    /// The squares of a component.
    Component(u8),
    Empty,
    Occupied,
    Own,
    Opponent,
    /// The squares that satisfy a condition (`true`) or do not satisfy the condition (`false`). Only the tests before a
    /// move read these squares.
    Condition(usize, bool),
}

/// One part of a turn, at one placement of its pattern on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    /// The index of the rule in the description.
    pub(super) rule: usize,
    /// The contents that squares must have before the move.
    pub(super) before: Vec<(Sight, Set)>,
    /// The contents that squares must have after the move.
    pub(super) after: Vec<(Sight, Set)>,
    /// The components that the move changes. Each component comes with the squares that the move adds to the component
    /// or removes from the component.
    pub(super) flips: Vec<(u8, Set)>,
    /// The change of the number of pieces of each component.
    pub(super) change: Vec<i8>,
    /// The first square, if an earlier part of the turn can determine this square.
    pub(super) first: Option<u8>,
    /// The first square of the part that follows, if the rule determines this square.
    pub(super) next: Option<u8>,
    /// The square whose condition decides whether a part follows.
    pub(super) asked: Option<u8>,
}

/// An instance, with codes for the contents of its squares before and after the move.
type Coded = (Instance, Vec<[u8; 2]>);

/// Numbers the properties of a move that a symmetry must preserve. These are the rule of the move, and the contents of
/// its squares before and after the move.
#[derive(Debug, Default)]
pub(super) struct Labels {
    numbers: BTreeMap<(usize, Vec<[u8; 2]>), u32>,
    /// The maximum number of placements of a rule's pattern that give the same instance.
    pub(super) most_equal: u64,
}

impl Labels {
    fn of(&mut self, rule: usize, contents: Vec<[u8; 2]>) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry((rule, contents)).or_insert(next)
    }
}

/// The moves of a side.
#[derive(Debug)]
pub(super) struct SideMoves {
    pub(super) instances: Vec<Instance>,
    /// The facts that a symmetry must preserve.
    pub(super) facts: Vec<Fact>,
}

/// All moves of a side (0 or 1). `width` is the number of components of a side, which is at least the number of kinds.
pub(super) fn instances(
    description: &Description,
    side: usize,
    width: usize,
    labels: &mut Labels,
) -> Result<SideMoves, Unsupported> {
    let reader = Expansion { description, side, width };
    let (mut equal, mut facts) = (BTreeMap::<Instance, u64>::new(), BTreeSet::new());
    for rule in parts(description) {
        let names_first = |rule: &MoveRule, next: usize| {
            rule.then
                .as_ref()
                .is_some_and(|then| then.from.is_some() && then.levels.iter().flatten().any(|&known| known == next))
        };
        let is_named = description.moves.iter().any(|earlier| names_first(earlier, rule));
        for placed in reader.all_places(&description.moves[rule])? {
            let squares: Vec<u8> = placed.iter().map(|cell| cell.square).collect();
            for (mut instance, contents) in reader.concrete(rule, &placed) {
                facts.insert((labels.of(rule, contents), squares.clone()));
                instance.first = instance.first.filter(|_| is_named);
                *equal.entry(instance).or_default() += 1;
            }
            if equal.len() > MOST_INSTANCES {
                return Err(Unsupported::Rules("the moves have too many instances"));
            }
        }
    }
    labels.most_equal = equal.values().copied().fold(labels.most_equal, u64::max);
    let instances: Vec<Instance> = equal.into_keys().collect();
    for condition in looked_up(description, &instances) {
        facts.extend(reader.facts_of(condition, labels)?);
    }
    Ok(SideMoves { instances, facts: facts.into_iter().collect() })
}

/// The rules that a turn uses, in ascending order.
pub(super) fn parts(description: &Description) -> BTreeSet<usize> {
    let mut left: Vec<usize> = description.turn.iter().flatten().copied().collect();
    let mut all = BTreeSet::new();
    while let Some(rule) = left.pop() {
        if all.insert(rule) {
            left.extend(description.moves[rule].then.iter().flat_map(|then| then.levels.iter().flatten()));
        }
    }
    all
}

/// The conditions that the engine evaluates in each position. Instances, requirements, tests and other evaluated
/// conditions refer to these conditions.
pub(super) fn looked_up(description: &Description, instances: &[Instance]) -> BTreeSet<usize> {
    let seen = instances.iter().flat_map(|instance| &instance.before);
    let of_instances =
        seen.filter_map(|&(sight, _)| if let Sight::Condition(number, _) = sight { Some(number) } else { None });
    let rules: Vec<&MoveRule> = parts(description).into_iter().map(|rule| &description.moves[rule]).collect();
    let required = rules.iter().filter_map(|rule| Some(rule.then.as_ref()?.only_if?.condition));
    let tests = rules.iter().flat_map(|rule| &rule.when).chain(description.endings.iter().flat_map(|rule| &rule.when));
    let tested = tests.flat_map(|test| if let Test::Somewhere(cell) = test { &cell.conditions[..] } else { &[] });
    let mut left: Vec<usize> = of_instances.chain(required).chain(tested.map(|&(number, _)| number)).collect();
    let mut all = BTreeSet::new();
    while let Some(condition) = left.pop() {
        if all.insert(condition)
            && let ConditionRule::Path { cells, .. } = &description.conditions[condition].rule
        {
            left.extend(cells.iter().flat_map(|cell| &cell.conditions).map(|&(number, _)| number));
        }
    }
    all
}

impl Expansion<'_> {
    fn all_places(&self, rule: &MoveRule) -> Result<Vec<Vec<Placed>>, Unsupported> {
        let mut all = Vec::new();
        for first in 0..self.description.board.squares.len() as u8 {
            all.extend(self.places(rule.along, &rule.cells, first)?);
        }
        Ok(all)
    }

    /// The facts that a symmetry must preserve because of a condition that the engine evaluates in each position.
    fn facts_of(&self, condition: usize, labels: &mut Labels) -> Result<Vec<Fact>, Unsupported> {
        let number = self.description.moves.len() + condition;
        match &self.description.conditions[condition].rule {
            // All symmetries map rows to rows.
            ConditionRule::InRow(_) => Ok(Vec::new()),
            ConditionRule::InZone(zone) => {
                let label = labels.of(number, Vec::new());
                let zone = self.description.board.zones[*zone].squares[self.side];
                Ok(squares(zone).map(|square| (label, vec![square])).collect())
            }
            ConditionRule::Path { along, cells } => {
                let mut all = Vec::new();
                for first in 0..self.description.board.squares.len() as u8 {
                    for placed in self.places(*along, cells, first)? {
                        let code = |cell: &Placed| sight(cell.before, self.width).map_or(ANY, Sight::code);
                        let mut contents: Vec<[u8; 2]> = placed.iter().map(|cell| [code(cell); 2]).collect();
                        placed.iter().enumerate().for_each(|(place, cell)| contents.extend(cell.codes(place)));
                        let squares = placed.iter().map(|cell| cell.square).collect();
                        all.push((labels.of(number, contents), squares));
                    }
                }
                Ok(all)
            }
        }
    }

    /// The instances of a pattern at one placement on the board. Each instance comes with the contents of its squares
    /// before and after the move. There is one instance for each choice of the contents that the pattern replaces,
    /// moves or restricts.
    fn concrete(&self, rule: usize, placed: &[Placed]) -> Vec<Coded> {
        let path: Vec<usize> = (0..placed.len()).filter(|&place| placed[place].cell.is_some()).collect();
        let mut choices: Vec<Vec<Option<u8>>> = vec![Vec::new()];
        for (number, &place) in path.iter().enumerate() {
            let allowed = if is_chosen(placed, &path, number) { self.allowed(placed, place) } else { vec![None] };
            choices =
                choices.iter().flat_map(|known| allowed.iter().map(|&next| [&known[..], &[next]].concat())).collect();
            if choices.len() > MOST_INSTANCES {
                break;
            }
        }
        choices.iter().filter_map(|chosen| self.with_contents(rule, placed, &path, chosen)).collect()
    }

    /// The contents that the cells of a square allow.
    fn allowed(&self, placed: &[Placed], place: usize) -> Vec<Option<u8>> {
        let here = &placed[place];
        let is_allowed = |content: &Option<u8>| {
            let same_square = placed.iter().filter(|cell| cell.square == here.square);
            let mut cells = same_square.map(|cell| allows(cell.before, self.width, *content));
            cells.all(|allows| allows)
                && here.local.iter().all(|&(condition, holds)| self.holds(condition, here.square, *content) == holds)
        };
        let kinds = self.description.kinds.len();
        let exists = |component: &usize| component % self.width < kinds;
        let components = (0..2 * self.width).filter(exists).map(|component| Some(component as u8));
        std::iter::once(None).chain(components).filter(is_allowed).collect()
    }

    /// Whether a condition holds for a square with the given content. The content is the number of a component. The
    /// condition must depend only on the square and its content.
    fn holds(&self, condition: usize, square: u8, content: Option<u8>) -> bool {
        match &self.description.conditions[condition].rule {
            ConditionRule::InZone(zone) => self.description.board.zones[*zone].squares[self.side] >> square & 1 > 0,
            ConditionRule::InRow(_) => false,
            ConditionRule::Path { cells, .. } => cells.iter().all(|cell| {
                allows(cell.before, self.width, content)
                    && cell.conditions.iter().all(|&(inner, holds)| self.holds(inner, square, content) == holds)
            }),
        }
    }

    /// The instance with these contents of the path's squares; `None` if a piece may not stand on its square after the
    /// move.
    fn with_contents(&self, rule: usize, placed: &[Placed], path: &[usize], chosen: &[Option<u8>]) -> Option<Coded> {
        let mut instance = Instance { rule, change: vec![0; 2 * self.width], ..Instance::default() };
        let mut contents = Vec::new();
        for cell in placed {
            let bit = 1 << cell.square;
            let number = path.iter().position(|&known| placed[known].square == cell.square);
            let number = number.filter(|&number| is_chosen(placed, path, number));
            let conditions =
                cell.conditions.iter().map(|&(condition, holds)| (Sight::Condition(condition, holds), bit));
            instance.before.extend(conditions);
            match number {
                Some(number) if cell.cell.is_some() => {
                    let (before, after) = (chosen[number], self.content_after(cell, number, chosen));
                    if before != after && !self.may_stand(after, cell.square) {
                        return None;
                    }
                    instance.change_square(before, after, bit);
                    contents.push([before, after].map(|content| seen(content).code()));
                }
                // The content was chosen so that it passes this test.
                Some(_) => contents.push([sight(cell.before, self.width).map_or(ANY, Sight::code); 2]),
                None => {
                    let sight = sight(cell.before, self.width);
                    instance.before.extend(sight.map(|sight| (sight, bit)));
                    instance.after.extend(sight.map(|sight| (sight, bit)));
                    contents.push([sight.map_or(ANY, Sight::code); 2]);
                }
            }
        }
        placed.iter().enumerate().for_each(|(place, cell)| contents.extend(cell.codes(place)));
        instance.tidy();
        self.follow(&mut instance, placed, &mut contents);
        Some((instance, contents))
    }

    /// Sets the squares to which the following part of the turn refers.
    fn follow(&self, instance: &mut Instance, placed: &[Placed], contents: &mut Vec<[u8; 2]>) {
        instance.first = placed.first().map(|cell| cell.square);
        let Some(then) = &self.description.moves[instance.rule].then else { return };
        let place = |cell: Option<usize>| placed.iter().position(|known| cell.is_some() && known.cell == cell);
        let (next, asked) = (place(then.from), place(then.only_if.map(|needed| needed.cell)));
        (instance.next, instance.asked) =
            (next.map(|place| placed[place].square), asked.map(|place| placed[place].square));
        contents.extend([next, asked].map(|place| [ANY, place.map_or(ANY, |place| place as u8)]));
    }

    /// The content that a square of the path has after the move.
    fn content_after(&self, cell: &Placed, number: usize, chosen: &[Option<u8>]) -> Option<u8> {
        match cell.after {
            After::Same => chosen[number],
            After::Empty => None,
            After::Piece(owner, kind) => Some(component(owner, kind, self.width)),
            After::Shifted => number.checked_sub(1).and_then(|before| chosen[before]),
            After::Pulled => chosen.get(number + 1).copied().flatten(),
        }
    }

    fn may_stand(&self, content: Option<u8>, square: u8) -> bool {
        let Some(component) = content else { return true };
        let kinds = self.width;
        let (is_opponent, kind) = (usize::from(component) / kinds, usize::from(component) % kinds);
        let Some(zone) = self.description.kinds.get(kind).and_then(|kind| kind.zone) else { return true };
        self.description.board.zones[zone].squares[self.side ^ is_opponent] >> square & 1 > 0
    }
}

/// Whether an instance depends on the content that the square at the index `number` of the path has before the move.
fn is_chosen(placed: &[Placed], path: &[usize], number: usize) -> bool {
    let here = &placed[path[number]];
    let moves_here = |other: Option<usize>, after: After| {
        other.and_then(|other| path.get(other)).is_some_and(|&other| placed[other].after == after)
    };
    here.after != After::Same
        || !here.local.is_empty()
        || moves_here(Some(number + 1), After::Shifted)
        || moves_here(number.checked_sub(1), After::Pulled)
}

impl Placed {
    /// Encodes the conditions of a square for [`Labels`].
    fn codes(&self, place: usize) -> Vec<[u8; 2]> {
        let all = self.local.iter().chain(&self.conditions);
        all.map(|&(condition, holds)| [place as u8, 2 * condition as u8 + u8::from(holds)]).collect()
    }
}

/// The component for the pieces of one owner and one kind.
pub(super) const fn component(owner: Owner, kind: usize, kinds: usize) -> u8 {
    match owner {
        Owner::Own => kind as u8,
        Owner::Opponent => (kinds + kind) as u8,
    }
}

/// The set of squares that a test for a required content reads; `None` if any content passes.
pub(super) fn sight(content: Content, kinds: usize) -> Option<Sight> {
    match content {
        Content::Edge | Content::Anything => None,
        Content::Empty => Some(Sight::Empty),
        Content::Occupied => Some(Sight::Occupied),
        Content::Piece(Owner::Own, None) => Some(Sight::Own),
        Content::Piece(Owner::Opponent, None) => Some(Sight::Opponent),
        Content::Piece(owner, Some(kind)) => Some(Sight::Component(component(owner, kind, kinds))),
    }
}

/// Whether a required content allows the content `content`, which is the number of a component.
fn allows(required: Content, kinds: usize, content: Option<u8>) -> bool {
    let is_own = |component: u8| usize::from(component) < kinds;
    match (required, content) {
        (Content::Anything, _) | (Content::Empty, None) | (Content::Occupied, Some(_)) => true,
        (Content::Piece(owner, None), Some(component)) => is_own(component) == (owner == Owner::Own),
        (Content::Piece(owner, Some(kind)), Some(found)) => component(owner, kind, kinds) == found,
        _ => false,
    }
}

/// The set of squares that a test for the content `content` reads.
fn seen(content: Option<u8>) -> Sight {
    content.map_or(Sight::Empty, Sight::Component)
}

/// The code of a square whose content does not matter.
const ANY: u8 = u8::MAX;

impl Sight {
    /// The component that the test reads; `None` if the test reads another set.
    pub(super) const fn component(self) -> Option<u8> {
        match self {
            Self::Component(component) => Some(component),
            _ => None,
        }
    }

    pub(super) const fn is_condition(self) -> bool {
        matches!(self, Self::Condition(..))
    }

    /// A number that differs from the numbers of all other sets of squares that tests read. Components have the lowest
    /// numbers.
    const fn code(self) -> u8 {
        match self {
            Self::Component(component) => component,
            Self::Empty => ANY - 1,
            Self::Occupied => ANY - 2,
            Self::Own => ANY - 3,
            Self::Opponent => ANY - 4,
            Self::Condition(..) => ANY - 5,
        }
    }
}

impl Instance {
    /// Adds a square to the instance. `before` and `after` are the components of the square's pieces before and after
    /// the move.
    fn change_square(&mut self, before: Option<u8>, after: Option<u8>, bit: Set) {
        self.before.push((seen(before), bit));
        self.after.push((seen(after), bit));
        for (content, change) in [(before, -1), (after, 1)] {
            if let Some(component) = content.filter(|_| before != after) {
                self.flips.push((component, bit));
                self.change[usize::from(component)] += change;
            }
        }
    }

    /// Merges all tests of the same set, and all differences of the same component. Sorts the tests and the differences
    /// in ascending order.
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
