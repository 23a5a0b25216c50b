//! The processes that keep a checkpoint, or write or prove a table together, of which there may be one.

use retrograde::kernel::carrier::{Address, Ballot, Carrier, Member};
use retrograde::rules::message::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::messages::Told;

/// What connects this process with the others.
#[derive(Clone, Copy)]
pub(crate) struct Peers<'c>(pub(crate) Option<&'c dyn Carrier>);

impl<'c> Peers<'c> {
    pub(crate) fn process(self) -> usize {
        self.0.map_or(0, Carrier::process)
    }

    pub(crate) fn count(self) -> usize {
        self.0.map_or(1, |carrier| carrier.members().len())
    }

    /// All of them; `None` if there is one.
    pub(crate) fn members(self) -> Option<&'c [Member]> {
        self.0.map(Carrier::members)
    }

    /// The votes of all.
    pub(crate) fn meet(self, vote: Ballot) -> Result<Vec<Ballot>, Message> {
        self.0.map_or_else(|| Ok(vec![vote]), |carrier| carrier.meet(vote))
    }

    /// What each of them tells: all call this, while no worker is at work.
    pub(crate) fn gather<T: Serialize + DeserializeOwned>(self, told: T) -> Result<Vec<T>, Message> {
        let Some(carrier) = self.0 else { return Ok(vec![told]) };
        let own = serde_json::to_vec(&told).map_err(|error| Message::from(error.to_string()))?;
        let mail = [&(self.process() as u64).to_le_bytes(), &own[..]].concat();
        for process in (0..self.count()).filter(|&process| process != self.process()) {
            carrier.post(Address { process, worker: 0 }, mail.clone(), 0);
        }
        carrier.meet([0; 4])?;
        let mut all: Vec<Option<T>> = (0..self.count()).map(|_| None).collect();
        all[self.process()] = Some(told);
        for parcel in carrier.collect(0) {
            let (from, told) = (*parcel).as_ref().split_first_chunk().ok_or(Told::Strange)?;
            let place = all.get_mut(u64::from_le_bytes(*from) as usize).ok_or(Told::Strange)?;
            *place = Some(serde_json::from_slice(told).map_err(|_| Told::Strange)?);
        }
        // What a quick one tells next must not come to a slow one now.
        carrier.meet([0; 4])?;
        all.into_iter().map(|told| told.ok_or_else(|| Told::Strange.into())).collect()
    }
}
