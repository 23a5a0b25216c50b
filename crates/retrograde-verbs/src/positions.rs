//! The positions that a verb is asked about: tokens, or the cases of files.

use std::io::Write;
use std::path::Path;

use clap::Args;
use retrograde::entry::AnyPosition;
use retrograde::message::Message;

use crate::context::Context;
use crate::failure::{Failure, Place, Stop};
use crate::format::Source;
use crate::input::Input;
use crate::messages::{Hint, Wrong};

/// Positions on the command line.
#[derive(Args)]
pub(crate) struct Positions {
    /// Positions as tokens, or FILE#NODE for a node of an edge list; with --from, files. `-`, or nothing: standard input
    ///
    /// What begins with a game and a colon is a token, whatever files there are.
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
        visit: impl FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.each_opened(ctx, |ctx, text| ctx.open(text, Place::default()), visit)
    }

    /// The same for a verb that asks about whole boards: a graph's file is one, without a node.
    pub(crate) fn each_board(
        &self,
        ctx: &mut Context<'_>,
        visit: impl FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is not general enough in its lifetimes"
        )]
        self.each_opened(ctx, |ctx, text| ctx.open_board(text), visit)
    }

    /// The one position; several are refused for this reason, before anything is done.
    pub(crate) fn only(&self, ctx: &mut Context<'_>, reason: impl Into<Message>) -> Result<Box<dyn AnyPosition>, Stop> {
        let (mut tokens, reason) = (Vec::new(), reason.into());
        self.each(ctx, |_, position| one_more(&mut tokens, position, &reason))?;
        ctx.open(&tokens.concat(), Place::default())
    }

    /// The same for a verb that asks about whole boards.
    pub(crate) fn only_board(
        &self,
        ctx: &mut Context<'_>,
        reason: impl Into<Message>,
    ) -> Result<Box<dyn AnyPosition>, Stop> {
        let (mut tokens, reason) = (Vec::new(), reason.into());
        self.each_board(ctx, |_, position| one_more(&mut tokens, position, &reason))?;
        ctx.open(&tokens.concat(), Place::default())
    }

    /// Whether some are read from standard input.
    #[cfg(feature = "cluster")]
    pub(crate) fn are_from_standard_input(&self) -> bool {
        self.items.is_empty() || self.items.iter().any(|item| item == "-")
    }

    fn each_opened(&self, ctx: &mut Context<'_>, open: Open, mut visit: impl Visit) -> Result<(), Stop> {
        let mut any = false;
        let mut visit = |ctx: &mut Context<'_>, position: &dyn AnyPosition| {
            any = true;
            visit(ctx, position)
        };
        let source = match &self.from {
            Some(name) => Source::named(name, ctx.registry)?,
            None => Source::Tokens,
        };
        if self.items.is_empty() {
            each_of(source, None, ctx, &mut visit)?;
        }
        for item in &self.items {
            if self.from.is_some() || item == "-" {
                each_of(source, Some(item), ctx, &mut visit)?;
            } else {
                let position = open(ctx, item)?;
                visit(ctx, &*position)?;
            }
        }
        // A script that asks about nothing has lost its input somewhere; it must not take silence for a yes.
        if any { Ok(()) } else { Err(Failure::usage(Wrong::NoPositions).hint(Hint::GivePositions).into()) }
    }

    /// The same as tokens with their places, so many at a time, which are not opened yet.
    pub(crate) fn each_batch(
        &self,
        ctx: &mut Context<'_>,
        most: usize,
        mut visit: impl FnMut(&mut Context<'_>, Vec<(String, Place)>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (mut batch, mut any) = (Vec::new(), false);
        let source = match &self.from {
            Some(name) => Source::named(name, ctx.registry)?,
            None => Source::Tokens,
        };
        let standard = ["-".to_owned()];
        for item in if self.items.is_empty() { &standard[..] } else { &self.items[..] } {
            if self.from.is_none() && item != "-" {
                batch.push((ctx.whole_token(item, Place::default())?, Place::default()));
                continue;
            }
            let input = Input::open((item != "-").then_some(Path::new(item)))?;
            if source.is_of_instances(ctx.registry) {
                batch.push((ctx.open_input(item, input)?.whole_token(), Place::default()));
                continue;
            }
            source.each(input, |token, place| {
                batch.push((token.to_owned(), place));
                any = true;
                if batch.len() < most { Ok(()) } else { visit(ctx, std::mem::take(&mut batch)) }
            })?;
        }
        if !batch.is_empty() {
            return visit(ctx, batch);
        }
        if any { Ok(()) } else { Err(Failure::usage(Wrong::NoPositions).hint(Hint::GivePositions).into()) }
    }

    pub(crate) fn headings(&self) -> Headings {
        Headings { needed: self.items.len() != 1 || self.from.is_some() || self.items[0] == "-", written: 0 }
    }
}

/// Takes note of a position, if it is the first.
fn one_more(tokens: &mut Vec<String>, position: &dyn AnyPosition, reason: &Message) -> Result<(), Stop> {
    if !tokens.is_empty() {
        return Err(Failure::usage(reason.clone()).hint(Hint::OneEach).into());
    }
    tokens.push(position.token());
    Ok(())
}

/// What is done with a position.
pub(crate) trait Visit: FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop> {}

impl<F: FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop>> Visit for F {}

/// How a position is found that is named among the arguments.
type Open = fn(&Context<'_>, &str) -> Result<Box<dyn AnyPosition>, Stop>;

/// Visits the positions of a file, or of standard input.
fn each_of(source: Source<'_>, file: Option<&str>, ctx: &mut Context<'_>, visit: &mut impl Visit) -> Result<(), Stop> {
    let input = Input::open(file.map(Path::new))?;
    if source.is_of_instances(ctx.registry) {
        let position = ctx.open_input(file.unwrap_or("-"), input)?;
        return visit(ctx, &*position);
    }
    source.each(input, |token, place| {
        let position = ctx.open(token, place)?;
        visit(ctx, &*position)
    })
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
