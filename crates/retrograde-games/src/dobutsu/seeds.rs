//! Computes the seeds (the initial values) of a row of positions. The positions of a row differ only in the elephants.
//! A seed says that the mover wins with the next move, or states the number of the mover's safe moves.
//!
//! A move is safe if two conditions hold. The opponent's reply cannot capture the mover's lion. The opponent's reply
//! cannot put the opponent's lion on a square of its goal that no animal of the mover attacks. The positions of a row
//! differ only in the elephants, so the code computes the effect of all other animals once per row.

use super::arrangement::{HAND, HEN, Pair, Places, ROW, Ranks, Row, is_theirs, mask};
use super::board::Members;
use super::frame::{ALL_FREE, Frame, ON_LION, Stand, theirs};

/// The seed of a position: the number of safe moves (0 is a loss in 2 plies), or `WON`, `LOST` or `HOLE`.
pub(super) type Start = u8;
/// The seed of a position that the mover wins with the next move.
pub(super) const WON: Start = u8::MAX;
/// The seed of a position that the opponent has won, because the opponent's lion stands on its goal, or because the
/// mover has no move.
pub(super) const LOST: Start = u8::MAX - 1;

/// The seed of a slot without a position.
pub(super) const HOLE: Start = u8::MAX - 2;

/// The facts that the chicks, the giraffes and the lions determine for all positions of a row.
struct Rest<'f> {
    frame: &'f Frame,
    /// The squares of the mover's chicks and giraffes.
    own: u16,
    /// The squares that the opponent's lion and other animals attack.
    attacked: u16,
    /// The squares that the mover's lion can safely step to.
    steps: u16,
    /// The squares of `steps` on the mover's goal. The lion wins by a step to a square of its goal.
    goals: u16,
    /// The number of the opponent's animals that attack the mover's lion.
    checks: u32,
    /// The squares of the opponent's animals that attack the mover's lion.
    checker: u16,
    /// The squares that each chick and each giraffe of the mover attacks (at most four animals).
    movers: [u16; 4],
    /// The number of possible steps of the mover's chicks and giraffes on the board.
    moves: u32,
    /// The number of kinds of animals in the mover's hand. Only chicks and giraffes count.
    kinds: u32,
    wins: bool,
}

impl<'f> Rest<'f> {
    fn new(frame: &'f Frame, chicks: Pair, giraffes: Pair) -> Self {
        let [lion, enemy] = frame.beside;
        let mut rest = Self {
            frame,
            own: 0,
            attacked: enemy,
            steps: 0,
            goals: 0,
            checks: 0,
            checker: 0,
            movers: [0; 4],
            moves: 0,
            kinds: 0,
            wins: false,
        };
        for (kind, pair) in [chicks, giraffes].into_iter().enumerate() {
            for (piece, &place) in pair.iter().enumerate() {
                let attacks = frame.attacks[kind][usize::from(place)];
                if is_theirs(place) {
                    rest.attacked |= attacks;
                    rest.checks += u32::from(attacks & ON_LION != 0);
                    rest.checker |= if attacks & ON_LION == 0 { 0 } else { mask(place) };
                } else {
                    rest.own |= mask(place);
                    rest.wins |= attacks & ON_LION != 0;
                    rest.movers[2 * kind + piece] = attacks & ALL_FREE;
                }
            }
            rest.kinds += u32::from(pair.contains(&HAND));
        }
        rest.steps = lion & !rest.own & !rest.attacked;
        rest.goals = frame.goals[0] & rest.steps;
        rest.moves = rest.movers.iter().map(|attacks| (attacks & !rest.own).count_ones()).sum();
        rest
    }

    /// Returns how many chicks and giraffes of the mover attack a square.
    fn attackers(&self, square: u8) -> u32 {
        self.movers.iter().map(|attacks| u32::from(attacks >> square & 1)).sum()
    }
}

/// The effects that an elephant on a given square has on the moves and attacks of a position.
#[derive(Clone, Copy, Default)]
struct Elephant {
    square: u16,
    /// The squares that the elephant attacks if it belongs to the mover. `theirs` contains the squares that the
    /// elephant attacks if it belongs to the opponent.
    own: u16,
    theirs: u16,
    /// If the elephant belongs to the mover, this field is the number of additional moves that the mover then has. The
    /// number is negative if the mover has fewer moves.
    gain: i32,
    /// The number of the mover's chicks and giraffes that attack the elephant.
    attackers: u32,
    /// The number is 1 if the elephant, as an animal of the mover, attacks the animal that gives check to the mover's
    /// lion. Otherwise the number is 0.
    guards: u32,
}

impl Elephant {
    fn new(rest: &Rest<'_>, square: u8) -> Self {
        let own = rest.frame.attacks[2][usize::from(square)];
        let attackers = rest.attackers(square);
        Self {
            square: 1 << square,
            own,
            theirs: rest.frame.attacks[2][usize::from(theirs(square))],
            gain: (own & ALL_FREE & !rest.own).count_ones().cast_signed() - attackers.cast_signed(),
            attackers,
            guards: u32::from(own & rest.checker != 0),
        }
    }
}

/// The number of squares in a set of free squares, indexed by the mask of the set.
static MEMBERS: [u8; 1 << 10] = {
    let (mut table, mut set) = ([0; 1 << 10], 0);
    while set < table.len() {
        table[set] = (set as u32).count_ones() as u8;
        set += 1;
    }
    table
};

/// The facts about one position of a row that depend on its elephants.
struct Added {
    /// The squares of the mover's elephants.
    own: u16,
    /// The squares that the opponent's elephants attack.
    attacked: u16,
    /// The number of moves of the mover's animals, without the moves of the lion. The number assumes that the lion is
    /// not attacked.
    moves: i32,
    /// The number of moves that capture the only animal that attacks the mover's lion.
    takes: u32,
}

impl Rest<'_> {
    /// Returns the seed of a position in which the mover cannot capture the opponent's lion. `checks` is the number of
    /// the opponent's elephants that attack the mover's lion.
    #[inline]
    fn start(&self, checks: u32, added: &Added) -> Start {
        let closed = added.own | added.attacked;
        if self.goals & !closed != 0 {
            return WON;
        }
        let steps = MEMBERS[usize::from(self.steps & !closed)];
        let others = match self.checks + checks {
            0 => added.moves.cast_unsigned(),
            1 => added.takes,
            _ => 0,
        };
        let is_stuck = || added.moves == 0 && self.frame.beside[0] & !self.own & !added.own == 0;
        match steps + others as u8 {
            0 if is_stuck() => LOST,
            safe => safe,
        }
    }
}

/// Writes the seed of each position of a row.
pub(super) fn fill(frame: &Frame, ranks: &Ranks, row: &Row, starts: &mut [Start; ROW]) {
    let starts = &mut starts[..row.len as usize];
    match frame.stand {
        Stand::Adjacent => starts.fill(WON),
        Stand::Arrived => arrived(frame, ranks, row, starts),
        Stand::Open => {
            let rest = Rest::new(frame, row.chicks, row.giraffes);
            if rest.wins {
                starts.fill(WON);
            } else if frame.goals[1] != 0 || ranks.elephants() < 2 {
                one_by_one(&rest, ranks, row, starts);
            } else {
                open(&rest, ranks.left(row), starts);
            }
            if frame.centred && !rest.wins {
                fold_lion(&rest, ranks, row, starts);
            }
        }
    }
}

/// Writes the seeds of a row in which the opponent's lion stands on its goal. If the mover cannot capture this lion,
/// the opponent has won.
fn arrived(frame: &Frame, ranks: &Ranks, row: &Row, starts: &mut [Start]) {
    for (offset, start) in (0..).zip(starts) {
        let places = [row.chicks, row.giraffes, ranks.elephants_at(row, offset)];
        *start = if takes_lion(frame, &places) { WON } else { LOST };
    }
}

/// Returns whether an animal of the mover other than the lion attacks the opponent's lion.
pub(super) fn takes_lion(frame: &Frame, places: &Places) -> bool {
    let attacks = |(kind, pair): (usize, &Pair)| {
        pair.iter().any(|&place| !is_theirs(place) && frame.attacks[kind][usize::from(place)] & ON_LION != 0)
    };
    places.iter().enumerate().any(attacks)
}

/// Writes the seeds of a row in which the opponent's lion is not next to its goal.
fn open(rest: &Rest<'_>, left: &[u8], starts: &mut [Start]) {
    let mut elephants = [Elephant::default(); 10];
    elephants.iter_mut().zip(left).for_each(|(to, &square)| *to = Elephant::new(rest, square));
    let elephants = &elephants[..left.len()];
    let (none, on_board) = starts.split_at_mut(3);
    let (one, two) = on_board.split_at_mut(4 * left.len());
    let takes =
        if rest.checks == 1 { (0..4).map(|mover| u32::from(rest.movers[mover] & rest.checker != 0)).sum() } else { 0 };
    let moves = |hand: bool, empty: usize| (rest.moves + (rest.kinds + u32::from(hand)) * empty as u32).cast_signed();
    for (owned, start) in none.iter_mut().enumerate() {
        let added = Added { own: 0, attacked: 0, moves: moves(owned < 2, left.len()), takes };
        *start = rest.start(0, &added);
    }
    for (elephant, starts) in elephants.iter().zip(one.chunks_exact_mut(4)) {
        for (hand, starts) in [true, false].into_iter().zip(starts.chunks_exact_mut(2)) {
            alone(rest, elephant, takes, moves(hand, left.len() - 1), starts);
        }
    }
    let (moves, mut two) = (moves(false, left.len() - 2), two.chunks_exact_mut(4));
    for (index, high) in elephants.iter().enumerate() {
        for (low, starts) in elephants[..index].iter().zip(&mut two) {
            both(rest, low, high, takes, moves, starts);
        }
    }
}

/// Writes the seeds of two positions with one elephant on the board. The elephant belongs to the mover in the first
/// position, and to the opponent in the second position.
#[inline]
fn alone(rest: &Rest<'_>, elephant: &Elephant, takes: u32, moves: i32, starts: &mut [Start]) {
    let own = Added { own: elephant.square, attacked: 0, moves: moves + elephant.gain, takes: takes + elephant.guards };
    starts[0] = if elephant.own & ON_LION == 0 { rest.start(0, &own) } else { WON };
    let checks = u32::from(elephant.theirs & ON_LION != 0);
    let takes = if checks == 0 { takes } else { elephant.attackers };
    starts[1] = rest.start(checks, &Added { own: 0, attacked: elephant.theirs, moves, takes });
}

/// Writes the four seeds of positions with both elephants on the board. The elephant on the lower square belongs to the
/// opponent in the second and the fourth position. The elephant on the higher square belongs to the opponent in the
/// third and the fourth position.
#[inline]
fn both(rest: &Rest<'_>, low: &Elephant, high: &Elephant, takes: u32, moves: i32, starts: &mut [Start]) {
    let meet = u32::from(low.own & high.square != 0);
    let own = Added {
        own: low.square | high.square,
        attacked: 0,
        moves: moves + low.gain + high.gain - 2 * meet.cast_signed(),
        takes: takes + low.guards + high.guards,
    };
    starts[0] = if (low.own | high.own) & ON_LION == 0 { rest.start(0, &own) } else { WON };
    for (start, [own, other]) in starts[1..].iter_mut().zip([[high, low], [low, high]]) {
        let checks = u32::from(other.theirs & ON_LION != 0);
        let takes = if checks == 0 { takes + own.guards } else { other.attackers + meet };
        let added = Added { own: own.square, attacked: other.theirs, moves: moves + own.gain, takes };
        *start = if own.own & ON_LION == 0 { rest.start(checks, &added) } else { WON };
    }
    let checks = u32::from(low.theirs & ON_LION != 0) + u32::from(high.theirs & ON_LION != 0);
    let checker = if low.theirs & ON_LION == 0 { high } else { low };
    let takes = if checks == 0 { takes } else { checker.attackers };
    starts[3] = rest.start(checks, &Added { own: 0, attacked: low.theirs | high.theirs, moves, takes });
}

/// Let a position be symmetric, with both lions on the middle file. A step of the lion to the left and the mirrored
/// step to the right then lead to mirror images. The function counts a step and the mirrored step as one.
fn fold_lion(rest: &Rest<'_>, ranks: &Ranks, row: &Row, starts: &mut [Start]) {
    let mirrored = |pair: Pair| same(rest.frame.mirrored.of(pair), pair);
    if !mirrored(row.chicks) || !mirrored(row.giraffes) {
        return;
    }
    for (offset, start) in (0..).zip(starts) {
        let elephants = ranks.elephants_at(row, offset);
        if *start != WON && mirrored(elephants) {
            let closed = elephants.iter().fold(0, |closed, &place| {
                closed | if is_theirs(place) { rest.frame.attacks[2][usize::from(place)] } else { mask(place) }
            });
            *start -= (rest.steps & !closed & rest.frame.last_file).count_ones() as u8;
        }
    }
}

/// Returns whether two pairs contain the same places, in the same or the other order.
pub(super) fn same(pair: Pair, other: Pair) -> bool {
    pair == other || pair == [other[1], other[0]]
}

/// Writes the seeds of a row, one position at a time. The function handles two cases that the other functions do not
/// support. In the first case, the opponent's lion is next to its goal, so a safe move must also guard the goal. In the
/// second case, the game has fewer than two elephants.
fn one_by_one(rest: &Rest<'_>, ranks: &Ranks, row: &Row, starts: &mut [Start]) {
    for (offset, start) in (0..).zip(starts) {
        let places = [row.chicks, row.giraffes, ranks.elephants_at(row, offset)];
        let position = Guarded::new(rest.frame, &places);
        *start = match position.wins {
            true => WON,
            false if position.is_stuck() => LOST,
            false => position.safe_moves(),
        };
    }
}

/// A position in which a safe move may have to guard the opponent's goal.
struct Guarded<'p> {
    frame: &'p Frame,
    places: &'p Places,
    own: u16,
    their_squares: u16,
    attacked: u16,
    /// The squares that each animal of the mover attacks, indexed by kind and by index in the pair.
    attacks: [[u16; 2]; 3],
    checks: u32,
    checker: u16,
    wins: bool,
}

impl<'p> Guarded<'p> {
    fn new(frame: &'p Frame, places: &'p Places) -> Self {
        let (mut own, mut their_squares, mut attacked) = (0, 0, frame.beside[1]);
        let (mut checks, mut checker, mut wins, mut attacks) = (0, 0, false, [[0; 2]; 3]);
        for (kind, pair) in places.iter().enumerate() {
            for (piece, &place) in pair.iter().enumerate() {
                let squares = frame.attacks[kind][usize::from(place)];
                if is_theirs(place) {
                    their_squares |= mask(place);
                    attacked |= squares;
                    checks += u32::from(squares & ON_LION != 0);
                    checker |= if squares & ON_LION == 0 { 0 } else { mask(place) };
                } else {
                    own |= mask(place);
                    wins |= squares & ON_LION != 0;
                    attacks[kind][piece] = squares & ALL_FREE;
                }
            }
        }
        wins |= frame.goals[0] & !own & !attacked != 0;
        Self { frame, places, own, their_squares, attacked, attacks, checks, checker, wins }
    }

    /// Returns whether the mover has no move at all.
    fn is_stuck(&self) -> bool {
        let steps = self.attacks.as_flattened().iter().fold(self.frame.beside[0], |all, attacks| all | attacks);
        steps & !self.own == 0 && !self.places.as_flattened().contains(&HAND)
    }

    /// Returns whether the opponent's lion has no safe step onto its goal. `attacks` contains the squares that the
    /// mover attacks, and `their_squares` contains the squares of the opponent's animals.
    fn guards(&self, attacks: u16, their_squares: u16) -> bool {
        self.frame.goals[1] & !attacks & !their_squares == 0
    }

    fn safe_moves(&self) -> Start {
        let mut safe = self.safe_steps();
        for kind in 0..3 {
            for piece in 0..2 {
                safe += self.safe_moves_of(kind, piece);
            }
            safe += self.safe_drops(kind);
        }
        safe as Start
    }

    /// Returns the squares that the mover's lion and other animals attack. The attacks of one given animal do not
    /// count.
    fn others(&self, kind: usize, piece: usize) -> u16 {
        let mut attacks = self.attacks;
        attacks[kind][piece] = 0;
        attacks.as_flattened().iter().fold(self.frame.beside[0], |all, attacks| all | attacks)
    }

    fn safe_moves_of(&self, kind: usize, piece: usize) -> u32 {
        let allowed = match self.checks {
            0 => ALL_FREE,
            1 => self.checker,
            _ => 0,
        };
        let targets = self.attacks[kind][piece] & !self.own & allowed;
        if targets == 0 {
            return 0;
        }
        let (others, hen) = (self.others(kind, piece), if self.places[kind][piece] >= HEN { HEN } else { 0 });
        let safe = |to: &u8| {
            let place = if kind == 0 && self.frame.goal >> to & 1 == 1 { to + HEN } else { to + hen };
            self.guards(others | self.frame.attacks[kind][usize::from(place)], self.their_squares & !(1 << to))
        };
        Members(targets).filter(safe).count() as u32
    }

    fn safe_steps(&self) -> u32 {
        let others = self.attacks.as_flattened().iter().fold(0, |all, attacks| all | attacks);
        let safe =
            |to: &u8| self.guards(others | self.frame.steps_at_home[usize::from(*to)], self.their_squares & !(1 << to));
        Members(self.frame.beside[0] & !self.own & !self.attacked).filter(safe).count() as u32
    }

    fn safe_drops(&self, kind: usize) -> u32 {
        if self.checks > 0 || !self.places[kind].contains(&HAND) {
            return 0;
        }
        let others = self.attacks.as_flattened().iter().fold(self.frame.beside[0], |all, attacks| all | attacks);
        let empty = ALL_FREE & !self.own & !self.their_squares;
        let safe = |to: &u8| self.guards(others | self.frame.attacks[kind][usize::from(*to)], self.their_squares);
        Members(empty).filter(safe).count() as u32
    }
}
