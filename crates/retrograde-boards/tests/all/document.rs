//! The game files and the parts of files in `docs/game-files.md`.

use retrograde_boards::read;

use crate::errors::BASE;

const DOCUMENT: &str = include_str!("../../../../docs/game-files.md");

/// The fenced blocks of TOML.
fn blocks() -> Vec<&'static str> {
    let blocks: Vec<_> = DOCUMENT.split("```toml\n").skip(1).map(|block| block.split_once("```").unwrap().0).collect();
    assert!(blocks.len() > 2);
    blocks
}

fn expect_game(text: &str) {
    if let Err(error) = read(text) {
        panic!("{error}\n{text}");
    }
}

#[test]
fn blocks_of_toml_are_game_files_or_parts_of_them() {
    let mut files = 0;
    for block in blocks() {
        if block.starts_with("id =") {
            files += 1;
            expect_game(block);
        } else if block.starts_with("directions.") {
            expect_game(&BASE.replace("directions.ahead = { first = \"n\", second = \"s\" }\n", block));
        } else {
            expect_game(&BASE.replace("lined = {", &format!("{block}lined = {{")));
        }
    }
    assert!(files > 0);
}

/// The first example of the document is the file that its commands use.
#[test]
fn the_first_block_is_the_example_file() {
    assert_eq!(blocks()[0], crate::rules::text("tictactoe"));
}

/// Each row of the table of examples gives `along`, `before` and `after`.
#[test]
fn examples_of_patterns_are_moves() {
    let rows: Vec<Vec<&str>> = DOCUMENT.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let mut examples = 0;
    for row in rows {
        let ["", along, before, after, meaning, ""] = row[..] else { continue };
        if !along.starts_with('`') || !before.starts_with('`') || before == "`before`" || meaning.starts_with('`') {
            continue;
        }
        examples += 1;
        let [along, before, after] = [along, before, after].map(|cell| cell.trim_matches('`'));
        let mut text = BASE.replace("along = \"ahead\"\nbefore = \"M .&blocked\"\nafter = \". M\"", "");
        for letter in ['Q', 'P'] {
            let kind = format!("[[pieces]]\nname = \"kind\"\nletter = \"{letter}\"\n\n");
            text = text.replace("[conditions]", &format!("{kind}[conditions]"));
        }
        let pattern = format!("along = \"{along}\"\nbefore = \"{before}\"\nafter = \"{after}\"");
        expect_game(&text.replace("when = \"M > 0\"", &pattern));
    }
    assert_eq!(examples, 6);
}
