//! Tests the C++ solutions in `examples/std` on known cases with `check` and on new cases with `stress`. Also tests the
//! memory limit of P4658's judge.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::peak::{boards_of_p4658, peak};
use crate::program::{retrograde, stdout, text};
use crate::samples::pairs;

/// A compiled solution, in its own folder.
struct Solution {
    folder: TempDir,
    program: PathBuf,
}

impl Solution {
    /// Compiles `NAME.cpp`. If there is no C++ compiler, prints a message and returns `None`.
    fn of(name: &str) -> Option<Self> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/std").join(name).with_extension("cpp");
        let compiler = ["c++", "g++", "clang++"].into_iter().find(|compiler| {
            Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
        });
        let Some(compiler) = compiler else {
            // Writes to standard error directly, because the test captures normal output.
            let mut seen = io::stderr();
            writeln!(seen, "SKIPPED {name}.cpp: no C++ compiler here; on Debian: apt-get install g++").unwrap();
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(name);
        let flags = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-pedantic-errors"];
        let built = Command::new(compiler).args(flags).arg("-o").args([&program, &source]).output().unwrap();
        let warnings = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{warnings}");
        println!("{warnings}");
        Some(Self { folder, program })
    }

    /// Runs the solution on an input file; returns the file with its answers.
    fn answer(&self, input: &Path) -> PathBuf {
        let output = self.folder.path().join("out");
        let files = (File::open(input).unwrap(), File::create(&output).unwrap());
        let status = Command::new(&self.program).stdin(files.0).stdout(files.1).status().unwrap();
        assert!(status.success(), "{}: {status}", input.display());
        output
    }

    /// Tests every known case with `check`. Then tests an input without cases, on which well-known programs never end.
    fn checked(&self, format: &str, game: &str) {
        for (input, expected) in pairs(game) {
            println!("{}", input.display());
            let output = self.answer(&input);
            assert_eq!(fs::read_to_string(&output).unwrap(), fs::read_to_string(&expected).unwrap());
            let check = retrograde(&["check", format, text(&input), text(&output)]);
            // The solution answers even a board that no judge uses, but `check` refuses the file.
            let code = if input.ends_with("no-start.in") { 3 } else { 0 };
            assert_eq!(check.status.code(), Some(code), "{}", stdout(&check));
        }
        assert_eq!(fs::read(self.answer(Path::new("/dev/null"))).unwrap(), b"");
    }

    fn stressed(&self, format: &str, number: &str) {
        let options = ["stress", "--game", format, "--seed", "27", "-n", number, "--out", text(self.folder.path())];
        let output = retrograde(&[&options[..], &["--", text(&self.program)]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(stdout(&output).starts_with("ok: "), "{output:?}");
    }
}

#[test]
fn issue_27_the_cpp_solution_of_p9169_is_right() {
    let Some(solution) = Solution::of("pawn") else { return };
    solution.checked("p9169", "pawn");
    solution.stressed("p9169", "300");
}

#[test]
fn issue_27_the_cpp_solution_of_p4658_is_right() {
    let Some(solution) = Solution::of("race") else { return };
    solution.checked("p4658", "race");
    solution.stressed("p4658", "300");
    #[cfg(target_os = "linux")]
    {
        let input = boards_of_p4658(Path::new("../retrograde-games/tests/cases/race")).unwrap();
        let peak = peak(&mut Command::new(&solution.program), &input).unwrap();
        assert!(peak <= 8_000_000, "{peak} bytes");
    }
}

#[test]
fn issue_27_the_cpp_solution_of_p7387_is_right() {
    let Some(solution) = Solution::of("cannons") else { return };
    solution.checked("p7387", "cannons");
    solution.stressed("p7387", "3000");
}
