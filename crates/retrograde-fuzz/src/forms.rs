//! The laws (properties that must hold for every input) of format detection. Commands detect the format of a file, and
//! the API detects the format of a pasted text.

use std::sync::LazyLock;

use retrograde::author::Contest;
use retrograde_service::failure::Place;
use retrograde_service::forms::{Form, Reading, Recognised, Several, is_token, token_of_json};
use retrograde_service::registry::Registry;

/// The built-in games.
pub(crate) static GAMES: LazyLock<Registry> = LazyLock::new(|| Registry::from_iter(retrograde_games::builtin()));

/// Checks the detection of a text's format.
///
/// If a contest's reader accepts the whole text, the detection must return this contest, alone or among several
/// candidates. If the detection returns one contest, the contest's reader must accept the text with the proposed header
/// (if there is one), or the best reading of the text must have an error. If some reader accepts the unchanged text, or
/// the text with the proposed header, the best reading must have no error.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_forms(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let _ = Form::recognised(&GAMES, &text, true);
    let found = Form::recognised(&GAMES, &text, false);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    if first.starts_with('{') {
        assert!(matches!(found, Ok(Some(Recognised { form: Form::Json, .. }))));
        text.lines().for_each(|line| drop(token_of_json(line, Place::default())));
        return;
    }
    if is_token(&GAMES, first) {
        assert!(matches!(found, Ok(Some(Recognised { form: Form::Tokens, .. }))));
        return;
    }
    check_contests(&text, found);
}

fn check_contests(text: &str, found: Result<Option<Recognised<'_>>, Several>) {
    let reads = |contest: &&dyn Contest| Reading::of(&GAMES, *contest, text).error.is_none();
    let mut whole: Vec<_> = GAMES.contests().filter(reads).map(Contest::id).collect();
    match found {
        Err(Several(several)) => assert!(several.len() > 1 && whole.iter().all(|id| several.contains(id))),
        Ok(Some(Recognised { form: Form::Contest(contest), head })) => {
            let headed = head.clone() + text;
            let is_read = Reading::of(&GAMES, contest, &headed).error.is_none();
            assert!(whole.is_empty() || (whole == [contest.id()] && head.is_empty()));
            assert!(
                is_read || (whole.is_empty() && Reading::best(&GAMES, text).is_some_and(|best| best.error.is_some()))
            );
            whole.extend(is_read.then_some(contest.id()));
        }
        _ => assert!(whole.is_empty()),
    }
    assert!(whole.is_empty() || Reading::best(&GAMES, text).is_some_and(|best| best.error.is_none()));
}
