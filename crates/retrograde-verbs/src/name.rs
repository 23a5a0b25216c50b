//! What this program is called: with a game of your own it is a program of your own, and what it advises to type must work.

use std::path::Path;
use std::sync::OnceLock;

use retrograde_desk::failure::naming;

/// The name that the texts have.
const USUAL: &str = "retrograde";

/// The name that this program was started by; the usual one if that is nothing that can be typed.
pub(crate) fn own() -> &'static str {
    static OWN: OnceLock<String> = OnceLock::new();
    OWN.get_or_init(|| {
        let started = std::env::args_os().next().unwrap_or_default();
        plain_name(Path::new(&started)).unwrap_or(USUAL).to_owned()
    })
}

/// A file's name without `.exe`, if no shell reads more into it than a name.
fn plain_name(file: &Path) -> Option<&str> {
    let name = file.file_name()?.to_str()?;
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.+".contains(letter);
    (!name.is_empty() && !name.starts_with('-') && name.chars().all(is_plain)).then_some(name)
}

/// A sentence, with the commands that it quotes as they are typed here.
pub(crate) fn named(text: &str) -> String {
    naming(text, own())
}

/// The version behind the program's name: that of this library, which is named if the program is another one.
pub(crate) fn version() -> &'static str {
    if own() == USUAL { env!("CARGO_PKG_VERSION") } else { concat!("(retrograde ", env!("CARGO_PKG_VERSION"), ")") }
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
