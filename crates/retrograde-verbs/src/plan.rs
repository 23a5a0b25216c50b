//! Writes the plan of a solve as text. The plan contains the number of slots, the memory and the estimated time.

use std::fmt::Display;

use retrograde::author::AnyPosition;
use retrograde::kernel::on_scratch;
use retrograde::rules::message::bytes;
use retrograde_service::report::PlanReport;
use retrograde_service::whole;

use crate::global::Global;
use crate::lang::{Lang, fill};
use crate::messages::{Unit, counted};
use crate::vocabulary::WayWord;

/// Returns the plan of a solve of a position's board, with the options of this run.
pub(crate) fn of(global: &Global, position: &dyn AnyPosition) -> PlanReport {
    whole::plan(position, global.domain, global.threads, global.mem)
}

/// Writes the plan of a solve as one line.
pub(crate) fn line(global: &Global, lang: Lang, position: &dyn AnyPosition) -> String {
    let (report, words) = (of(global, position), lang.words());
    let way = words.text(WayWord::from(position.plan(report.domain, 1).way));
    let (Some(slots), Some(least), Some(usual)) = (report.slots, report.least_bytes, report.bytes) else {
        return fill(words.plan_unknown, &[("way", &way), ("limit", &bytes(global.mem))]);
    };
    let slots = words.text(counted(slots, Unit::Slot));
    let time = report.estimated_ms.map(time).unwrap_or_default();
    let values: [(&str, &dyn Display); 5] =
        [("way", &way), ("slots", &slots), ("least", &bytes(least)), ("bytes", &bytes(usual)), ("time", &time)];
    let plan = fill(if least == usual { words.plan_stored } else { words.plan }, &values);
    let limit = bytes(global.mem);
    if position.plan(report.domain, global.threads).spills(global.mem) {
        let disk = report.slots.map(on_scratch).map(bytes).unwrap_or_default();
        return fill(words.plan_spilled, &[("plan", &plan), ("limit", &limit), ("disk", &disk)]);
    }
    if least <= global.mem {
        return plan;
    }
    fill(words.plan_refused, &[("plan", &plan), ("limit", &limit)])
}

/// Writes a time, such as `12.3 ms`, `4.5 s` or `2.5 h`.
pub(crate) fn time(milliseconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s")];
    let seconds = milliseconds / 1e3;
    match UNITS.into_iter().find(|&(unit, _)| seconds >= if unit > 1.0 { 2.0 * unit } else { unit }) {
        Some((unit, name)) => format!("{:.1} {name}", seconds / unit),
        None => format!("{milliseconds:.1} ms"),
    }
}
