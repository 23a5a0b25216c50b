//! The options that every verb has, and the options that several verbs share.

use std::env;
#[cfg(feature = "cluster")]
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[cfg(feature = "cluster")]
use clap::builder::PossibleValue;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, ValueEnum};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use retrograde::author::{Domain, Method};
use retrograde_service::tables::is_missing;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::messages::{BadValue, Wrong};
use crate::places;
use crate::progress;
use crate::size;

/// The options that every verb has.
#[derive(Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Print one JSON object per line; errors are JSON, too
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours; the environment variable `NO_COLOR` is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// How to show progress on standard error
    #[arg(long, global = true, value_name = "HOW", default_value = "auto")]
    pub(crate) progress: progress::Style,
    /// Suppress notes, and the verdicts of --expect, check, validate, verify and laws; use the exit code
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print on standard error how positions are solved, and how long it takes
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Use this language, except in JSON [default: the locale's language]
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
    /// Use N threads; 0: one per core
    #[arg(short = 'j', long, global = true, value_name = "N", default_value = "0", value_parser = threads)]
    pub(crate) threads: usize,
    /// Use at most this much memory for a table, such as 512M
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G", value_parser = size::bytes)]
    pub(crate) mem: u64,
    /// Add the game of this file; FILE.game in the place of a game's name adds the game, too
    #[arg(long = "game-file", global = true, value_name = "FILE")]
    pub(crate) game_files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) folders: Folders,
    /// Solve all positions of the board, or only those reachable from the given position
    #[arg(long, global = true, value_name = "WHICH", default_value = "all", value_parser = domain_parser())]
    pub(crate) domain: Domain,
}

#[cfg(feature = "cluster")]
impl Global {
    /// Returns the global options as arguments for another process of the same program, with the given number of
    /// threads and the given memory in bytes.
    pub(crate) fn arguments(&self, threads: usize, memory: u64) -> Vec<OsString> {
        let Folders { tables, no_tables } = &self.folders;
        let flags =
            [("--json", self.json), ("--quiet", self.quiet), ("--verbose", self.verbose), ("--no-tables", *no_tables)];
        let name = |value: Option<PossibleValue>| value.map(|value| value.get_name().to_owned()).unwrap_or_default();
        let mut options = vec![
            ("--color", self.color.to_string().into()),
            ("--progress", name(self.progress.to_possible_value()).into()),
            ("--threads", threads.to_string().into()),
            ("--mem", memory.to_string().into()),
            ("--domain", self.domain.word().into()),
        ];
        options.extend(self.lang.map(|lang| ("--lang", name(lang.to_possible_value()).into())));
        options.extend(tables.iter().map(|folder| ("--tables", folder.clone().into_os_string())));
        options.extend(self.game_files.iter().map(|file| ("--game-file", file.clone().into_os_string())));
        let flags = flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag.into());
        flags.chain(options.into_iter().flat_map(|(option, value)| [option.into(), value])).collect()
    }
}

/// The options that name the folders and URLs of stored tables.
#[derive(Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Folders {
    /// Look for stored tables in this folder or at this URL first, then in the folders of `RETROGRADE_TABLES` or, if
    /// this variable is not set, in the usual folder
    #[arg(long, global = true, value_name = "DIR|URL", conflicts_with = "no_tables", value_parser = places::parser())]
    pub(crate) tables: Vec<PathBuf>,
    /// Ignore stored tables
    #[arg(long, global = true)]
    pub(crate) no_tables: bool,
}

/// The environment variable that lists folders with tables, as `PATH` lists folders with programs. If the variable is
/// set, its folders replace the usual folder of tables.
const VARIABLE: &str = "RETROGRADE_TABLES";

impl Folders {
    /// Returns the folders and URLs of the search path, in order.
    ///
    /// # Errors
    /// The environment variable has an invalid entry.
    pub(crate) fn all(&self) -> Result<Vec<PathBuf>, Failure> {
        if self.no_tables {
            return Ok(Vec::new());
        }
        let wrong = |why: BadValue| Failure::usage(Wrong::Variable { variable: VARIABLE, why: why.into() });
        let usual = match env::var_os(VARIABLE) {
            Some(texts) => places::of_variable(&texts).map_err(wrong)?,
            None => usual().into_iter().collect(),
        };
        Ok(self.tables.iter().cloned().chain(usual).collect())
    }
}

impl Folders {
    /// Returns the folders of `--tables` that do not exist.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &Path> {
        self.tables.iter().map(PathBuf::as_path).filter(|folder| is_missing(folder))
    }
}

/// Returns the usual folder of tables, which is inside the platform's folder for the data of programs; `None` for a
/// user without a home folder.
fn usual() -> Option<PathBuf> {
    let strategy = choose_native_strategy().ok()?;
    Some(strategy.data_dir().join("retrograde").join("tables"))
}

/// The algorithm that finds values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodChoice {
    /// The most suitable algorithm
    #[default]
    Auto,
    /// The general solver, which solves every position of the board
    Table,
    /// The game's own shortcut, if it has one
    Shortcut,
}

impl From<MethodChoice> for Method {
    fn from(method: MethodChoice) -> Self {
        match method {
            MethodChoice::Auto => Self::Auto,
            MethodChoice::Table => Self::Table,
            MethodChoice::Shortcut => Self::Shortcut,
        }
    }
}

fn threads(text: &str) -> Result<usize, BadValue> {
    const MOST: usize = 1024;
    text.parse().ok().filter(|&n| n <= MOST).ok_or(BadValue::Threads { most: MOST })
}

fn domain_parser() -> impl TypedValueParser<Value = Domain> {
    let words = [Domain::All, Domain::Reachable].map(Domain::word);
    PossibleValuesParser::new(words)
        .map(|word| if word == Domain::Reachable.word() { Domain::Reachable } else { Domain::All })
}
