"""Arguments and texts."""

from __future__ import annotations

import os

from retrograde import _retrograde
from retrograde._errors import InputError

# The default memory limit of a solve, in bytes.
MEMORY = 4 << 30

_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def memory_of(given: int | str | None) -> int:
    """The number of bytes that an argument `memory` names: a number, or a text such as "4G"."""
    if given is None:
        return MEMORY
    if isinstance(given, int):
        bytes_ = given
    else:
        text = given.strip().upper().removesuffix("B").removesuffix("I")
        unit = text[-1:] if text[-1:] in _UNITS else ""
        number = text.removesuffix(unit) if unit else text
        bytes_ = int(number) << _UNITS[unit] if number.isascii() and number.isdigit() else -1
    if not 0 < bytes_ < 1 << 63:
        hint = 'write a number of bytes, or a text such as "4G" or "500M"'
        raise InputError(f"`{given}` is not an amount of memory", "usage", hint=hint)
    return bytes_


def size_of(given: str | tuple[int, int] | None) -> tuple[int, int] | None:
    """The rows and columns that an argument `size` names."""
    if given is None or isinstance(given, tuple):
        return given
    rows, _, columns = given.lower().partition("x")
    if not (rows.isascii() and rows.isdigit() and columns.isascii() and columns.isdigit()):
        raise InputError(f"`{given}` is not a size", "usage", hint='write it as "ROWSxCOLUMNS", such as "5x7"')
    return int(rows), int(columns)


def count_of(name: str, given: int) -> int:
    """Returns the number in an argument. The number must not be negative."""
    if given < 0:
        raise InputError(f"`{name}` is {given}", "usage", hint="write a number of at least 0")
    return given


def language_of(given: str | None) -> str:
    """The language that an argument names. Without an argument, the language of the locale."""
    return _retrograde.locale() if given is None else given


def escaped(text: str) -> str:
    """A text for HTML."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;")):
        text = text.replace(sign, name)
    return text


Path = str | os.PathLike[str]
