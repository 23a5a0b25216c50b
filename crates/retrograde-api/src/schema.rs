//! The schemas of the server's answers. The `OpenAPI` document contains the schemas for other programs. The page's
//! JavaScript contains the schemas as types and as lists of words. The Python package has types for the schemas of its
//! reports. The module generates the schemas from the report types. Only the paths of the document are written by hand
//! (`openapi.paths.json`). `cargo xtask schema` updates the generated files.

use retrograde_service::certificate::{CertificateHead, ClaimReport};
use retrograde_service::failure::{FailureReport, FailureTexts};
use retrograde_service::log_check::LogReport;
use retrograde_service::look::LookReport;
use retrograde_service::trace::TraceReport;
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use crate::convert::{Read, Written};
use crate::job::JobReport;
use crate::looks::Edited;
use crate::questions;
use crate::random::Drawn;
use crate::solving::PlanReport;
use crate::stored::{Removed, StoredDetail, StoredReport};

mod python;

pub use python::python;

/// Returns the `OpenAPI` document, which `openapi.json` contains.
///
/// # Panics
/// Panics if `openapi.paths.json` is not a JSON object with components.
pub fn document() -> Value {
    let mut document: Value = serde_json::from_str(include_str!("openapi.paths.json")).expect("the paths are JSON");
    let mut shapes = Value::Object(shapes());
    plain_words(&mut shapes);
    document["components"]["schemas"] = shapes;
    document
}

/// Returns the text of the file `openapi.json`.
///
/// # Panics
/// Panics if [`document`] panics.
pub fn text() -> String {
    format!("{:#}\n", document())
}

/// Returns the schemas of all answers, by name.
fn shapes() -> Map<String, Value> {
    let generator = &mut generator();
    questions::shapes(generator);
    for name in [
        name::<LookReport>,
        name::<Edited>,
        name::<Drawn>,
        name::<TraceReport>,
        name::<LogReport>,
        name::<CertificateHead>,
        name::<ClaimReport>,
    ] {
        name(generator);
    }
    for name in [name::<PlanReport>, name::<JobReport>, name::<Read<FailureTexts>>, name::<Written>] {
        name(generator);
    }
    for name in [name::<StoredReport>, name::<StoredDetail>, name::<Removed>] {
        name(generator);
    }
    name::<FailureReport>(generator);
    generator.take_definitions(true)
}

fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    settings.into_generator()
}

/// Generates the schema of a type, unless it has been generated already.
fn name<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// Removes links from the descriptions in a schema, because only readers of the code can follow these links.
fn plain_words(schema: &mut Value) {
    match schema {
        Value::Object(members) => members.iter_mut().for_each(|(key, member)| match member {
            Value::String(text) if key == "description" => *text = unlinked(text),
            member => plain_words(member),
        }),
        Value::Array(items) => items.iter_mut().for_each(plain_words),
        _ => {}
    }
}

/// Replaces each link to an item of the code by the words of the link, and joins all lines to one line.
fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((words, after)) = after.split_once(']') else { break };
        plain.extend([before, "`", words]);
        rest = after.strip_prefix('(').and_then(|place| place.split_once(')')).map_or(after, |(_, after)| after);
    }
    (plain + rest).replace('\n', " ")
}

/// Returns the text of the page's file `page/js/base/shapes.js`, which has a `JSDoc` type for each schema.
pub fn types() -> String {
    let document = document();
    let shapes = document["components"]["schemas"].as_object().into_iter().flatten();
    let type_of_shape = |(name, schema): (&String, &Value)| format!("/** @typedef {{{}}} {name} */", type_of(schema));
    let types: Vec<_> = shapes.map(type_of_shape).collect();
    let head = "/** The shapes of answers, made of the server's reports by `cargo xtask schema`. Types only. */";
    format!("{head}\n\n{}\n\nexport {{}};\n", types.join("\n"))
}

/// Returns the text of the page's file `page/js/base/words.js`. For each schema that is a list of words, the file has a
/// constant with these words.
pub fn words() -> String {
    let document = document();
    let shapes = document["components"]["schemas"].as_object().into_iter().flatten();
    let constants: Vec<_> = shapes.filter_map(|(name, schema)| Some(constant(name, &choice(schema)?))).collect();
    let head = "/** The words that answers choose from, made of the server's reports by `cargo xtask schema`. */";
    format!("{head}\n\n{}\n", constants.join("\n"))
}

/// Returns the words of a schema that is a list of words; `None` for other schemas. A schema that is a list of words
/// has an `enum` of words, or a `oneOf` of alternatives. Each alternative then has one constant word.
fn choice(schema: &Value) -> Option<Vec<&str>> {
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::as_str).collect();
    }
    schema["oneOf"].as_array()?.iter().map(word).collect()
}

/// Returns the constant word of one alternative. The word distinguishes the alternative from the other alternatives.
fn word(one: &Value) -> Option<&str> {
    let members = one["properties"].as_object().into_iter().flat_map(|members| members.values());
    members.chain([one]).find_map(|member| member["const"].as_str())
}

/// Returns the JavaScript constant with the words of a type. For the type `JobState`, the constant is
/// `export const JOB_STATE = …`.
fn constant(name: &str, words: &[&str]) -> String {
    let mut constant = String::new();
    for (at, letter) in name.strip_suffix("Report").unwrap_or(name).char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            constant.push('_');
        }
        constant.push(letter.to_ascii_uppercase());
    }
    let members: Vec<_> = words.iter().map(|word| format!("{word}: '{word}'")).collect();
    format!("export const {constant} = /** @type {{const}} */ ({{ {} }});", members.join(", "))
}

/// Returns a schema as a TypeScript type.
fn type_of(schema: &Value) -> String {
    let any = |choices: &Vec<Value>| choices.iter().map(type_of).collect::<Vec<_>>().join(" | ");
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[key].as_array() {
            return any(choices);
        }
    }
    if let Some(one) = schema.get("const") {
        return one.to_string();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    }
    plain_types(schema, plain_type)
}

/// Returns the types of a schema that has neither a reference nor choices, in the notation of a language. The function
/// `plain` returns the notation of one type.
fn plain_types(schema: &Value, plain: fn(&str, &Value) -> String) -> String {
    let types = match &schema["type"] {
        Value::Array(types) => types.as_slice(),
        one => std::slice::from_ref(one),
    };
    types.iter().map(|name| plain(name.as_str().unwrap_or_default(), schema)).collect::<Vec<_>>().join(" | ")
}

fn plain_type(name: &str, schema: &Value) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let item = type_of(&schema["items"]);
            match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; most as usize].join(", ")),
                _ if item.contains('|') => format!("({item})[]"),
                _ => format!("{item}[]"),
            }
        }
        "object" => object_type(schema),
        "" => "unknown".to_owned(),
        other => other.to_owned(),
    }
}

fn object_type(schema: &Value) -> String {
    let required: Vec<_> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let member = |(name, member): (&String, &Value)| {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        format!("{name}{mark}: {}", type_of(member))
    };
    let members: Vec<_> = schema["properties"].as_object().into_iter().flatten().map(member).collect();
    format!("{{ {} }}", members.join(", "))
}
