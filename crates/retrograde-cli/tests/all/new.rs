//! Tests of `new`, which writes a package with a game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::packed::packed;
use crate::program::{retrograde, stdout, text};

/// Runs `new` in `folder`.
fn new(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.arg("new").args(arguments).current_dir(folder).env("LC_ALL", "C").output().unwrap()
}

/// Returns all files below a folder, with their texts.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut rest = vec![folder.to_owned()];
    while let Some(path) = rest.pop() {
        if path.is_dir() {
            rest.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    found
}

#[test]
fn a_package_has_its_game_and_its_dependencies() {
    let folder = tempfile::tempdir().unwrap();
    let made = new(folder.path(), &["nim"]);
    assert!(made.status.success(), "{made:?}");
    assert!(stdout(&made).contains("\n  cargo run -- probe nim:10_a\n"), "{made:?}");
    let files = files(&folder.path().join("nim"));
    let names = [".gitignore", "Cargo.toml", "README.md", "icon.svg", "src/game.rs", "src/main.rs", "tests/game.rs"];
    assert_eq!(files.keys().collect::<Vec<_>>(), names);
    let manifest = &files["Cargo.toml"];
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    for line in ["name = \"nim\"", &format!("retrograde = \"{version}\""), &format!("retrograde-cli = \"{version}\"")] {
        assert!(manifest.lines().any(|found| found == line), "{line}: {manifest}");
    }
    assert!(files["src/game.rs"].contains("const ID: &'static str = \"nim\";"), "{files:?}");
}

#[test]
fn a_game_file_is_a_game_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let made = new(folder.path(), &["--json", "--file", "My Game", "--name", "hexa"]);
    let report: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!((&report["dir"], &report["game"]), (&"My Game".into(), &"hexa".into()), "{report}");
    let package = folder.path().join("My Game");
    let written: Vec<_> = files(&package).into_keys().collect();
    assert_eq!(report["files"], serde_json::to_value(written).unwrap());
    let file = package.join("hexa.game");
    let laws = retrograde(&["laws", text(&file)]);
    assert!(laws.status.success(), "{laws:?}");
    // The values in the package's tests.
    for (board, value) in [("BBB/3/WWW_w", "loss=6"), ("BB1/1WB/W1W_w", "win=1"), ("BBB/1W1/W1W_b", "win=5")] {
        let probe = retrograde(&["probe", "--expect", value, &format!("{}:{board}", text(&file))]);
        assert!(probe.status.success(), "{board}: {probe:?}");
        assert!(files(&package)["tests/game.rs"].contains(&format!("(\"{board}\", \"{value}\")")), "{board}");
    }
}

#[test]
fn packages_have_the_usual_layout() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["nim"][..], &["hexa", "--file"]] {
        assert!(new(folder.path(), arguments).status.success());
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024", "src/main.rs", "tests/game.rs"]);
        let checked = rustfmt.current_dir(folder.path().join(arguments[0])).output().unwrap();
        assert!(checked.status.success(), "{}", stdout(&checked));
    }
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::create_dir(dir.join("taken")).unwrap();
    fs::write(dir.join("file"), "").unwrap();
    for (arguments, code, message) in [
        (&["taken"][..], 2, "error: taken already exists\n"),
        (&["file"], 2, "error: file already exists\n"),
        (&["file/nim"], 3, "error: cannot write file/nim: "),
        (&["absent/nim"], 3, "error: cannot write absent/nim: "),
        (&["2048"], 2, "error: `2048` cannot name a package with a game: "),
        (&["match"], 2, "error: `match` cannot name a package: this word is reserved\n"),
        (&["."], 2, "error: . already exists\n"),
        (&["chess"], 2, "error: this program already has a game or a format with the name chess\n"),
        (&["nim", "--name", "p9169"], 2, "error: this program already has a game or a format with the name p9169\n"),
        (&["nim", "--path", "taken"], 2, "error: taken is not a source tree of this library\n"),
    ] {
        let refused = new(dir, arguments);
        assert_eq!(refused.status.code(), Some(code), "{arguments:?}: {refused:?}");
        let error = String::from_utf8_lossy(&refused.stderr);
        assert!(error.starts_with(message), "{arguments:?}: {error}");
        let mut left: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["file", "taken"], "{arguments:?}");
    }
}

/// The dependencies are the packages as published, not the source tree.
#[test]
#[ignore = "slow: packs all packages, and builds packages outside the workspace"]
fn packages_pass_their_tests() {
    let tree = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let packed = packed();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    for (arguments, board, value) in [
        (&["newrules"][..], "newrules:10_a".to_owned(), "win"),
        (&["newfile", "--file"], "newfile:BBB/1W1/W1W_b".to_owned(), "win=5"),
    ] {
        let made = new(folder.path(), arguments);
        assert!(made.status.success(), "{made:?}");
        let package = folder.path().join(arguments[0]);
        fs::copy(tree.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
        let cargo = |arguments: &[&str]| {
            let mut cargo = packed.cargo(arguments);
            cargo.args(["--offline", "--target-dir"]).arg(target);
            cargo.current_dir(&package).output().unwrap()
        };
        let tested = cargo(&["test", "--quiet"]);
        assert!(tested.status.success(), "{arguments:?}: {tested:?}");
        assert!(stdout(&tested).contains("3 passed"), "{arguments:?}: {tested:?}");
        let program = target.join("debug").join(format!("{}{}", arguments[0], std::env::consts::EXE_SUFFIX));
        let probe = Command::new(&program).args(["probe", "--expect", value, &board]).output().unwrap();
        assert!(probe.status.success(), "{arguments:?}: {probe:?}");
        fs::remove_file(program).unwrap();
    }
}

/// The manifest names the packages of the source tree.
#[test]
fn a_package_may_depend_on_a_source_tree() {
    let tree = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["nim"][..], &["hexa", "--file"]] {
        assert!(new(folder.path(), &[arguments, &["--path", text(&tree)]].concat()).status.success());
        let package = folder.path().join(arguments[0]);
        fs::copy(tree.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
        let tree = ["tree", "--offline", "--depth", "1", "--prefix", "none", "--edges", "normal"];
        let listed = Command::new(env!("CARGO")).args(tree).current_dir(&package).output().unwrap();
        let listed = stdout(&listed);
        let ours: Vec<_> = listed.lines().filter(|line| line.starts_with("retrograde")).collect();
        assert!(!ours.is_empty() && ours.iter().all(|line| line.contains("/crates/retrograde")), "{listed}");
    }
}
