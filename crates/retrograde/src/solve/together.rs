//! Checkpoints of a solve that goes on in several processes: the first one keeps the codes of all, as if it had solved alone.
//!
//! So a checkpoint is the same whoever made it, and any number of processes goes on from it, or one alone. All take part, step by step: the codes of some
//! segments, a *window*, go to the first process, or come from it, and all meet before the next.

use std::collections::VecDeque;
use std::time::Duration;

use super::checkpoint::Meanings;
use super::segments::Segments;
use crate::carrier::{Address, Carrier, Member, Parcel};
use crate::column::{Column, Width, with_codes};
use crate::message::Message;
use crate::options::SolveError;
use crate::state::{Keeper, Law, Left, Point, Seeds, State, Sweep};
use crate::table::Cell;
use crate::value::Depth;

/// The slots of a window.
const WINDOW: u64 = 1 << 24;
/// Who keeps checkpoints.
const FIRST: usize = 0;

/// The process of a worker.
pub(super) fn process_of(members: &[Member], mut worker: usize) -> usize {
    let is_before = |member: &&Member| {
        let is_before = worker >= member.workers;
        worker -= if is_before { member.workers } else { 0 };
        is_before
    };
    members.iter().take_while(is_before).count()
}

/// Codes on their way between the first process and all others.
struct Windows<'a> {
    segments: &'a Segments,
    carrier: &'a dyn Carrier,
    width: Width,
    /// The first segment of the next window.
    next: usize,
    /// How far this process's own column is done, in bytes.
    own: usize,
    /// What has come of each process, and is not yet used.
    come: Vec<VecDeque<Parcel>>,
}

impl<'a> Windows<'a> {
    fn new(segments: &'a Segments, carrier: &'a dyn Carrier, width: Width) -> Self {
        let come = carrier.members().iter().map(|_| VecDeque::new()).collect();
        Self { segments, carrier, width, next: 0, own: 0, come }
    }

    fn is_done(&self) -> bool {
        self.next >= self.segments.count()
    }

    /// The segments of the next window: whose they are, and how many bytes they take.
    fn window(&self) -> Vec<(usize, usize)> {
        let each = (WINDOW >> self.segments.shift()).max(1) as usize;
        let (segments, members) = (self.segments, self.carrier.members());
        (self.next..segments.count().min(self.next + each))
            .map(|segment| {
                let slots = segments.slots().min(segments.first(segment + 1)) - segments.first(segment);
                (process_of(members, segments.owner(segment)), (slots * self.width.bytes()) as usize)
            })
            .collect()
    }

    /// Sends bytes to a process, who knows by them whose they are.
    fn send(&self, to: usize, bytes: &[u8]) {
        let mut parcel = Vec::with_capacity(bytes.len() + 8);
        parcel.extend((self.carrier.process() as u64).to_le_bytes());
        parcel.extend_from_slice(bytes);
        self.carrier.post(Address { process: to, worker: 0 }, parcel, 0);
    }

    /// Meets the others, and takes what they have sent.
    fn meet(&mut self) -> Result<(), Message> {
        self.carrier.meet([0; 4])?;
        for parcel in self.carrier.collect(0) {
            let from = (*parcel).as_ref().first_chunk().map(|from| u64::from_le_bytes(*from));
            match from.and_then(|from| self.come.get_mut(usize::try_from(from).ok()?)) {
                Some(come) => come.push_back(parcel),
                None => return Err(Strange::Codes.into()),
            }
        }
        Ok(())
    }

    /// The bytes that a process has sent for this window.
    fn take(&mut self, process: usize, length: usize) -> Result<Parcel, Message> {
        let parcel = self.come[process].pop_front().filter(|parcel| (**parcel).as_ref().len() == length + 8);
        parcel.ok_or_else(|| Strange::Codes.into())
    }

    /// The codes of all processes in the next window, in their order: for the first process.
    fn gather(&mut self, column: &[u8], window: &mut Vec<u8>) -> Result<(), Message> {
        self.meet()?;
        let parts = self.window();
        let lengths = lengths(&parts, self.come.len());
        let mut parcels = Vec::with_capacity(lengths.len());
        for (process, &length) in lengths.iter().enumerate() {
            let has_sent = process != FIRST && length > 0;
            parcels.push(has_sent.then(|| self.take(process, length)).transpose()?);
        }
        let mut rest: Vec<&[u8]> = parcels
            .iter()
            .map(|parcel| parcel.as_ref().map_or(&column[self.own..], |parcel| &(**parcel).as_ref()[8..]))
            .collect();
        window.clear();
        for &(process, length) in &parts {
            let (codes, more) = rest[process].split_at_checked(length).ok_or(Strange::Codes)?;
            window.extend_from_slice(codes);
            rest[process] = more;
        }
        self.own += lengths[FIRST];
        self.next += parts.len();
        Ok(())
    }

    /// Sends this process's codes of the next window to the first one.
    fn give(&mut self, column: &[u8]) -> Result<(), Message> {
        let parts = self.window();
        let length = lengths(&parts, self.come.len())[self.carrier.process()];
        if length > 0 {
            self.send(FIRST, &column[self.own..self.own + length]);
        }
        self.own += length;
        self.next += parts.len();
        self.meet()
    }

    /// Sends the codes of a window to whom they belong.
    fn scatter(&mut self, window: &[u8], column: &mut [u8]) -> Result<(), Message> {
        let parts = self.window();
        let mut bytes = vec![Vec::new(); self.come.len()];
        let mut rest = window;
        for &(process, length) in &parts {
            let (codes, more) = rest.split_at_checked(length).ok_or(Strange::Codes)?;
            bytes[process].extend_from_slice(codes);
            rest = more;
        }
        for (process, bytes) in bytes.iter().enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
            if process == FIRST {
                column[self.own..self.own + bytes.len()].copy_from_slice(bytes);
                self.own += bytes.len();
            } else {
                self.send(process, bytes);
            }
        }
        self.next += parts.len();
        self.meet()
    }

    /// Takes this process's codes of the next window from the first one.
    fn accept(&mut self, column: &mut [u8]) -> Result<(), Message> {
        let parts = self.window();
        let length = lengths(&parts, self.come.len())[self.carrier.process()];
        self.meet()?;
        if length > 0 {
            let parcel = self.take(FIRST, length)?;
            column[self.own..self.own + length].copy_from_slice(&(*parcel).as_ref()[8..]);
        }
        self.own += length;
        self.next += parts.len();
        Ok(())
    }

    /// The bytes of the next window.
    fn length(&self) -> usize {
        self.window().iter().map(|&(_, length)| length).sum()
    }
}

/// The bytes of each process.
fn lengths(parts: &[(usize, usize)], processes: usize) -> Vec<usize> {
    let mut lengths = vec![0; processes];
    for &(process, length) in parts {
        lengths[process] += length;
    }
    lengths
}

/// Keeps the codes of all; every process calls this for the same state, and the first one alone has a keeper.
pub(super) fn keep(
    keeper: Option<&dyn Keeper>,
    state: &State,
    column: &Column,
    segments: &Segments,
    carrier: &dyn Carrier,
) -> Result<(), SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let mut windows = Windows::new(segments, carrier, column.width());
    let codes = column.as_bytes();
    // Nobody sends codes to a worker who still waits for mail, or mail to a process that still waits for codes.
    let apart = || carrier.meet([0; 4]).map(drop).map_err(lost);
    apart()?;
    let Some(keeper) = keeper.filter(|_| carrier.process() == FIRST) else {
        while !windows.is_done() {
            windows.give(codes).map_err(lost)?;
        }
        return apart();
    };
    let (mut window, mut at, mut failed) = (Vec::new(), 0, None);
    keeper.keep(state, &mut |mut bytes| {
        while !bytes.is_empty() {
            if at == window.len() {
                at = 0;
                windows.gather(codes, &mut window).inspect_err(|why| failed = Some(why.clone()))?;
            }
            let length = bytes.len().min(window.len() - at);
            let (now, rest) = std::mem::take(&mut bytes).split_at_mut(length);
            now.copy_from_slice(&window[at..at + length]);
            at += length;
            bytes = rest;
        }
        Ok(())
    });
    if let Some(reason) = failed {
        return Err(lost(reason));
    }
    // A keeper who has given up leaves the others waiting.
    while !windows.is_done() {
        windows.gather(codes, &mut window).map_err(lost)?;
    }
    apart()
}

/// What is kept, and where: told by the first process to all.
pub(super) struct Known {
    /// Whether checkpoints are kept at all.
    pub(super) keeps: bool,
    pub(super) state: Option<State>,
}

/// Agrees on what is gone on from.
pub(super) fn agree(
    keeper: Option<&dyn Keeper>,
    slots: u64,
    segments: &Segments,
    carrier: &dyn Carrier,
) -> Result<Known, SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let first = carrier.process() == FIRST;
    let state = keeper.filter(|_| first).and_then(Keeper::kept);
    if let Some(state) = &state {
        state.check(slots)?;
        let bytes = words_of(state).into_iter().flat_map(u64::to_le_bytes).collect::<Vec<_>>();
        let windows = Windows::new(segments, carrier, state.width());
        (1..carrier.members().len()).for_each(|process| windows.send(process, &bytes));
    }
    let votes = carrier.meet([keeper.is_some().into(), state.is_some().into(), 0, 0]).map_err(lost)?;
    let [keeps, has_state, ..] = votes.first().copied().unwrap_or_default();
    if first || has_state == 0 {
        return Ok(Known { keeps: keeps > 0, state });
    }
    let parcel = carrier.collect(0).pop();
    let state = parcel.and_then(|parcel| {
        let (words, _) = (*parcel).as_ref().as_chunks::<8>();
        state_of(words.iter().skip(1).copied().map(u64::from_le_bytes))
    });
    let state = state.ok_or_else(|| lost(Strange::Codes.into()))?;
    state.check(slots)?;
    Ok(Known { keeps: keeps > 0, state: Some(state) })
}

/// The codes of this process, from the checkpoint of the first.
pub(super) fn restore(
    keeper: Option<&dyn Keeper>,
    state: &State,
    segments: &Segments,
    carrier: &dyn Carrier,
) -> Result<Column, SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let mut column = Column::zeroed(segments.slots_here(), state.width())?;
    let mut windows = Windows::new(segments, carrier, state.width());
    match keeper.filter(|_| carrier.process() == FIRST) {
        Some(keeper) => {
            let (mut window, mut length) = (Vec::new(), windows.length());
            state.copy(keeper, |_, mut codes| {
                while !codes.is_empty() {
                    let (now, rest) = codes.split_at(codes.len().min(length - window.len()));
                    window.extend_from_slice(now);
                    codes = rest;
                    if window.len() == length {
                        windows.scatter(&window, column.bytes_mut()).map_err(lost)?;
                        window.clear();
                        length = windows.length();
                    }
                }
                Ok(())
            })?;
        }
        None => {
            while !windows.is_done() {
                windows.accept(column.bytes_mut()).map_err(lost)?;
            }
        }
    }
    carrier.meet([0; 4]).map_err(lost)?;
    let meanings = Meanings::of(state);
    with_codes!(column.codes(), codes => meanings.check(0, codes))?;
    Ok(column)
}

const NONE: u64 = u64::MAX;

/// A state as numbers, for processes of the same program.
fn words_of(state: &State) -> Vec<u64> {
    let State { slots, width, counts, values, left, has_ties, point, done, spent } = state;
    let mut words = vec![*slots, width.bytes(), (*counts).into(), (*has_ties).into(), *done, spent.as_millis() as u64];
    words.extend(left.0.map(|place| place.map_or(NONE, u64::from)));
    words.extend(match *point {
        Point::Seeding(Seeds { most, seen }) => [0, most.into(), seen.into(), 0, 0, 0],
        Point::Sweeping(Sweep { law, depth, begun }) => {
            let [one, other] = begun.unwrap_or_default();
            [1, (law == Law::Ties).into(), depth.plies().into(), begun.is_some().into(), one, other]
        }
        Point::Finishing => [2, 0, 0, 0, 0, 0],
    });
    words.extend(values.iter().map(|cell| cell.map_or(NONE, |cell| cell.bits().into())));
    words
}

fn state_of(mut words: impl Iterator<Item = u64>) -> Option<State> {
    let mut word = || words.next();
    let slots = word()?;
    let width = word()
        .and_then(|bytes| [Width::One, Width::Two, Width::Four].into_iter().find(|width| width.bytes() == bytes))?;
    let (counts, has_ties, done, spent) = (word()? as u32, word()? > 0, word()?, Duration::from_millis(word()?));
    let place = |word: u64| (word != NONE).then_some(word as u32);
    let left = Left([place(word()?), place(word()?)]);
    let fields = [word()?, word()?, word()?, word()?, word()?, word()?];
    let point = match fields {
        [0, most, seen, ..] => Point::Seeding(Seeds { most: most as u32, seen: seen as u32 }),
        [1, ties, depth, begun, one, other] => Point::Sweeping(Sweep {
            law: if ties > 0 { Law::Ties } else { Law::WinsAndLosses },
            depth: Depth::new(depth as u32),
            begun: (begun > 0).then_some([one, other]),
        }),
        [2, ..] => Point::Finishing,
        _ => return None,
    };
    let values = words.map(|word| place(word).map(Cell::from_bits)).collect();
    Some(State { slots, width, counts, values, left, has_ties, point, done, spent })
}

crate::messages! {
    /// What another process sent.
    enum Strange {
        Codes: "another process sent other codes than a checkpoint has: it is of another build", "另一个进程发来的代码与检查点不符：它的版本不同";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn a_state_is_the_same_on_the_other_side() {
        let cell = |value| Some(Cell::of(value).unwrap());
        let points = [
            Point::Seeding(Seeds { most: 7, seen: 0b1011 }),
            Point::Sweeping(Sweep { law: Law::WinsAndLosses, depth: Depth::new(9), begun: None }),
            Point::Sweeping(Sweep { law: Law::Ties, depth: Depth::new(3), begun: Some([4, u64::MAX]) }),
            Point::Finishing,
        ];
        for (point, width) in points.into_iter().zip([Width::One, Width::Two, Width::Four, Width::One]) {
            let state = State {
                slots: 1 << 40,
                width,
                counts: 200,
                values: vec![None, cell(Value::Win(Depth::new(5))), None, cell(Value::Draw)],
                left: Left([None, Some(2)]),
                has_ties: true,
                point,
                done: 12,
                spent: Duration::from_millis(1234),
            };
            assert_eq!(state_of(words_of(&state).into_iter()), Some(state));
        }
        assert_eq!(state_of(std::iter::empty()), None);
    }
}
