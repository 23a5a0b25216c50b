"""Games written in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from retrograde import _retrograde
from retrograde._errors import BrokenGame, InputError, TooLarge
from retrograde._position import Position, native_of
from retrograde._text import language_of, memory_of

State = TypeVar("State", bound=Hashable)

# The characters of names.
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:/_.")

# How many states are checked to find the one that stopped `explore`.
_SEARCHED = 100_000

# A side: 0 or 1, or one of the names in `sides`.
Side = int | str


class Rules(Protocol[State]):
    """The members of a game of your own: any class that has them is a game, and needs no base class.

    States are texts, numbers, tuples or other hashable objects, which never change. A state determines the side to move, so it
    contains this side if the side does not follow from the rest. A side is 0 or 1, or one of the two names in `sides`.

    A game may also have `sides` (the names of the two sides), `no_move` ("loses", "ties" or "wins": what a side gets that has
    no move and no ending), `name(state)` (the text of a state in its token) and `draw(state)` (a drawing in a few lines).
    """

    @property
    def start(self) -> State:
        """The state in which the game starts."""

    def turn(self, state: State, /) -> Side:
        """The side to move; in a finished game, the side that would move next."""

    def ending(self, state: State, /) -> Side | tuple[Side, str] | None:
        """None while the game goes on; the side that has won, or "tie"; or a pair of one of these and a word for the rule."""

    def moves(self, state: State, /) -> Mapping[str, State] | Iterable[State]:
        """The states after the moves: a dict from the texts of the moves, or a list. It is not called in a finished game."""


class Game(Generic[State]):
    """A game that `explore` returns: all states that play reaches from the start, as positions.

    `start` is the first position, `rules` the object that was explored. To write a game of your own, see `Rules`.
    """

    __slots__ = ("_numbers", "_states", "rules", "start")

    rules: Rules[State]
    start: Position
    _states: list[State]
    _numbers: dict[State, int]

    def __init__(self, rules: Rules[State], start: Position, states: list[State], numbers: dict[State, int]) -> None:
        self.rules = rules
        self.start = start
        self._states = states
        self._numbers = numbers

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            where = f"; a position has it, such as `game.start.{name}`" if hasattr(Position, name) else ""
            raise AttributeError(f"an explored game has no `{name}`{where}", name=name, obj=self)

    def __len__(self) -> int:
        """The number of states."""
        return len(self._states)

    @property
    def states(self) -> tuple[State, ...]:
        """All states, in the order in which they were found. The index of a state is its slot in a table."""
        return tuple(self._states)

    def position(self, state: State) -> Position:
        """The position of a state."""
        try:
            number = self._numbers.get(state)
        except TypeError as error:
            hint = f"a state of this game is of the type {type(self.rules.start).__name__}"
            raise InputError(f"{state!r} is not a state: {error}", "bad-position", hint=hint) from None
        if number is None:
            hint = f"the start is {self.rules.start!r}; `game.states` has all states"
            raise InputError(f"play does not reach the state {state!r} from the start", "bad-position", hint=hint)
        return self._at(number)

    def state(self, position: Position) -> State:
        """The state of a position."""
        native = native_of(position)
        number = native.number
        if number is None or native.instance != self.start._native.instance:
            raise InputError(f"the position {position} belongs to another game", "usage")
        return self._states[number]

    def _at(self, number: int) -> Position:
        return Position(self.start._native.numbered(number))

    def __repr__(self) -> str:
        return f"<Game: {type(self.rules).__name__}, {len(self)} states>"


def explore(rules: Rules[State], *, memory: int | str | None = None, language: str | None = None) -> Game[State]:
    """Finds all states that play reaches from the start of a game, breadth first.

    `rules` is an object with `start`, `turn(state)`, `ending(state)` and `moves(state)`: see `Rules`. Each method is called
    once for each state. Afterwards, a solve and all questions run without Python.

    `memory` limits the stored positions and moves (4 GiB by default), not the states of Python, which take more.
    If the number of states may be infinite, write `memory="100M"`; Ctrl-C also ends it.

    Raises `BrokenGame` if the game breaks a law that the exploration needs. An exception of the game's methods has a note with
    the state. `check_game` checks all laws.
    """
    states: list[State] = []
    draw = getattr(rules, "draw", None)

    def drawn(number: int) -> str:
        return str(draw(states[number])) if draw is not None else repr(states[number])

    try:
        native, found, numbers = _retrograde.explore(rules, memory_of(memory), drawn, language_of(language))
    except TooLarge as error:
        hint = error.hint or "if play has an end, pass more memory: `explore(game, memory=\"8G\")`"
        raise TooLarge(error.message, error.code, error.reasons, error.place, hint) from None
    except Exception as error:
        _name_state(rules, error)
        raise
    states.extend(found)
    return Game(rules, Position(native), found, numbers)


def _name_state(rules: Any, error: Exception) -> None:
    """If a game cannot be explored, raises the law that it breaks, with a state. An exception of the game's own methods gets
    a note that names the state instead."""
    try:
        check_game(rules, most=_SEARCHED)
    except BrokenGame as broken:
        if broken.law != "no-exception":
            raise broken from None
        error.add_note(broken.message)


def check_game(rules: Rules[State], *, most: int = 10_000) -> int:
    """Checks the laws of a game on the first states that play reaches, at most `most`. Returns the number of checked states.

    Raises `BrokenGame` with the first law that the game breaks, and a state that shows it.
    """
    return _Check(rules, most).run()


class _Check:
    """One check of a game."""

    def __init__(self, rules: Any, most: int) -> None:
        self.rules = rules
        self.most = most
        self.names: dict[str, Any] = {}
        self.found: list[Any] = []
        self.known: dict[Any, Any] = {}

    def run(self) -> int:
        self.members()
        self.words()
        self.meet(self.rules.start, self.rules.start)
        checked = 0
        while checked < min(self.most, len(self.found)):
            self.state(self.found[checked])
            checked += 1
        self.equality()
        return checked

    def members(self) -> None:
        """Checks that the game is an object with all members."""
        rules, methods = self.rules, ("turn", "ending", "moves")
        for member in ("start", *methods):
            if not hasattr(rules, member):
                raise BrokenGame(f"the game has no `{member}`", "methods")
        for method in methods:
            if not callable(getattr(rules, method)):
                raise BrokenGame(f"`{method}` of the game is {getattr(rules, method)!r}, not a method", "methods")
        if isinstance(rules, type) and any(isinstance(vars(kind).get("turn"), FunctionType) for kind in rules.__mro__):
            name = rules.__name__
            raise BrokenGame(f"{name} is a class, not a game; write {name}() with parentheses", "methods")
        if isinstance(rules.start, MethodType):
            raise BrokenGame("`start` is a method; make it a value or a property", "methods")

    def words(self) -> None:
        """Checks the names of the sides and the word for a side without moves."""
        sides, no_move = getattr(self.rules, "sides", None), getattr(self.rules, "no_move", None)
        pair = isinstance(sides, tuple) and len(sides) == 2 and all(isinstance(side, str) for side in sides)
        if sides is not None and not (pair and sides[0] != sides[1]):
            raise BrokenGame(f"`sides` is {sides!r}, expected two different names in a tuple", "sides")
        if no_move not in (None, "loses", "ties", "wins"):
            raise BrokenGame(f'`no_move` is {no_move!r}, expected "loses", "ties" or "wins"', "no-move-word")

    def meet(self, child: Any, parent: Any) -> None:
        """Records a state that a move of `parent` leads to."""
        try:
            hash(child)
        except TypeError as error:
            raise BrokenGame(f"the state {child!r} cannot be hashed: {error}", "hashable", parent) from None
        if child not in self.known and len(self.found) < 2 * self.most:
            self.known[child] = child
            self.found.append(child)

    def state(self, state: Any) -> None:
        """Checks the laws of one state."""
        turn, ending = self.twice("turn", state), self.twice("ending", state)
        self.side(turn, state)
        self.ending(ending, state)
        moves = self.moves(state, over=ending is not None)
        if ending is None and not moves and getattr(self.rules, "no_move", None) is None:
            raise BrokenGame(f"the state {state!r} has neither an ending nor a move", "no-move", state)
        for child in moves.values() if isinstance(moves, Mapping) else moves:
            self.meet(child, state)
        self.name(state)

    def twice(self, method: str, state: Any) -> Any:
        """Calls a method twice, and returns the result. Both results must be the same."""
        one, other = self.call(method, state), self.call(method, state)
        if one != other:
            raise BrokenGame(f"{method}({state!r}) returned first {one!r}, then {other!r}", f"same-{method}", state)
        return one

    def call(self, method: str, state: Any) -> Any:
        before = (hash(state), _content(state))
        try:
            result = getattr(self.rules, method)(state)
        except Exception as error:
            text = f"{method}({state!r}) raised {type(error).__name__}: {error}"
            raise BrokenGame(text, "no-exception", state) from error
        if (hash(state), _content(state)) != before:
            raise BrokenGame(f"{method}() changes the state {before[1]} to {_content(state)}", "constant-state", state)
        return result

    def side(self, turn: Any, state: Any) -> None:
        if not self.is_side(turn):
            text = f"turn({state!r}) returned {turn!r}, expected 0, 1 or one of {self.sides()}"
            raise BrokenGame(text, "side", state)

    def sides(self) -> tuple[str, ...]:
        return tuple(getattr(self.rules, "sides", ("first", "second")))

    def is_side(self, given: Any) -> bool:
        return not isinstance(given, bool) and given in (0, 1, *self.sides())

    def ending(self, ending: Any, state: Any) -> None:
        result = ending[0] if isinstance(ending, tuple) and len(ending) == 2 else ending
        if ending is not None and result != "tie" and not self.is_side(result):
            text = f'ending({state!r}) returned {ending!r}, expected None, a side, "tie", or a pair with a word'
            raise BrokenGame(text, "ending", state)

    def moves(self, state: Any, *, over: bool) -> Any:
        """The moves of a state, as a dict or a list; empty if the game is over."""
        if over:
            return []
        one, other = (self.listed(self.call("moves", state), state) for _ in range(2))
        if one != other:
            self.comparable(one)
            raise BrokenGame(f"moves({state!r}) returned first {one!r}, then {other!r}", "same-moves", state)
        return one

    def comparable(self, moves: Any) -> None:
        """Refuses states of a class that does not define when two states are equal."""
        for child in moves.values() if isinstance(moves, Mapping) else moves:
            if _has_no_equality(child):
                text = f"two states of the class {type(child).__name__} are never equal, because it has no `__eq__`"
                raise BrokenGame(text, "equality", child)

    def listed(self, moves: Any, state: Any) -> Any:
        if isinstance(moves, Mapping):
            texts = [str(text) for text in moves]
            if len(set(texts)) < len(texts):
                raise BrokenGame(f"two moves of {state!r} print the same", "distinct-moves", state)
            wrong = next((text for text in texts if not text or not text.isprintable()), None)
            if wrong is not None:
                raise BrokenGame(f"the text {wrong!r} of a move of {state!r} is empty or does not print", "text", state)
            return dict(moves)
        try:
            return list(moves)
        except TypeError:
            text = f"moves({state!r}) returned {moves!r}, expected a dict or a list of states"
            raise BrokenGame(text, "moves", state) from None

    def name(self, state: Any) -> None:
        if not hasattr(self.rules, "name"):
            return
        name = self.twice("name", state)
        if not isinstance(name, str) or not name or not set(name) <= _LETTERS:
            text = f"name({state!r}) returned {name!r}, expected a text of the characters A-Z a-z 0-9 : / _ ."
            raise BrokenGame(text, "name", state)
        if self.names.setdefault(name, state) != state:
            raise BrokenGame(f"the states {self.names[name]!r} and {state!r} have the name {name!r}", "one-name", state)

    def equality(self) -> None:
        """Checks that equal states have the same hash. Compares states in pairs, as long as this is quick."""
        states = self.found[: min(self.most, 300)]
        for index, state in enumerate(states):
            for other in states[:index]:
                if state == other:
                    text = f"the states {other!r} and {state!r} are equal, but have different hashes"
                    raise BrokenGame(text, "equality", state)


def _has_no_equality(state: Any) -> bool:
    """Whether a state is equal only to itself."""
    equality: object = type(state).__eq__
    return equality is object.__eq__


def _content(state: Any) -> str:
    """A text that changes with a state. The `repr` of an object without `__eq__` may show only its address."""
    if _has_no_equality(state) and hasattr(state, "__dict__"):
        return f"{type(state).__name__} with {vars(state)!r}"
    return repr(state)
