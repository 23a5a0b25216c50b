//! The placements of a pattern on the board, for one side. A placement assigns squares to the cells of the pattern.

use super::unsupported::Unsupported;
use crate::description::{After, Along, ConditionRule, Content, Description, PatternCell, Repeat};

/// A cell of a pattern, placed on a square.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// The index of the cell in the pattern. `None` if the square belongs only to a condition of one of the pattern's
    /// cells.
    pub(super) cell: Option<usize>,
    pub(super) square: u8,
    pub(super) before: Content,
    pub(super) after: After,
    /// The conditions that depend only on the content of the square.
    pub(super) local: Vec<(usize, bool)>,
    /// The conditions that the engine evaluates in each position.
    pub(super) conditions: Vec<(usize, bool)>,
}

/// Reads the patterns of a description for one side (0 or 1).
pub(super) struct Expansion<'a> {
    pub(super) description: &'a Description,
    pub(super) side: usize,
    /// The number of components of a side, which is at least the number of kinds.
    pub(super) width: usize,
}

/// The maximum number of instances of a description.
pub(super) const MOST_INSTANCES: usize = 1 << 18;

impl Expansion<'_> {
    /// All placements of a pattern whose path begins at a given square.
    pub(super) fn places(
        &self,
        along: Along,
        cells: &[PatternCell],
        first: u8,
    ) -> Result<Vec<Vec<Placed>>, Unsupported> {
        let mut all = Vec::new();
        match along {
            Along::Anywhere => self.walk(&|_, _| None, cells, first, &mut all)?,
            Along::Pair => {
                let squares = self.description.board.squares.len() as u8;
                for second in (0..squares).filter(|second| *second != first) {
                    self.walk(&|before, _| (before == 0).then_some(second), cells, first, &mut all)?;
                }
            }
            Along::Family(family) => {
                for direction in &self.description.board.families[family].directions[self.side] {
                    self.walk(&|before, square| direction.next(before, square), cells, first, &mut all)?;
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
        self.extend(cells, 0, &path, is_closed, &mut Vec::new(), all)
    }

    fn extend(
        &self,
        cells: &[PatternCell],
        number: usize,
        path: &[u8],
        is_closed: bool,
        placed: &mut Vec<Placed>,
        all: &mut Vec<Vec<Placed>>,
    ) -> Result<(), Unsupported> {
        if all.len() > MOST_INSTANCES {
            return Err(Unsupported::Rules("the moves have too many instances"));
        }
        let Some(cell) = cells.get(number) else {
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
            self.extend(cells, number + 1, path, is_closed, placed, all)?;
        }
        for (index, &square) in path.iter().enumerate() {
            if index > 0 && cell.repeat == Repeat::Once || !self.place(square, number, cell, placed)? {
                break;
            }
            self.extend(cells, number + 1, &path[index + 1..], is_closed, placed, all)?;
        }
        placed.truncate(length);
        Ok(())
    }

    /// Places a cell on a square, and places the cells of its conditions. Returns false if a condition never holds for
    /// this square.
    fn place(
        &self,
        square: u8,
        number: usize,
        cell: &PatternCell,
        placed: &mut Vec<Placed>,
    ) -> Result<bool, Unsupported> {
        let (mut local, mut conditions, mut more) = (Vec::new(), Vec::new(), Vec::new());
        for &(condition, holds) in &cell.conditions {
            match &self.description.conditions[condition].rule {
                ConditionRule::InZone(zone) => {
                    let is_in = self.description.board.zones[*zone].squares[self.side] >> square & 1 > 0;
                    if is_in != holds {
                        return Ok(false);
                    }
                }
                ConditionRule::InRow(_) => conditions.push((condition, holds)),
                ConditionRule::Path { .. } if is_local(self.description, condition) => local.push((condition, holds)),
                ConditionRule::Path { along, cells } => {
                    let mut found = self.places(*along, cells, square)?;
                    let is_one = found.len() == 1
                        && cells.first().is_some_and(looks_only_beyond)
                        && found[0].iter().all(Placed::is_plain);
                    match (found.pop(), holds) {
                        (None, true) => return Ok(false),
                        (None, false) => {}
                        (Some(path), true) if is_one => more.extend(path.into_iter().skip(1)),
                        _ => conditions.push((condition, holds)),
                    }
                }
            }
        }
        placed.push(Placed { cell: Some(number), square, before: cell.before, after: cell.after, local, conditions });
        placed.extend(more.into_iter().map(|cell| Placed { cell: None, after: After::Same, ..cell }));
        Ok(true)
    }
}

impl Placed {
    /// Whether the cell has no conditions.
    fn is_plain(&self) -> bool {
        self.local.is_empty() && self.conditions.is_empty()
    }
}

/// Whether the first cell of a condition matches any content of its square.
fn looks_only_beyond(first: &PatternCell) -> bool {
    first.before == Content::Anything && first.repeat == Repeat::Once && first.conditions.is_empty()
}

/// Whether a condition of a square depends only on the square and its content.
fn is_local(description: &Description, condition: usize) -> bool {
    match &description.conditions[condition].rule {
        ConditionRule::InZone(_) => true,
        ConditionRule::InRow(_) => false,
        ConditionRule::Path { along, cells } => {
            let is_plain = |cell: &PatternCell| cell.repeat == Repeat::Once && cell.before != Content::Edge;
            *along == Along::Anywhere
                && cells.len() == 1
                && cells.iter().all(is_plain)
                && cells[0].conditions.iter().all(|&(inner, _)| is_local(description, inner))
        }
    }
}
