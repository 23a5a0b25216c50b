//! The languages of the output.

use clap::ValueEnum;
use retrograde::author::About;
use retrograde::rules::message::{Language, Message};

use super::catalogue::Catalogue;
use super::help::Texts;
use super::{en, help_zh, zh};

/// A language of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// English
    #[default]
    En,
    /// Chinese (中文)
    Zh,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::English => Self::En,
            Language::Chinese => Self::Zh,
        }
    }
}

impl Lang {
    /// Returns the language of the locale. The locale is the value of the first variable among `LC_ALL`, `LC_MESSAGES`
    /// and `LANG` that is not empty.
    pub(crate) fn of_locale() -> Self {
        let said = |name| std::env::var(name).ok().filter(|locale| !locale.is_empty());
        Self::of(&["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(said).unwrap_or_default())
    }

    /// Returns Chinese for locales such as `zh_CN.UTF-8`, otherwise English.
    fn of(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("zh") { Self::Zh } else { Self::En }
    }

    /// Returns the language for a command line that has errors.
    pub(crate) fn of_arguments(arguments: impl IntoIterator<Item = String>) -> Self {
        let mut wanted = None;
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let word = match argument.strip_prefix("--lang") {
                Some("") => arguments.next(),
                Some(word) => word.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            wanted = word.and_then(|word| Self::from_str(&word, false).ok()).or(wanted);
        }
        wanted.unwrap_or_else(Self::of_locale)
    }

    /// Returns the catalogue of words of this language.
    pub(crate) const fn words(self) -> &'static Catalogue {
        match self {
            Self::En => &en::CATALOGUE,
            Self::Zh => &zh::CATALOGUE,
        }
    }

    /// Returns the texts of the help in this language; `None` for English, whose texts are in the definition.
    pub(crate) const fn help(self) -> Option<&'static Texts> {
        match self {
            Self::En => None,
            Self::Zh => Some(&help_zh::TEXTS),
        }
    }

    /// Returns a game's title in this language.
    pub(crate) fn title(self, about: &About) -> &str {
        about.title.in_language(self.language().tag())
    }

    /// Returns a game's rules in this language.
    pub(crate) fn rules(self, about: &About) -> &str {
        about.rules.in_language(self.language().tag())
    }

    /// Returns this language as a value of the solver library's type.
    pub(crate) const fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::Zh => Language::Chinese,
        }
    }

    /// Returns a message as text in this language.
    pub(crate) fn text(self, message: &Message) -> String {
        message.in_language(self.language()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_and_arguments_name_a_language() {
        for (locale, lang) in [
            ("zh_CN.UTF-8", Lang::Zh),
            ("zh", Lang::Zh),
            ("ZH_TW", Lang::Zh),
            ("en_GB.UTF-8", Lang::En),
            ("C", Lang::En),
            ("de_DE", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Lang::of(locale), lang, "{locale}");
        }
        for (arguments, lang) in
            [("probe --lang zh x", Lang::Zh), ("--lang=zh", Lang::Zh), ("--lang zh --lang en", Lang::En)]
        {
            assert_eq!(Lang::of_arguments(arguments.split(' ').map(str::to_owned)), lang, "{arguments}");
        }
    }
}
