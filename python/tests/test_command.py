"""The command in the package."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import command

import retrograde as rg


def test_the_command_is_in_the_package(root: Path) -> None:
    answered = command("answer", "p9169", str(root / "examples/zu.in"))
    assert answered.stdout.splitlines() == ["Black 0", "Black 2", "Black 2", "Tie", "Red 75"]
    assert command("probe", "tictactoe").stdout.startswith("Tie in 9 plies")
    assert command("--version").stdout.split() == ["retrograde", rg.__version__]
    wrong = command("probe", "nothing:1")
    assert wrong.returncode == 2 and "nothing" in wrong.stderr
    assert "Usage" in command("help", "probe").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_the_command() -> None:
    program = [sys.executable, "-m", "retrograde", "solve", "dobutsu", "--quiet"]
    running = subprocess.Popen(program, stdout=subprocess.DEVNULL)
    time.sleep(1)
    running.send_signal(2)
    assert running.wait(timeout=10) != 0

