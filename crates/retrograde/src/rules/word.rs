//! Words that live as long as the program, such as ids, names of sides and names of rules.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Returns the static string that equals `text`. Games need this function if their words are not known at compile time.
///
/// The program stores every word once, and never frees it. Use this function only for the few short words of a game,
/// and not for texts.
///
/// ```
/// let read_from_a_file = String::from("captured");
/// let word: &'static str = retrograde::word(&read_from_a_file);
/// assert!(std::ptr::eq(word, retrograde::word("captured")));
/// ```
pub fn word(text: &str) -> &'static str {
    static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.into());
    words.insert(new);
    new
}
