//! The laws (properties that must hold for every input) of contest formats, and of answers to inputs in these formats.

use std::ops::ControlFlow;

use retrograde::Options;
use retrograde::author::{AnswerError, Contest, InputError, Method, Strictness};

/// The maximum number of bytes of a table. The limit allows tables of boards up to about 5x5 squares. For a larger
/// board, the solver returns an error. The limit keeps the time for each input short.
const TABLE: u64 = 1 << 19;

/// Checks the contest format of a judge's problem. The check includes the laws of [`check_contest`]. The number of
/// answer lines must also equal the number of cases.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_judged(contest: &dyn Contest, input: &[u8]) {
    check_contest(contest, input);
    let (answers, end) = answer(contest, input, Method::Auto);
    if end.is_ok() {
        let cases = read(contest, input, Strictness::Relaxed).expect("what was answered can be read");
        assert_eq!(answers.lines().count(), cases.len());
    }
}

/// Checks a format's reader, writer and solver.
///
/// Relaxed reading must accept every input that strict reading accepts. Writing tokens and reading them again must give
/// the same tokens. The solver's answers must be words that the judge accepts. The answers from the table and from the
/// game's shortcut (a solver without a table) must be equal. An error must have a line and a column.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_contest(contest: &dyn Contest, input: &[u8]) {
    let relaxed = read(contest, input, Strictness::Relaxed);
    if let Ok(judged) = read(contest, input, Strictness::Judge) {
        assert_eq!(Some(&judged), relaxed.as_ref().ok());
        check_writing(contest, &judged, Strictness::Judge);
    }
    if let Ok(tokens) = &relaxed {
        check_writing(contest, tokens, Strictness::Relaxed);
    }
    check_answers(contest, input);
}

fn read(contest: &dyn Contest, mut input: &[u8], strictness: Strictness) -> Result<Vec<String>, InputError> {
    let mut tokens = Vec::new();
    let end = contest.read(&mut input, strictness, &mut |token| {
        tokens.push(token);
        ControlFlow::Continue(())
    });
    if let Err(error) = &end {
        check_input_error(error);
    }
    end.map(|()| tokens)
}

fn check_writing(contest: &dyn Contest, tokens: &[String], strictness: Strictness) {
    let mut written = Vec::new();
    contest.write(tokens, &mut written).expect("what was read can be written");
    assert_eq!(read(contest, &written, strictness).expect("what was written is read"), tokens);
}

fn check_answers(contest: &dyn Contest, input: &[u8]) {
    let (auto, _) = answer(contest, input, Method::Auto);
    for line in auto.lines() {
        assert_eq!(contest.read_answer(line).as_deref(), Some(line));
    }
    let (table, _) = answer(contest, input, Method::Table);
    // If the table needs too much memory, solving with the table stops before the end of the input.
    assert!(auto.starts_with(&table), "{auto:?} by default, {table:?} by table");
}

/// Returns the answers before the first error. Also returns the first error, or `Ok` if there is no error.
fn answer(contest: &dyn Contest, mut input: &[u8], method: Method) -> (String, Result<(), AnswerError>) {
    let options = Options { threads: 1, memory: TABLE, ..Options::default() };
    let mut output = Vec::new();
    let end = contest.answer(&mut input, method, &options, &mut output);
    if let Err(AnswerError::Input(error)) = &end {
        check_input_error(error);
    }
    (String::from_utf8(output).expect("answers are text"), end)
}

fn check_input_error(error: &InputError) {
    assert!(error.line > 0 && error.column > 0 && error.case != Some(0), "{error:?}");
    assert!(!error.message.to_string().is_empty());
}
