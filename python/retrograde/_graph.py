"""Games given as arrays or graphs."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from itertools import chain
from operator import itemgetter
from typing import Any

from retrograde import _retrograde
from retrograde._errors import InputError
from retrograde._position import Position, native_of
from retrograde._table import KINDS, Table
from retrograde._text import language_of, memory_of

# The numbers of outcomes in arrays.
GOES_ON, FIRST_WON, SECOND_WON, TIE = -1, 0, 1, 2
_OUTCOMES = {None: GOES_ON, "tie": TIE}


class Graph:
    """A game given as a graph. Position `number` has this number in the arrays, and this slot in a table."""

    __slots__ = ("_known", "_nodes", "_size", "start")

    start: Position

    def __init__(self, start: Position, size: int, nodes: list[Any] | None = None) -> None:
        self.start = start
        self._size = size
        self._nodes = nodes
        self._known: dict[Any, int] | None = None

    @property
    def _numbers(self) -> dict[Any, int] | None:
        """The number of each node; None if the nodes are numbers. The dict is made when it is first needed."""
        if self._known is None and self._nodes is not None:
            self._known = dict(zip(self._nodes, range(self._size), strict=True))
        return self._known

    def __len__(self) -> int:
        """The number of positions."""
        return self._size

    def position(self, node: Hashable) -> Position:
        """The position of a node. The argument is a node of the NetworkX graph, or the number of a position in the arrays."""
        numbers = self._numbers
        number = node if numbers is None else numbers.get(node)
        if not isinstance(number, int) or not 0 <= number < self._size:
            raise InputError(f"the graph has no node {node!r}", "bad-position")
        return Position(self.start._native.numbered(number))

    def node(self, position: Position) -> Any:
        """The node of a position."""
        native = native_of(position)
        number = native.number
        if number is None or native.instance != self.start._native.instance:
            raise InputError(f"the position {position} belongs to another game", "usage")
        return number if self._nodes is None else self._nodes[number]

    def attributes(self, table: Table | None = None) -> dict[Any, dict[str, Any]]:
        """The value of each node as attributes, for `networkx.set_node_attributes(graph, game.attributes())`.

        `kind` is "win", "loss", "tie" or "draw", for the side to move. `depth` is the number of plies to the end of the game; a
        draw has none. `table` is the solved game; without it, the game is solved.
        """
        if table is None:
            table = self.start.solve()
        if len(table) != self._size or table.start._native.instance != self.start._native.instance:
            raise InputError("the table is not that of all positions of this graph", "usage")
        nodes = range(self._size) if self._nodes is None else self._nodes
        numbers = zip(_items(table.kinds()), _items(table.depths()), strict=True)
        return {node: _attributes(kind, depth) for node, (kind, depth) in zip(nodes, numbers, strict=True)}

    def __repr__(self) -> str:
        return f"<Graph: {self._size} positions>"


def _items(chunks: Iterable[Any]) -> Iterable[int]:
    return chain.from_iterable(chunk.tolist() for chunk in chunks)


def _attributes(kind: int, depth: int) -> dict[str, Any]:
    named = {"kind": KINDS[kind]}
    return named if depth < 0 else {**named, "depth": depth}


def from_csr(
    indptr: Any,
    indices: Any,
    turn: Any,
    outcome: Any,
    *,
    sides: tuple[str, str] = ("first", "second"),
    memory: int | str | None = None,
    language: str | None = None,
) -> Graph:
    """A game given as arrays of NumPy, SciPy or `array`, which are read by the buffer protocol.

    The moves of position `i` lead to `indices[indptr[i]:indptr[i + 1]]`. `turn[i]` is the side to move, 0 or 1. `outcome[i]` is
    -1 while the game goes on, 0 or 1 if this side has won, and 2 for a tie.
    """
    native = _retrograde.from_csr(indptr, indices, turn, outcome, sides, memory_of(memory), language_of(language))
    return Graph(Position(native), len(turn))


def from_networkx(
    graph: Any,
    *,
    turn: str | Callable[[Any], int] = "turn",
    ending: str | Callable[[Any], int | str | None] = "ending",
    sides: tuple[str, str] = ("first", "second"),
    memory: int | str | None = None,
    language: str | None = None,
) -> Graph:
    """A game given as a directed graph of NetworkX.

    `turn` is the side to move at a node, 0 or 1: the name of an attribute, or a function of the node. `ending` is None while the
    game goes on, 0 or 1 if this side has won, and "tie": the name of an attribute, which may be missing, or a function.
    """
    nodes: list[Any] = list(graph)
    rows = map(itemgetter(1), graph.adjacency())
    turns = _column(_values(graph, turn), "turn")
    outcomes = _column((_OUTCOMES.get(over, over) for over in _values(graph, ending)), "ending")
    native = _retrograde.from_nodes(nodes, rows, turns, outcomes, sides, memory_of(memory), language_of(language))
    return Graph(Position(native), len(nodes), nodes)


def _values(graph: Any, given: str | Callable[[Any], Any]) -> Iterable[Any]:
    """The values that an argument (a function, or the name of an attribute) has for the nodes, in their order."""
    return map(given, graph) if callable(given) else (value for _, value in graph.nodes.data(given))


def _column(numbers: Iterable[Any], name: str) -> array[int]:
    try:
        return array("b", numbers)
    except (TypeError, OverflowError) as error:
        raise InputError(f"`{name}` of a node is wrong: {error}", "usage") from None
