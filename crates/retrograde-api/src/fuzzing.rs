//! The conditions that must hold when any request body is handled. Tests check these conditions, and the fuzz
//! target `bodies` searches for a body that violates one of them. The module is compiled only for tests, and with
//! `--cfg fuzzing`.

use retrograde::rules::message::Language;
use retrograde_service::failure::Failure;
use retrograde_service::look;
use retrograde_service::memory::Memory;
use retrograde_service::registry::Registry;

use crate::answers::Refusal;
use crate::convert::{self, Conversion, ConvertRequest};
use crate::looks::EditRequest;
use crate::questions::Positions;
use crate::request::read_body;
use crate::solving::One;
use crate::stored::Meant;
use crate::subject::Subject;
use crate::texts;

/// Checks how the API handles a request body. The remainder of the first byte of the fuzz input after division by 5
/// selects the kind of request. As the first byte, the letters `c`, `e`, `p`, `s` and `v` select convert, edit, probe,
/// solve and verify. The rest of the input is the body.
///
/// The code must not panic or hang, and must not allocate memory for a length that the input only claims. Each failure
/// must have a message. If positions are written in a format and read again, they must be the same positions. An edited
/// board, and a board that looks legal, must be readable.
///
/// # Panics
/// Panics if one of these conditions does not hold.
pub fn bodies(registry: &Registry, input: &[u8]) {
    let Some((&question, body)) = input.split_first() else { return };
    let checked = match question % 5 {
        0 => read_body(body).and_then(|One { pos, .. }| check_position(registry, pos)),
        1 => read_body(body).map(|request| check_edit(registry, &request)),
        2 => read_body(body).and_then(|Positions { pos }| {
            let pos = pos.within(texts::MOST).map_err(Refusal::into_failure)?;
            for pos in &pos {
                check_look(registry, pos);
            }
            Ok(())
        }),
        3 => read_body::<Meant>(body).map(drop),
        _ => read_body(body).and_then(|wanted: ConvertRequest| check_convert(registry, wanted.task()?)),
    };
    checked.err().iter().for_each(check_failure);
}

fn check_failure(failure: &Failure) {
    for language in [Language::English, Language::Chinese] {
        let report = failure.report(language, "retrograde");
        let text = serde_json::to_string(&report).expect("a report is JSON");
        assert!(text.len() > 2 && !failure.texts(language).message.is_empty(), "{text}");
    }
}

fn check_position(registry: &Registry, pos: String) -> Result<(), Failure> {
    let token = Subject::from(pos).position(registry, &Memory::new(u64::MAX))?.token();
    let again = registry.open(&token).expect("a printed token reads");
    assert_eq!(again.token(), token);
    Ok(())
}

fn check_look(registry: &Registry, pos: &str) {
    let Ok(look) = look::look(registry, pos) else { return };
    assert!(!look.seen.problems.is_empty() || registry.open(&look.pos).is_ok(), "{}", look.pos);
}

fn check_edit(registry: &Registry, EditRequest { pos, edit }: &EditRequest) {
    match look::edited(registry, pos, edit) {
        Ok(look) => {
            let again = look::look(registry, &look.pos).expect("an edited board reads");
            assert_eq!(again.pos, look.pos);
        }
        Err(error) => check_failure(&Failure::edit(pos, error)),
    }
}

fn check_convert(registry: &Registry, task: Conversion) -> Result<(), Failure> {
    match task {
        Conversion::Read { from, text, .. } => {
            let read = convert::read_any(registry, from.as_deref(), &text)?.0;
            read.error.iter().for_each(check_failure);
            if let (Some(from), None) = (read.from, &read.error) {
                check_written(registry, from, &read.positions);
            }
        }
        Conversion::Write { to, positions } => {
            let positions = positions.within(texts::MOST).map_err(Refusal::into_failure)?;
            let text = convert::write(registry, &to, &positions)?;
            let read = convert::read_as(registry, &to, &text)?;
            let token = |pos: &String| registry.open(pos).expect("what was written can be opened").token();
            let tokens: Vec<_> = positions.iter().map(token).collect();
            assert!(read.error.is_none() && read.positions == tokens, "{text}");
        }
    }
    Ok(())
}

/// Checks that positions that were read from a format can be written in this format, and are the same when they are
/// read again.
fn check_written(registry: &Registry, format: &str, positions: &[String]) {
    if positions.is_empty() {
        return;
    }
    let text = convert::write(registry, format, positions).expect("what was read can be written");
    let read = convert::read_as(registry, format, &text).expect("a format is read by its name");
    assert!(read.error.is_none() && read.positions == positions, "{positions:?}: {text}");
}

#[cfg(test)]
mod tests {
    use std::alloc::System;
    use std::sync::LazyLock;

    use cap::Cap;
    use retrograde_testing::trial::{INPUT_TIMEOUT, Trial};

    use super::*;

    #[global_allocator]
    static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

    fn limit(bytes: usize) {
        ALLOCATOR.set_limit(bytes).expect("less is held before");
    }

    static GAMES: LazyLock<Registry> = LazyLock::new(|| Registry::from_iter(retrograde_games::builtin()));

    #[test]
    fn issue_27_every_body_is_read_or_refused() {
        let test = concat!(module_path!(), "::issue_27_every_body_is_read_or_refused");
        let law = |input: &[u8]| bodies(&GAMES, input);
        Trial { test, target: "bodies", law, inputs: 3_000, limit, input_timeout: INPUT_TIMEOUT }.run();
    }
}
