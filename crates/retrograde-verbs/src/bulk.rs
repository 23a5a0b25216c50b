//! The values of many positions, on all threads: one look into a table for each, and no moves.

use std::io::Write;

use retrograde::entry::AnyPosition;
use retrograde_desk::Session;
use retrograde_desk::report::Head;
use retrograde_desk::session::AskError;

use crate::context::Context;
use crate::failure::{self, Place, Stop};
use crate::positions::Positions;
use crate::tables::{Tables, refused};

/// Positions that are read before any of them is answered.
const BATCH: usize = 1 << 14;
/// Positions worth a thread.
const SHARE: usize = 256;

/// Tells the value of every position, a line each.
pub(crate) fn tell(ctx: &mut Context<'_>, positions: &Positions) -> Result<(), Stop> {
    let mut tables = Tables::default();
    positions.each_batch(ctx, BATCH, |ctx, batch| answer(ctx, &mut tables, &batch))
}

fn answer(ctx: &mut Context<'_>, tables: &mut Tables, batch: &[(String, Place)]) -> Result<(), Stop> {
    let (registry, threads) = (ctx.registry, threads(ctx));
    let opened = spread(threads, batch, |(token, place)| {
        registry.open(token).map_err(|error| failure::of_token(token, error, place.clone()))
    });
    let mut positions = Vec::with_capacity(opened.len());
    let mut unopened = None;
    for opened in opened {
        match opened {
            Ok(position) => positions.push((position.instance(), position)),
            // Those before it are answered first.
            Err(failure) => {
                unopened = Some(failure);
                break;
            }
        }
    }
    for of_instance in positions.chunk_by(|(one, _), (other, _)| one == other) {
        answer_of_instance(ctx, tables, of_instance)?;
    }
    unopened.map_or(Ok(()), |failure| Err(failure.into()))
}

/// Answers for positions of one instance.
fn answer_of_instance(
    ctx: &mut Context<'_>,
    tables: &mut Tables,
    positions: &[(String, Box<dyn AnyPosition>)],
) -> Result<(), Stop> {
    let (threads, domain) = (threads(ctx), ctx.global.domain);
    let mut rest = positions;
    while let [(_, first), ..] = rest {
        let session: &Session = tables.of(ctx, &**first).map_err(|none| none.stop(&**first, domain))?;
        let heads = spread(threads, rest, |(_, position)| session.worth(&**position));
        let mut answered = 0;
        for head in heads {
            match head {
                Ok(head) => write(ctx, &head)?,
                // A table of what can be reached from another position may not hold this one.
                Err(AskError::NotReached { .. }) if answered > 0 => break,
                Err(error) => return Err(refused(domain, &*rest[answered].1, error).stop(&*rest[answered].1, domain)),
            }
            answered += 1;
        }
        rest = &rest[answered..];
    }
    Ok(())
}

fn write(ctx: &mut Context<'_>, head: &Head) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(head);
    }
    let verdict = ctx.words().verdict(head);
    Ok(writeln!(ctx.out, "{}  {verdict}", head.pos)?)
}

fn threads(ctx: &Context<'_>) -> usize {
    match ctx.global.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Does the same to many things on so many threads; what comes of them, in their order.
fn spread<T: Sync, U: Send>(threads: usize, things: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let share = things.len().div_ceil(threads.max(1)).max(SHARE);
    let work = &work;
    let each = |share: &[T]| share.iter().map(work).collect::<Vec<U>>();
    std::thread::scope(|scope| {
        let mut shares = things.chunks(share);
        let own = shares.next().unwrap_or_default();
        let others: Vec<_> = shares
            .map(|share| std::thread::Builder::new().spawn_scoped(scope, move || each(share)).map_err(|_| share))
            .collect();
        let mut done = each(own);
        for other in others {
            done.extend(match other {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                // If the system gives no more threads, this one does the work.
                Err(share) => each(share),
            });
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spread_comes_back_in_order() {
        for count in [0, 1, SHARE, SHARE + 1, 10 * SHARE + 7] {
            let things: Vec<usize> = (0..count).collect();
            for threads in [1, 2, 7] {
                let done = spread(threads, &things, |thing| thing * 2);
                assert!(done.iter().copied().eq((0..count).map(|thing| thing * 2)), "{count} on {threads}");
            }
        }
    }
}
