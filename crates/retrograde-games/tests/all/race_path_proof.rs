//! Tests of the lines of play and the reasons that race computes without a table. The tests compare them with tables,
//! and play against several kinds of opponents.

use std::collections::{HashMap, HashSet, VecDeque};

use fastrand::Rng;
use retrograde::author::Starts as _;
use retrograde::author::{Direction, Square, Strategy};
use retrograde::rules::message::Language;
use retrograde::{Ending, Game, Kind, Notation, Numbered, Options, Side, Slot, Solution};
use retrograde_games::race::{self, Move, Position, Race};
use retrograde_service::position;
use retrograde_service::registry::Registry;
use retrograde_service::report::Rule;

/// Returns a random start of the kinds that `stress` uses.
fn random_start(rng: &mut Rng, most: u32) -> (Race, Position) {
    let side = rng.u32(2..=most);
    let made = race::Starts.make(rng, Some((side, side))).unwrap();
    Race::parse(&made.start).unwrap()
}

fn solve(game: &Race) -> Solution<Race> {
    let options = Options { threads: 1, ..Options::default() };
    Solution::new(game.clone(), &options).unwrap()
}

fn winner(solution: &Solution<Race>, position: &Position) -> Option<Side> {
    solution.probe(position).unwrap().value.winner(solution.game().turn(position))
}

fn moves(game: &Race, position: &Position) -> Vec<(Move, Position)> {
    let mut moves = Vec::new();
    game.each_move(position, |action, child| moves.push((action, child)));
    moves
}

fn advised(game: &Race, position: &Position, strategy: &dyn Strategy<Race>) -> Vec<(Move, Position)> {
    let mut moves = moves(game, position);
    moves.retain(|(action, _)| strategy.advises(game, position, action));
    moves
}

#[test]
fn the_witness_knows_who_wins_wherever_it_speaks() {
    let mut spoken = [0; 2];
    for seed in 0..600 {
        let rng = &mut Rng::with_seed(seed);
        let (game, start) = random_start(rng, 8);
        let solution = solve(&game);
        let sample = (0..150).map(|_| Slot(rng.u64(0..game.slots()))).chain([game.slot(&start)]);
        for position in sample.filter_map(|slot| game.position(slot)) {
            if game.ending(&position).is_some() {
                continue;
            }
            let Some(strategy) = race::strategy(&game, &position) else { continue };
            assert_eq!(Some(strategy.winner()), winner(&solution, &position), "seed {seed}: {}", game.token(&position));
            spoken[strategy.winner().index()] += 1;
        }
    }
    assert!(spoken.iter().all(|&count| count > 2000), "{spoken:?}");
}

/// Plays every move that the strategy proof advises, against every reply of the other side.
#[test]
fn the_witness_beats_every_opponent_on_small_boards() {
    let mut wins = [0; 2];
    for seed in 1000..3000 {
        let (game, start) = random_start(&mut Rng::with_seed(seed), 5);
        let strategy = race::strategy(&game, &start).unwrap();
        let winner = strategy.winner();
        let (mut seen, mut waiting) = (HashSet::from([start]), vec![start]);
        while let Some(position) = waiting.pop() {
            if let Some(ending) = game.ending(&position) {
                assert_eq!(ending, Ending::won(winner, "reached-goal"), "seed {seed}: {}", game.token(&position));
                continue;
            }
            let is_ours = game.turn(&position) == winner;
            let next = if is_ours { advised(&game, &position, &*strategy) } else { moves(&game, &position) };
            assert!(!next.is_empty(), "seed {seed}: no advice at {}", game.token(&position));
            waiting.extend(next.into_iter().map(|(_, child)| child).filter(|&child| seen.insert(child)));
        }
        wins[winner.index()] += 1;
    }
    assert!(wins.iter().all(|&count| count > 300), "{wins:?}");
}

/// The ways in which the losing side can play.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    /// An opponent that delays the loss as long as possible.
    Best,
    /// An opponent that sometimes makes a random move.
    Mixed,
}

impl Opponent {
    fn choose(self, rng: &mut Rng, solution: &Solution<Race>, position: &Position) -> Position {
        let all = moves(solution.game(), position);
        let is_random = match self {
            Self::Random => true,
            Self::Best => false,
            Self::Mixed => rng.u32(0..4) == 0,
        };
        if is_random { rng.choice(&all).unwrap().1 } else { solution.probe(position).unwrap().moves[0].child }
    }
}

#[test]
fn the_witness_wins_on_larger_boards() {
    for seed in 0..250 {
        let rng = &mut Rng::with_seed(seed);
        let (game, start) = random_start(rng, 18);
        let solution = solve(&game);
        let strategy = race::strategy(&game, &start).unwrap();
        let winner = strategy.winner();
        for opponent in [Opponent::Best, Opponent::Mixed, Opponent::Random, Opponent::Mixed] {
            let mut position = start;
            // The winner comes nearer to its goal with every move, so the game ends within the limit.
            for ply in 0..=2 * game.slots() {
                if let Some(ending) = game.ending(&position) {
                    assert_eq!(
                        ending,
                        Ending::won(winner, "reached-goal"),
                        "seed {seed}, {opponent:?}: {}",
                        game.token(&position)
                    );
                    break;
                }
                assert!(ply < 2 * game.grid().floor().count() as u64, "seed {seed}, {opponent:?}: no end");
                position = if game.turn(&position) == winner {
                    let advised = advised(&game, &position, &*strategy);
                    rng.choice(&advised).unwrap_or_else(|| panic!("seed {seed}: {}", game.token(&position))).1
                } else {
                    opponent.choose(rng, &solution, &position)
                };
                let value = solution.probe(&position).unwrap().value;
                assert_eq!(value.winner(game.turn(&position)), Some(winner), "seed {seed}: {}", game.token(&position));
            }
        }
    }
}

/// Checks that the reported lines of play consist of legal moves and end as promised.
#[test]
fn lines_and_reasons_are_legal_and_keep_their_promise() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for seed in 5000..6000 {
        let (game, start) = random_start(&mut Rng::with_seed(seed), 12);
        let token = game.token(&start);
        let position = registry.open(&token).unwrap();
        let most = 2 * game.grid().floor().count();
        let (line, why) =
            (position::strategy_line(&*position, most).unwrap(), position::strategy_why(&*position).unwrap());
        assert_eq!(line.head, position::shortcut(&*position).unwrap().head, "seed {seed}");
        assert_eq!((&line.head, &line.theory), (&why.why.head, &why.theory), "seed {seed}");
        assert_eq!((line.end.map(Rule::word), line.cut), (Some("reached-goal"), false), "seed {seed}: {token}");
        let play = |from: Position, action: &str| {
            let found = moves(&game, &from).into_iter().find(|(legal, _)| legal.to_string() == action);
            found.unwrap_or_else(|| panic!("seed {seed}: {action} at {}", game.token(&from))).1
        };
        let last = line.line.iter().fold(start, |now, step| play(now, &step.action));
        let promised = line.head.winner.unwrap().side;
        assert_eq!(game.ending(&last), Some(Ending::won(promised, "reached-goal")), "seed {seed}: {token}");

        assert!(!why.why.moves.is_empty(), "seed {seed}: {token}");
        for answered in &why.why.moves {
            let child = play(start, &answered.rated.action);
            assert_eq!(answered.rated.pos, game.token(&child), "seed {seed}");
            match &answered.reply {
                Some(reply) => drop(play(child, reply)),
                None => assert_eq!(line.head.value, Kind::Win, "seed {seed}: {token}"),
            }
        }
        if line.head.value == Kind::Loss {
            assert_eq!(why.why.moves.len(), moves(&game, &start).len(), "seed {seed}: {token}");
        }
    }
}

#[test]
fn a_board_of_a_thousand_squares_a_side_has_a_witness() {
    let token = format!("race:A999/{}999B_a", "1000/".repeat(998));
    let position = Registry::from_iter(retrograde_games::builtin()).open(&token).unwrap();
    let line = position::strategy_line(&*position, 10_000).unwrap();
    assert_eq!(
        (line.head.winner.map(|winner| winner.name.word()), line.end.map(Rule::word)),
        (Some("b"), Some("reached-goal"))
    );
    // B jumps once, so B needs only 1,997 moves; a path has 1,998 steps.
    assert_eq!(line.line.len(), 2 * 1997);
    let cut = position::strategy_line(&*position, 10).unwrap();
    assert_eq!((cut.line.len(), cut.end, cut.cut), (10, None, true));
    assert_eq!(cut.line, line.line[..10]);
}

/// In the first two cases, the tokens are on the same squares and the side to move wins. Checks that the reason names
/// the side to move.
#[test]
fn the_reason_of_tokens_past_each_other_says_who_is_to_move() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for (token, winner, reason, chinese) in [
        ("race:B1/1A_a_a2.b1", "a", "A (to move) has 1 step to go, and B has 1", "轮到 A 走，A 还差 1 步，B 还差 1 步"),
        ("race:B1/1A_b_a2.b1", "b", "B (to move) has 1 step to go, and A has 1", "轮到 B 走，B 还差 1 步，A 还差 1 步"),
        (
            "race:4/3A/2B1/4_b_a1.d4",
            "a",
            "A has 2 steps to go, and B (to move) has 4",
            "A 还差 2 步，轮到走的 B 还差 4 步",
        ),
        (
            "race:1A2/B3/4/4_a_a1.d4",
            "b",
            "B has 1 step to go, and A (to move) has 5",
            "B 还差 1 步，轮到走的 A 还差 5 步",
        ),
    ] {
        let why = position::strategy_why(&*registry.open(token).unwrap()).unwrap();
        assert_eq!(why.why.head.winner.map(|winner| winner.name.word()), Some(winner), "{token}");
        assert_eq!(
            why.theory.to_string(),
            format!("the tokens are level or have passed each other: {reason}"),
            "{token}"
        );
        assert_eq!(
            why.theory.in_language(Language::Chinese).to_string(),
            format!("双方已经齐头或错过：{chinese}"),
            "{token}"
        );
    }
}

#[test]
fn where_the_theory_is_silent_there_is_no_witness() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for token in [
        // No path connects the homes.
        "race:AH1/H2/2B_a",
        // A token is not on a shortest path.
        "race:3/ABH/3_a_a1.c1",
        // The numbers of steps of the two sides do not match.
        "race:1A2/4/4/3B_a_a1.d4",
        // Tic-tac-toe has no theory, and the theory of pawn names no moves.
        "tictactoe:3/3/3_x",
        "pawn:3HO/1H2H/HOH2/1H2X_r",
    ] {
        let position = registry.open(token).unwrap_or_else(|error| panic!("{token}: {error}"));
        assert_eq!(position::strategy_line(&*position, 9), None, "{token}");
        assert_eq!(position::strategy_why(&*position), None, "{token}");
    }
}

/// Returns the number of steps from `from` to every floor square that can be reached.
fn distances(game: &Race, from: Square) -> HashMap<Square, u32> {
    let (mut found, mut queue) = (HashMap::from([(from, 0)]), VecDeque::from([from]));
    while let Some(square) = queue.pop_front() {
        let next = Direction::ALL.into_iter().filter_map(|direction| square.step(direction));
        for to in next.filter(|&to| game.grid().index(to).is_some() && game.grid().is_floor(to)) {
            if !found.contains_key(&to) {
                found.insert(to, found[&square] + 1);
                queue.push_back(to);
            }
        }
    }
    found
}

/// Checks the proof of `layers.rs` for every position, and every jump, that can occur if the winner follows its
/// strategy and the loser makes any moves.
struct Proof<'g> {
    game: &'g Race,
    winner: Side,
    strategy: Box<dyn Strategy<Race>>,
    /// For each side, the number of steps from its home to each square.
    from_home: [HashMap<Square, u32>; 2],
    seen: HashSet<Position>,
    /// The numbers of steps and of jumps, of the winner and of the loser.
    counts: [[u32; 2]; 2],
}

impl Proof<'_> {
    fn follow(&mut self, start: Position) {
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            if self.game.ending(&position).is_some() || !self.seen.insert(position) {
                continue;
            }
            let is_winners = self.game.turn(&position) == self.winner;
            let moves = if is_winners {
                self.assert_ahead(&position);
                advised(self.game, &position, &*self.strategy)
            } else {
                moves(self.game, &position)
            };
            assert!(!moves.is_empty(), "{}", self.game.token(&position));
            for (action, child) in moves {
                let is_jump = matches!(action, Move::Jump(..));
                self.counts[usize::from(!is_winners)][usize::from(is_jump)] += 1;
                assert!(
                    is_winners || !is_jump || self.is_past_half_way(&position),
                    "{action} at {}",
                    self.game.token(&position)
                );
                open.push(child);
            }
        }
    }

    fn squares(&self, position: &Position) -> [Square; 2] {
        [self.winner, self.winner.other()].map(|side| self.game.token_square(position, side))
    }

    /// Returns w, the winner's remaining steps, and l, the loser's distance to the winner's home.
    fn to_go(&self, position: &Position) -> [u32; 2] {
        let [winners, losers] = self.squares(position);
        [self.from_home[self.winner.other().index()][&winners], self.from_home[self.winner.index()][&losers]]
    }

    fn length(&self) -> u32 {
        self.from_home[0][&self.game.homes()[race::B]]
    }

    /// Checks w <= l, for step 1 of the proof. The only exception is w = l + 1 while B, the winner, approaches the
    /// middle and both sides have kept to shortest paths.
    fn assert_ahead(&self, position: &Position) {
        let ([w, l], [winners, losers]) = (self.to_go(position), self.squares(position));
        let token = || self.game.token(position);
        let behind = self.from_home[self.winner.index()][&winners];
        assert_eq!(w + behind, self.length(), "beside the shortest paths: {}", token());
        let loser_behind = self.from_home[self.winner.other().index()][&losers];
        let approaching =
            self.winner == race::B && w == l + 1 && loser_behind == behind + 1 && 2 * behind < self.length();
        assert!(w <= l || approaching, "{w} to go, and {l}: {}", token());
    }

    /// Returns whether j > D/2, for steps 2 and 5 of the proof; this must hold whenever the loser jumps.
    fn is_past_half_way(&self, position: &Position) -> bool {
        let [winners, _] = self.squares(position);
        2 * self.from_home[self.winner.index()][&winners] > self.length()
    }
}

#[test]
fn the_proof_holds_step_by_step_against_every_reply() {
    let mut counts = [[0; 2]; 2];
    let small = (0..400).map(|seed| random_start(&mut Rng::with_seed(seed), 5));
    let large = (400..440).map(|seed| random_start(&mut Rng::with_seed(seed), 8));
    for (game, start) in small.chain(large) {
        let strategy = race::strategy(&game, &start).unwrap();
        let from_home = game.homes().0.map(|home| distances(&game, home));
        let winner = strategy.winner();
        let mut proof = Proof { game: &game, winner, strategy, from_home, seen: HashSet::new(), counts };
        proof.follow(start);
        counts = proof.counts;
    }
    assert!(counts.as_flattened().iter().all(|&count| count > 500), "{counts:?}");
}
