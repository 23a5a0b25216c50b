//! The output formats of positions. The formats are tokens, contest files, drawings and JSON.

use std::io::{self, Write};

use retrograde::author::{AnyPosition, Contest, Subtask, Subtasks};
use retrograde::rules::{memory::Output, message::Message, printable};
use retrograde_service::forms::{JSON, TOKENS, json_of};
use retrograde_service::names::{self, Named};
use retrograde_service::registry::Registry;
use retrograde_service::report::Player;

use crate::context::Context;
use crate::failure::{Failure, Fault, Place, Stop, Thing, admit_token};
use crate::lang::fill;
use crate::messages::{Hint, Note, Promises, Wrong};

const DRAWINGS: &str = "ascii";

/// An output format.
#[derive(Clone, Copy)]
pub(crate) enum Target<'r> {
    Tokens,
    Drawings,
    Json,
    Contest(&'r dyn Contest),
}

impl<'r> Target<'r> {
    /// Returns the format with this name. Without a name, returns JSON if the command has `--json`, otherwise tokens.
    pub(crate) fn wanted(name: Option<&str>, ctx: &Context<'r>) -> Result<Self, Stop> {
        let usual = if ctx.global.json { JSON } else { TOKENS };
        Self::named(name.unwrap_or(usual), ctx.registry)
    }

    fn named(name: &str, registry: &'r Registry) -> Result<Self, Stop> {
        let contests = registry.named_contests().map(|contest| contest.map(Self::Contest));
        let others = [(TOKENS, Self::Tokens), (DRAWINGS, Self::Drawings), (JSON, Self::Json)];
        let all = contests.chain(others.map(|(id, target)| Named::new(id, target)));
        Ok(names::find(name, all).map_err(|error| Failure::name("unknown-format", Thing::Format, error))?)
    }

    pub(crate) fn names(registry: &Registry) -> Vec<&'static str> {
        registry.contests().map(Contest::id).chain([TOKENS, DRAWINGS, JSON]).collect()
    }

    pub(crate) fn writer(self) -> PositionWriter<'r> {
        self.writer_of(None)
    }

    /// Returns a writer for this format. If a subtask is given, a contest's file must fit this subtask.
    pub(crate) fn writer_of(self, subtask: Option<OfContest<'r>>) -> PositionWriter<'r> {
        PositionWriter { target: self, subtask, kept: Vec::new(), written: 0 }
    }
}

/// A subtask of a contest, together with the contest.
#[derive(Clone, Copy)]
pub(crate) struct OfContest<'r> {
    pub(crate) subtasks: &'r dyn Subtasks,
    pub(crate) subtask: &'static Subtask,
}

impl<'r> OfContest<'r> {
    pub(crate) fn named(contest: &'r dyn Contest, name: &str) -> Result<Self, Stop> {
        let none = || Failure::usage(Wrong::NoSubtasks { what: contest.id() }).hint(Hint::NoSubtask);
        let subtasks = contest.subtasks().ok_or_else(none)?;
        let found = subtasks.all().iter().find(|subtask| subtask.is_called(name));
        let subtask = found.ok_or_else(|| {
            let message = Wrong::NoSubtask { format: contest.id(), name: printable(name) };
            Failure::new(Fault::Input, "unknown-subtask", message).hint(listed(subtasks.all()))
        })?;
        Ok(Self { subtasks, subtask })
    }
}

/// Lists the subtasks with their promises. A promise is a property that every case of a subtask has. The list combines
/// consecutive subtasks with the same promise.
fn listed(subtasks: &[Subtask]) -> Message {
    let groups = subtasks.chunk_by(|a, b| promise(a) == promise(b)).filter_map(|group| match group {
        [only] => Some(Promises::One { name: only.name, promise: promise(only) }.into()),
        [first, .., last] => {
            Some(Promises::Several { first: first.name, last: last.name, promise: promise(first) }.into())
        }
        [] => None,
    });
    Message::all(groups)
}

fn promise(subtask: &Subtask) -> Message {
    subtask.promise.into()
}

/// Writes positions in a format. A contest's file begins with the number of cases, so the writer writes the file only
/// when all cases are known.
pub(crate) struct PositionWriter<'r> {
    target: Target<'r>,
    subtask: Option<OfContest<'r>>,
    kept: Vec<String>,
    written: u64,
}

impl PositionWriter<'_> {
    /// Adds a position by its token. For a contest's format, the writer does not parse the token, because a contest may
    /// allow rows that are too long for a position of the game.
    pub(crate) fn put(&mut self, ctx: &mut Context<'_>, token: &str, place: Place) -> Result<(), Stop> {
        if let Target::Contest(contest) = self.target {
            let token =
                if ctx.is_part(token) { ctx.whole_token(token, place.clone())? } else { ctx.registry.by_id(token) };
            // Writes the case to a sink, so that an error is reported immediately.
            let written = contest.write(std::slice::from_ref(&token), &mut io::sink());
            written.map_err(|error| Stop::writing(contest, &token, error, place))?;
            self.kept.push(token);
            return Ok(());
        }
        let position = ctx.open(token, place)?;
        self.put_position(ctx, &*position)
    }

    /// Like `put`, for a position that is already parsed.
    pub(crate) fn put_open(&mut self, ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<(), Stop> {
        admit_token(position.length(), &Place::default())?;
        match self.target {
            Target::Contest(_) => self.put(ctx, &position.whole_token(), Place::default()),
            _ => self.put_position(ctx, position),
        }
    }

    /// Adds a position that the contest's format can express.
    pub(crate) fn put_position(&mut self, ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<(), Stop> {
        let pos = position.whole_token();
        match self.target {
            Target::Contest(_) => self.kept.push(pos),
            Target::Tokens => writeln!(ctx.out, "{pos}")?,
            Target::Drawings => {
                let gap = if self.written > 0 { "\n" } else { "" };
                let words = ctx.words();
                let turn =
                    fill(words.to_move, &[("side", &words.text(Player::of(position.about(), position.here().turn)))]);
                writeln!(ctx.out, "{gap}{}\n{turn}", position.draw())?;
            }
            Target::Json => writeln!(ctx.out, "{}", json_of(position))?,
        }
        self.written += 1;
        Ok(())
    }

    /// Writes the positions that were added.
    pub(crate) fn finish(self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        match self.target {
            // A contest's file without cases is not valid, so nothing is written.
            Target::Contest(_) if self.kept.is_empty() => Ok(()),
            Target::Contest(contest) => {
                let mut file = Output::default();
                let subtask = self.subtask.as_ref().map(|of| of.subtask);
                let written = match &self.subtask {
                    Some(OfContest { subtasks, subtask }) => subtasks.write(subtask, &self.kept, &mut file),
                    None => contest.write(&self.kept, &mut file),
                };
                written.map_err(|error| Stop::writing(contest, "", error, Place::default()))?;
                let Output(file) = file;
                ctx.out.write_all(&file)?;
                // If the judge does not accept the file, the function only prints a note, because the file may be for a
                // program that accepts more than the judge, such as `answer`.
                if let Err(error) = contest.validate(&mut &*file, subtask) {
                    ctx.note(Note::NotTaken { format: contest.id(), why: error.message });
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
