//! A path of the API, with its handlers.

use std::sync::LazyLock;

use http::{Method, StatusCode};
use retrograde_service::failure::Failure;
use serde_json::Value;

use crate::answers::{Answer, Refusal};
use crate::host::Later;
use crate::manual::OPENAPI;
use crate::messages::{Hint, Wrong};
use crate::request::ApiRequest;

/// The path, below [`API`](crate::API), of the document that describes all paths.
pub(crate) const DOCUMENT: &str = "/openapi.json";

/// Answers one request.
pub type Handler = fn(ApiRequest) -> Later<Answer>;

/// Returns an asynchronous function as a [`Handler`].
macro_rules! asking {
    ($handler:path) => {
        |asked| Box::pin($handler(asked))
    };
}
pub(crate) use asking;

/// A path of the API, and its handlers.
#[derive(Clone)]
pub struct Route {
    /// The path below [`API`](crate::API). A part in braces stands for any text without a slash.
    pub path: &'static str,
    /// The handlers by method.
    pub handlers: Vec<(Method, Handler)>,
}

pub(crate) fn get(path: &'static str, handler: Handler) -> Route {
    Route { path, handlers: vec![(Method::GET, handler)] }
}

pub(crate) fn post(path: &'static str, handler: Handler) -> Route {
    Route { path, handlers: vec![(Method::POST, handler)] }
}

impl Route {
    pub(crate) fn post(mut self, handler: Handler) -> Self {
        self.handlers.push((Method::POST, handler));
        self
    }

    pub(crate) fn delete(mut self, handler: Handler) -> Self {
        self.handlers.push((Method::DELETE, handler));
        self
    }

    /// Returns the refusal of a method that this path does not have. The refusal names the methods of the path.
    pub fn refusal(&self) -> Refusal {
        refuse_method(&methods(self.path))
    }

    /// Returns the variable part of a path below [`API`](crate::API), or `None` if the path does not have the form of
    /// this route. If the route has no variable part, returns an empty text.
    pub(crate) fn fits<'p>(&self, path: &'p str) -> Option<&'p str> {
        let Some((before, rest)) = self.path.split_once('{') else { return (path == self.path).then_some("") };
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        let name = path.strip_prefix(before)?.strip_suffix(after)?;
        (!name.is_empty() && !name.contains('/')).then_some(name)
    }
}

/// Returns the `OpenAPI` document.
pub(crate) fn document() -> &'static Value {
    static PARSED: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(OPENAPI).unwrap_or_default());
    &PARSED
}

/// Returns the methods of a path in the `OpenAPI` document. Tests compare these methods with the methods of the
/// handlers.
fn methods(path: &str) -> Vec<String> {
    let documented = document()["paths"][path].as_object();
    let methods = documented.map(|methods| methods.keys().map(|method| method.to_uppercase()).collect());
    methods.unwrap_or_else(|| vec![Method::GET.to_string()])
}

/// Returns the refusal of a method at a path that has only the methods `methods`.
pub fn refuse_method(methods: &[String]) -> Refusal {
    let failure = Failure::usage(Wrong::Method { methods: methods.join(", ") }).hint(Hint::Manual);
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, failure)
}
