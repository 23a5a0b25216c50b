//! Generates the rows of a subtask's file (a subtask is a level of the contest problem); see [`Mixture`].

use std::collections::VecDeque;

use fastrand::Rng;
use retrograde::Notation;
use retrograde::author::{Contest, Draft, Drafts, Subtask, token_text};

use super::messages::Sizes;
use super::notation::Parts;
use super::rules::Cannons;
use super::starts::{Starts, disturbed, start};
use crate::drafts::{Mixture, Source, in_turn, read};
use crate::known;
use crate::messages::{Drafted, Size};
use retrograde::author::{Starts as _, UpTo};
use retrograde::rules::message::Message;

/// Returns the rows of one file of a subtask. The number of a subtask is the length of its longest row. `contest` reads
/// the known cases. If `draft` requests no length, all rows of the file together have at most `all` cannons.
pub(super) fn drafts(
    contest: &dyn Contest,
    subtask: &'static Subtask,
    all: u64,
    mut rng: Rng,
    draft: Draft,
) -> Drafts<'static> {
    let rows = Rows::new(contest, subtask, all, &mut rng, draft);
    Box::new(Mixture::new(rows, rng, draft.cases))
}

/// The greatest length for which a file can contain all rows up to this length.
const LISTED: u32 = 15;

/// Returns all rows with the properties that `draft` requests; `None` if there are too many such rows.
pub(super) fn every(subtask: &Subtask, draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
    let length = match draft.size {
        None => subtask.number,
        Some((1, length)) => length.into(),
        Some(_) => return None,
    };
    let length = u32::try_from(length).ok().filter(|&length| length <= LISTED)?;
    let starts = Starts.all(UpTo::Side(length)).ok()?.starts;
    let is_of_the_length = move |start: &String| draft.size.is_none() || row_of(start).len() == length as usize;
    Some(Box::new(starts.filter(is_of_the_length).map(|start| token(&start))))
}

/// The sources from which the rows of a file are drawn.
struct Rows {
    subtask: &'static Subtask,
    draft: Draft,
    /// The maximum length of the first random row, and the maximum length of every other random row.
    longest: [u64; 2],
    /// The known rows with the properties that the caller requests, as tokens.
    known: VecDeque<String>,
    /// The known row that was returned last.
    last: Option<String>,
}

impl Rows {
    fn new(contest: &dyn Contest, subtask: &'static Subtask, all: u64, rng: &mut Rng, draft: Draft) -> Self {
        let cases = draft.cases.max(1);
        // The first random row has at most half of the allowed cannons, and all other random rows together a quarter.
        // The known rows and their variants together have less than a tenth of the allowed cannons.
        let longest = [all / 2, all / 4 / cases].map(|longest| longest.clamp(1, subtask.number));
        let is_fit = |token: &String| {
            let length = token_text(Cannons::ID, token).map_or(0, |start| row_of(start).len() as u64);
            draft.size.map_or(length <= subtask.number, |(_, size)| length == u64::from(size))
        };
        let mut cases = read(contest, known::CANNONS);
        for case in &mut cases {
            case.retain(is_fit);
        }
        Self { subtask, draft, longest, known: in_turn(rng, cases), last: None }
    }
}

impl Source for Rows {
    /// Returns no cases, because no published program for this game is known to fail.
    fn hard(&mut self, _: &mut Rng) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Returns a variant of the last known row. In the variant, one cannon has the other colour, or two neighbours are
    /// swapped.
    fn fresh(&mut self, rng: &mut Rng) -> Vec<String> {
        let row = self.last.as_deref().and_then(|token| token_text(Cannons::ID, token).ok()).map(row_of);
        let row = row.map(|row| disturbed(rng, row.as_bytes().to_vec()));
        row.map(|row| token(&start(&row))).into_iter().collect()
    }

    fn known(&mut self, rng: &mut Rng) -> Option<String> {
        let known = self.known.pop_front()?;
        let mut row = row_of(token_text(Cannons::ID, &known).ok()?).as_bytes().to_vec();
        if rng.bool() {
            row.reverse();
        }
        self.last = Some(token(&start(&row)));
        self.last.clone()
    }

    fn random(&mut self, rng: &mut Rng, number: u64) -> Result<String, Message> {
        let [longest, others] = self.longest;
        let length = if number == 0 { longest } else { rng.u64(1..=others) };
        let size = self.draft.size.unwrap_or((1, length as u32));
        if self.draft.walls.is_some_and(|percent| percent > 0) {
            return Err(Sizes::NoWalls.into());
        }
        if u64::from(size.1) > self.subtask.number {
            let size = Size::Length { length: size.1.into() };
            return Err(Drafted::NotPromised { promise: self.subtask.promise, size }.into());
        }
        Ok(token(&Starts.make(rng, Some(size))?.start))
    }
}

fn token(start: &str) -> String {
    format!("{}:{start}", Cannons::ID)
}

/// Returns the row from the text of a start position.
fn row_of(start: &str) -> &str {
    Parts::read(start).map_or("", |parts| parts.row)
}
