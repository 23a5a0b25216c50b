"""The stub of the native module has what the module has."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from retrograde import _retrograde


def parameters(function: ast.FunctionDef) -> list[str]:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return [name for name in names if name != "self"]


def described(item: object) -> list[str] | None:
    """The parameters of a native function or method; None if it does not name them."""
    try:
        names = list(inspect.signature(item).parameters)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return [name for name in names if name != "self"]


def test_the_stub_is_that_of_the_module() -> None:
    file = Path(_retrograde.__file__).with_name("_retrograde.pyi")
    tree = ast.parse(file.read_text())
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    names = {name for name in vars(_retrograde) if not name.startswith("__")}
    assert names == {*functions, *classes, "VERSION"}
    for name, function in functions.items():
        assert parameters(function) == described(getattr(_retrograde, name)), name
    for name, stub in classes.items():
        native = getattr(_retrograde, name)
        methods = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
        fields = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
        public = {member for member in vars(native) if not member.startswith("_")}
        assert public == {*fields, *(method for method in methods if not method.startswith("_"))}, name
        for method, node in methods.items():
            if method.startswith("_") or node.decorator_list:
                continue
            known = described(getattr(native, method))
            assert known is None or parameters(node) == known, (name, method)
