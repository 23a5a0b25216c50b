//! What is shown of a position: from its table, or, where there can be none, by the game's own proof.

use std::io::Write;

use retrograde::SolveError;
use retrograde_games::registry::{AnyPosition, AnySolution, AskError};
use retrograde_games::report::Head;
use serde::Serialize;

use crate::cli::Road;
use crate::context::Context;
use crate::failure::{Stop, no_shortcut};
use crate::style::of_value;
use crate::tables::{NoTable, Tables};
use crate::word::{capitalised, wrapped};

/// An answer by one road or the other.
pub(crate) enum Proof<T, W> {
    Table(T),
    Witness(W),
}

impl<T: Serialize, W: Serialize> Proof<T, W> {
    /// Tells it as JSON; or to people, under the position's heading.
    pub(crate) fn tell(
        &self,
        ctx: &mut Context<'_>,
        heading: impl FnOnce(&mut Context<'_>) -> Result<(), Stop>,
        print: impl FnOnce(&mut Context<'_>, &T) -> Result<(), Stop>,
        print_witness: impl FnOnce(&mut Context<'_>, &W) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if !ctx.global.json {
            heading(ctx)?;
        }
        match self {
            Self::Table(report) if ctx.global.json => ctx.json(report),
            Self::Witness(report) if ctx.global.json => ctx.json(report),
            Self::Table(report) => print(ctx, report),
            Self::Witness(report) => print_witness(ctx, report),
        }
    }
}

/// Asks the table, or the witness of the game's shortcut: the one asked for; or else the table, unless it is too large.
pub(crate) fn ask<T, W>(
    ctx: &mut Context<'_>,
    tables: &mut Tables,
    position: &dyn AnyPosition,
    method: Road,
    question: impl Fn(&dyn AnySolution, &str) -> Result<T, AskError>,
    witness: impl Fn(&dyn AnyPosition) -> Option<W>,
) -> Result<Proof<T, W>, Stop> {
    if method == Road::Shortcut {
        let none = || no_shortcut(format!("{} has no proof of its own for this position", game_of(position)));
        return Ok(witness(position).map(Proof::Witness).ok_or_else(none)?);
    }
    let refused = match tables.ask(ctx, position, question) {
        Ok(answer) => return Ok(Proof::Table(answer)),
        Err(NoTable::Refused(error)) if method == Road::Auto && is_too_large(&error) => error,
        Err(none) => return Err(none.stop(position, ctx.global.domain)),
    };
    match witness(position) {
        Some(witness) => {
            ctx.note(&format!("no table: {refused}; the moves are by the proof of {}", game_of(position)));
            Ok(Proof::Witness(witness))
        }
        None => Err(NoTable::Refused(refused).stop(position, ctx.global.domain)),
    }
}

/// Tells the value, and by which theory it is that.
pub(crate) fn print_theory(ctx: &mut Context<'_>, head: &Head, theory: &str) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(head.value));
    let unknown = if head.depth_known { "" } else { words.depth_unknown };
    writeln!(ctx.out, "{style}{}{style:#}{unknown}", words.verdict(head))?;
    Ok(writeln!(ctx.out, "{}", wrapped(&capitalised(&ctx.lang.message(theory))))?)
}

/// Whether a table was refused for its size.
pub(crate) const fn is_too_large(refused: &SolveError) -> bool {
    matches!(refused, SolveError::TooLarge { .. } | SolveError::TooMany { .. })
}

/// The id of a position's game.
pub(crate) fn game_of(position: &dyn AnyPosition) -> String {
    position.instance().split('/').next().unwrap_or_default().to_owned()
}
