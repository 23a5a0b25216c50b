//! The tools that steps need besides the Rust toolchain, and how they are installed.

use std::sync::{Mutex, PoisonError};

use crate::process::Run;

/// A tool that may be missing on a fresh machine.
pub(crate) struct Tool {
    /// The description of the tool.
    what: &'static str,
    /// A command that succeeds if the tool is installed.
    probe: &'static str,
    source: Source,
}

/// The source from which a tool is installed.
#[derive(Clone, Copy)]
enum Source {
    /// The names of Debian packages.
    Debian(&'static str),
    /// A folder; the npm packages in its lock file are installed into this folder.
    Npm(&'static str),
    /// The arguments of `cargo install`, which installs a program into the folder `target/tools`.
    Cargo(&'static str),
    /// The names of Python packages, and the folder of a separate environment for them.
    Python(&'static str, &'static str),
}

/// A C++ compiler, which compiles libFuzzer for the fuzz targets.
pub(crate) const CPP_COMPILER: Tool =
    Tool { what: "a C++ compiler", probe: "c++ --version", source: Source::Debian("g++") };
/// Node.js, which runs the tests of the page.
pub(crate) const NODE: Tool = Tool { what: "Node.js", probe: "node --version", source: Source::Debian("nodejs") };
/// The package manager that fetches the packages for the page's tests.
pub(crate) const NPM: Tool = Tool { what: "npm", probe: "npm --version", source: Source::Debian("npm") };
/// The packages of the page's tests. They are the type checker, the browser driver and the accessibility rules.
pub(crate) const PAGE_CHECKERS: Tool = Tool {
    what: "the packages of the page's tests",
    probe: "npm ls --prefix crates/retrograde-web/browser",
    source: Source::Npm("crates/retrograde-web/browser"),
};
/// A command that succeeds if there is a browser for the page visits. The browser is Chromium or its headless shell.
const CHROMIUM_PROBE: &str = "node crates/retrograde-web/browser/visit/browser.js";
/// The browser that most page visits use.
pub(crate) const CHROMIUM: Tool =
    Tool { what: "Chromium", probe: CHROMIUM_PROBE, source: Source::Debian("chromium-headless-shell") };
/// The full browser, which all page visits together need.
pub(crate) const FULL_CHROMIUM: Tool =
    Tool { what: "Chromium with windows", probe: "chromium --version", source: Source::Debian("chromium") };
/// A second browser for the page visits.
pub(crate) const FIREFOX: Tool =
    Tool { what: "Firefox", probe: "firefox-esr --version", source: Source::Debian("firefox-esr") };
/// The web server with compression that serves the site for the page visits.
pub(crate) const NGINX: Tool = Tool { what: "nginx", probe: "nginx -v", source: Source::Debian("nginx-light") };
/// The tool that counts the instructions of a command.
pub(crate) const VALGRIND: Tool =
    Tool { what: "valgrind", probe: "valgrind --version", source: Source::Debian("valgrind") };
/// The Python module that decompresses tables for the reader in Python; Debian has the module only for its own Python.
pub(crate) const ZSTD_FOR_PYTHON: Tool = Tool {
    what: "a Python with the module zstandard",
    probe: "/usr/bin/python3 examples/read_table.py --help",
    source: Source::Debian("python3 python3-zstandard"),
};
/// The C library that decompresses tables for the reader in C.
pub(crate) const ZSTD_FOR_C: Tool = Tool {
    what: "a C compiler with libzstd",
    probe: "cc -fsyntax-only -x c -include zstd.h /dev/null",
    source: Source::Debian("gcc libc6-dev libzstd-dev"),
};
/// The Python module that reads exported tables.
pub(crate) const DUCKDB: Tool = Tool {
    what: "a Python with the module duckdb",
    probe: "target/python/bin/python crates/retrograde-parquet/tests/export.py",
    source: Source::Python("duckdb==2.0.0", "target/python"),
};

/// A local object store for tests.
pub(crate) const STORE: Tool = Tool {
    what: "a Python with moto's server",
    probe: "target/python/bin/moto_server --help",
    source: Source::Python("moto[s3]==5.2.5 flask==3.1.2 flask-cors==6.0.1", "target/python"),
};

/// The tools that build the Python package.
pub(crate) const MATURIN: Tool = Tool {
    what: "a Python with maturin",
    probe: "target/python-tools/bin/maturin --version",
    source: Source::Python("maturin==1.16.0", "target/python-tools"),
};

/// The program that makes a book of the documents.
pub(crate) const MDBOOK: Tool = Tool {
    what: "mdbook",
    probe: "target/tools/bin/mdbook --version",
    source: Source::Cargo("mdbook@0.5.4 --no-default-features --features search"),
};

/// The package and version of mdbook, whose files are a part of the book.
pub(crate) const MDBOOK_PACKAGE: &str = "mdbook v0.5.4";

/// The program that lists the packages in a release.
pub(crate) const CYCLONEDX: Tool = Tool {
    what: "cargo-cyclonedx",
    probe: "target/tools/bin/cargo-cyclonedx cyclonedx --version",
    source: Source::Cargo("cargo-cyclonedx@0.5.9"),
};

/// The linker and the C library for programs of another architecture.
pub(crate) const CROSS_COMPILER: Tool = Tool {
    what: "a compiler for aarch64 with its static C library",
    probe: "aarch64-linux-gnu-gcc -static -x c -o /dev/null /dev/null -Wl,--entry=0 -nostartfiles",
    source: Source::Debian("gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
};

/// The linker and the C library for programs for Windows.
pub(crate) const WINDOWS_COMPILER: Tool = Tool {
    what: "a C compiler for Windows",
    probe: "x86_64-w64-mingw32-gcc --version",
    source: Source::Debian("gcc-mingw-w64-x86-64"),
};

/// The program that runs programs for Windows.
pub(crate) const WINE: Tool =
    Tool { what: "an emulator of Windows", probe: "/usr/lib/wine/wine64 --version", source: Source::Debian("wine64") };

/// The program that packs files for Windows.
pub(crate) const ZIP: Tool = Tool { what: "zip", probe: "zip --version", source: Source::Debian("zip") };

/// A shell with the usual programs in one static file, for tests in a root folder without libraries.
pub(crate) const SHELL: Tool =
    Tool { what: "a static busybox", probe: "/bin/busybox true", source: Source::Debian("busybox-static") };

/// The program that runs programs of another architecture.
pub(crate) const EMULATOR: Tool = Tool {
    what: "an emulator of aarch64",
    probe: "qemu-aarch64-static --version",
    source: Source::Debian("qemu-user-static"),
};

/// An ssh server, with which tests start cluster processes on this machine.
pub(crate) const SSHD: Tool = Tool {
    what: "an ssh server",
    probe: "test -x /usr/sbin/sshd",
    source: Source::Debian("openssh-server openssh-client"),
};

/// The Python module that parses the compose file in the docs.
pub(crate) const YAML: Tool = Tool {
    what: "a Python with the module yaml",
    probe: "/usr/bin/python3 -m yaml.scanner",
    source: Source::Debian("python3 python3-yaml"),
};

/// A compiler for WebAssembly, which checks the WebAssembly builds.
pub(crate) const WASM_COMPILER: Tool = Tool {
    what: "a compiler for wasm32-unknown-unknown, as `rustup target add` brings",
    probe: "cargo xtask wasm --probe",
    source: Source::Debian("rustc-web rust-web-src"),
};

impl Tool {
    /// Ensures that the tool is installed. The function installs a missing tool only where no consent is needed. No
    /// consent is needed in the repository and, for root, on a Debian machine. In all other cases the function returns
    /// the name of the missing tool, and how to install the tool.
    pub(crate) fn ensure(&self) -> Result<(), String> {
        if self.is_there() || (self.install() && self.is_there()) { Ok(()) } else { Err(self.missing()) }
    }

    /// Returns a text that names the tool, which is missing, and how to install it.
    pub(crate) fn missing(&self) -> String {
        let Self { what, source, .. } = self;
        match source {
            Source::Debian(package) => {
                format!("needs {what}, which is not installed; on Debian: apt-get install {package}")
            }
            Source::Npm(folder) => format!("needs {what}, which could not be fetched; in {folder}: npm ci"),
            Source::Cargo(package) => {
                format!("needs {what}, which could not be built: cargo install --locked --root target/tools {package}")
            }
            Source::Python(package, folder) => {
                format!(
                    "needs {what}, which could not be fetched: python3 -m venv {folder}; {folder}/bin/pip install {package}"
                )
            }
        }
    }

    /// Whether the tool is installed. Unlike [`ensure`](Self::ensure), this function installs nothing.
    pub(crate) fn is_there(&self) -> bool {
        Run::line(self.probe).succeeds()
    }

    fn install(&self) -> bool {
        match self.source {
            Source::Debian(package) => install_package(package, self.what),
            Source::Npm(folder) => Run::line("npm ci --no-audit --no-fund").dir(folder).report().is_ok(),
            Source::Cargo(package) => {
                Run::line(&format!("cargo install --locked --root target/tools {package}")).report().is_ok()
            }
            Source::Python(package, folder) => {
                let install = format!("{folder}/bin/pip install --quiet --disable-pip-version-check {package}");
                Run::line(&format!("python3 -m venv {folder}")).succeeds() && Run::line(&install).report().is_ok()
            }
        }
    }
}

/// A lock for installations, because package managers do not run in parallel.
static INSTALLING: Mutex<()> = Mutex::new(());

fn install_package(package: &str, what: &str) -> bool {
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_root() || !Run::line("apt-get --version").succeeds() {
        return false;
    }
    eprintln!("installing {package} for {what}");
    let install =
        format!("DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends {package}");
    // On a fresh machine the package lists are empty, and on an old machine they are outdated.
    Run::line("apt-get update --quiet").report().and_then(|_| Run::line(&install).report()).is_ok()
}

fn is_root() -> bool {
    std::process::Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
