"""Reports as small immutable objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from retrograde._html import table

if TYPE_CHECKING:
    from retrograde import _reports
    from retrograde._position import Position

# Opens a token in the game of the report.
Opener = Callable[[str], "Position"]


class PlanReport(TypedDict):
    """The JSON form of a plan."""

    schema: int
    """The version of the JSON shapes, which is raised when the meaning of a field changes."""
    pos: str
    """The token of the position."""
    game: str
    """The game's id."""
    domain: Literal["all", "reachable"]
    """Which positions the table would contain."""
    way: str
    """The way in which the board would be solved."""
    slots: int | None
    """The number of slots, holes included."""
    least_bytes: int | None
    """The peak memory in bytes if a slot needs one byte."""
    bytes: int | None
    """The peak memory in bytes with the expected number of bytes per slot."""
    moves: int | None
    """The estimated number of moves that the solve takes back or stores."""
    cpu_ms: float | None
    """The estimated processor time in milliseconds."""
    estimated_ms: float | None
    """The estimated time on idle cores in milliseconds."""


class Report:
    """An answer. The fields of its JSON form are attributes; `json` is the whole JSON form.

    Positions in the answer are `Position` objects, lists are tuples, and moves are `Move` objects.
    """

    __slots__ = ("_open", "json")

    json: Mapping[str, Any]
    _open: Opener

    def __init__(self, json: Mapping[str, Any], open: Opener) -> None:
        object.__setattr__(self, "json", json)
        object.__setattr__(self, "_open", open)

    def __getattr__(self, name: str) -> Any:
        try:
            return _made(name, self.json[name], self._open)
        except KeyError:
            raise AttributeError(f"this report has no `{name}`, only {', '.join(self.json)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a report cannot be changed")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.json]

    def __eq__(self, other: object) -> bool:
        return self.json == other.json if isinstance(other, Report) else NotImplemented

    def __hash__(self) -> int:
        return hash(_frozen(self.json))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.json, self._open)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_short(value)}" for name, value in self.json.items() if name != "schema")
        return f"<{type(self).__name__}: {fields}>"


class Move(Report):
    """A move with its value. Prints as the text of the move.

    * `move` is the text, `pos` the position after the move.
    * `for_mover` is "win", "loss", "tie" or "draw" for the side that makes the move. `value` is the same for the side that moves
      next: if this is the opponent, a winning move has the value "loss".
    * `winner` is the side that wins, or None. `depth` is the number of plies to the end after the move.
    * `waste` is the number of plies that the move loses compared with the best move. `drop` is the class that the move drops
      to, or None. `over` is the rule that ends the game, or None.
    """

    __slots__ = ()

    json: _reports.MoveReport

    def __str__(self) -> str:
        return str(self.json["move"])


class Moves(tuple[Move, ...]):
    """Moves in order. Prints as their texts."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def _repr_html_(self) -> str:
        return table([(str(move), move.json) for move in self])


class Probe(Report):
    """The value and the moves of a position. A notebook shows the board and a table of the moves."""

    __slots__ = ()

    json: _reports.ProbeReport

    def _repr_html_(self) -> str:
        moves = [(str(move["move"]), move) for move in self.json["moves"] or ()]
        return str(self.pos._repr_html_()) + table(moves)


class Line(Report):
    """Best play of both sides. A notebook shows the first and the last board, and a table of the moves."""

    __slots__ = ()

    json: _reports.LineReport

    def _repr_html_(self) -> str:
        moves = self.json["line"]
        last = self._open(moves[-1]["pos"])._repr_html_() if moves else ""
        if self.json["loop_from"] is not None:
            last = f"<p>The line repeats from ply {self.json['loop_from']} on.</p>"
        return str(self.pos._repr_html_()) + table([(str(move["move"]), move) for move in moves], numbered=True) + last


class Plan(Report):
    """The resources that a solve needs. An attribute is None if its value is known only after the board was explored."""

    __slots__ = ()

    json: PlanReport


class Why(Report):
    """The moves that prove a value."""

    __slots__ = ()

    json: _reports.WhyReport


class Verification(Report):
    """The result of a check of all values."""

    __slots__ = ()

    json: _reports.VerifyReport


class Stats(Report):
    """The counts of a board. Prints as a table by depth; a notebook shows a histogram.

    `by_depth` has `depth`, `win`, `loss` and `tie` for each depth in plies, `turns` the counts of each side to move, also of
    draws, which have no depth, and `deepest` the positions with the greatest depths. `domain` and `table` name the positions
    that were counted.
    """

    __slots__ = ("_svg",)

    json: _reports.StatsReport

    _svg: Callable[[], str]

    def __init__(self, json: _reports.StatsReport, open: Opener, svg: Callable[[], str]) -> None:
        super().__init__(json, open)
        object.__setattr__(self, "_svg", svg)

    def __reduce__(self) -> tuple[Any, ...]:
        return Report, (self.json, self._open)

    def __str__(self) -> str:
        depths = [(row["depth"], row["win"], row["loss"], row["tie"]) for row in self.json["by_depth"]]
        rows = [["depth", "win", "loss", "tie"], *([f"{count:,}" for count in row] for row in depths)]
        draws = self.json["positions"] - sum(win + loss + tie for _, win, loss, tie in depths)
        lines = [" ".join(f"{cell:>10}" for cell in row) for row in rows]
        return "\n".join([*lines, f"never ends: {draws:,}"] if draws else lines)

    def svg(self) -> str:
        """The histogram by depth as an SVG image, for a file that a browser shows, as `retrograde stats --svg` draws it."""
        return self._svg()

    def _repr_html_(self) -> str:
        return self._svg()


def _made(name: str, value: Any, open: Opener) -> Any:
    """Makes objects from a part of a report. `name` is the name of the part's field."""
    if name == "pos" and isinstance(value, str):
        return open(value)
    if isinstance(value, dict):
        return (Move if "move" in value else Report)(value, open)
    if isinstance(value, list):
        made = [_made("", item, open) for item in value]
        return Moves(made) if made and all(isinstance(item, Move) for item in made) else tuple(made)
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((name, _frozen(inner)) for name, inner in sorted(value.items()))
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _short(value: Any) -> str:
    if isinstance(value, list):
        return f"[{len(value)}]"
    return "{…}" if isinstance(value, dict) else repr(value)


def each_line(text: str) -> Iterator[str]:
    """The lines of a text that are not empty."""
    return (line for line in text.splitlines() if line)
