//! The instances of all moves, arranged so that those that can fit a position are found by its pieces.

use std::collections::BTreeMap;

use super::bits::Set;
use super::instances::{Instance, Sight};
use super::sectors::Exchange;
use super::unsupported::Unsupported;

/// The sets that tests look at besides the components: the empty, occupied, own and opponent's squares.
pub(super) const SIGHTS: usize = 4;

/// One direction of an instance: a test and a difference. Few instances have more of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The squares that a set must contain, besides the square by which the step is found.
    test: Set,
    /// The difference of a component.
    pub(super) flip: Set,
    sight: u8,
    pub(super) component: u8,
    /// The number of the exchange.
    pub(super) exchange: u16,
    /// The number of the other tests and differences, counted from 1; 0 if there are none.
    more: u32,
}

/// Steps of one piece that need only an empty square each: the piece leaves its square for one of the others. A piece
/// that comes from a hand leaves no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// The square that the piece leaves, as a set; empty for a new piece.
    pub(super) from: Set,
    /// The squares that it may enter, if they are empty.
    pub(super) to: Set,
    pub(super) component: u8,
    /// The number of the exchange.
    pub(super) exchange: u16,
}

/// What a move backwards changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmove {
    /// The difference of a component.
    pub(super) flip: Set,
    pub(super) component: u8,
    /// The sector before the move.
    pub(super) sector: u16,
    /// The number of the other differences, counted from 1; 0 if there are none.
    more: u32,
}

/// Lists of the moves that fit a position.
#[derive(Default)]
pub(super) struct Fitting {
    pub(super) steps: Vec<u32>,
    pub(super) unmoves: Vec<Unmove>,
    pub(super) lists: Lists,
}

/// Further tests and differences of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct More {
    tests: Vec<(u8, Set)>,
    flips: Vec<(u8, Set)>,
    /// Backwards: the conditions that must hold before the move.
    conditions: Vec<(u8, Set)>,
}

/// The squares of a step to which other parts of its turn refer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// See [`Instance::first`].
    pub(super) first: Option<u8>,
    /// See [`Instance::next`].
    pub(super) next: Option<u8>,
    /// See [`Instance::asked`].
    pub(super) asked: Option<u8>,
}

/// What all steps of a side share.
pub(super) struct Layout<'a> {
    pub(super) exchanges: &'a [Exchange],
    /// For each condition of the description: its number, if it is looked up.
    pub(super) conditions: &'a [Option<u8>],
    /// The number of squares.
    pub(super) board: usize,
    pub(super) components: usize,
}

/// The direction in which steps are made.
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

/// Whether the steps that need only an empty square are collected as walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walks {
    Apart,
    AsSteps,
}

/// Lists of steps, one for each part of a turn, which the next searches use again.
#[derive(Default)]
pub(super) struct Lists(Vec<Vec<u32>>);

impl Lists {
    /// Takes the list of a depth.
    pub(super) fn take(&mut self, depth: usize) -> Vec<u32> {
        if depth == self.0.len() {
            self.0.push(Vec::new());
        }
        std::mem::take(&mut self.0[depth])
    }

    pub(super) fn give_back(&mut self, depth: usize, list: Vec<u32>) {
        self.0[depth] = list;
    }
}

/// The steps of one side in one direction, by a piece or an empty square that they need.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// For each set (a component, or the empty squares) and each square: the range of its steps.
    ranges: Vec<(u32, u32)>,
    all: Vec<Step>,
    /// For each step: its squares to which other parts refer.
    marks: Vec<Mark>,
    more: Vec<More>,
    pub(super) board: usize,
    /// The sets that have steps.
    triggers: Vec<u8>,
    /// The steps that only need an empty square, which are not in `all`: for each component and square, the range of
    /// its walks.
    pub(super) walk_ranges: Vec<(u32, u32)>,
    pub(super) walks: Vec<Walk>,
    /// The walks of new pieces.
    pub(super) puts: Vec<Walk>,
    /// The components that have walks.
    pub(super) walkers: Vec<u8>,
}

/// Does something with each walk of new pieces, and of the pieces on the board. This is a plain loop, because a closure
/// would lose the processor's instructions for which the caller is compiled.
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

impl Steps {
    /// Collects the steps that fit, by index. This is a plain loop, because a closure would lose the processor's
    /// instructions for which the caller is compiled.
    #[inline(always)]
    pub(super) fn fitting(&self, sights: &[Set], found: &mut Vec<u32>) {
        found.clear();
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

    /// A step by its index.
    #[inline(always)]
    pub(super) fn step(&self, number: u32) -> &Step {
        &self.all[number as usize]
    }

    /// Collects the moves backwards that fit. `sectors` are the sectors before the moves, by exchange.
    #[inline(always)]
    pub(super) fn backwards(&self, sights: &[Set], empty: Set, sectors: &[Option<u16>], fitting: &mut Fitting) {
        let Fitting { steps, unmoves, .. } = fitting;
        unmoves.clear();
        self.fitting(sights, steps);
        for &number in &*steps {
            let step = &self.all[number as usize];
            if let Some(&Some(sector)) = sectors.get(usize::from(step.exchange)) {
                unmoves.push(Unmove { flip: step.flip, component: step.component, sector, more: step.more });
            }
        }
        each_walk!(self, sights, walk => {
            if let Some(&Some(sector)) = sectors.get(usize::from(walk.exchange)) {
                let mut to = walk.to & empty;
                while to != 0 {
                    let flip = walk.from | to & to.wrapping_neg();
                    unmoves.push(Unmove { flip, component: walk.component, sector, more: 0 });
                    to &= to - 1;
                }
            }
        });
    }

    /// The squares of a step to which other parts refer.
    pub(super) fn mark(&self, number: u32) -> Mark {
        self.marks[number as usize]
    }

    /// Backwards: the conditions that must hold before the move.
    pub(super) fn conditions(&self, step: &Step) -> &[(u8, Set)] {
        step.more.checked_sub(1).map_or(&[], |more| &self.more[more as usize].conditions)
    }

    /// An upper bound of the number of steps with an exchange that fit a position with these numbers of pieces; with
    /// `is_named`, of those with the same first square.
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
        self.changed(step.component, step.flip, step.more, components)
    }

    /// The components before a move.
    #[inline(always)]
    pub(super) fn undo<const C: usize>(&self, unmove: &Unmove, components: &[Set; C]) -> [Set; C] {
        self.changed(unmove.component, unmove.flip, unmove.more, components)
    }

    #[inline(always)]
    fn changed<const C: usize>(&self, component: u8, flip: Set, more: u32, components: &[Set; C]) -> [Set; C] {
        let mut changed = *components;
        changed[usize::from(component)] ^= flip;
        if more > 0 {
            for &(component, set) in &self.more[more as usize - 1].flips {
                changed[usize::from(component)] ^= set;
            }
        }
        changed
    }

    /// Arranges the instances: forwards from what they need before, or backwards from what they need after.
    pub(super) fn new<'i>(
        instances: impl IntoIterator<Item = &'i Instance>,
        layout: &Layout<'_>,
        direction: Direction,
        walks_as: Walks,
    ) -> Result<Self, Unsupported> {
        let &Layout { exchanges, conditions, board, components } = layout;
        let numbers: BTreeMap<&Exchange, u16> = exchanges.iter().zip(0..).collect();
        let mut all = Self { ranges: vec![(0, 0); (components + 1) * board], board, ..Self::default() };
        let mut placed = BTreeMap::<(u8, usize), Vec<(Step, Mark)>>::new();
        let mut walks = BTreeMap::<(u8, Set, u16), Set>::new();
        for instance in instances {
            let exchange = numbers[&Exchange::of(instance)];
            if walks_as == Walks::Apart
                && let Some((component, from, to)) = walk(instance, direction)
            {
                *walks.entry((component, from, exchange)).or_default() |= to;
                continue;
            }
            let test_of = |&(seen, set): &(Sight, Set)| (sight_number(seen, components, conditions), set);
            let mut tests: Vec<(u8, Set)> = direction.needs(instance).iter().map(test_of).collect();
            // Pieces are fewer than empty squares, and their sets come first.
            let trigger = tests.first_mut().filter(|test| usize::from(test.0) <= components);
            let trigger = trigger.ok_or(Unsupported::Rules("a move needs neither a piece nor an empty square"))?;
            let place = (trigger.0, trigger.1.trailing_zeros() as usize);
            trigger.1 &= trigger.1 - 1;
            tests.retain(|test| test.1 != 0);
            let (test, flip) = (take(&mut tests), instance.flips.first().copied().unwrap_or_default());
            let is_condition = |test: &&(Sight, Set)| matches!(test.0, Sight::Condition(..));
            let before = instance.before.iter().filter(|_| direction == Direction::Backwards).filter(is_condition);
            let (flips, conditions) = (instance.flips.iter().skip(1).copied().collect(), before.map(test_of).collect());
            let more = More { tests, flips, conditions };
            let mut step = Step { test: test.1, flip: flip.1, sight: test.0, component: flip.0, exchange, more: 0 };
            if more != More::default() {
                all.more.push(more);
                step.more = all.more.len() as u32;
            }
            let mark = Mark { first: instance.first, next: instance.next, asked: instance.asked };
            placed.entry(place).or_default().push((step, mark));
        }
        all.arrange(&walks, components);
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

    /// Sorts the walks by the component and the square of their piece.
    fn arrange(&mut self, walks: &BTreeMap<(u8, Set, u16), Set>, components: usize) {
        self.walk_ranges = vec![(0, 0); components * self.board];
        for (&(component, from, exchange), &to) in walks {
            let walk = Walk { from, to, component, exchange };
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

    /// The memory in bytes, without the few steps that have further tests.
    pub(super) fn bytes(&self) -> u64 {
        (self.all.len() * size_of::<Step>() + self.ranges.len() * 8) as u64
    }
}

/// The component, the square that its piece leaves, and the square that the piece enters; `None` if the instance is not
/// a walk. Backwards, the piece leaves the square that it entered in the move. The un-move of a new piece is not a
/// walk.
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

/// The squares that a move leaves (none for a new piece) and enters, if it needs nothing else before it.
pub(super) fn walk_of(instance: &Instance) -> Option<(Set, Set)> {
    walk(instance, Direction::Forwards).map(|(_, from, to)| (from, to))
}

/// Removes and returns the first test; one that always holds if there is none.
fn take(tests: &mut Vec<(u8, Set)>) -> (u8, Set) {
    if tests.is_empty() { (0, 0) } else { tests.remove(0) }
}

/// The index of a set among the components and the other sets that tests look at. `conditions` has the numbers of the
/// conditions that are looked up.
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
