//! The reading half and the writing half of a data connection, with the interface that timely requires. The reading
//! half and the writing half hide failures of the connection from timely.

use std::any::Any;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retrograde::kernel::RawVote;
use timely_communication::allocator::zero_copy::bytes_exchange::MergeQueue;
use timely_communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely_communication::allocator::zero_copy::stream::Stream;
use timely_communication::allocator::zero_copy::tcp::recv_loop;

use super::queue::{InQueue, Kind, lock};
use crate::framing::{Extent, Framing};
use crate::hosts::HostList;
use crate::inbox::{Inbox, Question, Trouble};
use crate::messages::Lost;

/// After a control connection has ended, a process waits for this time for the message that all processes are done.
/// Other waiting times at the end of a connection are equal to this time, or a multiple of it.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// The maximum number of unused receive buffers (slabs) that timely keeps for reuse. A slab usually has 1 MiB.
const SPARE_SLABS: usize = 16;

/// The data that a receiving thread needs to report failures of the process from which it receives.
pub(super) struct Watch {
    pub(super) process: usize,
    pub(super) hosts: Arc<HostList>,
    pub(super) inbox: Arc<Inbox>,
    pub(super) extent: Arc<Extent>,
}

/// The payload of the panic that ends a thread of timely when this process leaves.
pub(super) struct Left;

impl Watch {
    /// Receives frames from a process until all processes are done, or until this process leaves.
    pub(super) fn listen(
        self,
        socket: impl Read + Send + Sync,
        own_queue: InQueue,
        targets: Vec<Receiver<MergeQueue>>,
        own: usize,
    ) {
        let other = self.process;
        let watch = Arc::new(self);
        let frames = Framing::to(targets.len());
        let reading_half = SocketReader { socket, own_queue: Mutex::new(own_queue), watch: Arc::clone(&watch), frames };
        let refill = BytesRefill { logic: Arc::new(|size| Box::new(vec![0_u8; size])), limit: Some(SPARE_SLABS) };
        let received = catch_unwind(AssertUnwindSafe(|| recv_loop(reading_half, targets, 0, own, other, refill, None)));
        if received.is_err_and(|panic: Box<dyn Any + Send>| !panic.is::<Left>()) {
            watch.garbled("frame");
        }
    }

    fn garbled(&self, what: &'static str) {
        self.raise(Lost::Garbled { who: self.hosts.who(self.process), what });
    }

    fn raise(&self, lost: Lost) {
        self.inbox.raise(&Trouble { process: self.process, code: None, message: lost.into() });
    }

    /// Delivers every message in this process's own queue to the thread that waits for this message.
    fn dispatch(&self, own_queue: &mut InQueue) {
        let whole = own_queue.take(|frame, mut body| {
            let numbered = body.len() >= 8;
            let number = if numbered { word(&body.extract_to(8)) } else { return false };
            let asked = frame.channel == Kind::Question as usize;
            if asked {
                self.inbox.question(Question { process: self.process, number, body });
                true
            } else if frame.channel == Kind::Answer as usize {
                self.inbox.answered(number, body)
            } else if frame.channel == Kind::Vote as usize && body.len() == size_of::<RawVote>() {
                let mut words = body.chunks_exact(8).map(word);
                self.inbox.vote(self.process, number, std::array::from_fn(|_| words.next().unwrap_or_default()));
                true
            } else {
                false
            }
        });
        if !whole {
            self.garbled("message");
        }
    }
}

pub(super) fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// The reading half, which is the socket from which timely reads.
pub(super) struct SocketReader<S> {
    socket: S,
    /// The queue for votes, questions and answers. Only one thread uses this queue. The lock makes the reader `Sync`,
    /// as timely requires.
    own_queue: Mutex<InQueue>,
    watch: Arc<Watch>,
    frames: Framing,
}

impl<S> SocketReader<S> {
    /// Handles the end of the stream. The stream ends if all processes are done, or if the sender is lost. If the
    /// sender is lost, the sender's control connection has also ended. The thread of the control connection then
    /// reports the loss before this function does.
    fn ended(&self) -> io::Result<usize> {
        let inbox = &self.watch.inbox;
        if inbox.await_done(3 * GRACE) {
            if self.frames.ended {
                return Ok(0);
            }
        } else {
            self.watch.raise(Lost::Gone { who: self.watch.hosts.who(self.watch.process) });
        }
        self.park()
    }

    /// Blocks timely's thread until the process leaves, and then ends the thread.
    fn park(&self) -> ! {
        self.watch.inbox.await_closed(None);
        // The call unwinds the thread without a message, because the failure has already been reported.
        resume_unwind(Box::new(Left))
    }
}

impl<S: Read> Read for SocketReader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.watch.dispatch(&mut lock(&self.own_queue));
        loop {
            match self.socket.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) | Ok(0) => return self.ended(),
                Ok(read) => {
                    if self.frames.follow(&buffer[..read]) {
                        self.watch.extent.receive(self.frames.last());
                        return Ok(read);
                    }
                    self.watch.garbled("frame");
                    self.park();
                }
            }
        }
    }
}

/// The writing half, which is the socket to which timely writes. If the socket is broken, the writing half discards all
/// further bytes. The reading half, [`SocketReader`], also detects that the socket is broken, and reports the failure.
pub(super) struct SocketWriter {
    pub(super) socket: TcpStream,
    pub(super) broken: bool,
}

impl Write for SocketWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.broken {
            match self.socket.write(bytes) {
                Ok(written) if written > 0 => return Ok(written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                _ => self.broken = true,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Timely requires this trait for the reading half. Timely does not call the methods of this trait, because each half
/// of the socket has its own type.
impl<S: Read + Send + Sync> Stream for SocketReader<S> {
    fn try_clone(&self) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Timely calls only one method of this trait: it calls `shutdown` after it has sent everything.
impl Stream for SocketWriter {
    fn try_clone(&self) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // If the shutdown fails, the socket is already closed.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

impl Read for SocketWriter {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl<S> Write for SocketReader<S> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
