//! The schemas of the answers as Python types, for type checkers.

use retrograde_service::certificate::{CertificateHead, ClaimReport};
use retrograde_service::report::{LineReport, ProbeReport, StatsReport, VerifyReport, WhyReport};
use serde_json::Value;

use super::{choice, generator, name, plain_words};

/// Keywords of Python. A field cannot have a keyword as its name.
const KEYWORDS: [&str; 8] = ["from", "is", "in", "as", "not", "pass", "class", "import"];

/// Returns the text of the Python package's file `_reports.py`, which has a type for each schema of its reports.
pub fn python() -> String {
    let mut generator = generator();
    for name in [name::<ProbeReport>, name::<LineReport>, name::<WhyReport>, name::<StatsReport>] {
        name(&mut generator);
    }
    for name in [name::<VerifyReport>, name::<CertificateHead>, name::<ClaimReport>] {
        name(&mut generator);
    }
    let mut shapes = Value::Object(generator.take_definitions(true));
    plain_words(&mut shapes);
    let shapes = shapes.as_object().into_iter().flatten();
    let types: Vec<_> = shapes.map(|(name, schema)| type_named(name, schema)).collect();
    let head = "\"\"\"The JSON forms of reports, made of the schemas by `cargo xtask schema`. Types only.\"\"\"";
    let imports = "from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict";
    format!("{head}\n\n{imports}\n\n\n{}\n", types.join("\n\n\n"))
}

/// Returns the name in a reference to a schema.
fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

/// Returns the definition of a type.
fn type_named(name: &str, schema: &Value) -> String {
    let description = schema["description"].as_str().unwrap_or("A part of a report.");
    if let Some(words) = choice(schema) {
        let words: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
        return format!("# {description}\n{name} = Literal[{}]", words.join(", "));
    }
    let Some(members) = schema["properties"].as_object() else {
        return format!("# {description}\n{name} = {}", type_of(schema));
    };
    let required: Vec<_> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let of = |member: &str, schema: &Value| {
        let of = type_of(schema);
        if required.contains(&member) { of } else { format!("NotRequired[{of}]") }
    };
    if members.keys().any(|member| KEYWORDS.contains(&member.as_str())) {
        let fields: Vec<_> =
            members.iter().map(|(member, schema)| format!("\"{member}\": \"{}\"", of(member, schema))).collect();
        return format!("# {description}\n{name} = TypedDict(\"{name}\", {{{}}})", fields.join(", "));
    }
    let fields = members.iter().map(|(member, schema)| {
        let about = schema["description"].as_str().map(|text| format!("    \"\"\"{text}\"\"\"\n")).unwrap_or_default();
        format!("    {member}: {}\n{about}", of(member, schema))
    });
    let fields = fields.collect::<String>();
    format!("class {name}(TypedDict):\n    \"\"\"{description}\"\"\"\n\n{}", fields.trim_end())
}

/// Returns a schema as a Python type.
fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return last(reference).to_owned();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[key].as_array() {
            return choices.iter().map(type_of).collect::<Vec<_>>().join(" | ");
        }
    }
    if let Some(one) = schema.get("const") {
        return format!("Literal[{one}]");
    }
    super::plain_types(schema, plain_type)
}

fn plain_type(name: &str, schema: &Value) -> String {
    match name {
        "string" => "str".to_owned(),
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "null" => "None".to_owned(),
        "array" => format!("list[{}]", type_of(&schema["items"])),
        "object" => "dict[str, Any]".to_owned(),
        _ => "Any".to_owned(),
    }
}
