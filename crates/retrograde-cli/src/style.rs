//! The colours. Nothing is said by colour alone.

use anstyle::{AnsiColor, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const MARK: Style = AnsiColor::Red.on_default();
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();

/// The colour of a value's word, blue and yellow rather than green and red.
pub(crate) fn of_value(word: &str) -> Style {
    match word {
        "win" => AnsiColor::Blue.on_default().bold(),
        "loss" => AnsiColor::Yellow.on_default(),
        "tie" => AnsiColor::Cyan.on_default(),
        _ => Style::new(),
    }
}
