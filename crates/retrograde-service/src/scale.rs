//! Estimates what several hosts take to solve a board, from a few measured constants and a sample of the slots.
//!
//! ```text
//! work      (processor time of one thread, from the sampled estimate + PACKING for each message to another host) / all threads
//! network   messages that a host sends × their bytes / its speed; all hosts send at one time, and no computation overlaps it
//! meetings  barriers (one for each round of all moves, two for each depth) × (MEETING + network latency)
//! disk      a host's share of the table, about TABLE bytes a slot / its speed
//! ```
//!
//! A message reports one un-move; (N − 1) / N of all messages go to another of N hosts. In the Elias–Fano code, n
//! messages to u slots take 2 + log2(u / n) bits each. `docs/scale.md` compares the model with runs.

use std::time::Duration;

use retrograde::author::{AnyPosition, Domain, Plan};
use retrograde::kernel::{self, Member, SampledEstimate};
use serde::Serialize;

/// Hosts of one kind; each runs one process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hosts {
    /// The number of processes, at least one.
    pub processes: usize,
    /// The threads of each process, as fast as those of this machine.
    pub threads: usize,
    /// The bytes that a host can send in a second; it can receive as many.
    pub network: u64,
    /// The network latency between two hosts.
    pub delay: Duration,
    /// The bytes that a host can write in a second.
    pub disk: u64,
}

impl Hosts {
    /// `processes` hosts with a typical network and typical disks: 10 Gbit/s, a latency of 50 microseconds, 2 GB/s.
    pub const fn usual(processes: usize, threads: usize) -> Self {
        Self { processes, threads, network: 1_250_000_000, delay: Duration::from_micros(50), disk: 2_000_000_000 }
    }
}

/// The estimated cost of solving a board on several hosts. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScaleReport {
    /// The processes, one per host.
    pub processes: usize,
    /// The threads of each process.
    pub threads: usize,
    /// The estimated peak memory of a process in bytes, at the expected number of bytes a slot.
    pub bytes: u64,
    /// The memory limit that a process needs, in bytes. The solver admits a process by the most that its share can
    /// take.
    pub allowed_bytes: u64,
    /// The estimated number of messages to other processes: at most one for each un-move.
    pub messages: u64,
    /// The estimated number of bytes that each host sends.
    pub sent_bytes: u64,
    /// The estimated number of barriers.
    pub meetings: u64,
    /// The time to compute.
    pub work_ms: f64,
    /// The time to send the messages.
    pub network_ms: f64,
    /// The time of the barriers.
    pub meeting_ms: f64,
    /// The sum of these three times.
    pub estimated_ms: f64,
    /// The estimated number of bytes of the table that a host writes, if the table is stored.
    pub disk_bytes: u64,
    /// The additional time to write them.
    pub disk_ms: f64,
}

/// Nanoseconds of processor time to pack, send, receive and unpack a message to another process. Measured on dobutsu,
/// with 241 million messages: two processes took 24.6 s, and two threads of one process 22.3 s.
const PACKING: f64 = 9.5;
/// Microseconds of a barrier between two processes on one machine: the median of 20,000. All processes send to all
/// others at one time, so the latency counts once.
const MEETING: f64 = 41.0;
/// The assumed number of depths, which is unknown before a solve; most tables have fewer. Each depth has two barriers.
const DEPTHS: u64 = 128;
/// Bytes of a slot in a table file with depths; dobutsu's table takes 0.224.
const TABLE: f64 = 0.25;

/// What hosts take to solve a position's instance. `None` if only exploring numbers its positions.
///
/// # Complexity
/// Some hundredths of a second for the sampled estimate.
pub fn scale(position: &dyn AnyPosition, hosts: &Hosts) -> Option<ScaleReport> {
    let plan = position.plan(Domain::All, hosts.threads);
    let slots = plan.slots?;
    let sample = position.estimate_by_sample(Domain::All)?;
    Some(of(slots, ProcessMemory::of(&plan, slots, hosts)?, sample, hosts))
}

/// The memory of a process in bytes: its share of the table, and its copy of the numbering.
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
        // If a game promises that one byte a slot is enough, both are the same.
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

/// The bytes of a message in a full round. Where a segment gets many messages, their lower bits take whole bytes.
fn message_bytes(slots: u64) -> f64 {
    let sparsity = (slots as f64 / kernel::messages_a_round(slots).max(1) as f64).max(1.0);
    let bits = if sparsity < FEW { 9.0 + sparsity / 256.0 } else { 2.0 + sparsity.log2() };
    bits / 8.0
}

/// The number of slots per message in a round from which on a segment of 2^16 slots gets fewer than 64 messages.
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

    /// More hosts compute less each, and never more together than one host would.
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
