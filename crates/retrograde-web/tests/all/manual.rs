//! Tests the manual, which is the answer to a wrong path.

use crate::client::Host;

#[test]
fn every_question_is_in_the_manual() {
    let host = Host::usual();
    let (manual, document) = (host.get("/api/v1").text(), host.json("/openapi.json"));
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 15);
    for path in paths.keys() {
        let name = path.split('/').nth(1).unwrap();
        assert!(manual.contains(name), "{path}");
    }
}
