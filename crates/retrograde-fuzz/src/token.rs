//! The laws (properties that must hold for every input) of the games' notations.

use retrograde::{Notation, NotationError};

/// Checks a game's notation. The input, up to the first byte that is not UTF-8, is used as the part of a token after
/// the colon.
///
/// If the text is a position, its token may contain only the characters that tokens allow. Reading this token and
/// printing the result must give the same position and the same token. If the text is not a position, the error must
/// have a message and a range within the text.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_token<N: Notation>(input: &[u8]) {
    let text = text(input);
    let (game, position) = match N::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => return check_notation_error(text, &error),
    };
    let printed = game.print(&position);
    let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || b":/_.".contains(&byte);
    assert!(printed.bytes().all(in_alphabet), "{printed:?} needs quoting");

    let (same_game, same_position) = N::parse(&printed).expect("what was printed is read");
    assert_eq!(same_position, position, "{printed}");
    assert!(game.holds(&same_game), "{printed}");
    assert_eq!(same_game.print(&same_position), printed);

    assert!(!game.draw(&position).is_empty());
    check_moves(&game, &position);
}

/// Checks that a position is over or has a move, but not both.
fn check_moves<N: Notation>(game: &N, position: &N::Position) {
    let mut moves = 0_u64;
    game.each_move(position, |_, _| moves += 1);
    assert_eq!(moves == 0, game.over(position).is_some(), "{moves} moves from {position:?}");
}

fn check_notation_error(text: &str, error: &NotationError) {
    assert!(!error.to_string().is_empty());
    if let NotationError::Malformed { at, .. } = error {
        assert!(text.get(at.clone()).is_some(), "{at:?} is no part of {text:?}");
    }
}

/// Returns the longest prefix of the input that is UTF-8.
fn text(input: &[u8]) -> &str {
    input.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}
