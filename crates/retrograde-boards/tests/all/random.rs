//! Tests random descriptions. For every slot, the tests compare the derived numbering, seeds and un-moves with the
//! plain rules.

use std::fmt::{Display, Write};
use std::sync::Arc;

use fastrand::Rng;
use retrograde::author::check::{check_numbering, check_tiers, check_unmoves};
use retrograde::kernel::{solve, solve_by_tiers};
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
    compare(300, 30_000);
    compare(700, 3_000);
}

/// Compares `games` random games. Each game has at most `most` slots.
fn compare(games: usize, most: u64) {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    let (mut solved, mut with_rows, mut large, mut with_parts, mut with_levels, mut with_royal) = (0, 0, 0, 0, 0, 0);
    while solved < games {
        let text = description(&mut rng);
        let description = match read(&text) {
            Err(error) if error.to_string().contains("has a royal piece under attack") => continue,
            description => description.unwrap_or_else(|error| panic!("{error}\n{text}")),
        };
        let rules = BoardGame::new(Arc::new(description));
        let start = rules.start();
        let Ok(game) = DerivedGame::new(&rules, &start) else { continue };
        let slots = game.slots();
        if slots > most {
            continue;
        }
        check_numbering(&game, slots).unwrap_or_else(|broken| panic!("{broken}, seed {seed}\n{text}"));
        check_unmoves(&game, slots).unwrap_or_else(|broken| panic!("{broken}, seed {seed}\n{text}"));
        check_tiers(&game, slots).unwrap_or_else(|broken| panic!("{broken}, seed {seed}\n{text}"));
        let failed = |reason: &dyn Display| -> ! { panic!("{reason}, seed {seed}\n{text}") };
        let table = solve(&game, &Options::DEFAULT).unwrap_or_else(|error| failed(&error));
        let by_tiers = solve_by_tiers(&game, &Options::DEFAULT).unwrap_or_else(|error| failed(&error));
        assert!(table.cells().eq(by_tiers.cells()), "the solve by tiers differs, seed {seed}\n{text}");
        let portable = DerivedGame::portable(&rules, &start).unwrap();
        let same = solve(&portable, &Options::DEFAULT).unwrap_or_else(|error| failed(&error));
        assert!(table.cells().eq(same.cells()), "the portable path differs, seed {seed}\n{text}");
        if let Err(error) = Solution::from_table(game, table).verify(2) {
            failed(&error);
        }
        solved += 1;
        with_rows += u32::from(text.contains("rows."));
        large += u32::from(slots > 100);
        with_parts += u32::from(text.contains("then ="));
        with_levels += u32::from(text.contains("turn ="));
        with_royal += u32::from(text.contains("royal ="));
    }
    println!("{with_rows} games with rows, {large} with many slots, {with_parts} with parts");
    println!("{with_levels} games with levels, {with_royal} with a royal piece");
    assert!([with_rows, large, with_parts, with_levels, with_royal].iter().all(|number| *number > 0), "seed {seed}");
}

/// A random game file. The engine supports most of these files.
fn description(rng: &mut Rng) -> String {
    let (rows, columns) = (rng.usize(2..=3), rng.usize(2..=4));
    let kinds = rng.usize(1..=3);
    let mut text = String::from("id = \"random\"\ntitle = \"Random\"\nrules = \"Random.\"\n");
    writeln!(text, "no-move = {:?}", pick(rng, &["own loses", "own wins", "tie"])).unwrap();
    if rng.usize(..3) == 0 {
        writeln!(text, "royal = \"A\"").unwrap();
    }
    let (moves, has_parts) = (rng.usize(1..=4), rng.bool());
    if moves > 1 && rng.usize(..3) == 0 {
        let first = rng.usize(1..moves);
        let names =
            |range: std::ops::Range<usize>| range.map(|number| format!("m{number}")).collect::<Vec<_>>().join(" ");
        writeln!(text, "turn = [\"{}\", \"{}\"]", names(0..first), names(first..moves)).unwrap();
    }
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
    writeln!(text, "{CONDITIONS}").unwrap();
    if has_rows {
        writeln!(text, "line = {{ row = \"line\" }}").unwrap();
    }
    let line = if has_rows { "line" } else { "beside" };
    let mut holds = false;
    for number in 0..moves {
        let kind = pick(rng, &["A", "B", "C"][..kinds]);
        let along = pick(rng, &["ahead", "orthogonal", "every", "diagonal"]);
        let (before, after, hand) = PATTERNS[rng.usize(..PATTERNS.len())];
        let [before, after, hand] = [before, after, hand]
            .map(|part| part.replace("LINE", line).replace('K', kind).replace('k', &kind.to_lowercase()));
        holds |= !hand.is_empty();
        writeln!(text, "[[moves]]\nname = \"m{number}\"\nbefore = \"{before}\"\nafter = \"{after}\"").unwrap();
        if before.contains(' ') {
            writeln!(text, "along = \"{along}\"").unwrap();
        }
        if !hand.is_empty() {
            writeln!(text, "hand = \"{hand}\"").unwrap();
        }
        match rng.usize(..12) {
            0 | 1 => writeln!(text, "when = \"{kind} {} {}\"", pick(rng, &["<", ">", "="]), rng.usize(..3)).unwrap(),
            2 => writeln!(text, "when = \"some {}\"", pick(rng, &["own!beside", "opp&last", "any&covered"])).unwrap(),
            _ => {}
        }
        if has_parts && rng.bool() {
            follow(
                rng,
                &mut text,
                &["\"take\"", "[\"take\", \"any\"]", "\"chain take\"", "\"promote\""],
                line,
                before.matches(' ').count(),
            );
        }
    }
    if has_parts {
        following_moves(rng, &mut text, line, kinds);
    }
    if has_rows {
        writeln!(text, "[[endings]]\nname = \"line\"\nwhen = \"row line\"\nresult = \"own wins\"").unwrap();
    }
    match rng.usize(..5) {
        2 => writeln!(text, "[[endings]]\nname = \"some\"\nwhen = \"some A&last!beside\"\nresult = \"own wins\"")
            .unwrap(),
        0 => writeln!(text, "[[endings]]\nname = \"few\"\nwhen = \"A < 1\"\nresult = \"own loses\"").unwrap(),
        1 => writeln!(text, "[[endings]]\nname = \"last\"\nwhen = \"A on last\"\nresult = \"own wins\"").unwrap(),
        _ => {}
    }
    start(rng, &mut text, [rows, columns], kinds, holds);
    text
}

/// Adds the moves that follow other moves.
fn following_moves(rng: &mut Rng, text: &mut String, line: &str, kinds: usize) {
    let taken = pick(rng, &["opp!LINE", "opp!beside", "a", "opp&last", "opp&covered"]).replace("LINE", line);
    let promoted = if kinds > 1 { "B" } else { "A" };
    writeln!(text, "[[moves]]\nname = \"take\"\nbefore = \"{taken}\"\nafter = \".\"").unwrap();
    writeln!(text, "[[moves]]\nname = \"any\"\nbefore = \"opp\"\nafter = \".\"").unwrap();
    writeln!(text, "[[moves]]\nname = \"promote\"\nbefore = \"A\"\nafter = \"{promoted}\"").unwrap();
    writeln!(text, "[[moves]]\nname = \"chain\"\nalong = \"every\"\nbefore = \"A opp .\"\nafter = \". . A\"").unwrap();
    writeln!(text, "then = \"chain\"\nfrom = 3").unwrap();
    if rng.bool() {
        writeln!(text, "may = true").unwrap();
    }
}

/// Adds a start with at most two pieces of each kind. `holds` says whether hands hold pieces.
fn start(rng: &mut Rng, text: &mut String, [rows, columns]: [usize; 2], kinds: usize, holds: bool) {
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
    // The reader would read several consecutive ones as one number.
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
}

/// The contents before and after a move, and its change of the hand.
const PATTERNS: [(&str, &str, &str); 21] = [
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
    ("K .!beside", ". K", ""),
    ("K&LINE .", ". K", ""),
    ("K opp!LINE", ". K", ""),
    ("K&lonely .&free", ". K", ""),
    ("K any*&other .", ". > >", ""),
    ("K opp+!lonely #", ". >", ""),
    ("?&other .!covered", ". >", ""),
    ("K opp&covered", "= .", ""),
];

/// Conditions of one square, of several paths, and of other conditions.
const CONDITIONS: &str = r#"[conditions]
supported = { along = "ahead", cells = "? any" }
beside = { along = "orthogonal", cells = "? own" }
lonely = { cells = "any!beside" }
free = { along = "ahead", cells = ".&last .!last" }
other = { cells = "opp!last" }
covered = { along = "ahead", cells = "any opp!lonely" }"#;

/// Adds a part that follows a move with `more` + 1 cells.
fn follow(rng: &mut Rng, text: &mut String, parts: &[&str], line: &str, more: usize) {
    writeln!(text, "then = {}", pick(rng, parts)).unwrap();
    if rng.bool() {
        let condition = pick(rng, &["in LINE", "not in LINE", "in last", "not in beside", "in covered"]);
        let cell = rng.usize(1..=1 + more.min(1));
        writeln!(text, "if = \"{cell} {}\"", condition.replace("LINE", line)).unwrap();
    }
    if rng.usize(..3) == 0 {
        writeln!(text, "from = {}", 1 + more.min(1)).unwrap();
    }
    if rng.usize(..3) == 0 {
        writeln!(text, "may = true").unwrap();
    }
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
