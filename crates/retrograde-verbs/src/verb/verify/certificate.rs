//! The command `retrograde verify --certificate` checks the proof of a value. The check uses only forward moves and
//! final positions.

use std::io::Write;
use std::path::Path;

use retrograde::author::AnyPosition;
use retrograde_service::certificate::{CertificateCheck, WrongLine, check_with};
use retrograde_service::report::Head;

use crate::argument::Argument;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Place, Stop, sentence};
use crate::input::{Input, Whole};
use crate::lang::{Lang, fill};
use crate::messages::{Unit, Wrong, counted};
use crate::source;

/// Checks the certificate in a file. `-` means standard input.
pub(super) fn verify(ctx: &mut Context<'_>, file: &Path) -> Result<Exit, Stop> {
    let Whole { name, bytes } = Input::open(Some(file))?.whole()?;
    let check = check_with(&bytes, ctx.registry, |pos, place| open(ctx, pos, in_file(place, &name)));
    let check = check.map_err(|stop| match stop {
        Stop::Failed(failure) => {
            let place = failure.at.as_deref().cloned().unwrap_or_default();
            failure.at(in_file(place, &name)).into()
        }
        stop => stop,
    })?;
    match (ctx.global.quiet, ctx.global.json) {
        (true, _) => {}
        (false, true) => ctx.json(&check)?,
        (false, false) => writeln!(ctx.out, "{}", sentence(&verdict(ctx.lang, &name, &check)))?,
    }
    Ok(if check.ok { Exit::Done } else { Exit::No })
}

/// Adds the file name of the certificate to the place of an error in the certificate.
fn in_file(place: Place, name: &str) -> Place {
    Place { file: place.file.or_else(|| Some(name.to_owned())), ..place }
}

/// Opens a position that a line of the certificate names. The line names the position by a token, or by a node of a
/// graph file.
fn open(ctx: &Context<'_>, pos: &str, place: Place) -> Result<Box<dyn AnyPosition>, Stop> {
    match Argument::of(ctx.registry, pos) {
        // The named file must be a regular file. A certificate may name a pipe without a writer, and an attempt to read
        // such a pipe would never end.
        Argument::Part { file, .. } if !Path::new(file).is_file() => {
            Err(Failure::content(Wrong::NoFile { file: file.to_owned() }).at(place).into())
        }
        _ => ctx.open(pos, place),
    }
}

/// Writes the result of the check as one sentence.
fn verdict(lang: Lang, name: &str, check: &CertificateCheck) -> String {
    let (words, file) = (lang.words(), source::named(name).in_language(lang.language()).to_string());
    if let Some(WrongLine { line, reason }) = &check.wrong {
        return fill(
            words.certificate_wrong,
            &[("file", &file), ("line", line), ("reason", &reason.in_language(lang.language()))],
        );
    }
    let verdict = check.proved.as_ref().map(|head| words.verdict(head)).unwrap_or_default();
    let verdict =
        if check.exact == Some(false) { fill(words.certificate_within, &[("verdict", &verdict)]) } else { verdict };
    let pos = check.proved.as_ref().map_or("", |Head { pos, .. }| pos);
    let claims = words.text(counted(check.claims, Unit::Claim));
    fill(words.certificate_right, &[("file", &file), ("verdict", &verdict), ("pos", &pos), ("claims", &claims)])
}
