"""The colours and the pixel art of boards. The page uses the same data."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from retrograde import _retrograde


@cache
def art() -> Any:
    """The data of the page's file `base/art.js`. That file describes the data."""
    return json.loads(_retrograde.art())
