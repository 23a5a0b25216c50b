"""Functions that open positions and answer contests."""

from __future__ import annotations

import json
from typing import Any

from retrograde import _retrograde
from retrograde._objects import Report
from retrograde._position import Position
from retrograde._text import Path, language_of, size_of


def open(token: str, *, language: str | None = None) -> Position:
    """Opens a position of a built-in game by its token; the name of a game is its usual start.

    `language` is "en" or "zh"; without it, the locale decides.
    """
    return Position(_retrograde.open(token, language_of(language)))


def open_file(file: Path, *, language: str | None = None) -> Position:
    """Opens a game file, and returns the usual start of its game."""
    return Position(_retrograde.open_file(str(file), language_of(language)))


def answer(contest: str, text: str, *, threads: int = 0, language: str | None = None) -> str:
    """Answers a contest's input in the judge's format."""
    return _retrograde.answer(contest, text, threads, language_of(language))


def gen(
    game: str,
    *,
    size: str | tuple[int, int] | None = None,
    walls: int | None = None,
    seed: int | None = None,
    language: str | None = None,
) -> Position:
    """A random start of a game.

    `size`: rows and columns, such as "5x7". `walls`: the share of walls in percent. `seed`: the same seed gives the same
    start.
    """
    if seed is None:
        import random

        seed = random.getrandbits(64)
    return Position(_retrograde.generate(game, size_of(size), walls, seed, language_of(language)))


def games() -> dict[str, tuple[str, ...]]:
    """The built-in games, each with examples of its tokens."""
    return {name: tuple(examples) for name, examples in _retrograde.games()}


def tables(folder: Path, *, language: str | None = None) -> list[Report]:
    """The tables in a folder. The attribute `said` of a table has the table's header."""
    found: list[dict[str, Any]] = json.loads(_retrograde.tables(str(folder), language_of(language)))
    return [Report(table, open) for table in found]
