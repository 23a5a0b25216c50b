//! Tests tables and checkpoints at URLs of an object store. The store is moto, a local imitation of Amazon S3.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
#[cfg(unix)]
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{retrograde, stdout, text, wait_for};

/// Boards of games with un-moves, with ties, with positions that share slots, and with moves that are stored beside the
/// table.
const TOKENS: [&str; 4] =
    ["race:A3/1H2/4/3B_a", "cannons:01100_r", "quixo:3x3", "graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_1"];

/// An object store on this machine, with one bucket. Dropping this value ends the server.
struct Store {
    server: Child,
    address: String,
}

/// The name of the bucket in the object store.
const BUCKET: &str = "bucket";

impl Store {
    /// Starts the object store, if `cargo xtask test` or the user has installed moto.
    fn start() -> Option<Self> {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/moto_server");
        let start = |program: PathBuf| {
            let mut command = Command::new(program);
            command.args(["-H", "127.0.0.1", "-p", "0"]).stdin(Stdio::null()).stdout(Stdio::null());
            command.stderr(Stdio::piped()).spawn().ok()
        };
        let Some(mut server) = [own, PathBuf::from("moto_server")].into_iter().find_map(start) else {
            // Writes to standard error directly, because the test captures normal output.
            let mut seen = io::stderr();
            writeln!(seen, "SKIPPED a store of objects: no moto_server here; pip install moto[s3] flask flask-cors")
                .unwrap();
            return None;
        };
        let mut printed = BufReader::new(server.stderr.take().unwrap());
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert!(printed.read_line(&mut line).unwrap() > 0, "the store has ended");
            if let Some((_, address)) = line.split_once("http://") {
                break address.trim().to_owned();
            }
        };
        // The log of the server must be read, so that the server does not block.
        thread::spawn(move || io::copy(&mut printed, &mut io::sink()));
        let store = Self { server, address };
        store.ask("PUT", BUCKET);
        Some(store)
    }

    /// Sends a request to the object store; returns the body of the response.
    fn ask(&self, method: &str, path: &str) -> Vec<u8> {
        let mut line = TcpStream::connect(&self.address).unwrap();
        // Moto reads the name in the signature, but does not check the signature.
        let who =
            "AWS4-HMAC-SHA256 Credential=name/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0";
        let head = format!("Host: {}\r\nAuthorization: {who}\r\nContent-Length: 0", self.address);
        write!(line, "{method} /{path} HTTP/1.0\r\n{head}\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        line.read_to_end(&mut answer).unwrap();
        let head = answer.windows(4).position(|end| end == b"\r\n\r\n").unwrap();
        answer.split_off(head + 4)
    }

    /// Returns the names of all objects in the bucket.
    fn keys(&self) -> Vec<String> {
        let listed = String::from_utf8(self.ask("GET", &format!("{BUCKET}?list-type=2"))).unwrap();
        listed.split("<Key>").skip(1).map(|rest| rest.split("</Key>").next().unwrap().to_owned()).collect()
    }

    /// Returns the command of the program with access to this store.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = at(&self.address);
        command.args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs the program with `--json`; returns its output.
    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[&["--json"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        serde_json::from_str(&stdout(&output)).unwrap()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Returns the command of the program with an object store at this address.
fn at(address: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command
        .env_clear()
        .envs(std::env::vars_os().filter(|(name, _)| !name.to_string_lossy().starts_with("AWS_")))
        .env("AWS_ENDPOINT", format!("http://{address}"))
        .env("AWS_REGION", "us-east-1")
        .env("AWS_ACCESS_KEY_ID", "name")
        .env("AWS_SECRET_ACCESS_KEY", "word")
        .env("NO_PROXY", "127.0.0.1")
        .env("LC_ALL", "C")
        .env_remove("RETROGRADE_TABLES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Solves a board into a folder; returns the only file of its table, and the report.
fn kept_here(solve: &[&str]) -> (Vec<u8>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let output = retrograde(&[&["--json"], solve, &["-o", text(folder.path())]].concat());
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    (fs::read(report["kept"]["files"][0].as_str().unwrap()).unwrap(), report)
}

#[test]
fn a_url_without_a_bucket_is_refused() {
    let refused = retrograde(&["solve", TOKENS[0], "-o", "s3:///tables"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(stderr(&refused).contains("s3:///tables names no bucket"), "{refused:?}");
}

#[test]
fn a_store_keeps_tables_as_a_folder_does() {
    let Some(store) = Store::start() else { return };
    let url = format!("s3://{BUCKET}/some/tables");
    for token in TOKENS {
        let (bytes, here) = kept_here(&["solve", token]);
        let report = store.json(&["solve", token, "-o", &url]);
        let name = report["kept"]["table"].as_str().unwrap();
        let file = format!("{url}/{name}.rgt");
        assert_eq!(report["kept"]["files"][0], file.as_str(), "{token}");
        assert_eq!(report["kept"]["hash"], here["kept"]["hash"], "{token}");
        assert!(store.ask("GET", &format!("{BUCKET}/some/tables/{name}.rgt")) == bytes, "{token}: other bytes");
        // The table is found by every kind of argument that can name it, and the solve stores no second table.
        assert_eq!(store.json(&["solve", token, "-o", &url])["kept"]["made"], false, "{token}");
        let probed = store.run(&["-v", "--tables", &url, "probe", token]);
        assert!(stderr(&probed).contains(&format!("found in {file}")), "{token}: {probed:?}");
        assert_eq!(stdout(&probed), stdout(&retrograde(&["--no-tables", "probe", token])), "{token}");
        for arguments in [&["verify", "--table", &file][..], &["tables", "check", &file]] {
            let checked = store.run(arguments);
            assert!(checked.status.success(), "{arguments:?}: {checked:?}");
        }
    }
    let listed = store.command(&["tables"]).env("RETROGRADE_TABLES", format!("/nowhere:{url}")).output().unwrap();
    assert_eq!(stdout(&listed).matches("quixo-").count(), 1, "{listed:?}");
    let folder = tempfile::tempdir().unwrap();
    let joined = folder.path().join("quixo.rgt");
    let quixo = stdout(&listed).split_whitespace().find(|word| word.starts_with("quixo-")).unwrap().to_owned();
    for arguments in [
        &["--tables", &url, "tables", "join", &quixo, "-o", text(&joined)][..],
        &["tables", "join", text(&joined), "-o", &format!("{url}/again.rgt")],
        &["tables", "check", &format!("{url}/again.rgt")],
    ] {
        let done = store.run(arguments);
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }
    // No locks and no incomplete files remain, and `tables remove` removes the tables.
    assert_eq!(store.keys().len(), TOKENS.len() + 1, "{:?}", store.keys());
    let names = store
        .keys()
        .iter()
        .map(|key| Path::new(key).file_stem().unwrap().to_str().unwrap().to_owned())
        .collect::<Vec<_>>();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let removed = store.run(&[&["--tables", &url, "tables", "remove", "--yes"], &names[..]].concat());
    assert!(removed.status.success() && store.keys().is_empty(), "{removed:?} {:?}", store.keys());
}

#[test]
fn a_store_that_cannot_be_asked_is_named_with_what_to_see_to() {
    // The listener is dropped, so no program listens at this address.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let url = format!("s3://{BUCKET}/tables");
    let begun = Instant::now();
    for arguments in [
        &["solve", TOKENS[0], "-o", &url][..],
        &["--tables", &url, "probe", TOKENS[0]],
        &["verify", "--table", &format!("{url}/x.rgt")],
    ] {
        let refused = at(&free).args(arguments).output().unwrap();
        assert_eq!(refused.status.code(), Some(3), "{arguments:?}: {refused:?}");
        let printed = stderr(&refused);
        let is_clear =
            printed.contains(&url) && printed.contains("Connection refused") && printed.contains("AWS_ENDPOINT if");
        assert!(is_clear && printed.lines().count() == 3, "{arguments:?}: {printed}");
    }
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
    let Some(store) = Store::start() else { return };
    let refused = store.run(&["solve", TOKENS[0], "-o", "s3://nobody-has-this/tables"]);
    assert!(stderr(&refused).contains("its bucket does not exist\n\nhint: create the bucket"), "{refused:?}");
    let chinese = store.run(&["--lang", "zh", "solve", TOKENS[0], "-o", "s3://nobody-has-this/tables"]);
    assert!(stderr(&chinese).contains("没有它的桶") && stderr(&chinese).contains("请先创建"), "{chinese:?}");
    let refused = at("").args(["solve", TOKENS[0], "-o", &url]).env("AWS_ENDPOINT", "nonsense").output().unwrap();
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    assert!(
        stderr(&refused).ends_with("AWS_ENDPOINT is no URL such as http://127.0.0.1:9000: nonsense\n"),
        "{refused:?}"
    );
}

/// Returns a board of three million slots.
fn forty() -> String {
    format!("race:A39/{}39B_a", "40/".repeat(38))
}

/// Sends a signal to a process.
#[cfg(unix)]
fn signal(program: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &program.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Calls a function while a program runs only a twentieth of the time. A program that runs only a twentieth of the time
/// renews its locks, but does not end soon.
#[cfg(unix)]
fn while_slowed<T>(program: &Child, something: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                signal(program, "-STOP");
                thread::sleep(Duration::from_millis(190));
                signal(program, "-CONT");
                thread::sleep(Duration::from_millis(10));
            }
        });
        let done = catch_unwind(AssertUnwindSafe(something));
        is_over.store(true, Ordering::Relaxed);
        done.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// A stopped process loses its lock. When it continues, it must not disturb the process that has taken the lock.
#[test]
#[cfg(unix)]
fn who_stands_still_is_replaced_and_two_do_not_make_one_table() {
    let Some(store) = Store::start() else { return };
    let board = forty();
    let (bytes, _) = kept_here(&["solve", &board]);
    let [tables, checkpoints] = ["tables", "checkpoints"].map(|folder| format!("s3://{BUCKET}/{folder}"));
    let solve = ["solve", &board, "-o", &tables, "--checkpoints", &checkpoints];
    let is_checkpoint = |key: &String| Path::new(key).extension().is_some_and(|end| end == "checkpoint");
    let first = store.command(&[&solve[..], &["--checkpoint", "1"]].concat()).spawn().unwrap();
    wait_for("a checkpoint", || store.keys().iter().any(is_checkpoint));
    let second = while_slowed(&first, || store.run(&solve));
    assert_eq!(second.status.code(), Some(3), "{second:?}");
    assert!(stderr(&second).contains("another program is making this table"), "{second:?}");
    signal(&first, "-STOP");
    let resumed = store.run(&[&["-v"], &solve[..], &["--resume"]].concat());
    let printed = stderr(&resumed);
    assert!(resumed.status.success() && printed.contains("goes on from s3://"), "{resumed:?}");
    assert!(printed.contains("waits up to ten seconds"), "{printed}");
    signal(&first, "-CONT");
    let first = first.wait_with_output().unwrap();
    assert_eq!(first.status.code(), Some(3), "it was to be stopped at work: {first:?}");
    assert!(stderr(&first).contains("another one has taken its lock"), "{first:?}");
    let keys = store.keys();
    assert_eq!(keys.len(), 1, "{keys:?}");
    assert!(store.ask("GET", &format!("{BUCKET}/{}", keys[0])) == bytes, "other bytes");
}

#[test]
#[cfg(all(unix, feature = "cluster"))]
fn several_processes_share_a_store() {
    let Some(store) = Store::start() else { return };
    let board = forty();
    let (bytes, here) = kept_here(&["solve", &board]);
    let url = format!("s3://{BUCKET}/shared");
    let kept = ["-o", &url, "--checkpoints", &url, "--checkpoint", "20"];
    let two = [&["cluster", "--processes", "2", "-j", "1", "--", "solve", &board], &kept[..]].concat();
    let mut killed = store.command(&two).spawn().unwrap();
    wait_for("a checkpoint of both", || store.keys().iter().any(|key| key.contains(".2of2.checkpoint")));
    killed.kill().unwrap();
    killed.wait().unwrap();
    // Three processes resume after two processes, so each process reads the codes of two parts.
    let three = [&["cluster", "--processes", "3", "-j", "1", "--", "solve", &board, "--json"], &kept[..]].concat();
    let resumed = store.run(&three);
    assert!(resumed.status.success(), "{resumed:?}");
    let report: Value = serde_json::from_str(&stdout(&resumed)).unwrap();
    assert_eq!(report["kept"]["hash"], here["kept"]["hash"]);
    assert_eq!(report["kept"]["elsewhere"], Value::Null, "{report}");
    let keys = store.keys();
    assert_eq!(keys.len(), 1, "{keys:?}");
    assert!(store.ask("GET", &format!("{BUCKET}/{}", keys[0])) == bytes, "other bytes");
    let file = report["kept"]["files"][0].as_str().unwrap();
    let proved = store.run(&["cluster", "--processes", "2", "-j", "1", "--", "verify", "--table", file]);
    assert!(proved.status.success(), "{proved:?}");
}
