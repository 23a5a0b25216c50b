//! Tests `--hosts ssh:FILE`, with which one command starts all processes. A shell on this machine replaces ssh. If
//! there is an sshd, the real ssh is tested too.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::ended::Ended;
use crate::job::{Job, SHARE};
use crate::program::{text, wait_for};

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograde");
const BOARD: &str = "race:A7/8/8/2HH4/4H3/8/8/7B_a";
/// A board whose solve takes many seconds.
const LARGE: &str = "dobutsu";
/// A script that replaces ssh without a network. Like ssh, it joins the words to a line, and runs the line in a shell.
const NO_SSH: &str = "shift\nexec sh -c \"$*\"\n";

/// A job whose first process starts the other processes with the command `ssh`.
struct Started {
    job: Job,
    ssh: String,
}

impl Started {
    /// Creates a job with a script instead of ssh. In the script, `$1` is the host, and the other arguments are the
    /// command.
    fn by(script: &str) -> Self {
        let job = Job::new(PROGRAM, 3, SHARE).unwrap();
        // The script is named by a relative path, because a path with blanks would be split into words.
        job.write("ssh", script).unwrap();
        Self { job, ssh: "sh ssh".to_owned() }
    }

    fn start(&self, words: &[&str]) -> Child {
        Command::new(PROGRAM)
            .args(["--progress", "none", "solve", "--hosts", "ssh:hosts"])
            .args(words)
            .current_dir(self.job.folder.path())
            .env("LC_ALL", "C")
            .env("RETROGRADE_SSH", &self.ssh)
            .env_remove("RETROGRADE_TABLES")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn run(&self, words: &[&str]) -> Ended {
        let begun = Instant::now();
        let ended = Ended::of(&self.start(words).wait_with_output().unwrap());
        println!("{:?} after {:.1?}: {}", ended.code, begun.elapsed(), ended.stderr.join("\n  "));
        ended
    }

    /// Returns the number of running processes of this job. The processes are found by the job's folder, which no other
    /// command line contains.
    fn running(&self) -> usize {
        let folder = text(self.job.folder.path()).to_owned();
        let numbers = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let here = |process: &Path| fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == Path::new(&folder));
        // The build folder may be a link.
        let program = fs::canonicalize(PROGRAM).unwrap();
        let ours = |process: &Path| fs::read_link(process.join("exe")).is_ok_and(|exe| exe == program);
        numbers.filter(|process| here(process) && ours(process)).count()
    }
}

/// Returns the hash of the table that one process solves alone.
fn alone() -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut solve = Command::new(PROGRAM);
    solve.args(["solve", BOARD, "-o"]).arg(folder.path()).env("LC_ALL", "C");
    Ended::of(&solve.output().unwrap()).hash
}

#[test]
fn one_command_starts_all() {
    let started = Started::by(NO_SSH);
    // Blanks and quotes in an argument must arrive unchanged at the other processes.
    let ended = started.run(&["-o", "it's a \"table\"", BOARD]);
    assert!(ended.code == Some(0) && ended.hash == alone(), "{:?}", ended.stderr);
    assert!(ended.hash.is_some() && ended.says("sent "), "{:?}", ended.stderr);
    let ended = started.run(&["-o", "tables", "--key", "key", "--", BOARD]);
    assert!(ended.code == Some(0) && ended.hash == alone(), "{:?}", ended.stderr);
}

/// The key must not be in any command line, because every user of a host can read command lines.
#[test]
fn no_word_tells_the_key() {
    let started = Started::by(&format!("echo \"$*\" >> words\n{NO_SSH}"));
    assert_eq!(started.run(&["--key", "key", BOARD]).code, Some(0));
    let words = fs::read_to_string(started.job.folder.path().join("words")).unwrap();
    let key = crate::job::KEY;
    let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    assert!(
        words.lines().count() == 2 && words.contains("--leashed") && !words.contains(key) && !words.contains(&hex),
        "{words}"
    );
}

#[test]
fn all_end_when_the_first_is_killed() {
    let started = Started::by(NO_SSH);
    let mut first = started.start(&[LARGE]);
    wait_for("three processes", || started.running() == 3);
    first.kill().unwrap();
    first.wait().unwrap();
    wait_for("the others to end", || started.running() == 0);
}

#[test]
fn last_words_are_told() {
    let started = Started::by("echo 'ssh: connect to host h port 22: No route to host' >&2\nexit 255\n");
    let ended = started.run(&["--wait", "2", BOARD]);
    let says = |words: &str| assert!(ended.says(words), "not `{words}`: {:?}", ended.stderr);
    says("process 1 (127.0.0.1:");
    says("): ssh: connect to host h port 22: No route to host");
    assert_eq!(ended.code, Some(3));
    // The script does not start the third process.
    let started = Started::by(&format!(
        "case \"$*\" in *\"'--process' '2'\"*) echo 'sh: retrograde: not found' >&2; exit 127;; esac\n{NO_SSH}"
    ));
    let ended = started.run(&["--wait", "2", BOARD]);
    assert!(ended.code == Some(3) && ended.says("): sh: retrograde: not found"), "{:?}", ended.stderr);
    assert!(
        !ended.says(&format!("last message of {}", started.job.name(1))),
        "the error also blames a process that only waited: {:?}",
        ended.stderr
    );
}

#[test]
fn what_cannot_be_started_is_told() {
    let started = Started { ssh: "no-such-command --of ours".to_owned(), ..Started::by(NO_SSH) };
    let ended = started.run(&[BOARD]);
    assert!(
        ended.code == Some(3) && ended.says("cannot run `no-such-command --of ours`: No such file"),
        "{:?}",
        ended.stderr
    );
    assert!(ended.says("RETROGRADE_SSH"), "{:?}", ended.stderr);
    let ended = started.run(&["--process", "1", BOARD]);
    assert!(ended.code == Some(2) && ended.says("only the first host starts the others"), "{:?}", ended.stderr);
    let ended = started.run(&["--process", "1", "--leashed", BOARD]);
    assert!(ended.code == Some(2) && ended.says("standard input does not contain"), "{:?}", ended.stderr);
}

/// An sshd that this test has started, with its own port and keys.
struct Sshd {
    child: Child,
    words: String,
}

impl Sshd {
    /// Starts an sshd; returns `None` if there is none on this machine.
    fn start(folder: &Path) -> Option<Self> {
        const SSHD: &str = "/usr/sbin/sshd";
        if !Path::new(SSHD).exists() {
            println!("left out: there is no {SSHD} (Debian: apt-get install openssh-server openssh-client)");
            return None;
        }
        for key in ["host", "user"] {
            let key = folder.join(key);
            let made = Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(key).status();
            assert!(made.unwrap().success());
        }
        // If sshd runs as root, it needs this folder. A system that starts sshd itself has already created the folder.
        let _ = fs::create_dir("/run/sshd");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let [host, user, config] = ["host", "user.pub", "config"].map(|name| text(&folder.join(name)).to_owned());
        let lines = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {host}\nAuthorizedKeysFile {user}\nPidFile none\nStrictModes no\nUsePAM no\n"
        );
        fs::write(&config, lines).unwrap();
        let child = Command::new(SSHD).args(["-D", "-f", &config]).stderr(Stdio::null()).spawn().unwrap();
        let words = format!(
            "ssh -T -F none -p {port} -i {} -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR",
            text(&folder.join("user"))
        );
        wait_for("sshd", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        Some(Self { child, words })
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn ssh_starts_and_ends_them() {
    let folder = tempfile::tempdir().unwrap();
    let Some(sshd) = Sshd::start(folder.path()) else { return };
    let started = Started { ssh: sshd.words.clone(), ..Started::by(NO_SSH) };
    let ended = started.run(&["--wait", "30", "-o", "it's a \"table\"", BOARD]);
    assert!(ended.code == Some(0) && ended.hash == alone(), "{:?}", ended.stderr);
    let mut first = started.start(&["--wait", "30", LARGE]);
    wait_for("three processes", || started.running() == 3);
    std::thread::sleep(Duration::from_millis(500));
    first.kill().unwrap();
    first.wait().unwrap();
    wait_for("the others to end", || started.running() == 0);
    let strange = Started { ssh: sshd.words.replace("ssh -T", "ssh -T -l nobody-of-that-name"), ..started };
    let ended = strange.run(&["--wait", "5", BOARD]);
    assert!(ended.code == Some(3) && ended.says("Permission denied"), "{:?}", ended.stderr);
}

/// Process 1 connects to process 0 through a port of its own host (a tunnel), as `docs/cluster.md` describes.
#[test]
fn a_tunnel_is_a_way() {
    let folder = tempfile::tempdir().unwrap();
    let Some(sshd) = Sshd::start(folder.path()) else { return };
    let here = Job::new(PROGRAM, 3, SHARE).unwrap();
    let [first, second, tunnel] = [0, 1, 2].map(|process: usize| here.addresses[process].clone());
    let there = Job::at(PROGRAM, vec![tunnel.clone(), second.clone()], SHARE).unwrap();
    let here = Job::at(PROGRAM, vec![first.clone(), second], SHARE).unwrap();
    let mut words = sshd.words.split_whitespace();
    let forward = format!("{tunnel}:{first}");
    let mut ssh = Command::new(words.next().unwrap());
    let mut ssh = ssh.args(words).args(["-N", "-L", &forward, "127.0.0.1"]).stdin(Stdio::null()).spawn().unwrap();
    wait_for("the tunnel", || TcpStream::connect(&tunnel).is_ok());
    let both = [here.start(0, BOARD, &["-o", "tables"]).unwrap(), there.start(1, BOARD, &["-o", "tables"]).unwrap()];
    let end = Instant::now() + Duration::from_secs(30);
    let ends = both.map(|process| process.ended(end));
    ssh.kill().unwrap();
    ssh.wait().unwrap();
    let [first, second] = ends.map(Result::unwrap);
    assert!(first.code == Some(0) && first.hash == alone(), "{:?}", first.stderr);
    assert_eq!(second.code, Some(0), "{:?}", second.stderr);
}
