//! Sends the questions of a run to the table library. The module also chooses the methods that may find an answer, and
//! prints messages and progress during a solve.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use retrograde::author::{AnyPosition, Method};
use retrograde::{Progress, SolveError};
use retrograde_service::ask::Ask;
use retrograde_service::failure::DAMAGED_TABLE;
use retrograde_service::library::{Control, Policy, SearchStep, Solver};
use retrograde_service::loaded::LoadedTable;
use retrograde_service::storage::{Stored, StoredReport};
use retrograde_service::unanswered::Unanswered;

use crate::context::{Context, Notes, print_detail, show};
use crate::cost::milliseconds;
use crate::failure::{Failure, Stop, no_shortcut};
use crate::global::{Global, MethodChoice};
use crate::lang::Lang;
use crate::messages::{Hint, Note, Wrong};
use crate::places::listed;
use crate::plan;
use crate::progress::Reporter;

/// The messages about a game's own method. The method is either a shortcut or a built-in proof.
pub(crate) struct OwnMethod {
    /// The note that the answer comes from the game's own method, because the solver refused the board. For example,
    /// the solver refuses a board if the table does not fit the memory.
    note: fn(SolveError, &'static str) -> Note,
    /// The error for a position that the game's own method does not support.
    none: fn(&'static str) -> Wrong,
}

/// The messages for a shortcut, a function of the game that finds values without a table.
pub(crate) const SHORTCUT: OwnMethod =
    OwnMethod { note: |refused, game| Note::ByShortcut { refused, game }, none: |game| Wrong::NoShortcutHere { game } };

/// The messages for a built-in proof, which finds values and moves without a table.
pub(crate) const PROOF: OwnMethod =
    OwnMethod { note: |refused, game| Note::ByProof { refused, game }, none: |game| Wrong::NoProofHere { game } };

impl Context<'_> {
    /// Returns the policy that the library uses for a question. If the method is `Table`, all values come from a table.
    pub(crate) fn policy(&self, method: Method) -> Policy {
        let Global { domain, threads, .. } = *self.global;
        Policy { domain, threads, method, solver: Solver::Kernel, alone: true, ..Policy::default() }
    }

    /// Queries the table of a position; solves the position's board first if necessary.
    pub(crate) fn ask<Q: Ask>(&mut self, position: &dyn AnyPosition, question: &Q) -> Result<Q::Report, Stop> {
        self.ask_by(position, question, MethodChoice::Table, &SHORTCUT)
    }

    /// Queries the table of a position, or the game's own method. The argument `method` selects one of the two.
    pub(crate) fn ask_by<Q: Ask>(
        &mut self,
        position: &dyn AnyPosition,
        question: &Q,
        method: MethodChoice,
        own: &OwnMethod,
    ) -> Result<Q::Report, Stop> {
        if method == MethodChoice::Shortcut {
            let none = || no_shortcut((own.none)(position.about().id));
            return Ok(question.prove(position).ok_or_else(none)?);
        }
        let answer = self.try_ask(position, question, &self.policy(method.into()), own)?;
        answer.map_err(|unanswered| self.stop(unanswered, position))
    }

    /// Like `ask_by`, but the caller gives the policy. If there is no answer, the function returns the reason as
    /// [`Unanswered`], and the run can continue.
    pub(crate) fn try_ask<Q: Ask>(
        &mut self,
        position: &dyn AnyPosition,
        question: &Q,
        policy: &Policy,
        own: &OwnMethod,
    ) -> Result<Result<Q::Report, Unanswered>, Stop> {
        let watching = Watching::new(self, position, own);
        watching.control(|control| {
            match self.library()?.ask_known(position, question, policy, control) {
                Ok(Some(answer)) => return Ok(Ok(answer)),
                Err(unanswered) if !unanswered.is_of_size() => return Ok(Err(unanswered)),
                // A solve may take long, so the program first writes the answers that it already has.
                _ => self.out.flush()?,
            }
            Ok(self.library()?.ask(position, question, policy, control))
        })
    }

    /// Returns the table of a position; solves the position's board first if necessary.
    pub(crate) fn table(&mut self, position: &dyn AnyPosition) -> Result<Arc<LoadedTable>, Stop> {
        let (policy, watching) = (self.policy(Method::Table), Watching::new(self, position, &SHORTCUT));
        let table = watching.control(|control| {
            if let Some(known) = self.library()?.known_table(position, &policy, control).transpose() {
                return Ok(known);
            }
            self.out.flush()?;
            Ok::<_, Stop>(self.library()?.table(position, &policy, control))
        })?;
        table.map_err(|unanswered| self.stop(unanswered, position))
    }

    /// Returns the stored table of a position's board, if there is one.
    pub(crate) fn stored(&self, position: &dyn AnyPosition) -> Result<Option<Stored>, Stop> {
        let (policy, watching) = (self.policy(Method::Table), Watching::new(self, position, &SHORTCUT));
        let library = self.library()?;
        let found = watching.control(|control| library.stored(position, &policy, control));
        found.map_err(|unanswered| self.stop(unanswered, position))
    }

    /// Converts the reason for a missing answer to the failure with which a verb ends.
    pub(crate) fn stop(&self, unanswered: Unanswered, position: &dyn AnyPosition) -> Stop {
        let domain = self.global.domain;
        advised(unanswered.into_failure(position, domain)).into()
    }
}

/// Returns `failure`. If the cause of the failure is a file that is not a table, adds the hint to remove the file.
pub(crate) fn advised(failure: Failure) -> Failure {
    let needs_advice = failure.code == DAMAGED_TABLE && failure.hint.is_none();
    if needs_advice { failure.hint(Hint::Remove) } else { failure }
}

/// With `-v`, prints which stored table supplies the answer.
pub(crate) fn print_table_found(global: &Global, StoredReport { table, files, .. }: &StoredReport) {
    print_detail(global, || format!("table {table} found in {}", listed(files)));
}

/// Prints messages and progress while the library searches for a table and solves a board.
struct Watching<'w> {
    global: &'w Global,
    lang: Lang,
    notes: Notes,
    position: &'w dyn AnyPosition,
    own: &'w OwnMethod,
    /// The start time of the solve.
    begun: OnceLock<Instant>,
    /// The progress reporter. The program creates it when there is progress to show.
    reporter: Mutex<Option<Reporter>>,
}

impl<'w> Watching<'w> {
    fn new<'r: 'w>(ctx: &Context<'r>, position: &'w dyn AnyPosition, own: &'w OwnMethod) -> Self {
        let (global, lang, notes) = (ctx.global, ctx.lang, ctx.notes());
        Self { global, lang, notes, position, own, begun: OnceLock::new(), reporter: Mutex::new(None) }
    }

    /// Calls `work` with callbacks that print the progress of the work.
    fn control<T>(&self, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let (progress, steps) = (|progress| self.show(progress), |step: SearchStep<'_>| self.step(step));
        work(&Control { progress: Some(&progress), cancel: None, steps: Some(&steps) })
    }

    fn show(&self, progress: Progress) {
        let mut reporter = self.reporter.lock().unwrap_or_else(PoisonError::into_inner);
        if reporter.is_none() {
            *reporter = self.global.progress.reporter(self.global.quiet);
        }
        if let Some(reporter) = &*reporter {
            show(self.global, self.lang, Some(self.position), reporter, progress);
        }
    }

    fn step(&self, step: SearchStep<'_>) {
        match step {
            SearchStep::Found(report) => print_table_found(self.global, report),
            SearchStep::Solving => {
                print_detail(self.global, || plan::line(self.global, self.lang, self.position));
                self.begun.get_or_init(Instant::now);
            }
            SearchStep::Solved(table) => {
                // Removes the progress bar before the next message.
                self.reporter.lock().unwrap_or_else(PoisonError::into_inner).take();
                let taken = self.begun.get().map_or(0.0, |&begun| milliseconds(begun));
                print_detail(self.global, || format!("solved in {taken:.1} ms: table {table}"));
            }
            SearchStep::Note(message) => self.notes.print(&message),
            SearchStep::Saving | SearchStep::Saved(_) | SearchStep::Proof(..) => {}
            SearchStep::Refused(error) => {
                self.notes.print(&(self.own.note)(error.clone(), self.position.about().id).into());
            }
        }
    }
}
