//! What an input is called in errors.

use retrograde::rules::message::Message;

/// What standard input is called in errors, in English.
pub(crate) const STANDARD_INPUT: &str = "standard input";

retrograde::messages! {
    /// An input without a name of its own.
    enum Nameless {
        StandardInput: "standard input", "标准输入";
    }
}

/// An input's name, as it is told.
pub(crate) fn named(name: &str) -> Message {
    if name == STANDARD_INPUT { Nameless::StandardInput.into() } else { name.to_owned().into() }
}
