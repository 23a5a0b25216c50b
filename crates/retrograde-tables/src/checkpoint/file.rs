//! Writes and reads one file of a checkpoint. The reader treats the bytes of the file as untrusted input. The
//! documentation of [`super`] specifies the bytes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde::kernel::{Next, Share, Shares, State};
use retrograde::rules::message::Message;
use serde::{Deserialize, Serialize};

use super::identity::SolveIdentity;
use crate::error::{TableError, shown};
use crate::files::Input;
use crate::messages::{Note, Wrong};

const MAGIC: &[u8] = b"rgcheck3";
/// The number of bytes of codes in a block.
pub(super) const BLOCK: usize = 1 << 20;
/// The bit of a block's length word that marks an uncompressed block.
const PLAIN: u32 = 1 << 31;
/// The number of bytes before each block. These bytes are the block's length word and the block's checksum.
const HEADER: usize = 8;
/// The maximum length in bytes of a head, and of the list of parts.
const LONGEST: usize = 64 << 20;
/// The compression level of zstd. Level 1 is the fastest level that compresses well.
const LEVEL: i32 = 1;

/// The head of a checkpoint file. The head is the JSON object before the codes.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) number: u64,
    /// The number of the process that wrote this part.
    pub(super) part: usize,
    pub(super) shares: Shares,
    pub(super) of: SolveIdentity,
    pub(super) state: State,
}

/// The entry of a part in the list of parts. The list is at the end of the first part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartRecord {
    /// The host of the process that wrote the part.
    pub(super) host: String,
    pub(super) folder: String,
    pub(super) file: String,
    #[serde(flatten)]
    pub(super) seal: Seal,
}

/// The length and the checksum of a part. Both together identify the part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seal {
    /// The length in bytes of the part's file without the list of parts.
    pub(super) bytes: u64,
    /// The CRC-32 of the checksums of the head and of all blocks.
    pub(super) sum: u32,
}

/// A flaw of a checkpoint file, in a form that processes can exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Flaw {
    /// The file is damaged. The fields are the name of the file and an offset. The damaged bytes are before this
    /// offset.
    At(String, u64),
    /// The file is readable, but its content does not match the file's name or the file's entry in the list of parts.
    Apart(String),
    /// The system cannot read the file. The fields are the name of the file, the system's error number if there is one,
    /// and the reason.
    Unread(String, Option<i32>, String),
    /// The file belongs to another solve, to other rules or to another version of the program.
    Foreign(String),
}

impl Flaw {
    pub(super) fn message(self) -> Message {
        match self {
            Self::At(file, at) => Wrong::Checkpoint { file, at }.into(),
            Self::Apart(file) => Note::Apart { file }.into(),
            Self::Unread(file, code, said) => {
                let error = code.map_or_else(|| io::Error::other(said), io::Error::from_raw_os_error);
                TableError::reading(Path::new(&file), &error).message
            }
            Self::Foreign(file) => Note::Other { file }.into(),
        }
    }
}

impl Head {
    fn share(&self) -> Share<'_> {
        self.shares.of(self.part)
    }

    /// Returns the number of bytes of the codes in this part.
    fn bytes(&self) -> u64 {
        self.state.bytes_of(self.share())
    }

    fn is_sound(&self) -> bool {
        self.shares.is_sound() && self.part < self.shares.processes() && self.shares.slots() == self.state.slots()
    }
}

/// Writes the head and the codes of a part. The codes are compressed on `threads` threads.
pub(super) fn write(
    file: &mut dyn Write,
    path: &Path,
    head: &Head,
    threads: usize,
    next: &mut Next<'_>,
) -> Result<Seal, TableError> {
    let (mut seal, mut sums) = (Seal::default(), crc32fast::Hasher::new());
    let mut put = |bytes: &[u8]| {
        seal.bytes += bytes.len() as u64;
        file.write_all(bytes).map_err(|error| TableError::writing(path, &error))
    };
    put(MAGIC)?;
    let framed = framed(head)?;
    put(&framed)?;
    sums.update(&framed[framed.len() - 4..]);
    let mut left = head.bytes();
    let mut codes = vec![0; left.min((BLOCK * threads.max(1)) as u64) as usize];
    while left > 0 {
        let room = codes.len() as u64;
        let round = &mut codes[..left.min(room) as usize];
        next(round).map_err(|why| TableError::refused(why, None))?;
        for packed in pack(round) {
            sums.update(&packed[..HEADER]);
            put(&packed)?;
        }
        left -= round.len() as u64;
    }
    seal.sum = sums.finalize();
    Ok(seal)
}

/// Writes the list of all parts at the end of the first part.
pub(super) fn write_parts(file: &mut dyn Write, path: &Path, parts: &[PartRecord]) -> Result<(), TableError> {
    let framed = framed(&parts)?;
    file.write_all(&framed).map_err(|error| TableError::writing(path, &error))
}

/// Returns the bytes that store a value. The stored bytes are the length of the value's JSON text, the JSON text, and
/// the checksum of the JSON text.
fn framed(value: &impl Serialize) -> Result<Vec<u8>, TableError> {
    let json = serde_json::to_vec(value).map_err(|error| TableError::refused(error.to_string(), None))?;
    let mut bytes = (json.len() as u32).to_le_bytes().to_vec();
    bytes.extend(&json);
    bytes.extend(crc32fast::hash(&json).to_le_bytes());
    Ok(bytes)
}

/// Compresses each block of the codes on a separate thread. Returns the blocks as they are stored, each with its length
/// word and its checksum.
fn pack(codes: &[u8]) -> Vec<Vec<u8>> {
    std::thread::scope(|scope| {
        let start = |block| std::thread::Builder::new().spawn_scoped(scope, move || pack_one(block)).map_err(|_| block);
        let started: Vec<_> = codes.chunks(BLOCK).map(start).collect();
        let done = started.into_iter().map(|started| match started {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // If the system cannot create a thread, the current thread does the work.
            Err(block) => pack_one(block),
        });
        done.collect()
    })
}

fn pack_one(block: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(block, LEVEL).ok().filter(|packed| packed.len() < block.len());
    let (stored, mark) = packed.as_deref().map_or((block, PLAIN), |packed| (packed, 0));
    let mut bytes = Vec::with_capacity(stored.len() + HEADER);
    let marked = stored.len() as u32 | mark;
    bytes.extend(marked.to_le_bytes());
    bytes.extend(checksum(marked, stored).to_le_bytes());
    bytes.extend(stored);
    bytes
}

/// Returns the CRC-32 of a block's length word `marked` followed by its stored bytes.
fn checksum(marked: u32, stored: &[u8]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    hash.update(&marked.to_le_bytes());
    hash.update(stored);
    hash.finalize()
}

/// Decompresses a block into `codes`. The length of `codes` must be the length of the decompressed block. Returns
/// `None` if the block is damaged.
pub(super) fn unpack(packed: &[u8], codes: &mut [u8]) -> Option<()> {
    let (marked, rest) = packed.split_first_chunk()?;
    let (sum, stored) = rest.split_first_chunk()?;
    let marked = u32::from_le_bytes(*marked);
    if checksum(marked, stored) != u32::from_le_bytes(*sum) {
        return None;
    }
    if marked & PLAIN != 0 {
        return (stored.len() == codes.len()).then(|| codes.copy_from_slice(stored));
    }
    let length = zstd::bulk::decompress_to_buffer(stored, codes).ok()?;
    (length == codes.len()).then_some(())
}

/// A part whose head and block lengths have been read.
pub(super) struct Scanned {
    path: PathBuf,
    input: Input,
    pub(super) head: Head,
    /// The offset of each block in the file, followed by the end of the last block.
    places: Vec<u64>,
    pub(super) seal: Seal,
    /// The list of all parts, if this is the first part; empty for other parts.
    pub(super) parts: Vec<PartRecord>,
}

impl Scanned {
    /// Reads everything in a file except the blocks; returns `None` if the file does not exist.
    pub(super) fn open(path: &Path, identity: &SolveIdentity) -> Result<Option<Self>, Flaw> {
        let input = match Input::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|error| unread(path, &error))?,
        };
        let length = input.length();
        let mut reader = Reader { path, input: &input, length, at: 0 };
        let (magic, foreign) = (reader.bytes(MAGIC.len() as u64)?, || Flaw::Foreign(shown(path)));
        if magic != MAGIC {
            // In all versions, checkpoint files begin with the same seven bytes.
            return Err(if magic[..7] == MAGIC[..7] { foreign() } else { reader.damaged() });
        }
        let mut sums = crc32fast::Hasher::new();
        let (head, sum) = reader.framed()?;
        sums.update(&sum.to_le_bytes());
        let head: Head = serde_json::from_slice(&head).map_err(|_| foreign())?;
        if head.of != *identity {
            return Err(foreign());
        }
        if !head.is_sound() {
            return Err(reader.damaged());
        }
        let mut places = vec![reader.at];
        for _ in 0..head.bytes().div_ceil(BLOCK as u64) {
            let header = reader.bytes(HEADER as u64)?;
            sums.update(&header);
            let [a, b, c, d, ..] = header[..] else { return Err(reader.damaged()) };
            let stored = u32::from_le_bytes([a, b, c, d]) & !PLAIN;
            if stored as usize > BLOCK {
                return Err(reader.damaged());
            }
            reader.skip(stored.into())?;
            places.push(reader.at);
        }
        let seal = Seal { bytes: reader.at, sum: sums.finalize() };
        let parts = if head.part == 0 { reader.parts(&head, seal)? } else { Vec::new() };
        if reader.at != length {
            return Err(reader.damaged());
        }
        Ok(Some(Self { path: path.to_owned(), input, head, places, seal, parts }))
    }

    /// Returns whether this file is part `part` of the checkpoint whose first part has the head `first`. The argument
    /// `said` is the entry of this part in the list of parts. The file must have the length and the checksum that are
    /// in `said`.
    pub(super) fn goes_with(&self, first: &Head, part: usize, said: &PartRecord) -> bool {
        let Head { number, part: own, shares, .. } = &self.head;
        (number, *own, shares, self.seal) == (&first.number, part, &first.shares, said.seal)
    }

    /// Reads and checks all blocks.
    pub(super) fn check(&self) -> Result<(), Flaw> {
        let mut codes = Vec::new();
        (0..self.places.len() as u64 - 1).try_for_each(|block| self.block(block, &mut codes))
    }

    /// Returns a block as it is stored in the file. Returns `None` if the part has no block with the index `block`.
    pub(super) fn packed(&self, block: u64) -> Result<Option<Vec<u8>>, Flaw> {
        let places = usize::try_from(block).ok().and_then(|block| self.places.get(block..)?.first_chunk::<2>());
        let Some(&[from, till]) = places else { return Ok(None) };
        let mut bytes = vec![0; (till - from) as usize];
        self.input.read_at(from, &mut bytes).map_err(|error| unread(&self.path, &error))?;
        Ok(Some(bytes))
    }

    /// Reads a block, and decompresses it into `codes`.
    pub(super) fn block(&self, block: u64, codes: &mut Vec<u8>) -> Result<(), Flaw> {
        let damaged = || Flaw::At(shown(&self.path), self.places.get(block as usize + 1).copied().unwrap_or_default());
        let packed = self.packed(block)?.ok_or_else(damaged)?;
        codes.resize(block_bytes(&self.head, self.head.part, block), 0);
        unpack(&packed, codes).ok_or_else(damaged)
    }
}

/// Returns the number of bytes of the decompressed block with the index `block` in a part.
pub(super) fn block_bytes(head: &Head, part: usize, block: u64) -> usize {
    let all = head.state.bytes_of(head.shares.of(part));
    all.saturating_sub(block.saturating_mul(BLOCK as u64)).min(BLOCK as u64) as usize
}

fn unread(path: &Path, error: &io::Error) -> Flaw {
    Flaw::Unread(shown(path), error.raw_os_error(), error.to_string())
}

/// Reads a file sequentially, from its start to its end.
struct Reader<'f> {
    path: &'f Path,
    input: &'f Input,
    length: u64,
    at: u64,
}

impl Reader<'_> {
    fn damaged(&self) -> Flaw {
        Flaw::At(shown(self.path), self.at)
    }

    fn skip(&mut self, count: u64) -> Result<(), Flaw> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.length);
        self.at = end.ok_or_else(|| self.damaged())?;
        Ok(())
    }

    fn bytes(&mut self, count: u64) -> Result<Vec<u8>, Flaw> {
        let from = self.at;
        self.skip(count)?;
        let mut bytes = vec![0; count as usize];
        self.input.read_at(from, &mut bytes).map_err(|error| unread(self.path, &error))?;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32, Flaw> {
        let bytes = self.bytes(4)?;
        Ok(bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)))
    }

    /// Reads bytes that [`framed`] wrote. These bytes are a length, then data of this length, and then a checksum.
    /// Returns the data and the checksum.
    fn framed(&mut self) -> Result<(Vec<u8>, u32), Flaw> {
        let length = self.number()? as usize;
        if length > LONGEST {
            return Err(self.damaged());
        }
        let bytes = self.bytes(length as u64)?;
        let sum = self.number()?;
        if sum == crc32fast::hash(&bytes) { Ok((bytes, sum)) } else { Err(self.damaged()) }
    }

    /// Reads the list of parts. Returns an error if the list does not contain all parts of the checkpoint, or if the
    /// first part in the list is not this part.
    fn parts(&mut self, head: &Head, seal: Seal) -> Result<Vec<PartRecord>, Flaw> {
        let (parts, _) = self.framed()?;
        let parts: Vec<PartRecord> = serde_json::from_slice(&parts).map_err(|_| self.damaged())?;
        let are_all = parts.len() == head.shares.processes() && parts[0].seal == seal;
        // The name of a part's file must not contain a path to another folder.
        let are_names =
            parts.iter().all(|part| Path::new(&part.file).file_name().is_some_and(|name| *name == *part.file));
        if are_all && are_names { Ok(parts) } else { Err(self.damaged()) }
    }
}
