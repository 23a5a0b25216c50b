//! The state that all requests share. The state consists of the games, the table library, and the host that runs the
//! work.

use std::any::Any;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use http::StatusCode;
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

use crate::answers::Refusal;
use crate::host::{ApiHost, Queue, Turn, Weight};
use crate::jobs::Jobs;
use crate::messages::{Hint, Refused};
use crate::settings::Settings;
use crate::subject::{Subject, room_to_read};

/// The reason why the server solves a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A question needs the table of a small board.
    Question(Weight),
    /// A client has started the solve as a job. The board may have any size.
    Job,
    /// A client has started the solve as a job, and wants the table to be stored in this folder.
    Keep(PathBuf),
}

/// The state that all requests share.
pub struct App {
    pub(crate) registry: Arc<Registry>,
    pub(crate) settings: Settings,
    pub(crate) host: Arc<dyn ApiHost>,
    /// The table library, with tables in memory and in files.
    pub(crate) library: Library,
    /// The memory of the table library, with a limit. Large objects other than tables, such as answers, also reserve
    /// memory within this limit.
    pub(crate) memory: Arc<Memory>,
    pub(crate) jobs: Arc<Jobs>,
}

/// The maximum total length of the tokens in one answer, in bytes.
pub(crate) const MOST_ANSWER_BYTES: usize = 16 << 20;
/// The texts of all ended jobs together may need at most the memory limit divided by this number.
const TEXT_OF_JOBS: u64 = 16;

/// A client that waits for an answer. When the client leaves or the time limit is over, the server drops the question,
/// which contains the `WaitingClient`. Dropping the `WaitingClient` sets the flag `has_left`.
#[derive(Default)]
struct WaitingClient {
    has_left: Arc<AtomicBool>,
}

impl Drop for WaitingClient {
    fn drop(&mut self) {
        self.has_left.store(true, Ordering::Relaxed);
    }
}

/// The result of a search for a table in memory and in files.
enum Outcome<T> {
    /// A table was found, and has answered the question.
    Answered(T),
    /// No table was found, so the board must be solved first.
    Unsolved(Start),
}

/// A position whose board is to be solved. The value also contains the texts that identify the position and the board
/// in jobs and tables, because printing a whole graph as a token takes a while.
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
    /// Creates the state, without any tables in memory.
    pub fn new(registry: Arc<Registry>, settings: Settings, host: Arc<dyn ApiHost>) -> Self {
        // Some tables contain only the positions reachable from one start. For each board, the library keeps only the
        // newest of these tables.
        let library = Library::with_alike(settings.memory, 1);
        let library = match &settings.storage {
            Some(storage) => library.with_storage(storage.clone()),
            None => library,
        };
        let memory = library.memory().clone();
        Self {
            registry,
            library,
            jobs: Arc::new(Jobs::new(memory.clone(), settings.memory / TEXT_OF_JOBS, host.clone())),
            memory,
            host,
            settings,
        }
    }

    /// Returns the settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Cancels all running jobs.
    pub fn cancel_jobs(&self) {
        self.jobs.cancel_all();
    }

    /// Runs work that needs processor time on a thread that serves no connections. The work for requests starts in the
    /// order in which the requests arrive. The work must be short, because it runs to its end even if the client
    /// leaves. If the work panics, for example in a game's rules, only this request fails.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let queue = match weight {
            Weight::Light => Queue::Light,
            Weight::Heavy => Queue::Heavy,
        };
        let turn = self.turn(queue).await?;
        let thought = self.spawn(weight, move || {
            let _turn = turn;
            work()
        });
        thought.await?
    }

    /// Waits for a turn in a queue.
    pub(crate) async fn turn(&self, queue: Queue) -> Result<Turn, Refusal> {
        self.host.turn(queue).await.ok_or_else(|| Refusal::busy(Refused::Stopping))
    }

    /// Starts work on another thread, and then waits for its end. Heavy work has a lower priority, so that light
    /// questions seldom wait for it.
    pub(crate) fn spawn<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
        &self,
        weight: Weight,
        work: W,
    ) -> impl Future<Output = Result<T, Refusal>> + Send + use<T, W> {
        let result = Arc::new(Mutex::new(None));
        let place = result.clone();
        let ran = self.host.work(
            weight,
            Box::new(move || {
                let done = work();
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
            }),
        );
        async move {
            ran.await.map_err(|panic| panicked(panic.as_deref()))?;
            let done = result.lock().unwrap_or_else(PoisonError::into_inner).take();
            done.ok_or_else(|| panicked(None))
        }
    }

    /// Like `think`, but for work that can stop early. The work receives a flag. The flag is set when the client has
    /// left.
    pub(crate) async fn think_while_asked<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let asked = WaitingClient::default();
        let has_left = asked.has_left.clone();
        self.think(weight, move || work(&has_left)).await
    }

    /// Returns the plan of a solve from this position.
    pub(crate) fn plan(&self, position: &dyn AnyPosition) -> Plan {
        position.plan(self.settings.domain, self.settings.threads)
    }

    /// Estimates how long a solve of this position with this plan takes, in milliseconds. If `will_solve` is true, the
    /// estimate uses a sample of the board. If `will_solve` is false, the estimate uses only the number of slots,
    /// because a sample of a very large board takes seconds.
    pub(crate) fn estimated_ms(&self, position: &dyn AnyPosition, plan: &Plan, will_solve: bool) -> Option<f64> {
        let sampled = |slots| whole::estimated_ms(position, plan.domain, slots, self.settings.threads);
        plan.slots.map(|slots| if will_solve { sampled(slots) } else { whole::unsampled_ms(slots) })
    }

    /// Returns whether a board has no table yet, and a solve would take longer than a user waits for a move.
    pub(crate) async fn is_slow_to_solve(self: &Arc<Self>, subject: &Subject) -> Result<bool, Refusal> {
        /// The time that a user waits for a move, in milliseconds.
        const WAIT_FOR_A_MOVE: f64 = 500.0;
        let (app, subject) = (self.clone(), subject.clone());
        let weight = Weight::of(subject.token());
        let estimate = move || {
            let position = app.position(&subject)?;
            let plan = app.plan(&*position);
            let is_sampled = plan.slots.is_some_and(|slots| slots >= whole::SAMPLED);
            // A sample of a board that a question never solves could take seconds.
            if !is_sampled || plan.bytes.is_none_or(|bytes| bytes > app.most_by_the_way()) {
                return Ok(false);
            }
            Ok(app.table(&*position)?.is_none() && app.estimated_ms(&*position, &plan, true) > Some(WAIT_FOR_A_MOVE))
        };
        self.think(weight, estimate).await
    }

    /// Returns the maximum number of positions in an answer. The function assumes that all tokens in the answer have
    /// the length of `token`. The result is at most `wanted`. If `wanted` is not 0, the result is at least 1.
    pub(crate) fn as_many(wanted: usize, token: &str) -> usize {
        wanted.min((MOST_ANSWER_BYTES / token.len().max(1)).max(1))
    }

    /// Asks the table of a position a question. If there is no table with the position and the board is small, the
    /// server solves the board first.
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

    /// Like `ask`, but the question is a function that receives the table.
    pub(crate) async fn ask_table<T: Send + 'static>(
        self: &Arc<Self>,
        subject: impl Into<Subject>,
        weight: Weight,
        question: impl Fn(&LoadedTable, &dyn AnyPosition) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        // A table may contain only the positions that are reachable from one start. If the table in memory lacks the
        // subject's position, the board is solved again with this position as the start.
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

    /// Like `ask`, but also reserves memory for an answer with `positions` positions. If the board is too large for a
    /// table, the game's own proof gives the answer.
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

    /// Estimates the number of positions in an answer that lists the moves of a position and `beside` other positions.
    /// Returns an error if the list of moves is too long for any answer.
    pub(crate) async fn tellable(self: &Arc<Self>, subject: &Subject, beside: usize) -> Result<usize, Refusal> {
        /// The number of moves that is assumed for a position with a short token.
        const FEW: usize = 32;
        if subject.is_short() {
            return Ok(FEW + beside);
        }
        let (app, subject) = (self.clone(), subject.clone());
        let estimate = move || {
            let (positions, token) = (app.position(&subject)?.breadth(), subject.token());
            AskError::within(MOST_ANSWER_BYTES, positions, token.len()).map_err(|error| Failure::ask(token, error))?;
            // The answer may list each move twice, once with its value and once with its reason.
            Ok(2 * (positions + 1) + beside)
        };
        self.think(Weight::Heavy, estimate).await
    }

    /// Reserves memory for a report with `positions` tokens, each as long as `token`, and for the report's text.
    /// Returns `None` for a small report, because a small report needs no reservation.
    pub(crate) fn room_for(&self, positions: usize, token: &str) -> Result<Option<Room>, Failure> {
        /// The size of a position's report without its token, in bytes.
        const REST: usize = 256;
        /// A report up to this size, in bytes, needs no reservation, because only a few such reports exist at the same
        /// time.
        const SMALL: u64 = 64 << 10;
        let bytes = 2 * positions.saturating_mul(token.len() + REST) as u64;
        if bytes <= SMALL { Ok(None) } else { self.memory.reserve(bytes).map(Some) }
    }

    /// Reserves the memory for reading a long token. Returns `None` for a short token, because a short token needs no
    /// reservation.
    pub(crate) fn room_to_read(&self, token: &str) -> Result<Option<Room>, Failure> {
        room_to_read(token, &self.memory)
    }

    /// Returns the position of a subject (the token in a request).
    pub(crate) fn position(&self, subject: &Subject) -> Result<Arc<dyn AnyPosition>, Failure> {
        subject.position(&self.registry, &self.memory)
    }

    /// Returns the answer of a table in memory or in files. Returns `None` if there is no table, or if the question
    /// fails. The function `known` never solves a board.
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

    /// Returns the name of the table that contains a position, in memory or in files; `None` if no table contains the
    /// position.
    pub(crate) fn table(&self, position: &dyn AnyPosition) -> Result<Option<String>, Failure> {
        let policy = self.looking();
        let known = asking(position, || self.library.known_table(position, &policy, &Control::default()))?;
        Ok(known.map(|table| table.table().to_owned()))
    }

    /// Returns the policy by which the library searches for a table. The policy makes the library read single values
    /// from the files of a stored table instead of loading the table into memory.
    pub(crate) fn looking(&self) -> Policy {
        let Settings { domain, threads, .. } = self.settings;
        Policy { domain, threads, load: 0, ..Policy::default() }
    }

    /// Returns the list of stored tables; `None` if the server has no folders for tables.
    pub(crate) fn listings(&self) -> Option<&dyn Listings> {
        self.library.storage().and_then(Storage::listings)
    }

    /// Solves a small board, or waits until a running job has solved it.
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

    /// Returns the refusal of a question whose board has no table. The refusal names the reason. Either the board is
    /// too large for a solve without a job, or a job is solving the board.
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
            // There are two cases. Either the plan has no size, because only the solve itself can find the size. Or the
            // plan is small, but the solve found more values than expected.
            None => Refused::NotSolved { limit: Bytes(limit) },
        };
        Failure::new(Fault::No, "no-table", message).hint(Hint::Solve).into()
    }

    /// Returns an error if the table of a board can never fit the memory limit. The error has the size of the table and
    /// the limit.
    pub(crate) fn fits(&self, plan: &Plan) -> Result<(), Failure> {
        match (plan.slots, plan.bytes) {
            (Some(slots), Some(needed)) if needed > self.settings.memory => Err(Failure::solve(
                &SolveError::TooLarge { slots, needed, limit: self.settings.memory },
                Instead::Nothing,
            )),
            _ => Ok(()),
        }
    }

    /// Returns the maximum memory, in bytes, of a solve that a question has started.
    pub(crate) fn most_by_the_way(&self) -> u64 {
        self.settings.limits.table.min(self.settings.memory)
    }
}

/// Calls `ask`, which asks the library a question about a position. If the game's code panics, returns an error.
pub(crate) fn asking<T>(position: &dyn AnyPosition, ask: impl FnOnce() -> Result<T, Unanswered>) -> Result<T, Failure> {
    guarded(position, ask)?.map_err(|unanswered| unanswered.without_advice(position))
}

/// Returns the refusal of a question whose work has panicked.
pub(crate) fn panicked(payload: Option<&(dyn Any + Send)>) -> Refusal {
    Refusal::internal(payload.map_or("unknown", panic_text))
}
