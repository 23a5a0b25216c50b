"""Progress of a solve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retrograde._position import Listener


@contextmanager
def listening(progress: bool | Listener) -> Iterator[Listener | None]:
    """Returns the listener for an argument `progress`."""
    if not progress:
        yield None
    elif callable(progress):
        yield progress
    else:
        with _bar() as bar:
            yield bar


@contextmanager
def _bar() -> Iterator[Listener | None]:
    """A bar on standard error, if tqdm is installed."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        yield None
        return
    with tqdm(unit=" positions", unit_scale=True) as bar:
        yield _Bar(bar).show


class _Bar:
    def __init__(self, bar: Any) -> None:
        self.bar = bar
        self.stage = ""

    def show(self, stage: str, done: int, total: int | None, depth: int) -> None:
        if stage != self.stage:
            self.bar.reset(total=total)
            self.stage = stage
        self.bar.set_description(f"{stage}, depth {depth}" if depth else stage, refresh=False)
        self.bar.update(done - self.bar.n)
