"""Boards as SVG, with the pictures and colours of the page. The look of a position comes from the solver's service."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from retrograde import _retrograde
from retrograde._art import art
from retrograde._pixels import Pixels
from retrograde._text import escaped

# A square is 15 pixels and a grid line; a picture has 13 pixels.
TILE, SIDE = 16, 13
# The room for the names of columns and rows.
MARGIN = 9
# The most squares that are drawn, and the most nodes of a graph.
SQUARES, NODES = 1024, 40
# The squares in a line of a row.
LINE = 20
# The width of an image in CSS pixels, if the board is large enough.
WIDTH = 480
NAMES, SHADE, WHITE = "#74818d", "#8795a1", "#ffffff"
# The widths of the rows of a round hole.
ROUND = (5, 9, 11, 13, 13, 15, 15, 15, 15, 15, 13, 13, 11, 9, 5)


def _colour(name: str) -> str:
    """Returns the colour of a name in the palette. Returns other colours unchanged."""
    return str(art()["palette"].get(name, name))


def board_svg(native: _retrograde.Position, title: str) -> str | None:
    """The board of a position as SVG; None if the game has no pictures, or the board is too large."""
    text = native.look()
    if text is None:
        return None
    look, kit, sides = json.loads(text)
    shape = look["shape"]
    if shape["kind"] == "graph":
        return _graph(look, sides, title) if len(shape["nodes"]) <= NODES else None
    board = _Board(look, kit, sides)
    return board.svg(title) if board.squares <= SQUARES else None


def _framed(width: float, height: float, scale: float, title: str, content: str) -> str:
    size = f'width="{width * scale:.0f}" height="{height * scale:.0f}" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" shape-rendering="crispEdges">'
        f"<title>{escaped(title)}</title>{content}</svg>"
    )


class _Board:
    """One board of squares."""

    def __init__(self, look: Any, kit: Any, sides: list[str]) -> None:
        shape = look["shape"]
        self.look, self.kit, self.sides = look, kit, sides
        self.is_row, self.is_chessboard = shape["kind"] == "row", shape["kind"] == "chessboard"
        self.squares: int = shape["length"] if self.is_row else shape["rows"] * shape["columns"]
        lines = max(1, -(-self.squares // LINE))
        self.rows: int = lines if self.is_row else shape["rows"]
        self.columns: int = -(-self.squares // lines) if self.is_row else shape["columns"]
        self.terrain = self._terrain()
        self.goals = {square for goal in look["goals"] for square in goal["squares"]}
        self.texts: list[str] = []

    def svg(self, title: str) -> str:
        # The names of a row's squares stand in lines of their own.
        width = MARGIN + self.columns * TILE + 1
        height = MARGIN + self.rows * TILE * (2 if self.is_row else 1) + 1
        pixels = Pixels(width, height)
        for index in range(self.squares):
            self._ground(pixels, index)
        self._names(pixels)
        self._pieces(pixels)
        scale = max(1, min(3, WIDTH // width))
        return _framed(width, height, scale, title, pixels.paths() + "".join(self.texts))

    def _terrain(self) -> list[str]:
        """The ground of each square."""
        kinds = {kind["letter"]: kind["id"] for kind in self.kit["terrain"]}
        usual = self.kit["terrain"][0]["id"] if self.kit["terrain"] else "floor"
        found: list[str] = []
        for part in re.findall(r"\d+|[^\d/]", self.look["ground"] or ""):
            found += [usual] * int(part) if part.isdigit() else [kinds.get(part, usual)]
        return found + [usual] * (self.squares - len(found))

    def _corner(self, index: int) -> tuple[int, int]:
        row, column = divmod(index, self.columns)
        line = 2 * row + 1 if self.is_row else row
        return MARGIN + column * TILE, MARGIN + line * TILE

    def _name(self, index: int) -> str:
        if self.is_row:
            return str(index + 1)
        row, column = divmod(index, self.columns)
        return _letters(column) + str(self.rows - row if self.is_chessboard else row + 1)

    def _names(self, pixels: Pixels) -> None:
        """Writes the letters of columns and the numbers of rows; in a row, a number above each square."""
        font = art()["font"]

        def write(text: str, middle: int, top: int) -> None:
            pixels.write(round(middle - (4 * len(text) - 1) / 2), top, text, font, NAMES)

        if self.is_row:
            for index in range(self.squares):
                left, top = self._corner(index)
                write(self._name(index), left + 8, top - 7)
            return
        for column in range(self.columns):
            write(re.sub(r"\d", "", self._name(column)), self._corner(column)[0] + 8, 2)
        for row in range(self.rows):
            write(re.sub(r"\D", "", self._name(row * self.columns)), 4, self._corner(row * self.columns)[1] + 5)

    def _ground(self, pixels: Pixels, index: int) -> None:
        left, top = self._corner(index)
        ground = self.terrain[index]
        row, column = divmod(index, self.columns)
        dark = self.is_chessboard and (row + column + self.rows) % 2 == 1
        floor = _colour("shade" if dark else "floor")
        if ground in _GROUNDS:
            _GROUNDS[ground](pixels, left, top, index, floor)
            return
        pixels.fill(left, top, TILE + 1, TILE + 1, _colour("line"))
        pixels.fill(left + 1, top + 1, TILE - 1, TILE - 1, floor)
        if self._name(index) in self.goals:
            edge = top + TILE - 2 if index < self.columns else top + 1
            for dot in range(1, TILE, 4):
                pixels.fill(left + dot, edge, 2, 2, _colour("line"))

    def _pieces(self, pixels: Pixels) -> None:
        kinds = {kind["id"]: kind for kind in self.kit["pieces"]}
        squares = {self._name(index): index for index in range(self.squares)}
        standing: dict[int, list[Any]] = {}
        for stone in self.look["pieces"]:
            index, kind = squares.get(stone["square"]), kinds.get(stone["piece"])
            if index is not None and kind is not None:
                standing.setdefault(index, []).append(kind)
        for index, there in standing.items():
            left, top = self._corner(index)
            for kind in there:
                if kind["layer"] == "ground":
                    self._piece(pixels, left + 2, top + 2, kind, SIDE)
            upright = [kind for kind in there if kind["layer"] != "ground"]
            for place, kind in enumerate(upright):
                if len(upright) == 1:
                    self._piece(pixels, left + 2, top + 2, kind, SIDE)
                else:
                    # Pieces that share a square are smaller, one behind the other.
                    self._piece(pixels, left + 1 + 5 * place, top + 1 + 4 * place, kind, 10)

    def _piece(self, pixels: Pixels, left: int, top: int, kind: Any, size: int) -> None:
        paints = self._paints(kind)
        rows = _picture(kind, paints, self._side(kind))
        if rows is not None:
            places = [(2 * at + 1) * SIDE // (2 * size) for at in range(size)]
            small = ["".join(rows[y][x] for x in places) for y in places]
            pixels.sprite(left, top, small, {letter: _colour(name) for letter, name in art()["letters"].items()})
            return
        self._letter(pixels, left, top, kind, paints, size)

    def _letter(self, pixels: Pixels, left: int, top: int, kind: Any, paints: Any, size: int) -> None:
        """Draws a piece without a picture, as its letter on the colour of its side."""
        letter, small, font = kind["letter"], kind["letter"].lower(), art()["font"]
        square, ink = _colour(paints["square"]), _colour(paints["ink"])
        if kind["side"] is None and letter != letter.upper():
            square, ink = ink, square
        pixels.fill(left, top, size, size, square)
        pixels.rim(left, top, size, _colour(paints["rim"]))
        if small in font and size == SIDE:
            for row, digits in enumerate(font[small]):
                for bit in range(3):
                    if int(digits) & (4 >> bit):
                        pixels.fill(left + 3 + 2 * bit, top + 2 + 2 * row, 2, 2, ink)
            return
        middle, base = left + size / 2, top + size - 3
        style = f'text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="{size - 3}" fill="{ink}"'
        self.texts.append(f'<text x="{middle}" y="{base}" {style}>{escaped(letter)}</text>')

    def _side(self, kind: Any) -> int | None:
        """The index of the side that owns a kind of pieces."""
        return self.sides.index(kind["side"]) if kind["side"] in self.sides else None

    def _paints(self, kind: Any) -> Any:
        side = self._side(kind)
        return art()["paints"]["neutral" if side is None else self.kit["colours"][side]]


def _letters(column: int) -> str:
    """The letters of a column: a to z, aa, ab …"""
    return (_letters(column // 26 - 1) if column >= 26 else "") + chr(97 + column % 26)


def _picture(kind: Any, paints: Any, side: int | None) -> list[str] | None:
    """The picture of a role, from the side's own pictures or in the side's colours; None if there is none."""
    sprites = art()["sprites"]
    own = sprites.get(f"{kind['role']} {-1 if side is None else side}") or sprites.get(f"{kind['role']} {kind['letter']}")
    rows: list[str] | None = sprites.get(kind["role"])
    if own or not rows or not paints["letters"]:
        return own or rows
    drawn = next((art()["paints"][colour]["letters"] for colour in ("red", "black") if _has(rows, colour)), "")
    return [row.translate(str.maketrans(drawn, paints["letters"])) if drawn else row for row in rows]


def _has(rows: list[str], colour: str) -> bool:
    return art()["paints"][colour]["letters"][0] in "".join(rows)


def _wall(pixels: Pixels, left: int, top: int, index: int, floor: str) -> None:
    """Draws bricks. The rows of bricks are shifted from square to square."""
    pixels.fill(left, top, TILE + 1, TILE + 1, _colour("mortar"))
    for course in range(4):
        shift = -4 if (course + index) % 2 else 0
        for brick in range(3):
            begin, end = max(1, shift + 8 * brick + 1), min(TILE, shift + 8 * brick + 8)
            pixels.fill(left + begin, top + 4 * course + 1, end - begin, 3, _colour("wall"))
            pixels.fill(left + begin, top + 4 * course + 1, end - begin, 1, _colour("brick" if course else "ledge"))


def _cube(pixels: Pixels, left: int, top: int, index: int, floor: str) -> None:
    """A cube seen from above."""
    for inset, size, colour in ((0, TILE + 1, _colour("mortar")), (1, TILE - 1, SHADE), (1, TILE - 2, WHITE), (2, TILE - 3, floor)):
        pixels.fill(left + inset, top + inset, size, size, colour)


def _hole(pixels: Pixels, left: int, top: int, index: int, floor: str) -> None:
    """A board with a round hole."""
    pixels.fill(left, top, TILE + 1, TILE + 1, _colour("brick"))
    for row, width in enumerate(ROUND):
        pixels.fill(left + (TILE + 1 - width) // 2, top + 1 + row, width, 1, floor)


_GROUNDS = {"wall": _wall, "cube": _cube, "hole": _hole}


def _graph(look: Any, sides: list[str], title: str) -> str:
    """The nodes of a graph on a circle, with arrows. The edge of a node has the colour of the side that moves there."""
    nodes, edges = look["shape"]["nodes"], look["shape"]["edges"]
    radius = max(40.0, len(nodes) * 9.0)
    middle = radius + 24

    def spot(index: int, far: float = radius) -> tuple[float, float]:
        angle = 2 * math.pi * index / len(nodes) - math.pi / 2
        return round(middle + far * math.cos(angle), 1), round(middle + far * math.sin(angle), 1)

    here = {stone["square"] for stone in look["pieces"]}
    known = {(start, end) for start, end in edges}
    content = "".join(_arrow(spot(a), spot(b), (b, a) in known) for a, b in edges if a != b)
    for index, node in enumerate(nodes):
        (x, y), (name_x, name_y) = spot(index), spot(index, radius + 15)
        edge = _colour(("red", "dark")[sides.index(node["turn"])])
        fill = _colour("yellow") if node["name"] in here else _colour("floor")
        content += f'<rect x="{x - 6}" y="{y - 6}" width="12" height="12" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
        if node["ending"] is not None:
            content += f'<circle cx="{x}" cy="{y}" r="2.5" fill="{_colour("ink")}"/>'
        style = f'text-anchor="middle" font-family="sans-serif" font-size="9" fill="{NAMES}"'
        content += f'<text x="{name_x}" y="{name_y + 3}" {style}>{escaped(node["name"])}</text>'
    return _framed(2 * middle, 2 * middle, min(2.0, WIDTH / (2 * middle)), title, content)


def _arrow(start: tuple[float, float], end: tuple[float, float], is_back: bool) -> str:
    """An arrow between two nodes. Two opposite arrows between the same nodes are drawn side by side."""
    far = math.hypot(end[0] - start[0], end[1] - start[1]) or 1
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    aside = 3 if is_back else 0

    def at(node: tuple[float, float], along: float, across: float) -> str:
        return f"{node[0] + ux * along - uy * across:.1f} {node[1] + uy * along + ux * across:.1f}"

    tip = at(end, -10, aside)
    lines = f"M{at(start, 10, aside)}L{tip}M{at(end, -15, aside + 3)}L{tip}L{at(end, -15, aside - 3)}"
    return f'<path d="{lines}" fill="none" stroke="{NAMES}" shape-rendering="auto"/>'
