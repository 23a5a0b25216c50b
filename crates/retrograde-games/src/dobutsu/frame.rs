//! Computes frames. A frame consists of the squares of the two lions, and of data that depends only on these squares.
//! Examples of such data are the free squares, the attacks, and the effect of turning the board.

use super::arrangement::{FREE, HAND, HEN, NOWHERE, PLACES, Place, THEIRS};
use super::board::{Animal, FILES, GOAL, HOME, Members, Owner, SQUARES, bit, mirror, turn};

/// The bit that marks an attack on the enemy's lion. The bit is above the bits of the free squares.
pub(super) const ON_LION: u16 = 1 << 15;
/// The set of all free squares.
pub(super) const ALL_FREE: u16 = (1 << FREE) - 1;

/// The square of the mover's lion and the square of the opponent's lion.
pub(super) type Lions = [u8; 2];

/// The relation between the squares of the two lions. The relation is the same in all positions of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// The lions are not adjacent, and the opponent's lion is not on its goal.
    Open,
    /// The lions are adjacent, so the mover can capture the opponent's lion.
    Adjacent,
    /// The opponent's lion stands on its goal. If the mover cannot capture this lion, the opponent has won.
    Arrived,
}

/// The squares of the two lions, and data that depends only on these squares. In this type, the number of a square is
/// usually its index in [`free`](Self::free). A comment says so if the number has another meaning.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) lions: Lions,
    /// The index of the frame.
    pub(super) number: usize,
    pub(super) stand: Stand,
    /// The free squares of the board, in ascending order.
    pub(super) free: [u8; FREE],
    /// The squares that an animal attacks. The array is indexed by the animal's kind (chick, giraffe, elephant) and the
    /// animal's place.
    pub(super) attacks: [[u16; PLACES]; 3],
    /// The squares next to the mover's lion, and the squares next to the opponent's lion.
    pub(super) beside: [u16; 2],
    /// The squares of the mover's goal that are next to the mover's lion, and the squares of the opponent's goal that
    /// are next to the opponent's lion.
    pub(super) goals: [u16; 2],
    /// The places from which an animal of the mover could have moved, as a bit set. A place is not in the set if the
    /// animal attacks the opponent's lion from this place. The array is indexed by the animal's kind (chick, giraffe,
    /// elephant) and the animal's place.
    pub(super) sources: [[u64; PLACES]; 3],
    /// Whether both lions stand on the middle file. If both lions stand on the middle file, the mirror image of a
    /// position has the same frame.
    pub(super) centred: bool,
    /// The squares of the mover's goal rank.
    pub(super) goal: u16,
    /// Those squares of the opponent's goal that are next to the opponent's lion, and that the mover's lion attacks
    /// after a step. The array is indexed by the square to which the mover's lion steps.
    pub(super) steps_at_home: [u16; FREE],
    /// The squares of the last file. The mirror image of the last file is the first file.
    pub(super) last_file: u16,
    /// The mirror image of each place; used only if both lions stand on the middle file.
    pub(super) mirrored: PlaceMap,
    /// The number of the frame in which the opponent sees the same lions.
    pub(super) turned: usize,
    /// Maps the number of each place to the number of the corresponding place in the frame `turned`. The frames number
    /// their free squares differently.
    pub(super) turns: PlaceMap,
    /// The un-moves of the mover's lion.
    pub(super) retreats: Vec<Retreat>,
    /// The steps of the mover's lion. The list omits steps onto the lion's goal and steps to squares next to the
    /// opponent's lion.
    pub(super) advances: Vec<Advance>,
}

/// A map from each old place to a new place.
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

    /// Builds a map; `squares` gives the new index of each free square. `turned` says whether the owners change.
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
    /// The square that the lion came from, as a mask.
    pub(super) from: u16,
    /// The number of the frame before the step.
    pub(super) frame: usize,
    /// Maps the number of each place to the number of the corresponding place in the frame before the step.
    pub(super) places: PlaceMap,
    /// The square to which the lion stepped, as its index in the frame before the step.
    pub(super) left: u8,
    /// The values that the fields `places` and `left` have for the mirror image of the predecessor. These values exist
    /// only if both lions stand on the middle file before the step, and one lion leaves the middle file with the step.
    pub(super) mirrored: Option<(PlaceMap, u8)>,
}

/// A step of the mover's lion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advance {
    /// The square that the lion steps to.
    pub(super) to: u8,
    /// The number of the frame after the step. In this frame the opponent is the mover, and the board is turned.
    pub(super) frame: usize,
    /// Maps the number of each place to the number of the corresponding place in the frame after the step.
    pub(super) places: PlaceMap,
}

/// All frames; the open frames are first.
#[derive(Debug)]
pub(super) struct Frames {
    pub(super) all: Vec<Frame>,
    index: [[Option<u8>; SQUARES as usize]; SQUARES as usize],
}

/// The number of open frames, see [`Stand::Open`].
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

    /// Returns the number of the frame for the squares `lions`, and whether the frame contains the mirror image of
    /// these squares. Returns `None` if the mover's lion stands on its goal.
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
        // After the step, no other animal stands on the square that the lion has stepped to.
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

/// Returns whether the given squares of the lions have their own frame. Two squares have no frame of their own if the
/// mover's lion is on its goal, or if the frame of the mirror image represents the two squares.
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

/// Returns the animal of a kind at a place; a chick at a place for hens is a hen.
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

    /// Returns the number of a square of the board among the free squares.
    pub(super) fn number(&self, square: u8) -> u8 {
        number(self.lions, square)
    }

    /// Converts a set of board squares to a set of free squares, without the squares of the lions.
    fn numbers(&self, squares: u16) -> u16 {
        let lions = bit(self.lions[0]) | bit(self.lions[1]);
        Members(squares & !lions).fold(0, |mask, square| mask | 1 << self.number(square))
    }
}

/// Returns the [`Place`] of an opponent's animal that stands on this square.
pub(super) const fn theirs(square: u8) -> Place {
    square + THEIRS
}

/// Returns whether a place is on the board and belongs to an animal of the mover.
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

/// Returns the number of a board square among the squares without lions.
pub(super) fn number([one, other]: Lions, square: u8) -> u8 {
    square - u8::from(square > one) - u8::from(square > other)
}
