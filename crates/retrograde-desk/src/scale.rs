//! What several hosts take to solve a board: a model of a few measured constants, and of what a sample of the slots tells.
//!
//! ```text
//! work      (processor time of one thread for all, by the rehearsal + PACKING for each message to another host) / all threads
//! network   messages that a host sends × their bytes / its speed; all hosts send at a time, and no computing overlaps it
//! meetings  rounds of all moves, and two for each depth × (MEETING + the way to the others)
//! disk      a table takes about TABLE bytes a slot, of which each host writes its share / its speed
//! ```
//!
//! A message tells of a move that is taken back; of those a share of (N − 1) / N goes to another of N hosts. By the code of Elias and Fano
//! n of them to u slots take 2 + log2(u / n) bits each. `docs/scale.md` holds the model against runs.

use std::time::Duration;

use retrograde::author::{AnyPosition, Domain, Plan};
use retrograde::kernel::{self, Member, Rehearsal};
use serde::Serialize;

/// Hosts of one kind, with a process each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hosts {
    /// How many; at least one.
    pub processes: usize,
    /// Threads of each, as quick as those of this machine.
    pub threads: usize,
    /// What a host sends and receives in a second, in bytes each.
    pub network: u64,
    /// How long a byte is on its way from one host to another.
    pub delay: Duration,
    /// What a host writes in a second, in bytes.
    pub disk: u64,
}

impl Hosts {
    /// So many, with a network and disks of these days: 10 Gbit/s, 50 microseconds on the way, 2 GB/s.
    pub const fn usual(processes: usize, threads: usize) -> Self {
        Self { processes, threads, network: 1_250_000_000, delay: Duration::from_micros(50), disk: 2_000_000_000 }
    }
}

/// What a board takes on several hosts. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScaleReport {
    /// The processes, one a host.
    pub processes: usize,
    /// The threads of each.
    pub threads: usize,
    /// About how many bytes of memory a process holds at the peak, with as many a slot as are expected.
    pub bytes: u64,
    /// The memory that it must be allowed, in bytes: its share is admitted by the most that it can hold.
    pub allowed_bytes: u64,
    /// About how many messages all send to others: at most one for each move that is taken back.
    pub messages: u64,
    /// About how many bytes each host sends.
    pub sent_bytes: u64,
    /// About how often all meet.
    pub meetings: u64,
    /// What is computed.
    pub work_ms: f64,
    /// What is sent and waited for.
    pub network_ms: f64,
    /// What meetings take.
    pub meeting_ms: f64,
    /// All of that.
    pub estimated_ms: f64,
    /// About how many bytes of the table a host writes, if it is kept.
    pub disk_bytes: u64,
    /// What that takes on top.
    pub disk_ms: f64,
}

/// Nanoseconds of processor time for a message to another process, which is packed, sent, received and unpacked: dobutsu by two
/// processes took 24.6 s for what two threads did in 22.3, with 241 million messages.
const PACKING: f64 = 9.5;
/// Microseconds of a meeting of two processes of one machine: the median of 20,000. All tell all others at once, so that a message's way is added once.
const MEETING: f64 = 41.0;
/// Depths that are assumed, as nobody knows them before: most tables have fewer. All meet twice in one.
const DEPTHS: u64 = 128;
/// Bytes of a slot in a table in files, with depths: dobutsu's takes 0.224.
const TABLE: f64 = 0.25;

/// What hosts take to solve a position's instance. `None` if it has no numbers before it is explored.
///
/// # Complexity
/// Some hundredths of a second, for the rehearsal.
pub fn scale(position: &dyn AnyPosition, hosts: &Hosts) -> Option<ScaleReport> {
    let plan = position.plan(Domain::All, hosts.threads);
    let slots = plan.slots?;
    let rehearsal = position.rehearse(Domain::All)?;
    Some(of(slots, Memory::of(&plan, slots, hosts)?, rehearsal, hosts))
}

/// Bytes of a process: of its share, and of what each process holds of the numbering.
#[derive(Clone, Copy, Default)]
struct Memory {
    expected: u64,
    allowed: u64,
}

impl Memory {
    fn of(plan: &Plan, slots: u64, hosts: &Hosts) -> Option<Self> {
        let [narrow, bytes] = plan.expected?;
        let members = vec![Member { workers: hosts.threads, weight: 1 }; hosts.processes];
        let numbering = narrow.saturating_sub(kernel::expected(slots, hosts.threads)[0]);
        // Where a game says that a byte does, both are the same.
        let width = usize::from(bytes > narrow);
        let with_numbering = |share: [u64; 2]| share[width].saturating_add(numbering);
        Some(Self {
            expected: with_numbering(kernel::expected_among(slots, &members)),
            allowed: with_numbering(kernel::estimates_among(slots, &members)),
        })
    }
}

fn of(slots: u64, memory: Memory, rehearsal: Rehearsal, hosts: &Hosts) -> ScaleReport {
    let (processes, threads) = (hosts.processes as f64, hosts.threads as f64);
    let messages = rehearsal.moves as f64 * (processes - 1.0) / processes;
    let sent_bytes = messages / processes * message_bytes(slots);
    let meetings = rehearsal.moves / kernel::messages_a_round(slots).max(1) + 2 * DEPTHS;
    let work_ms = (rehearsal.cpu.as_secs_f64() * 1e3 + messages * PACKING / 1e6) / (processes * threads);
    let network_ms = sent_bytes / hosts.network.max(1) as f64 * 1e3;
    let meeting_ms = meetings as f64 * (MEETING / 1e3 + 1e3 * hosts.delay.as_secs_f64());
    let disk_bytes = slots as f64 / processes * TABLE;
    ScaleReport {
        processes: hosts.processes,
        threads: hosts.threads,
        bytes: memory.expected,
        allowed_bytes: memory.allowed,
        messages: whole(messages),
        sent_bytes: whole(sent_bytes),
        meetings,
        work_ms,
        network_ms,
        meeting_ms,
        estimated_ms: work_ms + network_ms + meeting_ms,
        disk_bytes: whole(disk_bytes),
        disk_ms: disk_bytes / hosts.disk.max(1) as f64 * 1e3,
    }
}

#[expect(clippy::cast_sign_loss, reason = "amounts are not negative")]
const fn whole(amount: f64) -> u64 {
    amount as u64
}

/// Bytes of a message, of a full round: whole bytes for its lower bits where a segment gets many.
fn message_bytes(slots: u64) -> f64 {
    let sparsity = (slots as f64 / kernel::messages_a_round(slots).max(1) as f64).max(1.0);
    let bits = if sparsity < FEW { 9.0 + sparsity / 256.0 } else { 2.0 + sparsity.log2() };
    bits / 8.0
}

/// Slots for each message in a round, from which on a segment of 2^16 gets fewer than 64 of them.
const FEW: f64 = 1024.0;

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTS: Hosts =
        Hosts { processes: 2, threads: 1, network: 1_250_000_000, delay: Duration::ZERO, disk: 1 << 30 };

    fn scaled(slots: u64, hosts: &Hosts) -> ScaleReport {
        let rehearsal =
            Rehearsal { positions: slots, moves: 4 * slots, cpu: Duration::from_secs_f64(slots as f64 / 1e7) };
        of(slots, Memory::default(), rehearsal, hosts)
    }

    #[test]
    fn half_of_the_messages_leave_one_of_two_hosts() {
        let report = scaled(1 << 27, &HOSTS);
        assert_eq!(report.messages, 1 << 28);
        let each = report.sent_bytes as f64 / (report.messages / 2) as f64;
        assert!((1.12..1.2).contains(&each), "{each} bytes a message");
        assert_eq!(report.disk_bytes, 1 << 24);
    }

    /// More hosts compute less each, and never more in all than one would.
    #[test]
    fn work_is_shared_and_meetings_are_not() {
        let [two, eight] = [2, 8].map(|processes| scaled(1 << 30, &Hosts { processes, ..HOSTS }));
        assert!(eight.work_ms < two.work_ms / 3.0, "{two:?} {eight:?}");
        assert_eq!(eight.meetings, two.meetings);
        let slow = scaled(1 << 30, &Hosts { delay: Duration::from_millis(1), ..HOSTS });
        let longer = slow.estimated_ms - two.estimated_ms;
        assert!((longer - two.meetings as f64).abs() < 1e-6 * longer, "{longer}");
    }

    #[test]
    fn a_slow_network_is_waited_for() {
        let slow = scaled(1 << 30, &Hosts { network: 12_500_000, ..HOSTS });
        assert!(slow.network_ms > slow.work_ms && slow.estimated_ms > slow.network_ms + slow.work_ms, "{slow:?}");
    }

    #[test]
    fn messages_get_longer_as_a_round_gets_sparse() {
        let bytes = [1_u64 << 20, 1 << 30, 1 << 36, 1 << 40].map(message_bytes);
        assert!(bytes.is_sorted() && bytes[0] < 1.2 && bytes[3] < 3.0, "{bytes:?}");
    }
}
