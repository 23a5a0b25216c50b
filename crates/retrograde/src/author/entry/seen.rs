//! The views of positions: completes the views that a game's looks make, and makes views for games without looks.

use super::any::AnyPosition;
use crate::form::looks::{Ended, Letters, Look, Scene, Shape};
use crate::rules::side::Side;

/// Returns the view of a position, for a game without looks. The view is a grid of letters if the game's tokens have
/// rows; otherwise the view is empty.
pub(super) fn unseen(letters: Option<Letters>, text: &str, position: &dyn AnyPosition) -> Look {
    let token = position.whole_token();
    let text = token.split_once(':').map_or(text, |(_, text)| text).to_owned();
    let scene = lettered(letters, &text, position.here().turn);
    seen(text, scene, position)
}

/// Returns the view of a text, for a game without looks.
fn lettered(letters: Option<Letters>, text: &str, turn: Side) -> Scene {
    let scene = letters.and_then(|letters| letters.scene(text, turn));
    scene.unwrap_or_else(|| Scene::new(Shape::None, turn))
}

/// Completes the view of a position with its ending and its movable pieces.
pub(super) fn seen(text: String, scene: Scene, position: &dyn AnyPosition) -> Look {
    let ended = position.here().ending.map(|ending| Ended { ending, squares: position.ended_on(&scene) });
    let lift =
        position.pieces().iter().filter_map(|piece| Some((piece.id, scene.shape.number(piece.square)?))).collect();
    Look { text, scene, ended, lift, problems: Vec::new() }
}
