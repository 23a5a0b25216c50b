//! The tables of this run: every instance is solved once, as far as memory allows.

use std::io::Write;
use std::time::Instant;

use retrograde::entry::{AnyPosition, Domain, table_name};
use retrograde::{Options, SolveError};
use retrograde_desk::Session;
use retrograde_desk::ask::Ask;
use retrograde_desk::diagnosis::{diagnosed, guarded};
use retrograde_desk::session::AskError;
use retrograde_desk::stock::{Held, Stock};

use crate::context::Context;
use crate::failure::{Failure, Fault, Instead, Stop};
use crate::kept::{self, Answering};
use crate::messages::Hint;
use crate::plan;

/// The tables held, together within `--mem`.
pub(crate) struct Tables {
    stock: Stock<Session>,
    solver: Solver,
}

impl Default for Tables {
    fn default() -> Self {
        Self::by(Solver::General)
    }
}

/// Who makes the tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Solver {
    /// The kernel.
    General,
    /// The game itself, if it can.
    Own,
}

/// Why a table could not be asked.
pub(crate) enum NoTable {
    /// There is none, for this reason.
    Refused(SolveError),
    Stopped(Stop),
}

impl From<Stop> for NoTable {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl NoTable {
    /// The end of the run, for a verb that needs a table.
    pub(crate) fn stop(self, position: &dyn AnyPosition, domain: Domain) -> Stop {
        match self {
            Self::Refused(error) => diagnosed(Failure::solve(&error, instead(position, domain)), position).into(),
            Self::Stopped(stop) => stop,
        }
    }
}

/// What there is beside a larger table of a domain.
fn instead(position: &dyn AnyPosition, domain: Domain) -> Instead {
    // What has no numbering is explored, whatever domain was asked for.
    let is_all = position.plan(domain, 1).domain == Domain::All;
    match (is_all, position.shortcut().is_some()) {
        (true, true) => Instead::Either,
        (true, false) => Instead::Reachable,
        (false, true) => Instead::Shortcut,
        (false, false) => Instead::Nothing,
    }
}

/// The table of a position that was kept by somebody who solved it before.
pub(crate) fn found(ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Option<Session>, NoTable> {
    let found = kept::find(ctx, position)?;
    Ok(found.map(|Answering { board, values, .. }| Session::of(position, ctx.global.domain, board, values).stored()))
}

/// Why a table has no answer; if its file is damaged, with what to do about that.
pub(crate) fn refused(domain: Domain, position: &dyn AnyPosition, error: AskError) -> NoTable {
    let failure = diagnosed(Failure::ask(&position.token(), error), position);
    let table = table_name(position, domain);
    NoTable::Stopped(
        if failure.fault == Fault::Damaged { failure.hint(Hint::Remove { table }) } else { failure }.into(),
    )
}

/// The tables of one instance that are held, each of what can be reached from another position: all are asked in turn.
const MOST_ALIKE: usize = 8;

impl Tables {
    /// Tables by the games themselves, where they make them: the same, sooner.
    pub(crate) fn quick() -> Self {
        Self::by(Solver::Own)
    }

    const fn by(solver: Solver) -> Self {
        Self { stock: Stock::new(MOST_ALIKE), solver }
    }

    /// Asks the table of a position, which is solved first if need be.
    pub(crate) fn ask<Q: Ask>(
        &mut self,
        ctx: &mut Context<'_>,
        position: &dyn AnyPosition,
        question: &Q,
    ) -> Result<Q::Report, NoTable> {
        let instance = position.instance();
        let answer = self.stock.ask(&instance, |session| match session.ask(position, question) {
            // A table of what can be reached from another position may not hold this one.
            Err(AskError::NotReached { .. }) => None,
            answer => Some(answer),
        });
        if let Some(answer) = answer {
            return answer.map_err(|error| refused(ctx.global.domain, position, error));
        }
        let answer = self.solve(ctx, position, instance)?.ask(position, question);
        answer.map_err(|error| refused(ctx.global.domain, position, error))
    }

    /// The table of a position, which is solved first if need be.
    pub(crate) fn of(&mut self, ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<&Session, NoTable> {
        let instance = position.instance();
        let holds = |held: &&Held<Session>| held.instance == instance && held.table.slot(position).is_ok();
        if self.stock.iter().find(holds).is_none() {
            return self.solve(ctx, position, instance);
        }
        let held = self.stock.iter().find(holds).map(|held| &held.table);
        held.ok_or_else(|| NoTable::Refused(SolveError::Cancelled))
    }

    fn solve(
        &mut self,
        ctx: &mut Context<'_>,
        position: &dyn AnyPosition,
        instance: String,
    ) -> Result<&Session, NoTable> {
        if let Some(session) = found(ctx, position)? {
            let bytes = session.bytes();
            self.stock.make_room(ctx.global.mem.saturating_sub(bytes));
            return Ok(self.stock.keep(Held { instance, bytes, table: session }));
        }
        // Solving may take long: what has been answered so far is shown first.
        ctx.out.flush().map_err(Stop::from)?;
        let planned = position.plan(ctx.global.domain, ctx.global.threads).bytes;
        ctx.detail(|| plan::line(ctx, position));
        self.stock.make_room(ctx.global.mem.saturating_sub(planned.unwrap_or(0)));
        let begun = Instant::now();
        let solved = match self.solve_guarded(ctx, position)? {
            // What is explored, or stored beside the table, is known afterwards only: the others may have to go.
            Err(error) if error.wants_memory() && !self.stock.is_empty() => {
                self.stock.make_room(0);
                self.solve_guarded(ctx, position)?
            }
            solved => solved,
        };
        let session = solved.map_err(NoTable::Refused)?;
        ctx.detail(|| format!("solved in {:.1} ms: table {}", begun.elapsed().as_secs_f64() * 1e3, session.table()));
        let (bytes, table) = (session.bytes(), session);
        Ok(self.stock.keep(Held { instance, bytes, table }))
    }

    /// Solves in the memory that the tables held leave.
    fn solve_beside(&self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Session, SolveError> {
        ctx.solving_planned(Some(position), |options| {
            let options = &Options { memory: options.memory.saturating_sub(self.stock.bytes()), ..*options };
            match self.solver {
                Solver::General => Session::solve(position, ctx.global.domain, options),
                Solver::Own => Session::solve_quickly(position, ctx.global.domain, options),
            }
        })
    }

    /// The same, with a panic of the game's code told as what it is, and where.
    fn solve_guarded(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
    ) -> Result<Result<Session, SolveError>, Stop> {
        Ok(guarded(position, || self.solve_beside(ctx, position))?)
    }
}
