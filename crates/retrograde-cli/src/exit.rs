//! The exit codes, once: for the process, the help and the man page.

use std::process::ExitCode;

use retrograde_desk::failure::Fault;

/// How a run ends. The value of a position is never an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    No = 1,
    BadInput = 2,
    Refused = 3,
    Damaged = 4,
    Internal = 70,
    Interrupted = 130,
}

impl Exit {
    pub(crate) const ALL: [Self; 7] =
        [Self::Done, Self::No, Self::BadInput, Self::Refused, Self::Damaged, Self::Internal, Self::Interrupted];

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::No => {
                "the answer is no: --expect not met, a wrong value in a table, a game that breaks a law, a failing program, nothing found by gen"
            }
            Self::BadInput => "bad usage or bad input (check: 3)",
            Self::Refused => "refused or ran out: memory, time, disk",
            Self::Damaged => "a damaged table, or one of another version (reserved)",
            Self::Internal => "a fault of the program or of a game's rules",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<Fault> for Exit {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::No => Self::No,
            Fault::Input => Self::BadInput,
            Fault::Refused => Self::Refused,
            Fault::Internal => Self::Internal,
            Fault::Interrupted => Self::Interrupted,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
