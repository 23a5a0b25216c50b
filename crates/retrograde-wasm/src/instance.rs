//! The API of one instance of the module, with its games and tables.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http::StatusCode;
use retrograde::author::Domain;
use retrograde::rules::message::Language;
use retrograde_api::{ApiLimits, App, AtOnce, MOST_POSITIONS, Refusal, Settings};
use retrograde_service::failure::Failure;
use retrograde_service::registry::Registry;

use crate::message::{self, PROGRAM};

/// In a module with debug assertions, a request with this method causes a panic. The message of the panic is the
/// request's path.
const PANIC: &str = "PANIC";

/// The default memory limit, in bytes.
const MEMORY: u64 = 1 << 30;

static MEMORY_LIMIT: OnceLock<u64> = OnceLock::new();
static LISTENER: OnceLock<fn(&[u8])> = OnceLock::new();
static HOST: OnceLock<Arc<AtOnce>> = OnceLock::new();
static APP: OnceLock<Arc<App>> = OnceLock::new();

/// Sets the memory limit in bytes. A call has no effect if the limit is already set, or if the instance has already
/// answered a request.
pub fn limit_memory(bytes: u64) {
    MEMORY_LIMIT.get_or_init(|| bytes);
}

/// Sets the function that receives answers before the end of a request. The early answers are the states of a job, and
/// the failure after a panic.
pub fn listen(listener: fn(&[u8])) {
    LISTENER.get_or_init(|| listener);
}

fn at_once() -> &'static Arc<AtOnce> {
    HOST.get_or_init(|| Arc::new(AtOnce::reporting(report)))
}

fn app() -> &'static Arc<App> {
    APP.get_or_init(|| {
        let settings = Settings {
            program: PROGRAM,
            threads: 1,
            memory: *MEMORY_LIMIT.get_or_init(|| MEMORY),
            domain: Domain::All,
            storage: None,
            is_local: true,
            // These are the limits of the server, so that the server and the module give the same answers.
            limits: ApiLimits {
                body: 8 << 20,
                answer: Duration::from_secs(30),
                table: 64 << 20,
                positions: MOST_POSITIONS,
            },
        };
        let registry = Registry::from_iter(retrograde_games::builtin());
        Arc::new(App::new(Arc::new(registry), settings, at_once().clone()))
    })
}

/// Passes the report of a job to the host.
fn report(job: &[u8]) {
    pass(&message::written(200, &[("content-type", "application/json".to_owned())], job));
}

/// Runs the jobs that earlier requests have started, and then returns the answer to a request.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let host = at_once();
    host.finish();
    let Some(request) = message::request(request) else {
        let failure = Failure::usage("the request has no line `METHOD PATH LANGUAGE`");
        return message::answer(Err(failure.into()), Language::English, host);
    };
    // The module of the tests has debug assertions. It panics on request, so that the tests can check what the host
    // receives.
    debug_assert_ne!(request.method.as_str(), PANIC, "{}", request.path);
    let language = request.language;
    let answer = host.run(retrograde_api::answer(app(), request));
    let answer = answer.unwrap_or_else(|| Err(Refusal::internal("the request waits for ever")));
    message::answer(answer, language, host)
}

/// Reports a panic to the host, as a failure.
pub fn report_panic(text: &str) {
    let refusal = Refusal::internal(text);
    debug_assert_eq!(refusal.status(), StatusCode::INTERNAL_SERVER_ERROR);
    pass(&message::answer(Err(refusal), Language::English, at_once()));
}

fn pass(answer: &[u8]) {
    LISTENER.get().into_iter().for_each(|listener| listener(answer));
}
