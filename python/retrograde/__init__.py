"""Exact solver for finite two-player games of perfect information, cycles included.

    >>> import retrograde as rg
    >>> p = rg.open("tictactoe")
    >>> print(p.value)
    Tie in 9 plies: the game ends level

`help(retrograde.Position)` lists the questions, `retrograde.games()` the built-in games.

A game of your own is a class with `start`, `turn`, `ending` and `moves`; `help(retrograde.Rules)` describes them. From a heap
of nine stones, each side takes one to three; a side that cannot move has lost:

    >>> class Heap:
    ...     start = (9, 0)                              # the stones, and the side to move
    ...     no_move = "loses"
    ...     def turn(self, state): return state[1]      # 0 or 1
    ...     def ending(self, state): return None        # a side that has won, or "tie"
    ...     def moves(self, state):
    ...         stones, turn = state
    ...         return {f"take {n}": (stones - n, 1 - turn) for n in (1, 2, 3) if n <= stones}
    >>> rg.check_game(Heap())
    18
    >>> game = rg.explore(Heap())
    >>> print(game.start.value)
    First wins in 5 plies
    >>> position = game.position((6, 0))
    >>> print(position.moves()[0])
    take 2
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
from retrograde._game import Game, Rules, check_game, explore
from retrograde._graph import Graph, from_csr, from_networkx
from retrograde._objects import Line, Move, Moves, Plan, Probe, Report, Stats, Verification, Why
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
    "Plan",
    "Position",
    "Probe",
    "Report",
    "Rules",
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
