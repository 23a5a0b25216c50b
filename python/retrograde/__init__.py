"""Exact solver for finite two-player games of perfect information, cycles included.

    >>> import retrograde as rg
    >>> p = rg.open("tictactoe")
    >>> print(p.value)
    Tie in 9 plies: the game ends level
"""

from retrograde._errors import (
    BrokenGame,
    Cancelled,
    DamagedTable,
    Error,
    FilesError,
    InputError,
    InternalError,
    NotFound,
    TooLarge,
)
from retrograde._game import Game, check_game, explore
from retrograde._graph import Graph, from_csr, from_networkx
from retrograde._objects import Line, Move, Moves, Probe, Report, Stats, Verification, Why
from retrograde._open import answer, games, gen, open, open_file, tables
from retrograde._position import Position
from retrograde._retrograde import VERSION as __version__
from retrograde._retrograde import Cancel, Value
from retrograde._table import KINDS, Table

__all__ = [
    "KINDS",
    "BrokenGame",
    "Cancel",
    "Cancelled",
    "DamagedTable",
    "Error",
    "FilesError",
    "Game",
    "Graph",
    "InputError",
    "InternalError",
    "Line",
    "Move",
    "Moves",
    "NotFound",
    "Position",
    "Probe",
    "Report",
    "Stats",
    "Table",
    "TooLarge",
    "Value",
    "Verification",
    "Why",
    "__version__",
    "answer",
    "check_game",
    "explore",
    "from_csr",
    "from_networkx",
    "games",
    "gen",
    "open",
    "open_file",
    "tables",
]
