//! The text formats for positions. A text contains one token per line, or one JSON object per line, or cases in the
//! format of a contest. The module also recognizes the format of a text.

use std::borrow::Cow;
use std::ops::ControlFlow;

use retrograde::author::{AnyGame, AnyPosition, Contest, InputError, Strictness};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Place, Thing};
use crate::messages::Wrong;
use crate::names::{self, NameError, Named};
use crate::registry::Registry;
use crate::report::SCHEMA;

/// The name of [`Form::Tokens`].
pub const TOKENS: &str = "pos";
/// The name of [`Form::Json`].
pub const JSON: &str = "json";

/// A text format for positions.
#[derive(Clone, Copy)]
pub enum Form<'r> {
    /// Each line is a token. A line that begins with `#` is a comment.
    Tokens,
    /// Each line is a JSON object whose field `pos` is a token. The commands `convert` and `probe` write this format.
    Json,
    /// The format of a contest's input.
    Contest(&'r dyn Contest),
}

impl<'r> Form<'r> {
    /// Returns the format with the name `name`; the format of a contest may have several names.
    ///
    /// # Errors
    /// No format has this name, or several formats have it.
    pub fn named(registry: &'r Registry, name: &str) -> Result<Self, Failure> {
        let contests = registry.named_contests().map(|contest| contest.map(Self::Contest));
        let others = [Self::Tokens, Self::Json].map(|form| Named::new(form.id(), form));
        names::find(name, contests.chain(others)).map_err(|error| Failure::name("unknown-format", Thing::Format, error))
    }

    /// Returns the ids of all formats.
    pub fn ids(registry: &Registry) -> Vec<&'static str> {
        registry.contests().map(Contest::id).chain([TOKENS, JSON]).collect()
    }

    /// Returns the id of this format.
    pub fn id(self) -> &'static str {
        match self {
            Self::Tokens => TOKENS,
            Self::Json => JSON,
            Self::Contest(contest) => contest.id(),
        }
    }

    /// Returns whether a text in this format describes one instance (board) of a game. Users name the instance by the
    /// file that contains the text.
    pub fn is_of_instances(self, registry: &Registry) -> bool {
        matches!(self, Self::Contest(contest) if is_of_instances(registry, contest))
    }

    /// Recognizes the format of a text; `None` if the text resembles no format.
    ///
    /// A text that begins with a token or a brace contains tokens or JSON. For any other text, the function tries each
    /// contest format on the unchanged text, and on the text with missing first lines (a header) added. The result is
    /// the format that can parse the whole text. If no format can parse the whole text, the result is the format that
    /// can parse the longest part of the text. If `is_cut` is set, the end of the text is missing; in this case a
    /// format need only parse the text up to the cut. The function takes time linear in the length of the text and in
    /// the number of contests.
    ///
    /// # Errors
    /// Several contests can parse the whole text; the error contains the names of their formats.
    pub fn recognised(registry: &'r Registry, text: &str, is_cut: bool) -> Result<Option<Recognised<'r>>, Several> {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
        if is_token(registry, first) {
            return Ok(Some(Self::Tokens.into()));
        }
        if first.starts_with('{') {
            return Ok(Some(Self::Json.into()));
        }
        let readings = Reading::all(registry, text);
        let (plain, headed): (Vec<_>, Vec<_>) = readings.into_iter().partition(|reading| reading.head.is_empty());
        for readings in [&plain, &headed] {
            let mut fitting: Vec<_> = readings.iter().filter(|reading| reading.fits(is_cut)).collect();
            fitting.dedup_by_key(|reading| reading.contest.id());
            match fitting.as_slice() {
                [] => {}
                [reading] => return Ok(Some(reading.recognised())),
                several => return Err(Several(several.iter().map(|reading| reading.contest.id()).collect())),
            }
        }
        let some = plain.iter().chain(&headed).filter(|reading| reading.far > NOWHERE);
        Ok(some.max_by_key(|reading| reading.far).map(Reading::recognised))
    }
}

/// Returns whether a text begins with the name of a known game and a colon, as tokens do.
pub fn is_token(registry: &Registry, text: &str) -> bool {
    text.split_once(':').is_some_and(|(game, _)| !matches!(registry.find_game(game), Err(NameError::Unknown { .. })))
}

/// Returns the token in a line of [`Form::Json`]; `place` is the place of the line.
///
/// # Errors
/// The line is not a JSON object with a string `pos`.
pub fn token_of_json(line: &str, place: Place) -> Result<String, Failure> {
    #[derive(Deserialize)]
    struct PositionLine {
        pos: String,
    }
    let line = serde_json::from_str(line).map_err(|_| Failure::content(Wrong::NoPos).at(place))?;
    let PositionLine { pos } = line;
    Ok(pos)
}

/// Returns a position as a line of [`Form::Json`], without a line end.
pub fn json_of(position: &dyn AnyPosition) -> String {
    #[derive(Serialize)]
    struct JsonLine<'p> {
        schema: u32,
        pos: &'p str,
        game: &'p str,
        turn: &'p str,
    }
    let pos = position.whole_token();
    let game = pos.split(':').next().unwrap_or_default();
    let line = JsonLine { schema: SCHEMA, pos: &pos, game, turn: position.turn() };
    // Serializing strings and a number never fails.
    serde_json::to_string(&line).unwrap_or_default()
}

/// The format that was recognized in a text.
#[derive(Clone)]
pub struct Recognised<'r> {
    /// The recognized format.
    pub form: Form<'r>,
    /// The first lines that are missing in the text; usually empty. The text has the format only together with the
    /// missing lines.
    pub head: String,
}

impl<'r> From<Form<'r>> for Recognised<'r> {
    fn from(form: Form<'r>) -> Self {
        Self { form, head: String::new() }
    }
}

/// The names of several formats that all fit one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several(pub Vec<&'static str>);

/// The result of parsing a text in a contest's format.
pub struct Reading<'r, 't> {
    /// The contest.
    pub contest: &'r dyn Contest,
    /// The text. If the header was missing, this field contains the header and the text.
    pub text: Cow<'t, str>,
    /// The header that was put in front of the text; empty if no header was missing.
    head: String,
    /// The tokens of the positions before the error.
    pub positions: Vec<String>,
    /// The error. The place of the error is counted in the text without the added header.
    pub error: Option<InputError>,
    far: Far,
}

/// How far a contest could parse a text. The first item of the tuple is the number of complete cases. The second item
/// is `true` if parsing stopped at a wrong character, and `false` if it stopped at the end of the text. The last two
/// items are the line and the column where parsing stopped.
type Far = (usize, bool, u64, u64);
/// The value of [`Far`] for a text that is certainly in another format.
const NOWHERE: Far = (0, false, 0, 0);

impl<'r, 't> Reading<'r, 't> {
    /// Parses a text as it is, without an added header.
    pub fn of(registry: &Registry, contest: &'r dyn Contest, text: &'t str) -> Self {
        Self::with(registry, contest, text, String::new())
    }

    /// Returns the result of the first contest that can parse the whole text, either unchanged or with a missing header
    /// added. If no contest can parse the whole text, returns the result of the contest that can parse most of the
    /// text. Returns `None` if no contest can parse any part of the text.
    pub fn best(registry: &'r Registry, text: &'t str) -> Option<Self> {
        let mut all = Self::all(registry, text);
        if let Some(whole) = all.iter().position(|reading| reading.error.is_none()) {
            return Some(all.swap_remove(whole));
        }
        all.into_iter().rev().filter(|reading| reading.far > NOWHERE).max_by_key(|reading| reading.far)
    }

    /// Returns one result for each contest and each form of the text. The forms are the unchanged text, and the text
    /// with each header (first lines) that may be missing.
    fn all(registry: &'r Registry, text: &'t str) -> Vec<Self> {
        let of = |contest: &'r dyn Contest| {
            let heads = [String::new()].into_iter().chain(heads(contest, text));
            heads.map(move |head| Self::with(registry, contest, text, head)).collect::<Vec<_>>()
        };
        registry.contests().flat_map(of).collect()
    }

    fn recognised(&self) -> Recognised<'r> {
        Recognised { form: Form::Contest(self.contest), head: self.head.clone() }
    }

    fn with(registry: &Registry, contest: &'r dyn Contest, text: &'t str, head: String) -> Self {
        let added = head.lines().count() as u64;
        let text = if head.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(head.clone() + text) };
        let mut positions = Vec::new();
        let mut visit = |token| {
            positions.push(token);
            ControlFlow::Continue(())
        };
        let mut error = contest.read(&mut text.as_bytes(), Strictness::Relaxed, &mut visit).err();
        let mut far = (positions.len(), false, 0, 0);
        if let Some(error) = &mut error {
            let line = error.line.saturating_sub(added);
            // An error that is not in a test case, or is at the first character, most likely means that the text has
            // another format.
            let is_in_case = error.case.is_some() && (line, error.column) > (1, 1);
            if is_in_case || is_of_instances(registry, contest) && words_before(&text, error) >= WORDS {
                far = (far.0, !is_end(&text, error), line, error.column);
            }
            error.line = line.max(1);
        }
        Self { contest, text, head, positions, error, far }
    }

    /// Returns whether the contest could parse the whole text, or, if the text is cut, the text up to the cut.
    fn fits(&self, is_cut: bool) -> bool {
        let (_, at_character, ..) = self.far;
        self.error.is_none() || is_cut && self.far > NOWHERE && !at_character
    }
}

fn is_of_instances(registry: &Registry, contest: &dyn Contest) -> bool {
    registry.game(contest.game()).is_some_and(AnyGame::reads_files)
}

/// Returns the headers (first lines) that may be missing before a text that begins with a board.
fn heads(contest: &dyn Contest, text: &str) -> Vec<String> {
    let rows = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let columns = rows().next().map_or(0, |row| row.chars().count());
    contest.heads(rows().count() as u64, columns as u64)
}

/// A file that describes one instance, such as a graph file, has no cases. A text with at least this number of words
/// before its first error may be a file of this kind.
const WORDS: usize = 3;

/// Returns the number of words before an error, but at most [`WORDS`].
fn words_before(text: &str, error: &InputError) -> usize {
    let last = error.line.saturating_sub(1) as usize;
    let column = (error.column as usize).saturating_sub(1);
    let lines = text.lines().take(last + 1).enumerate();
    let before = lines.map(|(number, line)| if number < last { line } else { line.get(..column).unwrap_or(line) });
    let lines = before.filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(str::split_whitespace).take(WORDS).count()
}

/// Returns whether an error is at the end of the text.
fn is_end(text: &str, error: &InputError) -> bool {
    let lines = text.trim_end().split('\n');
    let (number, last) = (1..).zip(lines).last().unwrap_or((1, ""));
    (error.line, error.column) > (number, last.len() as u64)
}
