//! Tests random positions that match a filter. Each result must match, each match must be possible, and all matches
//! must be equally likely.

use std::collections::BTreeMap;

use retrograde::{Filter, Game, Kind, Numbered, Options, Side, Slot, Solution};
use retrograde_testing::graph::Graph;

const OPTIONS: Options<'static> = Options { threads: 1, ..Options::DEFAULT };

fn wishes() -> impl Iterator<Item = Filter> {
    let turns = [None, Some(Side::First), Some(Side::Second)];
    let kinds = [None, Some(Kind::Win), Some(Kind::Tie), Some(Kind::Draw)];
    let depths = [None, Some(0..=0), Some(2..=3)];
    turns.into_iter().flat_map(move |turn| {
        let depths = depths.clone();
        kinds.into_iter().flat_map(move |kind| depths.clone().map(|depth| Filter { turn, kind, depth }))
    })
}

#[test]
fn a_position_is_drawn_where_there_is_one_and_it_is_wanted() {
    for seed in 0..300 {
        let solution = Solution::new(Graph::random(seed, 1 + (seed % 40) as u32), &OPTIONS).unwrap();
        for wanted in wishes() {
            let goes_on = |node: &u32| solution.game().ending(node).is_none();
            let will_do = |(slot, value)| {
                let node = solution.game().position(slot).unwrap();
                wanted.matches(value, solution.game().turn(&node)) && goes_on(&node)
            };
            let right = solution.table().values().filter(|&(slot, value)| will_do((slot, value)));
            let right: Vec<Slot> = right.map(|(slot, _)| slot).collect();
            let drawn = solution.random(&wanted, seed, goes_on).unwrap().map(|(node, _)| solution.game().slot(&node));
            assert_eq!(drawn.is_some(), !right.is_empty(), "seed {seed}, {wanted:?}");
            assert!(drawn.is_none_or(|slot| right.contains(&slot)), "seed {seed}, {wanted:?}: {drawn:?}");
        }
    }
}

/// Tests that all matches are equally likely. In the first case, one slot in three matches. In the second case, only
/// three of 12,000 slots match. A few random tries would probably miss them.
#[test]
fn draws_are_even() {
    const DRAWS: u32 = 3000;
    let solution = Solution::new(Graph::chain(12_000), &OPTIONS).unwrap();
    for (first, last) in [(0, 3999), (7000, 7002)] {
        let wanted = Filter { depth: Some(first..=last), ..Filter::default() };
        let mut tally = BTreeMap::new();
        for seed in 0..u64::from(DRAWS) {
            let (node, _) = solution.random(&wanted, seed, |_| true).unwrap().unwrap();
            *tally.entry((node - first) * 3 / (last - first + 1)).or_insert(0) += 1;
        }
        // For a probability of one third, 155 draws are six standard deviations.
        assert!(tally.len() == 3 && tally.values().all(|&count: &u32| count.abs_diff(1000) < 155), "{tally:?}");
    }
}
