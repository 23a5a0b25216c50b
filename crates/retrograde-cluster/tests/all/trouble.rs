//! Tests the case that one process is lost, gives up, or is silent. The tests check what the other processes report.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::Transport;
use retrograde::kernel::Address;
use retrograde::rules::message::{Language, Message};
use retrograde_cluster::{Cluster, HostList, Joining, Key};

use crate::proxy::Proxy;
use crate::{identity, joining, listeners, on_each};

/// Runs barriers until a failure, and returns the message of the failure.
fn waits(cluster: &Cluster) -> String {
    loop {
        if let Err(message) = cluster.all_gather([0; 4]) {
            return message.to_string();
        }
    }
}

#[test]
fn all_name_a_process_that_is_gone() {
    let said = on_each(3, 1, "127.0.0.1:0", |cluster| {
        if cluster.process() == 1 {
            for _ in 0..10 {
                cluster.all_gather([0; 4]).unwrap();
            }
            drop(cluster);
            return String::new();
        }
        let start = Instant::now();
        let said = waits(&cluster);
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        assert_eq!(cluster.trouble().unwrap().process, 1);
        // After the failure, calls must neither hang nor panic.
        cluster.send(Address { process: 1, worker: 0 }, vec![1; 1000], 1);
        assert!(cluster.collect(0).is_empty());
        assert_eq!(cluster.ask(1, Vec::new()).unwrap_err().to_string(), said);
        assert_eq!(cluster.leave().unwrap_err().message.to_string(), said);
        said
    });
    assert!(said[0].starts_with("process 1 (127.0.0.1:") && said[0].ends_with("is gone"), "{said:?}");
    assert_eq!(said[0], said[2]);
}

#[test]
fn all_learn_why_a_process_gives_up() {
    let said = on_each(3, 1, "127.0.0.1:0", |cluster| {
        if cluster.process() == 2 {
            retrograde::messages! {
                enum Full { Disk: "the disk is full", "磁盘已满"; }
            }
            cluster.fail(5, &Message::from(Full::Disk));
        }
        waits(&cluster);
        let trouble = cluster.trouble().unwrap();
        assert_eq!((trouble.process, trouble.code), (2, Some(5)));
        assert!(
            trouble.message.in_language(Language::Chinese).to_string().contains("已经放弃：磁盘已满"),
            "{trouble:?}"
        );
        trouble.message.to_string()
    });
    assert!(said.iter().all(|other| other == &said[0]), "{said:?}");
    assert!(said[0].starts_with("process 2 (127.0.0.1:") && said[0].ends_with("has given up: the disk is full"));
}

#[test]
fn alarms_are_called_once() {
    let rung = Arc::new(AtomicUsize::new(0));
    on_each(2, 1, "127.0.0.1:0", |cluster| {
        let listen = || {
            let rung = Arc::clone(&rung);
            cluster.on_trouble(move |_| {
                rung.fetch_add(1, Ordering::Relaxed);
            });
        };
        listen();
        if cluster.process() == 0 {
            cluster.fail(1, &"first".into());
            cluster.fail(1, &"second".into());
        }
        assert!(waits(&cluster).ends_with("first"));
        listen();
    });
    assert_eq!(rung.load(Ordering::Relaxed), 4);
}

#[test]
fn a_panic_while_answering_ends_all() {
    let said = on_each(2, 1, "127.0.0.1:0", |cluster| {
        cluster.answer_with(Arc::new(|_: &[u8]| panic!("as the test wants it")));
        if cluster.process() == 0 {
            return cluster.ask(1, vec![1]).unwrap_err().to_string();
        }
        waits(&cluster)
    });
    assert!(said[0].contains("process 1 (127.0.0.1:") && said[0].contains("has panicked"), "{said:?}");
    assert_eq!(said[0], said[1]);
}

/// Tests a process that is silent but does not end. Each of two processes must report the other process as silent.
#[test]
fn a_silent_process_is_lost() {
    let proxies = Mutex::new(Vec::new());
    let said = through(&proxies, Duration::from_secs(2), |cluster| {
        for _ in 0..10 {
            cluster.all_gather([0; 4]).unwrap();
        }
        if cluster.process() == 1 {
            // The test waits until the batches that were already sent have arrived.
            thread::sleep(Duration::from_millis(300));
            proxies.lock().unwrap().iter().for_each(Proxy::hold);
        }
        let start = Instant::now();
        let said = waits(&cluster);
        let waited = start.elapsed();
        assert!((Duration::from_secs(1)..Duration::from_secs(6)).contains(&waited), "{waited:?}");
        said
    });
    assert!(said[0].contains("process 1 (127.0.0.1:") && said[0].contains("has not answered for 2 s"), "{said:?}");
    assert!(said[1].contains("process 0 (127.0.0.1:") && said[1].contains("has not answered for 2 s"), "{said:?}");
}

/// Like [`waits`], but the process itself fails if no failure is reported within ten seconds.
fn waits_for_a_report(cluster: &Cluster) -> String {
    let (reports, report) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if report.recv_timeout(Duration::from_secs(10)) == Err(mpsc::RecvTimeoutError::Timeout) {
                cluster.fail(1, &"nothing was reported".into());
            }
        });
        let said = waits(cluster);
        drop(reports);
        said
    })
}

/// Tests a frame whose length is changed in transit. Without a check, its receiver would wait for bytes that are never
/// sent.
#[test]
fn issue_27_a_frame_longer_than_what_was_sent_is_reported() {
    const LENGTH: u64 = 54_321;
    // The first changed length covers most of the two following votes, which have 88 bytes each. The second changed
    // length covers far more bytes than exist.
    for claimed in [LENGTH + 150, 1 << 34] {
        let proxies = Mutex::new(Vec::new());
        let said = through(&proxies, Duration::from_secs(30), |cluster| {
            cluster.all_gather([0; 4]).unwrap();
            if cluster.process() == 1 {
                proxies.lock().unwrap()[0].alter(LENGTH.to_be_bytes(), claimed.to_be_bytes());
                cluster.send(Address { process: 0, worker: 0 }, vec![7; LENGTH as usize], 1);
            }
            waits_for_a_report(&cluster)
        });
        println!("{claimed} bytes claimed: {said:?}");
        assert!(said[0].starts_with("process 1 (127.0.0.1:") && said[0].ends_with("invalid data (length)"));
        assert_eq!(said[0], said[1]);
    }
}

/// Tests a process without progress. As long as it sends heartbeats, it counts as slow, but not as lost.
#[test]
fn a_slow_process_is_not_lost() {
    on_each(2, 1, "127.0.0.1:0", |cluster| {
        cluster.report(7 + cluster.process() as u64);
        thread::sleep(Duration::from_millis(2500));
        let others = cluster.others();
        assert_eq!(others.len(), 1);
        assert_eq!((others[0].process, others[0].done), (1 - cluster.process(), 8 - cluster.process() as u64));
        assert!(others[0].stands >= Duration::from_millis(900), "{others:?}");
        cluster.all_gather([0; 4]).unwrap();
        cluster.leave().unwrap();
    });
}

/// Tests that a process that is done waits for the other processes, whatever time they need.
#[test]
fn all_leave_together() {
    let done = AtomicUsize::new(0);
    on_each(3, 1, "127.0.0.1:0", |cluster| {
        thread::sleep(Duration::from_millis(100 * cluster.process() as u64));
        done.fetch_add(1, Ordering::SeqCst);
        cluster.leave().unwrap();
        assert_eq!(done.load(Ordering::SeqCst), 3);
        assert!(cluster.all_gather([0; 4]).is_err());
        assert!(cluster.collect(0).is_empty());
    });
}

/// Tests the case that the first process leaves early. It has learned that all processes are done before the third
/// process learns this from the second process. No process may be reported as lost.
#[test]
fn a_process_that_leaves_before_others_know_that_all_are_done_is_not_lost() {
    let listeners = listeners(3, "127.0.0.1:0");
    let proxy = Proxy::start(listeners[1].local_addr().unwrap(), Duration::ZERO, None);
    let direct = HostList::listening(&listeners, 1, 1 << 20).unwrap();
    let text = direct.to_string().replace(&direct.hosts()[1].address, &proxy.address().to_string());
    let hosts = [direct.clone(), direct, HostList::parse(&text, "hosts").unwrap()];
    thread::scope(|scope| {
        let (hosts, proxy) = (&hosts, &proxy);
        for (process, listener) in listeners.into_iter().enumerate() {
            scope.spawn(move || {
                let joined = Cluster::join(&hosts[process], process, &identity(), &Key::none(), joining(listener));
                let cluster = joined.unwrap();
                cluster.all_gather([0; 4]).unwrap();
                proxy.delay(Duration::from_secs(5));
                cluster.leave().unwrap();
            });
        }
    });
}

/// Tests a process that is cancelled while it waits for the other processes to be done. The process must leave, and the
/// other processes must learn the reason.
#[test]
fn all_learn_why_a_waiting_process_gives_up() {
    let said = on_each(2, 1, "127.0.0.1:0", |cluster| {
        if cluster.process() == 0 {
            // This process has not finished its work.
            return waits_for_trouble(&cluster);
        }
        let start = Instant::now();
        let trouble = cluster.leave_unless(|| Some((130, "interrupted".into()))).unwrap_err();
        assert!(trouble.code == Some(130) && start.elapsed() < Duration::from_secs(2), "{trouble:?}");
        trouble.message.to_string()
    });
    assert!(said[0].starts_with("process 1 (127.0.0.1:") && said[0].ends_with("has given up: interrupted"), "{said:?}");
    assert_eq!(said[0], said[1]);
}

fn waits_for_trouble(cluster: &Cluster) -> String {
    loop {
        if let Some(trouble) = cluster.trouble() {
            return trouble.message.to_string();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs two processes. The second process connects to the first through a proxy, which is added to `proxies`.
fn through(proxies: &Mutex<Vec<Proxy>>, silence: Duration, run: impl Fn(Cluster) -> String + Sync) -> Vec<String> {
    let listeners = listeners(2, "127.0.0.1:0");
    let proxy = Proxy::start(listeners[0].local_addr().unwrap(), Duration::ZERO, None);
    let direct = HostList::listening(&listeners, 1, 1 << 20).unwrap();
    let text = direct.to_string().replace(&direct.hosts()[0].address, &proxy.address().to_string());
    proxies.lock().unwrap().push(proxy);
    let hosts = [direct, HostList::parse(&text, "hosts").unwrap()];
    thread::scope(|scope| {
        let (hosts, run) = (&hosts, &run);
        let threads: Vec<_> = (listeners.into_iter().enumerate())
            .map(|(process, listener)| {
                let joining = Joining { silence, ..joining(listener) };
                let join = move || Cluster::join(&hosts[process], process, &identity(), &Key::none(), joining).unwrap();
                scope.spawn(move || run(join()))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Tests that a slow connection delays batches but loses none.
#[test]
fn a_slow_connection_delays_and_loses_nothing() {
    let listeners = listeners(2, "127.0.0.1:0");
    let proxy = Proxy::start(listeners[0].local_addr().unwrap(), Duration::from_millis(1), Some(100_000_000 / 8));
    let direct = HostList::listening(&listeners, 1, 1 << 20).unwrap();
    let text = direct.to_string().replace(&direct.hosts()[0].address, &proxy.address().to_string());
    let hosts = [direct, HostList::parse(&text, "hosts").unwrap()];
    let times: Vec<_> = thread::scope(|scope| {
        let hosts = &hosts;
        let run = |(process, listener)| {
            let cluster =
                Cluster::join(&hosts[process], process, &identity(), &Key::none(), joining(listener)).unwrap();
            let start = Instant::now();
            for _ in 0..50 {
                cluster.all_gather([0; 4]).unwrap();
            }
            let meeting = start.elapsed() / 50;
            let start = Instant::now();
            cluster.send(Address { process: 1 - process, worker: 0 }, vec![7; 2_500_000], 1);
            cluster.all_gather([0; 4]).unwrap();
            let parcels = cluster.collect(0);
            assert_eq!((*parcels[0]).as_ref(), vec![7; 2_500_000]);
            cluster.leave().unwrap();
            (meeting, start.elapsed())
        };
        let threads: Vec<_> = listeners.into_iter().enumerate().map(|own| scope.spawn(move || run(own))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!("a meeting, and 2.5 MB each way: {times:?}");
    for (meeting, mail) in times {
        assert!(meeting >= Duration::from_millis(1), "{meeting:?}");
        // Sending 2.5 MB at 12.5 MB/s takes 200 ms.
        assert!(mail >= Duration::from_millis(200), "{mail:?}");
    }
}
