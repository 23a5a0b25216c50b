// Luogu P4658, BalticOI 2008 "Game": who wins the race on a board, A to move. C++17, standard library only.
//
// Let D be the length of a shortest path between the two starts.
//
//   D odd    A wins.
//   D even   B wins if it can always stand on A's square at half way, whatever shortest path A takes; else A wins.
//
// Layer k of a player is the squares on shortest paths at k steps from its start. For A on a square a and B on a square b of their
// layers k, B can still meet A, meets(a, b), if and only if
//
//   at half way, a = b;
//   before, for each next square a' of A there is a next square b' of B with meets(a', b').
//
// The proof is in crates/retrograde-games/src/race/layers.rs. Layers are computed from half way back to the starts, with one word of
// 64 squares b for each square a. One step back takes two operations:
//
//   B chooses   the bits of all b' move to the squares b before them. Neighbours b mostly have neighbours b', so that many bits of a
//               word move by the same rotation: one operation for each rotation, not for each bit.
//   A chooses   the word of a is the intersection of the words of all its next squares a'.
//
// Time: O(n^2) for the search, and O(w^2 / 64) for two layers of w squares. Memory: 8 bytes a square, and two bits a pair of the widest
// layers: below 2 MB for the largest boards.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

enum Side { A, B };

// Reads standard input, block by block.
class Input {
public:
    // Returns the next byte that is not a blank; 0 at the end of the input.
    char letter() {
        while (fill()) {
            if (*next > ' ') return *next++;
            ++next;
        }
        return '\0';
    }

    // Returns the next number; 0 at the end of the input.
    int number() {
        int number = 0;
        for (char digit = letter(); digit >= '0' && digit <= '9'; digit = fill() ? *next++ : '\0') {
            number = 10 * number + (digit - '0');
        }
        return number;
    }

private:
    char block[1 << 16];
    const char* next = block;
    const char* end = block;

    // Reads another block if necessary. Returns false at the end of the input.
    bool fill() {
        if (next == end) {
            next = block;
            end = block + std::fread(block, 1, sizeof block, stdin);
        }
        return next < end;
    }
};

constexpr int WORD = 64;

// The index of a square in the board, which has a wall around it.
using Place = std::int32_t;
using Layer = std::vector<Place>;
// The indices of the squares that can follow a square, in ascending order. If there are fewer than four, the first index is repeated.
using Fork = std::array<std::int32_t, 4>;
using Forks = std::vector<Fork>;

// The board, and the search for shortest paths from both starts at the same time.
class Paths {
public:
    bool read(Input& input) {
        const int n = input.number();
        if (n < 2) return false;
        stride = n + 2;
        start[A] = start[B] = stride + 1;
        marks.assign(static_cast<std::size_t>(stride) * stride, WALL);
        indices.assign(marks.size(), NONE);
        for (int row = 1; row <= n; ++row) {
            for (int column = 1; column <= n; ++column) {
                const char letter = input.letter();
                const Place place = row * stride + column;
                if (letter != '#') marks[place] = FLOOR;
                if (letter == 'A') start[A] = place;
                if (letter == 'B') start[B] = place;
            }
        }
        return true;
    }

    // Returns the length of a shortest path. If the length is even, both layers are then the squares half way.
    int search() {
        for (const Side side : {A, B}) {
            layer[side].assign(1, start[side]);
            marks[start[side]] = reached(side, 0);
        }
        Layer middle;
        for (int steps = 1;; ++steps) {
            if (spread(A, steps, reached(B, steps - 1), middle)) return 2 * steps - 1;
            if (spread(B, steps, reached(A, steps), middle)) {
                layer[A] = layer[B] = middle;
                return 2 * steps;
            }
            // This never happens, because the problem promises a path.
            if (layer[A].empty() || layer[B].empty()) return 1;
        }
    }

    // Replaces a layer by the previous layer, which is `steps` from the start. Lists, for each square of this layer, the squares that can follow.
    void step_back(Side side, int steps, Forks& forks) {
        forks.clear();
        next.clear();
        const std::int32_t mark = reached(side, steps);
        for (std::size_t from = 0; from < layer[side].size(); ++from) {
            const auto to = static_cast<std::int32_t>(from);
            for (const Place near : around(layer[side][from])) {
                if (marks[near] != mark) continue;
                if (indices[near] == NONE) {
                    indices[near] = static_cast<std::int32_t>(next.size());
                    next.push_back(near);
                    forks.push_back({to, to, to, to});
                } else {
                    Fork& fork = forks[indices[near]];
                    fork = {fork[0], fork[2], fork[3], to};
                }
            }
        }
        std::swap(layer[side], next);
    }

    std::size_t width(Side side) const { return layer[side].size(); }

private:
    static constexpr std::int32_t WALL = 0, FLOOR = 1, NONE = -1;

    int stride = 0;
    // The mark of each place: a wall, floor that neither side has reached, or the side that reaches it with the number of steps.
    std::vector<std::int32_t> marks;
    // For each place that is known to be on a shortest path: its index in its layer.
    std::vector<std::int32_t> indices;
    Place start[2] = {0, 0};
    Layer layer[2];
    Layer next;

    static std::int32_t reached(Side side, int steps) { return 2 + 2 * steps + side; }

    // Returns the neighbours of a place in reading order, so that places near each other stay near each other in a layer.
    std::array<Place, 4> around(Place place) const { return {place - stride, place - 1, place + 1, place + stride}; }

    // Moves a layer one step away from its start. Returns whether the layer touches squares with the mark `opposite`; these squares are the
    // middle.
    bool spread(Side side, int steps, std::int32_t opposite, Layer& middle) {
        next.clear();
        for (const Place place : layer[side]) {
            for (const Place near : around(place)) {
                if (marks[near] == FLOOR) {
                    marks[near] = reached(side, steps);
                    next.push_back(near);
                } else if (marks[near] == opposite && indices[near] == NONE) {
                    indices[near] = static_cast<std::int32_t>(middle.size());
                    middle.push_back(near);
                }
            }
        }
        std::swap(layer[side], next);
        return !middle.empty();
    }
};

// The pairs of squares (a, b) from which B can still meet A. The table is indexed by a word of 64 squares b, then by the square a.
class Meetings {
public:
    // Half way, each square meets only itself.
    void set_identity(std::size_t width) {
        resize(pairs, width, width);
        for (std::size_t square = 0; square < width; ++square) {
            pairs.at(square / WORD, square) |= bit(square);
        }
    }

    // Moves both sides one step back. Returns whether each square a still meets some square b.
    bool step_back(const Forks& a_forks, const Forks& b_forks) {
        find_shifts(b_forks);
        resize(united, b_forks.size(), pairs.width);
        for (const Shift& shift : shifts) {
            const std::uint64_t* from = pairs.row(shift.from);
            std::uint64_t* into = united.row(shift.into);
            for (std::size_t a = 0; a < pairs.width; ++a) {
                into[a] |= rotated(from[a] & shift.mask, shift.rotation);
            }
        }
        resize(pairs, b_forks.size(), a_forks.size());
        met.assign(a_forks.size(), 0);
        for (std::size_t word = 0; word < pairs.words; ++word) {
            const std::uint64_t* from = united.row(word);
            std::uint64_t* into = pairs.row(word);
            for (std::size_t a = 0; a < a_forks.size(); ++a) {
                const Fork& to = a_forks[a];
                into[a] = from[to[0]] & from[to[1]] & from[to[2]] & from[to[3]];
                met[a] |= into[a];
            }
        }
        for (const std::uint64_t any : met) {
            if (any == 0) return false;
        }
        return true;
    }

private:
    struct Table {
        std::size_t words = 0, width = 0;
        std::vector<std::uint64_t> cells;

        std::uint64_t* row(std::size_t word) { return cells.data() + word * width; }
        std::uint64_t& at(std::size_t word, std::size_t a) { return cells[word * width + a]; }
    };

    // Bits of one word that move into another word by the same rotation.
    struct Shift {
        std::size_t from, into;
        unsigned rotation;
        std::uint64_t mask;
    };

    Table pairs, united;
    std::vector<Shift> shifts;
    std::vector<std::uint64_t> met;

    static std::uint64_t bit(std::size_t square) { return std::uint64_t{1} << square % WORD; }

    static std::uint64_t rotated(std::uint64_t word, unsigned by) { return word << by | word >> (WORD - by) % WORD; }

    static void resize(Table& table, std::size_t b_count, std::size_t a_count) {
        table.words = (b_count + WORD - 1) / WORD;
        table.width = a_count;
        table.cells.assign(table.words * table.width, 0);
    }

    void find_shifts(const Forks& forks) {
        shifts.clear();
        // The index of the first shift into the current word.
        std::size_t open = 0;
        for (std::size_t b = 0; b < forks.size(); ++b) {
            if (b % WORD == 0) open = shifts.size();
            for (std::size_t way = 0; way < forks[b].size(); ++way) {
                const auto to = static_cast<std::size_t>(forks[b][way]);
                if (way > 0 && forks[b][way] == forks[b][0]) continue;
                add_shift(to / WORD, b / WORD, static_cast<unsigned>((b - to) % WORD), bit(to), open);
            }
        }
    }

    void add_shift(std::size_t from, std::size_t into, unsigned rotation, std::uint64_t mask, std::size_t open) {
        for (std::size_t known = open; known < shifts.size(); ++known) {
            if (shifts[known].from == from && shifts[known].rotation == rotation) {
                shifts[known].mask |= mask;
                return;
            }
        }
        shifts.push_back({from, into, rotation, mask});
    }
};

class Game {
public:
    bool read(Input& input) { return paths.read(input); }

    Side winner() {
        const int length = paths.search();
        return length % 2 == 0 && b_meets_a(length / 2) ? B : A;
    }

private:
    Paths paths;
    Meetings meetings;
    Forks forks[2];

    bool b_meets_a(int half) {
        meetings.set_identity(paths.width(A));
        for (int steps = half - 1; steps >= 0; --steps) {
            // Every square of A meets some b. If A has only one square, B can go to that b.
            if (paths.width(A) == 1) return true;
            for (const Side side : {A, B}) {
                paths.step_back(side, steps, forks[side]);
            }
            // A can go to a square where B cannot meet it.
            if (!meetings.step_back(forks[A], forks[B])) return false;
        }
        return true;
    }
};

}  // namespace

int main() {
    static Input input;
    Game game;
    for (int boards = input.number(); boards > 0 && game.read(input); --boards) {
        std::puts(game.winner() == A ? "A" : "B");
    }
}
