//! This process among others: how it finds them, does its share, and takes leave.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::author::AnyPosition;
use retrograde::kernel::{Carrier, MOST_WORKERS};
use retrograde::rules::message::{Bytes, Message};
use retrograde::{Options, Progress, Scratch, SolveError};
use retrograde_cluster::{Cluster, HostList, Identity, JoinError, Joining, Key, Traffic, Trouble};
use retrograde_desk::Session;
use retrograde_desk::failure::size;
use retrograde_desk::scale;
use retrograde_desk::storage::Reservation;
use retrograde_desk::tables::ELSEWHERE;
use retrograde_tables::Asked;
use retrograde_tables::format::hex;
use sha2::{Digest, Sha256};

use super::messages::{Hint, Note, Refused};
use super::options::Among;
use super::ssh::{self, Started};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Instead, Stop, no_threads};
use crate::interrupt::Interrupt;
use crate::keeping::{Part, goes_on};
use crate::messages::Wrong;

/// This process, among those that work on a board together.
pub(crate) struct Joined {
    cluster: Arc<Cluster>,
    /// What this process may hold, in bytes.
    memory: u64,
    /// What its host is called.
    host: String,
    /// Of all slots, those that the processes on its machine hold.
    share: Part,
    /// Those that this one has started, until all are done.
    started: Mutex<Started>,
}

/// A place among others.
struct Seat {
    hosts: HostList,
    process: usize,
    key: Key,
    started: Started,
}

impl Among {
    /// Why no table is verified.
    pub(crate) fn no_table() -> Stop {
        Failure::usage(Refused::NoTable).hint(Hint::Table).into()
    }

    /// Why there is no board at all.
    pub(crate) fn no_board() -> Stop {
        Failure::usage(Refused::NoBoard).into()
    }

    /// Why there is no second board.
    pub(crate) fn one_board() -> Message {
        Refused::OneBoard.into()
    }

    /// Finds the other processes, which solve the same board in the same way.
    pub(crate) fn join(&self, ctx: &Context<'_>, position: &dyn AnyPosition, by_tiers: bool) -> Result<Joined, Stop> {
        if position.plan(ctx.global.domain, 1).slots.is_none() {
            let game = position.about().id;
            return Err(Failure::new(Fault::Input, "cluster", Refused::Explored { game }).hint(Hint::Alone).into());
        }
        let about = position.about();
        let way = if by_tiers { ", by tiers" } else { "" };
        let job = format!("solve, {}{way}", ctx.global.domain.word());
        self.join_as(ctx, job, position.token(), format!("{} {} {}", about.id, about.version, behaviour(position)))
    }

    /// Finds the other processes, which verify a table: all of it, or so many slots. Which one it is they tell each other when they have met, so that
    /// one that does not find its files is heard of.
    pub(crate) fn join_to_verify(&self, ctx: &Context<'_>, sample: Option<u64>) -> Result<Joined, Stop> {
        let job = sample.map_or_else(|| "verify".to_owned(), |number| format!("verify, {number}"));
        self.join_as(ctx, job, String::new(), String::new())
    }

    /// Finds the other processes of a job, so that others do not work for somebody else.
    fn join_as(&self, ctx: &Context<'_>, job: String, game: String, rules: String) -> Result<Joined, Stop> {
        let Seat { hosts, process, key, mut started } = self.seat()?;
        let Some(host) = hosts.hosts().get(process) else {
            let processes = hosts.hosts().len();
            return Err(Failure::usage(JoinError::NoSuchProcess { process, processes }).into());
        };
        few_enough(&hosts)?;
        let (memory, name) = (host.memory, host.address.clone());
        let share = share(&hosts, &name);
        let program = program().map_err(|error| Failure::reading(Refused::Itself, &error))?;
        let identity = Identity { job, build: format!("{} {program}", env!("CARGO_PKG_VERSION")), game, rules };
        let (deadline, notes) = (Duration::from_secs(self.wait.into()), ctx.notes());
        let notify = Box::new(move |message: &Message| notes.tell(message));
        let joining = Joining { deadline, notify, ..Joining::default() };
        let joined = Cluster::join(&hosts, process, &identity, &key, joining);
        let refused = |error: JoinError| Failure::new(Fault::Refused, "cluster", started.with_words(error.into()));
        let cluster = joined.map_err(refused)?;
        let interrupt = ctx.interrupt()?.clone();
        if self.leashed {
            leash(interrupt.clone())?;
        }
        // Whoever is at work for long looks at this alone.
        cluster.on_trouble(move |_| interrupt.press());
        let started = Mutex::new(started);
        Ok(Joined { cluster: Arc::new(cluster), memory, host: name, share, started })
    }

    /// Where this process finds out which of them it is, and who the others are.
    fn seat(&self) -> Result<Seat, Stop> {
        let started = Started::default();
        let file = self.hosts.as_deref().unwrap_or_default();
        if file.starts_with(ssh::PREFIX) && self.leashed {
            let (hosts, key) = ssh::told(&mut io::stdin().lock()).map_err(Failure::content)?;
            return Ok(Seat { hosts, process: self.process()?, key, started });
        }
        if let Some(file) = file.strip_prefix(ssh::PREFIX) {
            return self.first(file);
        }
        let (hosts, process) = if file == "slurm" {
            let slurm = HostList::slurm(|name| std::env::var(name).ok(), self.port);
            let (hosts, process) = slurm.map_err(|error| Failure::content(Message::from(error)))?;
            (hosts, self.process.unwrap_or(process))
        } else {
            (read_hosts(file)?, self.process()?)
        };
        let key = self.key()?.unwrap_or_else(Key::none);
        Ok(Seat { hosts, process, key, started })
    }

    /// The first process, which starts the others over ssh; they need no key of their own.
    fn first(&self, file: &str) -> Result<Seat, Stop> {
        if self.process.is_some() {
            return Err(Failure::usage(Refused::FirstAlone).hint(Hint::NoNumber).into());
        }
        let hosts = read_hosts(file)?;
        let random = || Key::random().map_err(|error| Failure::new(Fault::Refused, "cluster", error));
        let key = self.key()?.map_or_else(random, Ok)?;
        let started = Started::start(&hosts, &key)?;
        Ok(Seat { hosts, process: 0, key, started })
    }

    fn key(&self) -> Result<Option<Key>, Stop> {
        let key = self.key.as_ref().map(|file| Key::read(file)).transpose();
        key.map_err(|error| Failure::new(Fault::Input, "cluster", error).into())
    }

    fn process(&self) -> Result<usize, Stop> {
        self.process.ok_or_else(|| Failure::usage(Refused::NoProcess).hint(Hint::Process).into())
    }
}

fn read_hosts(file: &str) -> Result<HostList, Stop> {
    let read = |file: fs::File| {
        let mut text = String::new();
        file.take(ssh::MOST).read_to_string(&mut text).map(|_| text)
    };
    let text = fs::File::open(file).and_then(read);
    let text = text.map_err(|error| Failure::reading(Refused::Hosts { file: file.to_owned() }, &error))?;
    HostList::parse(&text, file).map_err(|error| Failure::content(Message::from(error)).into())
}

impl Joined {
    /// Whether this process answers for all; the others only work.
    pub(crate) fn speaks(&self) -> bool {
        self.cluster.process() == 0
    }

    /// Which process this is, and what its host is called.
    pub(crate) fn process(&self) -> (usize, String) {
        (self.cluster.process(), self.host.clone())
    }

    /// What connects it with the others.
    pub(crate) fn carrier(&self) -> &dyn Carrier {
        &*self.cluster
    }

    /// Of what all hold together, the part of the processes on its machine.
    pub(crate) const fn share_of_machine(&self) -> Part {
        self.share
    }

    /// How long all take together, as a plan tells it for hosts like this one and a network of the usual speed. Only the first process estimates: what
    /// is measured would differ a little on each.
    pub(crate) fn estimated_ms(&self, position: &dyn AnyPosition) -> Option<f64> {
        if !self.speaks() {
            return None;
        }
        let members = self.cluster.members();
        let workers: usize = members.iter().map(|member| member.workers).sum();
        let hosts = scale::Hosts::usual(members.len(), workers.div_ceil(members.len()));
        scale::scale(position, &hosts).map(|report| report.estimated_ms)
    }

    /// Whether all must work: the process that speaks says so.
    pub(crate) fn is_solved_by_all(&self, is_wanted: bool) -> Result<bool, Stop> {
        let votes = self.cluster.meet([is_wanted.into(), 0, 0, 0]);
        let votes = votes.map_err(|reason| self.explain(&SolveError::Lost { reason }))?;
        Ok(votes.first().is_some_and(|&[is_wanted, ..]| is_wanted > 0))
    }

    /// Solves this process's share of a board; the rest can be asked of the others. Who has a place for the table keeps checkpoints there. By tiers, if
    /// there is scratch for them.
    pub(crate) fn solve(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        place: Option<&dyn Reservation>,
        tiers: Option<&Arc<dyn Scratch>>,
    ) -> Result<Session, Stop> {
        let carrier: Arc<dyn Carrier> = self.cluster.clone();
        let cancel = Some(ctx.interrupt()?.flag());
        let solved = ctx.solving(|options| {
            let tell = |progress: Progress| {
                // So that the others see that it is slow and not dead.
                self.cluster.report(progress.done);
                if let Some(show) = options.progress {
                    show(progress);
                }
            };
            let options = Options {
                memory: self.memory,
                progress: Some(&tell),
                cancel,
                carrier: Some(&carrier),
                by_tiers: tiers.is_some(),
                scratch: tiers,
                ..*options
            };
            let (domain, notes) = (ctx.global.domain, ctx.notes());
            match place {
                Some(place) => place.solve(position, domain, &options, &|message| notes.tell(&message)),
                None => Session::solve(position, domain, &options),
            }
        });
        solved.map_err(|error| {
            match (self.explain(&error), place.filter(|_| tiers.is_none()).and_then(|place| goes_on(place, &error))) {
                (Stop::Failed(failure), Some(hint)) => failure.hint(hint).into(),
                (stop, _) => stop,
            }
        })
    }

    /// What went wrong here or elsewhere; the others hear of it.
    fn explain(&self, error: &SolveError) -> Stop {
        if let Some(trouble) = self.trouble(matches!(error, SolveError::Lost { .. })) {
            return failure(trouble).into();
        }
        let failure = Self::too_large(error);
        self.cluster.fail(Exit::from(failure.fault).code(), &failure.message);
        failure.into()
    }

    /// The same of what failed in other work than a solve, which may have stopped because another process has failed.
    pub(crate) fn explained(&self, stop: Stop) -> Stop {
        let is_lost = matches!(&stop, Stop::Failed(failure) if [ELSEWHERE, LOST].contains(&failure.code));
        match self.trouble(is_lost) {
            Some(trouble) => self.with_words(failure(trouble)),
            None => self.failing(stop),
        }
    }

    /// Trouble there is; where another process is lost, what ails it may be known by a vote before its words have come.
    fn trouble(&self, is_lost: bool) -> Option<Trouble> {
        let patience = Instant::now() + if is_lost { WORDS } else { Duration::ZERO };
        loop {
            let trouble = self.cluster.trouble();
            if trouble.is_some() || Instant::now() >= patience {
                return trouble;
            }
            thread::sleep(LOOK);
        }
    }

    /// What this process does of a proof: so many threads, so many bytes of memory, and what leads to the others.
    pub(crate) fn means(&self) -> (usize, u64, &dyn Carrier) {
        (self.cluster.members()[self.cluster.process()].workers, self.memory, &*self.cluster)
    }

    /// A memory that is too small for what this process is to hold.
    pub(crate) fn too_large(error: &SolveError) -> Failure {
        let failure = Failure::solve(error, Instead::Nothing);
        match *error {
            // What each may take is said by the list of hosts, and not by --mem.
            SolveError::TooLarge { needed, .. } => failure.hint(Hint::Share { memory: size(needed) }),
            _ => failure,
        }
    }

    /// Waits until all are done with a proof.
    pub(crate) fn leave_proof(&self, ctx: &Context<'_>, asked: Asked) -> Result<(), Stop> {
        self.depart(ctx)?;
        let Asked { children, bytes } = asked;
        if children > 0 {
            let each = format!("{:.2}", bytes as f64 / children as f64);
            ctx.note(Note::Asked { children: crate::word::grouped(children), bytes: each, all: Bytes(bytes) });
        }
        Ok(())
    }

    fn depart(&self, ctx: &Context<'_>) -> Result<(), Stop> {
        let interrupt = ctx.interrupt()?;
        let interrupted = || {
            let message = Failure::solve(&SolveError::Cancelled, Instead::Nothing).message;
            interrupt.is_pressed().then(|| (Exit::Interrupted.code(), message))
        };
        self.cluster.leave_unless(interrupted).map_err(|trouble| self.with_words(failure(trouble)))?;
        self.started().finish();
        Ok(())
    }

    /// Waits until all are done.
    pub(crate) fn leave(&self, ctx: &Context<'_>, slots: u64) -> Result<(), Stop> {
        let traffic = self.cluster.traffic();
        self.depart(ctx)?;
        if let Some(note) = sent(traffic, slots / self.cluster.members().len() as u64) {
            ctx.note(note);
        }
        Ok(())
    }

    /// Tells the others that this process cannot go on; its own end is what it was.
    pub(crate) fn failing(&self, stop: Stop) -> Stop {
        let stop = match stop {
            // What another one has met with, it says itself.
            Stop::Failed(failure) if failure.code == ELSEWHERE => {
                self.explain(&SolveError::Lost { reason: failure.message })
            }
            stop => stop,
        };
        let (code, message) = match &stop {
            Stop::Failed(failure) => (Exit::from(failure.fault).code(), failure.message.clone()),
            Stop::Code(code) => (*code, Refused::ReaderGone.into()),
            Stop::ReaderGone | Stop::NoInput => (Exit::Done.code(), Refused::ReaderGone.into()),
        };
        self.cluster.fail(code, &message);
        match stop {
            Stop::Failed(failure) => self.with_words(*failure),
            stop => stop,
        }
    }

    /// A failure, with what those have said last that this process had started, and that have ended.
    fn with_words(&self, failure: Failure) -> Stop {
        let mut started = self.started();
        let message = started.with_words(failure.message.clone());
        Failure { message, ..failure }.into()
    }

    fn started(&self) -> MutexGuard<'_, Started> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Of all slots, those of the processes on the machine of an address.
fn share(hosts: &HostList, address: &str) -> Part {
    let machine = |address: &str| address.rsplit_once(':').map_or("", |(machine, _)| machine).to_owned();
    let memory = |is_meant: &dyn Fn(&str) -> bool| {
        let meant = hosts.hosts().iter().filter(|host| is_meant(&host.address));
        meant.fold(0_u64, |sum, host| sum.saturating_add(host.memory))
    };
    Part(memory(&|other| machine(other) == machine(address)), memory(&|_| true))
}

/// Presses Ctrl-C when standard input ends.
fn leash(interrupt: Interrupt) -> Result<(), Failure> {
    let watch = move || {
        // An error is an end, too.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        interrupt.press();
    };
    thread::Builder::new().name("leash".to_owned()).spawn(watch).map(drop).map_err(|error| no_threads(1, &error))
}

/// What is wrong where another process is lost.
const LOST: &str = "cluster";
/// How long the words of a process that has given up are waited for, and how often they are looked for.
const WORDS: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(5);

/// What another process ended all with.
fn failure(trouble: Trouble) -> Failure {
    let fault = match trouble.code {
        Some(code) if code == Exit::Interrupted.code() => Fault::Interrupted,
        Some(code) if code == Exit::BadInput.code() => Fault::Input,
        Some(code) if code == Exit::Damaged.code() => Fault::Damaged,
        Some(code) if code == Exit::Internal.code() => Fault::Internal,
        _ => Fault::Refused,
    };
    Failure::new(fault, "cluster", trouble.message)
}

/// Refuses more workers than solve one board together.
pub(super) fn few_enough(hosts: &HostList) -> Result<(), Stop> {
    let workers = hosts.hosts().iter().map(|host| host.workers as u64).sum();
    if workers <= MOST_WORKERS {
        return Ok(());
    }
    let wrong = Wrong::ManyWorkers { workers, most: MOST_WORKERS };
    Err(Failure::usage(wrong).hint(Hint::FewerWorkers).into())
}

/// A fingerprint of what the rules do: of the moves of a position, and of those that follow them.
fn behaviour(position: &dyn AnyPosition) -> String {
    let mut hash = Sha256::new();
    let moves = |position: &dyn AnyPosition| position.moves().unwrap_or_default();
    for number in 0..moves(position).len() {
        let Some(after) = position.after(number) else { continue };
        hash.update(after.token());
        for next in moves(&*after) {
            hash.update(next.token);
        }
    }
    hex(&hash.finalize()[..4])
}

/// Tells programs apart by their lengths and some of their pages, from all over: two builds hardly have all of these in common, and a debug build
/// of some hundred megabytes would take seconds to be read as a whole.
fn program() -> io::Result<String> {
    let mut file = fs::File::open(std::env::current_exe()?)?;
    let length = file.metadata()?.len();
    let mut hash = Sha256::new();
    hash.update(length.to_le_bytes());
    let mut page = [0; PAGE];
    for place in 0..PAGES {
        file.seek(SeekFrom::Start(length.saturating_sub(PAGE as u64) / (PAGES - 1) * place))?;
        let read = file.read(&mut page)?;
        hash.update(&page[..read]);
    }
    Ok(hex(&hash.finalize()[..6]))
}

const PAGE: usize = 1 << 12;
const PAGES: u64 = 256;

/// How much went to other processes, a message, and a lower bound of it: log2(u / n) bits for each of n messages to u slots.
fn sent(traffic: Traffic, slots: u64) -> Option<Note> {
    let messages = traffic.messages;
    let each = |amount: f64| format!("{:.2}", amount / messages as f64);
    let parcel = messages as f64 / traffic.parcels.max(1) as f64;
    let least = (slots as f64 / parcel).max(1.0).log2() / 8.0;
    (messages > 0).then(|| Note::Sent {
        messages: crate::word::grouped(messages),
        bytes: each(traffic.bytes as f64),
        least: format!("{least:.2}"),
        all: Bytes(traffic.bytes),
        meetings: crate::word::grouped(traffic.meetings),
    })
}
