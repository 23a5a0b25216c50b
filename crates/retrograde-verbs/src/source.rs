//! The names of inputs in error messages.

use retrograde::rules::message::Message;

/// The English name of standard input in error messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

retrograde::messages! {
    /// The name of an input that has no file name.
    enum Nameless {
        StandardInput: "standard input", "标准输入";
    }
}

/// Returns the name of an input as the output shows it.
pub(crate) fn named(name: &str) -> Message {
    if name == STANDARD_INPUT { Nameless::StandardInput.into() } else { name.to_owned().into() }
}
