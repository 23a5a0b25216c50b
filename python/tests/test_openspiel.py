"""Games of OpenSpiel, compared with OpenSpiel's value iteration and with a slow solver."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from conftest import ROOT

import retrograde as rg

pyspiel = pytest.importorskip("pyspiel")
from retrograde.openspiel import solve  # noqa: E402

# Games of fewer than 10^4 states. The others are in `benches/openspiel.py`.
GAMES = [
    "breakthrough(columns=2,rows=5)",
    "clobber(columns=3,rows=3)",
    "connect_four(columns=4,rows=3,x_in_row=3)",
    "dots_and_boxes(num_cols=2,num_rows=1)",
    "gomoku(connect=3,size=3)",
    "havannah(board_size=2)",
    "hex(board_size=3)",
    "mnk(k=3,m=3,n=3)",
    "nim",
    "quoridor(board_size=3)",
    "tic_tac_toe",
    "y(board_size=3)",
]


@pytest.mark.parametrize("name", GAMES)
def test_all_values_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvxpy", reason="value iteration imports it")
    monkeypatch.syspath_prepend(str(ROOT / "python/benches"))
    monkeypatch.delitem(sys.modules, "openspiel", raising=False)
    import openspiel  # type: ignore[import-not-found, unused-ignore]

    row, agree = openspiel.row(name)
    assert agree, row


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("kuhn_poker", "is not deterministic"),
        ("goofspiel", "is not sequential"),
        ("chinese_checkers(players=3)", "is for 3 players"),
        ("phantom_ttt", "has no perfect information"),
        ("cliff_walking", "is for 1 players"),
        ("oh_hell", "is not"),
    ],
)
def test_other_games_are_refused_with_what_they_lack(name: str, lacks: str) -> None:
    with pytest.raises(rg.InputError, match=lacks) as refused:
        solve(name)
    assert refused.value.code == "unsuitable-game"


@pytest.mark.parametrize("name", ["go(board_size=2)", "oware(num_houses_per_player=2,num_seeds_per_house=2)"])
def test_a_text_that_hides_something_is_refused_with_both_histories(name: str) -> None:
    with pytest.raises(rg.InputError) as refused:
        solve(name)
    histories = re.findall(r"\[[\d, ]+\]", str(refused.value))
    assert len(histories) == 2
    game = pyspiel.load_game(name)
    states = []
    for history in histories:
        state = game.new_initial_state()
        for action in map(int, history[1:-1].split(",")):
            state.apply_action(action)
        states.append(state)
    one, other = states
    assert (str(one), one.current_player()) == (str(other), other.current_player())
    seen = [[(child.current_player(), str(child)) for child in map(state.child, state.legal_actions())] for state in states]
    assert seen[0] != seen[1] or one.returns() != other.returns()


def test_a_game_with_other_payments_is_refused() -> None:
    with pytest.raises(rg.InputError, match="not only win, loss and tie"):
        solve("dots_and_boxes(num_cols=3,num_rows=1,utility_margin=True)")


def test_too_many_states_are_refused() -> None:
    with pytest.raises(rg.TooLarge, match="more than 100 states"):
        solve("tic_tac_toe", most=100)


def test_the_policy_plays_best() -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score

    for name in ("clobber(columns=3,rows=2)", "nim(pile_sizes=1;2)", "breakthrough(columns=2,rows=4)"):
        solved = solve(name)
        best, uniform = solved.policy(), policy.UniformRandomPolicy(solved.game)
        root = solved.game.new_initial_state()
        for policies in ([best, best], [best, uniform], [uniform, best]):
            gain = expected_game_score.policy_value(root, policies)[0]
            if policies == [best, best]:
                assert gain == pytest.approx(solved.utility()), name
            elif policies[0] is best:
                assert gain >= solved.utility() - 1e-9, name
            else:
                assert gain <= solved.utility() + 1e-9, name
        assert isinstance(best, policy.Policy)
        assert sum(best.action_probabilities(root).values()) == pytest.approx(1)


def test_states_are_positions() -> None:
    solved = solve("tic_tac_toe")
    state: Any = solved.game.new_initial_state()
    assert str(solved.value(state)).startswith("Tie in 9 plies")
    state.apply_action(4)
    position = solved.position(state)
    assert position == solved.position().after("x(1,1)") and position.turn == "player1"
    assert solved.utilities()[1, str(state)] == 0.0
    assert solved.table.verify().ok
