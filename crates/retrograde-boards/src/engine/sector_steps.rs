//! The steps that are possible in each sector. In most sectors, some kinds have no pieces, so many steps never fit.

use std::collections::BTreeMap;

use super::instances::Instance;
use super::moves::{Direction, Layout, Steps, Walks};
use super::sectors::Exchange;
use super::unsupported::Unsupported;

/// The steps of each sector in one direction. Sectors with the same steps share one list.
#[derive(Debug, Default)]
pub(super) struct SectorSteps {
    lists: Vec<Steps>,
    /// The index in `lists` for each sector.
    numbers: Vec<u16>,
}

/// The steps that are possible in a sector: the view of the side that moves, and for each exchange, whether a move can
/// make it.
pub(super) type Possible = (usize, Vec<bool>);

impl SectorSteps {
    /// Arranges the steps of each sector. `sectors` has the possible steps of each sector. `sides` and `layouts` have an
    /// element for each view.
    pub(super) fn new(
        sectors: Vec<Possible>,
        sides: &[Vec<&Instance>],
        layouts: &[Layout<'_>],
        direction: Direction,
    ) -> Result<Self, Unsupported> {
        let numbers_of = |layout: &Layout<'_>| layout.exchanges.iter().cloned().zip(0..).collect();
        let numbers: Vec<BTreeMap<Exchange, usize>> = layouts.iter().map(numbers_of).collect();
        let number = |(side, numbers): (&Vec<&Instance>, &BTreeMap<Exchange, usize>)| -> Vec<usize> {
            side.iter().map(|instance| numbers[&Exchange::of(instance)]).collect()
        };
        let exchanges: Vec<Vec<usize>> = sides.iter().zip(&numbers).map(number).collect();
        let (mut all, mut known) = (Self::default(), BTreeMap::new());
        for sector in sectors {
            let next = all.lists.len() as u16;
            let number = *known.entry(sector.clone()).or_insert(next);
            if number == next {
                let (view, possible) = sector;
                let instances = sides[view].iter().zip(&exchanges[view]);
                let chosen = instances.filter(|(_, exchange)| possible[**exchange]).map(|(instance, _)| *instance);
                all.lists.push(Steps::new(chosen, &layouts[view], direction, Walks::Apart)?);
            }
            all.numbers.push(number);
        }
        Ok(all)
    }

    /// The steps of a sector.
    #[inline(always)]
    pub(super) fn of(&self, sector: usize) -> &Steps {
        &self.lists[usize::from(self.numbers[sector])]
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.lists.iter().map(Steps::bytes).sum()
    }
}
