//! Tables and checkpoints as objects in an S3-compatible store. The crate uses the library `object_store`.
//!
//! [`S3`] implements the object store of `retrograde-tables`. The library reads the store's address and credentials
//! from the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT` for a store other
//! than Amazon's, and others. The library is asynchronous; one thread runs its tasks for all threads that wait.

use std::collections::HashMap;
use std::future::Future;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as Key;
use object_store::{
    BackoffConfig, Error, GetOptions, ObjectStore as _, ObjectStoreExt as _, PutMode, PutPayload, RetryConfig,
    UpdateVersion, WriteMultipart,
};
use retrograde::rules::printable;
use retrograde_tables::{Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf};
use tokio::runtime::{Builder, Runtime};

/// An object store with the S3 protocol.
#[derive(Clone, Copy, Debug)]
pub struct S3;

/// Sets this store as the store for `s3://` URLs in the whole process.
pub fn connect() {
    retrograde_tables::use_store(&S3);
}

impl ObjectStore for S3 {
    fn object(&self, bucket: &str, key: &str) -> io::Result<Arc<dyn Object>> {
        let key = key_of(key)?;
        Ok(Arc::new(At { bucket: bucket_of(bucket)?, key }))
    }
}

fn key_of(text: &str) -> io::Result<Key> {
    Key::parse(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error.to_string()))
}

/// An object in a bucket; the object need not exist.
#[derive(Clone, Debug)]
struct At {
    bucket: Arc<Bucket>,
    key: Key,
}

/// A bucket of the store, with its clients.
#[derive(Debug)]
struct Bucket {
    /// The client that is used until the store has answered once. The timeouts of this client are short, so that a
    /// wrong address is reported soon.
    first_try: Arc<dyn object_store::ObjectStore>,
    /// The client that is used after the store's first answer. The timeouts of this client are long, so that it
    /// survives an outage of some minutes.
    reachable: Arc<dyn object_store::ObjectStore>,
    has_answered: AtomicBool,
}

/// The number of bytes in a part of an upload. A store accepts ten thousand parts per object, so the largest object has
/// 80 GB.
const PIECE_SENT: usize = 8 << 20;
/// The maximum number of parts that are being sent at the same time.
const SENT: usize = 3;

impl Object for At {
    fn names(&self) -> io::Result<Vec<String>> {
        let (store, key) = (self.bucket.store(), self.key.clone());
        let listed = self.bucket.wait(async move { store.list_with_delimiter(Some(&key)).await })?;
        Ok(listed.objects.iter().filter_map(|object| object.location.filename().map(str::to_owned)).collect())
    }

    fn bytes(&self) -> io::Result<u64> {
        let (store, key) = (self.bucket.store(), self.key.clone());
        Ok(self.bucket.wait(async move { store.head(&key).await })?.size)
    }

    fn open(&self) -> io::Result<Box<dyn ObjectReader>> {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let (store, key) = (self.bucket.store(), self.key.clone());
        let found = self.bucket.wait(async move { store.head(&key).await })?;
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Reader { object: self.clone(), length: found.size, e_tag: found.e_tag, number }))
    }

    fn create(&self) -> Box<dyn ObjectWriter> {
        Box::new(Upload { object: self.clone(), piece: Vec::new(), begun: None })
    }

    fn copy(&self, name: &str) -> io::Result<()> {
        let (store, from) = (self.bucket.store(), self.key.clone());
        let folder = from.as_ref().rsplit_once('/').map(|(folder, _)| folder);
        let to = key_of(&folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}")))?;
        self.bucket.wait(async move { store.copy(&from, &to).await })
    }

    fn remove(&self) -> io::Result<()> {
        let (store, key) = (self.bucket.store(), self.key.clone());
        match self.bucket.wait(async move { store.delete(&key).await }) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }

    fn get(&self) -> io::Result<Option<(Vec<u8>, Option<String>)>> {
        let (store, key) = (self.bucket.store(), self.key.clone());
        let found = self.bucket.wait(async move {
            let found = store.get(&key).await?;
            let tag = found.meta.e_tag.clone();
            Ok((found.bytes().await?.into(), tag))
        });
        match found {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => found.map(Some),
        }
    }

    fn tag(&self) -> io::Result<Option<String>> {
        let (store, key) = (self.bucket.store(), self.key.clone());
        match self.bucket.wait(async move { store.head(&key).await }) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => Ok(Some(found?.e_tag.unwrap_or_default())),
        }
    }

    fn put(&self, bytes: Vec<u8>, only_if: OnlyIf) -> io::Result<Option<String>> {
        let (store, key) = (self.bucket.store(), self.key.clone());
        let mode = match only_if {
            OnlyIf::None => PutMode::Create,
            OnlyIf::Tag(e_tag) => PutMode::Update(UpdateVersion { e_tag, version: None }),
        };
        Ok(self.bucket.wait(async move { store.put_opts(&key, bytes.into(), mode.into()).await })?.e_tag)
    }
}

/// An upload of an object in parts.
struct Upload {
    object: At,
    /// The bytes that have not been sent.
    piece: Vec<u8>,
    /// The multipart upload; `None` while there is only one part.
    begun: Option<WriteMultipart>,
}

impl Upload {
    /// Sends the current part; first waits if too many parts are being sent.
    fn send(&mut self) -> io::Result<()> {
        let (store, key, begun) = (self.object.bucket.store(), self.object.key.clone(), self.begun.take());
        let piece = std::mem::take(&mut self.piece);
        self.begun = Some(self.object.bucket.wait(async move {
            let mut sending = match begun {
                Some(sending) => sending,
                None => WriteMultipart::new_with_chunk_size(store.put_multipart(&key).await?, PIECE_SENT),
            };
            if let Err(error) = sending.wait_for_capacity(SENT).await {
                // If the upload is not aborted, its parts stay invisible in the store, and cost money.
                let _ = sending.abort().await;
                return Err(error);
            }
            sending.put(piece.into());
            Ok(sending)
        })?);
        Ok(())
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.piece.len() == PIECE_SENT {
            self.send()?;
        }
        let taken = bytes.len().min(PIECE_SENT - self.piece.len());
        self.piece.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ObjectWriter for Upload {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let (store, key, piece) =
            (self.object.bucket.store(), self.object.key.clone(), std::mem::take(&mut self.piece));
        let begun = self.begun.take();
        self.object.bucket.wait(async move {
            match begun {
                Some(mut sending) => {
                    sending.put(piece.into());
                    sending.finish().await.map(drop)
                }
                None => store.put(&key, PutPayload::from(piece)).await.map(drop),
            }
        })
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(begun) = self.begun.take() {
            // If the abort fails, the store's rule for unfinished uploads removes the parts.
            let _ = self.object.bucket.wait(async move { begun.abort().await });
        }
    }
}

/// An object that several threads can read at offsets concurrently.
///
/// For a store, the latency of a request is longer than the transfer time of a mebibyte. So objects are read in pieces
/// of one mebibyte, and a cache holds some of the pieces.
#[derive(Debug)]
struct Reader {
    object: At,
    length: u64,
    e_tag: Option<String>,
    /// A number that identifies this reader among all open objects.
    number: u64,
}

/// The number of bytes in a piece.
const PIECE: u64 = 1 << 20;
/// The maximum number of pieces in the cache, for all open objects together; a table may have a thousand parts.
const CACHED_PIECES: usize = 32;

/// A piece in the cache: the number of the open object, the number of the piece, and its bytes.
type CachedPiece = ((u64, u64), Arc<Vec<u8>>);

/// Returns the cache of pieces; the least recently used piece is first.
fn piece_cache() -> MutexGuard<'static, Vec<CachedPiece>> {
    static PIECES: Mutex<Vec<CachedPiece>> = Mutex::new(Vec::new());
    PIECES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ObjectReader for Reader {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        if at.checked_add(bytes.len() as u64).is_none_or(|end| end > self.length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut done = 0;
        while done < bytes.len() {
            let at = at + done as u64;
            let piece = self.piece(at / PIECE)?;
            let from = piece.get((at % PIECE) as usize..).unwrap_or_default();
            let count = from.len().min(bytes.len() - done);
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes[done..done + count].copy_from_slice(&from[..count]);
            done += count;
        }
        Ok(())
    }
}

impl Reader {
    fn piece(&self, number: u64) -> io::Result<Arc<Vec<u8>>> {
        let name = (self.number, number);
        let cached = |cache: &mut Vec<CachedPiece>| {
            let place = cache.iter().position(|&(other, _)| other == name)?;
            cache[place..].rotate_left(1);
            Some(cache.last()?.1.clone())
        };
        if let Some(piece) = cached(&mut piece_cache()) {
            return Ok(piece);
        }
        // The cache is not locked while the piece is requested.
        let piece = Arc::new(self.fetch(number)?);
        let mut cache = piece_cache();
        if cache.len() >= CACHED_PIECES {
            cache.remove(0);
        }
        cache.push((name, piece.clone()));
        Ok(piece)
    }

    fn fetch(&self, number: u64) -> io::Result<Vec<u8>> {
        let range = number * PIECE..self.length.min((number + 1) * PIECE);
        let (store, key) = (self.object.bucket.store(), self.object.key.clone());
        let mut options = GetOptions::new().with_range(Some(range));
        options.if_match.clone_from(&self.e_tag);
        let bytes = self.object.bucket.wait(async move { store.get_opts(&key, options).await?.bytes().await });
        bytes.map(Vec::from).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::Error::other("it was written anew while it was read"),
            _ => error,
        })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        piece_cache().retain(|&((of, _), _)| of != self.number);
    }
}

/// Returns the asynchronous runtime that works for all waiting threads.
fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<Result<Runtime, io::ErrorKind>> = OnceLock::new();
    let made = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).thread_name("objects").enable_all().build().map_err(|error| error.kind())
    });
    made.as_ref().map_err(|&kind| kind.into())
}

impl Bucket {
    fn store(&self) -> Arc<dyn object_store::ObjectStore> {
        if self.has_answered.load(Ordering::Relaxed) { self.reachable.clone() } else { self.first_try.clone() }
    }

    /// Runs a future on the runtime's thread, and waits for its result.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = object_store::Result<T>> + Send + 'static,
    ) -> io::Result<T> {
        let (sender, answer) = sync_channel(1);
        runtime()?.spawn(async move {
            // The thread that called this function waits for the message.
            let _ = sender.send(work.await);
        });
        let answer = answer.recv().map_err(io::Error::other)?.map_err(|error| io_error(&error));
        if answer.as_ref().err().is_none_or(|error| error.kind() != io::ErrorKind::Other) {
            self.has_answered.store(true, Ordering::Relaxed);
        }
        answer
    }
}

/// Returns the bucket with this name; each bucket is created only once.
fn bucket_of(name: &str) -> io::Result<Arc<Bucket>> {
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

/// Returns the address of the store from the environment; `None` if the store is Amazon's.
///
/// # Errors
/// The variable is not a URL; the library would not detect that.
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
    // If this returns an error, a provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
    if endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) {
        // An explicit `http://` allows unencrypted connections.
        builder = builder.with_allow_http(true);
    }
    builder.build()
}

/// The retry settings for a store that has not answered yet: requests fail after some seconds.
const FIRST_TRY: RetryConfig = retry(Duration::from_secs(2), 5, Duration::from_secs(20));
/// The retry settings for a store that has answered: they are patient, because a failure would lose work.
const REACHABLE: RetryConfig = retry(Duration::from_secs(15), 30, Duration::from_mins(3));

const fn retry(max_backoff: Duration, max_retries: usize, retry_timeout: Duration) -> RetryConfig {
    let backoff = BackoffConfig { init_backoff: Duration::from_millis(200), max_backoff, base: 2. };
    RetryConfig { backoff, max_retries, retry_timeout }
}

/// Converts an error of the library to an I/O error.
fn io_error(error: &Error) -> io::Error {
    let kind = match error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } | Error::Precondition { .. } => io::ErrorKind::AlreadyExists,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        Error::NotImplemented { .. } | Error::NotSupported { .. } => io::ErrorKind::Unsupported,
        // Listing a missing bucket does not return `NotFound`.
        _ if tagged(&deepest(error), "Code") == Some("NoSuchBucket") => io::ErrorKind::NotFound,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, shortly(error))
}

/// The maximum length of a store's text in a message, in characters.
const LONGEST: usize = 200;

/// Returns the text of the innermost error in one line; a store may answer with a page of XML.
fn shortly(error: &Error) -> String {
    match error {
        Error::NotFound { .. } => return "the store has no such object or bucket".to_owned(),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => return "the store denies access".to_owned(),
        Error::Precondition { .. } | Error::AlreadyExists { .. } => return "it is there, or another one is".to_owned(),
        _ => {}
    }
    let text = deepest(error);
    let text = tagged(&text, "Message").unwrap_or(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
}

/// Returns the text of the innermost error.
fn deepest(error: &Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(inner) = deepest.source() {
        deepest = inner;
    }
    deepest.to_string()
}

/// Returns the text of the first XML element with this tag.
fn tagged<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{tag}>"))?;
    Some(rest.split_once(&format!("</{tag}>"))?.0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use object_store::memory::InMemory;

    use super::*;

    /// Returns an object in an empty in-memory store.
    fn object(key: &str) -> At {
        let store = Arc::new(InMemory::new());
        let bucket = Bucket { first_try: store.clone(), reachable: store, has_answered: AtomicBool::new(false) };
        At { bucket: Arc::new(bucket), key: Key::from(key) }
    }

    impl At {
        fn beside(&self, key: &str) -> Self {
            Self { key: Key::from(key), ..self.clone() }
        }

        fn holds(&self) -> Vec<u8> {
            let reading = self.open().unwrap();
            let mut bytes = vec![0; reading.length() as usize];
            reading.read_at(0, &mut bytes).unwrap();
            bytes
        }
    }

    fn written(object: &At, bytes: &[u8], by: usize) {
        let mut upload = object.create();
        bytes.chunks(by).for_each(|chunk| upload.write_all(chunk).unwrap());
        upload.finish().unwrap();
    }

    #[test]
    fn a_finished_upload_is_visible_at_any_length() {
        for length in [0, 1, 1000, PIECE_SENT - 1, PIECE_SENT, PIECE_SENT + 1, 2 * PIECE_SENT + 77] {
            let bytes: Vec<u8> = (0..length).map(|at| (at * 31 % 251) as u8).collect();
            let object = object("a/b");
            let mut upload = object.create();
            upload.write_all(&bytes).unwrap();
            assert_eq!(object.bytes().unwrap_err().kind(), io::ErrorKind::NotFound, "{length} bytes, not finished");
            drop(upload);
            assert!(object.bytes().is_err(), "{length} bytes, never finished");
            written(&object, &bytes, 999_999);
            assert!(object.holds() == bytes, "{length} bytes");
        }
    }

    #[test]
    fn any_range_is_read_and_none_beyond_the_end() {
        let length = (CACHED_PIECES as u64 + 3) * PIECE + 4321;
        let bytes: Vec<u8> = (0..length).map(|at| (at * at % 253) as u8).collect();
        let object = object("x");
        written(&object, &bytes, PIECE_SENT);
        let reading = object.open().unwrap();
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..300 {
            let at = random.u64(0..length);
            let count = random.u64(0..=(length - at).min(3 * PIECE)) as usize;
            let mut read = vec![0; count];
            reading.read_at(at, &mut read).unwrap();
            assert!(read == bytes[at as usize..at as usize + count], "round {round}: {count} from {at}");
        }
        for (at, count) in [(length, 1), (length - 5, 6), (u64::MAX, 1)] {
            let read = reading.read_at(at, &mut vec![0; count]);
            assert_eq!(read.unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "{count} from {at}");
        }
    }

    #[test]
    fn an_object_that_changes_while_it_is_read_is_an_error() {
        let object = object("x");
        written(&object, &[1; 100], 100);
        let reading = object.open().unwrap();
        written(&object, &[2; 100], 100);
        let error = reading.read_at(0, &mut [0; 10]).unwrap_err();
        assert!(error.to_string().contains("anew"), "{error}");
    }

    #[test]
    fn names_are_those_directly_below() {
        let folder = object("tables");
        assert_eq!(folder.names().unwrap(), [""; 0], "a missing folder is empty");
        for key in ["tables/a.rgt", "tables/b.rgt.new", "tables/deeper/c", "tables2/d"] {
            written(&folder.beside(key), b"x", 1);
        }
        assert_eq!(folder.names().unwrap(), ["a.rgt", "b.rgt.new"]);
        let aside = folder.beside("tables/b.rgt.new");
        aside.copy("a.rgt").unwrap();
        aside.remove().unwrap();
        assert_eq!(folder.names().unwrap(), ["a.rgt"]);
        folder.beside("tables/a.rgt").remove().unwrap();
        folder.beside("tables/a.rgt").remove().unwrap();
        assert_eq!(folder.names().unwrap(), [""; 0]);
    }

    /// The locks of tables depend on this property of conditional writes.
    #[test]
    fn a_conditional_write_replaces_only_the_expected_object() {
        let object = object("t.lock");
        assert_eq!((object.get().unwrap(), object.tag().unwrap()), (None, None));
        let nothing = object.put(b"0".to_vec(), OnlyIf::Tag(Some("0".to_owned()))).unwrap_err();
        assert!([io::ErrorKind::AlreadyExists, io::ErrorKind::NotFound].contains(&nothing.kind()), "{nothing}");
        let first = object.put(b"1".to_vec(), OnlyIf::None).unwrap();
        assert_eq!(object.put(b"2".to_vec(), OnlyIf::None).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(object.get().unwrap(), Some((b"1".to_vec(), first.clone())));
        let second = object.put(b"3".to_vec(), OnlyIf::Tag(first.clone())).unwrap();
        assert_ne!(second, first);
        let late = object.put(b"4".to_vec(), OnlyIf::Tag(first)).unwrap_err();
        assert_eq!(late.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!((object.holds(), object.tag().unwrap()), (b"3".to_vec(), second));
    }

    #[test]
    fn a_copy_is_in_the_same_folder() {
        for (key, name, copied) in [("a", "b", "b"), ("x/y/a.new", "a", "x/y/a")] {
            let object = object(key);
            written(&object, b"1", 1);
            object.copy(name).unwrap();
            assert_eq!(object.beside(copied).holds(), b"1", "{key}");
            assert!(object.copy("..").is_err(), "{key}: an invalid name");
        }
    }

    #[test]
    fn a_page_of_xml_becomes_one_line() {
        let page = "<?xml version='1.0'?><Error><Code>NoSuchBucket</Code>\n<Message>The bucket\nis not there</Message></Error>";
        let error = Error::Generic { store: "S3", source: page.into() };
        assert_eq!(io_error(&error).to_string(), "The bucket is not there");
        let long = Error::Generic { store: "S3", source: "word ".repeat(1000).into() };
        assert!(io_error(&long).to_string().len() <= LONGEST);
    }
}
