//! Finds a smaller board of a game, for a board whose table does not fit.

use std::cmp::Reverse;

use retrograde::author::{AnyGame, AnyPosition, Domain, Edit, Scene, Shape, Sizes};

use crate::registry::Registry;

/// The maximum number of smaller sizes that the search tries one by one. If there are more sizes, the search tries only
/// the sizes that remove equal numbers of rows and columns.
const MANY_SIZES: usize = 1000;

/// Makes the board of a token smaller until `fits` returns true, and returns the token of the result. The result has the
/// pieces and the ground of the board, except the parts outside the smaller board. If no smaller board fits, returns the
/// largest example of the game that fits; `None` if no example fits.
pub fn largest_that_fits(registry: &Registry, token: &str, fits: impl Fn(&dyn AnyPosition) -> bool) -> Option<String> {
    let (game, text) = registry.split(token).ok()?;
    let open = |token: &str| registry.open(token).ok().filter(|position| fits(&**position));
    let resized = game.about().kit.sizes.as_ref().zip(game.scene(text).ok()).and_then(|(sizes, scene)| {
        smaller(&scene, sizes).into_iter().find_map(|size| open(&resized(game, scene.clone(), size)?))
    });
    let example = || {
        let examples = game.about().examples.iter().filter_map(|example| open(example));
        examples.max_by_key(|position| position.plan(Domain::All, 1).slots)
    };
    Some(resized.or_else(example)?.token())
}

/// Returns the sizes of smaller boards as numbers of rows and columns, the largest board first.
fn smaller(scene: &Scene, sizes: &Sizes) -> Vec<(usize, usize)> {
    let (rows, columns) = match scene.shape {
        Shape::Grid { rows, columns } | Shape::Chessboard { rows, columns } => (rows, columns),
        Shape::Row { length } => (1, length),
        Shape::None | Shape::Graph(_) => return Vec::new(),
    };
    let all = sizes.rows.clone().flat_map(|rows| sizes.columns.clone().map(move |columns| (rows, columns)));
    let mut smaller: Vec<_> = all.filter(|&(r, c)| r <= rows && c <= columns && r * c < rows * columns).collect();
    if smaller.len() > MANY_SIZES {
        smaller.retain(|&(r, c)| rows - r == columns - c);
    }
    smaller.sort_by_key(|&(rows, columns)| (Reverse(rows * columns), rows.abs_diff(columns)));
    smaller
}

/// Returns the token of a board that was changed to another size.
fn resized(game: &dyn AnyGame, scene: Scene, (rows, columns): (usize, usize)) -> Option<String> {
    Some(format!("{}:{}", game.about().id, game.edited(scene, Edit::Size { rows, columns })?))
}
