//! The law (a property that must hold for every input) of game files.

use std::sync::Arc;

use retrograde::Game;
use retrograde_boards::{BoardGame, entry, read};

/// Checks the reader of game files, and the game that it reads. The text of the file is the longest prefix of the input
/// that is UTF-8.
///
/// If the text is a game, the printed start position must be readable again, and the start position must have either a
/// move or an ending. The printed positions after the first and after the last move of the start position must be
/// readable again, too. If the text is not a game, the error must have a message and a place within the text.
///
/// # Panics
/// If the law is broken.
pub(crate) fn check_game_file(input: &[u8]) {
    let text = input.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let description = match read(text) {
        Ok(description) => description,
        Err(error) => {
            assert!(!error.message.to_string().is_empty());
            let line =
                text.split('\n').nth(error.line as usize - 1).expect("the line of an error is a line of the text");
            assert!((1..=line.len() as u64 + 1).contains(&error.column), "{error}");
            return;
        }
    };
    let game = BoardGame::new(Arc::new(description.clone()));
    let mut moves = 0;
    game.each_move(&game.start(), |_, _| moves += 1);
    assert_eq!(moves == 0, game.ending(&game.start()).is_some(), "{moves} moves");

    let described = entry(description);
    let parsed = |token: &str| {
        let (_, text) = token.split_once(':').expect("a token has a colon after the id");
        described.parse(text).unwrap_or_else(|error| panic!("{token}: {error}"))
    };
    let example = &described.about().examples[0];
    let start = parsed(example);
    assert_eq!(start.token(), **example);
    assert!(!start.draw().is_empty());
    for number in [0, moves - moves.min(1)] {
        let Some(child) = start.after(number) else { continue };
        assert_eq!(parsed(&child.token()).token(), child.token());
    }
}
