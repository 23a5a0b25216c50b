//! A separate front end, which reads queries as JSON lines and prints reports as JSON lines. It imports only the
//! service and the games.
//!
//! ```text
//! cargo run --release --example service -- FOLDER
//! {"ask": "probe", "pos": "race:A3/1H2/4/3B_a"}
//! {"ask": "save", "pos": "quixo:4x4"}
//! {"ask": "cancel"}
//! ```
//!
//! If necessary, a query solves its board; `save` also stores the table in FOLDER. `cancel` stops all earlier queries.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use retrograde_service::ask::{AtSlot, BestLine, Certify, Count, Probe, Random, Reply, Slice, Verify, WhyIsIt, Window};
use retrograde_service::failure::{Failure, Place};
use retrograde_service::library::{Control, Policy};
use retrograde_service::opponent::{Opponent, PERFECT};
use retrograde_service::report::json as text;
use retrograde_service::storage::Saving;
use retrograde_service::tables::Folders;
use retrograde_service::trace::Follow;
use retrograde_service::{Library, Registry};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| "tables".into()));
    let folders = Folders::open(vec![folder.clone()]).map_err(|failure| io::Error::other(failure.code))?;
    let (registry, library) = (retrograde_games::builtin().into_iter().collect(), Library::new(1 << 30));
    let service = Service { registry, library: library.with_storage(Arc::new(folders)), folder };
    let (questions, asked) = mpsc::channel::<(Value, Arc<AtomicBool>)>();
    thread::scope(|scope| {
        scope.spawn(|| asked.into_iter().try_for_each(|(question, cancel)| service.write(&question, &cancel)));
        let mut cancels: Vec<Arc<AtomicBool>> = Vec::new();
        for line in io::stdin().lines() {
            let question: Value = serde_json::from_str(&line?).unwrap_or_default();
            if question["ask"] == "cancel" {
                cancels.drain(..).for_each(|cancel| cancel.store(true, Ordering::Relaxed));
            } else {
                let cancel = Arc::<AtomicBool>::default();
                cancels.push(cancel.clone());
                // An error means that the thread that answers has ended, because no program reads the answers.
                let _ = questions.send((question, cancel));
            }
        }
        drop(questions);
        Ok(())
    })
}

struct Service {
    registry: Registry,
    library: Library,
    folder: PathBuf,
}

impl Service {
    /// Writes the report of a query, or its error.
    fn write(&self, question: &Value, cancel: &AtomicBool) -> io::Result<()> {
        let report = self.report(question, cancel).unwrap_or_else(|Failure { code, message, .. }| {
            json!({ "error": { "code": code, "message": message.to_string() } }).to_string()
        });
        writeln!(io::stdout(), "{}", report.trim_end())
    }

    fn report(&self, question: &Value, cancel: &AtomicBool) -> Result<String, Failure> {
        let (word, number) = (|key| question[key].as_str().unwrap_or_default(), |key| question[key].as_u64());
        let opened = self.registry.open(word("pos"));
        let position = &*opened.map_err(|error| Failure::token(word("pos"), error, Place::default()))?;
        let (control, policy) = (Control { cancel: Some(cancel), ..Control::default() }, Policy::default());
        // Each query and each report has a type of its own.
        macro_rules! ask {
            ($question:expr $(, $part:expr)?) => {
                self.library.ask(position, &$question, &policy, &control)$(.map($part))?.map(|report| text(&report))
            };
        }
        let save = Some(Saving { folder: self.folder.clone(), ..Saving::default() });
        let saving = Policy { save, ..policy.clone() };
        let answer = match word("ask") {
            "probe" => ask!(Probe { line: number("line").unwrap_or(0) as usize, ..Probe::MOVES }),
            "line" => ask!(BestLine { max: 100_000 }),
            "why" => ask!(WhyIsIt),
            "stats" => ask!(Count),
            "verify" => ask!(Verify { threads: 0 }),
            "trace" => ask!(Window { follow: Follow::Answer, from: 0, count: 4096 }, |window| window.events),
            "slot" => ask!(AtSlot { slot: number("slot").unwrap_or(0) }),
            "slice" => ask!(Slice { piece: word("piece").to_owned() }),
            "reply" => ask!(Reply { opponent: Opponent::new(PERFECT, 0) }, |reply| reply.map(|reply| reply.rated)),
            "random" => ask!(Random::any(number("seed").unwrap_or(0)), |random| random.drawn),
            "certificate" => self.library.ask(position, &Certify, &policy, &control).map(|proof| proof.to_string()),
            _ => self.library.table(position, &saving, &control).map(|table| text(&table.table())),
        };
        answer.map_err(|unanswered| unanswered.into_failure(position, policy.domain))
    }
}
