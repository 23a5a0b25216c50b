"""Parts of the HTML that notebooks show. All texts are escaped, and the HTML contains no script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from retrograde._art import art
from retrograde._text import escaped

WORDS = {"win": "wins", "loss": "loses", "tie": "ties", "draw": "draws"}


def figure(content: str, caption: str) -> str:
    """A picture with its caption. `content` is HTML, `caption` is text."""
    return f'<figure style="margin:0 0 8px">{content}<figcaption>{escaped(caption)}</figcaption></figure>'


def table(moves: Iterable[tuple[str, Mapping[str, Any]]], *, numbered: bool = False) -> str:
    """A table of moves, each given by its text and its JSON form. `numbered`: the moves follow one another."""
    rows = (_row(text, move, index if numbered else None) for index, (text, move) in enumerate(moves, 1))
    return f"<table>{''.join(rows)}</table>"


def _row(text: str, move: Mapping[str, Any], ply: int | None) -> str:
    look = art()["values"][move["for_mover"]]
    mark = f'<span style="color:{look["color"]}">{look["mark"]}</span>'
    number = "" if ply is None else f"<td>{ply}</td>"
    return f"<tr>{number}<td>{escaped(text)}</td><td>{mark} {result(move)}</td></tr>"


def result(move: Mapping[str, Any]) -> str:
    """The result of a move for the side that makes it."""
    depth, word = move.get("depth"), WORDS[move["for_mover"]]
    return word if depth is None else f"{word} in {depth + 1}"
