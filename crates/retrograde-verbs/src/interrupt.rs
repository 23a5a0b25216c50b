//! Ctrl-C and other signals that ask a program to end. Long runs check a flag between two steps, so that they complete
//! every step.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use signal_hook::consts::SIGINT;

use crate::exit::Exit;

/// A flag that is set when Ctrl-C or another signal asks the program to end. A signal that arrives before the program
/// listens does not set the flag.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to listen for Ctrl-C. The first Ctrl-C only sets the flag. The second Ctrl-C ends the process.
    #[cfg(all(feature = "serve", unix))]
    pub(crate) fn listen() -> io::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        // The order of these two calls matters. At the first signal, the shutdown handler runs while the flag is not
        // set yet; then the flag is set.
        signal_hook::flag::register_conditional_shutdown(SIGINT, Exit::Interrupted.code().into(), pressed.clone())?;
        signal_hook::flag::register(SIGINT, pressed.clone())?;
        Ok(Self(pressed))
    }

    /// Like `listen`, but also for SIGTERM and SIGHUP. After a second signal, the listening thread calls `last` and
    /// ends the process.
    #[cfg(unix)]
    pub(crate) fn listen_to_all(last: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        use signal_hook::iterator::Signals;

        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        if !is_ignored(SIGHUP) {
            signals.add_signal(SIGHUP)?;
        }
        let pressed = Arc::new(AtomicBool::new(false));
        let first = pressed.clone();
        let listen = move || {
            let mut signals = signals.forever();
            if signals.next().is_some() {
                first.store(true, Ordering::Relaxed);
            }
            if signals.next().is_some() {
                last();
                std::process::exit(Exit::Interrupted.code().into());
            }
        };
        let started = std::thread::Builder::new().name("signals".to_owned()).spawn(listen);
        // The system gives no useful reason; the usual reason is a lack of memory.
        started.map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self(pressed))
    }

    /// Starts to listen for Ctrl-C and Ctrl-Break. The first of these events only sets the flag. The second event ends
    /// the process. If a server in this process listens for one of these events, the server receives the event, and the
    /// flag is not set.
    #[cfg(all(feature = "serve", windows))]
    pub(crate) fn listen() -> io::Result<Self> {
        Self::listen_to_all(|| ())
    }

    /// Listens for Ctrl-C, for Ctrl-Break, and for the end of the console. After the second of these events, the
    /// handler calls `last` and ends the process.
    #[cfg(windows)]
    pub(crate) fn listen_to_all(last: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        let (first, mut last) = (pressed.clone(), Some(last));
        let listening = ctrlc::set_handler(move || {
            if first.swap(true, Ordering::Relaxed) {
                last.take().into_iter().for_each(|last| last());
                std::process::exit(Exit::Interrupted.code().into());
            }
        });
        listening.map_err(io::Error::other)?;
        Ok(Self(pressed))
    }

    /// Returns the flag itself, for code that does not know the type `Interrupt`.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Sets the flag that Ctrl-C sets.
    #[cfg(feature = "cluster")]
    pub(crate) fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether the parent of this process has made this process ignore the signal, as `nohup` does with SIGHUP. On Unix
/// systems without `/proc/self/status`, returns false.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
