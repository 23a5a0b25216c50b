"""Failures are exceptions with the texts of the command."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from conftest import command
from games import TicTacToe

import retrograde as rg
from retrograde import _errors


@pytest.mark.parametrize(
    ("token", "kind", "code"),
    [
        ("nothing:1", LookupError, "unknown-game"),
        ("pawn:O2O/4/2H1/3Y_r", ValueError, "bad-position"),
        ("pawn:O2O/4/2H1_r", ValueError, None),
        ("", ValueError, "bad-position"),
    ],
)
def test_a_wrong_token_is_told_as_by_the_command(token: str, kind: type[Exception], code: str | None) -> None:
    with pytest.raises(kind) as raised:
        rg.open(token)
    error = raised.value
    assert isinstance(error, rg.Error)
    texts = json.loads(command("probe", "--json", "--", token or " ").stderr)["error"] if token else None
    if texts is not None:
        assert (error.code, error.message, error.place) == (texts["code"], texts["message"], texts.get("at"))
    assert code in (None, error.code)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))


def test_every_code_of_a_failure_has_a_class(root: Path) -> None:
    """Reads the codes from the sources, so that a new one is missed here."""
    codes: dict[str, set[str]] = {}
    made = re.compile(r'Fault::(\w+), "([a-z-]+)"')
    for file in (root / "crates").glob("retrograde-*/src/**/*.rs"):
        for fault, code in made.findall(file.read_text()):
            codes.setdefault(code, set()).add(fault.lower())
    assert len(codes) > 20
    bases = (ValueError, LookupError, MemoryError, OSError, RuntimeError)
    for code, faults in codes.items():
        for fault in faults:
            error = _errors.failed(fault, json.dumps({"code": code, "message": "m", "at": {"line": 1}, "hint": "h"}))
            assert isinstance(error, bases), code
            assert (error.code, error.message, error.place, error.hint) == (code, "m", {"line": 1}, "h")
            assert str(error) == "m\nhint: h"


def test_arguments_are_checked() -> None:
    position = rg.open("tictactoe")
    for memory in ("", "4X", "-1", 0, "1e9", "²"):
        with pytest.raises(rg.InputError):
            position.solve(memory=memory)
    with pytest.raises(rg.TooLarge) as refused:
        rg.open("dobutsu").solve(memory="1M")
    assert "solve(memory=" in str(refused.value.hint)
    with pytest.raises(rg.NotFound) as missing:
        position.after("z9")
    assert missing.value.code == "no-move"
    for size in ("5", "5x", "x", "axb"):
        with pytest.raises(rg.InputError):
            rg.gen("pawn", size=size)
    with pytest.raises(rg.NotFound):
        rg.answer("no such contest", "")
    with pytest.raises(rg.InputError) as wrong:
        rg.answer("p9169", "1\n2 x\n")
    assert wrong.value.place is not None and wrong.value.place["line"] == 2
    with pytest.raises(rg.FilesError):
        rg.open_file("no such file")
    for call in (
        lambda: position.line(max=-1),
        lambda: position.probe(line=-1),
        lambda: position.verify(threads=-1),
        lambda: position.plan(threads=-1),
        lambda: position.solve(threads=-1),
    ):
        with pytest.raises(rg.InputError, match="is -1\nhint: write a number of at least 0"):
            call()


def test_an_attribute_of_another_object_is_told_with_its_place() -> None:
    game = rg.explore(TicTacToe())
    with pytest.raises(AttributeError, match="no `solve`; a position has it, such as `game.start.solve`"):
        game.solve  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no `depth`; its value has it: `value.depth`"):
        game.start.depth  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"no `best_move`; `moves\(\)\[0\]` is a best move"):
        game.start.best_move  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no `tree`$"):
        game.tree  # type: ignore[attr-defined]


def test_a_wrong_position_is_told_with_a_remedy() -> None:
    game = rg.explore(TicTacToe())
    table = game.start.solve()
    for call in (lambda: table.value(13), lambda: table.slot(13), lambda: table.values([13]), lambda: game.state(13)):  # type: ignore[arg-type,list-item]
        with pytest.raises(rg.InputError, match=r"13 is not a position\nhint: `game.position\(state\)`"):
            call()
    with pytest.raises(rg.InputError, match=r"'x\.{8}' is not a token of this game\nhint: `game.position\(state\)`"):
        table.value("x........")
    with pytest.raises(rg.InputError, match=r"\nhint: the start is '\.{9}'; `game.states`"):
        game.position("x")
    with pytest.raises(rg.InputError, match="unhashable.*\nhint: a state of this game is of the type str"):
        game.position(list("........."))  # type: ignore[arg-type]
    for slot in (-1, len(table)):
        with pytest.raises(rg.NotFound, match="hint: the slots are 0 to 5477"):
            table.position(slot)
    assert table.position(0) == game.start
