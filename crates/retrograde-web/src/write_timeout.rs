//! A connection with a time limit. The connection fails if the client accepts no part of an answer within the limit.
//! The connection also fails if a client that has stopped sending receives no data within the limit.
//!
//! A client that has stopped sending may still wait for an answer, or may be gone; TCP does not distinguish these
//! cases. Such a client receives the answer, unless the server sends nothing for longer than the limit.

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

/// A stream with time limits for writing. Reading is not changed. A write fails if it makes no progress within the
/// limit. An answer to a client that is gone also fails.
pub(crate) struct TimedStream {
    stream: TcpStream,
    client_timeout: Duration,
    connection: Arc<Connection>,
    /// The time limit of the current write; it runs while a write waits.
    deadline: Pin<Box<Sleep>>,
    is_waiting: bool,
    /// The time limit for a client that has stopped sending. The time begins when the client stops sending, and
    /// restarts whenever the client receives data.
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

    /// Returns the result of a write; returns an error if the time is over.
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

    /// Like `bounded`, for a write of data to the client.
    fn given(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let (Poll::Ready(Ok(_)), Some(end)) = (&written, &mut self.end) {
            end.as_mut().reset(Instant::now() + self.client_timeout);
        }
        self.bounded(cx, written)
    }

    /// Returns an error if the client is gone, or if it must be considered gone.
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
            // A writer that has bytes to send writes them before it flushes, so at this point everything is sent.
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
