//! Tests objects with a store in memory.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use object_store::Error;
use object_store::memory::InMemory;
use object_store::path::Path as Key;
use retrograde_tables::{Object, OnlyIf};

use crate::bucket::{At, Bucket};
use crate::error::{LONGEST, io_error};
use crate::reader::{CACHED_PIECES, PIECE};
use crate::upload::PIECE_SENT;

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

/// The locks of tables rely on the following property of conditional writes.
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
    let page =
        "<?xml version='1.0'?><Error><Code>NoSuchBucket</Code>\n<Message>The bucket\nis not there</Message></Error>";
    let error = Error::Generic { store: "S3", source: page.into() };
    assert_eq!(io_error(&error).to_string(), "The bucket is not there");
    let long = Error::Generic { store: "S3", source: "word ".repeat(1000).into() };
    assert!(io_error(&long).to_string().len() <= LONGEST);
}
