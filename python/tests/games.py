"""Games written in Python, for tests."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """A state is a board of nine signs; x moves first."""

    start = "........."
    sides = ("x", "o")

    def turn(self, board: str) -> str:
        return "x" if board.count("x") == board.count("o") else "o"

    def ending(self, board: str) -> str | tuple[str, str] | None:
        for a, b, c in LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return board[a], "three-in-a-row"
        return None if "." in board else ("tie", "full-board")

    def moves(self, board: str) -> dict[str, str]:
        turn, free = self.turn(board), (at for at, sign in enumerate(board) if sign == ".")
        return {"abc"[at % 3] + "123"[at // 3]: board[:at] + turn + board[at + 1 :] for at in free}

    def draw(self, board: str) -> str:
        return "\n".join(" ".join(board[row : row + 3]) for row in (0, 3, 6))


class Quixo:
    """Quixo on three by three squares. A side takes a cube of the edge that is blank or its own, and pushes it into a row or a
    column from another end. A side that makes a line has won; if both have one, the side that moved has lost."""

    start = (".........", 0)
    sides = ("x", "o")

    def turn(self, state: tuple[str, int]) -> int:
        return state[1]

    def ending(self, state: tuple[str, int]) -> tuple[int, str] | None:
        board, turn = state
        has = [any(all(board[at] == sign for at in line) for line in LINES) for sign in "xo"]
        # The side that is to move now wins a shared line, since the other side has made it.
        return (turn, "line") if has[turn] else (1 - turn, "line") if has[1 - turn] else None

    def moves(self, state: tuple[str, int]) -> list[tuple[str, int]]:
        board, turn = state
        own, children = "xo"[turn], {}
        for at in (0, 1, 2, 3, 5, 6, 7, 8):
            if board[at] not in (own, "."):
                continue
            row, column = divmod(at, 3)
            for line, index in ([3 * row, 3 * row + 1, 3 * row + 2], column), ([column, column + 3, column + 6], row):
                for end in (0, 2):
                    if index == end:
                        continue
                    signs = [board[square] for square in line]
                    del signs[index]
                    signs.insert(end, own)
                    pushed = list(board)
                    for square, sign in zip(line, signs, strict=True):
                        pushed[square] = sign
                    children["".join(pushed), 1 - turn] = None
        return list(children)


class Chase:
    """The game of `examples/add_a_game.rs`: a cat and a mouse on a ring of squares; the mouse's hole is square 0."""

    sides = ("cat", "mouse")

    def __init__(self, squares: int, cat: int, mouse: int, turn: int) -> None:
        self.squares = squares
        self.start = (cat, mouse, turn)

    def turn(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def ending(self, state: tuple[int, int, int]) -> tuple[str, str] | None:
        cat, mouse, _ = state
        if cat == mouse:
            return "cat", "caught"
        return ("mouse", "home") if mouse == 0 else None

    def moves(self, state: tuple[int, int, int]) -> dict[str, tuple[int, int, int]]:
        cat, mouse, turn = state
        there = [((mouse if turn else cat) + step) % self.squares for step in (1, self.squares - 1)]
        return {str(to): (cat, to, 0) if turn else (to, mouse, 1) for to in there}

    def name(self, state: tuple[int, int, int]) -> str:
        cat, mouse, turn = state
        return f"{self.squares}.{cat}.{mouse}_{'cm'[turn]}"


class Steps:
    """A ring of ten squares on which two sides move a token one or two squares, for ever if they like; a side that reaches
    square 9 has won. It has draws and cycles."""

    start = (0, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return state[1]

    def ending(self, state: tuple[int, int]) -> int | None:
        return 1 - state[1] if state[0] == 9 else None

    def moves(self, state: tuple[int, int]) -> dict[str, tuple[int, int]]:
        square, turn = state
        there = (square - 2, square - 1, square + 1, square + 2)
        return {str(to): (to, 1 - turn) for to in there if 0 <= to <= 9}


class Random:
    """A random graph with endings of all kinds, cycles, and sides that move in any order."""

    sides = ("ann", "bob")
    start = 0

    def __init__(self, seed: int, size: int) -> None:
        import random

        rng = random.Random(seed)
        few = rng.randint(1, 4)
        self.of = []
        for _ in range(size):
            over = rng.randrange(5) == 0
            ending = rng.choice([0, 1, "tie"]) if over else None
            self.of.append((rng.randrange(2), ending, [rng.randrange(size) for _ in range(rng.randint(1, few))]))

    def turn(self, state: int) -> int:
        return self.of[state][0]

    def ending(self, state: int) -> int | str | None:
        return self.of[state][1]

    def moves(self, state: int) -> list[int]:
        return self.of[state][2]
