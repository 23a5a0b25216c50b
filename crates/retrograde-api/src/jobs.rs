//! A job solves a board or verifies a table. All requests that need the table of the same board wait for one solve. If
//! a client has started a job explicitly (with a request to solve or verify), the job runs even if no client waits for
//! it. The server cancels any other job when the last client that waits for the job leaves.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retrograde::SolveError;
use retrograde_service::failure::{Failure, Instead};
use retrograde_service::memory::{Memory, busy};

use crate::host::ApiHost;
use crate::job::{Job, Phase, Task};
use crate::messages::Refused;
use crate::parts::SHORT;
use crate::signal::Watched;

/// All running jobs, and the last jobs that clients have started explicitly.
pub(crate) struct Jobs {
    job_table: Mutex<JobTable>,
    memory: Arc<Memory>,
    host: Arc<dyn ApiHost>,
    /// The maximum total length of the texts of ended jobs, in bytes. The texts of a job about a graph contain the
    /// whole graph.
    most_text: u64,
}

#[derive(Default)]
struct JobTable {
    last: u64,
    /// The running jobs by task and subject. For each job, the map also contains the number of clients that wait for
    /// the job.
    running: HashMap<(Task, String), (Arc<Job>, usize)>,
    /// The jobs that clients have started explicitly, by id.
    named: BTreeMap<u64, Arc<Job>>,
}

/// The maximum number of explicitly started jobs that the server remembers after their end.
const REMEMBERED: usize = 64;
/// The maximum number of jobs that run or wait.
const MOST: usize = 64;
/// The maximum number of explicitly started jobs that run or wait. A job that was started explicitly may take hours.
/// The remaining jobs belong to questions, and the clients of these questions wait for an answer.
const MOST_NAMED: usize = 32;

/// The description of a new job.
#[derive(Clone, Copy)]
pub(crate) struct JobSpec<'e> {
    pub(crate) task: Task,
    pub(crate) pos: &'e str,
    /// The object on which the job works, which is an instance (board) or a table in a folder. At most one job with the
    /// same task works on an object at a time.
    pub(crate) subject: &'e str,
    /// The name of the stored table that the job makes or verifies.
    pub(crate) table: Option<&'e str>,
}

impl<'e> JobSpec<'e> {
    /// Describes a job that solves the instance (the board) `instance`.
    pub(crate) const fn solve(pos: &'e str, instance: &'e str) -> Self {
        Self { task: Task::Solve, pos, subject: instance, table: None }
    }

    fn key(&self) -> (Task, String) {
        (self.task, self.subject.to_owned())
    }
}

impl Jobs {
    /// Creates an empty list of jobs. The texts of all ended jobs together may need at most `most_text` bytes.
    pub(crate) fn new(memory: Arc<Memory>, most_text: u64, host: Arc<dyn ApiHost>) -> Self {
        Self { job_table: Mutex::default(), memory, host, most_text }
    }

    /// Returns the memory reserved for the texts of all running or remembered jobs, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let job_table = self.job_table();
        let unnamed = job_table.running.values().map(|(job, _)| job).filter(|job| !job.is_named());
        job_table.named.values().chain(unnamed).map(|job| job.room().bytes()).sum()
    }

    /// Returns a [`Waiter`] for the job that solves the instance `instance`. If no job is solving `instance`, creates a
    /// job and passes it to `start`.
    ///
    /// # Errors
    /// Returns the refusal `busy` if there are too many jobs already, or if there is no memory for the texts of a new
    /// job.
    pub(crate) fn join(
        self: &Arc<Self>,
        pos: &str,
        instance: &str,
        start: impl FnOnce(Arc<Job>),
    ) -> Result<Waiter, Failure> {
        let mut job_table = self.job_table();
        let key = (Task::Solve, instance.to_owned());
        let running = job_table.running.get_mut(&key).filter(|(job, _)| !job.is_cancelled());
        let job = if let Some((job, waiting)) = running {
            *waiting += 1;
            job.clone()
        } else {
            let job = job_table.begin(JobSpec::solve(pos, instance), 1, self)?;
            start(job.clone());
            job
        };
        Ok(Waiter { jobs: self.clone(), job })
    }

    /// Returns the job with the description `spec`. From now on, the job runs even if no client waits for it. If no job
    /// with this description is running, creates a job and passes it to `start`.
    ///
    /// # Errors
    /// Returns the errors of [`join`](Self::join).
    pub(crate) fn name(&self, spec: JobSpec<'_>, start: impl FnOnce(Arc<Job>)) -> Result<Arc<Job>, Failure> {
        let mut job_table = self.job_table();
        let running = job_table.running.get(&spec.key()).map(|(job, _)| job.clone()).filter(|job| !job.is_cancelled());
        let job = if let Some(job) = running {
            job
        } else {
            if job_table.running.values().filter(|(job, _)| job.is_named()).count() >= MOST_NAMED {
                return Err(too_many());
            }
            let job = job_table.begin(spec, 0, self)?;
            start(job.clone());
            job
        };
        job_table.name(&job, self.most_text);
        Ok(job)
    }

    /// Creates a job that has already ended, because the table `table` exists.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the texts of the job.
    pub(crate) fn done(&self, pos: &str, instance: &str, table: String) -> Result<Arc<Job>, Failure> {
        let mut job_table = self.job_table();
        let job = job_table.add(JobSpec::solve(pos, instance), self)?;
        job.room().shrink(job.text());
        job_table.name(&job, self.most_text);
        job.set_phase(Phase::Done { name: table, elapsed: Duration::ZERO });
        Ok(job)
    }

    /// Returns the running jobs that make or verify stored tables, the oldest first.
    pub(crate) fn of_files(&self) -> Vec<Arc<Job>> {
        let job_table = self.job_table();
        let is_of_files = |job: &&Arc<Job>| job.task != Task::Solve && !job.phase.read(Phase::is_end);
        job_table.named.values().filter(is_of_files).cloned().collect()
    }

    /// Returns the job with the id `id`, if a client has started it explicitly.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.job_table().named.get(&id.parse().ok()?).cloned()
    }

    /// Returns the job that solves the instance `instance`, if a client has started it explicitly.
    pub(crate) fn running(&self, instance: &str) -> Option<Arc<Job>> {
        let job_table = self.job_table();
        let running = |task| job_table.running.get(&(task, instance.to_owned())).map(|(job, _)| job);
        let named = [Task::Solve, Task::Keep].into_iter().filter_map(running);
        named.into_iter().find(|job| job.is_named() && !job.is_cancelled()).cloned()
    }

    /// Removes a job from the running jobs, and sets its last phase.
    pub(crate) fn end(&self, job: &Arc<Job>, phase: Phase) {
        let (mut job_table, key) = (self.job_table(), (job.task, job.subject.clone()));
        if job_table.running.get(&key).is_some_and(|(running, _)| Arc::ptr_eq(running, job)) {
            job_table.running.remove(&key);
        }
        drop(job_table);
        job.room().shrink(job.text());
        job.set_phase(phase);
    }

    /// Cancels all running jobs.
    pub(crate) fn cancel_all(&self) {
        self.job_table().running.values().for_each(|(job, _)| job.cancel());
    }

    fn job_table(&self) -> MutexGuard<'_, JobTable> {
        // No code panics while it holds this lock.
        self.job_table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_many() -> Failure {
    busy(Refused::Boards)
}

impl JobTable {
    /// Creates a job, and adds the job to the running jobs. Returns an error if there are too many jobs.
    fn begin(&mut self, spec: JobSpec<'_>, waiting: usize, jobs: &Jobs) -> Result<Arc<Job>, Failure> {
        if self.running.len() >= MOST {
            return Err(too_many());
        }
        let (key, job) = (spec.key(), self.add(spec, jobs)?);
        self.running.insert(key, (job.clone(), waiting));
        Ok(job)
    }

    fn add(&mut self, spec: JobSpec<'_>, Jobs { memory, host, .. }: &Jobs) -> Result<Arc<Job>, Failure> {
        let texts = Some((spec.pos.len() + 2 * spec.subject.len()) as u64).filter(|&bytes| bytes > SHORT);
        let room = memory.reserve(texts.unwrap_or_default())?;
        self.last += 1;
        Ok(Arc::new(Job {
            id: self.last,
            task: spec.task,
            pos: spec.pos.to_owned(),
            subject: spec.subject.to_owned(),
            table: spec.table.map(str::to_owned),
            room: Mutex::new(room),
            is_named: AtomicBool::new(false),
            cancel: AtomicBool::new(false),
            phase: Watched::new(Phase::Waiting),
            host: host.clone(),
        }))
    }

    fn name(&mut self, job: &Arc<Job>, most_text: u64) {
        job.is_named.store(true, Ordering::Relaxed);
        self.named.insert(job.id, job.clone());
        self.forget(most_text);
    }

    fn text(&self) -> u64 {
        self.named.values().map(|job| job.text()).sum()
    }

    /// Removes the oldest ended jobs until the number of jobs and the length of their texts are within the limits.
    fn forget(&mut self, most_text: u64) {
        while self.named.len() > REMEMBERED || self.text() > most_text {
            let ended = self.named.iter().find(|(_, job)| job.phase.read(Phase::is_end)).map(|(id, _)| *id);
            let Some(id) = ended else { return };
            self.named.remove(&id);
        }
    }
}

/// A client that waits for a job. When the last client that waits for a job leaves, the server cancels the job, unless
/// a client has started the job explicitly.
pub(crate) struct Waiter {
    jobs: Arc<Jobs>,
    job: Arc<Job>,
}

impl Waiter {
    /// Waits until the job has ended.
    pub(crate) async fn end(&self) -> Result<(), Failure> {
        let mut seen = 0;
        while !self.job.has_ended() {
            self.job.changed(&mut seen).await;
        }
        match self.job.phase.read(Phase::clone) {
            Phase::Done { .. } => Ok(()),
            Phase::Failed(failure) => Err(failure),
            _ => Err(Failure::solve(&SolveError::Cancelled, Instead::Nothing)),
        }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut job_table = self.jobs.job_table();
        let key = (self.job.task, self.job.subject.clone());
        let Some((job, waiting)) = job_table.running.get_mut(&key) else { return };
        if Arc::ptr_eq(job, &self.job) {
            *waiting = waiting.saturating_sub(1);
            if *waiting == 0 && !job.is_named() {
                job.cancel();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at_once::AtOnce;

    /// The maximum size of the texts of ended jobs, in bytes.
    const MOST_TEXT: usize = 64 << 20;

    fn jobs() -> Arc<Jobs> {
        Arc::new(Jobs::new(Memory::new(u64::MAX), MOST_TEXT as u64, Arc::new(AtOnce::default())))
    }

    #[test]
    fn issue_27_a_job_that_waits_counts_its_texts() {
        let memory = Memory::new(1 << 20);
        let jobs = Arc::new(Jobs::new(memory.clone(), 1 << 20, Arc::new(AtOnce::default())));
        let [short, long, longer] = [100, 200_000, 700_000].map(|length| "x".repeat(length));
        let job = jobs.name(JobSpec::solve(&short, &long), |_| {}).unwrap();
        // The map of running jobs contains the subject a second time.
        assert_eq!((memory.taken(), jobs.bytes()), (100 + 2 * 200_000, 100 + 2 * 200_000));
        assert_eq!(jobs.join(&longer, "a", |_| panic!("there is no room")).err().unwrap().code, "busy");
        assert!(jobs.join(&short, "a", |_| {}).is_ok(), "short texts are not counted");
        jobs.end(&job, Phase::Failed(Failure::usage("")));
        assert_eq!((memory.taken(), jobs.bytes()), (100 + 200_000, 100 + 200_000));
    }

    fn joined(jobs: &Arc<Jobs>, instance: &str) -> (Waiter, bool) {
        let mut is_new = false;
        (jobs.join("pos", instance, |_| is_new = true).unwrap(), is_new)
    }

    #[test]
    fn the_same_board_is_solved_once_and_no_longer_than_somebody_waits() {
        let jobs = jobs();
        let ((first, is_first), (second, is_second)) = (joined(&jobs, "a"), joined(&jobs, "a"));
        assert!(is_first && !is_second && Arc::ptr_eq(&first.job, &second.job));
        drop(first);
        assert!(!second.job.is_cancelled());
        let job = second.job.clone();
        drop(second);
        assert!(job.is_cancelled());
        // A new request must not wait for a job that is being cancelled.
        let (third, is_new) = joined(&jobs, "a");
        assert!(is_new && !third.job.is_cancelled());
        // When the old job ends, the new job must remain in the map.
        jobs.end(&job, Phase::Failed(Failure::solve(&SolveError::Cancelled, Instead::Nothing)));
        assert!(!joined(&jobs, "a").1);
    }

    #[test]
    fn a_named_job_runs_although_nobody_waits() {
        let jobs = jobs();
        let job = jobs.name(JobSpec::solve("pos", "a"), |_| {}).unwrap();
        let (waiter, is_new) = joined(&jobs, "a");
        assert!(!is_new && Arc::ptr_eq(&waiter.job, &job));
        drop(waiter);
        assert!(!job.is_cancelled() && jobs.running("a").is_some());
        assert!(Arc::ptr_eq(&jobs.name(JobSpec::solve("pos", "a"), |_| panic!("it runs already")).unwrap(), &job));
        assert!(Arc::ptr_eq(&jobs.get(&job.id.to_string()).unwrap(), &job));
        jobs.cancel_all();
        assert!(job.is_cancelled() && jobs.running("a").is_none());
    }

    #[test]
    fn neither_queue_nor_memory_grows_without_bound() {
        let jobs = jobs();
        for number in 0..3 * REMEMBERED {
            let job = jobs.name(JobSpec::solve("pos", &number.to_string()), |_| {}).unwrap();
            jobs.end(&job, Phase::Failed(Failure::usage("")));
        }
        assert!(jobs.job_table().named.len() <= REMEMBERED && jobs.job_table().running.is_empty());
        let long = "x".repeat(MOST_TEXT / 8);
        for number in 0..8 {
            let job = jobs.name(JobSpec::solve(&long, &number.to_string()), |_| {}).unwrap();
            jobs.end(&job, Phase::Failed(Failure::usage("")));
        }
        assert!((4..8).contains(&jobs.job_table().named.len()));
        let named: Vec<_> =
            (0..2 * MOST).map_while(|n| jobs.name(JobSpec::solve("", &n.to_string()), |_| {}).ok()).collect();
        assert_eq!(named.len(), MOST_NAMED);
        // Even if there are many jobs that were started explicitly, questions can still start jobs.
        let waiters: Vec<_> = (MOST..3 * MOST).map_while(|n| jobs.join("", &n.to_string(), |_| {}).ok()).collect();
        assert_eq!(waiters.len(), MOST - MOST_NAMED);
    }
}
