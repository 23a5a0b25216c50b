//! The verdicts of `check` on a contestant's output, and the defects that `stress` finds in a program.

/// A verdict of `check`. The discriminants of the variants are testlib's exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Ok = 0,
    WrongAnswer = 1,
    PresentationError = 2,
    Fail = 3,
    UnexpectedEnd = 8,
}

impl From<Verdict> for u8 {
    fn from(verdict: Verdict) -> Self {
        verdict as u8
    }
}

/// A defect of a program under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    WrongAnswer,
    Garbage,
    TooFew,
    TooMany,
    Crash,
    ExitCode,
    Timeout,
    Memory,
    TooMuch,
}
