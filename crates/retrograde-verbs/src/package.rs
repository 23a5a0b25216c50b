//! Creates a package with a game. The module checks the name of the package, makes the files of the package, and writes
//! the files.
//!
//! The texts of the files are in the folder `template` of this crate. In a template, words of capital letters, such as
//! `NAME`, stand for texts that depend on the package.

use std::fs;
use std::io;
use std::path::Path;

use crate::failure::{Failure, Fault};
use crate::messages::{Hint, Wrong};

/// The maximum length of a name in bytes. The id of a game in a game file has the same maximum.
const LONGEST: usize = 20;

/// Names that Cargo or Windows refuses for a program, and the name of the library.
const RESERVED: [&str; 13] = [
    "alloc",
    "aux",
    "build",
    "con",
    "core",
    "deps",
    "examples",
    "incremental",
    "nul",
    "prn",
    "retrograde",
    "std",
    "test",
];

/// The keywords of Rust that consist of lower-case letters. Cargo refuses packages with these names.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final \
    fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait \
    true try type typeof unsafe unsized use virtual where while yield";

/// Checks the name of a new package, which is also the id of its game.
///
/// # Errors
/// The name cannot be the id of a game, or Cargo or Windows refuses the name.
pub(crate) fn check_name(name: &str) -> Result<(), Failure> {
    let refused = |wrong: Wrong| Err(Failure::new(Fault::Input, "bad-name", wrong).hint(Hint::NameWithOption));
    let is_of_name = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let is_id = name.len() <= LONGEST && name.bytes().all(is_of_name);
    if !is_id || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return refused(Wrong::PackageName { name: name.to_owned(), most: LONGEST });
    }
    let is_port = name.len() == 4 && (name.starts_with("com") || name.starts_with("lpt"));
    let is_reserved = RESERVED.contains(&name) || KEYWORDS.split_whitespace().any(|word| word == name);
    if is_reserved || is_port && name.ends_with(|last: char| last.is_ascii_digit()) {
        return refused(Wrong::ReservedName { name: name.to_owned() });
    }
    Ok(())
}

/// The language in which a package describes its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Rules in Rust.
    Rules,
    /// A game file.
    File,
}

/// The source from which a package gets the crates of this library.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin<'a> {
    /// Cargo's registry. The crates have the version of this program.
    Registry,
    /// A source tree in this folder.
    Tree(&'a str),
}

/// A new package.
pub(crate) struct Package<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: Kind,
    pub(crate) origin: Origin<'a>,
    /// The templates of the README in the user's language.
    pub(crate) readme: Readme,
    /// The name of the running program, for the README.
    pub(crate) program: &'a str,
}

/// The templates of a README in one language.
#[derive(Clone, Copy)]
pub(crate) struct Readme {
    body: &'static str,
    /// The last section. Only the README of a package with a game file has this section.
    of_file: &'static str,
}

/// The README in English.
pub(crate) const ENGLISH: Readme =
    Readme { body: include_str!("../template/readme.md"), of_file: include_str!("../template/readme-file.md") };

/// The README in Chinese.
pub(crate) const CHINESE: Readme =
    Readme { body: include_str!("../template/readme-zh.md"), of_file: include_str!("../template/readme-file-zh.md") };

/// A file of a package, with its path in the package and its text.
pub(crate) type TextFile = (String, String);

impl Package<'_> {
    /// Returns the files of the package.
    pub(crate) fn files(&self) -> Vec<TextFile> {
        let same = |path: &str, template: &str| (path.to_owned(), self.filled(template));
        let mut files = vec![
            (".gitignore".to_owned(), "/target\n".to_owned()),
            same("Cargo.toml", include_str!("../template/manifest.toml")),
            ("README.md".to_owned(), self.readme()),
            same("icon.svg", include_str!("../template/icon.svg")),
            same("tests/game.rs", include_str!("../template/tests.rs")),
        ];
        files.extend(match self.kind {
            Kind::Rules => [
                same("src/game.rs", include_str!("../template/game.rs")),
                same("src/main.rs", include_str!("../template/command.rs")),
            ],
            Kind::File => [
                same(&self.rules(), include_str!("../template/rules.game")),
                same("src/main.rs", include_str!("../template/command_of_file.rs")),
            ],
        });
        files.sort();
        files
    }

    /// Returns the path of the rules in the package.
    pub(crate) fn rules(&self) -> String {
        match self.kind {
            Kind::Rules => "src/game.rs".to_owned(),
            Kind::File => format!("{}.game", self.name),
        }
    }

    /// Returns the token of the position at which the package's game begins.
    pub(crate) fn start(&self) -> String {
        format!("{}:{}", self.name, self.known()[0].0)
    }

    /// Returns positions of the game in the template, each with its value.
    const fn known(&self) -> [(&'static str, &'static str); 3] {
        match self.kind {
            Kind::Rules => [("10_a", "win=5"), ("3_b", "win=1"), ("8_a", "loss=4")],
            Kind::File => [("BBB/3/WWW_w", "loss=6"), ("BB1/1WB/W1W_w", "win=1"), ("BBB/1W1/W1W_b", "win=5")],
        }
    }

    fn readme(&self) -> String {
        let of_file = match self.kind {
            Kind::Rules => "",
            Kind::File => self.readme.of_file,
        };
        self.filled(&format!("{}{of_file}", self.readme.body))
    }

    fn filled(&self, template: &str) -> String {
        let initial = self.name[..1].to_uppercase();
        let parts = [
            ("DEPENDENCIES", self.dependencies()),
            ("SOURCE", format!("`{}`", self.rules())),
            ("VALUES", self.values()),
            ("BOARD", self.known()[0].0.to_owned()),
            ("DOCS", env!("CARGO_PKG_REPOSITORY").to_owned()),
            ("PROGRAM", self.program.to_owned()),
            ("INITIAL", initial),
            ("NAME", self.name.to_owned()),
        ];
        parts.iter().fold(template.to_owned(), |text, (part, value)| text.replace(part, value))
    }

    /// Returns the known positions as an array, in the layout of rustfmt.
    fn values(&self) -> String {
        const WIDEST: usize = 60;
        let values = self.known().map(|(board, value)| format!("(\"{board}\", \"{value}\")"));
        let line = format!("[{}]", values.join(", "));
        if line.len() <= WIDEST { line } else { format!("[\n        {},\n    ]", values.join(",\n        ")) }
    }

    fn dependencies(&self) -> String {
        let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
        let line = |package: &str| match self.origin {
            Origin::Registry => format!("{package} = \"{version}\""),
            Origin::Tree(tree) => format!("{package} = {{ path = {:?} }}", format!("{tree}/crates/{package}")),
        };
        let packages: &[&str] = match self.kind {
            Kind::Rules => &["retrograde", "retrograde-cli"],
            Kind::File => &["retrograde-cli"],
        };
        packages.iter().map(|package| line(package)).collect::<Vec<_>>().join("\n")
    }
}

/// Checks that the path of a new folder does not exist yet.
///
/// # Errors
/// The path exists.
pub(crate) fn check_free(folder: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(folder) {
        Ok(_) => {
            let wrong = Wrong::Exists { file: folder.display().to_string() };
            Err(Failure::new(Fault::Input, "exists", wrong).hint(Hint::NewFolder))
        }
        Err(_) => Ok(()),
    }
}

/// Writes the files of a package into a new folder. The folder appears under its final name only when it contains all
/// files.
///
/// # Errors
/// The system cannot create a file or the folder.
pub(crate) fn write(folder: &Path, files: &[TextFile]) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        let wrong = Wrong::Writing { file: folder.display().to_string(), error: (&error).into() };
        Failure::new(Fault::Refused, "output", wrong)
    };
    write_all(folder, files).map_err(failed)
}

fn write_all(folder: &Path, files: &[TextFile]) -> io::Result<()> {
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let temporary = tempfile::Builder::new().prefix(".retrograde-").tempdir_in(parent)?;
    // The temporary folder is private to the user. A folder inside it has the usual access mode.
    let made = temporary.path().join("package");
    for (path, text) in files {
        let file = made.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&made))?;
        fs::write(file, text)?;
    }
    fs::rename(made, folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(kind: Kind) -> Package<'static> {
        Package { name: "nim", kind, origin: Origin::Registry, readme: ENGLISH, program: "retrograde" }
    }

    #[test]
    fn a_name_is_an_id_and_a_program() {
        for name in ["nim", "a", "chase2", "abcdefghijklmnopqrst"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "2048",
            "Nim",
            "my-game",
            "a b",
            "过河卒",
            "abcdefghijklmnopqrstu",
            "match",
            "test",
            "nul",
            "com1",
            ".",
        ] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn no_part_of_a_template_is_left() {
        for (kind, readme) in [(Kind::Rules, ENGLISH), (Kind::File, ENGLISH), (Kind::File, CHINESE)] {
            for (path, text) in (Package { readme, ..package(kind) }).files() {
                for part in ["NAME", "VALUES", "BOARD", "DOCS", "PROGRAM", "INITIAL", "DEPENDENCIES", "SOURCE"] {
                    assert!(!text.contains(part), "{part} in {path}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_path_with_quotes_is_quoted() {
        let package = Package { origin: Origin::Tree(r#"/a "b"\c"#), ..package(Kind::File) };
        assert_eq!(package.dependencies(), r#"retrograde-cli = { path = "/a \"b\"\\c/crates/retrograde-cli" }"#);
    }
}
