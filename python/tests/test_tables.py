"""Solved boards: values, files, and buffers."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import command

import retrograde as rg
from retrograde._table import KINDS

BOARD = "pawn:O2O/4/2H1/3X_r"


def test_values_of_many_positions() -> None:
    table = rg.open(BOARD).solve(threads=2)
    positions = [table.position(slot) for slot in range(len(table))]
    positions = [position for position in positions if position is not None]
    values = table.values(positions)
    assert values == [table.value(position) for position in positions]
    assert [str(value) for value in values[:50]] == [str(position.value) for position in positions[:50]]
    counts = Counter(value.kind for value in values)
    stats = table.stats()
    assert counts["win"] + counts["loss"] + counts["tie"] + counts["draw"] == stats.positions
    assert table.verify().ok
    with pytest.raises(rg.InputError):
        table.value("pawn:O2O/4/4/3X_r")
    with pytest.raises(rg.InputError):
        table.values([BOARD, "pawn:O2O"])


def test_codes_are_the_tables_memory() -> None:
    table = rg.open(BOARD).solve()
    codes, book = memoryview(table.codes), table.book
    assert (codes.readonly, codes.ndim, codes.shape) == (True, 1, (len(table),))
    assert codes.itemsize == {"B": 1, "H": 2, "I": 4}[codes.format]
    assert len(book) == len(book.kind) == len(book.depth)
    for slot in range(len(table)):
        position, code = table.position(slot), codes[slot]
        if position is None:
            assert KINDS[book.kind[code]] == "hole"
            continue
        value = table.value(position)
        depth = -1 if value.depth is None else value.depth
        assert (KINDS[book.kind[code]], book.depth[code]) == (value.kind, depth)
    # The buffer keeps the memory of the table.
    copy = bytes(codes)
    del table, book
    gc.collect()
    assert bytes(codes) == copy
    with pytest.raises(TypeError):
        codes[0] = 1
    with pytest.raises(TypeError):
        _writable(rg.open(BOARD).solve().codes)


def _writable(codes: object) -> None:
    import ctypes

    (ctypes.c_char * 1).from_buffer(codes)  # type: ignore[arg-type]


def test_numpy_reads_codes_without_a_copy() -> None:
    numpy = pytest.importorskip("numpy")
    table = rg.open(BOARD).solve()
    codes = numpy.asarray(table.codes)
    depths = numpy.asarray(table.book.depth)[codes]
    assert not codes.flags.owndata and not codes.flags.writeable
    counted = {entry["depth"]: entry for entry in table.stats().json["by_depth"]}
    for depth, entry in counted.items():
        assert int((depths == depth).sum()) == entry["win"] + entry["loss"] + entry["tie"]


def test_depths_and_kinds_are_read_in_chunks(tmp_path: Path) -> None:
    table = rg.open(BOARD).solve(keep="depths", tables=tmp_path)
    codes, book = memoryview(table.codes), table.book
    depths, kinds = ([array[code] for code in codes] for array in (book.depth, book.kind))
    for chunk in (1000, len(table), 1 << 20):
        assert [depth for part in table.depths(chunk) for depth in part] == depths
        assert [kind for part in table.kinds(chunk) for kind in part] == kinds
    assert [len(part) for part in table.depths(len(table) - 1)] == [len(table) - 1, 1]
    with pytest.raises(rg.InputError):
        next(table.kinds(0))
    # A stored table, which another process reads from its file, has the same arrays.
    program = "import sys, retrograde as rg; t = rg.open(sys.argv[1]).solve(tables=sys.argv[2]); print([int(d) for p in t.depths(1000) for d in p])"
    read = subprocess.run([sys.executable, "-c", program, BOARD, str(tmp_path)], capture_output=True, text=True, check=True)
    assert json.loads(read.stdout) == depths


def test_a_table_in_files(tmp_path: Path) -> None:
    table = rg.open(BOARD).solve(keep="depths", tables=tmp_path)
    [stored] = rg.tables(tmp_path)
    assert stored.table == table.name and stored.error is None and stored.said.game == "pawn"
    listed = json.loads(command("tables", "list", "--json", "--tables", str(tmp_path)).stdout.splitlines()[0])
    assert listed["table"] == table.name
    name, value = table.name, table.value(BOARD)
    del table
    gc.collect()
    again = rg.open(BOARD).solve(tables=tmp_path)
    assert (again.name, again.value(BOARD)) == (name, value)
    with pytest.raises(rg.InputError):
        rg.open(BOARD).solve(keep="depths")


def test_tables_in_use_answer_questions() -> None:
    with pytest.raises(rg.TooLarge) as refused:
        rg.open("dobutsu").stats()
    assert refused.value.code == "too-large" and "solve()" in str(refused.value.hint)
    # A table in use answers, whatever it contains besides the position.
    position = rg.open(BOARD)
    assert position.stats().domain == "all"
    table = position.solve(reachable=True)
    assert (position.stats().domain, position.stats().table) == ("reachable", table.name)
    del table
    gc.collect()
    assert position.stats().domain == "all"
