//! An object store in memory, for tests.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf};

/// A store of objects in memory; clones share the objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory(Arc<Mutex<Objects>>);

#[derive(Debug, Default)]
struct Objects {
    /// The bytes and the tag of each object, by path.
    objects: BTreeMap<String, (Arc<Vec<u8>>, u64)>,
    /// The number of tags that have been used.
    tags: u64,
}

#[derive(Debug)]
struct At {
    store: Memory,
    /// The bucket and the key, joined.
    path: String,
}

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Objects> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ObjectStore for Memory {
    fn object(&self, bucket: &str, key: &str) -> io::Result<Arc<dyn Object>> {
        Ok(Arc::new(At { store: self.clone(), path: format!("{bucket}/{key}") }))
    }
}

impl Objects {
    fn find(&self, path: &str) -> io::Result<(Arc<Vec<u8>>, u64)> {
        self.objects.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn put(&mut self, path: &str, bytes: Arc<Vec<u8>>) -> String {
        self.tags += 1;
        self.objects.insert(path.to_owned(), (bytes, self.tags));
        self.tags.to_string()
    }
}

impl Object for At {
    fn names(&self) -> io::Result<Vec<String>> {
        let folder = format!("{}/", self.path.trim_end_matches('/'));
        let objects = self.store.lock();
        let names = objects.objects.keys().filter_map(|path| path.strip_prefix(&folder));
        Ok(names.filter(|name| !name.contains('/')).map(str::to_owned).collect())
    }

    fn bytes(&self) -> io::Result<u64> {
        Ok(self.store.lock().find(&self.path)?.0.len() as u64)
    }

    fn open(&self) -> io::Result<Box<dyn ObjectReader>> {
        Ok(Box::new(MemoryReader(self.store.lock().find(&self.path)?.0)))
    }

    fn create(&self) -> Box<dyn ObjectWriter> {
        Box::new(MemoryWriter { store: self.store.clone(), path: self.path.clone(), bytes: Vec::new() })
    }

    fn copy(&self, name: &str) -> io::Result<()> {
        let (folder, _) = self.path.rsplit_once('/').ok_or(io::ErrorKind::InvalidInput)?;
        let mut objects = self.store.lock();
        let (bytes, _) = objects.find(&self.path)?;
        objects.put(&format!("{folder}/{name}"), bytes);
        Ok(())
    }

    fn remove(&self) -> io::Result<()> {
        self.store.lock().objects.remove(&self.path);
        Ok(())
    }

    fn get(&self) -> io::Result<Option<(Vec<u8>, Option<String>)>> {
        let found = self.store.lock().find(&self.path).ok();
        Ok(found.map(|(bytes, tag)| (bytes.to_vec(), Some(tag.to_string()))))
    }

    fn tag(&self) -> io::Result<Option<String>> {
        Ok(self.get()?.and_then(|(_, tag)| tag))
    }

    fn put(&self, bytes: Vec<u8>, only_if: OnlyIf) -> io::Result<Option<String>> {
        let mut objects = self.store.lock();
        let found = objects.find(&self.path).ok().map(|(_, tag)| tag.to_string());
        match only_if {
            OnlyIf::None if found.is_some() => Err(io::ErrorKind::AlreadyExists.into()),
            OnlyIf::Tag(tag) if found != tag => Err(io::ErrorKind::AlreadyExists.into()),
            _ => Ok(Some(objects.put(&self.path, bytes.into()))),
        }
    }
}

#[derive(Debug)]
struct MemoryReader(Arc<Vec<u8>>);

impl ObjectReader for MemoryReader {
    fn length(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let from = self.0.get(at as usize..).and_then(|rest| rest.get(..bytes.len()));
        bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

struct MemoryWriter {
    store: Memory,
    path: String,
    bytes: Vec<u8>,
}

impl Write for MemoryWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ObjectWriter for MemoryWriter {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.store.lock().put(&self.path, self.bytes.into());
        Ok(())
    }
}
