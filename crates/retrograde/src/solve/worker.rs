//! What one worker does to the slots it owns.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::assembly::{Assembly, Stopped};
use super::frontier::{BATCH, Frontier};
use super::layout::{Holding, Layout};
use super::options::{Options, Progress, SolveError, Stage};
use super::predecessors::{Predecessors, Unsound, unsound};
use super::watch::REPORT_EVERY;
use crate::game::{Seed, Slot};
use crate::table::Cell;
use crate::value::{Depth, Value};

/// Messages a worker writes before the mail goes out, to all workers together. Each is four bytes, so that a round's mail stays in
/// the cache.
const ROUND: u64 = 1 << 16;
/// The fewest messages to one worker that are worth sending.
const LEAST_MAIL: u64 = 64;

/// What the workers share: the game, the map of the slots, the mail and the meeting place.
pub(super) struct Team<'a, G> {
    pub(super) game: &'a G,
    pub(super) options: &'a Options<'a>,
    pub(super) layout: Layout,
    pub(super) assembly: Assembly,
    letterboxes: Vec<Mutex<Vec<Message>>>,
    done: AtomicU64,
}

impl<'a, G> Team<'a, G> {
    pub(super) fn new(game: &'a G, options: &'a Options<'a>, layout: Layout) -> Self {
        let members = layout.workers();
        Self {
            game,
            options,
            layout,
            assembly: Assembly::new(members),
            letterboxes: (0..members * members).map(|_| Mutex::default()).collect(),
            done: AtomicU64::new(0),
        }
    }

    fn letterbox(&self, from: usize, to: usize) -> &Mutex<Vec<Message>> {
        &self.letterboxes[to * self.layout.workers() + from]
    }
}

/// The bytes of the table, the frontiers and the mail.
pub(super) fn bytes(slots: u64, workers: u64) -> u64 {
    let cells = slots.saturating_mul(size_of::<Cell>() as u64);
    // A route has mail being written, being carried and being read; its buffer may have doubled just before it was full.
    let route = 2 * 3 * round(slots, workers) * size_of::<Message>() as u64;
    let mail = workers.saturating_mul(workers).saturating_mul(route);
    cells.saturating_add(2 * Frontier::bytes(slots)).saturating_add(mail)
}

/// The messages on one route that make a round: no more than slots, for a small table needs little mail.
fn round(slots: u64, workers: u64) -> u64 {
    (ROUND / workers).min(slots).max(LEAST_MAIL)
}

/// "A child of your slot `local` is decided, and the side that moves at your slot has won there, or not."
#[derive(Clone, Copy)]
struct Message(u32);

impl Message {
    #[inline]
    fn new(local: u32, mover_wins: bool) -> Self {
        Self(local << 1 | u32::from(mover_wins))
    }

    #[inline]
    fn local(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    fn mover_wins(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The cell that a slot starts with.
fn seeded(seed: Seed, slot: Slot) -> Result<Cell, SolveError> {
    let cell = match seed {
        Seed::Hole => Some(Cell::HOLE),
        Seed::Open(0) => return Err(unsound(slot, Unsound::Stuck)),
        Seed::Open(moves) => Cell::open(moves),
        Seed::Decided(value) => Cell::of(value),
    };
    cell.ok_or(SolveError::TooDeep { slot })
}

/// Which values a sweep spreads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    /// A predecessor of a position that its mover's opponent has lost wins; one with no open move left loses.
    WinsAndLosses,
    /// An undecided predecessor of a tie ties.
    Ties,
}

impl Law {
    const fn stage(self) -> Stage {
        match self {
            Self::WinsAndLosses => Stage::Sweeping,
            Self::Ties => Stage::Tying,
        }
    }

    /// The values that are expanded at `depth`.
    fn source(self, depth: Depth) -> [Cell; 2] {
        let value: [Value; 2] = match self {
            Self::WinsAndLosses => [Value::Win(depth), Value::Loss(depth)],
            Self::Ties => [Value::Tie(depth); 2],
        };
        value.map(|value| Cell::of(value).expect("a depth that was marked fits a cell"))
    }
}

/// Whether a worker's frontier has positions left to expand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Some,
    Nothing,
}

/// One worker: its cells, the frontier in them, and its outgoing mail.
pub(super) struct Worker<'a, 't, G> {
    team: &'a Team<'a, G>,
    me: usize,
    cells: Holding<'t, Cell>,
    frontier: Frontier,
    next: Frontier,
    outbox: Vec<Vec<Message>>,
    inbox: Vec<Message>,
    batch: Vec<u32>,
    stage: Instant,
    reported: Instant,
}

impl<'a, 't, G: Predecessors> Worker<'a, 't, G> {
    pub(super) fn new(team: &'a Team<'a, G>, me: usize, cells: Holding<'t, Cell>) -> Self {
        let slots = cells.len();
        Self {
            team,
            me,
            cells,
            frontier: Frontier::new(slots),
            next: Frontier::new(slots),
            outbox: (0..team.layout.workers()).map(|_| Vec::new()).collect(),
            inbox: Vec::new(),
            batch: Vec::with_capacity(BATCH),
            stage: Instant::now(),
            reported: Instant::now(),
        }
    }

    /// The theorem, from this worker's seat.
    pub(super) fn solve(mut self) -> Result<(), Stopped> {
        let ties = self.seed()?;
        self.sweep(Law::WinsAndLosses)?;
        if ties > 0 {
            self.sweep(Law::Ties)?;
        }
        self.call_the_rest_drawn();
        Ok(())
    }

    /// Gives every finished position its value and every other its count of open moves;
    /// returns the number of ties seeded by all workers.
    fn seed(&mut self) -> Result<u64, Stopped> {
        let (mut local, mut ties) = (0, 0);
        while let Some(run) = self.cells.run_from(local).filter(|run| !run.is_empty()) {
            let length = run.len().min(BATCH);
            let first = self.team.layout.slot(self.me, local);
            let (mut cells, mut wrong) = (run[..length].iter_mut().zip(first.0..), None);
            self.team.game.each_seed(first.0..first.0 + length as u64, |seed| {
                let Some((cell, slot)) = cells.next() else { return };
                match seeded(seed, Slot(slot)) {
                    Ok(seed) => *cell = seed,
                    Err(error) => wrong = wrong.take().or(Some(error)),
                }
                ties += u64::from(cell.is_tie());
            });
            if let Some(error) = wrong {
                return Err(self.team.assembly.fail(error));
            }
            local += length as u32;
            self.report(Stage::Seeding, length as u64, 0)?;
        }
        self.team.assembly.sum(ties)
    }

    /// Spreads values depth by depth until a depth marks nothing.
    fn sweep(&mut self, law: Law) -> Result<(), Stopped> {
        self.begin_stage();
        self.frontier.all_that_match();
        for depth in 0.. {
            if !(G::AT_ONCE && depth == 0 && law == Law::WinsAndLosses) {
                self.spread(law, Depth::new(depth))?;
            }
            // Positions that lose at once are seeded as deep as this.
            let seeded = G::AT_ONCE && depth < 2;
            if self.team.assembly.sum(self.next.count())? == 0 && !seeded {
                return Ok(());
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
            self.next.clear();
            if seeded {
                self.frontier.all_that_match();
            }
        }
        Ok(())
    }

    /// One depth, in rounds: expand a part of the frontier, send the mail, apply what came.
    fn spread(&mut self, law: Law, depth: Depth) -> Result<(), Stopped> {
        loop {
            let rest = self.expand_some(law, depth)?;
            self.send();
            let unfinished = self.team.assembly.sum(u64::from(rest == Rest::Some))?;
            self.receive(law, depth)?;
            if unfinished == 0 {
                return Ok(());
            }
        }
    }

    /// Writes to the predecessors of the next positions of the frontier, until the mail is worth sending.
    fn expand_some(&mut self, law: Law, depth: Depth) -> Result<Rest, Stopped> {
        let [one, other] = law.source(depth);
        let round = round(self.team.layout.slots(), self.team.layout.workers() as u64) as usize;
        while self.outbox.iter().all(|letters| letters.len() < round) {
            if self.batch.is_empty() {
                self.report(law.stage(), 0, depth.plies())?;
                self.frontier.next_batch(&mut self.cells, |cell| cell == one || cell == other, &mut self.batch);
            }
            match self.batch.pop() {
                Some(local) => self.expand(local)?,
                None => return Ok(Rest::Nothing),
            }
        }
        Ok(Rest::Some)
    }

    /// Writes to every predecessor of one decided position.
    fn expand(&mut self, local: u32) -> Result<(), Stopped> {
        let Team { game, layout, assembly, .. } = self.team;
        let slot = layout.slot(self.me, local);
        let cell = *self.cells.cell(local);
        let won = cell.is_win();
        let at_once = G::AT_ONCE && Cell::of(Value::Win(Depth::new(1))) == Some(cell);
        if at_once && G::ALTERNATES {
            return Ok(());
        }
        let mut stray = false;
        game.each_predecessor_of(&[slot], |_, parent, same| match layout.home(parent) {
            _ if at_once && !same => {}
            Some((owner, local)) => self.outbox[owner].push(Message::new(local, won == same)),
            None => stray = true,
        });
        if stray {
            return Err(assembly.fail(unsound(slot, Unsound::Beyond)));
        }
        Ok(())
    }

    /// Hands the outgoing mail over. Mail of the same depth that was not yet fetched stays in front.
    fn send(&mut self) {
        for (to, letters) in self.outbox.iter_mut().enumerate() {
            let mut letterbox = self.team.letterbox(self.me, to).lock().unwrap_or_else(PoisonError::into_inner);
            if letterbox.is_empty() {
                std::mem::swap(&mut *letterbox, letters);
            } else {
                letterbox.append(letters);
            }
        }
    }

    /// Fetches and applies the mail from all workers.
    fn receive(&mut self, law: Law, depth: Depth) -> Result<(), Stopped> {
        let before = self.next.count();
        for from in 0..self.team.layout.workers() {
            let mut inbox = std::mem::take(&mut self.inbox);
            std::mem::swap(
                &mut *self.team.letterbox(from, self.me).lock().unwrap_or_else(PoisonError::into_inner),
                &mut inbox,
            );
            let outcome = self.apply(&inbox, law, depth);
            inbox.clear();
            self.inbox = inbox;
            outcome.map_err(|error| self.team.assembly.fail(error))?;
        }
        self.report(law.stage(), self.next.count() - before, depth.plies())
    }

    fn apply(&mut self, inbox: &[Message], law: Law, depth: Depth) -> Result<(), SolveError> {
        let depth = depth.plus(1);
        let [win, loss, tie] = [Value::Win(depth), Value::Loss(depth), Value::Tie(depth)].map(Cell::of);
        for &message in inbox {
            let local = message.local();
            let cell = self.cells.cell(local);
            if cell.is_decided() {
                continue;
            }
            let verdict = match law {
                Law::Ties => tie,
                Law::WinsAndLosses if message.mover_wins() => win,
                Law::WinsAndLosses if cell.open_moves() == 1 => loss,
                Law::WinsAndLosses if cell.open_moves() > 1 && !cell.is_hole() => {
                    *cell = cell.close_one();
                    continue;
                }
                Law::WinsAndLosses => {
                    let slot = self.team.layout.slot(self.me, local);
                    return Err(unsound(slot, Unsound::TooManyUnmoves));
                }
            };
            let slot = self.team.layout.slot(self.me, local);
            if cell.is_hole() {
                return Err(unsound(slot, Unsound::UnmoveToHole));
            }
            *cell = verdict.ok_or(SolveError::TooDeep { slot })?;
            self.next.push(local);
        }
        Ok(())
    }

    fn call_the_rest_drawn(&mut self) {
        let mut local = 0;
        while let Some(run) = self.cells.run_from(local).filter(|run| !run.is_empty()) {
            for cell in &mut *run {
                if !cell.is_decided() && !cell.is_hole() {
                    *cell = Cell::DRAW;
                }
            }
            local += run.len() as u32;
        }
    }

    fn begin_stage(&mut self) {
        self.stage = Instant::now();
        self.team.done.store(0, Ordering::Relaxed);
    }

    /// Adds to the count of work done, tells the caller now and then, and heeds its wish to stop.
    fn report(&mut self, stage: Stage, done: u64, depth: u32) -> Result<(), Stopped> {
        let Team { options, layout, assembly, .. } = self.team;
        let done = self.team.done.fetch_add(done, Ordering::Relaxed) + done;
        if options.cancelled() {
            return Err(assembly.fail(SolveError::Cancelled));
        }
        if let (0, Some(tell)) = (self.me, options.progress)
            && self.reported.elapsed() >= REPORT_EVERY
        {
            self.reported = Instant::now();
            tell(Progress { stage, done, total: Some(layout.slots()), depth, elapsed: self.stage.elapsed() });
        }
        Ok(())
    }
}
