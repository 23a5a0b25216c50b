//! Ctrl-C, for runs without an end: asked about between two steps, so that nothing is left half done.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::exit::Exit;

/// Whether Ctrl-C has been pressed since [`Interrupt::listen`].
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

    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
