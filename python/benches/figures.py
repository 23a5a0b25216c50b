"""Measures the package against the same work without it. Each measurement runs in a process of its own.

    python benches/figures.py [NAME ...]

explore   a game of 10^5 states with 5 moves each: `explore` and `solve`, against a bare loop over the same class with a dict
csr       `from_csr` with 10^6 positions and 10^7 moves
networkx  `from_networkx` with 10^6 edges, against NetworkX's list of the edges
values    `table.values` of 10^6 tokens, against `probe --value --from pos` of the command
codes     the codes of `dobutsu` as an array: memory, time, and histogram (needs 2 GB and some minutes)
ctrl-c    Ctrl-C in a solve of `dobutsu`, 20 times
kernel    the same in the kernel of a notebook (needs ipykernel)
threads   the pace of another Python thread during a solve
import    `import retrograde`
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import retrograde as rg


class Wide:
    """10^5 states with five moves each; a state is a number and the side to move."""

    SIZE = 50_000
    start = (1, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return state[1]

    def ending(self, state: tuple[int, int]) -> int | None:
        return state[0] % 2 if state[0] % 97 == 0 else None

    def moves(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        number, turn = state
        return [((number * factor + 1) % self.SIZE, 1 - turn) for factor in (2, 3, 5, 7, 11)]


def bare(game: Any) -> int:
    """Visits all states, as a user would without the package."""
    numbers = {game.start: 0}
    waiting = [game.start]
    children = []
    for state in waiting:
        game.turn(state)
        there = []
        if game.ending(state) is None:
            for child in game.moves(state):
                number = numbers.get(child)
                if number is None:
                    number = numbers[child] = len(waiting)
                    waiting.append(child)
                there.append(number)
        children.append(there)
    return len(waiting)


def least(times: int, work: Any) -> float:
    """The least seconds that work takes."""
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def explore() -> None:
    game = Wide()
    loop = least(3, lambda: bare(game))
    # The table is dropped within the measured time.
    ours = least(3, lambda: rg.explore(game).start.solve(threads=2))
    states = len(rg.explore(game))
    print(f"explore: {states:,} states; bare loop {loop:.2f} s, explore and solve {ours:.2f} s: {ours / loop:.2f} times")


def csr() -> None:
    import numpy as np

    positions, each = 1_000_000, 10
    rng = np.random.default_rng(1)
    over = rng.random(positions) < 0.05
    counts = np.where(over, 0, np.where(rng.random(positions) < 0.5, each, each + 1)).astype(np.int64)
    indptr = np.zeros(positions + 1, dtype=np.int32)
    np.cumsum(counts, out=indptr[1:])
    indices = rng.integers(0, positions, indptr[-1], dtype=np.int32)
    turn = rng.integers(0, 2, positions, dtype=np.int8)
    outcome = np.where(over, rng.integers(0, 3, positions), -1).astype(np.int8)
    folder = os.environ.get("ARRAYS")
    if folder is not None:
        # The same arrays for a program in Rust.
        for name, array in (("indptr", indptr), ("indices", indices), ("turn", turn), ("outcome", outcome)):
            array.tofile(os.path.join(folder, name))
    made = least(3, lambda: rg.from_csr(indptr, indices, turn, outcome))
    graph = rg.from_csr(indptr, indices, turn, outcome)
    solved = least(3, lambda: graph.start.solve(threads=2))
    print(f"csr: {len(indices):,} moves; from_csr {made:.2f} s, solve {solved:.2f} s, together {made + solved:.2f} s")


def networkx() -> None:
    networkx_of("0, 1, 2 ...", range)
    networkx_of("texts", lambda nodes: [f"node {number}" for number in range(nodes)])


def networkx_of(what: str, named: Callable[[int], Sequence[Any]]) -> None:
    import networkx as nx
    import numpy as np

    rng = np.random.default_rng(1)
    nodes = 200_000
    names = named(nodes)
    graph = nx.DiGraph()
    graph.add_nodes_from((names[node], {"turn": node % 2}) for node in range(nodes))
    while graph.number_of_edges() < 1_000_000:
        graph.add_edges_from((names[one], names[other]) for one, other in rng.integers(0, nodes, (100_000, 2)).tolist())
    for index, node in enumerate(names):
        if not graph.adj[node] or index % 50 == 0:
            graph.nodes[node]["ending"] = index // 50 % 2
    graph.remove_edges_from([edge for edge in graph.edges if "ending" in graph.nodes[edge[0]]])
    edges, ours = [], []
    for _ in range(7):
        edges.append(least(1, lambda: list(graph.edges)))
        ours.append(least(1, lambda: rg.from_networkx(graph)))
    middle, our_middle = median(edges), median(ours)
    print(
        f"networkx: {graph.number_of_edges():,} edges, nodes {what}; list(graph.edges) {middle:.2f} s, "
        f"from_networkx {our_middle:.2f} s: {our_middle / middle:.2f} times the list"
    )


def values() -> None:
    board = rg.open("pawn:O2O2/6/2H3/6/3X2_r")
    table = board.solve()
    tokens = [token for slot in range(len(table)) if (token := table._native.token(slot)) is not None]
    tokens = (tokens * (1_000_000 // len(tokens) + 1))[:1_000_000]
    given = "\n".join(tokens) + "\n"
    ours = least(3, lambda: table.values(tokens))
    program = [sys.executable, "-m", "retrograde", "probe", "--value", "--from", "pos", "-"]
    command = least(3, lambda: subprocess.run(program, input=given, capture_output=True, text=True, check=True))
    print(f"values: {len(tokens):,} tokens; table.values {ours:.2f} s, command {command:.2f} s: {ours / command:.2f} times")


def resident() -> int:
    """The resident memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def codes() -> None:
    import numpy as np

    began = time.perf_counter()
    table = rg.open("dobutsu").solve(memory="6G")
    took = time.perf_counter() - began
    before = resident()
    began = time.perf_counter()
    array = np.asarray(table.codes)
    seconds, memory = time.perf_counter() - began, resident() - before
    book = table.book
    counts = np.zeros(len(book), dtype=np.int64)
    for first in range(0, len(array), 1 << 24):
        counts += np.bincount(array[first : first + (1 << 24)], minlength=len(book))
    depths, kinds = np.asarray(book.depth), np.asarray(book.kind)
    wrong = 0
    for entry in table.stats().json["by_depth"]:
        for index, kind in enumerate(rg.KINDS[:3]):
            wrong += int(counts[(depths == entry["depth"]) & (kinds == index)].sum()) != entry[kind]
    print(f"codes: solved in {took:.0f} s; {len(array):,} codes in {1000 * seconds:.3f} ms and {memory:,} bytes; {wrong} counts differ")


def ctrl_c() -> None:
    position = rg.open("dobutsu")
    late = []
    main = threading.main_thread().ident
    assert main is not None
    before = resident()
    for turn in range(20):
        pressed: list[float] = []

        def press(pressed: list[float] = pressed, after: float = 0.3 + 0.25 * turn) -> None:
            time.sleep(after)
            pressed.append(time.perf_counter())
            signal.pthread_kill(main, signal.SIGINT)

        presser = threading.Thread(target=press)
        presser.start()
        try:
            position.solve(memory="6G", threads=2)
        except KeyboardInterrupt:
            late.append(time.perf_counter() - pressed[0])
        presser.join()
    time.sleep(1)
    more = resident() - before
    rg.open("pawn:O2O/4/2H1/3X_r").solve()
    print(f"ctrl-c: {len(late)} of 20; at most {max(late):.3f} s, mean {sum(late) / len(late):.3f} s; {more:,} bytes more afterwards")


def kernel() -> None:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel()

    def run(code: str, heard: Callable[[], None] = lambda: None) -> str:
        """What a cell prints. Calls `heard` when the cell prints something for the first time."""
        printed: list[str] = []

        def hook(message: dict[str, Any]) -> None:
            if message["msg_type"] == "stream":
                if not printed:
                    heard()
                printed.append(message["content"]["text"])

        reply = client.execute_interactive(code, output_hook=hook, timeout=120)
        assert reply["content"]["status"] == "ok", reply["content"]
        return "".join(printed)

    memory = "print(int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE'))"
    solve = """
try:
    print("solving", flush=True)
    position.solve(memory="6G", threads=2)
except KeyboardInterrupt:
    print(time.time())
"""
    run("import os, time, retrograde as rg; position = rg.open('dobutsu')")
    before, late = int(run(memory)), []
    try:
        for turn in range(20):
            pressed: list[float] = []

            def press(pressed: list[float] = pressed, after: float = 0.3 + 0.25 * turn) -> None:
                time.sleep(after)
                pressed.append(time.time())
                manager.interrupt_kernel()

            caught = run(solve, threading.Thread(target=press).start).splitlines()[1:]
            late += [float(caught[0]) - pressed[0]] if caught else []
        time.sleep(1)
        more = int(run(memory)) - before
        run("rg.open('pawn:O2O/4/2H1/3X_r').solve()")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    print(f"kernel: {len(late)} of 20; at most {max(late):.3f} s, mean {sum(late) / len(late):.3f} s; {more:,} bytes more afterwards")


def threads() -> None:
    def pace(work: Any) -> float:
        counted, done = [0], threading.Event()

        def count() -> None:
            while not done.is_set():
                counted[0] += 1

        counter = threading.Thread(target=count)
        began = time.perf_counter()
        counter.start()
        work()
        seconds = time.perf_counter() - began
        done.set()
        counter.join()
        return counted[0] / seconds

    cancel = rg.Cancel()

    def solve() -> None:
        threading.Timer(3, cancel.cancel).start()
        try:
            rg.open("dobutsu").solve(memory="6G", threads=1, cancel=cancel)
        except rg.Cancelled:
            pass

    alone = pace(lambda: time.sleep(3))
    beside = pace(solve)
    print(f"threads: {alone:,.0f} counts a second alone, {beside:,.0f} beside a solve: {beside / alone:.2f} of the pace")


def imported() -> None:
    import resource

    def once(code: str) -> float:
        """The least processor time of a process that runs this code."""
        seconds = []
        for _ in range(20):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", code], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        return min(seconds)

    nothing, package = once("pass"), once("import retrograde")
    print(f"import: {1000 * (package - nothing):.0f} ms of processor time more than Python's own start of {1000 * nothing:.0f} ms")


FIGURES = {
    "explore": explore,
    "csr": csr,
    "networkx": networkx,
    "values": values,
    "codes": codes,
    "ctrl-c": ctrl_c,
    "kernel": kernel,
    "threads": threads,
    "import": imported,
}


def main() -> None:
    names = sys.argv[1:] or list(FIGURES)
    if len(names) == 1:
        FIGURES[names[0]]()
        return
    for name in names:
        subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    main()
