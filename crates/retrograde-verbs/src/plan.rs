//! How a position would be solved, in words.

use std::fmt::Display;
use std::time::Duration;

use retrograde::entry::AnyPosition;
use retrograde::solve;
use retrograde_desk::report::PlanReport;
use retrograde_desk::whole;

use crate::context::Context;
use crate::lang::fill;
use crate::messages::{Unit, counted};
use crate::vocabulary::WayWord;

/// The plan for a position by the options of this run.
pub(crate) fn of(ctx: &Context<'_>, position: &dyn AnyPosition) -> PlanReport {
    whole::plan(position, ctx.global.domain, ctx.global.threads)
}

/// The plan as a line.
pub(crate) fn line(ctx: &Context<'_>, position: &dyn AnyPosition) -> String {
    let (report, words) = (of(ctx, position), ctx.words());
    let way = words.told(WayWord::from(position.plan(report.domain, 1).way));
    let (Some(slots), Some(least), Some(bytes)) = (report.slots, report.least_bytes, report.bytes) else {
        return fill(words.plan_unknown, &[("way", &way), ("limit", &solve::bytes(ctx.global.mem))]);
    };
    let slots = words.told(counted(slots, Unit::Slot));
    let time = report.estimated_ms.map(time).unwrap_or_default();
    let values: [(&str, &dyn Display); 5] = [
        ("way", &way),
        ("slots", &slots),
        ("least", &solve::bytes(least)),
        ("bytes", &solve::bytes(bytes)),
        ("time", &time),
    ];
    fill(if least == bytes { words.plan_stored } else { words.plan }, &values)
}

/// `12.3 ms`, `4.5 s`.
pub(crate) fn time(milliseconds: f64) -> String {
    let time = Duration::from_secs_f64((milliseconds / 1e3).clamp(0.0, 1e15));
    if time < Duration::from_secs(1) { format!("{milliseconds:.1} ms") } else { format!("{:.1} s", time.as_secs_f64()) }
}
