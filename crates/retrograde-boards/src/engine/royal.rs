//! Finds out whether a side could take the other side's royal piece.
//!
//! No turn may leave the mover's royal piece attacked. So play never reaches a position in which the side to move could
//! take a royal piece, and the slot of such a position is a hole.

use super::attacks::Royal;
use super::bits::Set;
use super::fitting::Lists;
use super::sectors::Counts;
use super::sights::sights;
use super::solver::Engine;
use super::turns::Midway;

impl<const C: usize> Engine<C> {
    /// The attacks of a game with a royal piece. Engines for one kind of pieces contain no code for royal pieces.
    #[inline(always)]
    pub(super) const fn royal(&self) -> Option<&Royal> {
        if C > 2 { self.royal.as_ref() } else { None }
    }

    /// Whether the side to move could take a royal piece. No turn leads to such a position.
    #[inline(always)]
    pub(super) fn is_left_attacked(&self, sector: usize, components: &[Set; C]) -> bool {
        self.royal().is_some_and(|royal| self.attacks(royal, &self.materials[sector].counts, components))
    }

    /// Whether the side to move could take a royal piece. `counts` has the numbers of pieces.
    #[inline(always)]
    fn attacks(&self, royal: &Royal, counts: &Counts, components: &[Set; C]) -> bool {
        let view = usize::from(counts.view);
        if royal.other.is_empty() {
            return self.attacks_by_rules(royal, counts, components);
        }
        royal.own[view].fit(&sights(self.numbering.all, components), |_| true)
    }

    /// Like [`attacks`](Self::attacks), for attacks that depend on more than the contents of squares.
    #[cold]
    fn attacks_by_rules(&self, royal: &Royal, counts: &Counts, components: &[Set; C]) -> bool {
        let view = usize::from(counts.view);
        let seen = self.seen_by(view, components);
        royal.own[view].fit(&seen, |exchange| {
            let exchange = &royal.exchanges[view][usize::from(exchange)];
            let tests = &self.description.moves[exchange.rule].when;
            counts.after(&self.description, exchange).is_some()
                && tests.iter().all(|test| self.passes(view, &seen, test))
        })
    }

    /// Whether the opponent could take a royal piece of the side that moves at a stage.
    #[inline(always)]
    pub(super) fn is_exposed(&self, royal: &Royal, at: &Midway<C>) -> bool {
        let counts = &self.stages[at.stage as usize].counts;
        match royal.other.get(usize::from(counts.view)) {
            Some(attacks) => attacks.fit(&sights(self.numbering.all, &at.components), |_| true),
            None => self.is_exposed_by_rules(royal, counts, at),
        }
    }

    /// Like [`is_exposed`](Self::is_exposed), for attacks that depend on more than the contents of squares.
    #[cold]
    fn is_exposed_by_rules(&self, royal: &Royal, counts: &Counts, at: &Midway<C>) -> bool {
        let mut turned = counts.exchanged();
        turned.view = if self.views == 2 { 1 - counts.view } else { 0 };
        self.attacks(royal, &turned, &self.seen_by_other(&at.components))
    }

    /// Visits the end of each turn of a position that leaves no royal piece of the mover attacked. The game must not be
    /// over in this position.
    pub(super) fn each_legal_turn(&self, from: &Midway<C>, lists: &mut Lists, visit: &mut dyn FnMut(&Midway<C>)) {
        let Some(royal) = self.royal() else { return self.each_turn(from, lists, visit) };
        self.each_turn(from, lists, &mut |end| {
            if !self.is_exposed(royal, end) {
                visit(end);
            }
        });
    }
}
