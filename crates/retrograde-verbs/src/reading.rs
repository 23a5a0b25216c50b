//! Reads the positions of an input in any input format. The input formats are tokens, contest files and JSON.

use std::ops::ControlFlow;

use retrograde::author::{Contest, Strictness};
use retrograde_service::forms::{Form, token_of_json};

use crate::failure::{Failure, Place, Stop, admit_token};
use crate::input::{Input, InputLine};

/// A token, or the error for a line that has no token.
pub(crate) type Token<'t> = Result<&'t str, Failure>;

/// Calls `visit` with the token of each position of `input`, in order. If a position has an error, the function first
/// visits the positions before it, and then reports the error.
pub(crate) fn each_position(
    form: Form<'_>,
    input: Input,
    mut visit: impl FnMut(Token<'_>, Place) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if let Form::Contest(contest) = form {
        return each_case(contest, input, visit);
    }
    let mut lines = input.lines();
    while let Some(InputLine { text, place }) = lines.next()? {
        admit_token(text.len(), &place)?;
        match form {
            // Skips a comment.
            _ if text.starts_with('#') => {}
            Form::Json => visit(token_of_json(text, place.clone()).as_deref().map_err(Failure::clone), place)?,
            _ => visit(Ok(text), place)?,
        }
    }
    Ok(())
}

fn each_case(
    contest: &dyn Contest,
    mut input: Input,
    mut visit: impl FnMut(Token<'_>, Place) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut stopped = Ok(());
    let mut number = 0;
    let mut visit_case = |token: String| {
        number += 1;
        let place = Place { file: Some(input.name.clone()), case: Some(number), ..Place::default() };
        stopped = admit_token(token.len(), &place).map_err(Stop::from).and_then(|()| visit(Ok(&token), place));
        if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let read = contest.read(&mut *input.reader, Strictness::Relaxed, &mut visit_case);
    stopped?;
    Ok(read.map_err(|error| input.failure(error))?)
}
