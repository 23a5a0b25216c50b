//! The work of jobs. A job either solves a board or verifies a stored table. If the client requests it, a solve also
//! stores the table. Large solves run one after the other. Verifications also run one after the other.

use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use retrograde::author::{AnyPosition, Domain};
use retrograde::rules::clock::Moment;
use retrograde::{Progress, SolveError};
use retrograde_service::failure::{Failure, Instead};
use retrograde_service::library::{Control, Policy, SearchStep};
use retrograde_service::listing::{Listing, ProofPart};
use retrograde_service::storage::Saving;

use crate::answers::Refusal;
use crate::app::{App, Occasion, asking};
use crate::host::{Queue, SMALL_SOLVES, Turn, Weight};
use crate::job::{Job, Measure, Phase};
use crate::messages::Refused;
use crate::signal::{First, first};
use crate::subject::WaitingPosition;

/// The interval between two updates of the progress of a running job.
const GLANCE: Duration = Duration::from_millis(100);

/// The progress of the verification of a table.
#[derive(Default)]
struct VerifyProgress {
    /// The number of slots that the current part of the verification has read or checked so far.
    done: AtomicU64,
    leg: Mutex<Option<Leg>>,
}

/// A part of a verification, with the number of slots that it reads or checks, and the time of its start.
#[derive(Clone, Copy)]
struct Leg {
    part: ProofPart,
    total: u64,
    begun: Moment,
}

impl VerifyProgress {
    fn begin(&self, part: ProofPart, total: u64) {
        *self.leg() = Some(Leg { part, total, begun: Moment::now() });
    }

    fn phase(&self) -> Option<Phase> {
        let Leg { part, total, begun } = (*self.leg())?;
        let done = self.done.load(Ordering::Relaxed).min(total);
        Some(Phase::Proving(part, Measure { done, total, elapsed: begun.elapsed() }))
    }

    fn leg(&self) -> MutexGuard<'_, Option<Leg>> {
        // No code panics while it holds this lock.
        self.leg.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Starts a job that solves the board of a position.
    pub(crate) fn start_solving(self: &Arc<Self>, job: Arc<Job>, position: Arc<dyn AnyPosition>, occasion: Occasion) {
        let (queue, weight) = match occasion {
            Occasion::Question(Weight::Light) => (Queue::SmallSolves, Weight::Light),
            Occasion::Question(Weight::Heavy) => (Queue::HeavySolves, Weight::Heavy),
            Occasion::Job | Occasion::Keep(_) => (Queue::LargeSolves, Weight::Heavy),
        };
        let position = WaitingPosition::of(position, &job.pos);
        let work = move |app: &Self, job: &Job| {
            let (_subject, position) = position.now(&job.pos, &app.registry, &app.memory)?;
            app.solve(job, &*position, &app.solving(occasion))
        };
        self.run(job, weight, queue, || None, work);
    }

    /// Starts a job that verifies a table in files.
    pub(crate) fn start_proving(self: &Arc<Self>, job: Arc<Job>, listing: Listing) {
        let verify_progress = Arc::new(VerifyProgress::default());
        let seen = verify_progress.clone();
        let work = move |app: &Self, job: &Job| app.prove(job, &listing, &verify_progress);
        self.run(job, Weight::Heavy, Queue::Proofs, move || seen.phase(), work);
    }

    /// Waits in a queue until the job may start, and then runs `work`. While the work runs, the function publishes the
    /// progress that `seen` returns.
    fn run(
        self: &Arc<Self>,
        job: Arc<Job>,
        weight: Weight,
        queue: Queue,
        seen: impl Fn() -> Option<Phase> + Send + 'static,
        work: impl FnOnce(&Self, &Job) -> Result<Phase, Refusal> + Send + 'static,
    ) {
        let app = self.clone();
        self.host.begin(Box::pin(async move {
            let Some(_turn) = app.turn_of(&job, queue).await else {
                let cancelled = Failure::solve(&SolveError::Cancelled, Instead::Nothing);
                return app.jobs.end(&job, Phase::Failed(cancelled));
            };
            let (own, its) = (app.clone(), job.clone());
            let mut working = pin!(app.spawn(weight, move || work(&own, &its)));
            let outcome = loop {
                match first(working.as_mut(), app.host.pause(GLANCE)).await {
                    First::Left(outcome) => break outcome,
                    First::Right(()) => seen().into_iter().for_each(|phase| job.set_phase(phase)),
                }
            };
            let phase = match outcome.flatten() {
                Ok(phase) => phase,
                Err(refusal) => Phase::Failed(refusal.into_failure()),
            };
            app.jobs.end(&job, phase);
        }));
    }

    /// Waits in a queue until a job may start. Returns `None` if the job is cancelled while it waits, or if the host is
    /// stopping.
    async fn turn_of(&self, job: &Job, queue: Queue) -> Option<Turn> {
        let mut turn = pin!(self.host.turn(queue));
        loop {
            if let First::Left(turn) = first(turn.as_mut(), self.host.pause(GLANCE)).await {
                return turn;
            }
            if job.cancelled().load(Ordering::Relaxed) {
                return None;
            }
        }
    }

    /// Returns the policy by which the library solves a board for the reason `occasion`. If the memory of a solve
    /// cannot be estimated, the solve first tries to leave some memory free for questions.
    fn solving(&self, occasion: Occasion) -> Policy {
        let spare = (SMALL_SOLVES as u64).saturating_mul(self.settings.limits.table).min(self.settings.memory / 2);
        let policy = Policy { spare, ..self.looking() };
        match occasion {
            Occasion::Question(_) => Policy { most: self.most_by_the_way(), ..policy },
            Occasion::Job => policy,
            Occasion::Keep(folder) => Policy { save: Some(Saving { folder, ..Saving::default() }), ..policy },
        }
    }

    /// Solves the board of a position. If the table is already stored in the requested folder, the library only opens
    /// it. If a stopped solve of the board has left checkpoints, the new solve resumes from the checkpoints.
    fn solve(&self, job: &Job, position: &dyn AnyPosition, policy: &Policy) -> Result<Phase, Refusal> {
        let begun = OnceLock::new();
        let elapsed = || begun.get().copied().map_or(Duration::ZERO, Moment::elapsed);
        let progress = |progress: Progress| job.set_phase(Phase::Solving(progress));
        let steps = |step: SearchStep<'_>| match step {
            SearchStep::Solving => drop(begun.set(Moment::now())),
            SearchStep::Saving => job.set_phase(Phase::Writing),
            _ => {}
        };
        let control = Control { progress: Some(&progress), cancel: Some(job.cancelled()), steps: Some(&steps) };
        let table = asking(position, || self.library.solve(position, policy, &control))?;
        Ok(Phase::Done { name: table.table().to_owned(), elapsed: elapsed() })
    }

    /// Verifies a stored table by forward moves only. The verification loads as much of the table as fits the memory
    /// limit.
    fn prove(&self, job: &Job, listing: &Listing, verify_progress: &VerifyProgress) -> Result<Phase, Refusal> {
        let begun = Moment::now();
        let table = self.listings().ok_or_else(|| Refusal::busy(Refused::NoFolder))?.open(listing)?;
        let position = &*table.position(&self.registry)?;
        let steps = |step: SearchStep<'_>| {
            if let SearchStep::Proof(part, slots) = step {
                verify_progress.begin(part, slots);
            }
        };
        let control = Control { cancel: Some(job.cancelled()), steps: Some(&steps), progress: None };
        let policy = Policy { domain: Domain::All, ..self.looking() };
        let report =
            asking(position, || self.library.prove(table, position, &policy, &control, &verify_progress.done))?;
        Ok(Phase::Verified { report, elapsed: begun.elapsed() })
    }
}
