"""Solves games of OpenSpiel, cycles included. Needs the package `open_spiel`.

    >>> from retrograde.openspiel import solve
    >>> solved = solve("tic_tac_toe")
    >>> print(len(solved), solved.value())
    5478 Tie in 9 plies: the game ends level
    >>> solved.utility()
    0.0

A game must be sequential, deterministic, of perfect information, for two players and zero-sum, and its returns must be -u, 0
and u for one u. A state is identified by its text and its player, because the histories of a game form a tree. If a text does
not say everything about a state, two states with the same text have different moves: `solve` expands such states again, and
refuses the game if they differ.
"""

from __future__ import annotations

import random
from array import array
from typing import Any

import pyspiel  # type: ignore[import-not-found, unused-ignore]
from open_spiel.python import policy  # type: ignore[import-not-found, import-untyped, unused-ignore]

from retrograde._errors import InputError, TooLarge
from retrograde._game import Game, explore
from retrograde._position import Position
from retrograde._retrograde import Value
from retrograde._table import KINDS, Table

# A state: its player (-1 if the game is over), and its text.
Key = tuple[int, str]

# The meetings of a known state that are all checked; of the later ones, one in SHARE is.
CHECKED, SHARE = 10_000, 100

OVER = -1


class Solved:
    """A solved game of OpenSpiel."""

    __slots__ = ("_keys", "game", "table", "unit")

    def __init__(self, game: Any, keys: Game[Key], table: Table, unit: float) -> None:
        self.game = game
        self.table = table
        self.unit = unit
        self._keys = keys

    def __len__(self) -> int:
        """The number of states."""
        return len(self._keys)

    def position(self, state: Any = None) -> Position:
        """The position of a state of OpenSpiel; without one, of the first state."""
        return self._keys.start if state is None else self._keys.position(_key(state))

    def value(self, state: Any = None) -> Value:
        """The value of a state, for its player; of a finished game, for player 0."""
        return self.table.value(self.position(state))

    def utility(self, state: Any = None) -> float:
        """The utility of player 0 with best play of both players; 0 if neither player can force an end."""
        winner = self.value(state).winner
        return 0.0 if winner is None else self.unit if winner == "player0" else -self.unit

    def utilities(self) -> dict[Key, float]:
        """The utility of every state. A state is given by its player, which is -1 in a finished game, and its text."""
        kinds = (KINDS[kind] for chunk in self.table.kinds() for kind in chunk)
        return {key: self._worth(key, kind) for key, kind in zip(self._keys.states, kinds, strict=True)}

    def _worth(self, key: Key, kind: str) -> float:
        """The utility of player 0 in a state whose value has the given class."""
        sign = {"win": 1, "loss": -1}.get(kind, 0)
        return 0.0 if sign == 0 else sign * self.unit if key[0] < 1 else -sign * self.unit

    def policy(self) -> policy.Policy:
        """A policy that wins as soon as it can, and loses as late as it can. Equally good actions are equally likely."""
        return _Best(self)

    def __repr__(self) -> str:
        return f"<Solved: {self.game}, {len(self)} states>"


class _Best(policy.Policy):  # type: ignore[misc, unused-ignore]
    """Best play, as a policy of OpenSpiel."""

    def __init__(self, solved: Solved) -> None:
        super().__init__(solved.game, [0, 1])
        self._solved = solved

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal action."""
        player = state.current_player()
        ranks = {action: self._rank(state.child(action), player) for action in state.legal_actions()}
        most = max(ranks.values())
        best = sum(rank == most for rank in ranks.values())
        return {action: 1 / best if rank == most else 0.0 for action, rank in ranks.items()}

    def _rank(self, child: Any, player: int) -> tuple[int, int]:
        """The rank of a state for a player. A quick win has the highest rank, then a tie, then a late loss."""
        value = self._solved.value(child)
        depth = value.depth or 0
        if value.winner is None:
            return (1, 0) if value.kind == "tie" else (0, 0)
        return (2, -depth) if value.winner == f"player{player}" else (-1, depth)


def solve(
    game: Any,
    *,
    most: int = 1_000_000,
    threads: int = 0,
    memory: int | str | None = None,
    language: str | None = None,
) -> Solved:
    """Solves a game of OpenSpiel, which is given by its text, such as "breakthrough(rows=4,columns=4)", or as a game.

    `most`: the most states. `memory`: the limit of the stored states and of the solve, not of Python's objects.
    """
    loaded = pyspiel.load_game(game) if isinstance(game, str) else game
    _require(loaded)
    rules = _Rules(loaded, most)
    keys = explore(rules, memory=memory, language=language)
    table = keys.start.solve(threads=threads, memory=memory)
    return Solved(loaded, keys, table, rules.unit or 1.0)


def _require(game: Any) -> None:
    """Refuses a game that lacks a property."""
    kind, enums = game.get_type(), pyspiel.GameType
    lacks = [
        (kind.dynamics != enums.Dynamics.SEQUENTIAL, "is not sequential"),
        (kind.chance_mode != enums.ChanceMode.DETERMINISTIC, "is not deterministic"),
        (kind.information != enums.Information.PERFECT_INFORMATION, "has no perfect information"),
        (game.num_players() != 2, f"is for {game.num_players()} players, not for two"),
        (kind.utility != enums.Utility.ZERO_SUM, "is not zero-sum"),
    ]
    for lacking, words in lacks:
        if lacking:
            raise _unsuitable(game, words)


def _unsuitable(game: Any, words: str) -> InputError:
    return InputError(f"the game {game} {words}", "unsuitable-game")


def _key(state: Any) -> Key:
    player = state.current_player()
    return (OVER if player < 0 else player, str(state))


class _Rules:
    """A game of OpenSpiel as rules. Explored states are dropped, so that only the states of the frontier are in memory."""

    sides = ("player0", "player1")

    def __init__(self, game: Any, most: int) -> None:
        self.game = game
        self.most = most
        self.unit: float | None = None
        self.rng = random.Random(1)
        self.meetings = 0
        first = game.new_initial_state()
        self.start = _key(first)
        self.numbers: dict[Key, int] = {self.start: 0}
        # The states that are not expanded yet, by number.
        self.waiting: dict[int, Any] = {0: first}
        # By number: the state from which it was reached first, and the action; and the hash of its moves, 0 if it is not known.
        self.parents, self.actions, self.hashes = array("q", [-1]), array("q", [-1]), array("q", [0])
        # The histories of states that were met again before they were expanded.
        self.others: dict[int, list[int]] = {}

    def turn(self, key: Key) -> int:
        return max(0, key[0])

    def ending(self, key: Key) -> int | str | None:
        if key[0] != OVER:
            return None
        number = self.numbers[key]
        state = self.waiting.pop(number)
        self._compare(number, hash(tuple(state.returns())), lambda: state.history())
        return self._result(state)

    def moves(self, key: Key) -> dict[str, Key]:
        number = self.numbers[key]
        state = self.waiting.pop(number)
        children = {action: state.child(action) for action in state.legal_actions()}
        keys = {action: _key(child) for action, child in children.items()}
        self._compare(number, hash(tuple(keys.items())), lambda: state.history())
        for action, child in children.items():
            self._meet(keys[action], child, number, action)
        return dict(zip(_texts(state, children), keys.values(), strict=True))

    def _meet(self, key: Key, state: Any, parent: int, action: int) -> None:
        number = self.numbers.setdefault(key, len(self.parents))
        if number == len(self.parents):
            if number >= self.most:
                raise TooLarge(f"the game {self.game} has more than {self.most} states", "too-large", hint="allow more by `most`")
            self.parents.append(parent)
            self.actions.append(action)
            self.hashes.append(0)
            self.waiting[number] = state
            return
        self.meetings += 1
        if self.meetings <= CHECKED or self.rng.randrange(SHARE) == 0:
            self._compare(number, _expanded(state), lambda: state.history())

    def _compare(self, number: int, moves: int, history: Any) -> None:
        """Compares the moves of a state with the moves that the same state had in another history."""
        known = self.hashes[number]
        if known == 0:
            self.hashes[number] = moves
        elif known != moves:
            one, other = self.others.get(number) or self._first(number), history()
            texts = "the text of a state does not determine its moves and its result"
            reason = f"{texts}: the histories {one} and {other} lead to the same text"
            raise _unsuitable(self.game, f"cannot be solved, because {reason}")
        if number not in self.waiting:
            self.others.pop(number, None)
        elif number not in self.others:
            self.others[number] = history()

    def _first(self, number: int) -> list[int]:
        """The history in which a state was first reached."""
        actions = []
        while number > 0:
            actions.append(self.actions[number])
            number = self.parents[number]
        return actions[::-1]

    def _result(self, state: Any) -> int | str:
        """The side that has won, or a tie."""
        gain = state.returns()[0]
        if gain == 0:
            return "tie"
        self.unit = self.unit or abs(gain)
        if abs(gain) != self.unit:
            words = f"pays {abs(gain):g} after {state.history()}, but elsewhere {self.unit:g}: not only win, loss and tie"
            raise _unsuitable(self.game, words)
        return 0 if gain > 0 else 1


def _expanded(state: Any) -> int:
    """The hash of the moves of a state; for a finished game, the hash of the returns."""
    if state.is_terminal():
        return hash(tuple(state.returns()))
    return hash(tuple((action, _key(state.child(action))) for action in state.legal_actions()))


def _texts(state: Any, actions: dict[int, Any]) -> list[str]:
    """The texts of actions. If two actions have the same text, the texts also have the numbers of the actions."""
    texts = [state.action_to_string(action).strip() or str(action) for action in actions]
    if len(set(texts)) == len(texts):
        return texts
    return [f"{text} #{action}" for text, action in zip(texts, actions, strict=True)]
