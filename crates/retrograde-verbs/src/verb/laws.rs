//! The verb `retrograde laws` checks the laws, which are properties of a game that the solver relies on.

use std::io::Write;

use clap::Args;
use retrograde_service::report::{BrokenReport, LawsReport};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::lang::{Lang, fill};
use crate::messages::{Unit, Work, counted, within};

/// Check that a game obeys the laws that the solver relies on
///
/// This verb is for authors of games. The verb starts from the game's examples, and checks positions near the examples
/// and far from them. The verb checks every law that applies to the game, including the laws of the numbering and of
/// un-moves. Exits with 1 at the first broken law, and prints a position that shows the fault.
#[derive(Args)]
pub(crate) struct Laws {
    /// The game{game?, such as @}; `retrograde games` lists them
    game: String,
    /// Stop after about N reachable positions, and after the same number of slots
    #[arg(short = 'n', long, value_name = "N", default_value = "10000", value_parser = within::<u64>(1..=100_000_000))]
    positions: u64,
}

impl Laws {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let game = ctx.game(&self.game)?;
        let watch = ctx.watch(Work::Laws).piped();
        let report = watch.work(|| {
            let checked = game.laws(self.positions, ctx.global.threads);
            let checked = checked.expect("this crate depends on the library's feature `full`");
            // The rules of a game that breaks a law may panic.
            let remarks = if checked.is_ok() { game.remarks(self.positions) } else { Vec::new() };
            LawsReport { remarks, ..LawsReport::of(game.about().id, checked) }
        });
        match (ctx.global.quiet, ctx.global.json) {
            (true, _) => {}
            (false, true) => ctx.json(&report)?,
            (false, false) => writeln!(ctx.out, "{}", verdict(ctx.lang, &report))?,
        }
        Ok(if report.ok { Exit::Done } else { Exit::No })
    }
}

fn verdict(lang: Lang, report: &LawsReport) -> String {
    let words = lang.words();
    if let Some(BrokenReport { law, pos, detail }) = &report.broken {
        let (law, detail) = (lang.text(law), lang.text(detail));
        return fill(words.law_broken, &[("game", &report.game), ("law", &law), ("pos", pos), ("detail", &detail)]);
    }
    let counts = [(report.positions, Unit::Position), (report.moves, Unit::Move), (report.slots, Unit::Slot)];
    let counts = counts.map(|(count, unit)| Some(words.text(counted(count.filter(|&count| count > 0)?, unit))));
    let checked = counts.into_iter().flatten().collect::<Vec<_>>().join(words.list_gap);
    let rest = if report.complete == Some(true) { words.laws_of_all } else { words.laws_of_some };
    let kept = fill(words.laws_kept, &[("game", &report.game), ("checked", &checked), ("rest", &rest)]);
    let remarks = report.remarks.iter().map(|remark| lang.text(remark));
    std::iter::once(kept).chain(remarks).collect::<Vec<_>>().join("\n")
}
