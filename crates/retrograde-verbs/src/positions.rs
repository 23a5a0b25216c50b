//! The positions that a verb works on, given as tokens or as the cases of files.

use std::io::Write;
use std::path::Path;

use clap::Args;
use retrograde::author::AnyPosition;
use retrograde::rules::message::Message;
use retrograde_service::forms::{Form, Recognised};

use crate::argument::{self, Argument};
use crate::context::{Context, one_of};
use crate::failure::{Failure, Place, Stop};
use crate::input::Input;
use crate::messages::{Hint, Wrong};
use crate::reading::each_position;

/// The arguments that name positions on the command line.
#[derive(Args)]
pub(crate) struct Positions {
    /// Tokens, files, FILE#NODE for a node of an edge list, or FILE#3 for the third position of a file. `-`, or nothing: standard input
    ///
    /// An argument that begins with a game and a colon is always a token, even if a file has that name. The program detects the format of a file, and of standard input, from its content.
    #[arg(value_name = "TOKEN|FILE")]
    pub(crate) items: Vec<String>,
    /// The format of the files: a contest's format, pos (one token a line) or json
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
}

impl Positions {
    /// Visits the positions, one after the other. If a position has an error, the function first visits the positions
    /// before it, and then reports the error. If a line of a file has no position, the function prints the error and
    /// continues with the next line.
    pub(crate) fn each(
        &self,
        ctx: &mut Context<'_>,
        mut visit: impl FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut any = false;
        let mut visit = |ctx: &mut Context<'_>, position: &dyn AnyPosition| {
            any = true;
            visit(ctx, position)
        };
        for item in self.items() {
            if let Some((form, input)) = self.input_of(ctx, item)? {
                each_of(form, input, item, ctx, &mut visit)?;
            } else {
                let position = ctx.open(item, Place::default())?;
                visit(ctx, &*position)?;
            }
        }
        end(ctx, any)
    }

    /// Returns the arguments that name positions. If no argument names a position, returns `-`, which means standard
    /// input.
    fn items(&self) -> impl Iterator<Item = &str> {
        let standard = self.items.is_empty().then_some("-");
        standard.into_iter().chain(self.items.iter().map(String::as_str))
    }

    /// Returns the format of the positions in an argument, and the opened input; `None` if the argument itself is one
    /// position.
    fn input_of<'r>(&self, ctx: &Context<'r>, item: &str) -> Result<Option<(Recognised<'r>, Input)>, Stop> {
        let open = || Input::open((item != "-").then_some(Path::new(item)));
        if let Some(name) = &self.from {
            return Ok(Some((Form::named(ctx.registry, name)?.into(), open()?)));
        }
        match Argument::of(ctx.registry, item) {
            _ if item == "-" => argument::form_of_standard(ctx.registry, open()?).map(Some),
            Argument::File => Ok(Some((argument::form_of(ctx.registry, item)?, open()?))),
            _ => Ok(None),
        }
    }

    /// Returns the only position of the arguments. If there are several positions, the function returns an error with
    /// the given reason, and does no other work.
    pub(crate) fn only(&self, ctx: &mut Context<'_>, reason: impl Into<Message>) -> Result<Box<dyn AnyPosition>, Stop> {
        let (mut only, reason) = (None, reason.into());
        self.each(ctx, |_, position| match only.replace(position.token()) {
            None => Ok(()),
            Some(_) => Err(self.too_many(&reason).into()),
        })?;
        ctx.open(&only.unwrap_or_default(), Place::default())
    }

    /// Whether some positions are read from standard input.
    #[cfg(feature = "cluster")]
    pub(crate) fn are_from_standard_input(&self) -> bool {
        self.items.is_empty() || self.items.iter().any(|item| item == "-")
    }

    /// Like `each`, but visits batches of at most `most` positions. Most positions of a batch are not parsed yet.
    pub(crate) fn each_batch(
        &self,
        ctx: &mut Context<'_>,
        most: usize,
        mut visit: impl FnMut(&mut Context<'_>, Vec<InputPosition>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (mut batch, mut any) = (Vec::new(), false);
        for item in self.items() {
            let Some((Recognised { form, head }, input)) = self.input_of(ctx, item)? else {
                batch.push(InputPosition::Open(ctx.open(item, Place::default())?));
                continue;
            };
            if form.is_of_instances(ctx.registry) {
                batch.push(InputPosition::Open(ctx.open_input(item, input)?));
                continue;
            }
            let read = each_position(form, input.headed(head), |token, place| {
                batch.push(match token {
                    // A position of a graph file is opened here, because only this thread has access to the graphs of
                    // this run.
                    Ok(token) if ctx.is_part(token) => ctx.open(token, place)?.into(),
                    Ok(token) => InputPosition::Text(token.to_owned(), place),
                    Err(wrong) => InputPosition::Wrong(wrong),
                });
                any = true;
                if batch.len() < most { Ok(()) } else { visit(ctx, std::mem::take(&mut batch)) }
            });
            if read.is_err() {
                // The positions before the error are answered first.
                visit(ctx, std::mem::take(&mut batch))?;
            }
            read?;
        }
        any |= !batch.is_empty();
        visit(ctx, batch)?;
        end(ctx, any)
    }

    /// The error for several positions where only one position is allowed.
    fn too_many(&self, reason: &Message) -> Failure {
        match self.items.as_slice() {
            [item] if item != "-" => one_of(item),
            _ => Failure::usage(reason.clone()).hint(Hint::OneEach),
        }
    }

    pub(crate) fn headings(&self, ctx: &Context<'_>) -> Headings {
        let is_one = |item: &String| item != "-" && !matches!(Argument::of(ctx.registry, item), Argument::File);
        let needed = self.from.is_some() || !matches!(self.items.as_slice(), [item] if is_one(item));
        Headings { needed, written: 0 }
    }
}

/// An entry of a batch, which is a position or an error.
pub(crate) enum InputPosition {
    Open(Box<dyn AnyPosition>),
    /// A token that is not parsed yet, and its place.
    Text(String, Place),
    /// The error for a line or case of an input that is not a position.
    Wrong(Failure),
}

impl From<Box<dyn AnyPosition>> for InputPosition {
    fn from(position: Box<dyn AnyPosition>) -> Self {
        Self::Open(position)
    }
}

/// Returns an error if the input has no position at all. If the function returned no error, a script that has lost its
/// input would treat an empty output as success.
fn end(ctx: &Context<'_>, any: bool) -> Result<(), Stop> {
    ctx.end()?;
    if any { Ok(()) } else { Err(Failure::usage(Wrong::NoPositions).hint(Hint::GivePositions).into()) }
}

/// A function that is called with each position of the input.
pub(crate) trait Visit: FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop> {}

impl<F: FnMut(&mut Context<'_>, &dyn AnyPosition) -> Result<(), Stop>> Visit for F {}

/// Visits the positions of a file. For `-`, visits the positions of standard input.
fn each_of(
    Recognised { form, head }: Recognised<'_>,
    input: Input,
    item: &str,
    ctx: &mut Context<'_>,
    visit: &mut impl Visit,
) -> Result<(), Stop> {
    if form.is_of_instances(ctx.registry) {
        let position = ctx.open_input(item, input)?;
        return visit(ctx, &*position);
    }
    let of_lines = !matches!(form, Form::Contest(_));
    each_position(form, input.headed(head), |token, place| {
        match token.map_err(Stop::from).and_then(|token| ctx.open(token, place)) {
            Ok(position) => visit(ctx, &*position),
            Err(Stop::Failed(wrong)) if of_lines => ctx.print_failure(&wrong),
            Err(stop) => Err(stop),
        }
    })
}

/// Prints the position's token above each answer, if there are several answers.
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
