//! Tests that a game outside the workspace, such as `examples/add_a_game.rs`, gets the whole command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::packed::packed;
use crate::program::{example, stdout};

fn add_a_game(arguments: &[&str]) -> Output {
    Command::new(example("add_a_game")).args(arguments).output().unwrap()
}

#[test]
fn every_verb_knows_the_game() {
    let token = "chase:12.3.7_m";
    for verb in ["probe", "line", "why", "stats", "verify"] {
        let output = add_a_game(&[verb, token]);
        assert!(output.status.success() && !output.stdout.is_empty(), "{verb}: {output:?}");
    }
    assert!(add_a_game(&["rules", "chase"]).status.success());
    let games = add_a_game(&["games"]);
    assert!(String::from_utf8_lossy(&games.stdout).contains("\nchase "), "{games:?}");
    let bad = add_a_game(&["probe", "chase:12.3.99_m"]);
    assert_eq!(bad.status.code(), Some(2), "{bad:?}");
}

/// Runs the program `broken` with only one game, `byrules`.
fn alone(arguments: &[&str]) -> Output {
    let mut command = Command::new(example("broken"));
    command.args(arguments).stdin(Stdio::null()).env("FAULT", "alone").env("LC_ALL", "C").output().unwrap()
}

/// Checks that a text of the program `broken` names only its own games and commands.
fn assert_is_own(what: &str, text: &str) {
    const FOREIGN: [&str; 10] =
        ["pawn", "race", "cannons", "chess", "p9169", "p4658", "p7387", "zu", "red", "retrograde"];
    // The library's version and the term "retrograde analysis" are not commands, so they are removed.
    let text =
        text.replace(concat!("(retrograde ", env!("CARGO_PKG_VERSION"), ")"), "").replace("retrograde analysis", "");
    let is_foreign = |word: &&str| FOREIGN.contains(word);
    let foreign = text.split(|c: char| !c.is_ascii_alphanumeric()).find(is_foreign);
    assert_eq!(foreign, None, "{what}: {text}");
}

#[test]
fn issue_27_help_names_the_program_and_its_games() {
    let help = stdout(&alone(&["--help"]));
    for message in ["\n  broken probe byrules:", "\n  broken gen byrules --value win\n", "Usage: broken <COMMAND>\n"] {
        assert!(help.contains(message), "{message}: {help}");
    }
    let commands = help.split("\nCommands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let verbs: Vec<_> = commands
        .lines()
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(verbs.len() > 20, "{verbs:?}");
    for verb in verbs.iter().copied().chain([""]) {
        for lang in ["en", "zh"] {
            let arguments: Vec<_> =
                ["--lang", lang, "help", verb].into_iter().filter(|word| !word.is_empty()).collect();
            assert_is_own(&arguments.join(" "), &stdout(&alone(&arguments)));
            let arguments = [&arguments[..2], &arguments[3..], &["-h"]].concat();
            assert_is_own(&arguments.join(" "), &stdout(&alone(&arguments)));
        }
        let manual = alone(&["man", verb][..if verb.is_empty() { 1 } else { 2 }]);
        assert_is_own(&format!("man {verb}"), &stdout(&manual));
    }
    let rules = stdout(&alone(&["help", "rules"]));
    assert!(rules.contains("The game, such as byrules, or its contest's format; `broken games` lists them"), "{rules}");
    let version = stdout(&alone(&["--version"]));
    assert_eq!(version, concat!("broken (retrograde ", env!("CARGO_PKG_VERSION"), ")\n"));
    for shell in ["bash", "zsh", "fish"] {
        assert_is_own(shell, &stdout(&alone(&["completions", shell])));
    }
}

#[test]
fn issue_27_hints_name_the_program_and_its_games() {
    for arguments in [
        &["probe", "x"][..],
        &["probe", "pawns:1"],
        &["probe", "byrules:1"],
        &["probe", "--expect", "", "byrules:9.4_a"],
        &["probe"],
        &["oops"],
        &[],
        &["rules", "x"],
        &["answer", "x"],
        &["gen", "byrules", "--subtask", "1"],
        &["stress", "--game", "byrules", "--", "true"],
        &["stress", "--game", "byrules", "--stdin-file", "a/b", "--", "true"],
        &["tables", "check", "x"],
        &["verify", "--table", "x"],
        &["probe", "--method", "shortcut", "byrules:9.4_a"],
        &["solve", "byrules:9.4_a", "--keep", "depths", "--tables", "/dev/null/x"],
    ] {
        for lang in ["en", "zh"] {
            let refused = alone(&[&["--lang", lang], arguments].concat());
            assert!(!refused.status.success(), "{arguments:?}: {refused:?}");
            assert_is_own(&arguments.join(" "), &String::from_utf8_lossy(&refused.stderr));
        }
    }
}

/// Returns the lines for `Cargo.toml` that a text contains. The text may be documentation. The paths are adapted to a
/// project in `root`.
fn dependencies(text: &str, root: &Path) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches("//!").trim());
    let shown: Vec<_> = lines.skip_while(|line| *line != "[dependencies]").take_while(|line| *line != "```").collect();
    assert_eq!(shown.len(), 3, "{shown:?}");
    shown.join("\n").replace("../retrograde", root.to_str().unwrap())
}

/// Like `dependencies`, with the text's line for a program without the server.
fn without_the_server(text: &str, dependencies: &str) -> String {
    let is_of_cli = |line: &&str| line.starts_with("retrograde-cli = ");
    let [with, without] = [dependencies, text].map(|text| text.lines().rfind(is_of_cli).unwrap());
    assert!(without.contains("default-features = false"), "{without}");
    let path = with.strip_suffix(" }").unwrap();
    dependencies.replace(with, &format!("{path}, default-features = false }}"))
}

/// Returns the root folder of the project.
fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

fn text(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

#[test]
fn the_docs_quote_the_same_lines() {
    let wanted = dependencies(&text("docs/own-game.md"), &root());
    for file in ["docs/own-game.zh-CN.md", "crates/retrograde-cli/src/lib.rs"] {
        assert_eq!(dependencies(&text(file), &root()), wanted, "{file}");
    }
    for line in wanted.lines().skip(1) {
        let package = line.split('"').nth(1).unwrap();
        assert!(Path::new(package).join("Cargo.toml").exists(), "{line}");
    }
    without_the_server(&text("docs/own-game.md"), &wanted);
}

#[test]
#[ignore = "slow: builds a package outside the workspace"]
fn a_package_of_one_s_own_builds_as_the_readme_says() {
    let packed = packed();
    let wanted = dependencies(&text("docs/own-game.md"), &packed.root);
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("chase");
    let cargo = |arguments: &[&str]| {
        let output = packed.cargo(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    };
    let [path, manifest] = [package.clone(), package.join("Cargo.toml")].map(|path| path.to_str().unwrap().to_owned());
    cargo(&["new", "--quiet", "--vcs", "none", &path]);
    let made = fs::read_to_string(&manifest).unwrap();
    let write = |dependencies: &str| fs::write(&manifest, made.replace("[dependencies]", dependencies)).unwrap();
    write(&wanted);
    fs::copy(root().join("examples/add_a_game.rs"), package.join("src/main.rs")).unwrap();
    // The package uses the same versions of dependencies as the workspace.
    fs::copy(root().join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let target = target.to_str().unwrap();
    let build =
        ["build", "--quiet", "--offline", "--profile", "test", "--manifest-path", &manifest, "--target-dir", target];
    cargo(&build);
    let program = Path::new(target).join("debug").join(format!("chase{}", std::env::consts::EXE_SUFFIX));
    let run = |arguments: &[&str]| Command::new(&program).args(arguments).env("LC_ALL", "C").output().unwrap();
    let probe = run(&["probe", "chase:12.3.7_m"]);
    assert!(String::from_utf8_lossy(&probe.stdout).starts_with("Draw: the game never ends  (chase, "), "{probe:?}");
    for (arguments, hint) in [
        (&["probe", "chase:12.3.99_m"][..], "`chase rules chase` shows how"),
        (&["--json", "probe", "x"], "`chase games` lists the games"),
        (&["--json", "oops"], "see `chase --help`"),
    ] {
        let refused = run(arguments);
        assert!(String::from_utf8_lossy(&refused.stderr).contains(hint), "{hint}: {refused:?}");
    }
    assert!(run(&["serve", "--help"]).status.success());
    let help = run(&["validate", "--help"]);
    let help = String::from_utf8_lossy(&help.stdout);
    assert!(help.contains("`chase games`") && !help.contains("`retrograde "), "{help}");
    write(&without_the_server(&text("docs/own-game.md"), &wanted));
    cargo(&build);
    let refused = run(&["serve"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("unrecognized subcommand 'serve'"), "{refused:?}");
    for arguments in [&["help"][..], &["completions", "bash"], &["completions", "zsh"], &["man"]] {
        let printed = run(arguments);
        let printed = String::from_utf8_lossy(&printed.stdout);
        let has = |verb: &str| printed.split(|c: char| !c.is_alphanumeric()).any(|word| word == verb);
        assert!(has("verify") && !has("serve"), "{arguments:?}: {printed}");
    }
    assert_eq!(run(&["probe", "chase:12.3.7_m"]).stdout, probe.stdout);
    fs::remove_file(program).unwrap();
}
