//! Behind the registry's traits: one implementation for all games, from typed answers to reports.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use retrograde::certificate::{CertificateOf, TooManyClaims};
use retrograde::check::{self, Broken, Written};
use retrograde::trace::{Event, Layer, State, Tally, TraceError};
use retrograde::verify::Found;
use retrograde::{
    Answered, Depth, Ending, Game, Kind, Line, LineEnd, Notation, Options, Outcome, Probe, RatedMove, Record,
    Reversible, Side, Slot, Solution, SolveError, Stats, Value, Verified, Violation, Wanted, Why, solve::estimate,
};

use crate::certificate::{CertificateReport, MAX_CLAIMS};
use crate::grid::Square;
use crate::pieces::Piece;
use crate::registry::{
    AnyPosition, AnySolution, AskError, Domain, Hooks, NoPiece, PieceHooks, PlaceError, Plan, TooManyMoves, Way,
};
use crate::report::{
    AnsweredReport, DeepestReport, DepthReport, Head, LegalMoveReport, LineReport, LoopReport, MoveReport, MovesReport,
    PieceReport, ProbeReport, SCHEMA, ShortcutValue, SliceReport, SquareReport, StateReport, StatsReport, TurnReport,
    VerifyReport, ViolationReport, WhyReport, WitnessLine, WitnessWhy,
};
use crate::trace::{EventReport, Follow, HereReport, TraceReport, ValueReport};

/// A certificate of a position of game `G`.
type Proved<G> = Result<CertificateOf<G>, TooManyClaims>;

/// A solution of game `G`, whichever adapters it went through.
pub(crate) trait Solved<G: Game>: Send + Sync {
    fn probe(&self, position: &G::Position) -> Option<Probe<G::Move, G::Position>>;
    fn line(&self, position: &G::Position, max: usize) -> Option<Line<G::Move, G::Position>>;
    fn why(&self, position: &G::Position) -> Option<Why<G::Move, G::Position>>;
    fn certificate(&self, position: &G::Position, limit: usize) -> Option<Proved<G>>;
    fn bytes(&self) -> u64;
    fn stats(&self) -> Stats;
    fn verify(&self, threads: usize) -> Result<Verified, Violation>;
    fn random(&self, wanted: &Wanted, seed: u64) -> Option<G::Position>;
    fn value(&self, position: &G::Position) -> Option<Value>;
    fn slot(&self, position: &G::Position) -> Option<Slot>;
    fn record(&self) -> Result<Record, TraceError>;
    fn record_answer(&self, position: &G::Position) -> Option<Result<Record, TraceError>>;
    fn events(&self, record: &Record, window: Range<u64>) -> Vec<Event>;
    fn state(&self, record: &Record, step: u64) -> State;
    fn sea(&self, record: &Record) -> Result<Vec<u8>, TraceError>;
    fn position(&self, slot: Slot) -> Option<G::Position>;
}

impl<G: Game, N> Solved<G> for Solution<N>
where
    N: Reversible<Position = G::Position, Move = G::Move> + Send,
{
    fn probe(&self, position: &G::Position) -> Option<Probe<G::Move, G::Position>> {
        self.probe(position)
    }
    fn line(&self, position: &G::Position, max: usize) -> Option<Line<G::Move, G::Position>> {
        self.line(position, max)
    }
    fn why(&self, position: &G::Position) -> Option<Why<G::Move, G::Position>> {
        self.why(position)
    }
    fn certificate(&self, position: &G::Position, limit: usize) -> Option<Proved<G>> {
        self.certificate(position, limit)
    }
    fn bytes(&self) -> u64 {
        self.bytes()
    }
    fn stats(&self) -> Stats {
        self.stats()
    }
    fn verify(&self, threads: usize) -> Result<Verified, Violation> {
        self.verify(threads)
    }
    fn random(&self, wanted: &Wanted, seed: u64) -> Option<G::Position> {
        let goes_on = |position: &G::Position| self.game().over(position).is_none();
        self.random(wanted, seed, goes_on).map(|(position, _)| position)
    }
    fn value(&self, position: &G::Position) -> Option<Value> {
        self.value(position)
    }
    fn slot(&self, position: &G::Position) -> Option<Slot> {
        self.game().find(position)
    }
    fn record(&self) -> Result<Record, TraceError> {
        self.record(ALL_CORES)
    }
    fn record_answer(&self, position: &G::Position) -> Option<Result<Record, TraceError>> {
        self.record_answer(position, ALL_CORES)
    }
    fn events(&self, record: &Record, window: Range<u64>) -> Vec<Event> {
        self.events(record, window)
    }
    fn state(&self, record: &Record, step: u64) -> State {
        self.state(record, step)
    }
    fn sea(&self, record: &Record) -> Result<Vec<u8>, TraceError> {
        self.sea(record, ALL_CORES)
    }
    fn position(&self, slot: Slot) -> Option<G::Position> {
        // A numbering need not answer for slots beyond its last.
        (slot.0 < self.table().slots()).then(|| self.game().position(slot)).flatten()
    }
}

/// The most bytes of tokens in an answer: a graph's token is the whole graph, once for each move.
const MOST_TOLD: usize = 256 << 20;

/// As many threads as there are cores.
const ALL_CORES: usize = 0;

/// A position with its instance.
pub(crate) struct Opened<G: Game> {
    game: Arc<G>,
    position: G::Position,
    hooks: Hooks<G>,
}

impl<G: Notation + Send + 'static> Opened<G> {
    pub(crate) fn new(game: G, position: G::Position, hooks: Hooks<G>) -> Self {
        Self { game: Arc::new(game), position, hooks }
    }

    /// What a table of this domain would really hold.
    fn domain(&self, domain: Domain) -> Domain {
        if self.hooks.way == Way::Rules { Domain::Reachable } else { domain }
    }

    fn session(&self, domain: Domain, solved: Box<dyn Solved<G>>) -> Session<G> {
        let origin = if domain == Domain::Reachable { self.token() } else { String::new() };
        let name = format!("{}/{}/{origin}", self.instance(), domain.word());
        let table = format!("{}-{:08x}", G::ID, fingerprint(&name));
        Session { game: self.game.clone(), solved, domain, table, pieces: self.hooks.pieces, logs: Logs::default() }
    }
}

impl<G: Notation + Send + 'static> AnyPosition for Opened<G> {
    fn token(&self) -> String {
        self.game.token(&self.position)
    }

    fn sibling(&self, text: &str) -> Option<Box<dyn AnyPosition>> {
        let position = self.game.recall(text)?;
        Some(Box::new(Self { game: self.game.clone(), position, hooks: self.hooks }))
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }

    fn turn(&self) -> &'static str {
        side_name::<G>(self.game.turn(&self.position))
    }

    fn instance(&self) -> String {
        format!("{}/{}/{}", G::ID, G::VERSION, self.game.identity())
    }

    fn moves(&self) -> Result<MovesReport, TooManyMoves> {
        let mut moves = Vec::new();
        self.game.each_move(&self.position, |action, child| {
            moves.push(LegalMoveReport { action: action.to_string(), child: state(&*self.game, &child) });
        });
        moves.sort_by(|a, b| a.action.cmp(&b.action));
        Ok(MovesReport { schema: SCHEMA, game: G::ID, state: state(&*self.game, &self.position), moves })
    }

    fn breadth(&self) -> usize {
        let mut moves = 0;
        self.game.each_move(&self.position, |_, _| moves += 1);
        moves
    }

    fn pieces(&self) -> Vec<PieceReport> {
        let pieces = self.hooks.pieces.map(|hooks| (hooks.pieces)(&self.game, &self.position));
        pieces.iter().flatten().map(piece_report::<G>).collect()
    }

    fn placed(&self, piece: &str, square: &str) -> Result<String, PlaceError> {
        let (hooks, index, _) = find_piece(self.hooks.pieces, &self.game, &self.position, piece)?;
        let square = Square::read(square, 0)?;
        let placed = (hooks.placed)(&self.game, &self.position, index, square).map_err(PlaceError::Illegal)?;
        Ok(self.game.token(&placed))
    }

    fn plan(&self, domain: Domain, threads: usize) -> Plan {
        let domain = self.domain(domain);
        let way = if domain == Domain::Reachable { Way::Rules } else { self.hooks.way };
        let slots = (self.hooks.number)(&self.game).filter(|_| domain == Domain::All);
        Plan { reason: way.reason(), domain, slots, bytes: slots.map(|slots| estimate(slots, threads)) }
    }

    fn shortcut(&self) -> Option<ProbeReport> {
        let value = (self.hooks.shortcut?)(&self.game, &self.position)?;
        Some(ProbeReport { head: head_of(&*self.game, &self.position, value), moves: None, line: None, table: None })
    }

    fn witness_line(&self, max: usize) -> Option<WitnessLine> {
        Some((self.hooks.witness?)(&self.game, &self.position)?.line(max))
    }

    fn witness_why(&self) -> Option<WitnessWhy> {
        Some((self.hooks.witness?)(&self.game, &self.position)?.why())
    }

    fn broken(&self, budget: u64) -> Option<Broken> {
        let (level, starts) = (self.hooks.level, std::slice::from_ref(&self.position));
        check::from_positions(level, Written::by_notation(), &self.game, starts, budget).err()
    }

    fn solve(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError> {
        let domain = self.domain(domain);
        let solved = (self.hooks.solve)(self.game.clone(), &self.position, domain, options)?;
        Ok(Box::new(self.session(domain, solved)))
    }

    fn solve_quickly(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError> {
        // What is explored, or fits no memory, is the kernel's to do or to refuse.
        let fits = self.plan(domain, options.threads).bytes.is_some_and(|bytes| bytes <= options.memory);
        let make = self.hooks.own_table.filter(|_| fits);
        match make.and_then(|make| make(self.game.clone())) {
            Some(solved) => Ok(Box::new(self.session(domain, solved?))),
            None => self.solve(domain, options),
        }
    }
}

/// FNV-1a, folded to 32 bits: a short name for a long one, the same on every machine.
fn fingerprint(name: &str) -> u32 {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 32) as u32 ^ hash as u32
}

/// A solved instance that reads tokens and writes reports.
struct Session<G: Game> {
    game: Arc<G>,
    solved: Box<dyn Solved<G>>,
    domain: Domain,
    table: String,
    pieces: Option<PieceHooks<G>>,
    logs: Logs,
}

/// The logs that were asked for, as indices: the whole table's, and those of the answers asked for last.
#[derive(Default)]
struct Logs {
    all: OnceLock<Result<Arc<Record>, TraceError>>,
    answers: Mutex<VecDeque<(Slot, Arc<Record>)>>,
}

/// Answers whose logs are kept.
const MOST_ANSWERS: usize = 4;

type PositionOf<G> = <G as Game>::Position;
type RatedOf<G> = RatedMove<<G as Game>::Move, PositionOf<G>>;

impl<G: Notation + Send + 'static> AnySolution for Session<G> {
    fn table(&self) -> &str {
        &self.table
    }

    fn bytes(&self) -> u64 {
        self.solved.bytes()
    }

    fn probe(&self, token: &str, line: usize) -> Result<ProbeReport, AskError> {
        let position = self.read(token)?;
        let probe = self.probed(&position)?;
        let head = self.head(&position, probe.value);
        AskError::within(MOST_TOLD, probe.moves.len(), head.pos.len())?;
        let moves = probe.moves.iter().map(|rated| self.rated(rated)).collect();
        let line = match line {
            0 => None,
            max => Some(self.followed(&position, max)?.plies.iter().map(action).collect()),
        };
        Ok(ProbeReport { head, moves: Some(moves), line, table: Some(self.table.clone()) })
    }

    fn line(&self, token: &str, max: usize) -> Result<LineReport, AskError> {
        let position = self.read(token)?;
        let line = self.followed(&position, max)?;
        let (mut end, mut loop_from, mut cut) = (None, None, false);
        match line.end {
            LineEnd::Over(ending) => end = Some(ending.rule),
            LineEnd::Loop { from } => loop_from = Some(from),
            LineEnd::Cut => cut = true,
        }
        let plies = line.plies.iter().map(|rated| self.rated(rated)).collect();
        Ok(LineReport { head: self.head(&position, line.value), line: plies, end, loop_from, cut })
    }

    fn why(&self, token: &str) -> Result<WhyReport, AskError> {
        let position = self.read(token)?;
        let probe = self.probed(&position)?;
        let head = self.head(&position, probe.value);
        AskError::within(MOST_TOLD, probe.moves.len(), head.pos.len())?;
        let (moves, others, cycle) = match self.found(self.solved.why(&position))? {
            Why::Over(_) => (Vec::new(), Vec::new(), None),
            Why::Wins { wins, others } => (unanswered(wins), others, None),
            Why::Loses(moves) => (moves, Vec::new(), None),
            Why::Ties { ties, others } => (unanswered(ties), others, None),
            Why::Draws { keeps, loses, cycle } => (unanswered(keeps), loses, Some(cycle)),
        };
        Ok(WhyReport {
            head,
            moves: moves.iter().map(|answered| self.answered(answered)).collect(),
            others: others.iter().map(|rated| self.rated(rated)).collect(),
            cycle: cycle.and_then(|line| loop_of::<G>(&line)),
        })
    }

    fn certificate(&self, token: &str) -> Result<CertificateReport, AskError> {
        let position = self.read(token)?;
        let limit = MAX_CLAIMS.min(MOST_TOLD / token.len().max(1));
        let certificate = self.found(self.solved.certificate(&position, limit))??;
        Ok(CertificateReport::of(&*self.game, &position, &certificate))
    }

    fn slice(&self, token: &str, piece: &str) -> Result<SliceReport, AskError> {
        let position = self.read(token)?;
        let (hooks, index, piece) = find_piece(self.pieces, &self.game, &position, piece)?;
        let squares = (hooks.squares)(&self.game).into_iter();
        let square = |to: Square| self.square(to, (hooks.placed)(&self.game, &position, index, to));
        Ok(SliceReport {
            schema: SCHEMA,
            game: G::ID,
            pos: self.game.token(&position),
            turn: side_name::<G>(self.game.turn(&position)),
            piece: piece_report::<G>(&piece),
            squares: squares.map(square).collect(),
        })
    }

    fn trace(&self, token: &str, follow: Follow, from: u64, count: u64) -> Result<TraceReport, AskError> {
        let position = self.read(token)?;
        let record = self.record(&position, follow)?;
        let (total, from) = (record.total(), from.min(record.total()));
        let steps = from..from.saturating_add(count);
        let events = self.solved.events(&record, steps.clone());
        let events = steps.zip(events).map(|(step, event)| self.event(step, event, &position));
        Ok(TraceReport {
            schema: SCHEMA,
            game: G::ID,
            pos: self.game.token(&position),
            table: self.table.clone(),
            follow: follow.word(),
            total,
            from,
            keyframe: self.solved.state(&record, from).into(),
            events: events.collect::<Option<_>>().expect("the slots of a log have positions"),
        })
    }

    fn sea(&self, token: &str, follow: Follow) -> Result<Vec<u8>, AskError> {
        let position = self.read(token)?;
        let record = self.record(&position, follow)?;
        Ok(self.solved.sea(&record)?)
    }

    fn token(&self, slot: u64) -> Option<String> {
        Some(self.game.token(&self.solved.position(Slot(slot))?))
    }

    fn slot(&self, token: &str) -> Result<u64, AskError> {
        Ok(self.found(self.solved.slot(&self.read(token)?))?.0)
    }

    fn stats(&self) -> StatsReport {
        let stats = self.solved.stats();
        let counts = |&side: &Side| TurnReport { turn: side_name::<G>(side), counts: stats.totals[side].into() };
        let by_depth = stats.by_depth.iter().zip(0..);
        StatsReport {
            schema: SCHEMA,
            game: G::ID,
            table: self.table.clone(),
            domain: self.domain.word(),
            slots: stats.slots,
            positions: stats.positions,
            turns: Side::BOTH.iter().map(counts).collect(),
            by_depth: by_depth.map(|(c, depth)| DepthReport { depth, win: c.win, loss: c.loss, tie: c.tie }).collect(),
            deepest: stats.deepest.iter().filter_map(|deepest| self.deepest(deepest)).collect(),
        }
    }

    fn verify(&self, threads: usize) -> VerifyReport {
        let verdict = self.solved.verify(threads);
        let verified = verdict.as_ref().ok();
        VerifyReport {
            schema: SCHEMA,
            game: G::ID,
            table: self.table.clone(),
            ok: verified.is_some(),
            positions: verified.map(|verified| verified.positions),
            moves: verified.map(|verified| verified.moves),
            violation: verdict.as_ref().err().map(|violation| self.violation(violation)),
        }
    }

    fn random(&self, wanted: &Wanted, seed: u64) -> Option<ProbeReport> {
        let position = self.solved.random(wanted, seed)?;
        self.probe(&self.game.token(&position), 0).ok()
    }
}

impl<G: Notation + Send + 'static> Session<G> {
    /// Reads a token that must lie on this table's board.
    fn read(&self, token: &str) -> Result<PositionOf<G>, AskError> {
        if let Some(position) = self.game.recall(token) {
            return Ok(position);
        }
        let other = || AskError::OtherInstance { game: G::ID, table: self.table.clone() };
        let text = token.strip_prefix(G::ID).and_then(|rest| rest.strip_prefix(':')).ok_or_else(other)?;
        let (game, position) = G::parse(text)?;
        if !self.game.holds(&game) {
            return Err(other());
        }
        let one = check::told_apart(Written::by_notation(), &*self.game, &game, &position);
        one.map_err(|detail| AskError::OneIdentity { table: self.table.clone(), detail })?;
        Ok(position)
    }

    /// The value of a position and its moves, which agree.
    fn probed(&self, position: &PositionOf<G>) -> Result<Probe<G::Move, PositionOf<G>>, AskError> {
        let probe = self.found(self.solved.probe(position))?;
        probe.check().map_err(|what| AskError::Inconsistent { pos: self.game.token(position), what })?;
        Ok(probe)
    }

    /// The line from a position, whose values agree from the first to the last.
    fn followed(&self, position: &PositionOf<G>, max: usize) -> Result<Line<G::Move, PositionOf<G>>, AskError> {
        self.probed(position)?;
        let line = self.found(self.solved.line(position, max))?;
        line.check().map_err(|(ply, what)| {
            let before = ply.checked_sub(1).map_or(position, |before| &line.plies[before].child);
            AskError::Inconsistent { pos: self.game.token(before), what }
        })?;
        line.plies.last().map(|last| self.probed(&last.child)).transpose()?;
        Ok(line)
    }

    fn found<T>(&self, answer: Option<T>) -> Result<T, AskError> {
        answer.ok_or_else(|| AskError::NotReached { table: self.table.clone() })
    }

    /// The log asked for, made if nobody asked for it before.
    fn record(&self, position: &PositionOf<G>, follow: Follow) -> Result<Arc<Record>, AskError> {
        let slot = self.found(self.solved.slot(position))?;
        if follow == Follow::All {
            return Ok(self.logs.all.get_or_init(|| self.solved.record().map(Arc::new)).clone()?);
        }
        let answers = || self.logs.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, record)) = answers().iter().find(|(kept, _)| *kept == slot) {
            return Ok(record.clone());
        }
        let record = Arc::new(self.found(self.solved.record_answer(position))??);
        let mut answers = answers();
        answers.truncate(MOST_ANSWERS - 1);
        answers.push_front((slot, record.clone()));
        Ok(record)
    }

    /// An event in words; `None` if a slot had no position.
    fn event(&self, step: u64, event: Event, root: &PositionOf<G>) -> Option<EventReport> {
        Some(match event {
            Event::Seed { slot, value } => {
                let (position, here, value) = self.here(slot, value)?;
                EventReport::Seed { step, here, value, over: self.game.over(&position).map(|ending| ending.rule) }
            }
            Event::Pop { slot, value } => {
                let (_, here, value) = self.here(slot, value)?;
                EventReport::Pop { step, here, value }
            }
            Event::Relax { slot, from, open, of } => {
                let (position, here, _) = self.here(slot, Value::Draw)?;
                EventReport::Relax { step, here, from: from.0, action: self.move_to(&position, from), open, of }
            }
            Event::Mark { slot, from, value } => {
                let (position, here, value) = self.here(slot, value)?;
                EventReport::Mark { step, here, from: from.0, action: self.move_to(&position, from), value }
            }
            Event::Layer(Layer { depth, popped: Tally { win, loss, tie }, queue }) => {
                EventReport::Layer { step, depth: depth.plies(), win, loss, tie, queue }
            }
            Event::Rest { draws } => EventReport::Rest { step, draw: draws },
            Event::Done => {
                let (_, here, value) = self.here(self.solved.slot(root)?, self.solved.value(root)?)?;
                EventReport::Done { step, here, value }
            }
        })
    }

    fn here(&self, slot: Slot, value: Value) -> Option<(PositionOf<G>, HereReport, ValueReport)> {
        let position = self.solved.position(slot)?;
        let turn = self.game.turn(&position);
        let here = HereReport { slot: slot.0, pos: self.game.token(&position), turn: side_name::<G>(turn) };
        let winner = value.winner(turn).map(side_name::<G>);
        let value = ValueReport { value: value.kind().word(), winner, depth: value.depth().map(Depth::plies) };
        Some((position, here, value))
    }

    /// The move from a position to a slot's; the first by its text.
    fn move_to(&self, position: &PositionOf<G>, slot: Slot) -> Option<String> {
        let to = self.solved.position(slot)?;
        let mut actions = Vec::new();
        self.game.each_move(position, |action, child| {
            if child == to {
                actions.push(action.to_string());
            }
        });
        actions.into_iter().min()
    }

    /// One square of a slice, with the position that has the piece there, or why there is none.
    fn square(&self, square: Square, placed: Result<PositionOf<G>, String>) -> SquareReport {
        let reached = placed.and_then(|position| {
            let value = self.solved.value(&position).ok_or("the table does not hold the position")?;
            Ok((position, value))
        });
        let square = square.to_string();
        match reached {
            Ok((position, value)) => {
                let Head { pos, value, winner, depth, over, .. } = self.head(&position, value);
                SquareReport { square, pos: Some(pos), value: Some(value), winner, depth, over, reason: None }
            }
            Err(reason) => SquareReport { square, reason: Some(reason), ..SquareReport::default() },
        }
    }

    fn head(&self, position: &PositionOf<G>, value: Value) -> Head {
        head(&*self.game, position, self.game.turn(position), value.kind(), value.depth())
    }

    fn rated(&self, rated: &RatedOf<G>) -> MoveReport {
        let (waste, drop) = MoveReport::waste(rated.waste);
        let turn = self.game.turn(&rated.child);
        MoveReport {
            action: rated.action.to_string(),
            pos: self.game.token(&rated.child),
            value: rated.child_value.kind().word(),
            for_mover: rated.value.kind().word(),
            winner: rated.child_value.winner(turn).map(side_name::<G>),
            depth: rated.child_value.depth().map(Depth::plies),
            waste,
            drop,
            over: rated.ending.map(|ending| ending.rule),
        }
    }

    fn answered(&self, answered: &Answered<G::Move, G::Position>) -> AnsweredReport {
        AnsweredReport { rated: self.rated(&answered.rated), reply: answered.reply.as_ref().map(ToString::to_string) }
    }

    fn deepest(&self, deepest: &retrograde::Deepest) -> Option<DeepestReport> {
        let position = self.solved.position(deepest.slot)?;
        Some(DeepestReport {
            turn: side_name::<G>(deepest.turn),
            value: deepest.value.kind().word(),
            depth: deepest.value.depth()?.plies(),
            pos: self.game.token(&position),
        })
    }

    fn violation(&self, violation: &Violation) -> ViolationReport {
        let text = |found: Found| found.to_string();
        ViolationReport {
            slot: violation.slot.0,
            pos: self.solved.position(violation.slot).map(|position| self.game.token(&position)),
            law: violation.law.to_string(),
            found: text(violation.found),
            expected: text(violation.expected),
        }
    }
}

/// The head of an answer that may have no depth.
pub(crate) fn head_of<G: Notation>(game: &G, position: &G::Position, value: ShortcutValue) -> Head {
    let depth = value.depth.or_else(|| game.over(position).map(|_| Depth::ZERO));
    let depth_known = depth.is_some() || value.kind == Kind::Draw;
    Head { depth_known, ..head(game, position, game.turn(position), value.kind, depth) }
}

fn head<G: Notation>(game: &G, position: &G::Position, turn: Side, kind: Kind, depth: Option<Depth>) -> Head {
    let winner = match kind {
        Kind::Win => Some(side_name::<G>(turn)),
        Kind::Loss => Some(side_name::<G>(turn.other())),
        Kind::Tie | Kind::Draw => None,
    };
    Head {
        schema: SCHEMA,
        pos: game.token(position),
        game: G::ID,
        turn: side_name::<G>(turn),
        value: kind.word(),
        winner,
        depth: depth.map(Depth::plies),
        depth_known: true,
        unit: "ply",
        over: game.over(position).map(|ending: Ending| ending.rule),
    }
}

/// The piece of that name, with its index.
fn find_piece<G: Notation>(
    hooks: Option<PieceHooks<G>>,
    game: &G,
    position: &G::Position,
    id: &str,
) -> Result<(PieceHooks<G>, usize, Piece), NoPiece> {
    let pieces = hooks.map_or_else(Vec::new, |hooks| (hooks.pieces)(game, position));
    let found = pieces.iter().position(|piece| piece.id == id);
    let known = || pieces.iter().map(|piece| piece.id).collect();
    hooks.and_then(|hooks| found.map(|index| (hooks, index, pieces[index]))).ok_or_else(|| NoPiece {
        game: G::ID,
        piece: id.to_owned(),
        known: known(),
    })
}

fn piece_report<G: Notation>(piece: &Piece) -> PieceReport {
    let &Piece { id, side, letter, square } = piece;
    PieceReport { piece: id, side: side_name::<G>(side), letter, square: square.to_string() }
}

/// A position as the rules see it.
fn state<G: Notation>(game: &G, position: &G::Position) -> StateReport {
    let ending = game.over(position);
    let winner = ending.and_then(|ending| match ending.outcome {
        Outcome::Won(side) => Some(side_name::<G>(side)),
        Outcome::Level => None,
    });
    let turn = side_name::<G>(game.turn(position));
    StateReport { pos: game.token(position), turn, over: ending.map(|ending| ending.rule), winner }
}

pub(crate) fn side_name<G: Notation>(side: Side) -> &'static str {
    G::SIDES[side.index()]
}

fn action<M: ToString, P>(rated: &RatedMove<M, P>) -> String {
    rated.action.to_string()
}

fn unanswered<M, P>(moves: Vec<RatedMove<M, P>>) -> Vec<Answered<M, P>> {
    moves.into_iter().map(|rated| Answered { rated, reply: None }).collect()
}

fn loop_of<G: Game>(line: &Line<G::Move, G::Position>) -> Option<LoopReport> {
    let LineEnd::Loop { from } = line.end else { return None };
    Some(LoopReport { moves: line.plies.iter().map(action).collect(), from })
}
