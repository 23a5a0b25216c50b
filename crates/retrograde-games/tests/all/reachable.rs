//! Tests the counts of reachable positions, which the program computes by marking slots of a finished table. The tests
//! compare them with counts by the oracle (a slow reference solver) and with published counts.

use std::collections::BTreeMap;

use retrograde::ask::{Each, reached};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::{Counts, Histogram, Notation, Options, ReachError, Reversible, SolveError};
use retrograde_games::cannons::Cannons;
use retrograde_games::connect4::ConnectFour;
use retrograde_games::dobutsu::Dobutsu;
use retrograde_games::pawn::Pawn;
use retrograde_games::quixo::Quixo;
use retrograde_games::race::Race;

fn options(threads: usize) -> Options<'static> {
    Options { threads, ..Options::default() }
}

fn counted<G: Notation + Reversible>(text: &str, threads: usize) -> Histogram {
    let (game, start) = G::parse(text).unwrap();
    let table = solve(&game, &options(threads)).unwrap();
    reached(&game, &start, Each::Position, &table, &options(threads)).unwrap()
}

fn by_the_textbook<G: Notation>(text: &str) -> Histogram {
    let (game, start) = G::parse(text).unwrap();
    let mut histogram = Histogram::default();
    for &value in oracle(&game, [start]).values() {
        histogram.add(value, 1);
    }
    histogram
}

fn agrees<G: Notation + Reversible>(text: &str) -> u64 {
    let truth = by_the_textbook::<G>(text);
    for threads in [1, 3] {
        assert_eq!(counted::<G>(text, threads), truth, "{text} by {threads} threads");
    }
    truth.totals.total()
}

#[test]
fn what_play_reaches_is_counted_as_the_textbook_counts_it() {
    let mut seen = ["2O/1H1/XO1_r", "O2/1X1/2O_b", "O1/1O/X1_r"].map(agrees::<Pawn>).to_vec();
    seen.extend(["A3/1H2/4/3B_a", "1A2/1H2/4/3B_b_a1.d4"].map(agrees::<Race>));
    seen.extend(["01100_r", "011001_b"].map(agrees::<Cannons>));
    // In these games, symmetric positions share a slot, or the table does not store wins in one ply.
    seen.extend(["2/2_x", "X1/O1_o"].map(agrees::<Quixo>));
    seen.extend(["3/3/3_x", "1X1/1O1/XOX_o"].map(agrees::<ConnectFour>));
    assert!(seen.iter().all(|&positions| positions > 1), "{seen:?}");
}

/// Counts the positions that the oracle finds, one position per slot.
fn slots_by_the_textbook<G: Notation + Reversible>(text: &str) -> Histogram {
    let (game, start) = G::parse(text).unwrap();
    let values = oracle(&game, [start]);
    let slots = values.iter().map(|(position, &value)| (game.slot(position), value));
    let slots: BTreeMap<_, _> = slots.filter(|(slot, _)| slot.0 < game.slots()).collect();
    let mut histogram = Histogram::default();
    for value in slots.into_values() {
        histogram.add(value, 1);
    }
    histogram
}

fn slots_agree<G: Notation + Reversible>(text: &str) -> [u64; 2] {
    let (game, start) = G::parse(text).unwrap();
    let table = solve(&game, &options(2)).unwrap();
    let truth = slots_by_the_textbook::<G>(text);
    for threads in [1, 3] {
        let found = reached(&game, &start, Each::Slot, &table, &options(threads)).unwrap();
        assert_eq!(found, truth, "{text} by {threads} threads");
    }
    [truth.totals.total(), by_the_textbook::<G>(text).totals.total()]
}

#[test]
fn slots_that_play_reaches_are_counted_once() {
    let seen = ["2/2_x", "X1/O1_o"].map(slots_agree::<Quixo>);
    assert!(seen.iter().all(|&[slots, positions]| 1 < slots && slots < positions), "{seen:?}");
    // In pawn, no two positions share a slot, and every position has a slot.
    let [slots, positions] = slots_agree::<Pawn>("2O/1H1/XO1_r");
    assert_eq!(slots, positions);
}

#[test]
fn slots_are_not_counted_where_they_are_no_orbits() {
    let (game, start) = Dobutsu::parse("1l1/1c1/3/1L1_s").unwrap();
    let table = solve(&game, &options(1)).unwrap();
    let refused = reached(&game, &start, Each::Slot, &table, &options(1));
    assert!(matches!(refused, Err(ReachError::Apart)), "{refused:?}");
}

/// The published counts are from S. Tanaka and others, "Quixo is solved", and from `GamesmanOne`.
#[test]
fn quixo_on_nine_cubes_reaches_the_published_positions() {
    let histogram = counted::<Quixo>("3/3/3_x", 2);
    assert_eq!(histogram.totals, Counts { win: 20_247, loss: 11_780, tie: 0, draw: 0 });
    assert_eq!(histogram.totals.total(), 32_027);
    assert_eq!(histogram.by_depth.len() - 1, 8);
}

/// Compares the number of positions with the count of J. Boeck. This count includes finished positions.
#[test]
fn connect_four_on_4x4_reaches_the_published_positions() {
    assert_eq!(counted::<ConnectFour>("4/4/4/4_x", 2).totals.total(), 161_029);
}

#[test]
fn marks_that_do_not_fit_are_refused_with_numbers() {
    let (game, start) = Race::parse("A3/1H2/4/3B_a").unwrap();
    let table = solve(&game, &options(1)).unwrap();
    let memory = table.bytes();
    let refused = reached(&game, &start, Each::Position, &table, &Options { memory, ..options(1) });
    let Err(ReachError::Refused(SolveError::TooLarge { needed, limit, .. })) = refused else { panic!("{refused:?}") };
    assert!(limit == memory && needed > memory, "{needed} of {limit}");
}
