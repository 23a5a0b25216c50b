//! The registry contains all games with their ids. The functions of the registry find the game of a token, and parse
//! the token.

use retrograde::NotationError;
use retrograde::author::{About, AnyGame, AnyPosition, Contest, InputError};
use thiserror::Error;

use crate::messages::{Hint, Wrong};
use crate::names::{self, NameError, Named};

/// The reason why a token cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TokenError {
    /// The token has no colon.
    #[error("a position begins with its game and a colon, such as {example}")]
    NoGame {
        /// A valid token, as an example.
        example: String,
    },
    /// The text has no colon, but some games can parse the text as it is.
    #[error("a position begins with its game and a colon: {}", tokens.join(" or "))]
    GameMissing {
        /// One token for each game that can parse the text. A token consists of the game's id, a colon, and the text.
        tokens: Vec<String>,
    },
    /// The registry has no game with this name, or has several games with this name.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The game cannot parse the text after the colon.
    #[error("{source}")]
    Notation {
        /// The game's id.
        game: &'static str,
        /// The number of bytes before the text that the game parses; these bytes are the id and the colon.
        offset: usize,
        /// The error in the text that the game parses.
        source: NotationError,
    },
}

/// The maximum length in bytes of a text for which the registry guesses the game. The text of a graph may be longer,
/// but people do not type long texts.
const LONGEST_GUESSED: usize = 1 << 10;

/// The minimum length in bytes of a text that the registry compares with names. A single Latin letter would be similar
/// to many names. A single Chinese character has three bytes, so the registry compares it.
const SHORTEST_NAME: usize = 3;

/// Returns the number of bytes before the first byte that the game cannot parse, and whether the text is a position of
/// the game.
fn read_length(game: &dyn AnyGame, text: &str) -> (usize, bool) {
    match game.parse(text) {
        Ok(_) => (text.len(), true),
        Err(NotationError::Malformed { at, .. }) => (at.start, false),
        Err(_) => (text.len(), false),
    }
}

impl FromIterator<Box<dyn AnyGame>> for Registry {
    /// Creates a registry from library games. The function [`with`](Registry::with) may replace these games.
    fn from_iter<T: IntoIterator<Item = Box<dyn AnyGame>>>(games: T) -> Self {
        let mut registry = Self::empty();
        games.into_iter().for_each(|game| registry.add(Registered { game, origin: Origin::Library }));
        registry
    }
}

/// All games with their ids, in the order of registration.
#[derive(Default)]
pub struct Registry {
    games: Vec<Registered>,
    clash: Option<Clash>,
    read_file: Option<ReadGameFile>,
}

/// Reads the text of a game file as a game.
pub type ReadGameFile = fn(&str) -> Result<Box<dyn AnyGame>, InputError>;

struct Registered {
    game: Box<dyn AnyGame>,
    origin: Origin,
}

/// The origin of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The game is in the list from which the registry was created.
    Library,
    /// An author added the game.
    Author,
    /// An author added the game, and it replaced a game of the library.
    InPlace,
}

/// Two registrations (games or contests) with the same id. The registry keeps only the first registration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Clash {
    /// Two games have the same id.
    #[error("two games are called {id}: {}", titles.join(" and "))]
    Games {
        /// The id that both games have.
        id: &'static str,
        /// The titles of the two games.
        titles: [String; 2],
    },
    /// Two games have contests with the same id.
    #[error("two games have a contest {id}: {}", games.join(" and "))]
    Contests {
        /// The id that both contests have.
        id: &'static str,
        /// The ids of the two games.
        games: [&'static str; 2],
    },
}

impl Registry {
    /// Creates a registry without games.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Adds an author's own game. The game replaces a library game with the same id. The game is not added if another
    /// author's game has the same id, or if a contest of another game has the same id as a contest of the new game. If
    /// the game is not added, [`clash`](Self::clash) reports the conflict.
    #[must_use]
    pub fn with(mut self, game: impl AnyGame + 'static) -> Self {
        self.add(Registered { game: Box::new(game), origin: Origin::Author });
        self
    }

    /// Sets the function that reads game files.
    #[must_use]
    pub fn with_game_files(self, read: ReadGameFile) -> Self {
        Self { read_file: Some(read), ..self }
    }

    /// Adds the game of a game file as [`with`](Self::with) adds an author's game, and returns its id. The game
    /// replaces no game of the library, because a file must not change the meaning of a known name.
    ///
    /// # Errors
    /// The text has an error (the function returns the first error); or the library has a game with the same id; or
    /// this program reads no game files.
    pub fn add_file(&mut self, text: &str) -> Result<&'static str, InputError> {
        let read = self.read_file.ok_or_else(|| InputError::new(None, 1, 1, "this program reads no game files"))?;
        let game = read(text)?;
        let id = game.about().id;
        if self.games.iter().any(|known| known.game.about().id == id && known.origin == Origin::Library) {
            let line = text.lines().position(|line| line.trim_start().starts_with("id")).unwrap_or_default();
            return Err(InputError::new(None, line as u64 + 1, 1, Wrong::TakenId { id }).hint(Hint::OtherId));
        }
        self.add(Registered { game, origin: Origin::Author });
        Ok(id)
    }

    fn add(&mut self, new: Registered) {
        let place = self.games.iter().position(|known| known.game.about().id == new.game.about().id);
        let replaced = place.filter(|&at| (self.games[at].origin, new.origin) == (Origin::Library, Origin::Author));
        if let Some(clash) = self.clash_of(&*new.game, place, replaced) {
            self.clash.get_or_insert(clash);
        } else if let Some(at) = replaced {
            self.games[at] = Registered { origin: Origin::InPlace, ..new };
        } else {
            self.games.push(new);
        }
    }

    /// Returns the conflict that a new game causes; `None` if there is no conflict. The new game causes a conflict if
    /// the game at `place` has the same id and is not replaced. The new game also causes a conflict if a contest of
    /// another game has the same id as a contest of the new game.
    fn clash_of(&self, new: &dyn AnyGame, place: Option<usize>, replaced: Option<usize>) -> Option<Clash> {
        let id = new.about().id;
        if let Some(known) = place.filter(|_| replaced.is_none()) {
            let titles =
                [self.games[known].game.about(), new.about()].map(|about| about.title.in_language("en").to_owned());
            return Some(Clash::Games { id, titles });
        }
        let others = self.games.iter().enumerate().filter(|&(at, _)| Some(at) != replaced);
        let mut taken = others
            .flat_map(|(_, known)| known.game.contests().iter().map(|contest| (contest.id(), known.game.about().id)));
        let (contest, game) = taken.find(|(taken, _)| new.contests().iter().any(|contest| contest.id() == *taken))?;
        Some(Clash::Contests { id: contest, games: [game, id] })
    }

    /// Returns the first conflict between two registrations.
    pub const fn clash(&self) -> Option<&Clash> {
        self.clash.as_ref()
    }

    /// Returns the ids of the authors' games that replaced library games.
    pub fn replaced(&self) -> impl Iterator<Item = &'static str> {
        self.games.iter().filter(|known| known.origin == Origin::InPlace).map(|known| known.game.about().id)
    }

    /// Returns all games.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|known| &*known.game)
    }

    /// Returns all games with their names, which include the names of their contests.
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

    /// Returns the game that a name refers to.
    ///
    /// # Errors
    /// No game has this name, or several games have it.
    pub fn find_game(&self, name: &str) -> Result<&dyn AnyGame, NameError> {
        names::find(name, self.named_games())
    }

    /// Returns the only game that has a name; `None` if no game has the name, or if several games have it.
    pub fn game(&self, name: &str) -> Option<&dyn AnyGame> {
        self.find_game(name).ok()
    }

    /// Returns the contests of all games.
    pub fn contests(&self) -> impl Iterator<Item = &dyn Contest> {
        self.games.iter().flat_map(|known| known.game.contests()).map(AsRef::as_ref)
    }

    /// Returns all contests with their names. The names of a game are also names of the game's first contest.
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

    /// Returns the contest that a name refers to.
    ///
    /// # Errors
    /// No contest has this name, or several contests have it.
    pub fn find_contest(&self, name: &str) -> Result<&dyn Contest, NameError> {
        names::find(name, self.named_contests())
    }

    /// Returns the only contest that has a name; `None` if no contest has the name, or if several contests have it.
    pub fn contest(&self, name: &str) -> Option<&dyn Contest> {
        self.find_contest(name).ok()
    }

    /// Returns the token with the id of its game in front. If the token begins with another name of the game, this name
    /// is replaced by the id. If the token is only the name of a game, the text of the game's usual start is added. The
    /// token need not be valid.
    pub fn by_id(&self, token: &str) -> String {
        self.split(token).map_or_else(|_| token.to_owned(), |(game, text)| format!("{}:{text}", game.about().id))
    }

    /// Parses a whole token. If the token is only the name of a game, returns the game's usual start.
    pub fn open(&self, token: &str) -> Result<Box<dyn AnyPosition>, TokenError> {
        let (game, text) = self.split(token)?;
        let offset = token.find(':').map_or(0, |colon| colon + 1);
        game.parse(text).map_err(|source| TokenError::Notation { game: game.about().id, offset, source })
    }

    /// Returns the game of a token, and the text after the colon, which need not be valid. If the token is only the
    /// name of a game, returns the text of the game's usual start.
    ///
    /// # Errors
    /// The token does not begin with a game, or the game is unknown.
    pub fn split<'t>(&'t self, token: &'t str) -> Result<(&'t dyn AnyGame, &'t str), TokenError> {
        match token.split_once(':') {
            Some((id, text)) => Ok((self.find_game(id)?, text)),
            None => self.usual_start(token).ok_or_else(|| self.without_game(token)),
        }
    }

    /// Returns an error for a text that has no colon and is not the name of a game.
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

    /// Returns the games that can parse the longest part of a text, if this part is more than half of the text. For a
    /// text that consists of letters only, returns no game. A text of letters counts as a name, although it may also be
    /// a board. For a text without letters, such as a line of a contest's file, returns no game either.
    fn readers(&self, text: &str) -> impl Iterator<Item = &dyn AnyGame> {
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_mixed = letters > 0 && letters < text.chars().count();
        let tried = if is_mixed && text.len() <= LONGEST_GUESSED { self.games.len() } else { 0 };
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
    use retrograde::author::{Entry, Tokens};
    use retrograde::{Ending, Game, Side};
    use retrograde_games::builtin;

    use super::*;

    /// A game for tests that has only an id and a title.
    struct Nothing;

    impl Game for Nothing {
        type Position = u8;
        type Move = u8;

        fn turn(&self, _: &u8) -> Side {
            Side::First
        }

        fn ending(&self, _: &u8) -> Option<Ending> {
            Some(Ending::level("nothing"))
        }

        fn each_move(&self, _: &u8, _: impl FnMut(u8, u8)) {}
    }

    impl Tokens<Nothing> for Nothing {
        fn parse(&self, _: &str) -> Result<(Nothing, u8), NotationError> {
            Ok((Nothing, 0))
        }

        fn print(&self, _: &Nothing, _: &u8) -> String {
            "0".to_owned()
        }

        fn identity(&self, _: &Nothing) -> String {
            String::new()
        }
    }

    fn called(id: &str, title: &'static str) -> Entry<Nothing> {
        Entry::rules_as(About::new(id, ["ann", "bob"], title, "None.", ["0"]), Nothing)
    }

    #[test]
    fn issue_27_an_authors_game_takes_the_place_of_a_builtin_one() {
        let registry = Registry::from_iter(builtin());
        let ids: Vec<_> = registry.games().map(|game| game.about().id).collect();
        let registry = registry.with(called("pawn", "My pawns")).with(called("mine", "Mine"));
        assert_eq!(registry.clash(), None);
        assert_eq!(registry.replaced().collect::<Vec<_>>(), ["pawn"]);
        let now: Vec<_> = registry.games().map(|game| game.about().id).collect();
        assert_eq!(now, [&*ids, &["mine"]].concat());
        assert_eq!(registry.game("pawn").unwrap().about().title.in_language("en"), "My pawns");
        assert!(registry.contest("p9169").is_none());
    }

    #[test]
    fn issue_27_two_games_of_authors_with_one_id_are_named() {
        let registry = Registry::from_iter(builtin()).with(called("mine", "Mine")).with(called("mine", "My other"));
        let report = registry.clash().map(ToString::to_string);
        assert_eq!(report.as_deref(), Some("two games are called mine: Mine and My other"));
    }

    fn refused(token: &str) -> TokenError {
        Registry::from_iter(builtin()).open(token).err().unwrap()
    }

    /// In an earlier version, the error for `quix:` suggested the most similar name, but the error for `quix` had an
    /// example of another game.
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
