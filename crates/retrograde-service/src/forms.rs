//! The text formats for positions, and how to recognize them: tokens or JSON, one per line, or a contest's format.

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
    /// One token per line. A line that begins with `#` is a comment.
    Tokens,
    /// One JSON object per line, whose `pos` is the token. `convert` and `probe` write this form.
    Json,
    /// A contest's format.
    Contest(&'r dyn Contest),
}

impl<'r> Form<'r> {
    /// The form with that name; a contest has several names.
    ///
    /// # Errors
    /// No form has this name, or several forms have it.
    pub fn named(registry: &'r Registry, name: &str) -> Result<Self, Failure> {
        let contests = registry.named_contests().map(|contest| contest.map(Self::Contest));
        let others = [Self::Tokens, Self::Json].map(|form| Named::new(form.id(), form));
        names::find(name, contests.chain(others)).map_err(|error| Failure::name("unknown-format", Thing::Format, error))
    }

    /// The id of each form.
    pub fn ids(registry: &Registry) -> Vec<&'static str> {
        registry.contests().map(Contest::id).chain([TOKENS, JSON]).collect()
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Tokens => TOKENS,
            Self::Json => JSON,
            Self::Contest(contest) => contest.id(),
        }
    }

    /// Whether a text in this form is one instance of a game, which is named by its file.
    pub fn is_of_instances(self, registry: &Registry) -> bool {
        matches!(self, Self::Contest(contest) if is_of_instances(registry, contest))
    }

    /// Recognizes the form of a text; `None` if it resembles no form.
    ///
    /// A text that begins with a token or a brace has tokens or JSON. Otherwise it has the contest format that reads
    /// all of it, as it is or with a head that it lacks; if there is none, the format that reads most of it. For a text
    /// that `is_cut`, reading to its end counts as reading all of it. Takes time linear in the text and in the number
    /// of contests.
    ///
    /// # Errors
    /// Several contests read all of it: their formats.
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

/// Whether a text begins with a known game and a colon, as tokens do.
pub fn is_token(registry: &Registry, text: &str) -> bool {
    text.split_once(':').is_some_and(|(game, _)| !matches!(registry.find_game(game), Err(NameError::Unknown { .. })))
}

/// The token in a line of [`Form::Json`]; `place` is where the line comes from.
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

/// A position as a line of [`Form::Json`], without a line end.
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
    // Strings and a number always serialize.
    serde_json::to_string(&line).unwrap_or_default()
}

/// The recognized form of a text.
#[derive(Clone)]
pub struct Recognised<'r> {
    /// The form.
    pub form: Form<'r>,
    /// Lines to put in front of the text so that it has the form; usually none.
    pub head: String,
}

impl<'r> From<Form<'r>> for Recognised<'r> {
    fn from(form: Form<'r>) -> Self {
        Self { form, head: String::new() }
    }
}

/// The names of several forms that all fit a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several(pub Vec<&'static str>);

/// A text as a contest reads it.
pub struct Reading<'r, 't> {
    /// The contest.
    pub contest: &'r dyn Contest,
    /// The text, with the head in front if it lacked one.
    pub text: Cow<'t, str>,
    /// The head.
    head: String,
    /// The positions before the error, as tokens.
    pub positions: Vec<String>,
    /// The error, with its place in the text without the head.
    pub error: Option<InputError>,
    far: Far,
}

/// How far a contest read a text: whole cases; whether it stopped at a character, not at the end of the text; line and
/// column.
type Far = (usize, bool, u64, u64);
/// The value for a text in another format.
const NOWHERE: Far = (0, false, 0, 0);

impl<'r, 't> Reading<'r, 't> {
    /// A text as it is.
    pub fn of(registry: &Registry, contest: &'r dyn Contest, text: &'t str) -> Self {
        Self::with(registry, contest, text, String::new())
    }

    /// The first contest that reads all of a text, as it is or with a head that it lacks; else the contest that reads
    /// most of it. `None` if no contest reads any of it.
    pub fn best(registry: &'r Registry, text: &'t str) -> Option<Self> {
        let mut all = Self::all(registry, text);
        if let Some(whole) = all.iter().position(|reading| reading.error.is_none()) {
            return Some(all.swap_remove(whole));
        }
        all.into_iter().rev().filter(|reading| reading.far > NOWHERE).max_by_key(|reading| reading.far)
    }

    /// How each contest reads the text: as it is, and with each head that it may lack.
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
            // An error outside the cases, or at the first character, most likely means another format.
            let is_in_case = error.case.is_some() && (line, error.column) > (1, 1);
            if is_in_case || is_of_instances(registry, contest) && words_before(&text, error) >= WORDS {
                far = (far.0, !is_end(&text, error), line, error.column);
            }
            error.line = line.max(1);
        }
        Self { contest, text, head, positions, error, far }
    }

    /// Whether the contest read all of the text, or to the end of a text that is cut.
    fn fits(&self, is_cut: bool) -> bool {
        let (_, at_character, ..) = self.far;
        self.error.is_none() || is_cut && self.far > NOWHERE && !at_character
    }
}

fn is_of_instances(registry: &Registry, contest: &dyn Contest) -> bool {
    registry.game(contest.game()).is_some_and(AnyGame::reads_files)
}

/// The heads that a text may lack if it begins with a board.
fn heads(contest: &dyn Contest, text: &str) -> Vec<String> {
    let rows = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let columns = rows().next().map_or(0, |row| row.chars().count());
    contest.heads(rows().count() as u64, columns as u64)
}

/// An instance has no cases. This many words before an error show that a text is an instance.
const WORDS: usize = 3;

/// The number of words before an error, at most [`WORDS`].
fn words_before(text: &str, error: &InputError) -> usize {
    let last = error.line.saturating_sub(1) as usize;
    let column = (error.column as usize).saturating_sub(1);
    let lines = text.lines().take(last + 1).enumerate();
    let before = lines.map(|(number, line)| if number < last { line } else { line.get(..column).unwrap_or(line) });
    let lines = before.filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(str::split_whitespace).take(WORDS).count()
}

/// Whether an error is at the end of the text.
fn is_end(text: &str, error: &InputError) -> bool {
    let lines = text.trim_end().split('\n');
    let (number, last) = (1..).zip(lines).last().unwrap_or((1, ""));
    (error.line, error.column) > (number, last.len() as u64)
}
