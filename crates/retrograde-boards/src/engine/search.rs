//! Searches turns part by part, forwards and backwards.
//!
//! A turn is a sequence of parts. The first part belongs to a level of [`Description::turn`]. Each later part belongs
//! to the [`NextPart`] of the rule before it. The forward search makes each part that fits, level by level. The
//! backward search takes parts back, the last part first. For each part, the backward search checks three conditions:
//! the tests of the part hold in the position before the part, no earlier level has a part that fits this position, and
//! the rules allow the turn to end or to continue after the part. So both searches find the same sequences. Each
//! sequence counts as one open move of the position where it begins, even if several sequences lead to the same child.

use super::fitting::Lists;
use super::moves::{Mark, Step};
use super::seen::Seen;
use super::sights::sights;
use super::solver::Engine;
use super::turns::{Follow, Level, Midway, Turns};

impl<const C: usize> Engine<C> {
    /// Visits the end of each turn of a position. The game must not be over in this position.
    pub(super) fn each_turn(&self, from: &Midway<C>, lists: &mut Lists, visit: &mut dyn FnMut(&Midway<C>)) {
        let turns = self.turns_at(from);
        let _ = turns.levels.iter().any(|level| self.each_part(level, from, None, 0, lists, visit));
    }

    fn view(&self, at: &Midway<C>) -> usize {
        self.stages[at.stage as usize].counts.view.into()
    }

    /// The turns of the side that moves at a stage.
    fn turns_at(&self, at: &Midway<C>) -> &Turns {
        &self.turns[self.view(at)]
    }

    /// Visits the end of each turn whose next part belongs to `level`. Returns whether any part of the level fits.
    /// `first` is the first square of the next part, if an earlier part determines this square.
    fn each_part(
        &self,
        level: &Level,
        from: &Midway<C>,
        first: Option<u8>,
        depth: usize,
        lists: &mut Lists,
        visit: &mut dyn FnMut(&Midway<C>),
    ) -> bool {
        let fitting = self.fitting(level, from, first, lists.take(depth));
        for &number in &fitting {
            let step = level.steps.step(number);
            let stage = self.stages[from.stage as usize].children[usize::from(step.exchange)].unwrap_or_default();
            let after = Midway { stage, components: level.steps.apply(step, &from.components) };
            self.go_on(step, level.steps.mark(number), &after, depth + 1, lists, visit);
        }
        let fits = !fitting.is_empty();
        lists.give_back(depth, fitting);
        fits
    }

    /// Continues a turn after its part `step`. Visits each position in which the turn can end.
    fn go_on(
        &self,
        step: &Step,
        mark: Mark,
        after: &Midway<C>,
        depth: usize,
        lists: &mut Lists,
        visit: &mut dyn FnMut(&Midway<C>),
    ) {
        let Some(follow) = self.follow(self.turns_at(after), step, mark, after) else { return visit(after) };
        let mut levels = follow.levels.iter();
        let goes_on = levels.any(|level| self.each_part(level, after, mark.next, depth, lists, visit));
        if !goes_on || follow.is_optional {
            visit(after);
        }
    }

    /// The steps of a level that fit a position.
    fn fitting(&self, level: &Level, from: &Midway<C>, first: Option<u8>, mut found: Vec<u32>) -> Vec<u32> {
        let (view, turns) = (self.view(from), self.turns_at(from));
        let seen = self.seen_by(view, &from.components);
        level.steps.fitting::<false>(&seen, &mut found);
        found.retain(|&number| {
            let step = level.steps.step(number);
            first.is_none_or(|first| level.steps.mark(number).first == Some(first))
                && self.stages[from.stage as usize].children[usize::from(step.exchange)].is_some()
                && self.allows(turns, step, view, &seen)
        });
        found
    }

    /// Whether the position before a step passes those tests of the step's rule that read squares.
    fn allows(&self, turns: &Turns, step: &Step, view: usize, seen: &Seen) -> bool {
        let tests = &self.description.moves[turns.rules[usize::from(step.exchange)]].when;
        tests.iter().all(|test| self.passes(view, seen, test))
    }

    /// The parts that may follow a part; `None` if the turn ends after the part.
    fn follow<'t>(&self, turns: &'t Turns, step: &Step, mark: Mark, after: &Midway<C>) -> Option<&'t Follow> {
        let follow = turns.follows[turns.rules[usize::from(step.exchange)]].as_ref()?;
        let Some(needed) = follow.only_if else { return Some(follow) };
        let seen = self.seen_by(self.view(after), &after.components);
        let holds = |square: u8| self.where_holds(&seen, needed.condition, needed.holds) >> square & 1 > 0;
        mark.asked.is_some_and(holds).then_some(follow)
    }

    /// Whether some part of a level fits a position.
    fn fits(&self, level: &Level, from: &Midway<C>, first: Option<u8>) -> bool {
        !self.fitting(level, from, first, Vec::new()).is_empty()
    }

    /// Whether a position has a turn. The game must not be over in this position.
    pub(super) fn has_turn(&self, from: &Midway<C>) -> bool {
        let turns = self.turns_at(from);
        turns.levels.iter().any(|level| self.fits(level, from, None))
    }

    /// Visits each position from which a turn leads to the given end. A position is visited once for each sequence of
    /// parts that leads to the end. If a tier is given, only the positions of this tier are visited.
    pub(super) fn each_turn_back(
        &self,
        end: &Midway<C>,
        tier: Option<u32>,
        lists: &mut Lists,
        visit: &mut dyn FnMut(&Midway<C>),
    ) {
        let turns = self.turns_at(end);
        self.each_part_back(&Backwards { turns, tier }, end, None, 0, lists, visit);
    }

    /// Takes back one part: the part before `later`, or the last part of the turn if `later` is `None`.
    fn each_part_back(
        &self,
        all: &Backwards<'_>,
        after: &Midway<C>,
        later: Option<Later>,
        depth: usize,
        lists: &mut Lists,
        visit: &mut dyn FnMut(&Midway<C>),
    ) {
        let (turns, view) = (all.turns, self.view(after));
        let mut fitting = lists.take(depth);
        turns.back.fitting::<false>(&sights(self.numbering.all, &after.components), &mut fitting);
        for &number in &fitting {
            let (step, mark) = (turns.back.step(number), turns.back.mark(number));
            let Some(stage) = self.stages[after.stage as usize].parents[usize::from(step.exchange)] else { continue };
            let rule = turns.rules[usize::from(step.exchange)];
            let has_tier = all.tier.is_none_or(|tier| self.stages[stage as usize].tiers.contains(&tier));
            if !has_tier || !later.is_none_or(|later| turns.may_precede(rule, mark, later)) {
                continue;
            }
            let before = Midway { stage, components: turns.back.apply(step, &after.components) };
            let seen = self.seen_by(view, &before.components);
            let mut conditions = turns.back.conditions(step).iter();
            if !conditions.all(|&(sight, set)| seen[usize::from(sight)] & set == set)
                || !self.allows(turns, step, view, &seen)
                || !self.may_go_on(turns, step, mark, after, later)
            {
                continue;
            }
            let begins = self.stages[stage as usize].begins.map(|sector| self.materials[sector as usize].tier);
            if begins.is_some() && (all.tier.is_none() || all.tier == begins) && self.may_begin(turns, rule, &before) {
                visit(&before);
            }
            if turns.may_follow[rule] {
                self.each_part_back(all, &before, Some(Later { rule, first: mark.first }), depth + 1, lists, visit);
            }
        }
        lists.give_back(depth, fitting);
    }

    /// Whether, after a step, a turn can continue with the part `later` or, if `later` is `None`, can end.
    fn may_go_on(&self, turns: &Turns, step: &Step, mark: Mark, after: &Midway<C>, later: Option<Later>) -> bool {
        let Some(follow) = self.follow(turns, step, mark, after) else { return later.is_none() };
        let mut levels = follow.levels.iter();
        match later {
            None => follow.is_optional || !levels.any(|level| self.fits(level, after, mark.next)),
            Some(later) => {
                let best = levels.find(|level| level.rules.contains(&later.rule) || self.fits(level, after, mark.next));
                best.is_some_and(|level| level.rules.contains(&later.rule))
            }
        }
    }

    /// Whether a turn can begin with a part of the given rule. The part fits the position `before`.
    fn may_begin(&self, turns: &Turns, rule: usize, before: &Midway<C>) -> bool {
        let Some(sector) = self.stages[before.stage as usize].begins else { return false };
        let best = turns.levels.iter().find(|level| level.rules.contains(&rule) || self.fits(level, before, None));
        best.is_some_and(|level| level.rules.contains(&rule)) && !self.is_over(sector as usize, &before.components)
    }
}

/// The state of a backward search.
struct Backwards<'a> {
    turns: &'a Turns,
    /// The tier whose positions the search visits; `None` for the positions of all tiers.
    tier: Option<u32>,
}

/// A part that has been taken back: its rule and its first square.
#[derive(Clone, Copy)]
struct Later {
    rule: usize,
    first: Option<u8>,
}

impl Turns {
    /// Whether the part `later` can follow a part with the rule `rule`.
    fn may_precede(&self, rule: usize, mark: Mark, later: Later) -> bool {
        let follow = self.follows[rule].as_ref();
        let names = follow.is_some_and(|follow| follow.levels.iter().any(|level| level.rules.contains(&later.rule)));
        names && mark.next.is_none_or(|next| later.first == Some(next))
    }
}
