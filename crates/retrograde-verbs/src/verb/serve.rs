//! The verb `retrograde serve` serves the page, and the API over HTTP, on this machine.

use std::fs;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;
use retrograde::rules::{message::bytes, printable};
use retrograde_service::tables::Folders;
use retrograde_web::{INDEX, RequestLimits, Server, ServerSettings, Stopped, is_origin};
use serde::Serialize;

use crate::allocator;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop};
use crate::interrupt::Interrupt;
use crate::messages::{BadValue, Hint, Note, Wrong, within};
use crate::name;

/// Open the page in the browser: edit boards, watch them being solved, play
///
/// Serve also answers over HTTP: /api on the same address has the documentation. Only this machine can use the server,
/// unless --bind is given; other machines cannot store or remove tables, and cannot cancel jobs. Ctrl-C stops the
/// server with exit code 0, or with 130 if a client was still waiting for an answer.
#[derive(Args)]
pub(crate) struct Serve {
    /// A position to open: a token, or FILE#NODE for a node of an edge list
    token: Option<String>,
    /// The port; 0: any free port
    #[arg(long, value_name = "PORT", default_value_t = 7878, value_parser = within::<u16>(0..=65535))]
    port: u16,
    /// The address to listen on; with an address other than 127.0.0.1, other machines can use the server without a password
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind: IpAddr,
    /// Allow pages of this origin to embed the page in a frame, such as `https://example.org`; may be given several times
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    embed: Vec<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Serve the page from this folder, for developers of the page
    #[arg(long, value_name = "FOLDER", hide = true)]
    page: Option<PathBuf>,
}

#[derive(Serialize)]
struct ServeReport<'s> {
    url: &'s str,
    port: u16,
}

/// The number of bytes that are reserved in the header of a request for the data other than the token.
const REST_OF_HEAD: u64 = 8 << 10;

impl Serve {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        allocator::return_freed();
        self.page.as_deref().map(readable).transpose()?;
        let settings = self.settings(ctx)?;
        let token = self.token.as_deref().map(|text| asked_for(ctx, text, settings.limits.head as u64)).transpose()?;
        let server = Server::bind(ctx.registry.clone(), settings)?;
        let unheard =
            |error: std::io::Error| Failure::new(Fault::Refused, "signal", Wrong::Signals { error: (&error).into() });
        // A second Ctrl-C ends the process immediately. The server listens for the first Ctrl-C before it prints its
        // address.
        Interrupt::listen().map_err(unheard)?;
        let stop = server.interrupted().map_err(unheard)?;
        if !self.bind.is_loopback() {
            ctx.warn(Note::Open { address: self.bind.to_string() });
        }
        let url = url(server.address(), token.as_deref());
        let report = ServeReport { url: &url, port: server.address().port() };
        if ctx.global.json {
            ctx.json(&report)?;
        } else {
            writeln!(ctx.out, "{url}")?;
        }
        ctx.out.flush()?;
        ctx.note(Note::CtrlC);
        if !self.no_open && !ctx.global.json {
            open(&url);
        }
        Ok(match server.run(stop) {
            Stopped::InOrder => Exit::Done,
            Stopped::InHaste => Exit::Interrupted,
        })
    }

    fn settings(&self, ctx: &Context<'_>) -> Result<ServerSettings, Failure> {
        Ok(ServerSettings {
            address: SocketAddr::new(self.bind, self.port),
            program: name::own(),
            page: self.page.clone(),
            threads: ctx.global.threads,
            memory: ctx.global.mem,
            domain: ctx.global.domain,
            storage: Some(Arc::new(Folders::watch(ctx.global.folders.all()?)?)),
            embed: self.embed.clone(),
            limits: RequestLimits::default(),
        })
    }
}

/// Parses the value of `--embed`.
fn origin(text: &str) -> Result<String, BadValue> {
    let text = text.strip_suffix('/').unwrap_or(text);
    if is_origin(text) { Ok(text.to_owned()) } else { Err(BadValue::Origin) }
}

/// Returns an error if the folder of `--page` has no readable page.
fn readable(page: &Path) -> Result<(), Failure> {
    let index = page.join(INDEX);
    let read = fs::read(&index);
    read.map(|_| ()).map_err(|error| Failure::reading(index.display().to_string(), &error))
}

/// Returns the token of the position to open. A token that is too long for the page's requests is an error.
fn asked_for(ctx: &Context<'_>, text: &str, longest: u64) -> Result<String, Stop> {
    let token = ctx.whole_token(text, Place::default())?;
    let length = token.len() as u64;
    if length < longest - REST_OF_HEAD {
        return Ok(token);
    }
    let message = Wrong::LongToken { token: printable(text), length: bytes(length) };
    let hint = Hint::OtherVerbs { token: printable(text) };
    Err(Failure::new(Fault::Refused, "too-large", message).hint(hint).into())
}

/// Returns the URL of the page. A browser cannot visit an unspecified address such as `0.0.0.0`. In place of an
/// unspecified address, the URL contains `localhost`.
fn url(address: SocketAddr, token: Option<&str>) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    let place = token.map(|token| format!("b#{token}")).unwrap_or_default();
    format!("http://{host}:{}/{place}", address.port())
}

/// Opens a browser if the machine has a display. If the function cannot open a browser, the user can still use the
/// printed address.
fn open(url: &str) {
    let opener: &[&str] = match () {
        // The command `start` would interpret some characters of the URL; this program does not.
        () if cfg!(windows) => &["rundll32", "url.dll,FileProtocolHandler"],
        () if cfg!(target_os = "macos") => &["open"],
        () => &["xdg-open"],
    };
    let has_screen = |name| std::env::var_os(name).is_some_and(|screen| !screen.is_empty());
    if !(cfg!(any(windows, target_os = "macos")) || has_screen("DISPLAY") || has_screen("WAYLAND_DISPLAY")) {
        return;
    }
    let quietly = || Stdio::null();
    let opening = Command::new(opener[0])
        .args(&opener[1..])
        .arg(url)
        .stdin(quietly())
        .stdout(quietly())
        .stderr(quietly())
        .spawn();
    if let Ok(mut browser) = opening {
        // A thread waits for the browser to end, so that no zombie process remains. The browser may run as long as the
        // server.
        let _ = std::thread::Builder::new().spawn(move || browser.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_can_be_visited() {
        let url = |address: &str, token| url(address.parse().unwrap(), token);
        assert_eq!(url("127.0.0.1:7878", None), "http://127.0.0.1:7878/");
        assert_eq!(url("0.0.0.0:80", Some("cannons:01100_r")), "http://localhost:80/b#cannons:01100_r");
        assert_eq!(url("[::1]:7878", None), "http://[::1]:7878/");
    }
}
