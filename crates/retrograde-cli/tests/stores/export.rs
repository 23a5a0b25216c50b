//! Tests `retrograde tables export` in a build with Parquet. `retrograde-parquet` tests the content of the files.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::program::{retrograde, stdout, text};

const TOKEN: &str = "cannons:01100_r";

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The argument may be the table's name, one of its files, or a position.
#[test]
fn a_table_is_exported_however_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let tables = text(folder.path());
    let solved = retrograde(&["--json", "solve", "-o", tables, TOKEN]);
    let report: Value = serde_json::from_str(&stdout(&solved)).unwrap();
    let (name, file) = (report["kept"]["table"].as_str().unwrap(), report["kept"]["files"][0].as_str().unwrap());
    let run = |arguments: &[&str]| retrograde(&[&["--tables", tables, "tables", "export"], arguments].concat());
    let [one, other] = ["one.parquet", "other.parquet"].map(|name| folder.path().join(name));
    let exported = run(&[name, "-o", text(&one)]);
    let expected = format!("{name} is exported to {}: 300 positions, ", one.display());
    assert!(stdout(&exported).starts_with(&expected), "{exported:?}");
    for named in [file, TOKEN, "cannons:11111_b"] {
        let exported = run(&["--json", named, "-o", text(&other)]);
        let report: Value = serde_json::from_str(&stdout(&exported)).unwrap();
        assert_eq!((&report["rows"], &report["table"]), (&300.into(), &name.into()), "{report}");
        assert_eq!(report["bytes"], fs::metadata(&other).unwrap().len());
        assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap(), "{named}");
    }
    let within = run(&["-q", name, "--tokens", "-o", text(folder.path())]);
    let with_tokens = fs::metadata(folder.path().join(format!("{name}.parquet"))).unwrap().len();
    assert!(with_tokens > fs::metadata(&one).unwrap().len(), "{within:?}");
    for (arguments, code, words) in [
        (&["cannons:0110_r", "-o", "x"][..], 2, "no table is called `cannons-"),
        (&["cannons:01x_r", "-o", "x"], 2, "cannons"),
        (&["-o", "x"], 2, "no table is given"),
        (&["--mem", "1K", name, "-o", "x"], 3, "limit 1.0 KiB"),
        (&[name, "-o", &format!("{file}/x")], 3, "cannot write"),
    ] {
        let refused = run(arguments);
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(code), String::new()), "{refused:?}");
        assert!(stderr(&refused).contains(words), "{arguments:?}: {refused:?}");
    }
}
