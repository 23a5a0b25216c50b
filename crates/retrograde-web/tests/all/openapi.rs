//! `openapi.json` against the server: every question in it is answered as it says, and nothing is answered that is not in it.

use crate::client::{Host, Reply, encoded};
use serde_json::{Map, Value};

/// The methods that a path could be asked with.
const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

fn document(host: &Host) -> Value {
    host.json("/openapi.json")
}

/// What must hold of every value: a small part of JSON Schema, all that the document uses.
struct Schemas<'d> {
    document: &'d Value,
}

impl Schemas<'_> {
    /// Where a value departs from a schema; empty if nowhere.
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        if let Some(path) = schema["$ref"].as_str() {
            let target = self.document.pointer(path.trim_start_matches('#'));
            return self.check(target.unwrap_or_else(|| panic!("{at}: no {path}")), value, at);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let wrong: Vec<_> = choices.iter().map(|choice| self.check(choice, value, at)).collect();
            return if wrong.iter().any(Vec::is_empty) { Vec::new() } else { wrong.concat() };
        }
        let known = ["type", "const", "enum", "minimum", "maximum", "properties", "required", "items", "description"];
        let unknown = schema
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .find(|key| !known.contains(&key.as_str()) && key.as_str() != "additionalProperties");
        assert_eq!(unknown, None, "{at}: this test does not know the keyword");
        let mut wrong = Self::check_plain(schema, value, at);
        wrong.extend(self.check_members(schema, value, at));
        if let Some(items) = schema.get("items") {
            let list = value.as_array().into_iter().flatten().enumerate();
            wrong.extend(list.flat_map(|(index, item)| self.check(items, item, &format!("{at}[{index}]"))));
        }
        wrong
    }

    fn check_plain(schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let types = match &schema["type"] {
            Value::Array(types) => types.clone(),
            one => vec![one.clone()],
        };
        let is_of = |name: &Value| match name.as_str().unwrap_or_default() {
            "integer" => value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "object" => value.is_object(),
            "array" => value.is_array(),
            "null" => value.is_null(),
            other => panic!("{at}: no type {other:?}"),
        };
        let outside = |bound: &str, beyond: fn(f64, f64) -> bool| {
            schema[bound].as_f64().zip(value.as_f64()).is_some_and(|(bound, value)| beyond(value, bound))
        };
        let listed = schema["enum"].as_array().is_none_or(|list| list.contains(value));
        let same = schema.get("const").is_none_or(|constant| constant == value);
        let fits = types.iter().any(is_of) && listed && same;
        let fits = fits && !outside("minimum", |value, bound| value < bound);
        let fits = fits && !outside("maximum", |value, bound| value > bound);
        if fits { Vec::new() } else { vec![format!("{at}: {value} is not {schema}")] }
    }

    fn check_members(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(members) = value.as_object() else { return Vec::new() };
        let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let missing = required.filter(|name| !members.contains_key(*name)).map(|name| format!("{at}: no {name}"));
        let mut wrong: Vec<_> = missing.collect();
        for (name, member) in members {
            match properties.get(name) {
                Some(schema) => wrong.extend(self.check(schema, member, &format!("{at}.{name}"))),
                None => wrong.push(format!("{at}: {name} is not in the document")),
            }
        }
        wrong
    }
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

#[test]
fn every_question_is_answered_as_the_document_says() {
    let host = Host::usual();
    let document = document(&host);
    let schemas = Schemas { document: &document };
    // A job that the examples speak of; `delete` comes last, so that they find it alive.
    assert_eq!(host.post("/api/v1/solve", &serde_json::json!({"pos": "cannons:0110_r"})).json()["job"], "1");
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
        for value in &answered {
            let wrong = schemas.check(&content["schema"], value, &name);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    let schemas = Schemas { document: &document };
    let board = "pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r";
    for (path, status, code) in [
        ("/probe", 400, "usage"),
        ("/probe?pos=cannons:1x1_r", 400, "bad-position"),
        ("/probe?pos=draughts:8_w", 400, "unknown-game"),
        ("/probe?pos=chess:8_w", 400, "ambiguous-name"),
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
        let wrong = schemas.check(&serde_json::json!({"$ref": "#/components/schemas/Error"}), &reply.json(), path);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    let example = &document["components"]["responses"]["Error"]["content"]["application/json"]["example"];
    assert_eq!(&host.get("/api/v1/probe?pos=cannons:1x1_r").json(), example);
}

#[test]
fn a_path_is_asked_in_no_other_way_than_the_document_says() {
    let host = Host::usual();
    let document = document(&host);
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in METHODS {
            let path = format!("/api/v1{}", path.replace("{id}", "1"));
            let reply = host.ask(&method.to_uppercase(), &path, &[("content-type", "application/json")], b"{}");
            let is_known = methods.get(method).is_some();
            assert_eq!(reply.status != 405, is_known, "{method} {path}: {} {}", reply.status, reply.text());
            assert!(reply.status < 500, "{method} {path}: {}", reply.text());
        }
    }
}

#[test]
fn a_wrong_value_is_found() {
    let document = serde_json::json!({});
    let schemas = Schemas { document: &document };
    let schema = serde_json::json!({"type": "object", "required": ["n"], "additionalProperties": false,
        "properties": {"n": {"type": ["integer", "null"], "minimum": 0}, "list": {"type": "array", "items": {"enum": ["a"], "type": "string"}}}});
    for (value, errors) in [
        (r#"{"n": 1}"#, 0),
        (r#"{"n": null, "list": ["a"]}"#, 0),
        (r#"{"n": "1"}"#, 1),
        (r#"{"n": -1}"#, 1),
        ("{}", 1),
        (r#"{"n": 1, "m": 2}"#, 1),
        (r#"{"n": 1, "list": ["a", "b", 3]}"#, 2),
        ("[]", 1),
    ] {
        let wrong = schemas.check(&schema, &serde_json::from_str(value).unwrap(), "value");
        assert_eq!(wrong.len(), errors, "{value}: {wrong:?}");
    }
}
