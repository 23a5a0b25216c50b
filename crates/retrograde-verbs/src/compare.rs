//! A line-by-line comparison of a contestant's output with our answers.

use std::io::Read;

use retrograde::author::Contest;
use retrograde::rules::escaped;

use crate::failure::Stop;
use crate::input::Input;
use crate::verdict::Verdict;

/// The first difference between a contestant's output and our answers.
pub(crate) struct Difference {
    pub(crate) verdict: Verdict,
    /// The index of the test case with the difference, from 1; `None` for a difference after the last case.
    pub(crate) case: Option<u64>,
    pub(crate) expected: Option<String>,
    pub(crate) found: Option<String>,
}

/// The maximum number of bytes read from an output, because a program may print blank lines without end.
const MOST_OUTPUT: u64 = 64 << 20;

/// Finds the first line in which an output differs from our answers. As in testlib, blank lines are ignored. Before the
/// function compares a line, it replaces bytes that are not UTF-8.
pub(crate) fn first_difference(
    contest: &dyn Contest,
    ours: &[String],
    output: Input,
) -> Result<Option<Difference>, Stop> {
    let reader = output.reader.take(MOST_OUTPUT);
    let mut lines = Input::new(output.name, reader).lines();
    for (case, answer) in (1..).zip(ours) {
        let line = lines.next_of_anything()?;
        let judged = line.as_deref().map(|line| contest.read_answer(line));
        let verdict = match judged {
            None => Verdict::UnexpectedEnd,
            Some(None) => Verdict::PresentationError,
            Some(Some(theirs)) if theirs == *answer => continue,
            Some(Some(_)) => Verdict::WrongAnswer,
        };
        let found = line.map(|line| escaped(&line));
        return Ok(Some(Difference { verdict, case: Some(case), expected: Some(answer.clone()), found }));
    }
    let extra = lines.next_of_anything()?.map(|line| escaped(&line));
    let verdict = Verdict::PresentationError;
    Ok(extra.map(|found| Difference { verdict, case: None, expected: None, found: Some(found) }))
}
