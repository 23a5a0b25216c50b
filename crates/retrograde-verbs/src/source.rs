//! The names of inputs in errors.

use retrograde::rules::message::Message;

/// The English name of standard input in errors.
pub(crate) const STANDARD_INPUT: &str = "standard input";

retrograde::messages! {
    /// An input without a name of its own.
    enum Nameless {
        StandardInput: "standard input", "标准输入";
    }
}

/// The name of an input for output.
pub(crate) fn named(name: &str) -> Message {
    if name == STANDARD_INPUT { Nameless::StandardInput.into() } else { name.to_owned().into() }
}
