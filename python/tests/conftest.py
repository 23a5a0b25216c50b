"""Helpers of the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

def command(*arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command of the installed package."""
    program = [sys.executable, "-m", "retrograde", *arguments]
    return subprocess.run(program, input=given, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT
