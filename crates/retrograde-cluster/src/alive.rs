//! TCP keep-alive. Keep-alive detects that an idle connection is broken. For example, a firewall may have silently
//! dropped the connection.
//!
//! The control connection is never idle, because it carries heartbeats. Missing heartbeats show that the control
//! connection is broken. The data connection may be idle for hours. Only the operating system can detect that the other
//! end does not acknowledge the bytes that were sent on the data connection.

use std::io;
use std::net::TcpStream;

/// Asks the operating system to probe a connection while it is idle, and to close the connection if the other end does
/// not acknowledge sent bytes. On systems other than Linux, this function does nothing.
///
/// # Errors
/// Returns an error if the socket is broken.
#[cfg(target_os = "linux")]
pub(crate) fn keep_alive(socket: &TcpStream) -> io::Result<()> {
    use rustix::net::sockopt;

    sockopt::set_socket_keepalive(socket, true)?;
    sockopt::set_tcp_keepidle(socket, linux::IDLE)?;
    sockopt::set_tcp_keepintvl(socket, linux::BETWEEN)?;
    sockopt::set_tcp_keepcnt(socket, linux::PROBES)?;
    Ok(sockopt::set_tcp_user_timeout(socket, linux::UNACKNOWLEDGED_MS)?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_alive(_socket: &TcpStream) -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::time::Duration;

    pub(super) const IDLE: Duration = Duration::from_secs(30);
    pub(super) const BETWEEN: Duration = Duration::from_secs(10);
    pub(super) const PROBES: u32 = 3;
    /// A limit in milliseconds. If the other end does not acknowledge sent bytes for this time, the system closes the
    /// connection. By default, this limit is longer than the time after which the control connection reports a silent
    /// process as lost. So the control connection is usually the first to report a process that hangs.
    pub(super) const UNACKNOWLEDGED_MS: u32 = 35_000;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use rustix::net::sockopt;

    #[test]
    fn keep_alive_options_are_set() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        super::keep_alive(&socket).unwrap();
        assert!(sockopt::socket_keepalive(&socket).unwrap());
        assert_eq!(sockopt::tcp_keepidle(&socket).unwrap(), super::linux::IDLE);
        assert_eq!(sockopt::tcp_user_timeout(&socket).unwrap(), super::linux::UNACKNOWLEDGED_MS);
    }
}
