//! Tests a program in an empty folder, before it is packed.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::{ANSWER, failed};
use crate::peak::{boards_of_p4658, peak};
use crate::process::{Trouble, root};

/// Checks that an ELF program names no interpreter. An interpreter would link the program to the system's libraries at
/// start.
pub(super) fn is_static(program: &[u8]) -> Result<(), Trouble> {
    /// The type of the program header that names the interpreter.
    const INTERPRETER: u16 = 3;
    let no_program = || Trouble::Failed("the program is no 64-bit ELF file of this machine".into());
    // The offset of the header table has eight bytes, of which four suffice. The size and the number of entries follow.
    let number = |at: usize| program.get(at..at + 2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
    if !program.starts_with(b"\x7fELF\x02\x01") {
        return Err(no_program());
    }
    let header = |at: usize| number(at).map(usize::from).ok_or_else(no_program);
    let (table, size, count) = (header(0x20)?, header(0x36)?, header(0x38)?);
    if (0..count).any(|index| number(table + index * size) == Some(INTERPRETER)) {
        let message = "the program is not linked statically: it would need this system's libraries";
        return Err(Trouble::Failed(message.into()));
    }
    Ok(())
}

/// Runs the program on the sample in an empty root folder, without libraries, devices and environment variables.
pub(super) fn try_alone(binary: &Path) -> Result<(), Trouble> {
    let folder = env::temp_dir().join(format!("retrograde-dist-{}", std::process::id()));
    let tried = answer_alone(binary, &folder);
    // If the folder cannot be removed, this does no harm.
    let _ = fs::remove_dir_all(&folder);
    let output = tried.map_err(|error| failed("try the program in", &folder, &error))?;
    if output.status.success() && output.stdout == ANSWER.as_bytes() {
        return Ok(());
    }
    Err(Trouble::Failed(format!("in an empty folder, the program does not answer the sample: {output:?}")))
}

fn answer_alone(binary: &Path, folder: &Path) -> io::Result<Output> {
    fs::create_dir(folder)?;
    fs::copy(binary, folder.join("retrograde"))?;
    fs::copy(root().join("examples/zu.in"), folder.join("zu.in"))?;
    let rooted = |command: &str| {
        let words: Vec<_> = command.split(' ').collect();
        let mut chroot = Command::new(words[0]);
        chroot.args(&words[1..]).arg(folder).args(["/retrograde", "answer", "p9169", "/zu.in"]).env_clear();
        chroot
    };
    // The first command works for root, the second for a user who may create a user namespace.
    for command in ["/usr/sbin/chroot", "/usr/bin/unshare --map-root-user /usr/sbin/chroot"] {
        match rooted(command).stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => return Ok(output),
            Ok(_) | Err(_) => {}
        }
    }
    eprintln!(
        "SKIPPED: this user may not change the root; the program is tried in a bare folder without variables instead"
    );
    let program = folder.join("retrograde");
    Command::new(program).args(["answer", "p9169", "zu.in"]).current_dir(folder).env_clear().output()
}

/// Returns the resident bytes of the program for ten boards of 300x300 squares of P4658. If the number exceeds `most`,
/// returns an error.
pub(super) fn peak_within(binary: &Path, most: u64) -> Result<u64, Trouble> {
    let cases = root().join("crates/retrograde-games/tests/cases/race");
    let boards = boards_of_p4658(&cases).map_err(|error| failed("read", &cases, &error))?;
    let answer = |command: &mut Command| peak(command.args(["answer", "p4658"]).env_clear(), &boards);
    let peak = answer(&mut Command::new(binary)).map_err(|error| failed("measure", binary, &error))?;
    if peak <= most {
        return Ok(peak);
    }
    Err(Trouble::Failed(format!("the program takes {peak} bytes for ten boards of P4658, more than {most}")))
}
