//! The context of a verb. A context contains the games, the global options, standard output and standard error.

use std::cell::{Cell, OnceCell};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use retrograde::author::{AnyGame, AnyPosition, Contest};
use retrograde::rules::message::Message;
use retrograde::{Options, Progress};
use retrograde_service::forms::Recognised;
use retrograde_service::library::Library;
use retrograde_service::registry::Registry;
use retrograde_service::report::write_json;
use retrograde_service::tables::Folders;
use serde::Serialize;

use crate::argument::{Argument, Files, form_of, nth};
use crate::exit::Exit;
use crate::failure::{self, Failure, Place, Stop, Thing, sentence};
use crate::global::Global;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::lang::{Catalogue, Lang};
use crate::messages::{Hint, Note, Work, Wrong};
use crate::name::named;
use crate::plan;
use crate::progress::{PATIENCE, Reporter, Watch};
use crate::reading::each_position;
use crate::style::NOTE;

/// Prints notes on standard error.
#[derive(Clone, Copy)]
pub(crate) struct Notes {
    is_heard: bool,
    lang: Lang,
}

impl Notes {
    pub(crate) fn print(self, message: &Message) {
        if self.is_heard {
            // Standard error may be closed, which is not a reason to stop.
            let (words, text) = (self.lang.words(), named(&sentence(&self.lang.text(message))));
            let _ = writeln!(anstream::stderr(), "{NOTE}{}{NOTE:#}{}{text}", words.note, words.place_end);
        }
    }
}

/// Prints a text on standard error with `--verbose`.
pub(crate) fn print_detail(global: &Global, text: impl FnOnce() -> String) {
    if global.verbose {
        // Standard error may be closed, which is not a reason to stop.
        let _ = writeln!(anstream::stderr(), "{}", sentence(&text()));
    }
}

/// One run of the program.
pub(crate) struct Context<'r> {
    pub(crate) registry: &'r Arc<Registry>,
    pub(crate) global: &'r Global,
    /// The language of texts for people; JSON is always in English.
    pub(crate) lang: Lang,
    /// The output for answers, with colours if colours are enabled.
    pub(crate) out: Box<dyn Write>,
    /// The graphs that this run has read from files.
    files: Files,
    /// Whether the run has continued after the error of a position.
    has_failed: Cell<bool>,
    library: OnceCell<Library>,
    interrupt: OnceCell<Interrupt>,
}

impl<'r> Context<'r> {
    pub(crate) fn new(registry: &'r Arc<Registry>, global: &'r Global) -> Self {
        let lang = global.lang.unwrap_or_else(Lang::of_locale);
        Self {
            registry,
            global,
            lang,
            out: Box::new(BufWriter::new(anstream::stdout())),
            files: Files::default(),
            has_failed: Cell::new(false),
            library: OnceCell::new(),
            interrupt: OnceCell::new(),
        }
    }

    /// Returns standard output without colours. Verbs use it for output that must be exact to the byte. The function
    /// buffers output to a terminal by line, and other output in blocks.
    pub(crate) fn exact_output() -> Box<dyn Write> {
        let stdout = io::stdout().lock();
        if stdout.is_terminal() { Box::new(stdout) } else { Box::new(BufWriter::with_capacity(1 << 16, stdout)) }
    }

    /// Writes an object as one line of JSON.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        write_json(&mut self.out, object)?;
        Ok(writeln!(self.out)?)
    }

    /// The catalogue of words in the user's language.
    pub(crate) fn words(&self) -> &'static Catalogue {
        self.lang.words()
    }

    /// Prints a note on standard error, except with `--quiet` or `--json`. JSON answers already contain the information
    /// of a note.
    pub(crate) fn note(&self, message: impl Into<Message>) {
        self.notes().print(&message.into());
    }

    /// Prints a warning on standard error, as JSON with `--json`.
    pub(crate) fn warn(&self, message: impl Into<Message>) {
        let message = message.into();
        if self.global.json && !self.global.quiet {
            let text = serde_json::json!({ "warning": sentence(&self.lang.text(&message)) });
            // Standard error may be closed, which is not a reason to stop.
            let _ = writeln!(io::stderr(), "{text}");
        }
        self.note(message);
    }

    /// Returns an output for notes, which any thread can use.
    pub(crate) const fn notes(&self) -> Notes {
        Notes { is_heard: !self.global.quiet && !self.global.json, lang: self.lang }
    }

    /// Prints the error of one position among several. The run continues with the other positions, and then
    /// [ends](Self::end) with an error.
    pub(crate) fn print_failure(&mut self, failure: &Failure) -> Result<(), Stop> {
        // Writes the answers so far, before the error is printed.
        self.out.flush()?;
        failure::print(failure, self.lang, self.global.json);
        self.has_failed.set(true);
        Ok(())
    }

    /// Ends the run, with an error if [`print_failure`](Self::print_failure) was called.
    pub(crate) fn end(&self) -> Result<(), Stop> {
        if self.has_failed.get() { Err(Stop::Code(Exit::BadInput.code())) } else { Ok(()) }
    }

    /// Prints a random seed on standard error, except with `--quiet`.
    pub(crate) fn print_seed(&self, seed: u64) {
        if self.global.quiet {
            return;
        }
        let text =
            if self.global.json { serde_json::json!({ "seed": seed }).to_string() } else { format!("seed {seed}") };
        // Standard error may be closed, which is not a reason to stop.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Prints a text on standard error with `--verbose`.
    pub(crate) fn detail(&self, text: impl FnOnce() -> String) {
        print_detail(self.global, text);
    }

    /// Calls `work` with the solver options that the command line sets, and shows the progress of the solve in the
    /// chosen style.
    pub(crate) fn solving<T>(&self, work: impl FnOnce(&Options<'_>) -> T) -> T {
        self.solving_planned(None, work)
    }

    /// Like `solving`, for a solve of the board of `position`. If the solve takes long and there is no progress bar,
    /// the function prints the plan of the solve first.
    pub(crate) fn solving_planned<T>(
        &self,
        position: Option<&dyn AnyPosition>,
        work: impl FnOnce(&Options<'_>) -> T,
    ) -> T {
        let reporter = self.global.progress.reporter(self.global.quiet);
        let (global, lang) = (self.global, self.lang);
        let report = |progress: Progress| {
            if let Some(reporter) = &reporter {
                show(global, lang, position, reporter, progress);
            }
        };
        let (threads, memory) = (self.global.threads, self.global.mem);
        let progress = reporter.is_some().then_some(&report as &(dyn Fn(Progress) + Sync));
        work(&Options { threads, memory, progress, ..Options::DEFAULT })
    }

    /// Creates a [`Watch`], which shows the progress of long work on a table.
    pub(crate) fn watch(&self, what: Work) -> Watch {
        Watch { style: self.global.progress, quiet: self.global.quiet, lang: self.lang, what, pace: PATIENCE }
    }

    /// Returns the options for solves of many small boards, without progress.
    pub(crate) fn quiet_options(&self) -> Options<'static> {
        Options { threads: self.global.threads, memory: self.global.mem, ..Options::DEFAULT }
    }

    /// Opens the position that a text names. The text is a token, or it names a part of a file, a game with a usual
    /// start, or a file from the command line with a single position.
    pub(crate) fn open(&self, text: &str, place: Place) -> Result<Box<dyn AnyPosition>, Stop> {
        match Argument::of(self.registry, text) {
            Argument::Part { file, part } => self.part(text, file, part, place),
            Argument::File if place.file.is_none() => self.only_of(text),
            _ => self.open_token(text, place),
        }
    }

    fn part(&self, text: &str, file: &str, part: &str, place: Place) -> Result<Box<dyn AnyPosition>, Stop> {
        let node = |place| self.files.node(self.registry, text, file, self.global.mem, place);
        if self.files.has(file) {
            return node(place);
        }
        let form = form_of(self.registry, file)?;
        if form.form.is_of_instances(self.registry) {
            return node(place);
        }
        let (token, place) = nth(&form, text, file, part)?;
        self.open_token(&token, place)
    }

    fn only_of(&self, file: &str) -> Result<Box<dyn AnyPosition>, Stop> {
        let Recognised { form, head } = form_of(self.registry, file)?;
        let input = Input::open(Some(Path::new(file)))?;
        if form.is_of_instances(self.registry) {
            return self.open_input(file, input);
        }
        let mut only = None;
        each_position(form, input.headed(head), |token, place| match only.replace((token?.to_owned(), place)) {
            None => Ok(()),
            Some(_) => Err(one_of(file).into()),
        })?;
        let (token, place) = only.ok_or_else(|| Failure::usage(Wrong::NoPositions).hint(Hint::GivePositions))?;
        self.open(&token, place)
    }

    /// Returns the first position of the graph in an input; `file` is the input's name.
    pub(crate) fn open_input(&self, file: &str, input: Input) -> Result<Box<dyn AnyPosition>, Stop> {
        self.files.first(self.registry, file, input, self.global.mem)
    }

    /// Returns the complete token of a text. If the text names a part of a file, the token contains the content of the
    /// file. A program that cannot read the files of this run can parse this token.
    pub(crate) fn whole_token(&self, text: &str, place: Place) -> Result<String, Stop> {
        Ok(self.open(text, place)?.whole_token())
    }

    /// Whether a text names a part of a file, such as `FILE#3`.
    pub(crate) fn is_part(&self, text: &str) -> bool {
        matches!(Argument::of(self.registry, text), Argument::Part { .. })
    }

    fn open_token(&self, token: &str, place: Place) -> Result<Box<dyn AnyPosition>, Stop> {
        Ok(self.registry.open(token).map_err(|error| failure::of_token(token, error, place))?)
    }

    pub(crate) fn game(&self, name: &str) -> Result<&'r dyn AnyGame, Stop> {
        Ok(self.registry.find_game(name).map_err(|error| Failure::name("unknown-game", Thing::Game, error))?)
    }

    pub(crate) fn contest(&self, name: &str) -> Result<&'r dyn Contest, Stop> {
        let unknown = |error| {
            let failure = Failure::name("unknown-format", Thing::Format, error);
            match self.registry.contests().next() {
                Some(first) if Path::new(name).is_file() => {
                    failure.hint(Hint::FormatFirst { format: first.id(), file: name.to_owned() })
                }
                _ => failure,
            }
        };
        Ok(self.registry.find_contest(name).map_err(unknown)?)
    }

    /// Returns the table library of this run. The library has the tables in memory and in folders. All tables in memory
    /// together need at most the memory of `--mem`.
    ///
    /// # Errors
    /// A table store cannot be listed.
    pub(crate) fn library(&self) -> Result<&Library, Failure> {
        if let Some(library) = self.library.get() {
            return Ok(library);
        }
        for folder in self.global.folders.missing() {
            self.warn(Note::NoFolder { folder: folder.display().to_string() });
        }
        let folders = Folders::open(self.global.folders.all()?)?;
        Ok(self.library.get_or_init(|| Library::new(self.global.mem).with_storage(Arc::new(folders))))
    }

    /// Returns the flag that Ctrl-C sets. After a call of this function, the first Ctrl-C only sets the flag. The work
    /// can then end in an orderly way.
    pub(crate) fn interrupt(&self) -> Result<&Interrupt, Stop> {
        if let Some(interrupt) = self.interrupt.get() {
            return Ok(interrupt);
        }
        let interrupt = Interrupt::listen_to_all(|| ()).map_err(|error| Failure::reading(Wrong::TheSignals, &error))?;
        Ok(self.interrupt.get_or_init(|| interrupt))
    }

    /// Returns an error if the command has `--json`. A verb calls this function if its output has a format of its own.
    pub(crate) fn no_json(&self, verb: &str, hint: impl Into<Message>) -> Result<(), Stop> {
        if self.global.json {
            return Err(Failure::usage(Wrong::NoJson { verb: verb.to_owned() }).hint(hint).into());
        }
        Ok(())
    }
}

/// Shows the progress of a solve of a position's board. If the program has not printed the plan of the solve yet, the
/// function prints the plan first.
pub(crate) fn show(
    global: &Global,
    lang: Lang,
    position: Option<&dyn AnyPosition>,
    reporter: &Reporter,
    progress: Progress,
) {
    // With scratch space or `-v`, the program has already printed the plan.
    let is_stored =
        |position: &dyn AnyPosition| global.verbose || position.plan(global.domain, global.threads).spills(global.mem);
    let plan = || position.filter(|&it| !is_stored(it)).map(|position| plan::line(global, lang, position));
    reporter.report(progress, plan, global.json);
}

/// The error for a file with several positions where only one position is allowed.
pub(crate) fn one_of(file: &str) -> Failure {
    Failure::usage(Wrong::ManyPositions { file: file.to_owned() }).hint(Hint::OneOf { file: file.to_owned() })
}
