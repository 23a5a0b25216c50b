"""Positions and questions. The command is the reference: every report equals its `--json`."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import command

import retrograde as rg
from retrograde import _retrograde

ZU = "pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r"
# Small boards.
TOKENS = [
    ZU,
    "pawn:O2O/4/2H1/3X_r",
    "tictactoe:3/3/3_x",
    "tictactoe:X2/1O1/2X_o",
    "quixo:2/2_x",
    "cannons:01100_r",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
]


@pytest.mark.parametrize("question", ["probe", "line", "why", "stats", "verify"])
def test_every_report_equals_the_commands_json(question: str) -> None:
    # Counts and checks are those of a whole table. The first token of a board has the largest one.
    boards = {rg.open(token)._native.instance: token for token in reversed(TOKENS)}
    asked = list(boards.values()) if question in ("stats", "verify") else TOKENS
    ended = command(question, "--json", "--from", "pos", "-", given="\n".join(asked) + "\n")
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert len(lines) == len(asked)
    for token, line in zip(asked, lines, strict=True):
        position = rg.open(token)
        most = {"line": 100_000}.get(question, 0)
        assert position._native.ask(question, most) == line, token


def random_tokens() -> list[str]:
    """Positions of random walks on the usual board of each game, and on random boards of games that make them."""
    tokens: dict[str, None] = {}
    for game in rg.games():
        for seed in range(75):
            position = _retrograde.wander(game, seed, "en")
            if position is not None:
                tokens[position.token] = None
    for game in ("pawn", "race", "cannons"):
        for seed in range(12):
            tokens[rg.gen(game, seed=seed).token] = None
    return list(tokens)


@pytest.mark.parametrize("question", ["probe", "line", "why", "stats", "verify"])
def test_500_random_tokens_have_the_commands_json(question: str) -> None:
    tokens = random_tokens()
    assert len(tokens) >= 500 and {token.partition(":")[0] for token in tokens} == set(rg.games())
    # The board of `dobutsu` is too large for a question.
    large = [token for token in tokens if token.startswith("dobutsu:")]
    with pytest.raises(rg.TooLarge):
        rg.open(large[0])._native.ask(question, 0)
    asked = [token for token in tokens if token not in large]
    if question in ("stats", "verify"):
        # The boards of these games take long.
        asked = [token for token in asked if token.partition(":")[0] not in ("chess", "connect4", "teeko")]
        asked = list({rg.open(token)._native.instance: token for token in asked}.values())
    ended = command(question, "--json", "--from", "pos", "-", given="\n".join(asked) + "\n")
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert len(lines) == len(asked)
    # Like the command, a process of its own: tables that other tests have left in memory would answer some questions.
    most = {"line": 100_000}.get(question, 0)
    script = (
        "import sys, retrograde as rg\n"
        "for token in sys.stdin.read().split():\n"
        f"    print(rg.open(token)._native.ask({question!r}, {most}))\n"
    )
    given = "\n".join(asked)
    answers = subprocess.run([sys.executable, "-c", script], input=given, capture_output=True, text=True, check=True)
    for token, answer, line in zip(asked, answers.stdout.splitlines(), lines, strict=True):
        assert answer == line, token


def test_the_first_example() -> None:
    position = rg.open(ZU)
    assert str(rg.open(ZU, language="en").value) == "Red wins in 75 plies"
    best = position.moves()[0]
    assert (str(best), best.winner, best.depth) == ("b9a9", "red", 74)
    line = best.pos.line()
    assert len(line.line) == 74
    assert str(line.line).split()[0] == str(best.pos.moves()[0])
    assert position.after("b9a9") == best.pos
    assert position.after(*str(line.line).split()[:0]) == position
    assert position.turn == "red" and position.game == "pawn" and position.over is None
    certificate = position.certificate()
    assert certificate[0]["pos"] == ZU
    assert "O" in position.draw()


def test_the_certificate_passes_the_commands_check(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    file.write_text(rg.open(ZU)._native.ask("certificate", 0))
    ended = command("verify", "--certificate", str(file))
    assert ended.returncode == 0, ended.stderr


def test_values_compare_and_objects_pickle() -> None:
    position = rg.open(ZU)
    for item in [position, position.value, position.moves()[0], position.why(), position.moves()]:
        again = pickle.loads(pickle.dumps(item))
        assert again == item and hash(again) == hash(item) and str(again) == str(item)
    short, long = (rg.Value("win", depth, "red", "") for depth in (3, 5))
    slow, quick = (rg.Value("loss", depth, "black", "") for depth in (6, 2))
    tie, draw = rg.Value("tie", 9, None, ""), rg.Value("draw", None, None, "")
    assert sorted([draw, quick, short, tie, slow, long]) == [quick, slow, draw, tie, long, short]
    with pytest.raises(AttributeError):
        position.token = ""  # type: ignore[misc]
    with pytest.raises(AttributeError):
        position.why().value = ""


def test_texts_have_a_language() -> None:
    assert str(rg.open(ZU, language="zh").value) == "红方必胜，共 75 步"
    with pytest.raises(rg.InputError):
        rg.open(ZU, language="xx")


def test_a_game_file(root: Path) -> None:
    file = root / "examples/games/tictactoe.game"
    position = rg.open_file(file)
    assert position.value.kind == "tie"
    assert pickle.loads(pickle.dumps(position)) == position
    line = command("probe", "--json", str(file)).stdout
    assert json.loads(line)["value"] == "tie"


def test_contests_and_random_starts(root: Path) -> None:
    text = (root / "examples/zu.in").read_text()
    assert rg.answer("p9169", text).splitlines() == ["Black 0", "Black 2", "Black 2", "Tie", "Red 75"]
    assert rg.gen("pawn", size="5x6", walls=30, seed=1) == rg.gen("pawn", size=(5, 6), walls=30, seed=1)
    assert rg.gen("pawn", size="5x6", seed=1) != rg.gen("pawn", size="5x6", seed=2)
