//! Ctrl-C, and what else asks a program to end, for runs without an end: asked about between two steps, so that nothing is left
//! half done.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::exit::Exit;

/// Whether Ctrl-C has been pressed since we listen.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on the first Ctrl-C only sets the flag; the second one ends the process.
    pub(crate) fn listen() -> io::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        // In this order: the first signal finds the flag not set, and then sets it.
        flag::register_conditional_shutdown(SIGINT, Exit::Interrupted.code().into(), pressed.clone())?;
        flag::register(SIGINT, pressed.clone())?;
        Ok(Self(pressed))
    }

    /// The same for SIGTERM and SIGHUP, too, with a second one that ends the process after `last`.
    #[cfg(unix)]
    pub(crate) fn listen_to_all(last: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        use signal_hook::iterator::Signals;

        let ignored = ignored_signals();
        let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let mut signals = Signals::new(heard)?;
        let pressed = Arc::new(AtomicBool::new(false));
        let first = pressed.clone();
        std::thread::spawn(move || {
            let mut signals = signals.forever();
            if signals.next().is_some() {
                first.store(true, Ordering::Relaxed);
            }
            if signals.next().is_some() {
                last();
                std::process::exit(Exit::Interrupted.code().into());
            }
        });
        Ok(Self(pressed))
    }

    /// There is only Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn listen_to_all(_last: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        Self::listen()
    }

    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The signals that we were started to ignore, by `nohup` for example: bit `n - 1` for signal `n`. Only Linux tells.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
