//! Games from files. An argument `FILE.game` stands for the game of that file.
//!
//! Before the program parses the arguments, it reads each game file, and adds the game to the registry. In the
//! arguments, the program replaces the name of the file by the id of the file's game. A user can therefore write
//! `FILE.game` wherever the name of a game is allowed, and `FILE.game:BOARD` wherever a token is allowed. The option
//! `--game-file FILE` also adds a game, and needs no position.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use retrograde_service::registry::Registry;

use crate::failure::{Failure, Stop};
use crate::input::Input;

/// The extension of game files.
const EXTENSION: &str = ".game";

/// The option that names a game file.
const OPTION: &str = "--game-file";

/// Adds the games of all game files in the arguments to the registry. In the returned arguments, the id of a game
/// replaces the name of its file, and there is an option `--game-file` for each file. The arguments after `--` belong
/// to another program and stay as they are.
pub(crate) fn load(
    registry: &mut Registry,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, Stop> {
    let mut arguments = arguments.into_iter();
    let program = arguments.next();
    let (mut games, mut rest) = (FileGames { registry, known: Vec::new() }, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--") => {
                rest.push(argument);
                break;
            }
            Some(OPTION) => match arguments.next() {
                Some(file) => _ = games.id(&file)?,
                None => rest.push(argument),
            },
            Some(text) => {
                match (text.strip_prefix(OPTION).and_then(|value| value.strip_prefix('=')), file_and_board(text)) {
                    (Some(file), _) => _ = games.id(OsStr::new(file))?,
                    (None, Some((file, board))) => rest.push(format!("{}{board}", games.id(OsStr::new(file))?).into()),
                    (None, None) => rest.push(argument),
                }
            }
            None => rest.push(argument),
        }
    }
    let options = games.known.into_iter().flat_map(|(file, _)| [OPTION.into(), file]);
    Ok(program.into_iter().chain(options).chain(rest).chain(arguments).collect())
}

/// The game files that were read, with the ids of their games.
struct FileGames<'a> {
    registry: &'a mut Registry,
    known: Vec<(OsString, &'static str)>,
}

impl FileGames<'_> {
    /// Returns the id of a file's game. Reads the file only if it was not read before.
    fn id(&mut self, file: &OsStr) -> Result<&'static str, Stop> {
        if let Some(&(_, id)) = self.known.iter().find(|(name, _)| name == file) {
            return Ok(id);
        }
        let (text, _) = Input::beginning(Path::new(file))?;
        let id = self.registry.add_file(&text).map_err(|error| Failure::input(&file.to_string_lossy(), error))?;
        self.known.push((file.to_owned(), id));
        Ok(id)
    }
}

/// Splits an argument into the name of an existing game file, and the text from the colon on. Returns `None` if the
/// argument names no existing game file.
fn file_and_board(text: &str) -> Option<(&str, &str)> {
    let end = text.find(EXTENSION)? + EXTENSION.len();
    let (file, board) = text.split_at(end);
    ((board.is_empty() || board.starts_with(':')) && Path::new(file).is_file()).then_some((file, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load_all(arguments: &[&str]) -> Vec<OsString> {
        let mut registry = Registry::default();
        load(&mut registry, arguments.iter().map(OsString::from)).unwrap_or_else(|_| panic!("a file was read"))
    }

    #[test]
    fn arguments_of_another_program_are_left_alone() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/teeko.game");
        assert!(Path::new(file).is_file(), "{file} is gone");
        for arguments in [["retrograde", "stress", "--", file], ["retrograde", "stress", "--", OPTION]] {
            assert_eq!(load_all(&arguments), arguments);
        }
    }
}
