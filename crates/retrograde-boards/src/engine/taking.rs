//! Counts and takes back the turns of a game of mills with the tables of [`Mills`].

use super::bits::{Set, squares};
use super::fitting::{Fitting, MillWalks};
use super::mills::Mills;
use super::moves::{each_unmove, each_walk};
use super::numbering::NO_PLACE;
use super::parents::{Memo, Parent};
use super::sights::sights;
use super::solver::Engine;

impl<const C: usize> Engine<C> {
    /// The entry of a set in a table that is indexed by the size of the set, then by the number of the set.
    #[inline(always)]
    fn row_of(&self, table: &[Vec<Set>], set: Set) -> Set {
        table[set.count_ones() as usize][self.numbering.ranks.of(set) as usize]
    }

    /// The number of turns. `walks` has the moves of the last position, which often has the same own pieces.
    #[inline(always)]
    pub(super) fn count_with_mills(
        &self,
        mills: &Mills,
        sector: usize,
        components: &[Set; C],
        walks: &mut MillWalks,
    ) -> u32 {
        let (own, opponent) = (components[0], components[1]);
        let empty = self.numbering.all & !own & !opponent;
        if walks.of != Some((sector, own)) {
            self.list_walks(mills, sector, own, walks);
        }
        let (mut all, mut taking) = (0, 0);
        for &(to, closing) in &walks.all {
            all += (to & empty).count_ones();
            taking += (closing & empty).count_ones();
        }
        if taking > 0 {
            let takable = mills.takable(opponent, self.row_of(&mills.filled, opponent)).0.count_ones();
            all += taking * takable.saturating_sub(1);
        }
        all
    }

    /// Lists the squares that each own piece may enter if they are empty.
    fn list_walks(&self, mills: &Mills, sector: usize, own: Set, walks: &mut MillWalks) {
        let material = &self.materials[sector];
        let children = &self.stages[material.begin as usize].children;
        walks.of = Some((sector, own));
        walks.all.clear();
        each_walk!(self.forwards.of(sector), [own, 0], walk => {
            if children[usize::from(walk.exchange)].is_some() {
                walks.all.push((walk.to, walk.to & self.row_of(&mills.completing, own & !walk.from)));
            }
        });
    }

    /// Collects the positions from which a turn that takes a piece leads to this position, after the first `count`
    /// elements of `memo.open`. `memo.fitting` must have the steps that fit this position. Returns the number of all
    /// collected positions.
    #[inline(always)]
    pub(super) fn open_parents_by_taking(
        &self,
        mills: &Mills,
        sector: usize,
        after: &[Set; C],
        mut count: usize,
        memo: &mut Memo<C>,
    ) -> usize {
        let filled = after[0] & self.row_of(&mills.filled, after[0]);
        if filled == 0 || !mills.parents[sector].iter().any(|parents| self.has_one_in(parents, memo.tier)) {
            return count;
        }
        let steps = self.backwards.of(sector);
        let mut sights = sights(self.numbering.all, after);
        let empty = sights[C];
        // The turn has moved a piece that now stands in a full row.
        sights[0] = filled;
        let Memo { fitting: Fitting { steps: found, .. }, open, .. } = memo;
        for square in squares(empty) {
            let mut untaken = *after;
            untaken[1] |= 1 << square;
            let (takable, level) = mills.takable(untaken[1], self.row_of(&mills.filled, untaken[1]));
            if takable >> square & 1 == 0 {
                continue;
            }
            if open.len() < count + steps.most(found.len()) {
                open.resize(count + steps.most(found.len()), Parent::default());
            }
            each_unmove!(steps, &*found, sights, empty & !(1 << square), mills.parents[sector][level], unmove => {
                let (before, number) = (steps.undo(&unmove, &untaken), usize::from(unmove.sector));
                open[count] = self.parent(number, &before);
                count += usize::from(unmove.flips.sets[0] & filled != 0)
                    & usize::from(!self.is_left_out(number, &before))
                    & usize::from(open[count].place != NO_PLACE);
            });
        }
        count
    }

    /// The squares of full rows of the side that has just moved. A move that takes nothing cannot end on such a square,
    /// because a piece that completes a row takes a piece. The result is empty if the opponent has no piece to take.
    #[inline(always)]
    pub(super) fn barred(&self, mills: &Mills, after: &[Set; C]) -> Set {
        if after[1] == 0 { 0 } else { self.row_of(&mills.filled, after[0]) }
    }
}
