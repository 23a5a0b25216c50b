//! The name of the running program. A program with other games has another name, and the commands in its messages must
//! use that name.

use std::path::Path;
use std::sync::OnceLock;

use retrograde_service::failure::naming;

use crate::invocation;

/// The program's name in the texts of this library.
pub(crate) const USUAL: &str = "retrograde";

/// Returns the name with which the program was started; returns the usual name if a shell would need quotes around the
/// name.
pub(crate) fn own() -> &'static str {
    static OWN: OnceLock<String> = OnceLock::new();
    OWN.get_or_init(|| {
        let started = invocation::arguments().next().unwrap_or_default();
        plain_name(Path::new(&started)).unwrap_or(USUAL).to_owned()
    })
}

/// Returns the name of a file without `.exe`; `None` if the name has characters that are special in a shell.
fn plain_name(file: &Path) -> Option<&str> {
    let name = file.file_name()?.to_str()?;
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.+".contains(letter);
    (!name.is_empty() && !name.starts_with('-') && name.chars().all(is_plain)).then_some(name)
}

/// Returns a sentence in which the commands between backquotes have the name of the running program.
pub(crate) fn named(text: &str) -> String {
    naming(text, own())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_only_if_it_can_be_typed() {
        for (file, name) in [("/opt/bin/chase", "chase"), ("chase.exe", "chase"), ("./my-game_2", "my-game_2")] {
            assert_eq!(plain_name(Path::new(file)), Some(name), "{file}");
        }
        for file in ["", "/", "..", "a b", "a\x1b[2J", "$(x)", "-rf", "过河卒"] {
            assert_eq!(plain_name(Path::new(file)), None, "{file}");
        }
    }
}
