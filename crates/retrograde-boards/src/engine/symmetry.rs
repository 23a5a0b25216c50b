//! The symmetries of a description. A symmetry is a permutation of the squares that preserves all moves and rows. The
//! search first gives each square a colour, refines the colours, and then backtracks.

use std::collections::{BTreeSet, HashMap};

use super::bits::{Set, squares};

/// A statement about some squares: a label that encodes the meaning, and the list of the squares. A symmetry maps each
/// fact to a fact.
pub(super) type Fact = (u32, Vec<u8>);

/// The maximum number of steps of the search. If a search reaches this limit, the engine uses no symmetry. Then the
/// table is larger, but still correct.
const MOST_STEPS: u64 = 1 << 20;

/// The maximum number of symmetries that are used. If a board has more symmetries, the engine uses no symmetry.
pub(super) const MOST_FOUND: usize = 16;

/// The maximum number of groups of eight squares for which the image of a set is looked up by groups.
const MOST_PARTS: usize = 6;

/// A permutation of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Permutation {
    /// The image of each square.
    pub(super) to: Vec<u8>,
    /// The images of sets. For each group of eight squares, the list has the image of every subset of the group.
    parts: Vec<[Set; 256]>,
    is_identity: bool,
}

impl Permutation {
    pub(super) fn new(to: Vec<u8>) -> Self {
        let part = |part: usize| {
            std::array::from_fn(|bits| {
                let images = squares(bits as Set).filter_map(|bit| to.get(8 * part + bit));
                images.fold(0, |set, image| set | 1 << image)
            })
        };
        let is_identity = to.iter().zip(0..).all(|(image, square)| *image == square);
        Self { parts: (0..to.len().div_ceil(8)).map(part).collect(), is_identity, to }
    }

    /// The image of a set.
    #[inline(always)]
    pub(super) fn of(&self, set: Set) -> Set {
        if self.is_identity {
            return set;
        }
        let (mut image, mut rest) = (0, set);
        if self.parts.len() > MOST_PARTS {
            // A component of a large board has few pieces, because its table would be too large otherwise.
            return squares(set).fold(0, |image, square| image | 1 << self.to[square]);
        }
        for part in &self.parts {
            image |= part[(rest & 255) as usize];
            rest >>= 8;
        }
        image
    }

    /// Whether every square is its own image.
    #[inline(always)]
    pub(super) const fn is_identity(&self) -> bool {
        self.is_identity
    }

    pub(super) fn inverse(&self) -> Self {
        let mut to = vec![0; self.to.len()];
        self.to.iter().zip(0..).for_each(|(image, square)| to[usize::from(*image)] = square);
        Self::new(to)
    }
}

/// All permutations of the squares that satisfy `check` and map the set of facts to the set `images`. The result is
/// empty if there are too many permutations, or if the search takes too long.
pub(super) fn isomorphisms(
    squares: usize,
    facts: &[Fact],
    images: &[Fact],
    check: impl Fn(&[u8]) -> bool,
) -> Vec<Permutation> {
    let [colours, image_colours] = refined(squares, [facts, images]);
    let known: BTreeSet<&Fact> = images.iter().collect();
    let mut by_last = vec![Vec::new(); squares];
    for fact in facts {
        if let Some(last) = fact.1.iter().max() {
            by_last[usize::from(*last)].push(fact);
        }
    }
    let mut search =
        Search { colours, image_colours, known, by_last, to: Vec::new(), steps: 0, found: Vec::new(), check: &check };
    if facts.len() == images.len() {
        search.extend(squares);
    }
    if search.steps > MOST_STEPS || search.found.len() > MOST_FOUND { Vec::new() } else { search.found }
}

struct Search<'a> {
    colours: Vec<u32>,
    image_colours: Vec<u32>,
    known: BTreeSet<&'a Fact>,
    /// For each square, the list of the facts whose last square is this square.
    by_last: Vec<Vec<&'a Fact>>,
    /// The images of the first squares, as far as the search has chosen them.
    to: Vec<u8>,
    steps: u64,
    found: Vec<Permutation>,
    check: &'a dyn Fn(&[u8]) -> bool,
}

impl Search<'_> {
    fn extend(&mut self, squares: usize) {
        let square = self.to.len();
        if square == squares {
            if (self.check)(&self.to) {
                self.found.push(Permutation::new(self.to.clone()));
            }
            return;
        }
        for image in 0..squares {
            self.steps += 1;
            if self.steps > MOST_STEPS || self.found.len() > MOST_FOUND {
                return;
            }
            if self.image_colours[image] != self.colours[square] || self.to.contains(&(image as u8)) {
                continue;
            }
            self.to.push(image as u8);
            let maps = |(label, squares): &Fact| (*label, squares.iter().map(|s| self.to[usize::from(*s)]).collect());
            if self.by_last[square].iter().all(|fact| self.known.contains(&maps(fact))) {
                self.extend(squares);
            }
            self.to.pop();
        }
    }
}

/// The colours of all squares for each of the two lists of facts. The function refines the colours until no colour
/// splits.
fn refined(squares: usize, lists: [&[Fact]; 2]) -> [Vec<u32>; 2] {
    type Signature = (u32, Vec<(u32, u8, Vec<u32>)>);
    let mut colours = [vec![0; squares], vec![0; squares]];
    let mut count = 1;
    loop {
        let signatures = [0, 1].map(|list| {
            let colours = &colours[list];
            let mut signatures: Vec<Signature> = colours.iter().map(|&colour| (colour, Vec::new())).collect();
            for (label, tuple) in lists[list] {
                let seen: Vec<u32> = tuple.iter().map(|square| colours[usize::from(*square)]).collect();
                for (place, square) in tuple.iter().enumerate() {
                    signatures[usize::from(*square)].1.push((*label, place as u8, seen.clone()));
                }
            }
            for signature in &mut signatures {
                signature.1.sort();
            }
            signatures
        });
        let all: BTreeSet<&Signature> = signatures.iter().flatten().collect();
        let numbers: HashMap<&Signature, u32> = all.into_iter().zip(0..).collect();
        colours = [0, 1].map(|list: usize| signatures[list].iter().map(|signature| numbers[signature]).collect());
        if numbers.len() == count {
            return colours;
        }
        count = numbers.len();
    }
}
