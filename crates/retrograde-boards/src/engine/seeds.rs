//! The seeds of slots. A seed comes from an ending, an elided win or the number of moves.

// Safety: see the call of `seeds_fast`.
#![allow(unsafe_code)]

use std::ops::Range;

use retrograde::{Depth, Seed, Value};

use super::attacks::Royal;
use super::bits::{Set, squares};
use super::fitting::{Fitting, Lists};
use super::moves::each_walk;
use super::sights::{MOST_SIGHTS, sights};
use super::solver::Engine;
use super::turns::Midway;
use super::wins::MOST_EXCHANGES;
use crate::description::Verdict;

impl<const C: usize> Engine<C> {
    pub(crate) fn each_seed(&self, slots: Range<u64>, visit: &mut dyn FnMut(Seed)) {
        #[cfg(target_arch = "x86_64")]
        if self.has_fast {
            // Safety: `has_fast` says that the processor has these instructions.
            return unsafe { self.seeds_fast(slots, visit) };
        }
        self.seeds::<false>(slots, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn seeds_fast(&self, slots: Range<u64>, visit: &mut dyn FnMut(Seed)) {
        self.seeds::<true>(slots, visit);
    }

    #[inline(always)]
    fn seeds<const FAST: bool>(&self, slots: Range<u64>, visit: &mut dyn FnMut(Seed)) {
        if let Some(fills) = self.fills() {
            return self.seeds_of_fills::<FAST>(fills, slots, visit);
        }
        let (mut slot, mut fitting) = (slots.start, Fitting::default());
        while slot < slots.end {
            let number = self.numbering.sector_of(slot);
            let sector = &self.numbering.sectors[number];
            let end = slots.end.min(sector.slots.end);
            while slot < end {
                let (run, set) = self.numbering.run(sector, slot);
                let first = self.numbering.record(sector, set);
                for slot in slot..end.min(run.end) {
                    let components = self.numbering.with_rest::<FAST>(sector, set, slot - run.start);
                    let is_hole = !self.numbering.fits(sector, &components)
                        || first.stabiliser > 1
                            && self.numbering.slot_of_turned::<FAST>(sector, first, &components).0 != slot
                        || self.is_left_attacked(number, &components);
                    if is_hole {
                        visit(Seed::Hole);
                    } else {
                        self.visit_seed::<FAST>(number, &components, &mut fitting, visit);
                    }
                }
                slot = run.end;
            }
            slot = sector.slots.end;
        }
    }

    /// Visits the seed of a position. Each case calls `visit`, because a seed that is first stored and then copied makes
    /// the processor wait.
    #[inline(always)]
    fn visit_seed<const FAST: bool>(
        &self,
        sector: usize,
        components: &[Set; C],
        fitting: &mut Fitting,
        visit: &mut dyn FnMut(Seed),
    ) {
        if let Some(wins) = self.wins()
            && let Some(value) = self.row_value(wins, components)
        {
            return visit(Seed::Elided(value));
        }
        if let Some(value) = self.ended(sector, components) {
            return visit(Seed::Decided(value));
        }
        if self.wins().is_some_and(|wins| self.wins_now(wins, sector, components)) {
            return visit(Seed::Elided(Value::Win(Depth::new(1))));
        }
        let royal = self.royal();
        let (open, lost) = if let Some(mills) = self.mills() {
            (self.count_with_mills(mills, sector, components, &mut fitting.walks), 0)
        } else if !self.is_simple || royal.is_some() && self.may_lose {
            return visit(self.seed_by_turns(sector, components, &mut fitting.lists));
        } else if let Some(royal) = royal {
            let begin = Midway { stage: self.materials[sector].begin, components: *components };
            match self.count_legal::<FAST>(royal, &begin, fitting) {
                0 => return visit(self.without_turn(&begin)),
                open => (open, 0),
            }
        } else {
            let sights = sights(self.numbering.all, components);
            let counts = self.count::<FAST>(sector, components, &sights, fitting);
            if counts.0 > 0 && self.may_lose && self.loses_at_once(sector, components, &sights, fitting) {
                return visit(Seed::Decided(Value::Loss(Depth::new(1))));
            }
            counts
        };
        if open > 0 {
            visit(Seed::Open(open));
        } else if lost > 0 {
            visit(Seed::Decided(Value::Loss(Depth::new(2))));
        } else {
            visit(self.without_move());
        }
    }

    /// The seed of a position without a move.
    pub(super) fn without_move(&self) -> Seed {
        Seed::Decided(match self.description.no_move {
            Verdict::OwnLoses => Value::Loss(Depth::ZERO),
            Verdict::OwnWins => Value::Win(Depth::ZERO),
            Verdict::Tie => Value::Tie(Depth::ZERO),
        })
    }

    /// Counts the moves of a simple game that leave no royal piece of the mover attacked.
    #[inline(always)]
    fn count_legal<const FAST: bool>(&self, royal: &Royal, begin: &Midway<C>, fitting: &mut Fitting) -> u32 {
        let children = &self.stages[begin.stage as usize].children;
        let steps = self.forwards.of(self.beginning(begin));
        let sights = sights(self.numbering.all, &begin.components);
        let mut open = 0;
        steps.fitting::<FAST>(&sights, &mut fitting.steps);
        for &number in &fitting.steps {
            let step = steps.step(number);
            if let Some(stage) = children[usize::from(step.exchange)] {
                let components = steps.apply(step, &begin.components);
                open += u32::from(!self.is_exposed(royal, &Midway { stage, components }));
            }
        }
        each_walk!(steps, sights, walk => {
            if let Some(stage) = children[usize::from(walk.exchange)] {
                for square in squares(walk.to & sights[C]) {
                    let mut components = begin.components;
                    components[usize::from(walk.component)] ^= walk.from | 1 << square;
                    open += u32::from(!self.is_exposed(royal, &Midway { stage, components }));
                }
            }
        });
        open
    }

    /// The seed of a position without a turn. If the mover's royal piece is attacked, the mover has lost.
    fn without_turn(&self, begin: &Midway<C>) -> Seed {
        let is_mate = self.royal().is_some_and(|royal| self.is_exposed(royal, begin));
        if is_mate { Seed::Decided(Value::Loss(Depth::ZERO)) } else { self.without_move() }
    }

    /// The seed of a position in which no ending of the sector holds.
    fn seed_by_turns(&self, sector: usize, components: &[Set; C], lists: &mut Lists) -> Seed {
        let begin = Midway { stage: self.materials[sector].begin, components: *components };
        let (mut open, mut all_lost) = (0, self.may_lose);
        self.each_legal_turn(&begin, lists, &mut |end| {
            open += 1;
            all_lost = all_lost && self.is_lost(end);
        });
        match open {
            0 => self.without_turn(&begin),
            _ if all_lost => Seed::Decided(Value::Loss(Depth::new(1))),
            _ => Seed::Open(open),
        }
    }

    /// Whether a turn ends the game with a loss for its mover.
    fn is_lost(&self, end: &Midway<C>) -> bool {
        let (sector, components) = self.turned(end);
        if let Some(value) = self.ended(sector, &components) {
            return value == Value::Win(Depth::ZERO);
        }
        let begin = Midway { stage: self.materials[sector].begin, components };
        self.description.no_move == Verdict::OwnWins && self.is_stuck(&begin)
    }

    /// Whether a position has no turn, and the mover's royal piece is not attacked. No ending may hold in the position.
    fn is_stuck(&self, begin: &Midway<C>) -> bool {
        let Some(royal) = self.royal() else { return !self.has_turn(begin) };
        let mut has_turn = false;
        self.each_legal_turn(begin, &mut Lists::default(), &mut |_| has_turn = true);
        !has_turn && !self.is_exposed(royal, begin)
    }

    /// Whether each move of a position ends the game with a win of the opponent. The caller must first collect the
    /// steps that fit the position.
    #[inline(always)]
    fn loses_at_once(
        &self,
        sector: usize,
        components: &[Set; C],
        sights: &[Set; MOST_SIGHTS],
        fitting: &Fitting,
    ) -> bool {
        let material = &self.materials[sector];
        let steps = self.forwards.of(sector);
        let loses = |exchange: u16, after: [Set; C]| {
            let Some(child) = material.children[usize::from(exchange)] else { return true };
            let stage = self.materials[child as usize].end.unwrap_or_default();
            let (sector, components) = self.turned(&Midway { stage, components: after });
            self.ended(sector, &components) == Some(Value::Win(Depth::ZERO))
        };
        for &number in &fitting.steps {
            let step = steps.step(number);
            if !loses(step.exchange, steps.apply(step, components)) {
                return false;
            }
        }
        each_walk!(steps, sights, walk => {
            for square in squares(walk.to & sights[C]) {
                let mut after = *components;
                after[usize::from(walk.component)] ^= walk.from | 1 << square;
                if !loses(walk.exchange, after) {
                    return false;
                }
            }
        });
        true
    }

    /// Counts the open moves of a position, and the moves after which the opponent can complete a row.
    #[inline(always)]
    fn count<const FAST: bool>(
        &self,
        sector: usize,
        components: &[Set; C],
        sights: &[Set; MOST_SIGHTS],
        fitting: &mut Fitting,
    ) -> (u32, u32) {
        let material = &self.materials[sector];
        let steps = self.forwards.of(sector);
        let empty = sights[C];
        let (mut open, mut lost) = (0, 0);
        let Some(wins) = self.wins() else {
            steps.fitting::<FAST>(sights, &mut fitting.steps);
            for &number in &fitting.steps {
                open += u32::from(material.children[usize::from(steps.step(number).exchange)].is_some());
            }
            each_walk!(steps, sights, walk => {
                let is_possible = material.children[usize::from(walk.exchange)].is_some();
                open += if is_possible { (walk.to & empty).count_ones() } else { 0 };
            });
            return (open, 0);
        };
        let opponent = components[1];
        let rank = self.numbering.ranks.of(opponent);
        // The squares on which the opponent can complete a row after a move, indexed by the exchange of the move. Such
        // a square counts only if it is empty after the move.
        let (mut threats, mut possible) = ([0; MOST_EXCHANGES], [false; MOST_EXCHANGES]);
        for (exchange, child) in material.children.iter().enumerate() {
            if let Some(child) = child {
                possible[exchange] = true;
                threats[exchange] = wins.of(*child as usize, rank) & !opponent;
            }
        }
        // In a game whose wins are elided, every step is a walk.
        each_walk!(steps, sights, walk => {
            let exchange = usize::from(walk.exchange) & (MOST_EXCHANGES - 1);
            let to = if possible[exchange] { walk.to & empty } else { 0 };
            let left = threats[exchange] & (empty | walk.from);
            // The mover can stop a single threat by a move to its square. The mover cannot stop two threats with one
            // move.
            let safe = if left == 0 {
                to
            } else if left.is_power_of_two() {
                to & left
            } else {
                0
            };
            open += safe.count_ones();
            lost += (to & !safe).count_ones();
        });
        (open, lost)
    }
}
