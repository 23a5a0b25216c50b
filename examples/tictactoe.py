"""Tic-tac-toe in Python: solved, drawn as a histogram, and asked about a position.

    python examples/tictactoe.py            writes tictactoe.svg, which a browser shows
"""

from pathlib import Path

import retrograde as rg

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """A state is a text of nine signs, row by row. x moves first."""

    start = "........."
    sides = ("x", "o")

    def turn(self, board: str) -> str:
        return "x" if board.count("x") == board.count("o") else "o"

    def ending(self, board: str) -> str | None:
        for a, b, c in LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return board[a]
        return None if "." in board else "tie"

    def moves(self, board: str) -> dict[str, str]:
        turn = self.turn(board)
        return {str(at + 1): board[:at] + turn + board[at + 1 :] for at in range(9) if board[at] == "."}

    def draw(self, board: str) -> str:
        return "\n".join([board[0:3], board[3:6], board[6:9]])


if __name__ == "__main__":
    rg.check_game(TicTacToe())
    game = rg.explore(TicTacToe())
    print(len(game), "states;", game.start.value)
    Path("tictactoe.svg").write_text(game.start.stats().svg())

    position = game.position("x...o...x")
    print(position.draw())
    print(position.value)
    for move in position.moves():
        print(move, "leads to a", move.value, "for", move.pos.turn)
