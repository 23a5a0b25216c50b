//! The registry: each game once, with the adapters that it needs, whatever its types.
//!
//! ```text
//! Registry --id--> AnyGame --text--> AnyPosition --solve--> AnySolution --token--> reports
//! ```
//!
//! Behind the three traits stands one generic implementation, so that a game is registered in one line and
//! the command line and the page never name one.

use std::io::BufRead;
use std::sync::Arc;

use retrograde::board::{AnyBoard, Noted, Slots};
use retrograde::certificate::TooManyClaims;
use retrograde::check::{self, Broken, Checked, Level};
use retrograde::solve::estimate;
use retrograde::trace::TraceError;
use retrograde::{
    ByNotation, Game, Inconsistent, Linked, Notation, NotationError, Numbered, Options, QuestionError, Reversible,
    SolveError, Table, Tokens, Unreadable, Wanted, word,
};
use thiserror::Error;

pub use crate::about::{About, Text};

use crate::cannons::p7387::P7387;
use crate::cannons::{self, Cannons};
use crate::certificate::CertificateReport;
use crate::climb::{Climber, Quest};
use crate::contest::{Contest, InputError};
use crate::graph::{self, EdgeList, Graph};
use crate::grid::Square;
use crate::instances::Instances;
use crate::names::{self, NameError, Named};
use crate::own_table::OwnTable;
use crate::pawn::{self, P9169, Pawn};
use crate::pieces::{Piece, Pieces};
use crate::race::p4658::P4658;
use crate::race::{self, Race};
use crate::report::{
    LineReport, MovesReport, PieceReport, ProbeReport, ShortcutValue, SliceReport, StatsReport, VerifyReport,
    WhyReport, WitnessLine, WitnessWhy,
};
use crate::session::{Opened, Opener};
use crate::tictactoe::TicTacToe;
use crate::trace::{Follow, TraceReport};
use crate::witness::Witness;

/// A game in the registry, made by [`Entry`].
pub trait AnyGame: Send + Sync {
    /// What is known of the game before any position.
    fn about(&self) -> &About;
    /// Its contest formats.
    fn contests(&self) -> &[Box<dyn Contest>];
    /// Reads the part of a token after `<game>:`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError>;
    /// Whether it has files of its own, each of which holds an instance.
    fn reads_files(&self) -> bool;
    /// Reads a file of the game's own as an instance that is called by the file: `name` and what it holds. The position is the first;
    /// others of it are found by [`AnyPosition::sibling`]. `None` if the game has no such files.
    fn read_file(
        &self,
        name: &str,
        input: &mut dyn BufRead,
        memory: u64,
    ) -> Option<Result<Box<dyn AnyPosition>, InputError>>;
    /// Makes a random start; `None` if the game has no generator.
    fn generate(&self, rng: &mut fastrand::Rng, spec: &Spec) -> Option<Result<Box<dyn AnyPosition>, String>>;
    /// A random position that is not over, by a walk from the usual start; `None` if that is over.
    fn wander(&self, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>>;
    /// Makes a search for long games; `None` if the game has none.
    fn climber(&self, quest: &Quest) -> Option<Result<Box<dyn Climber>, String>>;
    /// Starts to test programs with, if the game has them.
    fn instances(&self) -> Option<&dyn Instances>;
    /// Checks the laws that the game must keep, from its examples: see [`check::from_texts`].
    ///
    /// # Errors
    /// The first law found broken.
    fn laws(&self, budget: u64) -> Result<Checked, Broken>;
}

/// A position on the board it belongs to.
pub trait AnyPosition: Send + Sync {
    /// The whole token, printed strictly.
    fn token(&self) -> String;
    /// The token that says all, for those who know no file that the instance may be called by.
    fn whole_token(&self) -> String {
        self.token()
    }
    /// The position of the same instance that a text of the instance's own means: see [`Notation::recall`].
    fn sibling(&self, _text: &str) -> Option<Box<dyn AnyPosition>> {
        None
    }
    /// The board as a few lines of text.
    fn draw(&self) -> String;
    /// The side to move, by its name.
    fn turn(&self) -> &'static str;
    /// What tells this instance from others: equal for positions that one table holds.
    fn instance(&self) -> String;
    /// The legal moves, and whether the game is over, by the rules alone: no table is needed.
    fn moves(&self) -> Result<MovesReport, TooManyMoves>;
    /// How many legal moves there are.
    fn breadth(&self) -> usize;
    /// The squares on which a piece can stand, in reading order; empty if the game has no pieces that stand on squares.
    fn squares(&self) -> Vec<Square>;
    /// The pieces that a slice can move; empty if the game has none that stand on squares.
    fn pieces(&self) -> Vec<PieceReport>;
    /// The token of the position with one of its [`pieces`](Self::pieces), by name, on another square.
    fn placed(&self, piece: &str, square: &str) -> Result<String, PlaceError>;
    /// How it would be solved, and what that takes.
    fn plan(&self, domain: Domain, threads: usize) -> Plan;
    /// The answer of the game's shortcut; `None` if it has none, or none for this position.
    fn shortcut(&self) -> Option<ProbeReport>;
    /// Play of at most `max` plies that shows why the shortcut's answer is right; `None` if the game has no such
    /// witness, or none for this position.
    fn witness_line(&self, max: usize) -> Option<WitnessLine>;
    /// The same, one move deep.
    fn witness_why(&self) -> Option<WitnessWhy>;
    /// The first law that the game is found to break on at most about `budget` positions that can be reached from here.
    fn broken(&self, _budget: u64) -> Option<Broken> {
        None
    }
    /// Solves the instance by the kernel.
    fn solve(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError>;
    /// The same, to the bit, by the game's own maker of tables, if it has one for this board: for those who wait for the answer.
    /// Who doubts the answer asks the kernel by [`solve`](Self::solve).
    fn solve_quickly(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError>;
}

/// A solved instance, asked by token.
pub trait AnySolution: Send + Sync {
    /// The table's name: the game and a hash of its version, instance and domain.
    fn table(&self) -> &str;
    /// The memory that the table and its numbering take, in bytes; logs that were asked for come on top.
    fn bytes(&self) -> u64;
    /// The value and all moves, with the best line of at most `line` plies if that is not 0.
    fn probe(&self, token: &str, line: usize) -> Result<ProbeReport, AskError>;
    /// Best play of at most `max` plies.
    fn line(&self, token: &str, max: usize) -> Result<LineReport, AskError>;
    /// Why the position has its value.
    fn why(&self, token: &str) -> Result<WhyReport, AskError>;
    /// A proof of the value, for those who trust the rules alone.
    fn certificate(&self, token: &str) -> Result<CertificateReport, AskError>;
    /// The value with one of the position's pieces, by name, on every square in turn.
    fn slice(&self, token: &str, piece: &str) -> Result<SliceReport, AskError>;
    /// The events `from`, `from + 1`, ... `from + count - 1` of the log, cut at its end, with the state before them.
    ///
    /// The first call makes an index of the whole log (or, to follow the answer, of what decides this position) and keeps it;
    /// after that, a window takes time for itself alone.
    fn trace(&self, token: &str, follow: Follow, from: u64, count: u64) -> Result<TraceReport, AskError>;
    /// The whole log as numbers, in the binary form of [`Questions::sea`](retrograde::Questions::sea).
    fn sea(&self, token: &str, follow: Follow) -> Result<Vec<u8>, AskError>;
    /// The token of a slot's position; `None` for a hole and beyond the last slot.
    fn token(&self, slot: u64) -> Option<String>;
    /// The slot of a position of this table.
    fn slot(&self, token: &str) -> Result<u64, AskError>;
    /// Counts over the table.
    fn stats(&self) -> Result<StatsReport, AskError>;
    /// Checks every value by the forward rules.
    fn verify(&self, threads: usize) -> Result<VerifyReport, AskError>;
    /// A random position, not over, of those wanted, if there is any; the same for the same seed.
    fn random(&self, wanted: &Wanted, seed: u64) -> Result<Option<ProbeReport>, AskError>;
}

/// A position has more moves than can be written down with where they lead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {moves} moves of this position are too many to be listed with the positions after them")]
pub struct TooManyMoves {
    /// The moves.
    pub moves: usize,
}

/// Which of the three ways a game comes into the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Rules only: explored from the start, predecessors stored.
    Rules,
    /// Rules and a numbering: predecessors stored.
    Numbered,
    /// Rules, a numbering and un-moves: nothing stored but the table.
    Reversible,
}

impl Way {
    /// The word: `exploring`, `numbering`, `un-moves`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "exploring",
            Self::Numbered => "numbering",
            Self::Reversible => "un-moves",
        }
    }

    /// The adapters and the reason for them, in one line.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Rules => "explored from the position, with predecessors stored: the game gives only rules",
            Self::Numbered => "all numbered positions, with predecessors stored: the game gives no un-moves",
            Self::Reversible => "all numbered positions, by un-moves: nothing is stored but the table",
        }
    }
}

/// Which positions a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// All that the game numbers; what can be reached, if it numbers none.
    #[default]
    All,
    /// Only what can be reached from the position asked about.
    Reachable,
}

impl Domain {
    /// The word: `all`, `reachable`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Reachable => "reachable",
        }
    }
}

/// How a position would be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Why this way.
    pub reason: &'static str,
    /// The domain of the table.
    pub domain: Domain,
    /// Slots of the table; `None` if exploring will tell.
    pub slots: Option<u64>,
    /// Bytes that the kernel takes; `None` if exploring will tell.
    pub bytes: Option<u64>,
}

/// What kind of random start is wanted.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Rows and columns; for a game in a row, the columns are its length.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent.
    pub walls: Option<u32>,
}

/// Why a solution cannot answer.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// The text is no position.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The position is on another board than the table.
    #[error("the position is of another {game} board than table {table}")]
    OtherInstance {
        /// The game.
        game: &'static str,
        /// The table.
        table: String,
    },
    /// The table does not hold the position.
    #[error("table {table} does not hold the position: it holds what can be reached from the start it was made for")]
    NotReached {
        /// The table.
        table: String,
    },
    /// The values of a position and its moves do not agree: the game breaks a law.
    #[error("the values at {pos} do not agree: {what}")]
    Inconsistent {
        /// The position.
        pos: String,
        /// What does not agree.
        what: Inconsistent,
    },
    /// The position is of another instance than the table, and the game does not tell them apart.
    #[error("the position is not of the board of table {table}, but has its identity: {detail}")]
    OneIdentity {
        /// The table.
        table: String,
        /// How the table's instance prints the position.
        detail: String,
    },
    /// The position has no such piece.
    #[error(transparent)]
    Piece(#[from] NoPiece),
    /// The position has so many moves, and tokens of this game are so long, that the answer would fill the memory.
    #[error(
        "the answer has {positions} positions of {} each, and at most {} are told",
        retrograde::solve::bytes(*.length as u64),
        retrograde::solve::bytes(*.limit as u64)
    )]
    TooMuch {
        /// The positions that the answer speaks of.
        positions: usize,
        /// The length of a token, in bytes.
        length: usize,
        /// The most bytes of tokens.
        limit: usize,
    },
    /// The log is too long.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The proof is too long.
    #[error(transparent)]
    Certificate(#[from] TooManyClaims),
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The game breaks a law of its traits.
    #[error("{0}")]
    Unsound(QuestionError),
}

impl AskError {
    /// Refuses to speak of so many positions with tokens of that length, beyond so many bytes.
    pub fn within(limit: usize, positions: usize, length: usize) -> Result<(), Self> {
        let fits = positions.saturating_mul(length) <= limit;
        if fits { Ok(()) } else { Err(Self::TooMuch { positions, length, limit }) }
    }
}

/// Why a piece cannot be put somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// There is no such piece.
    #[error(transparent)]
    Piece(#[from] NoPiece),
    /// The text is no square.
    #[error(transparent)]
    Square(#[from] NotationError),
    /// The piece cannot stand there.
    #[error("{0}")]
    Illegal(String),
}

/// A position has no piece of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game} has no piece called {piece:?}{}", there_are(known))]
pub struct NoPiece {
    /// The game's id.
    pub game: &'static str,
    /// The name.
    pub piece: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

fn there_are(known: &[&str]) -> String {
    if known.is_empty() {
        ", nor any that a slice can move".to_owned()
    } else {
        format!(", there are {}", known.join(", "))
    }
}

/// Why a token leads to no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TokenError {
    /// There is no colon.
    #[error("a position begins with its game and a colon, such as {example}")]
    NoGame {
        /// A token that is right.
        example: String,
    },
    /// The registry has no such game, or several.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The game cannot read the rest.
    #[error("{source}")]
    Notation {
        /// The game's id.
        game: &'static str,
        /// The bytes in front of the game's text: the id and the colon.
        offset: usize,
        /// What is wrong.
        source: NotationError,
    },
}

/// All games by id, in the order of registration.
#[derive(Default)]
pub struct Registry {
    games: Vec<Box<dyn AnyGame>>,
}

impl Registry {
    /// No games.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The games that retrograde comes with.
    pub fn builtin() -> Self {
        Self::empty()
            .with(
                Entry::<Pawn>::reversible()
                    .own_table()
                    .pieces()
                    .contest(P9169)
                    .generator(pawn::random)
                    .shortcut(pawn::shortcut)
                    .climber(pawn::climber)
                    .instances(pawn::Starts),
            )
            .with(
                Entry::<Race>::reversible()
                    .pieces()
                    .contest(P4658)
                    .generator(race::random)
                    .shortcut(race::shortcut)
                    .witness(race::witness)
                    .instances(race::Starts),
            )
            .with(
                Entry::<Cannons>::reversible()
                    .contest(P7387)
                    .generator(cannons::random)
                    .shortcut(cannons::shortcut)
                    .witness(cannons::witness)
                    .beyond(cannons::long::open)
                    .instances(cannons::Starts),
            )
            .with(Entry::<TicTacToe>::rules().also_called(&["井字棋", "圈叉棋", "ttt", "noughts and crosses"]))
            .with(Entry::<Graph>::numbered().contest(EdgeList).files(graph::read_file))
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If its id, or one of its contests' ids, is taken.
    #[must_use]
    pub fn with<G: Game + Send + 'static>(self, entry: Entry<G>) -> Self {
        self.and(Box::new(entry))
    }

    fn and(mut self, game: Box<dyn AnyGame>) -> Self {
        let id = game.about().id;
        assert!(self.games().all(|other| other.about().id != id), "two games are called {id}");
        let is_taken = |id: &str| self.contests().any(|other| other.id() == id);
        let taken = game.contests().iter().find(|contest| is_taken(contest.id()));
        assert!(taken.is_none(), "two contests are called {}", taken.map_or("", |contest| contest.id()));
        self.games.push(game);
        self
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(AsRef::as_ref)
    }

    /// All games with their names, and those of their contests.
    pub fn named_games(&self) -> impl Iterator<Item = Named<&dyn AnyGame>> {
        self.games().map(|game| {
            let contests = game
                .contests()
                .iter()
                .flat_map(|contest| [contest.id()].into_iter().chain(contest.names().iter().copied()));
            let About { id, names, .. } = game.about();
            Named { id, names: names.iter().copied().chain(contests).collect(), thing: game }
        })
    }

    /// The game of a name.
    ///
    /// # Errors
    /// No game is called so, or several are.
    pub fn find_game(&self, name: &str) -> Result<&dyn AnyGame, NameError> {
        names::find(name, self.named_games())
    }

    /// The game of a name that means one alone.
    pub fn game(&self, name: &str) -> Option<&dyn AnyGame> {
        self.find_game(name).ok()
    }

    /// All contests.
    pub fn contests(&self) -> impl Iterator<Item = &dyn Contest> {
        self.games.iter().flat_map(|game| game.contests()).map(AsRef::as_ref)
    }

    /// All contests with their names; the names of a game are those of its first contest, too.
    pub fn named_contests(&self) -> impl Iterator<Item = Named<&dyn Contest>> {
        self.games().flat_map(|game| {
            let About { id: game_id, names, .. } = game.about();
            game.contests().iter().enumerate().map(move |(index, contest)| {
                let of_game = [*game_id].into_iter().chain(names.iter().copied()).filter(|_| index == 0);
                let names = contest.names().iter().copied().chain(of_game).collect();
                Named { id: contest.id(), names, thing: contest.as_ref() }
            })
        })
    }

    /// The contest of a name.
    ///
    /// # Errors
    /// No contest is called so, or several are.
    pub fn find_contest(&self, name: &str) -> Result<&dyn Contest, NameError> {
        names::find(name, self.named_contests())
    }

    /// The contest of a name that means one alone.
    pub fn contest(&self, name: &str) -> Option<&dyn Contest> {
        self.find_contest(name).ok()
    }

    /// The token with its game's id in front, if the game was called by another name there. What it says need not be right.
    pub fn by_id(&self, token: &str) -> String {
        let named = token.split_once(':').and_then(|(name, text)| Some((self.game(name)?.about().id, text)));
        named.map_or_else(|| token.to_owned(), |(id, text)| format!("{id}:{text}"))
    }

    /// Reads a whole token.
    pub fn open(&self, token: &str) -> Result<Box<dyn AnyPosition>, TokenError> {
        let example = || self.games().find_map(|game| game.about().examples.first().cloned()).unwrap_or_default();
        let (id, text) = token.split_once(':').ok_or_else(|| TokenError::NoGame { example: example() })?;
        let game = self.find_game(id)?;
        let offset = id.len() + 1;
        game.parse(text).map_err(|source| TokenError::Notation { game: game.about().id, offset, source })
    }
}

/// One game's line in the registry: its type, and what it has beside rules.
///
/// ```text
/// Registry::empty()
///     .with(Entry::<TicTacToe>::rules())
///     .with(Entry::<Graph>::numbered().contest(EdgeList))
///     .with(Entry::<Pawn>::reversible().contest(P9169).generator(pawn::random).shortcut(pawn::shortcut))
/// ```
pub struct Entry<G: Game> {
    shared: Arc<Shared<G>>,
    contests: Vec<Box<dyn Contest>>,
    generator: Option<Generator<G>>,
    climber: Option<ClimberOf>,
    instances: Option<Box<dyn Instances>>,
    beyond: Option<Beyond>,
    files: Option<Files<G>>,
}

/// What all positions of a game share: what is known of it, and its own functions.
pub(crate) struct Shared<G: Game> {
    pub(crate) about: Arc<About>,
    pub(crate) tokens: Arc<dyn Tokens<G>>,
    pub(crate) level: Level<G>,
    pub(crate) size: Size<G>,
    pub(crate) board: BoardOf<G>,
    pub(crate) own_table: Option<OwnTableOf<G>>,
    pub(crate) shortcut: Option<Shortcut<G>>,
    pub(crate) pieces: Option<PieceHooks<G>>,
    pub(crate) witness: Option<WitnessOf<G>>,
}

/// The functions of [`Pieces`], for a game that has them.
pub(crate) struct PieceHooks<G: Game> {
    pub(crate) pieces: fn(&G, &G::Position) -> Vec<Piece>,
    pub(crate) squares: fn(&G) -> Vec<Square>,
    pub(crate) placed: Place<G>,
}

impl<G: Game> Clone for PieceHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PieceHooks<G> {}

impl<G: Game> Clone for Shared<G> {
    fn clone(&self) -> Self {
        let (about, tokens) = (self.about.clone(), self.tokens.clone());
        let (shortcut, witness) = (self.shortcut.clone(), self.witness.clone());
        Self { about, tokens, shortcut, witness, ..*self }
    }
}

/// A game on one board, with its numbering.
pub(crate) type BoardResult = Result<Arc<dyn AnyBoard>, SolveError>;

/// Slots, and the bytes that solving takes on so many threads; `None` if exploring will tell.
type Size<G> = fn(&G, usize) -> Option<(u64, u64)>;
type BoardOf<G> = fn(&Shared<G>, Arc<G>, &<G as Game>::Position, Domain, &Options<'_>) -> BoardResult;
type OwnTableOf<G> = fn(&G) -> Option<Result<Table, SolveError>>;
type Shortcut<G> = Arc<dyn Fn(&G, &<G as Game>::Position) -> Option<ShortcutValue> + Send + Sync>;
type Place<G> = fn(&G, &<G as Game>::Position, usize, Square) -> Result<<G as Game>::Position, String>;
type WitnessOf<G> =
    Arc<dyn for<'g> Fn(&'g G, &'g <G as Game>::Position) -> Option<Box<dyn Witness + 'g>> + Send + Sync>;
type Beyond = fn(&str) -> Option<Result<Box<dyn AnyPosition>, NotationError>>;
type Files<G> = fn(&str, &mut dyn BufRead, u64) -> Result<(G, <G as Game>::Position), InputError>;
type Generated<G> = Result<(G, <G as Game>::Position), String>;
type Generator<G> = Box<dyn Fn(&mut fastrand::Rng, &Spec) -> Generated<G> + Send + Sync>;
type ClimberOf = fn(&Quest) -> Result<Box<dyn Climber>, String>;

impl<G: Notation + Send + 'static> Entry<G> {
    /// A game with nothing but rules.
    pub fn rules() -> Self {
        Self::rules_as(About::of::<G>(), ByNotation)
    }
}

impl<G: Game + Send + 'static> Entry<G> {
    /// The same for a game that is known by values, such as one made at run time.
    pub fn rules_as(about: About, tokens: impl Tokens<G> + 'static) -> Self {
        let board: BoardOf<G> = |shared, game, start, _, options| explore(shared, game, start, options);
        Self::new(About { way: Way::Rules, ..about }, tokens, Level::rules(), |_, _| None, board)
    }

    fn new(about: About, tokens: impl Tokens<G> + 'static, level: Level<G>, size: Size<G>, board: BoardOf<G>) -> Self {
        let shared = Shared {
            about: Arc::new(about),
            tokens: Arc::new(tokens),
            level,
            size,
            board,
            own_table: None,
            shortcut: None,
            witness: None,
            pieces: None,
        };
        Self {
            shared: Arc::new(shared),
            contests: Vec::new(),
            generator: None,
            climber: None,
            instances: None,
            beyond: None,
            files: None,
        }
    }

    /// The game's data, to be changed before the first position is opened.
    fn shared(&mut self) -> &mut Shared<G> {
        Arc::make_mut(&mut self.shared)
    }

    fn opened(&self, game: G, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(Opened::new(self.shared.clone(), game, position))
    }

    fn about_mut(&mut self) -> &mut About {
        Arc::make_mut(&mut self.shared().about)
    }

    /// Adds other names, in any spelling; another game may share some.
    #[must_use]
    pub fn also_called(mut self, names: &[&str]) -> Self {
        self.about_mut().names = names.iter().map(|name| word(name)).collect();
        self
    }

    /// Adds a judge's format.
    #[must_use]
    pub fn contest(mut self, contest: impl Contest + 'static) -> Self {
        self.contests.push(Box::new(contest));
        self
    }

    /// Adds a solver of its own, which must agree with the kernel wherever both can run.
    #[must_use]
    pub fn shortcut(
        mut self,
        shortcut: impl Fn(&G, &G::Position) -> Option<ShortcutValue> + Send + Sync + 'static,
    ) -> Self {
        self.shared().shortcut = Some(Arc::new(shortcut));
        self.about_mut().shortcut = true;
        self
    }

    /// Adds play that shows why the shortcut is right.
    #[must_use]
    pub fn witness<W>(mut self, witness: W) -> Self
    where
        W: for<'g> Fn(&'g G, &'g G::Position) -> Option<Box<dyn Witness + 'g>> + Send + Sync + 'static,
    {
        self.shared().witness = Some(Arc::new(witness));
        self
    }

    /// Adds positions that are larger than those of the game's type, such as are too large for any table; what is none of them
    /// is `None`.
    #[must_use]
    pub fn beyond(mut self, beyond: Beyond) -> Self {
        self.beyond = Some(beyond);
        self
    }

    /// Adds a reader of files that hold an instance each, which is called by its file.
    #[must_use]
    pub fn files(mut self, files: Files<G>) -> Self {
        self.files = Some(files);
        self
    }

    /// Adds a generator of random starts; its errors say what cannot be made.
    #[must_use]
    pub fn generator(
        mut self,
        generator: impl Fn(&mut fastrand::Rng, &Spec) -> Generated<G> + Send + Sync + 'static,
    ) -> Self {
        self.generator = Some(Box::new(generator));
        self
    }

    /// Adds a search for long games; its errors say what cannot be searched.
    #[must_use]
    pub fn climber(mut self, climber: ClimberOf) -> Self {
        self.climber = Some(climber);
        self
    }

    /// Adds starts to test programs with.
    #[must_use]
    pub fn instances(mut self, instances: impl Instances + 'static) -> Self {
        self.instances = Some(Box::new(instances));
        self
    }
}

impl<G: Pieces + Send + 'static> Entry<G> {
    /// Lets slices move the game's pieces.
    #[must_use]
    pub fn pieces(mut self) -> Self {
        self.shared().pieces = Some(PieceHooks { pieces: G::pieces, squares: G::squares, placed: G::placed });
        self
    }
}

impl<G: Notation + Numbered + Send + 'static> Entry<G> {
    /// A game with a numbering, but no un-moves.
    pub fn numbered() -> Self {
        Self::numbered_as(About::of::<G>(), ByNotation)
    }
}

impl<G: Numbered + Send + 'static> Entry<G> {
    /// The same for a game that is known by values, such as one made at run time.
    pub fn numbered_as(about: About, tokens: impl Tokens<G> + 'static) -> Self {
        let board: BoardOf<G> = |shared, game, start, domain, options| match domain {
            Domain::All => Ok(noted(shared, game.clone(), Linked::new(game, options)?)),
            Domain::Reachable => explore(shared, game, start, options),
        };
        let size: Size<G> = |game, threads| Some((game.slots(), Linked::<&G>::estimate(&game, threads)));
        Self::new(About { way: Way::Numbered, ..about }, tokens, Level::numbered(), size, board)
    }
}

impl<G: Notation + Reversible + Send + 'static> Entry<G> {
    /// A game with a numbering and un-moves.
    pub fn reversible() -> Self {
        Self::reversible_as(About::of::<G>(), ByNotation)
    }
}

impl<G: Reversible + Send + 'static> Entry<G> {
    /// The same for a game that is known by values, such as one made at run time.
    pub fn reversible_as(about: About, tokens: impl Tokens<G> + 'static) -> Self {
        let board: BoardOf<G> = |shared, game, start, domain, options| match domain {
            Domain::All => Ok(noted(shared, game.clone(), game)),
            Domain::Reachable => explore(shared, game, start, options),
        };
        let size: Size<G> = |game, threads| Some((game.slots(), estimate(game.slots(), threads)));
        Self::new(About { way: Way::Reversible, ..about }, tokens, Level::reversible(), size, board)
    }
}

impl<G: OwnTable + Send + 'static> Entry<G> {
    /// Adds the game's own maker of tables.
    #[must_use]
    pub fn own_table(mut self) -> Self {
        self.shared().own_table = Some(G::own_table);
        self
    }
}

fn noted<G, R>(shared: &Shared<G>, game: Arc<G>, numbering: R) -> Arc<dyn AnyBoard>
where
    G: Game + Send + 'static,
    R: Reversible<Position = G::Position> + Send + 'static,
{
    Arc::new(Noted { id: shared.about.id, game, tokens: shared.tokens.clone(), numbering: Slots(numbering) })
}

fn explore<G: Game + Send + 'static>(
    shared: &Shared<G>,
    game: Arc<G>,
    start: &G::Position,
    options: &Options<'_>,
) -> BoardResult {
    let linked = Linked::explored(game.clone(), [start.clone()], options)?;
    Ok(noted(shared, game, linked))
}

fn open(opener: Arc<dyn Opener>, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
    Ok(Box::new(opener.open(text)?))
}

fn wander(about: &About, opener: Arc<dyn Opener>, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>> {
    let start = opener.open(about.texts().first()?).ok()?;
    Some(Box::new(start.wander(rng)?))
}

impl<G: Game + Send + 'static> AnyGame for Entry<G> {
    fn about(&self) -> &About {
        &self.shared.about
    }

    fn contests(&self) -> &[Box<dyn Contest>] {
        &self.contests
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        if let Some(position) = self.beyond.and_then(|beyond| beyond(text)) {
            return position;
        }
        open(self.shared.clone(), text)
    }

    fn reads_files(&self) -> bool {
        self.files.is_some()
    }

    fn read_file(
        &self,
        name: &str,
        input: &mut dyn BufRead,
        memory: u64,
    ) -> Option<Result<Box<dyn AnyPosition>, InputError>> {
        let read = (self.files?)(name, input, memory);
        Some(read.map(|(game, position)| self.opened(game, position)))
    }

    fn generate(&self, rng: &mut fastrand::Rng, spec: &Spec) -> Option<Result<Box<dyn AnyPosition>, String>> {
        let made = (self.generator.as_ref()?)(rng, spec);
        Some(made.map(|(game, position)| self.opened(game, position)))
    }

    fn wander(&self, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>> {
        wander(&self.shared.about, self.shared.clone(), rng)
    }

    fn climber(&self, quest: &Quest) -> Option<Result<Box<dyn Climber>, String>> {
        self.climber.map(|climber| climber(quest))
    }

    fn instances(&self) -> Option<&dyn Instances> {
        self.instances.as_deref()
    }
    fn laws(&self, budget: u64) -> Result<Checked, Broken> {
        let texts = self.shared.about.texts();
        check::from_texts(self.shared.level, self.shared.written(), texts, budget)
    }
}
