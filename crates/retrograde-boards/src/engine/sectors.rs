//! Sectors: the positions with the same numbers of pieces on the board and in the hands.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::instances::{Instance, component};
use super::tiers::components;
use super::unsupported::Unsupported;
use crate::description::{CountTerm, Description, EndingRule, Owner, Relation, SidesTested, Test, Verdict};
use crate::letters::MOST_HELD;

/// The numbers of pieces of a position, seen by the side to move. If there are `K` kinds, component `k` stands for the
/// own pieces of kind `k`, and component `K + k` stands for the opponent's pieces of kind `k`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counts {
    /// The side to move (0 or 1); 0 if the sides can be exchanged.
    pub(super) view: u8,
    pub(super) board: Vec<u8>,
    pub(super) hands: Vec<u8>,
}

/// An exchange is a rule together with the change that one instance of the rule makes to the numbers of pieces.
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

/// An ending that depends on the squares of a position. The ending belongs to a sector whose numbers of pieces allow
/// it.
#[derive(Clone, Debug)]
pub(super) struct SquareEnding {
    /// Whether the tests are made for the side to move or for the side that has just moved.
    pub(super) is_own: bool,
    /// Families of rows. In each family, some row must be full.
    pub(super) rows: Vec<usize>,
    /// Pairs of a kind and a zone. A piece of the kind must stand in the zone.
    pub(super) reached: Vec<(usize, usize)>,
    /// Cells. For each cell, some square must match the cell.
    pub(super) somewhere: Vec<Test>,
    /// The result for the side for which the tests are made.
    pub(super) result: Verdict,
}

impl SquareEnding {
    /// Whether the ending holds for all positions of its sector.
    fn always_holds(&self) -> bool {
        self.rows.is_empty() && self.reached.is_empty() && self.somewhere.is_empty()
    }
}

/// A sector: the positions with the same numbers of pieces.
#[derive(Clone, Debug)]
pub(super) struct Material {
    pub(super) counts: Counts,
    /// The sides that may move, as bits.
    pub(super) turns: u8,
    /// The side that moves in the representatives of slots.
    pub(super) turn: u8,
    /// The sector after a turn that consists of one part, indexed by the exchange of this part.
    pub(super) children: Vec<Option<u32>>,
    /// The sector before a turn that consists of one part, indexed by the exchange of this part.
    pub(super) parents: Vec<Option<u16>>,
    /// The endings in the order of their priority. An ending without tests holds for all positions.
    pub(super) endings: Vec<SquareEnding>,
    /// See [`super::full_rows::over_by_rows`].
    pub(super) over_by_rows: [u8; 2],
    /// The stage at which the sector's turns begin, and the stage at which turns that lead to this sector end.
    pub(super) begin: u32,
    pub(super) end: Option<u32>,
    /// The sectors to which turns lead.
    pub(super) next: BTreeSet<u32>,
    /// The number of the tier. The sectors of a tier have consecutive numbers.
    pub(super) tier: u32,
}

/// A stage of a turn: the numbers of pieces at the beginning of the turn, between two parts or at the end. A stage
/// describes these numbers from the mover's point of view.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) counts: Counts,
    /// The stage after a part, and the stage before a part. Both lists are indexed by the exchange of the part.
    pub(super) children: Vec<Option<u32>>,
    pub(super) parents: Vec<Option<u32>>,
    /// The sector whose turns begin at this stage.
    pub(super) begins: Option<u32>,
    /// The sector of the position after a turn that ends at this stage.
    pub(super) ends: Option<u32>,
    /// The tiers whose turns pass this stage.
    pub(super) tiers: BTreeSet<u32>,
}

/// The maximum number of sectors. The same limit applies to the number of stages.
const MOST_SECTORS: usize = 1 << 12;

/// All sectors and stages that turns reach from a start position, sorted by tier. In the start position, the side
/// `turn` moves.
pub(super) fn reached(
    description: &Description,
    start: Counts,
    turn: u8,
    exchanges: &[Vec<Exchange>],
    views: usize,
) -> Result<(Vec<Material>, Vec<Stage>), Unsupported> {
    if exchanges.iter().any(|all| all.len() > MOST_SECTORS) {
        return Err(Unsupported::Rules("the moves change the numbers of pieces in too many ways"));
    }
    let mut all =
        Reached { description, exchanges, views, numbers: HashMap::new(), stages: Vec::new(), materials: Vec::new() };
    all.sector(start);
    let mut next = 0;
    while next < all.materials.len() {
        all.turns(next as u32);
        if all.materials.len().max(all.stages.len()) > MOST_SECTORS {
            return Err(Unsupported::Pieces("there are too many numbers of pieces"));
        }
        next += 1;
    }
    let begin = all.materials[0].begin;
    let (mut materials, stages) = all.sorted();
    if let Some(first) = stages[begin as usize].begins {
        mark_turns(&mut materials, first, turn);
    }
    Ok((materials, stages))
}

/// Both sides, as bits.
pub(super) const BOTH: u8 = 3;

/// Finds the sides that may move in each sector. The side `turn` moves in the sector `first`.
fn mark_turns(all: &mut [Material], first: u32, turn: u8) {
    all[first as usize].turns = 1 << turn;
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for number in 0..all.len() {
            let after = (all[number].turns & 1) << 1 | all[number].turns >> 1;
            for next in all[number].next.clone() {
                let turns = &mut all[next as usize].turns;
                is_changed |= *turns | after != *turns;
                *turns |= after;
            }
        }
    }
    let mut parents = vec![Vec::new(); all.len()];
    for material in &*all {
        material.next.iter().for_each(|&next| parents[next as usize].push(material.turns));
    }
    // In the predecessors of a representative, the other side moves. So the other side must be a side that may move in
    // their sectors.
    let turn = |(material, parents): (&Material, &Vec<u8>)| {
        let suits =
            |turn: &u8| material.turns >> turn & 1 > 0 && parents.iter().all(|turns| turns >> (1 - turn) & 1 > 0);
        [0, 1].into_iter().find(suits)
    };
    let turns: Vec<Option<u8>> = all.iter().zip(&parents).map(turn).collect();
    for (material, turn) in all.iter_mut().zip(&turns) {
        material.turn = turn.unwrap_or(0);
        if turns.contains(&None) {
            (material.turns, material.turn) = (BOTH, 0);
        }
    }
}

/// The search for sectors and stages.
struct Reached<'a> {
    description: &'a Description,
    exchanges: &'a [Vec<Exchange>],
    views: usize,
    numbers: HashMap<Counts, u32>,
    stages: Vec<Stage>,
    materials: Vec<Material>,
}

impl Reached<'_> {
    fn stage(&mut self, counts: Counts) -> u32 {
        *self.numbers.entry(counts).or_insert_with_key(|counts| {
            let none = vec![None; self.exchanges[usize::from(counts.view)].len()];
            let counts = counts.clone();
            self.stages.push(Stage {
                counts,
                children: none.clone(),
                parents: none,
                begins: None,
                ends: None,
                tiers: BTreeSet::new(),
            });
            self.stages.len() as u32 - 1
        })
    }

    /// The sector of positions with these numbers.
    fn sector(&mut self, counts: Counts) -> u32 {
        let begin = self.stage(counts.clone());
        if let Some(sector) = self.stages[begin as usize].begins {
            return sector;
        }
        let sector = self.materials.len() as u32;
        self.stages[begin as usize].begins = Some(sector);
        self.materials.push(Material::new(self.description, counts, begin));
        sector
    }

    /// Adds all turns of a sector, part by part.
    fn turns(&mut self, sector: u32) {
        let Material { begin, endings, .. } = &self.materials[sector as usize];
        if endings.iter().any(SquareEnding::always_holds) {
            return;
        }
        // The stages that are still to be searched, each with the rule of the part before the stage.
        let mut left = vec![(*begin, None)];
        let (mut seen, mut next) = (HashSet::new(), BTreeSet::new());
        while let Some((from, rule)) = left.pop() {
            if !seen.insert((from, rule)) {
                continue;
            }
            next.extend(rule.map(|_| self.end(from)));
            // Until the tiers are known, the number of the sector stands for its tier.
            self.stages[from as usize].tiers.insert(sector);
            let description = self.description;
            let rules: Vec<usize> = match rule.map(|rule: usize| &description.moves[rule].then) {
                None => description.turn.concat(),
                Some(then) => then.iter().flat_map(|then| then.levels.concat()).collect(),
            };
            for (number, exchange) in self.exchanges[self.view(from)].iter().enumerate() {
                let may_begin = rule.is_some() || !takes_royal(description, exchange);
                let is_possible = may_begin && rules.contains(&exchange.rule);
                let possible = is_possible.then(|| &self.stages[from as usize].counts);
                if let Some(child) = possible.and_then(|counts| counts.after(description, exchange)) {
                    let to = self.stage(child);
                    self.stages[from as usize].children[number] = Some(to);
                    self.stages[to as usize].parents[number] = Some(from);
                    left.push((to, Some(exchange.rule)));
                }
            }
        }
        self.materials[sector as usize].next = next;
    }

    fn view(&self, stage: u32) -> usize {
        self.stages[stage as usize].counts.view.into()
    }

    /// The sector of the position after a turn that ends at a stage.
    fn end(&mut self, stage: u32) -> u32 {
        let Stage { counts, ends, .. } = &self.stages[stage as usize];
        if let Some(sector) = *ends {
            return sector;
        }
        let mut turned = counts.exchanged();
        turned.view = if self.views == 2 { 1 - counts.view } else { 0 };
        let sector = self.sector(turned);
        self.stages[stage as usize].ends = Some(sector);
        self.materials[sector as usize].end = Some(stage);
        sector
    }

    /// The sectors and stages in sorted order. The sectors of a tier have consecutive numbers.
    fn sorted(mut self) -> (Vec<Material>, Vec<Stage>) {
        let edges: Vec<&BTreeSet<u32>> = self.materials.iter().map(|material| &material.next).collect();
        let tiers = numbered(&components(&edges));
        let mut order: Vec<usize> = (0..self.materials.len()).collect();
        order.sort_by_key(|&sector| tiers[sector]);
        let mut numbers = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&sector, number)| numbers[sector] = number);
        let number = |sector: u32| numbers[sector as usize];
        for stage in &mut self.stages {
            (stage.begins, stage.ends) = (stage.begins.map(number), stage.ends.map(number));
            stage.tiers = stage.tiers.iter().map(|&sector| tiers[sector as usize]).collect();
        }
        let mut materials: Vec<Material> = order.iter().map(|&sector| self.materials[sector].clone()).collect();
        let most = self.exchanges.iter().map(Vec::len).max().unwrap_or(0);
        for (material, &sector) in materials.iter_mut().zip(&order) {
            material.tier = tiers[sector];
            material.next = material.next.iter().map(|&sector| number(sector)).collect();
            let begin = &self.stages[material.begin as usize];
            let is_over = material.endings.iter().any(SquareEnding::always_holds);
            let ends =
                |child: &Option<u32>| child.filter(|_| !is_over).and_then(|child| self.stages[child as usize].ends);
            material.children = begin.children.iter().map(ends).collect();
            let end = material.end.map(|end| &self.stages[end as usize]);
            let begins = |parent: &Option<u32>| {
                parent.and_then(|parent| self.stages[parent as usize].begins.map(|sector| sector as u16))
            };
            material.parents = end.map_or(Vec::new(), |end| end.parents.iter().map(begins).collect());
            material.parents.resize(most, None);
        }
        (materials, self.stages)
    }
}

/// Whether an exchange takes a royal piece of the opponent. No turn begins with such an exchange, because no turn leaves
/// a royal piece attacked.
fn takes_royal(description: &Description, exchange: &Exchange) -> bool {
    let width = exchange.change.len() / 2;
    description.royal.is_some_and(|royal| exchange.change[width + royal] < 0)
}

/// Numbers the distinct values in ascending order.
fn numbered(values: &[u32]) -> Vec<u32> {
    let all: BTreeSet<u32> = values.iter().copied().collect();
    let numbers: HashMap<u32, u32> = all.into_iter().zip(0..).collect();
    values.iter().map(|value| numbers[value]).collect()
}

impl Material {
    fn new(description: &Description, counts: Counts, begin: u32) -> Self {
        let endings = description.endings.iter().flat_map(|rule| counts.endings(description, rule)).collect();
        Self {
            counts,
            turns: 0,
            turn: 0,
            children: Vec::new(),
            parents: Vec::new(),
            endings,
            begin,
            end: None,
            next: BTreeSet::new(),
            tier: 0,
            over_by_rows: [0; 2],
        }
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

    /// The counts after one part of a turn that makes `exchange`; `None` if the exchange is impossible with these
    /// counts.
    pub(super) fn after(&self, description: &Description, exchange: &Exchange) -> Option<Self> {
        let rule = &description.moves[exchange.rule];
        if !rule.when.iter().all(|test| self.passes(description, test)) {
            return None;
        }
        let change = |before: &[u8], change: &[i8]| -> Option<Vec<u8>> {
            before.iter().zip(change).map(|(count, change)| count.checked_add_signed(*change)).collect()
        };
        let mut hand_change = vec![0; self.hands.len()];
        rule.hands.iter().for_each(|hand| hand_change[self.place(hand.owner, hand.kind)] += hand.change);
        let (board, hands) = (change(&self.board, &exchange.change)?, change(&self.hands, &hand_change)?);
        let pieces: usize = board.iter().map(|&count| usize::from(count)).sum();
        let is_possible = pieces <= description.board.squares.len() && hands.iter().all(|held| *held <= MOST_HELD);
        is_possible.then_some(Self { view: self.view, board, hands })
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

    /// The same counts of pieces, seen by the other side.
    pub(super) fn exchanged(&self) -> Self {
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
            let (rows, reached, somewhere) = (Vec::new(), Vec::new(), Vec::new());
            let mut ending = SquareEnding { is_own, rows, reached, somewhere, result: rule.result };
            for test in &rule.when {
                match test {
                    Test::Row(rows) => ending.rows.push(*rows),
                    Test::Reached(kind, zone) => ending.reached.push((*kind, *zone)),
                    Test::Count(..) if !seen.passes(description, test) => return None,
                    Test::Count(..) => {}
                    Test::Somewhere(_) => ending.somewhere.push(test.clone()),
                }
            }
            Some(ending)
        };
        sides.iter().filter_map(possible).collect()
    }
}
