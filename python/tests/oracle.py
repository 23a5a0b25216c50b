"""A slow, simple solver, straight from the definition of a value. It shares only the rules with the package."""

from __future__ import annotations

from typing import Any

Value = tuple[str, int | None]


def solve(game: Any) -> dict[Any, Value]:
    """The class and depth of every state that play reaches from the start."""
    children: dict[Any, list[Any]] = {}
    waiting = [game.start]
    while waiting:
        state = waiting.pop()
        if state not in children:
            over = game.ending(state) is not None
            moves = [] if over else game.moves(state)
            children[state] = list(moves.values() if isinstance(moves, dict) else moves)
            waiting += children[state]
    sides = getattr(game, "sides", ("first", "second"))
    turns = {state: side(game.turn(state), sides) for state in children}
    values: dict[Any, Value] = {}
    for state in children:
        ending = game.ending(state)
        result = ending[0] if isinstance(ending, tuple) else ending
        if ending is not None:
            kind = "tie" if result == "tie" else "win" if side(result, sides) == turns[state] else "loss"
            values[state] = kind, 0
    for law in (win_or_loss, tie):
        depth = 0
        while True:
            found = {}
            for state, there in children.items():
                if state not in values:
                    seen = [for_mover(values.get(child), turns[child] == turns[state]) for child in there]
                    value = law(seen, depth)
                    if value is not None:
                        found[state] = value
            if not found:
                break
            values |= found
            depth += 1
    return {state: values.get(state, ("draw", None)) for state in children}


def side(given: Any, sides: tuple[str, str]) -> int:
    return sides.index(given) if isinstance(given, str) else given


def for_mover(value: Value | None, same: bool) -> Value | None:
    """A child's value as the side that moves to it sees it."""
    if value is None or same:
        return value
    return {"win": "loss", "loss": "win"}.get(value[0], value[0]), value[1]


def win_or_loss(seen: list[Value | None], depth: int) -> Value | None:
    if ("win", depth) in seen:
        return "win", depth + 1
    return ("loss", depth + 1) if all(value is not None and value[0] == "loss" for value in seen) else None


def tie(seen: list[Value | None], depth: int) -> Value | None:
    return ("tie", depth + 1) if ("tie", depth) in seen else None
