//! Counts the positions in a table by value, side to move, tier and depth.

use retrograde::{AnyBoard, BySide, Cell, Counts, Deepest, Depth, Histogram, Kind, Side, Slot, Value, Values};

use super::{Ask, Asked};
use crate::report::Player;
use crate::report::{DeepestReport, SCHEMA, StatsReport, TierReport, TurnReport};
use crate::session::{AskError, Session};
use crate::whole::by_depth;

/// Asks for the number of positions in a table, by value, side to move, tier and depth.
#[derive(Clone, Copy, Debug)]
pub struct Count;

impl Ask for Count {
    type Report = StatsReport;

    fn ask(&self, asked: Asked<'_>) -> Result<StatsReport, AskError> {
        asked.session.stats()
    }
}

/// The largest number of raw slots (slots before symmetric positions are merged) with which a board's positions are
/// counted one by one. On a larger board, positions that share a slot count as one, because a visit to every position
/// takes minutes.
const MANY: u64 = 1 << 26;

impl Session {
    /// Returns the counts of the positions in the table. The counts are computed once and then cached. If positions
    /// share slots, and the board has more than 67 million raw slots (slots before symmetric positions are merged), the
    /// function counts slots instead of positions.
    ///
    /// # Errors
    /// The table cannot be read.
    ///
    /// # Complexity
    /// The first call of the function makes one pass over the table. Later calls return the cached counts.
    pub fn stats(&self) -> Result<StatsReport, AskError> {
        self.stats_or(|| self.count())
    }

    fn count(&self) -> Result<StatsReport, AskError> {
        if let Some(table) = self.shared.as_ref().filter(|_| self.board.slots() > MANY) {
            return self.stats_by_slot(&**table);
        }
        let mut tiers = Tiers::of(self);
        let stats = self.questions().stats_with(|slot, value, turn| tiers.add(&*self.board, slot, value, turn));
        let stats = self.answer(stats)?;
        Ok(StatsReport {
            schema: SCHEMA,
            game: self.about.id,
            table: self.table.clone(),
            domain: self.domain,
            slots: stats.slots,
            positions: stats.positions,
            turns: turns(self, &stats.totals),
            tiers: tiers.report(self),
            by_depth: by_depth(&stats.by_depth),
            deepest: stats.deepest.iter().filter_map(|deepest| report(self, deepest)).collect(),
        })
    }

    /// Counts the slots by value. The counts do not show which side is to move. For a table in files, the function
    /// reads the counts from the metadata, and finds the lowest slots of the deepest values quickly.
    fn stats_by_slot(&self, table: &dyn Values) -> Result<StatsReport, AskError> {
        let Histogram { totals, by_depth } = table.histogram()?;
        let deepest = [Kind::Win, Kind::Loss, Kind::Tie].into_iter().filter_map(|kind| deepest(kind, &by_depth));
        let deepest: Vec<_> = deepest.map(|value| self.lowest(table, value)).collect::<Result<Vec<_>, AskError>>()?;
        Ok(StatsReport {
            schema: SCHEMA,
            game: self.about.id,
            table: self.table.clone(),
            domain: self.domain,
            slots: table.slots(),
            positions: totals.total(),
            turns: Vec::new(),
            tiers: Vec::new(),
            by_depth: self::by_depth(&by_depth),
            deepest: deepest.into_iter().flatten().collect(),
        })
    }

    /// Returns the position of the lowest slot that has the given value.
    fn lowest(&self, table: &dyn Values, value: Value) -> Result<Option<DeepestReport>, AskError> {
        let (Some(cell), Some(depth)) = (Cell::of(value), value.depth()) else { return Ok(None) };
        let Some(slot) = table.lowest(cell)? else { return Ok(None) };
        let here = self.board.behaviour(slot, &mut Vec::new());
        let report = here.zip(self.board.table_token(slot)).map(|(here, pos)| DeepestReport {
            turn: Player::of(&self.about, here.turn),
            value: value.kind(),
            depth: depth.plies(),
            pos,
        });
        Ok(report)
    }
}

/// Returns the counts for each side to move.
fn turns(session: &Session, totals: &BySide<Counts>) -> Vec<TurnReport> {
    let of = |side: Side| TurnReport { turn: Player::of(&session.about, side), counts: totals[side].into() };
    Side::BOTH.map(of).into()
}

/// The counts of positions by tier. A tier is a set of slots. After a game has left a tier, no move leads back into the
/// tier.
struct Tiers {
    names: Vec<String>,
    /// The counts of each tier, in the order of `names`.
    totals: Vec<BySide<Counts>>,
}

impl Tiers {
    fn of(session: &Session) -> Self {
        let names = session.board.tiers();
        Self { totals: vec![BySide::default(); names.len()], names }
    }

    fn add(&mut self, board: &dyn AnyBoard, slot: Slot, value: Value, turn: Side) {
        if !self.names.is_empty()
            && let Some(tier) = board.tier(slot).and_then(|tier| self.totals.get_mut(tier))
        {
            tier[turn].add(value.kind());
        }
    }

    /// Returns the tiers that contain positions. If fewer than two tiers contain positions, returns an empty list.
    fn report(self, session: &Session) -> Vec<TierReport> {
        let report = |(tier, totals): (String, BySide<Counts>)| TierReport {
            tier,
            positions: Side::BOTH.map(|side| totals[side].total()).iter().sum(),
            turns: turns(session, &totals),
        };
        let tiers = self.names.into_iter().zip(self.totals).map(report).filter(|tier| tier.positions > 0);
        let tiers: Vec<_> = tiers.collect();
        if tiers.len() > 1 { tiers } else { Vec::new() }
    }
}

/// Returns the deepest value of class `kind` that `by_depth` counts at least once; `None` if `by_depth` counts no value
/// of this class.
fn deepest(kind: Kind, by_depth: &[Counts]) -> Option<Value> {
    let depth = Depth::new(by_depth.iter().rposition(|counts| counts.of(kind) > 0)? as u32);
    Some(match kind {
        Kind::Win => Value::Win(depth),
        Kind::Loss => Value::Loss(depth),
        Kind::Tie => Value::Tie(depth),
        Kind::Draw => Value::Draw,
    })
}

fn report(session: &Session, deepest: &Deepest) -> Option<DeepestReport> {
    Some(DeepestReport {
        turn: Player::of(&session.about, deepest.turn),
        value: deepest.value.kind(),
        depth: deepest.value.depth()?.plies(),
        pos: session.print(deepest.position).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use retrograde::Options;
    use retrograde::author::Domain;

    use super::*;
    use crate::registry::Registry;

    #[test]
    fn slots_are_counted_as_a_whole_solve_counts_them_and_the_deepest_are_so_deep() {
        let registry = Registry::from_iter(retrograde_games::builtin());
        for token in ["quixo:3x3", "dobutsu:1l1/3/3/1L1_sente_Ce"] {
            let position = registry.open(token).unwrap();
            let options = Options::DEFAULT;
            let session = Session::solve(&*position, Domain::All, &options).unwrap();
            let whole = Session::solve(&*position, Domain::All, &options).unwrap().report(&*position).unwrap();
            let report = session.stats_by_slot(&**session.shared.as_ref().unwrap()).unwrap();
            assert_eq!((report.slots, report.positions), (whole.slots, whole.counted.positions), "{token}");
            assert_eq!(report.by_depth, whole.counted.by_depth, "{token}");
            let by_position = session.stats().unwrap();
            for deepest in &report.deepest {
                let same = |other: &&DeepestReport| (other.value, other.depth) == (deepest.value, deepest.depth);
                assert!(by_position.deepest.iter().any(|other| same(&other)), "{token}: {deepest:?}");
                let position = registry.open(&deepest.pos).unwrap();
                let worth = session.worth(&*position).unwrap();
                assert_eq!((worth.value, worth.depth), (deepest.value, Some(deepest.depth)), "{token}: {deepest:?}");
            }
            assert!(!report.deepest.is_empty() && report.turns.is_empty());
        }
    }
}
