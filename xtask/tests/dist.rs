//! Tests of `cargo xtask dist` with a small program that compiles in a second.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The source of the small program. The small program answers the sample, has a manual of two pages, and allocates
/// `HELD` bytes while it reads P4658.
const PROGRAM: &str = r#"fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("answer") if std::env::args().any(|word| word == "p4658") => {
            let held = vec![1_u8; HELD];
            let read = std::io::read_to_string(std::io::stdin()).unwrap();
            println!("{} {}", held.len(), read.len());
        }
        Some("answer") => print!("Black 0\nBlack 2\nBlack 2\nTie\nRed 75\n"),
        Some("man") if std::env::args().count() == 2 => println!("page\nretrograde\\-answer(1)"),
        _ => println!("{:?}", std::env::args().skip(1).collect::<Vec<_>>()),
    }
}"#;

/// The Debian package of this machine's architecture.
const DEB: &str = if cfg!(target_arch = "aarch64") {
    concat!("retrograde_", env!("CARGO_PKG_VERSION"), "_arm64.deb")
} else {
    concat!("retrograde_", env!("CARGO_PKG_VERSION"), "_amd64.deb")
};

/// Returns an empty folder that only one test uses.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("dist-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn compiled(folder: &Path, flags: &[&str], held: usize) -> Result<PathBuf, Output> {
    let (source, program) = (folder.join("program.rs"), folder.join("program"));
    fs::write(&source, PROGRAM.replace("HELD", &held.to_string())).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).args(flags).arg("-o").args([&program, &source]).output().unwrap();
    if built.status.success() { Ok(program) } else { Err(built) }
}

/// Packs the program with `cargo xtask dist`, as a user with the umask `mask`.
fn packed(program: &Path, out: &Path, mask: &str) -> Output {
    let script = format!("umask {mask}; exec \"$@\"");
    let xtask = [env!("CARGO_BIN_EXE_xtask"), "dist", "--binary"];
    Command::new("sh").args(["-c", &script, "sh"]).args(xtask).arg(program).arg("--out").arg(out).output().unwrap()
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the program, linked statically; `None` if this system does not support static linking.
fn linked_statically(folder: &Path, held: usize) -> Option<PathBuf> {
    match compiled(folder, &["-Ctarget-feature=+crt-static", "-Cstrip=symbols"], held) {
        Ok(program) => Some(program),
        Err(linked) => {
            // On some systems the static C library is in a separate package. The message goes directly to standard
            // error, because the test's output is captured.
            let why = String::from_utf8_lossy(&linked.stderr);
            let mut seen = io::stderr();
            writeln!(seen, "SKIPPED an archive: nothing can be linked statically here: {why}").unwrap();
            None
        }
    }
}

#[test]
fn a_release_is_complete_and_reproducible() {
    let folder = folder("static");
    let Some(program) = linked_statically(&folder, 1) else { return };
    let name = format!("retrograde-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let archive = format!("{name}.tar.gz");
    let has_dpkg = Command::new("dpkg-deb").arg("--version").output().is_ok();
    let archives = ["022", "077"].map(|mask| {
        let out = folder.join(mask);
        fs::create_dir(&out).unwrap();
        let packed = packed(&program, &out, mask);
        assert!(packed.status.success(), "{packed:?}");
        assert!(!out.join("unchecked").exists(), "files that are not checked are left");
        let files: &[&str] = if has_dpkg { &[&archive, DEB] } else { &[&archive] };
        let read = |file: &&str| {
            output_of(Command::new("sha256sum").args(["--check", &format!("{file}.sha256")]).current_dir(&out));
            fs::read(out.join(file)).unwrap()
        };
        files.iter().map(read).collect::<Vec<_>>()
    });
    assert!(archives[0] == archives[1], "two releases of one program differ");
    let bare = folder.join("bare");
    fs::create_dir(&bare).unwrap();
    let listed =
        output_of(Command::new("tar").args(["xvzf"]).arg(folder.join("022").join(&archive)).current_dir(&bare));
    let files = [
        "completions/_retrograde",
        "completions/retrograde.bash",
        "man/man1/retrograde.1",
        "man/man1/retrograde-answer.1",
    ];
    let texts =
        ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-LICENCES", "README.md", "README.zh-CN.md", "CHANGELOG.md"];
    for file in files.iter().chain(&texts) {
        assert!(listed.lines().any(|line| line == format!("{name}/{file}")), "no {file} in {listed}");
    }
    // The book needs mdbook, which `cargo xtask book` installs.
    let has_mdbook = Path::new("../target/tools/bin/mdbook").exists();
    assert_eq!(listed.contains(&format!("{name}/book/contestant.html\n")), has_mdbook, "{listed}");
    // The SBOM needs cargo-cyclonedx, which `cargo xtask dist` installs when it builds the program.
    let has_cyclonedx = Path::new("../target/tools/bin/cargo-cyclonedx").exists();
    let sbom = fs::read_to_string(bare.join(&name).join("retrograde.cdx.json")).unwrap_or_default();
    assert_eq!(sbom.contains("\"pkg:cargo/axum@"), has_cyclonedx, "{sbom}");
    assert_eq!(sbom.contains("\"path+file:///crates/retrograde-cli#"), has_cyclonedx, "{sbom}");
    assert!(!sbom.contains("#proptest@"), "the SBOM lists a library of tests: {sbom}");
    let licences = fs::read_to_string(bare.join(&name).join("THIRD-PARTY-LICENCES")).unwrap();
    assert!(licences.contains("  axum v") && licences.contains("Permission is hereby granted"), "{licences}");
    assert!(!licences.contains("  syn v"), "the licences list a library of the compiler: {licences}");
    assert_eq!(licences.contains("mdBook (MPL-2.0)"), has_mdbook, "{licences}");
    let answer =
        output_of(Command::new(bare.join(&name).join("retrograde")).arg("answer").env_clear().current_dir(&bare));
    assert!(answer.ends_with("Red 75\n"), "{answer}");
    if has_dpkg {
        assert_installs_and_removes(&folder.join("022").join(DEB), &folder.join("root"));
    } else {
        writeln!(io::stderr(), "SKIPPED the Debian package: dpkg-deb is missing").unwrap();
    }
}

/// Installs the Debian package into a bare root folder, runs it there, and removes it.
fn assert_installs_and_removes(deb: &Path, root: &Path) {
    let fields = output_of(Command::new("dpkg-deb").arg("--field").arg(deb));
    for field in ["Package: retrograde\n", concat!("Version: ", env!("CARGO_PKG_VERSION"), "\n"), "Section: games\n"] {
        assert!(fields.contains(field), "{field} {fields}");
    }
    assert!(!fields.contains("Depends"), "{fields}");
    fs::create_dir_all(root.join("var/lib/dpkg/updates")).unwrap();
    fs::create_dir_all(root.join("var/lib/dpkg/info")).unwrap();
    fs::write(root.join("var/lib/dpkg/status"), "").unwrap();
    let dpkg = |action: &str, what: &Path| {
        let option = format!("--root={}", root.display());
        output_of(Command::new("dpkg").args(["--force-not-root", "--log=/dev/null", &option, action]).arg(what))
    };
    dpkg("--install", deb);
    let program = root.join("usr/bin/retrograde");
    let answer = output_of(Command::new(&program).arg("answer").env_clear().current_dir(root));
    assert!(answer.ends_with("Red 75\n"), "{answer}");
    dpkg("--verify", Path::new("retrograde"));
    for file in
        ["share/man/man1/retrograde-answer.1.gz", "share/doc/retrograde/copyright", "share/doc/retrograde/changelog.gz"]
    {
        assert!(root.join("usr").join(file).is_file(), "{file}");
    }
    dpkg("--purge", Path::new("retrograde"));
    assert!(!program.exists() && !root.join("usr/share/doc/retrograde").exists(), "files are left");
}

#[test]
fn a_program_that_needs_the_system_s_libraries_is_refused() {
    let folder = folder("dynamic");
    let program = compiled(&folder, &[], 1).unwrap();
    let refused = packed(&program, &folder, "022");
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && why.contains("not linked statically"), "{refused:?}");
    assert!(fs::read_dir(&folder).unwrap().count() == 2, "something was packed");
}

#[test]
fn issue_27_a_program_that_takes_too_much_memory_for_p4658_is_refused() {
    let folder = folder("memory");
    let Some(program) = linked_statically(&folder, 8_000_000) else { return };
    let refused = packed(&program, &folder, "022");
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && why.contains("more than 8000000"), "{refused:?}");
    assert!(fs::read_dir(&folder).unwrap().count() == 2, "something was packed");
}
