//! Tests stored tables. `solve -o` writes them, and every verb finds and checks them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use retrograde::author::Domain;
use retrograde::{Cell, Depth, Options, Slot, Table};
use retrograde_tables::{Keep, Lock, Making, write};
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{retrograde, stdout, text};

/// Boards of games with un-moves, with ties, with positions that share slots, and with moves that are stored beside the
/// table.
const TOKENS: [&str; 5] = [
    "race:A3/1H2/4/3B_a",
    "cannons:01100_r",
    "quixo:3x3",
    "pawn:5/5/2O2/H2H1/OH1X1_r",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_1",
];

/// Runs the program with these folders of tables.
fn with_tables(folders: &[&Path], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    let folders = std::env::join_paths(folders).unwrap();
    command.args(arguments).env("RETROGRADE_TABLES", folders).env("LC_ALL", "C").stdin(Stdio::null());
    command.output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder that contains the table of one token.
struct StoredTable {
    folder: TempDir,
    token: &'static str,
    /// The JSON report of the solve.
    report: Value,
}

impl StoredTable {
    fn new(token: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let output = with_tables(&[], &["--json", "solve", "-o", text(folder.path()), token]);
        assert!(output.status.success(), "{token}: {output:?}");
        let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
        Self { folder, token, report: answer["kept"].clone() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn name(&self) -> &str {
        self.report["table"].as_str().unwrap()
    }

    fn file(&self) -> PathBuf {
        self.report["files"][0].as_str().unwrap().into()
    }
}

#[test]
fn a_table_that_was_kept_answers_every_verb_as_one_that_is_solved() {
    for token in TOKENS {
        let stored = StoredTable::new(token);
        for verb in ["probe", "line", "why", "stats", "verify", "trace", "solve"] {
            let arguments = ["--json", verb, token];
            let output = with_tables(&[stored.path()], &[&["-v"], &arguments[..]].concat());
            let found = format!("table {} found in {}", stored.name(), stored.file().display());
            assert!(stderr(&output).lines().any(|line| line == found), "{verb} {token}: {output:?}");
            assert!(!stderr(&output).contains("solved in "), "{verb} {token}: {output:?}");
            let solved = stdout(&with_tables(&[], &arguments));
            // The costs of two runs differ, so they are cut off before the comparison.
            let of = |text: String| text.split("\"cost\"").next().map(str::to_owned);
            assert_eq!(of(stdout(&output)), of(solved), "{verb} {token}");
        }
    }
}

/// `answer` reads the answers to a contest from stored tables, so it does not solve these boards again.
#[test]
fn answers_of_a_contest_ask_the_tables_that_were_kept() {
    let registry = retrograde_cli::builtin();
    for (format, tokens) in [
        ("p4658", ["race:A3/1H2/4/3B_a", "race:A2/3/2B_a"]),
        ("p9169", ["pawn:5/5/2O2/H2H1/OH1X1_r", "pawn:O1/1O/X1_r"]),
        ("p7387", ["cannons:01100_r", "cannons:0110101_r"]),
    ] {
        let stored = StoredTable::new(tokens[0]);
        let mut input = Vec::new();
        registry.find_contest(format).unwrap().write(&tokens.map(str::to_owned), &mut input).unwrap();
        let file = stored.path().join("input");
        fs::write(&file, &input).unwrap();
        let arguments = ["-v", "answer", "--method", "table", format, text(&file)];
        let (solved, found) = (with_tables(&[], &arguments), with_tables(&[stored.path()], &arguments));
        assert!(solved.status.success() && stdout(&solved) == stdout(&found), "{format}: {found:?} {solved:?}");
        assert_eq!(stdout(&found).lines().count(), 2, "{format}");
        let printed = format!("table {} found in {}\n", stored.name(), stored.file().display());
        assert_eq!((stderr(&solved), stderr(&found)), (String::new(), printed), "{format}");
        let mut bytes = fs::read(stored.file()).unwrap();
        let half = bytes.len() / 2;
        bytes[half] ^= 4;
        fs::write(stored.file(), bytes).unwrap();
        let refused = with_tables(&[stored.path()], &arguments);
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(4), String::new()), "{format}: {refused:?}");
        assert!(stderr(&refused).contains("is damaged") && stderr(&refused).contains("\nhint: "), "{refused:?}");
        let aside = with_tables(&[stored.path()], &[&["--no-tables"], &arguments[..]].concat());
        assert_eq!(stdout(&aside), stdout(&solved), "{format}");
    }
}

#[test]
fn a_list_of_starts_asks_the_tables_that_were_kept() {
    let arguments = ["tabulate", "cannons", "--upto", "3"];
    let listed = stdout(&with_tables(&[], &arguments));
    let folder = tempfile::tempdir().unwrap();
    let starts: Vec<_> = listed.lines().filter_map(|line| Some(line.split_once("cannons:")?.1)).collect();
    for start in &starts[..3] {
        with_tables(&[], &["solve", "-o", text(folder.path()), &format!("cannons:{start}")]);
    }
    let found = with_tables(&[folder.path()], &[&["-v"], &arguments[..]].concat());
    assert_eq!(stdout(&found), listed);
    assert!(stderr(&found).contains(" found in "), "{found:?}");
}

#[test]
fn a_table_that_is_there_is_not_made_again_and_threads_change_no_byte() {
    let stored = StoredTable::new(TOKENS[0]);
    let bytes = fs::read(stored.file()).unwrap();
    let positions = 422;
    assert_eq!(
        (stored.report["bytes"].as_u64(), stored.report["made"].as_bool()),
        (Some(bytes.len() as u64), Some(true))
    );
    let rate = (bytes.len() as f64 / f64::from(positions) * 1e3).round() / 1e3;
    assert_eq!(stored.report["bytes_a_position"].as_f64(), Some(rate), "{}", stored.report);
    let modified = || fs::metadata(stored.file()).unwrap().modified().unwrap();
    let before = modified();
    let again = with_tables(&[], &["-q", "-j", "2", "solve", "-o", text(stored.path()), stored.token]);
    let hash = stored.report["hash"].as_str().unwrap();
    assert!(again.status.success() && stdout(&again).contains("already stored in "), "{again:?}");
    assert!(stdout(&again).lines().last().unwrap().ends_with(&format!("hash {hash}")), "{again:?}");
    assert_eq!(modified(), before);
    // With `--no-tables`, the solve starts from the beginning and writes the same bytes.
    let anew = with_tables(&[], &["-q", "-j", "2", "--no-tables", "solve", "-o", text(stored.path()), stored.token]);
    assert!(stdout(&anew).contains("\nstored in "), "{anew:?}");
    assert!(fs::read(stored.file()).unwrap() == bytes);
}

#[test]
fn damage_is_refused_with_its_place_and_a_remedy() {
    let stored = StoredTable::new(TOKENS[0]);
    let mut bytes = fs::read(stored.file()).unwrap();
    let half = bytes.len() / 2;
    bytes[half] ^= 4;
    fs::write(stored.file(), bytes).unwrap();
    for verb in ["probe", "line", "why", "stats", "verify", "trace", "solve"] {
        let refused = with_tables(&[stored.path()], &[verb, stored.token]);
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(4), String::new()), "{verb}: {refused:?}");
        let printed = stderr(&refused);
        let remedy = format!("`retrograde tables remove {} --tables {}`", stored.name(), text(stored.path()));
        assert!(printed.contains(text(&stored.file())) && printed.contains(&remedy), "{printed}");
        let aside = with_tables(&[stored.path()], &["--no-tables", verb, stored.token]);
        assert!(aside.status.success(), "{verb}: {aside:?}");
    }
    // The remedy works as it is printed, without a question.
    let removed = with_tables(&[], &["tables", "remove", stored.name(), "--tables", text(stored.path()), "--yes"]);
    assert!(removed.status.success() && !stored.file().exists(), "{removed:?}");
    assert!(with_tables(&[stored.path()], &["probe", stored.token]).status.success());
    let foreign = stored.path().join("race-d96be08d.rgt");
    fs::write(&foreign, "a letter to a friend").unwrap();
    let refused = with_tables(&[stored.path()], &["probe", stored.token]);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    assert!(stderr(&refused).contains("is no table of retrograde"), "{refused:?}");
}

#[test]
fn folders_are_looked_through_in_order_and_need_not_be_there() {
    let [first, second] = [StoredTable::new(TOKENS[0]), StoredTable::new(TOKENS[0])];
    let none = first.path().join("none");
    let found_in = |folders: &[&Path], arguments: &[&str]| {
        let output = with_tables(folders, &[&["-v", "probe", TOKENS[0]], arguments].concat());
        assert!(output.status.success(), "{output:?}");
        let place = stderr(&output).lines().find_map(|line| Some(line.split_once(" found in ")?.1.to_owned()));
        place.map(|place| Path::new(&place).parent().unwrap().to_owned())
    };
    let [one, two] = [first.path(), second.path()];
    assert_eq!(found_in(&[&none, one, two], &[]).as_deref(), Some(one));
    assert_eq!(found_in(&[one], &["--tables", text(two)]).as_deref(), Some(two));
    assert_eq!(found_in(&[], &["--tables", text(&none), "--tables", text(two)]).as_deref(), Some(two));
    assert_eq!(found_in(&[&none], &[]), None);
    assert_eq!(found_in(&[one], &["--no-tables"]), None);
    let stored = with_tables(&[&none, one], &["-q", "solve", "--keep", "depths", TOKENS[1]]);
    assert!(stored.status.success() && fs::read_dir(&none).unwrap().count() == 1, "{stored:?}");
}

#[test]
fn what_cannot_be_kept_is_refused_before_it_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let huge = format!("race:A999/{}999B_a", "1000/".repeat(998));
    let [to, below] = [folder.path().join("tables"), file.join("below")];
    let [to, below] = [text(&to), text(&below)];
    for (arguments, code, words) in [
        (&["-o", to, "tictactoe"][..], 2, "cannot store this table of tictactoe"),
        (&["-o", to, "--domain", "reachable", TOKENS[0]], 2, "cannot store this table of race"),
        (&["--keep", "depths", TOKENS[0]], 2, "no folder is given for the table"),
        (&["-o", below, TOKENS[0]], 3, "cannot write "),
        // The table needs at most 3,732 bytes, and the two checkpoints need about as much each.
        (&["-o", to, "--disk", "10K", "quixo:3x3"], 3, "may take 10.9 KiB on disk, more than --disk (10.0 KiB)"),
        (&["--mem", "8T", &huge], 3, ", exceeds 60.0 min"),
        (&["--mem", "8T", "--disk", "1T", "-o", to, &huge], 3, "may take 5.5 TiB on disk"),
        (&["--mem", "1G", "--disk", "8T", "-o", to, &huge], 3, "needs 168.0 GiB for "),
    ] {
        let refused = with_tables(&[], &[&["solve"], arguments].concat());
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(code), String::new()), "{refused:?}");
        assert!(stderr(&refused).contains(words) && stderr(&refused).contains("\nhint: "), "{refused:?}");
    }
    assert!(fs::read_dir(to).map_or(0, Iterator::count) == 0, "no incomplete file remains");
}

#[test]
fn a_plan_tells_the_disk() {
    let plan = |arguments: &[&str]| with_tables(&[], &[&["solve", "--plan"], arguments].concat());
    assert!(stdout(&plan(&["quixo:3x3"])).ends_with("; if stored, at most 10.9 KiB on disk\n"));
    assert!(!stdout(&plan(&["tictactoe"])).contains("disk"));
    let report: Value = serde_json::from_str(&stdout(&plan(&["--json", "--keep", "class", "quixo:3x3"]))).unwrap();
    assert_eq!((&report["slots"], &report["disk_bytes"]), (&3_732.into(), &11_196.into()));
}

#[test]
fn a_class_alone_is_smaller_and_answers_no_verb() {
    let stored = StoredTable::new(TOKENS[3]);
    let folder = tempfile::tempdir().unwrap();
    let class = with_tables(&[], &["--json", "solve", "--keep", "class", "-o", text(folder.path()), stored.token]);
    let answer: Value = serde_json::from_str(&stdout(&class)).unwrap();
    assert!(answer["kept"]["bytes"].as_u64() < stored.report["bytes"].as_u64(), "{answer}");
    let probed = with_tables(&[folder.path()], &["-v", "probe", stored.token]);
    assert!(probed.status.success() && stderr(&probed).contains("solved in "), "{probed:?}");
    let again = with_tables(&[], &["-q", "solve", "--keep", "class", "-o", text(folder.path()), stored.token]);
    assert!(stdout(&again).starts_with("already stored in ") && stdout(&again).lines().count() == 1, "{again:?}");
    // A table with depths is different from a table without depths.
    let deep = with_tables(&[], &["-q", "solve", "-o", text(folder.path()), stored.token]);
    assert!(stdout(&deep).contains(stored.report["hash"].as_str().unwrap()), "{deep:?}");
    let probed = with_tables(&[folder.path()], &["-v", "probe", stored.token]);
    assert!(stderr(&probed).contains(" found in "), "{probed:?}");
}

#[test]
fn tables_are_listed_checked_and_removed() {
    let stored = StoredTable::new(TOKENS[0]);
    let run = |arguments: &[&str]| with_tables(&[stored.path()], &[&["tables"], arguments].concat());
    let list = stdout(&run(&[]));
    assert!(list.starts_with(&format!("{}:\ntable ", stored.path().display())), "{list}");
    let row = list.lines().find(|line| line.starts_with(stored.name())).unwrap_or_else(|| panic!("{list}"));
    let words: Vec<_> = row.split_whitespace().collect();
    let hash = stored.report["hash"].as_str().unwrap();
    assert_eq!([words[1], words[4], words[5], words[8], words[9]], ["422", "253", "169", "12", &hash[..16]], "{row}");
    let answer: Value = serde_json::from_str(&stdout(&run(&["--json"]))).unwrap();
    for field in ["bytes", "bytes_a_position", "hash", "files"] {
        assert_eq!(answer[field], stored.report[field], "{field}: {answer}");
    }
    assert_eq!((&answer["game"], &answer["slots"], &answer["keep"]), (&"race".into(), &450.into(), &"depths".into()));
    let file = stored.file();
    for arguments in [&["check"][..], &["check", stored.name()], &["check", text(&file)]] {
        let checked = run(arguments);
        let words = format!("{} is undamaged: 422 positions, hash {hash}\n", stored.name());
        assert_eq!((checked.status.code(), stdout(&checked)), (Some(0), words), "{arguments:?}");
    }
    let asked = run(&["remove", stored.name()]);
    assert_eq!(asked.status.code(), Some(2), "{asked:?}");
    assert!(stderr(&asked).contains("--yes") && stored.file().exists(), "{asked:?}");
    let removed = run(&["remove", "--yes", stored.name()]);
    assert!(stdout(&removed).starts_with(&format!("removed {}: ", stored.name())), "{removed:?}");
    assert_eq!(fs::read_dir(stored.path()).unwrap().count(), 0);
    let none = run(&[]);
    assert_eq!((none.status.code(), stdout(&none)), (Some(0), String::new()));
    assert_eq!(stderr(&none), format!("note: there is no table in {}\n", stored.path().display()));
}

/// A stopped solve may leave only checkpoints. `tables remove` must remove them.
#[test]
fn what_a_stopped_maker_leaves_is_removed_with_its_table() {
    let stored = StoredTable::new(TOKENS[0]);
    let run = |arguments: &[&str]| with_tables(&[stored.path()], &[&["tables"], arguments].concat());
    let there = || {
        let names = fs::read_dir(stored.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let leave = |ends: &[&str]| ends.iter().for_each(|end| fs::write(stored.path().join(end), [7; 100]).unwrap());
    let name = stored.name();
    let ends = [".0.checkpoint", ".1.checkpoint", ".1.checkpoint.new", ".rgt.new", ".1of2.rgt.new"];
    let left = ends.map(|end| format!("{name}{end}"));
    let others = ["race-12345678.0.checkpoint", "race.checkpoint", "notes.new"];
    leave(&left.each_ref().map(|file| &**file));
    leave(&others);
    assert_eq!(stdout(&run(&["list", "--json"])).lines().count(), 1, "what is no table is not listed");
    let noted = stderr(&run(&["list"]));
    assert!(noted.starts_with("note: a stopped solve of race-12345678 left 100 bytes: "), "{noted}");
    assert_eq!(noted.lines().count(), 1);
    let removed = stdout(&run(&["remove", "--yes", "--json", name]));
    let removed: Value = serde_json::from_str(&removed).unwrap();
    assert_eq!(removed["bytes"].as_u64(), Some(stored.report["bytes"].as_u64().unwrap() + 500), "{removed}");
    assert_eq!(there(), others.map(str::to_owned).into());
    let begun = run(&["remove", "--yes", "race-12345678"]);
    assert!(begun.status.success() && there().len() == 2, "{begun:?}");
}

#[test]
fn a_damaged_table_is_named_by_check_and_the_remedy_works() {
    let [stored, other] = [TOKENS[0], TOKENS[1]].map(StoredTable::new);
    let mut bytes = fs::read(stored.file()).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(stored.file(), bytes).unwrap();
    let run = |arguments: &[&str]| with_tables(&[other.path(), stored.path()], &[&["tables"], arguments].concat());
    let checked = run(&["check"]);
    assert_eq!(checked.status.code(), Some(4), "{checked:?}");
    let verdicts = stdout(&checked);
    let [whole, damaged] = &verdicts.lines().collect::<Vec<_>>()[..] else { panic!("{verdicts}") };
    assert!(whole.starts_with(&format!("{} is undamaged", other.name())), "{verdicts}");
    assert!(
        damaged.starts_with(&format!("{} cannot be used: {}", stored.name(), stored.file().display())),
        "{verdicts}"
    );
    assert_eq!((run(&["-q", "check"]).status.code(), stdout(&run(&["-q", "check"]))), (Some(4), String::new()));
    let printed = stdout(&run(&["--json", "check", stored.name()]));
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["error"]["code"], "damaged-table", "{report}");
    fs::write(stored.file(), "short").unwrap();
    assert!(stdout(&run(&[])).contains(&format!("{} cannot be used: ", stored.name())));
    assert!(run(&["remove", "--yes", stored.name()]).status.success());
    assert!(run(&["check"]).status.success());
}

#[test]
fn what_tables_cannot_do_is_refused_in_a_sentence() {
    let stored = StoredTable::new(TOKENS[0]);
    let run = |arguments: &[&str]| with_tables(&[stored.path()], &[&["tables"], arguments].concat());
    let (name, file, gone) = (stored.name(), stored.file(), stored.path().join("gone.rgt"));
    for (arguments, words) in [
        (&["check", "rice-d96be08d"][..], "did you mean"),
        (&["list", "nothing"], "no table is called `nothing`"),
        (&["remove", "--yes", text(&file)], "no table is called"),
        (&["remove", "--yes"], "no table is given"),
        (&["list", "--yes"], "--yes works only with remove"),
        (&["check", "-o", "x"], "-o works only with join/export"),
        (&["join", "--tokens", "-o", "x", name], "--tokens works only with export"),
        (&["export", name], "export needs the name of the output file"),
        (&["join", name], "join needs the name of the output file"),
        (&["join", "-o", "x"], "no table is given"),
        (&["mend"], "invalid value 'mend'"),
    ] {
        let refused = run(arguments);
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(2), String::new()), "{refused:?}");
        assert!(stderr(&refused).contains(words), "{arguments:?}: {refused:?}");
    }
    let refused = run(&["join", text(&file), text(&gone), "-o", "x"]);
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    assert!(stored.file().exists());
}

/// Parquet needs a library that is compiled only with an optional feature.
#[cfg(not(feature = "parquet"))]
#[test]
fn who_was_built_without_parquet_says_how_to_get_it() {
    let stored = StoredTable::new(TOKENS[1]);
    let refused = with_tables(&[stored.path()], &["tables", "export", stored.name(), "-o", "x"]);
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    assert!(stderr(&refused).contains("--features parquet"), "{refused:?}");
}

#[test]
fn a_file_that_was_joined_is_found() {
    let stored = StoredTable::new(TOKENS[0]);
    let folder = tempfile::tempdir().unwrap();
    let joined = with_tables(&[stored.path()], &["tables", "join", stored.name(), "-o", text(folder.path())]);
    let file = folder.path().join(stored.file().file_name().unwrap());
    assert!(stdout(&joined).starts_with(&format!("stored in {}: ", file.display())), "{joined:?}");
    // A table that has one part is copied unchanged.
    assert!(fs::read(&file).unwrap() == fs::read(stored.file()).unwrap());
    let probed = with_tables(&[folder.path()], &["-v", "probe", stored.token]);
    assert!(stderr(&probed).contains(" found in "), "{probed:?}");
}

#[test]
fn values_of_many_positions_are_those_of_probes() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    assert!(retrograde(&["solve", "quixo:3/3/3_x", "-o", tables, "-q"]).status.success());
    let registry = retrograde_cli::builtin();
    let positions: Vec<String> = (0..300)
        .map(|seed| {
            let mut rng = fastrand::Rng::with_seed(seed);
            registry.game("quixo").unwrap().wander(&mut rng).unwrap().token()
        })
        .collect();
    let file = folder.path().join("positions");
    std::fs::write(&file, positions.join("\n")).unwrap();
    let file = file.to_str().unwrap();
    let run = |more: &[&str]| {
        let output = retrograde(&[&["probe", "--from", "pos", file, "--tables", tables], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let values = run(&["--value", "-j", "2"]);
    let probes = run(&[]);
    let verdicts: Vec<_> = probes.split("\n\n").map(|probe| probe.lines().nth(1).unwrap()).collect();
    assert_eq!(values.lines().count(), positions.len());
    for ((line, token), verdict) in values.lines().zip(&positions).zip(verdicts) {
        let printed = line.strip_prefix(&format!("{token}  ")).unwrap();
        assert!(verdict.starts_with(printed), "{line}: {verdict}");
    }
    let json = run(&["--value", "--json"]);
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["pos"], positions[0].as_str());
    // The positions before the wrong line must be answered.
    std::fs::write(file, format!("{}\nquixo:nonsense\n", positions[0])).unwrap();
    let output = retrograde(&["probe", "--from", "pos", file, "--tables", tables, "--value"]);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(2), 1));
}

#[test]
fn a_table_in_files_is_proved_without_solving() {
    for token in TOKENS {
        let stored = StoredTable::new(token);
        let file = stored.file();
        let proved = with_tables(&[], &["--json", "verify", "--table", text(&file)]);
        assert_eq!(proved.status.code(), Some(0), "{token}: {proved:?}");
        let report: Value = serde_json::from_str(&stdout(&proved)).unwrap();
        let solved = with_tables(&[], &["--json", "stats", token]);
        let solved: Value = serde_json::from_str(&stdout(&solved)).unwrap();
        assert_eq!((&report["ok"], report["table"].as_str()), (&true.into(), Some(stored.name())), "{report}");
        let positions = report["positions"].as_u64().unwrap();
        assert!((1..=solved["positions"].as_u64().unwrap()).contains(&positions), "{report} of {solved}");
        let named = with_tables(&[], &["verify", token, "--table", text(&file), "--sample", "50"]);
        assert!(named.status.success() && stdout(&named).contains(" is right: "), "{named:?}");
    }
}

#[test]
fn what_cannot_be_proved_says_why() {
    let stored = StoredTable::new(TOKENS[0]);
    let file = stored.file();
    let mut bytes = fs::read(&file).unwrap();
    let refused = |arguments: &[&str], code: i32, words: &str| {
        let refused = with_tables(&[], &[&["verify"], arguments].concat());
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(code), String::new()), "{refused:?}");
        assert!(stderr(&refused).contains(words), "{refused:?}");
    };
    refused(&["--mem", "100", "--table", text(&file)], 3, "for 450 slots, limit 100 B");
    refused(&[TOKENS[1], "--table", text(&file)], 4, "is a table of another board");
    refused(&["--sample", "5", TOKENS[1]], 2, "--table");
    let class = tempfile::tempdir().unwrap();
    let printed = with_tables(&[], &["-q", "solve", "--keep", "class", "-o", text(class.path()), stored.token]);
    assert!(printed.status.success(), "{printed:?}");
    let class = class.path().join(file.file_name().unwrap());
    refused(&["--table", text(&class)], 3, "keeps no depths");
    let half = bytes.len() / 2;
    bytes[half] ^= 4;
    fs::write(&file, bytes).unwrap();
    refused(&["--table", text(&file)], 4, "is damaged");
}

/// The file is not damaged, but one of its values is wrong.
#[test]
fn a_wrong_value_in_a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let position = retrograde_cli::builtin().open(TOKENS[0]).unwrap();
    let options = Options::default();
    let board = position.board(Domain::All, &options).unwrap();
    let mut cells = vec![Cell::HOLE; board.table_slots() as usize];
    board.solve(&options).unwrap().block(Slot(0), &mut cells).unwrap();
    let cell = |value| Cell::of(value).unwrap();
    let deep =
        cells.iter().position(|cell| matches!(cell.value(), Some(value) if value.depth() == Some(Depth::new(9))));
    let slot = deep.unwrap();
    cells[slot] = cell(retrograde::Value::Win(Depth::new(11)));
    let (name, values) = ("wrong", &Table::from_cells(&cells));
    let lock = Lock::take(folder.path(), name).unwrap();
    let (position, board) = (&*position, &*board);
    let making = Making { name, position, board, values, keep: Keep::Depths, fill: None, threads: 1 };
    let file = write(folder.path(), &making, &lock).unwrap().files.remove(0);
    let wrong = with_tables(&[], &["verify", "--table", text(&file)]);
    let printed = stdout(&wrong);
    assert_eq!(wrong.status.code(), Some(1), "{wrong:?}");
    assert!(
        printed.starts_with("race-d96be08d is wrong at slot ")
            && printed.contains("A position has the value of its best move: "),
        "{printed}"
    );
    assert!(printed.contains("race:"), "{printed}");
    // If a question needs the wrong value, the error names the table and not the game.
    let named = folder.path().join("race-d96be08d.rgt");
    fs::rename(&file, &named).unwrap();
    let pos = printed.split_whitespace().find(|word| word.starts_with("race:")).unwrap();
    let probed = with_tables(&[], &["probe", pos.trim_end_matches(['.', ',', ')']), "--tables", text(folder.path())]);
    assert_eq!(probed.status.code(), Some(4), "{probed:?}");
    assert!(stderr(&probed).contains("`retrograde tables remove race-d96be08d`"), "{probed:?}");
    fs::rename(&named, &file).unwrap();
    #[cfg(feature = "cluster")]
    for processes in ["1", "2", "3"] {
        let cluster = ["cluster", "--processes", processes, "--", "verify", "--table", text(&file)];
        let among = with_tables(&[], &cluster);
        assert_eq!((among.status.code(), stdout(&among)), (Some(1), printed.clone()), "{among:?}");
    }
}

/// The hint names an option. With this option, the command succeeds.
#[test]
fn a_table_of_a_game_file_needs_the_game_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games/tictactoe.game");
    let solved = with_tables(&[], &["solve", text(&game), "-o", text(folder.path())]);
    assert!(solved.status.success(), "{solved:?}");
    let file = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|file| file.extension().is_some_and(|end| end == "rgt")).unwrap();
    let verify = ["verify", "--table", text(&file)];
    let refused = with_tables(&[], &verify);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    assert!(
        stderr(&refused).contains("the game ttt3 is in a game file: add this file with --game-file FILE"),
        "{refused:?}"
    );
    let verified = with_tables(&[], &[&verify[..], &["--game-file", text(&game)]].concat());
    assert!(verified.status.success(), "{verified:?}");
}

#[test]
fn a_missing_folder_of_tables_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let probe = ["probe", TOKENS[0], "--tables", text(&missing)];
    let warned = with_tables(&[], &probe);
    let expected = format!("the folder {} of --tables does not exist", missing.display());
    assert!(warned.status.success() && stderr(&warned).contains(&expected), "{warned:?}");
    // A solve that stores its table makes the folder.
    let stored = with_tables(&[], &["solve", TOKENS[0], "--keep", "depths", "--tables", text(&missing)]);
    assert!(stored.status.success() && !stderr(&stored).contains("does not exist"), "{stored:?}");
    let found = with_tables(&[], &probe);
    assert!(found.status.success() && !stderr(&found).contains("does not exist"), "{found:?}");
}
