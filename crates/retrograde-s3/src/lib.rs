//! Tables and checkpoints as objects of an S3-compatible store, by the library `object_store`.
//!
//! [`S3`] is the store that `retrograde-tables` asks. The environment says where it is and who asks, as the library reads it: `AWS_ACCESS_KEY_ID`,
//! `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT` of a store that is not Amazon's, and others. The library is asynchronous; a thread of
//! ours works for all who wait.

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
use retrograde::rules::printable::printable;
use retrograde_tables::{Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf};
use tokio::runtime::{Builder, Runtime};

/// A store that speaks the protocol S3.
#[derive(Clone, Copy, Debug)]
pub struct S3;

/// From now on `s3://` URLs lead to objects of such a store in all tables of this process.
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

/// What lies at a key, or could.
#[derive(Clone, Debug)]
struct At {
    bucket: Arc<Bucket>,
    key: Key,
}

/// A bucket of a store.
#[derive(Debug)]
struct Bucket {
    /// Asked until it has answered once: one that is not there is told soon.
    hasty: Arc<dyn object_store::ObjectStore>,
    /// Asked from then on: one that is away for a minute is waited for.
    patient: Arc<dyn object_store::ObjectStore>,
    has_answered: AtomicBool,
}

/// Bytes of an upload that are sent at once: a store takes ten thousand of them for an object, 80 GB.
const PIECE_SENT: usize = 8 << 20;
/// Of which so many are on their way.
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

/// What writes an object.
struct Upload {
    object: At,
    /// What has not been sent.
    piece: Vec<u8>,
    /// What does not fit one piece is sent by pieces.
    begun: Option<WriteMultipart>,
}

impl Upload {
    /// Sends the piece, if so many others are not on their way already.
    fn send(&mut self) -> io::Result<()> {
        let (store, key, begun) = (self.object.bucket.store(), self.object.key.clone(), self.begun.take());
        let piece = std::mem::take(&mut self.piece);
        self.begun = Some(self.object.bucket.wait(async move {
            let mut sending = match begun {
                Some(sending) => sending,
                None => WriteMultipart::new_with_chunk_size(store.put_multipart(&key).await?, PIECE_SENT),
            };
            if let Err(error) = sending.wait_for_capacity(SENT).await {
                // What is left of it would be there, and be paid for, though nobody sees it.
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
            // Nobody asks for it any more. If the store does not hear of that, it is swept by the store's own rule.
            let _ = self.object.bucket.wait(async move { begun.abort().await });
        }
    }
}

/// An object that is read at places, by any number of threads.
///
/// A request takes a store longer than a mebibyte takes the line: that much is asked for at once, and some of it is kept.
#[derive(Debug)]
struct Reader {
    object: At,
    length: u64,
    e_tag: Option<String>,
    /// Tells it from others that are open.
    number: u64,
}

/// The bytes of a piece.
const PIECE: u64 = 1 << 20;
/// Pieces that are kept of all that is open: a table may have a thousand parts.
const KEPT: usize = 32;

/// A piece that is kept, of which reading and place.
type Kept = ((u64, u64), Arc<Vec<u8>>);

/// Those that are kept, the one that was asked for last at the end.
fn kept() -> MutexGuard<'static, Vec<Kept>> {
    static PIECES: Mutex<Vec<Kept>> = Mutex::new(Vec::new());
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
        let held = |kept: &mut Vec<Kept>| {
            let place = kept.iter().position(|&(held, _)| held == name)?;
            kept[place..].rotate_left(1);
            Some(kept.last()?.1.clone())
        };
        if let Some(piece) = held(&mut kept()) {
            return Ok(piece);
        }
        // Others go on meanwhile.
        let piece = Arc::new(self.fetch(number)?);
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((name, piece.clone()));
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
        kept().retain(|&((of, _), _)| of != self.number);
    }
}

/// What works for all who wait.
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
        if self.has_answered.load(Ordering::Relaxed) { self.patient.clone() } else { self.hasty.clone() }
    }

    /// Waits for something, on whatever thread, one that works for others as well.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = object_store::Result<T>> + Send + 'static,
    ) -> io::Result<T> {
        let (told, answer) = sync_channel(1);
        runtime()?.spawn(async move {
            // Who asked is waiting.
            let _ = told.send(work.await);
        });
        let answer = answer.recv().map_err(io::Error::other)?.map_err(|error| said(&error));
        if answer.as_ref().err().is_none_or(|error| error.kind() != io::ErrorKind::Other) {
            self.has_answered.store(true, Ordering::Relaxed);
        }
        answer
    }
}

/// A bucket by its name; each is made once.
fn bucket_of(name: &str) -> io::Result<Arc<Bucket>> {
    static BUCKETS: Mutex<Option<HashMap<String, Arc<Bucket>>>> = Mutex::new(None);
    let mut buckets = BUCKETS.lock().unwrap_or_else(PoisonError::into_inner);
    let buckets = buckets.get_or_insert_with(HashMap::new);
    if let Some(bucket) = buckets.get(name) {
        return Ok(bucket.clone());
    }
    let endpoint = endpoint()?;
    let made = |retry| made(name, endpoint.as_deref(), retry).map_err(|error| said(&error));
    let (hasty, patient) = (Arc::new(made(HASTY)?), Arc::new(made(PATIENT)?));
    let bucket = Arc::new(Bucket { hasty, patient, has_answered: AtomicBool::new(false) });
    buckets.insert(name.to_owned(), bucket.clone());
    Ok(bucket)
}

/// Where a store is that is not Amazon's.
///
/// # Errors
/// What is set is no URL: the library would take it for one.
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
    // If somebody has chosen one already, that one serves.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
    if endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) {
        // Whoever writes `http://` means it.
        builder = builder.with_allow_http(true);
    }
    builder.build()
}

/// For who may have got it wrong: told within some seconds.
const HASTY: RetryConfig = retry(Duration::from_secs(2), 5, Duration::from_secs(20));
/// For who would lose work.
const PATIENT: RetryConfig = retry(Duration::from_secs(15), 30, Duration::from_mins(3));

const fn retry(max_backoff: Duration, max_retries: usize, retry_timeout: Duration) -> RetryConfig {
    let backoff = BackoffConfig { init_backoff: Duration::from_millis(200), max_backoff, base: 2. };
    RetryConfig { backoff, max_retries, retry_timeout }
}

/// What the library says, as the system would.
fn said(error: &Error) -> io::Error {
    let kind = match error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } | Error::Precondition { .. } => io::ErrorKind::AlreadyExists,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        Error::NotImplemented { .. } | Error::NotSupported { .. } => io::ErrorKind::Unsupported,
        // What is listed of none is no object that is not found.
        _ if tagged(&deepest(error), "Code") == Some("NoSuchBucket") => io::ErrorKind::NotFound,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, shortly(error))
}

/// The longest text of a store that is repeated, in letters.
const LONGEST: usize = 200;

/// What lies beneath all that it went through, in one line: a store answers with a page of XML.
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

/// What was told first.
fn deepest(error: &Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(inner) = deepest.source() {
        deepest = inner;
    }
    deepest.to_string()
}

/// What stands between a tag and its end.
fn tagged<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{tag}>"))?;
    Some(rest.split_once(&format!("</{tag}>"))?.0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use object_store::memory::InMemory;

    use super::*;

    /// An object of a store in memory, of which nothing is there.
    fn object(key: &str) -> At {
        let store = Arc::new(InMemory::new());
        let bucket = Bucket { hasty: store.clone(), patient: store, has_answered: AtomicBool::new(false) };
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
    fn what_is_written_is_there_at_its_end_whatever_its_length() {
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
    fn any_bytes_are_read_and_none_beyond_the_end() {
        let length = (KEPT as u64 + 3) * PIECE + 4321;
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
    fn what_is_written_anew_while_it_is_read_is_told() {
        let object = object("x");
        written(&object, &[1; 100], 100);
        let reading = object.open().unwrap();
        written(&object, &[2; 100], 100);
        let error = reading.read_at(0, &mut [0; 10]).unwrap_err();
        assert!(error.to_string().contains("anew"), "{error}");
    }

    #[test]
    fn names_are_those_directly_beneath() {
        let folder = object("tables");
        assert_eq!(folder.names().unwrap(), [""; 0], "what is not there holds none");
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

    /// What locks stand on.
    #[test]
    fn a_small_object_is_put_only_over_the_one_that_is_meant() {
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
    fn a_second_name_is_in_the_same_folder() {
        for (key, name, copied) in [("a", "b", "b"), ("x/y/a.new", "a", "x/y/a")] {
            let object = object(key);
            written(&object, b"1", 1);
            object.copy(name).unwrap();
            assert_eq!(object.beside(copied).holds(), b"1", "{key}");
            assert!(object.copy("..").is_err(), "{key}: what is no name");
        }
    }

    #[test]
    fn a_page_of_a_store_is_told_in_a_line() {
        let page = "<?xml version='1.0'?><Error><Code>NoSuchBucket</Code>\n<Message>The bucket\nis not there</Message></Error>";
        let error = Error::Generic { store: "S3", source: page.into() };
        assert_eq!(said(&error).to_string(), "The bucket is not there");
        let long = Error::Generic { store: "S3", source: "word ".repeat(1000).into() };
        assert!(said(&long).to_string().len() <= LONGEST);
    }
}
