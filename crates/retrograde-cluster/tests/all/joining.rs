//! Tests of the conditions for joining a cluster. If a join fails, every process must report it in one sentence within
//! fifteen seconds.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use retrograde::rules::message::Message;
use retrograde_cluster::{Cluster, HostList, Identity, JoinError, Joining, Key};

use crate::{identity, joined, joining, listeners};

type Call = Box<dyn FnOnce() -> Result<Cluster, JoinError> + Send>;

/// A process that joins. Its settings may differ from the settings of the other processes.
struct Joiner {
    hosts: HostList,
    identity: Identity,
    key: Key,
    deadline: Duration,
    /// The notices that the process has received about other processes that have not joined.
    noticed: Arc<Mutex<Vec<String>>>,
}

impl Joiner {
    fn new(listeners: &[TcpListener]) -> Self {
        let hosts = HostList::listening(listeners, 1, 1 << 20).unwrap();
        let (deadline, noticed) = (Duration::from_secs(3), Arc::default());
        Self { hosts, identity: identity(), key: Key::none(), deadline, noticed }
    }

    fn call(&self, process: usize, listener: TcpListener) -> Call {
        let (hosts, identity, key) = (self.hosts.clone(), self.identity.clone(), self.key.clone());
        let noticed = Arc::clone(&self.noticed);
        let notify = Box::new(move |message: &Message| noticed.lock().unwrap().push(message.to_string()));
        let joining = Joining { deadline: self.deadline, notify, ..joining(listener) };
        Box::new(move || {
            let cluster = Cluster::join(&hosts, process, &identity, &key, joining)?;
            // This call waits for the other processes. So this process also learns if another process has rejected it.
            match cluster.leave() {
                Ok(()) => Ok(cluster),
                Err(trouble) => Err(JoinError::Trouble { trouble: trouble.message }),
            }
        })
    }
}

/// Joins three processes, of which process 2 has different settings. Returns their messages.
fn with_another(change: impl Fn(&mut Joiner)) -> Vec<String> {
    let listeners = listeners(3, "127.0.0.1:0");
    let joiner = Joiner::new(&listeners);
    let mut other = Joiner::new(&listeners);
    change(&mut other);
    let calls = listeners.into_iter().enumerate();
    joined(
        calls.map(|(process, listener)| if process == 2 { &other } else { &joiner }.call(process, listener)).collect(),
    )
}

/// Checks three properties: all processes name the difference, processes 0 and 1 name process 2, and process 2 names
/// one of them.
fn assert_named(said: &[String], what: &str) {
    println!("{said:#?}");
    assert!(said.iter().all(|said| said.contains(what)), "{said:#?}");
    assert!(said[..2].iter().all(|said| said.contains("process 2 (127.0.0.1:")), "{said:#?}");
    assert!(said[2].contains("process 0 (127.0.0.1:") || said[2].contains("process 1 (127.0.0.1:"), "{said:#?}");
}

#[test]
fn all_alike_join() {
    assert_eq!(with_another(|_| ()), ["joined"; 3]);
    let key = Key::random().unwrap();
    let listeners = listeners(2, "[::1]:0");
    let joiner = Joiner { key, ..Joiner::new(&listeners) };
    let calls = listeners.into_iter().enumerate().map(|(process, listener)| joiner.call(process, listener));
    assert_eq!(joined(calls.collect()), ["joined"; 2]);
}

#[test]
fn a_process_that_differs_is_refused_by_name() {
    assert_named(&with_another(|other| other.identity.job = "job 2".into()), "has another job");
    assert_named(&with_another(|other| other.identity.build = "0.2.0".into()), "has another build");
    assert_named(&with_another(|other| other.identity.game = "race:4x4".into()), "has another game");
    assert_named(&with_another(|other| other.identity.rules = "ff".into()), "has other rules");
}

/// Tests a process that joins when the join of the other processes has already failed.
#[test]
fn a_late_process_learns_why_the_join_failed() {
    let mut listeners = listeners(3, "127.0.0.1:0");
    let [one, alike] = [(); 2].map(|()| Joiner::new(&listeners));
    let other = Joiner { identity: Identity { game: "race:4x4".into(), ..identity() }, ..Joiner::new(&listeners) };
    // The port of the late process stays free until the process joins.
    drop(listeners.remove(1));
    let [first, last] = listeners.try_into().unwrap();
    let late: Call = Box::new(move || {
        thread::sleep(Duration::from_secs(1));
        let joining = Joining { deadline: Duration::from_secs(3), ..Joining::default() };
        Cluster::join(&alike.hosts, 1, &alike.identity, &alike.key, joining)
    });
    let said = joined(vec![one.call(0, first), late, other.call(2, last)]);
    println!("{said:#?}");
    assert!(said.iter().all(|said| said.contains("has another game")), "{said:#?}");
}

/// Tests that all processes wait until the deadline, because the process with another key has not authenticated.
#[test]
fn another_key_is_named_at_the_deadline() {
    let said = with_another(|other| other.key = Key::random().unwrap());
    assert_named(&said, "another key");
    // A process may give up later than another process. It may then learn the reason from that process.
    assert!(said.iter().all(|said| said.contains("some processes did not join within 3 s: ")), "{said:#?}");
}

/// Pretends to be process 0, and answers one call before process 0 joins.
fn impersonate(listener: &TcpListener, challenge: &[u8], verdict: u8) {
    let (mut socket, _) = listener.accept().unwrap();
    socket.write_all(challenge).unwrap();
    // If the protocol version differs, the caller has already closed the connection.
    if socket.read_exact(&mut [0; 211]).is_ok() {
        socket.write_all(&[verdict]).unwrap();
    }
}

#[test]
fn issue_27_a_verdict_without_a_proof_does_not_end_a_join() {
    let challenge = |version: u8| [&b"rgcluste"[..], &[version, 0], &[7; 16]].concat();
    for (challenge, says) in [(challenge(2), "another key"), (challenge(9), "another version of this protocol")] {
        let listeners = listeners(2, "127.0.0.1:0");
        let joiner = Joiner { deadline: Duration::from_secs(10), ..Joiner::new(&listeners) };
        let [first, second] = listeners.try_into().unwrap();
        let stranger = first.try_clone().unwrap();
        let [zero, one] = [joiner.call(0, first), joiner.call(1, second)];
        let late: Call = Box::new(move || {
            impersonate(&stranger, &challenge, 1);
            zero()
        });
        assert_eq!(joined(vec![late, one]), ["joined"; 2]);
        let noticed = joiner.noticed.lock().unwrap();
        println!("{noticed:#?}");
        assert!(noticed.len() == 1 && noticed[0].contains(says), "{noticed:?}");
        assert!(noticed[0].ends_with("; trying again until 10 s have passed"), "{noticed:?}");
    }
}

#[test]
fn another_number_of_processes_is_refused() {
    let said = with_another(|other| {
        let text = format!("{}127.0.0.1:1 workers=1 mem=1M\n", other.hosts);
        other.hosts = HostList::parse(&text, "hosts").unwrap();
    });
    assert_named(&said, "processes, but this process has a list of");
}

#[test]
fn other_shares_are_refused() {
    let said = with_another(|other| {
        let text = other.hosts.to_string().replacen("workers=1", "workers=2", 1);
        other.hosts = HostList::parse(&text, "hosts").unwrap();
    });
    assert_named(&said, "has other workers or memory");
}

#[test]
fn a_duplicate_number_is_refused() {
    let listeners = listeners(3, "127.0.0.1:0");
    let joiner = Joiner::new(&listeners);
    let mut listeners = listeners.into_iter();
    let mut next = || listeners.next().unwrap();
    let calls = vec![joiner.call(0, next()), joiner.call(1, next()), joiner.call(1, next())];
    let said = joined(calls);
    println!("{said:#?}");
    assert!(said.iter().all(|said| said != "joined"), "{said:#?}");
    assert!(said[0].contains("process 1 (127.0.0.1:") && said[0].contains("has joined twice"), "{said:#?}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = HostList::listening(&[taken.try_clone().unwrap()], 1, 1).unwrap();
    let said = Cluster::join(&hosts, 0, &identity(), &Key::none(), Joining::default()).map(|_| ()).unwrap_err();
    assert!(said.to_string().starts_with(&format!("cannot listen on {}", taken.local_addr().unwrap())), "{said}");
}

/// Tests that hundreds of silent connections do not prevent a join, even before the first of these connections times
/// out.
#[test]
fn many_silent_connections_do_not_block_a_join() {
    let listeners = listeners(2, "127.0.0.1:0");
    let (address, is_over) = (listeners[0].local_addr().unwrap(), AtomicBool::new(false));
    let [first, second] = [10_000, 1_500].map(|wait| {
        let deadline = Duration::from_millis(wait);
        Joiner { deadline, ..Joiner::new(&listeners) }
    });
    let [at_first, at_second] = listeners.try_into().unwrap();
    let (first, second) = (first.call(0, at_first), second.call(1, at_second));
    let late: Call = Box::new(move || {
        thread::sleep(Duration::from_millis(300));
        second()
    });
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut crowd = Vec::new();
            while !is_over.load(Ordering::Relaxed) && crowd.len() < 600 {
                crowd.extend(TcpStream::connect(address));
                // The connections are opened gradually, because the system retries a rejected connection only after a
                // second.
                thread::sleep(Duration::from_millis(if crowd.len() < 150 { 1 } else { 5 }));
            }
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
        });
        let said = joined(vec![first, late]);
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(said, ["joined"; 2]);
    });
}

/// Tests two missing processes. The other processes call process 0 without success, and process 2 would have called the
/// other processes.
#[test]
fn a_missing_process_is_named() {
    for absent in [0, 2] {
        let listeners = listeners(3, "127.0.0.1:0");
        let joiner = Joiner::new(&listeners);
        let calls = listeners.into_iter().enumerate().filter(|(process, _)| *process != absent);
        let said = joined(calls.map(|(process, listener)| joiner.call(process, listener)).collect());
        println!("{said:#?}");
        for said in said {
            assert!(said.contains("within 3 s"), "{said}");
            assert!(said.contains(&format!("process {absent} (127.0.0.1:")), "{said}");
        }
    }
}

#[test]
fn hosts_beyond_this_machine_need_a_key() {
    let hosts = HostList::parse("127.0.0.1:1 workers=1 mem=1M\n192.0.2.1:1 workers=1 mem=1M", "hosts").unwrap();
    let join = |process| Cluster::join(&hosts, process, &identity(), &Key::none(), Joining::default()).map(|_| ());
    assert!(join(0).unwrap_err().to_string().contains("--key FILE"));
    assert!(join(2).unwrap_err().to_string().contains("no process 2"));
}

/// Makes a connection without authentication to a process that waits for the other processes.
fn visit(address: &str, stranger: usize) {
    let Ok(mut socket) = TcpStream::connect(address) else { return };
    let mut heard = [0; 1000];
    match stranger % 4 {
        // This stranger sends nothing for longer than the time limit.
        0 => thread::sleep(Duration::from_secs(3)),
        1 => drop(socket.write_all(&[0; 10_000])),
        2 => {
            let _ = socket.write_all(b"GET / HTTP/1.1\r\n\r\n");
            let _ = socket.read(&mut heard);
        }
        // This stranger sends one byte at a time.
        _ => {
            for byte in [1, 0, 0, 3, 0, 0, 0] {
                let _ = socket.write_all(&[byte]);
                thread::sleep(Duration::from_millis(100));
            }
        }
    }
}

#[test]
fn strangers_do_not_block_a_join() {
    let listeners = listeners(3, "127.0.0.1:0");
    let joiner = Joiner { deadline: Duration::from_secs(10), ..Joiner::new(&listeners) };
    let addresses: Vec<String> = joiner.hosts.hosts().iter().map(|host| host.address.clone()).collect();
    let strangers: Vec<_> = (0..24)
        .map(|stranger| {
            let address = addresses[stranger % 3].clone();
            thread::spawn(move || visit(&address, stranger / 3))
        })
        .collect();
    // All strangers connect before the join begins.
    thread::sleep(Duration::from_millis(200));
    let calls = listeners.into_iter().enumerate().map(|(process, listener)| joiner.call(process, listener));
    assert_eq!(joined(calls.collect()), ["joined"; 3]);
    for stranger in strangers {
        stranger.join().unwrap();
    }
}

/// Tests a join in which another program listens at the address of process 0.
#[test]
fn another_program_that_answers_is_named() {
    let stranger = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = HostList::listening(&[stranger.try_clone().unwrap(), own.try_clone().unwrap()], 1, 1).unwrap();
    let address = stranger.local_addr().unwrap();
    thread::spawn(move || {
        for socket in stranger.incoming() {
            let _ = socket.unwrap().write_all(b"220 mail.example.org ESMTP, ready when you are\r\n");
        }
    });
    let joining = Joining { deadline: Duration::from_secs(2), ..joining(own) };
    let said = Cluster::join(&hosts, 1, &identity(), &Key::none(), joining).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains(&format!("another program answers at the address of process 0 ({address})")), "{said}");
}
