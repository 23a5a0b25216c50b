//! What all questions share: the games, the tables, and how a question is thought about.

use std::any::Any;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hyper::StatusCode;
use retrograde::author::entry::{AnyBoard, AnyPosition, Domain, Plan, Way, table_name};
use retrograde::rules::message::Bytes;
use retrograde::{Options, Progress, SolveError};
use retrograde_desk::ask::Ask;
use retrograde_desk::diagnosis::{diagnosed, guarded, said};
use retrograde_desk::failure::{Failure, Fault, Instead};
use retrograde_desk::memory::{Memory, Room};
use retrograde_desk::registry::Registry;
use retrograde_desk::session::{AskError, Session};
use retrograde_desk::tables::proof_report;
use retrograde_desk::whole;
use retrograde_tables::{CheckpointPlan, FileTable, Keep, Listed, Proof, SolvedBoard, TableOutput, TableStore};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::Settings;
use crate::answers::Refusal;
use crate::assets::Assets;
use crate::jobs::{Job, Jobs, Measure, Phase};
use crate::messages::{Hint, Refused};
use crate::outgrown::Outgrown;
use crate::protection::Policy;
use crate::subject::{Subject, WaitingPosition, room_to_read};
use crate::tables::{Table, Tables};

/// How much a question has to think.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weight {
    /// A few positions are looked up.
    Light,
    /// A whole table is looked through.
    Heavy,
}

/// Why a board is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A question was asked about it, and it is small.
    Question,
    /// It was asked for by name, however large it is.
    Job,
}

/// The state of the server.
pub(crate) struct App {
    pub(crate) registry: Arc<Registry>,
    pub(crate) settings: Settings,
    pub(crate) assets: Assets,
    pub(crate) policy: Policy,
    pub(crate) memory: Arc<Memory>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) jobs: Arc<Jobs>,
    outgrown: Outgrown,
    /// Request bodies in memory, and answers that are streams.
    pub(crate) bodies: Arc<Semaphore>,
    /// Logs and certificates that are being sent as a whole.
    pub(crate) wholes: Arc<Semaphore>,
    /// Passes over whole tables.
    pub(crate) counts: Arc<Semaphore>,
    /// Streams of a job's news.
    pub(crate) listeners: Arc<Semaphore>,
    light: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    small_solves: Arc<Semaphore>,
    large_solves: Arc<Semaphore>,
    /// Tables in files being proved.
    proofs: Arc<Semaphore>,
    /// Slots that were solved in a second, lately.
    pace: AtomicU64,
}

/// The most bytes of positions in an answer.
pub(crate) const MOST_TOLD: usize = 16 << 20;
/// Boards that questions solve by the way, at a time.
const SMALL_SOLVES: usize = 2;

/// The part of the memory that the positions of remembered jobs may take.
const TEXT_OF_JOBS: u64 = 16;

/// The bytes that a table in files takes at most in memory, as a rule: its index.
const OPENED: u64 = 1 << 20;

/// The time between two looks at a job that tells nothing by itself.
const GLANCE: Duration = Duration::from_millis(100);

/// Shorter solves tell of threads starting, or of a game's own maker of tables, rather than of the pace.
const TELLING: Duration = Duration::from_millis(50);

/// A client who waits for an answer: dropped with the question when the client leaves, or its time is up.
#[derive(Default)]
struct Asked {
    has_left: Arc<AtomicBool>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.has_left.store(true, Ordering::Relaxed);
    }
}

/// A table on a shelf, with its board and room.
type OnShelf = (Room, Arc<dyn AnyBoard>, FileTable);

/// How far the proof of a table is, for whoever watches.
#[derive(Default)]
struct Course {
    /// Slots read, or proved.
    done: AtomicU64,
    leg: Mutex<Option<Leg>>,
}

/// A part of a proof, with the slots that it goes through, and since when.
#[derive(Clone, Copy)]
struct Leg {
    phase: fn(Measure) -> Phase,
    total: u64,
    begun: Instant,
}

impl Course {
    fn begin(&self, phase: fn(Measure) -> Phase, total: u64) {
        *self.leg() = Some(Leg { phase, total, begun: Instant::now() });
    }

    fn phase(&self) -> Option<Phase> {
        let Leg { phase, total, begun } = (*self.leg())?;
        let done = self.done.load(Ordering::Relaxed).min(total);
        Some(phase(Measure { done, total, elapsed: begun.elapsed() }))
    }

    fn leg(&self) -> MutexGuard<'_, Option<Leg>> {
        // Nothing panics while it is locked.
        self.leg.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a question stands after it was thought about.
enum Outcome<T> {
    Answered(T),
    /// The board must be solved first.
    Unsolved(Start),
}

/// A position that is to be solved from, with what jobs and tables call it by. To print them takes a while, where a token is a whole graph.
pub(crate) struct Start {
    pub(crate) position: Arc<dyn AnyPosition>,
    pub(crate) token: String,
    pub(crate) instance: String,
}

impl From<Arc<dyn AnyPosition>> for Start {
    fn from(position: Arc<dyn AnyPosition>) -> Self {
        Self { token: position.token(), instance: position.instance(), position }
    }
}

impl App {
    pub(crate) fn new(registry: Arc<Registry>, settings: Settings) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if settings.threads == 0 { cores } else { settings.threads };
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        let aside = (SMALL_SOLVES as u64).saturating_mul(settings.limits.table).min(settings.memory / 2);
        let memory = Memory::new(settings.memory);
        Self {
            registry,
            assets: Assets::new(settings.page.clone()),
            policy: Policy::new(&settings.embed),
            tables: Tables::new(memory.clone(), aside),
            jobs: Arc::new(Jobs::new(memory.clone(), settings.memory / TEXT_OF_JOBS)),
            memory,
            outgrown: Outgrown::default(),
            bodies: semaphore(8),
            wholes: semaphore(2),
            counts: semaphore(1),
            listeners: semaphore(64),
            light: semaphore(4 * cores),
            heavy: semaphore(cores),
            small_solves: semaphore(SMALL_SOLVES),
            large_solves: semaphore(1),
            proofs: semaphore(1),
            pace: AtomicU64::new(whole::PACE * threads as u64),
            settings,
        }
    }

    /// Does work that takes a processor, aside from the connections; turns are given in the order of asking. The work goes on to its
    /// end even if nobody waits any more, and counts until then: it must be short. A panic, in a game's rules for example, is a failure of this question alone.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let thinkers = match weight {
            Weight::Light => &self.light,
            Weight::Heavy => &self.heavy,
        };
        let turn = thinkers.clone().acquire_owned().await.map_err(|_| Refusal::busy(Refused::Stopping))?;
        let thought = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        thought.await.map_err(|error| panicked(error.try_into_panic().ok().as_deref()))?
    }

    /// The same for work that can stop half way: it is told when the client has left.
    pub(crate) async fn think_while_asked<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let asked = Asked::default();
        let has_left = asked.has_left.clone();
        self.think(weight, move || work(&has_left)).await
    }

    /// How a position would be solved.
    pub(crate) fn plan(&self, position: &dyn AnyPosition) -> Plan {
        position.plan(self.settings.domain, self.settings.threads)
    }

    /// The estimated time of a solve in milliseconds.
    pub(crate) fn estimated_ms(&self, slots: u64) -> f64 {
        whole::estimated_ms(slots, self.pace.load(Ordering::Relaxed))
    }

    /// How many positions may be told of, at most `wanted`, with a token of that length each; one in any case.
    pub(crate) fn as_many(wanted: usize, token: &str) -> usize {
        wanted.min((MOST_TOLD / token.len().max(1)).max(1))
    }

    /// Asks the table of a position, which is solved first if it is small.
    pub(crate) async fn ask<Q>(
        self: &Arc<Self>,
        subject: impl Into<Subject>,
        weight: Weight,
        question: Q,
    ) -> Result<Q::Report, Refusal>
    where
        Q: Ask<Report: Send + 'static> + Send + Sync + 'static,
    {
        let asked = move |table: &Table, position: &dyn AnyPosition| table.session.ask(position, &question);
        self.ask_table(subject, weight, asked).await
    }

    /// The same for what the server keeps beside a table.
    pub(crate) async fn ask_table<T: Send + 'static>(
        self: &Arc<Self>,
        subject: impl Into<Subject>,
        weight: Weight,
        question: impl Fn(&Table, &dyn AnyPosition) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        // A table of what can be reached from another position may not hold this one; the second solve is of this one.
        const TRIES: usize = 3;
        let (subject, question) = (subject.into(), Arc::new(question));
        for _ in 0..TRIES {
            let (app, subject, question) = (self.clone(), subject.clone(), question.clone());
            match self.think(weight, move || app.look_up(&subject, weight, &*question)).await? {
                Outcome::Answered(answer) => return Ok(answer),
                Outcome::Unsolved(start) => self.solve_now(start).await?,
            }
        }
        Err(Refusal::busy(Refused::Dropped))
    }

    /// The same, with the room for an answer that speaks of so many positions; of a board that is too large for a table, by what the game's own
    /// theory knows of the position.
    pub(crate) async fn ask_or_prove<Q>(
        self: &Arc<Self>,
        subject: Subject,
        positions: usize,
        question: Q,
    ) -> Result<(Q::Report, Option<Room>), Refusal>
    where
        Q: Ask<Report: Send + 'static> + Clone + Send + Sync + 'static,
    {
        let (own, token, asked) = (self.clone(), subject.clone(), question.clone());
        let asked = move |table: &Table, position: &dyn AnyPosition| match own.room_for(positions, token.token()) {
            Ok(room) => Ok(Ok((table.session.ask(position, &asked)?, room))),
            Err(busy) => Ok(Err(busy)),
        };
        let refusal = match self.ask_table(subject.clone(), Weight::Light, asked).await {
            Err(refusal) if refusal.is_of_size() => refusal,
            answer => return Ok(answer??),
        };
        let app = self.clone();
        let proved = self.think(Weight::Light, move || question.prove(&*app.position(&subject)?).ok_or(refusal));
        Ok((proved.await?, None))
    }

    /// How many positions an answer speaks of that lists a position's moves, beside some others. Refuses a position with so many moves, of so long
    /// a token each, that the list would fill the memory.
    pub(crate) async fn tellable(self: &Arc<Self>, subject: &Subject, beside: usize) -> Result<usize, Refusal> {
        /// The moves of a board.
        const FEW: usize = 32;
        if subject.is_short() {
            return Ok(FEW + beside);
        }
        let (app, subject) = (self.clone(), subject.clone());
        let told = move || {
            let (positions, token) = (app.position(&subject)?.breadth(), subject.token());
            AskError::within(MOST_TOLD, positions, token.len()).map_err(|error| Failure::ask(token, error))?;
            // Its moves, and these once more with their reasons.
            Ok(2 * (positions + 1) + beside)
        };
        self.think(Weight::Light, told).await
    }

    /// Room for a report that speaks of so many positions with such tokens, and for its text; `None` for a small one.
    pub(crate) fn room_for(&self, positions: usize, token: &str) -> Result<Option<Room>, Failure> {
        /// What is said of a position beside its token, in bytes.
        const REST: usize = 256;
        /// So few are made at a time that these need no room.
        const SMALL: u64 = 64 << 10;
        let bytes = 2 * positions.saturating_mul(token.len() + REST) as u64;
        if bytes <= SMALL { Ok(None) } else { self.memory.reserve(bytes).map(Some) }
    }

    /// Room to read a long token; `None` for a short one.
    pub(crate) fn room_to_read(&self, token: &str) -> Result<Option<Room>, Failure> {
        room_to_read(token, &self.memory)
    }

    /// The position that a subject means.
    pub(crate) fn position(&self, subject: &Subject) -> Result<Arc<dyn AnyPosition>, Failure> {
        subject.position(&self.registry, &self.memory)
    }

    /// What a table says that is in memory already; nothing is solved, and nobody waits.
    pub(crate) fn known<Q: Ask>(&self, subject: &Subject, question: &Q) -> Option<Q::Report> {
        let asked = |table: &Table, position: &dyn AnyPosition| table.session.ask(position, question);
        match self.look_up(subject, Weight::Light, &asked).ok()? {
            Outcome::Answered(answer) => Some(answer),
            Outcome::Unsolved(_) => None,
        }
    }

    fn look_up<T>(
        &self,
        subject: &Subject,
        weight: Weight,
        question: &dyn Fn(&Table, &dyn AnyPosition) -> Result<T, AskError>,
    ) -> Result<Outcome<T>, Refusal> {
        let position = self.position(subject)?;
        let Some(table) = self.table(&*position)? else { return Ok(Outcome::Unsolved(position.into())) };
        let answer = guarded(&*position, || question(&table, &*position));
        // A log was made, or more of a file was read.
        if matches!(weight, Weight::Heavy) || table.session.is_stored() {
            self.tables.recount(&table);
        }
        match answer? {
            Ok(answer) => Ok(Outcome::Answered(answer)),
            Err(AskError::NotReached { .. }) => Ok(Outcome::Unsolved(position.into())),
            Err(error) => Err(diagnosed(Failure::ask(subject.token(), error), &*position).into()),
        }
    }

    /// The table of a position's board, in memory or in files; `None` if there is none.
    pub(crate) fn table(&self, position: &dyn AnyPosition) -> Result<Option<Arc<Table>>, Failure> {
        match self.tables.get(&position.instance()) {
            None => self.stored(position),
            known => Ok(known),
        }
    }

    /// The one in files: opened, held against the rules, and put among those in memory, where it takes little room; its values are read from
    /// its files.
    fn stored(&self, position: &dyn AnyPosition) -> Result<Option<Arc<Table>>, Failure> {
        let Settings { domain, tables: folders, .. } = &self.settings;
        let name = table_name(position, *domain);
        if !TableStore::keeps(position, *domain) {
            return Ok(None);
        }
        let Some((reserved, board, found)) = self.found(folders, &name, position)? else { return Ok(None) };
        let session = Session::of(position, *domain, board, Box::new(found)).stored();
        Ok(Some(self.tables.keep(reserved, position.instance(), position.token(), session)))
    }

    /// The table of that name on a shelf, held against the rules, with its board and the room that is made for both.
    fn found(&self, folders: &TableStore, name: &str, position: &dyn AnyPosition) -> Result<Option<OnShelf>, Failure> {
        if !folders.has(name) {
            return Ok(None);
        }
        let (board, reserved) = self.board(position, self.settings.domain, None)?;
        let found = match folders.find(name, position, &board, 0) {
            // Somebody has removed it meanwhile.
            Err(_) if !folders.has(name) => None,
            found => found?,
        };
        Ok(found.map(|found| (reserved, board, found)))
    }

    /// The board of a position, in the room that is made for it: one without un-moves stores the moves of all positions.
    pub(crate) fn board(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        cancel: Option<&AtomicBool>,
    ) -> Result<(Arc<dyn AnyBoard>, Room), Failure> {
        let Settings { threads, memory, .. } = self.settings;
        let moves = if position.about().way == Way::Reversible { None } else { self.plan(position).bytes };
        let reserved = self.memory.reserve(moves.unwrap_or(OPENED).min(memory))?;
        let options = Options { threads, memory, cancel, ..Options::DEFAULT };
        let refused = |error| diagnosed(Failure::solve(&error, Instead::Nothing), position);
        let board = guarded(position, || position.board(domain, &options))?.map_err(refused)?;
        Ok((board, reserved))
    }

    /// Solves a small board, or waits for who does already.
    async fn solve_now(self: &Arc<Self>, Start { position, token, instance }: Start) -> Result<(), Refusal> {
        let plan = self.plan(&*position);
        let most = self.settings.limits.table.min(self.settings.memory);
        if plan.bytes.is_some_and(|bytes| bytes > most) {
            return Err(self.not_solved(&instance, &plan));
        }
        if self.outgrown.has(&token) {
            return Err(self.not_solved(&instance, &plan));
        }
        let waiter = self.jobs.join(&token, &instance, |job| self.start(job, position, Occasion::Question));
        match waiter?.table().await {
            Ok(_) => Ok(()),
            Err(failure) if failure.code == "too-large" => {
                self.outgrown.add(token);
                Err(self.not_solved(&instance, &plan))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Why a board is not solved by the way.
    fn not_solved(&self, instance: &str, plan: &Plan) -> Refusal {
        if let Some(job) = self.jobs.running(instance) {
            let failure = Failure::new(Fault::No, "being-solved", Refused::BeingSolved);
            let hint = Hint::Follow { id: job.id.to_string() };
            return Refusal::new(StatusCode::CONFLICT, failure.hint(hint));
        }
        if let Err(failure) = self.fits(plan) {
            return failure.into();
        }
        let limit = self.settings.limits.table;
        let message = match plan.bytes.filter(|&bytes| bytes > limit) {
            Some(bytes) => Refused::TooLarge { bytes: Bytes(bytes), limit: Bytes(limit) },
            // What it takes shows when it is explored, or more values come than are expected.
            None => Refused::NotSolved { limit: Bytes(limit) },
        };
        Failure::new(Fault::No, "no-table", message).hint(Hint::Solve).into()
    }

    /// Refuses, with numbers, what memory can never hold.
    pub(crate) fn fits(&self, plan: &Plan) -> Result<(), Failure> {
        match (plan.slots, plan.bytes) {
            (Some(slots), Some(needed)) if needed > self.settings.memory => Err(Failure::solve(
                &SolveError::TooLarge { slots, needed, limit: self.settings.memory },
                Instead::Nothing,
            )),
            _ => Ok(()),
        }
    }

    /// Starts a job that solves a position.
    pub(crate) fn start(self: &Arc<Self>, job: Arc<Job>, position: Arc<dyn AnyPosition>, occasion: Occasion) {
        let (room, most) = (self.room(&*position, occasion), self.most(occasion));
        let solves = match occasion {
            Occasion::Question => &self.small_solves,
            Occasion::Job => &self.large_solves,
        };
        let position = WaitingPosition::of(position, &job.pos);
        self.run(
            job,
            solves,
            || None,
            move |app, job| {
                let (_subject, position) = position.now(&job.pos, &app.registry, &app.memory)?;
                app.solve(job, &*position, room, most)
            },
        );
    }

    /// Starts a job that solves a position and keeps its table.
    pub(crate) fn start_keeping(self: &Arc<Self>, job: Arc<Job>, position: Arc<dyn AnyPosition>, folder: PathBuf) {
        let position = WaitingPosition::of(position, &job.pos);
        self.run(
            job,
            &self.large_solves,
            || None,
            move |app, job| {
                let (_subject, position) = position.now(&job.pos, &app.registry, &app.memory)?;
                app.keep(job, &*position, folder)
            },
        );
    }

    /// Starts a job that proves a table in files.
    pub(crate) fn start_proving(self: &Arc<Self>, job: Arc<Job>, listed: Listed) {
        let course = Arc::new(Course::default());
        let seen = course.clone();
        let work = move |app: &Self, job: &Job| app.prove(job, &listed, &course);
        self.run(job, &self.proofs, move || seen.phase(), work);
    }

    /// Does the work of a job when its turn comes; what `seen` tells meanwhile is told.
    fn run(
        self: &Arc<Self>,
        job: Arc<Job>,
        turns: &Arc<Semaphore>,
        seen: impl Fn() -> Option<Phase> + Send + 'static,
        work: impl FnOnce(&Self, &Job) -> Result<Phase, Refusal> + Send + 'static,
    ) {
        let (app, turns) = (self.clone(), turns.clone());
        tokio::spawn(async move {
            // Never closed: whatever comes, somebody's turn comes too.
            let Some(_turn) = turn_of(&job, turns.acquire_owned()).await else {
                let cancelled = Failure::solve(&SolveError::Cancelled, Instead::Nothing);
                return app.jobs.end(&job, Phase::Failed(cancelled));
            };
            let (own, its) = (app.clone(), job.clone());
            let mut working = tokio::task::spawn_blocking(move || work(&own, &its));
            let outcome = loop {
                tokio::select! {
                    outcome = &mut working => break outcome,
                    () = sleep(GLANCE) => seen().into_iter().for_each(|phase| job.tell(phase)),
                }
            };
            let phase = match outcome {
                Ok(Ok(phase)) => phase,
                Ok(Err(failure)) => Phase::Failed(failure.into_failure()),
                Err(error) => Phase::Failed(panicked(error.try_into_panic().ok().as_deref()).into_failure()),
            };
            app.jobs.end(&job, phase);
        });
    }

    /// The memory that a solve gets first: what is planned, else as much as is allowed, `None` being all that is free.
    fn room(&self, position: &dyn AnyPosition, occasion: Occasion) -> Option<u64> {
        let planned = self.plan(position).bytes;
        match occasion {
            Occasion::Question => planned.or(Some(self.most(occasion))),
            Occasion::Job => planned,
        }
    }

    /// The most memory that a solve may ever get.
    fn most(&self, occasion: Occasion) -> u64 {
        match occasion {
            Occasion::Question => self.settings.limits.table.min(self.settings.memory),
            Occasion::Job => self.settings.memory,
        }
    }

    fn solve(&self, job: &Job, position: &dyn AnyPosition, room: Option<u64>, most: u64) -> Result<Phase, Refusal> {
        let begun = Instant::now();
        let (threads, domain) = (self.settings.threads, self.settings.domain);
        let (reserved, session) = self.solve_in(room, most, position, job.cancelled(), &|memory| {
            let report = |progress: Progress| job.tell(Phase::Solving(progress));
            let cancel = Some(job.cancelled());
            let options = Options { threads, memory, progress: Some(&report), cancel, ..Options::DEFAULT };
            guarded(position, || Session::solve_quickly(position, domain, &options))
        })?;
        let elapsed = self.note_pace(position, begun);
        let name = session.table().to_owned();
        let table = self.tables.keep(reserved, job.subject.clone(), job.pos.clone(), session);
        Ok(Phase::Done { table: Arc::downgrade(&table), name, elapsed })
    }

    /// Learns from a solve how long others will take.
    fn note_pace(&self, position: &dyn AnyPosition, begun: Instant) -> Duration {
        let elapsed = begun.elapsed();
        if let Some(slots) = self.plan(position).slots.filter(|_| elapsed >= TELLING) {
            let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            self.pace.store(slots.saturating_mul(1000) / milliseconds, Ordering::Relaxed);
        }
        elapsed
    }

    /// Solves a position by the kernel, and keeps its table in a folder, unless it is there already. Who is stopped goes on when asked again.
    fn keep(&self, job: &Job, position: &dyn AnyPosition, folder: PathBuf) -> Result<Phase, Refusal> {
        let (threads, domain) = (self.settings.threads, self.settings.domain);
        let place = TableOutput::take(folder, position, domain, Keep::Depths, CheckpointPlan::default(), &|_| {})
            .map_err(Failure::from)?;
        let name = place.name().to_owned();
        if !place.is_half_named() && self.found(&place.store(), &name, position)?.is_some() {
            place.clear().map_err(Failure::from)?;
            return Ok(Phase::Kept { name, elapsed: Duration::ZERO });
        }
        let begun = Instant::now();
        let (room, most) = (self.room(position, Occasion::Job), self.most(Occasion::Job));
        let (_reserved, whole) = self.solve_in(room, most, position, job.cancelled(), &|memory| {
            let report = |progress: Progress| job.tell(Phase::Solving(progress));
            let cancel = Some(job.cancelled());
            let options = Options { threads, memory, progress: Some(&report), cancel, ..Options::DEFAULT };
            let solved = guarded(position, || place.solve(position, domain, &options, &|_| {}))?;
            Ok(solved.map(|SolvedBoard { board, values }| Session::of(position, domain, board, values)))
        })?;
        self.note_pace(position, begun);
        whole.refuse_wrong(position, threads)?;
        job.tell(Phase::Writing);
        place.put(position, whole.board(), whole.table_values(), threads, None).map_err(Failure::from)?;
        Ok(Phase::Kept { name, elapsed: begun.elapsed() })
    }

    /// Proves a table in files, held in memory as far as it fits, by forward rules alone.
    fn prove(&self, job: &Job, listed: &Listed, course: &Course) -> Result<Phase, Refusal> {
        let begun = Instant::now();
        let stored = listed.open().map_err(Failure::from)?;
        let position = &*stored.position(|pos| self.registry.open(pos)).map_err(Failure::from)?;
        let refused = |error: SolveError| diagnosed(Failure::solve(&error, Instead::Nothing), position);
        let (board, moves) = self.board(position, Domain::All, Some(job.cancelled()))?;
        let (cancel, threads, done) = (Some(job.cancelled()), self.settings.threads, &course.done);
        let (slots, found) = (stored.places(), FileTable::new(stored, board, 0));
        let proof = Proof { found: &found, position, threads, done, cancel, together: None };
        guarded(position, || proof.fits())?.map_err(Failure::from)?;
        let bins = proof.bins(self.settings.memory).map_err(refused)?;
        // That of the board is part of it.
        drop(moves);
        let _room = self.tables.reserve(Some(bins.bytes), job.cancelled())?;
        course.begin(Phase::Reading, slots);
        proof.read().map_err(Failure::from)?;
        course.begin(Phase::Proving, slots.saturating_mul(bins.count));
        let proved = guarded(position, || proof.whole(bins))?;
        let report = proof_report(&proof, proved)?;
        Ok(Phase::Verified { report, elapsed: begun.elapsed() })
    }

    /// Solves a position in some room: first in what other tables and the questions to come leave of it, and only if that is not enough,
    /// tables go, and questions wait. A planned solve that turns out to need more, for more values than are expected, begins again in as much as
    /// it needs, `most` at most. `solve` solves it in so many bytes.
    fn solve_in<T>(
        &self,
        mut room: Option<u64>,
        most: u64,
        position: &dyn AnyPosition,
        cancelled: &AtomicBool,
        solve: &dyn Fn(u64) -> Result<Result<T, SolveError>, Failure>,
    ) -> Result<(Room, T), Refusal> {
        let failed = |error| diagnosed(Failure::solve(&error, Instead::Nothing), position);
        if let Some(reserved) = self.tables.reserve_beside(room) {
            match solve(reserved.bytes())? {
                Err(error) if error.wants_memory() => {}
                solved => return Ok((reserved, solved.map_err(failed)?)),
            }
        }
        // How many moves a game has that stores them is a guess: if it was wrong, as much as is allowed.
        let mut is_guess = position.about().way == Way::Numbered && room.is_some();
        loop {
            let reserved = self.tables.reserve(room, cancelled)?;
            match solve(reserved.bytes())? {
                Err(SolveError::TooLarge { needed, .. })
                    if needed <= most && room.is_some_and(|room| needed > room) =>
                {
                    room = Some(needed);
                }
                Err(error) if error.wants_memory() && is_guess => {
                    room = Some(most).filter(|&most| most < self.settings.memory);
                    is_guess = false;
                }
                solved => return Ok((reserved, solved.map_err(failed)?)),
            }
        }
    }
}

/// The turn of a job; `None` if it was cancelled before that came.
async fn turn_of<T>(job: &Job, turn: impl Future<Output = T>) -> Option<T> {
    tokio::pin!(turn);
    loop {
        tokio::select! {
            turn = &mut turn => return Some(turn),
            () = sleep(GLANCE) => {}
        }
        if job.cancelled().load(Ordering::Relaxed) {
            return None;
        }
    }
}

/// Somebody's code panicked over this question.
fn panicked(payload: Option<&(dyn Any + Send)>) -> Refusal {
    let text = payload.map_or("unknown", said);
    let failure = Failure::new(Fault::Internal, "internal", Refused::Internal { said: text.to_owned() });
    failure.hint(Hint::Report).into()
}
