//! A network proxy between two processes, which can delay, stop or change their traffic.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// A proxy that forwards all connections from its own address to a process.
pub(crate) struct Proxy {
    address: SocketAddr,
    line: Line,
}

impl Proxy {
    /// Starts a proxy that delays each byte by `delay`, and limits the rate in each direction of each connection.
    pub(crate) fn start(to: SocketAddr, delay: Duration, bytes_per_second: Option<u64>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let delay = Arc::new(Mutex::new(delay));
        let (held, altered) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let line = Line { delay, bytes_per_second, held, altered };
        let passing = line.clone();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let Ok(far) = TcpStream::connect(to) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    to.set_nodelay(true).unwrap();
                    passing.pass(from.try_clone().unwrap(), to.try_clone().unwrap());
                }
            }
        });
        Self { address, line }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the delay of all bytes that arrive from now on.
    pub(crate) fn delay(&self, delay: Duration) {
        *self.line.delay.lock().unwrap() = delay;
    }

    /// From now on, replaces the bytes `from` by the bytes `to`, if `from` arrives in one piece.
    pub(crate) fn alter(&self, from: [u8; 8], to: [u8; 8]) {
        *self.line.altered.lock().unwrap() = Some([from, to]);
    }

    /// Stops all forwarding, as if all packets were lost.
    pub(crate) fn hold(&self) {
        self.line.held.store(true, Ordering::SeqCst);
    }
}

#[derive(Clone)]
struct Line {
    delay: Arc<Mutex<Duration>>,
    bytes_per_second: Option<u64>,
    held: Arc<AtomicBool>,
    altered: Arc<Mutex<Option<[[u8; 8]; 2]>>>,
}

impl Line {
    fn alter(&self, bytes: &mut [u8]) {
        let Some([from, to]) = *self.altered.lock().unwrap() else { return };
        if let Some(at) = bytes.windows(from.len()).position(|window| window == from) {
            bytes[at..][..to.len()].copy_from_slice(&to);
        }
    }

    /// Forwards one direction of a connection. One thread reads, and another thread writes after the delay.
    fn pass(&self, mut from: TcpStream, mut to: TcpStream) {
        let (sender, due) = mpsc::channel::<(Instant, Vec<u8>)>();
        let line = self.clone();
        thread::spawn(move || {
            let mut free = Instant::now();
            let mut bytes = vec![0; 16 << 10];
            while let Ok(read) = from.read(&mut bytes) {
                if read == 0 || line.held.load(Ordering::SeqCst) {
                    break;
                }
                line.alter(&mut bytes[..read]);
                let takes = line.bytes_per_second.map_or(0.0, |speed| read as f64 / speed as f64);
                free = free.max(Instant::now()) + Duration::from_secs_f64(takes);
                let due = free + *line.delay.lock().unwrap();
                if sender.send((due, bytes[..read].to_vec())).is_err() {
                    break;
                }
                // The thread waits until the line is free, so that it does not read faster than the rate allows.
                thread::sleep(free.saturating_duration_since(Instant::now()));
            }
            while line.held.load(Ordering::SeqCst) {
                thread::park();
            }
        });
        let held = Arc::clone(&self.held);
        thread::spawn(move || {
            for (at, bytes) in due {
                thread::sleep(at.saturating_duration_since(Instant::now()));
                if held.load(Ordering::SeqCst) || to.write_all(&bytes).is_err() {
                    break;
                }
            }
            while held.load(Ordering::SeqCst) {
                thread::park();
            }
            let _ = to.shutdown(Shutdown::Write);
        });
    }
}
