//! `retrograde stats`: counts over the table of a position.

use std::io::Write;

use clap::Args;
use retrograde_games::report::{DepthReport, StatsReport};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::positions::Positions;
use crate::tables::Tables;
use crate::word::{counted, grouped, plies, table};

/// Count the positions of a board by value and depth, and show the deepest
#[derive(Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    positions: Positions,
}

/// The most rows of the histogram for people; `--json` has every depth.
const BINS: usize = 16;

impl Stats {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut tables = Tables::default();
        self.positions.each(ctx, |ctx, position| {
            let asked = tables.ask(ctx, position, |solution, _| Ok(solution.stats()));
            let report = asked.map_err(|none| none.stop(position))?;
            if ctx.global.json { ctx.json(&report) } else { print(ctx, &report) }
        })?;
        Ok(Exit::Done)
    }
}

fn print(ctx: &mut Context<'_>, report: &StatsReport) -> Result<(), Stop> {
    let (positions, slots) = (counted(report.positions, "position"), counted(report.slots, "slot"));
    writeln!(ctx.out, "{} ({}): {positions} in {slots}\n", report.table, report.domain)?;
    writeln!(ctx.out, "{}\n", table(&by_turn(report)))?;
    for deepest in &report.deepest {
        let (value, turn, depth) = (deepest.value, deepest.turn, plies(deepest.depth));
        writeln!(ctx.out, "deepest {value:<4} with {turn} to move: {depth}: {}", deepest.pos)?;
    }
    Ok(writeln!(ctx.out, "\n{}", table(&by_depth(&report.by_depth)))?)
}

fn by_turn(report: &StatsReport) -> Vec<Vec<String>> {
    let header = ["to move", "win", "loss", "tie", "draw"].map(str::to_owned).to_vec();
    let row = report.turns.iter().map(|turn| {
        let counts = turn.counts;
        let numbers = [counts.win, counts.loss, counts.tie, counts.draw].map(grouped);
        [turn.turn.to_owned()].into_iter().chain(numbers).collect()
    });
    [header].into_iter().chain(row).collect()
}

/// A histogram of at most [`BINS`] rows of equally many depths.
fn by_depth(depths: &[DepthReport]) -> Vec<Vec<String>> {
    let header = ["plies", "win", "loss", "tie"].map(str::to_owned).to_vec();
    let width = depths.len().div_ceil(BINS).max(1);
    let row = depths.chunks(width).map(|bin| {
        let sum = |count: fn(&DepthReport) -> u64| grouped(bin.iter().map(count).sum());
        vec![span(bin), sum(|depth| depth.win), sum(|depth| depth.loss), sum(|depth| depth.tie)]
    });
    [header].into_iter().chain(row).collect()
}

/// `7`, `10-19`.
fn span(bin: &[DepthReport]) -> String {
    match bin {
        [first, .., last] => format!("{}-{}", first.depth, last.depth),
        _ => bin.iter().map(|only| only.depth.to_string()).collect(),
    }
}
