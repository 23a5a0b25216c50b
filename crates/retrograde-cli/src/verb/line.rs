//! `retrograde line`: best play of both sides.

use std::io::Write;

use clap::Args;
use retrograde_games::report::LineReport;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::lang::fill;
use crate::positions::Positions;
use crate::style::of_value;
use crate::tables::Tables;

/// Show best play of both sides from a position on
///
/// A drawn line stops where it comes back to a position, and says where the loop begins.
#[derive(Args)]
pub(crate) struct Line {
    #[command(flatten)]
    positions: Positions,
    /// Stop after N plies
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max: usize,
}

/// Moves printed in one row.
const ROW: usize = 10;

impl Line {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut tables = Tables::default();
        let mut headings = self.positions.headings();
        self.positions.each(ctx, |ctx, position| {
            let asked = tables.ask(ctx, position, |solution, token| solution.line(token, self.max));
            let report = asked.map_err(|none| none.stop(position))?;
            if ctx.global.json {
                return ctx.json(&report);
            }
            headings.write(ctx, &report.head.pos)?;
            print(ctx, &report)
        })?;
        Ok(Exit::Done)
    }
}

fn print(ctx: &mut Context<'_>, report: &LineReport) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(report.head.value));
    writeln!(ctx.out, "{style}{}{style:#}", words.verdict(&report.head))?;
    let moves: Vec<_> = report.line.iter().map(|rated| rated.action.as_str()).collect();
    let width = moves.iter().map(|action| action.chars().count()).max().unwrap_or(0);
    for (row, actions) in moves.chunks(ROW).enumerate() {
        let padded: Vec<_> = actions.iter().map(|action| format!("{action:<width$}")).collect();
        writeln!(ctx.out, "{:>5}. {}", row * ROW + 1, padded.join(" ").trim_end())?;
    }
    let end = match (report.end, report.loop_from) {
        (Some(rule), _) if !report.line.is_empty() => fill(words.game_over, &[("rule", &words.term(rule))]),
        (None, Some(from)) => fill(words.goes_round, &[("ply", &(from + 1))]),
        _ if report.cut => fill(words.cut, &[("plies", &words.plies(moves.len() as u32))]),
        _ => return Ok(()),
    };
    Ok(writeln!(ctx.out, "{end}")?)
}
