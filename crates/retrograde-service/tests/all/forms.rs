//! Tests of the recognition of text formats.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;

use retrograde::Options;
use retrograde::author::{AnswerError, Contest, Entry, InputError, Method, Strictness};
use retrograde_games::builtin;
use retrograde_games::race::Race;
use retrograde_service::forms::{Form, Recognised, Several};
use retrograde_service::registry::Registry;
use retrograde_testing::contests::pairs;

fn id(found: Result<Option<Recognised<'_>>, Several>) -> Option<(&'static str, String)> {
    found.unwrap().map(|Recognised { form, head }| (form.id(), head))
}

#[test]
fn every_case_has_the_form_that_it_was_written_in() {
    let registry = Registry::from_iter(builtin());
    let mut tried = 0;
    for contest in registry.contests().filter(|contest| contest.id() != "graph") {
        for (name, input, _) in pairs(contest.game()) {
            let all = &mut |_| ControlFlow::Continue(());
            if contest.read(&mut input.as_bytes(), Strictness::Relaxed, all).is_err() {
                continue;
            }
            let expected = Some((contest.id(), String::new()));
            assert_eq!(id(Form::recognised(&registry, &input, false)), expected, "{name}");
            for cut in [input.len() / 2, input.len() * 9 / 10].into_iter().filter(|&cut| cut > 40) {
                assert_eq!(id(Form::recognised(&registry, &input[..cut], true)), expected, "{name} to {cut}");
            }
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn lines_and_boards_without_a_head_have_a_form() {
    let registry = Registry::from_iter(builtin());
    for (text, form, head) in [
        ("# two\n\npawn:1O1/1H1/OX1_r\nrace:A1/1B_a\n", "pos", ""),
        ("{\"schema\":1,\"pos\":\"race:A1/1B_a\"}\n", "json", ""),
        ("A#\n.B\n", "p4658", "1\n2\n"),
        (".O.\n.#.\nOX.\n", "p9169", "0 1\n3 3\n"),
        // The second row of the board, `.z.`, is wrong, and the text fits no other format.
        ("0 1\n3 3\n.O.\n.z.\nOX.\n", "p9169", ""),
        ("a a - b\nb b - c\n", "graph", ""),
    ] {
        assert_eq!(id(Form::recognised(&registry, text, false)), Some((form, head.to_owned())), "{text}");
    }
    for text in ["", "to be or not to be\n", "\u{0}\u{1}rgtable"] {
        assert_eq!(id(Form::recognised(&registry, text, false)), None, "{text}");
    }
}

/// A contest format that can parse any text as a row of pieces.
struct Anything;

impl Contest for Anything {
    fn id(&self) -> &'static str {
        "anything"
    }
    fn game(&self) -> &'static str {
        "cannons"
    }
    fn title(&self) -> &'static str {
        "Any text"
    }
    fn read(
        &self,
        _: &mut dyn BufRead,
        _: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        let _ = visit("cannons:01100_r".to_owned());
        Ok(())
    }
    fn answer(&self, _: &mut dyn BufRead, _: Method, _: &Options<'_>, _: &mut dyn Write) -> Result<(), AnswerError> {
        Ok(())
    }
    fn write(&self, _: &[String], _: &mut dyn Write) -> Result<(), AnswerError> {
        Ok(())
    }
    fn read_answer(&self, _: &str) -> Option<String> {
        None
    }
}

#[test]
fn two_forms_of_one_text_are_both_named() {
    let game = Entry::<Race>::reversible().contest(Anything);
    let registry = Registry::from_iter(builtin()).with(game);
    let mut row = Vec::new();
    registry.contest("p7387").unwrap().write(&["cannons:01100_r".to_owned()], &mut row).unwrap();
    let both = Form::recognised(&registry, str::from_utf8(&row).unwrap(), false).err();
    assert_eq!(both.map(|Several(ids)| ids), Some(vec!["anything", "p7387"]));
    assert_eq!(id(Form::recognised(&registry, "cannons:01100_r", false)), Some(("pos", String::new())));
}
