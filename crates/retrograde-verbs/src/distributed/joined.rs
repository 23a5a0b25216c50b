//! One process of a cluster. The process finds the other processes, does its share of the work, and leaves.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::author::AnyPosition;
use retrograde::kernel::{MOST_WORKERS, Transport};
use retrograde::rules::message::{Bytes, Message};
use retrograde::{Options, Progress, Scratch, SolveError};
use retrograde_cluster::{Cluster, HostList, Identity, JoinError, Joining, Key, Traffic, Trouble};
use retrograde_service::Session;
use retrograde_service::failure::size;
use retrograde_service::scale;
use retrograde_service::storage::Reservation;
use retrograde_service::tables::ELSEWHERE;
use retrograde_tables::LookupTraffic;
use retrograde_tables::format::hex;
use sha2::{Digest, Sha256};

use super::messages::{ClusterHint, ClusterNote, Refused};
use super::options::DistributedOptions;
use super::ssh::{self, Started};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Instead, Stop, no_threads};
use crate::interrupt::Interrupt;
use crate::messages::Wrong;
use crate::storage::{Fraction, goes_on};

/// The current process, after it has connected to the other processes that work on the same board.
pub(crate) struct Joined {
    cluster: Arc<Cluster>,
    /// The memory limit of this process, in bytes.
    memory: u64,
    /// The address of this process's host.
    host: String,
    /// The fraction of all slots that the processes on this machine store.
    share: Fraction,
    /// The processes that the current process started. When the work is done, the current process waits until they have
    /// ended.
    started: Mutex<Started>,
}

/// The data with which a process joins a cluster. The data are the list of hosts, the index of the process, the shared
/// key, and the processes that this process has started.
struct ProcessPlace {
    hosts: HostList,
    process: usize,
    key: Key,
    started: Started,
}

impl DistributedOptions {
    /// The error for a command that verifies a table but does not name the table.
    pub(crate) fn no_table() -> Stop {
        Failure::usage(Refused::NoTable).hint(ClusterHint::Table).into()
    }

    /// The error for a command that names no board.
    pub(crate) fn no_board() -> Stop {
        Failure::usage(Refused::NoBoard).into()
    }

    /// The error for a command that names more than one board.
    pub(crate) fn one_board() -> Message {
        Refused::OneBoard.into()
    }

    /// Connects to the other processes. All processes must solve the same board with the same options.
    pub(crate) fn join(&self, ctx: &Context<'_>, position: &dyn AnyPosition, by_tiers: bool) -> Result<Joined, Stop> {
        if position.plan(ctx.global.domain, 1).slots.is_none() {
            let game = position.about().id;
            return Err(Failure::new(Fault::Input, "cluster", Refused::Explored { game })
                .hint(ClusterHint::Alone)
                .into());
        }
        let about = position.about();
        let way = if by_tiers { ", by tiers" } else { "" };
        let job = format!("solve, {}{way}", ctx.global.domain.word());
        self.join_as(ctx, job, position.token(), format!("{} {} {}", about.id, about.version, behaviour(position)))
    }

    /// Connects to the other processes. All processes must verify the same table or, if `sample` is given, the same
    /// sample of the table. The processes compare the identity of the table only after they have connected. A process
    /// that cannot find its files is therefore connected, and can report the error to the others.
    pub(crate) fn join_to_verify(&self, ctx: &Context<'_>, sample: Option<u64>) -> Result<Joined, Stop> {
        let job = sample.map_or_else(|| "verify".to_owned(), |number| format!("verify, {number}"));
        self.join_as(ctx, job, String::new(), String::new())
    }

    /// Connects to the other processes of a job. If two processes have different jobs, both return an error.
    fn join_as(&self, ctx: &Context<'_>, job: String, game: String, rules: String) -> Result<Joined, Stop> {
        let ProcessPlace { hosts, process, key, mut started } = self.process_place()?;
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
        let notify = Box::new(move |message: &Message| notes.print(message));
        let joining = Joining { deadline, notify, ..Joining::default() };
        let joined = Cluster::join(&hosts, process, &identity, &key, joining);
        let refused = |error: JoinError| Failure::new(Fault::Refused, "cluster", started.with_words(error.into()));
        let cluster = joined.map_err(refused)?;
        let interrupt = ctx.interrupt()?.clone();
        if self.leashed {
            watch_parent(interrupt.clone())?;
        }
        // A long computation checks only the interrupt flag, so a failure of the cluster sets this flag.
        cluster.on_trouble(move |_| interrupt.press());
        let started = Mutex::new(started);
        Ok(Joined { cluster: Arc::new(cluster), memory, host: name, share, started })
    }

    /// Finds the index of the current process, the list of hosts, and the shared key.
    fn process_place(&self) -> Result<ProcessPlace, Stop> {
        let started = Started::default();
        let file = self.hosts.as_deref().unwrap_or_default();
        if file.starts_with(ssh::PREFIX) && self.leashed {
            let (hosts, key) = ssh::read_input(&mut io::stdin().lock()).map_err(Failure::content)?;
            return Ok(ProcessPlace { hosts, process: self.process()?, key, started });
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
        Ok(ProcessPlace { hosts, process, key, started })
    }

    /// Starts the other processes over ssh and sends them a key. Only the first process calls this function.
    fn first(&self, file: &str) -> Result<ProcessPlace, Stop> {
        if self.process.is_some() {
            return Err(Failure::usage(Refused::FirstAlone).hint(ClusterHint::NoNumber).into());
        }
        let hosts = read_hosts(file)?;
        let random = || Key::random().map_err(|error| Failure::new(Fault::Refused, "cluster", error));
        let key = self.key()?.map_or_else(random, Ok)?;
        let started = Started::start(&hosts, &key)?;
        Ok(ProcessPlace { hosts, process: 0, key, started })
    }

    fn key(&self) -> Result<Option<Key>, Stop> {
        let key = self.key.as_ref().map(|file| Key::read(file)).transpose();
        key.map_err(|error| Failure::new(Fault::Input, "cluster", error).into())
    }

    fn process(&self) -> Result<usize, Stop> {
        self.process.ok_or_else(|| Failure::usage(Refused::NoProcess).hint(ClusterHint::Process).into())
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
    /// Whether the current process prints the answer. Only the first process prints; the other processes only compute.
    pub(crate) fn speaks(&self) -> bool {
        self.cluster.process() == 0
    }

    /// Returns the index of the current process and the address of its host.
    pub(crate) fn process(&self) -> (usize, String) {
        (self.cluster.process(), self.host.clone())
    }

    /// The transport that sends messages to the other processes.
    pub(crate) fn transport(&self) -> &dyn Transport {
        &*self.cluster
    }

    /// The fraction of the table that the processes on this machine store.
    pub(crate) const fn share_of_machine(&self) -> Fraction {
        self.share
    }

    /// Estimates the time in milliseconds that the whole cluster needs for a solve. The estimate assumes hosts that are
    /// as fast as this machine and a network of the usual speed. Only the first process estimates the time, because
    /// each process would measure a slightly different speed.
    pub(crate) fn estimated_ms(&self, position: &dyn AnyPosition) -> Option<f64> {
        if !self.speaks() {
            return None;
        }
        let members = self.cluster.members();
        let workers: usize = members.iter().map(|member| member.workers).sum();
        let hosts = scale::Hosts::usual(members.len(), workers.div_ceil(members.len()));
        scale::scale(position, &hosts).map(|report| report.estimated_ms)
    }

    /// Returns whether all processes solve the board. The result is the value of `is_wanted` in the first process. The
    /// values of `is_wanted` in the other processes have no effect.
    pub(crate) fn is_solved_by_all(&self, is_wanted: bool) -> Result<bool, Stop> {
        let votes = self.cluster.all_gather([is_wanted.into(), 0, 0, 0]);
        let votes = votes.map_err(|reason| self.explain(&SolveError::Lost { reason }))?;
        Ok(votes.first().is_some_and(|&[is_wanted, ..]| is_wanted > 0))
    }

    /// Solves the current process's share of a board, and requests the values of other shares from the other processes.
    /// If there is a reservation for the table's files, the solve stores its checkpoints there. If `tiers` has scratch
    /// space, the board is solved tier by tier.
    pub(crate) fn solve(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        place: Option<&dyn Reservation>,
        tiers: Option<&Arc<dyn Scratch>>,
    ) -> Result<Session, Stop> {
        let transport: Arc<dyn Transport> = self.cluster.clone();
        let cancel = Some(ctx.interrupt()?.flag());
        let solved = ctx.solving(|options| {
            let notify = |progress: Progress| {
                // The report shows the other processes that this process is alive, even if it is slow.
                self.cluster.report(progress.done);
                if let Some(show) = options.progress {
                    show(progress);
                }
            };
            let options = Options {
                memory: self.memory,
                progress: Some(&notify),
                cancel,
                transport: Some(&transport),
                by_tiers: tiers.is_some(),
                scratch: tiers,
                ..*options
            };
            let (domain, notes) = (ctx.global.domain, ctx.notes());
            match place {
                Some(place) => place.solve(position, domain, &options, &|message| notes.print(&message)),
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

    /// Converts an error of a solve to a failure. If another process failed, returns the failure of that process;
    /// otherwise reports the error to the other processes.
    fn explain(&self, error: &SolveError) -> Stop {
        if let Some(trouble) = self.trouble(matches!(error, SolveError::Lost { .. })) {
            return failure(trouble).into();
        }
        let failure = Self::too_large(error);
        self.cluster.fail(Exit::from(failure.fault).code(), &failure.message);
        failure.into()
    }

    /// Like `explain`, but for work other than a solve. Work other than a solve may also have stopped because another
    /// process failed.
    pub(crate) fn explained(&self, stop: Stop) -> Stop {
        let is_lost = matches!(&stop, Stop::Failed(failure) if [ELSEWHERE, LOST].contains(&failure.code));
        match self.trouble(is_lost) {
            Some(trouble) => self.with_words(failure(trouble)),
            None => self.failing(stop),
        }
    }

    /// Returns the failure that the cluster has reported. If another process is lost, an all-reduce may notice the loss
    /// before the reason arrives. The function waits until the reason has arrived.
    fn trouble(&self, is_lost: bool) -> Option<Trouble> {
        let deadline = Instant::now() + if is_lost { WORDS } else { Duration::ZERO };
        loop {
            let trouble = self.cluster.trouble();
            if trouble.is_some() || Instant::now() >= deadline {
                return trouble;
            }
            thread::sleep(LOOK);
        }
    }

    /// Returns the resources of the current process for a verification. The resources are the threads, the memory in
    /// bytes, and the transport.
    pub(crate) fn means(&self) -> (usize, u64, &dyn Transport) {
        (self.cluster.members()[self.cluster.process()].workers, self.memory, &*self.cluster)
    }

    /// Returns the failure of a solve in one process. If the memory is too small for the share of this process, the
    /// failure has a hint.
    pub(crate) fn too_large(error: &SolveError) -> Failure {
        let failure = Failure::solve(error, Instead::Nothing);
        match *error {
            // The list of hosts sets the memory of each process; `--mem` does not.
            SolveError::TooLarge { needed, .. } => failure.hint(ClusterHint::Share { memory: size(needed) }),
            _ => failure,
        }
    }

    /// Waits until all processes have finished a verification, and prints a note on the lookups in other processes.
    pub(crate) fn leave_proof(&self, ctx: &Context<'_>, asked: LookupTraffic) -> Result<(), Stop> {
        self.depart(ctx)?;
        let LookupTraffic { children, bytes } = asked;
        if children > 0 {
            let each = format!("{:.2}", bytes as f64 / children as f64);
            ctx.note(ClusterNote::Asked { children: crate::word::grouped(children), bytes: each, all: Bytes(bytes) });
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

    /// Waits until all processes have finished a solve, and prints a note on the messages between processes.
    pub(crate) fn leave(&self, ctx: &Context<'_>, slots: u64) -> Result<(), Stop> {
        let traffic = self.cluster.traffic();
        self.depart(ctx)?;
        if let Some(note) = sent(traffic, slots / self.cluster.members().len() as u64) {
            ctx.note(note);
        }
        Ok(())
    }

    /// Reports the failure of this process to the other processes. Returns the failure that this process prints.
    pub(crate) fn failing(&self, stop: Stop) -> Stop {
        let stop = match stop {
            // The process that failed reports its failure itself.
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

    /// Extends a failure by the last messages of the started processes that have ended.
    fn with_words(&self, failure: Failure) -> Stop {
        let mut started = self.started();
        let message = started.with_words(failure.message.clone());
        Failure { message, ..failure }.into()
    }

    fn started(&self) -> MutexGuard<'_, Started> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the fraction of all slots that the processes on one machine store. `address` is the address of one of the
/// processes on that machine.
fn share(hosts: &HostList, address: &str) -> Fraction {
    let machine = |address: &str| address.rsplit_once(':').map_or("", |(machine, _)| machine).to_owned();
    let memory = |is_meant: &dyn Fn(&str) -> bool| {
        let meant = hosts.hosts().iter().filter(|host| is_meant(&host.address));
        meant.fold(0_u64, |sum, host| sum.saturating_add(host.memory))
    };
    Fraction(memory(&|other| machine(other) == machine(address)), memory(&|_| true))
}

/// Sets the interrupt flag when standard input ends, because then the parent process has ended.
fn watch_parent(interrupt: Interrupt) -> Result<(), Failure> {
    let watch = move || {
        // An error counts as the end of the input.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        interrupt.press();
    };
    thread::Builder::new().name("leash".to_owned()).spawn(watch).map(drop).map_err(|error| no_threads(1, &error))
}

/// The error code of a failure in another process.
const LOST: &str = "cluster";
/// How long the current process waits for the error message of a failed process.
const WORDS: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(5);

/// Converts the cluster's report of a failure into the failure of this run.
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

/// Returns an error if the cluster has too many workers for one board.
pub(super) fn few_enough(hosts: &HostList) -> Result<(), Stop> {
    let workers = hosts.hosts().iter().map(|host| host.workers as u64).sum();
    if workers <= MOST_WORKERS {
        return Ok(());
    }
    let wrong = Wrong::ManyWorkers { workers, most: MOST_WORKERS };
    Err(Failure::usage(wrong).hint(ClusterHint::FewerWorkers).into())
}

/// Returns a fingerprint of the rules. The fingerprint is a hash of the moves of a position, and of the moves after
/// each of these moves.
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

/// Identifies a program by its length and by some of its pages, spread over the file. Two different builds almost
/// always differ in one of the hashed pages. The function does not hash the whole file, because for a debug build of
/// several hundred megabytes a hash would take seconds.
fn program() -> io::Result<String> {
    // On Linux this name stands for the running program, even if another build has replaced its file.
    let own = fs::File::open("/proc/self/exe");
    let mut file = own.or_else(|_| fs::File::open(std::env::current_exe()?))?;
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

/// Returns the note about the messages that the current process has sent. The note contains the bytes per message, and
/// a lower bound for this number. If n messages go to u slots, the lower bound is log2(u / n) bits per message.
fn sent(traffic: Traffic, slots: u64) -> Option<ClusterNote> {
    let messages = traffic.messages;
    let each = |amount: f64| format!("{:.2}", amount / messages as f64);
    let batch = messages as f64 / traffic.parcels.max(1) as f64;
    let least = (slots as f64 / batch).max(1.0).log2() / 8.0;
    (messages > 0).then(|| ClusterNote::Sent {
        messages: crate::word::grouped(messages),
        bytes: each(traffic.bytes as f64),
        least: format!("{least:.2}"),
        all: Bytes(traffic.bytes),
        meetings: crate::word::grouped(traffic.meetings),
    })
}
