//! What all requests share: the games, the library of tables, and the threads that answer.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hyper::StatusCode;
use retrograde::SolveError;
use retrograde::author::{AnyPosition, Plan};
use retrograde::rules::message::Bytes;
use retrograde_service::Library;
use retrograde_service::ask::Ask;
use retrograde_service::diagnosis::{guarded, panic_text};
use retrograde_service::failure::{Failure, Fault, Instead};
use retrograde_service::library::{Control, Policy};
use retrograde_service::listing::Listings;
use retrograde_service::loaded::LoadedTable;
use retrograde_service::memory::{Memory, Room};
use retrograde_service::registry::Registry;
use retrograde_service::session::AskError;
use retrograde_service::storage::Storage;
use retrograde_service::unanswered::Unanswered;
use retrograde_service::whole;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::answers::Refusal;
use crate::assets::Assets;
use crate::background::Background;
use crate::jobs::Jobs;
use crate::messages::{Hint, Refused};
use crate::protection;
use crate::settings::Settings;
use crate::subject::{Subject, is_short, room_to_read};

/// How much work a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Looks up a few positions.
    Light,
    /// Reads a whole table.
    Heavy,
}

impl Weight {
    /// The weight of a question about one position: a graph takes longer to read than a board to look up.
    pub(crate) const fn of(token: &str) -> Self {
        if is_short(token) { Self::Light } else { Self::Heavy }
    }
}

/// Why a board is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A question needs its table, and it is small.
    Question(Weight),
    /// A client started the solve by name, whatever the size of the board.
    Job,
    /// The same, and the table is stored in this folder.
    Keep(PathBuf),
}

/// The state of the server.
pub(crate) struct App {
    pub(crate) registry: Arc<Registry>,
    pub(crate) settings: Settings,
    pub(crate) assets: Assets,
    pub(crate) policy: protection::Policy,
    /// The tables in memory and in files.
    pub(crate) library: Library,
    /// The memory of the library; the server reserves all other memory from it, too.
    pub(crate) memory: Arc<Memory>,
    pub(crate) jobs: Arc<Jobs>,
    /// Limits request bodies in memory, and streamed answers.
    pub(crate) bodies: Arc<Semaphore>,
    /// Limits logs and certificates that are sent as a whole.
    pub(crate) wholes: Arc<Semaphore>,
    /// Limits passes over whole tables.
    pub(crate) counts: Arc<Semaphore>,
    /// Limits streams of a job's progress.
    pub(crate) listeners: Arc<Semaphore>,
    light: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    background: Background,
    /// Limits the solves that light questions wait for.
    pub(crate) small_solves: Arc<Semaphore>,
    /// Limits the solves that heavy questions wait for.
    pub(crate) heavy_solves: Arc<Semaphore>,
    pub(crate) large_solves: Arc<Semaphore>,
    /// Limits verifications of tables in files.
    pub(crate) proofs: Arc<Semaphore>,
    /// The recent speed of solves, in slots a second.
    pub(crate) pace: AtomicU64,
}

/// The most bytes of positions in an answer.
pub(crate) const MOST_ANSWER_BYTES: usize = 16 << 20;
/// The most boards that are solved for questions at one time.
pub(crate) const SMALL_SOLVES: usize = 2;

/// The texts of remembered jobs may take the memory divided by this number.
const TEXT_OF_JOBS: u64 = 16;

/// A client that waits for an answer. It is dropped with the question when the client leaves or the time is up.
#[derive(Default)]
struct WaitingClient {
    has_left: Arc<AtomicBool>,
}

impl Drop for WaitingClient {
    fn drop(&mut self) {
        self.has_left.store(true, Ordering::Relaxed);
    }
}

/// The result of a lookup.
enum Outcome<T> {
    Answered(T),
    /// The board must be solved first.
    Unsolved(Start),
}

/// A position to solve from, and the texts that name it in jobs and tables. Printing them takes a while if a token is a
/// whole graph.
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
        // A table of reachable positions replaces the previous table of its instance.
        let library = Library::with_alike(settings.memory, 1);
        let library = match &settings.storage {
            Some(storage) => library.with_storage(storage.clone()),
            None => library,
        };
        let memory = library.memory().clone();
        Self {
            registry,
            assets: Assets::new(settings.page.clone()),
            policy: protection::Policy::new(&settings.embed),
            library,
            jobs: Arc::new(Jobs::new(memory.clone(), settings.memory / TEXT_OF_JOBS)),
            memory,
            bodies: semaphore(8),
            wholes: semaphore(2),
            counts: semaphore(1),
            listeners: semaphore(64),
            light: semaphore(4 * cores),
            heavy: semaphore(cores),
            background: Background::new(),
            small_solves: semaphore(SMALL_SOLVES),
            heavy_solves: semaphore(1),
            large_solves: semaphore(1),
            proofs: semaphore(1),
            pace: AtomicU64::new(whole::PACE * threads as u64),
            settings,
        }
    }

    /// Runs work that takes processor time on another thread than the connections'; requests take turns in order. The
    /// work runs to its end and keeps its turn even if the client leaves, so it must be short. If it panics, for
    /// example in a game's rules, only this question fails.
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
        let thought = self.spawn(weight, move || {
            let _turn = turn;
            work()
        });
        thought.await.map_err(|error| panicked(error.try_into_panic().ok().as_deref()))?
    }

    /// Runs work on another thread. Heavy work has a lower priority, so that light questions seldom wait for it.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        match weight {
            Weight::Light => tokio::task::spawn_blocking(work),
            Weight::Heavy => self.background.spawn(work),
        }
    }

    /// The same for work that can stop early. Its flag is set when the client has left.
    pub(crate) async fn think_while_asked<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let asked = WaitingClient::default();
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

    /// The most positions that an answer may have, at most `wanted`, if each token is as long as this one; at least
    /// one.
    pub(crate) fn as_many(wanted: usize, token: &str) -> usize {
        wanted.min((MOST_ANSWER_BYTES / token.len().max(1)).max(1))
    }

    /// Asks the table of a position. A small board is solved first.
    pub(crate) async fn ask<Q>(
        self: &Arc<Self>,
        subject: impl Into<Subject>,
        weight: Weight,
        question: Q,
    ) -> Result<Q::Report, Refusal>
    where
        Q: Ask<Report: Send + 'static> + Send + Sync + 'static,
    {
        let asked = move |table: &LoadedTable, position: &dyn AnyPosition| table.ask(position, &question);
        self.ask_table(subject, weight, asked).await
    }

    /// The same for a question given as a function of the table.
    pub(crate) async fn ask_table<T: Send + 'static>(
        self: &Arc<Self>,
        subject: impl Into<Subject>,
        weight: Weight,
        question: impl Fn(&LoadedTable, &dyn AnyPosition) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        // A table of the positions reachable from another position may lack this one; the second solve starts from this
        // one.
        const TRIES: usize = 3;
        let (subject, question) = (subject.into(), Arc::new(question));
        let weight = if weight == Weight::Light { Weight::of(subject.token()) } else { weight };
        for _ in 0..TRIES {
            let (app, subject, question) = (self.clone(), subject.clone(), question.clone());
            match self.think(weight, move || app.look_up(&subject, &*question)).await? {
                Outcome::Answered(answer) => return Ok(answer),
                Outcome::Unsolved(start) => self.solve_now(start, weight).await?,
            }
        }
        Err(Refusal::busy(Refused::Dropped))
    }

    /// The same, with memory reserved for an answer with `positions` positions. If the board is too large for a table,
    /// the answer comes from the game's own proof.
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
        let asked = move |table: &LoadedTable, position: &dyn AnyPosition| match own.room_for(positions, token.token())
        {
            Ok(room) => Ok(Ok((table.ask(position, &asked)?, room))),
            Err(busy) => Ok(Err(busy)),
        };
        let refusal = match self.ask_table(subject.clone(), Weight::Light, asked).await {
            Err(refusal) if refusal.is_of_size() => refusal,
            answer => return Ok(answer??),
        };
        let app = self.clone();
        let weight = Weight::of(subject.token());
        let proved = self.think(weight, move || question.prove(&*app.position(&subject)?).ok_or(refusal));
        Ok((proved.await?, None))
    }

    /// The number of positions in an answer that lists a position's moves and `beside` others. Refuses a position if
    /// the list of its moves would fill the memory.
    pub(crate) async fn tellable(self: &Arc<Self>, subject: &Subject, beside: usize) -> Result<usize, Refusal> {
        /// The moves that are assumed for a short token.
        const FEW: usize = 32;
        if subject.is_short() {
            return Ok(FEW + beside);
        }
        let (app, subject) = (self.clone(), subject.clone());
        let estimate = move || {
            let (positions, token) = (app.position(&subject)?.breadth(), subject.token());
            AskError::within(MOST_ANSWER_BYTES, positions, token.len()).map_err(|error| Failure::ask(token, error))?;
            // Its moves, and the same moves again with their reasons.
            Ok(2 * (positions + 1) + beside)
        };
        self.think(Weight::Heavy, estimate).await
    }

    /// Memory for a report with `positions` such tokens, and for its text; `None` for a small report.
    pub(crate) fn room_for(&self, positions: usize, token: &str) -> Result<Option<Room>, Failure> {
        /// The bytes of a position's report besides its token.
        const REST: usize = 256;
        /// Small reports need no reservation, because only a few are made at one time.
        const SMALL: u64 = 64 << 10;
        let bytes = 2 * positions.saturating_mul(token.len() + REST) as u64;
        if bytes <= SMALL { Ok(None) } else { self.memory.reserve(bytes).map(Some) }
    }

    /// Memory to read a long token; `None` for a short one.
    pub(crate) fn room_to_read(&self, token: &str) -> Result<Option<Room>, Failure> {
        room_to_read(token, &self.memory)
    }

    /// The position of a subject.
    pub(crate) fn position(&self, subject: &Subject) -> Result<Arc<dyn AnyPosition>, Failure> {
        subject.position(&self.registry, &self.memory)
    }

    /// The answer of a table in memory or in files; `None` if there is no table. Solves nothing.
    pub(crate) fn known<Q: Ask>(&self, subject: &Subject, question: &Q) -> Option<Q::Report> {
        let asked = |table: &LoadedTable, position: &dyn AnyPosition| table.ask(position, question);
        match self.look_up(subject, &asked).ok()? {
            Outcome::Answered(answer) => Some(answer),
            Outcome::Unsolved(_) => None,
        }
    }

    fn look_up<T>(
        &self,
        subject: &Subject,
        question: &dyn Fn(&LoadedTable, &dyn AnyPosition) -> Result<T, AskError>,
    ) -> Result<Outcome<T>, Refusal> {
        let position = self.position(subject)?;
        let asked = |table: &LoadedTable| question(table, &*position);
        let (policy, control) = (self.looking(), Control::default());
        let known = asking(&*position, || self.library.ask_known_by(&*position, &policy, &control, &asked))?;
        Ok(known.map_or_else(|| Outcome::Unsolved(position.clone().into()), Outcome::Answered))
    }

    /// The name of the table that holds a position, in memory or in files; `None` if there is none.
    pub(crate) fn table(&self, position: &dyn AnyPosition) -> Result<Option<String>, Failure> {
        let policy = self.looking();
        let known = asking(position, || self.library.known_table(position, &policy, &Control::default()))?;
        Ok(known.map(|table| table.table().to_owned()))
    }

    /// How the library looks for a table. It reads a table in files value by value.
    pub(crate) fn looking(&self) -> Policy {
        let Settings { domain, threads, .. } = self.settings;
        Policy { domain, threads, load: 0, ..Policy::default() }
    }

    /// The tables in files, if there are folders.
    pub(crate) fn listings(&self) -> Option<&dyn Listings> {
        self.library.storage().and_then(Storage::listings)
    }

    /// Solves a small board, or waits for the job that is solving it.
    async fn solve_now(
        self: &Arc<Self>,
        Start { position, token, instance }: Start,
        weight: Weight,
    ) -> Result<(), Refusal> {
        let plan = self.plan(&*position);
        let most = self.most_by_the_way();
        if plan.bytes.is_some_and(|bytes| bytes > most) || self.library.has_refused(&token, most) {
            return Err(self.not_solved(&instance, &plan));
        }
        let waiter =
            self.jobs.join(&token, &instance, |job| self.start_solving(job, position, Occasion::Question(weight)));
        match waiter?.end().await {
            Ok(()) => Ok(()),
            Err(failure) if failure.code == "too-large" => Err(self.not_solved(&instance, &plan)),
            Err(failure) => Err(failure.into()),
        }
    }

    /// Why a question does not solve a board.
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
            // Only exploring shows its size, or it has more values than expected.
            None => Refused::NotSolved { limit: Bytes(limit) },
        };
        Failure::new(Fault::No, "no-table", message).hint(Hint::Solve).into()
    }

    /// Refuses, with numbers, a board that can never fit the memory.
    pub(crate) fn fits(&self, plan: &Plan) -> Result<(), Failure> {
        match (plan.slots, plan.bytes) {
            (Some(slots), Some(needed)) if needed > self.settings.memory => Err(Failure::solve(
                &SolveError::TooLarge { slots, needed, limit: self.settings.memory },
                Instead::Nothing,
            )),
            _ => Ok(()),
        }
    }

    /// The most memory of a solve that a question waits for.
    pub(crate) fn most_by_the_way(&self) -> u64 {
        self.settings.limits.table.min(self.settings.memory)
    }
}

/// Asks the library about a position. The game's code may panic.
pub(crate) fn asking<T>(position: &dyn AnyPosition, ask: impl FnOnce() -> Result<T, Unanswered>) -> Result<T, Failure> {
    guarded(position, ask)?.map_err(|unanswered| unanswered.without_advice(position))
}

/// The refusal of a question that made code panic.
pub(crate) fn panicked(payload: Option<&(dyn Any + Send)>) -> Refusal {
    let text = payload.map_or("unknown", panic_text);
    let failure = Failure::new(Fault::Internal, "internal", Refused::Internal { said: text.to_owned() });
    failure.hint(Hint::Report).into()
}
