//! Tests of the completion scripts.

use std::process::{Command, Stdio};

use crate::program::{retrograde, stdout};

/// Returns the words that bash offers for the last of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let script = "source /dev/stdin; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                  _retrograde retrograde \"${COMP_WORDS[$COMP_CWORD]}\" \"${COMP_WORDS[$COMP_CWORD - 1]}\"; \
                  printf '%s\\n' \"${COMPREPLY[@]}\"; complete -p retrograde";
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", script, "bash", "retrograde"]).args(words).stdin(Stdio::piped());
    let completions = retrograde(&["completions", "bash"]);
    let output = crate::program::reading(&mut bash, &completions.stdout);
    assert!(output.status.success(), "{output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_verbs_games_and_formats() {
    for (words, offer) in [
        (&["prob"][..], &["probe"][..]),
        (&["gen", "paw"], &["pawn"]),
        (&["rules", "cann"], &["cannons"]),
        (&["answer", "p73"], &["p7387"]),
        (&["stress", "--game", "p9"], &["p9169"]),
        (&["stress", "--game", "paw"], &["pawn"]),
        (&["probe", "--from", "js"], &["json"]),
        (&["gen", "pawn", "--to", "asc"], &["ascii"]),
        (&["help", "opt"], &["options"]),
        (&["probe", "--game-f"], &["--game-file"]),
    ] {
        let found = offered(words);
        assert_eq!(found[..found.len() - 1], *offer, "{words:?}");
    }
}

/// If the script offers no word, bash offers the names of files.
#[test]
fn bash_completes_files() {
    let found = offered(&["probe", "zu"]);
    assert_eq!(found[0], "", "{found:?}");
    let settings = found.last().unwrap();
    assert!(settings.contains(" -o default ") && settings.ends_with(" retrograde"), "{settings}");
}

#[test]
fn zsh_completes_games_formats_and_files() {
    let script = stdout(&retrograde(&["completions", "zsh"]));
    let line = |start: &str| script.lines().filter(|line| line.contains(start)).collect::<Vec<_>>().join("\n");
    assert!(line("':game -- ").contains("(pawn race cannons"), "{}", line("':game"));
    assert!(line("':format -- ").contains("(p9169 p4658 p7387"), "{}", line("':format"));
    assert!(line("'*::items -- ").contains(":_files'"), "{}", line("items"));
}
