//! Compares the results for small starts with published results.

use retrograde::author::Domain;
use retrograde::{Depth, Options};
use retrograde_games::published::PUBLISHED;

#[test]
fn small_starts_have_the_published_values() {
    for published in PUBLISHED.iter().filter(|published| published.is_small()) {
        let (id, text) = published.token.split_once(':').unwrap();
        let game = retrograde_games::builtin().into_iter().find(|game| game.about().id == id).unwrap();
        let start = game.parse(text).unwrap();
        let board = start.board(Domain::Reachable, &Options::default()).unwrap();
        let values = board.solve(&Options::default()).unwrap();
        let value = values.value(board.find(&*start).unwrap()).unwrap().unwrap();
        assert_eq!(value.kind(), published.kind, "{}", published.token);
        let plies = value.depth().map(Depth::plies);
        assert!(published.plies.is_none() || published.plies == plies, "{}: {value}", published.token);
        let (found, known) = (values.histogram().unwrap(), published.reached);
        assert_eq!(Some(found.totals.total()), known.positions, "{}", published.token);
        assert!(known.counts.is_none_or(|counts| counts == found.totals), "{}: {found:?}", published.token);
        let longest = found.by_depth.len() as u32 - 1;
        assert!(known.longest.is_none_or(|known| known == longest), "{}: {longest}", published.token);
    }
}
