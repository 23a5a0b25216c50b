//! Converts positions between the contents of their squares and the components of their slots.

use super::bits::Set;
use super::numbering::NO_PLACE;
use super::sectors::{BOTH, Counts};
use super::solver::Engine;
use crate::board::squares;

impl<const C: usize> Engine<C> {
    /// The sector of a position, and its components as the mover sees them; `None` if the numbering has no such sector.
    pub(super) fn seen(&self, contents: &[u8], turn: u8) -> Option<(usize, [Set; C])> {
        let board = self.description.board.squares.len();
        let mut components = [0; C];
        for (square, content) in contents[..board].iter().enumerate() {
            if let Some(piece) = content.checked_sub(1) {
                let (side, kind) = (piece % 2, usize::from(piece / 2));
                components[if side == turn { kind } else { C / 2 + kind }] |= 1 << square;
            }
        }
        let view = if self.views == 1 { 0 } else { turn };
        let counts = Counts { view, ..Counts::of(&self.description, contents, turn, C / 2) };
        let sector = self.materials.iter().position(|material| material.counts == counts)?;
        if self.materials[sector].turns >> turn & 1 == 0 {
            return None;
        }
        if self.views == 1 && turn == 1 {
            components = components.map(|set| self.exchange.of(set));
        }
        let place = self.numbering.place(&self.numbering.sectors[sector], &components);
        (place != NO_PLACE).then_some((sector, components))
    }

    /// The contents of a position with these components, for the side `turn` to move.
    pub(super) fn contents(&self, sector: usize, components: &[Set; C], turn: u8) -> Box<[u8]> {
        let board = self.description.board.squares.len();
        let mut components = *components;
        if self.views == 1 && turn == 1 {
            components = components.map(|set| self.back.of(set));
        }
        let mut contents = vec![0; board];
        for (component, set) in components.iter().enumerate() {
            let (other, kind) = ((component / (C / 2)) as u8, component % (C / 2));
            squares((*set).into())
                .for_each(|square| contents[usize::from(square)] = 1 + 2 * kind as u8 + (turn ^ other));
        }
        let (own, opponent) = self.materials[sector].counts.hands.split_at(C / 2);
        for hand in if turn == 0 { [own, opponent] } else { [opponent, own] } {
            contents.extend(&hand[..self.description.kinds.len()]);
        }
        contents.into()
    }

    /// The slot of a position; `None` if the numbering has no such position.
    pub(crate) fn slot(&self, contents: &[u8], turn: u8) -> Option<u64> {
        let (sector, components) = self.seen(contents, turn)?;
        Some(self.numbering.slot::<false>(&self.numbering.sectors[sector], &components).0)
    }

    pub(crate) fn raw_slot(&self, contents: &[u8], turn: u8) -> Option<u64> {
        let (number, components) = self.seen(contents, turn)?;
        let (sector, turns) = (&self.numbering.sectors[number], self.materials[number].turns);
        let raw = self.numbering.raw_number(sector, &components);
        Some(sector.raw.start + if turns == BOTH { 2 * raw + u64::from(turn) } else { raw })
    }

    /// The contents and the side to move of the representative of a slot; `None` for a hole.
    pub(crate) fn position(&self, slot: u64) -> Option<(Box<[u8]>, u8)> {
        let number = self.numbering.sector_of(slot);
        let sector = self.numbering.sectors.get(number)?;
        let components = self.numbering.components::<false>(sector, slot);
        let turn = self.materials[number].turn;
        let is_position = self.is_position::<false>(number, slot, &components);
        is_position.then(|| (self.contents(number, &components, turn), turn))
    }

    pub(crate) fn raw_position(&self, slot: u64) -> Option<(Box<[u8]>, u8)> {
        let number = self.numbering.sectors.partition_point(|sector| sector.raw.end <= slot);
        let (sector, material) = (self.numbering.sectors.get(number)?, &self.materials[number]);
        let raw = slot - sector.raw.start;
        let (raw, turn) = if material.turns == BOTH { (raw / 2, (raw % 2) as u8) } else { (raw, material.turn) };
        let components = self.numbering.raw_components(sector, raw)?;
        (!self.is_left_attacked(number, &components)).then(|| (self.contents(number, &components, turn), turn))
    }

    /// Whether a slot of a sector belongs to a position. See [`super::numbering::Numbering::is_position`]; the side to
    /// move must not be able to take a royal piece.
    pub(super) fn is_position<const FAST: bool>(&self, sector: usize, slot: u64, components: &[Set; C]) -> bool {
        self.numbering.is_position::<FAST>(&self.numbering.sectors[sector], slot, components)
            && !self.is_left_attacked(sector, components)
    }
}
