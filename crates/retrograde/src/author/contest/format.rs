//! A judge's problem: what its format reads, answers and writes.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use super::error::{AnswerError, InputError};
use super::subtask::{Subtask, Subtasks, Valid};
use crate::author::notation::NotationError;
use crate::kernel::solve::Options;
use crate::rules::message::Language;
use crate::rules::value::Value;

/// How far a reader goes along with its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// For answering: sizes beyond the judge's, CRLF, stray blanks and a missing last newline are accepted.
    Relaxed,
    /// For validating: the judge's limits and layout, to the byte.
    Judge,
}

/// By which road an answer is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The game's shortcut if it has one, else the table.
    #[default]
    Auto,
    /// The general kernel, which knows nothing of the game's theory.
    Table,
    /// The game's own solver.
    Shortcut,
}

/// The value of a case's position, if somebody knows it: for contests, before they solve.
///
/// # Errors
/// [`AnswerError::Known`].
pub fn known(options: &Options<'_>, case: u64, token: impl FnOnce() -> String) -> Result<Option<Value>, AnswerError> {
    let Some(known) = options.known else { return Ok(None) };
    let token = token();
    known.value(&token).map_err(|message| AnswerError::Known { case, token, message })
}

/// A judge's problem: one reader, one solver, one writer. Streams: no case is kept after its answer.
pub trait Contest: Send + Sync {
    /// The problem's id in lower case: `p9169`.
    fn id(&self) -> &'static str;

    /// Other names of the problem, in any spelling; another contest may share some. They name the game as well.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The game it is played with: `pawn`.
    fn game(&self) -> &'static str;

    /// Where it comes from, and its limits, in one line.
    fn title(&self) -> &'static str;

    /// The same in a language; in English, unless the contest says otherwise.
    fn title_in(&self, _language: Language) -> &'static str {
        self.title()
    }

    /// What the judge allows a program for one input file; `None` if it is not known.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// The files that the judge has programs read and write; `None` for standard input and output.
    fn files(&self) -> Option<Files> {
        None
    }

    /// Reads the cases of `input` in order as whole position tokens (`pawn:…`), until `visit` breaks.
    /// The first malformed or illegal case ends the reading with its error; the cases before it have been visited.
    fn read(
        &self,
        input: &mut dyn BufRead,
        strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// What a pasted text may lack that begins with a board: lines to put in front of it. It has so many lines that are not blank, and
    /// the first has so many characters.
    fn heads(&self, _rows: u64, _columns: u64) -> Vec<String> {
        Vec::new()
    }

    /// Reads `input` as the judge does, and holds each case to the promise of `subtask`, or else of that which the input names.
    /// What is no test, or breaks the promise, is an error with its case.
    fn validate(&self, input: &mut dyn BufRead, subtask: Option<&Subtask>) -> Result<Valid, InputError> {
        let mut cases = 0;
        self.read(input, Strictness::Judge, &mut |_| {
            cases += 1;
            ControlFlow::Continue(())
        })?;
        Ok(Valid { cases, subtask: subtask.map(|subtask| subtask.name), note: None })
    }

    /// The judge's subtasks; `None` if there are none.
    fn subtasks(&self) -> Option<&dyn Subtasks> {
        None
    }

    /// Answers the cases of `input` (read [`Relaxed`](Strictness::Relaxed)) in order, in the judge's own words,
    /// one line each. Answers before a bad case are written.
    fn answer(
        &self,
        input: &mut dyn BufRead,
        method: Method,
        options: &Options<'_>,
        output: &mut dyn Write,
    ) -> Result<(), AnswerError>;

    /// Writes positions (whole tokens) as one input file of the judge's layout.
    /// A position that the format cannot express, such as one with the wrong side to move, is an error.
    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;

    /// The judge's word for an answer line that may be a contestant's; `None` if it is no answer at all.
    /// `check` compares these.
    fn read_answer(&self, line: &str) -> Option<String>;
}

/// What a judge allows a program for one input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Resident memory, in bytes.
    pub memory: u64,
}

/// The names of the files through which a judge talks to a program, in the program's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// Holds the input: `zu.in`.
    pub input: &'static str,
    /// Takes the answers: `zu.out`.
    pub output: &'static str,
}

/// The part of a whole token after `<game>:`.
pub fn token_text<'t>(game: &str, token: &'t str) -> Result<&'t str, AnswerError> {
    token.strip_prefix(game).and_then(|rest| rest.strip_prefix(':')).ok_or_else(|| {
        AnswerError::notation(token, NotationError::malformed(0..0, format!("expected `{game}:` in front")))
    })
}
