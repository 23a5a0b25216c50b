//! With `--hosts ssh:FILE`, the first process starts the other processes over ssh. The started processes get the
//! arguments and the current folder of the first process.
//!
//! The other processes read the key and the hosts from standard input, as the processes of `retrograde cluster` do. The
//! standard input of the other processes stays open until the first process ends. A process ends when its standard
//! input closes.

use std::ffi::OsString;
use std::io::{self, BufRead, Read as _};
use std::process::{Command, Stdio};

use retrograde::rules::message::{Language, Message};
use retrograde::rules::visible;
use retrograde_cluster::{HostList, Key};

use super::children::{Process, Processes};
use super::messages::{ClusterHint, Refused};
use crate::failure::{Failure, Fault, Stop};

/// The prefix of a value of `--hosts` that selects ssh.
pub(super) const PREFIX: &str = "ssh:";
/// The environment variable with the command that runs a shell line on a host.
const VARIABLE: &str = "RETROGRADE_SSH";
/// The default command for ssh. The options make ssh use no terminal and ask for no password, because a user cannot
/// answer several hosts at the same time.
const SSH: &str = "ssh -T -o BatchMode=yes";
/// The maximum size of a list of hosts, in bytes; a list of a thousand hosts is smaller.
pub(super) const MOST: u64 = 1 << 20;
/// The maximum number of characters that an error quotes from the last message of a process.
const MOST_LAST_WORDS: usize = 300;

/// The processes that the first process has started, and the names of their hosts.
#[derive(Default)]
pub(super) struct Started {
    processes: Processes,
    names: Vec<String>,
}

impl Started {
    /// Starts all processes except the first.
    pub(super) fn start(hosts: &HostList, key: &Key) -> Result<Self, Stop> {
        let shell = std::env::var(VARIABLE).ok().filter(|command| !command.trim().is_empty());
        let shell = shell.unwrap_or_else(|| SSH.to_owned());
        let mut words = shell.split_whitespace();
        let ssh = words.next().unwrap_or("ssh").to_owned();
        let words: Vec<&str> = words.collect();
        let mut started = Self::default();
        for (number, host) in hosts.hosts().iter().enumerate().skip(1) {
            let mut command = Command::new(&ssh);
            command.args(&words).arg(host.name()).arg(line(number)?);
            command.stdout(Stdio::null()).stderr(Stdio::piped());
            let refused = |error: io::Error| {
                let refused = Refused::Ssh { command: shell.clone(), error: (&error).into() };
                Stop::from(Failure::new(Fault::Refused, "cluster", refused).hint(ClusterHint::Ssh))
            };
            started.processes.0.push(Process::start_with_input(&mut command, hosts, key).map_err(refused)?);
            started.names.push(host.address.clone());
        }
        Ok(started)
    }

    /// Returns the error message `wrong`, followed by the last message of each process that has ended.
    pub(super) fn with_words(&mut self, wrong: Message) -> Message {
        let known = [Language::English, Language::Chinese].map(|language| wrong.in_language(language).to_string());
        let mut words = vec![wrong];
        for (number, (process, address)) in self.processes.0.iter_mut().zip(&self.names).enumerate() {
            if !process.has_ended() {
                continue;
            }
            let said = String::from_utf8_lossy(&process.last_words()).into_owned();
            let said: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            let last = said.iter().find(|line| line.contains("error")).or(said.last());
            // If a process ended because of the error in `wrong`, its last message repeats the error after the word
            // "error"; or `wrong` quotes the last message. A repeated message is left out.
            let is_known = |said: &&&str| {
                let words = said.split_once(": ").or(said.split_once('：')).map_or(**said, |(_, words)| words);
                known.iter().any(|known| said.contains(known) || known.contains(words))
            };
            if let Some(said) = last.filter(|said| !is_known(said)) {
                let said = said.chars().take(MOST_LAST_WORDS).map(visible).collect();
                let (number, address) = (number + 1, address.clone());
                words.push(Refused::LastWords { number, address, said }.into());
            }
        }
        Message::all(words)
    }

    /// Ends the work. The function closes the pipes to the processes, so that the processes exit by themselves.
    pub(super) fn finish(&mut self) {
        self.processes.release();
        self.processes.await_last();
    }
}

/// Returns the shell line that starts process `number` on its host, with the arguments of the current process.
fn line(number: usize) -> Result<String, Stop> {
    let refused = |error: io::Error| Stop::from(Failure::reading(Refused::Itself, &error));
    let text = |word: OsString| word.into_string().map_err(|_| Stop::from(Failure::usage(Refused::NoText)));
    let folder = text(std::env::current_dir().map_err(refused)?.into())?;
    let program = text(std::env::current_exe().map_err(refused)?.into())?;
    let mut words = vec![program];
    for word in crate::invocation::arguments().skip(1) {
        words.push(text(word)?);
    }
    let number = number.to_string();
    let own = ["--process", &number, "--leashed"].map(str::to_owned);
    // The new options stand before `--hosts`, because after a `--` they would be read as positions.
    let hosts = words.iter().position(|word| word == "--hosts" || word.starts_with("--hosts="));
    let at = hosts.unwrap_or(words.len());
    words.splice(at..at, own);
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    Ok(format!("cd {} && exec {}", quoted(&folder), words.join(" ")))
}

/// Quotes a word so that any shell reads it literally.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Reads the key and the hosts that the first process sends.
///
/// # Errors
/// The input has no key or no hosts.
pub(super) fn read_input(input: &mut impl BufRead) -> Result<(HostList, Key), Message> {
    let mut lines = input.take(MOST).lines();
    let mut line = || lines.next().and_then(Result::ok).ok_or(Refused::NoKeyAndHosts);
    let key = Key::of_line(&line()?).ok_or(Refused::NoKeyAndHosts)?;
    let mut hosts = String::new();
    loop {
        let line = line()?;
        if line.is_empty() {
            break;
        }
        hosts += &line;
        hosts.push('\n');
    }
    Ok((HostList::parse(&hosts, "stdin")?, key))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use retrograde_cluster::{HostList, Key};

    use super::{quoted, read_input};

    #[test]
    fn a_shell_hands_every_word_on() {
        for word in ["plain", "two words", "it's", "$HOME `id` \"x\" \\ # * ;&|", "", "内\n外", "--x='y'"] {
            let output = Command::new("sh").args(["-c", &format!("printf %s {}", quoted(word))]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
        }
    }

    #[test]
    fn what_is_told_is_read_and_the_rest_is_left() {
        let (key, hosts) = (Key::random().unwrap(), "a:1 workers=1 mem=1024\n[::1]:2 workers=2 mem=7\n");
        let text = format!("{}\n{}\n", key.to_line(), HostList::parse(hosts, "hosts").unwrap());
        let mut input = format!("{text}rest").into_bytes();
        let mut reader = input.as_slice();
        let (read, same) = read_input(&mut reader).unwrap();
        assert_eq!((read.to_string(), same.to_line(), reader), (hosts.to_owned(), key.to_line(), &b"rest"[..]));
        for length in 0..text.len() {
            assert!(read_input(&mut &text.as_bytes()[..length]).is_err(), "{length} bytes");
        }
        input[0] = b'x';
        assert!(read_input(&mut input.as_slice()).is_err());
    }
}
