//! A job, its phases, and its report to clients.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retrograde::Progress;
use retrograde::rules::message::Language;
use retrograde_service::failure::{Failure, FailureTexts, Fault};
use retrograde_service::listing::ProofPart;
use retrograde_service::memory::Room;
use retrograde_service::report::{SCHEMA, VerifyReport};
use serde::Serialize;

use crate::answers::json_bytes;
use crate::host::ApiHost;
use crate::signal::Watched;

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    /// Solves a board.
    Solve,
    /// Solves a board, and stores the table in files.
    Keep,
    /// Verifies a table in files.
    Verify,
}

/// A job, which is the solve of a board or the verification of a table. A job waits, runs, or has ended recently.
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) task: Task,
    pub(crate) pos: String,
    /// The object on which the job works, which is an instance (board) or a table in a folder.
    pub(crate) subject: String,
    /// The name of the stored table that the job makes or verifies.
    pub(crate) table: Option<String>,
    /// The memory that is reserved for the job's texts, if the texts are long. While the job runs, the server stores
    /// `subject` twice.
    pub(crate) room: Mutex<Room>,
    /// Whether a client has started the job explicitly. A job that was started explicitly runs even if no client waits
    /// for it.
    pub(crate) is_named: AtomicBool,
    pub(crate) cancel: AtomicBool,
    pub(crate) phase: Watched<Phase>,
    pub(crate) host: Arc<dyn ApiHost>,
}

/// The progress of a job.
#[derive(Clone)]
pub(crate) enum Phase {
    /// The job waits until other jobs have ended.
    Waiting,
    Solving(Progress),
    /// The job verifies a table. The value names the part of the verification that is running.
    Proving(ProofPart, Measure),
    /// The table is being written to files.
    Writing,
    /// The verification has ended. The report of the verification says whether the table is correct, or names the wrong
    /// value.
    Verified {
        report: VerifyReport,
        elapsed: Duration,
    },
    /// The solve has ended. At its end, the table `name` was in memory or in files. The server may have dropped the
    /// table since.
    Done {
        name: String,
        elapsed: Duration,
    },
    Failed(Failure),
}

/// The progress of a pass over all slots of a table.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    pub(crate) done: u64,
    pub(crate) total: u64,
    pub(crate) elapsed: Duration,
}

impl Phase {
    pub(crate) const fn is_end(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Verified { .. } | Self::Failed(_))
    }
}

impl Job {
    /// Returns the flag that is set when the job should stop.
    pub(crate) fn cancelled(&self) -> &AtomicBool {
        &self.cancel
    }

    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Returns the total length of the job's texts, in bytes.
    pub(crate) fn text(&self) -> u64 {
        (self.pos.len() + self.subject.len()) as u64
    }

    pub(crate) fn room(&self) -> MutexGuard<'_, Room> {
        // No code panics while it holds the lock.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_named(&self) -> bool {
        self.is_named.load(Ordering::Relaxed)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    pub(crate) fn set_phase(&self, phase: Phase) {
        self.phase.set(phase);
        self.host.job_changed(&|| json_bytes(&self.report(Language::English)));
    }

    /// Waits until the phase of the job has changed since the last call with the same `seen`. Before the first call,
    /// `seen` is 0. If the phase changes several times between two calls, the second call returns only once.
    pub(crate) async fn changed(&self, seen: &mut u64) {
        self.phase.changed(seen).await;
    }

    /// Returns whether the job has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.phase.read(Phase::is_end)
    }

    /// Returns the report of the job's state. The texts of a failure are in `language`.
    pub(crate) fn report(&self, language: Language) -> JobReport {
        let mut report = JobReport {
            schema: SCHEMA,
            job: self.id.to_string(),
            task: self.task,
            pos: self.pos.clone(),
            state: JobState::Waiting,
            progress: None,
            table: self.table.clone(),
            verified: None,
            elapsed_ms: None,
            error: None,
        };
        match self.phase.read(Phase::clone) {
            Phase::Waiting => {}
            Phase::Solving(progress) => {
                report.state = JobState::Solving;
                report.progress = Some(progress.into());
            }
            Phase::Proving(part, measure) => {
                report.state = JobState::Verifying;
                report.progress = Some(measure.report(word_of(part)));
            }
            Phase::Writing => report.state = JobState::Writing,
            Phase::Verified { report: found, elapsed } => {
                report.state = JobState::Done;
                report.verified = Some(verified_report(found, language));
                report.elapsed_ms = Some(elapsed.as_secs_f64() * 1e3);
            }
            Phase::Done { name, elapsed } => {
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

/// Translates the report of a verification. The function translates only the name of the law that a value violates. A
/// law is a condition that every correct table satisfies.
fn verified_report(mut found: VerifyReport, language: Language) -> VerifyReport {
    if let Some(violation) = &mut found.violation {
        violation.law = violation.law.in_language(language).to_string().into();
    }
    found
}

/// A job, as clients see it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct JobReport {
    schema: u32,
    /// The job's id.
    pub(crate) job: String,
    task: Task,
    pos: String,
    state: JobState,
    progress: Option<ProgressReport>,
    /// The name of the table. For a job that does not store its table, the field is `null` until the table exists.
    table: Option<String>,
    /// The result of a verification that has ended.
    verified: Option<VerifyReport>,
    elapsed_ms: Option<f64>,
    error: Option<FailureTexts>,
}

/// The state of a job.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum JobState {
    Waiting,
    Solving,
    Verifying,
    Writing,
    Done,
    Failed,
    Cancelled,
}

/// The progress of a job.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ProgressReport {
    stage: &'static str,
    /// The number of positions that are explored, linked, seeded, decided, read or verified so far, depending on the
    /// stage.
    done: u64,
    /// The maximum value that `done` can reach; `null` if it is unknown.
    total: Option<u64>,
    /// The depth at which the solver decides positions now, in plies; 0 in other stages.
    depth: u32,
    /// The number of positions per second.
    rate: f64,
    /// The time since the stage began, in milliseconds.
    elapsed_ms: f64,
}

impl From<Progress> for ProgressReport {
    fn from(progress: Progress) -> Self {
        Self {
            stage: progress.stage.word(),
            done: progress.done,
            total: progress.total,
            depth: progress.depth,
            rate: progress.rate().round(),
            elapsed_ms: progress.elapsed.as_secs_f64() * 1e3,
        }
    }
}

impl Measure {
    fn report(self, stage: &'static str) -> ProgressReport {
        let seconds = self.elapsed.as_secs_f64();
        let rate = if seconds > 0.0 { self.done as f64 / seconds } else { 0.0 };
        ProgressReport {
            stage,
            done: self.done,
            total: Some(self.total),
            depth: 0,
            rate: rate.round(),
            elapsed_ms: seconds * 1e3,
        }
    }
}

const fn word_of(part: ProofPart) -> &'static str {
    match part {
        ProofPart::Reading => "reading",
        ProofPart::Proving => "proving",
    }
}
