//! The Debian package, which contains the same files as the archive.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ANSWER, commit_time, failed, sbom};
use crate::process::{Run, Trouble};

/// The program that packs Debian packages, and the package that contains it.
pub(super) const TOOL: (&str, &str) = ("dpkg-deb", "dpkg");

/// Files of the archive, each with its path in the package.
const FILES: [(&str, &str); 6] = [
    ("retrograde", "usr/bin/retrograde"),
    ("completions/retrograde.bash", "usr/share/bash-completion/completions/retrograde"),
    ("completions/_retrograde", "usr/share/zsh/vendor-completions/_retrograde"),
    ("completions/retrograde.fish", "usr/share/fish/vendor_completions.d/retrograde.fish"),
    ("README.md", "usr/share/doc/retrograde/README.md"),
    ("README.zh-CN.md", "usr/share/doc/retrograde/README.zh-CN.md"),
];

/// The texts that state the copyright, in the order of Debian's file `copyright`.
const COPYRIGHT: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENCES"];

/// Whether this machine can pack Debian packages.
pub(super) fn is_possible() -> bool {
    Run::line(TOOL.0).args(["--version"]).succeeds()
}

/// Packs the files of the folder `staged` into a Debian package in `out`, and returns the name of the package. Equal
/// contents give equal bytes, for any user and at any time.
pub(super) fn pack(out: &Path, staged: &Path, arch: &str) -> Result<String, Trouble> {
    let name = name(arch);
    let folder = out.join(&name);
    let _ = fs::remove_dir_all(&folder);
    fill(&folder, staged).map_err(|error| failed("fill", &folder, &error))?;
    compress(&folder)?;
    describe(&folder, architecture(arch))?;
    // The access modes do not depend on the user's umask.
    Run::line("chmod -R u=rwX,go=rX").args([&folder]).check()?;
    let package = format!("{name}.deb");
    Run::line("dpkg-deb --root-owner-group -Zxz --threads-max=1 --build")
        .args([&name, &package])
        .with("SOURCE_DATE_EPOCH", &commit_time().to_string())
        .within(out)
        .output()?;
    fs::remove_dir_all(&folder).map_err(|error| failed("remove", &folder, &error))?;
    Ok(package)
}

/// Installs the package of the folder `draft` for the architecture `arch` into a fresh root folder, checks that the
/// installed program answers the sample, and removes the package. If there is an `emulator`, the emulator runs the
/// program.
///
/// # Errors
/// A step fails, or the removal leaves files.
pub(super) fn test(draft: &Path, arch: &str, emulator: Option<&Path>) -> Result<(), Trouble> {
    let folder = std::env::temp_dir().join(format!("retrograde-deb-{}", std::process::id()));
    let package = draft.join(format!("{}.deb", name(arch)));
    let tested = installed(&package, &folder, emulator);
    // If the folder cannot be removed, this does no harm.
    let _ = fs::remove_dir_all(&folder);
    tested?;
    println!("{}: installs, answers the sample and leaves nothing when it is removed", package.display());
    Ok(())
}

fn installed(package: &Path, folder: &Path, emulator: Option<&Path>) -> Result<(), Trouble> {
    let cannot = |error: io::Error| failed("fill", folder, &error);
    ["updates", "info"]
        .iter()
        .try_for_each(|name| fs::create_dir_all(folder.join("var/lib/dpkg").join(name)))
        .map_err(cannot)?;
    fs::write(folder.join("var/lib/dpkg/status"), "").map_err(cannot)?;
    let rooted = format!("--root={}", folder.display());
    let dpkg = |words: &[&str]| {
        let run = Run::line("dpkg --force-not-root --force-architecture --log=/dev/null");
        run.args([&rooted]).args(words).output().map(drop)
    };
    dpkg(&["--install", &package.display().to_string()])?;
    let program = folder.join("usr/bin/retrograde");
    let run = emulator.map_or_else(|| Run::program(&program), |emulator| Run::program(emulator).args([&program]));
    let answer = run.args(["answer", "p9169", "examples/zu.in"]).output()?;
    dpkg(&["--purge", "retrograde"])?;
    let left = files(&folder.join("usr"));
    if answer == ANSWER && left.is_empty() {
        return Ok(());
    }
    Err(Trouble::Failed(format!(
        "{}: the installed program answers the sample by {answer:?}; after its removal these files are left: {left:?}",
        package.display()
    )))
}

/// Returns the name of the package for an architecture, without its extension.
fn name(arch: &str) -> String {
    format!("retrograde_{}_{}", env!("CARGO_PKG_VERSION"), architecture(arch))
}

/// Returns Debian's name of an architecture.
fn architecture(arch: &str) -> &str {
    match arch {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

fn fill(folder: &Path, staged: &Path) -> io::Result<()> {
    let place = |from: &str, to: &str| -> io::Result<()> {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap_or(folder))?;
        fs::copy(staged.join(from), to).map(drop)
    };
    FILES.iter().try_for_each(|(from, to)| place(from, to))?;
    for page in fs::read_dir(staged.join("man/man1"))? {
        let page = page?.file_name().to_string_lossy().into_owned();
        place(&format!("man/man1/{page}"), &format!("usr/share/man/man1/{page}"))?;
    }
    let book = staged.join("book");
    for page in files(&book) {
        let page = page.strip_prefix(&book).unwrap_or(&page).display().to_string();
        place(&format!("book/{page}"), &format!("usr/share/doc/retrograde/html/{page}"))?;
    }
    place("CHANGELOG.md", "usr/share/doc/retrograde/changelog")?;
    if staged.join(sbom::FILE).exists() {
        place(sbom::FILE, &format!("usr/share/doc/retrograde/{}", sbom::FILE))?;
    }
    let texts = COPYRIGHT.iter().map(|name| fs::read_to_string(staged.join(name)));
    let texts = texts.collect::<io::Result<Vec<_>>>()?;
    fs::write(folder.join("usr/share/doc/retrograde/copyright"), texts.join("\n"))
}

/// Compresses the manual pages and the changelog, as Debian's policy demands.
fn compress(folder: &Path) -> Result<(), Trouble> {
    let texts =
        files(&folder.join("usr/share/man")).into_iter().chain([folder.join("usr/share/doc/retrograde/changelog")]);
    Run::line("gzip -9 --no-name").args(texts).check()
}

/// Writes the package's description and the checksums of its files.
fn describe(folder: &Path, architecture: &str) -> Result<(), Trouble> {
    let cannot = |error: io::Error| failed("fill", folder, &error);
    let contents = files(&folder.join("usr"));
    let kibibytes = |file: &PathBuf| fs::metadata(file).map_or(0, |metadata| metadata.len().div_ceil(1024));
    let size: u64 = contents.iter().map(kibibytes).sum();
    let names = contents.iter().filter_map(|file| file.strip_prefix(folder).ok());
    let sums = Run::line("md5sum").args(names).within(folder).output()?;
    fs::create_dir(folder.join("DEBIAN")).map_err(cannot)?;
    fs::write(folder.join("DEBIAN/control"), control(size, architecture)).map_err(cannot)?;
    fs::write(folder.join("DEBIAN/md5sums"), sums).map_err(cannot)
}

/// Returns the description of a package whose files take `size` KiB, for machines of `architecture`. The program is linked statically, so the package
/// depends on no other package.
fn control(size: u64, architecture: &str) -> String {
    let (version, homepage) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY"));
    format!(
        "Package: retrograde\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The authors of retrograde\n\
         Installed-Size: {size}\n\
         Section: games\n\
         Priority: optional\n\
         Homepage: {homepage}\n\
         Description: exact solver for two-player games\n \
         For each position of a board, retrograde computes the winner and the exact\n \
         number of moves, by retrograde analysis. It has twelve games, and reads\n \
         other games from files.\n"
    )
}

/// Returns all files below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
