//! The engine gives the kernel the numbering, the seeds and the un-moves of a description.

use std::sync::Arc;

use super::attacks::Royal;
use super::bits::{Set, has_fast};
use super::bound::may_have_too_many;
use super::conditions::Conditions;
use super::defeat::may_defeat_itself;
use super::fills::Fills;
use super::full_rows::{full_rows, is_ending_by, over_by_rows};
use super::instances::{Instance, Labels, instances, parts};
use super::mills::Mills;
use super::moves::{Direction, Layout};
use super::numbering::Numbering;
use super::row_table::RowParents;
use super::sector_steps::{Possible, SectorSteps};
use super::sectors::{Counts, Exchange, Material, SquareEnding, Stage, reached};
use super::shapes::shapes;
use super::symmetries::{exchange, symmetries};
use super::symmetry::Permutation;
use super::turns::Turns;
use super::unsupported::{Unsupported, supported};
use super::wins::{Wins, winning_rows};
use crate::board::SquareSet;
use crate::description::{Description, Test, Verdict};
use crate::patterns::EMPTY;

/// The set of squares by which slots are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// A component.
    Component,
    /// A component or the occupied squares. The engine chooses the set that makes the table smaller.
    Smallest,
}

/// A description, compiled for boards with `C` components: a set of squares for each kind of each side.
#[derive(Debug)]
pub(crate) struct Engine<const C: usize> {
    pub(super) description: Arc<Description>,
    /// The number of sides that move in the positions of slots. If the sides can be exchanged, only the first side
    /// moves in these positions, and the value is 1. Otherwise the value is 2.
    pub(super) views: usize,
    /// Maps a position in which the second side moves to a position in which the first side moves. This permutation is
    /// used only if the sides can be exchanged.
    pub(super) exchange: Permutation,
    /// The inverse of `exchange`.
    pub(super) back: Permutation,
    pub(super) numbering: Numbering<C>,
    pub(super) materials: Vec<Material>,
    pub(super) stages: Vec<Stage>,
    /// The turns of the first side. If `views` is 2, the second element contains the turns of the second side.
    pub(super) turns: Vec<Turns>,
    pub(super) conditions: Conditions,
    /// Whether a side may lose by its own move.
    pub(super) may_lose: bool,
    /// Whether each turn has one part that depends on no condition. Then `forwards` and `backwards` contain all moves.
    pub(super) is_simple: bool,
    /// The attacks on royal pieces.
    pub(super) royal: Option<Royal>,
    /// The rows of a game of mills.
    pub(super) mills: Option<Mills>,
    /// The moves from each sector, and the un-moves to each sector. Only a simple game and a game of mills use them.
    pub(super) forwards: SectorSteps,
    pub(super) backwards: SectorSteps,
    /// The rows of each family.
    pub(super) rows: Vec<Vec<Set>>,
    /// A list with one byte for each set of squares. The byte has one bit for each family of rows. The bit is set if
    /// the set contains a row of the family. The list is empty for a large board.
    pub(super) full_rows: Vec<u8>,
    /// The squares of each zone for each side.
    pub(super) zones: Vec<[Set; 2]>,
    /// The elided wins in 1; `None` if the game has no elided wins, or if `fills` contains them.
    pub(super) wins: Option<Wins>,
    /// The un-moves of a game with elided wins; `None` if the table would be too large.
    pub(super) row_parents: Option<RowParents>,
    /// The moves and elided wins of a game in which each move adds a piece.
    pub(super) fills: Option<Fills>,
    /// Whether the engine uses the processor's instructions for sets of bits.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only x86-64 has these instructions"))]
    pub(super) has_fast: bool,
}

impl<const C: usize> Engine<C> {
    /// Compiles a description for all positions that play reaches from the given numbers of pieces. If `portable` is
    /// true, the engine uses only instructions that every processor has.
    pub(crate) fn new(
        description: &Arc<Description>,
        turn: u8,
        contents: &[u8],
        basis: Basis,
        portable: bool,
    ) -> Result<Self, Unsupported> {
        supported(description)?;
        let board = description.board.squares.len();
        let narrow = |set: SquareSet| set as Set;
        let rows: Vec<Vec<Set>> =
            description.board.rows.iter().map(|family| family.rows.iter().copied().map(narrow).collect()).collect();
        let zones: Vec<[Set; 2]> = description.board.zones.iter().map(|zone| zone.squares.map(narrow)).collect();
        let mut labels = Labels::default();
        let sides = [instances(description, 0, C / 2, &mut labels)?, instances(description, 1, C / 2, &mut labels)?];
        let both: Vec<Instance> = sides.iter().flat_map(|side| &side.instances).cloned().collect();
        let conditions = Conditions::new(description, C / 2, &both)?;
        let may_lose = description.no_move == Verdict::OwnWins
            || sides.iter().any(|side| may_defeat_itself(description, &side.instances, C / 2));
        let is_simple = description.no_move != Verdict::OwnWins
            && is_simple(description)
            && conditions.numbers.iter().all(Option::is_none);
        let symmetries = symmetries(description, &sides);
        let exchange = exchange(description, &sides);
        let views = if exchange.is_some() { 1 } else { 2 };
        let exchanges: Vec<Vec<Exchange>> =
            sides[..views].iter().map(|side| kinds_of_exchange(&side.instances)).collect();
        let counts = Counts::of(description, contents, turn, C / 2);
        let start = Counts { view: if views == 1 { 0 } else { turn }, ..counts };
        let (mut materials, stages) = reached(description, start, turn, &exchanges, views)?;
        let fields = fields(description, &symmetries, exchange.as_ref());
        let shapes = |symmetries: &[Permutation]| {
            if basis == Basis::Component {
                return None;
            }
            let images: Vec<&Permutation> = symmetries.iter().chain(&exchange).collect();
            let pieces = |stage: &Stage| stage.counts.board.iter().map(|&count| u32::from(count)).sum();
            shapes(occupied(&contents[..board]), &both, &images, &stages.iter().map(pieces).collect())
        };
        let numbering = Numbering::new(board, &materials, fields, symmetries, &rows, shapes)?;
        let mills = if C == 2 && views == 1 && !may_lose {
            Mills::new(description, &sides[0].instances, &rows, &numbering.ranks, &exchanges[0], (&materials, &stages))
        } else {
            None
        };
        let layouts: Vec<Layout<'_>> = exchanges
            .iter()
            .map(|exchanges| Layout { exchanges, conditions: &conditions.numbers, board, components: C })
            .collect();
        let views_of = || sides[..views].iter().zip(&layouts);
        let royal = Royal::new(description, &sides[..views], &layouts, exchange.as_ref());
        let (mut forwards, mut backwards) = (SectorSteps::default(), SectorSteps::default());
        if is_simple || mills.is_some() {
            let begins = |instance: &&Instance| description.turn.iter().flatten().any(|&rule| rule == instance.rule);
            let beginnings: Vec<Vec<&Instance>> =
                sides[..views].iter().map(|side| side.instances.iter().filter(begins).collect()).collect();
            let sectors = Sectors { materials: &materials, stages: &stages, mills: mills.as_ref(), views };
            let steps = |direction, possible| SectorSteps::new(possible, &beginnings, &layouts, direction);
            forwards = steps(Direction::Forwards, sectors.moves())?;
            backwards = steps(Direction::Backwards, sectors.unmoves())?;
        }
        let turns = views_of().map(|(side, layout)| Turns::new(description, &side.instances, layout));
        let turns = turns.collect::<Result<Vec<_>, _>>()?;
        if may_have_too_many(&materials, &stages, &turns, labels.most_equal) {
            return Err(Unsupported::Pieces("a position may have too many turns"));
        }
        let exchange = exchange.unwrap_or_else(|| Permutation::new((0..board as u8).collect()));
        let tabulates = is_simple && royal.is_none() && !may_lose && C == 2 && views == 1 && exchange.is_identity();
        let fills = winning_rows(description).filter(|_| tabulates).and_then(|family| {
            let is_row = |ending: &SquareEnding| is_ending_by(ending, family);
            let has_only_rows = materials.iter().all(|material| material.endings.iter().all(is_row));
            let fills = || Fills::new(description, family, &rows[family], &sides[0].instances, &numbering);
            has_only_rows.then(fills).flatten()
        });
        let wins = winning_rows(description).filter(|_| tabulates && fills.is_none()).and_then(|family| {
            let instances = &sides[0].instances;
            Wins::new(family, &rows[family], instances, &exchanges[0], &materials, &numbering.all_recorded()?)
        });
        let row_parents = wins.as_ref().and_then(|wins| RowParents::new(&backwards, wins, &numbering, &materials));
        let elided = wins.as_ref().map(|wins| wins.family).or(fills.as_ref().map(|fills| fills.family));
        complete_endings(&mut materials, elided);
        Ok(Self {
            description: description.clone(),
            full_rows: full_rows(&rows, board),
            wins,
            row_parents,
            fills,
            views,
            back: exchange.inverse(),
            exchange,
            stages,
            turns,
            conditions,
            may_lose,
            is_simple,
            royal,
            mills,
            forwards,
            backwards,
            numbering,
            materials,
            rows,
            zones,
            has_fast: !portable && has_fast(),
        })
    }

    /// Whether games of this engine may have elided wins or mills. Games with elided wins or mills have one kind of
    /// pieces for each side. The other engines contain no code for elided wins and mills, so the compiler needs a fifth
    /// less time for these engines.
    const HAS_TABLES: bool = C == 2;

    #[inline(always)]
    pub(super) const fn wins(&self) -> Option<&Wins> {
        if Self::HAS_TABLES { self.wins.as_ref() } else { None }
    }

    #[inline(always)]
    pub(super) const fn fills(&self) -> Option<&Fills> {
        if Self::HAS_TABLES { self.fills.as_ref() } else { None }
    }

    #[inline(always)]
    pub(super) const fn mills(&self) -> Option<&Mills> {
        if Self::HAS_TABLES { self.mills.as_ref() } else { None }
    }

    pub(crate) fn slots(&self) -> u64 {
        self.numbering.slots()
    }

    /// Whether slots are sorted by the occupied squares.
    pub(crate) const fn is_by_shape(&self) -> bool {
        self.numbering.is_by_shape()
    }

    pub(crate) fn raw_slots(&self) -> u64 {
        self.numbering.raw_slots()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let steps = self.forwards.bytes() + self.backwards.bytes() + self.turns.iter().map(Turns::bytes).sum::<u64>();
        self.numbering.bytes()
            + steps
            + self.full_rows.len() as u64
            + self.wins.as_ref().map_or(0, Wins::bytes)
            + self.row_parents.as_ref().map_or(0, RowParents::bytes)
            + self.fills.as_ref().map_or(0, Fills::bytes)
            + self.mills.as_ref().map_or(0, Mills::bytes)
    }
}

/// The data that determine which moves and un-moves are possible in each sector.
struct Sectors<'a> {
    materials: &'a [Material],
    stages: &'a [Stage],
    mills: Option<&'a Mills>,
    views: usize,
}

impl Sectors<'_> {
    /// The moves with which a turn can begin.
    fn moves(&self) -> Vec<Possible> {
        let of = |material: &Material| {
            let children = &self.stages[material.begin as usize].children;
            (material.counts.view.into(), children.iter().map(Option::is_some).collect())
        };
        self.materials.iter().map(of).collect()
    }

    /// The moves with which a turn to the sector can have begun.
    fn unmoves(&self) -> Vec<Possible> {
        let of = |(material, sector): (&Material, usize)| {
            let by_taking = self.mills.iter().flat_map(|mills| &mills.parents[sector]);
            let lists: Vec<&Vec<Option<u16>>> = by_taking.chain([&material.parents]).collect();
            let is_possible = |exchange: usize| lists.iter().any(|parents| parents[exchange].is_some());
            let view = if self.views == 1 { 0 } else { 1 - usize::from(material.counts.view) };
            (view, (0..material.parents.len()).map(is_possible).collect())
        };
        self.materials.iter().zip(0..).map(of).collect()
    }
}

/// Removes the endings by full rows of the family `elided`, because a separate test recognises them. Then completes the
/// other endings of each sector.
fn complete_endings(materials: &mut [Material], elided: Option<usize>) {
    for material in materials {
        let is_other = |ending: &SquareEnding| !elided.is_some_and(|family| is_ending_by(ending, family));
        material.endings.retain(is_other);
        material.over_by_rows = over_by_rows(&material.endings);
    }
}

/// Returns one set of squares for each component. The set contains the zone of the component's pieces, and the images
/// of this zone under the symmetries.
fn fields<const C: usize>(
    description: &Description,
    symmetries: &[Permutation],
    exchange: Option<&Permutation>,
) -> [Set; C] {
    let all: Set = (0..description.board.squares.len()).fold(0, |all, square| all | 1 << square);
    std::array::from_fn(|component| {
        let zone = description.kinds.get(component % (C / 2)).and_then(|kind| kind.zone);
        zone.map_or(all, |zone| {
            let [first, second] = description.board.zones[zone].squares.map(|zone| zone as Set);
            let (own, other) = if component < C / 2 { (first, second) } else { (second, first) };
            let field = own | exchange.map_or(other, |exchange| exchange.of(other));
            symmetries.iter().fold(field, |all, symmetry| all | symmetry.of(field))
        })
    })
}

/// The occupied squares of a board.
pub(crate) fn occupied(contents: &[u8]) -> Set {
    contents.iter().enumerate().filter(|(_, content)| **content != EMPTY).fold(0, |all, (square, _)| all | 1 << square)
}

/// Whether a description is simple: each turn has one part, the tests of moves only count pieces or squares, and no
/// ending tests cells.
fn is_simple(description: &Description) -> bool {
    let mut moves = parts(description).into_iter().map(|rule| &description.moves[rule]);
    let is_count = |test: &Test| matches!(test, Test::Count(..));
    description.turn.len() == 1
        && moves.all(|rule| rule.then.is_none() && rule.when.iter().all(is_count))
        && !description.endings.iter().flat_map(|rule| &rule.when).any(|test| matches!(test, Test::Somewhere(_)))
}

/// The distinct exchanges of some instances. An exchange is a rule together with the change that one instance of the
/// rule makes to the numbers of pieces.
fn kinds_of_exchange(instances: &[Instance]) -> Vec<Exchange> {
    let mut all: Vec<Exchange> = instances.iter().map(Exchange::of).collect();
    all.sort_unstable();
    all.dedup();
    all
}
