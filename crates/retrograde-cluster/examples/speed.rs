//! Starts two processes on this machine, and measures two things: the duration of a barrier, and the number of bytes
//! per second that one process sends to the other. The command is `cargo run --release -p retrograde-cluster --example
//! speed [ROUNDS]`.

use std::env;
use std::error::Error;
use std::process::Command;
use std::time::Instant;

use retrograde::Transport;
use retrograde::kernel::Address;
use retrograde_cluster::{Cluster, HostList, Identity, Joining, Key};

const ROUNDS: usize = 20_000;

/// The number of bytes of a message batch; the solver uses the same size.
const PACKET: usize = 64 << 10;

/// The number of batches between two barriers.
const WINDOW: usize = 128;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    if let [_, hosts, rounds] = &arguments[..] {
        // This code runs in the second process, which the first process has started.
        return run(&HostList::parse(hosts, "the argument").map_err(|error| error.to_string())?, 1, rounds.parse()?);
    }
    let rounds = arguments.get(1).map_or(Ok(ROUNDS), |rounds| rounds.parse())?;
    let hosts = HostList::on_loopback(2, 1, 1 << 30)?;
    let mut other = Command::new(env::current_exe()?).args([hosts.to_string(), rounds.to_string()]).spawn()?;
    run(&hosts, 0, rounds)?;
    other.wait()?;
    Ok(())
}

fn run(hosts: &HostList, process: usize, rounds: usize) -> Result<(), Box<dyn Error>> {
    let cluster = Cluster::join(hosts, process, &Identity::default(), &Key::none(), Joining::default());
    let cluster = cluster.map_err(|error| error.to_string())?;
    let meet = || cluster.all_gather([0; 4]).map_err(|error| error.to_string());
    let mut meetings = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        meet()?;
        meetings.push(start.elapsed());
    }
    meetings.sort_unstable();
    if process == 0 {
        let at = |part: usize| meetings.get(rounds * part / 100).copied().unwrap_or_default();
        println!("a meeting: median {:?}, 90 % {:?}, 99 % {:?}", at(50), at(90), at(99));
    }
    // At first only one process sends. Then both processes send.
    for senders in [1, 2] {
        let start = Instant::now();
        let windows = rounds.div_ceil(100);
        let mut bytes = 0;
        for _ in 0..windows {
            if process < senders {
                let to = Address { process: 1 - process, worker: 0 };
                (0..WINDOW).for_each(|_| cluster.send(to, vec![process as u8; PACKET], 1));
            }
            meet()?;
            bytes += cluster.collect(0).iter().map(|received| (**received).as_ref().len()).sum::<usize>();
        }
        // Without this barrier, batches of the next phase could arrive before process 1 has collected the last window.
        meet()?;
        if process == 1 {
            assert_eq!(bytes, windows * WINDOW * PACKET, "nothing is lost");
            let speed = bytes as f64 / start.elapsed().as_secs_f64() / 1e9;
            println!("{} way{}: {speed:.2} GB/s each", ["one", "both"][senders - 1], ["", "s"][senders - 1]);
        }
    }
    cluster.leave().map_err(|trouble| trouble.message.to_string())?;
    Ok(())
}
