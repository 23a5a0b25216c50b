//! What is shown of a position: from its table, or, where there can be none, by the game's own proof.

use std::io::Write;

use retrograde::SolveError;
use retrograde::entry::AnyPosition;
use retrograde::message::Message;
use retrograde_desk::ask::{Ask, Proof};
use retrograde_desk::report::Head;
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Stop, no_shortcut};
use crate::global::Road;
use crate::messages::{Note, Wrong};
use crate::style::of_value;
use crate::tables::{NoTable, Tables};
use crate::word::{capitalised, wrapped};

/// Tells an answer as JSON; or to people, under the position's heading.
pub(crate) fn tell<T: Serialize, W: Serialize>(
    ctx: &mut Context<'_>,
    proof: &Proof<T, W>,
    heading: impl FnOnce(&mut Context<'_>) -> Result<(), Stop>,
    print: impl FnOnce(&mut Context<'_>, &T) -> Result<(), Stop>,
    print_witness: impl FnOnce(&mut Context<'_>, &W) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(proof);
    }
    heading(ctx)?;
    match proof {
        Proof::Table(report) => print(ctx, report),
        Proof::Witness(report) => print_witness(ctx, report),
    }
}

/// Asks the table, or the game's own proof: the one asked for; or else the table, unless it is too large.
pub(crate) fn ask<Q: Ask>(
    ctx: &mut Context<'_>,
    tables: &mut Tables,
    position: &dyn AnyPosition,
    method: Road,
    question: &Q,
) -> Result<Q::Report, Stop> {
    let game = position.about().id;
    if method == Road::Shortcut {
        let none = || no_shortcut(Wrong::NoProofHere { game });
        return Ok(question.prove(position).ok_or_else(none)?);
    }
    let refused = match tables.ask(ctx, position, question) {
        Ok(answer) => return Ok(answer),
        Err(NoTable::Refused(error)) if method == Road::Auto && is_too_large(&error) => error,
        Err(none) => return Err(none.stop(position, ctx.global.domain)),
    };
    match question.prove(position) {
        Some(proved) => {
            ctx.note(Note::ByProof { refused, game });
            Ok(proved)
        }
        None => Err(NoTable::Refused(refused).stop(position, ctx.global.domain)),
    }
}

/// Tells the value, and by which theory it is that.
pub(crate) fn print_theory(ctx: &mut Context<'_>, head: &Head, theory: &Message) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(head.value));
    let unknown = if head.depth_known { "" } else { words.depth_unknown };
    writeln!(ctx.out, "{style}{}{style:#}{unknown}", words.verdict(head))?;
    Ok(writeln!(ctx.out, "{}", wrapped(&capitalised(&ctx.lang.told(theory))))?)
}

/// Whether a table was refused for its size.
pub(crate) const fn is_too_large(refused: &SolveError) -> bool {
    matches!(refused, SolveError::TooLarge { .. } | SolveError::TooMany { .. })
}
