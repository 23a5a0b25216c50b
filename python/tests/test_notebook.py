"""What a notebook shows: boards as SVG, tables of moves, histograms. Outside text is escaped, and nothing is a script."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from conftest import command
from games import TicTacToe

import retrograde as rg
from retrograde._art import art
from retrograde._pixels import Pixels


def painted(svg: str) -> dict[tuple[int, int], str]:
    """The colour of each pixel of an SVG image of this package. Checks that no pixel is painted twice."""
    pixels: dict[tuple[int, int], str] = {}
    for path in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        for box in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path.attrib["d"]):
            left, top, width, height = map(int, box)
            for x in range(left, left + width):
                for y in range(top, top + height):
                    assert (x, y) not in pixels
                    pixels[x, y] = path.attrib["fill"]
    return pixels


@pytest.mark.parametrize("game", rg.games())
def test_every_game_has_boards(game: str) -> None:
    for token in rg.games()[game]:
        position = rg.open(token, language="en")
        html = position._repr_html_()
        assert "<svg" in html and "<script" not in html and "http:" not in html.replace("http://www.w3.org/2000/svg", "")
        ElementTree.fromstring(html)
        assert token in html


def test_a_board_has_the_pixels_of_the_page() -> None:
    svg = rg.open("tictactoe:X2/1O1/2X_o").svg()
    assert svg is not None
    pixels, data = painted(svg), art()
    colours = {letter: data["palette"].get(name, name) for letter, name in data["letters"].items()}
    for role, column, row in (("cross", 0, 0), ("nought", 1, 1), ("cross", 2, 2)):
        for y, line in enumerate(data["sprites"][role]):
            for x, letter in enumerate(line):
                at = (9 + 16 * column + 2 + x, 9 + 16 * row + 2 + y)
                assert pixels[at] == colours.get(letter, data["palette"]["floor"]), (role, at)
    # A chessboard's corner at the bottom left is dark.
    chess = painted(str(rg.open("chess:8/8/8/3k4/8/8/8/KQ6_w").svg()))
    assert chess[9 + 1, 9 + 7 * 16 + 1] == data["palette"]["shade"]
    assert chess[9 + 1, 9 + 1] == data["palette"]["floor"]


def test_paths_cover_what_was_painted() -> None:
    import random

    rng = random.Random(5)
    for _ in range(50):
        pixels = Pixels(rng.randint(1, 12), rng.randint(1, 12))
        for _ in range(rng.randint(0, 6)):
            box = [rng.randint(-2, 10) for _ in range(2)] + [rng.randint(0, 8) for _ in range(2)]
            pixels.fill(*box, rng.choice(["#111111", "#222222"]))
        found = painted(f'<svg xmlns="http://www.w3.org/2000/svg">{pixels.paths()}</svg>')
        wanted = {(x, y): there for y, row in enumerate(pixels.rows) for x, there in enumerate(row) if there is not None}
        assert found == wanted


def test_a_game_in_python_is_drawn_as_text() -> None:
    class Script(TicTacToe):
        def draw(self, board: str) -> str:
            return f"<script>{board}</script>"

    start = rg.explore(Script(), language="en").start
    assert start.svg() is None
    html = start._repr_html_()
    assert "<pre>&lt;script&gt;" in html and "x to move" in html
    ElementTree.fromstring(html)


def test_moves_lines_and_counts_are_shown() -> None:
    position = rg.open("tictactoe:X2/1O1/2X_o", language="en")
    probe = position.probe()._repr_html_()
    assert probe.count("<tr>") == len(position.moves()) and "ties in 6" in probe and "loses in 4" in probe
    line = position.line()._repr_html_()
    assert line.count("<tr>") == 6 and line.count("<svg") == 2 and "over: full-board" in line
    assert "repeats from ply" in rg.open("graph:a.a.o.b/b.b.o.a_a").line()._repr_html_()
    svg = position.stats()._repr_html_()
    drawn = command("stats", "--svg", "-", "tictactoe:X2/1O1/2X_o", "--lang", "en").stdout
    assert svg == drawn and "<script" not in svg
    # The text of a move may have any signs.
    move = dict(position.moves()[0].json, move="<b>")
    html = rg.Moves([rg.Move(move, position._open)])._repr_html_()
    assert "&lt;b&gt;" in html and "<b>" not in html


def test_links_lead_to_the_page() -> None:
    position = rg.open("tictactoe:X2/1O1/2X_o")
    assert position.link() == "http://127.0.0.1:7878/b?tab=play#tictactoe:X2/1O1/2X_o"
    assert position.link("https://example.org/r/", "watch") == "https://example.org/r/b?tab=watch#tictactoe:X2/1O1/2X_o"
    with pytest.raises(rg.InputError):
        position.link(tab="home")
    with pytest.raises(rg.InputError):
        rg.explore(TicTacToe()).start.link()
