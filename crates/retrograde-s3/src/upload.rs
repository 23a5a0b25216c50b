//! Uploads an object in parts.

use std::io::{self, Write};

use object_store::{ObjectStoreExt as _, PutPayload, WriteMultipart};
use retrograde_tables::ObjectWriter;

use crate::bucket::At;

/// The number of bytes in a part of an upload. A store accepts ten thousand parts per object. So an object can have at
/// most about 80 GB.
pub(crate) const PIECE_SENT: usize = 8 << 20;
/// The maximum number of parts that an upload sends at the same time.
const SENT: usize = 3;

/// An upload of an object in parts.
pub(crate) struct Upload {
    pub(crate) object: At,
    /// The bytes of the current part, which have not been sent yet.
    pub(crate) piece: Vec<u8>,
    /// The upload in several parts. The value is `None` while all bytes fit in one part.
    pub(crate) begun: Option<WriteMultipart>,
}

impl Upload {
    /// Waits while too many parts are being sent, and then starts to send the current part.
    fn send(&mut self) -> io::Result<()> {
        let (store, key, begun) = (self.object.bucket.store(), self.object.key.clone(), self.begun.take());
        let piece = std::mem::take(&mut self.piece);
        self.begun = Some(self.object.bucket.wait(async move {
            let mut sending = match begun {
                Some(sending) => sending,
                None => WriteMultipart::new_with_chunk_size(store.put_multipart(&key).await?, PIECE_SENT),
            };
            if let Err(error) = sending.wait_for_capacity(SENT).await {
                // The upload must be aborted, because otherwise its parts would stay in the store. The parts would be
                // invisible, and the store would charge for the parts.
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
            // If the abort fails, the parts stay until a rule of the bucket for unfinished uploads removes them.
            let _ = self.object.bucket.wait(async move { begun.abort().await });
        }
    }
}
