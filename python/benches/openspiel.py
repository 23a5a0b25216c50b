"""Solves the games of OpenSpiel, and compares the values with those of OpenSpiel's value iteration and of a slow solver.

    python benches/openspiel.py [--large] [GAME ...]

Without a game, it compares the small games; `--large` compares larger ones, of up to 10^6 states, which takes hours. It prints the rows of the table in `docs/openspiel.md`. Exit code 1: a value differs. Value iteration needs the package `cvxpy`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from typing import Any

import pyspiel
from open_spiel.python.algorithms import get_all_states, value_iteration

from retrograde.openspiel import Solved, solve

# Games with parameters that are small enough.
SMALL = {
    "breakthrough": ["breakthrough(columns=2,rows=5)", "breakthrough(columns=3,rows=4)"],
    "checkers": ["checkers(columns=2,rows=8)"],
    "chinese_checkers": ["chinese_checkers(max_moves=2)"],
    "clobber": ["clobber(columns=3,rows=3)", "clobber(columns=4,rows=3)"],
    "connect_four": ["connect_four(columns=4,rows=3,x_in_row=3)"],
    "dots_and_boxes": ["dots_and_boxes(num_cols=2,num_rows=1)", "dots_and_boxes"],
    "go": ["go(board_size=2,max_game_length=4)"],
    "gomoku": ["gomoku(connect=3,size=3)"],
    "havannah": ["havannah(board_size=2)"],
    "hex": ["hex(board_size=3)"],
    "lines_of_action": ["lines_of_action(max_game_length=2)"],
    "mnk": ["mnk(k=3,m=3,n=3)"],
    "nim": ["nim", "nim(is_misere=False)"],
    "quoridor": ["quoridor(board_size=3)"],
    "tic_tac_toe": ["tic_tac_toe"],
    "y": ["y(board_size=3)"],
}

# Larger games, up to 10^6 states.
LARGE = [
    "y(board_size=4)",
    "connect_four(columns=4,rows=4,x_in_row=4)",
    "hex(num_cols=4,num_rows=3)",
    "mnk(k=3,m=4,n=3)",
    "nim(pile_sizes=4;5;6;7)",
    "clobber(columns=4,rows=4)",
    "breakthrough(columns=4,rows=4)",
]


def depths(game: Any) -> dict[tuple[int, str], tuple[int, int | None]]:
    """For each state, given by its player and text: the sign of player 0's utility, and the plies to the end. Shares no code."""
    start = game.new_initial_state()
    key = lambda state: (max(-1, state.current_player()), str(state))  # noqa: E731
    children: dict[Any, list[Any]] = {}
    parents: dict[Any, list[Any]] = {key(start): []}
    found: dict[Any, tuple[int, int | None]] = {}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        here = key(state)
        if here in children:
            continue
        there = [state.child(action) for action in state.legal_actions()]
        children[here] = [key(child) for child in there]
        for child in there:
            parents.setdefault(key(child), []).append(here)
        if state.is_terminal():
            found[here] = (state.returns()[0] > 0) - (state.returns()[0] < 0), 0
        waiting.extend(there)
    # Wins and losses first, then ties; each in the order of depth.
    for signs in ((1, -1), (0,)):
        queue = deque(state for state, (sign, _) in found.items() if sign in signs)
        while queue:
            child = queue.popleft()
            sign, depth = found[child]
            for state in parents[child]:
                mover = 1 if state[0] == 0 else -1
                seen = [found.get(other, (None, 0))[0] for other in children[state]]
                if state not in found and (sign in (mover, 0) or all(other == -mover for other in seen)):
                    found[state] = sign, (depth or 0) + 1
                    queue.append(state)
    return {state: found.get(state, (0, None)) for state in children}


def has_cycle(game: Any) -> bool:
    """Whether play can come back to a state, named by its player and text."""
    path: dict[Any, Any] = {}
    done: set[Any] = set()
    first = game.new_initial_state()
    stack = [first]
    while stack:
        state = stack[-1]
        here = named(state)
        if here in done:
            stack.pop()
            continue
        rest = path.setdefault(here, [state.child(action) for action in state.legal_actions()])
        if not rest:
            done.add(here)
            del path[here]
            stack.pop()
            continue
        child = rest.pop()
        if named(child) in path:
            return True
        stack.append(child)
    return False


def differs(solved: Solved, iterated: dict[str, float], slow: dict[tuple[int, str], tuple[int, int | None]]) -> str | None:
    """The first state with a value that is not the others'."""
    utilities = solved.utilities()
    if set(utilities) != set(slow):
        return f"{len(utilities)} states, not {len(slow)}"
    plies = (int(depth) for chunk in solved.table.depths() for depth in chunk)
    for (state, utility), depth in zip(utilities.items(), plies, strict=True):
        if iterated[f"{state[0]} {state[1]}"] != utility:
            return f"{state}: {utility}, but not by value iteration"
        sign, plies_of = slow[state]
        if sign * solved.unit != utility or (-1 if plies_of is None else plies_of) != depth:
            return f"{state}: {utility} in {depth}, but by the slow solver {sign * solved.unit} in {plies_of}"
    return None


class Breadth:
    """In the place of OpenSpiel's module `get_all_states`: reaches each state by a shortest history, and not depth first."""

    @staticmethod
    def get_all_states(game: Any, *_: Any, to_string: Any, **__: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        waiting = deque([game.new_initial_state()])
        while waiting:
            state = waiting.popleft()
            if to_string(state) not in found:
                found[to_string(state)] = state
                waiting.extend(map(state.child, state.legal_actions()))
        return found


def iterate(game: Any, key: Any, states: Any) -> dict[str, float]:
    """The values by OpenSpiel's value iteration, for each text that `key` makes of a state of `states`."""
    # The function names states by `str`; another function in its module has the same name.
    value_iteration.str, value_iteration.get_all_states = key, states
    return value_iteration.value_iteration(game, -1, 0.01, cyclic_game=True)


def named(state: Any) -> str:
    """The player and the text of a state."""
    return f"{max(-1, state.current_player())} {state}"


def row(name: str) -> tuple[str, bool]:
    """The row of a game, and whether all values agree.

    Times are of the processor. That of value iteration is that of OpenSpiel's own function. Its states are named by their texts alone, and it reaches them
    depth first; where the player, or the length of the history, is not in the text, the compared values are those of the same
    iteration over states with their player, by shortest histories.
    """
    game = pyspiel.load_game(name)
    began = time.process_time()
    solved = solve(game)
    ours = time.process_time() - began
    began = time.process_time()
    plain = iterate(game, str, get_all_states)
    theirs = time.process_time() - began
    iterated = iterate(game, named, Breadth)
    wrong = differs(solved, iterated, depths(game))
    merged = sum(plain.get(name.partition(" ")[2]) != value for name, value in iterated.items())
    right = "all agree" if not merged else f"all agree, if a state has a player and a shortest history; else {merged} differ"
    loops = "yes" if has_cycle(game) else "no"
    cells = [f"`{name}`", f"{len(solved):,}", str(solved.value()), loops, f"{ours:.2f}", f"{theirs:.2f}", wrong or right]
    return f"| {' | '.join(cells)} |", wrong is None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", action="store_true")
    parser.add_argument("game", nargs="*")
    given = parser.parse_args()
    usual = LARGE if given.large else [game for games in SMALL.values() for game in games]
    agree = True
    for name in given.game or usual:
        text, is_right = row(name)
        print(text, flush=True)
        agree &= is_right
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
