//! The laws (properties that must hold for every input) of the games' notations.

use retrograde::{ByNotation, Game, Notation, NotationError, Tokens};

/// Checks the notation of a game with [`check_tokens`].
pub(crate) fn check_token<N: Notation>(input: &[u8]) {
    check_tokens::<N>(&ByNotation, input);
}

/// Checks the text form of a game's positions. In the checked token, the part after the colon is the longest prefix of
/// the input that is UTF-8.
///
/// If the text is a position, its token may contain only the characters that tokens allow. If the token is read and
/// printed again, the position and the token must stay the same. If the text is not a position, the error must have a
/// message and a range within the text.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_tokens<G: Game>(tokens: &impl Tokens<G>, input: &[u8]) {
    let text = text(input);
    let (game, position) = match tokens.parse(text) {
        Ok(parsed) => parsed,
        Err(error) => return check_notation_error(text, &error),
    };
    let printed = tokens.print(&game, &position);
    let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || b":/_.".contains(&byte);
    assert!(printed.bytes().all(in_alphabet), "{printed:?} needs quoting");

    let (same_game, same_position) = tokens.parse(&printed).expect("what was printed is read");
    assert_eq!(same_position, position, "{printed}");
    assert!(tokens.holds(&game, &same_game), "{printed}");
    assert_eq!(tokens.print(&same_game, &same_position), printed);

    assert!(!tokens.draw(&game, &position).is_empty());
    check_moves(&game, &position);
}

/// Checks that the game is over at a position, or that the position has a move, but not both.
fn check_moves<G: Game>(game: &G, position: &G::Position) {
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
