//! Compares the server with `openapi.json`. The server must answer every operation as documented, and no other
//! operation. `retrograde-schema-check` compares the answers with their schemas.

use crate::document::{ask_all, document, refused, with_little_memory, with_tables};

/// The methods that the tests try on each path.
const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

#[test]
fn every_question_is_answered_as_the_document_says() {
    let folder = tempfile::tempdir().unwrap();
    let host = with_tables(folder.path());
    ask_all(&host, &document(&host), |name, content, values| {
        // If the document has an example of the answer, the answer must equal this example.
        if let Some(example) = content.get("example") {
            assert_eq!(&values[0], example, "{name}");
        }
    });
}

#[test]
fn errors_are_as_the_document_says() {
    let host = with_little_memory();
    let document = document(&host);
    for (path, status, code) in refused() {
        let reply = host.get(&path);
        assert_eq!((reply.status, &*reply.code()), (status, code), "{path}: {}", reply.text());
        assert_eq!(reply.header("retry-after"), "", "{path}");
    }
    let example = &document["components"]["responses"]["Error"]["content"]["application/json"]["example"];
    assert_eq!(&host.get("/api/v1/probe?pos=cannons:1x1_r").json(), example);
}

#[test]
fn a_path_is_asked_in_no_other_way_than_the_document_says() {
    let folder = tempfile::tempdir().unwrap();
    let host = with_tables(folder.path());
    let document = document(&host);
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in METHODS {
            let path = format!("/api/v1{}", path.replace("{id}", "1").replace("{name}", "none"));
            let reply = host.ask(&method.to_uppercase(), &path, &[("content-type", "application/json")], b"{}");
            let is_known = methods.get(method).is_some();
            assert_eq!(reply.status != 405, is_known, "{method} {path}: {} {}", reply.status, reply.text());
            assert!(reply.status < 500, "{method} {path}: {}", reply.text());
        }
    }
}

#[test]
fn what_is_made_of_the_reports_is_current() {
    let advice = "run `cargo xtask schema`";
    assert!(include_str!("../../../retrograde-api/src/openapi.json") == retrograde_api::schema::text(), "{advice}");
    assert!(include_str!("../../page/js/base/shapes.js") == retrograde_api::schema::types(), "{advice}");
    assert!(include_str!("../../page/js/base/words.js") == retrograde_api::schema::words(), "{advice}");
    assert!(include_str!("../../../../python/retrograde/_reports.py") == retrograde_api::schema::python(), "{advice}");
}
