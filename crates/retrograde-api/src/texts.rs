//! A list of strings in a request body. The parser stores at most as many strings as a request may have.

use std::fmt;

use http::StatusCode;
use retrograde_service::failure::Failure;
use serde::de::{Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

use crate::answers::Refusal;
use crate::messages::Wrong;

/// The maximum number of strings of a list that are stored. Further strings are counted, but not stored.
pub const MOST: usize = 100_000;

/// The memory, in bytes, that a stored string needs in addition to its own bytes. For a short string, this memory is
/// larger than the string in JSON.
pub(crate) const BYTES_A_TEXT: u64 = 64;

/// The strings of a list, in order, and their number.
pub(crate) struct Texts {
    kept: Vec<String>,
    number: usize,
}

impl Texts {
    /// Returns the total size of all stored strings, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.iter().map(String::len).sum()
    }

    /// Returns the strings. Returns an error if there are more than `most` strings.
    pub(crate) fn within(self, most: usize) -> Result<Vec<String>, Refusal> {
        let most = most.min(MOST);
        if self.number <= most {
            return Ok(self.kept);
        }
        let failure = Failure::usage(Wrong::ManyPositions { number: self.number, most });
        Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, failure))
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Texts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
        let mut kept = Vec::new();
        while kept.len() < MOST {
            match list.next_element()? {
                Some(text) => kept.push(text),
                None => return Ok(Texts { number: kept.len(), kept }),
            }
        }
        let mut number = kept.len();
        while list.next_element::<IgnoredAny>()?.is_some() {
            number += 1;
        }
        Ok(Texts { kept, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issue_27_texts_beyond_the_most_are_not_kept() {
        let read =
            |number| -> Texts { serde_json::from_str(&format!("[{}]", vec!["\"a\""; number].join(","))).unwrap() };
        assert_eq!(read(3).within(3).unwrap(), ["a"; 3]);
        assert!(read(3).within(2).is_err());
        let many = read(MOST + 7);
        assert_eq!((many.kept.len(), many.number), (MOST, MOST + 7));
        assert!(serde_json::from_str::<Texts>("[7]").is_err() && serde_json::from_str::<Texts>("7").is_err());
    }
}
