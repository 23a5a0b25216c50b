//! A solve in less memory than the cells take: what is open is in memory, what is decided on scratch.
//!
//! The theorem is that of [`solve`](super): depth by depth. What differs is where things are.
//!
//! ```text
//! open slots       a bit for each slot, and a count for each open one, by group of segments: in memory as far as they fit,
//!                  on scratch else. Decided slots leave, so that what was on scratch comes home while the game is being solved
//! mail             by the post of the kernel, in rounds; what is for a group on scratch waits there until the depth is told, and a
//!                  group without mail is not read
//! what a depth has written down as it is decided, by group: it is read back once as the frontier of that depth, and once
//! decided          at the end, when seeds are asked for again and all that was decided is put into the column, group by group
//! ```
//!
//! So the table never has to be in memory, nor is it read and written for every depth: dobutsu's 250 million slots have 102 million open
//! ones after seeding and 39 million at depth 10.
//!
//! # Complexity
//! On scratch: four bytes for every position decided by a move, the column, the groups that do not fit, and four bytes for every message of one
//! depth to one of these.

mod cells;
mod column;
mod decided;
mod plan;
mod spool;
mod yard;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use cells::{BITS, BLOCK, Cells, place_in_block, told};
use column::Column;
use decided::{Decided, SEEDED};
use plan::{Plan, segments_of};
use spool::{Room, Spool, Unit};
use yard::Yard;

use super::assembly::{Stopped, Vote};
use super::book::{self, seed_value};
use super::crew::work;
use super::frontier::{BATCH, Source};
use super::post::{Message, NOTES, Note, Outbox, Pad, Post, Threads};
use super::predecessors::{Unmoves, Unsound, unsound};
use super::worker::{Rest, SEEDS_AT_ONCE, Team, admitted, expanded, keeps_mover};
use super::writer::Writer;
use super::{Options, SolveError, Stage};
use crate::column::{Code, Width};
use crate::game::{Reversible, Slot};
use crate::scratch::{Scratch, Spilled};
use crate::state::Law;
use crate::table::Cell;
use crate::value::{Depth, Value};
use crate::values::Values;

/// Finds the value of every slot, as [`solve`](super::solve) does: in memory where it fits, else on [`Options::scratch`], if there is one.
///
/// # Errors
/// Those of [`solve`](super::solve); and scratch is full, cannot be written or cannot be read.
///
/// # Panics
/// If the game's code panics, with its message.
pub fn solve_anywhere<G: Reversible>(game: &G, options: &Options<'_>) -> Result<Box<dyn Values + Send>, SolveError> {
    let refused = match (super::solve(game, options), options.scratch) {
        (Err(refused @ SolveError::TooLarge { .. }), Some(scratch)) => (refused, scratch),
        (solved, _) => return Ok(Box::new(solved?)),
    };
    let (refused, scratch) = refused;
    if let Some(keeper) = options.keeper {
        keeper.retire();
    }
    match spill(&Unmoves(game), game.bytes(), options, scratch) {
        Ok(spilled) => Ok(Box::new(spilled)),
        Err(SolveError::TooLarge { slots, needed, limit }) => {
            // The smaller of the two: whoever allows that much is not refused again.
            let SolveError::TooLarge { needed: in_memory, .. } = refused else { return Err(refused) };
            Err(SolveError::TooLarge { slots, needed: needed.min(in_memory), limit })
        }
        Err(error) => Err(error),
    }
}

/// The least bytes of memory that do for a numbering of so many slots on scratch, if counts of open moves fit a byte.
pub fn least(slots: u64, threads: usize) -> u64 {
    Plan::least::<u8>(slots, Options { threads, ..Options::DEFAULT }.workers())
}

/// The bytes that a numbering of so many slots is expected to take on scratch at the most: cells, what is decided, mail and the column.
pub const fn on_scratch(slots: u64) -> u64 {
    slots.saturating_mul(8)
}

fn spill(
    game: &dyn Writer,
    stored: u64,
    options: &Options<'_>,
    scratch: &Arc<dyn Scratch>,
) -> Result<Spilled, SolveError> {
    // Few games have positions with more than 255 moves.
    if let Some(spilled) = attempt::<u8>(game, stored, options, scratch)? {
        return Ok(spilled);
    }
    if let Some(spilled) = attempt::<u16>(game, stored, options, scratch)? {
        return Ok(spilled);
    }
    attempt::<u32>(game, stored, options, scratch)?.ok_or(SolveError::TooDeep)
}

/// Solves with counts of one width; `None` if a count is larger.
fn attempt<C: Code>(
    game: &dyn Writer,
    stored: u64,
    options: &Options<'_>,
    scratch: &Arc<dyn Scratch>,
) -> Result<Option<Spilled>, SolveError> {
    let (slots, limit, threads) = (game.slots(), options.memory, options.workers());
    let Some(plan) = Plan::new::<C>(slots, threads, limit.saturating_sub(stored)) else {
        let needed = Plan::least::<C>(slots, threads).saturating_add(stored);
        return Err(SolveError::TooLarge { slots, needed, limit });
    };
    let workers = plan.segments.workers();
    let (yard, done) = (Yard::new(&**scratch, plan.unit_bytes()), AtomicU64::new(0));
    let team = Team::new(options, plan.segments, &done);
    let decided =
        work(team, (0..workers).map(drop), |team, me, ()| Worker::<C>::new(team, me, &plan, &yard).solve(game))?;
    let Some(decided) = decided.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
    let cells = decided.first().map(Decided::book).unwrap_or_default();
    let width = Width::of(cells.len());
    let at = yard.piece(slots * width.bytes())?;
    let team = Team::new(options, plan.segments, &done);
    let column = Column { game, plan: &plan, yard: &yard, at, cells: &cells };
    let counts = work(team, &decided, |team, me, decided| {
        let counted = match width {
            Width::One => column.write::<u8>(team, me, decided),
            Width::Two => column.write::<u16>(team, me, decided),
            Width::Four => column.write::<u32>(team, me, decided),
        };
        counted.map_err(|error| team.assembly.fail(error))
    })?;
    let count = |code: usize| counts.iter().map(|counts| counts[code]).sum();
    let book = cells.iter().enumerate().map(|(code, &cell)| (cell, count(code))).collect();
    Ok(Some(Spilled::new(scratch.clone(), at, slots, width, book)))
}

/// Where the cells of a group are.
enum Home<C> {
    Here(Cells<C>),
    /// From an offset on, with so many open slots.
    Away(Away),
}

/// Cells on scratch: bits, and behind them counts.
struct Away {
    at: u64,
    open: usize,
    /// By block of bits, how many are set before it.
    bases: Vec<u32>,
}

/// So few messages to a group on scratch change it there.
const FEW: usize = 64;

/// One worker: its cells, what it has decided, and its mail.
struct Worker<'a, C> {
    team: &'a Team<'a>,
    me: usize,
    plan: &'a Plan,
    yard: &'a Yard<'a>,
    post: Threads<'a>,
    pad: Box<Pad>,
    outbox: Outbox,
    groups: Vec<Home<C>>,
    /// The bytes of the cells that are here.
    held: u64,
    decided: Decided,
    /// What is being decided by moves, one ply deeper than what is told.
    news: Spool,
    mail: Spool,
    stage: Instant,
    reported: Instant,
}

impl<'a, C: Code> Worker<'a, C> {
    fn new(team: &'a Team<'a>, me: usize, plan: &'a Plan, yard: &'a Yard<'a>) -> Self {
        let segments = team.segments;
        Self {
            team,
            me,
            plan,
            yard,
            post: team.post(me),
            pad: Box::new([Note::default(); NOTES]),
            outbox: Outbox::new(segments),
            groups: Vec::new(),
            held: 0,
            decided: Decided::default(),
            news: Spool::new(plan.unit, Room::Exact),
            mail: Spool::new(plan.unit, Room::Unit),
            stage: Instant::now(),
            reported: Instant::now(),
        }
    }

    /// The theorem; `None` if a count of open moves is too large for its code.
    fn solve(mut self, game: &dyn Writer) -> Result<Option<Decided>, Stopped> {
        if !self.seed(game)? {
            return Ok(None);
        }
        self.sweep(game, Law::WinsAndLosses)?;
        if self.decided.values.contains(&Value::Tie(Depth::ZERO)) {
            self.sweep(game, Law::Ties)?;
        }
        Ok(Some(self.decided))
    }

    /// Opens every position that is not over, and writes down those that are and have predecessors to be told.
    fn seed(&mut self, game: &dyn Writer) -> Result<bool, Stopped> {
        let mut vote = Vote::default();
        let most = C::WIDTH.last();
        for group in 0..self.plan.groups(self.me) {
            let cells = self.seeded(game, group, &mut vote)?;
            if vote.most > most {
                break;
            }
            self.settle(group, cells).map_err(|error| self.post.fail(error))?;
        }
        let Vote { most: counts, seen, .. } = self.post.exchange(vote)?;
        self.decided.values = book::seed_values(seen).collect();
        Ok(counts <= most)
    }

    fn seeded(&mut self, game: &dyn Writer, group: usize, vote: &mut Vote) -> Result<Cells<C>, Stopped> {
        let segments = self.team.segments;
        let size = 1_usize << segments.shift();
        let mut cells = Cells::new(self.plan.group * size);
        let mut seeds = Vec::with_capacity(SEEDS_AT_ONCE);
        let mut spools = [[(); SEEDED]; 2].map(|depths| depths.map(|()| Spool::new(self.plan.unit, Room::Exact)));
        for (number, slots) in segments_of(self.plan, self.me, group) {
            for from in slots.clone().step_by(SEEDS_AT_ONCE) {
                let some = from..slots.end.min(from + SEEDS_AT_ONCE as u64);
                seeds.clear();
                game.write_seeds(some.clone(), &mut seeds);
                admitted(&some, &seeds, vote).map_err(|error| self.post.fail(error))?;
                if vote.most > C::WIDTH.last() {
                    return Ok(cells);
                }
                for (&seed, slot) in seeds.iter().zip(some.clone()) {
                    let place = (slot - slots.start) as usize;
                    if seed < book::FIRST_SEED {
                        cells.open(number * size + place, seed);
                    } else if let Some(value) = seed_value(seed) {
                        let Some((law, depth, won)) = is_told(game, value) else { continue };
                        let (spool, seed) = (&mut spools[law as usize][depth], Message::new(place, won));
                        let noted = spool.push(self.yard, group, number as u32, &[seed]);
                        noted.map_err(|error| self.post.fail(error))?;
                    }
                }
                self.report(Stage::Seeding, some.end - some.start, Depth::ZERO)?;
            }
        }
        let Self { decided, yard, post, .. } = self;
        for (spool, units) in spools.iter_mut().flatten().zip(decided.seeds.iter_mut().flatten()) {
            spool.seal(yard, units).map_err(|error| post.fail(error))?;
        }
        cells.tidy();
        Ok(cells)
    }

    /// Spreads values depth by depth until a depth decides nothing.
    fn sweep(&mut self, game: &dyn Writer, law: Law) -> Result<(), Stopped> {
        self.stage = Instant::now();
        self.post.exchange(Vote::default())?;
        if self.me == 0 {
            self.team.begin_stage();
        }
        let mut depth = Depth::ZERO;
        loop {
            let next = depth.plus(1);
            if next.plies() >= Cell::MAX {
                return Err(self.post.fail(SolveError::TooDeep));
            }
            let marks = self.spread(game, law, depth)?;
            let news = law.values(next).into_iter().zip(marks).filter(|&(_, marks)| marks > 0);
            self.decided.values.extend(news.map(|(value, _)| value));
            // Positions that are lost at once are seeded as deep as this.
            let seeded = game.at_once() && law == Law::WinsAndLosses && depth.plies() < 2;
            if marks == [0; 2] && !seeded {
                return Ok(());
            }
            depth = next;
        }
    }

    /// One depth: in rounds, its positions are read, their predecessors told, and what came is applied, or waits on scratch; that is
    /// applied at the end.
    fn spread(&mut self, game: &dyn Writer, law: Law, depth: Depth) -> Result<[u64; 2], Stopped> {
        let mut frontier = self.decided.frontier(law, depth).into_iter();
        let mut marks = [0; 2];
        loop {
            self.outbox.begin_round();
            let rest = self.expand_some(game, law, depth, &mut frontier)?;
            let all = self.post.exchange(Vote { sums: [u64::from(rest == Rest::Some), 0], ..Vote::default() })?;
            let before: u64 = marks.iter().sum();
            self.receive(law, &mut marks).map_err(|error| self.post.fail(error))?;
            self.report(law.stage(), marks.iter().sum::<u64>() - before, depth)?;
            if all.sums[0] == 0 {
                break;
            }
        }
        self.open_mail(law, depth, &mut marks)?;
        self.end_depth(law).map_err(|error| self.post.fail(error))?;
        Ok(self.post.exchange(Vote { sums: marks, ..Vote::default() })?.sums)
    }

    /// Writes to the predecessors of the next positions of a depth, until the mail is worth sending.
    fn expand_some(
        &mut self,
        game: &dyn Writer,
        law: Law,
        depth: Depth,
        frontier: &mut impl Iterator<Item = Unit>,
    ) -> Result<Rest, Stopped> {
        let Source { win, loss } = expanded(game, law, depth, BOTH);
        let told = [loss.is_some(), win.is_some()];
        let mut slots = [Vec::new(), Vec::new()];
        while self.outbox.sent() < self.plan.round {
            let Some(unit) = frontier.next() else {
                let is_empty = self.outbox.flush_to(self.plan.round, &mut self.post);
                return Ok(if is_empty { Rest::Nothing } else { Rest::Some });
            };
            self.report(law.stage(), 0, depth)?;
            slots.iter_mut().for_each(Vec::clear);
            let Self { team, me, plan, yard, pad, outbox, post, .. } = self;
            let first = |number: u32| {
                let local = unit.group() * plan.group + number as usize;
                team.segments.first(team.segments.segment(*me, local))
            };
            let read = unit.each_run(yard, |number, positions| {
                let first = first(number);
                for position in positions {
                    // Of ties it does not matter who moved.
                    let won = law == Law::Ties || position.won();
                    slots[usize::from(won)].push(Slot(first + position.place() as u64));
                }
                Ok(())
            });
            read.map_err(|error| post.fail(error))?;
            for (won, slots) in [false, true].into_iter().zip(&slots).filter(|&(won, _)| told[usize::from(won)]) {
                let keeping = won && keeps_mover(game, law, depth);
                for slots in slots.chunks(BATCH) {
                    game.write_mail(slots, won, keeping, pad, outbox, post);
                    if outbox.has_strayed() {
                        return Err(post.fail(unsound(slots[0], Unsound::Beyond)));
                    }
                }
            }
        }
        Ok(Rest::Some)
    }

    /// Applies the mail for cells that are here; the other waits.
    fn receive(&mut self, law: Law, marks: &mut [u64; 2]) -> Result<(), SolveError> {
        let Self { team, plan, yard, post, groups, news, mail, .. } = self;
        let (segments, size) = (team.segments, 1 << team.segments.shift());
        let mut new = Vec::new();
        post.receive(|segment, messages| {
            let (group, number) = plan.home(segments.local(segment));
            let Home::Here(cells) = &mut groups[group] else {
                return mail.push(yard, group, number as u32, messages);
            };
            new.clear();
            cells.apply(number * size, messages, law, &mut new);
            count(&new, law, marks);
            news.push(yard, group, number as u32, &new)
        })
    }

    /// Applies the mail that waits for groups on scratch.
    fn open_mail(&mut self, law: Law, depth: Depth, marks: &mut [u64; 2]) -> Result<(), Stopped> {
        for (group, messages) in self.mail.groups() {
            let before: u64 = marks.iter().sum();
            let applied = if messages <= FEW {
                self.change_there(group, law, marks)
            } else {
                self.change_here(group, law, marks)
            };
            applied.map_err(|error| self.post.fail(error))?;
            self.report(law.stage(), marks.iter().sum::<u64>() - before, depth)?;
        }
        Ok(())
    }

    /// Applies its mail to a group that is read for that.
    fn change_here(&mut self, group: usize, law: Law, marks: &mut [u64; 2]) -> Result<(), SolveError> {
        let size = 1 << self.team.segments.shift();
        let mut cells = self.fetch(group)?;
        let Self { news, yard, mail, .. } = self;
        let mut new = Vec::new();
        mail.open(yard, group, |number, messages| {
            new.clear();
            cells.apply(number as usize * size, messages, law, &mut new);
            count(&new, law, marks);
            news.push(yard, group, number, &new)
        })?;
        cells.tidy();
        self.settle(group, cells)
    }

    /// Applies a little mail to a group where it is, block by block.
    fn change_there(&mut self, group: usize, law: Law, marks: &mut [u64; 2]) -> Result<(), SolveError> {
        let size = 1_usize << self.team.segments.shift();
        let words = self.words_of_group();
        let Self { news, yard, mail, groups, .. } = self;
        let Home::Away(Away { at, bases, .. }) = &groups[group] else { return Ok(()) };
        let counts = at + (words * 8) as u64;
        let mut bits = [0_u64; BLOCK];
        mail.open(yard, group, |number, messages| {
            for &message in messages {
                let slot = number as usize * size + message.place();
                let block = slot / BITS / BLOCK;
                let bits = &mut bits[..BLOCK.min(words - block * BLOCK)];
                yard.read(at + (block * BLOCK * 8) as u64, bits)?;
                let Some(place) = place_in_block(bits, bases[block], slot) else { continue };
                let mut cell = [C::new(0)];
                let of_cell = counts + place as u64 * C::WIDTH.bytes();
                yard.read(of_cell, &mut cell)?;
                let (after, decided) = told(cell[0].get(), message, law);
                yard.write(of_cell, &[C::new(after)])?;
                if decided {
                    count(&[message], law, marks);
                    news.push(yard, group, number, &[message])?;
                }
            }
            Ok(())
        })
    }

    /// Writes down what waits, and forgets what was decided.
    fn end_depth(&mut self, law: Law) -> Result<(), SolveError> {
        let log = &mut self.decided.logs[law as usize];
        self.news.seal(self.yard, &mut log.units)?;
        log.end_depth();
        for home in &mut self.groups {
            if let Home::Here(cells) = home
                && cells.is_untidy()
            {
                self.held -= cells.bytes();
                cells.tidy();
                self.held += cells.bytes();
            }
        }
        Ok(())
    }

    /// Words of bits of a group.
    fn words_of_group(&self) -> usize {
        (self.plan.group << self.team.segments.shift()).div_ceil(BITS)
    }

    /// Reads the cells of a group.
    fn fetch(&self, group: usize) -> Result<Cells<C>, SolveError> {
        let Home::Away(Away { at, open, .. }) = &self.groups[group] else { return Ok(Cells::new(0)) };
        let (mut bits, mut counts) = (vec![0_u64; self.words_of_group()], vec![C::new(0); *open]);
        self.yard.read(*at, &mut bits)?;
        self.yard.read(at + size_of_val(bits.as_slice()) as u64, &mut counts)?;
        Ok(Cells::of(bits, counts))
    }

    /// Finds a place for the tidy cells of a group: here, if they fit.
    fn settle(&mut self, group: usize, cells: Cells<C>) -> Result<(), SolveError> {
        let home = if self.held + cells.bytes() <= self.plan.cells {
            self.held += cells.bytes();
            Home::Here(cells)
        } else {
            Home::Away(self.send_away(group, &cells)?)
        };
        match self.groups.get_mut(group) {
            Some(place) => *place = home,
            None => self.groups.push(home),
        }
        Ok(())
    }

    /// Writes cells where they were before, as they do not become more.
    fn send_away(&self, group: usize, cells: &Cells<C>) -> Result<Away, SolveError> {
        let (bits, counts, bases) = cells.parts();
        let (of_bits, of_counts) = (size_of_val(bits) as u64, size_of_val(counts) as u64);
        let at = match self.groups.get(group) {
            Some(Home::Away(Away { at, .. })) => *at,
            _ => self.yard.piece(of_bits + of_counts)?,
        };
        self.yard.write(at, bits)?;
        self.yard.write(at + of_bits, counts)?;
        Ok(Away { at, open: counts.len(), bases: bases.to_vec() })
    }

    fn report(&mut self, stage: Stage, done: u64, depth: Depth) -> Result<(), Stopped> {
        let told = self.team.report(self.me, stage, done, depth.plies(), self.stage, &mut self.reported);
        told.map_err(|error| self.post.fail(error))
    }
}

/// By which law, at which depth, and whether as won, the predecessors of a seed are told, if they are.
fn is_told(game: &dyn Writer, value: Value) -> Option<(Law, usize, bool)> {
    let depth = value.depth()?;
    let law = if matches!(value, Value::Tie(_)) { Law::Ties } else { Law::WinsAndLosses };
    let won = !matches!(value, Value::Loss(_));
    let Source { win, loss } = expanded(game, law, depth, BOTH);
    (if won { win } else { loss }).map(|_| (law, depth.plies() as usize, won))
}

/// Asks of wins and losses both whether their predecessors are told.
const BOTH: Source = Source { win: Some(0), loss: Some(0) };

/// Counts messages that decided their slots, by what they made of them.
fn count(new: &[Message], law: Law, marks: &mut [u64; 2]) {
    let first = if law == Law::Ties { new.len() } else { Message::count_won(new) };
    marks[0] += first as u64;
    marks[1] += (new.len() - first) as u64;
}
