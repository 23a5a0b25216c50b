//! Tests of the search for a smaller board.

use retrograde::author::{AnyPosition, Domain};
use retrograde_service::smaller::largest_that_fits;
use retrograde_testing::solved::builtin;

/// Returns the largest board whose table has at most `most` slots.
fn largest(token: &str, most: u64) -> Option<String> {
    let fits = |position: &dyn AnyPosition| position.plan(Domain::All, 1).slots.is_some_and(|slots| slots <= most);
    largest_that_fits(&builtin(), token, fits)
}

#[test]
fn the_largest_board_that_fits_is_found() {
    assert_eq!(largest("quixo:5/5/5/5/5_x", 100_000_000).as_deref(), Some("quixo:4/4/4/4_x"));
    assert_eq!(largest("quixo:5/5/5/5/5_x", 100_000).as_deref(), Some("quixo:5/5_x"));
    // The pieces in the top left corner stay on the board.
    let pawn = format!("pawn:OO18/2X17/{}20_r", "20/".repeat(17));
    assert_eq!(largest(&pawn, 250_000).as_deref(), Some("pawn:OO7/2X6/9/9/9/9/9_r"));
}

#[test]
fn without_a_smaller_size_an_example_is_found() {
    // The board of dobutsu has a fixed size; a table for fewer animals is smaller.
    let fewer = largest("dobutsu:gle/1c1/1C1/ELG_sente", 1_000_000).unwrap();
    assert!(fewer.starts_with("dobutsu:1l1/"), "{fewer}");
    assert_eq!(largest("dobutsu:gle/1c1/1C1/ELG_sente", 10), None);
}
