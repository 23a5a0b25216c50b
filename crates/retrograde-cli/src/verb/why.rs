//! `retrograde why`: the reason for a value, one move deep.

use std::io::Write;

use clap::Args;
use retrograde_games::report::{AnsweredReport, LoopReport, MoveReport, WhyReport};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::positions::Positions;
use crate::style::of_value;
use crate::tables::Tables;
use crate::word;

/// Explain a value: the moves that force it, or the loop that keeps a draw
#[derive(Args)]
pub(crate) struct Why {
    #[command(flatten)]
    positions: Positions,
}

impl Why {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut tables = Tables::default();
        let mut headings = self.positions.headings();
        self.positions.each(ctx, |ctx, position| {
            let asked = tables.ask(ctx, position, |solution, token| solution.why(token));
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

fn print(ctx: &mut Context<'_>, report: &WhyReport) -> Result<(), Stop> {
    let style = of_value(report.head.value);
    writeln!(ctx.out, "{style}{}{style:#}", word::verdict(&report.head))?;
    if report.head.over.is_some() {
        return Ok(());
    }
    let (proof, giveaway) = match report.head.value {
        "win" => ("Moves that win", "Moves that give the win away"),
        "loss" => ("Every move loses", ""),
        "tie" => ("No move wins; moves that tie", "Moves that give the tie away"),
        _ => ("No move wins or ties; moves that keep the draw", "Moves that lose"),
    };
    writeln!(ctx.out, "{proof}:")?;
    print_moves(ctx, report.moves.iter().map(answered))?;
    if !report.others.is_empty() {
        writeln!(ctx.out, "{giveaway}:")?;
        print_moves(ctx, report.others.iter().map(plain))?;
    }
    match &report.cycle {
        Some(LoopReport { moves, from }) => {
            let (way, round) = moves.split_at(*from);
            let way = if way.is_empty() { String::new() } else { format!("{}, then ", way.join(" ")) };
            Ok(writeln!(
                ctx.out,
                "{}",
                word::wrapped(&format!("The draw goes on for ever: {way}{} again and again", round.join(" ")))
            )?)
        }
        None => Ok(()),
    }
}

fn print_moves(ctx: &mut Context<'_>, moves: impl Iterator<Item = String>) -> Result<(), Stop> {
    for line in moves {
        writeln!(ctx.out, "  {line}")?;
    }
    Ok(())
}

fn plain(rated: &MoveReport) -> String {
    let rule = rated.over.map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("{} {}{rule}", rated.action, word::result(rated))
}

fn answered(AnsweredReport { rated, reply }: &AnsweredReport) -> String {
    let reply = reply.as_ref().map(|reply| format!(", answered by {reply}")).unwrap_or_default();
    plain(rated) + &reply
}
