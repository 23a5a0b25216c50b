//! The details of a wrongly answered position. The details are the board, our best line, and the deciding rule.

use std::io::Write;

use retrograde::author::AnyPosition;
use retrograde_service::ask::{BestLine, Proof};
use retrograde_service::report::{LineReport, Rule};

use crate::context::Context;
use crate::failure::Stop;
use crate::lang::{Catalogue, fill};
use crate::word::{self, label};

/// The details of a position, except details that are too large.
pub(crate) struct Opened {
    drawing: Option<String>,
    /// The best line; `None` if a solve of the board may need more than [`MOST_BYTES`], or if the best line cannot be
    /// computed.
    pub(crate) line: Option<LineReport>,
}

/// The memory limit, in bytes, for a solve that computes the best line. If the solve may need more memory, the output
/// has no best line.
const MOST_BYTES: u64 = 64 << 20;
/// The size limits of the drawing, in lines and columns.
const MOST_LINES: usize = 40;
const MOST_COLUMNS: usize = 160;
/// The maximum length of the best line, in plies. In a drawn game, the best line shows a loop only if the loop ends
/// within this number of plies.
const LONGEST_LINE: usize = 10_000;
/// The number of moves of the best line that the output shows.
pub(crate) const SHOWN: usize = 10;

impl Opened {
    /// Opens a position and collects its details. Returns `None` if the position is too large to be opened. A contest
    /// may have positions that are too large for any table.
    pub(crate) fn new(ctx: &mut Context<'_>, token: &str) -> Result<Option<Self>, Stop> {
        let Ok(position) = ctx.registry.open(token) else { return Ok(None) };
        let drawing = position.draw();
        let is_small =
            drawing.lines().count() <= MOST_LINES && drawing.lines().all(|line| line.chars().count() <= MOST_COLUMNS);
        let line = best_line(ctx, &*position)?;
        Ok(Some(Self { drawing: is_small.then_some(drawing), line }))
    }

    pub(crate) fn write(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        if let Some(drawing) = &self.drawing {
            writeln!(ctx.out, "{drawing}")?;
        }
        let Some(report) = &self.line else { return Ok(()) };
        let words = ctx.words();
        writeln!(ctx.out, "{}", words.verdict(&report.head))?;
        if !report.line.is_empty() {
            writeln!(ctx.out, "{}", word::wrapped(&(label(words.label_line) + &moves(words, report))))?;
        }
        let (name, text) = match (report.end, report.loop_from) {
            (Some(rule), _) => (words.label_rule, sentence(ctx, report.head.game, rule)),
            (None, Some(from)) => (words.label_loop, fill(words.loop_from, &[("ply", &(from + 1))])),
            (None, None) => return Ok(()),
        };
        Ok(writeln!(ctx.out, "{}", word::wrapped(&(label(name) + &text)))?)
    }
}

fn best_line(ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<Option<LineReport>, Stop> {
    let plan = position.plan(ctx.global.domain, ctx.global.threads);
    if plan.bytes.is_some_and(|bytes| bytes > MOST_BYTES) {
        return Ok(None);
    }
    match ctx.ask(position, &BestLine { max: LONGEST_LINE }) {
        Ok(Proof::Table(report)) => Ok(Some(report)),
        // If a detail cannot be computed, the verdict stays the same.
        Ok(Proof::Strategy(_)) | Err(Stop::Failed(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Returns, as text, the first moves of the best line and the length of the line.
fn moves(words: &Catalogue, report: &LineReport) -> String {
    let first: Vec<_> = report.line.iter().take(SHOWN).map(|rated| rated.action.as_str()).collect();
    let more = report.line.len() > SHOWN || report.cut;
    let moves = first.join(" ") + if more { " …" } else { "" };
    let template = if report.cut { words.more_than } else { words.in_all };
    fill(template, &[("moves", &moves), ("plies", &words.plies(report.line.len() as u32))])
}

/// Returns the sentence in the text of a game's rules that contains the word for `rule`.
pub(crate) fn sentence(ctx: &Context<'_>, game: &str, rule: Rule) -> String {
    let rules = ctx.registry.game(game).map_or("", |game| ctx.lang.rules(game.about()));
    let sentences = rules.lines().flat_map(|line| line.split_inclusive(ctx.words().sentence_gap)).map(str::trim);
    sentences.into_iter().find(|sentence| sentence.contains(rule.word())).unwrap_or(rule.word()).to_owned()
}
