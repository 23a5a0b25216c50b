//! The colours of the output. The text contains all information. The colours only repeat a part of this information.

use anstyle::{AnsiColor, Style};
use retrograde::Kind;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const MARK: Style = AnsiColor::Red.on_default();
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Returns the colour for a class of values. Blue and yellow are used instead of green and red.
pub(crate) const fn of_value(kind: Kind) -> Style {
    match kind {
        Kind::Win => AnsiColor::Blue.on_default().bold(),
        Kind::Loss => AnsiColor::Yellow.on_default(),
        Kind::Tie => AnsiColor::Cyan.on_default(),
        Kind::Draw => Style::new(),
    }
}
