//! Prints the answer for a position. The answer comes from the position's table, or from the game's built-in proof if
//! the table is too large.

use std::io::Write;

use retrograde::rules::message::Message;
use retrograde_service::ask::Proof;
use retrograde_service::report::Head;
use serde::Serialize;

use crate::context::Context;
use crate::failure::Stop;
use crate::style::of_value;
use crate::word::{capitalised, wrapped};

/// Prints an answer as JSON, or as text under the position's heading.
pub(crate) fn print<T: Serialize, W: Serialize>(
    ctx: &mut Context<'_>,
    proof: &Proof<T, W>,
    heading: impl FnOnce(&mut Context<'_>) -> Result<(), Stop>,
    print: impl FnOnce(&mut Context<'_>, &T) -> Result<(), Stop>,
    print_strategy: impl FnOnce(&mut Context<'_>, &W) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(proof);
    }
    heading(ctx)?;
    match proof {
        Proof::Table(report) => print(ctx, report),
        Proof::Strategy(report) => print_strategy(ctx, report),
    }
}

/// Prints the value of a position, and a text that explains this value by a theorem about the game.
pub(crate) fn print_theory(ctx: &mut Context<'_>, head: &Head, theory: &Message) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(head.value));
    let unknown = if head.depth_known { "" } else { words.depth_unknown };
    writeln!(ctx.out, "{style}{}{style:#}{unknown}", words.verdict(head))?;
    Ok(writeln!(ctx.out, "{}", wrapped(&capitalised(&ctx.lang.text(theory))))?)
}
