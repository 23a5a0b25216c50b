//! The verb `retrograde why` explains the value of a position by the moves of the position.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrograde::Kind;
use retrograde::author::AnyPosition;
use retrograde_service::ask::{Certify, WhyIsIt};
use retrograde_service::certificate::CertificateReport;
use retrograde_service::report::{AnsweredReport, LoopReport, MoveReport, StrategyWhy, WhyReport};

use crate::asking::PROOF;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::global::MethodChoice;
use crate::lang::{Catalogue, fill};
use crate::messages::{Note, Unit, Wrong, counted};
use crate::positions::Positions;
use crate::proof;
use crate::save::{is_stdout, save};
use crate::style::of_value;
use crate::word::wrapped;

/// Explain a value: the moves that force it, or the loop that keeps a draw
///
/// If no table fits, a game with a built-in proof{race+cannons? (race, cannons)} shows how the winner answers every move, and how each side
/// keeps a tie. If there are very many moves, why shows only the first ones.
#[derive(Args)]
pub(crate) struct Why {
    #[command(flatten)]
    positions: Positions,
    /// How to find the reason; auto takes the game's own proof if the table is too large
    #[arg(long, value_name = "HOW", default_value = "auto")]
    method: MethodChoice,
    /// Write a proof that needs only the rules, as JSON Lines; `-`: to standard output, instead of the explanation
    ///
    /// A certificate proves the value of one position by claims about other positions. Each claim follows from the rules and from
    /// other claims. `retrograde verify --certificate` checks it without the solver.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl Why {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut headings = self.positions.headings(ctx);
        let mut explain = |ctx: &mut Context<'_>, position: &dyn AnyPosition| {
            let certificate =
                self.certificate.as_deref().map(|file| Ok::<_, Stop>((file, ctx.ask(position, &Certify)?)));
            let certificate = certificate.transpose()?;
            let proof = ctx.ask_by(position, &WhyIsIt, self.method, &PROOF)?;
            // The certificate and the proof are complete here. So an error such as a wrong value in a table leaves no
            // certificate.
            match &certificate {
                Some((file, certificate)) if is_stdout(file) => return Ok(write!(ctx.out, "{certificate}")?),
                Some((file, certificate)) => keep(ctx, certificate, file)?,
                None => {}
            }
            proof::print(ctx, &proof, |ctx| headings.write(ctx, &position.token()), print, print_strategy)
        };
        if self.certificate.is_some() {
            let position = self.positions.only(ctx, Wrong::OneCertificate)?;
            explain(ctx, &*position)?;
        } else {
            self.positions.each(ctx, explain)?;
        }
        Ok(Exit::Done)
    }
}

fn keep(ctx: &Context<'_>, certificate: &CertificateReport, file: &Path) -> Result<(), Stop> {
    save(file, certificate.to_string().as_bytes())?;
    let claims = counted(certificate.claims.len() as u64, Unit::Claim);
    ctx.note(Note::Certificate { file: file.display().to_string(), claims });
    Ok(())
}

fn print(ctx: &mut Context<'_>, report: &WhyReport) -> Result<(), Stop> {
    let (words, style) = (ctx.words(), of_value(report.head.value));
    writeln!(ctx.out, "{style}{}{style:#}", words.verdict(&report.head))?;
    if report.head.over.is_some() {
        return Ok(());
    }
    let (proof, giveaway) = match report.head.value {
        Kind::Win => (words.proof_win, words.giveaway_win),
        Kind::Loss => (words.proof_loss, ""),
        Kind::Tie => (words.proof_tie, words.giveaway_tie),
        Kind::Draw => (words.proof_draw, words.giveaway_draw),
    };
    writeln!(ctx.out, "{}", fill(words.heading, &[("heading", &proof)]))?;
    print_moves(ctx, report.moves.iter().map(|rated| answered(words, rated)))?;
    if !report.others.is_empty() {
        writeln!(ctx.out, "{}", fill(words.heading, &[("heading", &giveaway)]))?;
        print_moves(ctx, report.others.iter().map(|rated| plain(words, rated)))?;
    }
    match &report.cycle {
        Some(LoopReport { moves, from }) => {
            let (way, round) = moves.split_at(*from);
            let way = if way.is_empty() { String::new() } else { fill(words.endless_way, &[("way", &way.join(" "))]) };
            let endless = fill(words.endless, &[("way", &way), ("round", &round.join(" "))]);
            Ok(writeln!(ctx.out, "{}", wrapped(&endless))?)
        }
        None => Ok(()),
    }
}

fn print_strategy(ctx: &mut Context<'_>, StrategyWhy { why, theory, more }: &StrategyWhy) -> Result<(), Stop> {
    proof::print_theory(ctx, &why.head, theory)?;
    if why.moves.is_empty() {
        return Ok(());
    }
    let words = ctx.words();
    let heading = match why.head.value {
        Kind::Win => words.proof_known,
        Kind::Tie => words.proof_tie,
        _ => words.proof_loss,
    };
    writeln!(ctx.out, "{}", fill(words.heading, &[("heading", &heading)]))?;
    let more = (*more > 0).then(|| fill(words.and_more, &[("number", more)]));
    print_moves(ctx, why.moves.iter().map(|rated| answered(words, rated)).chain(more))
}

fn print_moves(ctx: &mut Context<'_>, moves: impl Iterator<Item = String>) -> Result<(), Stop> {
    for line in moves {
        writeln!(ctx.out, "  {line}")?;
    }
    Ok(())
}

fn plain(words: &Catalogue, rated: &MoveReport) -> String {
    let rule = rated.over.map(|rule| fill(words.rule_after, &[("rule", &words.text(rule))]));
    let result = fill(words.move_after, &[("move", &rated.action), ("result", &words.result(rated))]);
    result + &rule.unwrap_or_default()
}

fn answered(words: &Catalogue, AnsweredReport { rated, reply }: &AnsweredReport) -> String {
    let reply = reply.as_ref().map(|reply| fill(words.answered_by, &[("reply", reply)]));
    plain(words, rated) + &reply.unwrap_or_default()
}
