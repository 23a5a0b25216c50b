//! A search for positions: of random boards, of boards that are named, or of a subtask.

use std::collections::HashSet;
use std::io;

use fastrand::Rng;
use retrograde::author::{
    AnswerError, AnyGame, AnyPosition, Draft, Drafts, Method, ShortcutValue, Spec, Subtask, Subtasks,
};
use retrograde::rules::message::Message;
use retrograde::{Depth, Kind, Wanted};
use retrograde_desk::ask::{self, Ask, Drawn, Random};
use retrograde_desk::library::{Policy, Solver};
use retrograde_desk::report::ProbeReport;
use retrograde_desk::unanswered::Unanswered;
use retrograde_desk::wish;

use crate::asking::SHORTCUT;
use crate::context::Context;
use crate::failure::{Failure, Place, Stop};
use crate::format::{PositionWriter, Target};
use crate::messages::{Hint, Wrong};

/// A search, which goes from one board to the next.
pub(crate) struct Search<'g> {
    game: &'g dyn AnyGame,
    source: BoardSource<'g>,
    spec: Spec,
    /// `None`: any random start will do, unsolved.
    wanted: Option<Wanted>,
    pub(crate) target: Target<'g>,
    rng: Rng,
    /// Why the format had no place for the last position that would do, since the last that it took.
    pub(crate) refused: Option<Message>,
    /// The deepest position that lacks nothing but depth, in plies, as a token.
    pub(crate) deepest: Option<(u32, String)>,
    /// Whether all positions are of a few boards, as the game makes none.
    is_of_few_boards: bool,
    /// The positions that were found, where none comes twice: of few boards, and in a file.
    met: HashSet<String>,
}

/// Where boards come from.
pub(crate) enum BoardSource<'g> {
    /// The game makes them. If it makes none, or if others are named, positions of these are chosen.
    Boards(Boards),
    /// The starts of a subtask.
    Subtask(Starts<'g>),
}

/// The starts of a subtask's file.
pub(crate) struct Starts<'g> {
    subtasks: &'g dyn Subtasks,
    subtask: &'static Subtask,
    draft: Draft,
    drafts: Drafts<'g>,
    /// All starts that are still to be listed, if they are few and have begun to repeat.
    rest: Option<Box<dyn Iterator<Item = String>>>,
}

impl<'g> Starts<'g> {
    pub(crate) fn new(subtasks: &'g dyn Subtasks, subtask: &'static Subtask, seed: u64, draft: Draft) -> Self {
        let drafts = subtasks.drafts(subtask, subtask.rng(seed), draft);
        Self { subtasks, subtask, draft, drafts, rest: None }
    }

    /// A start that has not been met; `None` if all have been, or if they are too many to be listed.
    fn unmet(&mut self, met: &HashSet<String>) -> Option<String> {
        let every = || self.subtasks.every(self.subtask, self.draft).unwrap_or_else(|| Box::new(std::iter::empty()));
        self.rest.get_or_insert_with(every).find(|token| !met.contains(token))
    }
}

/// Boards whose positions are chosen, one board after the other: the next when the last one has no position that fits.
#[derive(Default)]
pub(crate) struct Boards {
    /// A position of each.
    tokens: Vec<String>,
    /// Whether these were asked for by --from, whatever boards the game makes.
    are_given: bool,
    /// The one whose turn it is.
    at: usize,
    /// Boards in a row without a position that fits.
    barren: usize,
}

impl Boards {
    /// The boards of some positions, for a game that makes none.
    pub(crate) fn of(tokens: Vec<String>) -> Self {
        Self { tokens, ..Self::default() }
    }

    /// The same, whatever boards the game makes.
    pub(crate) fn named(tokens: Vec<String>) -> Self {
        Self { are_given: true, ..Self::of(tokens) }
    }

    fn token(&self) -> Option<&String> {
        self.tokens.get(self.at)
    }

    /// Goes on to the next board.
    fn pass(&mut self) {
        self.barren += 1;
        self.at = (self.at + 1) % self.tokens.len().max(1);
    }

    /// Whether no board has a position that fits.
    const fn are_exhausted(&self) -> bool {
        self.barren > 0 && self.barren >= self.tokens.len()
    }
}

/// What was looked for.
pub(crate) enum Found {
    /// A position, with its value if that was wanted.
    Position { position: Box<dyn AnyPosition>, report: Option<Box<ProbeReport>> },
    /// The token of a start that may be too long for a position.
    Start(String),
}

impl Found {
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

/// Asks a table, by the game's own solver where it has one: the same, sooner.
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
        wanted: Option<Wanted>,
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
            is_of_few_boards: false,
            met: HashSet::new(),
        }
    }

    /// Tries one board.
    pub(crate) fn attempt(&mut self, ctx: &mut Context<'_>) -> Result<Option<Found>, Stop> {
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

    /// Tries a start of the subtask, as a token.
    fn try_start(&mut self, ctx: &mut Context<'_>, token: String) -> Result<Option<Found>, Stop> {
        if self.wanted.is_none() {
            self.refused = self.breach(&token);
            return Ok(self.refused.is_none().then_some(Found::Start(token)));
        }
        let start = ctx.open(&token, Place::default())?;
        self.try_board(ctx, start)
    }

    fn try_board(&mut self, ctx: &mut Context<'_>, start: Box<dyn AnyPosition>) -> Result<Option<Found>, Stop> {
        // Drawn whether or not it is needed, so that what comes later does not depend on it.
        let seed = self.rng.u64(..);
        let Some(wanted) = self.wanted.clone() else {
            return Ok(self.takes(&*start).then_some(Found::Position { position: start, report: None }));
        };
        // The shortcut is faster than a table, and goes farther.
        let known = start
            .shortcut()
            .filter(|value| value.depth.is_some() || value.kind == Kind::Draw || wanted.depth.is_none());
        let is_met = |value: &ShortcutValue| wish::is_met(&wanted, start.here(), value.kind, value.depth);
        if known.as_ref().is_some_and(is_met) && self.takes(&*start) {
            let report = match self.target {
                Target::Json => Some(probe(ctx, &*start)?),
                _ => None,
            };
            return Ok(Some(Found::Position { position: start, report }));
        }
        if let Some(ShortcutValue { kind, depth: Some(depth) }) = known {
            self.deepen(&*start, kind, depth);
        }
        let Drawn { asked, is_wanted, drawn, deepest } = match ask_soon(ctx, &*start, &Random { wanted, seed })? {
            Ok(answer) => answer,
            // Of a board too large for a table only the start is known, and it will not do.
            Err(refused) if known.is_some() && refused.is_of_size() => return Ok(None),
            // Of several boards, a smaller one may do.
            Err(refused) if self.is_of_more_boards() && refused.is_of_size() => {
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
            return Ok(Some(Found::Position { position: start, report: Some(Box::new(asked)) }));
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
        Ok(self.takes(&*position).then_some(Found::Position { position, report: Some(Box::new(report)) }))
    }

    /// Notes a start that has all that is wanted but the depth.
    fn deepen(&mut self, start: &dyn AnyPosition, kind: Kind, depth: Depth) {
        let Some(wanted) = &self.wanted else { return };
        let least = wanted.depth.as_ref().map_or(0, |range| *range.start());
        let plies = depth.plies();
        let of_any_depth = Wanted { depth: None, ..wanted.clone() };
        let is_deeper = plies < least && self.deepest.as_ref().is_none_or(|(old, _)| *old < plies);
        if is_deeper && wish::is_met(&of_any_depth, start.here(), kind, Some(depth)) && self.objection(start).is_none()
        {
            self.deepest = Some((plies, start.token()));
        }
    }

    /// Whether the form has a place for the position, and the subtask as well. If not, the reason is kept.
    fn takes(&mut self, position: &dyn AnyPosition) -> bool {
        self.refused = self.objection(position);
        self.refused.is_none()
    }

    /// Why the form or the subtask has no place for a position: a contest knows starts only.
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

    /// What a start breaks of the promise of the subtask.
    fn breach(&self, token: &str) -> Option<Message> {
        let BoardSource::Subtask(starts) = &self.source else { return None };
        starts.subtasks.breach(starts.subtask, token)
    }

    /// Whether a position has not come before, where none is to come twice.
    pub(crate) fn is_new(&mut self, found: &Found) -> bool {
        let is_of_file = matches!(self.source, BoardSource::Subtask(_)) || matches!(self.target, Target::Contest(_));
        !(self.is_of_few_boards || is_of_file) || self.met.insert(found.token())
    }

    /// A position that has not come before, if there is one and they can be listed; else all may come again, and this one does.
    pub(crate) fn after_repeats(&mut self, ctx: &mut Context<'_>, repeated: Found) -> Result<Found, Stop> {
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

    /// Whether no board has a position that fits.
    pub(crate) const fn is_exhausted(&self) -> bool {
        matches!(&self.source, BoardSource::Boards(boards) if boards.are_exhausted())
    }

    /// Whether another board may do where this one will not.
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

    /// A random start; of a game that makes none, a random walk's end, or the board whose turn it is if positions of its table are wanted.
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
            return Err(none().hint(Hint::NoSize).into());
        }
        match named {
            Some(example) if self.wanted.is_some() => ctx.open(example, Place::default()),
            _ => Ok(self.game.wander(&mut self.rng).ok_or_else(none)?),
        }
    }
}
