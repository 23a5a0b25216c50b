//! A connection with a time limit for answers. The connection fails if the client accepts no further part of an answer
//! within the limit.
//!
//! A client that has stopped sending may still wait for an answer, or may be gone; TCP does not distinguish these two
//! cases. A client that has stopped sending still gets its answer. The connection to a client that has stopped sending
//! fails if the server sends nothing for longer than the limit.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::Connection;

/// A TCP stream with time limits for writing, and no limits for reading. A write fails if it makes no progress within
/// the limit, or if the client is gone.
pub(crate) struct TimedStream {
    stream: TcpStream,
    client_timeout: Duration,
    connection: Arc<Connection>,
    /// The deadline of the current write while the write waits.
    deadline: Pin<Box<Sleep>>,
    is_waiting: bool,
    /// The end of the time for a client that has stopped sending; `None` for other clients. The client's time begins
    /// when the server notices that the client has stopped sending. The time begins again whenever the server sends
    /// data to the client.
    end: Option<Pin<Box<Sleep>>>,
}

impl TimedStream {
    pub(crate) fn new(stream: TcpStream, client_timeout: Duration, connection: Arc<Connection>) -> Self {
        Self {
            stream,
            client_timeout,
            connection,
            deadline: Box::pin(sleep(client_timeout)),
            is_waiting: false,
            end: None,
        }
    }

    /// Returns the result of a write. If the write has waited for longer than the limit, returns an error.
    fn bounded<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.deadline.as_mut().reset(Instant::now() + self.client_timeout);
        }
        ready!(self.deadline.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Like `bounded`, but for a write that sends data to the client. If the client has stopped sending, the function
    /// extends the client's time.
    fn given(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let (Poll::Ready(Ok(_)), Some(end)) = (&written, &mut self.end) {
            end.as_mut().reset(Instant::now() + self.client_timeout);
        }
        self.bounded(cx, written)
    }

    /// Returns an error if the client is gone, or if the client has stopped sending and the client's time is over.
    fn present(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let mut next = [0];
        let Poll::Ready(read) = self.stream.poll_peek(cx, &mut ReadBuf::new(&mut next)) else { return Ok(()) };
        if read? > 0 {
            return Ok(());
        }
        let client_timeout = self.client_timeout;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(client_timeout)));
        if end.as_mut().poll(cx).is_ready() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.given(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.given(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        if flushed.is_ready() {
            // A writer that has bytes to send writes them before it flushes. So now all bytes have been sent.
            self.connection.sent();
        }
        if self.connection.is_answered() {
            self.present(cx)?;
        }
        self.bounded(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.bounded(cx, closed)
    }
}
