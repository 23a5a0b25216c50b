//! Programs that a step needs beyond the Rust toolchain, and how to get them.

use crate::process::Run;

/// A program that may be missing on a fresh machine.
pub(crate) struct Tool {
    /// What it is, in words.
    what: &'static str,
    /// A command that succeeds where it is installed.
    probe: &'static str,
    /// The Debian package that has it.
    package: &'static str,
}

/// Compiles libFuzzer, which the fuzz targets are linked to.
pub(crate) const CPP_COMPILER: Tool = Tool { what: "a C++ compiler", probe: "c++ --version", package: "g++" };

impl Tool {
    /// Makes sure that the tool is there, installing it where that needs nobody's consent: on a Debian
    /// machine, as root. Otherwise says what is missing and how to install it.
    pub(crate) fn ensure(&self) -> Result<(), String> {
        if self.is_there() || (self.install() && self.is_there()) {
            return Ok(());
        }
        let Self { what, package, .. } = self;
        Err(format!("needs {what}, which is not installed; on Debian: apt-get install {package}"))
    }

    fn is_there(&self) -> bool {
        Run::line(self.probe).succeeds()
    }

    fn install(&self) -> bool {
        if !is_root() || !Run::line("apt-get --version").succeeds() {
            return false;
        }
        eprintln!("installing {} for {}", self.package, self.what);
        let install = format!(
            "DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends {}",
            self.package
        );
        // The package lists of a fresh machine are empty, those of an old one stale.
        Run::line("apt-get update --quiet").report().and_then(|_| Run::line(&install).report()).is_ok()
    }
}

fn is_root() -> bool {
    std::process::Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
