//! The verb `retrograde stats` counts the positions in a board's table.

use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrograde::Kind;
use retrograde::author::AnyPosition;
use retrograde_service::ask::Count;
use retrograde_service::report::{DepthReport, StatsReport, TurnReport};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::histogram;
use crate::lang::{Catalogue, fill};
use crate::messages::{Note, Unit, Work, Wrong, counted};
use crate::positions::Positions;
use crate::save::{is_stdout, save};
use crate::word::{self, grouped, padded, table};

/// Count the positions of a board by value and depth, and show the deepest
///
/// If captures or similar moves split the positions of a game into tiers{chess? (in @, one for each set of men)}, stats
/// also counts each tier alone. On a board of more than 2^26 positions, symmetric positions that share a slot of the
/// table count once, as in `solve`.
#[derive(Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    positions: Positions,
    /// Draw the histogram by depth as an SVG file; `-`: to standard output, instead of the counts
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The maximum number of lines for the counts by depth. With `--json`, the report lists the counts of every depth.
const BINS: usize = 16;

impl Stats {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let count = |ctx: &mut Context<'_>, position: &dyn AnyPosition| {
            let watch = ctx.watch(Work::Stats);
            let report = ctx.ask(position, &watch.over(Count))?;
            if let Some(file) = &self.svg {
                let drawing = histogram::draw(ctx.words(), &position.token(), &report);
                if is_stdout(file) {
                    return Ok(write!(ctx.out, "{drawing}")?);
                }
                save(file, drawing.as_bytes())?;
                ctx.note(Note::Drawing { file: file.display().to_string() });
            }
            if ctx.global.json { ctx.json(&report) } else { print(ctx, position, &report) }
        };
        if self.svg.is_some() {
            let position = self.positions.only(ctx, Wrong::OneDrawing)?;
            count(ctx, &*position)?;
        } else {
            self.positions.each(ctx, count)?;
        }
        Ok(Exit::Done)
    }
}

fn print(ctx: &mut Context<'_>, position: &dyn AnyPosition, report: &StatsReport) -> Result<(), Stop> {
    let words = ctx.words();
    writeln!(ctx.out, "{}", histogram::head(words, report))?;
    if let Some(slots) = position.plan(report.domain, 1).slots.filter(|slots| *slots < report.slots) {
        let slots = words.text(counted(slots, Unit::Slot));
        writeln!(ctx.out, "{}", word::wrapped(&fill(words.stats_images, &[("slots", &slots)])))?;
    }
    writeln!(ctx.out)?;
    let counts = if report.turns.is_empty() { all(words, report) } else { by_turn(words, report) };
    writeln!(ctx.out, "{}\n", table(&counts))?;
    if !report.tiers.is_empty() {
        writeln!(ctx.out, "{}\n", table(&by_tier(words, report)))?;
    }
    for deepest in &report.deepest {
        let value = padded(&words.kind(deepest.value), 4);
        let (turn, plies) = (words.text(deepest.turn), words.plies(deepest.depth));
        let values: [(&str, &dyn Display); 4] =
            [("value", &value), ("turn", &turn), ("plies", &plies), ("pos", &deepest.pos)];
        writeln!(ctx.out, "{}", fill(words.deepest, &values))?;
    }
    Ok(writeln!(ctx.out, "\n{}", table(&by_depth(words, &report.by_depth)))?)
}

fn by_turn(words: &Catalogue, report: &StatsReport) -> Vec<Vec<String>> {
    [turn_header(words)].into_iter().chain(report.turns.iter().map(|turn| turn_row(words, turn))).collect()
}

/// Returns the cells of a text table. The table has a header, and one line for each tier and side to move.
fn by_tier(words: &Catalogue, report: &StatsReport) -> Vec<Vec<String>> {
    let in_front = |first: &str, row: Vec<String>| [first.to_owned()].into_iter().chain(row).collect();
    let rows = report
        .tiers
        .iter()
        .flat_map(|tier| tier.turns.iter().map(move |turn| in_front(&tier.tier, turn_row(words, turn))));
    [in_front(words.stats_tier, turn_header(words))].into_iter().chain(rows).collect()
}

fn turn_header(words: &Catalogue) -> Vec<String> {
    let values = [Kind::Win, Kind::Loss, Kind::Tie, Kind::Draw].map(|kind| words.kind(kind));
    [words.stats_turn.to_owned()].into_iter().chain(values).collect()
}

fn turn_row(words: &Catalogue, turn: &TurnReport) -> Vec<String> {
    let counts = turn.counts;
    let numbers = [counts.win, counts.loss, counts.tie, counts.draw].map(grouped);
    [words.text(turn.turn)].into_iter().chain(numbers).collect()
}

/// Returns the counts by class only, as the cells of a text table.
fn all(words: &Catalogue, report: &StatsReport) -> Vec<Vec<String>> {
    let totals = histogram::totals(report);
    let column = |(kind, number)| [words.kind(kind), grouped(number)];
    let [header, row] = [0, 1].map(|row| totals.map(|total| column(total)[row].clone()).to_vec());
    vec![header, row]
}

/// Returns the counts by depth as the cells of a text table. The table has a header and at most [`BINS`] lines. Each
/// line of the table stands for the same number of depths. Only the last line may stand for fewer depths.
pub(super) fn by_depth(words: &Catalogue, depths: &[DepthReport]) -> Vec<Vec<String>> {
    let values = [Kind::Win, Kind::Loss, Kind::Tie].map(|kind| words.kind(kind));
    let header = [words.stats_plies.to_owned()].into_iter().chain(values).collect();
    let width = depths.len().div_ceil(BINS).max(1);
    let row = depths.chunks(width).map(|bin| {
        let sum = |count: fn(&DepthReport) -> u64| grouped(bin.iter().map(count).sum());
        vec![span(bin), sum(|depth| depth.win), sum(|depth| depth.loss), sum(|depth| depth.tie)]
    });
    [header].into_iter().chain(row).collect()
}

/// Writes the depths that one line of the table stands for, such as `7` or `10-19`.
fn span(bin: &[DepthReport]) -> String {
    match bin {
        [first, .., last] => format!("{}-{}", first.depth, last.depth),
        _ => bin.iter().map(|only| only.depth.to_string()).collect(),
    }
}
