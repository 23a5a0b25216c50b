//! Counts and makes the turns of a game of mills with the tables of [`Mills`].

use super::bits::{Set, squares};
use super::mills::Mills;
use super::moves::each_walk;
use super::sights::sights;
use super::solver::Engine;
use super::turns::Midway;

impl<const C: usize> Engine<C> {
    /// The entry of a set in a table that is indexed by the size of the set, then by the number of the set.
    #[inline(always)]
    fn row_of(&self, table: &[Vec<Set>], set: Set) -> Set {
        table[set.count_ones() as usize][self.numbering.ranks.of(set) as usize]
    }

    /// The number of turns.
    #[inline(always)]
    pub(super) fn count_with_mills(&self, mills: &Mills, sector: usize, components: &[Set; C]) -> u32 {
        let material = &self.materials[sector];
        let steps = &self.forwards[usize::from(material.counts.view)];
        let sights = sights(self.numbering.all, components);
        let (own, opponent, empty) = (components[0], components[1], sights[C]);
        let completing = self.row_of(&mills.completing, own) & empty;
        let (mut quiet, mut taking) = (0, 0);
        let children = &self.stages[material.begin as usize].children;
        each_walk!(steps, sights, walk => {
            if children[usize::from(walk.exchange)].is_some() {
                let to = walk.to & empty;
                let mut closing = 0;
                if to & completing != 0 {
                    closing = to & self.row_of(&mills.completing, own & !walk.from);
                }
                quiet += (to & !closing).count_ones();
                taking += closing.count_ones();
            }
        });
        let takable = if taking > 0 {
            mills.takable(opponent, self.row_of(&mills.filled, opponent)).0.count_ones().max(1)
        } else {
            0
        };
        quiet + taking * takable
    }

    /// Collects the positions after the turns that leave the tier. Each position is given by its sector and its
    /// components.
    #[inline(always)]
    pub(super) fn leave_with_mills(
        &self,
        mills: &Mills,
        sector: usize,
        components: &[Set; C],
        ends: &mut Vec<(usize, [Set; C])>,
    ) {
        let material = &self.materials[sector];
        let view = usize::from(material.counts.view);
        let (own, opponent) = (components[0], components[1]);
        let empty = self.numbering.all & !own & !opponent;
        let completing = self.row_of(&mills.completing, own) & empty;
        if completing == 0 && !material.leaves_quietly {
            return;
        }
        let sights = sights(self.numbering.all, components);
        let (takable, level) = mills.takable(opponent, self.row_of(&mills.filled, opponent));
        let mut end = |stage: u32, own: Set, opponent: Set| {
            let mut changed = *components;
            (changed[0], changed[1]) = (own, opponent);
            let (next, components) = self.turned(&Midway { stage, components: changed });
            if self.tier_of(next) != self.tier_of(sector) {
                ends.push((next, components));
            }
        };
        each_walk!(self.forwards[view], sights, walk => {
            let Some(stage) = self.stages[material.begin as usize].children[usize::from(walk.exchange)] else {
                continue;
            };
            let to = walk.to & empty;
            let mut closing = 0;
            if to & completing != 0 {
                closing = to & self.row_of(&mills.completing, own & !walk.from);
            }
            let quiet = if material.leaves_quietly { to & !closing } else { 0 };
            for square in squares(if takable == 0 { to } else { quiet }) {
                end(stage, own & !walk.from | 1 << square, opponent);
            }
            if closing == 0 || takable == 0 {
                continue;
            }
            let is_take =
                |&(exchange, _): &(usize, &Option<u32>)| self.turns[view].rules[exchange] == mills.rules[level];
            let mut after = self.stages[stage as usize].children.iter().enumerate().filter(is_take);
            let Some(taken) = after.find_map(|(_, stage)| *stage) else { continue };
            for square in squares(closing) {
                for piece in squares(takable) {
                    end(taken, own & !walk.from | 1 << square, opponent & !(1 << piece));
                }
            }
        });
    }

    /// The squares of full rows of the side that has just moved. A move that takes nothing cannot end on such a square,
    /// because a piece that completes a row takes a piece. The result is empty if the opponent has no piece to take.
    #[inline(always)]
    pub(super) fn barred(&self, mills: &Mills, after: &[Set; C]) -> Set {
        if after[1] == 0 { 0 } else { self.row_of(&mills.filled, after[0]) }
    }
}
