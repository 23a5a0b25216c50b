//! Tests that every operating system can check out the tracked files.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::collections::HashMap;
use std::io::{self, Write};
use std::process::Command;

/// Names that Windows reserves for devices; the names are reserved with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The maximum length of a path in bytes. Together with the path of a working copy, a path of this length fits the 260
/// characters that Windows allows by default.
const LONGEST: usize = 160;

/// Returns the reason why Windows or macOS cannot store a file with this path; `None` if both systems can store the
/// file.
fn refusal(path: &str) -> Option<&'static str> {
    if path.len() > LONGEST {
        return Some("it is longer than 160 bytes");
    }
    path.split('/').find_map(|name| {
        let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
        let is_port = |kind| {
            stem.strip_prefix(kind).is_some_and(|digit| digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit())
        };
        if DEVICES.contains(&stem.as_str()) || is_port("com") || is_port("lpt") {
            return Some("Windows has a device of that name");
        }
        if name.ends_with(['.', ' ']) {
            return Some("Windows drops a dot or a blank at the end");
        }
        if name.contains(['<', '>', ':', '"', '|', '?', '*', '\\']) {
            return Some("Windows has a meaning for one of its characters");
        }
        let is_plain = name.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
        (!is_plain).then_some("systems differ in how they write characters beyond ASCII")
    })
}

/// Returns two paths of files or folders that are equal on systems that ignore upper and lower case.
fn collision<'p>(paths: &[&'p str]) -> Option<[&'p str; 2]> {
    let mut spelt = HashMap::new();
    let ends = |path: &'p str| path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    paths.iter().flat_map(|path| ends(path).map(|end| &path[..end])).find_map(|part| {
        let first = *spelt.entry(part.to_lowercase()).or_insert(part);
        (first != part).then_some([first, part])
    })
}

#[test]
fn tracked_names_suit_every_system() {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir("..").output();
    let Some(output) = listed.ok().filter(|output| output.status.success()) else {
        // The message goes directly to standard error, because the test's output is captured; users may run this test
        // from a package.
        writeln!(io::stderr(), "SKIPPED tracked_names_suit_every_system: git lists no files here").unwrap();
        return;
    };
    let list = String::from_utf8(output.stdout).unwrap();
    let paths: Vec<_> = list.split_terminator('\0').collect();
    assert!(paths.contains(&"Cargo.toml"), "{} files, and none is Cargo.toml", paths.len());
    let refused: Vec<_> = paths.iter().filter_map(|path| Some((path, refusal(path)?))).collect();
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(collision(&paths), None);
}

#[test]
fn names_that_a_system_refuses_are_found() {
    let long = "x".repeat(LONGEST + 1);
    let refused = [
        "a/nul.in",
        "NUL",
        "aux.tar.gz/b",
        "com1",
        "Lpt9.txt",
        "con .x",
        "a.",
        "b /c",
        "a:b",
        "what?",
        "过.in",
        "a\u{7f}",
        &long,
    ];
    for path in refused {
        assert!(refusal(path).is_some(), "{path}");
    }
    for path in ["pawn-nul.in", "null", "com", "com10", "console.rs", ".gitignore", "a b/c.d.e", "auxiliary"] {
        assert_eq!(refusal(path), None, "{path}");
    }
    assert_eq!(collision(&["a/b", "a/c", "B/a"]), None);
    assert_eq!(collision(&["a/b", "c", "A/d"]), Some(["a", "A"]));
    assert_eq!(collision(&["x/README.md", "x/readme.md"]), Some(["x/README.md", "x/readme.md"]));
}

#[test]
fn the_changelog_knows_the_version() {
    let changelog = std::fs::read_to_string("../CHANGELOG.md").unwrap();
    let heading = concat!("## [", env!("CARGO_PKG_VERSION"), "] - ");
    let day = changelog.lines().find_map(|line| line.strip_prefix(heading)).expect("CHANGELOG.md has the version");
    let numbers: Vec<_> = day.split('-').map(|number| number.parse::<u16>().unwrap()).collect();
    assert!(matches!(numbers[..], [_, 1..=12, 1..=31]) && numbers[0] >= 2026, "{day}");
}

#[test]
fn the_release_builds_wheels_as_the_project_does() {
    let [workflow, project, tests] = ["../.github/workflows/release.yml", "../python/pyproject.toml", "src/python.rs"]
        .map(|file| std::fs::read_to_string(file).unwrap());
    let between = |text: &str, start: &str, end: &str| {
        let rest = text.split(start).nth(1).unwrap_or_else(|| panic!("no {start}"));
        rest.split(end).next().unwrap().to_owned()
    };
    // OpenSpiel and the notebook need tools that not every system has; their tests are skipped without them.
    let testing = between(&tests, "const TESTING: &str = \"", "nbmake");
    for tool in [between(&project, "requires = [\"", "\"]"), testing] {
        assert!(workflow.contains(tool.trim()), "the workflow does not install {tool}");
    }
}

/// The crates that are published as packages, each after the packages that it needs.
const PACKAGES: [&str; 12] = [
    "retrograde",
    "retrograde-boards",
    "retrograde-games",
    "retrograde-tables",
    "retrograde-service",
    "retrograde-cluster",
    "retrograde-parquet",
    "retrograde-s3",
    "retrograde-api",
    "retrograde-web",
    "retrograde-verbs",
    "retrograde-cli",
];

#[test]
fn packages_hold_their_licences_and_a_readme() {
    for package in PACKAGES {
        let list = ["package", "--list", "--allow-dirty", "--offline", "-p", package];
        let output = Command::new(env!("CARGO")).args(list).current_dir("..").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let files = String::from_utf8(output.stdout).unwrap();
        for name in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(files.lines().any(|file| file == name), "the package {package} has no {name}");
        }
        // The licence files must be copies, because a symbolic link becomes a text file in a working copy on Windows.
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let [ours, theirs] = [format!("../{name}"), format!("../crates/{package}/{name}")].map(std::fs::read);
            assert!(ours.unwrap() == theirs.unwrap(), "the {name} of {package} is not the project's");
        }
    }
}

/// The places in which a package names other packages that must be published first.
const NEEDS: [&str; 3] = ["[dependencies]", "[build-dependencies]", "[target."];

#[test]
fn packages_are_listed_in_the_order_of_publishing() {
    let mut published = Vec::new();
    for package in PACKAGES {
        let manifest = std::fs::read_to_string(format!("../crates/{package}/Cargo.toml")).unwrap();
        assert!(manifest.lines().any(|line| line == "repository.workspace = true"), "{package} has no repository");
        assert!(!manifest.contains("publish = false"), "{package} is not published");
        let mut is_needed = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                is_needed = NEEDS.iter().any(|place| line.starts_with(place)) && !line.contains("dev-dependencies");
            }
            let name = line.split(['.', ' ']).next().unwrap();
            if is_needed && name.starts_with("retrograde") {
                assert!(published.contains(&name), "{package} needs {name}, which is published later");
            }
        }
        published.push(package);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: builds a program again by the release profile"]
fn a_release_binary_has_symbols_and_no_debug_information() {
    // The test builds xtask itself, because xtask compiles in seconds; the release profile is the same for all
    // programs.
    let target = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("release-profile");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--release", "--offline", "--locked", "-p", "xtask", "--target-dir"])
        .arg(&target)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let binary = std::fs::read(target.join("release/xtask")).unwrap();
    let has_section = |name: &[u8]| binary.windows(name.len()).any(|window| window == name);
    assert!(has_section(b"\0.symtab\0"), "a backtrace would name no function");
    assert!(!has_section(b"\0.debug_info\0") && !has_section(b"\0.debug_line\0"), "it has debug information");
}
