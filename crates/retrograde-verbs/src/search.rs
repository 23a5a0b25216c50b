//! A search for positions on random boards, on given boards, or among the starts of a subtask.

use std::collections::HashSet;
use std::io;

use fastrand::Rng;
use retrograde::author::{
    AnswerError, AnyGame, AnyPosition, Draft, Drafts, Method, ShortcutValue, Spec, Subtask, Subtasks,
};
use retrograde::rules::message::Message;
use retrograde::{Depth, Filter, Kind};
use retrograde_service::ask::{self, Ask, Drawn, Random};
use retrograde_service::filter;
use retrograde_service::library::{Policy, Solver};
use retrograde_service::report::ProbeReport;
use retrograde_service::unanswered::Unanswered;

use crate::asking::SHORTCUT;
use crate::context::Context;
use crate::failure::{Failure, Place, Stop};
use crate::format::{PositionWriter, Target};
use crate::messages::{Hint, Wrong};

/// A search for positions. The search tries boards one after the other.
pub(crate) struct Search<'g> {
    game: &'g dyn AnyGame,
    source: BoardSource<'g>,
    spec: Spec,
    /// The condition for a position; `None` if the search accepts any random start without a solve.
    wanted: Option<Filter>,
    pub(crate) target: Target<'g>,
    rng: Rng,
    /// The reason why the output format could not express the most recent matching position; `None` if the format could
    /// express this position.
    pub(crate) refused: Option<Message>,
    /// The depth in plies and the token of the deepest position that satisfies all conditions except the condition on
    /// the depth.
    pub(crate) deepest: Option<(u32, String)>,
    /// Whether the search has passed a board because its table is too large.
    has_passed_large: bool,
    /// Whether the search has only a few boards, because the user gave them, or because the game cannot generate
    /// boards.
    is_of_few_boards: bool,
    /// The results that were found so far. The search records results only if results must not repeat. Results must not
    /// repeat on a few boards and in a contest's file.
    met: HashSet<String>,
}

/// The source of the boards of a search.
pub(crate) enum BoardSource<'g> {
    /// The search tries the boards of `--from`. Without the option `--from`, the search tries random boards that the
    /// game generates. If the game cannot generate boards, the search tries the boards of the game's examples.
    Boards(Boards),
    /// The search uses the starts of a contest's subtask.
    Subtask(Starts<'g>),
}

/// The starts for a contest's file of a subtask.
pub(crate) struct Starts<'g> {
    subtasks: &'g dyn Subtasks,
    subtask: &'static Subtask,
    draft: Draft,
    drafts: Drafts<'g>,
    /// An iterator over all starts of the subtask. The iterator is used if there are few starts and random starts have
    /// begun to repeat.
    rest: Option<Box<dyn Iterator<Item = String>>>,
}

impl<'g> Starts<'g> {
    pub(crate) fn new(subtasks: &'g dyn Subtasks, subtask: &'static Subtask, seed: u64, draft: Draft) -> Self {
        let drafts = subtasks.drafts(subtask, subtask.rng(seed), draft);
        Self { subtasks, subtask, draft, drafts, rest: None }
    }

    /// Returns the next start that the search has not found yet. Returns `None` if there is no such start, or if there
    /// are too many starts for a list.
    fn unmet(&mut self, met: &HashSet<String>) -> Option<String> {
        let every = || self.subtasks.every(self.subtask, self.draft).unwrap_or_else(|| Box::new(std::iter::empty()));
        self.rest.get_or_insert_with(every).find(|token| !met.contains(token))
    }
}

/// Boards that the search uses in turn. If no position of a board fits, the next board follows.
#[derive(Default)]
pub(crate) struct Boards {
    /// A position of each board, as a token.
    tokens: Vec<String>,
    /// Whether `--from` gave these boards. Boards from `--from` replace the boards that the game would generate.
    are_given: bool,
    /// The index of the current board.
    at: usize,
    /// The number of boards without a matching position since the last board with a matching position.
    barren: usize,
}

impl Boards {
    /// Returns the boards of the positions in `tokens`, for a game that cannot generate boards.
    pub(crate) fn of(tokens: Vec<String>) -> Self {
        Self { tokens, ..Self::default() }
    }

    /// Like `of`, for boards that the user gave with `--from`.
    pub(crate) fn named(tokens: Vec<String>) -> Self {
        Self { are_given: true, ..Self::of(tokens) }
    }

    fn token(&self) -> Option<&String> {
        self.tokens.get(self.at)
    }

    /// Selects the next board as the current board.
    fn pass(&mut self) {
        self.barren += 1;
        self.at = (self.at + 1) % self.tokens.len().max(1);
    }

    /// Whether the search has tried all boards since the last position that fits.
    const fn are_exhausted(&self) -> bool {
        self.barren > 0 && self.barren >= self.tokens.len()
    }
}

/// A position or a start that the search has found.
pub(crate) enum SearchResult {
    /// A position. If the search has solved the board of the position, the report has the position's value.
    Position { position: Box<dyn AnyPosition>, report: Option<Box<ProbeReport>> },
    /// The token of a start. The start may be too large to be opened as a position.
    Start(String),
}

impl SearchResult {
    pub(crate) fn write(
        self,
        ctx: &mut Context<'_>,
        target: Target<'_>,
        writer: &mut PositionWriter<'_>,
    ) -> Result<(), Stop> {
        match (self, target) {
            (Self::Position { report: Some(report), .. }, Target::Json) => ctx.json(&report),
            (Self::Position { position, .. }, _) => writer.put_position(ctx, &*position),
            (Self::Start(token), _) => writer.put(ctx, &token, Place::default()),
        }
    }

    fn token(&self) -> String {
        match self {
            Self::Position { position, .. } => position.token(),
            Self::Start(token) => token.clone(),
        }
    }
}

/// Queries the table of a position. If the game has a solver of its own, the query uses this solver, because the solver
/// is faster and gives the same values.
fn ask_soon<Q: Ask>(
    ctx: &mut Context<'_>,
    position: &dyn AnyPosition,
    question: &Q,
) -> Result<Result<Q::Report, Unanswered>, Stop> {
    let policy = Policy { solver: Solver::Own, ..ctx.policy(Method::Table) };
    ctx.try_ask(position, question, &policy, &SHORTCUT)
}

pub(crate) fn probe(ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<Box<ProbeReport>, Stop> {
    let probed = ask_soon(ctx, position, &ask::Probe::MOVES)?;
    Ok(Box::new(probed.map_err(|unanswered| ctx.stop(unanswered, position))?.report))
}

impl<'g> Search<'g> {
    pub(crate) fn new(
        game: &'g dyn AnyGame,
        source: BoardSource<'g>,
        spec: Spec,
        wanted: Option<Filter>,
        target: Target<'g>,
        rng: Rng,
    ) -> Self {
        Self {
            game,
            source,
            spec,
            wanted,
            target,
            rng,
            refused: None,
            deepest: None,
            has_passed_large: false,
            is_of_few_boards: false,
            met: HashSet::new(),
        }
    }

    /// Tries one board, or one start of the subtask.
    pub(crate) fn attempt(&mut self, ctx: &mut Context<'_>) -> Result<Option<SearchResult>, Stop> {
        let draft = match &mut self.source {
            BoardSource::Subtask(starts) => starts.drafts.next().transpose().map_err(Failure::usage)?,
            BoardSource::Boards(_) => None,
        };
        if let Some(token) = draft {
            return self.try_start(ctx, token);
        }
        let board = self.board(ctx)?;
        self.try_board(ctx, board)
    }

    /// Tries one start of the subtask; the start is given as a token.
    fn try_start(&mut self, ctx: &mut Context<'_>, token: String) -> Result<Option<SearchResult>, Stop> {
        if self.wanted.is_none() {
            self.refused = self.breach(&token);
            return Ok(self.refused.is_none().then_some(SearchResult::Start(token)));
        }
        let start = ctx.open(&token, Place::default())?;
        self.try_board(ctx, start)
    }

    fn try_board(&mut self, ctx: &mut Context<'_>, start: Box<dyn AnyPosition>) -> Result<Option<SearchResult>, Stop> {
        // A seed is drawn for every board, even if the seed is not used, so that later random numbers are always the
        // same.
        let seed = self.rng.u64(..);
        let Some(wanted) = self.wanted.clone() else {
            return Ok(self.takes(&*start).then_some(SearchResult::Position { position: start, report: None }));
        };
        // A shortcut is faster than a table, and works on larger boards.
        let known = start
            .shortcut()
            .filter(|value| value.depth.is_some() || value.kind == Kind::Draw || wanted.depth.is_none());
        let is_met = |value: &ShortcutValue| filter::is_met(&wanted, start.here(), value.kind, value.depth);
        if known.as_ref().is_some_and(is_met) && self.takes(&*start) {
            let report = match self.target {
                Target::Json => Some(probe(ctx, &*start)?),
                _ => None,
            };
            return Ok(Some(SearchResult::Position { position: start, report }));
        }
        if let Some(ShortcutValue { kind, depth: Some(depth) }) = known {
            self.deepen(&*start, kind, depth);
        }
        let Drawn { asked, is_wanted, drawn, deepest } = match ask_soon(ctx, &*start, &Random { wanted, seed })? {
            Ok(answer) => answer,
            // The board is too large for a table. Only the value of its start is known, and the start does not fit.
            Err(refused) if known.is_some() && refused.is_of_size() => return Ok(None),
            // The board is too large. If there are several boards, a smaller one may have positions that fit.
            Err(refused) if self.is_of_more_boards() && refused.is_of_size() => {
                self.has_passed_large = true;
                self.pass();
                return Ok(None);
            }
            Err(unanswered) => return Err(ctx.stop(unanswered, &*start)),
        };
        if is_wanted || drawn.is_some() {
            self.begin_board();
        } else {
            self.pass();
        }
        if is_wanted && !self.met.contains(&asked.head.pos) && self.takes(&*start) {
            return Ok(Some(SearchResult::Position { position: start, report: Some(Box::new(asked)) }));
        }
        if let Some((depth, token)) = deepest
            && self.deepest.as_ref().is_none_or(|(old, _)| *old < depth)
        {
            let position = ctx.open(&token, Place::default())?;
            if self.objection(&*position).is_none() {
                self.deepest = Some((depth, token));
            }
        }
        let Some(report) = drawn else { return Ok(None) };
        let position = ctx.open(&report.head.pos, Place::default())?;
        Ok(self.takes(&*position).then_some(SearchResult::Position { position, report: Some(Box::new(report)) }))
    }

    /// Records a start that satisfies all conditions except the condition on the depth, if no deeper start is recorded.
    fn deepen(&mut self, start: &dyn AnyPosition, kind: Kind, depth: Depth) {
        let Some(wanted) = &self.wanted else { return };
        let least = wanted.depth.as_ref().map_or(0, |range| *range.start());
        let plies = depth.plies();
        let of_any_depth = Filter { depth: None, ..wanted.clone() };
        let is_deeper = plies < least && self.deepest.as_ref().is_none_or(|(old, _)| *old < plies);
        if is_deeper
            && filter::is_met(&of_any_depth, start.here(), kind, Some(depth))
            && self.objection(start).is_none()
        {
            self.deepest = Some((plies, start.token()));
        }
    }

    /// Whether the output format and the subtask accept the position. If the position is not accepted, records the
    /// reason in `refused`.
    fn takes(&mut self, position: &dyn AnyPosition) -> bool {
        self.refused = self.objection(position);
        self.refused.is_none()
    }

    /// Returns the reason why the output format or the subtask does not accept a position. For example, a contest's
    /// file accepts only starts.
    fn objection(&self, position: &dyn AnyPosition) -> Option<Message> {
        let token = position.token();
        if let Target::Contest(contest) = self.target
            && let Err(AnswerError::Inexpressible { message, .. }) =
                contest.write(std::slice::from_ref(&token), &mut io::sink())
        {
            return Some(message);
        }
        self.breach(&token)
    }

    /// Returns the fault of a start that lacks the property which all cases of the subtask must have; `None` if the
    /// start has this property.
    fn breach(&self, token: &str) -> Option<Message> {
        let BoardSource::Subtask(starts) = &self.source else { return None };
        starts.subtasks.breach(starts.subtask, token)
    }

    /// Whether the program may print a result. The program may print a result if its position is new, or if positions
    /// may repeat.
    pub(crate) fn is_new(&mut self, found: &SearchResult) -> bool {
        let is_of_file = matches!(self.source, BoardSource::Subtask(_)) || matches!(self.target, Target::Contest(_));
        !(self.is_of_few_boards || is_of_file) || self.met.insert(found.token())
    }

    /// The search calls this function after many repeated positions. If the subtask can list its starts, the function
    /// tries the starts that the search has not found yet, and returns the first new result. If there is no new result,
    /// the function forgets the positions found so far, so that they may repeat, and returns `repeated`.
    pub(crate) fn after_repeats(
        &mut self,
        ctx: &mut Context<'_>,
        repeated: SearchResult,
    ) -> Result<SearchResult, Stop> {
        while let BoardSource::Subtask(starts) = &mut self.source
            && let Some(token) = starts.unmet(&self.met)
        {
            if let Some(found) = self.try_start(ctx, token)?
                && self.is_new(&found)
            {
                return Ok(found);
            }
        }
        if let BoardSource::Subtask(starts) = &mut self.source {
            starts.rest = None;
        }
        self.met.clear();
        self.is_new(&repeated);
        Ok(repeated)
    }

    /// Whether the search has tried all boards since the last position that fits.
    pub(crate) const fn is_exhausted(&self) -> bool {
        matches!(&self.source, BoardSource::Boards(boards) if boards.are_exhausted())
    }

    /// Whether the search has examined all positions of all its boards, and no position fits. Then no further attempt
    /// can find a position.
    pub(crate) const fn has_no_match(&self) -> bool {
        self.is_exhausted() && !self.has_passed_large
    }

    /// Whether another board may have a position that fits, if the current board has no such position.
    const fn is_of_more_boards(&self) -> bool {
        matches!(&self.source, BoardSource::Boards(boards) if self.is_of_few_boards && boards.barren + 1 < boards.tokens.len())
    }

    fn begin_board(&mut self) {
        if let BoardSource::Boards(boards) = &mut self.source {
            boards.barren = 0;
        }
    }

    fn pass(&mut self) {
        if self.is_of_few_boards
            && let BoardSource::Boards(boards) = &mut self.source
        {
            boards.pass();
        }
    }

    /// Returns a random start of the game. If the user gave boards, or if the game cannot generate boards, the result
    /// depends on whether a value is wanted. If a value is wanted, returns the position of the current board; otherwise
    /// returns the end of a random walk.
    fn board(&mut self, ctx: &Context<'_>) -> Result<Box<dyn AnyPosition>, Stop> {
        let about = self.game.about();
        let plain = self.spec.size.is_none() && self.spec.walls.is_none();
        let named = match &self.source {
            BoardSource::Boards(boards) => boards.token(),
            BoardSource::Subtask(_) => None,
        };
        let are_given = matches!(&self.source, BoardSource::Boards(boards) if boards.are_given);
        if !are_given && let Some(made) = self.game.generate(&mut self.rng, &self.spec) {
            return Ok(made.map_err(Failure::usage)?);
        }
        self.is_of_few_boards = true;
        let none = || Failure::usage(Wrong::NoRandomBoards { game: about.id });
        if !plain {
            let board = self.spec.size.map(|(rows, columns)| format!("{}:{rows}x{columns}", about.id));
            let board = board.filter(|token| ctx.open(token, Place::default()).is_ok());
            return Err(none().hint(board.map_or(Hint::NoSize, |board| Hint::FromBoard { board })).into());
        }
        match named {
            Some(example) if self.wanted.is_some() => ctx.open(example, Place::default()),
            _ => Ok(self.game.wander(&mut self.rng).ok_or_else(none)?),
        }
    }
}
