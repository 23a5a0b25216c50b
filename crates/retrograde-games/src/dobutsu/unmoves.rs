//! Where positions come from, but for positions in which the side that moved could have won at once.
//!
//! That filter comes before anything is built: if two animals attack the lion, no move can have led here; if one does, it is the
//! one that moved, and not from where it attacked the lion already; a lion does not come from beside the other.

use super::arrangement::{HAND, HEN, Places, Ranks, is_theirs, mask};
use super::board::Members;
use super::frame::{ALL_FREE, Frame, Frames, ON_LION, Places as Renamed, theirs};

/// A position as the side that moved last sees it, which is the mover of every parent.
struct Taking<'t> {
    ranks: &'t Ranks,
    frames: &'t Frames,
    places: Places,
    /// The squares that are empty.
    empty: u16,
    /// What the other side attacks.
    attacked: u16,
    /// The mover's squares.
    own: u16,
}

/// Visits the slots of all parents that do not win at once of the arrangement of that number in an open frame.
pub(super) fn each(ranks: &Ranks, frames: &Frames, frame: usize, places: &Places, mut visit: impl FnMut(u64)) {
    let seen = &frames.all[frame];
    let frame = &frames.all[seen.turned];
    let places = places.map(|pair| seen.turns.of(pair));
    let (mut checks, mut checker) = (0, (0, 0));
    let (mut taken, mut own, mut attacked) = (0, 0, frame.beside[1]);
    for (kind, pair) in places.iter().enumerate() {
        for (piece, &place) in pair.iter().enumerate() {
            let attacks = frame.attacks[kind][usize::from(place)];
            taken |= mask(place);
            if is_theirs(place) {
                attacked |= attacks;
            } else {
                own |= mask(place);
                if attacks & ON_LION != 0 {
                    checks += 1;
                    checker = (kind, piece);
                }
            }
        }
    }
    let taking = Taking { ranks, frames, places, empty: ALL_FREE & !taken, attacked, own };
    match checks {
        0 => {
            for kind in 0..3 {
                for piece in 0..2 {
                    taking.animal(seen.turned, kind, piece, &mut visit);
                }
            }
            taking.lion(frame, &mut visit);
        }
        1 => taking.animal(seen.turned, checker.0, checker.1, &mut visit),
        _ => (),
    }
}

impl Taking<'_> {
    /// Takes back moves of one of the mover's animals.
    #[inline]
    fn animal(&self, number: usize, kind: usize, piece: usize, visit: &mut impl FnMut(u64)) {
        let place = self.places[kind][piece];
        if place >= HAND || is_theirs(place) {
            return;
        }
        let frame = &self.frames.all[number];
        let base = number as u64 * u64::from(self.ranks.len());
        let (square, hen) = (place % 10, if place >= HEN { HEN } else { 0 });
        let walk = if hen == HEN { 3 } else { kind };
        for from in Members(frame.sources[walk][usize::from(square)] & self.empty) {
            self.from(frame, base, [kind, piece], from + hen, square, visit);
        }
        if hen == HEN {
            for from in Members(frame.hatched[usize::from(square)] & self.empty) {
                self.from(frame, base, [kind, piece], from, square, visit);
            }
        } else {
            let mut places = self.places;
            places[kind][piece] = HAND;
            if !walks_home(frame, self.own & !(1 << square), self.attacked) {
                visit(base + u64::from(self.ranks.rank(places)));
            }
        }
    }

    /// Puts an animal back to where it came from.
    #[inline]
    fn from(&self, frame: &Frame, base: u64, [kind, piece]: [usize; 2], from: u8, to: u8, visit: &mut impl FnMut(u64)) {
        let mut places = self.places;
        places[kind][piece] = from;
        let own = self.own & !(1 << to) | mask(from);
        self.with_taken(frame, &places, own, to, |places| visit(base + u64::from(self.ranks.rank(*places))));
    }

    /// Puts back nothing, and each animal that the mover may have taken on that square.
    #[inline]
    fn with_taken(&self, frame: &Frame, places: &Places, own: u16, to: u8, mut visit: impl FnMut(&Places)) {
        if !walks_home(frame, own, self.attacked) {
            visit(places);
        }
        for (kind, pair) in places.iter().enumerate() {
            let piece = match pair {
                [HAND, _] => 0,
                [_, HAND] => 1,
                _ => continue,
            };
            let mut put = |place| {
                let mut places = *places;
                places[kind][piece] = place;
                if !walks_home(frame, own, self.attacked | frame.attacks[kind][usize::from(place)]) {
                    visit(&places);
                }
            };
            put(theirs(to));
            if kind == 0 {
                put(theirs(to) + HEN);
            }
        }
    }

    /// Takes back steps of the mover's lion.
    fn lion(&self, frame: &Frame, visit: &mut impl FnMut(u64)) {
        for retreat in frame.retreats.iter().filter(|retreat| retreat.from & self.empty != 0) {
            let from = &self.frames.all[retreat.frame];
            let base = retreat.frame as u64 * u64::from(self.ranks.len());
            let places = self.renamed(&retreat.places);
            let slot = |places: &Places| base + u64::from(self.ranks.rank(*places));
            self.lion_from(from, &places, retreat.left, |places| visit(slot(places)));
            if let Some((mirrored, left)) = &retreat.mirrored {
                self.lion_from(from, &self.renamed(mirrored), *left, |image| {
                    let places = image.map(|pair| from.mirrored.of(pair));
                    if slot(image) != slot(&places) {
                        visit(slot(image));
                    }
                });
            }
        }
    }

    fn renamed(&self, by: &Renamed) -> Places {
        self.places.map(|pair| by.of(pair))
    }

    #[inline]
    fn lion_from(&self, frame: &Frame, places: &Places, left: u8, visit: impl FnMut(&Places)) {
        let (mut own, mut attacked) = (0, frame.beside[1]);
        if frame.goals[0] != 0 {
            for (kind, &place) in
                places.iter().enumerate().flat_map(|(kind, pair)| pair.iter().map(move |place| (kind, place)))
            {
                if is_theirs(place) {
                    attacked |= frame.attacks[kind][usize::from(place)];
                } else {
                    own |= mask(place);
                }
            }
        }
        let taking = Taking { own, attacked, places: *places, ..*self };
        taking.with_taken(frame, places, own, left, visit);
    }
}

/// Whether a side with these squares could have won by walking to its goal, where the other attacks those.
#[inline]
fn walks_home(frame: &Frame, own: u16, attacked: u16) -> bool {
    frame.goals[0] & !own & !attacked != 0
}
