//! The verb `retrograde play` plays a game against the user. The user types one line per move. The program plays
//! perfectly or with a lower strength. If the board is too large for a table, the program looks some plies ahead, and
//! reports no values.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::path::Path;

use clap::Args;
use retrograde::author::{About, AnyPosition, Method};
use retrograde::rules::printable;
use retrograde::{Side, SolveError};
use retrograde_service::ask::{self, BestLine, Proof, Replied, Reply};
use retrograde_service::diagnosis::diagnosed;
use retrograde_service::filter::side_named;
use retrograde_service::lookahead::Lookahead;
use retrograde_service::opponent::{Opponent, PERFECT};
use retrograde_service::position;
use retrograde_service::report::{Head, MoveReport, MovesReport, Player, ProbeReport, Rule, SearchedReport};
use retrograde_service::unanswered::Unanswered;

use crate::asking::SHORTCUT;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop, Thing};
use crate::input::{Input, InputLine, Lines};
use crate::lang::{Catalogue, fill};
use crate::messages::{Hint, Note, Wrong, within};
use crate::opened::sentence;
use crate::style::{FAINT, STRONG};
use crate::verb::probe::print_moves;
use crate::word;

/// Play from a position against a perfect or a weaker opponent
///
/// Type moves such as c5c6, or one of: moves, hint, value, line, board, undo, resign, help, quit. The lines may also come from a
/// pipe. In a lost position the perfect opponent delays its loss as long as possible. In a drawn position it leaves you the fewest moves that
/// keep the draw, and prefers a move after which a mistake shows late. At the end play lists your mistakes. If no table of the board
/// fits the memory, the opponent looks some plies ahead instead, and play reports no values.
#[derive(Args)]
pub(crate) struct Play {
    /// The position to start from: a token, or FILE#NODE for a node of an edge list
    token: String,
    /// Your side, by its name or first letter; `both`, or `none` to watch [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    you: Option<String>,
    /// The strength of the program, from 0 (random moves) to 100 (perfect)
    #[arg(long, value_name = "PERCENT", default_value_t = PERFECT, value_parser = within::<u8>(0..=100))]
    strength: u8,
    /// The random seed for choosing among equal moves; printed on standard error
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

/// The number of moves that the user sees after the input `line`.
const LINE: usize = 20;
/// If a position occurs this number of times in a game, `play` reports the repetition. If the user only watches the
/// game, the game ends at this repetition.
const REPEATS: usize = 3;

/// The sides that the user plays.
enum You {
    Side(Side),
    Both,
    None,
}

impl You {
    fn named(name: Option<&str>, about: &About, turn: Side) -> Result<Self, Stop> {
        let Some(name) = name else { return Ok(Self::Side(turn)) };
        match (side_named(name, about), name) {
            (Some(side), _) => Ok(Self::Side(side)),
            (None, "both") => Ok(Self::Both),
            (None, "none") => Ok(Self::None),
            _ => Err(Failure::unknown(
                "unknown-side",
                Thing::Side,
                name,
                &[&about.sides[..], &["both", "none"]].concat(),
            )
            .into()),
        }
    }

    fn plays(&self, side: Side) -> bool {
        match self {
            Self::Side(yours) => *yours == side,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// The facts that play knows about the current position.
enum Known {
    /// The values of the position and its moves.
    Values(ProbeReport),
    /// The legal moves, and the reason why there is no table.
    Moves(MovesReport, SolveError),
}

impl Known {
    fn of(ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<Self, Stop> {
        let policy = ctx.policy(Method::Table);
        match ctx.try_ask(position, &ask::Probe::MOVES, &policy, &SHORTCUT)? {
            Ok(probed) => Ok(Self::Values(probed.report)),
            Err(Unanswered::Refused(refused @ (SolveError::TooLarge { .. } | SolveError::TooMany { .. }))) => {
                Ok(Self::Moves(position::moves(position).map_err(|error| Failure::moves(&error))?, refused))
            }
            Err(unanswered) => Err(ctx.stop(unanswered, position)),
        }
    }

    const fn turn(&self) -> Player {
        match self {
            Self::Values(report) => report.head.turn,
            Self::Moves(report, _) => report.state.turn,
        }
    }

    const fn over(&self) -> Option<Rule> {
        match self {
            Self::Values(report) => report.head.over,
            Self::Moves(report, _) => report.state.over,
        }
    }

    const fn winner(&self) -> Option<Player> {
        match self {
            Self::Values(report) => report.head.winner,
            Self::Moves(report, _) => report.state.winner,
        }
    }

    fn pos(&self) -> &str {
        match self {
            Self::Values(report) => &report.head.pos,
            Self::Moves(report, _) => &report.state.pos,
        }
    }

    /// Returns the value of the position; `None` if the value is not known.
    const fn head(&self) -> Option<&Head> {
        match self {
            Self::Values(report) => Some(&report.head),
            Self::Moves(..) => None,
        }
    }

    /// Returns the moves with their values, the best move first. If the values are not known, returns no moves.
    fn rated(&self) -> &[MoveReport] {
        match self {
            Self::Values(report) => report.moves.as_deref().unwrap_or_default(),
            Self::Moves(..) => &[],
        }
    }

    /// Returns the texts of all legal moves.
    fn actions(&self) -> Vec<&str> {
        match self {
            Self::Values(_) => self.rated().iter().map(|rated| rated.action.as_str()).collect(),
            Self::Moves(report, _) => report.moves.iter().map(|legal| legal.action.as_str()).collect(),
        }
    }
}

/// A played move.
struct Ply {
    /// The position before the move, and the facts that play knew about this position.
    from: Box<dyn AnyPosition>,
    known: Known,
    action: String,
}

impl Ply {
    fn mover(&self) -> Side {
        self.known.turn().side
    }

    /// Returns a text about the loss of the move compared with the best move. Returns `None` for a best move, and for a
    /// move without a known value.
    fn waste(&self, words: &Catalogue) -> Option<String> {
        let rated = self.known.rated().iter().find(|rated| rated.action == self.action)?;
        match (rated.waste, rated.drop) {
            (Some(0), _) => None,
            (Some(plies), _) => Some(fill(words.wastes, &[("plies", &words.plies(plies))])),
            (None, drop) => {
                let from = words.kind(self.known.head()?.value);
                let to = drop.map(|kind| words.kind(kind)).unwrap_or_default();
                Some(fill(words.drops_from, &[("from", &from), ("to", &to)]))
            }
        }
    }
}

/// A game in progress.
struct Match {
    you: You,
    opponent: Opponent,
    strength: u8,
    seed: u64,
    plies: Vec<Ply>,
    /// The current position, and the facts that play knows about it.
    position: Box<dyn AnyPosition>,
    now: Known,
    /// Whether to print a prompt before each input line.
    is_prompting: bool,
}

/// The effect of an input line of the user on the game.
enum Turn {
    /// The input line was a query, so the user is still to move.
    Same,
    /// The input line has changed the position.
    Next,
    Left,
}

impl Play {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        ctx.no_json("play", Hint::ProbeAll)?;
        let position = ctx.open(&self.token, Place::default())?;
        let now = Known::of(ctx, &*position)?;
        let you = You::named(self.you.as_deref(), position.about(), now.turn().side)?;
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        ctx.print_seed(seed);
        if let Known::Moves(_, refused) = &now {
            ctx.note(Note::LooksAhead { refused: refused.clone() });
        }
        let is_prompting = io::stdin().is_terminal() && io::stdout().is_terminal();
        let (strength, opponent) = (self.strength, Opponent::new(self.strength, seed));
        let mut game = Match { you, opponent, strength, seed, plies: Vec::new(), position, now, is_prompting };
        let mut lines = Input::open(Some(Path::new("-")))?.lines();
        game.show_board(ctx)?;
        game.play(ctx, &mut lines)?;
        Ok(Exit::Done)
    }
}

impl Match {
    fn play(&mut self, ctx: &mut Context<'_>, lines: &mut Lines) -> Result<(), Stop> {
        loop {
            if self.now.over().is_some() {
                return self.announce(ctx);
            }
            if self.you.plays(self.now.turn().side) {
                match self.your_turn(ctx, lines)? {
                    Turn::Same => {}
                    Turn::Next if self.awaits_reply() => {}
                    Turn::Next => self.show_board(ctx)?,
                    Turn::Left => return self.sum_up(ctx),
                }
            } else {
                self.reply(ctx)?;
                self.show_board(ctx)?;
            }
            if matches!(self.you, You::None) && self.repeats() >= REPEATS {
                let words = ctx.words();
                let text = if self.now.head().is_some() { words.never_ends } else { words.stops };
                writeln!(ctx.out, "{text}")?;
                return Ok(());
            }
        }
    }

    /// Whether the program moves next. Before a move of the program, the board is not printed.
    fn awaits_reply(&self) -> bool {
        self.now.over().is_none() && !self.you.plays(self.now.turn().side)
    }

    /// Returns how often the current position has occurred in this game.
    fn repeats(&self) -> usize {
        1 + self.plies.iter().filter(|ply| ply.known.pos() == self.now.pos()).count()
    }

    fn show_board(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        writeln!(ctx.out, "{}", self.position.draw())?;
        if self.now.over().is_some() {
            return Ok(());
        }
        let words = ctx.words();
        let hint = if self.plies.is_empty() && !matches!(self.you, You::None) { words.play_hint } else { "" };
        let turn = fill(words.to_move, &[("side", &words.side(self.now.turn()))]);
        writeln!(ctx.out, "{turn}{FAINT}{hint}{FAINT:#}")?;
        if self.repeats() == REPEATS {
            writeln!(ctx.out, "{FAINT}{}{FAINT:#}", words.third_time)?;
        }
        Ok(())
    }

    /// Chooses and plays the program's move.
    fn reply(&mut self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let (action, looked) = match self.now {
            Known::Values(_) => (self.answer(ctx)?, None),
            Known::Moves(..) => {
                let SearchedReport { action, looked, .. } = self.search()?;
                (action, Some(looked))
            }
        };
        let words = ctx.words();
        let side = words.side(self.now.turn());
        let shown = format!("{STRONG}{action}{STRONG:#}");
        let note = looked.map(|plies| fill(words.looked_ahead, &[("plies", &words.plies(plies))])).unwrap_or_default();
        writeln!(ctx.out, "{}{FAINT}{note}{FAINT:#}", fill(words.plays, &[("side", &side), ("move", &shown)]))?;
        self.make(ctx, action)
    }

    /// Returns the opponent's move by the table.
    fn answer(&mut self, ctx: &mut Context<'_>) -> Result<String, Stop> {
        let question = Reply { opponent: self.opponent.clone() };
        let replied = ctx.ask(&*self.position, &question)?;
        let Replied { rated, opponent } = replied.ok_or_else(|| self.unlike())?;
        self.opponent = opponent;
        Ok(rated.action)
    }

    /// Returns the opponent's move by looking ahead. The search needs at most 4 MiB. The limit of `--mem` does not
    /// include this memory.
    fn search(&self) -> Result<SearchedReport, Stop> {
        // Each ply has another seed. With the same seed, a game without an end would repeat the same moves for ever.
        let seed = self.seed.wrapping_add(self.plies.len() as u64);
        let found =
            Lookahead::new(self.strength, seed).play(&*self.position).map_err(|error| Failure::moves(&error))?;
        Ok(found.ok_or_else(|| self.unlike())?)
    }

    /// Plays a legal move of the current position.
    fn make(&mut self, ctx: &mut Context<'_>, action: String) -> Result<(), Stop> {
        let next = self.position.after_move(&action).ok_or_else(|| self.unlike())?;
        let now = Known::of(ctx, &*next)?;
        let (from, known) = (mem::replace(&mut self.position, next), mem::replace(&mut self.now, now));
        self.plies.push(Ply { from, known, action });
        Ok(())
    }

    /// The error for a move that the game has listed as legal and then refuses. A game that refuses a legal move breaks
    /// a law, which is a property that the solver relies on.
    fn unlike(&self) -> Failure {
        diagnosed(Failure::new(Fault::Internal, "inconsistent", Wrong::OtherMoves), &*self.position)
    }

    fn your_turn(&mut self, ctx: &mut Context<'_>, lines: &mut Lines) -> Result<Turn, Stop> {
        if self.is_prompting {
            write!(ctx.out, "{}> ", ctx.words().text(self.now.turn()))?;
        }
        ctx.out.flush()?;
        let Some(InputLine { text, .. }) = lines.next()? else { return Ok(Turn::Left) };
        let text = text.to_lowercase();
        let played = self.now.actions().into_iter().find(|action| action.to_lowercase() == text).map(str::to_owned);
        if let Some(action) = played {
            self.make(ctx, action)?;
            return Ok(Turn::Next);
        }
        match text.as_str() {
            "moves" => self.show_moves(ctx)?,
            "hint" => self.hint(ctx)?,
            "value" => self.show_value(ctx)?,
            "line" => self.show_line(ctx)?,
            "board" => self.show_board(ctx)?,
            "undo" => return self.undo(ctx),
            "help" | "?" => writeln!(ctx.out, "{}", ctx.words().play_help)?,
            "resign" => return self.resign(ctx),
            "quit" | "exit" | "q" => return Ok(Turn::Left),
            _ => {
                let shown = printable(&text);
                writeln!(ctx.out, "{}", fill(ctx.words().no_such_move, &[("text", &shown)]))?;
            }
        }
        Ok(Turn::Same)
    }

    fn show_moves(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        match &self.now {
            Known::Values(_) => print_moves(ctx, self.now.rated()),
            Known::Moves(..) => Ok(writeln!(ctx.out, "{}", word::wrapped(&self.now.actions().join(" ")))?),
        }
    }

    fn show_value(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let words = ctx.words();
        let text = self.now.head().map_or_else(|| words.not_solved.to_owned(), |head| words.verdict(head));
        Ok(writeln!(ctx.out, "{text}")?)
    }

    fn hint(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        if let Known::Moves(..) = self.now {
            let SearchedReport { action, looked, .. } = self.search()?;
            let words = ctx.words();
            let note = fill(words.looked_ahead, &[("plies", &words.plies(looked))]);
            return Ok(writeln!(ctx.out, "{STRONG}{action}{STRONG:#}{FAINT}{note}{FAINT:#}")?);
        }
        match self.now.rated().first() {
            Some(best) => Ok(writeln!(ctx.out, "{STRONG}{}{STRONG:#} {}", best.action, ctx.words().result(best))?),
            None => Ok(()),
        }
    }

    fn show_line(&mut self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        if self.now.head().is_none() {
            return self.show_value(ctx);
        }
        let line = BestLine { max: LINE };
        let Proof::Table(report) = ctx.ask(&*self.position, &line)? else { return Ok(()) };
        let actions: Vec<_> = report.line.iter().map(|rated| rated.action.as_str()).collect();
        let dots = if report.cut { " …" } else { "" };
        Ok(writeln!(ctx.out, "{}", word::wrapped(&format!("{}{dots}", actions.join(" "))))?)
    }

    /// Takes back the user's last move and all moves after it.
    fn undo(&mut self, ctx: &mut Context<'_>) -> Result<Turn, Stop> {
        let last = self.plies.iter().rposition(|ply| self.you.plays(ply.mover()));
        let Some(Ply { from, known, .. }) = last.and_then(|last| self.plies.drain(last..).next()) else {
            writeln!(ctx.out, "{}", ctx.words().not_moved)?;
            return Ok(Turn::Same);
        };
        (self.position, self.now) = (from, known);
        Ok(Turn::Next)
    }

    fn resign(&self, ctx: &mut Context<'_>) -> Result<Turn, Stop> {
        let loser = self.now.turn();
        let winner = Player::of(self.position.about(), loser.side.other());
        let words = ctx.words();
        let (loser, winner) = (words.side(loser), words.side(winner));
        let resigns = match self.now.head() {
            Some(head) => {
                let verdict = words.verdict(head);
                fill(words.resigns, &[("loser", &loser), ("winner", &winner), ("verdict", &verdict)])
            }
            None => fill(words.resigns_unsolved, &[("loser", &loser), ("winner", &winner)]),
        };
        writeln!(ctx.out, "{resigns}")?;
        Ok(Turn::Left)
    }

    /// Prints the result of the game.
    fn announce(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let (over, words) = (self.now.over(), ctx.words());
        let result = match self.now.winner() {
            Some(winner) => fill(words.won, &[("winner", &words.side(winner))]),
            None => words.level.to_owned(),
        };
        let (result, plies) = (format!("{STRONG}{result}{STRONG:#}"), words.plies(self.plies.len() as u32));
        let rule = over.map(|rule| words.text(rule)).unwrap_or_default();
        let values: [(&str, &dyn Display); 3] = [("result", &result), ("plies", &plies), ("rule", &rule)];
        writeln!(ctx.out, "{}", fill(words.result_after, &values))?;
        if let Some(rule) = over {
            let sentence = sentence(ctx, self.position.about().id, rule);
            let rule = rule.word();
            let reason = sentence.strip_prefix(rule).map_or(&*sentence, |rest| rest.trim_start_matches([':', ' ']));
            writeln!(ctx.out, "{FAINT}{}{FAINT:#}", word::wrapped(reason))?;
        }
        self.sum_up(ctx)
    }

    /// Lists the mistakes of the user. If the value of a move of the user is unknown, play does not claim that the user
    /// made no mistakes.
    fn sum_up(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let yours: Vec<_> = (1..).zip(&self.plies).filter(|(_, ply)| self.you.plays(ply.mover())).collect();
        let words = ctx.words();
        let wasteful: Vec<_> =
            yours.iter().filter_map(|&(number, ply)| Some((number, ply, ply.waste(words)?))).collect();
        if yours.iter().any(|(_, ply)| ply.known.head().is_none()) {
            writeln!(ctx.out, "{}", words.not_judged)?;
        } else if !yours.is_empty() && wasteful.is_empty() {
            writeln!(ctx.out, "{}", words.nothing_wasted)?;
        }
        for (number, ply, waste) in wasteful {
            let number: usize = number;
            let best = ply.known.rated().first().map(|best| best.action.as_str()).unwrap_or_default();
            let values: [(&str, &dyn Display); 4] =
                [("ply", &number), ("move", &ply.action), ("waste", &waste), ("best", &best)];
            writeln!(ctx.out, "{}", fill(words.wasted, &values))?;
        }
        Ok(())
    }
}
