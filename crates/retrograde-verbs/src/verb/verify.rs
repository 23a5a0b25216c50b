//! `retrograde verify`: checks a table by the forward rules alone.

use std::fmt::Display;
use std::io::Write;

use clap::Args;
use retrograde_desk::ask;
use retrograde_desk::report::VerifyReport;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::lang::{Lang, fill};
use crate::messages::{Unit, Work, counted};
use crate::positions::Positions;
use crate::tables::Tables;
use crate::word::capitalised;

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
        self.positions.each_board(ctx, |ctx, position| {
            let threads = ctx.global.threads;
            let watch = ctx.watch(Work::Verify);
            let asked = tables.ask(ctx, position, &watch.over(ask::Verify { threads }));
            let report = asked.map_err(|none| none.stop(position, ctx.global.domain))?;
            right &= report.ok;
            match (ctx.global.quiet, ctx.global.json) {
                (true, _) => Ok(()),
                (false, true) => ctx.json(&report),
                (false, false) => Ok(writeln!(ctx.out, "{}", verdict(ctx.lang, &report))?),
            }
        })?;
        Ok(if right { Exit::Done } else { Exit::No })
    }
}

/// What was found, as a sentence.
pub(crate) fn verdict(lang: Lang, report: &VerifyReport) -> String {
    let words = lang.words();
    match &report.violation {
        None => {
            let positions = words.told(counted(report.positions.unwrap_or_default(), Unit::Position));
            let moves = words.told(counted(report.moves.unwrap_or_default(), Unit::Move));
            fill(words.table_right, &[("table", &report.table), ("positions", &positions), ("moves", &moves)])
        }
        Some(violation) => {
            let values: [(&str, &dyn Display); 6] = [
                ("table", &report.table),
                ("slot", &violation.slot),
                ("pos", &violation.pos.as_deref().unwrap_or(words.no_position)),
                ("law", &capitalised(&lang.told(&violation.law))),
                ("found", &violation.found),
                ("expected", &violation.expected),
            ];
            fill(words.table_wrong, &values)
        }
    }
}
