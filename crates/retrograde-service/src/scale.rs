//! Estimates the cost of solving a board on several hosts, from a few measured constants and a sample of the slots.
//!
//! ```text
//! work      (processor time of one thread, from the sampled estimate, + PACKING for each message to another host) / all threads
//! network   messages that a host sends × bytes per message / the host's speed; all hosts send at the same time, and no computation overlaps
//! meetings  barriers (one for each round of all moves, two for each depth) × (MEETING + network latency)
//! disk      a host's share of the table, about TABLE bytes per slot / the speed of its disk
//! ```
//!
//! A message reports one un-move. With N hosts, the fraction (N − 1) / N of all messages goes to another host. If n
//! messages go to u slots, each message has (2 + log2(u / n)) bits in the Elias–Fano code. `docs/scale.md` compares the
//! model with measured runs.

use std::time::Duration;

use retrograde::author::{AnyPosition, Domain, Plan};
use retrograde::kernel::{self, Member, SampledEstimate};
use serde::Serialize;

/// Several hosts of the same kind; each runs one process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hosts {
    /// The number of processes, at least one.
    pub processes: usize,
    /// The number of threads of each process; a thread is as fast as a thread of this machine.
    pub threads: usize,
    /// The number of bytes that a host can send per second; in the same second the host can receive the same number of
    /// bytes.
    pub network: u64,
    /// The network latency between two hosts.
    pub delay: Duration,
    /// The number of bytes that a host can write to disk per second.
    pub disk: u64,
}

impl Hosts {
    /// Returns `processes` hosts with a typical network (10 Gbit/s, a latency of 50 microseconds) and typical disks (2
    /// GB/s).
    pub const fn usual(processes: usize, threads: usize) -> Self {
        Self { processes, threads, network: 1_250_000_000, delay: Duration::from_micros(50), disk: 2_000_000_000 }
    }
}

/// The estimated cost of solving a board on several hosts. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScaleReport {
    /// The number of processes, one per host.
    pub processes: usize,
    /// The number of threads of each process.
    pub threads: usize,
    /// The estimated peak memory of a process in bytes, with the expected number of bytes per slot.
    pub bytes: u64,
    /// The memory limit in bytes that each process must have. The limit is the maximum that a process's share of the
    /// table can need. With a lower limit the solver does not start.
    pub allowed_bytes: u64,
    /// The estimated number of messages to other processes. The solver sends at most one message for each un-move.
    pub messages: u64,
    /// The estimated number of bytes that each host sends.
    pub sent_bytes: u64,
    /// The estimated number of barriers.
    pub meetings: u64,
    /// The time for computation.
    pub work_ms: f64,
    /// The time for sending the messages.
    pub network_ms: f64,
    /// The time for the barriers.
    pub meeting_ms: f64,
    /// The sum of the times for computation, messages and barriers.
    pub estimated_ms: f64,
    /// The estimated number of table bytes that a host writes, if the table is stored.
    pub disk_bytes: u64,
    /// The additional time for writing the bytes of the table.
    pub disk_ms: f64,
}

/// The processor time in nanoseconds to pack, send, receive and unpack a message to another process. The time was
/// measured on dobutsu with 241 million messages. Two processes needed 24.6 s, and two threads of one process needed
/// 22.3 s.
const PACKING: f64 = 9.5;
/// The time in microseconds of a barrier between two processes on one machine. The value is the median of 20,000
/// barriers. Each process sends to all other processes at the same time, so a barrier waits for the network latency
/// only once.
const MEETING: f64 = 41.0;
/// The assumed number of depths. The real number is unknown before a solve; most tables have fewer depths. Each depth
/// has two barriers.
const DEPTHS: u64 = 128;
/// The number of bytes per slot in a table file with depths; the table of dobutsu has 0.224 bytes per slot.
const TABLE: f64 = 0.25;

/// Returns the estimated cost of solving a position's instance (board) on `hosts`. Returns `None` if the positions can
/// be numbered only by exploring.
///
/// # Complexity
/// The sampled estimate takes some hundredths of a second.
pub fn scale(position: &dyn AnyPosition, hosts: &Hosts) -> Option<ScaleReport> {
    let plan = position.plan(Domain::All, hosts.threads);
    let slots = plan.slots?;
    let sample = position.estimate_by_sample(Domain::All)?;
    Some(of(slots, ProcessMemory::of(&plan, slots, hosts)?, sample, hosts))
}

/// The memory of one process, in bytes. The memory contains the process's share of the table, and its copy of the
/// numbering.
#[derive(Clone, Copy, Default)]
struct ProcessMemory {
    expected: u64,
    allowed: u64,
}

impl ProcessMemory {
    fn of(plan: &Plan, slots: u64, hosts: &Hosts) -> Option<Self> {
        let [narrow, bytes] = plan.expected?;
        let members = vec![Member { workers: hosts.threads, weight: 1 }; hosts.processes];
        let numbering = narrow.saturating_sub(kernel::expected(slots, hosts.threads)[0]);
        // If a game promises that one byte per slot is enough, `bytes` equals `narrow`.
        let width = usize::from(bytes > narrow);
        let with_numbering = |share: [u64; 2]| share[width].saturating_add(numbering);
        Some(Self {
            expected: with_numbering(kernel::expected_distributed(slots, &members)),
            allowed: with_numbering(kernel::estimates_distributed(slots, &members)),
        })
    }
}

fn of(slots: u64, memory: ProcessMemory, sample: SampledEstimate, hosts: &Hosts) -> ScaleReport {
    let (processes, threads) = (hosts.processes as f64, hosts.threads as f64);
    let messages = sample.moves as f64 * (processes - 1.0) / processes;
    let sent_bytes = messages / processes * message_bytes(slots);
    let meetings = sample.moves / kernel::messages_a_round(slots).max(1) + 2 * DEPTHS;
    let work_ms = (sample.cpu.as_secs_f64() * 1e3 + messages * PACKING / 1e6) / (processes * threads);
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

/// Returns the number of bytes per message in a round with the maximum number of messages. If a segment receives many
/// messages, each message needs one whole byte for its lower bits.
fn message_bytes(slots: u64) -> f64 {
    let sparsity = (slots as f64 / kernel::messages_a_round(slots).max(1) as f64).max(1.0);
    let bits = if sparsity < FEW { 9.0 + sparsity / 256.0 } else { 2.0 + sparsity.log2() };
    bits / 8.0
}

/// A number of slots per message. If a round has at least `FEW` slots per message, a segment of 2^16 slots receives at
/// most 64 messages on average.
const FEW: f64 = 1024.0;

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTS: Hosts =
        Hosts { processes: 2, threads: 1, network: 1_250_000_000, delay: Duration::ZERO, disk: 1 << 30 };

    fn scaled(slots: u64, hosts: &Hosts) -> ScaleReport {
        let sample =
            SampledEstimate { positions: slots, moves: 4 * slots, cpu: Duration::from_secs_f64(slots as f64 / 1e7) };
        of(slots, ProcessMemory::default(), sample, hosts)
    }

    #[test]
    fn half_of_the_messages_leave_one_of_two_hosts() {
        let report = scaled(1 << 27, &HOSTS);
        assert_eq!(report.messages, 1 << 28);
        let each = report.sent_bytes as f64 / (report.messages / 2) as f64;
        assert!((1.12..1.2).contains(&each), "{each} bytes a message");
        assert_eq!(report.disk_bytes, 1 << 24);
    }

    /// With more hosts, each host computes less. All hosts together never compute more than one host would.
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
