//! A program without stores of objects: nothing is one.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// None there is.
#[derive(Clone, Debug)]
pub(crate) enum Object {}

/// None there is.
#[derive(Debug)]
pub(crate) enum Reading {}

/// None there is.
pub(crate) enum Upload {}

/// None there is.
#[derive(Debug)]
pub(crate) enum Lease {}

/// None there is.
#[derive(Debug)]
pub(crate) enum Holding {}

impl Object {
    #[expect(clippy::unnecessary_wraps, reason = "with the feature, a URL can be wrong")]
    pub(crate) const fn at(_path: &Path) -> io::Result<Option<Self>> {
        Ok(None)
    }

    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        match *self {}
    }

    pub(crate) fn bytes(&self) -> io::Result<u64> {
        match *self {}
    }

    pub(crate) fn open(self) -> io::Result<Reading> {
        match self {}
    }

    pub(crate) fn upload(self) -> Upload {
        match self {}
    }

    pub(crate) fn copy(&self, _to: &Self) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn remove(&self) -> io::Result<()> {
        match *self {}
    }
}

impl Reading {
    pub(crate) fn length(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn read_at(&self, _at: u64, _bytes: &mut [u8]) -> io::Result<()> {
        match *self {}
    }
}

impl Upload {
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {}
    }
}

impl Write for Upload {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match *self {}
    }
}

impl Lease {
    pub(crate) fn take(object: &Object, _watching: &dyn Fn()) -> io::Result<Option<Self>> {
        match *object {}
    }

    pub(crate) fn holding(&self) -> Arc<Holding> {
        match *self {}
    }
}

impl Holding {
    pub(crate) fn is_held(&self) -> io::Result<bool> {
        match *self {}
    }
}
