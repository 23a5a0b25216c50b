//! The verb `retrograde probe` prints the value of a position, and of every move in the position.

use std::io::Write;

use clap::Args;
use retrograde::author::AnyPosition;
use retrograde_service::ask;
use retrograde_service::report::{MoveReport, ProbeReport};

use crate::asking::SHORTCUT;
use crate::bulk;
use crate::context::Context;
use crate::exit::Exit;
use crate::expect::{Expectation, Expected};
use crate::failure::{Failure, Stop};
use crate::global::MethodChoice;
use crate::lang::fill;
use crate::messages::Note;
use crate::positions::Positions;
use crate::style::{FAINT, STRONG, of_value};
use crate::word::{self, label};

/// Print a position's value, depth and best moves
///
/// Depths are plies: turns of one player.
#[derive(Args)]
pub(crate) struct Probe {
    #[command(flatten)]
    positions: Positions,
    /// List every move, best first
    #[arg(long)]
    moves: bool,
    /// Print only the values, one per line: for many positions, on many boards
    #[arg(long, conflicts_with_all = ["moves", "line", "expect"])]
    value: bool,
    /// Add the best line, up to N plies
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    line: usize,
    /// Exit with 1 unless every position is as expected: `win`, `draw`, {side?`@<=75`, }`loss=12`
    #[arg(long, value_name = "WHAT")]
    expect: Option<Expectation>,
    /// How to find the value; auto takes the shortcut if the table is too large; with --value, whenever the shortcut is cheaper
    #[arg(long, value_name = "HOW", default_value = "auto")]
    method: MethodChoice,
}

/// The number of other moves (moves that are not best moves) in the output without `--moves`.
const OTHERS: usize = 4;

impl Probe {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if self.value {
            bulk::print_values(ctx, &self.positions, self.method)?;
            return Ok(Exit::Done);
        }
        let question = ask::Probe { line: self.line, ..ask::Probe::MOVES };
        let mut headings = self.positions.headings(ctx);
        let mut met = true;
        self.positions.each(ctx, |ctx, position| {
            let expected = self.expected(position)?;
            let report = ctx.ask_by(position, &question, self.method, &SHORTCUT)?.report;
            met &= self.is_expected(ctx, expected, &report);
            if self.expect.is_some() && ctx.global.quiet {
                return Ok(());
            }
            if ctx.global.json {
                return ctx.json(&report);
            }
            headings.write(ctx, &report.head.pos)?;
            self.print(ctx, &report)
        })?;
        Ok(if met { Exit::Done } else { Exit::No })
    }

    /// Returns the value that the user expects for a position. If the game has no value of this kind, the function
    /// returns an error before any solve.
    fn expected(&self, position: &dyn AnyPosition) -> Result<Option<Expected>, Stop> {
        let expected = self.expect.as_ref().map(|expectation| expectation.of(position.about()));
        Ok(expected.transpose().map_err(Failure::usage)?)
    }

    fn is_expected(&self, ctx: &Context<'_>, expected: Option<Expected>, report: &ProbeReport) -> bool {
        let (Some(expectation), Some(expected)) = (&self.expect, expected) else { return true };
        let met = expected.is_met(&report.head);
        if !met {
            ctx.note(Note::NotExpected { expected: expectation.to_string(), pos: report.head.pos.clone() });
        }
        met
    }

    fn print(&self, ctx: &mut Context<'_>, report: &ProbeReport) -> Result<(), Stop> {
        let words = ctx.words();
        print_verdict(ctx, report)?;
        match report.moves.as_deref() {
            None if report.head.over.is_none() => {
                let moves = label(words.label_moves) + words.moves_unknown;
                writeln!(ctx.out, "{FAINT}{moves}{FAINT:#}")?;
            }
            None | Some([]) => {}
            Some(moves) if self.moves => print_moves(ctx, moves)?,
            Some([best, others @ ..]) => print_best(ctx, best, others)?,
        }
        match report.line.as_deref() {
            None | Some([]) => Ok(()),
            Some(line) => {
                let line = label(words.label_line) + &line.join(" ");
                Ok(writeln!(ctx.out, "{}", word::wrapped(&line))?)
            }
        }
    }
}

fn print_verdict(ctx: &mut Context<'_>, ProbeReport { head, .. }: &ProbeReport) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(head.value));
    let unknown = if head.depth_known { "" } else { words.depth_unknown };
    let about = if head.over.is_some() { words.about_over } else { words.about };
    let about = fill(about, &[("game", &head.game), ("side", &words.text(head.turn))]);
    writeln!(ctx.out, "{style}{}{style:#}{unknown}  {FAINT}{about}{FAINT:#}", words.verdict(head))?;
    Ok(())
}

fn print_best(ctx: &mut Context<'_>, best: &MoveReport, others: &[MoveReport]) -> Result<(), Stop> {
    let words = ctx.words();
    let then = match (best.over, best.depth) {
        (Some(rule), _) => fill(words.ends_game, &[("rule", &words.text(rule))]),
        (None, Some(depth)) => fill(words.to_go, &[("depth", &depth)]),
        (None, None) => String::new(),
    };
    writeln!(ctx.out, "{}{STRONG}{}{STRONG:#}{then}", label(words.label_best), best.action)?;
    if !others.is_empty() {
        writeln!(ctx.out, "{}{}", label(words.label_others), words.results(others, OTHERS))?;
    }
    Ok(())
}

pub(crate) fn print_moves(ctx: &mut Context<'_>, moves: &[MoveReport]) -> Result<(), Stop> {
    let words = ctx.words();
    let width = moves.iter().map(|rated| rated.action.chars().count()).max().unwrap_or(0);
    for (index, rated) in moves.iter().enumerate() {
        let style = of_value(rated.for_mover);
        let name = label(if index == 0 { words.label_moves } else { "" });
        let waste = match (rated.waste, rated.drop) {
            (Some(0), _) => String::new(),
            (Some(plies), _) => fill(words.wastes, &[("plies", &words.plies(plies))]),
            (None, drop) => fill(words.drops_to, &[("value", &drop.map(|kind| words.kind(kind)).unwrap_or_default())]),
        };
        let rule = rated.over.map(|rule| fill(words.rule_after, &[("rule", &words.text(rule))]));
        let notes: String = [waste, rule.unwrap_or_default()]
            .iter()
            .map(|note| note.trim_start())
            .filter(|note| !note.is_empty())
            .map(|note| "  ".to_owned() + note)
            .collect();
        let (result, action) = (words.result(rated), &rated.action);
        writeln!(ctx.out, "{name}{action:<width$}  {style}{result}{style:#}{notes}")?;
    }
    Ok(())
}
