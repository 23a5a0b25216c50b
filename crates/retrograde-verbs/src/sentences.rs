//! Sentences and drawings of the command, for other front ends.

use retrograde::rules::message::Language;
use retrograde_service::report::{Head, StatsReport};

use crate::histogram;
use crate::lang::Lang;

/// Returns the value of a position as a sentence without a full stop, such as `Red wins in 75 plies`.
pub fn verdict_text(head: &Head, language: Language) -> String {
    Lang::from(language).words().verdict(head)
}

/// Returns the histogram of the counts by depth as a stand-alone SVG image; its title names the position `pos`.
pub fn histogram_svg(pos: &str, report: &StatsReport, language: Language) -> String {
    histogram::draw(Lang::from(language).words(), pos, report)
}

/// Returns the language of the locale.
pub fn language_of_locale() -> Language {
    Lang::of_locale().language()
}
