//! Finds the values of many positions on all threads. The module does not find the values of the moves.
//!
//! The positions are distributed among threads, board by board. On a small board, one thread finds the values alone,
//! with shortcuts or with a table that only this thread uses. For the remaining boards, the library of the run provides
//! tables, one after the other. The lines of the output are in the order of the positions; the program writes each line
//! as soon as all earlier lines are written.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use retrograde::Options;
use retrograde::author::{AnyPosition, Domain};
use retrograde::rules::memory;
use retrograde_service::diagnosis::{diagnosed, guarded};
use retrograde_service::report::Head;
use retrograde_service::session::AskError;
use retrograde_service::whole::unsampled_ms;
use retrograde_service::{Session, position};

use crate::asking::advised;
use crate::context::Context;
use crate::failure::{self, Failure, Stop, no_shortcut};
use crate::global::MethodChoice;
use crate::messages::Wrong;
use crate::positions::{InputPosition, Positions};

/// The number of positions in a batch. The program reads a batch completely before it answers the batch's first
/// position.
const BATCH: usize = 1 << 14;
/// The minimum number of positions for each thread.
const SHARE: usize = 256;
/// The maximum size, in bytes, of a table that one thread solves alone.
const SMALL: u64 = 64 << 20;

/// A position, and the text that identifies its instance.
type OpenedPosition = (String, Box<dyn AnyPosition>);

/// Prints the value of every position, one per line.
pub(crate) fn print_values(ctx: &mut Context<'_>, positions: &Positions, method: MethodChoice) -> Result<(), Stop> {
    let mut run = BulkRun { tabled: HashSet::new(), method, threads: threads(ctx) };
    positions.each_batch(ctx, BATCH, |ctx, batch| run.answer(ctx, batch))
}

/// The data that a run keeps from one batch of positions to the next.
struct BulkRun {
    /// The instances whose positions were answered from a table of the library.
    tabled: HashSet<String>,
    method: MethodChoice,
    threads: usize,
}

/// A part of a batch.
enum BatchPart {
    /// Consecutive positions of one instance.
    Alike(Vec<OpenedPosition>),
    Wrong(Failure),
}

impl BatchPart {
    fn instance(&self) -> Option<&str> {
        match self {
            Self::Alike(positions) => positions.first().map(|(instance, _)| instance.as_str()),
            Self::Wrong(_) => None,
        }
    }
}

impl BulkRun {
    fn answer(&mut self, ctx: &mut Context<'_>, batch: Vec<InputPosition>) -> Result<(), Stop> {
        let parts = parts(opened(ctx, self.threads, batch));
        let mut times: HashMap<&str, u32> = HashMap::new();
        parts.iter().filter_map(BatchPart::instance).for_each(|instance| *times.entry(instance).or_default() += 1);
        let alone = parts.iter().map(|part| self.alone(ctx, part, &times));
        let alone: Vec<Option<Alone<'_>>> = alone.collect::<Result<_, _>>()?;
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let mut found = Answers::start(scope, self.threads, &alone, &next);
            let written = parts.iter().enumerate().try_for_each(|(at, part)| match part {
                BatchPart::Wrong(failure) => ctx.print_failure(failure),
                BatchPart::Alike(positions) => {
                    let heads = found.of(at)?;
                    heads.iter().try_for_each(|head| write(ctx, head))?;
                    self.rest(ctx, &positions[heads.len()..])
                }
            });
            // After an error, the threads need not answer the remaining parts.
            next.store(parts.len(), Ordering::Relaxed);
            written
        })
    }

    /// Returns the positions of a part if one thread should answer them alone; `None` if a table of the library should
    /// answer them.
    fn alone<'b>(
        &self,
        ctx: &Context<'_>,
        part: &'b BatchPart,
        times: &HashMap<&str, u32>,
    ) -> Result<Option<Alone<'b>>, Stop> {
        let BatchPart::Alike(positions) = part else { return Ok(None) };
        let [(instance, first), ..] = positions.as_slice() else { return Ok(None) };
        let is_kept = self.method != MethodChoice::Shortcut && ctx.library()?.stores_some_of(first.about().id);
        if self.tabled.contains(instance) || is_kept {
            return Ok(None);
        }
        let memory = SMALL.min(ctx.global.mem / 4 / self.threads as u64);
        let times = times.get(instance.as_str()).copied().unwrap_or(1);
        Ok(Some(Alone { positions, method: self.method, domain: ctx.global.domain, memory, times }))
    }

    /// Answers positions of one instance from tables of the library.
    fn rest(&mut self, ctx: &mut Context<'_>, positions: &[OpenedPosition]) -> Result<(), Stop> {
        let mut rest = positions;
        while let [(instance, first), ..] = rest {
            if self.method == MethodChoice::Shortcut {
                return Err(no_shortcut(Wrong::NoShortcutHere { game: first.about().id }).into());
            }
            if !self.tabled.contains(instance) {
                self.tabled.insert(instance.clone());
            }
            let session = ctx.table(&**first)?;
            let heads = spread(self.threads, rest, |(_, position)| session.worth(&**position));
            let mut answered = 0;
            for head in heads {
                match head {
                    Ok(head) => write(ctx, &head)?,
                    // The table may contain only the positions reachable from the first of these positions. If a later
                    // position is missing, the next iteration uses another table.
                    Err(AskError::NotReached { .. }) if answered > 0 => break,
                    Err(error) => {
                        let position = &*rest[answered].1;
                        let failure = diagnosed(Failure::ask(&position.token(), error), position);
                        return Err(advised(failure).into());
                    }
                }
                answered += 1;
            }
            rest = &rest[answered..];
        }
        Ok(())
    }
}

fn opened(ctx: &Context<'_>, threads: usize, batch: Vec<InputPosition>) -> Vec<Result<OpenedPosition, Failure>> {
    let registry = ctx.registry;
    let found = spread(threads, &batch, |asked| match asked {
        InputPosition::Text(token, place) => {
            let opened = registry.open(token).map_err(|error| failure::of_token(token, error, place.clone()));
            Some(opened.map(|position| (position.instance(), position)))
        }
        InputPosition::Open(_) | InputPosition::Wrong(_) => None,
    });
    let each = batch.into_iter().zip(found);
    each.map(|(asked, found)| match asked {
        InputPosition::Open(position) => Ok((position.instance(), position)),
        InputPosition::Wrong(failure) => Err(failure),
        InputPosition::Text(..) => found.unwrap_or_else(|| Err(Failure::usage(Wrong::NoPositions))),
    })
    .collect()
}

fn parts(opened: Vec<Result<OpenedPosition, Failure>>) -> Vec<BatchPart> {
    let mut parts: Vec<BatchPart> = Vec::new();
    for opened in opened {
        match (opened, parts.last_mut()) {
            (Ok(opened), Some(BatchPart::Alike(alike))) if alike[0].0 == opened.0 => alike.push(opened),
            (Ok(opened), _) => parts.push(BatchPart::Alike(vec![opened])),
            (Err(failure), _) => parts.push(BatchPart::Wrong(failure)),
        }
    }
    parts
}

/// Positions of one instance, which one thread answers alone.
struct Alone<'b> {
    positions: &'b [OpenedPosition],
    method: MethodChoice,
    domain: Domain,
    /// The memory limit of a table, in bytes.
    memory: u64,
    /// The number of parts of the batch that have this instance. If several parts have the same instance, the library
    /// solves one table for all these parts.
    times: u32,
}

impl Alone<'_> {
    /// Returns the values of the first positions of this part. The values come from shortcuts and from a small table.
    /// The function may stop before the last position; the library then answers the remaining positions.
    fn heads(&self) -> Result<Vec<Head>, Failure> {
        let mut heads = Vec::new();
        if self.method != MethodChoice::Table {
            self.by_shortcuts(&mut heads)?;
        }
        let rest = &self.positions[heads.len()..];
        if self.method != MethodChoice::Shortcut && self.times == 1 && (1..=SHARE).contains(&rest.len()) {
            self.by_table(rest, &mut heads)?;
        }
        Ok(heads)
    }

    /// Answers with shortcuts. With [`MethodChoice::Auto`], the function stops at the first position whose shortcut
    /// does not give the depth. The function also stops when the shortcuts have taken more time than a solve of the
    /// table would take.
    fn by_shortcuts(&self, heads: &mut Vec<Head>) -> Result<(), Failure> {
        let (begun, mut most) = (Instant::now(), None);
        // The cost is estimated without samples, because a sampled estimate would take longer than many of these small
        // tables.
        let cost = |position: &dyn AnyPosition| {
            let slots = position.plan(self.domain, 1).slots.unwrap_or_default();
            Duration::from_secs_f64(unsampled_ms(slots) / 1e3) / self.times
        };
        for (_, position) in self.positions {
            let Some(report) = guarded(&**position, || position::shortcut(&**position))? else { break };
            if self.method == MethodChoice::Auto && !report.head.depth_known {
                break;
            }
            heads.push(report.head);
            if self.method == MethodChoice::Auto && begun.elapsed() >= *most.get_or_insert_with(|| cost(&**position)) {
                break;
            }
        }
        Ok(())
    }

    fn by_table(&self, rest: &[OpenedPosition], heads: &mut Vec<Head>) -> Result<(), Failure> {
        let Some((_, first)) = rest.first() else { return Ok(()) };
        if first.plan(self.domain, 1).bytes.is_none_or(|bytes| bytes > self.memory) {
            return Ok(());
        }
        let options = Options { threads: 1, memory: self.memory, ..Options::DEFAULT };
        let solved = guarded(&**first, || Session::solve(&**first, self.domain, &options))?;
        // After an error, the library solves the board again and reports the error.
        let Ok(session) = solved else { return Ok(()) };
        heads.extend(rest.iter().map_while(|(_, position)| session.worth(&**position).ok()));
        Ok(())
    }
}

/// The index of a part of the batch, and the values of the part's first positions.
type PartAnswers = (usize, Result<Vec<Head>, Failure>);

/// The values that the threads find, part by part.
struct Answers<'a> {
    alone: &'a [Option<Alone<'a>>],
    /// The channel that receives the values from the threads; `None` if no thread works.
    found: Option<Receiver<PartAnswers>>,
    /// Values that arrived before the caller requested them.
    early: HashMap<usize, Result<Vec<Head>, Failure>>,
}

impl<'a> Answers<'a> {
    /// Starts at most the given number of threads, if there is enough work and the system allows them. After a part, a
    /// thread takes the next part that no thread has taken yet.
    fn start<'s>(
        scope: &'s Scope<'s, 'a>,
        threads: usize,
        alone: &'a [Option<Alone<'a>>],
        next: &'a AtomicUsize,
    ) -> Self {
        let (found, answers) = channel();
        let work = move |found: Sender<PartAnswers>| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(alone) = alone.get(at) else { break };
                let heads = alone.as_ref().map_or_else(|| Ok(Vec::new()), Alone::heads);
                // After an error, the receiver no longer exists.
                let _ = found.send((at, heads));
            }
        };
        let wanted = if threads > 1 && alone.len() > 1 { threads.min(alone.len()) } else { 0 };
        // The receiving thread only waits for the other threads, but it uses memory, too.
        let wanted = if memory::threads(wanted + 1, 0) > 1 { wanted } else { 0 };
        let start =
            |found: Sender<PartAnswers>| thread::Builder::new().spawn_scoped(scope, move || work(found)).is_ok();
        let started = (0..wanted).filter(|_| start(found.clone())).count();
        Self { alone, found: (started > 0).then_some(answers), early: HashMap::new() }
    }

    /// Returns the values of the batch's part with index `at`. The caller requests the parts in order.
    fn of(&mut self, at: usize) -> Result<Vec<Head>, Failure> {
        while let Some(found) = &self.found {
            if let Some(heads) = self.early.remove(&at) {
                return heads;
            }
            match found.recv() {
                Ok((part, heads)) => drop(self.early.insert(part, heads)),
                // A thread panicked. The current thread then answers the part itself, and panics too.
                Err(_) => self.found = None,
            }
        }
        self.alone[at].as_ref().map_or_else(|| Ok(Vec::new()), Alone::heads)
    }
}

fn write(ctx: &mut Context<'_>, head: &Head) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(head);
    }
    let verdict = ctx.words().verdict(head);
    Ok(writeln!(ctx.out, "{}  {verdict}", head.pos)?)
}

fn threads(ctx: &Context<'_>) -> usize {
    match ctx.global.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Applies `work` to all items on several threads; returns the results in order.
fn spread<T: Sync, U: Send>(threads: usize, things: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let share = things.len().div_ceil(memory::threads(threads, 0).max(1)).max(SHARE);
    let work = &work;
    let each = |share: &[T]| share.iter().map(work).collect::<Vec<U>>();
    std::thread::scope(|scope| {
        let mut shares = things.chunks(share);
        let own = shares.next().unwrap_or_default();
        let others: Vec<_> = shares
            .map(|share| std::thread::Builder::new().spawn_scoped(scope, move || each(share)).map_err(|_| share))
            .collect();
        let mut done = each(own);
        for other in others {
            done.extend(match other {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                // If the system starts no more threads, the current thread does the work of the missing thread.
                Err(share) => each(share),
            });
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spread_comes_back_in_order() {
        for count in [0, 1, SHARE, SHARE + 1, 10 * SHARE + 7] {
            let things: Vec<usize> = (0..count).collect();
            for threads in [1, 2, 7] {
                let done = spread(threads, &things, |thing| thing * 2);
                assert!(done.iter().copied().eq((0..count).map(|thing| thing * 2)), "{count} on {threads}");
            }
        }
    }
}
