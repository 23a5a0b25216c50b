//! Random descriptions: the derived numbering, seeds and un-moves against the plain rules, for every slot.

use std::fmt::{Display, Write};
use std::sync::Arc;

use fastrand::Rng;
use retrograde::author::check::{check_numbering, check_unmoves};
use retrograde::kernel::solve;
use retrograde::{Numbered, Options, Solution};
use retrograde_boards::{BoardGame, DerivedGame, read};

/// The number of random games of the short run.
const GAMES: usize = 30;

#[test]
fn random_descriptions_are_derived_as_the_plain_rules_say() {
    compare(GAMES, 3_000);
}

#[test]
#[ignore = "slow: a thousand games instead of thirty"]
fn a_thousand_random_descriptions_are_derived_as_the_plain_rules_say() {
    compare(1000, 30_000);
}

/// Compares this number of games, of at most `most` slots each.
fn compare(games: usize, most: u64) {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    let (mut solved, mut with_rows, mut large) = (0, 0, 0);
    while solved < games {
        let text = description(&mut rng);
        let rules = BoardGame::new(Arc::new(read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))));
        let start = rules.start();
        let Ok(game) = DerivedGame::new(&rules, &start) else { continue };
        let slots = game.slots();
        if slots > most {
            continue;
        }
        check_numbering(&game, slots).unwrap_or_else(|broken| panic!("{broken}, seed {seed}\n{text}"));
        check_unmoves(&game, slots).unwrap_or_else(|broken| panic!("{broken}, seed {seed}\n{text}"));
        let failed = |reason: &dyn Display| -> ! { panic!("{reason}, seed {seed}\n{text}") };
        let table = solve(&game, &Options::DEFAULT).unwrap_or_else(|error| failed(&error));
        let portable = DerivedGame::portable(&rules, &start).unwrap();
        let same = solve(&portable, &Options::DEFAULT).unwrap_or_else(|error| failed(&error));
        assert!(table.cells().eq(same.cells()), "the portable path differs, seed {seed}\n{text}");
        if let Err(error) = Solution::from_table(game, table).verify(2) {
            failed(&error);
        }
        solved += 1;
        with_rows += u32::from(text.contains("rows."));
        large += u32::from(slots > 100);
    }
    assert!(with_rows > 0 && large > 0, "{with_rows} games with rows, {large} with many slots, seed {seed}");
}

/// A random game file that the engine derives, as a rule.
fn description(rng: &mut Rng) -> String {
    let (rows, columns) = (rng.usize(2..=3), rng.usize(2..=4));
    let kinds = rng.usize(1..=3);
    let mut text = String::from("id = \"random\"\ntitle = \"Random\"\nrules = \"Random.\"\n");
    writeln!(text, "no-move = {:?}", pick(rng, &["own loses", "own wins", "tie"])).unwrap();
    writeln!(text, "[board]\nsize = \"{rows}x{columns}\"").unwrap();
    let ahead = pick(
        rng,
        &["{ first = \"n\", second = \"s\" }", "{ first = \"n ne\", second = \"s w\" }", "\"n e s w\"", "\"ne sw\""],
    );
    writeln!(text, "directions.ahead = {ahead}").unwrap();
    writeln!(text, "zones.last = {{ first = \"a1-{0}1\", second = \"a{rows}-{0}{rows}\" }}", column(columns)).unwrap();
    let has_rows = rng.bool();
    if has_rows {
        writeln!(
            text,
            "rows.line = \"{} along {}\"",
            rng.usize(2..=2.max(rows.min(columns))),
            pick(rng, &["every", "orthogonal"])
        )
        .unwrap();
    }
    for letter in ["A", "B", "C"].iter().take(kinds) {
        let zone = if rng.usize(..5) == 0 { "zone = \"last\"\n" } else { "" };
        writeln!(text, "[[pieces]]\nname = \"{letter}\"\nletter = \"{letter}\"\n{zone}").unwrap();
    }
    writeln!(text, "[conditions]\nsupported = {{ along = \"ahead\", cells = \"? any\" }}").unwrap();
    let mut holds = false;
    for number in 0..rng.usize(1..=4) {
        let kind = pick(rng, &["A", "B", "C"][..kinds]);
        let along = pick(rng, &["ahead", "orthogonal", "every", "diagonal"]);
        let patterns = [
            ("K .", ". K", ""),
            ("K opp", ". K", ""),
            ("K any .", ". = K", ""),
            ("K opp .", ". . K", ""),
            ("K .* .", ". = K", ""),
            ("K k .", ". K k", ""),
            ("K .", "K K", "-K"),
            (".", "K", "-K"),
            (".&supported", "K", "-K"),
            ("K opp", ". K", "+K"),
            ("K .&last", ". K", ""),
            ("K own", "K .", ""),
            ("K . #", ". > ", ""),
        ];
        let (before, after, hand) = patterns[rng.usize(..patterns.len())];
        let [before, after, hand] =
            [before, after, hand].map(|part| part.replace('K', kind).replace('k', &kind.to_lowercase()));
        holds |= !hand.is_empty();
        writeln!(text, "[[moves]]\nname = \"m{number}\"\nbefore = \"{before}\"\nafter = \"{after}\"").unwrap();
        if before.contains(' ') {
            writeln!(text, "along = \"{along}\"").unwrap();
        }
        if !hand.is_empty() {
            writeln!(text, "hand = \"{hand}\"").unwrap();
        }
        if rng.usize(..6) == 0 {
            writeln!(text, "when = \"{kind} {} {}\"", pick(rng, &["<", ">", "="]), rng.usize(..3)).unwrap();
        }
    }
    if has_rows {
        writeln!(text, "[[endings]]\nname = \"line\"\nwhen = \"row line\"\nresult = \"own wins\"").unwrap();
    }
    match rng.usize(..4) {
        0 => writeln!(text, "[[endings]]\nname = \"few\"\nwhen = \"A < 1\"\nresult = \"own loses\"").unwrap(),
        1 => writeln!(text, "[[endings]]\nname = \"last\"\nwhen = \"A on last\"\nresult = \"own wins\"").unwrap(),
        _ => {}
    }
    let mut board = vec!['.'; rows * columns];
    for (letter, most) in [('A', 2), ('a', 2), ('B', kinds - 1), ('b', kinds - 1), ('C', kinds / 3), ('c', kinds / 3)] {
        for _ in 0..rng.usize(..=most) {
            let place = rng.usize(..board.len());
            board[place] = letter;
        }
    }
    let board: Vec<String> = board
        .chunks(columns)
        .map(|row| row.iter().map(|c| if *c == '.' { "1".into() } else { c.to_string() }).collect())
        .collect();
    // Ones in a row would be read as one number.
    let board: Vec<String> = board.iter().map(|row: &String| runs(row)).collect();
    writeln!(text, "[start]\nboard = \"{}\"", board.join("/")).unwrap();
    if holds {
        let last = ["A", "B", "C"][kinds - 1];
        writeln!(
            text,
            "hand = \"A{} a{}{}\"",
            rng.usize(..=2),
            rng.usize(..=2),
            if kinds > 1 { format!(" {last}1") } else { String::new() }
        )
        .unwrap();
    }
    text
}

fn column(columns: usize) -> char {
    char::from(b'a' + columns as u8 - 1)
}

fn pick<'t>(rng: &mut Rng, texts: &[&'t str]) -> &'t str {
    texts[rng.usize(..texts.len())]
}

/// Replaces runs of `1` by their length.
fn runs(row: &str) -> String {
    let letters: Vec<char> = row.chars().collect();
    let groups = letters.chunk_by(|one, next| *one == '1' && *next == '1');
    groups.map(|group| if group[0] == '1' { group.len().to_string() } else { group[0].to_string() }).collect()
}
