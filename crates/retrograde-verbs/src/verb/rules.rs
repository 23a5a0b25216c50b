//! The verb `retrograde rules` prints the rules and the notation of a game, and the layout of its contest's files.

use std::io::Write;

use clap::Args;
use retrograde::author::Contest;
use retrograde_service::report::{GameReport, Player};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::lang::fill;
use crate::style::STRONG;
use crate::word::wrapped;

/// Show a game's rules, the notation of its positions, and the input and output of its contest
#[derive(Args)]
pub(crate) struct Rules {
    /// The game{game?, such as @,} or its contest's format{format?, such as @}; `retrograde games` lists them
    game: String,
}

impl Rules {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let game = ctx.game(&self.game)?;
        if ctx.global.json {
            ctx.json(&GameReport::of(game))?;
            return Ok(Exit::Done);
        }
        let (about, words) = (game.about(), ctx.words());
        let (title, rules) = (ctx.lang.title(about), ctx.lang.rules(about));
        writeln!(ctx.out, "{STRONG}{title}{STRONG:#}\n\n{}", wrapped(rules))?;
        writeln!(ctx.out, "\n{}", words.positions)?;
        for example in &about.examples {
            writeln!(ctx.out, "  {example}")?;
        }
        if let Some(position) = about.examples.first().and_then(|token| ctx.registry.open(token).ok()) {
            let first = fill(
                words.first_position,
                &[("side", &words.text(Player::of(position.about(), position.here().turn)))],
            );
            writeln!(ctx.out, "\n{first}\n\n{}", position.draw())?;
        }
        game.contests().iter().try_for_each(|contest| print_format(ctx, &**contest))?;
        Ok(Exit::Done)
    }
}

/// Prints the layout of a contest's input and of its answers, if the contest states them.
fn print_format(ctx: &mut Context<'_>, contest: &dyn Contest) -> Result<(), Stop> {
    let (words, language) = (ctx.words(), ctx.lang.language());
    let layouts: Vec<_> = [contest.input_layout(), contest.answer_layout()].into_iter().flatten().collect();
    if layouts.is_empty() {
        return Ok(());
    }
    let title = contest.title_in(language);
    writeln!(ctx.out, "\n{}", wrapped(&fill(words.format, &[("format", &contest.id()), ("title", &title)])))?;
    for layout in layouts {
        writeln!(ctx.out, "{}", wrapped(&format!("  {}", layout.in_language(language))))?;
    }
    Ok(())
}
