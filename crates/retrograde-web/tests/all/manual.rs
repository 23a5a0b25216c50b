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

#[test]
fn an_unknown_path_has_a_page_for_browsers_and_the_manual_for_programs() {
    let host = Host::usual();
    let browser = host.ask("GET", "/nope", &[("accept", "text/html,application/xhtml+xml,*/*;q=0.8")], b"");
    assert_eq!((browser.status, browser.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(browser.text().contains("There is nothing at this address"));
    for accepted in ["*/*", "application/json"] {
        let program = host.ask("GET", "/nope", &[("accept", accepted)], b"");
        assert_eq!((program.status, program.header("content-type")), (404, "text/plain; charset=utf-8"), "{accepted}");
        assert_eq!(program.text(), host.get("/api/v1").text());
    }
}
