"""The colours and the pixel art of boards, which the page has, too."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from retrograde import _retrograde


@cache
def art() -> Any:
    """The data of the file `base/art.js` of the page, which describes it."""
    return json.loads(_retrograde.art())
