//! The engine: numbering, seeds and un-moves of a description, for the kernel.

use std::sync::Arc;

use super::bits::{Set, has_fast};
use super::defeat::may_defeat_itself;
use super::instances::{Instance, Labels, instances};
use super::moves::Steps;
use super::numbering::Numbering;
use super::sectors::{Counts, Exchange, Material, SquareEnding, reached};
use super::symmetries::{exchange, symmetries};
use super::symmetry::Permutation;
use super::unsupported::{Unsupported, supported};
use super::wins::{Wins, winning_rows};
use crate::board::SquareSet;
use crate::description::Description;
use crate::rules::MOST_PARTS;

/// A description, compiled for boards with `C` components: a set of squares for each kind of each side.
#[derive(Debug)]
pub(crate) struct Engine<const C: usize> {
    pub(super) description: Arc<Description>,
    /// 1 if the sides can be exchanged, so that the first side moves in every slot; otherwise 2.
    pub(super) views: usize,
    /// Maps a position with the second side to move to one with the first side to move, if the sides can be exchanged.
    pub(super) exchange: Permutation,
    /// The inverse of `exchange`.
    pub(super) back: Permutation,
    pub(super) numbering: Numbering<C>,
    pub(super) materials: Vec<Material>,
    /// For each view: its moves, and its moves backwards.
    pub(super) forwards: Vec<Steps>,
    pub(super) backwards: Vec<Steps>,
    /// The rows of each family.
    pub(super) rows: Vec<Vec<Set>>,
    /// The squares of each zone for each side.
    pub(super) zones: Vec<[Set; 2]>,
    /// The wins in one that are left out, if there are any.
    pub(super) wins: Option<Wins>,
    /// Whether the processor's instructions for sets of bits are used.
    pub(super) has_fast: bool,
}

impl<const C: usize> Engine<C> {
    /// Compiles a description for all positions that play reaches from this material. `portable` uses only instructions
    /// that every processor has.
    pub(crate) fn new(
        description: &Arc<Description>,
        turn: u8,
        counts: Counts,
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
        if sides.iter().any(|side| may_defeat_itself(description, &side.instances, C / 2)) {
            return Err(Unsupported("a side may lose by its own move"));
        }
        let symmetries = symmetries(description, &sides);
        let exchange = exchange(description, &sides);
        let views = if exchange.is_some() { 1 } else { 2 };
        let exchanges: Vec<Vec<Exchange>> =
            sides[..views].iter().map(|side| kinds_of_exchange(&side.instances)).collect();
        let start = Counts { view: if views == 1 { 0 } else { turn }, ..counts };
        let mut materials = reached(description, start, turn, &exchanges, views)?;
        let most_moves =
            |material: &Material| sides[usize::from(material.counts.view)].most_moves(&material.counts.board);
        if materials.iter().any(|material| most_moves(material) > MOST_PARTS as u64) {
            return Err(Unsupported("a position may have too many turns"));
        }
        let numbering =
            Numbering::new(board, &materials, symmetries, &rows).ok_or(Unsupported("its numbering is too large"))?;
        let arranged = |backwards| -> Result<Vec<Steps>, Unsupported> {
            let sides = sides[..views].iter().zip(&exchanges);
            sides.map(|(side, exchanges)| Steps::new(&side.instances, exchanges, board, C, backwards)).collect()
        };
        let exchange = exchange.unwrap_or_else(|| Permutation::new((0..board as u8).collect()));
        let wins = winning_rows(description).filter(|_| C == 2 && views == 1 && exchange.is_identity());
        let wins = wins.and_then(|family| {
            let instances = &sides[0].instances;
            Wins::new(family, &rows[family], instances, &exchanges[0], &materials, &numbering.all_recorded()?)
        });
        if let Some(wins) = &wins {
            // The ending by a row is tested apart.
            let is_other = |ending: &SquareEnding| ending.rows != [wins.family] || !ending.reached.is_empty();
            for material in &mut materials {
                material.endings.retain(is_other);
            }
        }
        Ok(Self {
            description: description.clone(),
            wins,
            views,
            back: exchange.inverse(),
            exchange,
            forwards: arranged(false)?,
            backwards: arranged(true)?,
            numbering,
            materials,
            rows,
            zones,
            has_fast: !portable && has_fast(),
        })
    }

    pub(crate) fn slots(&self) -> u64 {
        self.numbering.slots()
    }

    pub(crate) fn raw_slots(&self) -> u64 {
        self.numbering.raw_slots()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let steps = self.forwards.iter().chain(&self.backwards).map(Steps::bytes).sum::<u64>();
        self.numbering.bytes() + steps + self.wins.as_ref().map_or(0, Wins::bytes)
    }
}

/// The different rules and changes of material of some instances.
fn kinds_of_exchange(instances: &[Instance]) -> Vec<Exchange> {
    let mut all: Vec<Exchange> = instances.iter().map(Exchange::of).collect();
    all.sort_unstable();
    all.dedup();
    all
}
