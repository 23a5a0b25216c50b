"""Buffers of codes keep the table's memory: sliced, cast, copied, and after the table is gone.

`python python/tests/test_buffers.py` runs the same work without pytest, for valgrind.
"""

from __future__ import annotations

import gc
import sys
import threading

import retrograde as rg

BOARD = "pawn:O2O/4/2H1/3X_r"


def kinds(view: memoryview, kind: memoryview) -> bytes:
    return bytes(kind[code] for code in view)


def test_buffers_outlive_their_table() -> None:
    table = rg.open(BOARD).solve()
    kind = table.book.kind
    whole = memoryview(table.codes)
    truth, length = kinds(whole, kind), len(table)
    views = [memoryview(table.codes), whole[:], whole[::3], whole[::-1], whole[length // 2 :], whole[5:5]]
    expected = [truth, truth, truth[::3], truth[::-1], truth[length // 2 :], b""]
    codes, data, raw = table.codes, whole.cast("B"), whole.tobytes()
    del table, whole
    gc.collect()
    # Other memory takes the place of whatever was freed.
    other = [rg.open(BOARD).solve() for _ in range(3)]
    for view, kinds_of_view in zip(views, expected, strict=True):
        assert kinds(view, kind) == kinds_of_view
    assert data == raw
    again = memoryview(codes)
    del codes, data, other
    gc.collect()
    assert kinds(again, kind) == truth
    while views:
        views.pop().release()
        gc.collect()
        assert kinds(again, kind) == truth
    copied = again.tolist()
    again.release()
    gc.collect()
    assert bytes(kind[code] for code in copied) == truth


def test_threads_take_and_drop_buffers() -> None:
    table = rg.open(BOARD).solve()
    truth, kind, wrong = kinds(memoryview(table.codes), table.book.kind), table.book.kind, []

    def work(codes: object) -> None:
        for first in range(40):
            if kinds(memoryview(codes)[first:], kind) != truth[first:]:  # type: ignore[arg-type]
                wrong.append(first)

    workers = [threading.Thread(target=work, args=(table.codes,)) for _ in range(3)]
    for worker in workers:
        worker.start()
    del table
    gc.collect()
    for worker in workers:
        worker.join()
    assert not wrong


def test_a_chunk_outlives_its_table() -> None:
    table = rg.open(BOARD).solve()
    truth = [int(depth) for chunk in table.depths() for depth in chunk]
    chunks = list(table.depths(1000))
    del table
    gc.collect()
    assert [int(depth) for chunk in chunks for depth in chunk] == truth


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name, "passed", file=sys.stderr)
