"""Long work: signals, cancellation, progress, other threads."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest

import retrograde as rg


@pytest.fixture
def heeded() -> Iterator[None]:
    """Lets Ctrl-C raise an exception. A process that a shell starts in the background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
def test_ctrl_c_raises_at_once_and_a_second_solve_works() -> None:
    position = rg.open("dobutsu")
    late = []
    for _ in range(3):
        pressed: list[float] = []

        def press(pressed: list[float] = pressed) -> None:
            time.sleep(0.15)
            pressed.append(time.monotonic())
            signal.pthread_kill(main, signal.SIGINT)

        main = threading.main_thread().ident
        assert main is not None
        presser = threading.Thread(target=press)
        presser.start()
        with pytest.raises(KeyboardInterrupt):
            position.solve(threads=1)
        late.append(time.monotonic() - pressed[0])
        presser.join()
    print("seconds from Ctrl-C to the exception:", late)
    assert rg.open("pawn:O2O/4/2H1/3X_r").solve().verify().ok


def test_any_thread_cancels() -> None:
    cancel, errors = rg.Cancel(), []

    def solve() -> None:
        try:
            rg.open("dobutsu").solve(threads=1, cancel=cancel)
        except rg.Error as error:
            errors.append(error)

    solver = threading.Thread(target=solve)
    solver.start()
    time.sleep(0.1)
    cancel.cancel()
    solver.join(timeout=60)
    assert not solver.is_alive() and cancel.cancelled
    assert [type(error) for error in errors] == [rg.Cancelled]


def test_progress_is_reported_and_its_exceptions_stop_the_solve() -> None:
    seen: list[tuple[str, int, int | None, int]] = []

    def stop(stage: str, done: int, total: int | None, depth: int) -> None:
        seen.append((stage, done, total, depth))
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError):
        rg.open("dobutsu").solve(threads=1, progress=stop)
    assert len(seen) == 1 and seen[0][2] is not None and seen[0][1] <= seen[0][2]


def test_other_threads_run_meanwhile() -> None:
    counted, done, cancel = [0], threading.Event(), rg.Cancel()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    threading.Timer(0.3, cancel.cancel).start()
    with pytest.raises(rg.Cancelled):
        rg.open("dobutsu").solve(threads=1, cancel=cancel)
    done.set()
    counter.join()
    assert counted[0] > 1000


def test_ctrl_c_in_a_kernel_of_a_notebook() -> None:
    pytest.importorskip("ipykernel")
    manager, client = pytest.importorskip("jupyter_client.manager").start_new_kernel()

    def run(code: str) -> str:
        """What a cell prints."""
        printed: list[str] = []

        def hook(message: dict[str, Any]) -> None:
            if message["msg_type"] == "stream":
                printed.append(message["content"]["text"])
            if "".join(printed).startswith("solving") and not pressed:
                pressed.append(time.time())
                manager.interrupt_kernel()

        reply = client.execute_interactive(code, output_hook=hook, timeout=120)
        assert reply["content"]["status"] == "ok", reply["content"]
        return "".join(printed)

    pressed: list[float] = []
    try:
        solve = """
            import time, retrograde as rg
            def say(*progress):
                global said
                if not said:
                    said = True
                    print("solving", flush=True)
            said = False
            try:
                rg.open("dobutsu").solve(threads=1, progress=say)
            except KeyboardInterrupt:
                print(time.time())
        """
        late = float(run(dedent(solve)).splitlines()[-1]) - pressed[0]
        print("seconds from the interrupt to the exception:", late)
        again = "print(rg.open('pawn:O2O/4/2H1/3X_r').solve().verify().ok)"
        assert run(again) == "True\n"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
