//! Solves a board for tests.

use std::sync::Arc;

use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::{Options, Values};
use retrograde_service::registry::Registry;

/// Returns the position of a token, the board of the position, and the solved values.
pub(crate) fn solved(token: &str) -> (Box<dyn AnyPosition>, Arc<dyn AnyBoard>, Box<dyn Values + Send>) {
    let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
    let options = Options::default();
    let board = position.board(Domain::All, &options).unwrap();
    let values = board.solve(&options).unwrap();
    (position, board, values)
}
