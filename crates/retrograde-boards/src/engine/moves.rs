//! An index of the instances of all moves. The engine looks up each piece of a position in this index, and so finds the
//! instances that can fit the position.

use std::collections::BTreeMap;

use super::bits::Set;
use super::instances::{Instance, Sight};
use super::lines::{Lines, Squares};
use super::sectors::Exchange;
use super::unsupported::Unsupported;

/// The number of sets that tests read besides the components. These are the sets of empty squares, of occupied squares,
/// of own pieces and of the opponent's pieces.
pub(super) const SIGHTS: usize = 4;

/// An instance in one direction, forwards or backwards. A step has one test and the differences of two components. Few
/// instances need more tests or differences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The squares that a set must contain. The square by which the engine finds the step is not included.
    test: Set,
    pub(super) flips: Flips,
    sight: u8,
    /// The number of the exchange. An exchange is a rule together with the change that one instance of the rule makes
    /// to the numbers of pieces.
    pub(super) exchange: u16,
    /// The index of the further tests and differences, plus 1. The field is 0 if the step has no further tests and
    /// differences.
    more: u32,
}

/// The differences of two components. An empty difference changes nothing. If a game has only two components, `sets`
/// contains their differences in the order of the components.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flips {
    pub(super) sets: [Set; 2],
    components: [u8; 2],
}

impl Flips {
    /// Takes the first two differences of `flips`. The list `flips` is sorted by component, and has at most one
    /// difference for each component.
    #[inline(always)]
    fn new(flips: &[(u8, Set)]) -> Self {
        let flip = |number: usize| flips.get(number).copied().unwrap_or_default();
        let [one, other] = [flip(0), flip(1)];
        let in_order = Self { sets: [one.1, other.1], components: [one.0, other.0] };
        if one.0 == 1 && other.1 == 0 { Self { sets: [0, one.1], components: [0, 1] } } else { in_order }
    }

    /// Applies these differences to components.
    #[inline(always)]
    fn apply<const C: usize>(&self, mut components: [Set; C]) -> [Set; C] {
        if C == 2 {
            components[0] ^= self.sets[0];
            components[1] ^= self.sets[1];
        } else {
            // The loop writes all components, because the processor would wait if it read a component that it has just
            // written alone.
            let [first, second] = self.components;
            for (number, component) in components.iter_mut().enumerate() {
                let of_first = if number == first as usize { self.sets[0] } else { 0 };
                let of_second = if number == second as usize { self.sets[1] } else { 0 };
                *component ^= of_first ^ of_second;
            }
        }
        components
    }
}

/// Steps of one piece that need only one empty square. The piece enters this square. The piece leaves the square
/// `from`, or comes from a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// The square that the piece leaves, as a set. The set is empty for a new piece.
    pub(super) from: Set,
    /// The squares that the piece may enter if they are empty.
    pub(super) to: Set,
    pub(super) component: u8,
    /// The number of the exchange. An exchange is a rule together with the change that one instance of the rule makes
    /// to the numbers of pieces.
    pub(super) exchange: u16,
}

/// The changes that an un-move makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmove {
    pub(super) flips: Flips,
    /// The sector before the move.
    pub(super) sector: u16,
    /// The index of the further differences, plus 1. The field is 0 if the move has no further differences.
    more: u32,
}

/// Further tests and differences of a step. Few steps have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct More {
    tests: Vec<(u8, Set)>,
    flips: Vec<(u8, Set)>,
    /// For a backward step: the conditions that must hold before the move.
    conditions: Vec<(u8, Set)>,
}

/// The squares that belong to one step, and to which other parts of the turn refer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// See [`Instance::first`].
    pub(super) first: Option<u8>,
    /// See [`Instance::next`].
    pub(super) next: Option<u8>,
    /// See [`Instance::asked`].
    pub(super) asked: Option<u8>,
}

/// The data that all steps of a side share.
pub(super) struct Layout<'a> {
    pub(super) exchanges: &'a [Exchange],
    /// The number of each condition of the description; `None` if the engine does not evaluate the condition in each
    /// position.
    pub(super) conditions: &'a [Option<u8>],
    /// The number of squares.
    pub(super) board: usize,
    pub(super) components: usize,
}

impl Layout<'_> {
    /// Converts tests: each set that a test reads becomes the number of the set.
    fn tests(&self, tests: &[(Sight, Set)]) -> Vec<Squares> {
        let of = |&(sight, set): &(Sight, Set)| (sight_number(sight, self.components, self.conditions), set);
        tests.iter().map(of).collect()
    }
}

/// The direction of steps: forwards for moves, backwards for un-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forwards,
    Backwards,
}

impl Direction {
    fn needs(self, instance: &Instance) -> &[(Sight, Set)] {
        match self {
            Self::Forwards => &instance.before,
            Self::Backwards => &instance.after,
        }
    }
}

/// Whether the steps that need only an empty square are stored as walks or like other steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walks {
    Apart,
    AsSteps,
}

/// The steps of one side in one direction. The engine finds a step by a piece or an empty square that the step needs.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// The ranges of steps in `all`, with one range for each set and square. A set is a component or the empty squares.
    ranges: Vec<(u32, u32)>,
    all: Vec<Step>,
    /// For each step, the squares to which other parts of the turn refer.
    marks: Vec<Mark>,
    more: Vec<More>,
    pub(super) board: usize,
    /// The engine finds each step by one set of squares of the position. This list has the numbers of these sets.
    triggers: Vec<u8>,
    /// The steps that the engine finds by the contents of lines. The list `all` contains these steps, too.
    lines: Lines,
    /// The ranges of walks, with one range for each component and square. Walks are the steps that need only an empty
    /// square. The list `all` does not contain walks.
    pub(super) walk_ranges: Vec<(u32, u32)>,
    pub(super) walks: Vec<Walk>,
    /// The walks of new pieces.
    pub(super) puts: Vec<Walk>,
    /// The components that have walks.
    pub(super) walkers: Vec<u8>,
    /// The total number of squares that walks may enter.
    most_walks: usize,
}

/// Runs `$action` for each walk of a new piece or of a piece on the board. The macro is a plain loop. In a closure, the
/// compiler would not use the additional processor instructions that it uses in the caller.
macro_rules! each_walk {
    ($steps:expr, $sights:expr, $walk:ident => $action:block) => {
        for $walk in &$steps.puts {
            $action
        }
        for &walker in &$steps.walkers {
            let mut left = $sights[usize::from(walker)];
            let ranges = &$steps.walk_ranges[usize::from(walker) * $steps.board..][..$steps.board];
            while left != 0 {
                let (start, end) = ranges[left.trailing_zeros() as usize];
                left &= left - 1;
                for $walk in &$steps.walks[start as usize..end as usize] {
                    $action
                }
            }
        }
    };
}
pub(super) use each_walk;

/// Runs `$action` for each un-move. `$found` contains the steps that fit. `$parents` contains the sector before the
/// move for each exchange. See [`each_walk`].
macro_rules! each_unmove {
    ($steps:expr, $found:expr, $sights:expr, $empty:expr, $parents:expr, $unmove:ident => $action:block) => {
        for &number in $found {
            let step = $steps.step(number);
            if let Some(&Some(sector)) = $parents.get(usize::from(step.exchange)) {
                let $unmove = step.backwards(sector);
                $action
            }
        }
        each_walk!($steps, $sights, walk => {
            if let Some(&Some(sector)) = $parents.get(usize::from(walk.exchange)) {
                let mut to = walk.to & $empty;
                while to != 0 {
                    let $unmove = walk.backwards(to & to.wrapping_neg(), sector);
                    to &= to - 1;
                    $action
                }
            }
        });
    };
}
pub(super) use each_unmove;

impl Step {
    #[inline(always)]
    pub(super) const fn backwards(&self, sector: u16) -> Unmove {
        Unmove { flips: self.flips, sector, more: self.more }
    }
}

impl Walk {
    #[inline(always)]
    pub(super) fn backwards(&self, to: Set, sector: u16) -> Unmove {
        Unmove { flips: Flips::new(&[(self.component, self.from | to)]), sector, more: 0 }
    }
}

impl Steps {
    /// Collects the indexes of the steps that fit. The function is a plain loop. In a closure, the compiler would not
    /// use the additional processor instructions that it uses in the caller.
    #[inline(always)]
    pub(super) fn fitting<const FAST: bool>(&self, sights: &[Set], found: &mut Vec<u32>) {
        found.clear();
        self.lines.fitting::<FAST>(sights, found);
        for &trigger in &self.triggers {
            let mut left = sights[usize::from(trigger)];
            let ranges = &self.ranges[usize::from(trigger) * self.board..][..self.board];
            while left != 0 {
                let (start, end) = ranges[left.trailing_zeros() as usize];
                left &= left - 1;
                for number in start..end {
                    let step = &self.all[number as usize];
                    if sights[usize::from(step.sight)] & step.test == step.test
                        && (step.more == 0 || self.fits_more(step, sights))
                    {
                        found.push(number);
                    }
                }
            }
        }
    }

    /// The step with the index `number`.
    #[inline(always)]
    pub(super) fn step(&self, number: u32) -> &Step {
        &self.all[number as usize]
    }

    /// The maximum number of moves that fit a position, if `found` of the fitting steps are not walks.
    #[inline(always)]
    pub(super) const fn most(&self, found: usize) -> usize {
        found + self.most_walks
    }

    /// The squares that belong to one step, and to which other parts of the turn refer.
    pub(super) fn mark(&self, number: u32) -> Mark {
        self.marks[number as usize]
    }

    /// For a backward step: the conditions that must hold before the move.
    pub(super) fn conditions(&self, step: &Step) -> &[(u8, Set)] {
        step.more.checked_sub(1).map_or(&[], |more| &self.more[more as usize].conditions)
    }

    /// An upper bound of the number of steps that have the exchange `exchange` and fit a position with these numbers of
    /// pieces. If `is_named` is true, the bound counts only the steps with the same first square.
    pub(super) fn most_fitting(&self, exchange: u16, counts: &[u8], is_named: bool) -> u64 {
        let of_exchange =
            |range: std::ops::Range<usize>| range.filter(move |&number| self.all[number].exchange == exchange);
        if is_named {
            let mut by_first = BTreeMap::<Option<u8>, u64>::new();
            of_exchange(0..self.all.len())
                .for_each(|number| *by_first.entry(self.marks[number].first).or_default() += 1);
            let without = by_first.remove(&None).unwrap_or(0);
            return without + by_first.into_values().max().unwrap_or(0);
        }
        let pieces = |trigger: usize| {
            let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            counts.get(trigger).map_or(self.board as u64 - all, |&count| count.into())
        };
        let of_trigger = |&trigger: &u8| {
            let ranges = &self.ranges[usize::from(trigger) * self.board..][..self.board];
            let fitting = ranges.iter().map(|&(start, end)| of_exchange(start as usize..end as usize).count() as u64);
            fitting.max().unwrap_or(0) * pieces(trigger.into())
        };
        self.triggers.iter().map(of_trigger).sum()
    }

    fn fits_more(&self, step: &Step, sights: &[Set]) -> bool {
        let tests = &self.more[step.more as usize - 1].tests;
        tests.iter().all(|&(sight, set)| sights[usize::from(sight)] & set == set)
    }

    /// The components after a step.
    #[inline(always)]
    pub(super) fn apply<const C: usize>(&self, step: &Step, components: &[Set; C]) -> [Set; C] {
        self.changed(&step.flips, step.more, components)
    }

    /// The components before a move.
    #[inline(always)]
    pub(super) fn undo<const C: usize>(&self, unmove: &Unmove, components: &[Set; C]) -> [Set; C] {
        self.changed(&unmove.flips, unmove.more, components)
    }

    #[inline(always)]
    fn changed<const C: usize>(&self, flips: &Flips, more: u32, components: &[Set; C]) -> [Set; C] {
        let mut changed = flips.apply(*components);
        if more > 0 {
            for &(component, set) in &self.more[more as usize - 1].flips {
                changed[usize::from(component)] ^= set;
            }
        }
        changed
    }

    /// Arranges the instances by the contents that they need. Forward steps need contents before the move, and backward
    /// steps need contents after the move.
    pub(super) fn new<'i>(
        instances: impl IntoIterator<Item = &'i Instance>,
        layout: &Layout<'_>,
        direction: Direction,
        walks_as: Walks,
    ) -> Result<Self, Unsupported> {
        let &Layout { exchanges, board, components, .. } = layout;
        let numbers: BTreeMap<&Exchange, u16> = exchanges.iter().zip(0..).collect();
        let mut all = Self { ranges: vec![(0, 0); (components + 1) * board], board, ..Self::default() };
        let mut walks = BTreeMap::<(u8, Set, u16), Set>::new();
        let mut others = Vec::new();
        for instance in instances {
            let exchange = numbers[&Exchange::of(instance)];
            match walk(instance, direction).filter(|_| walks_as == Walks::Apart) {
                Some((component, from, to)) => *walks.entry((component, from, exchange)).or_default() |= to,
                None => others.push((instance, exchange)),
            }
        }
        all.arrange(&walks, components);
        let tests: Vec<Vec<Squares>> =
            others.iter().map(|(instance, _)| layout.tests(direction.needs(instance))).collect();
        let is_plain = |instance: &Instance| direction.needs(instance).iter().all(|(sight, _)| !sight.is_condition());
        let looked_up: Vec<Vec<Squares>> = others
            .iter()
            .zip(&tests)
            .map(
                |((instance, _), tests)| {
                    if walks_as == Walks::Apart && is_plain(instance) { tests.clone() } else { Vec::new() }
                },
            )
            .collect();
        let (lines, is_found) = Lines::new(&looked_up, components);
        all.lines = lines;
        let mut placed = BTreeMap::<(u8, usize), Vec<(Step, Mark)>>::new();
        let mut steps_of_lines = vec![0; others.len()];
        for (number, ((instance, exchange), mut tests)) in others.into_iter().zip(tests).enumerate() {
            let mark = Mark { first: instance.first, next: instance.next, asked: instance.asked };
            if is_found[number] {
                steps_of_lines[number] = all.all.len() as u32;
                let step = all.step_of(instance, exchange, Vec::new(), layout, direction);
                all.all.push(step);
                all.marks.push(mark);
                continue;
            }
            // Most boards have fewer pieces than empty squares. So the search for a step by a piece is faster than the
            // search by an empty square. The tests of pieces come first.
            let trigger = tests.first_mut().filter(|test| usize::from(test.0) <= components);
            let trigger = trigger.ok_or(Unsupported::Rules("a move needs neither a piece nor an empty square"))?;
            let place = (trigger.0, trigger.1.trailing_zeros() as usize);
            trigger.1 &= trigger.1 - 1;
            tests.retain(|test| test.1 != 0);
            let step = all.step_of(instance, exchange, tests, layout, direction);
            placed.entry(place).or_default().push((step, mark));
        }
        all.lines.renumber(&steps_of_lines);
        for ((trigger, square), steps) in placed {
            let start = all.all.len();
            for (step, mark) in steps {
                all.all.push(step);
                all.marks.push(mark);
            }
            all.ranges[usize::from(trigger) * board + square] = (start as u32, all.all.len() as u32);
            if all.triggers.last() != Some(&trigger) {
                all.triggers.push(trigger);
            }
        }
        Ok(all)
    }

    /// The step of an instance. `tests` contains the tests that remain after the engine has found the step.
    fn step_of(
        &mut self,
        instance: &Instance,
        exchange: u16,
        mut tests: Vec<Squares>,
        layout: &Layout<'_>,
        direction: Direction,
    ) -> Step {
        let (sight, test) = if tests.is_empty() { (0, 0) } else { tests.remove(0) };
        let is_backwards = direction == Direction::Backwards;
        let before = instance.before.iter().filter(|(sight, _)| is_backwards && sight.is_condition()).copied();
        let conditions = layout.tests(&before.collect::<Vec<_>>());
        let flips = Flips::new(&instance.flips);
        let more = More { tests, flips: instance.flips.iter().skip(2).copied().collect(), conditions };
        let mut step = Step { test, flips, sight, exchange, more: 0 };
        if more != More::default() {
            self.more.push(more);
            step.more = self.more.len() as u32;
        }
        step
    }

    /// Sorts the walks by the component and the square of their piece.
    fn arrange(&mut self, walks: &BTreeMap<(u8, Set, u16), Set>, components: usize) {
        self.walk_ranges = vec![(0, 0); components * self.board];
        for (&(component, from, exchange), &to) in walks {
            let walk = Walk { from, to, component, exchange };
            self.most_walks += to.count_ones() as usize;
            if from == 0 {
                self.puts.push(walk);
                continue;
            }
            let range = &mut self.walk_ranges[usize::from(component) * self.board + from.trailing_zeros() as usize];
            if range.1 == 0 {
                range.0 = self.walks.len() as u32;
            }
            self.walks.push(walk);
            range.1 = self.walks.len() as u32;
            if self.walkers.last() != Some(&component) {
                self.walkers.push(component);
            }
        }
    }

    /// The memory in bytes. The result does not include the memory of further tests, because few steps have further
    /// tests.
    pub(super) fn bytes(&self) -> u64 {
        (self.all.len() * size_of::<Step>() + self.ranges.len() * 8) as u64 + self.lines.bytes()
    }
}

/// The component of the moving piece, the square that the piece leaves, and the square that the piece enters; `None` if
/// the instance is not a walk. In an un-move, the piece leaves the square that it entered in the move. The un-move of a
/// new piece is not a walk.
fn walk(instance: &Instance, direction: Direction) -> Option<(u8, Set, Set)> {
    let needs = direction.needs(instance);
    let [(component, difference)] = instance.flips[..] else { return None };
    let (from, to) = match needs[..] {
        [(Sight::Component(piece), from), (Sight::Empty, to)] if piece == component => (from, to),
        [(Sight::Empty, to)] => (0, to),
        _ => return None,
    };
    let is_walk = from.count_ones() <= 1 && to.is_power_of_two() && difference == from | to;
    is_walk.then_some((component, from, to))
}

/// The square that a move leaves and the square that it enters, as sets; the first set is empty for a new piece. `None`
/// if the move needs anything else.
pub(super) fn walk_of(instance: &Instance) -> Option<(Set, Set)> {
    walk(instance, Direction::Forwards).map(|(_, from, to)| (from, to))
}

/// The index of a set among all sets that tests read. `conditions` contains the numbers of the conditions that the
/// engine evaluates.
pub(super) fn sight_number(sight: Sight, components: usize, conditions: &[Option<u8>]) -> u8 {
    let components = components as u8;
    match sight {
        Sight::Component(component) => component,
        Sight::Empty => components,
        Sight::Occupied => components + 1,
        Sight::Own => components + 2,
        Sight::Opponent => components + 3,
        Sight::Condition(condition, holds) => {
            let number = conditions[condition].unwrap_or_default();
            components + SIGHTS as u8 + 2 * number + u8::from(!holds)
        }
    }
}
