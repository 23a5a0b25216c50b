//! The entry of a described game in a registry.

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
use crate::engine::DerivedGame;
use crate::file::read;
use crate::notation::BoardTokens;
use crate::rules::{BoardGame, BoardPosition};

/// The game of a description, for a registry. Its numbering and un-moves are derived, if [`DerivedGame`] supports the
/// description and the numbers of pieces; otherwise its positions are explored.
pub fn entry(description: Description) -> Box<dyn AnyGame> {
    let description = Arc::new(description);
    let rules = BoardGame::new(description.clone());
    let tokens = || BoardTokens(description.clone());
    let start = tokens().print(&rules, &rules.start());
    let Description { id, title, rules: text, sides, .. } = &*description;
    let about = || About::new(id, sides.each_ref().map(|name| &**name), title.as_str(), text.as_str(), [&*start]);
    let explored = Entry::<BoardGame>::rules_as(about(), tokens());
    match DerivedGame::new(&rules, &rules.start()) {
        Ok(usual) => {
            let tokens = DerivedTokens { tokens: tokens(), recent: Mutex::new(usual.clone()), usual };
            Box::new(Described { derived: Entry::reversible_as(about(), tokens).tiered(), explored })
        }
        Err(_) => Box::new(explored),
    }
}

/// Reads a game file as a game for a registry.
///
/// # Errors
/// The first error in the file.
pub fn open_file(text: &str) -> Result<Box<dyn AnyGame>, InputError> {
    read(text).map(entry)
}

/// A game whose usual numbering is derived. Positions whose numbering would be too large are explored.
struct Described {
    derived: Entry<DerivedGame>,
    explored: Entry<BoardGame>,
}

impl AnyGame for Described {
    fn about(&self) -> &About {
        self.derived.about()
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
        self.derived.wander(rng)
    }

    fn climber(&self, _: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> {
        None
    }

    fn starts(&self) -> Option<&dyn Starts> {
        None
    }

    fn laws(&self, budget: u64, threads: usize) -> Result<Checked, Broken> {
        self.derived.laws(budget, threads)
    }
}

/// Reads and prints the positions of a derived game. An instance is a numbering: all positions whose numbers of pieces
/// play reaches from one position.
struct DerivedTokens {
    tokens: BoardTokens,
    /// The numbering of the usual start.
    usual: DerivedGame,
    /// The last numbering that was derived.
    recent: Mutex<DerivedGame>,
}

impl Tokens<DerivedGame> for DerivedTokens {
    fn parse(&self, text: &str) -> Result<(DerivedGame, BoardPosition), NotationError> {
        let (rules, position) = self.tokens.parse(text)?;
        if self.usual.has(&position) {
            return Ok((self.usual.clone(), position));
        }
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if !recent.is_of(&position) {
            let game = DerivedGame::new(&rules, &position);
            *recent = game.map_err(|reason| NotationError::Illegal { reasons: vec![reason.to_string().into()] })?;
        }
        Ok((recent.clone(), position))
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
