//! Tests that the judge accepts the test data. The documents describe the commands that generate these data.

use crate::program::{retrograde, retrograde_reading};

#[test]
fn the_documents_test_data_suit_their_judge() {
    for doc in ["docs/commands.md", "docs/commands.zh-CN.md"] {
        let text =
            std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(doc)).unwrap();
        let made: Vec<_> =
            text.split('`').filter(|code| code.starts_with("retrograde gen ") && code.contains(" --to ")).collect();
        assert_eq!(made.len(), 1, "{doc}: {made:?}");
        let words: Vec<_> = made[0].split(' ').skip(1).collect();
        let file = retrograde(&words);
        assert!(file.status.success(), "{file:?}");
        let judged = retrograde_reading(&["validate", words.last().unwrap()], &file.stdout);
        assert!(judged.status.success(), "{}: {judged:?}", made[0]);
    }
}
