//! Finds the parts of the checkpoint from which a solve resumes, and reads the codes of slots from these parts.

use std::path::Path;
use std::sync::Arc;

use retrograde::kernel::{Share, Take, Transport};
use retrograde::rules::message::Message;
use serde::{Deserialize, Serialize};

use super::file::{BLOCK, Flaw, Head, PartRecord, Scanned, block_bytes, unpack};
use super::identity::SolveIdentity;
use crate::error::shown;
use crate::messages::Note;
use crate::peers::Peers;

/// The head of a checkpoint's first part, and the list of all parts.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) head: Head,
    pub(super) parts: Vec<PartRecord>,
}

/// The head of a complete checkpoint, and the location of each part.
pub(super) struct Taken {
    pub(super) head: Head,
    parts: Vec<Source>,
}

/// The location of a part.
enum Source {
    /// The part is in the folder of this process.
    Here(Box<Scanned>),
    /// The part is in the folder of another process, which reads the part on request. The field is the index of this
    /// process.
    There(usize),
}

/// The result of a search for all parts of a checkpoint.
pub(super) enum Looked {
    /// All parts were found, and all parts are undamaged.
    Taken(Box<Taken>),
    /// Some parts are damaged.
    Damaged(Vec<Flaw>),
    /// Some parts are in no process's folder.
    Missing(Vec<PartRecord>),
}

/// Searches the folders of all processes for the parts of a checkpoint. For each part that is found, one process reads
/// and checks all blocks of the part.
pub(super) fn look(
    manifest: &Manifest,
    mut own: Option<Scanned>,
    folder: &Path,
    identity: &SolveIdentity,
    peers: Peers<'_>,
) -> Result<Looked, Message> {
    let (mut found, mut flaws) = (Vec::new(), Vec::new());
    for (number, said) in manifest.parts.iter().enumerate() {
        let file = folder.join(&said.file);
        let part = match own.take_if(|_| number == 0) {
            Some(own) => Ok(Some(own)),
            None => Scanned::open(&file, identity),
        };
        let part = part.and_then(|part| match part {
            Some(part) if !part.goes_with(&manifest.head, number, said) => Err(Flaw::Apart(shown(&file))),
            part => Ok(part),
        });
        found.push(part.unwrap_or_else(|wrong| {
            flaws.push((number, wrong));
            None
        }));
    }
    let seen = peers.gather(found.iter().map(Option::is_some).collect::<Vec<_>>())?;
    let seers = |part: usize| (0..seen.len()).filter(|&process| seen[process].get(part) == Some(&true)).collect();
    let seers: Vec<Vec<usize>> = (0..manifest.parts.len()).map(seers).collect();
    // A damaged copy of a part does no harm if the folder of another process contains an undamaged copy.
    flaws.retain(|&(part, _)| seers[part].is_empty());
    // If several processes have a part in their folders, only one of them checks the part.
    let is_mine = |part: &usize| seers[*part].get(part % seers[*part].len().max(1)) == Some(&peers.process());
    for part in (0..found.len()).filter(is_mine) {
        flaws.extend(found[part].as_ref().and_then(|found| found.check().err()).map(|wrong| (part, wrong)));
    }
    let flaws: Vec<_> = peers.gather(flaws)?.into_iter().flatten().map(|(_, wrong)| wrong).collect();
    if !flaws.is_empty() {
        return Ok(Looked::Damaged(flaws));
    }
    let missing = (0..seers.len()).filter(|&part| seers[part].is_empty());
    let missing: Vec<PartRecord> = missing.map(|part| manifest.parts[part].clone()).collect();
    if !missing.is_empty() {
        return Ok(Looked::Missing(missing));
    }
    let source = |(part, found): (usize, Option<Scanned>)| {
        found.map_or(Source::There(seers[part][0]), |found| Source::Here(Box::new(found)))
    };
    let parts = found.into_iter().enumerate().map(source).collect();
    Ok(Looked::Taken(Box::new(Taken { head: manifest.head.clone(), parts })))
}

/// The last block that was read from a part. The code that is read next is often in the same block.
#[derive(Default)]
struct Open {
    block: Option<u64>,
    codes: Vec<u8>,
}

impl Taken {
    /// Reads the codes of the slots in `share`, and passes them to `take`. Meanwhile, this process answers the requests
    /// of other processes. All processes must call this function.
    pub(super) fn read(
        self: &Arc<Self>,
        share: Share<'_>,
        peers: Peers<'_>,
        take: &mut Take<'_>,
    ) -> Result<(), Message> {
        let Some(transport) = peers.0 else { return self.give(share, None, take) };
        let answering = self.clone();
        transport.answer_with(Arc::new(move |question| answering.answer(question).unwrap_or_default()));
        self.give(share, Some(transport), take)?;
        transport.all_gather([0; 4])?;
        transport.stop_answering();
        Ok(())
    }

    fn give(&self, share: Share<'_>, transport: Option<&dyn Transport>, take: &mut Take<'_>) -> Result<(), Message> {
        let each = self.head.state.bytes_each();
        let mut open: Vec<Open> = self.parts.iter().map(|_| Open::default()).collect();
        for slots in share.ranges() {
            let mut slot = slots.start;
            while slot < slots.end {
                let (part, place, end) = self.head.shares.place(slot);
                let end = end.min(slots.end);
                let (mut at, till) = (place * each, (place + end - slot) * each);
                while at < till {
                    let (block, from) = (at / BLOCK as u64, at % BLOCK as u64);
                    let codes = self.block(part, block, &mut open[part], transport)?;
                    let till = (from + till - at).min(codes.len() as u64);
                    let piece = codes.get(from as usize..till as usize).filter(|piece| !piece.is_empty());
                    let piece = piece.ok_or(Note::Strange)?;
                    take(piece)?;
                    at += piece.len() as u64;
                }
                slot = end;
            }
        }
        Ok(())
    }

    fn block<'o>(
        &self,
        part: usize,
        block: u64,
        open: &'o mut Open,
        transport: Option<&dyn Transport>,
    ) -> Result<&'o [u8], Message> {
        if open.block != Some(block) {
            match &self.parts[part] {
                Source::Here(part) => part.block(block, &mut open.codes).map_err(Flaw::message)?,
                Source::There(process) => {
                    let question = [(part as u64).to_le_bytes(), block.to_le_bytes()].concat();
                    let packed = transport.ok_or(Note::Strange)?.ask(*process, question)?;
                    open.codes.resize(block_bytes(&self.head, part, block), 0);
                    unpack(&packed, &mut open.codes).ok_or(Note::Strange)?;
                }
            }
            open.block = Some(block);
        }
        Ok(&open.codes)
    }

    /// Answers a request of another process. Returns the requested block as it is stored, or `None` if this process
    /// does not have the block.
    fn answer(&self, question: &[u8]) -> Option<Vec<u8>> {
        let (part, block) = question.split_first_chunk()?;
        let part = self.parts.get(usize::try_from(u64::from_le_bytes(*part)).ok()?)?;
        let Source::Here(part) = part else { return None };
        part.packed(u64::from_le_bytes(*block.first_chunk()?)).ok()?
    }
}

/// Returns the error for parts that are in no process's folder. The error names the host and the folder where each part
/// was written.
pub(super) fn missing(parts: &[PartRecord]) -> Message {
    let shown_part =
        |part: &PartRecord| format!("{} ({})", shown(&Path::new(&part.folder).join(&part.file)), part.host);
    Note::Missing { parts: parts.iter().map(shown_part).collect::<Vec<_>>().join(", ") }.into()
}
