//! All game files in `examples/games`: their starts, their laws, and broken copies of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use retrograde::Game;
use retrograde::author::{Edit, Shape};
use retrograde_boards::{BoardGame, Description, open_file, read};

use crate::rules::text;

/// The names of the files without the extension.
fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games");
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = files.map(|file| file.strip_suffix(".game").unwrap().to_owned()).collect();
    names.sort();
    assert!(names.len() > 15, "{names:?}");
    names
}

fn parsed(name: &str) -> Description {
    read(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_file_has_an_id_of_its_own_and_at_most_100_lines() {
    let ids: BTreeSet<String> = names().iter().map(|name| parsed(name).id).collect();
    assert_eq!(ids.len(), names().len());
    let long: Vec<_> = names().into_iter().filter(|name| text(name).lines().count() > 100).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn every_start_is_printed_and_parsed_back() {
    for name in names() {
        println!("{name}");
        let game = open_file(&text(&name)).unwrap();
        let example = &game.about().examples[0];
        let start = game.parse(example.split_once(':').unwrap().1).unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(start.token(), *example);
        assert!(start.breadth() > 0, "{example}");
        assert!(!start.draw().is_empty());
    }
}

/// In morris9, a row of a token has three or six squares.
#[test]
fn a_board_with_gaps_is_drawn_with_them() {
    let game = open_file(&text("morris9")).unwrap();
    let token = "3/3/2W/6/3/1B1/3_w_W8B8";
    let look = game.look(token).unwrap();
    assert_eq!((look.text.as_str(), &look.scene.shape), (token, &Shape::Grid { rows: 7, columns: 7 }));
    let kit = &game.about().kit;
    let ground = look.scene.ground_text(kit).unwrap();
    assert_eq!(ground, "1##1##1/#1#1#1#/##3##/3#3/##3##/#1#1#1#/1##1##1");
    let stones: Vec<_> = look.scene.stones.iter().map(|it| (kit.kinds[it.kind].letter, it.square)).collect();
    let at = |name: &str| look.scene.shape.find(name).unwrap();
    assert_eq!(stones, [('W', at("e3")), ('B', at("d6"))]);
    let carried = |to: &str| game.edited(look.scene.clone(), Edit::Carry { from: at("e3"), to: at(to) }).unwrap();
    assert_eq!(carried("a4"), "3/3/3/W5/3/1B1/3_w_W8B8");
    assert_eq!(carried("d4"), token, "d4 is a gap");
}

#[test]
fn every_game_keeps_the_laws() {
    all_keep_the_laws(4);
}

#[test]
#[ignore = "slow: more positions of the same games"]
fn every_game_keeps_the_laws_in_more_positions() {
    all_keep_the_laws(40);
}

/// Checks the laws of each game in `positions` positions. If a game's positions have many moves, the test checks fewer
/// positions.
fn all_keep_the_laws(positions: u64) {
    for name in names() {
        println!("{name}");
        let budget = if name == "xiangqi" { positions.div_ceil(6) } else { positions };
        let checked = open_file(&text(&name)).unwrap().laws(budget, 1).unwrap();
        let checked = checked.unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert!(checked.positions > 0 && checked.moves > 0, "{name}: {checked:?}");
    }
}

/// Reads a text and, if the text is a game, makes a ply. Checks that nothing panics, that every error has its position,
/// and that nothing takes long.
fn read_and_play(text: &str) -> bool {
    let description = match read(text) {
        Ok(description) => description,
        Err(error) => {
            let message = error.to_string();
            assert!(message.starts_with("line ") && message.len() > 20, "{message}");
            let line = text.split('\n').nth(error.line as usize - 1).unwrap_or_else(|| panic!("{message}"));
            assert!((1..=line.len() as u64 + 1).contains(&error.column), "{message}");
            return false;
        }
    };
    let game = BoardGame::new(Arc::new(description));
    let start = game.start();
    let mut children = Vec::new();
    game.each_move(&start, |_, child| children.push(child));
    assert_eq!(children.is_empty(), game.ending(&start).is_some());
    for child in children.iter().take(2) {
        game.each_move(child, |_, _| {});
    }
    true
}

/// Changes some bytes of a text.
fn mutant(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..bytes.len());
        let other = bytes[rng.usize(..bytes.len())];
        match rng.u8(..5) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, other),
            2 => bytes[at] = other,
            3 => bytes[at] = b"*+.#?&!=<>,-0129\"'\\\n[]{}"[rng.usize(..24)],
            // Changes whole words, because the reader soon rejects a name with a wrong letter.
            _ => {
                let line = bytes[at..].iter().position(|&byte| byte == b' ').map_or(bytes.len(), |end| at + end);
                bytes.drain(at..line);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutants_of_the_files_never_panic() {
    let seed =
        std::env::var("RETROGRADE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| fastrand::u64(..));
    println!("RETROGRADE_SEED={seed}");
    let mut rng = Rng::with_seed(seed);
    let texts: Vec<String> = names().iter().map(|name| text(name)).collect();
    let mut played = 0;
    for _ in 0..1_000 {
        let text = mutant(&texts[rng.usize(..texts.len())], &mut rng);
        let outcome = std::panic::catch_unwind(|| read_and_play(&text));
        played += usize::from(outcome.unwrap_or_else(|_| panic!("seed {seed}:\n{text}")));
    }
    // The changes must not be too coarse, so that some mutants are still valid games.
    assert!(played > 50, "{played}");
}

#[test]
fn files_with_the_same_id_and_other_rules_are_other_instances() {
    let text = crate::rules::text("tictactoe");
    let instance = |text: &str| open_file(text).unwrap().parse("3/3/3_x").unwrap().instance();
    assert_eq!(instance(&text), instance(&text.replace("Three marks", "Three signs")));
    assert_ne!(instance(&text), instance(&text.replace("\"3 along every\"", "\"3 along orthogonal\"")));
}

/// The canonical form is part of the file format of tables, so its text for given rules must not change.
#[test]
fn canonical_forms_are_read_back_and_stay_the_same() {
    for name in names() {
        let description = parsed(&name);
        let form = description.canonical();
        println!("{name}: {} bytes", form.len());
        let again = Description::read_canonical(&form).unwrap_or_else(|error| panic!("{name}: {error}\n{form}"));
        assert_eq!(again.canonical(), form);
        let Description { title, rules, start, .. } = description.clone();
        assert_eq!(Description { title, rules, start, ..again }, description);
    }
    assert_eq!(parsed("tictactoe").canonical(), include_str!("tictactoe.json").trim_end());
}
