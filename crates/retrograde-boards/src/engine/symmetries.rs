//! The symmetries of a description, and the permutation that exchanges its sides.

use super::instances::SideMoves;
use super::symmetry::{Fact, Permutation, isomorphisms};
use crate::board::{SquareSet, squares};
use crate::description::{Description, Test};

/// The symmetries that do not exchange the sides.
pub(super) fn symmetries(description: &Description, sides: &[SideMoves; 2]) -> Vec<Permutation> {
    let facts = labelled(description, sides, [0, 1]);
    let board = description.board.squares.len();
    let check = |to: &[u8]| keeps(description, to, false);
    let found = isomorphisms(board, &facts, &facts, check);
    if found.is_empty() { vec![Permutation::new((0..board as u8).collect())] } else { found }
}

/// A permutation that exchanges the sides.
pub(super) fn exchange(description: &Description, sides: &[SideMoves; 2]) -> Option<Permutation> {
    let [facts, images] = [[0, 1], [1, 0]].map(|numbers| labelled(description, sides, numbers));
    let check = |to: &[u8]| keeps(description, to, true);
    let mut found = isomorphisms(description.board.squares.len(), &facts, &images, check);
    let place = found.iter().position(Permutation::is_identity).unwrap_or(0);
    (!found.is_empty()).then(|| found.swap_remove(place))
}

/// The facts of both sides, and the pairs of squares in the same row. The label of a fact contains the number of its
/// side.
fn labelled(description: &Description, sides: &[SideMoves; 2], numbers: [u32; 2]) -> Vec<Fact> {
    let moves = sides.iter().zip(numbers).flat_map(|(side, number)| {
        side.facts.iter().map(move |(label, squares)| (4 * label + number, squares.clone()))
    });
    let rows = description.board.rows.iter().zip(0_u32..).flat_map(|(family, number)| {
        family.rows.iter().flat_map(move |&row| {
            squares(row).flat_map(move |one| squares(row).map(move |other| (4 * number + 2, vec![one, other])))
        })
    });
    let mut all: Vec<Fact> = moves.chain(rows).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether a permutation maps rows to rows, and maps the zones that tests refer to onto themselves. A permutation that
/// exchanges the sides must map each zone of one side to the zone of the other side.
fn keeps(description: &Description, to: &[u8], exchanges: bool) -> bool {
    let image = |set: SquareSet| squares(set).fold(0, |all: SquareSet, square| all | 1 << to[usize::from(square)]);
    let keeps_rows = description
        .board
        .rows
        .iter()
        .all(|family| family.rows.iter().all(|&row| family.rows.binary_search(&image(row)).is_ok()));
    let keeps_zone = |zone: usize| {
        let [first, second] = description.board.zones[zone].squares;
        let [one, other] = if exchanges { [second, first] } else { [first, second] };
        image(first) == one && image(second) == other
    };
    let of_endings = description.endings.iter().flat_map(|ending| &ending.when);
    let mut tests = of_endings.chain(description.moves.iter().flat_map(|rule| &rule.when));
    keeps_rows && tests.all(|test| if let Test::Reached(_, zone) = test { keeps_zone(*zone) } else { true })
}
