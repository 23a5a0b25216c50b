//! Generates starts for tests of P7387 programs.

use std::iter;
use std::ops::Range;

use fastrand::Rng;

use super::messages::Sizes;
use super::notation::Parts;
use super::row::Row;
use crate::known;
use crate::shape::{blocks, halves};
use retrograde::author::{self, Census, KnownStart, Made, UpTo};
use retrograde::messages;
use retrograde::rules::message::Message;

/// Generates the starts that the judge accepts. A start is a row of any allowed length, with red to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Starts;

/// If the caller gives no length, half of the generated rows have at most this length.
const SHORT: usize = 12;
/// If the caller gives no length, no generated row has more cannons than this. [`cuts`] also uses this limit, to
/// distinguish short rows from long rows.
const LONG: usize = 40;
/// The length of the longest row that the judge allows.
const LONGEST: u32 = 10_000_000;

impl author::Starts for Starts {
    fn cases(&self) -> usize {
        1000
    }

    fn known(&self) -> &'static [KnownStart] {
        known::CANNONS
    }

    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message> {
        let length = match size {
            Some((1, length @ 1..=LONGEST)) => length as usize,
            Some((1, length)) => return Err(Sizes::Contest { most: LONGEST, length }.into()),
            Some((rows, length)) => return Err(Sizes::AskForOneRow { rows, length }.into()),
            None => random_length(rng),
        };
        let form = *rng.choice(&Form::ALL).unwrap_or(&Form::Coins);
        let row = form.row(rng, length);
        debug_assert_eq!(row.len(), length, "{form}");
        Ok(Made { shape: form.into(), start: start(&row) })
    }

    fn smaller(&self, start: &str) -> Box<dyn Iterator<Item = String>> {
        let row = Parts::read(start).map_or_else(|_| Vec::new(), |parts| parts.row.as_bytes().to_vec());
        let length = row.len();
        Box::new(cuts(length).map(move |cut| self::start(&[&row[..cut.start], &row[cut.end..]].concat())))
    }

    /// Returns every row.
    fn all(&self, up_to: UpTo) -> Result<Census, Message> {
        let length = match up_to {
            UpTo::Side(length) | UpTo::Board(1, length) => length,
            UpTo::Board(rows, _) => return Err(Sizes::OneRow { rows }.into()),
        };
        if !(1..=Row::MAX_LEN).contains(&length) {
            return Err(Sizes::Table { most: Row::MAX_LEN, length }.into());
        }
        let codes = 2..2_u64 << length;
        let rows = codes.clone().filter_map(Row::from_code).map(|row| start(row.to_string().as_bytes()));
        Ok(Census { most: Some(codes.end - codes.start), starts: Box::new(rows) })
    }
}

/// Returns the blocks of squares whose removal gives a smaller row. For a row of at most `LONG` squares, the function
/// returns all blocks. For a longer row, the function returns only certain blocks, because tests of all blocks would
/// take too long.
fn cuts(length: usize) -> Box<dyn Iterator<Item = Range<usize>>> {
    if length > LONG {
        return Box::new(halves(length).flat_map(move |size| blocks(length, size)));
    }
    Box::new((1..length).rev().flat_map(move |size| (0..=length - size).map(move |start| start..start + size)))
}

fn random_length(rng: &mut Rng) -> usize {
    let most = if rng.bool() { SHORT } else { LONG };
    rng.usize(1..=most)
}

messages! {
    /// The special form of a row.
    #[derive(Clone, Copy)]
    enum Form {
        Coins: "a random row", "随机的一行";
        Blocks: "blocks", "成块的一行";
        Alternating: "alternating colours", "红黑交错的一行";
        NearAlternating: "nearly alternating colours", "几乎红黑交错的一行";
        /// A row with equal numbers of red and black cannons. Red wins, because the row has the form (10)^j (1100 |
        /// 0011) (01)^k.
        Won: "a balanced row that is won", "数目相等而必胜的一行";
        NearWon: "nearly a balanced row that is won", "与数目相等而必胜者只差一点的一行";
        /// A random row in which the numbers of red and black cannons are nearly equal.
        Balanced: "nearly equal numbers", "数目相近的一行";
    }
}

impl Form {
    const ALL: [Self; 7] =
        [Self::Coins, Self::Blocks, Self::Alternating, Self::NearAlternating, Self::Won, Self::NearWon, Self::Balanced];

    /// Returns a row of this form and length. If no such row exists, the function returns a row that is close to this
    /// form.
    fn row(self, rng: &mut Rng, length: usize) -> Vec<u8> {
        match self {
            Self::Coins => iter::repeat_with(|| cannon(rng.bool())).take(length).collect(),
            Self::Blocks => in_blocks(rng, length),
            Self::Alternating => alternating(rng, length),
            Self::NearAlternating => {
                let row = alternating(rng, length);
                disturbed(rng, row)
            }
            Self::Won => won(rng, length),
            Self::NearWon => {
                let row = won(rng, length);
                disturbed(rng, row)
            }
            Self::Balanced => balanced(rng, length),
        }
    }
}

const fn cannon(is_red: bool) -> u8 {
    if is_red { b'1' } else { b'0' }
}

fn in_blocks(rng: &mut Rng, length: usize) -> Vec<u8> {
    let mut row = Vec::with_capacity(length);
    let mut is_red = rng.bool();
    while row.len() < length {
        let block = rng.usize(1..=8).min(length - row.len());
        row.extend(iter::repeat_n(cannon(is_red), block));
        is_red = !is_red;
    }
    row
}

fn alternating(rng: &mut Rng, length: usize) -> Vec<u8> {
    let first = rng.bool();
    (0..length).map(|square| cannon((square % 2 == 0) == first)).collect()
}

/// Changes the colour of one cannon, or swaps two neighbours, and returns the row.
pub(super) fn disturbed(rng: &mut Rng, mut row: Vec<u8>) -> Vec<u8> {
    let at = rng.usize(..row.len());
    if rng.bool() && at > 0 {
        row.swap(at - 1, at);
    } else {
        row[at] ^= 1;
    }
    row
}

/// Returns a row of the form `Won`. For an odd length, one cannon is added at a random place. A row of fewer than four
/// cannons has alternating colours.
fn won(rng: &mut Rng, length: usize) -> Vec<u8> {
    if length < 4 {
        return alternating(rng, length);
    }
    let pairs = (length - 4) / 2;
    let before = rng.usize(..=pairs);
    let middle = if rng.bool() { "1100" } else { "0011" };
    let mut row = ["10".repeat(before).as_str(), middle, &"01".repeat(pairs - before)].concat().into_bytes();
    if length % 2 == 1 {
        row.insert(rng.usize(..=row.len()), cannon(rng.bool()));
    }
    row
}

fn balanced(rng: &mut Rng, length: usize) -> Vec<u8> {
    let red = (length / 2 + rng.usize(..=2)).saturating_sub(1).min(length);
    let mut row: Vec<u8> = (0..length).map(|square| cannon(square < red)).collect();
    rng.shuffle(&mut row);
    row
}

/// Returns the start, with red to move, for a row of the digits 1 and 0.
pub(super) fn start(row: &[u8]) -> String {
    // The row is ASCII, so the conversion loses nothing.
    format!("{}_r", String::from_utf8_lossy(row))
}
