//! The verb `retrograde games` lists the games.

use std::io::Write;

use clap::Args;
use retrograde::author::AnyGame;
use retrograde_service::report::{FormatReport, GameReport};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::lang::fill;
use crate::style::{FAINT, STRONG};
use crate::vocabulary::WayWord;

/// List the games, their solution methods, their contest formats, and a position of each
#[derive(Args)]
pub(crate) struct Games {}

impl Games {
    #[expect(clippy::unused_self, reason = "all verbs run alike")]
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let registry = ctx.registry;
        for game in registry.games() {
            let report = GameReport::of(game);
            if ctx.global.json { ctx.json(&report)? } else { print(ctx, game, &report)? }
        }
        Ok(Exit::Done)
    }
}

fn print(ctx: &mut Context<'_>, game: &dyn AnyGame, report: &GameReport<'_>) -> Result<(), Stop> {
    let words = ctx.words();
    let contests = game.contests();
    let title = ctx.lang.title(game.about());
    let shortcut = if report.shortcut { words.or_shortcut } else { "" };
    let solved =
        fill(words.solved_by, &[("way", &words.text(WayWord::from(game.about().way))), ("shortcut", &shortcut)]);
    writeln!(ctx.out, "{STRONG}{:<10}{STRONG:#} {title}", report.game)?;
    writeln!(ctx.out, "           {solved}")?;
    for (FormatReport { format, .. }, contest) in report.formats.iter().zip(contests) {
        let title = contest.title_in(ctx.lang.language());
        writeln!(ctx.out, "           {}", fill(words.format, &[("format", format), ("title", &title)]))?;
    }
    match report.examples.first() {
        Some(example) => Ok(writeln!(ctx.out, "           {FAINT}{example}{FAINT:#}")?),
        None => Ok(()),
    }
}
