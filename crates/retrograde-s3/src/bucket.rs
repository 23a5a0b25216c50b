//! Buckets of an object store. This module also contains the clients that access a bucket through the library
//! `object_store`, and the thread that runs the library's tasks.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as Key;
use object_store::{BackoffConfig, RetryConfig};
use retrograde::rules::printable;
use tokio::runtime::{Builder, Runtime};

use crate::error::io_error;

/// A bucket of the object store, with two clients that access it.
#[derive(Debug)]
pub(crate) struct Bucket {
    /// The client that is used until the store has answered once. The first client has short timeouts, so that the
    /// program soon reports a wrong address.
    pub(crate) first_try: Arc<dyn object_store::ObjectStore>,
    /// The client that is used after the store's first answer. The second client has long timeouts, so that the program
    /// survives an outage of some minutes.
    pub(crate) reachable: Arc<dyn object_store::ObjectStore>,
    /// Whether the store has answered a request.
    pub(crate) has_answered: AtomicBool,
}

/// An object in a bucket; the object need not exist.
#[derive(Clone, Debug)]
pub(crate) struct At {
    pub(crate) bucket: Arc<Bucket>,
    pub(crate) key: Key,
}

/// Returns the asynchronous runtime. The only thread of the runtime runs the library's tasks, and the other threads
/// wait for the results.
fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<Result<Runtime, io::ErrorKind>> = OnceLock::new();
    let made = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).thread_name("objects").enable_all().build().map_err(|error| error.kind())
    });
    made.as_ref().map_err(|&kind| kind.into())
}

impl Bucket {
    pub(crate) fn store(&self) -> Arc<dyn object_store::ObjectStore> {
        if self.has_answered.load(Ordering::Relaxed) { self.reachable.clone() } else { self.first_try.clone() }
    }

    /// Runs a future on the runtime's thread, and waits for its result.
    pub(crate) fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = object_store::Result<T>> + Send + 'static,
    ) -> io::Result<T> {
        let (sender, answer) = sync_channel(1);
        runtime()?.spawn(async move {
            // Sending cannot fail, because the thread that has called this function waits for the message.
            let _ = sender.send(work.await);
        });
        let answer = answer.recv().map_err(io::Error::other)?.map_err(|error| io_error(&error));
        if answer.as_ref().err().is_none_or(|error| error.kind() != io::ErrorKind::Other) {
            self.has_answered.store(true, Ordering::Relaxed);
        }
        answer
    }
}

/// Returns the bucket with the name `name`. The clients of each bucket are made only once.
pub(crate) fn bucket_of(name: &str) -> io::Result<Arc<Bucket>> {
    static BUCKETS: Mutex<Option<HashMap<String, Arc<Bucket>>>> = Mutex::new(None);
    let mut buckets = BUCKETS.lock().unwrap_or_else(PoisonError::into_inner);
    let buckets = buckets.get_or_insert_with(HashMap::new);
    if let Some(bucket) = buckets.get(name) {
        return Ok(bucket.clone());
    }
    let endpoint = endpoint()?;
    let made = |retry| made(name, endpoint.as_deref(), retry).map_err(|error| io_error(&error));
    let (first_try, reachable) = (Arc::new(made(FIRST_TRY)?), Arc::new(made(REACHABLE)?));
    let bucket = Arc::new(Bucket { first_try, reachable, has_answered: AtomicBool::new(false) });
    buckets.insert(name.to_owned(), bucket.clone());
    Ok(bucket)
}

/// Reads the address of the store from the environment variable `AWS_ENDPOINT` or `AWS_ENDPOINT_URL`. Returns `None` if
/// the store is Amazon's.
///
/// # Errors
/// Returns an error if the value of the variable is not a URL. The check is necessary because the library does not
/// report that the value is not a URL.
fn endpoint() -> io::Result<Option<String>> {
    for variable in ["AWS_ENDPOINT", "AWS_ENDPOINT_URL"] {
        let Ok(endpoint) = std::env::var(variable) else { continue };
        let url = reqwest::Url::parse(&endpoint).ok().filter(reqwest::Url::has_host);
        if !url.is_some_and(|url| ["http", "https"].contains(&url.scheme())) {
            let message = format!("{variable} is no URL such as http://127.0.0.1:9000: {}", printable(&endpoint));
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        return Ok(Some(endpoint));
    }
    Ok(None)
}

fn made(bucket: &str, endpoint: Option<&str>, retry: RetryConfig) -> object_store::Result<AmazonS3> {
    // An error means that a provider of cryptography is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
    if endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) {
        // A user who writes `http://` in the address wants an unencrypted connection.
        builder = builder.with_allow_http(true);
    }
    builder.build()
}

/// The retry settings for a store that has not answered yet. With the settings for the first try, requests fail after
/// some seconds.
const FIRST_TRY: RetryConfig = retry(Duration::from_secs(2), 5, Duration::from_secs(20));
/// The retry settings for a store that has answered. Requests to such a store fail only after three minutes, because a
/// failure would lose work.
const REACHABLE: RetryConfig = retry(Duration::from_secs(15), 30, Duration::from_mins(3));

const fn retry(max_backoff: Duration, max_retries: usize, retry_timeout: Duration) -> RetryConfig {
    let backoff = BackoffConfig { init_backoff: Duration::from_millis(200), max_backoff, base: 2. };
    RetryConfig { backoff, max_retries, retry_timeout }
}
