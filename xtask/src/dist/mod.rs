//! `cargo xtask dist`: creates the files of a release: archives and Debian packages with a statically linked program, an
//! archive for Windows, the page as files, and the Python package.

mod alone;
mod cross;
mod deb;
mod extras;
mod fresh;
pub(crate) mod layout;
mod licences;
mod linked;
mod sbom;
mod windows;

use std::collections::BTreeSet;
use std::env;
use std::env::consts::ARCH;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::book;
use crate::process::{Run, Trouble, root};
use crate::tool::{CYCLONEDX, MDBOOK};
use crate::{help, wants_help};
use alone::{is_static, peak_within, try_alone};
use licences::Libraries;
use linked::REPORTED;

const HELP: &str = "\
Makes a release: an archive with the program, linked statically, its completions, manual pages, book, licences and SBOM (a
list of all packages in the program, in the format CycloneDX); a Debian package with the same files; and a checksum beside
each. On x86_64, makes the same for aarch64, and an archive for Windows. On Linux only, with GNU tar; the C library's static form comes with its headers
(Debian: libc6-dev). Installs mdbook, for the book, and cargo-cyclonedx, for the SBOM, into target/tools. If another tool is
missing, prints its name and leaves out what it makes: dpkg-deb the Debian packages, a compiler for aarch64 or for Windows
the files for such machines, qemu-aarch64-static and wine64 the tests of these programs, zip the archive for Windows, a compiler
for WebAssembly the page as files, and maturin the wheel of the Python package.

Usage: cargo xtask dist [--out FOLDER] [--binary FILE [--windows FILE]]

  --out FOLDER   output folder [default: target/dist]
  --binary FILE  pack this program instead of building one; installs no tool, and leaves out what missing tools make
  --windows FILE pack nothing; run this program for Windows under wine, and compare it with the program of --binary

Before packing, checks that the program answers the sample in an empty folder, and the largest boards of P4658 within 8 MB
of memory, and that licences and SBOM list all libraries that were linked. Then runs the program of the archive, and
installs and removes the Debian package, in fresh folders. The files lie in the folder `unchecked` of the output folder until
all checks have passed. The same commit gives the same bytes in any folder.
";

/// The folder for builds and archives.
const TARGET: &str = "target/dist";
/// The subfolder of the output folder for files that are not checked yet.
const UNCHECKED: &str = "unchecked";
/// The files from the project's root folder that the archive contains.
const TEXTS: [&str; 5] = ["README.md", "README.zh-CN.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// The supported shells, each with the file name of its completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "retrograde.bash"),
    ("zsh", "_retrograde"),
    ("fish", "retrograde.fish"),
    ("elvish", "retrograde.elv"),
    ("powershell", "_retrograde.ps1"),
];
/// A linker option that stores the relocations as bit maps. The program applies the relocations when it starts. The
/// option saves 0.4 MB of resident memory. It needs GNU ld 2.38 and glibc 2.36; an older ld ignores it.
const PACKED: &str = "-Clink-arg=-Wl,-z,pack-relative-relocs";
/// The judge's limit on the resident bytes of the program for ten boards of P4658. The program for `x86_64` needs 4.7
/// MB, because its functions are in order.
const MOST: u64 = 8_000_000;
/// The expected output for `examples/zu.in`.
const ANSWER: &str = "Black 0\nBlack 2\nBlack 2\nTie\nRed 75\n";

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(HELP);
    }
    if !cfg!(target_os = "linux") {
        return Err(Trouble::Failed(
            "releases are made on Linux: elsewhere a program cannot be linked statically".into(),
        ));
    }
    let options = DistOptions::of(words)?;
    if let Some(program) = &options.windows {
        let native = options.binary.as_ref().ok_or_else(|| Trouble::Usage("--windows needs --binary".into()))?;
        return windows::test(&windows::emulator().map_err(Trouble::Failed)?, native, program);
    }
    let begun = Instant::now();
    let program = match &options.binary {
        Some(file) => Program { file: file.clone(), arch: ARCH, system: System::Linux, linked: None },
        None => build()?,
    };
    let bytes = fs::read(&program.file).map_err(|error| failed("read", &program.file, &error))?;
    is_static(&bytes)?;
    try_alone(&program.file)?;
    let peak = peak_within(&program.file, MOST)?;
    let draft = options.out.join(UNCHECKED);
    remove_folder(&draft).map_err(|error| failed("remove", &draft, &error))?;
    let name = release(&draft, &program.file, &program)?;
    if options.binary.is_none() {
        test(&draft, &name, program.arch, None)?;
        other(&draft, &program.file)?;
        for_windows(&draft, &program.file)?;
        extras::site(&draft)?;
        extras::wheel(&draft)?;
    }
    publish(&draft, &options.out)?;
    let (size, seconds) = (bytes.len(), begun.elapsed().as_secs());
    println!("the program has {size} bytes; P4658 takes {peak} bytes resident; {seconds} s");
    Ok(())
}

/// Makes the release for machines of another architecture, if this machine has the tools.
fn other(draft: &Path, printer: &Path) -> Result<(), Trouble> {
    if ARCH == cross::ARCH {
        return Ok(());
    }
    let program = match cross::build()? {
        Ok(program) => program,
        Err(missing) => {
            println!("SKIPPED the files for {}: {missing}", cross::ARCH);
            return Ok(());
        }
    };
    match cross::emulator() {
        Ok(emulator) => {
            cross::compare(&[printer], &[&emulator, &program.file])?;
            test(draft, &release(draft, printer, &program)?, program.arch, Some(&emulator))
        }
        Err(missing) => {
            println!("SKIPPED the test of {}: {missing}", release(draft, printer, &program)?);
            Ok(())
        }
    }
}

/// Makes the archive for Windows on `x86_64`, if this machine has the tools.
fn for_windows(draft: &Path, printer: &Path) -> Result<(), Trouble> {
    let program = match windows::build()? {
        Ok(program) => program,
        Err(missing) => {
            println!("SKIPPED the files for Windows: {missing}");
            return Ok(());
        }
    };
    let name = release(draft, printer, &program)?;
    match windows::emulator() {
        Ok(emulator) => windows::test(&emulator, printer, &program.file),
        Err(missing) => {
            println!("SKIPPED the test of {name}: {missing}");
            Ok(())
        }
    }
}

/// Tests the archive and the Debian package of a release in fresh root folders. If there is an `emulator`, the emulator
/// runs the program.
fn test(draft: &Path, name: &str, arch: &str, emulator: Option<&Path>) -> Result<(), Trouble> {
    fresh::test(draft, name, emulator)?;
    if deb::is_possible() { deb::test(draft, arch, emulator) } else { Ok(()) }
}

/// A program to pack.
struct Program {
    file: PathBuf,
    /// The architecture of the machines that run the program.
    arch: &'static str,
    system: System,
    /// The libraries from the registry that were linked; `None` if the program was built elsewhere.
    linked: Option<BTreeSet<linked::Package>>,
}

/// The operating system of the machines that run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Linux,
    Windows,
}

impl System {
    /// Returns the compiler's name (the target triple) for machines with this system and the architecture `arch`.
    fn triple(self, arch: &str) -> String {
        match self {
            Self::Linux => format!("{arch}-unknown-linux-gnu"),
            Self::Windows => format!("{arch}-pc-windows-gnu"),
        }
    }

    /// The name of the program's file.
    const fn program(self) -> &'static str {
        match self {
            Self::Linux => "retrograde",
            Self::Windows => "retrograde.exe",
        }
    }

    /// The name of the system in the names of archives.
    const fn name(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Windows => "windows",
        }
    }
}

impl Program {
    /// Returns the program that Cargo built for an architecture and a system; `messages` are Cargo's reports of the
    /// build.
    fn built(arch: &'static str, system: System, messages: &str) -> Result<Self, Trouble> {
        let triple = system.triple(arch);
        let top = fs::canonicalize(root()).map_err(|error| failed("find", &root(), &error))?;
        let linked = Some(linked::packages(messages, &triple)?);
        Ok(Self { file: top.join(TARGET).join(triple).join("dist").join(system.program()), arch, system, linked })
    }
}

/// Writes the archive of a program, and for Linux the Debian package, each with its checksum, into the folder `draft`.
/// The texts of completions and manuals come from `printer`, the same program for this machine. Returns the name of the release.
fn release(draft: &Path, printer: &Path, program: &Program) -> Result<String, Trouble> {
    let name = format!("retrograde-{}-{}-{}", env!("CARGO_PKG_VERSION"), program.arch, program.system.name());
    let folder = draft.join(&name);
    stage(&folder, printer, program)?;
    let packed = match program.system {
        System::Linux => [Some(pack(draft, &name)?), pack_deb(draft, &folder, program.arch)?],
        System::Windows => [windows::pack(draft, &name)?, None],
    };
    packed.into_iter().flatten().try_for_each(|file| add_checksum(draft, &file))?;
    Ok(name)
}

/// Removes old files of this version from the folder `out`, moves the files of the folder `draft` there, and prints
/// their sizes.
fn publish(draft: &Path, out: &Path) -> Result<(), Trouble> {
    let cannot = |error: io::Error| failed("move the files to", out, &error);
    let starts = ["-", "_"].map(|mark| format!("retrograde{mark}{}{mark}", env!("CARGO_PKG_VERSION")));
    let is_old = |name: &str| starts.iter().any(|start| name.starts_with(start));
    for name in files_in(out).map_err(cannot)?.iter().filter(|name| is_old(name)) {
        fs::remove_file(out.join(name)).map_err(cannot)?;
    }
    for name in files_in(draft).map_err(cannot)? {
        let (from, to) = (draft.join(&name), out.join(&name));
        fs::rename(&from, &to).map_err(cannot)?;
        println!("{}: {} bytes", to.display(), fs::metadata(&to).map_or(0, |metadata| metadata.len()));
    }
    fs::remove_dir_all(draft).map_err(cannot)
}

/// Removes a folder, if it exists.
fn remove_folder(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the sorted names of the files that lie directly in a folder.
fn files_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Packs the Debian package, and returns its name; `None` if the tool is missing.
fn pack_deb(out: &Path, staged: &Path, arch: &str) -> Result<Option<String>, Trouble> {
    if deb::is_possible() {
        return deb::pack(out, staged, arch).map(Some);
    }
    let (tool, package) = deb::TOOL;
    println!("SKIPPED the Debian package: {tool} is missing; try: apt-get install {package}");
    Ok(None)
}

/// The options of `cargo xtask dist`.
struct DistOptions {
    out: PathBuf,
    binary: Option<PathBuf>,
    /// A program for Windows. If it is given, the command only tests this program.
    windows: Option<PathBuf>,
}

impl DistOptions {
    fn of(mut words: &[&str]) -> Result<Self, Trouble> {
        let mut options = Self { out: root().join(TARGET), binary: None, windows: None };
        // The paths must be absolute, because the tools run in other folders.
        let path = |word: &str| std::path::absolute(word).map_err(|error| Trouble::Usage(format!("`{word}`: {error}")));
        while let [option, rest @ ..] = words {
            words = match (*option, rest) {
                ("--out", [folder, rest @ ..]) => {
                    options.out = path(folder)?;
                    rest
                }
                ("--binary", [file, rest @ ..]) => {
                    options.binary = Some(path(file)?);
                    rest
                }
                ("--windows", [file, rest @ ..]) => {
                    options.windows = Some(path(file)?);
                    rest
                }
                _ => return Err(Trouble::Usage(format!("`{option}`; `cargo xtask dist --help` lists the options"))),
            };
        }
        Ok(options)
    }
}

/// Builds the program with a statically linked C library. The program contains no paths of this machine.
fn build() -> Result<Program, Trouble> {
    // A release has a book and an SBOM. Their tools are installed before the long build.
    for (what, tool) in [("the book", MDBOOK), ("the SBOM", CYCLONEDX)] {
        tool.ensure().map_err(|missing| Trouble::Failed(format!("{what} {missing}")))?;
    }
    let run = Run::line("cargo build --profile dist --locked -p retrograde-cli --target-dir")
        .args([TARGET, REPORTED, "--target", &System::Linux.triple(ARCH)])
        .with("CARGO_ENCODED_RUSTFLAGS", &static_flags(&[PACKED])?);
    let run = if ARCH == "x86_64" { layout::prepared(run, &root().join(TARGET))? } else { run };
    Program::built(ARCH, System::Linux, &run.output()?)
}

/// Returns the compiler's flags for a program that is linked statically and contains no paths of this machine, with
/// further flags.
fn static_flags(more: &[&str]) -> Result<String, Trouble> {
    // The variable RUSTFLAGS cannot contain paths with blanks, so these flags are for the encoded variable.
    let flags = ["-Ctarget-feature=+crt-static"].into_iter().chain(more.iter().copied()).map(str::to_owned);
    Ok(flags.chain(source_paths()?).collect::<Vec<_>>().join("\u{1f}"))
}

/// Returns the compiler's flags that replace the paths of this machine in a program.
fn source_paths() -> Result<Vec<String>, Trouble> {
    let top = fs::canonicalize(root()).map_err(|error| failed("find", &root(), &error))?;
    let paths = [(top, "."), (cargo_home(), "cargo")];
    Ok(paths.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).to_vec())
}

/// Writes all files of the release of a program into the folder that will be packed.
fn stage(folder: &Path, printer: &Path, program: &Program) -> Result<(), Trouble> {
    let cannot = |error: io::Error| failed("fill", folder, &error);
    let [completions, manual] = ["completions", "man/man1"].map(|name| folder.join(name));
    [&completions, &manual].into_iter().try_for_each(fs::create_dir_all).map_err(cannot)?;
    fs::copy(&program.file, folder.join(program.system.program())).map_err(cannot)?;
    for name in TEXTS {
        fs::copy(root().join(name), folder.join(name)).map_err(cannot)?;
    }
    for (shell, file) in SHELLS {
        fs::write(completions.join(file), output_of(printer, &["completions", shell])?).map_err(cannot)?;
    }
    let page = output_of(printer, &["man"])?;
    for verb in pages_of(&String::from_utf8_lossy(&page)) {
        fs::write(manual.join(format!("retrograde-{verb}.1")), output_of(printer, &["man", &verb])?).map_err(cannot)?;
    }
    fs::write(manual.join("retrograde.1"), page).map_err(cannot)?;
    if MDBOOK.is_there() {
        book::write(&folder.join("book"))?;
    } else {
        println!("SKIPPED the book: mdbook is missing; try: cargo xtask book");
    }
    list_contents(folder, program)
}

/// Writes the licences of all contents, and the SBOM, and checks that they list all libraries that were linked.
fn list_contents(folder: &Path, program: &Program) -> Result<(), Trouble> {
    let cannot = |error: io::Error| failed("fill", folder, &error);
    let triple = program.system.triple(program.arch);
    let libraries = Libraries::of(&triple)?;
    let licences = libraries.licences(folder.join("book").exists())?;
    fs::write(folder.join("THIRD-PARTY-LICENCES"), licences).map_err(cannot)?;
    if CYCLONEDX.is_there() {
        sbom::write(&folder.join(sbom::FILE), &triple)?;
    } else {
        println!("SKIPPED the SBOM: it {}", CYCLONEDX.missing());
    }
    let Some(linked) = &program.linked else { return Ok(()) };
    libraries.check(linked)?;
    let document = fs::read_to_string(folder.join(sbom::FILE)).map_err(cannot)?;
    sbom::check(&document, linked)
}

/// Returns the output of the program. If the program fails or prints nothing, returns an error.
fn output_of(binary: &Path, arguments: &[&str]) -> Result<Vec<u8>, Trouble> {
    let output = Command::new(binary).args(arguments).env_clear().stdin(Stdio::null()).output();
    let output = output.map_err(|error| failed("run", binary, &error))?;
    let fault = || Trouble::Failed(format!("the program fails at {arguments:?}: {output:?}"));
    if output.status.success() && !output.stdout.is_empty() { Ok(output.stdout) } else { Err(fault()) }
}

/// Returns the verbs whose manual pages the program's manual page mentions. The page mentions each of them on a
/// separate line, such as `retrograde\-answer(1)`.
fn pages_of(page: &str) -> Vec<String> {
    let verb = |line: &str| Some(line.strip_prefix("retrograde\\-")?.strip_suffix("(1)")?.to_owned());
    page.lines().filter_map(verb).collect()
}

fn cargo_home() -> PathBuf {
    let home = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cargo");
    env::var_os("CARGO_HOME").map_or_else(home, PathBuf::from)
}

/// Packs the folder `name` in `out` into an archive, and returns the name of the archive. Equal contents give equal bytes,
/// for any user and at any time.
fn pack(out: &Path, name: &str) -> Result<String, Trouble> {
    let archive = format!("{name}.tar.gz");
    let time = format!("--mtime=@{}", commit_time());
    Run::line("tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w")
        .args([&time, "--use-compress-program=gzip -9 --no-name", "--file", &archive, name])
        .within(out)
        .check()?;
    Ok(archive)
}

/// Writes the checksum of the file `name` in `out` beside the file.
fn add_checksum(out: &Path, name: &str) -> Result<(), Trouble> {
    let sum = Run::line("sha256sum --binary").args([name]).within(out).output()?;
    let file = out.join(format!("{name}.sha256"));
    fs::write(&file, sum).map_err(|error| failed("write", &file, &error))
}

/// Returns the time of the current commit, in seconds since 1970; 0 without git.
fn commit_time() -> u64 {
    let time = Run::line("git log -1 --format=%ct").output();
    time.ok().and_then(|seconds| seconds.trim().parse().ok()).unwrap_or(0)
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Trouble {
    Trouble::Failed(format!("cannot {what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_checked_files_replace_older_ones() {
        let out = env::temp_dir().join(format!("retrograde-publish-{}", std::process::id()));
        let draft = out.join(UNCHECKED);
        let [old, new] = ["i386", "x86_64"].map(|arch| format!("retrograde-{}-{arch}", env!("CARGO_PKG_VERSION")));
        fs::create_dir_all(draft.join("folder")).unwrap();
        for file in [out.join(&old), out.join(&new), out.join("retrograde-site.tar.gz"), draft.join(&new)] {
            fs::write(&file, file.display().to_string()).unwrap();
        }
        publish(&draft, &out).unwrap();
        assert_eq!(files_in(&out).unwrap(), [&new, "retrograde-site.tar.gz"]);
        assert_eq!(fs::read_to_string(out.join(&new)).unwrap(), draft.join(&new).display().to_string());
        assert!(!draft.exists());
        fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn the_manual_s_pages_are_those_it_refers_to() {
        let page = ".TP\nretrograde\\-answer(1)\nAnswer a file\n.TP\nretrograde\\-gen(1)\nMake, as retrograde\\-gen(1)";
        assert_eq!(pages_of(page), ["answer", "gen"]);
    }

    #[test]
    fn options_are_parsed_or_refused() {
        let options = DistOptions::of(&["--binary", "/a/b", "--out", "/c"]).unwrap();
        assert_eq!((options.out.to_str(), options.binary.unwrap().to_str()), (Some("/c"), Some("/a/b")));
        assert!(DistOptions::of(&["--out"]).is_err() && DistOptions::of(&["x"]).is_err());
    }
}
