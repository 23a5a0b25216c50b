//! What people see: every verb's exact output, kept as snapshots.
//!
//! `TRYCMD=overwrite cargo test -p retrograde-cli --test cli` renews the snapshots. A snapshot shows every backslash as
//! a slash.

#[test]
fn snapshots() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
