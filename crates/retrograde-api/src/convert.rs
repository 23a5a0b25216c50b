//! Converts contest files to positions, and back.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use retrograde::Options;
use retrograde::author::{AnswerError, AnyPosition, Contest, Method};
use retrograde_service::failure::{Failure, FailureTexts, Fault, Place};
use retrograde_service::forms::{Form, JSON, Reading, TOKENS, json_of, token_of_json};
use retrograde_service::memory::{Memory, Room};
use retrograde_service::registry::Registry;
use retrograde_service::report::SCHEMA;
use serde::{Deserialize, Serialize};

use crate::answers::{Answer, cacheable};
use crate::app::App;
use crate::host::Weight;
use crate::messages::{Hint, Wrong};
use crate::parts::SHORT;
use crate::pasted::tidy;
use crate::request::{ApiRequest, json};
use crate::texts::Texts;
use retrograde::rules::clock::Moment;
use retrograde::rules::message::Language;

/// The name that error messages use for the text to convert.
const FILE: &str = "the text";

/// The time limit for the computation of a contest's answers is the time limit of a response, divided by this number.
const SHARE: u32 = 3;

/// The body of a request to convert. The body has either `text`, or `positions` and `to`. The format of `text` is
/// `from`. If `from` is missing, the server recognizes the format. The server writes `positions` in the format `to`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConvertRequest {
    from: Option<String>,
    text: Option<String>,
    /// Whether the client also wants the contest's answer for each case of `text`.
    #[serde(default)]
    answers: bool,
    to: Option<String>,
    positions: Option<Texts>,
}

/// A valid request for a conversion.
pub(crate) enum Conversion {
    /// Reads positions from a text. If `from` is missing, the server recognizes the format of the text.
    Read { from: Option<String>, text: String, answers: bool },
    /// Writes positions in the format `to`.
    Write { to: String, positions: Texts },
}

impl ConvertRequest {
    pub(crate) fn task(self) -> Result<Conversion, Failure> {
        match self {
            Self { from, text: Some(text), answers, to: None, positions: None } => {
                Ok(Conversion::Read { from, text, answers })
            }
            Self { from: None, text: None, answers: false, to: Some(to), positions: Some(positions) } => {
                Ok(Conversion::Write { to, positions })
            }
            _ => Err(Failure::usage(Wrong::FromOrTo)),
        }
    }
}

/// Positions that were read from a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Read"))]
pub(crate) struct Read<E = Failure> {
    schema: u32,
    /// The format of the text; `null` if the text fits no format.
    pub(crate) from: Option<&'static str>,
    /// The positions of the text up to the first error.
    pub(crate) positions: Vec<String>,
    /// The contest's answers for the first positions, for as many as time and memory allow; `null` if the client did
    /// not request answers, or if the format does not belong to a contest.
    answers: Option<Vec<String>>,
    pub(crate) error: Option<E>,
}

impl Read {
    /// Converts the error to texts in a language. Commands in the texts use `program` as the name of the program.
    fn render(self, language: Language, program: &str) -> Read<FailureTexts> {
        let Self { schema, from, positions, answers, error } = self;
        Read { schema, from, positions, answers, error: error.map(|error| error.texts(language).named(program)) }
    }
}

/// Positions that were written in a format: `text` contains the positions in the format `to`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Written {
    schema: u32,
    to: String,
    text: String,
}

pub(crate) async fn convert(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (wanted, _room) = json::<ConvertRequest>(&app, body).await?;
    query.only(&[])?;
    let own = app.clone();
    let room = room(&app.memory, &wanted)?;
    app.think(Weight::Heavy, move || match wanted.task()? {
        Conversion::Read { from, text, answers: wanted } => {
            let (mut read, text) = read_any(&own.registry, from.as_deref(), &text)?;
            if let Some(contest) = read.from.filter(|_| wanted).and_then(|from| own.registry.contest(from)) {
                read.answers = Some(answers(contest, &text, &own));
            }
            cacheable(&own.memory, &read.render(language, own.settings.program), room)
        }
        Conversion::Write { to, positions } => {
            let text = write(&own.registry, &to, &positions.within(own.settings.limits.positions)?)?;
            cacheable(&own.memory, &Written { schema: SCHEMA, to, text }, room)
        }
    })
    .await
}

/// Reads a text in the format `from`. If `from` is `None`, recognizes the format. The function also returns the text
/// that it has parsed, which may be a cleaned form of the argument `text`.
pub(crate) fn read_any(registry: &Registry, from: Option<&str>, text: &str) -> Result<(Read, String), Failure> {
    match from {
        Some(from) => Ok((read_as(registry, from, text)?, text.to_owned())),
        None => Ok(read(registry, &tidy(text))),
    }
}

/// Reserves memory for the input and the output of a conversion. The output may be much longer than the input, because
/// each case of a few bytes becomes a separate token.
fn room(memory: &Arc<Memory>, wanted: &ConvertRequest) -> Result<Option<Room>, Failure> {
    const BYTES_A_BYTE: u64 = 24;
    let text = wanted.text.as_ref().map_or(0, String::len) + wanted.positions.as_ref().map_or(0, Texts::bytes);
    let bytes = BYTES_A_BYTE.saturating_mul(text as u64);
    if bytes <= SHORT { Ok(None) } else { memory.reserve(bytes).map(Some) }
}

/// Reads a text in the format that fits best (see [`Reading::best`]). The function also returns the text that it has
/// parsed. If a contest's text lacks its first line, such as the board's size, the function adds this line to the
/// returned text.
fn read(registry: &Registry, text: &str) -> (Read, String) {
    let begins = text.trim_start();
    if begins.starts_with('{') {
        return (lines(registry, text, JSON), text.to_owned());
    }
    if begins.split_once(':').is_some_and(|(name, _)| registry.game(name).is_some()) {
        return (lines(registry, text, TOKENS), text.to_owned());
    }
    match Reading::best(registry, text) {
        Some(mut reading) => {
            let text = std::mem::take(&mut reading.text).into_owned();
            (reading.into(), text)
        }
        None => (unreadable(registry), text.to_owned()),
    }
}

impl From<Reading<'_, '_>> for Read {
    fn from(Reading { contest, positions, error, .. }: Reading<'_, '_>) -> Self {
        let error = error.map(|error| Failure::input(FILE, error));
        Self { schema: SCHEMA, from: Some(contest.id()), positions, answers: None, error }
    }
}

fn unreadable(registry: &Registry) -> Read {
    let error = Failure::content(Wrong::Unreadable);
    let error = error.hint(Hint::Formats { formats: Form::ids(registry).join(", ") });
    Read { schema: SCHEMA, from: None, positions: Vec::new(), answers: None, error: Some(error) }
}

pub(crate) fn read_as(registry: &Registry, from: &str, text: &str) -> Result<Read, Failure> {
    Ok(match Form::named(registry, from)? {
        Form::Contest(contest) => Reading::of(registry, contest, text).into(),
        form => lines(registry, text, form.id()),
    })
}

/// Reads a text with one position per line. Each line is a token or a JSON object.
fn lines(registry: &Registry, text: &str, form: &'static str) -> Read {
    let mut read = Read { schema: SCHEMA, from: Some(form), positions: Vec::new(), answers: None, error: None };
    for (line, text) in (1..).zip(text.lines()).map(|(line, text)| (line, text.trim())) {
        if text.is_empty() {
            continue;
        }
        let place = Place { line: Some(line), column: Some(1), ..Place::default() };
        match line_of(registry, text, form, place) {
            Ok(token) => read.positions.push(token),
            Err(error) => {
                read.error = Some(error);
                break;
            }
        }
    }
    read
}

fn line_of(registry: &Registry, line: &str, form: &str, place: Place) -> Result<String, Failure> {
    let token = match form {
        JSON => token_of_json(line, place.clone())?,
        _ => line.to_owned(),
    };
    registry.open(&token).map(|position| position.token()).map_err(|error| Failure::token(&token, error, place))
}

/// Returns the contest's answers for the first cases of a text, up to the first case that cannot be answered.
fn answers(contest: &dyn Contest, text: &str, app: &App) -> Vec<String> {
    let settings = &app.settings;
    let room = app.memory.take(|free| free.min(settings.limits.table));
    let options = Options { threads: 1, memory: room.bytes(), ..Options::default() };
    let mut lines = Lines { text: Vec::new(), begun: Moment::now(), limit: settings.limits.answer / SHARE };
    // An error needs no report here. Errors in the input were reported when the text was read, and a missing line shows
    // that a case has no answer.
    let _ = contest.answer(&mut text.as_bytes(), Method::Auto, &options, &mut lines);
    lines.whole()
}

/// A writer that collects the text of the answers until the time limit is over.
struct Lines {
    text: Vec<u8>,
    begun: Moment,
    limit: Duration,
}

impl Lines {
    /// Returns the complete lines of the text.
    fn whole(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.text);
        text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.begun.elapsed() >= self.limit {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.text.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn write(registry: &Registry, to: &str, positions: &[String]) -> Result<String, Failure> {
    let contest = match Form::named(registry, to)? {
        Form::Tokens => return write_lines(registry, positions, AnyPosition::token),
        Form::Json => return write_lines(registry, positions, json_of),
        Form::Contest(contest) => contest,
    };
    let positions: Vec<String> = positions.iter().map(|token| registry.by_id(token)).collect();
    let mut place = Place::default();
    for (case, token) in (1..).zip(&positions) {
        // Each position is first written alone, so that an error can name the position that causes it.
        place.case = Some(case);
        let written = contest.write(std::slice::from_ref(token), &mut io::sink());
        written.map_err(|error| Failure::writing(contest, token, error, place.clone()))?;
    }
    let mut text = Vec::new();
    let failed = |error: AnswerError| Failure::writing(contest, "", error, Place::default());
    contest.write(&positions, &mut text).map_err(failed)?;
    String::from_utf8(text).map_err(|error| Failure::new(Fault::Internal, "contest", error.to_string()))
}

/// Writes one line for each position.
fn write_lines(
    registry: &Registry,
    positions: &[String],
    line: impl Fn(&dyn AnyPosition) -> String,
) -> Result<String, Failure> {
    let mut text = String::new();
    for (case, token) in (1..).zip(positions) {
        let place = Place { case: Some(case), ..Place::default() };
        let position = registry.open(token).map_err(|error| Failure::token(token, error, place))?;
        text = text + &line(&*position) + "\n";
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found() {
        let registry = Registry::from_iter(retrograde_games::builtin());
        let positions = ["pawn:3HO/1H2H/HOH2/1H2X_r", "race:A3/1H2/4/3B_a", "cannons:01100_r"].map(str::to_owned);
        for (format, position) in [("p9169", 0), ("p4658", 1), ("p7387", 2), ("pos", 0), ("json", 0)] {
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
        let mut lines = Lines { text: Vec::new(), begun: Moment::now(), limit: Duration::from_mins(1) };
        lines.write_all(b"Tie\nRed 7").unwrap();
        assert_eq!(lines.whole(), ["Tie"]);
        lines.limit = Duration::ZERO;
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
