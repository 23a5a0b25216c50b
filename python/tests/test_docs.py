"""The examples of the documentation run."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path


def test_the_examples_of_the_docs_run(root: Path) -> None:
    failed, tried = doctest.testfile(str(root / "docs/python.md"), module_relative=False)
    assert (failed, tried > 10) == (0, True)


def test_the_examples_of_help_run() -> None:
    # In a process of its own: its table of `tictactoe` would answer the questions of other tests.
    script = "import doctest, retrograde; print(*doctest.testmod(retrograde))"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    failed, tried = map(int, ended.stdout.split())
    assert (failed, tried > 5) == (0, True)


def test_the_example_runs_and_writes_a_histogram(root: Path, tmp_path: Path) -> None:
    program = [sys.executable, str(root / "examples/tictactoe.py")]
    ran = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"})
    assert "5478 states; Tie in 9 plies" in ran.stdout and ran.stdout.count("leads to a tie") == 4
    assert (tmp_path / "tictactoe.svg").read_text().startswith("<svg")


def test_the_outputs_of_the_notebook_have_no_paths(root: Path) -> None:
    cells = json.loads((root / "docs/python.ipynb").read_text())["cells"]
    outputs = json.dumps([cell.get("outputs") for cell in cells])
    assert "Red wins in 75 plies" in outputs and "<svg" in outputs
    assert not re.search(r"/(home|root|tmp|usr|work)/|site-packages|<script|Traceback", outputs)
