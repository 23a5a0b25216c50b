"""Solved boards."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from retrograde import _retrograde
from retrograde._errors import InputError, NotFound
from retrograde._objects import Stats, Verification
from retrograde._position import Position, native_of
from retrograde._retrograde import Codes, Value
from retrograde._text import count_of

# The classes of values, in the order of the numbers in `Book.kind`.
KINDS = ("win", "loss", "tie", "draw", "hole")

# The usual number of slots in a chunk.
CHUNK = 1 << 20


class Book:
    """The class and the depth of each code of a table, as buffers with one item per code.

    `kind` has indexes of `retrograde.KINDS`; `depth` has plies, or -1 where there is no depth.
    """

    __slots__ = ("depth", "kind")

    kind: memoryview
    depth: memoryview

    def __init__(self, cells: list[tuple[str, int | None]]) -> None:
        self.kind = memoryview(bytes(KINDS.index(kind) for kind, _ in cells))
        self.depth = memoryview(array("i", (-1 if depth is None else depth for _, depth in cells))).toreadonly()

    def __len__(self) -> int:
        return len(self.kind)


class Table:
    """The values of all positions of a board."""

    __slots__ = ("_native",)

    _native: _retrograde.Table

    def __init__(self, native: _retrograde.Table) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._native.name

    @property
    def start(self) -> Position:
        """The position from which the board was solved."""
        return Position(self._native.start)

    @property
    def bytes(self) -> int:
        """The memory of the table and its numbering, in bytes."""
        return self._native.bytes

    def __len__(self) -> int:
        """The number of slots, holes included."""
        return self._native.slots

    def value(self, position: Position | str) -> Value:
        """The value of a position, or of its token."""
        return self._native.value(self._position(position))

    def values(self, positions: Iterable[Position | str]) -> list[Value]:
        """The values of many positions, or of their tokens."""
        return self._native.values([item if isinstance(item, str) else native_of(item).token for item in positions])

    def slot(self, position: Position | str) -> int:
        """The slot of a position: the index of its code in `codes`."""
        return self._native.slot(self._position(position))

    def position(self, slot: int) -> Position | None:
        """The position of a slot; None for a hole."""
        if not 0 <= slot < len(self):
            hint = f"the slots are 0 to {len(self) - 1}"
            raise NotFound(f"the table has no slot {slot}", "no-slot", hint=hint)
        token = self._native.token(slot)
        return None if token is None else self.start._open(token)

    def stats(self) -> Stats:
        """The counts of the board's positions, by value and depth."""
        return Stats(json.loads(self._native.stats()), self.start._open, self._native.start.histogram)

    def verify(self, threads: int = 0) -> Verification:
        """Checks every value by the rules alone."""
        return Verification(json.loads(self._native.verify(count_of("threads", threads))), self.start._open)

    @property
    def codes(self) -> Codes:
        """The codes of all slots: a read-only buffer of `uint8`, `uint16` or `uint32` on the table's own memory."""
        codes = self._native.codes
        if codes is None:
            raise _in_files()
        return codes

    @property
    def book(self) -> Book:
        """The class and the depth of each code."""
        book = self._native.book
        if book is None:
            raise _in_files()
        return Book(book)

    def depths(self, chunk: int = CHUNK) -> Iterator[Any]:
        """The depths of all slots in order, `chunk` slots at a time: plies, or -1 where there is no depth.

        Each chunk is a NumPy array of `int32` if NumPy is installed, otherwise a memoryview. A table in files is read by
        blocks.
        """
        for first in _firsts(len(self), chunk):
            yield _array(self._native.depths(first, chunk), "i", "int32")

    def kinds(self, chunk: int = CHUNK) -> Iterator[Any]:
        """The classes of all slots in order, `chunk` slots at a time: indexes of `retrograde.KINDS`.

        Each chunk is a NumPy array of `uint8` if NumPy is installed, otherwise a memoryview. A table in files is read by
        blocks.
        """
        for first in _firsts(len(self), chunk):
            yield _array(self._native.kinds(first, chunk), "B", "uint8")

    def _position(self, position: object) -> _retrograde.Position:
        if not isinstance(position, str):
            return native_of(position)
        try:
            return self._native.start.open(position)
        except InputError as error:
            if not self._native.start.is_own:
                raise
            hint = "`game.position(state)` is the position of a state, and has a token"
            raise InputError(f"{position!r} is not a token of this game", error.code, hint=hint) from None

    def __repr__(self) -> str:
        return f"<Table: {self.name}, {len(self)} slots>"


def _firsts(slots: int, chunk: int) -> range:
    if chunk < 1:
        raise InputError(f"a chunk of {chunk} slots is empty", "usage", hint="write a number of at least 1")
    return range(0, slots, chunk)


def _array(items: bytes, format: Literal["B", "i"], dtype: str) -> Any:
    """An array of native items. It is a NumPy array if NumPy is installed, otherwise a memoryview."""
    try:
        import numpy
    except ImportError:
        return memoryview(items).cast(format)
    return numpy.frombuffer(items, dtype=dtype)


def _in_files() -> InputError:
    hint = "use `depths()` and `kinds()`, or solve the board without `tables`"
    return InputError("the table is read from files, so its codes are not in memory", "usage", hint=hint)
