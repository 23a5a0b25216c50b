//! Tests that `laws` finds each broken law (a property of a game that the solver relies on). The first game has only
//! rules, the second game also has a numbering, and the third game also has un-moves.

use std::process::{Command, Output};

use crate::program::{example, stdout};
use serde_json::Value;

/// The ids of the three kinds of games in `broken/program.rs`.
const BY_RULES: &str = "byrules";
const BY_NUMBERS: &str = "bynumbers";
const BY_UNMOVES: &str = "byunmoves";

/// The three kinds of games, for a fault that affects all of them.
const ALL: &[&str] = &[BY_RULES, BY_NUMBERS, BY_UNMOVES];
const NUMBERED: &[&str] = &[BY_NUMBERS, BY_UNMOVES];

/// The faults of the rules. Each entry has the fault, the games that can have it, and the law that it breaks.
const FAULTS: [(&str, &[&str], &str); 23] = [
    ("unread", ALL, "the game's examples can be read"),
    ("identity", ALL, "different instances have different identities"),
    ("equality", ALL, "equal positions have the same turn, ending, moves and token"),
    ("memory", ALL, "equal positions have the same turn, ending, moves and token"),
    ("order", ALL, "positions compare as equal if they are equal, and only then"),
    ("circle", ALL, "the order of positions is total"),
    ("hash", ALL, "equal positions have the same hash"),
    ("late", ALL, "a finished position has no moves"),
    ("stuck", ALL, "a position that is not over has a move"),
    ("alike", ALL, "different moves of one position print differently"),
    ("change", ALL, "the same position always has the same turn, ending and moves"),
    ("tie", ALL, "a game without ties does not end level"),
    ("panic", ALL, "the game's code does not panic"),
    ("turnless", ALL, "parsing a printed position returns it"),
    ("unsafe", ALL, "tokens use only A-Z a-z 0-9 : / _ ."),
    ("shared", NUMBERED, "the children of a numbered position are numbered"),
    ("lost", NUMBERED, "the children of a numbered position are numbered"),
    ("more", NUMBERED, "the count of open moves is the number of distinct children"),
    ("holes", NUMBERED, "the children of a numbered position are numbered"),
    ("missing", &[BY_UNMOVES], "every move has its un-move"),
    ("extra", &[BY_UNMOVES], "an un-move leads to a position that has the move"),
    ("twice", &[BY_UNMOVES], "un-moves are distinct"),
    ("turn", &[BY_UNMOVES], "predecessors are the un-moves, with their turns"),
];

/// Like `FAULTS`, for faults of the game's board view. No answer depends on the board view.
const FAULTS_OF_LOOKS: [(&str, &[&str], &str); 9] = [
    ("turned", ALL, "looks read and print every position, with its side to move"),
    ("misprinted", &[BY_RULES], "looks read and print every position, with its side to move"),
    ("nameless", &[BY_RULES], "every visible piece and ground has its own id in the kit"),
    ("groundless", &[BY_RULES], "every visible piece and ground has its own id in the kit"),
    ("beyond", &[BY_RULES], "pieces, goals and endings are on squares of the board"),
    ("ragged", &[BY_RULES], "pieces, goals and endings are on squares of the board"),
    ("astray", &[BY_RULES], "moves touch only squares of the board"),
    ("lifted", &[BY_RULES], "every offered edit leads to a position, or is refused with a reason"),
    ("mute", &[BY_RULES], "every offered edit leads to a position, or is refused with a reason"),
];

/// Returns the faults of the rules and those of the board view.
fn faults() -> impl Iterator<Item = (&'static str, &'static [&'static str], &'static str)> {
    FAULTS.into_iter().chain(FAULTS_OF_LOOKS)
}

/// Runs the command line with games that have this fault.
fn broken(fault: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(example("broken"));
    command.args(arguments).env_remove("RUST_BACKTRACE").env("LC_ALL", "C").env("FAULT", fault).output().unwrap()
}

/// Like `broken`, with games whose author states that tests check their laws.
fn believed(fault: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(example("broken"));
    let command = command.args(arguments).env_remove("RUST_BACKTRACE").env("LC_ALL", "C");
    command.env("FAULT", fault).env("TESTED", "1").output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn the_game_without_a_fault_keeps_all_laws() {
    for game in ALL {
        let output = broken("", &["laws", game]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let checked = if *game == BY_RULES { "46 moves" } else { "46 moves, 20 slots" };
        let expected = format!(
            "{game} passes all laws: 20 positions, {checked} checked, all that are reachable from its examples\n"
        );
        assert_eq!(stdout(&output), expected);
    }
}

#[test]
fn every_broken_law_is_named_with_a_token_to_see_it_at() {
    for (fault, games, law) in faults() {
        for game in games {
            let output = broken(fault, &["laws", "--json", game]);
            assert_eq!(output.status.code(), Some(1), "{fault}, {game}: {output:?}");
            let report = json(&output);
            assert_eq!(
                (&report["ok"], &report["broken"]["law"]),
                (&false.into(), &law.into()),
                "{fault}, {game}: {report}"
            );
            let pos = report["broken"]["pos"].as_str().unwrap();
            assert!(pos.starts_with(&format!("{game}:")), "{fault}, {game}: {report}");
            // The token in the report can be used as an argument, unless the fault is in the tokens themselves.
            if fault != "unread" {
                let drawn = broken("", &["probe", &pos.replace('$', ".")]);
                assert_eq!(drawn.status.code(), Some(0), "{fault}, {game}: {pos}: {drawn:?}");
            }
        }
    }
}

#[test]
fn an_edit_that_panics_is_named_with_where_it_was_made() {
    let output = broken("clumsy", &["laws", BY_RULES]);
    let expected = "byrules breaks a law: the game's code does not panic\nbyrules:9.4_a: the edit Carry { from: 4, to: 8 } panics: \
                    square 8 is not handled\n";
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), expected));
}

/// Whether a fault may have no effect on this game. Numbered games neither order nor hash positions; only exploring
/// does this.
fn is_harmless(fault: &str, game: &str) -> bool {
    match fault {
        // The game has only one board, so this fault cannot confuse two boards.
        "identity" => true,
        "order" | "circle" | "hash" | "equality" => game != BY_RULES,
        _ => false,
    }
}

/// Returns the error object that a run has printed.
fn error(output: &Output) -> Value {
    let error: Value = serde_json::from_slice(&output.stderr).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    error["error"].clone()
}

#[test]
fn issue_27_a_broken_game_is_refused_before_it_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (fault, games, law) in FAULTS.into_iter().filter(|(fault, ..)| *fault != "unread") {
        for game in games {
            // In a game without a numbering, a law is broken only at the given position or at a child.
            let square = match fault {
                "tie" => 1,
                "late" | "stuck" => 7,
                _ => 4,
            };
            let token = format!("{game}:9{}{square}_a", if fault == "unsafe" { '$' } else { '.' });
            let verbs = [&["probe"][..], &["line"], &["why"], &["solve"], &["stats"], &["solve", "-o", folder]];
            // All verbs run the same check, so all verbs are tested with only one game.
            let tried = if *game == BY_UNMOVES { &verbs[..] } else { &verbs[..1] };
            for verb in tried {
                let refused = broken(fault, &[*verb, &["--json", "--mem", "64M", &token]].concat());
                if refused.status.code() == Some(0) && is_harmless(fault, game) {
                    continue;
                }
                assert_eq!(refused.status.code(), Some(70), "{fault}, {game}, {verb:?}: {refused:?}");
                let error = error(&refused);
                let printed = format!("{} {}", error["message"], error["hint"]);
                assert!(printed.contains(law) && printed.contains(&format!("at {game}:9")), "{fault}, {game}: {error}");
            }
        }
    }
}

#[test]
fn issue_27_a_wrong_value_is_found_before_its_table_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let solve = |fault| broken(fault, &["solve", "-o", out, "--json", "byunmoves:250.4_a"]);
    let refused = solve("rare");
    assert_eq!(refused.status.code(), Some(70), "{refused:?}");
    let error = error(&refused);
    assert_eq!(error["code"], "broken-law", "{error}");
    let printed = error["message"].as_str().unwrap();
    assert!(printed.contains("a position has the value of its best move; at byunmoves:250.248_a: "), "{printed}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(solve("").status.code(), Some(0));
}

/// Whether an answer of `probe` does not contradict itself.
fn is_consistent(probe: &Value) -> bool {
    let (depth, moves) = (&probe["depth"], probe["moves"].as_array().unwrap());
    let class = |word: &str| ["loss", "draw", "tie", "win"].iter().position(|known| *known == word).unwrap();
    // The best loss is the longest; the best win and the best tie are the shortest.
    let rank = |word: &str, depth: Option<i64>| {
        let depth = depth.unwrap_or(0);
        (class(word), if word == "loss" { depth } else { -depth })
    };
    let here = rank(probe["value"].as_str().unwrap(), depth.as_i64());
    let of_move =
        |rated: &Value| rank(rated["for_mover"].as_str().unwrap(), rated["depth"].as_i64().map(|depth| depth + 1));
    match probe["over"].as_str() {
        Some(_) => moves.is_empty() && depth == 0,
        None => moves.iter().map(of_move).max() == Some(here),
    }
}

#[test]
fn no_broken_game_gets_an_answer_that_disagrees_with_itself() {
    assert_consistent(|square, turn| (square % 2 == 0) == (turn == "a"));
}

#[test]
#[ignore = "slow: the other side to move on each square"]
fn no_broken_game_disagrees_with_itself_elsewhere() {
    assert_consistent(|square, turn| (square % 2 == 0) != (turn == "a"));
}

fn assert_consistent(is_wanted: impl Fn(u32, &str) -> bool) {
    let mut refused = Vec::new();
    for (fault, games, _) in FAULTS {
        for game in games {
            let places = (0..=9).flat_map(|square| ["a", "b"].map(|turn| (square, turn)));
            for (square, turn) in places.filter(|(square, turn)| is_wanted(*square, turn)) {
                let place = format!("{square}_{turn}");
                let dot = if fault == "unsafe" { '$' } else { '.' };
                let probe = believed(fault, &["probe", "--json", "--mem", "64M", &format!("{game}:9{dot}{place}")]);
                match probe.status.code() {
                    Some(0) => assert!(is_consistent(&json(&probe)), "{fault}, {game}, {place}: {probe:?}"),
                    Some(70) => refused.push(fault),
                    code => assert_eq!((fault, code), ("unread", Some(2)), "{game}, {place}: {probe:?}"),
                }
            }
        }
    }
    refused.dedup();
    for fault in ["order", "late", "stuck", "panic", "shared", "lost", "missing", "extra"] {
        assert!(refused.contains(&fault), "{fault}: {refused:?}");
    }
}

#[test]
fn a_board_that_hides_behind_another_is_refused() {
    for game in ALL {
        let [small, large] = [format!("{game}:9.4_a"), format!("{game}:30.4_a")];
        assert_eq!(broken("", &["probe", &small, &large]).status.code(), Some(0));
        let refused = broken("identity", &["probe", "--json", &small, &large]);
        assert_eq!(refused.status.code(), Some(70), "{refused:?}");
        let error: Value = serde_json::from_slice(&refused.stderr).unwrap();
        assert_eq!(error["error"]["code"], "inconsistent", "{error}");
    }
}

/// Verbs other than `probe` must find a contradiction too, and name the broken law with a token.
#[test]
fn an_answer_that_disagrees_names_position_moves_and_law() {
    for verb in ["probe", "line", "why"] {
        let refused = believed("missing", &[verb, "byunmoves:9.7_a"]);
        assert_eq!(refused.status.code(), Some(70), "{verb}: {refused:?}");
        let printed = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(printed.contains("the values at byunmoves:9.7_a do not agree: its value is a "), "{verb}: {printed}");
        assert!(printed.contains(", but its best move 9 leads to a win in 1 ply"), "{verb}: {printed}");
        assert!(printed.contains("every move has its un-move; at byunmoves:9."), "{verb}: {printed}");
    }
    let panicked = believed("panic", &["probe", "byrules:9.4_a"]);
    let printed = String::from_utf8_lossy(&panicked.stderr).into_owned();
    assert_eq!(panicked.status.code(), Some(70), "{printed}");
    assert!(printed.starts_with("error: the game's code panicked: square 3 is not handled\n"), "{printed}");
    assert!(printed.contains("at byrules:9.3_"), "{printed}");
    for arguments in [
        ["missing", "byunmoves:9.7_a"],
        ["identity", "byrules:9.4_a"],
        ["panic", "byrules:9.4_a"],
        ["order", "byrules:9.4_a"],
    ] {
        let [fault, token] = arguments;
        let refused = believed(fault, &["probe", "--lang", "zh", token, "byrules:30.4_a"]);
        let printed = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(70), "{fault}: {printed}");
        assert!(printed.contains("错在游戏本身") && !printed.contains("the fault"), "{fault}: {printed}");
    }
}

#[test]
fn a_broken_law_is_told_in_both_languages() {
    for (lang, expected) in [
        (
            "en",
            "byunmoves breaks a law: every move has its un-move\nbyunmoves:9.4_a: the move to byunmoves:9.6_b has no un-move\n",
        ),
        ("zh", "byunmoves 违反约定：每个走法都有反向走子\nbyunmoves:9.4_a：到 byunmoves:9.6_b 的走法没有反向走子\n"),
    ] {
        let output = broken("missing", &["laws", BY_UNMOVES, "--lang", lang]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), expected));
    }
    for (fault, games, _) in faults() {
        let output = broken(fault, &["laws", games[0], "--lang", "zh"]);
        let text = stdout(&output);
        let english = text.lines().find(|line| line.split_once('：').is_some_and(|(_, printed)| printed.is_ascii()));
        // The message of a panic and an author's own error are not translated.
        assert!(english.is_none() || matches!(fault, "panic" | "unread"), "{fault}: {text}");
    }
}

#[test]
fn issue_27_a_game_that_cannot_print_a_position_breaks_a_law() {
    for game in ALL {
        let output = broken("unprintable", &["laws", game]);
        let expected =
            format!("{game} breaks a law: the game's code does not panic\n{game}:9.5_a: square 5 is not handled\n");
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), expected));
    }
}

#[test]
fn issue_27_the_first_broken_law_is_the_same_for_any_number_of_threads() {
    for (fault, games, _) in FAULTS {
        // A game whose moves change from call to call gives a different report each time.
        for game in games.iter().filter(|_| fault != "change") {
            let laws = |threads| stdout(&broken(fault, &["laws", game, "-j", threads]));
            let alone = laws("1");
            assert!(["2", "5"].iter().all(|threads| laws(threads) == alone), "{fault}, {game}: {alone}");
        }
    }
}

#[test]
fn issue_27_two_games_of_one_id_are_named_and_a_builtin_one_is_replaced() {
    let refused = broken("clash", &["games"]);
    assert_eq!(refused.status.code(), Some(70), "{refused:?}");
    let printed = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(printed.contains("two games are called byrules: A token on a strip and Another"), "{printed}");
    let replaced = broken("same", &["probe", "-v", "pawn:9.4_a"]);
    assert_eq!(replaced.status.code(), Some(0), "{replaced:?}");
    let printed = String::from_utf8_lossy(&replaced.stderr).into_owned();
    assert!(printed.contains("pawn: this program's own game replaces the library's game"), "{printed}");
}
