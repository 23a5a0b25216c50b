//! The positions that a verb is asked about: tokens, or the cases of files.

use std::io::Write;
use std::path::Path;

use clap::Args;
use retrograde_games::registry::AnyPosition;

use crate::context::Context;
use crate::failure::{Failure, Place, Stop};
use crate::format::Source;
use crate::input::Input;

const NO_POSITIONS: &str = "give positions as tokens, or one a line on standard input; `retrograde games` has examples";

/// Positions on the command line.
#[derive(Args)]
pub(crate) struct Positions {
    /// Positions as tokens; with --from, files. `-`, or nothing: standard input
    #[arg(value_name = "TOKEN|FILE")]
    pub(crate) items: Vec<String>,
    /// Read the positions from files: a contest's format, or `pos` (one token a line)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
}

impl Positions {
    /// Visits every position in turn; those before an error have been visited.
    pub(crate) fn each(
        &self,
        ctx: &mut Context<'_>,
        mut visit: impl FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut any = false;
        let mut open = |ctx: &mut Context<'_>, token: &str, place| {
            any = true;
            let position = ctx.open(token, place)?;
            visit(ctx, &*position)
        };
        let source = match &self.from {
            Some(name) => Source::named(name, ctx.registry)?,
            None => Source::Tokens,
        };
        if self.items.is_empty() {
            source.each(Input::open(None)?, |token, place| open(ctx, token, place))?;
        }
        for item in &self.items {
            if self.from.is_some() || item == "-" {
                source.each(Input::open(Some(Path::new(item)))?, |token, place| open(ctx, token, place))?;
            } else {
                open(ctx, item, Place::default())?;
            }
        }
        // A script that asks about nothing has lost its input somewhere; it must not take silence for a yes.
        if any { Ok(()) } else { Err(Failure::usage("the input has no positions").hint(NO_POSITIONS).into()) }
    }

    pub(crate) fn headings(&self) -> Headings {
        Headings { needed: self.items.len() != 1 || self.from.is_some() || self.items[0] == "-", written: 0 }
    }
}

/// The tokens above the answers for people, where several answers need telling apart.
pub(crate) struct Headings {
    needed: bool,
    written: usize,
}

impl Headings {
    pub(crate) fn write(&mut self, ctx: &mut Context<'_>, token: &str) -> Result<(), Stop> {
        if self.needed {
            let gap = if self.written > 0 { "\n" } else { "" };
            writeln!(ctx.out, "{gap}{token}")?;
            self.written += 1;
        }
        Ok(())
    }
}
