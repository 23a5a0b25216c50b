//! Tests `solve`, which solves a whole board and counts its positions in one pass over the table.

use serde_json::Value;

use crate::program::{retrograde, retrograde_reading, stdout};

const TOKENS: [&str; 5] = [
    "pawn:5/5/2O2/H2H1/OH1X1_r",
    "race:A3/1H2/4/3B_a",
    "cannons:01100_r",
    "tictactoe:X2/1O1/2X_o",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_1",
];

fn json(arguments: &[&str]) -> Value {
    let output = retrograde(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn solve_counts_what_stats_and_probe_tell() {
    for token in TOKENS {
        let (solved, stats) = (json(&["--json", "solve", token]), json(&["--json", "stats", token]));
        for field in ["table", "domain", "slots", "positions", "by_depth"] {
            assert_eq!(solved[field], stats[field], "{token}: {field}");
        }
        for kind in ["win", "loss", "tie", "draw"] {
            let turns = stats["turns"].as_array().unwrap().iter();
            let sum: u64 = turns.map(|turn| turn[kind].as_u64().unwrap()).sum();
            assert_eq!(solved[kind], sum, "{token}: {kind}");
        }
        let probe = json(&["--json", "probe", token]);
        assert_eq!((&solved["value"], &solved["depth"]), (&probe["value"], &probe["depth"]), "{token}");
        assert_eq!(solved["reachable"], Value::Null, "{token}");
    }
}

#[test]
fn what_play_reaches_is_what_exploring_finds() {
    for token in TOKENS {
        let reachable = &json(&["--json", "solve", "--reachable", token])["reachable"];
        let explored = json(&["--json", "solve", "--domain", "reachable", token]);
        for field in ["positions", "win", "loss", "tie", "draw", "by_depth"] {
            assert_eq!(reachable[field], explored[field], "{token}: {field}");
        }
    }
}

/// The published number of reachable positions of tic-tac-toe is 5,478.
#[test]
fn tic_tac_toe_has_the_published_counts() {
    let output = stdout(&retrograde(&["solve", "--reachable", "tictactoe:3/3/3_x"]));
    assert!(output.starts_with("Tie in 9 plies: the game ends level\n"), "{output}");
    let row = output.lines().find(|line| line.starts_with("reachable")).unwrap_or_default();
    let numbers: Vec<_> = row.split_whitespace().skip(1).collect();
    assert_eq!(numbers, ["5,478", "2,836", "1,574", "1,068", "0"], "{output}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_it_took_is_told() {
    let cost = &json(&["--json", "solve", "--reachable", TOKENS[0]])["cost"];
    let number = |field: &str| cost.pointer(field).and_then(Value::as_f64).unwrap_or_else(|| panic!("{field}: {cost}"));
    assert!(number("/reachable_ms") > 0.0 && number("/solve/peak_bytes") > f64::from(1 << 20), "{cost}");
    for field in ["wall_ms", "cpu_ms", "peak_bytes"] {
        let [solve, run] = ["/solve/", "/"].map(|head| number(&format!("{head}{field}")));
        assert!(0.0 < solve && solve <= run, "{field}: {cost}");
    }
    let output = retrograde(&["solve", TOKENS[0]]);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("note: solved and counted in ") && notes.contains("of processor time"), "{notes}");
}

#[test]
fn values_from_all_over_a_table_are_checked() {
    for (token, number) in TOKENS.into_iter().zip([1_000_000, 1, 500, 77, 3]) {
        let solved = json(&["--json", "solve", "--sample", &number.to_string(), token]);
        let (sample, positions) = (&solved["sample"], solved["positions"].as_u64().unwrap());
        assert_eq!(sample["ok"], true, "{token}: {sample}");
        let checked = sample["positions"].as_u64().unwrap();
        assert!(checked <= number.min(positions), "{token}: {sample}");
        assert!(number < positions || checked == positions, "{token}: {sample}");
    }
    let output = stdout(&retrograde(&["solve", "--sample", "100", TOKENS[3]]));
    assert!(output.lines().last().is_some_and(|line| line.contains(" is right: 100 positions and ")), "{output}");
}

/// The plan counts the slots of the table. The statistics count positions.
#[test]
fn issue_27_slots_and_positions_say_what_they_count() {
    let [plan, stats] = [&["solve", "--plan", "quixo:3/3/3_x"], &["stats", "-q", "quixo:3/3/3_x"][..]]
        .map(|arguments| stdout(&retrograde(arguments)));
    assert!(plan.contains("a table of 3,732 slots"), "{plan}");
    assert!(
        stats.contains("39,366 positions in 39,366 slots\nThe table has 3,732 slots: symmetric positions"),
        "{stats}"
    );
}

/// Two kings without other men have 3,612 placements. All of these positions are draws.
#[test]
fn issue_27_bare_kings_are_counted_alone() {
    let output = stdout(&retrograde(&["stats", "-q", "chess:8/8/8/3k4/8/8/8/KR6_w"]));
    let [head, kings, rook] = [["tier", "to"], ["Kk", "white"], ["KkR", "white"]].map(|start| {
        let line = output.lines().position(|line| line.split_whitespace().take(2).eq(start));
        line.unwrap_or_else(|| panic!("no line begins with {start:?}:\n{output}"))
    });
    assert_eq!((kings, rook), (head + 1, head + 3), "{output}");
    let numbers = |line: usize| {
        let words: Vec<_> = output.lines().nth(line).unwrap().split_whitespace().skip(2).collect();
        words.iter().map(|word| word.replace(',', "").parse::<u64>().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!([numbers(kings), numbers(kings + 1)], [[0, 0, 0, 3612]; 2], "{output}");
    for token in ["chess:8/8/8/3k4/8/8/8/K7_w", TOKENS[1]] {
        let output = stdout(&retrograde(&["stats", "-q", token]));
        assert!(output.contains("to move") && !output.contains("tier"), "{token}: {output}");
    }
}

#[test]
fn a_plan_solves_nothing() {
    let huge = format!("race:A999/{}999B_a", "1000/".repeat(998));
    let plan = json(&["--json", "solve", "--plan", &huge]);
    assert_eq!((&plan["slots"], &plan["way"]), (&2_000_000_000_000_u64.into(), &"un-moves".into()));
    let [least, most] = ["least_bytes", "bytes"].map(|field| plan[field].as_u64().unwrap());
    assert!(most - least == 2_000_000_000_000 && plan["estimated_ms"].as_f64() > Some(1e6), "{plan}");
    for (lang, plans) in [
        (
            "en",
            [
                "un-moves; a table of 450 slots; 31.3 KiB; about ",
                "2.3 TiB with one byte a slot, 4.1 TiB with two; about ",
            ],
        ),
        ("zh", ["表有 450 个编号；31.3 KiB；约 ", "2.3 TiB，两字节时 4.1 TiB；约 "]),
    ] {
        let output = stdout(&retrograde(&["--lang", lang, "-j1", "solve", "--plan", TOKENS[1], &huge]));
        let lines: Vec<_> = output.lines().collect();
        assert!(lines.len() == 2 && lines.iter().zip(plans).all(|(line, plan)| line.contains(plan)), "{output}");
    }
    let text = stdout(&retrograde(&["solve", "--plan", "tictactoe:3/3/3_x", "--mem", "1M"]));
    assert_eq!(text, "plan: solved by exploring; the memory and time are unknown; it stops at --mem (1.0 MiB)\n");
}

/// The numbers of a plan for several hosts must be consistent. The test must not depend on the speed of this machine.
#[test]
fn a_plan_for_hosts_adds_up() {
    let hosts = |arguments: &[&str]| {
        let report = json(&[&["--json", "-j4", "solve", "--plan", "race:A39/40/40/39B_a"], arguments].concat());
        report["among"].clone()
    };
    let number = |plan: &Value, field: &str| plan[field].as_f64().unwrap();
    assert!(hosts(&[]).is_null());
    let two = hosts(&["--processes", "2"]);
    let four = hosts(&["--processes", "4", "--net-speed", "1Mbit", "--net-delay", "1000000", "--disk-speed", "1kB"]);
    for plan in [&two, &four] {
        let sum: f64 = ["work_ms", "network_ms", "meeting_ms"].iter().map(|field| number(plan, field)).sum();
        assert!((number(plan, "estimated_ms") - sum).abs() < 1e-6 * sum, "{plan}");
        assert_eq!(plan["threads"], 4);
    }
    // With two hosts, half of all moves lead to another host; with four hosts, three quarters.
    assert!((number(&four, "messages") / number(&two, "messages") - 1.5).abs() < 1e-3, "{two} {four}");
    assert!(number(&four, "bytes") < number(&two, "bytes"));
    assert!((number(&four, "network_ms") - number(&four, "sent_bytes") / 125.0).abs() < 1.0, "{four}");
    assert!(number(&four, "meeting_ms") > 1000.0 * number(&four, "meetings"), "{four}");
    assert!((number(&four, "disk_ms") - number(&four, "disk_bytes")).abs() < 2.0, "{four}");
}

#[test]
fn a_plan_for_hosts_refuses_what_cannot_be() {
    for (arguments, code, expected) in [
        (&["dobutsu", "--plan", "--processes", "64", "-j8"][..], 2, "512 workers exceed the limit of 224"),
        (&["dobutsu", "--plan", "--processes", "1"], 2, "1 is not in 2..=224"),
        (&["dobutsu", "--processes", "2"], 2, "--plan"),
        (&["dobutsu", "--plan", "--net-speed", "1GB"], 2, "--processes"),
        (&["dobutsu", "--plan", "--processes", "2", "--net-speed", "10"], 2, "such as 10Gbit"),
        (&["dobutsu", "--plan", "--processes", "2", "--net-speed", "3 parsec"], 2, "expected Mbit"),
        (&["tictactoe", "--plan", "--processes", "2"], 2, "a cluster needs positions that the game numbers"),
    ] {
        let output = retrograde(&[&["solve"], arguments].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
    let small = stdout(&retrograde(&["solve", "race:A39/40/40/39B_a", "--plan", "--processes", "2", "--mem", "1K"]));
    assert!(
        small.lines().last().is_some_and(|line| line.ends_with("refused: more memory than --mem (1.0 KiB)")),
        "{small}"
    );
}

#[test]
fn what_is_too_large_is_planned_at_once() {
    for (token, memory) in [("connect4:6x7", "1G"), ("connect4:4x4", "100K")] {
        let plan = stdout(&retrograde(&["-j2", "solve", "--plan", "--mem", memory, token]));
        assert!(plan.contains("refused: more than --mem"), "{token}: {plan}");
    }
}

/// Regression: for a board that is refused, the estimate ignored the game and used only the number of slots. The
/// estimate was fifteen hours instead of days.
#[test]
#[ignore = "slow: makes three samples of a large board"]
fn what_is_refused_is_estimated_by_its_moves() {
    let refused = retrograde(&["solve", "--mem", "10T", "quixo:5x5"]);
    assert_eq!((refused.status.code(), stdout(&refused)), (Some(3), String::new()), "{refused:?}");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains(", exceeds 60.0 min") && error.contains("\nhint: "), "{error}");
    let plan = stdout(&retrograde(&["-j2", "solve", "--plan", "--mem", "1G", "quixo:5x5"]));
    assert!(plan.contains("refused: more than --mem"), "{plan}");
    let plan = json(&["--json", "solve", "--plan", "--mem", "1G", "quixo:5x5"]);
    let [slots, moves] = ["slots", "moves"].map(|field| plan[field].as_f64());
    assert!(moves > slots.map(|slots| 4.0 * slots), "{plan}");
}

/// Solves a board with this much memory; returns its counts and the hash of its table.
fn made(token: &str, memory: &str) -> (Value, Value) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let mut solved = json(&["-j2", "--json", "solve", token, "--mem", memory, "-o", out, "--reachable"]);
    let hash = solved["kept"]["hash"].take();
    let files = std::fs::read_dir(out).unwrap().count();
    assert_eq!(files, 1, "{token}: nothing but the table is left");
    for field in ["kept", "cost"] {
        solved[field] = Value::Null;
    }
    (solved, hash)
}

#[test]
fn what_does_not_fit_the_memory_goes_on_on_disk() {
    let race = format!("race:A29/{}29B_a", "30/".repeat(28));
    for (token, memory) in [("connect4:4x4", "1400K"), (race.as_str(), "1500K")] {
        let plan = stdout(&retrograde(&["-j2", "solve", "--plan", "--mem", memory, token]));
        assert!(plan.contains(": uses at most "), "{plan}");
        assert_eq!(made(token, memory), made(token, "4G"), "{token}");
        let output = retrograde(&["solve", token, "--mem", memory, "--disk", "100K"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(3) && error.contains("more than --disk (100.0 KiB)"), "{error}");
    }
}

#[test]
fn what_fits_by_the_bytes_that_are_expected_takes_no_disk() {
    // With two bytes per slot, the table of dobutsu would need 693 MiB.
    for (memory, spills) in [("440M", false), ("400M", true)] {
        let plan = stdout(&retrograde(&["-j2", "solve", "--plan", "--mem", memory, "dobutsu"]));
        assert_eq!(plan.contains(": uses at most "), spills, "{memory}: {plan}");
    }
}

#[test]
fn lines_of_a_list_may_be_comments() {
    let list = "# boards\ntictactoe:X2/1O1/2X_o\n#\ntictactoe:X2/1O1/2X_o\n";
    let output = retrograde_reading(&["probe"], list.as_bytes());
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stdout(&output).matches("tictactoe:").count(), 2, "{output:?}");
}

#[test]
#[cfg(not(feature = "cluster"))]
fn a_program_without_the_cluster_says_how_to_get_it() {
    for arguments in [&["cluster", "--", "solve", "dobutsu"][..], &["solve", "dobutsu", "--hosts", "hosts"]] {
        let output = retrograde(arguments);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--features cluster"), "{output:?}");
    }
}
