//! The hosts of this benchmark are network namespaces that are connected by one bridge. Only root may create them.

use std::io;
use std::process::Command;

/// A network of several hosts. Dropping this value removes the hosts.
pub(crate) struct Network {
    name: String,
    hosts: usize,
}

impl Network {
    /// Creates the hosts. Returns `None` if the user may not create network namespaces.
    pub(crate) fn of(hosts: usize) -> Option<Self> {
        let network = Self { name: format!("rgt{}", std::process::id()), hosts };
        network.make().is_ok().then_some(network)
    }

    fn make(&self) -> io::Result<()> {
        let hub = self.hub();
        ip(&format!("netns add {hub}"))?;
        ip(&format!("-n {hub} link add hub type bridge"))?;
        ip(&format!("-n {hub} link set hub up"))?;
        for host in 0..self.hosts {
            let (name, address) = (self.host(host), Self::address(host));
            ip(&format!("netns add {name}"))?;
            ip(&format!("-n {hub} link add port{host} type veth peer name wire netns {name}"))?;
            ip(&format!("-n {hub} link set port{host} master hub up"))?;
            ip(&format!("-n {name} address add {address}/24 dev wire"))?;
            ip(&format!("-n {name} link set wire up"))?;
            ip(&format!("-n {name} link set lo up"))?;
        }
        Ok(())
    }

    fn hub(&self) -> String {
        format!("{}-hub", self.name)
    }

    fn host(&self, host: usize) -> String {
        format!("{}-{host}", self.name)
    }

    /// Returns the address of a host.
    pub(crate) fn address(host: usize) -> String {
        format!("10.77.0.{}", host + 1)
    }

    /// Drops all packets to and from a host. The host sees no error, because its link stays up.
    pub(crate) fn cut(&self, host: usize) -> io::Result<()> {
        ip(&format!("-n {} link set port{host} nomaster", self.hub()))
    }

    /// Ends the loss of packets.
    pub(crate) fn mend(&self, host: usize) -> io::Result<()> {
        ip(&format!("-n {} link set port{host} master hub", self.hub()))
    }

    /// Returns a command that runs another command on a host.
    pub(crate) fn on(&self, host: usize, command: &Command) -> Command {
        let mut there = Command::new("ip");
        there.args(["netns", "exec", &self.host(host)]).arg(command.get_program()).args(command.get_args());
        there.env("LC_ALL", "C").env_remove("RETROGRADE_TABLES");
        if let Some(folder) = command.get_current_dir() {
            there.current_dir(folder);
        }
        there
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let hosts = (0..self.hosts).map(|host| self.host(host));
        for name in hosts.chain([self.hub()]) {
            // If the namespace was never created, this call fails, which does no harm.
            let _ = ip(&format!("netns del {name}"));
        }
    }
}

fn ip(words: &str) -> io::Result<()> {
    let output = Command::new("ip").args(words.split(' ')).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!("ip {words}: {}", String::from_utf8_lossy(&output.stderr))))
}
