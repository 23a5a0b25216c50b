"""Positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from retrograde import _retrograde
from retrograde._errors import InputError
from retrograde._html import figure
from retrograde._objects import Line, Moves, Plan, Probe, Stats, Verification, Why, each_line
from retrograde._retrograde import Cancel, Value
from retrograde._text import Path, count_of, escaped, memory_of

if TYPE_CHECKING:
    from retrograde import _reports
    from retrograde._table import Table

# What a listener of progress gets: the stage, the positions done, all positions if known, and the depth in plies.
Listener = Callable[[str, int, int | None, int], object]


class Position:
    """A position of a game. Positions are immutable; equal tokens of the same board are equal positions.

    A question about a small board solves the board first. For a larger board, call `solve()` and keep the table: while the
    table exists, it answers all questions about its positions.
    """

    __slots__ = ("_native",)

    _native: _retrograde.Position

    def __init__(self, native: _retrograde.Position) -> None:
        object.__setattr__(self, "_native", native)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position cannot be changed")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            where = f"; its value has it: `value.{name}`" if hasattr(Value, name) else ""
            where = "; `moves()[0]` is a best move" if name.startswith("best") else where
            raise AttributeError(f"a position has no `{name}`{where}", name=name, obj=self)

    @property
    def token(self) -> str:
        """The token, such as `tictactoe:3/3/3_x`."""
        return self._native.token

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._native.game

    @property
    def turn(self) -> str:
        """The name of the side to move; in a finished game, the side that would move next."""
        return self._native.turn

    @property
    def over(self) -> str | None:
        """The rule that ended the game, or None."""
        return self._native.over

    @property
    def value(self) -> Value:
        """The value."""
        return self._native.value()

    def moves(self) -> Moves:
        """All moves, the best first, each with its value and the position after it (`pos`)."""
        return _moves(self.probe().moves)

    def probe(self, line: int = 0) -> Probe:
        """The value and all moves; with `line`, also the best play of at most this number of plies."""
        return Probe(json.loads(self._native.ask("probe", count_of("line", line))), self._open)

    def line(self, max: int = 100_000) -> Line:
        """Best play of both sides, of at most `max` plies. Its moves are in `line`."""
        return Line(json.loads(self._native.ask("line", count_of("max", max))), self._open)

    def why(self) -> Why:
        """The moves that prove the value."""
        return Why(json.loads(self._native.ask("why", 0)), self._open)

    def stats(self) -> Stats:
        """The counts of the positions by value and depth, in a table that has this position.

        This is a table in memory, if there is one, otherwise that of `solve()`. `table` and `domain` of the answer name it;
        `solve().stats()` counts a table of your choice.
        """
        return Stats(json.loads(self._native.ask("stats", 0)), self._open, self._native.histogram)

    def verify(self, threads: int = 0) -> Verification:
        """Checks every value of the board's table by the rules alone."""
        return Verification(json.loads(self._native.ask("verify", count_of("threads", threads))), self._open)

    def certificate(self) -> tuple[_reports.CertificateHead | _reports.ClaimReport, ...]:
        """A proof of the value that needs only the rules, line by line, as `retrograde why --certificate` writes it."""
        return tuple(json.loads(line) for line in each_line(self._native.ask("certificate", 0)))

    def legal(self) -> tuple[str, ...]:
        """The texts of all moves, without values. Needs no table."""
        return tuple(move["move"] for move in json.loads(self._native.ask("moves", 0))["moves"])

    def after(self, *moves: str) -> Position:
        """The position after one or several moves."""
        native = self._native
        for move in moves:
            native = native.after(str(move))
        return Position(native)

    def draw(self) -> str:
        """The board, in a few lines of text."""
        return self._native.draw()

    def svg(self) -> str | None:
        """The board as an SVG image; None if the game has no pictures, or the board has too many squares."""
        from retrograde._board import board_svg

        return board_svg(self._native, f"{self.token}, {self._state()}")

    def link(self, site: str = "http://127.0.0.1:7878", tab: str = "play") -> str:
        """The address of this position on the page that `retrograde serve` or a site shows.

        `site` is the address of the page's Home; `tab` is "edit", "watch" or "play".
        """
        from urllib.parse import quote

        if tab not in ("edit", "watch", "play"):
            raise InputError(f"`{tab}` is not a tab", "usage", hint='the tabs are "edit", "watch" and "play"')
        if self._native.is_own or self._native.file is not None:
            raise InputError(f"the page does not know the game of {self}", "usage", hint="only built-in games have links")
        return f"{site.rstrip('/')}/b?tab={tab}#{quote(self.token, safe='/:._-')}"

    def plan(self, threads: int = 0, memory: int | str | None = None) -> Plan:
        """What `solve()` needs, with the same `threads` and `memory`."""
        return Plan(json.loads(self._native.plan(count_of("threads", threads), memory_of(memory))), self._open)

    def solve(
        self,
        *,
        threads: int = 0,
        memory: int | str | None = None,
        reachable: bool = False,
        progress: bool | Listener = False,
        cancel: Cancel | None = None,
        keep: str | None = None,
        tables: Path | None = None,
    ) -> Table:
        """Solves the board, or loads its table from the folder `tables`.

        `threads`: 0 is one per core. `memory`: the limit in bytes, or a text such as "4G". `reachable`: only the positions
        that play reaches from this one. `progress`: True shows a bar, if tqdm is installed; a function is called with the
        stage, the positions done, all positions (None if unknown) and the depth. `cancel`: a `Cancel`, whose `cancel()`
        stops the solve from any thread. `keep`: "depths" or "class" stores the table in the folder `tables`.
        """
        from retrograde._progress import listening
        from retrograde._table import Table

        folder = None if tables is None else str(tables)
        with listening(progress) as listener:
            native = self._native.solve(
                count_of("threads", threads), memory_of(memory), reachable, listener, cancel, keep, folder
            )
        return Table(native)

    def _open(self, token: str) -> Position:
        return Position(self._native.open(token))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.token == other.token and self._native.instance == other._native.instance

    def __hash__(self) -> int:
        return hash(self.token)

    def __str__(self) -> str:
        return self.token

    def __repr__(self) -> str:
        return f"<Position: {self.token}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self.token, self._native.file, self._native.language, self._native.is_own)

    def _state(self) -> str:
        """Who is to move, or how the game ended."""
        return f"over: {self.over}" if self.over else f"{self.turn} to move"

    def _repr_html_(self) -> str:
        board = self.svg() or f"<pre>{escaped(self.draw())}</pre>"
        return figure(board, f"{self.token}, {self._state()}")


def native_of(given: object) -> _retrograde.Position:
    """The native part of an argument that must be a position."""
    if not isinstance(given, Position):
        hint = "`game.position(state)` is the position of a state, `game.position(node)` that of a node"
        raise InputError(f"{given!r} is not a position", "usage", hint=hint)
    return given._native


def _moves(moves: Any) -> Moves:
    return moves if isinstance(moves, Moves) else Moves()


def _reopened(token: str, file: str | None, language: str, is_own: bool) -> Position:
    if file is not None:
        return Position(_retrograde.open_file(file, language).open(token))
    if is_own:
        hint = "explore the game there, and pass the state"
        raise InputError("a position of a game written in Python exists only in its process", "usage", hint=hint)
    return Position(_retrograde.open(token, language))
