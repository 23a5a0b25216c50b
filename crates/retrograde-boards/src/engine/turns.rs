//! The turns of one side, arranged by parts and levels.

use super::bits::Set;
use super::instances::Instance;
use super::moves::{Direction, Layout, Steps, Walks};
use super::sectors::Exchange;
use super::unsupported::Unsupported;
use crate::description::{Description, Levels, NextPart, Repeat, Requirement};

/// A position between two parts of a turn, or at the beginning or the end of a turn, as the mover sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Midway<const C: usize> {
    pub(super) stage: u32,
    pub(super) components: [Set; C],
}

/// The turns of one side.
#[derive(Debug)]
pub(super) struct Turns {
    /// The rule of each exchange.
    pub(super) rules: Vec<usize>,
    /// The parts with which a turn can begin, by level.
    pub(super) levels: Vec<Level>,
    /// The parts that may follow a part, indexed by the rule of the earlier part.
    pub(super) follows: Vec<Option<Follow>>,
    /// The backward steps of all parts.
    pub(super) back: Steps,
    /// Whether a part can follow another part of the turn, indexed by the rule of the later part.
    pub(super) may_follow: Vec<bool>,
}

/// Parts of the same priority.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) rules: Vec<usize>,
    pub(super) steps: Steps,
}

/// The parts that may follow another part.
#[derive(Debug)]
pub(super) struct Follow {
    pub(super) levels: Vec<Level>,
    pub(super) only_if: Option<Requirement>,
    pub(super) is_optional: bool,
    /// Whether the earlier part determines the first square of these parts.
    pub(super) is_named: bool,
}

impl Turns {
    pub(super) fn new(
        description: &Description,
        instances: &[Instance],
        layout: &Layout<'_>,
    ) -> Result<Self, Unsupported> {
        let steps = |rules: &[usize], direction| {
            let chosen = instances.iter().filter(|instance| rules.contains(&instance.rule));
            Steps::new(chosen, layout, direction, Walks::AsSteps)
        };
        let levels = |levels: &Levels| -> Result<Vec<Level>, Unsupported> {
            let level =
                |rules: &Vec<usize>| Ok(Level { rules: rules.clone(), steps: steps(rules, Direction::Forwards)? });
            levels.iter().map(level).collect()
        };
        let parts = super::instances::parts(description);
        let follows = description.moves.iter().enumerate().map(|(rule, made)| {
            let then = made.then.as_ref().filter(|_| parts.contains(&rule));
            then.map(|NextPart { levels: parts, only_if, is_optional, from }| {
                let is_there = |cell: usize| made.cells.get(cell).is_some_and(|cell| cell.repeat != Repeat::Any);
                let (only_if, is_optional, is_named) = (*only_if, *is_optional, from.is_some_and(is_there));
                Ok(Follow { levels: levels(parts)?, only_if, is_optional, is_named })
            })
            .transpose()
        });
        let followers: Vec<usize> = parts
            .iter()
            .filter_map(|&rule| description.moves[rule].then.as_ref())
            .flat_map(|then| then.levels.concat())
            .collect();
        Ok(Self {
            may_follow: (0..description.moves.len()).map(|rule| followers.contains(&rule)).collect(),
            rules: layout.exchanges.iter().map(|exchange: &Exchange| exchange.rule).collect(),
            levels: levels(&description.turn)?,
            follows: follows.collect::<Result<_, _>>()?,
            back: steps(&parts.into_iter().collect::<Vec<_>>(), Direction::Backwards)?,
        })
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let follows = self.follows.iter().flatten().flat_map(|follow| &follow.levels);
        self.levels.iter().chain(follows).map(|level| level.steps.bytes()).sum::<u64>() + self.back.bytes()
    }
}
