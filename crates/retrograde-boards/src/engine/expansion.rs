//! The places of a pattern: its cells at squares, for one side.

use super::unsupported::Unsupported;
use crate::description::{After, Along, Condition, ConditionRule, Content, Description, MoveRule, PatternCell, Repeat};

/// A cell of a pattern at a square.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) square: u8,
    pub(super) before: Content,
    pub(super) after: After,
    /// Whether the square belongs to the pattern's path; otherwise a condition looks at it.
    pub(super) is_on_path: bool,
}

/// Reads the patterns of a description for one side (0 or 1).
pub(super) struct Expansion<'a> {
    pub(super) description: &'a Description,
    pub(super) side: usize,
    /// The number of components of a side, at least the number of kinds.
    pub(super) width: usize,
}

/// The maximum number of instances of a description.
const MOST_INSTANCES: usize = 1 << 18;

impl Expansion<'_> {
    /// All places of a pattern, with the cells of its conditions.
    pub(super) fn placed(&self, rule: &MoveRule) -> Result<Vec<Vec<Placed>>, Unsupported> {
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
}
