//! Compares a report of `solve` with published values and with its plan.

use retrograde::Counts;
use retrograde_games::published::{Published, PublishedCounts};
use serde_json::{Value, json};

/// Returns the differences between a report and the published values.
pub(crate) fn differences(published: &Published, report: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    hold(&mut wrong, "value", &report["value"], published.kind.word());
    if let Some(plies) = published.plies {
        hold(&mut wrong, "depth", &report["depth"], plies);
    }
    hold_set(&mut wrong, "reached", &report["reachable"], &published.reached);
    hold_set(&mut wrong, "reached slots", &report["reachable_slots"], &published.reached_slots);
    hold_set(&mut wrong, "held", report, &published.held);
    wrong
}

/// Records a field whose value is wrong.
pub(crate) fn hold(wrong: &mut Vec<String>, field: &str, found: &Value, expected: impl Into<Value>) {
    let expected = expected.into();
    if *found != expected {
        wrong.push(format!("{field} is {found}, expected {expected}"));
    }
}

fn hold_set(wrong: &mut Vec<String>, set: &str, found: &Value, known: &PublishedCounts) {
    let mut hold = |field: &str, expected: Value| hold(wrong, &format!("{set} {field}"), &found[field], expected);
    if let Some(positions) = known.positions {
        hold("positions", positions.into());
    }
    if let Some(Counts { win, loss, tie, draw }) = known.counts {
        for (field, expected) in [("win", win), ("loss", loss), ("tie", tie), ("draw", draw)] {
            hold(field, expected.into());
        }
    }
    if !known.by_depth.is_empty() {
        let row =
            |(depth, &(win, loss)): (usize, &(u64, u64))| json!({"depth": depth, "win": win, "loss": loss, "tie": 0});
        hold("by_depth", known.by_depth.iter().enumerate().map(row).collect());
    }
    let rows = found["by_depth"].as_array().map(Vec::as_slice).unwrap_or_default();
    let deepest = |is_counted: fn(&Value) -> bool| rows.iter().rposition(is_counted).map(|depth| depth as u32);
    let longest = [("longest", known.longest, deepest(|_| true)), ("longest win", known.longest_win, deepest(is_won))];
    for (which, known, found) in longest {
        if known.is_some() && known != found {
            wrong.push(format!("{set}: the {which} takes {found:?} plies, expected {known:?}"));
        }
    }
}

fn is_won(row: &Value) -> bool {
    row["win"] != 0
}

/// Returns the errors of the plan. The planned memory is wrong if the solve needs more than a tenth more than planned,
/// or more than a quarter less. The memory of the program itself does not count. A solve may need less than planned,
/// because the frontiers stay small in games with few positions at each depth. The planned processor time is wrong if
/// it differs from the real time by more than a factor of two. The time of the program's start does not count.
pub(crate) fn beyond_plan(plan: &Value, report: &Value) -> Vec<String> {
    /// The memory of the program itself with the tables of its rules, in bytes. The measured memory was 8.7 MB for a
    /// board of nine squares, and 9.9 MB for three chess men.
    const PROGRAM: f64 = 10e6;
    /// The processor time of the program's start on two threads, in milliseconds. The measured time was 3.1 to 3.7 ms
    /// for boards of two and four squares.
    const START_MS: f64 = 4.0;
    let numbers =
        |planned: &str, taken: &str| Some((plan[planned].as_f64()?, report["cost"]["solve"][taken].as_f64()?));
    let memory = numbers("bytes", "peak_bytes");
    let time = numbers("cpu_ms", "cpu_ms");
    let badly = |what: &str, (planned, taken): (f64, f64)| format!("{what}: {planned} planned, {taken} taken");
    let memory = memory.filter(|&(planned, taken)| taken > planned * 1.1 + PROGRAM || taken < planned * 0.75);
    let time = time.filter(|&(planned, taken)| taken > planned * 2.0 + START_MS || taken < planned / 2.0);
    let memory = memory.map(|numbers| badly("bytes", numbers));
    memory.into_iter().chain(time.map(|numbers| badly("milliseconds of processor time", numbers))).collect()
}
