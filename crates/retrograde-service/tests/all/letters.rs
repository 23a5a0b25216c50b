//! Tests of games that define no appearance. The boards of such games are drawn from the tokens.

use retrograde::author::Entry;
use retrograde::{Ending, Game, Notation, NotationError, Side};
use retrograde_service::Registry;
use retrograde_service::look::{KitReport, ShapeReport, StoneReport, look};

/// A game without a defined appearance. A stone walks over a board of two rows in reading order.
struct Walk<const DRAWS: bool>;

impl<const DRAWS: bool> Game for Walk<DRAWS> {
    type Position = (usize, Side);
    type Move = usize;

    fn turn(&self, &(_, turn): &(usize, Side)) -> Side {
        turn
    }

    fn ending(&self, &(square, turn): &(usize, Side)) -> Option<Ending> {
        (square == 5).then_some(Ending::won(turn.other(), "arrived"))
    }

    fn each_move(&self, &(square, turn): &(usize, Side), mut visit: impl FnMut(usize, (usize, Side))) {
        (square + 1..6).take(2).for_each(|to| visit(to, (to, turn.other())));
    }
}

impl<const DRAWS: bool> Notation for Walk<DRAWS> {
    const ID: &'static str = if DRAWS { "drawn" } else { "walk" };
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "A walk";
    const RULES: &'static str = "None.";
    const EXAMPLES: &'static [&'static str] = &["X2/3_a", "3/2X_b"];

    fn parse(text: &str) -> Result<(Self, (usize, Side)), NotationError> {
        let all = (0..6).flat_map(|square| Side::BOTH.map(|turn| (square, turn)));
        let found = all.into_iter().find(|position| Self.print(position) == text);
        Ok((Self, found.ok_or_else(|| NotationError::malformed(0..text.len(), "expected a stone"))?))
    }

    fn print(&self, &(square, turn): &(usize, Side)) -> String {
        let run = |squares: usize| if squares > 0 { squares.to_string() } else { String::new() };
        let row = |row: usize| match square.checked_sub(3 * row).filter(|&column| column < 3) {
            Some(column) => format!("{}X{}", run(column), run(2 - column)),
            None => "3".to_owned(),
        };
        format!("{}/{}_{}", row(0), row(1), ["a", "b"][turn.index()])
    }

    fn draw(&self, position: &(usize, Side)) -> String {
        if DRAWS { "a stone".to_owned() } else { self.print(position) }
    }
}

#[test]
fn issue_27_a_game_without_looks_is_a_grid_of_letters() {
    let registry = Registry::empty().with(Entry::<Walk<false>>::rules()).with(Entry::<Walk<true>>::rules());
    for game in ["walk", "drawn"] {
        let seen = look(&registry, &format!("{game}:1X1/3_b")).unwrap().seen;
        assert_eq!(seen.shape, ShapeReport::Grid { rows: 2, columns: 3 });
        assert_eq!(seen.pieces, [StoneReport { piece: "X", square: "b1".to_owned() }]);
        let kit = KitReport::of(registry.game(game).unwrap().about());
        let kind = kit.pieces.iter().find(|kind| kind.id == "X").unwrap();
        assert_eq!((kind.letter, kind.side, kind.name.name), ('X', None, "X"));
        assert_eq!((kit.tools.len(), kit.reshapes.len()), (0, 0));
    }
    let drawn = |token: &str| registry.open(token).unwrap().draw();
    assert_eq!(drawn("walk:1X1/3_b"), ". X .\n. . .");
    assert_eq!(drawn("walk:3/2X_a"), ". . .\n. . X");
    assert_eq!(drawn("drawn:1X1/3_b"), "a stone");
    let over = look(&registry, "walk:3/2X_a").unwrap().seen;
    assert_eq!(over.ending.map(|ending| (ending.verdict.winner, ending.squares.len())), Some((Some("bob"), 0)));
}
