//! The list of the processes of a cluster. Each line of a hosts file describes one process, for example
//! `host:port workers=8 mem=64G`.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs as _};

use retrograde::kernel::Member;

use crate::messages::{HostsError, LineError, Who};

/// The address, the number of threads and the memory of one process of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The address at which the process listens, in the form `host:port`. The other processes connect to this address.
    pub address: String,
    /// The number of threads of the process, at least one.
    pub workers: usize,
    /// The memory of the process in bytes. Each process holds a share of the slots in proportion to its memory.
    pub memory: u64,
}

/// The processes of a cluster, in the order of their numbers. The first line of a hosts file describes process 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostList(Vec<Host>);

/// The maximum number of processes in a cluster. More processes would need more connections than systems allow.
const MOST: usize = 1000;

/// The maximum number of threads of a process.
pub(crate) const MOST_WORKERS: usize = 4096;

impl HostList {
    /// Parses the text of a hosts file. In this text, `#` begins a comment. The argument `file` is the name of the file
    /// for error messages.
    ///
    /// # Errors
    /// Returns an error about the first invalid line, with the number of the line (from 1).
    pub fn parse(text: &str, file: &str) -> Result<Self, HostsError> {
        let mut hosts = Vec::new();
        let mut addresses = HashSet::new();
        for (index, line) in text.lines().enumerate() {
            let wrong = |wrong| HostsError::Line { file: file.to_owned(), line: index + 1, wrong };
            let Some(host) = Host::parse(line).map_err(wrong)? else { continue };
            if !addresses.insert(host.address.clone()) {
                return Err(wrong(LineError::Twice { name: host.address }));
            }
            hosts.push(host);
        }
        if hosts.is_empty() {
            return Err(HostsError::Empty { file: file.to_owned() });
        }
        Self::new(hosts)
    }

    /// Makes a list of the given processes.
    ///
    /// # Errors
    /// Returns an error if there are more than a thousand processes.
    pub(crate) fn new(hosts: Vec<Host>) -> Result<Self, HostsError> {
        check_number(hosts.len())?;
        Ok(Self(hosts))
    }

    /// Returns a list of processes on this machine. Each process has a port that is free when this function returns.
    ///
    /// # Errors
    /// Returns an error if the system has no free ports.
    pub fn on_loopback(processes: usize, workers: usize, memory: u64) -> io::Result<Self> {
        // Every listener stays open until all ports are chosen, so that the system does not choose a port twice.
        let listeners = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<Vec<_>>>()?;
        Self::listening(&listeners, workers, memory)
    }

    /// Makes a list of processes, one at the address of each listener.
    ///
    /// # Errors
    /// Returns an error if the system does not know the address of a listener.
    pub fn listening(listeners: &[TcpListener], workers: usize, memory: u64) -> io::Result<Self> {
        let host = |listener: &TcpListener| Ok(Host { address: listener.local_addr()?.to_string(), workers, memory });
        Ok(Self(listeners.iter().map(host).collect::<io::Result<_>>()?))
    }

    /// Makes a list of two processes, for tests in which one process receives from the other.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn two() -> Self {
        Self::parse("a:1 workers=1 mem=1G\nb:1 workers=2 mem=1G", "hosts").expect("they are two")
    }

    /// Returns all processes, in the order of their numbers.
    pub fn hosts(&self) -> &[Host] {
        &self.0
    }

    /// Returns the number of workers and the weight of each process, in the form that the solver needs.
    pub fn members(&self) -> Vec<Member> {
        self.0.iter().map(|host| Member { workers: host.workers, weight: host.memory }).collect()
    }

    /// Returns whether all addresses are loopback addresses. An address that does not resolve does not count as a
    /// loopback address.
    pub fn are_loopback(&self) -> bool {
        self.0.iter().all(Host::is_loopback)
    }

    /// Opens the socket on which a process listens. If the cluster has several machines, the socket has an address that
    /// the other machines can reach.
    pub(crate) fn listener(&self, process: usize) -> io::Result<TcpListener> {
        let host = self.0.get(process).ok_or(io::ErrorKind::NotFound)?;
        let addresses: Vec<_> = host.address.to_socket_addrs()?.collect();
        TcpListener::bind(&*if self.are_loopback() { addresses } else { reachable(addresses) })
    }

    /// Returns the name of a process for messages.
    pub(crate) fn who(&self, process: usize) -> Who {
        let address = self.0.get(process).map_or_else(|| "?".to_owned(), |host| host.address.clone());
        Who::Process { number: process, address }
    }
}

/// Returns the addresses on which a process must listen. Other machines can reach the process at these addresses. The
/// argument `addresses` contains the addresses to which the name of the process's host resolves. If `addresses` is
/// empty, or contains only one address that is not a loopback address, the function returns `addresses` unchanged.
/// Otherwise the process listens on all addresses of its machine, for two reasons. First, on some systems a machine's
/// own name resolves to a loopback address (127.0.1.1). Second, a name may have several addresses, and each caller may
/// use a different one. If the system has IPv6, one IPv6 socket serves both protocols.
fn reachable(addresses: Vec<SocketAddr>) -> Vec<SocketAddr> {
    match *addresses {
        [] => addresses,
        [only] if !only.ip().is_loopback() => addresses,
        [first, ..] => {
            let port = first.port();
            vec![(Ipv6Addr::UNSPECIFIED, port).into(), (Ipv4Addr::UNSPECIFIED, port).into()]
        }
    }
}

impl Display for HostList {
    /// Prints the list as a hosts file, which [`parse`](Self::parse) can read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|host| writeln!(f, "{host}"))
    }
}

impl Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} workers={} mem={}", self.address, self.workers, self.memory)
    }
}

impl Host {
    /// Returns the name or address of the machine, without port and brackets.
    pub fn name(&self) -> &str {
        let name = self.address.rsplit_once(':').map_or(self.address.as_str(), |(name, _)| name);
        name.trim_start_matches('[').trim_end_matches(']')
    }

    /// Returns whether the address of the process is a loopback address. An address that does not resolve does not
    /// count as a loopback address.
    fn is_loopback(&self) -> bool {
        let addresses = self.address.to_socket_addrs();
        addresses.is_ok_and(|mut addresses| addresses.all(|address| address.ip().is_loopback()))
    }

    /// Parses a line of a hosts file; returns `None` if the line is blank or only a comment.
    fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let words = line.split('#').next().unwrap_or_default();
        let mut words = words.split_whitespace();
        let Some(address) = words.next() else { return Ok(None) };
        check_address(address)?;
        let (mut workers, mut memory) = (None, None);
        for word in words {
            let (name, twice) = match word.split_once('=') {
                Some(("workers", value)) => ("workers", workers.replace(workers_of(value)?).is_some()),
                Some(("mem", value)) => ("mem", memory.replace(memory_of(value)?).is_some()),
                _ => return Err(LineError::Word { word: word.to_owned() }),
            };
            if twice {
                return Err(LineError::Twice { name: name.to_owned() });
            }
        }
        Ok(Some(Self {
            address: address.to_owned(),
            workers: workers.ok_or(LineError::Missing { name: "workers", example: "workers=8" })?,
            memory: memory.ok_or(LineError::Missing { name: "mem", example: "mem=64G" })?,
        }))
    }
}

/// Returns an error if there are too many processes.
pub(crate) fn check_number(hosts: usize) -> Result<(), HostsError> {
    if hosts > MOST { Err(HostsError::TooMany { hosts, most: MOST }) } else { Ok(()) }
}

/// Checks that an address consists of a host and a port; does not look up the host.
fn check_address(address: &str) -> Result<(), LineError> {
    let no_port = || LineError::NoPort { address: address.to_owned() };
    if address.parse::<Ipv6Addr>().is_ok() {
        return Err(LineError::Brackets { address: address.to_owned() });
    }
    if address.starts_with('-') {
        return Err(LineError::Dash { address: address.to_owned() });
    }
    let (host, port) = address.rsplit_once(':').ok_or_else(no_port)?;
    let port = port.parse::<u16>().map_err(|_| no_port())?;
    let whole = match host.strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']').is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok()),
        None if host.contains(':') => return Err(LineError::Brackets { address: address.to_owned() }),
        None => !host.is_empty(),
    };
    if whole && port > 0 { Ok(()) } else { Err(no_port()) }
}

fn workers_of(value: &str) -> Result<usize, LineError> {
    let workers = value.parse().ok().filter(|workers| (1..=MOST_WORKERS).contains(workers));
    workers.ok_or_else(|| LineError::Workers { value: value.to_owned() })
}

/// Parses a size in bytes. The size is written as a number, and a unit `K`, `M`, `G` or `T` may follow. `K` stands for
/// 1024 bytes, and each further unit is 1024 times the previous one.
fn memory_of(value: &str) -> Result<u64, LineError> {
    let units = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];
    let unit = units.iter().find(|(unit, _)| value.ends_with([*unit, unit.to_ascii_lowercase()]));
    let (digits, shift) = unit.map_or((value, 0), |&(_, shift)| (&value[..value.len() - 1], shift));
    let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<u64>().ok().filter(|_| whole);
    let bytes = number.and_then(|number| number.checked_mul(1 << shift)).filter(|&bytes| bytes > 0);
    bytes.ok_or_else(|| LineError::Memory { value: value.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        HostList::parse(text, "hosts").unwrap_err().to_string()
    }

    #[test]
    fn a_file_of_hosts_is_read_and_written_alike() {
        let text = "# two machines\nnode1:7000 workers=8 mem=64G # the big one\n\n[::1]:7001\tmem=512m workers=1\n10.0.0.3:1 workers=2 mem=7\n";
        let hosts = HostList::parse(text, "hosts").unwrap();
        let host = |address: &str, workers, memory| Host { address: address.to_owned(), workers, memory };
        let wanted = [host("node1:7000", 8, 64 << 30), host("[::1]:7001", 1, 512 << 20), host("10.0.0.3:1", 2, 7)];
        assert_eq!(hosts.hosts(), wanted);
        assert_eq!(HostList::parse(&hosts.to_string(), "again").unwrap(), hosts);
        assert_eq!(hosts.hosts().iter().map(Host::name).collect::<Vec<_>>(), ["node1", "::1", "10.0.0.3"]);
        assert_eq!(hosts.members()[1], Member { workers: 1, weight: 512 << 20 });
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(error("# none\n"), "hosts contains no host; write lines such as `node1:7000 workers=8 mem=64G`");
        let check = |line: &str, wrong: &str| {
            let error = error(&format!("a:1 workers=1 mem=1G\n{line}\n"));
            assert!(error.starts_with("hosts, line 2: "), "{line}: {error}");
            assert!(error.contains(wrong), "{line}: {error}");
        };
        for address in ["node1", "node1:", ":7000", "node1:0", "node1:70000", "[::1]", "[::1:7000", "[x]:7000"] {
            check(&format!("{address} workers=1 mem=1G"), "has no port");
        }
        // Other programs, such as ssh, would interpret an address that begins with a dash as an option.
        check("-oProxyCommand=x:1 workers=1 mem=1G", "begins with a dash");
        check("::1 workers=1 mem=1G", "without brackets");
        check("fe80::1:7000 workers=1 mem=1G", "without brackets");
        check("b:1 mem=1G", "`workers` is missing");
        check("b:1 workers=1", "`mem` is missing");
        for workers in ["0", "-1", "5000", "", "x"] {
            check(&format!("b:1 workers={workers} mem=1G"), "not a number from 1 to 4096");
        }
        for memory in ["", "G", "0", "-1G", "+1G", "1.5G", "99999999T", "1GB", "ß"] {
            check(&format!("b:1 workers=1 mem={memory}"), "is not a size");
        }
        check("b:1 workers=1 mem=1G mem=1G", "`mem` occurs twice");
        check("b:1 workers=1 mem=1G disk=1T", "`disk=1T` is not understood");
        check("a:1 workers=1 mem=1G", "`a:1` occurs twice");
    }

    /// Tests random concatenations of pieces of lines. The result must be an error with a line number, or a list that
    /// stays the same when it is printed and parsed again.
    #[test]
    fn any_text_is_read_or_refused() {
        let pieces = [
            "a:1",
            "[::1]:2",
            " ",
            " ",
            "workers=1",
            "workers=2",
            "mem=1G",
            "mem=7",
            "#",
            "\n",
            "=",
            ":",
            "[",
            "]",
            "ü",
            "\0",
        ];
        let good = ["b:1 workers=1 mem=1G", "c:2\tmem=1k  workers=4096#"];
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut read = 0;
        for _ in 0..20_000 {
            let mut text: String = (0..rng.usize(..6)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            text = format!("{}\n{text}", good[rng.usize(..2)]);
            match HostList::parse(&text, "hosts") {
                Ok(hosts) => {
                    assert_eq!(HostList::parse(&hosts.to_string(), "again").unwrap(), hosts, "{text:?}");
                    read += 1;
                }
                Err(error) => assert!(error.to_string().starts_with("hosts, line "), "{text:?}: {error}"),
            }
        }
        assert!(read > 100, "{read} texts were read");
    }

    #[test]
    fn a_thousand_processes_are_enough() {
        let line = |port: usize| format!("a:{port} workers=1 mem=1G\n");
        let text: String = (1..=1001).map(line).collect();
        assert_eq!(error(&text), "1001 processes are too many; the maximum is 1000");
    }

    #[test]
    fn loopback_is_recognised() {
        let are = |text: &str| HostList::parse(text, "hosts").unwrap().are_loopback();
        assert!(are("127.0.0.1:1 workers=1 mem=1G\n[::1]:1 workers=1 mem=1G"));
        assert!(!are("127.0.0.1:1 workers=1 mem=1G\n192.0.2.1:1 workers=1 mem=1G"));
        assert!(HostList::on_loopback(3, 1, 1).unwrap().are_loopback());
    }

    #[test]
    fn a_process_listens_where_the_others_can_reach_it() {
        let listens = |text: &str| {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let hosts = HostList::parse(&text.replace("PORT", &port.to_string()), "hosts").unwrap();
            hosts.listener(0).unwrap().local_addr().unwrap().ip().to_string()
        };
        assert_eq!(listens("127.0.0.1:PORT workers=1 mem=1G\n[::1]:1 workers=1 mem=1G"), "127.0.0.1");
        let anywhere = listens("127.0.0.1:PORT workers=1 mem=1G\n192.0.2.1:1 workers=1 mem=1G");
        assert!(["::", "0.0.0.0"].contains(&anywhere.as_str()), "{anywhere}");
    }

    #[test]
    fn a_name_with_several_addresses_is_listened_to_at_all_of_them() {
        let of = |addresses: &[&str]| {
            let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
            let reachable: Vec<_> = reachable(addresses).iter().map(ToString::to_string).collect();
            reachable.join(" ")
        };
        assert_eq!(of(&["192.0.2.1:7"]), "192.0.2.1:7");
        assert_eq!(of(&["[2001:db8::1]:7"]), "[2001:db8::1]:7");
        for several in [&["[2001:db8::1]:7", "192.0.2.1:7"][..], &["127.0.1.1:7", "192.0.2.1:7"], &["127.0.1.1:7"]] {
            assert_eq!(of(several), "[::]:7 0.0.0.0:7", "{several:?}");
        }
        assert_eq!(of(&[]), "");
    }
}
