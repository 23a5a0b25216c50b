//! The conditions that the engine evaluates in each position. The engine evaluates a condition as the set of squares at
//! which the condition holds.

use super::bits::Set;
use super::expansion::Expansion;
use super::instances::{Instance, Sight, looked_up, sight};
use super::moves::sight_number;
use super::unsupported::Unsupported;
use crate::description::{ConditionRule, Description};

/// The maximum number of conditions that the engine evaluates in each position.
pub(super) const MOST_CONDITIONS: usize = 8;

/// A condition for one side.
#[derive(Debug)]
pub(super) enum Compiled {
    Zone(Set),
    /// A family of rows.
    Row(usize),
    /// The placements of the path on the board. Each placement has its first square and its tests. A test has the index
    /// of a set (see [`sight_number`]), and the squares that this set must contain.
    Path(Vec<(Set, Vec<(u8, Set)>)>),
}

/// The conditions that the engine evaluates in each position.
#[derive(Debug)]
pub(super) struct Conditions {
    /// The number of each condition of the description; `None` if the engine does not evaluate the condition in each
    /// position.
    pub(super) numbers: Vec<Option<u8>>,
    /// The conditions of each side, in the order of their numbers. A condition comes after the conditions that it
    /// refers to.
    pub(super) sides: [Vec<Compiled>; 2],
}

impl Conditions {
    pub(super) fn new(description: &Description, width: usize, instances: &[Instance]) -> Result<Self, Unsupported> {
        let used = looked_up(description, instances);
        if used.len() > MOST_CONDITIONS {
            return Err(Unsupported::Rules("too many conditions depend on other pieces"));
        }
        let mut numbers = vec![None; description.conditions.len()];
        used.iter().zip(0..).for_each(|(&condition, number)| numbers[condition] = Some(number));
        let compiled = |side: usize| -> Result<Vec<Compiled>, Unsupported> {
            let reader = Expansion { description, side, width };
            used.iter().map(|&condition| compiled(&reader, condition, &numbers)).collect()
        };
        Ok(Self { sides: [compiled(0)?, compiled(1)?], numbers })
    }
}

fn compiled(reader: &Expansion<'_>, condition: usize, numbers: &[Option<u8>]) -> Result<Compiled, Unsupported> {
    let (description, width) = (reader.description, reader.width);
    Ok(match &description.conditions[condition].rule {
        ConditionRule::InZone(zone) => Compiled::Zone(description.board.zones[*zone].squares[reader.side] as Set),
        ConditionRule::InRow(family) => Compiled::Row(*family),
        ConditionRule::Path { along, cells } => {
            let mut paths = Vec::new();
            for first in 0..description.board.squares.len() as u8 {
                for placed in reader.places(*along, cells, first)? {
                    let tests = placed.iter().flat_map(|cell| {
                        let conditions = cell.local.iter().chain(&cell.conditions);
                        let conditions = conditions.map(|&(condition, holds)| Sight::Condition(condition, holds));
                        let all = sight(cell.before, width).into_iter().chain(conditions);
                        all.map(|sight| (sight_number(sight, 2 * width, numbers), 1 << cell.square))
                    });
                    paths.push((1 << first, tests.collect()));
                }
            }
            Compiled::Path(paths)
        }
    })
}
