//! The objects in a bucket.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use object_store::path::Path as Key;
use object_store::{ObjectStore as _, ObjectStoreExt as _, PutMode, UpdateVersion};
use retrograde_tables::{Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf};

use crate::bucket::{At, bucket_of};
use crate::reader::Reader;
use crate::upload::Upload;

/// The object store that the program accesses through the S3 protocol.
#[derive(Clone, Copy, Debug)]
pub struct S3;

/// Sets [`S3`] as the object store for `s3://` URLs in the whole process.
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
