// Luogu P9169, NOI provincial selection 2023 "过河卒": who wins a board, and in how many plies. C++17, standard library only.
//
// Retrograde analysis, depth by depth, in which one bit is one square of the pawn. For each pair of kings the pawn's squares are the bits of
// two words, rows 1 to 5 and rows 6 to 10:
//
//   Red to move wins        if a step of a king leads to a pair where Black, to move, is lost    OR over the pair's neighbours
//   Red to move is lost     if every step of a king leads to a pair where Black, to move, wins   AND over the neighbours
//   Black to move wins      if a step of the pawn leads to where Red, to move, is lost           shifts within the pair
//   Black to move is lost   if every step of the pawn leads to where Red, to move, wins          shifts within the pair
//
// The players alternate: at odd depths the side to move wins, at even depths it is lost. Every move changes the parity of the sum of all
// coordinates. So the pieces' squares and the parity at the start determine whose turn it is, and one bit is enough for both sides.
//
// | bit   | undecided | Red wins | Black wins | the pawn's square is a wall | the pair is impossible |
// | red   | 0         | 1        | 0          | 1                           | 0                      |
// | black | 0         | 0        | 1          | 0                           | 1                      |
//
// With these values, the pawn cannot use a wall to escape, and a king cannot use a wall or the other king's square.
//
// The two kings are interchangeable. So only the pairs are computed in which the second king's place is lower than the first king's. Of the
// other pairs, only those within one row of the board of the diagonal are updated, because steps read them.
//
// Time: for each depth at most 110 * 110 / 2 pairs of two words, some 20 operations each. Memory: 0.6 MB.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace {

enum Side { RED, BLACK };

constexpr int MAX_SIDE = 10;
// The distance from one row of a board to the next. One column stays empty, so that a step over one edge does not lead to the other edge.
constexpr int STRIDE = MAX_SIDE + 1;
constexpr int PLACES = MAX_SIDE * STRIDE;
// The width of the tables for a king: the board with one more row above and one more row below.
constexpr int WIDTH = STRIDE + PLACES + STRIDE;
constexpr int HALVES = 2;
constexpr int HALF = PLACES / HALVES;

// A set of squares of the pawn in one half of the board, one bit per square.
using Squares = std::uint64_t;
// A set of the pawn's squares for each place of the second king.
using Row = Squares[WIDTH];
// The sets of the pawn's squares for all pairs of kings. Indexed by half, by the first king's place, by the second king's place.
using Plane = Row[HALVES][WIDTH];

// For each half: the squares for which the sum of row and column is even.
constexpr Squares EVEN[HALVES] = {0x5555555555555555, 0xaaaaaaaaaaaaaaaa};

// Returns the squares from which a step of the pawn (up, left or right) leads into `squares`, or into the last row of the half above.
constexpr Squares origins(Squares squares, Squares above) {
    return squares << STRIDE | squares << 1 | squares >> 1 | above >> (HALF - STRIDE);
}

class Board {
public:
    bool read() {
        int rows, columns;
        if (std::scanf("%d %d", &rows, &columns) != 2) return false;
        floor_count = king_count = 0;
        std::memset(is_floor, 0, sizeof is_floor);
        std::memset(board, 0, sizeof board);
        for (int row = 0; row < rows; ++row) {
            char line[MAX_SIDE + 1];
            if (std::scanf("%10s", line) != 1) return false;
            for (int column = 0; column < columns && line[column] != '\0'; ++column) {
                put(line[column], row * STRIDE + column);
            }
        }
        return true;
    }

    void solve() {
        seed();
        for (depth = 0; !decided(RED) && !decided(BLACK); ++depth) {
            if (!step()) {
                std::puts("Tie");
                return;
            }
        }
        std::printf("%s %d\n", decided(RED) ? "Red" : "Black", depth);
    }

private:
    bool is_floor[WIDTH];
    // The places of the floor squares, in the board with the additional rows.
    int floor[PLACES];
    int floor_count;
    // The floor squares, as bits, for each half.
    Squares board[HALVES];
    int king[2];
    int king_count;
    int pawn;

    // The positions that each side has won. Indexed by winner.
    Plane won[2];
    // For each winner: whether the row of a first king's place has changed at the last depth.
    bool changed[2][WIDTH];
    bool changing[2][WIDTH];
    // The pawn's squares on which Red is to move.
    Row turns[2][HALVES];
    int depth;

    static Squares bit(int place) { return Squares{1} << place % HALF; }

    static Squares bit_in(int place, int half) { return place / HALF == half ? bit(place) : 0; }

    void put(char letter, int place) {
        if (letter == '#') return;
        is_floor[place + STRIDE] = true;
        floor[floor_count++] = place + STRIDE;
        board[place / HALF] |= bit(place);
        if (letter == 'X') pawn = place;
        if (letter == 'O' && king_count < 2) king[king_count++] = place;
    }

    bool decided(Side winner) const {
        const int high = king[0] < king[1] ? king[1] : king[0], low = king[0] + king[1] - high;
        return (won[winner][pawn / HALF][high + STRIDE][low + STRIDE] & bit(pawn)) != 0;
    }

    // Returns the pawn's squares on which Red is to move. Indexed by half and by the second king's place.
    const Row* reds_turn(int row) const { return turns[row % 2]; }

    // Decides the finished positions, in the order of the rules.
    void seed() {
        const int parity = (king[0] + king[1] + pawn) % 2;
        for (int half = 0; half < HALVES; ++half) {
            for (int other = 0; other < WIDTH; ++other) {
                turns[parity][half][other] = other % 2 == 0 ? EVEN[half] : ~EVEN[half];
                turns[1 - parity][half][other] = ~turns[parity][half][other];
            }
            std::memset(won[RED][half], 0, sizeof won[RED][half]);
            std::memset(won[BLACK][half], 0xff, sizeof won[BLACK][half]);
            seed_half(half);
        }
        std::memset(changed, 0, sizeof changed);
        for (int index = 0; index < floor_count; ++index) {
            changed[RED][floor[index]] = changed[BLACK][floor[index]] = true;
        }
    }

    void seed_half(int half) {
        const Squares first_row = half == 0 ? board[0] & (bit(STRIDE) - 1) : 0;
        const Squares stuck = board[half] & ~origins(board[half], half == 0 ? 0 : board[0]);
        for (int i = 0; i < floor_count; ++i) {
            for (int j = 0; j < floor_count; ++j) {
                const int a = floor[i], b = floor[j];
                if (a == b) continue;
                const Squares red_moves = reds_turn(a)[half][b];
                const Squares kings = bit_in(a - STRIDE, half) | bit_in(b - STRIDE, half);
                // Black has won if the pawn is on the first row. If the pawn and a king meet, the side that moved last has won. Black has
                // lost if the pawn has no step.
                Squares black = first_row | (kings & red_moves);
                const Squares red = ~board[half] | ((kings | stuck) & ~first_row & ~red_moves);
                // Red has lost if neither king has a step, except onto the other king.
                if (!has_step(a, b) && !has_step(b, a)) black |= ~red & red_moves;
                won[RED][half][a][b] = red;
                won[BLACK][half][a][b] = black;
            }
        }
    }

    bool has_step(int from, int other) const {
        for (const int to : {from - STRIDE, from - 1, from + 1, from + STRIDE}) {
            if (is_floor[to] && to != other) return true;
        }
        return false;
    }

    // Decides the positions of the next depth. Returns whether any position was decided.
    //
    // New values can be stored immediately: they are on squares of one side's turn, and the rest of the depth reads only squares of the
    // other side's turn.
    bool step() {
        const bool wins = depth % 2 == 0;
        // The winner of the positions that the kings' moves decide, and the winner of those that the pawn's moves decide.
        const Side of_kings = wins ? RED : BLACK, of_pawn = wins ? BLACK : RED;
        std::memset(changing, 0, sizeof changing);
        bool any = false;
        for (int index = 0; index < floor_count; ++index) {
            const int row = floor[index];
            Row news[HALVES];
            if (changed_around(of_kings, row)) {
                any |= (wins ? kings_move<true>(row, news) : kings_move<false>(row, news)) && add(of_kings, row, news);
            }
            if (changed[of_pawn][row]) {
                any |= (wins ? pawn_moves<true>(row, news) : pawn_moves<false>(row, news)) && add(of_pawn, row, news);
            }
        }
        std::memcpy(changed, changing, sizeof changed);
        return any;
    }

    // Whether a value for this winner has changed in a row, or in a row to which a king's step leads.
    bool changed_around(Side winner, int row) const {
        const bool* rows = changed[winner];
        return rows[row] || rows[row - STRIDE] || rows[row - 1] || rows[row + 1] || rows[row + STRIDE];
    }

    // Red, to move, wins if some step of a king leads to a loss of Black, and is lost if every step leads to a win of Black.
    template <bool WINS>
    bool kings_move(int row, Row* news) const {
        Squares any = 0;
        for (int half = 0; half < HALVES; ++half) {
            const Plane& plane = won[WINS ? RED : BLACK];
            const Row& open = won[WINS ? BLACK : RED][half][row];
            const Row &here = plane[half][row], &turn = reds_turn(row)[half];
            const Row &up = plane[half][row - STRIDE], &down = plane[half][row + STRIDE];
            const Row &left = plane[half][row - 1], &right = plane[half][row + 1];
            for (int b = STRIDE; b < row; ++b) {
                const Squares first = WINS ? up[b] | left[b] | right[b] | down[b] : up[b] & left[b] & right[b] & down[b];
                const Squares second = WINS ? here[b - STRIDE] | here[b - 1] | here[b + 1] | here[b + STRIDE]
                                            : here[b - STRIDE] & here[b - 1] & here[b + 1] & here[b + STRIDE];
                news[half][b] = (WINS ? first | second : first & second) & turn[b] & ~(here[b] | open[b]);
                any |= news[half][b];
            }
        }
        return any != 0;
    }

    // Black, to move, wins if some step of the pawn leads to a loss of Red, and is lost if every step leads to a win of Red.
    template <bool WINS>
    bool pawn_moves(int row, Row* news) const {
        const Plane &red = won[RED], &black = won[BLACK];
        const Row* turn = reds_turn(row);
        Squares any = 0;
        for (int b = STRIDE; b < row; ++b) {
            Squares above = 0;
            for (int half = 0; half < HALVES; ++half) {
                const Squares to = WINS ? black[half][row][b] : ~red[half][row][b];
                const Squares from = WINS ? origins(to, above) : ~origins(to, above);
                news[half][b] = from & ~(turn[half][b] | red[half][row][b] | black[half][row][b]);
                any |= news[half][b];
                above = to;
            }
        }
        return any != 0;
    }

    // Stores the new values of a row, and those of their mirror images that later steps read.
    bool add(Side winner, int row, const Row* news) {
        Plane& plane = won[winner];
        changing[winner][row] = true;
        for (int half = 0; half < HALVES; ++half) {
            for (int b = STRIDE; b < row; ++b) {
                plane[half][row][b] |= news[half][b];
            }
            for (int b = row < 2 * STRIDE ? STRIDE : row - STRIDE; b < row; ++b) {
                plane[half][b][row] |= news[half][b];
                changing[winner][b] |= news[half][b] != 0;
            }
        }
        return true;
    }
};

}  // namespace

int main() {
    int test, boards;
    if (std::scanf("%d %d", &test, &boards) != 2) return 0;
    static Board board;
    for (; boards > 0 && board.read(); --boards) {
        board.solve();
    }
}
