//! Compares the games' shortcuts with a judge that knows no theory, on random instances, for as long as wanted.
//!
//! ```text
//! cargo run --release -p retrograde-games --example agree -- GAME [kernel|oracle] [INSTANCES] [SEED] [SECONDS]
//! ```
//!
//! Instance `i` is made from seed `SEED + i`, which is printed with its token if the two differ.

use std::process::ExitCode;
use std::time::Instant;

use fastrand::Rng;
use retrograde::entry::Spec;
use retrograde::message::Message;
use retrograde::{Kind, Notation, Numbered, Options, Reversible, Slot, Value, oracle, solve::solve};
use retrograde_games::cannons;
use retrograde_games::pawn;
use retrograde_games::race;

const USAGE: &str = "usage: agree pawn|race|cannons [kernel|oracle] [INSTANCES] [SEED] [SECONDS]";

/// Who is believed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    /// The general solver: all positions of an instance.
    Kernel,
    /// The textbook: what can be reached from the start, on smaller instances.
    Oracle,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(report) => {
            eprintln!("{report}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, Message> {
    let mut words = arguments.iter().map(String::as_str);
    let game = words.next().ok_or(USAGE)?;
    let judge = match words.next() {
        None | Some("kernel") => Judge::Kernel,
        Some("oracle") => Judge::Oracle,
        Some(_) => return Err(USAGE.into()),
    };
    let mut number = |default| words.next().map_or(Ok(default), |word| word.parse::<u64>().map_err(|_| USAGE));
    let (instances, seed, seconds) = (number(10_000)?, number(1)?, number(u64::MAX)?);
    let compare = match game {
        "pawn" => compare_pawn,
        "race" => compare_race,
        "cannons" => compare_cannons,
        _ => return Err(USAGE.into()),
    };
    let began = Instant::now();
    let mut done = 0;
    while done < instances && began.elapsed().as_secs() < seconds {
        let seed = seed.wrapping_add(done);
        compare(&mut Rng::with_seed(seed), judge).map_err(|difference| format!("{game}, seed {seed}: {difference}"))?;
        done += 1;
        if done % 50_000 == 0 {
            eprintln!("{done} instances, {:.0?}", began.elapsed());
        }
    }
    Ok(format!("{game}: {done} instances from seed {seed} agree, {:.0?}", began.elapsed()))
}

const ONE_THREAD: Options<'static> = Options { threads: 1, ..Options::DEFAULT };

/// The values that the judge gives to some positions: all of the instance, or what the start leads to.
fn judged<G: Reversible + Notation>(game: &G, start: &G::Position, judge: Judge) -> Vec<(Slot, Value)> {
    match judge {
        Judge::Kernel => solve(game, &ONE_THREAD).expect("a small game is solved").values().collect(),
        Judge::Oracle => {
            let values = oracle::solve(game, [start.clone()]);
            values.into_iter().map(|(position, value)| (game.slot(&position), value)).collect()
        }
    }
}

/// A board size for a judge, and a share of walls.
fn spec(rng: &mut Rng, judge: Judge, least: u32, most_by_kernel: u32) -> Spec {
    let most = if judge == Judge::Oracle { 4 } else { most_by_kernel };
    Spec { size: Some((rng.u32(least..=most), rng.u32(least..=most))), walls: Some(rng.u32(0..60)) }
}

/// Every judged position, with its depth.
fn compare_pawn(rng: &mut Rng, judge: Judge) -> Result<(), Message> {
    let spec = spec(rng, judge, 2, 10);
    let (game, start) = pawn::random(rng, &spec)?;
    let shortcut = pawn::sweep::table(&game).expect("the board is small").expect("its depths are");
    for (slot, value) in judged(&game, &start, judge) {
        check(&game, slot, shortcut.value(slot), value)?;
    }
    Ok(())
}

fn check<G: Numbered + Notation>(game: &G, slot: Slot, shortcut: Option<Value>, truth: Value) -> Result<(), Message> {
    if shortcut == Some(truth) {
        return Ok(());
    }
    let token = game.position(slot).map_or_else(|| slot.to_string(), |position| game.token(&position));
    Err(format!("{token}: the shortcut says {shortcut:?}, the judge {truth}").into())
}

/// The winner of the start: the theorem gives no depths.
fn compare_race(rng: &mut Rng, judge: Judge) -> Result<(), Message> {
    let spec = spec(rng, judge, 2, 6);
    // Few boards with many walls have a path.
    let Ok((game, start)) = race::random(rng, &spec) else { return Ok(()) };
    compare_start(&game, &start, judge, race::shortcut(&game, &start).map(|short| short.kind))
}

fn compare_cannons(rng: &mut Rng, judge: Judge) -> Result<(), Message> {
    let spec = Spec { size: Some((1, rng.u32(1..=11))), walls: None };
    let (game, start) = cannons::random(rng, &spec)?;
    compare_start(&game, &start, judge, cannons::shortcut(&game, &start).map(|short| short.kind))
}

fn compare_start<G: Reversible + Notation>(
    game: &G,
    start: &G::Position,
    judge: Judge,
    shortcut: Option<Kind>,
) -> Result<(), Message> {
    let slot = game.slot(start);
    let truth = judged(game, start, judge).into_iter().find(|(judged, _)| *judged == slot);
    let truth = truth.map(|(_, value)| value.kind());
    if shortcut == truth {
        return Ok(());
    }
    Err(format!("{}: the shortcut says {shortcut:?}, the judge {truth:?}", game.token(start)).into())
}
