//! The files of a release that are not programs: the page as files, and the Python package.

use std::fs;
use std::path::Path;

use super::{add_checksum, commit_time, failed, pack, sbom, source_paths};
use crate::process::{Trouble, root};
use crate::tool::MATURIN;
use crate::{python, wasm};

/// The folder in the archive of the page.
const SITE: &str = "retrograde-site";
/// The SBOM in the wheel. maturin writes the folders of our packages into it.
const SBOM: &str =
    concat!("retrograde-", env!("CARGO_PKG_VERSION"), ".dist-info/sboms/retrograde-python.cyclonedx.json");
/// The first lines of README in Python, and their output.
const QUESTION: [&str; 2] = [
    "import retrograde as rg; print(rg.open('pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r').value)",
    "Red wins in 75 plies\n",
];

/// Makes the archive of the page as files, if this machine has a compiler for WebAssembly.
pub(super) fn site(draft: &Path) -> Result<(), Trouble> {
    let folder = draft.join(SITE);
    if !wasm::write_site(&folder)? {
        println!("SKIPPED the page as files: {}", wasm::missing());
        return Ok(());
    }
    let archive = pack(draft, SITE)?;
    add_checksum(draft, &archive)
}

/// Makes the wheel of the Python package, if the tools for the wheel are installed or can be installed. Then installs
/// the package, and asks it one question.
pub(super) fn wheel(draft: &Path) -> Result<(), Trouble> {
    if let Err(missing) = MATURIN.ensure() {
        println!("SKIPPED the wheel: it {missing}");
        return Ok(());
    }
    // This variable sets the time of the files in the wheel.
    let time = ("SOURCE_DATE_EPOCH", commit_time().to_string());
    let flags = ("CARGO_ENCODED_RUSTFLAGS", source_paths()?.join("\u{1f}"));
    let variables = [time, flags];
    let wheel = python::wheel_for_users(&variables)?;
    let top = root();
    let top = fs::canonicalize(&top).map_err(|error| failed("find", &top, &error))?.display().to_string();
    python::change_wheel(&wheel, SBOM, |text| sbom::without(&top, &text), &variables)?;
    python::install(&wheel)?;
    let [code, expected] = QUESTION;
    let found = python::installed().args(["-c", code]).output()?;
    if found != expected {
        return Err(Trouble::Failed(format!(
            "the package of {} prints {found:?} instead of {expected:?}",
            wheel.display()
        )));
    }
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    fs::copy(&wheel, draft.join(&name)).map_err(|error| failed("copy", &wheel, &error))?;
    add_checksum(draft, &name)
}
