//! The contest format of Luogu P7387. The input consists of rows of cannons, and the answer for each row is `WIN`,
//! `TIE` or `LOSE`.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;

use fastrand::Rng;
use retrograde::kernel::{self, Options};
use retrograde::{Notation, Numbered, Outcome, SolveError, Table, Value};

use super::drafts;
use super::messages::{Contest as ContestText, Promise};
use super::notation::Parts;
use super::row::Row;
use super::rules::{BLACK, Cannons, Passes, Position, RED};
use super::theorem::Summary;
use crate::messages::{Drafted, Number, RowName, Size, Unit};
use crate::scan::{self, Scanner};
use retrograde::author::{
    self, AnswerError, Contest, Draft, Drafts, InputError, Method, Strictness, Subtask, Subtasks, Valid, token_text,
};
use retrograde::rules::memory;
use retrograde::rules::message::{Language, Message};

/// Luogu P7387, the problem to decide who wins a row of cannons if red moves first.
#[derive(Clone, Copy, Debug, Default)]
pub struct P7387;

/// The subtasks (levels) of the problem. The number of a subtask is the length of the longest row that the subtask
/// allows.
static SUBTASKS: [Subtask; 6] = [
    Subtask { name: "3", names: &["n<=3"], promise: &Promise::UpTo { length: 3 }, number: 3 },
    Subtask { name: "6", names: &["n<=6"], promise: &Promise::UpTo { length: 6 }, number: 6 },
    Subtask { name: "15", names: &["n<=15"], promise: &Promise::UpTo { length: 15 }, number: 15 },
    Subtask { name: "200", names: &["n<=200"], promise: &Promise::UpTo { length: 200 }, number: 200 },
    Subtask {
        name: "10^6",
        names: &["1000000", "1e6", "n<=10^6"],
        promise: &Promise::UpTo { length: 1_000_000 },
        number: 1_000_000,
    },
    Subtask { name: "10^7", names: &["10000000", "1e7", "n<=10^7"], promise: &Drafted::NoPromise, number: 10_000_000 },
];

/// The limits of an input. There is a maximum for the number of cases, for the number of cannons in a row (`row`), and
/// for the number of cannons in all rows (`all`).
struct Limits {
    cases: u64,
    row: u64,
    all: u64,
}

impl Limits {
    const JUDGE: Self = Self { cases: 100_000, row: 10_000_000, all: 20_000_000 };
    const NONE: Self = Self { cases: u64::MAX, row: u64::MAX, all: u64::MAX };

    const fn of(strictness: Strictness) -> &'static Self {
        match strictness {
            Strictness::Judge => &Self::JUDGE,
            Strictness::Relaxed => &Self::NONE,
        }
    }
}

/// A case of an input. The row of the case is not read yet.
struct Case<'s, 'i> {
    scanner: &'s mut Scanner<'i>,
    number: u64,
    length: usize,
}

impl Case<'_, '_> {
    /// Reads the row in slices, as [`Scanner::row`] does.
    fn row(&mut self, accept: impl FnMut(&[u8]) -> usize) -> Result<(), InputError> {
        let row = scan::ExpectedRow { name: RowName::Only, length: self.length, unit: Unit::Cannon, letters: "10" };
        self.scanner.row(row, accept).map(|_| ())
    }

    /// Reads the row and returns its summary, in constant memory for any length.
    fn summary(&mut self) -> Result<Summary, InputError> {
        let mut summary = Summary::new();
        self.row(|slice| match summary.push(slice) {
            Ok(()) => slice.len(),
            Err(good) => good,
        })?;
        Ok(summary)
    }

    /// Reads the row and returns it as text.
    fn text(&mut self) -> Result<String, InputError> {
        let (mut text, mut missing) = (Vec::new(), None);
        let read = self.row(|slice| {
            let good = slice.iter().take_while(|byte| matches!(byte, b'0' | b'1')).count();
            if let Err(error) = memory::reserve(&mut text, good) {
                missing = Some(error);
                return 0;
            }
            text.extend_from_slice(&slice[..good]);
            good
        });
        match missing {
            Some(error) => Err(self.scanner.unsolvable(error)),
            None => read.map(|()| String::from_utf8(text).expect("digits are ASCII")),
        }
    }
}

/// Reads the cases of `input` in order. For each case, the function `visit` reads the row. It can also return `Break`
/// to end the reading.
fn each_case<E: From<InputError>>(
    input: &mut dyn BufRead,
    strictness: Strictness,
    visit: impl FnMut(Case<'_, '_>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    each_case_within(Limits::of(strictness), input, strictness, visit)
}

/// Like [`each_case`], but with the given limits.
fn each_case_within<E: From<InputError>>(
    limits: &Limits,
    input: &mut dyn BufRead,
    strictness: Strictness,
    mut visit: impl FnMut(Case<'_, '_>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let mut scanner = Scanner::new(input, strictness, &ContestText::Layout);
    let count = scanner.number(&Number::Cases, 1..=limits.cases)?;
    scanner.end_line()?;
    let mut room = limits.all;
    for number in 1..=count {
        scanner.begin_case(number);
        let location = scanner.location();
        let length = scanner.number(&Number::Cannons, 1..=limits.row)?;
        room = match room.checked_sub(length) {
            Some(room) => room,
            None => return Err(scanner.error_at(location, ContestText::TooMany { most: limits.all }).into()),
        };
        scanner.end_line()?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if visit(Case { scanner: &mut scanner, number, length })?.is_break() {
            return Ok(());
        }
        scanner.end_line()?;
    }
    Ok(scanner.end()?)
}

impl Contest for P7387 {
    fn id(&self) -> &'static str {
        "p7387"
    }

    fn names(&self) -> &'static [&'static str] {
        &[
            "7387",
            "Luogu P7387",
            "洛谷 P7387",
            "EZEC",
            "EZEC-6",
            "EZEC Round 6",
            "象棋",
            "xiangqi",
            "炮",
            "一行炮",
            "luogu",
            "洛谷",
            "chess",
        ]
    }

    fn game(&self) -> &'static str {
        Cannons::ID
    }

    fn title(&self) -> &'static str {
        "Luogu P7387, EZEC Round 6 \"象棋\": up to 100,000 rows of up to 10,000,000 cannons, 20,000,000 in all"
    }

    fn title_in(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.title(),
            Language::Chinese => {
                "洛谷 P7387，EZEC Round 6“象棋”：最多 100,000 行，每行最多 10,000,000 个炮，总数最多 20,000,000"
            }
        }
    }

    fn input_layout(&self) -> Option<Message> {
        Some(ContestText::Layout.into())
    }

    fn answer_layout(&self) -> Option<Message> {
        Some(ContestText::Answer.into())
    }

    fn heads(&self, rows: u64, columns: u64) -> Vec<String> {
        match rows {
            1 => vec![format!("1\n{columns}\n")],
            2 => vec!["1\n".to_owned()],
            _ => Vec::new(),
        }
    }

    fn read(
        &self,
        input: &mut dyn BufRead,
        strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        each_case(input, strictness, |mut case| {
            let text = case.text()?;
            memory::admit(2 * text.len() as u64).map_err(|error| case.scanner.unsolvable(error))?;
            Ok(visit(token(&text)))
        })
    }

    fn validate(&self, input: &mut dyn BufRead, subtask: Option<&Subtask>) -> Result<Valid, InputError> {
        let row = subtask.map_or(Limits::JUDGE.row, |subtask| subtask.number);
        let mut cases = 0;
        each_case_within(&Limits { row, ..Limits::JUDGE }, input, Strictness::Judge, |mut case| {
            cases += 1;
            case.summary().map(|_| ControlFlow::Continue(()))
        })?;
        Ok(Valid { cases, subtask: subtask.map(|subtask| subtask.name), note: None })
    }

    fn subtasks(&self) -> Option<&dyn Subtasks> {
        author::subtasks(self)
    }

    fn answer(
        &self,
        input: &mut dyn BufRead,
        method: Method,
        options: &Options<'_>,
        output: &mut dyn Write,
    ) -> Result<(), AnswerError> {
        let mut tables = Tables::default();
        each_case(input, Strictness::Relaxed, |mut case| {
            let outcome = match method {
                Method::Auto | Method::Shortcut => case.summary()?.outcome(),
                Method::Table => tables.outcome(case.number, &case.text()?, options)?,
            };
            output.write_all(line(outcome))?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        writeln!(output, "{}", tokens.len())?;
        for token in tokens {
            let text = token_text(Cannons::ID, token)?;
            let parts = Parts::read(text).map_err(|source| AnswerError::notation(token, source))?;
            if (parts.turn, parts.passes) != (RED, Passes::None) {
                return Err(AnswerError::inexpressible(token, ContestText::Start));
            }
            writeln!(output, "{}\n{}", parts.row.len(), parts.row)?;
        }
        Ok(())
    }

    fn read_answer(&self, line: &str) -> Option<String> {
        ["WIN", "TIE", "LOSE"].into_iter().find(|&word| word == line.trim()).map(str::to_owned)
    }
}

impl Subtasks for P7387 {
    fn all(&self) -> &'static [Subtask] {
        &SUBTASKS
    }

    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_> {
        drafts::drafts(self, subtask, Limits::JUDGE.all, rng, draft)
    }

    fn every(&self, subtask: &Subtask, draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        drafts::every(subtask, draft)
    }

    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message> {
        let length = token_text(Cannons::ID, token).ok().and_then(|text| Parts::read(text).ok())?.row.len();
        let size = Size::Length { length: length as u64 };
        (length as u64 > subtask.number).then(|| Drafted::NotPromised { promise: subtask.promise, size }.into())
    }

    fn write(&self, _: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        Contest::write(self, tokens, output)
    }
}

fn token(row: &str) -> String {
    format!("{}:{row}_r", Cannons::ID)
}

/// Returns the output line that the judge expects for an outcome.
const fn line(outcome: Outcome) -> &'static [u8] {
    match outcome {
        Outcome::Won(RED) => b"WIN\n",
        Outcome::Level => b"TIE\n",
        Outcome::Won(BLACK) => b"LOSE\n",
    }
}

/// Returns the outcome for the value of a position with red to move; `None` for a draw. A draw cannot occur, because
/// the game always ends.
const fn outcome(value: Value) -> Option<Outcome> {
    match value {
        Value::Win(_) => Some(Outcome::Won(RED)),
        Value::Loss(_) => Some(Outcome::Won(BLACK)),
        Value::Tie(_) => Some(Outcome::Level),
        Value::Draw => None,
    }
}

/// The largest table that was solved so far. A table contains all rows up to a maximum length.
#[derive(Default)]
struct Tables {
    largest: Option<(Cannons, Table)>,
}

impl Tables {
    /// Computes the outcome of a row with the general kernel.
    fn outcome(&mut self, case: u64, text: &str, options: &Options<'_>) -> Result<Outcome, AnswerError> {
        let failed = |source| AnswerError::Solve { case, token: token(text), source };
        // This is the error for a row that is too long for a table.
        let too_large = SolveError::TooLarge { slots: u64::MAX, needed: u64::MAX, limit: options.memory };
        let Some(row) = Row::from_text(text) else { return Err(failed(too_large)) };
        if let Some(outcome) = author::known(options, case, || token(text))?.and_then(outcome) {
            return Ok(outcome);
        }
        let (game, table) = self.holding(row, options).map_err(failed)?;
        let slot = game.slot(&Position::start(row));
        // Every capture shortens the row, and two passes end the game, so no position is a draw.
        let unsound = || failed(SolveError::Unsound { slot, law: ContestText::EveryGameEnds.into() });
        table.value(slot).and_then(outcome).ok_or_else(unsound)
    }

    fn holding(&mut self, row: Row, options: &Options<'_>) -> Result<&(Cannons, Table), SolveError> {
        let fits = self.largest.as_ref().is_some_and(|(game, _)| row.len() <= game.longest());
        if !fits {
            // Frees the smaller table first, because the memory limit allows only one table.
            self.largest = None;
            let game = Cannons::new(row.len());
            let table = kernel::solve(&game, options)?;
            self.largest = Some((game, table));
        }
        Ok(self.largest.as_ref().expect("the table was set above or earlier"))
    }
}
