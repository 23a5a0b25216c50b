//! The interface of a judge's problem. A judge's problem has its own format of input and its own format of output.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use super::error::{AnswerError, InputError};
use super::subtask::{Subtask, Subtasks, Valid};
use crate::form::notation::NotationError;
use crate::kernel::solve::Options;
use crate::rules::message::{Language, Message};
use crate::rules::value::Value;

/// How strictly an input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// The strictness for answering. Inputs may exceed the judge's limits on sizes. Inputs may also contain CRLF line
    /// ends and extra blanks, and the final newline may be missing.
    Relaxed,
    /// The strictness for validation. The input must have exactly the judge's limits and layout.
    Judge,
}

/// The method that computes an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The method is the game's shortcut if the game has one, and otherwise the table.
    #[default]
    Auto,
    /// The table that the general kernel computes without the game's theory.
    Table,
    /// The game's shortcut, which is its own solver.
    Shortcut,
}

/// Returns the value of a case's position, if [`Options::known`] contains it. Contests call this function before they
/// solve a case.
///
/// # Errors
/// Returns [`AnswerError::Known`] if the known value cannot be read.
pub fn known(options: &Options<'_>, case: u64, token: impl FnOnce() -> String) -> Result<Option<Value>, AnswerError> {
    let Some(known) = options.known else { return Ok(None) };
    let token = token();
    known.value(&token).map_err(|message| AnswerError::Known { case, token, message })
}

/// A judge's problem. An implementation reads the input, solves the cases, and writes the output. Cases are processed
/// as a stream, so a case is not stored after it is answered.
pub trait Contest: Send + Sync {
    /// Returns the problem's id in lower case, such as `p9169`.
    fn id(&self) -> &'static str;

    /// Other names of the problem, in any spelling. Several contests may share a name. The names also identify the
    /// game.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the id of the problem's game, such as `pawn`.
    fn game(&self) -> &'static str;

    /// Returns the origin of the problem and its limits, in one line.
    fn title(&self) -> &'static str;

    /// Returns the title in a language. The default is the English title.
    fn title_in(&self, _language: Language) -> &'static str {
        self.title()
    }

    /// The layout of the judge's input, as a sentence without a full stop; `None` if the contest does not state the
    /// layout.
    fn input_layout(&self) -> Option<Message> {
        None
    }

    /// The words of an answer, as a sentence without a full stop; `None` if the contest does not state the words.
    fn answer_layout(&self) -> Option<Message> {
        None
    }

    /// The judge's limits for a program on one input file; `None` if the limits are unknown.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Returns the files that a program reads and writes for the judge. Returns `None` for standard input and output.
    fn files(&self) -> Option<Files> {
        None
    }

    /// Reads the cases of `input` in order. Passes each case to `visit` as a complete token (`pawn:…`), until `visit`
    /// returns `Break`. If a case is malformed or illegal, the method returns an error after it has visited all cases
    /// before this one.
    fn read(
        &self,
        input: &mut dyn BufRead,
        strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// A user may paste a text that begins with a board, and leave out the header before the board. This method returns
    /// candidates for the header. A candidate is a text that can be put before the board. The pasted text has `rows`
    /// lines that are not blank, and the first of these lines has `columns` characters.
    fn heads(&self, _rows: u64, _columns: u64) -> Vec<String> {
        Vec::new()
    }

    /// Reads `input` as strictly as the judge. Checks that each case keeps the promise of `subtask`. If `subtask` is
    /// `None`, the cases must keep the promise of the subtask that the input names. A promise is a condition that every
    /// case of a subtask satisfies. Returns an error for an invalid test and for a case that breaks the promise.
    fn validate(&self, input: &mut dyn BufRead, subtask: Option<&Subtask>) -> Result<Valid, InputError> {
        let mut cases = 0;
        self.read(input, Strictness::Judge, &mut |_| {
            cases += 1;
            ControlFlow::Continue(())
        })?;
        Ok(Valid { cases, subtask: subtask.map(|subtask| subtask.name), note: None })
    }

    /// Returns the judge's subtasks. Returns `None` if the problem has no subtasks, or if the library was built without
    /// its feature `full`. See [`subtasks`](super::subtasks).
    fn subtasks(&self) -> Option<&dyn Subtasks> {
        None
    }

    /// Answers the cases of `input` in order. The input is read with the strictness [`Relaxed`](Strictness::Relaxed).
    /// An answer is one line in the form that the judge expects. If a case is invalid, the method first writes the
    /// answers to all cases before it.
    fn answer(
        &self,
        input: &mut dyn BufRead,
        method: Method,
        options: &Options<'_>,
        output: &mut dyn Write,
    ) -> Result<(), AnswerError>;

    /// Writes positions (complete tokens) as one input file in the judge's layout. Returns an error for a position that
    /// the format cannot express, for example because of its side to move.
    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;

    /// Converts a line of a contestant's answers to the judge's spelling of the answer. Returns `None` if the line is
    /// not an answer. The command `check` compares answers in the judge's spelling.
    fn read_answer(&self, line: &str) -> Option<String>;
}

/// A judge's limits for a program on one input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The limit of processor time.
    pub time: Duration,
    /// The limit of resident memory, in bytes.
    pub memory: u64,
}

/// The names of the files, in the program's folder, through which a judge and a program communicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// The file with the input, such as `zu.in`.
    pub input: &'static str,
    /// The file for the answers, such as `zu.out`.
    pub output: &'static str,
}

/// Returns the part of a complete token after `<game>:`.
pub fn token_text<'t>(game: &str, token: &'t str) -> Result<&'t str, AnswerError> {
    token.strip_prefix(game).and_then(|rest| rest.strip_prefix(':')).ok_or_else(|| {
        AnswerError::notation(token, NotationError::malformed(0..0, format!("expected `{game}:` in front")))
    })
}
