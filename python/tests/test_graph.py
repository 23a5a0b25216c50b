"""Games given as arrays."""

from __future__ import annotations

from array import array

import pytest
from games import Random
from oracle import solve

import retrograde as rg


def arrays(game: Random, code: str) -> tuple[array[int], array[int], array[int], array[int]]:
    indptr, indices = array(code, [0]), array(code)
    for _, ending, children in game.of:
        indices.extend(() if ending is not None else children)
        indptr.append(len(indices))
    turn = array("b", [turn for turn, _, _ in game.of])
    outcome = array("b", [-1 if ending is None else 2 if ending == "tie" else ending for _, ending, _ in game.of])
    return indptr, indices, turn, outcome


@pytest.mark.parametrize("seed", range(100))
def test_arrays_agree_with_the_oracle(seed: int) -> None:
    game = Random(seed, 1 + seed % 40)
    graph = rg.from_csr(*arrays(game, "iqIQ"[seed % 4]), sides=("ann", "bob"))
    assert len(graph) == len(game.of)
    table = graph.start.solve()
    for node, value in solve(game).items():
        found = table.value(graph.position(node))
        assert (found.kind, found.depth) == value, (seed, node)
        assert graph.node(graph.position(node)) == node


def test_wrong_arrays_are_named() -> None:
    good = [array("i", [0, 1, 1]), array("i", [1]), array("b", [0, 1]), array("b", [-1, 0])]
    assert str(rg.from_csr(*good).start.value) == "First wins in 1 ply"
    wrong = {
        "indptr": (0, array("i", [0, 1])),
        "indices": (1, array("i", [-1])),
        "turn": (2, array("b", [0, 2])),
        "outcome": (3, array("b", [-1, 3])),
    }
    for name, (index, other) in wrong.items():
        with pytest.raises(rg.InputError, match=name):
            rg.from_csr(*[other if at == index else item for at, item in enumerate(good)])
    with pytest.raises(rg.InputError, match="position 7"):
        rg.from_csr(good[0], array("i", [7]), good[2], good[3])
    with pytest.raises(TypeError):
        rg.from_csr([0, 1, 1], *good[1:])
    with pytest.raises(rg.InputError):
        rg.from_csr(*good).position(2)


def test_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b"), ("a", "c"), ("b", "a"), ("b", "c")])
    turns = {"a": 0, "b": 1, "c": 0}
    game = rg.from_networkx(graph, turn=turns.__getitem__, ending=lambda node: 0 if node == "c" else None)
    assert str(game.position("a").value) == "First wins in 1 ply"
    assert game.node(game.position("a").moves()[0].pos) == "c"
    networkx.set_node_attributes(graph, turns, "turn")
    networkx.set_node_attributes(graph, {"c": "tie"}, "ending")
    assert rg.from_networkx(graph).position("b").value.kind == "tie"
    with pytest.raises(rg.InputError):
        game.position("z")


def test_values_are_attributes_of_nodes() -> None:
    networkx = pytest.importorskip("networkx")
    for seed in range(30):
        random = Random(seed, 2 + seed % 20)
        graph = networkx.DiGraph()
        for node, (turn, ending, children) in enumerate(random.of):
            graph.add_node(str(node), turn=turn, ending=ending)
            graph.add_edges_from((str(node), str(child)) for child in children if ending is None)
        game = rg.from_networkx(graph)
        table = game.start.solve()
        networkx.set_node_attributes(graph, game.attributes(table))
        for node, (kind, depth) in solve(random).items():
            attributes = dict(graph.nodes[str(node)])
            assert (attributes["kind"], attributes.get("depth")) == (kind, depth), (seed, node)
        assert game.attributes() == game.attributes(table)
    other = rg.from_networkx(networkx.DiGraph([(0, 1)]), turn=lambda node: 0, ending=lambda node: node or None)
    with pytest.raises(rg.InputError):
        other.attributes(table)


def test_arrays_have_attributes_by_number() -> None:
    graph = rg.from_csr(array("i", [0, 1, 1]), array("i", [1]), array("b", [0, 1]), array("b", [-1, 0]))
    assert graph.attributes() == {0: {"kind": "win", "depth": 1}, 1: {"kind": "loss", "depth": 0}}


def test_equal_hashes_and_wrong_children_of_nodes() -> None:
    networkx = pytest.importorskip("networkx")

    class Same:
        """Nodes that all have the same hash."""

        def __init__(self, name: str) -> None:
            self.name = name

        def __hash__(self) -> int:
            return 7

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Same) and self.name == other.name

    for seed in range(20):
        random = Random(seed, 2 + seed % 10)
        graph = networkx.DiGraph()
        for node, (turn, ending, children) in enumerate(random.of):
            graph.add_node(Same(str(node)), turn=turn, ending=ending)
            graph.add_edges_from((Same(str(node)), Same(str(child))) for child in children if ending is None)
        game = rg.from_networkx(graph)
        for node, (kind, depth) in solve(random).items():
            value = game.position(Same(str(node))).value
            assert (value.kind, value.depth) == (kind, depth), (seed, node)


def test_networkx_nodes_that_are_not_their_numbers() -> None:
    networkx = pytest.importorskip("networkx")
    for nodes in ([0, 1, 2], [2, 0, 1], ["0", "1", "2"], [0.0, 1.0, 2.0], [False, True, 2]):
        graph = networkx.DiGraph()
        graph.add_nodes_from(nodes)
        graph.add_edges_from([(nodes[0], nodes[1]), (nodes[1], nodes[2]), (nodes[1], nodes[0])])
        # An equal node is the same node.
        graph.add_edge(nodes[0], 1.0 if 1 in nodes else nodes[1])
        last = nodes[-1]
        game = rg.from_networkx(graph, turn=lambda node: 0, ending=lambda node, last=last: 0 if node == last else None)
        depths = [game.position(node).value.depth for node in nodes]
        assert depths == ([1, 1, 0] if nodes == [2, 0, 1] else [2, 1, 0]), nodes
