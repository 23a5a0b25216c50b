//! Ctrl-C, and what else asks a program to end, for runs without an end: asked about between two steps, so that nothing is left
//! half done.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;

use crate::exit::Exit;

/// Whether Ctrl-C has been pressed since we listen.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on the first Ctrl-C only sets the flag; the second one ends the process.
    #[cfg(any(feature = "serve", not(unix)))]
    pub(crate) fn listen() -> io::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        // In this order: the first signal finds the flag not set, and then sets it.
        signal_hook::flag::register_conditional_shutdown(SIGINT, Exit::Interrupted.code().into(), pressed.clone())?;
        signal_hook::flag::register(SIGINT, pressed.clone())?;
        Ok(Self(pressed))
    }

    /// The same for SIGTERM and SIGHUP, too, with a second one that ends the process after `last`.
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
        // What is missing is memory, for all that the system says of it.
        started.map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self(pressed))
    }

    /// There is only Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn listen_to_all(_last: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        Self::listen()
    }

    /// The flag itself, for those who know no interrupts.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// As if somebody had pressed Ctrl-C.
    #[cfg(feature = "cluster")]
    pub(crate) fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether we were started to ignore a signal, as `nohup` does with SIGHUP. Only Linux tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
