//! Games from files: an argument `FILE.game` stands for the game of that file.
//!
//! Before the arguments are parsed, each game file is read and its game is added to the registry. In the arguments, the
//! file is replaced by the id of its game, so `FILE.game` can stand wherever the name of a game can, and
//! `FILE.game:BOARD` wherever a token can. The option `--game-file FILE` adds a game without naming a position.

use std::ffi::OsString;
use std::path::Path;

use retrograde_service::registry::Registry;

use crate::failure::{Failure, Stop};
use crate::input::Input;

/// The end of the names of game files.
const EXTENSION: &str = ".game";

/// The option that names a game file.
const OPTION: &str = "--game-file";

/// Adds the games of all game files in the arguments to the registry. Returns the arguments with the ids of the games in
/// the place of the files, and with an option for each file.
pub(crate) fn load(
    registry: &mut Registry,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, Stop> {
    let (mut program, mut rest) = (Vec::new(), Vec::new());
    let mut known: Vec<(String, &'static str)> = Vec::new();
    let mut is_option = false;
    for argument in arguments {
        let Some(text) = argument.to_str() else {
            rest.push(argument);
            continue;
        };
        if program.is_empty() {
            program.push(argument);
            continue;
        }
        let named = text.strip_prefix(OPTION).and_then(|value| value.strip_prefix('='));
        let file = named.or(is_option.then_some(text)).map(|file| (file, "")).or_else(|| file_and_board(text));
        let was_option = std::mem::replace(&mut is_option, text == OPTION);
        let Some((file, board)) = file else {
            rest.push(argument);
            continue;
        };
        if !known.iter().any(|(name, _)| name == file) {
            known.push((file.to_owned(), read(registry, file)?));
        }
        let id = known.iter().find(|(name, _)| name == file).map_or("", |&(_, id)| id);
        if named.is_none() && !was_option {
            rest.push(format!("{id}{board}").into());
        } else if was_option {
            rest.pop();
        }
    }
    let options = known.into_iter().flat_map(|(file, _)| [OPTION.into(), file.into()]);
    Ok(program.into_iter().chain(options).chain(rest).collect())
}

/// The file of an argument, if it is an existing game file, and the part from the colon on.
fn file_and_board(text: &str) -> Option<(&str, &str)> {
    let end = text.find(EXTENSION)? + EXTENSION.len();
    let (file, board) = text.split_at(end);
    ((board.is_empty() || board.starts_with(':')) && Path::new(file).is_file()).then_some((file, board))
}

fn read(registry: &mut Registry, file: &str) -> Result<&'static str, Stop> {
    let (text, _) = Input::beginning(Path::new(file))?;
    Ok(registry.add_file(&text).map_err(|error| Failure::input(file, error))?)
}
