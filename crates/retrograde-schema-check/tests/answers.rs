//! Tests that the server's answers match the schemas of `openapi.json`: the answers to the document's examples, and to
//! every question with an answer in `retrograde-cli/tests/recorded`.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

#[allow(dead_code, reason = "the tests of the catalogue are elsewhere")]
#[path = "../../retrograde-cli/tests/recorded/calls.rs"]
mod calls;
#[allow(dead_code, reason = "the tests of the server are elsewhere")]
#[path = "../../retrograde-web/tests/all/client.rs"]
mod client;
#[path = "../../retrograde-web/tests/all/document.rs"]
mod document;
#[path = "../../retrograde-cli/tests/recorded/questions.rs"]
mod questions;
#[allow(dead_code, reason = "the tests of the server are elsewhere")]
#[path = "../../retrograde-web/tests/all/shelf.rs"]
mod shelf;

use jsonschema::Validator;
use serde_json::{Value, json};

use client::{Host, Reply};
use document::{Operation, ask_all, document, operations, refused, values, with_little_memory, with_tables};

/// Compiles a schema of the document.
fn shape(document: &Value, schema: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// Returns the violations of a schema by a value.
fn departures(shape: &Validator, value: &Value) -> Vec<String> {
    shape.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Returns the schema of failures.
fn failure(document: &Value) -> Validator {
    shape(document, &json!({"$ref": "#/components/schemas/FailureReport"}))
}

#[test]
fn answers_have_the_shapes_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let host = with_tables(folder.path());
    let document = document(&host);
    ask_all(&host, &document, |name, content, values| {
        if !values.is_empty() {
            let shape = shape(&document, &content["schema"]);
            for value in values {
                assert_eq!(departures(&shape, value), [""; 0], "{name}: {value}");
            }
        }
    });
}

#[test]
fn errors_have_the_shape_of_the_document() {
    let host = with_little_memory();
    let failure = failure(&document(&host));
    for (path, ..) in refused() {
        assert_eq!(departures(&failure, &host.get(&path).json()), [""; 0], "{path}");
    }
}

#[test]
fn a_wrong_value_is_found() {
    let host = Host::usual();
    let document = document(&host);
    let probed = shape(&document, &json!({"$ref": "#/components/schemas/Probed"}));
    let right = host.json("/probe?pos=cannons:01100_r");
    assert_eq!(departures(&probed, &right), [""; 0]);
    for (field, wrong) in [("value", json!("won")), ("depth", json!("1")), ("depth", json!(-1)), ("moves", json!([{}]))]
    {
        let mut answer = right.clone();
        answer[field] = wrong;
        assert!(!departures(&probed, &answer).is_empty(), "{field}");
    }
    let mut answer = right;
    answer.as_object_mut().unwrap().remove("winner");
    assert_eq!(departures(&probed, &answer).len(), 1);
}

/// Returns the method and the path of a request, without the server's prefix and the query.
fn asked(request: &[u8]) -> (String, String) {
    let line = String::from_utf8_lossy(request).lines().next().unwrap().to_owned();
    let mut words = line.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap().to_lowercase(), words.next().unwrap());
    (method, path.trim_start_matches("/api/v1").split('?').next().unwrap().to_owned())
}

/// Returns whether a path matches a template such as `/jobs/{id}`.
fn is_of(template: &str, path: &str) -> bool {
    let [template, path] = [template, path].map(|path| path.split('/').collect::<Vec<_>>());
    template.len() == path.len() && template.iter().zip(&path).all(|(part, word)| part.starts_with('{') || part == word)
}

fn is_json(reply: &Reply) -> bool {
    reply.header("content-type").starts_with("application/json")
}

/// Checks the answers to recorded requests against the document; returns the number of answers whose status is
/// documented.
fn check(questions: &[String]) -> usize {
    let host = Host::with(|settings| settings.memory = 64 << 20);
    let document = document(&host);
    let (operations, failure) = (operations(&document), failure(&document));
    let mut promised = 0;
    for question in questions {
        let request = questions::request(questions::part(question).1);
        let reply: Reply = host.send(&request).unwrap();
        let (method, path) = asked(&request);
        let operation = operations.iter().find(|operation| operation.method == method && is_of(operation.path, &path));
        let promise = operation.map(Operation::promise).filter(|promise| promise.0 == reply.status);
        match promise {
            Some((_, kind, content)) => {
                assert_eq!(reply.header("content-type"), kind, "{question}");
                let shape = shape(&document, &content["schema"]);
                for value in values(kind, &reply) {
                    assert_eq!(departures(&shape, &value), [""; 0], "{question}: {value}");
                }
                promised += 1;
            }
            // The answer is the document itself, or the manual, which the server returns for an unknown path.
            None if operation.is_none() && (reply.status == 200 || !is_json(&reply)) => {}
            None => assert_eq!(departures(&failure, &reply.json()), [""; 0], "{question}"),
        }
    }
    promised
}

#[test]
fn recorded_answers_have_the_shapes_of_the_document() {
    let questions = [questions::of_games(), questions::questions()].concat();
    let promised = check(&questions);
    assert!(promised * 2 > questions.len(), "{promised} of {}", questions.len());
}

#[test]
fn recorded_errors_have_the_shape_of_the_document() {
    check(&questions::refused());
}

#[test]
fn recorded_jobs_have_the_shapes_of_the_document() {
    assert!(check(&questions::jobs()) > 20);
}
