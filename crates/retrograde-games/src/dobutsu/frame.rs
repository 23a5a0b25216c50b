//! The squares of the two lions, and facts that depend only on them: free squares, attacks, and the effect of turning
//! the board.

use super::arrangement::{FREE, HAND, HEN, NOWHERE, PLACES, Place, THEIRS};
use super::board::{Animal, FILES, GOAL, HOME, Members, Owner, SQUARES, bit, mirror, turn};

/// The bit of an attack on the enemy's lion, above the bits of the free squares.
pub(super) const ON_LION: u16 = 1 << 15;
/// All free squares.
pub(super) const ALL_FREE: u16 = (1 << FREE) - 1;

/// The squares of the mover's lion and of the opponent's.
pub(super) type Lions = [u8; 2];

/// The state of the lions, which applies to all positions of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// The lions are not adjacent, and the opponent's has not arrived.
    Open,
    /// The lions are adjacent: the mover captures the other one.
    Adjacent,
    /// The opponent's lion has arrived; it has won unless it can be captured.
    Arrived,
}

/// A pair of lions' squares that the numbering contains, with derived facts. Square numbers index [`free`](Self::free)
/// unless a comment says otherwise.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) lions: Lions,
    /// The index of the frame.
    pub(super) number: usize,
    pub(super) stand: Stand,
    /// The free squares of the board, in ascending order.
    pub(super) free: [u8; FREE],
    /// Indexed by chick, giraffe and elephant, and by place: the squares that the animal attacks.
    pub(super) attacks: [[u16; PLACES]; 3],
    /// The squares next to the mover's lion, and those next to the opponent's.
    pub(super) beside: [u16; 2],
    /// The squares of its goal next to the mover's lion, and the same for the opponent's lion.
    pub(super) goals: [u16; 2],
    /// Indexed by chick, giraffe and elephant, and by the mover's place: the places from which the animal can have
    /// come, one bit each, except those where it attacked the lion.
    pub(super) sources: [[u64; PLACES]; 3],
    /// Whether both lions stand on the middle file; the mirror image then has the same frame.
    pub(super) centred: bool,
    /// The squares of the mover's goal.
    pub(super) goal: u16,
    /// Indexed by square: the squares of the opponent's goal that the mover's lion would attack from there.
    pub(super) steps_at_home: [u16; FREE],
    /// The squares of the file that mirrors the first one.
    pub(super) last_file: u16,
    /// The mirror images of places, if the frame is centred.
    pub(super) mirrored: PlaceMap,
    /// The frame of the same lions from the opponent's view.
    pub(super) turned: usize,
    /// The places in that frame.
    pub(super) turns: PlaceMap,
    /// The un-moves of the mover's lion.
    pub(super) retreats: Vec<Retreat>,
    /// The steps of the mover's lion, except onto its goal and next to the opponent's lion.
    pub(super) advances: Vec<Advance>,
}

/// A map from old places to new ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceMap([Place; PLACES]);

impl PlaceMap {
    #[inline]
    pub(super) fn of(&self, pair: [Place; 2]) -> [Place; 2] {
        pair.map(|place| self.0[usize::from(place)])
    }

    #[inline]
    pub(super) fn one(&self, place: Place) -> Place {
        self.0[usize::from(place)]
    }

    /// Returns the map from the new number of each square, and whether owners change.
    fn new(squares: [u8; FREE], turned: bool) -> Self {
        let mut places = [0; PLACES];
        for (place, to) in places.iter_mut().enumerate() {
            let place = place as u8;
            *to = match (place < HAND, turned) {
                (true, false) => squares[usize::from(place % 10)] + place / 10 * 10,
                (true, true) => squares[usize::from(place % 10)] + ((place / 10) ^ 1) * 10,
                (false, true) if place != NOWHERE => place ^ 1,
                (false, _) => place,
            };
        }
        Self(places)
    }
}

/// An un-move of the mover's lion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retreat {
    /// The square that it came from, as a mask.
    pub(super) from: u16,
    /// The frame before the step.
    pub(super) frame: usize,
    /// The places in that frame.
    pub(super) places: PlaceMap,
    /// The square in that frame that the lion stepped to.
    pub(super) left: u8,
    /// The same in the mirror image, if the two images are different positions.
    pub(super) mirrored: Option<(PlaceMap, u8)>,
}

/// A step of the mover's lion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advance {
    /// The square that it steps to.
    pub(super) to: u8,
    /// The frame after the step, from the opponent's view.
    pub(super) frame: usize,
    /// The places in that frame.
    pub(super) places: PlaceMap,
}

/// All frames, the open ones first.
#[derive(Debug)]
pub(super) struct Frames {
    pub(super) all: Vec<Frame>,
    index: [[Option<u8>; SQUARES as usize]; SQUARES as usize],
}

/// The number of open frames.
pub(super) const OPEN: usize = 21;

impl Frames {
    pub(super) fn new() -> Self {
        let pairs = (0..SQUARES).flat_map(|own| (0..SQUARES).map(move |theirs| [own, theirs]));
        let mut lions: Vec<_> = pairs.filter(|&lions| has_frame(lions)).collect();
        lions.sort_by_key(|&lions| stand(lions) != Stand::Open);
        let mut index = [[None; SQUARES as usize]; SQUARES as usize];
        for (frame, [own, theirs]) in lions.iter().enumerate() {
            index[usize::from(*own)][usize::from(*theirs)] = Some(frame as u8);
        }
        let all = lions.into_iter().enumerate().map(|(number, lions)| Frame::new(number, lions)).collect();
        let mut frames = Self { all, index };
        for frame in 0..OPEN {
            frames.turn(frame);
            frames.all[frame].retreats = frames.retreats(&frames.all[frame]);
            frames.all[frame].advances = frames.advances(&frames.all[frame]);
        }
        frames
    }

    /// Returns the frame of these lions, and whether it shows their mirror image; `None` if the mover's lion has
    /// arrived.
    pub(super) fn find(&self, lions: Lions) -> Option<(usize, bool)> {
        let index = |[own, theirs]: Lions| self.index[usize::from(own)][usize::from(theirs)].map(usize::from);
        match index(lions) {
            Some(frame) => Some((frame, false)),
            None => index(lions.map(mirror)).map(|frame| (frame, true)),
        }
    }

    fn turn(&mut self, frame: usize) {
        let [own, theirs] = self.all[frame].lions;
        let Some((turned, in_mirror)) = self.find([turn(theirs), turn(own)]) else { return };
        let to = |square| if in_mirror { mirror(turn(square)) } else { turn(square) };
        let squares = self.all[frame].free.map(|square| self.all[turned].number(to(square)));
        self.all[frame].turned = turned;
        self.all[frame].turns = PlaceMap::new(squares, true);
    }

    fn advances(&self, frame: &Frame) -> Vec<Advance> {
        let [own, theirs] = frame.lions;
        let to = Members(Animal::Lion.attacks(Owner::Mover, own) & !GOAL & !bit(theirs));
        to.filter_map(|to| self.advance(frame, to)).collect()
    }

    fn advance(&self, frame: &Frame, to: u8) -> Option<Advance> {
        let [_, theirs] = frame.lions;
        let (after, in_mirror) = self.find([turn(theirs), turn(to)])?;
        let target = &self.all[after];
        let seen = |square: u8| if in_mirror { mirror(turn(square)) } else { turn(square) };
        // No animal is left on the square that the lion has stepped to.
        let number = |square: u8| if square == to { 0 } else { target.number(seen(square)) };
        let places = PlaceMap::new(frame.free.map(number), true);
        (target.stand == Stand::Open).then(|| Advance { to: frame.number(to), frame: after, places })
    }

    fn retreats(&self, frame: &Frame) -> Vec<Retreat> {
        let [own, theirs] = frame.lions;
        let from = Members(Animal::Lion.attacks(Owner::Mover, own) & !GOAL & !bit(theirs));
        from.filter_map(|from| self.retreat(frame, from)).collect()
    }

    fn retreat(&self, frame: &Frame, from: u8) -> Option<Retreat> {
        let [own, theirs] = frame.lions;
        let (to, in_mirror) = self.find([from, theirs])?;
        let target = &self.all[to];
        if target.stand != Stand::Open || (frame.centred && in_mirror) {
            return None;
        }
        let seen = |in_mirror: bool| {
            let to = move |square| if in_mirror { mirror(square) } else { square };
            let number = move |square| if square == from { 0 } else { target.number(to(square)) };
            (PlaceMap::new(frame.free.map(number), false), target.number(to(own)))
        };
        let (places, left) = seen(in_mirror);
        let mirrored = (target.centred && !frame.centred).then(|| seen(true));
        Some(Retreat { from: 1 << frame.number(from), frame: to, places, left, mirrored })
    }
}

/// Returns whether the mover's lion is not on its goal, and the frame represents the lions, not their mirror image.
fn has_frame([own, theirs]: Lions) -> bool {
    let left = |lion| lion % FILES == 0;
    let middle = |lion| lion % FILES == 1;
    own != theirs && bit(own) & GOAL == 0 && (left(own) || (middle(own) && (left(theirs) || middle(theirs))))
}

fn stand([own, theirs]: Lions) -> Stand {
    if Animal::Lion.attacks(Owner::Mover, own) & bit(theirs) != 0 {
        Stand::Adjacent
    } else if bit(theirs) & HOME != 0 {
        Stand::Arrived
    } else {
        Stand::Open
    }
}

const KINDS: [Animal; 3] = [Animal::Chick, Animal::Giraffe, Animal::Elephant];

/// Returns the animal of a kind at a place.
pub(super) fn animal(kind: usize, place: Place) -> Animal {
    if (HEN..HAND).contains(&place) { Animal::Hen } else { KINDS[kind] }
}

impl Frame {
    fn new(number: usize, lions: Lions) -> Self {
        let mut frame = Self {
            lions,
            number,
            stand: stand(lions),
            free: free(lions),
            attacks: [[0; PLACES]; 3],
            beside: [0; 2],
            goals: [0; 2],
            sources: [[0; PLACES]; 3],
            centred: lions.iter().all(|lion| lion % FILES == 1),
            goal: 0,
            steps_at_home: [0; FREE],
            last_file: 0,
            mirrored: PlaceMap([0; PLACES]),
            turned: 0,
            turns: PlaceMap([0; PLACES]),
            retreats: Vec::new(),
            advances: Vec::new(),
        };
        frame.fill_attacks();
        frame.fill_sources();
        frame
    }

    fn fill_attacks(&mut self) {
        let [own, theirs] = self.lions;
        for kind in 0..3 {
            for place in 0..HAND {
                let (owner, enemy) = if place / 10 % 2 == 0 { (Owner::Mover, theirs) } else { (Owner::Opponent, own) };
                let attacked = animal(kind, place).attacks(owner, self.free[usize::from(place % 10)]);
                let on_lion = if attacked & bit(enemy) != 0 { ON_LION } else { 0 };
                self.attacks[kind][usize::from(place)] = self.numbers(attacked) | on_lion;
            }
        }
        let beside = self.lions.map(|lion| Animal::Lion.attacks(Owner::Mover, lion));
        self.beside = beside.map(|squares| self.numbers(squares));
        self.goals = [self.numbers(beside[0] & GOAL), self.numbers(beside[1] & HOME)];
        self.goal = self.numbers(GOAL);
        self.steps_at_home =
            self.free.map(|square| self.numbers(Animal::Lion.attacks(Owner::Mover, square) & beside[1] & HOME));
        self.last_file = self.numbers(0o4444);
        if self.centred {
            self.mirrored = PlaceMap::new(self.free.map(|square| self.number(mirror(square))), false);
        }
    }

    fn fill_sources(&mut self) {
        for (kind, sources) in self.sources.iter_mut().enumerate() {
            for (from, &attacked) in (0_u8..).zip(&self.attacks[kind]).filter(|&(from, _)| is_mover(from)) {
                for to in Members(if attacked & ON_LION == 0 { attacked & ALL_FREE } else { 0 }) {
                    let grown = kind == 0 && self.goal >> to & 1 == 1;
                    let hen = if grown || from >= HEN { HEN } else { 0 };
                    sources[usize::from(to + hen)] |= 1 << from;
                }
            }
            sources[..FREE].iter_mut().for_each(|sources| *sources |= 1 << HAND);
        }
    }

    /// Returns the number of a free square of the board.
    pub(super) fn number(&self, square: u8) -> u8 {
        number(self.lions, square)
    }

    /// Returns the numbers of the free squares among `squares`.
    fn numbers(&self, squares: u16) -> u16 {
        let lions = bit(self.lions[0]) | bit(self.lions[1]);
        Members(squares & !lions).fold(0, |mask, square| mask | 1 << self.number(square))
    }
}

/// Returns the opponent's place on that square.
pub(super) const fn theirs(square: u8) -> Place {
    square + THEIRS
}

/// Returns whether a place on the board is the mover's.
const fn is_mover(place: Place) -> bool {
    place < HAND && (place / THEIRS).is_multiple_of(2)
}

/// Returns the squares without lions, in ascending order.
pub(super) fn free(lions: Lions) -> [u8; FREE] {
    let mut free = [0; FREE];
    let squares = (0..SQUARES).filter(|square| !lions.contains(square));
    free.iter_mut().zip(squares).for_each(|(to, square)| *to = square);
    free
}

/// Returns the number of a square among those without lions.
pub(super) fn number([one, other]: Lions, square: u8) -> u8 {
    square - u8::from(square > one) - u8::from(square > other)
}
