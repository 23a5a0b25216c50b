//! The verb `retrograde line` prints the best play of both sides.

use std::io::Write;

use clap::Args;
use retrograde_service::ask::BestLine;
use retrograde_service::report::{LineReport, Rule, StrategyLine};

use crate::asking::PROOF;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::global::MethodChoice;
use crate::lang::fill;
use crate::positions::Positions;
use crate::proof;
use crate::style::of_value;

/// Show the best play of both sides from a position
///
/// In a drawn position, the line stops at the first repeated position, and the output says where the loop begins. If no
/// table fits, a game with a built-in proof{race+cannons? (race, cannons)} shows how the winner wins, though not how
/// fast, and how a side keeps a tie.
#[derive(Args)]
pub(crate) struct Line {
    #[command(flatten)]
    positions: Positions,
    /// Stop after N plies
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max: usize,
    /// How to find the moves; auto takes the game's own proof if the table is too large
    #[arg(long, value_name = "HOW", default_value = "auto")]
    method: MethodChoice,
}

/// The number of moves in one row of the output.
const ROW: usize = 10;

impl Line {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut headings = self.positions.headings(ctx);
        self.positions.each(ctx, |ctx, position| {
            let proof = ctx.ask_by(position, &BestLine { max: self.max }, self.method, &PROOF)?;
            proof::print(ctx, &proof, |ctx| headings.write(ctx, &position.token()), print, print_strategy)
        })?;
        Ok(Exit::Done)
    }
}

fn print(ctx: &mut Context<'_>, report: &LineReport) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(report.head.value));
    writeln!(ctx.out, "{style}{}{style:#}", words.verdict(&report.head))?;
    let moves: Vec<_> = report.line.iter().map(|rated| rated.action.as_str()).collect();
    print_moves(ctx, &moves)?;
    match report.loop_from {
        Some(from) => Ok(writeln!(ctx.out, "{}", fill(words.goes_round, &[("ply", &(from + 1))]))?),
        None => print_end(ctx, moves.len(), report.end, report.cut),
    }
}

fn print_strategy(ctx: &mut Context<'_>, report: &StrategyLine) -> Result<(), Stop> {
    proof::print_theory(ctx, &report.head, &report.theory)?;
    let moves: Vec<_> = report.line.iter().map(|step| step.action.as_str()).collect();
    print_moves(ctx, &moves)?;
    print_end(ctx, moves.len(), report.end, report.cut)
}

fn print_moves(ctx: &mut Context<'_>, moves: &[&str]) -> Result<(), Stop> {
    let width = moves.iter().map(|action| action.chars().count()).max().unwrap_or(0);
    for (row, actions) in moves.chunks(ROW).enumerate() {
        let padded: Vec<_> = actions.iter().map(|action| format!("{action:<width$}")).collect();
        writeln!(ctx.out, "{:>5}. {}", row * ROW + 1, padded.join(" ").trim_end())?;
    }
    Ok(())
}

/// Prints the end of a line of best play. For a line without moves, prints nothing, because the game is already over at
/// the start of the line.
fn print_end(ctx: &mut Context<'_>, moves: usize, end: Option<Rule>, cut: bool) -> Result<(), Stop> {
    let words = ctx.words();
    match end {
        Some(rule) if moves > 0 => writeln!(ctx.out, "{}", fill(words.game_over, &[("rule", &words.text(rule))]))?,
        None if cut => writeln!(ctx.out, "{}", fill(words.cut, &[("plies", &words.plies(moves as u32))]))?,
        _ => {}
    }
    Ok(())
}
