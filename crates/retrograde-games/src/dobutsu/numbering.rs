//! The numbering of all positions as the side to move sees them. Slots are sorted by the lions' squares, then by the
//! places of the other animals.
//!
//! A position and its mirror image (the outer files exchanged) share a slot. There is one exception. If both lions
//! stand on the middle file, the position and its mirror image share a slot only in the game with `take`. In the game
//! without `take`, the position and its mirror image have different slots.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use retrograde::Side;

use super::arrangement::{HAND, HEN, Material, NOWHERE, Place, Places, ROW, Ranks, Row, THEIRS, is_theirs, square};
use super::board::{Animal, SQUARES, mirror, turn};
use super::frame::{Frame, Frames, OPEN, animal};
use super::owner_order::OwnerOrder;
use super::position::{HELD, Man, Position};
use super::seeds;
use super::unmoves::Moved;

/// The lookup tables from which slots are computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    pub(super) ranks: &'static Ranks,
    pub(super) frames: &'static Frames,
    pub(super) owner_order: &'static OwnerOrder,
    /// Whether mirror images share a slot even if both lions stand on the middle file.
    folded: bool,
}

/// The lookup tables that depend on the numbers of animals in the game.
type Both = (Ranks, OwnerOrder);

static FRAMES: LazyLock<Frames> = LazyLock::new(Frames::new);
/// The lookup tables, indexed by the numbers of chicks, giraffes and elephants in the game.
static RANKS: [[[OnceLock<Both>; 3]; 3]; 3] = [const { [const { [const { OnceLock::new() }; 3] }; 3] }; 3];

impl Numbering {
    /// Returns the numbering of positions with these numbers of animals, at most two of a kind.
    pub(super) fn of(material: Material, folded: bool) -> Self {
        let [chicks, giraffes, elephants] = material.map(usize::from);
        let (ranks, owner_order) = RANKS[chicks][giraffes][elephants].get_or_init(|| {
            let ranks = Ranks::new(material);
            let owner_order = OwnerOrder::new(ranks.ways());
            (ranks, owner_order)
        });
        Self { ranks, frames: &FRAMES, owner_order, folded }
    }

    /// Returns the number of slots of all open frames, in which the lions are not adjacent and no lion stands on its
    /// goal. The open frames have the lowest slots.
    pub(super) fn open_slots(&self) -> u64 {
        OPEN as u64 * self.frame()
    }

    /// Returns the total number of slots in all frames. Each frame stands for one pair of squares of the two lions.
    pub(super) fn all_slots(&self) -> u64 {
        self.frames.all.len() as u64 * self.frame()
    }

    /// Returns the number of slots of one frame. A frame is one pair of squares of the lions.
    pub(super) fn frame(&self) -> u64 {
        u64::from(self.ranks.len())
    }

    /// Returns the slot of a position; `None` if a lion has been captured, or the mover's lion stands on its goal.
    pub(super) fn slot(&self, position: &Position) -> Option<u64> {
        let seen = |square: u8| if position.turn == Side::First { square } else { turn(square) };
        let lions = [seen(position.lion(position.turn)?), seen(position.lion(position.turn.other())?)];
        let (number, in_mirror) = self.frames.find(lions)?;
        let frame = &self.frames.all[number];
        let place = |square: u8| {
            let square = seen(square);
            frame.number(if in_mirror { mirror(square) } else { square })
        };
        let places = places(position, position.turn, place);
        Some(self.shared(number as u64 * self.frame() + u64::from(self.ranks.rank(places))))
    }

    /// Returns the slot of the mirror image of a position. Returns `None` if a lion is not on the middle file.
    fn image(&self, slot: u64) -> Option<u64> {
        let (number, rank) = self.at(slot);
        let frame = &self.frames.all[number];
        frame.centred.then(|| {
            let places = self.ranks.places(rank).map(|pair| frame.mirrored.of(pair));
            number as u64 * self.frame() + u64::from(self.ranks.rank(places))
        })
    }

    /// Returns the slot that a position and its mirror image share. If the two positions do not share a slot, the
    /// function returns `slot`.
    pub(super) fn shared(&self, slot: u64) -> u64 {
        if self.folded { self.image(slot).map_or(slot, |image| image.min(slot)) } else { slot }
    }

    /// Like [`shared`](Self::shared), but the caller already knows the frame of the slot.
    #[inline]
    pub(super) fn shared_in(&self, frame: &Frame, slot: u64) -> u64 {
        if frame.centred { self.shared(slot) } else { slot }
    }

    /// Returns the number of the frame (the lions' squares) and the number of the arrangement (the places of the other
    /// animals) for a slot.
    pub(super) fn at(&self, slot: u64) -> (usize, u32) {
        ((slot / self.frame()) as usize, (slot % self.frame()) as u32)
    }

    /// Returns the position that a slot represents, with Sente to move.
    pub(super) fn position(&self, slot: u64) -> Position {
        let (frame, rank) = self.at(slot);
        let (frame, places) = (&self.frames.all[frame], self.ranks.places(rank));
        let mut position = Position { board: [None; SQUARES as usize], hands: [[0; 3]; 2], turn: Side::First };
        for (side, lion) in Side::BOTH.into_iter().zip(frame.lions) {
            position.board[usize::from(lion)] = Some(Man { side, animal: Animal::Lion });
        }
        fill(&mut position, &places, |square| frame.free[usize::from(square)]);
        position
    }

    /// Visits the seeds of a range of slots.
    pub(super) fn each_start(&self, slots: Range<u64>, mut visit: impl FnMut(seeds::Start)) {
        let mut starts = [0; ROW];
        let mut slot = slots.start;
        while slot < slots.end {
            let (frame, rank) = self.at(slot);
            let row = self.ranks.row(rank);
            seeds::fill(&self.frames.all[frame], self.ranks, &row, &mut starts);
            let skipped = u64::from(rank - row.start);
            let end = u64::from(row.len).min(skipped + slots.end - slot);
            if self.folded && self.frames.all[frame].centred {
                self.fold(slot - skipped, &mut starts[..row.len as usize]);
            }
            starts[skipped as usize..end as usize].iter().for_each(|&start| visit(start));
            slot += end - skipped;
        }
    }

    /// Marks a slot as a hole if its position uses the slot of its mirror image. For a position that equals its mirror
    /// image, the function counts the safe moves again, because two moves can lead to one slot.
    fn fold(&self, first: u64, starts: &mut [seeds::Start]) {
        for (slot, start) in (first..).zip(starts) {
            match self.image(slot) {
                Some(image) if image < slot => *start = seeds::HOLE,
                Some(image) if image == slot && *start < seeds::HOLE => *start = self.safe_children(slot),
                _ => (),
            }
        }
    }

    /// Returns the number of distinct slots among the successors of a position. The function does not count successors
    /// in which the game is over, or in which the side to move can win with its next move.
    fn safe_children(&self, slot: u64) -> seeds::Start {
        let mut children = BTreeSet::new();
        self.position(slot).each_move(|_, child| {
            if child.ending().is_none() && !child.wins_at_once() {
                children.extend(self.slot(&child));
            }
        });
        children.len() as seeds::Start
    }

    /// Visits the predecessors of many slots. Each predecessor is visited as a slot, together with the index of its
    /// successor in `slots`. The method omits predecessors in which the side to move can win with its next move.
    pub(super) fn each_parent(&self, slots: impl Iterator<Item = u64>, mut visit: impl FnMut(usize, u64)) {
        if !self.folded {
            return self.each_own_parent(slots, visit);
        }
        for (index, slot) in slots.enumerate() {
            match self.image(slot) {
                // If a predecessor and its mirror image have different slots, `each_own_parent` visits both slots, so
                // this code skips one of them.
                None => self.each_own_parent([slot].into_iter(), |_, parent| {
                    if self.shared(parent) == parent {
                        visit(index, parent);
                    }
                }),
                Some(image) => {
                    let mut parents = BTreeSet::new();
                    self.each_own_parent([slot, image].into_iter(), |_, parent| {
                        parents.insert(self.shared(parent));
                    });
                    for parent in parents {
                        visit(index, parent);
                    }
                }
            }
        }
    }

    /// Like [`each_parent`](Self::each_parent), for a numbering in which mirror images do not share a slot if both
    /// lions stand on the middle file.
    fn each_own_parent(&self, slots: impl Iterator<Item = u64>, mut visit: impl FnMut(usize, u64)) {
        let mut known: Option<(Range<u64>, Row, Moved<'_>)> = None;
        for (index, slot) in slots.enumerate() {
            if !known.as_ref().is_some_and(|(slots, ..)| slots.contains(&slot)) {
                let (frame, rank) = self.at(slot);
                if frame >= OPEN {
                    continue;
                }
                let row = self.ranks.row(rank);
                let first = slot - u64::from(rank - row.start);
                let moved = Moved::new(self.ranks, self.frames, frame, &row);
                known = Some((first..first + u64::from(row.len), row, moved));
            }
            if let Some((slots, row, moved)) = &known {
                let elephants = self.ranks.elephants_at(row, (slot - slots.start) as u32);
                moved.each(elephants, |parent| visit(index, parent));
            }
        }
    }
}

/// Returns the places of all animals as the side `seen_by` sees them. The function `number` converts the number of a
/// square to the index that the places use for this square.
pub(super) fn places(position: &Position, seen_by: Side, number: impl Fn(u8) -> u8) -> Places {
    let mut places = [[NOWHERE; 2]; 3];
    let mut known = [0; 3];
    let mut put = |kind: usize, place: Place| {
        if let Some(to) = places[kind].get_mut(known[kind]) {
            *to = place;
        }
        known[kind] += 1;
    };
    let theirs = |side: Side| u8::from(side != seen_by);
    for (square, man) in (0..).zip(&position.board) {
        let Some(man) = man else { continue };
        if let Some(kind) = HELD.iter().position(|&held| held == man.animal.captured()) {
            let hen = if man.animal == Animal::Hen { HEN } else { 0 };
            put(kind, number(square) + THEIRS * theirs(man.side) + hen);
        }
    }
    for side in Side::BOTH {
        for (kind, &held) in position.hands[side.index()].iter().enumerate() {
            (0..held).for_each(|_| put(kind, HAND + theirs(side)));
        }
    }
    places
}

/// Puts animals onto the board and into the hands. The places are given as Sente sees the board. The function
/// `square_of` converts the index of a square in the places to the number of the square.
pub(super) fn fill(position: &mut Position, places: &Places, square_of: impl Fn(u8) -> u8) {
    let played = places.iter().enumerate().flat_map(|(kind, pair)| pair.iter().map(move |&place| (kind, place)));
    for (kind, place) in played.filter(|&(_, place)| place != NOWHERE) {
        let side = if is_theirs(place) { Side::Second } else { Side::First };
        match square(place) {
            Some(square) => {
                let man = Man { side, animal: animal(kind, place) };
                position.board[usize::from(square_of(square))] = Some(man);
            }
            None => position.hands[side.index()][kind] += 1,
        }
    }
}
