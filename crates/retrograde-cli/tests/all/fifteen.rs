//! Tests that an external package with fifteen games (`fifteen/`) builds, and that its games give answers. The package
//! also shows how long games take to build. To measure this, run `cargo build --release` in its folder, change its
//! files, and run the command again.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::packed::packed;

#[test]
#[ignore = "slow: builds a package outside the workspace"]
fn fifteen_games_build_outside_the_workspace() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let package = tempfile::tempdir().unwrap();
    let manifest = fs::read_to_string(tests.join("fifteen/Cargo.toml")).unwrap();
    let packed = packed();
    let crates = packed.root.join("crates");
    let manifest = manifest.replace("\"../../../", &format!("\"{}/", crates.display()));
    let manifest = manifest.replace("\"../..\"", &format!("\"{}/retrograde-cli\"", crates.display()));
    let to = |name: &str| package.path().join(name);
    fs::write(to("Cargo.toml"), manifest).unwrap();
    // The package uses the same versions of dependencies as the workspace.
    fs::copy(tests.join("../../../Cargo.lock"), to("Cargo.lock")).unwrap();
    fs::create_dir(to("src")).unwrap();
    for file in fs::read_dir(tests.join("fifteen/src")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to("src").join(file.file_name())).unwrap();
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let build = packed
        .cargo(&["build", "--quiet", "--offline", "--profile", "test", "--target-dir"])
        .arg(target)
        .current_dir(package.path())
        .output()
        .unwrap();
    assert!(build.status.success(), "{build:?}");
    let program = target.join("debug").join(format!("fifteen{}", std::env::consts::EXE_SUFFIX));
    let run = |arguments: &[&str]| {
        let output = Command::new(&program).args(arguments).env("LC_ALL", "C").output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let nim = run(&["probe", "nim:1.2_a", "nim:1.1_a"]);
    assert!(nim.contains("Ann wins in 3 plies") && nim.contains("Bob wins in 2 plies"), "{nim}");
    let games = run(&["games"]);
    assert_eq!(games.lines().filter(|line| line.trim() == "solved by exploring").count(), 15, "{games}");
    fs::remove_file(program).unwrap();
}
