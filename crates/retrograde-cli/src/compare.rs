//! A contestant's output against our answers, line by line.

use retrograde_games::contest::Contest;

use crate::failure::{Stop, printable};
use crate::input::{Input, Line, Lines};

/// A verdict, by testlib's exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Ok = 0,
    WrongAnswer = 1,
    PresentationError = 2,
    Fail = 3,
    UnexpectedEnd = 8,
}

impl From<Verdict> for std::process::ExitCode {
    fn from(verdict: Verdict) -> Self {
        (verdict as u8).into()
    }
}

impl Verdict {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::WrongAnswer => "wrong answer",
            Self::PresentationError => "presentation error",
            Self::Fail => "fail",
            Self::UnexpectedEnd => "unexpected end of output",
        }
    }
}

/// Where an output first differs from ours.
pub(crate) struct Difference {
    pub(crate) verdict: Verdict,
    /// From 1; `None` after the last case.
    pub(crate) case: Option<u64>,
    pub(crate) expected: Option<String>,
    pub(crate) found: Option<String>,
}

/// Compares line by line; blank lines are nothing, as blanks are to testlib.
pub(crate) fn first_difference(
    contest: &dyn Contest,
    ours: &[String],
    output: Input,
) -> Result<Option<Difference>, Stop> {
    let mut lines = output.lines();
    for (case, answer) in (1..).zip(ours) {
        let line = next_line(&mut lines)?;
        let judged = line.as_deref().map(|line| contest.read_answer(line));
        let verdict = match judged {
            None => Verdict::UnexpectedEnd,
            Some(None) => Verdict::PresentationError,
            Some(Some(theirs)) if theirs == *answer => continue,
            Some(Some(_)) => Verdict::WrongAnswer,
        };
        let found = line.map(|line| printable(&line));
        return Ok(Some(Difference { verdict, case: Some(case), expected: Some(answer.clone()), found }));
    }
    let extra = next_line(&mut lines)?.map(|line| printable(&line));
    let verdict = Verdict::PresentationError;
    Ok(extra.map(|found| Difference { verdict, case: None, expected: None, found: Some(found) }))
}

fn next_line(lines: &mut Lines) -> Result<Option<String>, Stop> {
    Ok(lines.next()?.map(|Line { text, .. }| text.to_owned()))
}
