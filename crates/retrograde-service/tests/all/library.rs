//! Tests of a library of tables. The tests check where an answer comes from, and which tables the library keeps in
//! memory.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use retrograde::author::{AnyPosition, Domain, Method};
use retrograde::rules::message::Message;
use retrograde::{Options, SolveError};
use retrograde_service::ask::{BestLine, Probe, ValueAlone};
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::library::{Control, Policy, SearchStep, Solver};
use retrograde_service::loaded::LoadedTable;
use retrograde_service::report::json;
use retrograde_service::storage::{Detail, Reservation, Saving, Storage, Stored, StoredReport};
use retrograde_service::unanswered::Unanswered;
use retrograde_service::{Library, Session};
use retrograde_testing::solved::{SolvedSession, builtin};

const BOARD: &str = "race:A3/1H2/4/3B_a";
const OTHER: &str = "pawn:3HO/1H2H/HOH2/1H2X_r";

/// A storage with the tables of some tokens. The storage solves each table when the table is requested, and counts the
/// requests.
#[derive(Debug)]
struct Fake {
    tokens: Mutex<Vec<String>>,
    asked: &'static AtomicUsize,
}

impl Fake {
    /// Returns the storage for a test, and its counter, which exists until the program ends.
    fn of(tokens: &[&str]) -> (Self, &'static AtomicUsize) {
        let asked = Box::leak(Box::default());
        (Self { tokens: Mutex::new(tokens.iter().map(|&token| token.to_owned()).collect()), asked }, asked)
    }
}

fn stored(position: &dyn AnyPosition, domain: Domain) -> Stored {
    let board = position.board(domain, &Options::DEFAULT).unwrap();
    let values = board.solve(&Options::DEFAULT).unwrap();
    let report = StoredReport {
        table: retrograde::author::table_name(position, domain),
        files: Vec::new(),
        elsewhere: Vec::new(),
        bytes: 0,
        bytes_a_position: 0.0,
        hash: String::new(),
        made: false,
    };
    Stored { board, values, detail: Detail::Depths, report }
}

impl Storage for Fake {
    fn find(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        _: &Options<'_>,
        _: u64,
    ) -> Result<Option<Stored>, Unanswered> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let has = self.tokens.lock().unwrap().contains(&position.token());
        Ok(has.then(|| stored(position, domain)))
    }

    fn keep(
        &self,
        _: &Saving,
        _: &dyn AnyPosition,
        _: Domain,
        _: &dyn Fn(Message),
    ) -> Result<Box<dyn Reservation>, Failure> {
        Err(Failure::new(Fault::Refused, "files", "the disk is full"))
    }

    fn list(&self) -> Vec<String> {
        vec!["race-0".to_owned()]
    }

    fn remove(&self, _: &str) -> Result<(), Failure> {
        self.tokens.lock().unwrap().clear();
        Ok(())
    }
}

/// Returns the names of the steps in the search for an answer, and the answer.
fn probed(library: &Library, token: &str, policy: &Policy) -> (Vec<&'static str>, Result<String, Unanswered>) {
    let steps = Mutex::new(Vec::new());
    let step = |step: SearchStep<'_>| {
        steps.lock().unwrap().push(match step {
            SearchStep::Found(_) => "found",
            SearchStep::Solving => "solving",
            SearchStep::Solved(_) => "solved",
            SearchStep::Note(_) => "note",
            SearchStep::Saving => "saving",
            SearchStep::Saved(_) => "saved",
            SearchStep::Proof(..) => "proof",
            SearchStep::Refused(_) => "refused",
        });
    };
    let control = Control { steps: Some(&step), ..Control::default() };
    let position = builtin().open(token).unwrap();
    let answer = library.ask(&*position, &Probe::MOVES, policy, &control).map(|probed| json(&probed));
    (steps.into_inner().unwrap(), answer)
}

fn expected(token: &str) -> String {
    json(&SolvedSession::new(token).probe(token, 0).unwrap())
}

#[test]
fn issue_28_answers_come_from_memory_then_storage_then_a_solve() {
    let (storage, asked) = Fake::of(&[BOARD]);
    let library = Library::new(1 << 30).with_storage(Arc::new(storage));
    let policy = Policy::default();
    for (token, steps, times) in [
        (BOARD, &["found"][..], 1),
        (BOARD, &[], 1),
        (OTHER, &["solving", "solved"], 2),
        (OTHER, &[], 2),
        (BOARD, &[], 2),
    ] {
        let (taken, answer) = probed(&library, token, &policy);
        assert_eq!((taken, asked.load(Ordering::Relaxed)), (steps.to_vec(), times), "{token}");
        assert_eq!(answer.unwrap(), expected(token), "{token}");
    }
    assert!(library.stores_some_of("race") && !library.stores_some_of("pawn"));
    library.remove("race-0").unwrap();
}

#[test]
fn issue_28_a_table_that_is_known_is_asked_and_none_is_solved() {
    let (storage, _) = Fake::of(&[BOARD]);
    let library = Library::new(1 << 30).with_storage(Arc::new(storage));
    let (policy, control) = (Policy::default(), Control::default());
    let known = |token: &str| {
        let position = builtin().open(token).unwrap();
        library.ask_known(&*position, &ValueAlone, &policy, &control).unwrap()
    };
    let value = SolvedSession::new(BOARD).session.value(&*builtin().open(BOARD).unwrap()).unwrap();
    assert_eq!((known(BOARD), known(OTHER)), (Some(value), None));
    let nothing = Policy { most: 0, method: Method::Table, ..policy.clone() };
    let (steps, answer) = probed(&library, OTHER, &nothing);
    assert!(answer.as_ref().is_err_and(Unanswered::is_of_size), "{answer:?}");
    assert_eq!(steps, ["solving"]);
}

#[test]
fn issue_28_all_tables_share_one_limit() {
    let tokens = ["race:A3/1H2/4/3B_a", "race:A2/1H1/3/2B_a", "race:A3/4/2H1/3B_a"];
    let largest = |token: &&str| builtin().open(token).unwrap().plan(Domain::All, 1).bytes.unwrap();
    let limit = tokens.iter().map(largest).max().unwrap();
    let (small, large) = (Library::new(limit), Library::new(1 << 30));
    let policy = Policy { threads: 1, solver: Solver::Kernel, ..Policy::default() };
    let solves = |library: &Library| {
        let solved = tokens.iter().chain(&tokens).map(|token| {
            let (steps, answer) = probed(library, token, &policy);
            assert_eq!(answer.unwrap(), expected(token), "{token}");
            usize::from(steps.contains(&"solved"))
        });
        solved.sum::<usize>()
    };
    assert_eq!(solves(&large), tokens.len());
    assert!(solves(&small) > tokens.len(), "a library of {limit} bytes held three tables");
}

/// If the library gave less memory than the maximum that a game's own generator needs, the kernel would solve the
/// board, which takes several times as long.
#[test]
fn issue_27_tables_make_room_for_a_games_own_maker() {
    let (first, second) = ("pawn:4/2H1/O2O/3X_r", "pawn:4/1H2/O2O/3X_r");
    let large = Library::new(1 << 30);
    probed(&large, first, &Policy::default()).1.unwrap();
    let held = large.memory().taken();
    let most = builtin().open(second).unwrap().plan(Domain::All, 1).most.unwrap();
    for (solver, tables) in [(Solver::Kernel, 2), (Solver::Own, 1)] {
        let library = Library::new(held + most - 1);
        let policy = Policy { threads: 1, solver, ..Policy::default() };
        for token in [first, second] {
            library.solve(&*builtin().open(token).unwrap(), &policy, &Control::default()).unwrap();
        }
        assert_eq!(library.each_in_memory(|_| ()).len(), tables, "{solver:?}");
    }
}

#[test]
fn issue_28_a_cancelled_solve_gives_no_answer_and_the_next_one_does() {
    let (library, policy) = (Library::new(1 << 30), Policy { solver: Solver::Kernel, ..Policy::default() });
    let position = builtin().open(BOARD).unwrap();
    let cancel = AtomicBool::new(true);
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let answer = library.ask(&*position, &Probe::MOVES, &policy, &control);
    assert!(matches!(answer, Err(Unanswered::Refused(SolveError::Cancelled))), "{answer:?}");
    cancel.store(false, Ordering::Relaxed);
    assert_eq!(json(&library.ask(&*position, &Probe::MOVES, &policy, &control).unwrap()), expected(BOARD));
}

#[test]
fn issue_28_a_board_without_room_is_answered_by_the_games_own_method() {
    let library = Library::new(1 << 10);
    let policy = Policy::default();
    let (steps, answer) = probed(&library, BOARD, &policy);
    assert_eq!(steps, ["solving", "refused"]);
    let position = builtin().open(BOARD).unwrap();
    assert_eq!(answer.unwrap(), json(&retrograde_service::position::shortcut(&*position).unwrap()));
    let by_shortcut = Policy { method: Method::Shortcut, ..policy.clone() };
    assert!(probed(&library, BOARD, &by_shortcut).0.is_empty());
    // Quixo has no shortcut.
    let (_, answer) = probed(&library, "quixo:3x3", &by_shortcut);
    let failure = answer.unwrap_err().into_failure(&*builtin().open("quixo:3x3").unwrap(), Domain::All);
    assert_eq!((failure.fault, failure.code), (Fault::Input, "no-shortcut"));
    let (_, answer) = probed(&library, BOARD, &Policy { method: Method::Table, ..policy });
    assert!(answer.is_err_and(|unanswered| unanswered.is_of_size()));
}

/// The size of a board that must be explored becomes known only in a solve. A second solve with the same memory limit
/// must fail without another attempt.
#[test]
fn issue_28_a_board_that_outgrew_a_solve_is_known() {
    let (library, token, most) = (Library::new(1 << 30), "quixo:3x3", 1 << 12);
    let policy = Policy { domain: Domain::Reachable, most, ..Policy::default() };
    let token = builtin().open(token).unwrap().token();
    assert!(!library.has_refused(&token, most));
    let (_, answer) = probed(&library, &token, &policy);
    assert!(answer.as_ref().is_err_and(Unanswered::is_of_size), "{answer:?}");
    assert!(library.has_refused(&token, most) && !library.has_refused(&token, most + 1));
    assert!(probed(&library, &token, &Policy { most: u64::MAX, ..policy }).1.is_ok());
    assert_eq!(library.each_in_memory(|table| table.pos().to_owned()), [token]);
    assert_eq!(library.memory().taken(), library.each_in_memory(LoadedTable::counted).iter().sum::<u64>());
}

/// If the storage cannot store the table, the answer is the storage's error. A library without a storage also returns
/// an error.
#[test]
fn issue_28_a_table_that_cannot_be_stored_is_told() {
    let save = Some(Saving::default());
    let policy = Policy { save, ..Policy::default() };
    let (storage, _) = Fake::of(&[]);
    for (library, code) in
        [(Library::new(1 << 30), "not-kept"), (Library::new(1 << 30).with_storage(Arc::new(storage)), "files")]
    {
        let (_, answer) = probed(&library, BOARD, &policy);
        let failure = answer.unwrap_err().into_failure(&*builtin().open(BOARD).unwrap(), Domain::All);
        assert_eq!(failure.code, code);
    }
}

/// Several threads that ask at the same time get the same answers, and their solves stay within one memory limit.
#[test]
fn issue_28_threads_ask_one_library() {
    let library = Library::new(1 << 30);
    let policy = Policy { threads: 1, ..Policy::default() };
    let answers = std::thread::scope(|scope| {
        let ask = |token: &'static str| {
            let (library, policy) = (&library, &policy);
            scope.spawn(move || {
                let position = builtin().open(token).unwrap();
                library
                    .ask(&*position, &BestLine { max: 9 }, policy, &Control::default())
                    .map(|line| json(&line))
                    .unwrap()
            })
        };
        [BOARD, OTHER, BOARD, OTHER].map(ask).map(|thread| thread.join().unwrap())
    });
    assert_eq!((&answers[0], &answers[1]), (&answers[2], &answers[3]));
    let alone = |token: &str| {
        let position = builtin().open(token).unwrap();
        let session = Session::solve(&*position, Domain::All, &Options::DEFAULT).unwrap();
        json(&session.ask(&*position, &BestLine { max: 9 }).unwrap())
    };
    assert_eq!((&answers[0], &answers[1]), (&alone(BOARD), &alone(OTHER)));
}
