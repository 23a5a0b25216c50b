//! Behind the registry's traits: positions of any game, and tables that are asked by token.
//!
//! A [`Session`] knows a game only as a board, so that what it says of a table is compiled once, whatever the games.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use retrograde::board::{Action, AnyBoard, FindError, Here};
use retrograde::check::{self, Broken, Written};
use retrograde::trace::{Event, Layer, State, Tally};
use retrograde::verify::Found;
use retrograde::{
    Answered, Depth, Ending, Game, Kind, Line, LineEnd, Notation, NotationError, Options, Outcome, Probe,
    QuestionError, Questions, RatedMove, Record, Side, Slot, SolveError, Table, Unverified, Value, Values, Violation,
    Wanted, Why,
};

use crate::about::About;
use crate::certificate::{CertificateReport, MAX_CLAIMS};
use crate::grid::Square;
use crate::pieces::Piece;
use crate::registry::{
    AnyPosition, AnySolution, AskError, BoardResult, Domain, NoPiece, PlaceError, Plan, Shared, TooManyMoves, Way,
};
use crate::report::{
    AnsweredReport, DeepestReport, DepthReport, Head, LegalMoveReport, LineReport, LoopReport, MoveReport, MovesReport,
    PieceReport, ProbeReport, SCHEMA, ShortcutValue, SliceReport, SquareReport, StateReport, StatsReport, TurnReport,
    VerifyReport, ViolationReport, WhyReport, WitnessLine, WitnessWhy,
};
use crate::trace::{EventReport, Follow, HereReport, TraceReport, ValueReport};
use crate::witness::Witness;

/// The most bytes of tokens in an answer: a graph's token is the whole graph, once for each move.
const MOST_TOLD: usize = 256 << 20;

/// As many threads as there are cores.
const ALL_CORES: usize = 0;

/// Opens texts of positions of one game.
pub(crate) trait Opener: Send + Sync {
    /// Opens the part of a token after `<game>:`.
    fn open(self: Arc<Self>, text: &str) -> Result<Opened, NotationError>;
}

impl<G: Game + Send + 'static> Opener for Shared<G> {
    fn open(self: Arc<Self>, text: &str) -> Result<Opened, NotationError> {
        let (game, position) = self.tokens.parse(text)?;
        Ok(Opened::new(self, game, position))
    }
}

impl<G: Game> Shared<G> {
    /// How its positions are written, for checks.
    pub(crate) fn written(&self) -> Written<'_, G> {
        Written { id: self.about.id, tokens: &*self.tokens }
    }

    fn look(&self, game: &G, position: &G::Position) -> Look {
        let here = Here { turn: game.turn(position), ending: game.over(position) };
        Look { token: self.tokens.token(self.about.id, game, position), here }
    }
}

/// A position as the rules see it.
struct Look {
    token: String,
    here: Here,
}

/// All that the types of a game are needed for: what [`Opened`] makes of it is compiled once, whatever the games.
trait Ruled: Send + Sync {
    fn look(&self) -> Look;
    /// All that stands behind the colon, whatever the instance may be called.
    fn print(&self) -> String;
    fn recall(&self, text: &str) -> Option<Arc<dyn Ruled>>;
    fn draw(&self) -> String;
    fn identity(&self) -> String;
    fn turn(&self) -> Side;
    fn is_over(&self) -> bool;
    /// Visits the texts of the moves, and the positions after them.
    fn each_move(&self, visit: &mut dyn FnMut(String, Look));
    fn breadth(&self) -> usize;
    /// The position after the move of that number.
    fn after(&self, number: usize) -> Option<Arc<dyn Ruled>>;
    fn squares(&self) -> Vec<Square>;
    fn pieces(&self) -> Vec<Piece>;
    /// The token with the piece of that number elsewhere; `None` if the game has no pieces.
    fn placed(&self, piece: usize, square: Square) -> Option<Result<String, String>>;
    fn size(&self, threads: usize) -> Option<(u64, u64)>;
    fn shortcut(&self) -> Option<ShortcutValue>;
    fn witness(&self) -> Option<Box<dyn Witness + '_>>;
    fn broken(&self, budget: u64) -> Option<Broken>;
    fn board(&self, domain: Domain, options: &Options<'_>) -> BoardResult;
    fn own_table(&self) -> Option<Result<Table, SolveError>>;
    fn opener(&self) -> Arc<dyn Opener>;
}

/// A position with its instance.
struct Placed<G: Game> {
    shared: Arc<Shared<G>>,
    game: Arc<G>,
    position: G::Position,
}

impl<G: Game + Send + 'static> Placed<G> {
    fn beside(&self, position: G::Position) -> Arc<dyn Ruled> {
        Arc::new(Self { shared: self.shared.clone(), game: self.game.clone(), position })
    }

    /// Every game's rules are compiled once for all that is asked here.
    fn visit(&self, visit: &mut dyn FnMut(G::Move, G::Position)) {
        self.game.each_move(&self.position, visit);
    }
}

impl<G: Game + Send + 'static> Ruled for Placed<G> {
    fn look(&self) -> Look {
        self.shared.look(&self.game, &self.position)
    }
    fn print(&self) -> String {
        self.shared.tokens.print(&self.game, &self.position)
    }
    fn recall(&self, text: &str) -> Option<Arc<dyn Ruled>> {
        Some(self.beside(self.shared.tokens.recall(&self.game, text)?))
    }
    fn draw(&self) -> String {
        self.shared.tokens.draw(&self.game, &self.position)
    }
    fn identity(&self) -> String {
        self.shared.tokens.identity(&self.game)
    }
    fn turn(&self) -> Side {
        self.game.turn(&self.position)
    }
    fn is_over(&self) -> bool {
        self.game.over(&self.position).is_some()
    }
    fn each_move(&self, visit: &mut dyn FnMut(String, Look)) {
        self.visit(&mut |action, child| visit(action.to_string(), self.shared.look(&self.game, &child)));
    }
    fn breadth(&self) -> usize {
        let mut moves = 0;
        self.visit(&mut |_, _| moves += 1);
        moves
    }
    fn after(&self, number: usize) -> Option<Arc<dyn Ruled>> {
        let (mut before, mut found) = (0, None);
        self.visit(&mut |_, child| {
            if before == number {
                found = Some(self.beside(child));
            }
            before += 1;
        });
        found
    }
    fn squares(&self) -> Vec<Square> {
        self.shared.pieces.map_or_else(Vec::new, |hooks| (hooks.squares)(&self.game))
    }
    fn pieces(&self) -> Vec<Piece> {
        self.shared.pieces.map_or_else(Vec::new, |hooks| (hooks.pieces)(&self.game, &self.position))
    }
    fn placed(&self, piece: usize, square: Square) -> Option<Result<String, String>> {
        let placed = (self.shared.pieces?.placed)(&self.game, &self.position, piece, square);
        Some(placed.map(|placed| self.shared.look(&self.game, &placed).token))
    }
    fn size(&self, threads: usize) -> Option<(u64, u64)> {
        (self.shared.size)(&self.game, threads)
    }
    fn shortcut(&self) -> Option<ShortcutValue> {
        (self.shared.shortcut.as_ref()?)(&self.game, &self.position)
    }
    fn witness(&self) -> Option<Box<dyn Witness + '_>> {
        (self.shared.witness.as_ref()?)(&self.game, &self.position)
    }
    fn broken(&self, budget: u64) -> Option<Broken> {
        let starts = std::slice::from_ref(&self.position);
        check::from_positions(self.shared.level, self.shared.written(), &self.game, starts, budget).err()
    }
    fn board(&self, domain: Domain, options: &Options<'_>) -> BoardResult {
        (self.shared.board)(&self.shared, self.game.clone(), &self.position, domain, options)
    }
    fn own_table(&self) -> Option<Result<Table, SolveError>> {
        (self.shared.own_table?)(&self.game)
    }
    fn opener(&self) -> Arc<dyn Opener> {
        self.shared.clone()
    }
}

/// The longest random walk, in plies, where a game may go round.
const LONGEST_WALK: usize = 200;

/// A position of any game.
pub(crate) struct Opened {
    about: Arc<About>,
    position: Arc<dyn Ruled>,
}

impl Opened {
    pub(crate) fn new<G: Game + Send + 'static>(shared: Arc<Shared<G>>, game: G, position: G::Position) -> Self {
        let about = shared.about.clone();
        Self { about, position: Arc::new(Placed { shared, game: Arc::new(game), position }) }
    }

    /// One of the positions of a random walk from here that are not over, each as likely as another.
    pub(crate) fn wander(self, rng: &mut fastrand::Rng) -> Option<Self> {
        let (mut chosen, mut now) = (None, self.position);
        for met in 1..=LONGEST_WALK {
            if now.is_over() {
                break;
            }
            if rng.usize(..met) == 0 {
                chosen = Some(now.clone());
            }
            match now.breadth() {
                0 => break,
                moves => now = now.after(rng.usize(..moves))?,
            }
        }
        Some(Self { about: self.about, position: chosen? })
    }

    /// What a table of this domain would really hold.
    fn domain(&self, domain: Domain) -> Domain {
        if self.about.way == Way::Rules { Domain::Reachable } else { domain }
    }

    fn session(&self, domain: Domain, board: Arc<dyn AnyBoard>, values: Box<dyn Values>) -> Box<dyn AnySolution> {
        let origin = if domain == Domain::Reachable { self.token() } else { String::new() };
        let name = format!("{}/{}/{origin}", self.instance(), domain.word());
        let about = self.about.clone();
        let table = format!("{}-{:08x}", about.id, fingerprint(&name));
        let opener = self.position.opener();
        Box::new(Session { about, board, values, domain, table, opener, logs: Logs::default() })
    }

    fn state(&self, Look { token, here }: Look) -> StateReport {
        let winner = here.ending.and_then(|ending| match ending.outcome {
            Outcome::Won(side) => Some(self.about.side(side)),
            Outcome::Level => None,
        });
        let turn = self.about.side(here.turn);
        StateReport { pos: token, turn, over: here.ending.map(|ending| ending.rule), winner }
    }

    fn no_piece(&self, piece: &str) -> NoPiece {
        let known = self.position.pieces().iter().map(|piece| piece.id).collect();
        NoPiece { game: self.about.id, piece: piece.to_owned(), known }
    }
}

impl AnyPosition for Opened {
    fn token(&self) -> String {
        self.position.look().token
    }

    fn whole_token(&self) -> String {
        format!("{}:{}", self.about.id, self.position.print())
    }

    fn sibling(&self, text: &str) -> Option<Box<dyn AnyPosition>> {
        Some(Box::new(Self { about: self.about.clone(), position: self.position.recall(text)? }))
    }

    fn draw(&self) -> String {
        self.position.draw()
    }

    fn turn(&self) -> &'static str {
        self.about.side(self.position.turn())
    }

    fn instance(&self) -> String {
        let About { id, version, .. } = &*self.about;
        format!("{id}/{version}/{}", self.position.identity())
    }

    fn moves(&self) -> Result<MovesReport, TooManyMoves> {
        let mut moves = Vec::new();
        self.position.each_move(&mut |action, child| moves.push(LegalMoveReport { action, child: self.state(child) }));
        moves.sort_by(|a, b| a.action.cmp(&b.action));
        let state = self.state(self.position.look());
        Ok(MovesReport { schema: SCHEMA, game: self.about.id, state, moves })
    }

    fn breadth(&self) -> usize {
        self.position.breadth()
    }

    fn squares(&self) -> Vec<Square> {
        self.position.squares()
    }

    fn pieces(&self) -> Vec<PieceReport> {
        self.position.pieces().iter().map(|piece| piece_report(&self.about, piece)).collect()
    }

    fn placed(&self, piece: &str, square: &str) -> Result<String, PlaceError> {
        let found = self.position.pieces().iter().position(|known| known.id == piece);
        let index = found.ok_or_else(|| self.no_piece(piece))?;
        let placed = self.position.placed(index, Square::read(square, 0)?);
        placed.ok_or_else(|| self.no_piece(piece))?.map_err(PlaceError::Illegal)
    }

    fn plan(&self, domain: Domain, threads: usize) -> Plan {
        let domain = self.domain(domain);
        let way = if domain == Domain::Reachable { Way::Rules } else { self.about.way };
        let size = self.position.size(threads).filter(|_| domain == Domain::All);
        Plan { reason: way.reason(), domain, slots: size.map(|(slots, _)| slots), bytes: size.map(|(_, bytes)| bytes) }
    }

    fn shortcut(&self) -> Option<ProbeReport> {
        let ShortcutValue { kind, depth } = self.position.shortcut()?;
        let Look { token, here } = self.position.look();
        let head = self.about.head(token, here, kind, depth);
        Some(ProbeReport { head, moves: None, line: None, table: None })
    }

    fn witness_line(&self, max: usize) -> Option<WitnessLine> {
        Some(self.position.witness()?.line(max))
    }

    fn witness_why(&self) -> Option<WitnessWhy> {
        Some(self.position.witness()?.why())
    }

    fn broken(&self, budget: u64) -> Option<Broken> {
        self.position.broken(budget)
    }

    fn solve(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError> {
        let domain = self.domain(domain);
        let board = self.position.board(domain, options)?;
        let values = board.solve(options)?;
        Ok(self.session(domain, board, values))
    }

    fn solve_quickly(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError> {
        // What is explored, or fits no memory, is the kernel's to do or to refuse.
        let fits = self.plan(domain, options.threads).bytes.is_some_and(|bytes| bytes <= options.memory);
        match fits.then(|| self.position.own_table()).flatten() {
            Some(table) => Ok(self.session(domain, self.position.board(domain, options)?, Box::new(table?))),
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
struct Session {
    about: Arc<About>,
    board: Arc<dyn AnyBoard>,
    values: Box<dyn Values>,
    domain: Domain,
    table: String,
    opener: Arc<dyn Opener>,
    logs: Logs,
}

/// The logs that were asked for, as indices: the whole table's, and those of the answers asked for last.
#[derive(Default)]
struct Logs {
    all: OnceLock<Result<Arc<Record>, QuestionError>>,
    answers: Mutex<VecDeque<(Slot, Arc<Record>)>>,
}

/// Answers whose logs are kept.
const MOST_ANSWERS: usize = 4;

/// A rated move of a board.
type Rated = RatedMove<Action, Slot>;

impl AnySolution for Session {
    fn table(&self) -> &str {
        &self.table
    }

    fn bytes(&self) -> u64 {
        self.board.bytes() + self.values.bytes()
    }

    fn probe(&self, token: &str, line: usize) -> Result<ProbeReport, AskError> {
        let slot = self.read(token)?;
        let probe = self.probed(slot)?;
        let head = self.head(slot, probe.value)?;
        AskError::within(MOST_TOLD, probe.moves.len(), head.pos.len())?;
        let moves = self.rated(&probe.moves)?;
        let line = match line {
            0 => None,
            max => Some(self.followed(slot, max)?.plies.iter().map(action).collect()),
        };
        Ok(ProbeReport { head, moves: Some(moves), line, table: Some(self.table.clone()) })
    }

    fn line(&self, token: &str, max: usize) -> Result<LineReport, AskError> {
        let slot = self.read(token)?;
        let line = self.followed(slot, max)?;
        let (mut end, mut loop_from, mut cut) = (None, None, false);
        match line.end {
            LineEnd::Over(ending) => end = Some(ending.rule),
            LineEnd::Loop { from } => loop_from = Some(from),
            LineEnd::Cut => cut = true,
        }
        Ok(LineReport { head: self.head(slot, line.value)?, line: self.rated(&line.plies)?, end, loop_from, cut })
    }

    fn why(&self, token: &str) -> Result<WhyReport, AskError> {
        let slot = self.read(token)?;
        let probe = self.probed(slot)?;
        let head = self.head(slot, probe.value)?;
        AskError::within(MOST_TOLD, probe.moves.len(), head.pos.len())?;
        let (moves, others, cycle) = match self.told(self.questions().why(slot))? {
            Why::Over(_) => (Vec::new(), Vec::new(), None),
            Why::Wins { wins, others } => (unanswered(wins), others, None),
            Why::Loses(moves) => (moves, Vec::new(), None),
            Why::Ties { ties, others } => (unanswered(ties), others, None),
            Why::Draws { keeps, loses, cycle } => (unanswered(keeps), loses, Some(cycle)),
        };
        Ok(WhyReport {
            head,
            moves: moves.iter().map(|answered| self.answered(answered)).collect::<Result<_, _>>()?,
            others: self.rated(&others)?,
            cycle: cycle.and_then(|line| loop_of(&line)),
        })
    }

    fn certificate(&self, token: &str) -> Result<CertificateReport, AskError> {
        let slot = self.read(token)?;
        let limit = MAX_CLAIMS.min(MOST_TOLD / token.len().max(1));
        let certificate = self.told(self.questions().certificate(slot, limit))?;
        CertificateReport::of(&self.about, slot, &certificate, |slot| self.print(slot))
    }

    fn slice(&self, token: &str, piece: &str) -> Result<SliceReport, AskError> {
        let slot = self.read(token)?;
        let position = self.text(token).map(|text| self.opener.clone().open(text)).transpose()?;
        let pieces = position.as_ref().map_or_else(Vec::new, AnyPosition::pieces);
        let (Some(position), Some(piece)) = (position, pieces.iter().find(|known| known.piece == piece)) else {
            let known = pieces.iter().map(|piece| piece.piece).collect();
            return Err(NoPiece { game: self.about.id, piece: piece.to_owned(), known }.into());
        };
        let square = |square: Square| {
            let square = square.to_string();
            self.square(position.placed(piece.piece, &square), square)
        };
        Ok(SliceReport {
            schema: SCHEMA,
            game: self.about.id,
            pos: self.print(slot)?,
            turn: self.about.side(self.here(slot)?.turn),
            piece: piece.clone(),
            squares: position.squares().into_iter().map(square).collect::<Result<_, _>>()?,
        })
    }

    fn trace(&self, token: &str, follow: Follow, from: u64, count: u64) -> Result<TraceReport, AskError> {
        let root = self.read(token)?;
        let record = self.record(root, follow)?;
        let (total, from) = (record.total(), from.min(record.total()));
        let steps = from..from.saturating_add(count);
        let events = self.told(self.questions().events(&record, steps.clone()))?;
        let events = steps.zip(events).map(|(step, event)| self.event(step, event, root));
        Ok(TraceReport {
            schema: SCHEMA,
            game: self.about.id,
            pos: self.print(root)?,
            table: self.table.clone(),
            follow: follow.word(),
            total,
            from,
            keyframe: self.told::<State>(self.questions().state(&record, from))?.into(),
            events: events.collect::<Result<_, _>>()?,
        })
    }

    fn sea(&self, token: &str, follow: Follow) -> Result<Vec<u8>, AskError> {
        let record = self.record(self.read(token)?, follow)?;
        self.told(self.questions().sea(&record, ALL_CORES))
    }

    fn token(&self, slot: u64) -> Option<String> {
        self.print(Slot(slot)).ok()
    }

    fn slot(&self, token: &str) -> Result<u64, AskError> {
        Ok(self.read(token)?.0)
    }

    fn stats(&self) -> Result<StatsReport, AskError> {
        let stats = self.told(self.questions().stats())?;
        let counts = |&side: &Side| TurnReport { turn: self.about.side(side), counts: stats.totals[side].into() };
        let by_depth = stats.by_depth.iter().zip(0..);
        Ok(StatsReport {
            schema: SCHEMA,
            game: self.about.id,
            table: self.table.clone(),
            domain: self.domain.word(),
            slots: stats.slots,
            positions: stats.positions,
            turns: Side::BOTH.iter().map(counts).collect(),
            by_depth: by_depth.map(|(c, depth)| DepthReport { depth, win: c.win, loss: c.loss, tie: c.tie }).collect(),
            deepest: stats.deepest.iter().filter_map(|deepest| self.deepest(deepest)).collect(),
        })
    }

    fn verify(&self, threads: usize) -> Result<VerifyReport, AskError> {
        let (verified, violation) = match self.questions().verify(threads) {
            Ok(verified) => (Some(verified), None),
            Err(Unverified::Wrong(violation)) => (None, Some(self.violation(&violation))),
            Err(Unverified::Unreadable(error)) => return Err(error.into()),
        };
        Ok(VerifyReport {
            schema: SCHEMA,
            game: self.about.id,
            table: self.table.clone(),
            ok: verified.is_some(),
            positions: verified.map(|verified| verified.positions),
            moves: verified.map(|verified| verified.moves),
            violation,
        })
    }

    fn random(&self, wanted: &Wanted, seed: u64) -> Result<Option<ProbeReport>, AskError> {
        let goes_on = |_, here: Here| here.ending.is_none();
        let slot = self.told(self.questions().random(wanted, seed, &goes_on))?;
        slot.map(|slot| self.probe(&self.print(slot)?, 0)).transpose()
    }
}

impl Session {
    fn questions(&self) -> Questions<'_> {
        Questions::new(&*self.board, &*self.values)
    }

    /// An answer, or why there is none.
    fn told<T>(&self, answer: Result<T, QuestionError>) -> Result<T, AskError> {
        answer.map_err(|error| match error {
            QuestionError::NotHeld => self.not_reached(),
            QuestionError::Trace(error) => AskError::Trace(error),
            QuestionError::TooManyClaims(error) => AskError::Certificate(error),
            QuestionError::Unreadable(error) => AskError::Unreadable(error),
            error => AskError::Unsound(error),
        })
    }

    fn not_reached(&self) -> AskError {
        AskError::NotReached { table: self.table.clone() }
    }

    /// The part of a token behind the game's id; `None` if it has another form.
    fn text<'t>(&self, token: &'t str) -> Option<&'t str> {
        token.strip_prefix(self.about.id)?.strip_prefix(':')
    }

    /// Reads a token that must lie on this table's board.
    fn read(&self, token: &str) -> Result<Slot, AskError> {
        self.board.find(token).map_err(|error| match error {
            FindError::Notation(error) => error.into(),
            FindError::OneIdentity(detail) => AskError::OneIdentity { table: self.table.clone(), detail },
            FindError::NotHeld => self.not_reached(),
            _ => AskError::OtherInstance { game: self.about.id, table: self.table.clone() },
        })
    }

    /// The value of a position and its moves, which agree.
    fn probed(&self, slot: Slot) -> Result<Probe<Action, Slot>, AskError> {
        let probe = self.told(self.questions().probe(slot))?;
        match probe.check() {
            Ok(()) => Ok(probe),
            Err(what) => Err(AskError::Inconsistent { pos: self.print(slot)?, what }),
        }
    }

    /// The line from a position, whose values agree from the first to the last.
    fn followed(&self, slot: Slot, max: usize) -> Result<Line<Action, Slot>, AskError> {
        self.probed(slot)?;
        let line = self.told(self.questions().line(slot, max))?;
        if let Err((ply, what)) = line.check() {
            let before = ply.checked_sub(1).map_or(slot, |before| line.plies[before].child);
            return Err(AskError::Inconsistent { pos: self.print(before)?, what });
        }
        line.plies.last().map(|last| self.probed(last.child)).transpose()?;
        Ok(line)
    }

    /// The token of a slot.
    fn print(&self, slot: Slot) -> Result<String, AskError> {
        self.board.token(slot).ok_or_else(|| self.not_reached())
    }

    fn here(&self, slot: Slot) -> Result<Here, AskError> {
        self.told(self.questions().here(slot))
    }

    /// The log asked for, made if nobody asked for it before.
    fn record(&self, slot: Slot, follow: Follow) -> Result<Arc<Record>, AskError> {
        if follow == Follow::All {
            let record = self.logs.all.get_or_init(|| self.questions().record(ALL_CORES).map(Arc::new));
            return self.told(record.clone());
        }
        let answers = || self.logs.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, record)) = answers().iter().find(|(kept, _)| *kept == slot) {
            return Ok(record.clone());
        }
        let record = Arc::new(self.told(self.questions().record_answer(slot, ALL_CORES))?);
        let mut answers = answers();
        answers.truncate(MOST_ANSWERS - 1);
        answers.push_front((slot, record.clone()));
        Ok(record)
    }

    /// An event in words.
    fn event(&self, step: u64, event: Event, root: Slot) -> Result<EventReport, AskError> {
        Ok(match event {
            Event::Seed { slot, value } => {
                let (here, value) = self.told_here(slot, value)?;
                EventReport::Seed { step, here, value, over: self.here(slot)?.ending.map(|ending| ending.rule) }
            }
            Event::Pop { slot, value } => {
                let (here, value) = self.told_here(slot, value)?;
                EventReport::Pop { step, here, value }
            }
            Event::Relax { slot, from, open, of } => {
                let (here, _) = self.told_here(slot, Value::Draw)?;
                EventReport::Relax { step, here, from: from.0, action: self.move_to(slot, from), open, of }
            }
            Event::Mark { slot, from, value } => {
                let (here, value) = self.told_here(slot, value)?;
                EventReport::Mark { step, here, from: from.0, action: self.move_to(slot, from), value }
            }
            Event::Layer(Layer { depth, popped: Tally { win, loss, tie }, queue }) => {
                EventReport::Layer { step, depth: depth.plies(), win, loss, tie, queue }
            }
            Event::Rest { draws } => EventReport::Rest { step, draw: draws },
            Event::Done => {
                let (here, value) = self.told_here(root, self.told(self.questions().value(root))?)?;
                EventReport::Done { step, here, value }
            }
        })
    }

    fn told_here(&self, slot: Slot, value: Value) -> Result<(HereReport, ValueReport), AskError> {
        let turn = self.here(slot)?.turn;
        let here = HereReport { slot: slot.0, pos: self.print(slot)?, turn: self.about.side(turn) };
        let winner = value.winner(turn).map(|side| self.about.side(side));
        let value = ValueReport { value: value.kind().word(), winner, depth: value.depth().map(Depth::plies) };
        Ok((here, value))
    }

    /// The move from one slot to another; the first by its text.
    fn move_to(&self, from: Slot, to: Slot) -> Option<String> {
        let steps = self.board.steps(from).into_iter().filter(|step| step.child == Some(to));
        steps.map(|step| step.action.to_string()).min()
    }

    /// One square of a slice, with the position that has the piece there, or why there is none.
    fn square(&self, placed: Result<String, PlaceError>, square: String) -> Result<SquareReport, AskError> {
        let because =
            |reason| Ok(SquareReport { square: square.clone(), reason: Some(reason), ..SquareReport::default() });
        let slot = match placed.map(|token| self.read(&token)) {
            Ok(Ok(slot)) => slot,
            Ok(Err(AskError::NotReached { .. })) => return because("the table does not hold the position".to_owned()),
            Ok(Err(error)) => return Err(error),
            Err(error) => return because(error.to_string()),
        };
        let value = self.told(self.questions().value(slot))?;
        let Head { pos, value, winner, depth, over, .. } = self.head(slot, value)?;
        Ok(SquareReport { square, pos: Some(pos), value: Some(value), winner, depth, over, reason: None })
    }

    fn head(&self, slot: Slot, value: Value) -> Result<Head, AskError> {
        Ok(self.about.head(self.print(slot)?, self.here(slot)?, value.kind(), value.depth()))
    }

    fn rated(&self, moves: &[Rated]) -> Result<Vec<MoveReport>, AskError> {
        moves.iter().map(|rated| self.rated_one(rated)).collect()
    }

    fn rated_one(&self, rated: &Rated) -> Result<MoveReport, AskError> {
        let (waste, drop) = MoveReport::waste(rated.waste);
        let turn = self.here(rated.child)?.turn;
        Ok(MoveReport {
            action: rated.action.to_string(),
            pos: self.print(rated.child)?,
            value: rated.child_value.kind().word(),
            for_mover: rated.value.kind().word(),
            winner: rated.child_value.winner(turn).map(|side| self.about.side(side)),
            depth: rated.child_value.depth().map(Depth::plies),
            waste,
            drop,
            over: rated.ending.map(|ending| ending.rule),
        })
    }

    fn answered(&self, answered: &Answered<Action, Slot>) -> Result<AnsweredReport, AskError> {
        let reply = answered.reply.as_ref().map(ToString::to_string);
        Ok(AnsweredReport { rated: self.rated_one(&answered.rated)?, reply })
    }

    fn deepest(&self, deepest: &retrograde::Deepest) -> Option<DeepestReport> {
        Some(DeepestReport {
            turn: self.about.side(deepest.turn),
            value: deepest.value.kind().word(),
            depth: deepest.value.depth()?.plies(),
            pos: self.print(deepest.position).ok()?,
        })
    }

    fn violation(&self, violation: &Violation) -> ViolationReport {
        let text = |found: Found| found.to_string();
        ViolationReport {
            slot: violation.slot.0,
            pos: self.print(violation.slot).ok(),
            law: violation.law.to_string(),
            found: text(violation.found),
            expected: text(violation.expected),
        }
    }
}

impl About {
    /// The name of a side.
    pub(crate) const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// The head of an answer about a position, whose depth may be unknown.
    pub(crate) fn head(&self, pos: String, here: Here, kind: Kind, depth: Option<Depth>) -> Head {
        head((self.id, self.sides), pos, here, kind, depth)
    }
}

/// The head of an answer that may have no depth.
pub(crate) fn head_of<G: Notation>(game: &G, position: &G::Position, value: ShortcutValue) -> Head {
    let here = Here { turn: game.turn(position), ending: game.over(position) };
    head((G::ID, G::SIDES), game.token(position), here, value.kind, value.depth)
}

/// The head of an answer about a position of a game with that id and those sides.
fn head(
    (game, sides): (&'static str, [&'static str; 2]),
    pos: String,
    Here { turn, ending }: Here,
    kind: Kind,
    depth: Option<Depth>,
) -> Head {
    let depth = depth.or_else(|| ending.map(|_| Depth::ZERO));
    let winner = match kind {
        Kind::Win => Some(turn),
        Kind::Loss => Some(turn.other()),
        Kind::Tie | Kind::Draw => None,
    };
    Head {
        schema: SCHEMA,
        pos,
        game,
        turn: sides[turn.index()],
        value: kind.word(),
        winner: winner.map(|side| sides[side.index()]),
        depth: depth.map(Depth::plies),
        depth_known: depth.is_some() || kind == Kind::Draw,
        unit: "ply",
        over: ending.map(|ending: Ending| ending.rule),
    }
}

fn piece_report(about: &About, piece: &Piece) -> PieceReport {
    let &Piece { id, side, letter, square } = piece;
    PieceReport { piece: id, side: about.side(side), letter, square: square.to_string() }
}

pub(crate) fn side_name<G: Notation>(side: Side) -> &'static str {
    G::SIDES[side.index()]
}

fn action(rated: &Rated) -> String {
    rated.action.to_string()
}

fn unanswered(moves: Vec<Rated>) -> Vec<Answered<Action, Slot>> {
    moves.into_iter().map(|rated| Answered { rated, reply: None }).collect()
}

fn loop_of(line: &Line<Action, Slot>) -> Option<LoopReport> {
    let LineEnd::Loop { from } = line.end else { return None };
    Some(LoopReport { moves: line.plies.iter().map(action).collect(), from })
}
