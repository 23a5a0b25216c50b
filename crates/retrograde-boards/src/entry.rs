//! Makes the entry of a described game in a registry.

use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};

use fastrand::Rng;
use retrograde::author::check::{Broken, Checked};
use retrograde::author::{
    AnyGame, AnyPosition, Climber, Contest, Edit, InputError, Look, Scene, SearchSpec, Spec, Starts,
};
use retrograde::rules::message::Message;
use retrograde::{About, Entry, NotationError, Tokens};

use crate::description::Description;
use crate::engine::{Basis, DerivedGame, Unsupported, material};
use crate::file::read;
use crate::looks::GapLooks;
use crate::notation::BoardTokens;
use crate::remarks::remarks;
use crate::rules::{BoardGame, BoardPosition};

/// Returns the game of a description, for a registry. If [`DerivedGame`] supports the description and the numbers of
/// pieces, the game has a derived numbering and derived un-moves. Otherwise a solver explores the game's positions.
pub fn entry(description: Description) -> Box<dyn AnyGame> {
    let description = Arc::new(description);
    let rules = BoardGame::new(description.clone());
    let tokens = || BoardTokens(description.clone());
    let start = tokens().print(&rules, &rules.start());
    let Description { id, title, rules: text, sides, .. } = &*description;
    let about = || About::new(id, sides.each_ref().map(|name| &**name), title.as_str(), text.as_str(), [&*start]);
    let author_rules = rules.clone();
    let mut explored =
        Entry::<BoardGame>::rules_as(about(), tokens()).remarks(move |budget| remarks(&author_rules, budget));
    if let Some(looks) = GapLooks::of(&description) {
        explored = explored.looks(looks);
    }
    let usual = DerivedGame::new(&rules, &rules.start());
    if let Err(Unsupported::Rules(_)) = usual {
        return Box::new(explored);
    }
    let (usual, recent) = (usual.ok(), Mutex::new(None));
    let is_start_derived = usual.is_some();
    let tokens = DerivedTokens { tokens: tokens(), recent, usual };
    let mut derived = Entry::reversible_as(about(), tokens).tiered();
    if let Some(looks) = GapLooks::of(&description) {
        derived = derived.looks(looks);
    }
    Box::new(Described { derived, explored, is_start_derived })
}

/// Reads a game file as a game for a registry.
///
/// # Errors
/// Returns the first error in the file.
pub fn open_file(text: &str) -> Result<Box<dyn AnyGame>, InputError> {
    read(text).map(entry)
}

/// A game whose numberings are derived. If the numbering of a position would be too large, a solver explores its
/// positions.
struct Described {
    derived: Entry<DerivedGame>,
    explored: Entry<BoardGame>,
    /// Whether the numbering of the usual start is derived.
    is_start_derived: bool,
}

impl AnyGame for Described {
    fn about(&self) -> &About {
        if self.is_start_derived { self.derived.about() } else { self.explored.about() }
    }

    fn contests(&self) -> &[Box<dyn Contest>] {
        &[]
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        self.derived.parse(text).or_else(|_| self.explored.parse(text))
    }

    fn look(&self, text: &str) -> Result<Look, NotationError> {
        self.explored.look(text)
    }

    fn scene(&self, text: &str) -> Result<Scene, NotationError> {
        self.explored.scene(text)
    }

    fn edited(&self, scene: Scene, edit: Edit) -> Option<String> {
        self.explored.edited(scene, edit)
    }

    fn reads_files(&self) -> bool {
        false
    }

    fn read_file(&self, _: &str, _: &mut dyn BufRead, _: u64) -> Option<Result<Box<dyn AnyPosition>, InputError>> {
        None
    }

    fn generate(&self, _: &mut Rng, _: &Spec) -> Option<Result<Box<dyn AnyPosition>, Message>> {
        None
    }

    fn wander(&self, rng: &mut Rng) -> Option<Box<dyn AnyPosition>> {
        if self.is_start_derived { self.derived.wander(rng) } else { self.explored.wander(rng) }
    }

    fn climber(&self, _: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> {
        None
    }

    fn starts(&self) -> Option<&dyn Starts> {
        None
    }

    fn laws(&self, budget: u64, threads: usize) -> Option<Result<Checked, Broken>> {
        if self.is_start_derived { self.derived.laws(budget, threads) } else { self.explored.laws(budget, threads) }
    }

    fn remarks(&self, budget: u64) -> Vec<Message> {
        AnyGame::remarks(&self.explored, budget)
    }
}

/// Reads and prints the positions of a derived game. Each instance of the game is one numbering. The numbering is
/// derived from one position. The numbering contains all positions with numbers of pieces that play can reach from this
/// position.
struct DerivedTokens {
    tokens: BoardTokens,
    /// The numbering of the usual start, if it is not too large.
    usual: Option<DerivedGame>,
    /// The numbering that was derived last for a position outside `usual`.
    recent: Mutex<Option<Recent>>,
}

/// The text that [`material`] returns for a position, and the numbering that was derived from the position. An error
/// says why the position has no numbering.
type Recent = (String, Result<DerivedGame, Unsupported>);

impl DerivedTokens {
    /// The set of squares by which the slots of all numberings are sorted. If the slots of the usual start's numbering
    /// are sorted by a component, the slots of all numberings are sorted by a component. So positions with the same
    /// pieces share a table.
    fn basis(&self) -> Basis {
        self.usual.as_ref().map_or(Basis::Component, DerivedGame::basis)
    }
}

impl Tokens<DerivedGame> for DerivedTokens {
    fn parse(&self, text: &str) -> Result<(DerivedGame, BoardPosition), NotationError> {
        let (rules, position) = self.tokens.parse(text)?;
        if let Some(usual) = self.usual.as_ref().filter(|usual| usual.has(&position)) {
            return Ok((usual.clone(), position));
        }
        let from = material(&rules, &position, self.basis());
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let game = match &*recent {
            // A position and all positions that play reaches from it share one numbering.
            Some((_, Ok(game))) if game.has(&position) => Ok(game.clone()),
            Some((known, Err(reason))) if *known == from => Err(*reason),
            _ => {
                let game = DerivedGame::by(&rules, &position, self.basis());
                *recent = Some((from, game.clone()));
                game
            }
        };
        let reasons = |reason: Unsupported| NotationError::Illegal { reasons: vec![reason.to_string().into()] };
        Ok((game.map_err(reasons)?, position))
    }

    fn print(&self, game: &DerivedGame, position: &BoardPosition) -> String {
        self.tokens.print(game.rules(), position)
    }

    /// Returns a hash of the rules, and the numbers of pieces from which the numbering was derived.
    fn identity(&self, game: &DerivedGame) -> String {
        format!("{}.{}", self.tokens.identity(game.rules()), game.material())
    }

    fn definition(&self, game: &DerivedGame) -> Option<String> {
        self.tokens.definition(game.rules())
    }

    fn draw(&self, game: &DerivedGame, position: &BoardPosition) -> String {
        self.tokens.draw(game.rules(), position)
    }
}
