//! From judges' files to positions, and back.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use retrograde::Options;
use retrograde::contest::{AnswerError, Contest, InputError, Method, Strictness};
use retrograde_desk::failure::{Failure, FailureTexts, Fault, Place, Thing};
use retrograde_desk::names::{self, Named};
use retrograde_desk::registry::Registry;
use retrograde_desk::report::SCHEMA;
use serde::{Deserialize, Serialize};

use crate::Settings;
use crate::answers::{Answer, cacheable};
use crate::app::{App, Weight};
use crate::guard::Json;
use crate::language::Spoken;
use crate::messages::{Hint, Wrong};
use crate::pasted::{Draft, tidy};
use crate::query::Query;
use retrograde::message::Language;

/// One token a line.
const TOKENS: &str = "pos";
/// How texts are called in errors.
const FILE: &str = "the text";

/// The share of the time for an answer in which the cases must be answered.
const SHARE: u32 = 3;

/// What to convert: `text`, of the format `from` or of one to be found; or `positions`, to the format `to`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    from: Option<String>,
    text: Option<String>,
    /// Whether the judge's line for each case is wanted, too.
    #[serde(default)]
    answers: bool,
    to: Option<String>,
    positions: Option<Vec<String>>,
}

/// Positions that were read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Read"))]
pub(crate) struct Read<E = Failure> {
    schema: u32,
    /// The format; `null` if none of them fits.
    from: Option<&'static str>,
    /// Those before the error.
    positions: Vec<String>,
    /// The judge's lines for the first of them: for all that could be answered in time and memory. `null` if they were not
    /// asked for, or if there is no judge.
    answers: Option<Vec<String>>,
    error: Option<E>,
}

impl Read {
    /// The same, with its error in a language, for a program of that name.
    fn render(self, language: Language, program: &str) -> Read<FailureTexts> {
        let Self { schema, from, positions, answers, error } = self;
        Read { schema, from, positions, answers, error: error.map(|error| error.texts(language).named(program)) }
    }
}

/// Positions that were written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Written {
    schema: u32,
    to: String,
    text: String,
}

pub(crate) async fn convert(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    query: Query,
    Json(wanted, _room): Json<Wanted>,
) -> Answer {
    query.only(&[])?;
    let own = app.clone();
    app.think(Weight::Heavy, move || match wanted {
        Wanted { from, text: Some(text), answers: wanted, to: None, positions: None } => {
            let (mut read, text) = match from {
                Some(from) => (read_as(&own.registry, &from, &text)?, text),
                None => read(&own.registry, &tidy(&text)),
            };
            if let Some(contest) = read.from.filter(|_| wanted).and_then(|from| own.registry.contest(from)) {
                read.answers = Some(answers(contest, &text, &own.settings));
            }
            cacheable(&read.render(language, own.settings.program))
        }
        Wanted { from: None, text: None, answers: false, to: Some(to), positions: Some(positions) } => {
            let text = write(&own.registry, &to, &positions)?;
            cacheable(&Written { schema: SCHEMA, to, text })
        }
        _ => Err(Failure::usage(Wrong::FromOrTo).into()),
    })
    .await
}

/// Finds the format by trying: the first that reads all, else the one that reads most. Tells also what was read: the text may lack a head.
fn read(registry: &Registry, text: &str) -> (Read, String) {
    let begins = text.trim_start().split_once(':').map(|(name, _)| name);
    if begins.is_some_and(|name| registry.game(name).is_some()) {
        return (tokens(registry, text), text.to_owned());
    }
    let mut best: Option<(Far, Read, String)> = None;
    for contest in registry.contests() {
        for draft in Draft::all(contest, text) {
            let (read, far) = attempt(contest, &draft);
            if read.error.is_none() {
                return (read, draft.text.into_owned());
            }
            if far > best.as_ref().map_or(NOWHERE, |(far, ..)| *far) {
                best = Some((far, read, draft.text.into_owned()));
            }
        }
    }
    best.map_or_else(|| (unreadable(registry), text.to_owned()), |(_, read, text)| (read, text))
}

/// How much of a text a format could read: whole cases; whether it ended at a character and not for want of more; line and column.
type Far = (usize, bool, u64, u64);
/// Of a text in another format.
const NOWHERE: Far = (0, false, 0, 0);

/// Reads a draft, with the places of the text that was pasted; and how far that went.
fn attempt(contest: &dyn Contest, draft: &Draft<'_>) -> (Read, Far) {
    let (positions, error) = cases(contest, &draft.text);
    let mut far = (positions.len(), false, 0, 0);
    let error = error.map(|mut error| {
        let line = error.line.saturating_sub(draft.added);
        // Outside the cases, or at the first character, it is most likely no such text.
        if error.case.is_some() && (line, error.column) > (1, 1) {
            far = (far.0, !is_end(&draft.text, &error), line, error.column);
        }
        error.line = line.max(1);
        Failure::input(FILE, error)
    });
    (Read { schema: SCHEMA, from: Some(contest.id()), positions, answers: None, error }, far)
}

fn unreadable(registry: &Registry) -> Read {
    let error = Failure::content(Wrong::Unreadable);
    let error = error.hint(Hint::Formats { formats: form_ids(registry).join(", ") });
    Read { schema: SCHEMA, from: None, positions: Vec::new(), answers: None, error: Some(error) }
}

fn read_as(registry: &Registry, from: &str, text: &str) -> Result<Read, Failure> {
    Ok(match form(registry, from)? {
        Form::Tokens => tokens(registry, text),
        Form::Contest(contest) => attempt(contest, &Draft { text: text.into(), added: 0 }).0,
    })
}

fn tokens(registry: &Registry, text: &str) -> Read {
    let mut read = Read { schema: SCHEMA, from: Some(TOKENS), positions: Vec::new(), answers: None, error: None };
    for (line, token) in (1..).zip(text.lines()).map(|(line, token)| (line, token.trim())) {
        if token.is_empty() {
            continue;
        }
        match registry.open(token) {
            Ok(position) => read.positions.push(position.token()),
            Err(error) => {
                let place = Place { line: Some(line), column: Some(1), ..Place::default() };
                read.error = Some(Failure::token(token, error, place));
                break;
            }
        }
    }
    read
}

/// Whether an error stands where nothing follows.
fn is_end(text: &str, error: &InputError) -> bool {
    let lines = text.trim_end().split('\n');
    let (number, last) = (1..).zip(lines).last().unwrap_or((1, ""));
    (error.line, error.column) > (number, last.len() as u64)
}

/// The positions of a judge's file, up to its first error.
fn cases(contest: &dyn Contest, text: &str) -> (Vec<String>, Option<InputError>) {
    let mut positions = Vec::new();
    let mut visit = |token| {
        positions.push(token);
        ControlFlow::Continue(())
    };
    let end = contest.read(&mut text.as_bytes(), Strictness::Relaxed, &mut visit);
    (positions, end.err())
}

/// The judge's lines for the cases, up to the first that cannot be answered.
fn answers(contest: &dyn Contest, text: &str, settings: &Settings) -> Vec<String> {
    let memory = settings.limits.table.min(settings.memory);
    let options = Options { threads: 1, memory, ..Options::default() };
    let mut lines = Lines { text: Vec::new(), end: Instant::now() + settings.limits.answer / SHARE };
    // What is wrong with the input is told by its reading, and a case without an answer shows that by itself.
    let _ = contest.answer(&mut text.as_bytes(), Method::Auto, &options, &mut lines);
    lines.whole()
}

/// What was written until the time was up.
struct Lines {
    text: Vec<u8>,
    end: Instant,
}

impl Lines {
    /// Those that were written to their end.
    fn whole(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.text);
        text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if Instant::now() >= self.end {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.text.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write(registry: &Registry, to: &str, positions: &[String]) -> Result<String, Failure> {
    let contest = match form(registry, to)? {
        Form::Tokens => return write_tokens(registry, positions),
        Form::Contest(contest) => contest,
    };
    let positions: Vec<String> = positions.iter().map(|token| registry.by_id(token)).collect();
    let mut place = Place::default();
    for (case, token) in (1..).zip(&positions) {
        // Written for nothing, to learn which one cannot be.
        place.case = Some(case);
        let written = contest.write(std::slice::from_ref(token), &mut io::sink());
        written.map_err(|error| Failure::writing(contest, token, error, place.clone()))?;
    }
    let mut text = Vec::new();
    let failed = |error: AnswerError| Failure::writing(contest, "", error, Place::default());
    contest.write(&positions, &mut text).map_err(failed)?;
    String::from_utf8(text).map_err(|error| Failure::new(Fault::Internal, "contest", error.to_string()))
}

fn write_tokens(registry: &Registry, positions: &[String]) -> Result<String, Failure> {
    let mut text = String::new();
    for (case, token) in (1..).zip(positions) {
        let place = Place { case: Some(case), ..Place::default() };
        let position = registry.open(token).map_err(|error| Failure::token(token, error, place))?;
        text = text + &position.token() + "\n";
    }
    Ok(text)
}

/// A form of texts.
enum Form<'r> {
    Tokens,
    Contest(&'r dyn Contest),
}

fn form<'r>(registry: &'r Registry, name: &str) -> Result<Form<'r>, Failure> {
    let contests = registry.named_contests().map(|contest| contest.map(Form::Contest));
    let forms = contests.chain([Named::new(TOKENS, Form::Tokens)]);
    names::find(name, forms).map_err(|error| Failure::name("unknown-format", Thing::Format, error))
}

fn form_ids(registry: &Registry) -> Vec<&'static str> {
    registry.contests().map(Contest::id).chain([TOKENS]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found() {
        let registry = Registry::from_iter(retrograde_games::builtin());
        let positions = ["pawn:3HO/1H2H/HOH2/1H2X_r", "race:A3/1H2/4/3B_a", "cannons:01100_r"].map(str::to_owned);
        for (format, position) in [("p9169", 0), ("p4658", 1), ("p7387", 2), ("pos", 0)] {
            let positions = [positions[position].clone()];
            let text = write(&registry, format, &positions).unwrap();
            let (found, whole) = read(&registry, &text);
            assert_eq!(
                (found.from, &found.positions[..], whole),
                (Some(format), &positions[..], text.clone()),
                "{text}"
            );
            assert!(found.error.is_none());
        }
    }

    #[test]
    fn a_board_needs_no_head() {
        let registry = Registry::from_iter(retrograde_games::builtin());
        let pawn = "pawn:1O1/1H1/OX1_r";
        let cases = [
            (".O.\n.#.\nOX.\n", pawn),
            ("\n3 3\n.O.\n.#.\nOX.", pawn),
            ("A#\n.B\n", "race:AH/1B_a"),
            ("2\nA#\n.B\n", "race:AH/1B_a"),
            ("01100", "cannons:01100_r"),
            ("5\n01100\n", "cannons:01100_r"),
        ];
        for (text, position) in cases {
            let (found, whole) = read(&registry, text);
            assert_eq!((&found.positions[..], found.error.is_none()), (&[position.to_owned()][..], true), "{text}");
            let (again, same) = read(&registry, &whole);
            assert_eq!((again.positions, &same), (found.positions, &whole), "{text}");
        }
    }

    #[test]
    fn a_bad_character_is_told_in_its_place() {
        let registry = Registry::from_iter(retrograde_games::builtin());
        let cases = [
            ("0 1\n3 3\n.O.\n.z.\nOX.\n", "p9169", (1, 4, 2)),
            ("3 3\n.O.\n.z.\nOX.\n", "p9169", (1, 3, 2)),
            (".O.\n.z.\nOX.\n", "p9169", (1, 2, 2)),
            ("0 2\n2 2\nO.\nXO\n2 2\nO.\nXo\n", "p9169", (2, 7, 2)),
            ("A.\n.b\n", "p4658", (1, 2, 2)),
            ("01102\n", "p7387", (1, 1, 5)),
        ];
        for (text, format, place) in cases {
            let (found, _) = read(&registry, text);
            let error = found.error.unwrap();
            let at = error.at.unwrap();
            assert_eq!((found.from, error.code), (Some(format), "bad-input"), "{text}");
            assert_eq!((at.case, at.line, at.column), (Some(place.0), Some(place.1), Some(place.2)), "{text}");
        }
    }

    #[test]
    fn only_lines_that_end_in_time_are_taken() {
        let mut lines = Lines { text: Vec::new(), end: Instant::now() + std::time::Duration::from_mins(1) };
        lines.write_all(b"Tie\nRed 7").unwrap();
        assert_eq!(lines.whole(), ["Tie"]);
        lines.end = Instant::now();
        assert!(lines.write_all(b"5\n").is_err());
        assert_eq!(lines.whole(), ["Tie"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let registry = Registry::from_iter(retrograde_games::builtin());
        let (found, _) = read(&registry, "cannons:01100_r\n\n  cannons:012_r\n");
        let error = found.error.unwrap();
        assert_eq!((found.positions.len(), error.code), (1, "bad-position"));
        assert_eq!(error.at.unwrap().line, Some(3));
        assert!(read(&registry, "to be or not to be").0.error.unwrap().hint.unwrap().to_string().contains("p9169"));
        let error = write(&registry, "p9169", &["cannons:01100_r".to_owned()]).unwrap_err();
        assert_eq!((error.code, error.at.unwrap().case), ("inexpressible", Some(1)));
        assert!(
            read_as(&registry, "p9196", "").unwrap_err().hint.unwrap().to_string().contains("did you mean `p9169`")
        );
    }
}
