//! Reads the document `openapi.json` as a client does, and calls its operations with the examples in the document.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Host, Reply, encoded};
use crate::shelf::{TOKEN, keep, tables_in};

pub(crate) fn document(host: &Host) -> Value {
    host.json("/openapi.json")
}

/// One operation of the document, which has a path and a method.
pub(crate) struct Operation<'d> {
    pub(crate) path: &'d str,
    pub(crate) method: &'d str,
    text: &'d Value,
}

pub(crate) fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(move |(method, text)| Operation { path, method, text })
        })
        .collect()
}

impl Operation<'_> {
    /// Calls the operation with the examples of its parameters and of its body.
    pub(crate) fn ask(&self, host: &Host) -> Reply {
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

    /// Returns the status and the content that the document promises.
    pub(crate) fn promise(&self) -> (u16, &str, &Value) {
        let responses = self.text["responses"].as_object().unwrap();
        let (status, response) = responses.iter().find(|(status, _)| *status != "default").unwrap();
        let (kind, content) = response["content"].as_object().unwrap().iter().next().unwrap();
        (status.parse().unwrap(), kind, content)
    }
}

/// Returns the values of an answer. An answer has one value, one value per line, or one value per event.
pub(crate) fn values(kind: &str, reply: &Reply) -> Vec<Value> {
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

/// Starts a server with the stored table that the examples use.
pub(crate) fn with_tables(folder: &Path) -> Host {
    keep(folder, TOKEN);
    Host::with(|settings| settings.storage = Some(tables_in(folder)))
}

/// Starts a server that solves only small boards.
pub(crate) fn with_little_memory() -> Host {
    Host::with(|settings| settings.limits.table = 1 << 16)
}

/// Calls every operation of the document on a server with tables. Passes the operation's name, the documented content,
/// and the values of the answer to `see`.
pub(crate) fn ask_all(host: &Host, document: &Value, mut see: impl FnMut(&str, &Value, &[Value])) {
    // Creates a table and a job that the examples use. The method `delete` comes last, so that the other examples still
    // find them.
    assert_eq!(host.post("/api/v1/solve", &json!({"pos": "cannons:0110_r"})).json()["job"], "1");
    let mut operations = operations(document);
    operations.sort_by_key(|operation| operation.method == "delete");
    assert!(operations.len() > 15);
    for operation in operations {
        let name = format!("{} {}", operation.method, operation.path);
        let reply = operation.ask(host);
        let (status, kind, content) = operation.promise();
        assert_eq!((reply.status, reply.header("content-type")), (status, kind), "{name}: {}", reply.text());
        let answered = values(kind, &reply);
        assert!(!answered.is_empty() || !kind.contains("json"), "{name}: no answer");
        see(&name, content, &answered);
    }
}

/// Returns paths that a server with little memory refuses, each with the status and the code of the refusal.
pub(crate) fn refused() -> Vec<(String, u16, &'static str)> {
    let board = "pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r";
    let refused = [
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
    ];
    refused.into_iter().map(|(path, status, code)| (format!("/api/v1{path}"), status, code)).collect()
}
