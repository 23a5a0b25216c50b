//! Values of tables that were kept, for contests that are answered by tables: they ask here before they solve.

use std::sync::{Arc, Mutex, PoisonError};

use retrograde::contest::{AnswerError, Contest, Known};
use retrograde::entry::AnyPosition;
use retrograde::message::Message;
use retrograde::{Options, Value};
use retrograde_desk::Session;
use retrograde_desk::registry::Registry;
use retrograde_desk::stock::{Held, Stock};
use retrograde_tables::Keep;

use crate::context::{Context, tell_detail};
use crate::failure::{Failure, Stop};
use crate::global::Global;
use crate::kept::{Answering, Kept};
use crate::tables::{NoTable, refused};

/// The tables of a run's folders, asked by token, on any thread.
pub(crate) struct KnownTables<'r> {
    registry: &'r Arc<Registry>,
    global: &'r Global,
    kept: &'r Kept,
    /// The boards that were asked about last, each with its table, if there is one.
    stock: Mutex<Stock<Option<Session>>>,
    /// Why a table that was found cannot answer.
    stopped: Mutex<Option<Stop>>,
}

impl<'r> KnownTables<'r> {
    /// Those that a contest may ask; `None` if none is of its game.
    pub(crate) fn of(ctx: &'r Context<'_>, contest: &dyn Contest) -> Result<Option<Self>, Failure> {
        let (kept, stock, stopped) = (ctx.kept()?, Mutex::new(Stock::new(1)), Mutex::new(None));
        let known = Self { registry: ctx.registry, global: ctx.global, kept, stock, stopped };
        Ok(kept.has_some_of(contest.game()).then_some(known))
    }

    /// Why a contest was not answered: if a table was in the way, that says more than the contest knows.
    pub(crate) fn why(self, file: &str, error: AnswerError) -> Stop {
        let stopped = self.stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
        stopped.unwrap_or_else(|| Stop::answering(file, error))
    }

    fn find(&self, position: &dyn AnyPosition) -> Result<Option<Session>, NoTable> {
        let Global { threads, mem: memory, domain, .. } = *self.global;
        let options = Options { threads, memory, ..Options::DEFAULT };
        let found = self.kept.find(position, domain, &options, Keep::Depths)?;
        if let Some(found) = &found {
            tell_detail(self.global, || found.told());
        }
        Ok(found.map(|Answering { board, values, .. }| Session::of(position, domain, board, values).stored()))
    }

    fn ask(&self, position: &dyn AnyPosition) -> Result<Option<Value>, NoTable> {
        let (instance, domain) = (position.instance(), self.global.domain);
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        let value = |table: &Option<Session>| table.as_ref().map(|table| table.value(position));
        let held = stock.ask(&instance, |table| Some(value(table)));
        let asked = if let Some(asked) = held {
            asked
        } else {
            let table = self.find(position)?;
            let bytes = table.as_ref().map_or(0, Session::bytes).saturating_add(instance.len() as u64);
            stock.make_room(self.global.mem.saturating_sub(bytes));
            value(stock.keep(Held { instance, bytes, table }))
        };
        asked.transpose().map_err(|error| refused(domain, position, error))
    }
}

impl Known for KnownTables<'_> {
    fn value(&self, token: &str) -> Result<Option<Value>, Message> {
        // A contest may have larger boards than any table.
        let Ok(position) = self.registry.open(token) else { return Ok(None) };
        self.ask(&*position).map_err(|none| {
            let stop = none.stop(&*position, self.global.domain);
            let message = match &stop {
                Stop::Failed(failure) => failure.message.clone(),
                _ => token.to_owned().into(),
            };
            *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
            message
        })
    }
}
