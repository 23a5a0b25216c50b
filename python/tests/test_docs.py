"""The examples of the documentation run."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_of_the_docs_run(root: Path) -> None:
    failed, tried = doctest.testfile(str(root / "docs/python.md"), module_relative=False)
    assert (failed, tried > 10) == (0, True)
