//! What people see: every verb's exact output, kept as snapshots, and the READMEs' examples.
//!
//! `TRYCMD=overwrite cargo test -p retrograde-cli --test cli` renews the snapshots. A snapshot shows every backslash as
//! a slash.

#[test]
fn snapshots() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

#[test]
fn readme() {
    let cases = trycmd::TestCases::new();
    for readme in ["../../README.md", "../../README.zh-CN.md"] {
        if std::path::Path::new(readme).exists() {
            cases.case(readme);
        }
    }
}
