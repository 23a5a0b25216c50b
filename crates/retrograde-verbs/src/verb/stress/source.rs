//! The inputs of `retrograde stress`: the known hard cases, and random starts.

use std::ops::ControlFlow;

use fastrand::Rng;
use retrograde::author::{Contest, KnownStart, Made, Starts, Strictness};
use retrograde::rules::message::Message;

use crate::failure::{Failure, Stop};
use crate::lang::{Lang, fill};
use crate::messages::Tested;
use crate::trial::Failing;

/// If the starts of an input have at least this total size in bytes, no further start is added to the input.
const MOST_BYTES: usize = 4 << 20;

/// One input of the program under test, as tokens.
pub(super) struct Test {
    pub(super) tokens: Vec<String>,
    pub(super) origins: Origins,
}

/// The origins of the cases of an input. A case is a known hard case or a random start.
pub(super) enum Origins {
    Known(String),
    /// The shape (the kind of board) of each case.
    Random(Vec<Message>),
}

/// The origin of one case. The case is a known hard case or a random start.
pub(super) enum Origin {
    /// The name of the known case, such as `race/021`, or the names of a pair of known cases.
    Known(String),
    /// The shape (the kind of board) of the random start.
    Random(Option<Message>),
}

impl Origins {
    /// Returns the origin of the failing case. If the failing case is unknown, returns the origin of the first case.
    pub(super) fn of(self, failing: &Failing) -> Origin {
        let case = failing.case.map_or(0, |case| case as usize - 1);
        match self {
            Self::Known(name) => Origin::Known(name),
            Self::Random(shapes) => Origin::Random(shapes.into_iter().nth(case)),
        }
    }

    /// Names the input. Random cases have numbers from 1; `random_cases` is the number of random cases so far, and the
    /// function adds the cases of this input.
    pub(super) fn tested(&self, random_cases: &mut u64, seed: u64) -> Tested {
        match self {
            Self::Known(name) => Tested::Known { name: name.clone() },
            Self::Random(shapes) => {
                let first = *random_cases + 1;
                *random_cases += shapes.len() as u64;
                if shapes.len() == 1 {
                    Tested::One { number: first, seed }
                } else {
                    Tested::Several { first, last: *random_cases, seed }
                }
            }
        }
    }
}

impl Origin {
    pub(super) fn description(&self, lang: Lang) -> String {
        match self {
            Self::Known(name) => fill(lang.words().known_case, &[("name", name)]),
            Self::Random(shape) => shape.as_ref().map(|shape| lang.text(shape)).unwrap_or_default(),
        }
    }
}

/// The source of inputs. The source first returns the known hard cases, and then random cases from a seed.
#[derive(Clone)]
pub(super) struct Source<'s> {
    pub(super) contest: &'s dyn Contest,
    pub(super) starts: &'s dyn Starts,
    pub(super) size: Option<(u32, u32)>,
    pub(super) rng: Rng,
}

impl Source<'_> {
    /// Returns the inputs with known hard cases, the shortest input first. Inputs with two boards each follow. A
    /// program may keep state from one board to the next, so the list also pairs each single board with the next single
    /// board, in both orders. If the command sets the size of boards, the list is empty.
    pub(super) fn known(&self) -> Result<Vec<Test>, Stop> {
        if self.size.is_some() {
            return Ok(Vec::new());
        }
        let mut inputs = self.starts.known().to_vec();
        inputs.sort_by_key(|known| known.input.len());
        let tests = inputs.iter().map(|known| self.read(known)).collect::<Result<Vec<_>, _>>()?;
        let alone: Vec<_> = tests.iter().zip(&inputs).filter(|(tokens, _)| tokens.len() == 1).collect();
        let pairs = alone.windows(2).flat_map(|pair| [[pair[0], pair[1]], [pair[1], pair[0]]]);
        let pairs = pairs.map(|pair| Test {
            tokens: pair.iter().flat_map(|(tokens, _)| (*tokens).clone()).collect(),
            origins: Origins::Known(pair.map(|(_, known)| known.name).join(" + ")),
        });
        let pairs: Vec<_> = pairs.collect();
        let single = |(tokens, known): (Vec<String>, KnownStart)| Test {
            tokens,
            origins: Origins::Known(known.name.to_owned()),
        };
        Ok(tests.into_iter().zip(inputs).map(single).chain(pairs).collect())
    }

    fn read(&self, known: &KnownStart) -> Result<Vec<String>, Stop> {
        let mut tokens = Vec::new();
        let mut keep = |token| {
            tokens.push(token);
            ControlFlow::Continue(())
        };
        let read = self.contest.read(&mut known.input.as_bytes(), Strictness::Relaxed, &mut keep);
        read.map_err(|error| Failure::input(known.name, error))?;
        Ok(tokens)
    }

    /// Returns the next random input, with at most `left` cases.
    pub(super) fn input(&mut self, left: u64) -> Result<Test, Stop> {
        let number = self.rng.usize(1..=self.starts.cases());
        let number = number.min(left.try_into().unwrap_or(usize::MAX));
        let (mut tokens, mut shapes) = (Vec::with_capacity(number), Vec::with_capacity(number));
        let mut bytes = 0;
        while tokens.len() < number && bytes < MOST_BYTES {
            let Made { shape, start } = self.make()?;
            bytes += start.len();
            tokens.push(format!("{}:{start}", self.contest.game()));
            shapes.push(shape);
        }
        Ok(Test { tokens, origins: Origins::Random(shapes) })
    }

    pub(super) fn make(&mut self) -> Result<Made, Stop> {
        Ok(self.starts.make(&mut self.rng, self.size).map_err(Failure::usage)?)
    }
}
