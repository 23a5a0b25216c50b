//! Communication among the processes that write a checkpoint, or that write or verify a table; there may be only one
//! process.

use retrograde::kernel::{Address, Member, RawVote, Transport};
use retrograde::rules::message::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::messages::Note;

/// This process's connection to the other processes; `None` if there is only one process.
#[derive(Clone, Copy)]
pub(crate) struct Peers<'c>(pub(crate) Option<&'c dyn Transport>);

impl<'c> Peers<'c> {
    pub(crate) fn process(self) -> usize {
        self.0.map_or(0, Transport::process)
    }

    pub(crate) fn count(self) -> usize {
        self.0.map_or(1, |transport| transport.members().len())
    }

    /// Returns the descriptions of all processes. Returns `None` if there is only one process.
    pub(crate) fn members(self) -> Option<&'c [Member]> {
        self.0.map(Transport::members)
    }

    /// Waits until all processes have called this function (a barrier), and returns the arguments of all processes.
    pub(crate) fn all_gather(self, vote: RawVote) -> Result<Vec<RawVote>, Message> {
        self.0.map_or_else(|| Ok(vec![vote]), |transport| transport.all_gather(vote))
    }

    /// Sends `own` to the other processes. Returns the values that all processes have sent, in the order of the
    /// processes. All processes must call this function, at a time when no worker thread of the solve is running.
    pub(crate) fn gather<T: Serialize + DeserializeOwned>(self, own: T) -> Result<Vec<T>, Message> {
        let Some(transport) = self.0 else { return Ok(vec![own]) };
        let bytes = serde_json::to_vec(&own).map_err(|error| Message::from(error.to_string()))?;
        let batch = [&(self.process() as u64).to_le_bytes(), &bytes[..]].concat();
        for process in (0..self.count()).filter(|&process| process != self.process()) {
            transport.send(Address { process, worker: 0 }, batch.clone(), 0);
        }
        transport.all_gather([0; 4])?;
        let mut all: Vec<Option<T>> = (0..self.count()).map(|_| None).collect();
        all[self.process()] = Some(own);
        for batch in transport.collect(0) {
            let (from, bytes) = (*batch).as_ref().split_first_chunk().ok_or(Note::Strange)?;
            let place = all.get_mut(u64::from_le_bytes(*from) as usize).ok_or(Note::Strange)?;
            *place = Some(serde_json::from_slice(bytes).map_err(|_| Note::Strange)?);
        }
        // Without this barrier, a fast process could send its next message while a slow process still collects the
        // messages of this call.
        transport.all_gather([0; 4])?;
        all.into_iter().map(|one| one.ok_or_else(|| Note::Strange.into())).collect()
    }
}
