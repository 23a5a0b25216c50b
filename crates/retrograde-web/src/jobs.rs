//! Boards being solved. Whoever asks for the same board waits for the same solve; one that nobody waits for any more is
//! cancelled, unless it was started by name.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use retrograde::{Progress, SolveError, Stage};
use retrograde_desk::failure::{Failure, FailureTexts, Fault, Instead};
use retrograde_desk::report::SCHEMA;
use serde::Serialize;
use tokio::sync::watch;

use crate::tables::Table;
use retrograde::message::Language;

/// A board being solved, or solved not long ago.
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) pos: String,
    pub(crate) instance: String,
    /// Whether it was started by name, to run although nobody waits.
    is_named: AtomicBool,
    cancel: AtomicBool,
    phase: watch::Sender<Phase>,
}

/// How far a job is.
#[derive(Clone)]
pub(crate) enum Phase {
    /// Others are solved first.
    Waiting,
    Solving(Progress),
    /// The table may have been dropped since.
    Done {
        table: Weak<Table>,
        name: String,
        elapsed: Duration,
    },
    Failed(Failure),
}

impl Phase {
    pub(crate) const fn is_end(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Failed(_))
    }
}

impl Job {
    /// Set once the job should stop.
    pub(crate) fn cancelled(&self) -> &AtomicBool {
        &self.cancel
    }

    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    fn is_named(&self) -> bool {
        self.is_named.load(Ordering::Relaxed)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    pub(crate) fn tell(&self, phase: Phase) {
        self.phase.send_replace(phase);
    }

    /// From now on every phase, the present one first.
    pub(crate) fn news(&self) -> watch::Receiver<Phase> {
        let mut news = self.phase.subscribe();
        news.mark_changed();
        news
    }

    /// How far it is; a failure is told in a language.
    pub(crate) fn report(&self, language: Language) -> JobReport {
        let mut report = JobReport {
            schema: SCHEMA,
            job: self.id.to_string(),
            pos: self.pos.clone(),
            state: JobState::Waiting,
            progress: None,
            table: None,
            elapsed_ms: None,
            error: None,
        };
        match self.phase.borrow().clone() {
            Phase::Waiting => {}
            Phase::Solving(progress) => {
                report.state = JobState::Solving;
                report.progress = Some(progress.into());
            }
            Phase::Done { name, elapsed, .. } => {
                report.state = JobState::Done;
                report.table = Some(name);
                report.elapsed_ms = Some(elapsed.as_secs_f64() * 1e3);
            }
            Phase::Failed(failure) => {
                report.state = if failure.fault == Fault::Interrupted { JobState::Cancelled } else { JobState::Failed };
                report.error = Some(failure.texts(language));
            }
        }
        report
    }
}

/// All jobs that run, and the last ones that were started by name.
#[derive(Default)]
pub(crate) struct Jobs {
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    last: u64,
    /// By instance, with the number of those who wait.
    running: HashMap<String, (Arc<Job>, usize)>,
    /// By id.
    named: BTreeMap<u64, Arc<Job>>,
}

/// The jobs by name that are remembered.
const REMEMBERED: usize = 64;
/// The bytes of their positions: those of a graph are the whole graph.
const MOST_TEXT: usize = 64 << 20;
/// The jobs that may wait to be solved.
const MOST: usize = 64;
/// Those of them by name, which may take hours: the others are of questions, whose clients wait.
const MOST_NAMED: usize = 32;

impl Jobs {
    /// The job that solves this instance. If there is none, a new one is handed to `start`.
    /// `None`: there are too many already.
    pub(crate) fn join(self: &Arc<Self>, pos: &str, instance: &str, start: impl FnOnce(Arc<Job>)) -> Option<Waiter> {
        let mut book = self.book();
        let running = book.running.get_mut(instance).filter(|(job, _)| !job.is_cancelled());
        let job = if let Some((job, waiting)) = running {
            *waiting += 1;
            job.clone()
        } else {
            let job = book.begin(pos, instance, 1)?;
            start(job.clone());
            job
        };
        Some(Waiter { jobs: self.clone(), job })
    }

    /// The same, but the job runs although nobody waits.
    pub(crate) fn name(&self, pos: &str, instance: &str, start: impl FnOnce(Arc<Job>)) -> Option<Arc<Job>> {
        let mut book = self.book();
        let running = book.running.get(instance).map(|(job, _)| job.clone()).filter(|job| !job.is_cancelled());
        let job = if let Some(job) = running {
            job
        } else {
            if book.running.values().filter(|(job, _)| job.is_named()).count() >= MOST_NAMED {
                return None;
            }
            let job = book.begin(pos, instance, 0)?;
            start(job.clone());
            job
        };
        book.name(&job);
        Some(job)
    }

    /// A job that is done before it begins: the table is there.
    pub(crate) fn done(&self, pos: &str, instance: &str, table: &Arc<Table>) -> Arc<Job> {
        let mut book = self.book();
        let job = book.add(pos, instance);
        book.name(&job);
        let name = table.session.table().to_owned();
        job.tell(Phase::Done { table: Arc::downgrade(table), name, elapsed: Duration::ZERO });
        job
    }

    /// The job by name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.book().named.get(&id.parse().ok()?).cloned()
    }

    /// The job by name that is solving this instance.
    pub(crate) fn running(&self, instance: &str) -> Option<Arc<Job>> {
        let book = self.book();
        book.running.get(instance).map(|(job, _)| job).filter(|job| job.is_named() && !job.is_cancelled()).cloned()
    }

    /// Takes a job that has ended out of those that run.
    pub(crate) fn end(&self, job: &Arc<Job>, phase: Phase) {
        let mut book = self.book();
        if book.running.get(&job.instance).is_some_and(|(running, _)| Arc::ptr_eq(running, job)) {
            book.running.remove(&job.instance);
        }
        drop(book);
        job.tell(phase);
    }

    /// Cancels whatever runs.
    pub(crate) fn cancel_all(&self) {
        self.book().running.values().for_each(|(job, _)| job.cancel());
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing panics while it is locked.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// A new job among those that run, unless there are too many.
    fn begin(&mut self, pos: &str, instance: &str, waiting: usize) -> Option<Arc<Job>> {
        if self.running.len() >= MOST {
            return None;
        }
        let job = self.add(pos, instance);
        self.running.insert(instance.to_owned(), (job.clone(), waiting));
        Some(job)
    }

    fn add(&mut self, pos: &str, instance: &str) -> Arc<Job> {
        self.last += 1;
        Arc::new(Job {
            id: self.last,
            pos: pos.to_owned(),
            instance: instance.to_owned(),
            is_named: AtomicBool::new(false),
            cancel: AtomicBool::new(false),
            phase: watch::Sender::new(Phase::Waiting),
        })
    }

    fn name(&mut self, job: &Arc<Job>) {
        job.is_named.store(true, Ordering::Relaxed);
        self.named.insert(job.id, job.clone());
        self.forget();
    }

    /// Forgets the oldest jobs that have ended, if there are too many, or their positions too long.
    fn forget(&mut self) {
        let text = |book: &Self| book.named.values().map(|job| job.pos.len() + job.instance.len()).sum::<usize>();
        while self.named.len() > REMEMBERED || text(self) > MOST_TEXT {
            let ended = self.named.iter().find(|(_, job)| job.phase.borrow().is_end()).map(|(id, _)| *id);
            let Some(id) = ended else { return };
            self.named.remove(&id);
        }
    }
}

/// Somebody who waits for a job; when the last one goes, a job without a name is cancelled.
pub(crate) struct Waiter {
    jobs: Arc<Jobs>,
    job: Arc<Job>,
}

impl Waiter {
    /// The table, when it is solved.
    pub(crate) async fn table(&self) -> Result<Arc<Table>, Failure> {
        let mut news = self.job.news();
        let stopped = || Failure::solve(&SolveError::Cancelled, Instead::Nothing);
        let end = news.wait_for(Phase::is_end).await.map_err(|_| stopped())?.clone();
        match end {
            Phase::Done { table, .. } => table.upgrade().ok_or_else(stopped),
            Phase::Failed(failure) => Err(failure),
            Phase::Waiting | Phase::Solving(_) => Err(stopped()),
        }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut book = self.jobs.book();
        let Some((job, waiting)) = book.running.get_mut(&self.job.instance) else { return };
        if Arc::ptr_eq(job, &self.job) {
            *waiting = waiting.saturating_sub(1);
            if *waiting == 0 && !job.is_named() {
                job.cancel();
            }
        }
    }
}

/// A job, as it is told.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct JobReport {
    schema: u32,
    /// The job's name.
    pub(crate) job: String,
    pos: String,
    state: JobState,
    progress: Option<ProgressReport>,
    /// The table's name, once it is there.
    table: Option<String>,
    elapsed_ms: Option<f64>,
    error: Option<FailureTexts>,
}

/// Where a job is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum JobState {
    Waiting,
    Solving,
    Done,
    Failed,
    Cancelled,
}

/// How far a solve is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ProgressReport {
    stage: &'static str,
    /// Positions explored, linked, looked at or decided, by stage.
    done: u64,
    /// The most that `done` can reach.
    total: Option<u64>,
    /// The depth being swept, in plies.
    depth: u32,
    /// Positions a second.
    rate: f64,
    /// Time since the stage began.
    elapsed_ms: f64,
}

impl From<Progress> for ProgressReport {
    fn from(progress: Progress) -> Self {
        Self {
            stage: word(progress.stage),
            done: progress.done,
            total: progress.total,
            depth: progress.depth,
            rate: progress.rate().round(),
            elapsed_ms: progress.elapsed.as_secs_f64() * 1e3,
        }
    }
}

const fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::Exploring => "exploring",
        Stage::Linking => "linking",
        Stage::Seeding => "seeding",
        Stage::Sweeping => "sweeping",
        Stage::Tying => "tying",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(jobs: &Arc<Jobs>, instance: &str) -> (Waiter, bool) {
        let mut is_new = false;
        (jobs.join("pos", instance, |_| is_new = true).unwrap(), is_new)
    }

    #[test]
    fn the_same_board_is_solved_once_and_no_longer_than_somebody_waits() {
        let jobs = Arc::new(Jobs::default());
        let ((first, is_first), (second, is_second)) = (joined(&jobs, "a"), joined(&jobs, "a"));
        assert!(is_first && !is_second && Arc::ptr_eq(&first.job, &second.job));
        drop(first);
        assert!(!second.job.is_cancelled());
        let job = second.job.clone();
        drop(second);
        assert!(job.is_cancelled());
        // Whoever comes now must not wait for what is being cancelled.
        let (third, is_new) = joined(&jobs, "a");
        assert!(is_new && !third.job.is_cancelled());
        // The end of the old job leaves the new one in its place.
        jobs.end(&job, Phase::Failed(Failure::solve(&SolveError::Cancelled, Instead::Nothing)));
        assert!(!joined(&jobs, "a").1);
    }

    #[test]
    fn a_named_job_runs_although_nobody_waits() {
        let jobs = Arc::new(Jobs::default());
        let job = jobs.name("pos", "a", |_| {}).unwrap();
        let (waiter, is_new) = joined(&jobs, "a");
        assert!(!is_new && Arc::ptr_eq(&waiter.job, &job));
        drop(waiter);
        assert!(!job.is_cancelled() && jobs.running("a").is_some());
        assert!(Arc::ptr_eq(&jobs.name("pos", "a", |_| panic!("it runs already")).unwrap(), &job));
        assert!(Arc::ptr_eq(&jobs.get(&job.id.to_string()).unwrap(), &job));
        jobs.cancel_all();
        assert!(job.is_cancelled() && jobs.running("a").is_none());
    }

    #[test]
    fn neither_queue_nor_memory_grows_without_bound() {
        let jobs = Arc::new(Jobs::default());
        for number in 0..3 * REMEMBERED {
            let job = jobs.name("pos", &number.to_string(), |_| {}).unwrap();
            jobs.end(&job, Phase::Failed(Failure::usage("")));
        }
        assert!(jobs.book().named.len() <= REMEMBERED && jobs.book().running.is_empty());
        let long = "x".repeat(MOST_TEXT / 8);
        for number in 0..8 {
            let job = jobs.name(&long, &number.to_string(), |_| {}).unwrap();
            jobs.end(&job, Phase::Failed(Failure::usage("")));
        }
        assert!((4..8).contains(&jobs.book().named.len()));
        let named: Vec<_> = (0..2 * MOST).map_while(|n| jobs.name("", &n.to_string(), |_| {})).collect();
        assert_eq!(named.len(), MOST_NAMED);
        // Questions do not starve for them.
        let waiters: Vec<_> = (MOST..3 * MOST).map_while(|n| jobs.join("", &n.to_string(), |_| {})).collect();
        assert_eq!(waiters.len(), MOST - MOST_NAMED);
    }
}
