//! Reads objects in pieces of one mebibyte, and caches some pieces.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use object_store::{GetOptions, ObjectStore as _};
use retrograde_tables::ObjectReader;

use crate::bucket::At;

/// An open object. Several threads can read the object at the same time, each at any offset.
///
/// The latency of a request to a store is longer than the time to transfer a mebibyte. So the reader requests pieces of
/// one mebibyte, and a cache stores some of the pieces.
#[derive(Debug)]
pub(crate) struct Reader {
    pub(crate) object: At,
    pub(crate) length: u64,
    pub(crate) e_tag: Option<String>,
    /// A number that identifies this reader among all open objects.
    pub(crate) number: u64,
}

/// The number of bytes in a piece.
pub(crate) const PIECE: u64 = 1 << 20;
/// The maximum number of pieces in the cache. All open objects share the cache, because a table may have a thousand
/// parts, each in its own object.
pub(crate) const CACHED_PIECES: usize = 32;

/// A piece in the cache, with the number of the open object, the index of the piece in the object, and the piece's
/// bytes.
type CachedPiece = ((u64, u64), Arc<Vec<u8>>);

/// Returns the cache of pieces. The least recently used piece comes first.
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
        // The cache is not locked while this thread waits for the piece from the store.
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
