//! Computes the slots of the successors of many slots by the forward rules, without building positions.
//!
//! The code gives the same result as [`Position`](super::Position), but it is fast enough to verify whole tables. A
//! position is stored as the places of its animals in a frame (the squares of the lions). The number of the successor's
//! arrangement (the places of all animals except the lions) is computed from the places that the move changes. This
//! module contains no un-moves and no seeds.
//!
//! A move is *safe* if two conditions hold. The opponent's reply cannot capture the mover's lion. The opponent's reply
//! cannot put the opponent's lion on a square of its goal that no animal of the mover attacks. The successor after a
//! safe move has a slot. After any other move, the opponent wins with the next move. Animals step by one square and
//! never block each other's attacks, so the attackers' squares alone determine the attacked squares.

use retrograde::rules::{Expansion, SlotRules};
use retrograde::{Depth, Slot, Value};

use super::arrangement::{FREE, HAND, HEN, Pair, Place, Places, Ranks, Row, Standings, THEIR_HAND, is_theirs, mask};
use super::board::Members;
use super::frame::{ALL_FREE, Frame, ON_LION, Stand};
use super::numbering::Numbering;

/// The value, for the mover, of a move after which the opponent can win with the next move.
const UNSAFE: Value = Value::Loss(Depth::new(1));

/// Writes the expansion (the list of all successors) of some slots.
pub(super) fn expand(numbering: &Numbering, slots: &[Slot], expansion: &mut Expansion) {
    expansion.clear();
    let mut known: Option<InRow<'_>> = None;
    for &Slot(slot) in slots {
        let (frame, rank) = numbering.at(slot);
        if !known.as_ref().is_some_and(|row| row.has(frame, rank)) {
            known = Some(InRow::new(numbering, frame, rank));
        }
        if let Some(row) = &known {
            let head = row.head(slot, rank, expansion);
            expansion.head(head);
        }
    }
}

/// The positions of a [`Row`]. The positions of a row differ only in the elephants.
struct InRow<'t> {
    numbering: &'t Numbering,
    frame: &'t Frame,
    row: Row,
    /// The chicks and the giraffes of the row.
    men: Men<'t>,
}

impl<'t> InRow<'t> {
    fn new(numbering: &'t Numbering, frame: usize, rank: u32) -> Self {
        let (frame, row) = (&numbering.frames.all[frame], numbering.ranks.row(rank));
        let men = Men::none(frame).with(0, row.chicks).with(1, row.giraffes);
        Self { numbering, frame, row, men }
    }

    fn has(&self, frame: usize, rank: u32) -> bool {
        self.frame.number == frame && (self.row.start..self.row.start + self.row.len).contains(&rank)
    }

    fn head(&self, slot: u64, rank: u32, expansion: &mut Expansion) -> SlotRules {
        let ranks = self.numbering.ranks;
        let men = self.men.with(2, ranks.elephants_at(&self.row, rank - self.row.start));
        if ranks.rank(men.places) != rank {
            return SlotRules::Elsewhere;
        }
        if self.numbering.shared_in(self.frame, slot) != slot {
            return SlotRules::Hole;
        }
        match self.frame.stand {
            Stand::Arrived if men.checks == 0 => return SlotRules::Over(Value::Loss(Depth::ZERO)),
            Stand::Open if !men.wins() => {}
            _ => return SlotRules::AtOnce,
        }
        let mut moves = Moves { numbering: self.numbering, ranks, men: &men, expansion, made: 0, safe: 0 };
        moves.each();
        match (moves.made, moves.safe) {
            (0, _) => SlotRules::Over(Value::Loss(Depth::ZERO)),
            (moves, safe) => SlotRules::Open { moves, known: (safe < moves).then_some(UNSAFE), unnumbered: false },
        }
    }
}

/// The animals of a position other than the lions, and the squares that they attack.
#[derive(Clone, Copy)]
struct Men<'t> {
    frame: &'t Frame,
    places: Places,
    /// The squares of the mover's animals. The field `theirs` contains the squares of the opponent's animals.
    own: u16,
    theirs: u16,
    /// The squares that the opponent's lion and other animals attack.
    attacked: u16,
    /// The squares that each animal of the mover attacks.
    attacks: [[u16; 2]; 3],
    /// The number of the mover's animals that attack the opponent's lion.
    checks: u32,
    /// The number of the opponent's animals that attack the mover's lion. The field `checker` is the set of the squares
    /// of the animals that attack the mover's lion.
    checkers: u32,
    checker: u16,
}

impl<'t> Men<'t> {
    const fn none(frame: &'t Frame) -> Self {
        let attacked = frame.beside[1];
        let (places, attacks) = ([[HAND; 2]; 3], [[0; 2]; 3]);
        Self { frame, places, own: 0, theirs: 0, attacked, attacks, checks: 0, checkers: 0, checker: 0 }
    }

    /// Adds the two animals of a kind.
    #[inline]
    fn with(mut self, kind: usize, pair: Pair) -> Self {
        self.places[kind] = pair;
        for (piece, &place) in pair.iter().enumerate() {
            let attacks = self.frame.attacks[kind][usize::from(place)];
            let on_lion = attacks & ON_LION != 0;
            if is_theirs(place) {
                self.theirs |= mask(place);
                self.attacked |= attacks;
                self.checkers += u32::from(on_lion);
                self.checker |= if on_lion { mask(place) } else { 0 };
            } else {
                self.own |= mask(place);
                self.attacks[kind][piece] = attacks & ALL_FREE;
                self.checks += u32::from(on_lion);
            }
        }
        self
    }

    /// Returns whether the mover can win with the next move. The mover wins if an animal can capture the opponent's
    /// lion, or if the mover's lion can step onto a square of its goal that the opponent does not attack.
    fn wins(&self) -> bool {
        self.checks > 0 || self.frame.goals[0] & !self.own & !self.attacked != 0
    }

    /// Returns the squares that the mover's animals attack. The attacks of the lion and of one given animal do not
    /// count.
    fn others(&self, kind: usize, piece: usize) -> u16 {
        let mut attacks = self.attacks;
        attacks[kind][piece] = 0;
        all(&attacks)
    }
}

/// Returns all squares that the animals attack.
fn all(attacks: &[[u16; 2]; 3]) -> u16 {
    attacks.as_flattened().iter().fold(0, |all, attacks| all | attacks)
}

/// Generates the moves of a position in which the game is not over, the lions are not adjacent, and no lion stands on
/// its goal.
struct Moves<'m, 's> {
    numbering: &'m Numbering,
    ranks: &'m Ranks,
    men: &'m Men<'m>,
    expansion: &'s mut Expansion,
    /// The number of all moves. The field `safe` is the number of safe moves.
    made: u32,
    safe: u32,
}

impl Moves<'_, '_> {
    fn each(&mut self) {
        let men = self.men;
        let turned = &self.numbering.frames.all[men.frame.turned];
        let places = men.places.map(|pair| men.frame.turns.of(pair));
        let base = Base { frame: turned, places, standings: self.ranks.standings(&places) };
        for kind in 0..3 {
            for piece in 0..2 {
                self.steps(&base, kind, piece);
            }
            self.drops(&base, kind);
        }
        self.lion();
    }

    /// Returns whether the opponent's lion has no safe step onto its goal. `attacks` contains the squares that the
    /// mover attacks, and `theirs` contains the squares of the opponent's animals.
    fn guards(&self, attacks: u16, theirs: u16) -> bool {
        self.men.frame.goals[1] & !attacks & !theirs == 0
    }

    fn child(&mut self, frame: &Frame, rank: u32) {
        self.safe += 1;
        let slot = frame.number as u64 * u64::from(self.ranks.len()) + u64::from(rank);
        self.expansion.child(Slot(self.numbering.shared_in(frame, slot)), false);
    }

    /// Adds the steps of an animal to the expansion (the list of successors).
    fn steps(&mut self, base: &Base<'_>, kind: usize, piece: usize) {
        let men = self.men;
        let to = men.attacks[kind][piece] & !men.own;
        self.made += to.count_ones();
        let to = match men.checkers {
            0 => to,
            1 => to & men.checker,
            _ => 0,
        };
        if to == 0 {
            return;
        }
        let watches = men.frame.goals[1] != 0;
        let others = if watches { men.frame.beside[0] | men.others(kind, piece) } else { 0 };
        let other = base.places[kind][1 - piece];
        for to in Members(to) {
            let place = grown(men.frame, kind, men.places[kind][piece], to);
            let attacks = men.frame.attacks[kind][usize::from(place)];
            if watches && !self.guards(others | attacks, men.theirs & !(1 << to)) {
                continue;
            }
            let pair = [men.frame.turns.one(place), other];
            let rank = if men.theirs >> to & 1 == 0 {
                self.ranks.rank_of(base.with(self.ranks, kind, pair))
            } else {
                self.taken(base, kind, pair, to)
            };
            self.child(base.frame, rank);
        }
    }

    /// Returns the rank of the successor's arrangement after a capture. A capture changes the places of the moved
    /// animal's kind and of the captured animal's kind.
    fn taken(&self, base: &Base<'_>, kind: usize, moved: Pair, to: u8) -> u32 {
        let (taken, piece) = self.men.on(to);
        if taken == kind {
            return self.ranks.rank_of(base.with(self.ranks, kind, [moved[0], THEIR_HAND]));
        }
        let held = [THEIR_HAND, base.places[taken][1 - piece]];
        let standings = with(self.ranks, base.with(self.ranks, kind, moved), taken, held);
        self.ranks.rank_of(standings)
    }

    /// Adds the drops of an animal to the expansion (the list of successors).
    fn drops(&mut self, base: &Base<'_>, kind: usize) {
        let men = self.men;
        let Some(piece) = men.places[kind].iter().position(|&place| place == HAND) else { return };
        let empty = ALL_FREE & !men.own & !men.theirs;
        self.made += empty.count_ones();
        if men.checkers > 0 {
            return;
        }
        let watches = men.frame.goals[1] != 0;
        let others = if watches { men.frame.beside[0] | all(&men.attacks) } else { 0 };
        let other = base.places[kind][1 - piece];
        for to in Members(empty) {
            if watches && !self.guards(others | men.frame.attacks[kind][usize::from(to)], men.theirs) {
                continue;
            }
            let pair = [men.frame.turns.one(to), other];
            let rank = self.ranks.rank_of(base.with(self.ranks, kind, pair));
            self.child(base.frame, rank);
        }
    }

    /// Adds the steps of the lion to the expansion (the list of successors).
    fn lion(&mut self) {
        let men = self.men;
        let to = men.frame.beside[0] & !men.own;
        self.made += to.count_ones();
        let safe = to & !men.attacked;
        let others = all(&men.attacks);
        for advance in men.frame.advances.iter().filter(|advance| safe >> advance.to & 1 == 1) {
            let at_home = men.frame.steps_at_home[usize::from(advance.to)];
            if !self.guards(others | at_home, men.theirs & !(1 << advance.to)) {
                continue;
            }
            let mut places = men.places;
            if men.theirs >> advance.to & 1 == 1 {
                let (kind, piece) = men.on(advance.to);
                places[kind][piece] = HAND;
            }
            let rank = self.ranks.rank(places.map(|pair| advance.places.of(pair)));
            self.child(&self.numbering.frames.all[advance.frame], rank);
        }
    }
}

impl Men<'_> {
    /// Returns the kind of the opponent's animal that stands on a square, and the index of the animal in the pair of
    /// its kind.
    fn on(&self, square: u8) -> (usize, usize) {
        let here = |&place: &Place| place < HAND && place % FREE as u8 == square && is_theirs(place);
        let of = |(kind, pair): (usize, &Pair)| Some((kind, pair.iter().position(here)?));
        self.places.iter().enumerate().find_map(of).unwrap_or_default()
    }
}

/// Returns the place of an animal after a step to a square; a chick that steps onto the goal becomes a hen.
fn grown(frame: &Frame, kind: usize, from: Place, to: u8) -> Place {
    let is_hen = kind == 0 && (from >= HEN || frame.goal >> to & 1 == 1);
    if is_hen { to + HEN } else { to }
}

/// The position before a move, as the opponent of the mover sees the board.
struct Base<'b> {
    frame: &'b Frame,
    places: Places,
    standings: Standings,
}

impl Base<'_> {
    #[inline]
    fn with(&self, ranks: &Ranks, kind: usize, pair: Pair) -> Standings {
        with(ranks, self.standings, kind, pair)
    }
}

/// Returns a copy of the table entries in which the pair of one kind is replaced.
#[inline]
fn with(ranks: &Ranks, standings: Standings, kind: usize, pair: Pair) -> Standings {
    match kind {
        0 => Standings { chicks: ranks.chicks(pair), ..standings },
        1 => Standings { giraffes: ranks.beasts(pair), ..standings },
        _ => Standings { elephants: ranks.beasts(pair), ..standings },
    }
}
