//! The verb `retrograde play` plays a game against the user, who types one line per move. The program plays perfectly
//! or with less strength.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::path::Path;

use clap::Args;
use retrograde::Side;
use retrograde::author::{About, AnyPosition};
use retrograde::rules::printable;
use retrograde_service::ask::{self, BestLine, Proof, Replied, Reply};
use retrograde_service::diagnosis::diagnosed;
use retrograde_service::filter::side_named;
use retrograde_service::opponent::{Opponent, PERFECT};
use retrograde_service::report::{Head, MoveReport, Player, ProbeReport};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop, Thing};
use crate::input::{Input, InputLine, Lines};
use crate::lang::{Catalogue, fill};
use crate::messages::{Hint, Wrong, within};
use crate::opened::sentence;
use crate::style::{FAINT, STRONG};
use crate::verb::probe::print_moves;
use crate::word;

/// Play from a position against a perfect or a weaker opponent
///
/// Type moves such as c5c6, or one of: moves, hint, value, line, board, undo, resign, help, quit. The lines may also come from a
/// pipe. In a lost position the perfect opponent delays its loss as long as possible. In a drawn position it leaves you the fewest moves that
/// keep the draw, and prefers a move after which a mistake shows late. At the end play lists your mistakes.
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
/// If a position occurs this number of times in a game, `play` reports the repetition. If the user only watches, the
/// game then ends.
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

/// A played move.
struct Ply {
    /// The position before the move; the field `head` has its value.
    from: Box<dyn AnyPosition>,
    head: Head,
    rated: MoveReport,
    best: String,
}

impl Ply {
    /// Returns, as text, how much the move lost compared with the best move; `None` for a best move.
    fn waste(&self, words: &Catalogue) -> Option<String> {
        match (self.rated.waste, self.rated.drop) {
            (Some(0), _) => None,
            (Some(plies), _) => Some(fill(words.wastes, &[("plies", &words.plies(plies))])),
            (None, drop) => {
                let (from, to) = (words.kind(self.head.value), drop.map(|kind| words.kind(kind)).unwrap_or_default());
                Some(fill(words.drops_from, &[("from", &from), ("to", &to)]))
            }
        }
    }
}

/// A game in progress.
struct Match {
    you: You,
    opponent: Opponent,
    plies: Vec<Ply>,
    /// The current position; the field `now` has its report.
    position: Box<dyn AnyPosition>,
    now: ProbeReport,
    /// Whether to print a prompt before each input line.
    is_prompting: bool,
}

/// The effect of an input line of the user on the game.
enum Turn {
    /// The input line was a query, so it is still the user's turn.
    Same,
    /// The input line has changed the position.
    Next,
    Left,
}

impl Play {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        ctx.no_json("play", Hint::ProbeAll)?;
        let position = ctx.open(&self.token, Place::default())?;
        let now = probe(ctx, &*position)?;
        let you = You::named(self.you.as_deref(), position.about(), now.head.turn.side)?;
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        ctx.print_seed(seed);
        let is_prompting = io::stdin().is_terminal() && io::stdout().is_terminal();
        let opponent = Opponent::new(self.strength, seed);
        let mut game = Match { you, opponent, plies: Vec::new(), position, now, is_prompting };
        let mut lines = Input::open(Some(Path::new("-")))?.lines();
        game.show_board(ctx)?;
        game.play(ctx, &mut lines)?;
        Ok(Exit::Done)
    }
}

fn probe(ctx: &mut Context<'_>, position: &dyn AnyPosition) -> Result<ProbeReport, Stop> {
    Ok(ctx.ask(position, &ask::Probe::MOVES)?.report)
}

impl Match {
    fn play(&mut self, ctx: &mut Context<'_>, lines: &mut Lines) -> Result<(), Stop> {
        loop {
            if self.now.head.over.is_some() {
                return self.announce(ctx);
            }
            if self.you.plays(self.now.head.turn.side) {
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
                writeln!(ctx.out, "{}", ctx.words().never_ends)?;
                return Ok(());
            }
        }
    }

    /// Whether the program moves next. Before a move of the program, the board is not printed.
    fn awaits_reply(&self) -> bool {
        self.now.head.over.is_none() && !self.you.plays(self.now.head.turn.side)
    }

    fn moves(&self) -> &[MoveReport] {
        self.now.moves.as_deref().unwrap_or_default()
    }

    /// Returns how often the current position has occurred in this game.
    fn repeats(&self) -> usize {
        1 + self.plies.iter().filter(|ply| ply.head.pos == self.now.head.pos).count()
    }

    fn show_board(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        writeln!(ctx.out, "{}", self.position.draw())?;
        if self.now.head.over.is_some() {
            return Ok(());
        }
        let words = ctx.words();
        let hint = if self.plies.is_empty() && !matches!(self.you, You::None) { words.play_hint } else { "" };
        let turn = fill(words.to_move, &[("side", &words.side(self.now.head.turn))]);
        writeln!(ctx.out, "{turn}{FAINT}{hint}{FAINT:#}")?;
        if self.repeats() == REPEATS {
            writeln!(ctx.out, "{FAINT}{}{FAINT:#}", words.third_time)?;
        }
        Ok(())
    }

    /// Chooses and plays the program's move.
    fn reply(&mut self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let question = Reply { opponent: self.opponent.clone() };
        let replied = ctx.ask(&*self.position, &question)?;
        let Replied { rated, opponent } = replied.ok_or_else(|| self.unlike())?;
        self.opponent = opponent;
        let words = ctx.words();
        let (side, action) = (words.side(self.now.head.turn), format!("{STRONG}{}{STRONG:#}", rated.action));
        writeln!(ctx.out, "{}", fill(words.plays, &[("side", &side), ("move", &action)]))?;
        self.make(ctx, rated)
    }

    /// Plays a legal move of the current position.
    fn make(&mut self, ctx: &mut Context<'_>, rated: MoveReport) -> Result<(), Stop> {
        let next = self.position.after_move(&rated.action).ok_or_else(|| self.unlike())?;
        let now = probe(ctx, &*next)?;
        let best = self.moves().first().map(|best| best.action.clone()).unwrap_or_default();
        let (from, head) = (mem::replace(&mut self.position, next), mem::replace(&mut self.now, now).head);
        self.plies.push(Ply { from, head, rated, best });
        Ok(())
    }

    /// The error for a move that was listed but is not legal any more. The game then breaks a law, which is a property
    /// that the solver relies on.
    fn unlike(&self) -> Failure {
        diagnosed(Failure::new(Fault::Internal, "inconsistent", Wrong::OtherMoves), &*self.position)
    }

    fn your_turn(&mut self, ctx: &mut Context<'_>, lines: &mut Lines) -> Result<Turn, Stop> {
        if self.is_prompting {
            write!(ctx.out, "{}> ", ctx.words().text(self.now.head.turn))?;
        }
        ctx.out.flush()?;
        let Some(InputLine { text, .. }) = lines.next()? else { return Ok(Turn::Left) };
        let text = text.to_lowercase();
        let played = self.moves().iter().find(|rated| rated.action.to_lowercase() == text).cloned();
        if let Some(rated) = played {
            self.make(ctx, rated)?;
            return Ok(Turn::Next);
        }
        match text.as_str() {
            "moves" => print_moves(ctx, self.moves())?,
            "hint" => self.hint(ctx)?,
            "value" => writeln!(ctx.out, "{}", ctx.words().verdict(&self.now.head))?,
            "line" => self.show_line(ctx)?,
            "board" => self.show_board(ctx)?,
            "undo" => return self.undo(ctx),
            "help" | "?" => writeln!(ctx.out, "{}", ctx.words().play_help)?,
            "resign" => return self.resign(ctx),
            "quit" | "exit" => return Ok(Turn::Left),
            _ => {
                let shown = printable(&text);
                writeln!(ctx.out, "{}", fill(ctx.words().no_such_move, &[("text", &shown)]))?;
            }
        }
        Ok(Turn::Same)
    }

    fn hint(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        match self.moves().first() {
            Some(best) => Ok(writeln!(ctx.out, "{STRONG}{}{STRONG:#} {}", best.action, ctx.words().result(best))?),
            None => Ok(()),
        }
    }

    fn show_line(&mut self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let line = BestLine { max: LINE };
        let Proof::Table(report) = ctx.ask(&*self.position, &line)? else { return Ok(()) };
        let actions: Vec<_> = report.line.iter().map(|rated| rated.action.as_str()).collect();
        let dots = if report.cut { " …" } else { "" };
        Ok(writeln!(ctx.out, "{}", word::wrapped(&format!("{}{dots}", actions.join(" "))))?)
    }

    /// Takes back the user's last move and all moves after it.
    fn undo(&mut self, ctx: &mut Context<'_>) -> Result<Turn, Stop> {
        let last = self.plies.iter().rposition(|ply| self.you.plays(ply.head.turn.side));
        let Some(Ply { from, .. }) = last.and_then(|last| self.plies.drain(last..).next()) else {
            writeln!(ctx.out, "{}", ctx.words().not_moved)?;
            return Ok(Turn::Same);
        };
        self.now = probe(ctx, &*from)?;
        self.position = from;
        Ok(Turn::Next)
    }

    fn resign(&self, ctx: &mut Context<'_>) -> Result<Turn, Stop> {
        let loser = self.now.head.turn;
        let winner = Player::of(self.position.about(), loser.side.other());
        let words = ctx.words();
        let (loser, winner, verdict) = (words.side(loser), words.side(winner), words.verdict(&self.now.head));
        let values: [(&str, &dyn Display); 3] = [("loser", &loser), ("winner", &winner), ("verdict", &verdict)];
        writeln!(ctx.out, "{}", fill(words.resigns, &values))?;
        Ok(Turn::Left)
    }

    /// Prints the result of the game.
    fn announce(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let (head, words) = (&self.now.head, ctx.words());
        let result = match head.winner {
            Some(winner) => fill(words.won, &[("winner", &words.side(winner))]),
            None => words.level.to_owned(),
        };
        let (result, plies) = (format!("{STRONG}{result}{STRONG:#}"), words.plies(self.plies.len() as u32));
        let rule = head.over.map(|rule| words.text(rule)).unwrap_or_default();
        let values: [(&str, &dyn Display); 3] = [("result", &result), ("plies", &plies), ("rule", &rule)];
        writeln!(ctx.out, "{}", fill(words.result_after, &values))?;
        if let Some(rule) = head.over {
            let sentence = sentence(ctx, head.game, rule);
            let rule = rule.word();
            let reason = sentence.strip_prefix(rule).map_or(&*sentence, |rest| rest.trim_start_matches([':', ' ']));
            writeln!(ctx.out, "{FAINT}{}{FAINT:#}", word::wrapped(reason))?;
        }
        self.sum_up(ctx)
    }

    /// Lists the mistakes of the user.
    fn sum_up(&self, ctx: &mut Context<'_>) -> Result<(), Stop> {
        let yours = (1..).zip(&self.plies).filter(|(_, ply)| self.you.plays(ply.head.turn.side));
        let words = ctx.words();
        let wasteful: Vec<_> =
            yours.clone().filter_map(|(number, ply)| Some((number, ply, ply.waste(words)?))).collect();
        if yours.count() > 0 && wasteful.is_empty() {
            writeln!(ctx.out, "{}", words.nothing_wasted)?;
        }
        for (number, ply, waste) in wasteful {
            let number: usize = number;
            let values: [(&str, &dyn Display); 4] =
                [("ply", &number), ("move", &ply.rated.action), ("waste", &waste), ("best", &ply.best)];
            writeln!(ctx.out, "{}", fill(words.wasted, &values))?;
        }
        Ok(())
    }
}
