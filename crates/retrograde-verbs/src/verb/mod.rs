//! The verbs, and the list of all verbs. The file of a verb contains its arguments and its action.

mod answer;
pub(crate) mod check;
mod climb;
mod completions;
mod convert;
mod games;
mod generate;
mod help;
mod laws;
mod line;
mod man;
mod new;
mod play;
mod probe;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod stats;
mod stress;
mod tables;
mod tabulate;
mod trace;
mod validate;
mod verify;
mod why;

use clap::{Command, Subcommand};
use retrograde_service::registry::Registry;

use crate::context::Context;
use crate::failure::Stop;

/// The definition of the whole command line, for verbs that print it.
pub(crate) struct Definition {
    pub(crate) plain: fn(&Registry) -> Command,
    /// Returns the definition for shell completions. The arguments that take a game or a format list the registry's
    /// games and formats as possible values.
    pub(crate) with_names: fn(&Registry) -> Command,
}

/// The verb of the command line, with its arguments.
#[derive(Subcommand)]
pub(crate) enum Verb {
    Answer(answer::Answer),
    Probe(probe::Probe),
    Line(line::Line),
    Why(why::Why),
    Trace(trace::Trace),
    Solve(solve::Solve),
    #[command(name = "cluster")]
    Start(crate::distributed::Start),
    Stats(stats::Stats),
    Verify(verify::Verify),
    #[command(name = "gen")]
    Generate(generate::Generate),
    Play(play::Play),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Stress(stress::Stress),
    Tabulate(tabulate::Tabulate),
    Tables(tables::TablesOf),
    #[command(name = check::NAME)]
    Check(check::Check),
    Validate(validate::Validate),
    Convert(convert::Convert),
    Games(games::Games),
    Rules(rules::Rules),
    Laws(laws::Laws),
    New(new::New),
    Completions(completions::Completions),
    Man(man::Man),
    Help(help::Help),
}

impl Verb {
    /// Runs the verb.
    pub(crate) fn run(&self, ctx: &mut Context<'_>, definition: &Definition) -> Result<u8, Stop> {
        let exit = match self {
            Self::Answer(verb) => verb.run(ctx),
            Self::Probe(verb) => verb.run(ctx),
            Self::Line(verb) => verb.run(ctx),
            Self::Why(verb) => verb.run(ctx),
            Self::Trace(verb) => verb.run(ctx),
            Self::Solve(verb) => verb.run(ctx),
            Self::Start(verb) => verb.run(ctx),
            Self::Stats(verb) => verb.run(ctx),
            Self::Verify(verb) => verb.run(ctx),
            Self::Generate(verb) => verb.run(ctx),
            Self::Play(verb) => verb.run(ctx),
            #[cfg(feature = "serve")]
            Self::Serve(verb) => verb.run(ctx),
            Self::Stress(verb) => verb.run(ctx),
            Self::Tabulate(verb) => verb.run(ctx),
            Self::Tables(verb) => verb.run(ctx),
            // The exit codes of `check` are testlib's.
            Self::Check(verb) => return verb.run(ctx).map(u8::from),
            Self::Validate(verb) => verb.run(ctx),
            Self::Convert(verb) => verb.run(ctx),
            Self::Games(verb) => verb.run(ctx),
            Self::Rules(verb) => verb.run(ctx),
            Self::Laws(verb) => verb.run(ctx),
            Self::New(verb) => verb.run(ctx),
            Self::Completions(verb) => verb.run(ctx, (definition.with_names)(ctx.registry)),
            Self::Man(verb) => verb.run(ctx, (definition.with_names)(ctx.registry)),
            Self::Help(verb) => verb.run(ctx, (definition.plain)(ctx.registry)),
        };
        exit.map(u8::from)
    }
}
