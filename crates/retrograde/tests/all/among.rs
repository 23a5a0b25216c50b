//! Games that several processes solve together: the same values as one finds alone. The processes are threads here, and what they send stays in
//! memory; `retrograde-cluster` has the real ones.

use std::sync::{Arc, Condvar, Mutex};

use retrograde::carrier::{Address, Answers, Ballot, Carrier, Member, Parcel};
use retrograde::message::Message;
use retrograde::solve::{Dealt, Keeper, solve, solve_among};
use retrograde::{Linked, Numbered, Options, Reversible, Slot, SolveError, Values};
use retrograde_testing::graph::Graph;

use crate::at_once::AtOnce;
use crate::checkpoint::{Memory, layers};

/// What all processes have in common here, and nowhere else.
struct World {
    members: Vec<Member>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By process and worker.
    trays: Vec<Vec<Vec<Vec<u8>>>>,
    votes: Vec<Option<Ballot>>,
    last: Vec<Ballot>,
    messages: u64,
    meeting: u64,
    answers: Vec<Option<Arc<Answers>>>,
    /// Who has given up, and after how many meetings somebody shall.
    lost: Option<Message>,
    meetings_left: Option<u64>,
}

impl World {
    fn new(members: &[Member], meetings_left: Option<u64>) -> Arc<Self> {
        let trays = members.iter().map(|member| vec![Vec::new(); member.workers]).collect();
        let (votes, answers) = (vec![None; members.len()], vec![None; members.len()]);
        let state = State { trays, votes, answers, meetings_left, ..State::default() };
        Arc::new(Self { members: members.to_vec(), state: Mutex::new(state), changed: Condvar::new() })
    }
}

struct Process {
    world: Arc<World>,
    number: usize,
}

impl Carrier for Process {
    fn process(&self) -> usize {
        self.number
    }

    fn members(&self) -> &[Member] {
        &self.world.members
    }

    fn post(&self, to: Address, mail: Vec<u8>, messages: u64) {
        assert_ne!(to.process, self.number, "mail to oneself goes by memory");
        assert!(!mail.is_empty());
        let mut state = self.world.state.lock().unwrap();
        state.messages += messages;
        state.trays[to.process][to.worker].push(mail);
    }

    fn meet(&self, vote: Ballot) -> Result<Vec<Ballot>, Message> {
        let mut state = self.world.state.lock().unwrap();
        if let Some(left) = &mut state.meetings_left {
            if *left == 0 {
                state.lost = Some("somebody pulled the plug".into());
                self.world.changed.notify_all();
            } else if self.number == 0 {
                *left -= 1;
            }
        }
        assert!(state.votes[self.number].replace(vote).is_none(), "one meeting at a time");
        let meeting = state.meeting;
        if state.votes.iter().all(Option::is_some) {
            state.last = state.votes.iter_mut().filter_map(Option::take).collect();
            state.meeting += 1;
            self.world.changed.notify_all();
        }
        while state.meeting == meeting && state.lost.is_none() {
            state = self.world.changed.wait(state).unwrap();
        }
        state.lost.clone().map_or(Ok(state.last.clone()), Err)
    }

    fn collect(&self, worker: usize) -> Vec<Parcel> {
        let mail = std::mem::take(&mut self.world.state.lock().unwrap().trays[self.number][worker]);
        mail.into_iter().map(|bytes| Box::new(bytes) as Parcel).collect()
    }

    fn ask(&self, process: usize, question: Vec<u8>) -> Result<Vec<u8>, Message> {
        let mut state = self.world.state.lock().unwrap();
        while state.answers[process].is_none() {
            state = self.world.changed.wait(state).unwrap();
        }
        let answers = state.answers[process].clone().unwrap();
        drop(state);
        Ok(answers(&question))
    }

    fn answer_with(&self, answers: Arc<Answers>) {
        self.world.state.lock().unwrap().answers[self.number] = Some(answers);
        self.world.changed.notify_all();
    }
}

/// What each process comes to.
fn among<T: Send>(
    world: &Arc<World>,
    solve: impl Fn(&Arc<dyn Carrier>) -> Result<T, SolveError> + Sync,
) -> Vec<Result<T, SolveError>> {
    let solve = |number| {
        let carrier: Arc<dyn Carrier> = Arc::new(Process { world: world.clone(), number });
        solve(&carrier)
    };
    std::thread::scope(|scope| {
        let solving: Vec<_> = (0..world.members.len())
            .map(|number| {
                scope.spawn({
                    let solve = &solve;
                    move || solve(number)
                })
            })
            .collect();
        solving.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

fn members(processes: usize, workers: usize) -> Vec<Member> {
    vec![Member { workers, weight: 1 }; processes]
}

/// Every process has the values that one finds alone, its own and those of the others.
fn assert_told(whole: &impl Values, dealt: &Dealt, named: &str) {
    let told = |values: &dyn Values| (values.slots(), values.identity().unwrap(), values.histogram().unwrap());
    assert_eq!(told(dealt), told(whole), "{named}");
    let mut slots: Vec<_> = (0..200).map(|step| Slot(step * 997 * 251 % (whole.slots() + 99))).collect();
    slots.extend([0, whole.slots().saturating_sub(1), whole.slots(), u64::MAX].map(Slot));
    let mut gathered = Vec::new();
    dealt.gather(&slots, &mut gathered).unwrap();
    for (slot, cell) in slots.into_iter().zip(gathered) {
        assert_eq!((cell, dealt.cell(slot).unwrap()), (whole.cell(slot).unwrap(), cell), "{named}, {slot}");
    }
}

fn assert_same(game: &(impl Reversible + Sync), members: &[Member], named: &str) -> u64 {
    let whole = solve(game, &Options::DEFAULT).unwrap();
    let world = World::new(members, None);
    let dealt = among(&world, |carrier| {
        let dealt = solve_among(game, carrier, &Options::DEFAULT)?;
        assert_told(&whole, &dealt, named);
        Ok(())
    });
    dealt.into_iter().for_each(Result::unwrap);
    let state = world.state.lock().unwrap();
    state.messages
}

#[test]
fn two_hundred_random_graphs_have_the_same_values_however_many_solve_them() {
    for seed in 0..200 {
        let graph = Graph::random(seed, 3_000 + 60 * seed as u32);
        let (processes, workers) = (1 + seed as usize % 3, 1 + seed as usize / 3 % 2);
        let messages = assert_same(&graph, &members(processes, workers), &format!("seed {seed}"));
        assert!(processes == 1 || messages > graph.slots() / 8, "seed {seed}: {messages} messages");
    }
}

#[test]
fn large_and_deep_games_and_wins_at_once_have_the_same_values() {
    for (processes, workers) in [(2, 1), (3, 2)] {
        let named = format!("{processes} processes of {workers}");
        assert_same(&Graph::random(5, 300_000), &members(processes, workers), &named);
        assert_same(&AtOnce::<true>(Graph::random(7, 50_000)), &members(processes, workers), &named);
        assert_same(&AtOnce::<false>(Graph::random(8, 50_000)), &members(processes, workers), &named);
        // More depths than a byte has codes.
        assert_same(&Graph::chain(3_000), &members(processes, workers), &named);
    }
}

#[test]
fn shares_differ_and_processes_outnumber_segments() {
    let unequal =
        [Member { workers: 1, weight: 5 }, Member { workers: 3, weight: 2 }, Member { workers: 2, weight: 9 }];
    assert_same(&Graph::random(11, 100_000), &unequal, "unequal");
    assert_same(&Graph::random(12, 1_500), &members(5, 2), "two segments for ten workers");
}

#[test]
fn a_game_whose_moves_are_stored_is_solved_by_each_with_all_moves() {
    let graph = Graph::random(3, 20_000);
    let whole = Linked::new(&graph, &Options::DEFAULT).unwrap().solve(&Options::DEFAULT).unwrap();
    let dealt = among(&World::new(&members(2, 1), None), |carrier| {
        let dealt = Linked::new(&graph, &Options::DEFAULT)?.solve_among(carrier, &Options::DEFAULT)?;
        assert_told(&whole, &dealt, "stored moves");
        Ok(())
    });
    assert!(dealt.into_iter().all(|dealt| dealt.is_ok()));
}

#[test]
fn a_process_that_is_lost_is_an_error_for_all_whenever_it_happens() {
    let graph = Graph::random(3, 30_000);
    for meetings in 0..12 {
        for lost in among(&World::new(&members(3, 2), Some(meetings)), |carrier| {
            solve_among(&graph, carrier, &Options::DEFAULT).map(drop)
        }) {
            let error = lost.unwrap_err();
            assert_eq!(error.to_string(), "somebody pulled the plug", "after {meetings} meetings");
        }
    }
}

#[test]
fn what_does_not_fit_a_share_is_refused() {
    let graph = Graph::random(3, 300_000);
    let options = Options { memory: 100_000, ..Options::DEFAULT };
    for refused in among(&World::new(&members(2, 1), None), |carrier| solve_among(&graph, carrier, &options).map(drop))
    {
        assert!(matches!(refused, Err(SolveError::TooLarge { slots: 300_000, limit: 100_000, .. })), "{refused:?}");
    }
}

/// Solves by some processes, of which the first has a keeper.
fn kept_among(graph: &Graph, whole: &impl Values, members: &[Member], keeper: &Memory, named: &str) {
    let solved = among(&World::new(members, None), |carrier| {
        let keeper = (carrier.process() == 0).then_some(keeper as &dyn Keeper);
        let dealt = solve_among(graph, carrier, &Options { keeper, ..Options::DEFAULT })?;
        assert_told(whole, &dealt, named);
        Ok(())
    });
    for solved in solved {
        solved.unwrap_or_else(|error| panic!("{named}: {error}"));
    }
}

#[test]
fn any_number_of_processes_goes_on_from_a_checkpoint_of_any_others() {
    // Within depths and while seeding; with wide codes; with fewer segments than workers.
    let games = [layers(3, 9, 4_000, 300), Graph::random(5, 40_000), Graph::random(6, 1_500), Graph::chain(2_000)];
    for (number, graph) in games.iter().enumerate() {
        let whole = solve(graph, &Options::DEFAULT).unwrap();
        let unequal = vec![Member { workers: 2, weight: 5 }, Member { workers: 1, weight: 1 }];
        for (made_by, members) in [("two", members(2, 1)), ("unequal", unequal), ("one", Vec::new())] {
            let keeper = Memory::every(1 + u64::from(number == 3) * 20);
            let named = format!("game {number}, made by {made_by}");
            if members.is_empty() {
                assert!(solve(graph, &Options { keeper: Some(&keeper), ..Options::DEFAULT }).unwrap() == whole);
            } else {
                kept_among(graph, &whole, &members, &keeper, &named);
            }
            let kept = keeper.take();
            assert!(!kept.is_empty(), "{named}");
            for (place, kept) in kept.iter().enumerate().step_by(1 + kept.len() / 10) {
                let named = format!("{named}, checkpoint {place} of {}: {:?}", kept.1.len(), kept.0);
                let again = self::members(1 + place % 3, 1 + place / 3 % 2);
                kept_among(graph, &whole, &again, &Memory::with(kept.clone()), &named);
                let alone = Memory::with(kept.clone());
                assert!(
                    solve(graph, &Options { keeper: Some(&alone), ..Options::DEFAULT }).unwrap() == whole,
                    "{named}"
                );
            }
        }
    }
}
