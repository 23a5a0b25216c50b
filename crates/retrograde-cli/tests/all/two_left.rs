//! Tests `examples/two_left.rs`, the puzzle from which problem P7387 originated, by brute force.

use std::collections::HashMap;
use std::process::Command;

use retrograde::{Depth, Kind, Options, Solution};
use retrograde_games::cannons::row::Row;

use crate::program::{example, stdout};

#[path = "../../../../examples/two_left.rs"]
#[allow(dead_code, reason = "an example has a `main`")]
mod game;

/// Returns the rows that one capture can lead to. In a capture, a cannon replaces a cannon of the other colour two
/// squares away.
fn captures(row: &[bool]) -> Vec<Vec<bool>> {
    let pairs = (0..row.len()).flat_map(|from| [from.wrapping_sub(2), from + 2].map(|to| (from, to)));
    let legal = pairs.filter(|&(from, to)| row.get(to).is_some_and(|taken| *taken != row[from]));
    legal
        .map(|(from, to)| {
            let mut after = row.to_vec();
            after[to] = row[from];
            after.remove(from);
            after
        })
        .collect()
}

/// Whether some sequence of captures leaves only two cannons.
fn leaves_two(row: &[bool], known: &mut HashMap<Vec<bool>, bool>) -> bool {
    if row.len() <= 2 {
        return row.len() == 2;
    }
    if let Some(known) = known.get(row) {
        return *known;
    }
    let leaves = captures(row).iter().any(|after| leaves_two(after, known));
    known.insert(row.to_vec(), leaves);
    leaves
}

#[test]
fn issue_27_every_row_to_length_16_is_what_brute_force_says() {
    const MOST: u32 = 16;
    let rows = || (2..1 << (MOST + 1)).filter_map(Row::from_code);
    let solution = Solution::explored(game::TwoLeft, rows(), &Options::default()).unwrap();
    let (mut known, mut counts) = (HashMap::new(), [0; 2]);
    for row in rows() {
        let value = solution.probe(&row).unwrap().value;
        let squares: Vec<bool> = (0..row.len()).rev().map(|bit| row.code() >> bit & 1 == 1).collect();
        let leaves = leaves_two(&squares, &mut known);
        assert_eq!(value.kind(), if leaves { Kind::Win } else { Kind::Loss }, "{:b}", row.code());
        // Each capture removes one cannon, so the depth is known.
        let depth = value.depth().map(Depth::plies);
        assert!(!leaves || depth == Some(row.len() - 2), "{:b}: {depth:?}", row.code());
        counts[usize::from(leaves)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn the_program_shows_how() {
    let output = Command::new(example("two_left")).args(["line", "twoleft:110010"]).output().unwrap();
    assert!(output.status.success() && stdout(&output).contains("two-left"), "{output:?}");
}
