//! The catalogue of words and templates in one language, and the sentences composed of them.

use std::fmt::Display;

use retrograde::Kind;
use retrograde::rules::message::{Language, Message};
use retrograde_service::report::{Head, MoveReport, Player};

use crate::messages::{Unit, counted};
use crate::vocabulary::KindWord;

/// Declares the catalogue's type, and a list of its entries for the tests.
macro_rules! catalogue {
    ($($key:ident),* $(,)?) => {
        /// Words and sentences of one language, by key. `{name}` is a placeholder.
        pub(crate) struct Catalogue {
            $(pub(crate) $key: &'static str,)*
            pub(super) language: Language,
            pub(super) title: fn(&str) -> String,
        }

        impl Catalogue {
            #[cfg(test)]
            fn entries(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($key), self.$key)),*]
            }
        }
    };
}

catalogue! {
    // The first words of failures and notes, the places in them, and separators.
    error, hint, note, place_case, place_line, place_column, place_gap, place_end,
    // Values.
    has_won, ended_level, wins, wins_in, ties, ties_in, draws,
    move_wins, move_loses, move_ties, move_draws, move_in, move_after, more_moves, list_gap, rule_after,
    // probe
    depth_unknown, about, about_over, label_best, label_others, label_moves, label_line, moves_unknown, ends_game, to_go,
    wastes, drops_to, to_move,
    // line
    game_over, goes_round, cut,
    // why
    proof_win, proof_known, proof_loss, proof_tie, proof_draw, giveaway_win, giveaway_tie, giveaway_draw, heading, endless, endless_way,
    answered_by, and_more,
    // solve, and plans
    plan, plan_stored, plan_refused, plan_spilled, plan_unknown, plan_disk, plan_hosts, plan_hosts_refused, solve_positions, table_kept, table_there,
    // stats
    stats_head, stats_images, stats_turn, stats_tier, stats_plies, deepest, svg_depth, svg_positions, svg_logarithmic, svg_none, svg_desc,
    // verify
    table_right, table_wrong, no_position, certificate_right, certificate_within, certificate_wrong,
    // trace --check
    log_right, log_wrong,
    // laws
    laws_kept, laws_of_all, laws_of_some, law_broken,
    // new
    package,
    // check and validate; the details of a position
    ok, verdict_case, verdict_end, jury_differs, end_of_output, quoted, long_position, label_rule, label_loop, loop_from,
    in_all, more_than, sentence_gap,
    // games and rules
    solved_by, or_shortcut, format, positions, first_position,
    // play
    play_help, play_hint, plays, looked_ahead, not_solved, stops, not_judged, resigns_unsolved, no_such_move, third_time, never_ends, not_moved, resigns, won, level, result_after,
    nothing_wasted, wasted, drops_from,
    // stress, tables and tabulate
    fault_case, fault, difference, end_of_the_output, runs_agree, agreement, flaky, last_errors, found_on, known_case, saved,
    saved_with_errors,
    tables_table, tables_bytes, tables_rate, tables_hash, table_damaged, table_whole, table_exported, table_removed,
    remove_question,
    tabulate_value, tabulate_depth, tabulate_position, value_count, starts_counted, starts_agree, row,
}

/// Fills the placeholders of a template. A placeholder without a value stays unchanged.
pub(crate) fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        match values.iter().find(|(key, _)| *key == name) {
            Some((_, value)) => text += &value.to_string(),
            None => text.extend(["{", name, "}"]),
        }
        rest = after;
    }
    text + rest
}

impl Catalogue {
    /// Returns a value or a message as text in this language.
    pub(crate) fn text(&self, it: impl Into<Message>) -> String {
        it.into().in_language(self.language).to_string()
    }

    /// Returns the word for a class of values, such as `win`.
    pub(crate) fn kind(&self, kind: Kind) -> String {
        self.text(KindWord::from(kind))
    }

    /// Returns the name of a side, as the first word of a sentence.
    pub(crate) fn side(&self, side: Player) -> String {
        (self.title)(&self.text(side))
    }

    /// Returns a number of plies as text, such as `1 ply` or `14 plies`.
    pub(crate) fn plies(&self, depth: u32) -> String {
        self.text(counted(depth.into(), Unit::Ply))
    }

    /// Returns a verdict as text, such as `Red wins in 75 plies` or `Draw: the game never ends`.
    pub(crate) fn verdict(&self, head: &Head) -> String {
        let winner = head.winner.map(|winner| self.side(winner)).unwrap_or_default();
        let rule = head.over.map(|rule| self.text(rule)).unwrap_or_default();
        let plies = head.depth.map(|depth| self.plies(depth)).unwrap_or_default();
        let template = match (head.over, head.winner, head.depth) {
            (Some(_), Some(_), _) => self.has_won,
            (Some(_), None, _) => self.ended_level,
            (None, Some(_), Some(_)) => self.wins_in,
            (None, Some(_), None) => self.wins,
            (None, None, _) if head.value != Kind::Tie => self.draws,
            (None, None, Some(_)) => self.ties_in,
            (None, None, None) => self.ties,
        };
        fill(template, &[("winner", &winner), ("rule", &rule), ("plies", &plies)])
    }

    /// Returns the result of a move for the side that makes it, such as `wins in 75` or `draws`. The depth includes the
    /// move itself.
    pub(crate) fn result(&self, rated: &MoveReport) -> String {
        let result = match rated.for_mover {
            Kind::Win => self.move_wins,
            Kind::Loss => self.move_loses,
            Kind::Tie => self.move_ties,
            Kind::Draw => self.move_draws,
        };
        match rated.depth {
            Some(depth) => fill(self.move_in, &[("result", &result), ("depth", &(depth + 1))]),
            None => result.to_owned(),
        }
    }

    /// Lists moves with their results, such as `c9d9 loses in 12`. At most `most` moves are listed.
    pub(crate) fn results(&self, moves: &[MoveReport], most: usize) -> String {
        let result =
            |rated: &MoveReport| fill(self.move_after, &[("move", &rated.action), ("result", &self.result(rated))]);
        let shown: Vec<_> = moves.iter().take(most).map(result).collect();
        let more = match moves.len().saturating_sub(most) {
            0 => String::new(),
            number => fill(self.more_moves, &[("number", &number)]),
        };
        shown.join(self.list_gap) + &more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{en, zh};

    fn places(template: &str) -> Vec<&str> {
        let mut places: Vec<_> = template.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn catalogues_have_the_same_places() {
        for ((key, english), (_, chinese)) in en::CATALOGUE.entries().into_iter().zip(zh::CATALOGUE.entries()) {
            assert_eq!(places(english), places(chinese), "{key}");
        }
    }

    #[test]
    fn places_are_filled_once() {
        assert_eq!(fill("{a} and {b}{c}", &[("a", &"{b}"), ("b", &2)]), "{b} and 2{c}");
    }
}
