//! Measures how many probes per second the server answers, and how quickly. The test needs a quiet machine, so it runs
//! only on request:
//!
//! ```sh
//! cargo test --release -p retrograde-web --test all -- --ignored --nocapture load
//! ```
//!
//! The probes are sent at a fixed rate, even if earlier probes have not been answered. The time of each probe is
//! measured from the moment when it was due. So if the server stalls, the delays of all waiting probes are counted. The
//! clients and the server share the machine.

use std::io::{BufReader, Write};
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{Host, Reply, encoded, request};
use fastrand::Rng;

/// A position in the middle of an open board with 990,000 positions.
const BOARD: &str = "pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r";
/// The number of connections. Each connection has one probe at a time.
const CLIENTS: u32 = 16;
/// The number of probes per second, for all clients together.
const RATE: u32 = 2000;
const TIME: Duration = Duration::from_secs(10);

/// Returns requests for the values, moves and lines of positions all over the board.
fn probes(host: &Host) -> Vec<Vec<u8>> {
    let mut rng = Rng::with_seed(1);
    let board = encoded(BOARD);
    let token = |_| {
        let slot = rng.u32(..990_000);
        let position = host.json(&format!("/position?pos={board}&slot={slot}"));
        encoded(position["pos"].as_str().unwrap())
    };
    let paths = (0..500).map(token).map(|pos| format!("/api/v1/probe?pos={pos}&line=20"));
    paths.map(|path| request("GET", &path, &[], b"")).collect()
}

/// Sends a probe at each due time. Returns how long after this time each answer arrived.
fn answer_times(address: SocketAddr, probes: &[Vec<u8>], first: Instant, every: Duration) -> Vec<Duration> {
    let stream = std::net::TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut stream = BufReader::new(stream);
    let due = (0..).map(|number| first + every * number).take_while(|due| *due < first + TIME);
    due.zip(probes.iter().cycle())
        .map(|(due, probe)| {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            stream.get_mut().write_all(probe).unwrap();
            let reply = Reply::read(&mut stream).unwrap();
            assert_eq!(reply.status, 200, "{}", reply.text());
            due.elapsed()
        })
        .collect()
}

#[test]
#[ignore = "by hand: it measures, and needs a quiet machine"]
fn two_thousand_probes_a_second_are_answered_soon() {
    let host = Host::usual();
    let probes = probes(&host);
    let (every, start) = (Duration::from_secs(1) * CLIENTS / RATE, Instant::now() + Duration::from_millis(100));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (address, mut probes, first) = (host.address, probes.clone(), start + every * client / CLIENTS);
            probes.rotate_left(client as usize * 31);
            thread::spawn(move || answer_times(address, &probes, first, every))
        })
        .collect();
    let mut times: Vec<_> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
    let rate = times.len() as f64 / start.elapsed().as_secs_f64();
    times.sort_unstable();
    let within = |percent: usize| times[times.len() * percent / 100];
    let cores = thread::available_parallelism().unwrap();
    println!(
        "{rate:.0} probes a second on {cores} cores, {CLIENTS} connections: half of them within {:?}, 99 % within {:?}, all within {:?}",
        within(50),
        within(99),
        times[times.len() - 1]
    );
    assert!(rate > 0.99 * f64::from(RATE), "{rate}");
    assert!(within(99) < Duration::from_millis(20));
}
