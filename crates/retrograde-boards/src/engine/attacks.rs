//! The attacks of a description on royal pieces. The engine finds an attack by the square of the royal piece.

use super::bits::{Set, squares};
use super::instances::{Instance, SideMoves, Sight};
use super::moves::{Layout, SIGHTS, sight_number};
use super::sectors::Exchange;
use super::symmetry::Permutation;
use crate::description::Description;

/// The attacks of a game with a royal piece.
#[derive(Debug)]
pub(super) struct Royal {
    /// The attacks of the side to move. The list has one element for each side that moves in the positions of slots.
    pub(super) own: Vec<Attacks>,
    /// The attacks of the other side, as the side to move sees them. The list has the order of `own`. It is empty if some
    /// attack depends on more than the contents of squares.
    pub(super) other: Vec<Attacks>,
    /// The exchanges of the side to move, in the order of `own`.
    pub(super) exchanges: Vec<Vec<Exchange>>,
}

/// The attacks of one side on the other side's royal pieces. The engine finds an attack by the square of the attacked
/// piece, then by a square of the attacking side.
#[derive(Debug)]
pub(super) struct Attacks {
    /// The number of the set of attacked pieces.
    royals: u8,
    /// The range of the groups in `groups`, for each square of an attacked piece.
    squares: Vec<(u32, u32)>,
    groups: Vec<Group>,
    /// The range of the attacks of a square begins at this index of `all`, and ends at the next index.
    starts: Vec<u32>,
    all: Vec<Attack>,
}

/// The attacks on one square by the pieces of one set.
#[derive(Debug)]
struct Group {
    sight: u8,
    /// The squares from which these pieces may attack.
    from: Set,
    /// The index in [`Attacks::starts`] for the least square of `from`. The other squares follow in ascending order.
    start: u32,
}

/// An attack, with the tests that are left after the search by two squares.
#[derive(Debug)]
struct Attack {
    tests: Vec<(u8, Set)>,
    exchange: u16,
    /// Whether the rule of the attack has tests of its own or takes pieces from a hand.
    is_guarded: bool,
}

impl Royal {
    /// Collects the attacks; `None` if the game has no royal piece. `sides` has the moves of each view. `exchange` is the
    /// permutation that exchanges the sides.
    pub(super) fn new(
        description: &Description,
        sides: &[SideMoves],
        layouts: &[Layout<'_>],
        exchange: Option<&Permutation>,
    ) -> Option<Self> {
        let royal = description.royal?;
        let back = exchange.map(Permutation::inverse);
        let of_view = |view: usize| -> Vec<PlacedAttack> {
            let begins = |instance: &&Instance| description.turn.concat().contains(&instance.rule);
            let beginnings = sides[view].instances.iter().filter(begins);
            beginnings.flat_map(|instance| attacks_of(description, royal, instance, &layouts[view])).collect()
        };
        let found: Vec<Vec<PlacedAttack>> = (0..sides.len()).map(of_view).collect();
        let components = layouts[0].components;
        let most = components + SIGHTS;
        let is_plain = |found: &PlacedAttack| {
            !found.attack.is_guarded && found.attack.tests.iter().all(|(sight, _)| usize::from(*sight) < most)
        };
        let other = |view: usize| {
            let attackers = if sides.len() == 2 { 1 - view } else { 0 };
            let turned = found[attackers].iter().map(|found| found.turned(components, back.as_ref())).collect();
            Attacks::new(turned, royal as u8, layouts[view].board)
        };
        let is_plain = found.iter().flatten().all(is_plain);
        let views = if is_plain { sides.len() } else { 0 };
        let other = (0..views).map(other).collect();
        let of_opponent = (components / 2 + royal) as u8;
        let own = found.into_iter().zip(layouts).map(|(found, layout)| Attacks::new(found, of_opponent, layout.board));
        let exchanges = layouts.iter().map(|layout| layout.exchanges.to_vec());
        Some(Self { own: own.collect(), other, exchanges: exchanges.collect() })
    }
}

/// An attack, with the squares by which the engine finds it.
struct PlacedAttack {
    royal: usize,
    sight: u8,
    from: usize,
    attack: Attack,
}

/// The attacks that an instance makes: one for each royal piece that the instance removes from its square.
fn attacks_of(description: &Description, royal: usize, instance: &Instance, layout: &Layout<'_>) -> Vec<PlacedAttack> {
    let width = layout.components / 2;
    let component = (width + royal) as u8;
    let needed =
        instance.before.iter().find(|(sight, _)| *sight == Sight::Component(component)).map_or(0, |test| test.1);
    let flip = instance.flips.iter().find(|flip| flip.0 == component).map_or(0, |flip| flip.1);
    let rule = &description.moves[instance.rule];
    let exchange = layout.exchanges.iter().position(|known| *known == Exchange::of(instance)).unwrap_or_default();
    let mut tests: Vec<(u8, Set)> = instance
        .before
        .iter()
        .map(|&(sight, set)| (sight_number(sight, layout.components, layout.conditions), set))
        .collect();
    let trigger = tests.iter_mut().find(|(sight, _)| usize::from(*sight) < width);
    let trigger = trigger.map(|(sight, set)| {
        let from = set.trailing_zeros() as usize;
        *set &= *set - 1;
        (*sight, from)
    });
    let attacked = squares(flip & needed);
    attacked
        .map(|square| {
            let left = |&(sight, set): &(u8, Set)| {
                let set = if sight == component { set & !(1 << square) } else { set };
                (set != 0).then_some((sight, set))
            };
            let (sight, from) = trigger.unwrap_or((component, square));
            let attack = Attack {
                tests: tests.iter().filter_map(left).collect(),
                exchange: exchange as u16,
                is_guarded: !rule.when.is_empty() || !rule.hands.is_empty(),
            };
            PlacedAttack { royal: square, sight, from, attack }
        })
        .collect()
}

impl PlacedAttack {
    /// The same attack, as the attacked side sees it. `back` maps the squares that the attacking side sees to the
    /// squares that the attacked side sees.
    fn turned(&self, components: usize, back: Option<&Permutation>) -> Self {
        let other = |sight: u8| match usize::from(sight) {
            component if component < components => ((component + components / 2) % components) as u8,
            number if number == components + 2 => sight + 1,
            number if number == components + 3 => sight - 1,
            _ => sight,
        };
        let of = |set: Set| back.map_or(set, |back| back.of(set));
        let square = |square: usize| of(1 << square).trailing_zeros() as usize;
        let tests = self.attack.tests.iter().map(|&(sight, set)| (other(sight), of(set))).collect();
        let Attack { exchange, is_guarded, .. } = self.attack;
        let attack = Attack { tests, exchange, is_guarded };
        Self { royal: square(self.royal), sight: other(self.sight), from: square(self.from), attack }
    }
}

impl Attacks {
    fn new(mut found: Vec<PlacedAttack>, royals: u8, board: usize) -> Self {
        found.sort_by_key(|found| (found.royal, found.sight, found.from));
        let mut all =
            Self { royals, squares: vec![(0, 0); board], groups: Vec::new(), starts: Vec::new(), all: Vec::new() };
        let mut last = None;
        for PlacedAttack { royal, sight, from, attack } in found {
            let range = &mut all.squares[royal];
            if last.is_none_or(|last: (usize, u8, usize)| last.0 != royal) {
                range.0 = all.groups.len() as u32;
            }
            if last.is_none_or(|last| (last.0, last.1) != (royal, sight)) {
                all.groups.push(Group { sight, from: 0, start: all.starts.len() as u32 });
            }
            range.1 = all.groups.len() as u32;
            if last != Some((royal, sight, from)) {
                all.starts.push(all.all.len() as u32);
            }
            if let Some(group) = all.groups.last_mut() {
                group.from |= 1 << from;
            }
            all.all.push(attack);
            last = Some((royal, sight, from));
        }
        all.starts.push(all.all.len() as u32);
        all
    }

    /// Whether some attack fits a position. `sights` has the sets that tests read. `allows` says whether the tests of a
    /// guarded attack hold.
    #[inline(always)]
    pub(super) fn fit(&self, sights: &[Set], allows: impl Fn(u16) -> bool) -> bool {
        let mut royals = sights[usize::from(self.royals)];
        while royals != 0 {
            let (start, end) = self.squares[royals.trailing_zeros() as usize];
            royals &= royals - 1;
            for group in &self.groups[start as usize..end as usize] {
                let mut from = sights[usize::from(group.sight)] & group.from;
                while from != 0 {
                    let before = (group.from & (from & from.wrapping_neg()).wrapping_sub(1)).count_ones();
                    from &= from - 1;
                    let place = (group.start + before) as usize;
                    for attack in &self.all[self.starts[place] as usize..self.starts[place + 1] as usize] {
                        if attack.tests.iter().all(|&(sight, set)| sights[usize::from(sight)] & set == set)
                            && (!attack.is_guarded || allows(attack.exchange))
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}
