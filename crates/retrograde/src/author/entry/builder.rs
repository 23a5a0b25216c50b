//! Builds entries for games. An entry registers a game. An entry names the game's type, and the parts that the game has
//! in addition to its rules.

use std::io::BufRead;
use std::sync::Arc;

use super::any::{AnyBoard, AnyGame, AnyPosition, AnyValues, Spec};
use super::look_laws::look_laws;
use super::noted::Noted;
use super::opened::Opened;
use super::plan::Domain;
use super::seen::{seen, unseen};
use super::shared::{BoardOf, BoardResult, Needed, Needs, PieceHooks, Shared, TiersOf};
use super::walk::walk;
use crate::ask::board::Slots;
use crate::author::about::{About, Laws, Way};
use crate::author::check::{self, Broken, Checked, Level};
use crate::author::climb::{Climber, SearchSpec};
use crate::author::contest::{Contest, InputError};
use crate::author::shortcut::{OwnTable, ShortcutValue, StrategyProof};
use crate::author::starts::Starts;
use crate::derive::linked::Linked;
use crate::form::looks::{Edit, Letters, Look, Looks, Problem, Scene};
use crate::form::notation::{Notation, NotationError};
use crate::form::pieces::Pieces;
use crate::form::tokens::{ByNotation, Tokens};
use crate::kernel::solve::{
    Options, SolveError, Tiered, estimate_by_sample, estimate_linked_by_sample, estimates, expected, least, solve,
    solve_anywhere, solve_by_tiers_anywhere, solve_by_tiers_distributed, solve_distributed,
};
use crate::rules::expansion::FastExpansion;
use crate::rules::game::{Facts, FileOrder, Game, Numbered, Reversible};
use crate::rules::message::Message;
use crate::rules::word::word;

/// A game in the registry. An entry names the game's type, and the parts that the game has in addition to its rules.
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
    starts: Option<Box<dyn Starts>>,
    remarks: Option<RemarksOf>,
    beyond: Option<Beyond>,
    files: Option<ReadFile<G>>,
}

type Beyond = fn(&Arc<About>, &str) -> Option<Result<Box<dyn AnyPosition>, NotationError>>;
type ReadFile<G> = fn(&str, &mut dyn BufRead, u64) -> Result<(G, <G as Game>::Position), InputError>;
type Generated<G> = Result<(G, <G as Game>::Position), Message>;
type Generator<G> = Box<dyn Fn(&mut fastrand::Rng, &Spec) -> Generated<G> + Send + Sync>;
type RemarksOf = Box<dyn Fn(u64) -> Vec<Message> + Send + Sync>;
type ClimberOf = fn(&SearchSpec) -> Result<Box<dyn Climber>, Message>;

impl<G: Notation + Send + 'static> Entry<G> {
    /// Registers a game that has only rules.
    pub fn rules() -> Self {
        Self::rules_as(About::of::<G>(), ByNotation)
    }
}

impl<G: Game + Send + 'static> Entry<G> {
    /// Like [`rules`](Self::rules), but takes the data and the text form of the game as the arguments `about` and
    /// `tokens`. For example, a game that is made at run time needs this function.
    pub fn rules_as(about: About, tokens: impl Tokens<G> + 'static) -> Self {
        let board: BoardOf<G> = |shared, game, start, _, options| explore(shared, game, start, options);
        Self::new(About { way: Way::Rules, ..about }, tokens, Level::rules(), None, board)
    }

    pub(super) fn new(
        about: About,
        tokens: impl Tokens<G> + 'static,
        level: Level<G>,
        needs: Option<Needs<G>>,
        board: BoardOf<G>,
    ) -> Self {
        let letters = Letters::of(&about.texts());
        let kit = if letters.is_some() { Letters::kit(about.kit) } else { about.kit };
        let shared = Shared {
            about: Arc::new(About { kit, ..about }),
            tokens: Arc::new(tokens),
            level,
            needs,
            board,
            own_table: None,
            tiers: None,
            expand: None,
            shortcut: None,
            strategy_proof: None,
            pieces: None,
            looks: None,
            letters,
        };
        Self {
            shared: Arc::new(shared),
            contests: Vec::new(),
            generator: None,
            climber: None,
            starts: None,
            remarks: None,
            beyond: None,
            files: None,
        }
    }

    /// Returns the data that all positions share. The caller must not change the data after the first position is
    /// opened.
    fn shared(&mut self) -> &mut Shared<G> {
        Arc::make_mut(&mut self.shared)
    }

    fn opened(&self, game: G, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(Opened::new(self.shared.clone(), game, position))
    }

    fn about_mut(&mut self) -> &mut About {
        Arc::make_mut(&mut self.shared().about)
    }

    /// Adds other names of the game, in any spelling. Several games may share a name.
    #[must_use]
    pub fn also_called(mut self, names: &[&str]) -> Self {
        self.about_mut().names = names.iter().map(|name| word(name)).collect();
        self
    }

    /// Declares that the game's own tests check its laws, as the tests of this project's games do. A law is a property
    /// that every game must have. For all other games, the program [checks](check::before_solving) the laws on a small
    /// part of the board before each solve. The program also checks values before it stores a table.
    #[must_use]
    pub fn tested(mut self) -> Self {
        self.about_mut().laws = Laws::Tested;
        self
    }

    /// Adds a contest, which is the input and output format of a judge's problem.
    #[must_use]
    pub fn contest(mut self, contest: impl Contest + 'static) -> Self {
        self.contests.push(Box::new(contest));
        self
    }

    /// Adds a shortcut, which is the game's own solver. The shortcut must agree with the kernel on all boards that both
    /// can solve.
    #[must_use]
    pub fn shortcut(
        mut self,
        shortcut: impl Fn(&G, &G::Position) -> Option<ShortcutValue> + Send + Sync + 'static,
    ) -> Self {
        self.shared().shortcut = Some(Arc::new(shortcut));
        self.about_mut().shortcut = true;
        self
    }

    /// Adds proofs of the shortcut's values. A proof consists of moves.
    #[must_use]
    pub fn strategy_proof<W>(mut self, strategy_proof: W) -> Self
    where
        W: for<'g> Fn(&'g G, &'g G::Position) -> Option<Box<dyn StrategyProof + 'g>> + Send + Sync + 'static,
    {
        self.shared().strategy_proof = Some(Arc::new(strategy_proof));
        self
    }

    /// Adds the looks of the game's boards. Looks are the data for drawing and editing boards.
    #[must_use]
    pub fn looks(mut self, looks: impl Looks<G> + 'static) -> Self {
        self.about_mut().kit = looks.kit();
        self.shared().looks = Some(Arc::new(looks));
        self.shared().letters = None;
        self
    }

    /// Adds a reader of positions that do not fit into the game's type. Positions of this size are also too large for
    /// any table. The reader returns `None` for all other texts.
    #[must_use]
    pub fn beyond(mut self, beyond: Beyond) -> Self {
        self.beyond = Some(beyond);
        self
    }

    /// Adds a reader of files in the game's own format. A file contains one instance; the name and the content of the
    /// file identify the instance.
    #[must_use]
    pub fn files(mut self, files: ReadFile<G>) -> Self {
        self.files = Some(files);
        self
    }

    /// Adds a generator of random starts. If the generator cannot make a requested start, it returns an error with the
    /// reason.
    #[must_use]
    pub fn generator(
        mut self,
        generator: impl Fn(&mut fastrand::Rng, &Spec) -> Generated<G> + Send + Sync + 'static,
    ) -> Self {
        self.generator = Some(Box::new(generator));
        self
    }

    /// Adds a search for long games. If the search does not support a request, it returns an error with the reason.
    #[must_use]
    pub fn climber(mut self, climber: ClimberOf) -> Self {
        self.climber = cfg!(feature = "full").then_some(climber);
        self
    }

    /// Adds start positions for tests of contest programs.
    #[must_use]
    pub fn starts(mut self, starts: impl Starts + 'static) -> Self {
        if cfg!(feature = "full") {
            self.starts = Some(Box::new(starts));
        }
        self
    }

    /// Adds a search for remarks to the game's author, which are printed after a check of the laws. The argument of the
    /// search is the number of positions that it may examine.
    #[must_use]
    pub fn remarks(mut self, remarks: impl Fn(u64) -> Vec<Message> + Send + Sync + 'static) -> Self {
        if cfg!(feature = "full") {
            self.remarks = Some(Box::new(remarks));
        }
        self
    }
}

impl<G: Pieces + Send + 'static> Entry<G> {
    /// Allows *slices*. A slice puts one piece on each square in turn, and asks for the values of the resulting
    /// positions.
    #[must_use]
    pub fn pieces(mut self) -> Self {
        self.shared().pieces = Some(PieceHooks { pieces: G::pieces, squares: G::squares, placed: G::placed });
        self
    }
}

impl<G: Notation + Numbered + Send + 'static> Entry<G> {
    /// Registers a game with a numbering but without un-moves.
    pub fn numbered() -> Self {
        Self::numbered_as(About::of::<G>(), ByNotation)
    }
}

impl<G: Numbered + Send + 'static> Entry<G> {
    /// Like [`numbered`](Self::numbered), but takes the data and the text form of the game as the arguments `about` and
    /// `tokens`. For example, a game that is made at run time needs this function.
    pub fn numbered_as(about: About, tokens: impl Tokens<G> + 'static) -> Self {
        let board: BoardOf<G> = |shared, game, start, domain, options| match domain {
            Domain::Reachable if cfg!(feature = "full") => explore(shared, game, start, options),
            _ => Ok(noted(shared, domain, game.clone(), Linked::new(game, options)?, solve_linked)),
        };
        let needed = |game: &G, threads| {
            let (slots, bytes) = (game.slots(), Linked::<&G>::estimate(&game, threads));
            Needed { slots, bytes, most: bytes, expected: [bytes; 2], outside: None }
        };
        let needs = Needs { needed, estimate_by_sample: estimate_linked_by_sample };
        Self::new(About { way: Way::Numbered, ..about }, tokens, Level::numbered(), Some(needs), board)
    }
}

impl<G: Notation + Reversible + Send + 'static> Entry<G> {
    /// Registers a game with a numbering and un-moves.
    pub fn reversible() -> Self {
        Self::reversible_as(About::of::<G>(), ByNotation)
    }
}

impl<G: Reversible + Send + 'static> Entry<G> {
    /// Like [`reversible`](Self::reversible), but takes the data and the text form of the game as the arguments `about`
    /// and `tokens`. For example, a game that is made at run time needs this function.
    pub fn reversible_as(about: About, tokens: impl Tokens<G> + 'static) -> Self {
        let board: BoardOf<G> = |shared, game, start, domain, options| match domain {
            Domain::Reachable if cfg!(feature = "full") => explore(shared, game, start, options),
            _ => Ok(noted(shared, domain, game.clone(), game, solve_here_or_distributed)),
        };
        let needed = |game: &G, threads| {
            let (slots, Facts { bytes: stored, fits_bytes, .. }) = (game.slots(), game.facts());
            let with_stored = |bytes: [u64; 2]| bytes.map(|bytes| bytes.saturating_add(stored));
            let (at_most, at_peak) = (with_stored(estimates(slots, threads)), with_stored(expected(slots, threads)));
            let width = usize::from(!fits_bytes);
            let expected = [at_peak[0], at_peak[width]];
            let outside = Some(least(slots, threads).saturating_add(stored));
            Needed { slots, bytes: at_most[width], most: at_most[1], expected, outside }
        };
        let needs = Needs { needed, estimate_by_sample };
        Self::new(About { way: Way::Reversible, ..about }, tokens, Level::reversible(), Some(needs), board)
    }
}

impl<G: Tiered + Send + 'static> Entry<G> {
    /// Allows a solve of the game tier by tier. The solve goes tier by tier if [`Options::by_tiers`] is set.
    #[must_use]
    pub fn tiered(mut self) -> Self {
        if cfg!(feature = "full") {
            self.shared().board = |shared, game, start, domain, options| match domain {
                Domain::All => Ok(noted(shared, domain, game.clone(), game, solve_as_asked)),
                Domain::Reachable => explore(shared, game, start, options),
            };
        }
        self.shared().tiers =
            Some(TiersOf { names: |game| game.tiers().into_iter().map(|tier| tier.name).collect(), tier: G::tier });
        self.about_mut().tiers = true;
        self
    }
}

impl<G: Game + FileOrder + Send + 'static> Entry<G> {
    /// Declares that files store the slots of the game's tables in the game's own order.
    #[must_use]
    pub fn file_order(mut self) -> Self {
        self.shared().level = self.shared().level.file_order();
        self
    }
}

impl<G: FastExpansion + Send + 'static> Entry<G> {
    /// Allows the verifier of table files to use the game's fast expansion. The verifier first compares the expansion
    /// with the rules.
    #[must_use]
    pub fn fast_expansion(mut self) -> Self {
        self.shared().expand = Some(G::expand);
        self
    }
}

impl<G: OwnTable + Send + 'static> Entry<G> {
    /// Adds the game's own table generator.
    #[must_use]
    pub fn own_table(mut self) -> Self {
        self.shared().own_table = Some(G::own_table);
        self
    }
}

fn solve_here_or_distributed<G: Reversible>(game: &G, options: &Options<'_>) -> Result<AnyValues, SolveError> {
    match options.transport {
        _ if !cfg!(feature = "full") => Ok(Box::new(solve(game, options)?)),
        Some(transport) => Ok(Box::new(solve_distributed(game, transport, options)?)),
        None => solve_anywhere(game, options),
    }
}

fn solve_as_asked<G: Tiered>(game: &Arc<G>, options: &Options<'_>) -> Result<AnyValues, SolveError> {
    match options.transport {
        _ if !options.by_tiers => solve_here_or_distributed(&**game, options),
        Some(transport) => Ok(Box::new(solve_by_tiers_distributed(&**game, transport, options)?)),
        None => solve_by_tiers_anywhere(&**game, options),
    }
}

fn solve_linked<N: Numbered>(linked: &Linked<N>, options: &Options<'_>) -> Result<AnyValues, SolveError> {
    match options.transport {
        Some(transport) if cfg!(feature = "full") => Ok(Box::new(linked.solve_distributed(transport, options)?)),
        _ => Ok(Box::new(linked.solve(options)?)),
    }
}

pub(super) fn noted<G, R>(
    shared: &Shared<G>,
    domain: Domain,
    game: Arc<G>,
    numbering: R,
    solve: fn(&R, &Options<'_>) -> Result<AnyValues, SolveError>,
) -> Arc<dyn AnyBoard>
where
    G: Game + Send + 'static,
    R: Reversible<Position = G::Position> + Send + 'static,
{
    let (id, tokens, tiers) = (shared.about.id, shared.tokens.clone(), shared.tiers);
    let (expand, order) = if domain == Domain::All { (shared.expand, shared.level.order) } else { (None, None) };
    Arc::new(Noted { id, game, tokens, numbering: Slots(numbering), solve, tiers, expand, order })
}

pub(super) fn explore<G: Game + Send + 'static>(
    shared: &Shared<G>,
    game: Arc<G>,
    start: &G::Position,
    options: &Options<'_>,
) -> BoardResult {
    let linked = Linked::explored(game.clone(), [start.clone()], options)?;
    Ok(noted(shared, Domain::Reachable, game, linked, solve_linked))
}

impl<G: Game + Send + 'static> AnyGame for Entry<G> {
    fn about(&self) -> &About {
        &self.shared.about
    }

    fn contests(&self) -> &[Box<dyn Contest>] {
        &self.contests
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        if let Some(position) = self.beyond.and_then(|beyond| beyond(&self.shared.about, text)) {
            return position;
        }
        self.shared.clone().open(text)
    }

    fn look(&self, text: &str) -> Result<Look, NotationError> {
        let Some(looks) = &self.shared.looks else {
            return Ok(unseen(self.shared.letters, text, &*self.parse(text)?));
        };
        let scene = looks.read(text)?;
        let text = looks.print(&scene);
        match self.parse(&text) {
            Ok(position) => Ok(seen(text, scene, &*position)),
            Err(NotationError::Illegal { reasons }) => {
                let found = looks.problems(&text);
                let bare = |reason| Problem { reason, squares: Vec::new() };
                let problems = if found.is_empty() { reasons.into_iter().map(bare).collect() } else { found };
                Ok(Look { text, scene, ended: None, lift: Vec::new(), problems })
            }
            Err(error) => Err(error),
        }
    }

    fn scene(&self, text: &str) -> Result<Scene, NotationError> {
        match &self.shared.looks {
            Some(looks) => looks.read(text),
            None => Ok(unseen(self.shared.letters, text, &*self.parse(text)?).scene),
        }
    }

    fn edited(&self, scene: Scene, edit: Edit) -> Option<String> {
        let looks = self.shared.looks.as_ref()?;
        Some(looks.print(&looks.edited(&self.shared.about.kit, scene, edit)))
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

    fn generate(&self, rng: &mut fastrand::Rng, spec: &Spec) -> Option<Result<Box<dyn AnyPosition>, Message>> {
        let made = (self.generator.as_ref()?)(rng, spec);
        Some(made.map(|(game, position)| self.opened(game, position)))
    }

    fn wander(&self, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>> {
        walk(self.parse(self.shared.about.texts().first()?).ok()?, rng)
    }

    fn climber(&self, search_spec: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> {
        self.climber.map(|climber| climber(search_spec))
    }

    fn starts(&self) -> Option<&dyn Starts> {
        self.starts.as_deref()
    }

    fn laws(&self, budget: u64, threads: usize) -> Option<Result<Checked, Broken>> {
        cfg!(feature = "full").then(|| {
            let texts = self.shared.about.texts();
            let checked = check::from_texts(self.shared.level, self.shared.written(), texts, budget, threads)?;
            if self.shared.looks.is_some() {
                look_laws(self, budget)?;
            }
            Ok(checked)
        })
    }

    fn remarks(&self, budget: u64) -> Vec<Message> {
        self.remarks.as_ref().map_or_else(Vec::new, |remarks| remarks(budget))
    }
}
