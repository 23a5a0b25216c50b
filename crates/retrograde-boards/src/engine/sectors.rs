//! Sectors: the positions with the same numbers of pieces on the board and in the hands.

use std::collections::HashMap;

use super::instances::{Instance, component};
use super::unsupported::Unsupported;
use crate::description::{CountTerm, Description, EndingRule, Owner, Relation, SidesTested, Test, Verdict};
use crate::letters::MOST_HELD;

/// The numbers of pieces of a position, seen by the side to move. Component `k` is the own pieces of kind `k`, component
/// `K + k` the opponent's, for `K` kinds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counts {
    /// The side to move (0 or 1); 0 if the sides can be exchanged.
    pub(super) view: u8,
    pub(super) board: Vec<u8>,
    pub(super) hands: Vec<u8>,
}

/// A rule with the change of material that one of its instances makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Exchange {
    pub(super) rule: usize,
    pub(super) change: Vec<i8>,
}

impl Exchange {
    pub(super) fn of(instance: &Instance) -> Self {
        Self { rule: instance.rule, change: instance.change.clone() }
    }
}

/// An ending that the squares of a position decide, in a sector whose numbers of pieces allow it.
#[derive(Clone, Debug)]
pub(super) struct SquareEnding {
    /// Whether the tests are made for the side to move or for the side that has just moved.
    pub(super) is_own: bool,
    /// Families of rows of which one row must be full.
    pub(super) rows: Vec<usize>,
    /// Kinds and zones: a piece of the kind must stand in the zone.
    pub(super) reached: Vec<(usize, usize)>,
    /// The result for the side that is tested.
    pub(super) result: Verdict,
}

/// One sector.
#[derive(Clone, Debug)]
pub(super) struct Material {
    pub(super) counts: Counts,
    /// The sides that may move, as bits.
    pub(super) turns: u8,
    /// The side that moves in the representatives of slots.
    pub(super) turn: u8,
    /// For each exchange: the sector after the move, if a move of this kind is possible.
    pub(super) children: Vec<Option<u32>>,
    /// For each exchange: the sector before the move.
    pub(super) parents: Vec<Option<u16>>,
    /// The endings in the order of their priority. An ending without tests holds for all positions.
    pub(super) endings: Vec<SquareEnding>,
}

/// The maximum number of sectors.
const MOST_SECTORS: usize = 1 << 12;

/// All sectors that moves reach from a start.
pub(super) fn reached(
    description: &Description,
    start: Counts,
    turn: u8,
    exchanges: &[Vec<Exchange>],
    views: usize,
) -> Result<Vec<Material>, Unsupported> {
    if exchanges.iter().any(|all| all.len() > MOST_SECTORS) {
        return Err(Unsupported("the moves change the numbers of pieces in too many ways"));
    }
    let mut numbers = HashMap::from([(start.clone(), 0_u32)]);
    let mut all = vec![Material::new(description, start)];
    let mut next = 0;
    while next < all.len() {
        let here = all[next].counts.clone();
        let is_over = all[next].endings.iter().any(|ending| ending.rows.is_empty() && ending.reached.is_empty());
        for (number, exchange) in exchanges[usize::from(here.view)].iter().enumerate() {
            let Some(child) = (!is_over).then(|| here.after(description, exchange, views)).flatten() else {
                all[next].children.push(None);
                continue;
            };
            let place = *numbers.entry(child.clone()).or_insert_with(|| {
                all.push(Material::new(description, child));
                all.len() as u32 - 1
            });
            all[next].children.push(Some(place));
            let parents = &mut all[place as usize].parents;
            let count = exchanges.iter().map(Vec::len).max().unwrap_or(0);
            parents.resize(count, None);
            parents[number] = Some(next as u16);
        }
        if all.len() > MOST_SECTORS {
            return Err(Unsupported("there are too many numbers of pieces"));
        }
        next += 1;
    }
    mark_turns(&mut all, turn);
    Ok(all)
}

/// The sides as bits.
pub(super) const BOTH: u8 = 3;

/// Finds the sides that may move in each sector, if the side `turn` moves in the first.
fn mark_turns(all: &mut [Material], turn: u8) {
    all[0].turns = 1 << turn;
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for number in 0..all.len() {
            let next = (all[number].turns & 1) << 1 | all[number].turns >> 1;
            let children: Vec<u32> = all[number].children.iter().copied().flatten().collect();
            for child in children {
                let turns = &mut all[child as usize].turns;
                is_changed |= *turns | next != *turns;
                *turns |= next;
            }
        }
    }
    // The un-moves of a representative must lead to positions in which the other side may move.
    let turn = |material: &Material| {
        let suits = |turn: &u8| {
            let mut parents = material.parents.iter().flatten().map(|&parent| all[usize::from(parent)].turns);
            material.turns >> turn & 1 > 0 && parents.all(|turns| turns >> (1 - turn) & 1 > 0)
        };
        [0, 1].into_iter().find(suits)
    };
    let turns: Vec<Option<u8>> = all.iter().map(turn).collect();
    for (material, turn) in all.iter_mut().zip(&turns) {
        material.turn = turn.unwrap_or(0);
        if turns.contains(&None) {
            (material.turns, material.turn) = (BOTH, 0);
        }
    }
}

impl Material {
    fn new(description: &Description, counts: Counts) -> Self {
        let endings = description.endings.iter().flat_map(|rule| counts.endings(description, rule)).collect();
        Self { counts, turns: 0, turn: 0, children: Vec::new(), parents: Vec::new(), endings }
    }
}

impl Counts {
    /// The counts of a position with the side `turn` to move. `width` is the number of components of a side.
    pub(super) fn of(description: &Description, contents: &[u8], turn: u8, width: usize) -> Self {
        let (kinds, board) = (description.kinds.len(), description.board.squares.len());
        let number = |side: u8, kind: usize| {
            let content = 1 + 2 * kind as u8 + side;
            contents[..board].iter().map(|found| u8::from(*found == content)).sum()
        };
        let hand = |side: u8, kind: usize| contents[board + usize::from(side) * kinds + kind];
        let both = |of: &dyn Fn(u8, usize) -> u8| -> Vec<u8> {
            let side = |side| (0..width).map(move |kind| if kind < kinds { of(side, kind) } else { 0 });
            side(turn).chain(side(1 - turn)).collect()
        };
        Self { view: 0, board: both(&number), hands: both(&hand) }
    }

    fn kinds(&self) -> usize {
        self.board.len() / 2
    }

    fn place(&self, owner: Owner, kind: usize) -> usize {
        component(owner, kind, self.kinds()).into()
    }

    /// The counts after a move, seen by the other side; `None` if no such move is possible.
    fn after(&self, description: &Description, exchange: &Exchange, views: usize) -> Option<Self> {
        let rule = &description.moves[exchange.rule];
        if !rule.when.iter().all(|test| self.passes(description, test)) {
            return None;
        }
        let change = |before: &[u8], change: &[i8]| -> Option<Vec<u8>> {
            before.iter().zip(change).map(|(count, change)| count.checked_add_signed(*change)).collect()
        };
        let mut hand_change = vec![0; self.hands.len()];
        rule.hands.iter().for_each(|hand| hand_change[self.place(hand.owner, hand.kind)] += hand.change);
        let (mut board, mut hands) = (change(&self.board, &exchange.change)?, change(&self.hands, &hand_change)?);
        let squares = description.board.squares.len();
        let is_full = board.iter().map(|&count| usize::from(count)).sum::<usize>() > squares;
        if is_full || hands.iter().any(|&held| held > MOST_HELD) {
            return None;
        }
        let kinds = self.kinds();
        board.rotate_left(kinds);
        hands.rotate_left(kinds);
        Some(Self { view: if views == 2 { 1 - self.view } else { 0 }, board, hands })
    }

    /// Whether a test of counts holds for the side to move.
    fn passes(&self, description: &Description, test: &Test) -> bool {
        let Test::Count(counts, relation, number) = test else { return true };
        let sum: u32 = counts.iter().map(|&count| self.sum(description, count)).sum();
        match relation {
            Relation::Less => sum < *number,
            Relation::Equal => sum == *number,
            Relation::More => sum > *number,
        }
    }

    fn sum(&self, description: &Description, count: CountTerm) -> u32 {
        let total = |board: &[u8]| board.iter().map(|&count| u32::from(count)).sum::<u32>();
        match count {
            CountTerm::OnBoard(owner, Some(kind)) => self.board[self.place(owner, kind)].into(),
            CountTerm::OnBoard(Owner::Own, None) => total(&self.board[..self.kinds()]),
            CountTerm::OnBoard(Owner::Opponent, None) => total(&self.board[self.kinds()..]),
            CountTerm::InHand(owner, kind) => self.hands[self.place(owner, kind)].into(),
            CountTerm::Empty => description.board.squares.len() as u32 - total(&self.board),
        }
    }

    /// The same counts, seen by the other side.
    fn exchanged(&self) -> Self {
        let mut other = self.clone();
        other.board.rotate_left(self.kinds());
        other.hands.rotate_left(self.kinds());
        other
    }

    /// The ways in which a rule may end the game in this sector.
    fn endings(&self, description: &Description, rule: &EndingRule) -> Vec<SquareEnding> {
        let sides = match rule.of {
            SidesTested::Both => &[false, true][..],
            SidesTested::JustMoved => &[false],
            SidesTested::ToMove => &[true],
        };
        let possible = |&is_own: &bool| {
            let seen = if is_own { self.clone() } else { self.exchanged() };
            let mut ending = SquareEnding { is_own, rows: Vec::new(), reached: Vec::new(), result: rule.result };
            for test in &rule.when {
                match test {
                    Test::Row(rows) => ending.rows.push(*rows),
                    Test::Reached(kind, zone) => ending.reached.push((*kind, *zone)),
                    Test::Count(..) if !seen.passes(description, test) => return None,
                    // `supported` refuses the other tests.
                    Test::Count(..) | Test::Somewhere(_) => {}
                }
            }
            Some(ending)
        };
        sides.iter().filter_map(possible).collect()
    }
}
