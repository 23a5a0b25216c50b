//! Failures as Python exceptions.

use pyo3::prelude::*;
use retrograde::rules::message::Language;
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::report::json;

/// The command line by which a user of this package calls the command.
const PROGRAM: &str = "python -m retrograde";

/// Makes the exception of a failure. The Python part chooses the class of the exception by the fault and the code.
pub(crate) fn raised(py: Python<'_>, failure: &Failure, language: Language) -> PyErr {
    let texts = json(&failure.texts(language).named(PROGRAM));
    let made =
        py.import("retrograde._errors").and_then(|errors| errors.call_method1("failed", (fault(failure.fault), texts)));
    made.map_or_else(|error| error, PyErr::from_value)
}

const fn fault(fault: Fault) -> &'static str {
    match fault {
        Fault::No => "no",
        Fault::Input => "input",
        Fault::Refused => "refused",
        Fault::Damaged => "damaged",
        Fault::Internal => "internal",
        Fault::Interrupted => "interrupted",
    }
}
