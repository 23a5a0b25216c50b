//! Recomputes all checksums and hashes of a changed table, as an attacker would do on purpose. The fuzz target `table`
//! also includes this file.

use sha2::{Digest, Sha256};

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// Recomputes all checksums and hashes of a file with one part. Returns `None` if the file is so damaged that they
/// cannot be found.
pub(crate) fn mend(bytes: &mut [u8]) -> Option<()> {
    let (slots, block, metadata) = (number(bytes, 16)?, number(bytes, 32)?, number(bytes, 36)?);
    let (entry, part) = (40 + metadata, 40 + metadata + 52);
    let (cells, width) = (number(bytes, part)?, number(bytes, part + 4)?);
    let index = part + 8 + 4 * cells;
    let blocks = slots.checked_div(block)? + usize::from(slots % block > 0);
    let begins = index.checked_add(blocks.checked_mul(8)?)? + 4;
    bytes.get(begins..)?;
    let mut hash = Sha256::new().chain_update(bytes.get(40..entry)?).chain_update([0; 8]);
    hash.update((slots as u64).to_le_bytes());
    hash.update(bytes.get(part..index)?);
    let mut from = 0;
    for number_of in 0..blocks {
        let until = number(bytes, index + 8 * number_of)?;
        let stored = bytes.get(begins + from..begins + until)?.to_vec();
        let sum = crc32fast::hash(&stored).to_le_bytes();
        bytes.get_mut(index + 8 * number_of + 4..)?[..4].copy_from_slice(&sum);
        let codes = (block.min(slots - number_of * block) * width).div_ceil(8);
        match zstd::bulk::decompress(&stored, codes.min(1 << 20)) {
            Ok(found) if stored.len() != codes => hash.update(found),
            _ => hash.update(&stored),
        }
        from = until;
    }
    let sum = crc32fast::hash(&bytes[part..begins - 4]).to_le_bytes();
    bytes[begins - 4..begins].copy_from_slice(&sum);
    bytes[entry + 16..entry + 48].copy_from_slice(&hash.finalize());
    let sum = crc32fast::hash(&bytes[..part - 4]).to_le_bytes();
    bytes[part - 4..part].copy_from_slice(&sum);
    let end = bytes.len() - 32;
    let whole = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&whole);
    Some(())
}
