//! The registry: all games by id, and what their tokens open.

use retrograde::NotationError;
use retrograde::about::About;
use retrograde::contest::Contest;
use retrograde::entry::{AnyGame, AnyPosition};
use thiserror::Error;

use crate::names::{self, NameError, Named};

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
    /// There is no colon, but some games read the text as it is.
    #[error("a position begins with its game and a colon: {}", tokens.join(" or "))]
    GameMissing {
        /// The same text behind these games.
        tokens: Vec<String>,
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

/// The longest text, in bytes, of which is found which game it is of: a graph may be longer, and nobody types it.
const LONGEST_GUESSED: usize = 1 << 10;

/// The shortest text, in bytes, that is like a name: a letter is like many, and a Chinese character is three.
const SHORTEST_NAME: usize = 3;

/// How many bytes of a text a game reads before the first that is wrong, and whether it is a position then.
fn read_length(game: &dyn AnyGame, text: &str) -> (usize, bool) {
    match game.parse(text) {
        Ok(_) => (text.len(), true),
        Err(NotationError::Malformed { at, .. }) => (at.start, false),
        Err(_) => (text.len(), false),
    }
}

impl FromIterator<Box<dyn AnyGame>> for Registry {
    /// # Panics
    /// If two games or two contests have one id.
    fn from_iter<T: IntoIterator<Item = Box<dyn AnyGame>>>(games: T) -> Self {
        let mut registry = Self::empty();
        games.into_iter().for_each(|game| registry.add(game));
        registry
    }
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

    /// Adds a game.
    ///
    /// # Panics
    /// If its id, or one of its contests' ids, is taken.
    #[must_use]
    pub fn with(mut self, game: impl AnyGame + 'static) -> Self {
        self.add(Box::new(game));
        self
    }

    fn add(&mut self, game: Box<dyn AnyGame>) {
        let id = game.about().id;
        assert!(self.games().all(|game| game.about().id != id), "two games are called {id}");
        let is_taken = |id: &str| self.contests().any(|other| other.id() == id);
        let taken = game.contests().iter().find(|contest| is_taken(contest.id()));
        assert!(taken.is_none(), "two contests are called {}", taken.map_or("", |contest| contest.id()));
        self.games.push(game);
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

    /// The token with its game's id in front, if the game was called by another name there, and the usual start of a game called alone.
    /// What it says need not be right.
    pub fn by_id(&self, token: &str) -> String {
        self.split(token).map_or_else(|_| token.to_owned(), |(game, text)| format!("{}:{text}", game.about().id))
    }

    /// Reads a whole token; a game alone stands for its usual start.
    pub fn open(&self, token: &str) -> Result<Box<dyn AnyPosition>, TokenError> {
        let (game, text) = self.split(token)?;
        let offset = token.find(':').map_or(0, |colon| colon + 1);
        game.parse(text).map_err(|source| TokenError::Notation { game: game.about().id, offset, source })
    }

    /// The game of a token, and the part behind the colon, which need not be right; of a game alone, that of its usual start.
    ///
    /// # Errors
    /// There is no game in front, or none that is known.
    pub fn split<'t>(&'t self, token: &'t str) -> Result<(&'t dyn AnyGame, &'t str), TokenError> {
        match token.split_once(':') {
            Some((id, text)) => Ok((self.find_game(id)?, text)),
            None => self.usual_start(token).ok_or_else(|| self.without_game(token)),
        }
    }

    /// Why a text without a colon, which is no game's name, leads to no game.
    fn without_game(&self, text: &str) -> TokenError {
        let tokens: Vec<_> = self.readers(text).map(|game| format!("{}:{text}", game.about().id)).collect();
        match self.find_game(text) {
            _ if !tokens.is_empty() => TokenError::GameMissing { tokens },
            Err(error @ (NameError::Unknown { near: Some(_), .. } | NameError::Ambiguous { .. }))
                if text.len() >= SHORTEST_NAME =>
            {
                error.into()
            }
            _ => {
                let example = self.games().find_map(|game| game.about().examples.first().cloned());
                TokenError::NoGame { example: example.unwrap_or_default() }
            }
        }
    }

    /// The games that read a text furthest, if that is at least half of it. A word is a name, though some board may have its letters.
    fn readers(&self, text: &str) -> impl Iterator<Item = &dyn AnyGame> {
        let is_word = text.chars().all(char::is_alphabetic);
        let tried = if is_word || text.len() > LONGEST_GUESSED { 0 } else { self.games.len() };
        let read: Vec<_> = self.games().take(tried).map(|game| (read_length(game, text), game)).collect();
        let most = read.iter().map(|(length, _)| *length).max().filter(|(length, _)| 2 * length > text.len());
        read.into_iter().filter(move |(length, _)| Some(*length) == most).map(|(_, game)| game)
    }

    fn usual_start(&self, name: &str) -> Option<(&dyn AnyGame, &str)> {
        let game = self.game(name)?;
        let (_, text) = game.about().examples.first()?.split_once(':')?;
        Some((game, text))
    }
}

#[cfg(test)]
mod tests {
    use retrograde_games::builtin;

    use super::*;

    fn refused(token: &str) -> TokenError {
        Registry::from_iter(builtin()).open(token).err().unwrap()
    }

    /// `quix:` had the nearest name beside it, and `quix` an example of another game.
    #[test]
    fn a_name_that_is_nearly_a_games_is_told_without_a_colon_too() {
        for name in ["quix", "tictacto", "pawnn"] {
            assert_eq!(refused(name), refused(&format!("{name}:")), "{name}");
        }
    }

    #[test]
    fn a_position_without_its_game_is_told_with_the_games_that_read_it() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (text, games) in [
            ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", &["chess"][..]),
            ("8/8/8/3k4/8/8/8/KQ6", &["chess"]),
            (start, &["chess"]),
            ("01100_r", &["cannons"]),
            ("3HO/1H2H/HOH2/1H2X_r", &["pawn"]),
            ("3/3/3_x", &["tictactoe", "quixo", "connect4"]),
        ] {
            let tokens = games.iter().map(|game| format!("{game}:{text}")).collect();
            assert_eq!(refused(text), TokenError::GameMissing { tokens }, "{text}");
        }
        for text in ["", "x", "XO", "hello", "missing.pos", "no/such/file", &"8/".repeat(600)] {
            assert!(matches!(refused(text), TokenError::NoGame { .. }), "{text}: {:?}", refused(text));
        }
    }
}
