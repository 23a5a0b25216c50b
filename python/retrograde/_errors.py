"""Failures as exceptions. An exception has the code, message, place and hint that the command prints."""

from __future__ import annotations

import json
from typing import Any


class Error(Exception):
    """The base of all failures of this package.

    `code` is a short name for programs, such as `bad-position`. `message` is one sentence. `reasons` are all reasons, if
    there are several. `place` says where the error is, in a token or in a file (the field `at` of JSON), or is None. `hint`
    says how to correct the failure, or is None.
    """

    code: str
    message: str
    reasons: tuple[str, ...]
    place: dict[str, Any] | None
    hint: str | None

    def __init__(
        self,
        message: str,
        code: str = "",
        reasons: tuple[str, ...] = (),
        place: dict[str, Any] | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.reasons = reasons
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        reasons = self.reasons if len(self.reasons) > 1 else ()
        lines = [self.message, *(f"  - {reason}" for reason in reasons)]
        if self.hint is not None:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.code, self.reasons, self.place, self.hint)


class InputError(Error, ValueError):
    """The request, or an input that it names, is wrong."""


class NotFound(Error, LookupError):
    """The request is valid, but the requested object does not exist."""


class TooLarge(Error, MemoryError):
    """The work needs more memory than the limit allows, or more memory than the system has."""


class FilesError(Error, OSError):
    """A file cannot be read or written."""


class DamagedTable(FilesError):
    """A file of a table is damaged, of another kind, or of another version."""


class InternalError(Error, RuntimeError):
    """The rules of a game break a law that the solver relies on, or the program has a bug."""


class Cancelled(Error, RuntimeError):
    """The work was cancelled by `Cancel.cancel()`."""


# How to mend a game that breaks a law.
_REMEDIES = {
    "methods": "a game is an object with `start`, `turn(state)`, `ending(state)` and `moves(state)`",
    "sides": 'such as `sides = ("x", "o")`',
    "hashable": "make it a text, a number or a tuple; a list, a dict or a set cannot be a state",
    "constant-state": "leave the given state as it is, and return new ones",
    "same-turn": "the result may depend only on the state",
    "same-ending": "the result may depend only on the state",
    "same-moves": "the result may depend only on the state",
    "moves": "return {text of the move: state after it}, or a list of states; `[]` if there is no move",
    "ending": 'return None while the game goes on; a game that ends level is a "tie", and a "draw" never ends',
    "no-move": 'return an ending for it, or set `no_move` to "loses", "ties" or "wins"',
    "equality": "make the state a tuple or a frozen dataclass, or define both `__eq__` and `__hash__`",
    "one-name": "two states need two names",
}


class BrokenGame(InputError):
    """A game written in Python breaks a law. `law` names the law, and `state` is a state that shows the fault."""

    def __init__(self, message: str, law: str = "", state: object = None) -> None:
        super().__init__(message, "broken-game", hint=_REMEDIES.get(law))
        self.law = law
        self.state = state

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.law, self.state)


# The classes of codes, where the fault alone does not decide.
_BY_CODE: dict[str, type[Error]] = {
    "ambiguous-name": NotFound,
    "files": FilesError,
    "input": FilesError,
    "no-room": FilesError,
    "no-shortcut": NotFound,
    "not-kept": FilesError,
    "output": FilesError,
    "unknown-format": NotFound,
    "unknown-game": NotFound,
    "unknown-piece": NotFound,
}

_BY_FAULT: dict[str, type[Error]] = {
    "no": NotFound,
    "input": InputError,
    "refused": TooLarge,
    "damaged": DamagedTable,
    "internal": InternalError,
    "interrupted": Cancelled,
}


def failed(fault: str, texts: str) -> Error:
    """Makes the exception of a failure. The arguments are the fault of the failure, and its texts as JSON."""
    given = json.loads(texts)
    kind = _BY_CODE.get(given["code"], _BY_FAULT[fault])
    reasons = tuple(given.get("reasons", ()))
    return kind(given["message"], given["code"], reasons, given.get("at"), given.get("hint"))
