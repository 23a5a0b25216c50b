//! Tests tables at URLs. A URL with `file://` names a folder; `tests/stores` tests object stores.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program::{retrograde, stdout, text};

const TOKEN: &str = "race:A3/1H2/4/3B_a";

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_file_url_is_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file://{}/my%20tables", text(folder.path()));
    let solved = retrograde(&["--json", "solve", TOKEN, "-o", &url]);
    assert!(solved.status.success(), "{solved:?}");
    let report: Value = serde_json::from_str(&stdout(&solved)).unwrap();
    let file = Path::new(report["kept"]["files"][0].as_str().unwrap());
    assert_eq!(file.parent().unwrap(), folder.path().join("my tables"));
    let probed = retrograde(&["-v", "--tables", &url, "probe", TOKEN]);
    assert!(stderr(&probed).contains(&format!("found in {}", file.display())), "{probed:?}");
    let checked = retrograde(&["tables", "check", &format!("{url}/{}", file.file_name().unwrap().to_str().unwrap())]);
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn a_url_that_leads_nowhere_is_refused_before_anything_is_solved() {
    for (url, expected) in [
        ("gs://bucket/tables", "gs://bucket/tables is neither a folder nor a URL of file:// or s3://"),
        #[cfg(not(feature = "s3"))]
        (
            "s3://bucket/tables",
            "this program was built without S3: s3://bucket/tables needs one built with `cargo install",
        ),
        ("file://elsewhere/tables", "file://elsewhere/tables is no path of this machine"),
    ] {
        for arguments in [
            &["solve", TOKEN, "-o", url][..],
            &["solve", TOKEN, "-o", "x", "--checkpoints", url],
            &["--tables", url, "probe", TOKEN],
            &["verify", "--table", url],
            &["tables", "check", url],
        ] {
            let refused = retrograde(arguments);
            assert_eq!(refused.status.code(), Some(2), "{arguments:?}: {refused:?}");
            assert!(stderr(&refused).contains(expected), "{arguments:?}: {refused:?}");
        }
    }
    assert!(!Path::new("x").exists() && !Path::new("gs:").exists());
}
