//! A column of codes. A column has one code for each slot, and a code has one, two or four bytes.

use bytemuck::Pod;

use crate::rules::memory::{self, NoMemory};

/// The width of a code, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Width {
    /// Codes of one byte.
    One = 1,
    /// Codes of two bytes.
    Two = 2,
    /// Codes of four bytes.
    Four = 4,
}

impl Width {
    /// Returns the width in bytes.
    pub const fn bytes(self) -> u64 {
        self as u64
    }

    /// Returns the smallest width that has at least `codes` different codes.
    pub fn of(codes: usize) -> Self {
        let holds = |width: &Self| codes as u64 <= u64::from(width.last()) + 1;
        [Self::One, Self::Two].into_iter().find(holds).unwrap_or(Self::Four)
    }

    /// Returns the next larger width.
    pub(crate) const fn wider(self) -> Option<Self> {
        match self {
            Self::One => Some(Self::Two),
            Self::Two => Some(Self::Four),
            Self::Four => None,
        }
    }

    /// Returns the greatest code of this width.
    pub(crate) const fn last(self) -> u32 {
        match self {
            Self::One => u8::MAX as u32,
            Self::Two => u16::MAX as u32,
            Self::Four => u32::MAX,
        }
    }
}

/// An integer type for the codes of one width.
pub(crate) trait Code: Pod + Ord + Send + Sync {
    const WIDTH: Width;

    /// Truncates the code to this width.
    fn new(code: u32) -> Self;

    fn get(self) -> u32;
}

macro_rules! code {
    ($($integer:ty: $width:ident),*) => {$(
        impl Code for $integer {
            const WIDTH: Width = Width::$width;
            #[inline]
            fn new(code: u32) -> Self {
                code as Self
            }
            #[inline]
            fn get(self) -> u32 {
                u32::from(self)
            }
        }
    )*};
}

code!(u8: One, u16: Two, u32: Four);

/// Evaluates an expression with codes of any width, for example in `with_codes!(column.codes(), codes => …)`.
#[doc(hidden)]
#[macro_export]
macro_rules! with_codes {
    ($codes:expr, $name:ident => $work:expr) => {
        match $codes {
            $crate::table::Codes::One($name) => $work,
            $crate::table::Codes::Two($name) => $work,
            $crate::table::Codes::Four($name) => $work,
        }
    };
}
pub use with_codes;

/// A value of one of three types. The width of a code determines the type.
#[derive(Clone, Copy, Debug)]
pub enum Codes<A, B, C> {
    /// The type for codes of one byte.
    One(A),
    /// The type for codes of two bytes.
    Two(B),
    /// The type for codes of four bytes.
    Four(C),
}

/// The codes of all slots.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The codes. Codes are packed into words of four bytes, so that codes of every width are aligned.
    words: Vec<u32>,
    slots: usize,
    width: Width,
}

impl Column {
    /// Creates a column of zeros. The system provides the memory of the column only when codes are written to it.
    pub(crate) fn zeroed(slots: u64, width: Width) -> Result<Self, NoMemory> {
        let needed = slots.saturating_mul(width.bytes());
        let no_memory = || NoMemory { needed };
        let slots = usize::try_from(slots).map_err(|_| no_memory())?;
        let words = slots.div_ceil(WORD / width as usize);
        let words = memory::zeros(words as u64).map_err(|_| no_memory())?;
        Ok(Self { words, slots, width })
    }

    pub(crate) const fn slots(&self) -> usize {
        self.slots
    }

    pub(crate) const fn width(&self) -> Width {
        self.width
    }

    /// Returns the memory of the column in bytes.
    pub(crate) const fn bytes(&self) -> u64 {
        (self.words.len() * WORD) as u64
    }

    /// Returns the codes of all slots.
    pub(crate) fn codes(&self) -> Codes<&[u8], &[u16], &[u32]> {
        match self.width {
            Width::One => Codes::One(&bytemuck::cast_slice(&self.words)[..self.slots]),
            Width::Two => Codes::Two(&bytemuck::cast_slice(&self.words)[..self.slots]),
            Width::Four => Codes::Four(&self.words[..self.slots]),
        }
    }

    /// Returns the codes of all slots as a mutable slice.
    pub(crate) fn codes_mut(&mut self) -> Codes<&mut [u8], &mut [u16], &mut [u32]> {
        match self.width {
            Width::One => Codes::One(&mut bytemuck::cast_slice_mut(&mut self.words)[..self.slots]),
            Width::Two => Codes::Two(&mut bytemuck::cast_slice_mut(&mut self.words)[..self.slots]),
            Width::Four => Codes::Four(&mut self.words[..self.slots]),
        }
    }

    /// Returns the bytes of all codes, in the machine's byte order.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.slots * self.width as usize]
    }

    /// Returns the bytes of all codes as a mutable slice.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[..self.slots * self.width as usize]
    }

    /// Returns the code of a slot, which must exist.
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> u32 {
        with_codes!(self.codes(), codes => codes[slot].get())
    }

    /// Doubles the width in place. The function `recode` maps each old code to its new code.
    pub(crate) fn widen(&mut self, recode: impl Fn(u32) -> u32) -> Result<(), NoMemory> {
        let Some(wider) = self.width.wider() else { return Ok(()) };
        let words = self.slots.div_ceil(WORD / wider as usize);
        let more = words - self.words.len();
        let needed = (more * WORD) as u64;
        self.words.try_reserve_exact(more).map_err(|_| NoMemory { needed })?;
        self.words.resize(words, 0);
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        match self.width {
            Width::One => spread::<u8, u16>(bytes, self.slots, recode),
            _ => spread::<u16, u32>(bytes, self.slots, recode),
        }
        self.width = wider;
        Ok(())
    }
}

/// The size in bytes of a word of a column.
const WORD: usize = size_of::<u32>();

/// Replaces narrow codes by wide codes. The function goes from the last slot to the first, so that no code is
/// overwritten before it is read.
fn spread<A: Code, B: Code>(bytes: &mut [u8], slots: usize, recode: impl Fn(u32) -> u32) {
    for slot in (0..slots).rev() {
        let narrow: A = bytemuck::pod_read_unaligned(&bytes[slot * size_of::<A>()..][..size_of::<A>()]);
        let wide = B::new(recode(narrow.get()));
        bytes[slot * size_of::<B>()..][..size_of::<B>()].copy_from_slice(bytemuck::bytes_of(&wide));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_survive_being_widened() {
        for slots in [0, 1, 3, 4, 1000, 1001] {
            let mut column = Column::zeroed(slots, Width::One).unwrap();
            let Codes::One(codes) = column.codes_mut() else { unreachable!() };
            codes.iter_mut().zip(0_u32..).for_each(|(code, slot)| *code = (slot * 7) as u8);
            for wider in [Width::Two, Width::Four] {
                column.widen(|code| code + 1).unwrap();
                assert_eq!(column.width(), wider);
                for slot in 0..slots as usize {
                    let expected = u32::from((slot as u32 * 7) as u8) + wider as u32 / 2;
                    assert_eq!(column.get(slot), expected, "slot {slot} of {slots}");
                }
            }
        }
    }
}
