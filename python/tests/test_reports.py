"""The JSON forms of reports have the types that type checkers see."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import retrograde as rg
from retrograde import _reports
from retrograde._objects import PlanReport

TOKENS = [
    "pawn:O2O/4/2H1/3X_r",
    "tictactoe:3/3/3_x",
    "tictactoe:XO1/1X1/2O_x",
    "quixo:2/2_x",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
]


def misfit(value: Any, of: Any) -> str | None:
    """The first part of a value that does not have its type."""
    if is_typeddict(of):
        hints = get_type_hints(of, vars(_reports), include_extras=True)
        required = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
        if not isinstance(value, dict) or not required <= set(value) <= set(hints):
            return f"the fields of {value!r:.200} are not those of {of.__name__}"
        return first((value[name], hints[name]) for name in value)
    origin, parts = get_origin(of), get_args(of)
    if origin is NotRequired:
        return misfit(value, parts[0])
    if origin in (Union, UnionType):
        return None if any(misfit(value, part) is None for part in parts) else f"{value!r:.200} is not a {of}"
    if origin is Literal:
        return None if value in parts else f"{value!r} is not one of {parts}"
    if origin is list:
        return first((item, parts[0]) for item in value) if isinstance(value, list) else f"{value!r:.200} is not a list"
    if of is float:
        of = (int, float)
    return None if of is Any or isinstance(value, NoneType if of is None else of) else f"{value!r:.200} is not a {of}"


def first(pairs: Any) -> str | None:
    return next(filter(None, (misfit(value, of) for value, of in pairs)), None)


@pytest.mark.parametrize("token", TOKENS)
def test_reports_have_their_types(token: str) -> None:
    position = rg.open(token)
    head, *claims = position.certificate()
    reports = [
        (position.probe().json, _reports.ProbeReport),
        (position.probe(5).json, _reports.ProbeReport),
        (position.line().json, _reports.LineReport),
        (position.why().json, _reports.WhyReport),
        (position.stats().json, _reports.StatsReport),
        (position.verify().json, _reports.VerifyReport),
        (position.plan().json, PlanReport),
        (head, _reports.CertificateHead),
        *((claim, _reports.ClaimReport) for claim in claims),
        *((move.json, _reports.MoveReport) for move in position.moves()),
    ]
    assert first(reports) is None


def test_counts_print_as_a_table() -> None:
    first, second, *_, last = str(rg.open("race:A3/1H2/4/3B_a").stats()).splitlines()
    assert first.split() == ["depth", "win", "loss", "tie"]
    assert (second.split(), last.split()) == (["0", "28", "28", "0"], ["12", "0", "1", "0"])
    circle = rg.open("graph:1.a.o.2/2.b.o.1_1").stats()
    assert str(circle).splitlines()[-1] == "never ends: 2"


def test_other_values_do_not_have_the_types() -> None:
    line = rg.open("tictactoe:3/3/3_x").line().json
    assert misfit({**line, "cut": None}, _reports.LineReport)
    assert misfit({**line, "value": "won"}, _reports.LineReport)
    assert misfit({**line, "line": [{}]}, _reports.LineReport)
    assert misfit({name: value for name, value in line.items() if name != "pos"}, _reports.LineReport)
