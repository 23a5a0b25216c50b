"""A picture of pixels, written as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# A rectangle of one row or more: left, top, width, height.
Box = tuple[int, int, int, int]


class Pixels:
    """A picture of pixels. Later paint covers earlier paint. Pixels without paint are transparent."""

    __slots__ = ("height", "rows", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows: list[list[str | None]] = [[None] * width for _ in range(height)]

    def fill(self, left: int, top: int, width: int, height: int, colour: str) -> None:
        """Paints the part of a rectangle that is in the picture."""
        begin, end = max(0, left), min(self.width, left + width)
        for row in self.rows[max(0, top) : max(0, top + height)]:
            row[begin:end] = [colour] * max(0, end - begin)

    def rim(self, left: int, top: int, size: int, colour: str) -> None:
        """Paints the edge of a square, one pixel wide."""
        for x, y, width, height in ((0, 0, size, 1), (0, size - 1, size, 1), (0, 0, 1, size), (size - 1, 0, 1, size)):
            self.fill(left + x, top + y, width, height, colour)

    def sprite(self, left: int, top: int, rows: Iterable[str], colours: dict[str, str]) -> None:
        """Paints a text as pixels. Each letter of the text is a pixel. A letter without a colour is transparent."""
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter in colours:
                    self.fill(left + x, top + y, 1, 1, colours[letter])

    def write(self, left: int, top: int, text: str, font: dict[str, str], colour: str) -> None:
        """Writes small letters and digits, each 3 pixels wide, with a pixel between. Other letters are left blank."""
        for index, letter in enumerate(text):
            for row, digits in enumerate(font.get(letter, "")):
                for bit in range(3):
                    if int(digits) & (4 >> bit):
                        self.fill(left + 4 * index + bit, top + row, 1, 1, colour)

    def paths(self) -> str:
        """The picture as SVG paths, one for each colour."""
        boxes: dict[str, list[Box]] = {}
        for colour, box in _boxes(self.rows):
            boxes.setdefault(colour, []).append(box)
        return "".join(f'<path fill="{colour}" d="{"".join(map(_drawn, found))}"/>' for colour, found in boxes.items())


def _drawn(box: Box) -> str:
    left, top, width, height = box
    return f"M{left} {top}h{width}v{height}h-{width}z"


def _boxes(rows: Sequence[Sequence[str | None]]) -> list[tuple[str, Box]]:
    """Rectangles of one colour that cover the picture. Equal runs of pixels in consecutive rows form one rectangle."""
    found: list[tuple[str, Box]] = []
    open_: dict[tuple[int, int, str], int] = {}
    for y, row in enumerate([*rows, []]):
        runs = _runs(row)
        for run in [run for run in open_ if run not in runs]:
            (left, width, colour), top = run, open_.pop(run)
            found.append((colour, (left, top, width, y - top)))
        for run in runs:
            open_.setdefault(run, y)
    return found


def _runs(row: Sequence[str | None]) -> set[tuple[int, int, str]]:
    """The runs of a row: start, length and colour."""
    runs: set[tuple[int, int, str]] = set()
    begin = 0
    for x in range(1, len(row) + 1):
        if x == len(row) or row[x] != row[begin]:
            colour = row[begin]
            if colour is not None:
                runs.add((begin, x - begin, colour))
            begin = x
    return runs
