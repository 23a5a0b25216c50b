//! The verb `retrograde new` writes a package with a game of the user.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop};
use crate::lang::{Lang, fill};
use crate::messages::{Hint, Wrong};
use crate::name;
use crate::package::{self, CHINESE, ENGLISH, Kind, Origin, Package, check_name};

/// Create a package with a game of your own, its tests, and a command with all verbs
///
/// The package is for Cargo, the build tool of Rust. Its game is an example of thirty lines, which you replace. `cargo
/// test` in the package checks the laws and some values of the game. The folder appears only when all its files are
/// complete.
#[derive(Args)]
pub(crate) struct New {
    /// The folder of the package, which must not exist yet
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Describe the game in a game file instead of Rust
    #[arg(long)]
    file: bool,
    /// The name of the package, its game and its command [default: the name of DIR]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Use the library in this source tree, instead of the published library
    #[arg(long, value_name = "TREE")]
    path: Option<PathBuf>,
}

/// The answer as JSON.
#[derive(Serialize)]
struct NewReport<'a> {
    dir: String,
    game: &'a str,
    files: Vec<&'a str>,
}

impl New {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        package::check_free(&self.dir)?;
        let name = self.name(ctx)?;
        let tree = self.path.as_deref().map(tree).transpose()?;
        let package = Package {
            name: &name,
            kind: if self.file { Kind::File } else { Kind::Rules },
            origin: tree.as_deref().map_or(Origin::Registry, Origin::Tree),
            readme: if ctx.lang == Lang::Zh { CHINESE } else { ENGLISH },
            program: name::own(),
        };
        let files = package.files();
        package::write(&self.dir, &files)?;
        let dir = self.dir.display().to_string();
        if ctx.global.json {
            let files = files.iter().map(|(path, _)| path.as_str()).collect();
            ctx.json(&NewReport { dir, game: &name, files })?;
        } else if !ctx.global.quiet {
            let (rules, start) = (package.rules(), package.start());
            let typed = in_shell(&dir);
            let values: [(&str, &dyn Display); 4] =
                [("dir", &dir), ("typed", &typed), ("rules", &rules), ("start", &start)];
            let text = fill(ctx.words().package, &values);
            writeln!(ctx.out, "{text}")?;
        }
        Ok(Exit::Done)
    }

    /// Returns the name of the package.
    fn name(&self, ctx: &Context<'_>) -> Result<String, Failure> {
        let of_folder = || self.dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = self.name.clone().unwrap_or_else(of_folder);
        check_name(&name)?;
        if ctx.registry.game(&name).is_some() || ctx.registry.contest(&name).is_some() {
            return Err(Failure::new(Fault::Input, "bad-name", Wrong::GameExists { name }).hint(Hint::NameWithOption));
        }
        Ok(name)
    }
}

/// Returns a path as a user types it in a shell, with quotes if the path has special characters.
fn in_shell(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// Returns the absolute path of a source tree of this library, for `Cargo.toml`.
fn tree(folder: &Path) -> Result<String, Failure> {
    let no_tree = || {
        Failure::new(Fault::Input, "no-tree", Wrong::NoTree { file: folder.display().to_string() }).hint(Hint::NoPath)
    };
    let folder = std::path::absolute(folder).map_err(|_| no_tree())?;
    let is_tree = folder.join("crates/retrograde-cli/Cargo.toml").is_file();
    folder.to_str().filter(|_| is_tree).map(str::to_owned).ok_or_else(no_tree)
}
