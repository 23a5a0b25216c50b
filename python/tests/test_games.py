"""Games written in Python, compared with the built-in rules and with a slow solver."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from games import Chase, Quixo, Random, Steps, TicTacToe
from oracle import solve

import retrograde as rg


def said(value: rg.Value) -> tuple[str, int | None]:
    return value.kind, value.depth


@pytest.mark.parametrize("game", [TicTacToe(), Quixo(), Chase(12, 3, 7, 1), Steps()], ids=lambda game: type(game).__name__)
def test_games_agree_with_the_oracle(game: Any) -> None:
    explored, truth = rg.explore(game), solve(game)
    table = explored.start.solve()
    assert len(explored) == len(truth) == len(table)
    positions = [explored.position(state) for state in explored.states]
    for state, value in zip(explored.states, table.values(positions), strict=True):
        assert said(value) == truth[state], state
    assert table.verify().ok
    assert explored.state(positions[-1]) == explored.states[-1]


@pytest.mark.parametrize("seed", range(200))
def test_random_games_agree_with_the_oracle(seed: int) -> None:
    game = Random(seed, 1 + seed % 50)
    explored, truth = rg.explore(game), solve(game)
    for state in explored.states:
        assert said(explored.position(state).value) == truth[state], (seed, state)


def row(signs: str) -> str:
    text, blank = "", 0
    for sign in signs + "/":
        if sign == ".":
            blank += 1
        else:
            text += (str(blank) if blank else "") + sign.upper()
            blank = 0
    return text.removesuffix("/")


def token(game: str, board: str, turn: str) -> str:
    return f"{game}:" + "/".join(row(board[at : at + 3]) for at in (0, 3, 6)) + f"_{turn}"


def test_tic_tac_toe_and_quixo_agree_with_the_built_in_rules() -> None:
    game = TicTacToe()
    explored = rg.explore(game)
    built_in = rg.open("tictactoe").solve()
    for state in explored.states:
        # The finished boards of this game have the side that would move next.
        value = explored.position(state).value
        assert said(value) == said(built_in.value(token("tictactoe", state, game.turn(state)))), state
    quixo = rg.explore(Quixo())
    built_in = rg.open("quixo:3/3/3_x").solve()
    for state in quixo.states:
        board, turn = state
        value = built_in.value(token("quixo", board, "xo"[turn]))
        assert said(quixo.position(state).value) == said(value), state
    assert [len(explored), len(quixo)] == [5478, len({*quixo.states})]


def test_chase_agrees_with_the_rules_in_rust(root: Path) -> None:
    program = root / "target/debug/examples/add_a_game"
    if not program.exists():
        pytest.skip("`cargo build --example add_a_game` has not run")
    explored = rg.explore(Chase(12, 3, 7, 1))
    positions = [explored.position(state) for state in explored.states]
    ended = subprocess.run(
        [str(program), "probe", "--json", "--from", "pos", "-"],
        input="".join(f"{position}\n" for position in positions),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(answers) == len(positions) > 100
    for position, answer in zip(positions, answers, strict=True):
        assert said(position.value) == (answer["value"], answer["depth"]), position
        assert {str(move): said_of(move) for move in position.moves()} == {
            move["move"]: (move["value"], move["depth"]) for move in answer["moves"] or ()
        }, position


def said_of(move: rg.Move) -> tuple[str, int | None]:
    return move.value, move.depth


def test_questions_about_a_game_in_python() -> None:
    explored = rg.explore(TicTacToe())
    start = explored.start
    assert str(start.value) == "Tie in 9 plies: the game ends level"
    assert start.token == "tictactoe:0" and start.game == "tictactoe" and start.turn == "x"
    assert {str(move) for move in start.moves()} == {column + row for column in "abc" for row in "123"}
    corner = start.after("a1")
    assert explored.state(corner) == "x........" and corner.draw() == "x . .\n. . .\n. . ."
    assert corner.line().end == "full-board" and corner.why().value == "tie"
    assert len(corner.certificate()) > 1
    assert start.stats().positions == len(explored)
    chase = rg.explore(Chase(12, 3, 7, 1))
    assert chase.start.token == "chase:12.3.7_m"
    assert rg.explore(Steps()).start.line().loop_from is not None
    with pytest.raises(rg.InputError):
        explored.state(chase.start)
    with pytest.raises(rg.InputError):
        explored.position("no board")


class Broken(Steps):
    """A game with one fault."""


def broken(**parts: Any) -> Any:
    return type("Broken", (Broken,), parts)()


class Odd:
    """A state that a test may spoil."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd) and self.number == other.number

    def __repr__(self) -> str:
        return f"Odd({self.number})"


class Same(Odd):
    """A state that equals all others."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same)

    __hash__ = Odd.__hash__


def odd(kind: type[Any], moves: Any) -> Any:
    return broken(
        start=kind(0),
        turn=lambda self, state: 0,
        ending=lambda self, state: 0 if state.number > 3 else None,
        moves=moves,
    )


def spoil(self: Any, state: Odd) -> list[Odd]:
    number, state.number = state.number, state.number + 1
    return [Odd(number + 1)]


class Bare:
    """A state that does not say when it equals another."""

    def __init__(self, number: int) -> None:
        self.number = number


def spoil_bare(self: Any, state: Bare) -> list[Bare]:
    state.number += 1
    return [state]


class Turns:
    """A method whose result changes."""

    def __init__(self, *results: Any) -> None:
        self.results = list(results)

    def __call__(self, state: Any) -> Any:
        self.results.append(self.results.pop(0))
        return self.results[0]


def raising(self: Any, state: Any) -> Any:
    raise ZeroDivisionError("half of nothing")


BROKEN = {
    "methods": type("Nothing", (), {"start": 0})(),
    "hashable": broken(moves=lambda self, state: [[1]]),
    "side": broken(turn=lambda self, state: 2),
    "ending": broken(ending=lambda self, state: False),
    "moves": broken(moves=lambda self, state: 7),
    "no-move": broken(moves=lambda self, state: []),
    "no-exception": broken(moves=raising),
    "same-turn": broken(turn=Turns(0, 1)),
    "same-moves": broken(moves=Turns([(1, 1)], [(2, 1)])),
    "constant-state": odd(Odd, spoil),
    "equality": odd(Same, lambda self, state: [Same(state.number + 1)]),
    "distinct-moves": broken(moves=lambda self, state: {1: (1, 1), "1": (2, 1)}),
    "text": broken(moves=lambda self, state: {"a\nb": (1, 1)}),
    "one-name": broken(name=lambda self, state: "the.same"),
    "name": broken(name=lambda self, state: 3),
    "sides": broken(sides="ab"),
    "no-move-word": broken(no_move="lose"),
}
# Laws that do not concern a state.
WITHOUT_STATE = ("methods", "sides", "no-move-word")


@pytest.mark.parametrize("law", BROKEN)
def test_broken_games_are_named_with_a_state(law: str) -> None:
    with pytest.raises(rg.BrokenGame) as raised:
        rg.check_game(BROKEN[law])
    print(raised.value)
    assert raised.value.law == law
    assert (raised.value.state is None) == (law in WITHOUT_STATE)


@pytest.mark.parametrize(
    ("game", "law", "words"),
    [
        (Steps, "methods", r"write Steps\(\) with parentheses"),
        (broken(ending=None), "methods", "`ending` of the game is None"),
        (broken(start=lambda self: (0, 1)), "methods", "`start` is a method"),
        (broken(sides=("a", "a")), "sides", "two different names"),
        (broken(sides=["a", "b"]), "sides", "in a tuple"),
        (broken(ending=lambda self, state: "draw"), "ending", 'a "draw" never ends'),
        (odd(Bare, lambda self, state: [Bare(state.number + 1)]), "equality", "class Bare are never equal.*\n.*frozen dataclass"),
        (odd(Bare, spoil_bare), "constant-state", "'number': 0} to Bare with {'number': 1}.*\n.*return new ones"),
    ],
    ids=lambda given: "" if isinstance(given, str) else type(given).__name__,
)
def test_a_broken_game_is_told_with_a_remedy(game: Any, law: str, words: str) -> None:
    with pytest.raises(rg.BrokenGame, match=words) as raised:
        rg.check_game(game)
    assert raised.value.law == law and raised.value.hint is not None


def test_the_check_finds_a_late_fault() -> None:
    class Endless(TicTacToe):
        def ending(self, state: str) -> Any:
            return super().ending(state) if "." in state else None

    with pytest.raises(rg.BrokenGame, match="neither an ending nor a move"):
        rg.check_game(Endless())


@pytest.mark.parametrize("game", [TicTacToe(), Quixo(), Chase(12, 3, 7, 1), Steps()], ids=lambda game: type(game).__name__)
def test_good_games_pass_the_check(game: Any) -> None:
    assert rg.check_game(game, most=1000) > 10


# Laws without which a game cannot be explored.
NEEDED = ("side", "ending", "moves", "no-move", "distinct-moves", "text", "one-name", "hashable", *WITHOUT_STATE)


@pytest.mark.parametrize("law", NEEDED)
def test_a_game_that_cannot_be_explored_is_told_with_a_state(law: str) -> None:
    with pytest.raises(rg.BrokenGame) as raised:
        rg.explore(BROKEN[law])
    assert raised.value.law == law
    assert (raised.value.state is None) == (law in WITHOUT_STATE)


def test_an_exception_of_a_game_has_a_note_with_the_state() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        rg.explore(BROKEN["no-exception"])
    assert raised.value.__notes__ == [f"moves({Broken().start!r}) raised ZeroDivisionError: half of nothing"]


def test_moves_may_come_from_a_generator() -> None:
    class Generator(Quixo):
        def moves(self, state: tuple[str, int]) -> Any:
            yield from super().moves(state)

    explored, listed = rg.explore(Generator()), rg.explore(Quixo())
    assert explored.states == listed.states
    assert explored.start.stats().json["by_depth"] == listed.start.stats().json["by_depth"]
    assert rg.check_game(Generator(), most=1000) == rg.check_game(Quixo(), most=1000) == 1000
    with pytest.raises(rg.BrokenGame, match="neither an ending nor a move"):
        rg.explore(broken(moves=lambda self, state: iter(())))


def test_a_game_beyond_the_memory_is_refused() -> None:
    with pytest.raises(rg.TooLarge, match="hint: if play has an end"):
        rg.explore(Random(1, 20_000), memory=20_000)
