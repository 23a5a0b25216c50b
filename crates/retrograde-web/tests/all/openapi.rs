//! `openapi.json` against the server: every question in it is answered as it says, and nothing is answered that is not in it.

use std::path::Path;

use crate::client::{Host, Reply, encoded};
use crate::stored::{TOKEN, keep};
use jsonschema::Validator;
use retrograde_tables::Shelf;
use serde_json::{Value, json};

/// The methods that a path could be asked with.
const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

fn document(host: &Host) -> Value {
    host.json("/openapi.json")
}

/// What the document says of a shape, ready to be held against answers.
fn shape(document: &Value, schema: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// Where a value departs from a shape; empty if nowhere.
fn departures(shape: &Validator, value: &Value) -> Vec<String> {
    shape.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// One operation of the document.
struct Operation<'d> {
    path: &'d str,
    method: &'d str,
    text: &'d Value,
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(move |(method, text)| Operation { path, method, text })
        })
        .collect()
}

impl Operation<'_> {
    /// Asks it with the examples of its parameters and body.
    fn ask(&self, host: &Host) -> Reply {
        let mut path = format!("/api/v1{}", self.path);
        let mut query = Vec::new();
        for parameter in self.text["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let example = match &parameter["example"] {
                Value::Null => continue,
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            if parameter["in"] == "path" {
                path = path.replace(&format!("{{{name}}}"), &encoded(&example));
            } else {
                query.push(format!("{name}={}", encoded(&example)));
            }
        }
        let mark = if query.is_empty() { "" } else { "?" };
        let path = path + mark + &query.join("&");
        match &self.text["requestBody"]["content"]["application/json"]["example"] {
            Value::Null => host.ask(&self.method.to_uppercase(), &path, &[], b""),
            body => host.post(&path, body),
        }
    }

    /// The status and the content that the document promises.
    fn promise(&self) -> (u16, &str, &Value) {
        let responses = self.text["responses"].as_object().unwrap();
        let (status, response) = responses.iter().find(|(status, _)| *status != "default").unwrap();
        let (kind, content) = response["content"].as_object().unwrap().iter().next().unwrap();
        (status.parse().unwrap(), kind, content)
    }
}

/// The values that an answer holds: one, or one a line, or one an event.
fn values(kind: &str, reply: &Reply) -> Vec<Value> {
    let text = reply.text();
    match kind {
        "application/json" => vec![reply.json()],
        "application/jsonl" | "application/x-ndjson" => {
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        }
        "text/event-stream" => {
            let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
            data.map(|line| serde_json::from_str(line).unwrap()).collect()
        }
        _ => Vec::new(),
    }
}

/// A server with a table in files, which the examples speak of.
fn with_tables(folder: &Path) -> Host {
    keep(folder, TOKEN);
    Host::with(|settings| settings.tables = Shelf::new(vec![folder.to_owned()]))
}

#[test]
fn every_question_is_answered_as_the_document_says() {
    let folder = tempfile::tempdir().unwrap();
    let host = with_tables(folder.path());
    let document = document(&host);
    // A table and a job that the examples speak of; `delete` comes last, so that they find it alive.
    assert_eq!(host.post("/api/v1/solve", &json!({"pos": "cannons:0110_r"})).json()["job"], "1");
    let mut operations = operations(&document);
    operations.sort_by_key(|operation| operation.method == "delete");
    assert!(operations.len() > 15);
    for operation in operations {
        let name = format!("{} {}", operation.method, operation.path);
        let reply = operation.ask(&host);
        let (status, kind, content) = operation.promise();
        assert_eq!((reply.status, reply.header("content-type")), (status, kind), "{name}: {}", reply.text());
        let answered = values(kind, &reply);
        assert!(!answered.is_empty() || !kind.contains("json"), "{name}: no answer");
        if !answered.is_empty() {
            let shape = shape(&document, &content["schema"]);
            for value in &answered {
                assert_eq!(departures(&shape, value), [""; 0], "{name}: {value}");
            }
        }
        // An example is the very answer.
        if let Some(example) = content.get("example") {
            assert_eq!(&answered[0], example, "{name}");
        }
    }
}

#[test]
fn errors_are_as_the_document_says() {
    let host = Host::with(|settings| settings.limits.table = 1 << 16);
    let document = document(&host);
    let failure = shape(&document, &json!({"$ref": "#/components/schemas/FailureReport"}));
    let board = "pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r";
    for (path, status, code) in [
        ("/probe", 400, "usage"),
        ("/probe?pos=cannons:1x1_r", 400, "bad-position"),
        ("/probe?pos=draughts:8_w", 400, "unknown-game"),
        ("/probe?pos=luogu:8_w", 400, "ambiguous-name"),
        ("/probe?pos=pawn:X2/3/3_r", 422, "illegal-position"),
        ("/games/draughts", 404, "unknown-game"),
        ("/jobs/77", 404, "no-job"),
        ("/slice?pos=cannons:01100_r&piece=king", 400, "unknown-piece"),
        ("/position?pos=cannons:01100_r", 400, "usage"),
        ("/play?pos=cannons:101_r&strength=101", 400, "usage"),
        ("/random?game=graph&size=3x3", 400, "usage"),
        ("/trace?pos=cannons:01100_r&follow=both", 400, "usage"),
        ("/trace?pos=cannons:01100_r&n=4097", 400, "usage"),
        ("/sea?pos=cannons:01100_r&from=1", 400, "usage"),
        (&format!("/stats?pos={board}"), 404, "no-table"),
        (&format!("/stats?pos=race:A299/{}299B_a", "300/".repeat(298)), 503, "too-large"),
    ] {
        let reply = host.get(&format!("/api/v1{path}"));
        assert_eq!((reply.status, &*reply.code()), (status, code), "{path}: {}", reply.text());
        assert_eq!(reply.header("retry-after"), "", "{path}");
        assert_eq!(departures(&failure, &reply.json()), [""; 0], "{path}");
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

#[test]
fn what_is_made_of_the_reports_is_current() {
    let advice = "run `cargo xtask schema`";
    assert!(include_str!("../../src/openapi.json") == retrograde_web::schema::text(), "{advice}");
    assert!(include_str!("../../page/js/base/shapes.js") == retrograde_web::schema::types(), "{advice}");
    assert!(include_str!("../../page/js/base/words.js") == retrograde_web::schema::words(), "{advice}");
}
