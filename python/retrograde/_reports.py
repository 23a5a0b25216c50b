"""The JSON forms of reports, made of the schemas by `cargo xtask schema`. Types only."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AnsweredReport(TypedDict):
    """A move and the best reply to it."""

    depth: int | None
    """The number of plies to the end of the game after the move."""
    drop: Kind | None
    """The class that the move drops to; `null` if the move keeps the class."""
    for_mover: Kind
    """The class of the value after the move, for the side that makes the move."""
    move: str
    """The move, in the game's notation."""
    over: str | None
    """The rule that ends the game, if the move ends the game."""
    pos: str
    """The token of the position that the move leads to."""
    reply: str | None
    """The best reply; `null` if the move ends the game, or if any reply gives the same value."""
    value: Kind
    """The class of the value after the move, for the side to move in the new position."""
    waste: int | None
    """The number of plies that the move loses compared with the best move; `null` if the class drops or if depths are unknown."""
    winner: Player | None
    """The side that wins."""


class CertificateHead(TypedDict):
    """The first line of a certificate, which states what the certificate proves."""

    certificate: int
    """The version of the file format, which is raised when the meaning of a field changes."""
    depth: int | None
    """The number of plies to the end of the game."""
    exact: bool
    """Whether the certificate also proves that fewer plies are not enough. A certificate omits the proof that fewer plies are not enough if this proof would be too large."""
    game: str
    """The game's id."""
    pos: str
    """The position whose value is proved."""
    value: Kind
    """The class of the value for the side to move, one of `win`, `loss`, `tie` and `draw`."""
    winner: Player | None
    """The side that wins."""


class ClaimReport(TypedDict):
    """A claim, which is one of the lines of a certificate after the first line."""

    claim: FactReport
    """The kind of the claim."""
    move: str | None
    """The move that proves the claim; `null` if all moves are needed."""
    plies: int | None
    """The number of plies in the claim; `null` means that the claim holds for any number of plies."""
    pos: str
    """The position that the claim is about."""
    side: Player | None
    """The side that wins or does not lose."""


class DeepestReport(TypedDict):
    """A position with the greatest depth among the positions of one side to move and one class."""

    depth: int
    """The number of plies to the end of the game."""
    pos: str
    """Among the positions with this side to move, class and depth, the one with the lowest slot."""
    turn: Player
    """The side to move."""
    value: Kind
    """The class of the value, for the side to move."""


class DepthReport(TypedDict):
    """The counts at one depth."""

    depth: int
    """The number of plies to the end of the game."""
    loss: int
    """The number of losses for the side to move."""
    tie: int
    """The number of ties. In a tie the game ends without a winner."""
    win: int
    """The number of wins for the side to move."""


# Which positions a table contains.
Domain = Literal["all", "reachable"]


# The kind of a claim.
FactReport = Literal["wins", "ties", "holds", "untied"]


# The four classes of values, without depths. The word, the mark and the colour of a value depend only on its class.
Kind = Literal["loss", "draw", "tie", "win"]


class LineReport(TypedDict):
    """Best play of both sides from a position."""

    cut: bool
    """Whether the line was cut at the requested length."""
    depth: int | None
    """The number of plies to the end of the game; `null` for a draw, or if only the class is known."""
    depth_known: bool
    """Whether the depth is known; false if a shortcut gave only the class."""
    end: str | None
    """The rule that ends the game, if the last move of the line ends the game."""
    game: str
    """The game's id."""
    line: list[MoveReport]
    """The moves in order."""
    loop_from: int | None
    """The index in `line` of the first move of the loop, if the last move repeats a position."""
    over: str | None
    """The rule that ended the game, if the game is over at this position."""
    pos: str
    """The token of the position."""
    schema: int
    """The version of the JSON shapes, which is raised when the meaning of a field changes."""
    turn: Player
    """The name of the side to move."""
    unit: str
    """The unit of depths."""
    value: Kind
    """The class of the value for the side to move, one of `win`, `loss`, `tie` and `draw`."""
    winner: Player | None
    """The name of the side that wins; `null` for a tie or a draw."""


# Endless play, as a sequence of moves that ends in a loop.
LoopReport = TypedDict("LoopReport", {"from": "int", "moves": "list[str]"})


class MoveReport(TypedDict):
    """One move with its value."""

    depth: int | None
    """The number of plies to the end of the game after the move."""
    drop: Kind | None
    """The class that the move drops to; `null` if the move keeps the class."""
    for_mover: Kind
    """The class of the value after the move, for the side that makes the move."""
    move: str
    """The move, in the game's notation."""
    over: str | None
    """The rule that ends the game, if the move ends the game."""
    pos: str
    """The token of the position that the move leads to."""
    value: Kind
    """The class of the value after the move, for the side to move in the new position."""
    waste: int | None
    """The number of plies that the move loses compared with the best move; `null` if the class drops or if depths are unknown."""
    winner: Player | None
    """The side that wins."""


# A side, by its name.
Player = str


class ProbeReport(TypedDict):
    """The value of a position and of each move."""

    depth: int | None
    """The number of plies to the end of the game; `null` for a draw, or if only the class is known."""
    depth_known: bool
    """Whether the depth is known; false if a shortcut gave only the class."""
    game: str
    """The game's id."""
    line: NotRequired[list[str] | None]
    """Best play of both sides, up to the requested length."""
    moves: list[MoveReport] | None
    """Every legal move, best first; equally good moves are sorted by their text. The field is `null` if only the value of the position is known."""
    over: str | None
    """The rule that ended the game, if the game is over at this position."""
    pos: str
    """The token of the position."""
    schema: int
    """The version of the JSON shapes, which is raised when the meaning of a field changes."""
    table: str | None
    """The name of the table that contains the value; `null` if a shortcut gave the value."""
    turn: Player
    """The name of the side to move."""
    unit: str
    """The unit of depths."""
    value: Kind
    """The class of the value for the side to move, one of `win`, `loss`, `tie` and `draw`."""
    winner: Player | None
    """The name of the side that wins; `null` for a tie or a draw."""


class StatsReport(TypedDict):
    """The counts of a whole table."""

    by_depth: list[DepthReport]
    """The counts by depth, from 0 plies on."""
    deepest: list[DeepestReport]
    """For each side and class, the position with the greatest depth."""
    domain: Domain
    """Which positions the table contains. The table contains `all` positions of the instance (board), or those `reachable` from the position that was asked about."""
    game: str
    """The game's id."""
    positions: int
    """The number of positions. On large boards, positions that share a slot count as one."""
    schema: int
    """The version of the JSON shapes, which is raised when the meaning of a field changes."""
    slots: int
    """The number of slots, holes included."""
    table: str
    """The name of the table."""
    tiers: NotRequired[list[TierReport]]
    """The counts of each tier that contains positions (in chess, of each set of men); absent if fewer than two tiers contain positions."""
    turns: list[TurnReport]
    """The counts by side to move, in the order of the game's sides. The list is empty if positions that share a slot count as one."""


class TierReport(TypedDict):
    """The counts of one tier."""

    positions: int
    """The number of positions in the tier."""
    tier: str
    """The name of the tier; in chess its men, such as `KkR`."""
    turns: list[TurnReport]
    """The counts by side to move, in the order of the game's sides."""


class TurnReport(TypedDict):
    """The counts of the positions with one side to move."""

    draw: int
    """The number of draws: games that never end."""
    loss: int
    """The number of losses for the side to move."""
    tie: int
    """The number of ties. In a tie the game ends without a winner."""
    turn: Player
    """The side to move."""
    win: int
    """The number of wins for the side to move."""


class VerifyReport(TypedDict):
    """The result of a verification."""

    game: str
    """The game's id."""
    moves: int | None
    """The number of moves made for the check; `null` if a value is wrong."""
    ok: bool
    """Whether every value is correct."""
    positions: int | None
    """The number of checked positions; `null` if a value is wrong."""
    schema: int
    """The version of the JSON shapes, which is raised when the meaning of a field changes."""
    table: str
    """The name of the table."""
    violation: ViolationReport | None
    """The wrong value with the lowest slot; `null` if every value is correct."""


class ViolationReport(TypedDict):
    """A wrong value in a table."""

    expected: str
    """The value that the rules require."""
    found: str
    """The value that the table contains."""
    law: str
    """The broken law, which is a condition that a correct table satisfies."""
    pos: str | None
    """The position of the slot; `null` if the slot should be a hole."""
    slot: int
    """The slot of the wrong value."""


class WhyReport(TypedDict):
    """The reason for the value of a position, that is, the moves that prove the value."""

    depth: int | None
    """The number of plies to the end of the game; `null` for a draw, or if only the class is known."""
    depth_known: bool
    """Whether the depth is known; false if a shortcut gave only the class."""
    game: str
    """The game's id."""
    loop: LoopReport | None
    """For a draw, endless play, and the index where its loop begins."""
    moves: list[AnsweredReport]
    """The moves that prove the value, best first. For a win the list has the winning moves, for a loss all moves, for a tie the tying moves, for a draw the moves that keep the draw."""
    others: list[MoveReport]
    """The moves that lead to a worse value, best first."""
    over: str | None
    """The rule that ended the game, if the game is over at this position."""
    pos: str
    """The token of the position."""
    schema: int
    """The version of the JSON shapes, which is raised when the meaning of a field changes."""
    turn: Player
    """The name of the side to move."""
    unit: str
    """The unit of depths."""
    value: Kind
    """The class of the value for the side to move, one of `win`, `loss`, `tie` and `draw`."""
    winner: Player | None
    """The name of the side that wins; `null` for a tie or a draw."""
