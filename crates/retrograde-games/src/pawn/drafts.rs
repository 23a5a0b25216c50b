//! Generates the boards in the file of a contest test; see [`Mixture`].

use std::collections::VecDeque;
use std::ops::Range;

use fastrand::Rng;
use retrograde::author::{Contest, Draft, Drafts, Subtask, token_text};
use retrograde::{Notation, Side};

use super::climb::near;
use super::messages::Breach;
use super::notation::{Placed, Standing};
use super::rules::{Pawn, RED};
use super::starts::{Starts, board_of, start_of};
use super::subtask::Promise;
use super::sweep::Sweep;
use crate::drafts::{Mixture, Source, in_turn, read};
use crate::grid::Grid;
use crate::known;
use crate::messages::Size;
use crate::shape::Symmetry;
use retrograde::author::{Spec, Square, Starts as _, UpTo};
use retrograde::rules::message::Message;

/// Returns the boards of one file of a test. `contest` reads the known cases.
pub(super) fn drafts(contest: &dyn Contest, subtask: &Subtask, mut rng: Rng, draft: Draft) -> Drafts<'static> {
    let boards = Boards::new(contest, Promise::of(subtask.number), &mut rng, draft);
    Box::new(Mixture::new(boards, rng, draft.cases))
}

/// The maximum number of boards for which a file can contain all boards.
const LISTED: u64 = 1 << 20;

/// Returns all boards with the properties that `draft` requests. Returns `None` if there are more than `LISTED` such
/// boards, or if this function cannot list the boards of the subtask.
pub(super) fn every(subtask: &Subtask, draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
    let size = match *Promise::of(subtask.number) {
        // This function does not list the boards of a test whose promise fixes the walls. A promise is a property that
        // all boards of a test have.
        Promise::WalledOff => return None,
        Promise::OneColumn => draft.size.unwrap_or(ONE_COLUMN),
        _ => draft.size?,
    };
    let census = Starts.all(UpTo::Board(size.0, size.1)).ok()?;
    census.most.filter(|&most| most <= LISTED && draft.walls.is_none())?;
    let is_of_the_size = move |start: &String| {
        let grid = board_of(start).map(|board| board.grid);
        draft.size.is_none() || grid.is_some_and(|grid| is_of(&grid, size))
    };
    Some(Box::new(census.starts.filter(is_of_the_size).map(|start| token(&start))))
}

fn is_of(grid: &Grid, (rows, columns): (u32, u32)) -> bool {
    (grid.rows(), grid.columns()) == (rows as usize, columns as usize)
}

/// The size (rows and columns) of the largest board that the judge allows.
const LARGEST: (u32, u32) = (10, 10);
/// The size (rows and columns) of the largest board with one column.
pub(super) const ONE_COLUMN: (u32, u32) = (10, 1);
/// The smallest depth in plies that does not fit into 8 bits.
const DEEP: u32 = 1 << 8;

/// The sources from which the boards of a file are drawn.
struct Boards {
    promise: &'static Promise,
    draft: Draft,
    /// The tokens of the known start positions whose depth is above 255 plies, each with its winner.
    deep: Vec<(String, Side)>,
    /// All known starts that have the size that the caller requests, as tokens.
    known: VecDeque<String>,
    sweep: Sweep,
}

impl Boards {
    fn new(contest: &dyn Contest, promise: &'static Promise, rng: &mut Rng, draft: Draft) -> Self {
        let mut boards = Self { promise, draft, deep: Vec::new(), known: VecDeque::new(), sweep: Sweep::new() };
        // If the caller requests a share of walls, known boards are not used, because known boards may have another
        // share of walls.
        if draft.walls.is_none() {
            let mut cases = read(contest, known::PAWN);
            let is_fit = |token: &String| {
                placed(token).is_some_and(|start| draft.size.is_none_or(|size| is_of(&start.grid, size)))
            };
            for case in &mut cases {
                case.retain(is_fit);
            }
            // The search for deep boards considers only the cases that consist of one board.
            let alone = cases.iter().filter(|case| case.len() == 1).flatten();
            boards.deep = alone.filter_map(|token| boards.deep_winner(token)).collect();
            boards.known = in_turn(rng, cases);
        }
        boards
    }

    /// Returns a start with its winner. Returns `None` if the start breaks the promise, if the depth of the start fits
    /// into 8 bits, or if no side wins.
    fn deep_winner(&mut self, token: &str) -> Option<(String, Side)> {
        let start = placed(token).filter(|start| self.promise.breach(start).is_none())?;
        let (game, position) = start.set_up().ok()?;
        let value = self.sweep.answer(&game, &position)?;
        value.depth().filter(|depth| depth.plies() >= DEEP)?;
        Some((token.to_owned(), value.winner(RED)?))
    }

    fn keeps_promise(&self, start: &str) -> bool {
        Placed::read(start).is_ok_and(|start| self.promise.breach(&start).is_none())
    }
}

impl Source for Boards {
    fn hard(&mut self, rng: &mut Rng) -> Vec<Vec<String>> {
        let deep = rng.choice(&self.deep).and_then(|(token, _)| turned(rng, token));
        deep.map(|start| vec![start]).into_iter().collect()
    }

    fn fresh(&mut self, rng: &mut Rng) -> Vec<String> {
        let new = rng.choice(&self.deep).and_then(|(token, winner)| {
            let near = near(&mut self.sweep, &placed(token)?.grid, *winner, DEEP, rng)?;
            turned(rng, &self::token(&near))
        });
        new.into_iter()
            .filter(|token| token_text(Pawn::ID, token).is_ok_and(|start| self.keeps_promise(start)))
            .collect()
    }

    fn known(&mut self, rng: &mut Rng) -> Option<String> {
        while let Some(token) = self.known.pop_front() {
            if token_text(Pawn::ID, &token).is_ok_and(|start| self.keeps_promise(start)) {
                return turned(rng, &token);
            }
        }
        None
    }

    fn random(&mut self, rng: &mut Rng, number: u64) -> Result<String, Message> {
        /// The maximum number of boards that the function tries. The function returns the first board that keeps the
        /// promise. If no tried board keeps the promise, the function returns the last tried board.
        const TRIES: usize = 200;
        // Every second board has the largest size.
        let size = if number.is_multiple_of(2) { Some(largest(self.promise)) } else { None };
        let draft = Draft { size: self.draft.size.or(size), ..self.draft };
        let mut start = drawn(self.promise, rng, draft)?;
        for _ in 1..TRIES {
            if self.keeps_promise(&start) {
                break;
            }
            start = drawn(self.promise, rng, draft)?;
        }
        Ok(token(&start))
    }
}

fn token(start: &str) -> String {
    format!("{}:{start}", Pawn::ID)
}

/// Reads the start from a whole token.
pub(super) fn placed(token: &str) -> Option<Placed> {
    Placed::read(token_text(Pawn::ID, token).ok()?).ok()
}

/// Returns the token unchanged or with its columns in reverse order. The choice is random.
fn turned(rng: &mut Rng, token: &str) -> Option<String> {
    let board = board_of(token_text(Pawn::ID, token).ok()?)?;
    start_of(&Symmetry::of_rows(rng).apply(&board)).map(|start| self::token(&start))
}

/// Returns the size (rows and columns) of the largest board that a promise allows.
fn largest(promise: &Promise) -> (u32, u32) {
    if *promise == Promise::OneColumn { ONE_COLUMN } else { LARGEST }
}

/// Returns a random start that probably keeps the promise `promise`. The result is the part of a token after `pawn:`.
///
/// # Errors
/// Returns an error if no board that keeps the promise has the size or the walls that `draft` requests.
pub(super) fn drawn(promise: &Promise, rng: &mut Rng, draft: Draft) -> Result<String, Message> {
    match promise {
        Promise::Nothing | Promise::TieOrStuck | Promise::TieOrSoon => start(rng, draft.size, draft.walls),
        Promise::WalledOff => walled_off(rng, draft),
        Promise::OneColumn => {
            let (rows, columns) = draft.size.unwrap_or_else(|| (rng.u32(3..=ONE_COLUMN.0), 1));
            if columns != 1 {
                return Err(Breach::NoOneColumn { columns }.into());
            }
            start(rng, Some((rows, columns)), draft.walls)
        }
    }
}

fn start(rng: &mut Rng, size: Option<(u32, u32)>, walls: Option<u32>) -> Result<String, Message> {
    // This call returns an error for a size that the judge does not allow.
    let made = Starts.make(rng, size)?.start;
    match walls {
        None => Ok(made),
        Some(_) => super::random(rng, &Spec { size, walls }).map(|(game, position)| game.print(&position)),
    }
}

/// Returns a board whose second-last row is the only wall, with one king above this row and one king below it.
fn walled_off(rng: &mut Rng, draft: Draft) -> Result<String, Message> {
    if draft.walls.is_some() {
        return Err(Breach::NoWalls.into());
    }
    let (rows, columns) = draft.size.unwrap_or_else(|| (rng.u32(4..=10), rng.u32(1..=10)));
    if !(4..=10).contains(&rows) || !(1..=10).contains(&columns) {
        return Err(Breach::Size { size: Size::board(rows, columns) }.into());
    }
    let (rows, columns) = (rows as u16, columns as u16);
    let mut grid = Grid::new(columns.into());
    for row in 0..rows {
        grid.push_row((0..columns).map(|_| row == rows - 2));
    }
    let mut random_square = |rows: Range<u16>| Square::new(rng.u16(rows), rng.u16(0..columns));
    let pawn = random_square(1..rows - 2);
    let below = random_square(rows - 1..rows);
    let above = loop {
        let square = random_square(0..rows - 2);
        if square != pawn {
            break square;
        }
    };
    let placed = Placed { grid, standing: Standing { kings: [above, below], pawn }, turn: RED };
    Ok(placed.print())
}
