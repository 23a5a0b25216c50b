//! What people see: every verb's exact output, kept as snapshots.
//!
//! `TRYCMD=overwrite cargo test -p retrograde-cli --test all cli` renews the snapshots. A snapshot shows every backslash as
//! a slash.

#[test]
fn snapshots() {
    // English, whatever the locale of whoever tests; `--lang zh` says otherwise.
    trycmd::TestCases::new().env("LC_ALL", "C").case("tests/cmd/*.trycmd");
}
