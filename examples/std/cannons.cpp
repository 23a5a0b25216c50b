// Luogu P7387, EZEC Round 6 "象棋": who wins a row of cannons, red to move. C++17, standard library only.
//
// Let a row have r red cannons `1` and b black cannons `0`. Then
//
//   r > b       red wins;
//   r = b       red wins if the row is (10)^j 1100 (01)^k or (10)^j 0011 (01)^k with j, k >= 0; else it is a tie;
//   r = b - 1   black wins if the colours alternate; else it is a tie;
//   r < b - 1   black wins.
//
// The proof is in crates/retrograde-games/src/cannons/theorem.rs.
//
// The input is read in blocks, and a row in slices that end where a block ends: the memory is constant. Eight cannons are counted by one
// multiplication. Most rows leave both shapes within a few cannons; a row that alternates is compared with the pattern eight at a time.
//
// Time: O(cannons). Memory: 64 KiB.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

// How the beginning of a row fits one of two patterns: (10)^j (1100 | 0011) (01)^k; or (01)^k 0, which alternates and has more black cannons
// than red ones.
enum Shape : unsigned char {
    EMPTY,
    BEFORE,        // (10)^j, j > 0
    BEFORE_1,      // (10)^j 1
    BLOCK_11,      // (10)^j 11
    BLOCK_110,     // (10)^j 110
    BLOCK_0,       // (10)^j 0, j > 0
    BLOCK_00,      // (10)^j 00
    BLOCK_001,     // (10)^j 001
    WHOLE,         // (10)^j (1100 | 0011) (01)^k
    AFTER_0,       // (10)^j (1100 | 0011) (01)^k 0
    FIRST_0,       // 0
    ALTERNATES_1,  // (01)^k, k > 0
    ALTERNATES_0,  // (01)^k 0, k > 0
    OTHER,         // the beginning of neither pattern
};

// The next shape after one more cannon: first for a black cannon, then for a red one.
constexpr Shape NEXT[][2] = {
    /* EMPTY        */ {FIRST_0, BEFORE_1},
    /* BEFORE       */ {BLOCK_0, BEFORE_1},
    /* BEFORE_1     */ {BEFORE, BLOCK_11},
    /* BLOCK_11     */ {BLOCK_110, OTHER},
    /* BLOCK_110    */ {WHOLE, OTHER},
    /* BLOCK_0      */ {BLOCK_00, OTHER},
    /* BLOCK_00     */ {OTHER, BLOCK_001},
    /* BLOCK_001    */ {OTHER, WHOLE},
    /* WHOLE        */ {AFTER_0, OTHER},
    /* AFTER_0      */ {OTHER, WHOLE},
    /* FIRST_0      */ {BLOCK_00, ALTERNATES_1},
    /* ALTERNATES_1 */ {ALTERNATES_0, OTHER},
    /* ALTERNATES_0 */ {OTHER, ALTERNATES_1},
    /* OTHER        */ {OTHER, OTHER},
};

constexpr std::size_t WORD = sizeof(std::uint64_t);

std::uint64_t word_at(const char* cannons) {
    std::uint64_t word;
    std::memcpy(&word, cannons, WORD);
    return word;
}

// Returns eight cannons after which the shape is unchanged; a null pointer if there are none.
const char* repeated(Shape shape) {
    switch (shape) {
        case BEFORE: case AFTER_0: case ALTERNATES_0: return "10101010";
        case BEFORE_1: case WHOLE: case ALTERNATES_1: return "01010101";
        default: return nullptr;
    }
}

class Row {
public:
    // Adds cannons at the right end.
    void push(const char* cannons, std::size_t count) {
        length += count;
        count_red(cannons, count);
        follow(cannons, cannons + count);
    }

    const char* verdict() const {
        const std::uint64_t black = length - red;
        if (red > black) return "WIN\n";
        if (red == black) return shape == WHOLE ? "WIN\n" : "TIE\n";
        const bool alternates = shape == FIRST_0 || shape == ALTERNATES_0;
        return red + 1 == black && !alternates ? "TIE\n" : "LOSE\n";
    }

private:
    std::uint64_t length = 0;
    std::uint64_t red = 0;
    Shape shape = EMPTY;

    void count_red(const char* cannons, std::size_t count) {
        // `0` and `1` differ in the lowest bit of the byte. The highest byte of the product is the sum of all these bits.
        constexpr std::uint64_t LOWEST = 0x0101010101010101;
        std::size_t done = 0;
        for (; done + WORD <= count; done += WORD) {
            red += (word_at(cannons + done) & LOWEST) * LOWEST >> 56;
        }
        for (; done < count; ++done) {
            red += cannons[done] & 1;
        }
    }

    void follow(const char* cannon, const char* end) {
        while (cannon < end && shape != OTHER) {
            shape = NEXT[shape][*cannon++ & 1];
            if (const char* pattern = repeated(shape)) {
                const std::uint64_t expected = word_at(pattern);
                while (static_cast<std::size_t>(end - cannon) >= WORD && word_at(cannon) == expected) {
                    cannon += WORD;
                }
            }
        }
    }
};

// Reads standard input, block by block.
class Input {
public:
    // Returns the next number; 0 at the end of the input.
    std::size_t number() {
        skip_blanks();
        std::size_t number = 0;
        while (fill() && *next >= '0' && *next <= '9') {
            number = 10 * number + static_cast<std::size_t>(*next++ - '0');
        }
        return number;
    }

    // Returns the next row, with `length` cannons. If the input ends earlier, the row is shorter.
    Row row(std::size_t length) {
        skip_blanks();
        Row row;
        while (length > 0 && fill()) {
            const std::size_t count = std::min(length, static_cast<std::size_t>(end - next));
            row.push(next, count);
            next += count;
            length -= count;
        }
        return row;
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

    void skip_blanks() {
        while (fill() && *next <= ' ') {
            ++next;
        }
    }
};

}  // namespace

int main() {
    static Input input;
    for (std::size_t cases = input.number(); cases > 0; --cases) {
        const std::size_t length = input.number();
        std::fputs(input.row(length).verdict(), stdout);
    }
}
