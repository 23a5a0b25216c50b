//! `retrograde verify`: checks a table by the forward rules alone.

use std::io::Write;

use clap::Args;
use retrograde_games::report::VerifyReport;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::positions::Positions;
use crate::tables::Tables;
use crate::word::{capitalised, counted};

/// Check every value of a position's table by the rules alone
///
/// The check shares no code with the solver. Exits with 1 if a value is wrong.
#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    positions: Positions,
}

impl Verify {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut tables = Tables::default();
        let mut right = true;
        self.positions.each(ctx, |ctx, position| {
            let threads = ctx.global.threads;
            let asked = tables.ask(ctx, position, |solution, _| Ok(solution.verify(threads)));
            let report = asked.map_err(|none| none.stop(position))?;
            right &= report.ok;
            match (ctx.global.quiet, ctx.global.json) {
                (true, _) => Ok(()),
                (false, true) => ctx.json(&report),
                (false, false) => Ok(writeln!(ctx.out, "{}", words(&report))?),
            }
        })?;
        Ok(if right { Exit::Done } else { Exit::No })
    }
}

fn words(report: &VerifyReport) -> String {
    match &report.violation {
        None => {
            let positions = counted(report.positions.unwrap_or_default(), "position");
            let moves = counted(report.moves.unwrap_or_default(), "move");
            format!("{} is right: {positions} and {moves} checked", report.table)
        }
        Some(violation) => {
            let position = violation.pos.as_deref().unwrap_or("no position");
            format!(
                "{} is wrong at slot {}, {position}\n{}: the table says {}, the rules say {}",
                report.table,
                violation.slot,
                capitalised(&violation.law),
                violation.found,
                violation.expected
            )
        }
    }
}
