//! The colours. Each colour only repeats what the text says.

use anstyle::{AnsiColor, Style};
use retrograde::Kind;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const MARK: Style = AnsiColor::Red.on_default();
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();

/// The colour of a class, blue and yellow rather than green and red.
pub(crate) const fn of_value(kind: Kind) -> Style {
    match kind {
        Kind::Win => AnsiColor::Blue.on_default().bold(),
        Kind::Loss => AnsiColor::Yellow.on_default(),
        Kind::Tie => AnsiColor::Cyan.on_default(),
        Kind::Draw => Style::new(),
    }
}
