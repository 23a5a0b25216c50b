//! The verb `retrograde solve` solves a whole board and counts its positions.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use clap::Args;
use retrograde::ask::Each;
use retrograde::author::{AnyPosition, Domain};
use retrograde::kernel::Transport;
use retrograde::rules::message::bytes;
use retrograde::{Kind, Options, SolveError};
use retrograde_service::Session;
use retrograde_service::diagnosis::{diagnosed, guarded};
use retrograde_service::failure::Failure;
use retrograde_service::report::{CountedReport, PlanReport, SolveReport, VerifyReport};
use retrograde_service::scale::ScaleReport;
use retrograde_service::storage::{Detail, Reservation, Stored, StoredReport};
use retrograde_service::tables::{disk, refuse_unnumbered};
use retrograde_service::unanswered::Unanswered;
use retrograde_service::whole::Uncounted;
use serde::Serialize;

use crate::asking::advised;
use crate::by_tiers::ByTiers;
use crate::context::Context;
use crate::cost::{Cost, milliseconds};
use crate::distributed::DistributedOptions;
#[cfg(feature = "cluster")]
use crate::distributed::Joined;
use crate::exit::Exit;
use crate::failure::{Fault, Instead, Stop};
use crate::interrupt::Interrupt;
use crate::lang::{Catalogue, fill};
use crate::messages::{Hint, Note, Unit, Wrong, counted, within};
use crate::places::listed;
use crate::plan;
use crate::positions::Positions;
use crate::scale::{self, Scale};
use crate::storage::{StorageOptions, find, goes_on, put};
use crate::verb::stats::by_depth;
use crate::verb::verify::verdict;
use crate::vocabulary::DomainWord;
use crate::word::{grouped, table};

/// Solve whole boards, and count their positions by value and depth
///
/// Solve stores nothing unless -o or --keep is given. With one of these options it writes the table to files, and every
/// other verb finds the table there. The same command resumes a stopped solve, whatever stopped it. Positions that
/// share a slot of the table, such as symmetric ones, count once; --reachable counts each reachable position, and
/// --reachable-slots counts each reachable slot once. Exits with 1 if a value that --sample checks is wrong.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    positions: Positions,
    /// Print what the solve needs, without solving
    #[arg(long, conflicts_with_all = ["reachable", "reachable_slots"])]
    plan: bool,
    /// Also count the positions that are reachable from the given one
    #[arg(long)]
    reachable: bool,
    /// Also count the slots that are reachable from the given position
    #[arg(long)]
    reachable_slots: bool,
    /// Check N values, spread over the table, by the rules alone
    #[arg(long, value_name = "N", conflicts_with = "plan", value_parser = within::<u64>(1..=u64::MAX))]
    sample: Option<u64>,
    #[command(flatten)]
    by_tiers: ByTiers,
    #[command(flatten)]
    storage: StorageOptions,
    #[command(flatten)]
    scale: Scale,
    #[command(flatten)]
    among: DistributedOptions,
}

/// A solved board, and the cost of the solve.
#[derive(Serialize)]
struct Solved {
    /// The counts of the board. The counts are absent if the run found a stored table without depths, because a table
    /// without depths has no counts.
    #[serde(flatten)]
    report: Option<SolveReport>,
    /// The result of `--sample`; `null` without this option.
    sample: Option<VerifyReport>,
    /// The stored table; `null` if the solve stores none.
    kept: Option<StoredReport>,
    cost: Took,
}

/// Whether the run stores a solved table.
enum Table<'c> {
    /// The run does not store the table.
    Gone,
    /// The table was already stored before this run.
    There(Box<dyn Reservation>, StoredReport),
    /// The run stores the table, together with the other processes that the transport connects.
    New(Box<dyn Reservation>, Option<&'c dyn Transport>),
}

impl<'c> Table<'c> {
    /// Returns [`New`](Self::New) if there is a reservation for the table of a board that this run has solved;
    /// otherwise returns [`Gone`](Self::Gone).
    fn made(place: Option<Box<dyn Reservation>>, transport: Option<&'c dyn Transport>) -> Self {
        place.map_or(Self::Gone, |place| Self::New(place, transport))
    }
}

/// The cost of solving a board. The processor time and the memory are the cost of the whole run. The field `solve` is
/// the cost until the board was solved and counted.
#[derive(Serialize)]
struct Took {
    solve: Cost,
    reachable_ms: Option<f64>,
    reachable_slots_ms: Option<f64>,
    #[serde(flatten)]
    run: Cost,
}

impl Solved {
    /// Whether all values that `--sample` checked are right.
    fn is_right(&self) -> bool {
        self.sample.as_ref().is_none_or(|sample| sample.ok)
    }

    fn print(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        if ctx.global.json {
            return ctx.json(self);
        }
        if let Some(report) = &self.report {
            print(ctx, report)?;
        }
        if let Some(sample) = &self.sample {
            writeln!(ctx.out, "\n{}", verdict(ctx.lang, sample))?;
        }
        if let Some(kept) = &self.kept {
            let gap = if self.report.is_some() { "\n" } else { "" };
            writeln!(ctx.out, "{gap}{}", stored_sentence(ctx, kept))?;
        }
        print_cost(ctx, &self.cost);
        Ok(())
    }
}

impl Solve {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if self.among.is_wanted() && !self.plan {
            return self.solve_distributed(ctx);
        }
        let (mut first, mut right) = (true, true);
        self.positions.each(ctx, |ctx, position| {
            if self.plan {
                let among = self.scale.report(ctx, position)?;
                return print_plan(ctx, position, among);
            }
            ctx.out.flush()?;
            let solved = self.solve(ctx, position)?;
            right &= solved.is_right();
            if !ctx.global.json && !std::mem::take(&mut first) {
                writeln!(ctx.out)?;
            }
            solved.print(ctx)
        })?;
        Ok(if right { Exit::Done } else { Exit::No })
    }

    fn solve(&self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Solved, Stop> {
        let begun = Instant::now();
        self.by_tiers.refuse(ctx, position)?;
        let place = self.storage.place(ctx, position)?;
        if let Some(found) = find(ctx, position, place.as_deref())? {
            return self.report_of(ctx, position, place, found, begun);
        }
        let whole = self.solve_anew(ctx, position, place.as_deref())?;
        self.count(ctx, position, &whole, Table::made(place, None), begun)
    }

    /// Returns the report for a board whose table was stored before this run.
    fn report_of(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        place: Option<Box<dyn Reservation>>,
        found: Stored,
        begun: Instant,
    ) -> Result<Solved, Stop> {
        let there = found.report.clone();
        if found.detail == Detail::Class {
            let (solve, run) = (Cost::since(begun), Cost::since(begun));
            let cost = Took { solve, reachable_ms: None, reachable_slots_ms: None, run };
            return Ok(Solved { report: None, sample: None, kept: Some(there), cost });
        }
        let whole = found.session(position, ctx.global.domain);
        let table = place.map_or(Table::Gone, |place| Table::There(place, there));
        self.count(ctx, position, &whole, table, begun)
    }

    /// Depending on the options, counts the positions of a solved board, checks a sample of the values, and stores the
    /// table.
    fn count(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        whole: &Session,
        table: Table<'_>,
        begun: Instant,
    ) -> Result<Solved, Stop> {
        let untold = |error| {
            let failure = diagnosed(Failure::ask(&position.token(), error), position);
            Stop::from(advised(failure))
        };
        let mut report = whole.report(position).map_err(untold)?;
        let solve = Cost::since(begun);
        let kept = match table {
            Table::Gone => None,
            Table::There(place, there) => {
                place.clear()?;
                Some(there)
            }
            Table::New(place, transport) => Some(put(ctx, &*place, position, whole, &report, transport)?),
        };
        let reached = |each, is_wanted: bool| is_wanted.then(|| reached(ctx, whole, position, each)).transpose();
        let (reachable, reachable_ms) = reached(Each::Position, self.reachable)?.unzip();
        let (reachable_slots, reachable_slots_ms) = reached(Each::Slot, self.reachable_slots)?.unzip();
        report = SolveReport { reachable, reachable_slots, ..report };
        let checked = self.sample.map(|number| guarded(position, || whole.verify_some(number, ctx.global.threads)));
        let sample = checked.transpose()?.transpose().map_err(untold)?;
        let cost = Took { solve, reachable_ms, reachable_slots_ms, run: Cost::since(begun) };
        Ok(Solved { report: Some(report), sample, kept, cost })
    }
}

#[cfg(not(feature = "cluster"))]
impl Solve {
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    fn solve_distributed(&self, _ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        Err(crate::distributed::unavailable())
    }
}

#[cfg(feature = "cluster")]
impl Solve {
    /// Solves one board together with other processes. The first process prints the answer.
    fn solve_distributed(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if self.among.takes_standard_input() && self.positions.are_from_standard_input() {
            return Err(DistributedOptions::no_board());
        }
        let position = self.positions.only(ctx, DistributedOptions::one_board())?;
        self.by_tiers.refuse(ctx, &*position)?;
        let joined = self.among.join(ctx, &*position, self.by_tiers.is_wanted())?;
        let solved = self.solve_joined(ctx, &*position, &joined).map_err(|stop| joined.failing(stop))?;
        joined.leave(ctx, position.plan(ctx.global.domain, 1).slots.unwrap_or_default())?;
        match solved {
            Shared::Reported(solved) => {
                let right = solved.is_right();
                solved.print(ctx)?;
                Ok(if right { Exit::Done } else { Exit::No })
            }
            Shared::Done(place) => {
                // This process prints nothing. The table is complete, so its checkpoints are removed.
                place.as_ref().map_or(Ok(()), |place| place.clear())?;
                Ok(Exit::Done)
            }
        }
    }

    fn solve_joined(&self, ctx: &Context<'_>, position: &dyn AnyPosition, joined: &Joined) -> Result<Shared, Stop> {
        let begun = Instant::now();
        let place = self.storage.place_of(ctx, position, Some(joined.process()))?;
        let found = if joined.speaks() { find(ctx, position, place.as_deref())? } else { None };
        if !joined.is_solved_by_all(found.is_none())? {
            return match found {
                Some(found) => self.report_of(ctx, position, place, found, begun).map(Shared::report),
                None => Ok(Shared::Done(place)),
            };
        }
        let slots = position.plan(ctx.global.domain, 1).slots.unwrap_or_default();
        self.storage.allow_share(ctx, slots, joined.share_of_machine(), || joined.estimated_ms(position))?;
        if let Some(place) = place.as_ref().filter(|_| ctx.global.folders.no_tables) {
            place.clear()?;
        }
        // Without tiers, the solver returns an error if this process's share of the board does not fit the memory.
        let scratch = self.by_tiers.is_wanted().then(|| self.storage.scratch(ctx));
        let whole = guarded(position, || joined.solve(ctx, position, place.as_deref(), scratch.as_ref()))??;
        if joined.speaks() {
            let table = Table::made(place, Some(joined.transport()));
            return self.count(ctx, position, &whole, table, begun).map(Shared::report);
        }
        if let Some(place) = &place {
            // Only the first process counts the positions, so this process passes 0.
            place.put(position, &whole, 0, ctx.global.threads, Some(joined.transport()))?;
        }
        Ok(Shared::Done(place))
    }
}

/// The result of one process when several processes solve a board.
#[cfg(feature = "cluster")]
enum Shared {
    /// The answer, which the first process prints.
    Reported(Box<Solved>),
    /// The result of a process other than the first. The value is the reservation of this process's files.
    Done(Option<Box<dyn Reservation>>),
}

#[cfg(feature = "cluster")]
impl Shared {
    fn report(solved: Solved) -> Self {
        Self::Reported(Box::new(solved))
    }
}

impl Solve {
    fn solve_anew(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        place: Option<&dyn Reservation>,
    ) -> Result<Session, Stop> {
        let by_tiers = self.by_tiers.is_wanted();
        self.storage.allow(ctx, position, by_tiers)?;
        if !by_tiers {
            note_plan(ctx, position);
        }
        if let Some(place) = place.filter(|_| ctx.global.folders.no_tables) {
            // With `--no-tables`, the run ignores the checkpoints of an earlier run.
            place.clear()?;
        }
        // A solve that stores nothing loses nothing when it is interrupted, so Ctrl-C may end the process as usual.
        let cancel = place.map(|_| ctx.interrupt()).transpose()?.map(Interrupt::flag);
        let scratch = self.storage.scratch(ctx);
        let solve = || {
            ctx.solving_planned(Some(position), |options| {
                let options = Options { scratch: Some(&scratch), by_tiers, ..*options };
                let (domain, notes) = (ctx.global.domain, ctx.notes());
                match place {
                    Some(place) => {
                        let notify = |message| notes.print(&message);
                        place.solve(position, domain, &Options { cancel, ..options }, &notify)
                    }
                    None => Session::solve(position, domain, &options),
                }
            })
        };
        let refused = |error: SolveError| match place.and_then(|place| goes_on(place, &error)) {
            _ if by_tiers => Failure::solve(&error, Instead::Nothing).into(),
            Some(hint) => Failure::solve(&error, Instead::Nothing).hint(hint).into(),
            None => ctx.stop(Unanswered::Refused(error), position),
        };
        guarded(position, solve)?.map_err(refused)
    }
}

/// Prints the plan of a solve as a note if the solve needs more memory than `--mem`. If the memory suffices, prints the
/// plan only with `-v`.
fn note_plan(ctx: &Context<'_>, position: &dyn AnyPosition) {
    if position.plan(ctx.global.domain, ctx.global.threads).spills(ctx.global.mem) {
        ctx.note(plan::line(ctx.global, ctx.lang, position));
    } else {
        ctx.detail(|| plan::line(ctx.global, ctx.lang, position));
    }
}

fn print_plan(ctx: &mut Context<'_>, position: &dyn AnyPosition, among: Option<ScaleReport>) -> Result<(), Stop> {
    let slots = position.plan(ctx.global.domain, ctx.global.threads).slots;
    let slots = slots.filter(|_| refuse_unnumbered(position, ctx.global.domain).is_ok());
    let disk_bytes = slots.map(disk);
    if ctx.global.json {
        return ctx.json(&Planned { plan: plan::of(ctx.global, position), disk_bytes, among });
    }
    let plan = plan::line(ctx.global, ctx.lang, position);
    let line = match disk_bytes {
        Some(disk) => fill(ctx.words().plan_disk, &[("plan", &plan), ("disk", &bytes(disk))]),
        None => plan,
    };
    writeln!(ctx.out, "{line}")?;
    if let Some(report) = among {
        writeln!(ctx.out, "{}", scale::lines(ctx, &report))?;
    }
    Ok(())
}

/// The plan of a solve, and the disk space for the files of the table.
#[derive(Serialize)]
struct Planned {
    #[serde(flatten)]
    plan: PlanReport,
    /// The maximum disk space that the table and its checkpoints need at any one time, in bytes; `null` if this board
    /// cannot be stored.
    disk_bytes: Option<u64>,
    /// The estimated cost on several hosts; present only if the command asks for this estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    among: Option<ScaleReport>,
}

/// Describes the files and the size of a stored table in one line.
fn stored_sentence(ctx: &Context<'_>, kept: &StoredReport) -> String {
    let words = ctx.words();
    let rate = format!("{:.3}", kept.bytes_a_position);
    let values: [(&str, &dyn Display); 5] = [
        ("table", &kept.table),
        ("files", &listed(&kept.files)),
        ("bytes", &grouped(kept.bytes)),
        ("rate", &rate),
        ("hash", &kept.hash),
    ];
    let sentence = if kept.made { words.table_kept } else { words.table_there };
    fill(sentence, &values)
}

/// Counts the positions or slots that are reachable from a position, and returns the count with the time of the search
/// in milliseconds.
fn reached(
    ctx: &Context<'_>,
    whole: &Session,
    position: &dyn AnyPosition,
    each: Each,
) -> Result<(CountedReport, f64), Stop> {
    let marking = Instant::now();
    let reach = || ctx.solving(|options| whole.reached(position, each, options));
    let counted = guarded(position, reach)?.map_err(|error| match error {
        Uncounted::Refused(error) => diagnosed(Failure::solve(&error, Instead::Nothing), position),
        Uncounted::Ask(error) => diagnosed(Failure::ask(&position.token(), error), position),
        Uncounted::Apart => {
            let game = position.about().id;
            Failure::new(Fault::Input, "no-slots", Wrong::SlotsApart { game }).hint(Hint::EachPosition)
        }
    })?;
    Ok((counted, milliseconds(marking)))
}

fn print(ctx: &mut Context<'_>, report: &SolveReport) -> Result<(), Stop> {
    let words = ctx.words();
    let positions = words.text(counted(report.counted.positions, Unit::Position));
    let slots = words.text(counted(report.slots, Unit::Slot));
    let domain = words.text(DomainWord::from(report.domain));
    let values: [(&str, &dyn Display); 4] =
        [("table", &report.table), ("domain", &domain), ("positions", &positions), ("slots", &slots)];
    writeln!(ctx.out, "{}\n{}\n", words.verdict(&report.head), fill(words.stats_head, &values))?;
    // The table of an explored board contains exactly the reachable positions, so a second row would repeat the first.
    let reachable = report.reachable.as_ref().filter(|_| report.domain != Domain::Reachable);
    let sets = [(DomainWord::Reachable, reachable), (DomainWord::ReachableSlots, report.reachable_slots.as_ref())];
    let sets = sets.into_iter().filter_map(|(word, counted)| Some((words.text(word), counted?)));
    let counted: Vec<_> = [(domain, &report.counted)].into_iter().chain(sets).collect();
    writeln!(ctx.out, "{}", table(&by_value(words, &counted)))?;
    let several = counted.len() > 1;
    for (heading, counted) in &counted {
        let heading =
            if several { format!("\n{}", fill(words.heading, &[("heading", heading)])) } else { String::new() };
        writeln!(ctx.out, "{heading}\n{}", table(&by_depth(words, &counted.by_depth)))?;
    }
    Ok(())
}

/// Returns the cells of a text table. The table has a header, and one line for each set of positions, with a column for
/// each value.
fn by_value(words: &Catalogue, counted: &[(String, &CountedReport)]) -> Vec<Vec<String>> {
    let values = [Kind::Win, Kind::Loss, Kind::Tie, Kind::Draw].map(|kind| words.kind(kind));
    let header = [String::new(), words.solve_positions.to_owned()].into_iter().chain(values).collect();
    let row = counted.iter().map(|(name, CountedReport { positions, counts, .. })| {
        let numbers = [*positions, counts.win, counts.loss, counts.tie, counts.draw].map(grouped);
        [name.clone()].into_iter().chain(numbers).collect()
    });
    [header].into_iter().chain(row).collect()
}

fn print_cost(ctx: &Context<'_>, cost: &Took) {
    ctx.note(Note::Solved { time: plan::time(cost.solve.wall_ms) });
    for milliseconds in [cost.reachable_ms, cost.reachable_slots_ms].into_iter().flatten() {
        ctx.note(Note::Reached { time: plan::time(milliseconds) });
    }
    if let (Some(cpu), Some(peak)) = (cost.run.cpu_ms, cost.run.peak_bytes) {
        ctx.note(Note::Took { time: plan::time(cpu), memory: bytes(peak) });
    }
}
