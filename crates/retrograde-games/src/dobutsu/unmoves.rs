//! Computes the predecessors of positions, except predecessors in which the side to move can win with its next move.
//!
//! The code recognises most of the excluded predecessors before it builds them. If two animals of the side that moved
//! last attack the enemy's lion, no predecessor remains. If exactly one animal attacks the enemy's lion, this animal
//! has made the last move, and it did not attack the lion before this move. A lion cannot have moved from a square next
//! to the other lion, because on such a square it could have captured the other lion.

use super::arrangement::{FREE, HAND, HEN, Pair, Place, Places, Ranks, Row, Standings, is_theirs, mask};
use super::frame::{ALL_FREE, Frame, Frames, ON_LION, Retreat, theirs};

/// The bit for the mover's hand in a set of places.
const IN_HAND: u64 = 1 << HAND;

/// Positions that differ only in the elephants (a [`Row`]), or one position, seen from the side that moved last. In
/// this type, the word "mover" means the side that moved last, because this side is to move in every predecessor.
#[derive(Clone, Copy)]
pub(super) struct Moved<'t> {
    ranks: &'t Ranks,
    frames: &'t Frames,
    /// The frame as the side to move sees it. The field `frame` is the frame as the side that moved last sees it.
    seen: &'t Frame,
    frame: &'t Frame,
    /// The places of the animals. The places of the elephants are set only if this value represents one position. They
    /// are not set if this value represents a whole row of positions.
    places: Places,
    /// The squares of all animals.
    taken: u16,
    /// The squares of the mover's animals.
    own: u16,
    /// The squares that the enemy attacks.
    attacked: u16,
    /// The number of the mover's animals that attack the enemy's lion.
    checks: u32,
    /// The kind of one animal that attacks the enemy's lion, and the index of this animal in the pair of its kind.
    checker: [usize; 2],
}

impl<'t> Moved<'t> {
    /// Prepares the un-moves for the positions of `row` in the frame with the number `frame`, and adds the chicks and
    /// giraffes. The frame must be open. In an open frame, the lions are not adjacent, and no lion stands on its goal.
    pub(super) fn new(ranks: &'t Ranks, frames: &'t Frames, frame: usize, row: &Row) -> Self {
        let seen = &frames.all[frame];
        let frame = &frames.all[seen.turned];
        let (places, attacked) = ([[HAND; 2]; 3], frame.beside[1]);
        let empty = Self { ranks, frames, seen, frame, places, taken: 0, own: 0, attacked, checks: 0, checker: [0; 2] };
        empty.with(0, row.chicks).with(1, row.giraffes)
    }

    /// Adds the two animals of a kind. The places of the animals are given as the side to move sees them.
    #[inline]
    fn with(mut self, kind: usize, pair: Pair) -> Self {
        let pair = self.seen.turns.of(pair);
        self.places[kind] = pair;
        for (piece, &place) in pair.iter().enumerate() {
            let attacks = self.frame.attacks[kind][usize::from(place)];
            self.taken |= mask(place);
            if is_theirs(place) {
                self.attacked |= attacks;
            } else {
                self.own |= mask(place);
                if attacks & ON_LION != 0 {
                    self.checks += 1;
                    self.checker = [kind, piece];
                }
            }
        }
        self
    }

    /// Visits the predecessors of the row's position with these elephants, as slots. Skips predecessors in which the
    /// side to move can win with its next move.
    #[inline]
    pub(super) fn each(&self, elephants: Pair, mut visit: impl FnMut(u64)) {
        if self.checks < 2 {
            self.with(2, elephants).each_parent(&mut visit);
        }
    }

    fn each_parent(&self, visit: &mut impl FnMut(u64)) {
        let standings = self.ranks.standings(&self.places);
        match (self.checks, self.checker) {
            (0, _) => {
                for piece in 0..2 {
                    self.animal::<0>(standings, piece, visit);
                    self.animal::<1>(standings, piece, visit);
                    self.animal::<2>(standings, piece, visit);
                }
                self.lion(visit);
            }
            (1, [0, piece]) => self.animal::<0>(standings, piece, visit),
            (1, [1, piece]) => self.animal::<1>(standings, piece, visit),
            (1, [_, piece]) => self.animal::<2>(standings, piece, visit),
            _ => (),
        }
    }

    /// Returns the set of places where an animal of the mover could have been before the last move. The set contains
    /// the empty squares and the hand.
    fn empty(&self) -> u64 {
        let squares = u64::from(ALL_FREE & !self.taken);
        squares | squares << HEN | IN_HAND
    }

    /// Returns the first slot of a frame.
    fn base(&self, frame: &Frame) -> u64 {
        frame.number as u64 * u64::from(self.ranks.len())
    }

    /// Visits the predecessors from which a step or a drop of one of the mover's animals leads to this position.
    #[inline]
    fn animal<const KIND: usize>(&self, standings: Standings, piece: usize, visit: &mut impl FnMut(u64)) {
        let (place, other) = (self.places[KIND][piece], self.places[KIND][1 - piece]);
        let from = self.frame.sources[KIND][usize::from(place)] & self.empty();
        if from == 0 {
            return;
        }
        let to = place % FREE as u8;
        let walks = Walks { goals: self.frame.goals[0] & !(self.own & !(1 << to)), attacked: self.attacked };
        self.steps::<KIND>(standings, other, from, walks.open(0), visit);
        let from = from & !IN_HAND;
        if from == 0 {
            return;
        }
        each_held(&self.places, theirs(to), |kind, [put, beside]| {
            let open = walks.open(self.frame.attacks[kind][usize::from(put)]);
            if kind == KIND {
                self.steps::<KIND>(standings, put, from, open, visit);
            } else {
                self.steps::<KIND>(self.replaced(standings, kind, [put, beside]), other, from, open, visit);
            }
        });
    }

    /// Visits the predecessors in which an animal is at one of the places `from`, and the other animal of its kind is
    /// at `other`. `open` is the set of goal squares on which the mover's lion could have won by a step.
    #[inline]
    fn steps<const KIND: usize>(&self, of: Standings, other: Place, from: u64, open: u16, visit: &mut impl FnMut(u64)) {
        let (ranks, base) = (self.ranks, self.base(self.frame));
        let row = ranks.row_start(of.chicks, of.giraffes);
        for place in Places64(from) {
            if open != 0 && open & !mask(place) != 0 {
                continue;
            }
            let pair = [place, other];
            let rank = match KIND {
                0 => ranks.rank_of(Standings { chicks: ranks.chicks(pair), ..of }),
                1 => ranks.rank_of(Standings { giraffes: ranks.beasts(pair), ..of }),
                _ => ranks.in_row(row, ranks.beasts(pair)),
            };
            visit(base + u64::from(rank));
        }
    }

    #[inline]
    fn replaced(&self, standings: Standings, kind: usize, pair: Pair) -> Standings {
        match kind {
            0 => Standings { chicks: self.ranks.chicks(pair), ..standings },
            1 => Standings { giraffes: self.ranks.beasts(pair), ..standings },
            _ => Standings { elephants: self.ranks.beasts(pair), ..standings },
        }
    }

    /// Visits the predecessors from which a step of the mover's lion leads to this position.
    fn lion(&self, visit: &mut impl FnMut(u64)) {
        for retreat in self.frame.retreats.iter().filter(|retreat| retreat.from & self.taken == 0) {
            let from = &self.frames.all[retreat.frame];
            let base = self.base(from);
            let slot = |standings| base + u64::from(self.ranks.rank_of(standings));
            let places = self.places.map(|pair| retreat.places.of(pair));
            let standings = self.ranks.standings(&places);
            let walks = Walks::of_lion(from, &places);
            if walks.open(0) == 0 {
                visit(slot(standings));
            }
            each_held(&places, theirs(retreat.left), |kind, pair| {
                if walks.open(from.attacks[kind][usize::from(pair[0])]) == 0 {
                    visit(slot(self.replaced(standings, kind, pair)));
                }
            });
            self.mirrored(retreat, from, visit);
        }
    }

    /// Like [`lion`](Self::lion), but for one step in the mirror image of the position. The function skips predecessors
    /// that equal their mirror image.
    fn mirrored(&self, retreat: &Retreat, from: &Frame, visit: &mut impl FnMut(u64)) {
        let Some((renamed, left)) = &retreat.mirrored else { return };
        let places = self.places.map(|pair| renamed.of(pair));
        let mut unless_same = |places: Places| {
            let (rank, image) = (self.ranks.rank(places), self.ranks.rank(places.map(|pair| from.mirrored.of(pair))));
            if rank != image {
                visit(self.base(from) + u64::from(rank));
            }
        };
        unless_same(places);
        each_held(&places, theirs(*left), |kind, pair| {
            let mut places = places;
            places[kind] = pair;
            unless_same(places);
        });
    }
}

/// Visits each kind of animal in the mover's hand. The last move may have captured an animal of this kind. The visitor
/// receives the kind, the place to which the animal returns, and the place of the other animal of this kind.
#[inline]
fn each_held(places: &Places, put: Place, mut visit: impl FnMut(usize, Pair)) {
    for (kind, &pair) in places.iter().enumerate() {
        let ([HAND, beside] | [beside, HAND]) = pair else { continue };
        visit(kind, [put, beside]);
        if kind == 0 {
            visit(kind, [put + HEN, beside]);
        }
    }
}

/// The steps onto the goal with which the mover's lion could have won in a predecessor.
#[derive(Clone, Copy)]
struct Walks {
    /// The squares of the goal that are next to the lion and free of the mover's animals.
    goals: u16,
    /// The squares that the enemy attacks.
    attacked: u16,
}

impl Walks {
    #[inline]
    fn of_lion(frame: &Frame, places: &Places) -> Self {
        let mut walks = Self { goals: frame.goals[0], attacked: frame.beside[1] };
        if walks.goals != 0 {
            for (attacks, &place) in frame
                .attacks
                .iter()
                .zip(places)
                .flat_map(|(attacks, pair)| pair.iter().map(move |place| (attacks, place)))
            {
                if is_theirs(place) {
                    walks.attacked |= attacks[usize::from(place)];
                } else {
                    walks.goals &= !mask(place);
                }
            }
        }
        walks
    }

    /// Returns the squares of the goal on which the lion would have won. The function assumes that the enemy also
    /// attacks the squares `attacked`.
    #[inline]
    const fn open(self, attacked: u16) -> u16 {
        self.goals & !self.attacked & !attacked
    }
}

/// Iterates over the places of a set, in ascending order.
struct Places64(u64);

impl Iterator for Places64 {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros() as Place;
        self.0 &= self.0 - 1;
        Some(first)
    }
}
