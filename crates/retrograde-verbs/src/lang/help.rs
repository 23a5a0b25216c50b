//! The texts of the help in languages other than English, by verb and argument. A test visits the whole command line
//! and checks that no text is missing or unused.

/// The texts of the help in one language. If a text has several paragraphs, the first paragraph is the short form, as
/// in the English definition.
pub(crate) struct Texts {
    pub(crate) usage: &'static str,
    pub(crate) commands: &'static str,
    pub(crate) arguments_heading: &'static str,
    pub(crate) options: &'static str,
    /// The headings of groups of options in the help. The keys are the English headings.
    pub(super) headings: Pairs,
    /// The template for a default value. The result is a text such as `[default: 4G]`.
    pub(crate) default: &'static str,
    /// The template for a list of values. The result is a text such as `[possible values: all, reachable]`.
    pub(crate) choices: &'static str,
    /// The heading of a list of values with explanations.
    pub(crate) choices_heading: &'static str,
    /// The template for a value and its explanation.
    pub(crate) choice: &'static str,
    /// The description of the program.
    pub(crate) program: &'static str,
    pub(super) verbs: &'static [VerbTexts],
    /// The texts of arguments that several verbs share. The keys are the arguments' ids.
    pub(super) arguments: Pairs,
    /// The explanations of possible values. The keys are the ids of the arguments.
    pub(super) values: &'static [(&'static str, Pairs)],
}

/// The texts of the help for one verb.
pub(super) struct VerbTexts {
    pub(super) verb: &'static str,
    pub(super) about: &'static str,
    /// The texts of the verb's own arguments. The keys are the arguments' ids.
    pub(super) arguments: Pairs,
}

/// A list of texts of the help, each with its key.
type Pairs = &'static [(&'static str, &'static str)];

fn find(pairs: Pairs, key: &str) -> Option<&'static str> {
    pairs.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
}

impl Texts {
    /// Translates a heading of the English definition.
    pub(crate) fn heading(&self, english: &str) -> Option<&'static str> {
        find(self.headings, english)
    }

    /// The description of a verb.
    pub(crate) fn verb(&self, verb: &str) -> Option<&'static str> {
        self.verbs.iter().find(|texts| texts.verb == verb).map(|texts| texts.about)
    }

    /// Returns the description of a verb's argument. If `verb` is `None`, the argument belongs to the program itself.
    pub(crate) fn argument(&self, verb: Option<&str>, id: &str) -> Option<&'static str> {
        let own = self.verbs.iter().find(|texts| Some(texts.verb) == verb).and_then(|texts| find(texts.arguments, id));
        own.or_else(|| find(self.arguments, id))
    }

    /// Returns the explanation of an argument's possible value.
    pub(crate) fn value(&self, id: &str, value: &str) -> Option<&'static str> {
        self.values.iter().find(|(known, _)| *known == id).and_then(|(_, pairs)| find(pairs, value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Arg, Command};

    use super::*;
    use crate::cli;
    use crate::lang::Lang;

    /// An explained item of the definition, with its verb, the argument's id, the possible value, and the complete
    /// text.
    type Explained = (Option<String>, Option<String>, Option<String>, String);

    fn of_argument(verb: Option<&str>, arg: &Arg) -> Vec<Explained> {
        let (verb, id) = (verb.map(str::to_owned), Some(arg.get_id().to_string()));
        let text = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
        let value = |value: clap::builder::PossibleValue| {
            Some((verb.clone(), id.clone(), Some(value.get_name().to_owned()), value.get_help()?.to_string()))
        };
        let values: Vec<_> = arg.get_possible_values().into_iter().filter_map(value).collect();
        [vec![(verb, id, None, text)], values].concat()
    }

    fn of_command(verb: Option<&str>, command: &Command) -> Vec<Explained> {
        let about = command.get_long_about().or_else(|| command.get_about()).map(ToString::to_string);
        let own = (verb.map(str::to_owned), None, None, about.unwrap_or_default());
        [own].into_iter().chain(command.get_arguments().flat_map(|arg| of_argument(verb, arg))).collect()
    }

    fn explained() -> Vec<Explained> {
        let mut program = cli::definition();
        program.build();
        let verbs = program.get_subcommands().flat_map(|verb| of_command(Some(verb.get_name()), verb));
        verbs.chain(of_command(None, &program)).collect()
    }

    fn text(texts: &Texts, (verb, argument, value, _): &Explained) -> Option<&'static str> {
        match (verb, argument, value) {
            (_, Some(argument), Some(value)) => texts.value(argument, value),
            (verb, Some(argument), None) => texts.argument(verb.as_deref(), argument),
            (Some(verb), None, _) => texts.verb(verb),
            (None, None, _) => Some(texts.program),
        }
    }

    /// Returns the literal parts of a text, which are the same in every language. The literal parts are options, and
    /// words with digits.
    fn typed(text: &str) -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-^%.`=<".contains(c));
        let words = words.map(|word| word.trim_matches(['`', '.', '=', '<']).to_owned());
        words
            .filter(|word| word.starts_with('-') && word.len() > 1 || word.contains(|c: char| c.is_ascii_digit()))
            .collect()
    }

    /// Returns the keys of the optional parts of a text, which stand in braces (see [`own`](crate::own)).
    fn needs(text: &str) -> Vec<&str> {
        text.split('{').skip(1).filter_map(|part| part.split_once(['?', '}'])).map(|(need, _)| need).collect()
    }

    #[test]
    fn all_that_can_be_typed_is_explained_in_every_language() {
        let texts = Lang::Zh.help().unwrap();
        let all = explained();
        assert!(all.len() > 200, "{}", all.len());
        for key in &all {
            let own = text(texts, key).unwrap_or_else(|| panic!("no text for {key:?}"));
            assert!(!own.is_empty() && !key.3.is_empty(), "{key:?}");
            assert_eq!(own.contains("\n\n"), key.3.contains("\n\n"), "a summary, and more: {key:?}");
            let is_of_flags = key.1.as_deref() == Some("help");
            assert!(is_of_flags || typed(own) == typed(&key.3), "{:?} != {:?}: {key:?}", typed(own), typed(&key.3));
            assert_eq!(needs(own), needs(&key.3), "what its parts need: {key:?}");
        }
        let mut program = cli::definition();
        program.build();
        let arguments = program.get_subcommands().flat_map(Command::get_arguments);
        for heading in arguments.filter_map(Arg::get_help_heading) {
            assert!(texts.heading(heading).is_some(), "{heading}");
        }
    }

    #[test]
    fn what_is_shared_says_the_same_in_the_definition() {
        let all = explained();
        let texts = Lang::Zh.help().unwrap();
        for (id, own) in texts.arguments {
            let is_shared = |key: &&Explained| key.1.as_deref() == Some(id) && text(texts, key) == Some(own);
            let english: BTreeSet<_> = all.iter().filter(is_shared).map(|key| &key.3).collect();
            assert_eq!(english.len(), 1, "{id}: {english:?}");
        }
    }

    #[test]
    #[cfg(feature = "serve")]
    fn no_text_is_left_over() {
        let texts = Lang::Zh.help().unwrap();
        let said: BTreeSet<_> = explained().iter().filter_map(|key| text(texts, key)).collect();
        let pairs = |pairs: Pairs| pairs.iter().map(|(_, text)| *text).collect::<Vec<_>>();
        let of_verbs = texts.verbs.iter().flat_map(|verb| [vec![verb.about], pairs(verb.arguments)].concat());
        let values = texts.values.iter().flat_map(|(_, values)| pairs(values));
        for text in of_verbs.chain(pairs(texts.arguments)).chain(values) {
            assert!(said.contains(text), "{text}");
        }
    }
}
