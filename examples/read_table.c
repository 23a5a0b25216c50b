/* Reads a table of retrograde. Prints the values of the given slots; without slots, checks all blocks and counts their values.
 *
 *     cc -O2 -o read_table read_table.c -lzstd      (Debian: libzstd-dev)
 *     read_table FILE... [SLOT]...
 *
 * crates/retrograde-tables/src/format.rs specifies the bytes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { PART_BITS = 26, HOLE = (1 << 30) - 1 };
static const char *const KINDS[] = {"draw", "win", "loss", "tie", "hole"};

typedef struct { const char *name; FILE *file; uint8_t *head; uint64_t length, slots, first; uint32_t parts, block, metadata; } Table;
typedef struct { const Table *of; uint8_t *bytes; uint64_t first, slots, begins; uint32_t cells, width, blocks; } Part;

static void fail(const char *name, const char *what) {
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}
static uint32_t u32(const uint8_t *at) { return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24; }
static uint64_t u64(const uint8_t *at) { return u32(at) | (uint64_t)u32(at + 4) << 32; }

static uint32_t crc32(const uint8_t *bytes, size_t count) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
    }
    return ~crc;
}

/* Reads bytes of the file after a check of the range. The caller frees them. */
static uint8_t *read_at(const Table *table, uint64_t at, uint64_t count) {
    if (at > table->length || count > table->length - at) fail(table->name, "is truncated");
    uint8_t *bytes = malloc(count ? count : 1);
    if (!bytes) fail(table->name, "does not fit the memory");
    if (fseek(table->file, (long)at, SEEK_SET) || fread(bytes, 1, count, table->file) != count) fail(table->name, "cannot be read");
    return bytes;
}

static Table open_table(const char *name) {
    Table table = {.name = name, .file = fopen(name, "rb")};
    if (!table.file || fseek(table.file, 0, SEEK_END)) fail(name, "cannot be read");
    table.length = (uint64_t)ftell(table.file);
    uint8_t *fixed = read_at(&table, 0, table.length < 40 ? table.length : 40);
    if (table.length < 40 || memcmp(fixed, "RETROTBL", 8)) fail(name, "is not a table of retrograde");
    if (u32(fixed + 8) != 1) fail(name, "is a table of another version, and this program reads version 1");
    table.parts = u32(fixed + 12), table.slots = u64(fixed + 16), table.first = u64(fixed + 24);
    table.block = u32(fixed + 32), table.metadata = u32(fixed + 36);
    free(fixed);
    uint64_t length = 40 + (uint64_t)table.metadata + 48 * (uint64_t)table.parts;
    table.head = read_at(&table, 0, length + 4);
    if (crc32(table.head, length) != u32(table.head + length) || !table.block || table.first > table.slots) fail(name, "its header is damaged");
    /* JSON escapes quotation marks in strings, so this text occurs only as the field. */
    table.head[length] = 0;
    if (!strstr((char *)table.head + 40, "\"fill\":\"none\"")) fail(name, "leaves out values that only the rules of its game imply");
    return table;
}

static Part open_part(const Table *table, uint32_t number) {
    Part part = {.of = table, .first = table->first + ((uint64_t)number << PART_BITS)};
    if (part.first > table->slots) fail(table->name, "its header is damaged");
    part.slots = table->slots - part.first;
    if (part.slots > 1ull << PART_BITS) part.slots = 1ull << PART_BITS;
    part.blocks = (uint32_t)((part.slots + table->block - 1) / table->block);
    uint64_t at = u64(table->head + 40 + table->metadata + 48 * (uint64_t)number);
    uint8_t *numbers = read_at(table, at, 8);
    part.cells = u32(numbers), part.width = u32(numbers + 4);
    free(numbers);
    uint64_t length = 8 + 4 * (uint64_t)part.cells + 8 * (uint64_t)part.blocks;
    part.bytes = read_at(table, at, length + 4), part.begins = at + length + 4;
    if (crc32(part.bytes, length) != u32(part.bytes + length)) fail(table->name, "an index is damaged");
    if (part.width < 1 || part.width > 32 || (part.width & (part.width - 1))) fail(table->name, "an index is damaged");
    return part;
}

static uint32_t count_of(const Part *part, uint32_t block) {
    uint64_t left = part->slots - (uint64_t)block * part->of->block;
    return left < part->of->block ? (uint32_t)left : part->of->block;
}

/* The packed codes of a block. */
static uint8_t *codes_of(const Part *part, uint32_t block) {
    const uint8_t *index = part->bytes + 8 + 4 * (uint64_t)part->cells + 8 * (uint64_t)block;
    uint32_t begin = block ? u32(index - 8) : 0, end = u32(index), length = end - begin;
    size_t needed = ((uint64_t)count_of(part, block) * part->width + 7) / 8;
    uint8_t *stored = read_at(part->of, part->begins + begin, length);
    if (end < begin || crc32(stored, length) != u32(index + 4)) fail(part->of->name, "a block is damaged");
    if (length == needed) return stored;
    uint8_t *codes = malloc(needed);
    if (!codes || ZSTD_decompress(codes, needed, stored, length) != needed) fail(part->of->name, "a block is damaged");
    free(stored);
    return codes;
}

static uint32_t cell_of(const Part *part, const uint8_t *codes, uint32_t place) {
    uint64_t bit = (uint64_t)place * part->width;
    uint32_t code = codes[bit / 8] >> bit % 8 & ((1u << (part->width < 8 ? part->width : 8)) - 1);
    for (uint32_t byte = 1; byte < part->width / 8; byte++) code |= (uint32_t)codes[bit / 8 + byte] << 8 * byte;
    if (code >= part->cells) fail(part->of->name, "a block is damaged");
    return u32(part->bytes + 8 + 4 * (uint64_t)code);
}

static void print_slot(const Part *part, uint64_t slot) {
    uint64_t place = slot - part->first;
    uint8_t *codes = codes_of(part, (uint32_t)(place / part->of->block));
    uint32_t cell = cell_of(part, codes, (uint32_t)(place % part->of->block));
    free(codes);
    if (cell == HOLE) printf("%" PRIu64 " hole\n", slot);
    else printf("%" PRIu64 " %s %" PRIu32 "\n", slot, KINDS[cell >> 30], cell & HOLE);
}

static void count_all(const Part *part, uint64_t counts[5]) {
    for (uint32_t block = 0; block < part->blocks; block++) {
        uint8_t *codes = codes_of(part, block);
        for (uint32_t place = 0, count = count_of(part, block); place < count; place++) {
            uint32_t cell = cell_of(part, codes, place);
            counts[cell == HOLE ? 4 : cell >> 30]++;
        }
        free(codes);
    }
}

int main(int count, char **words) {
    uint64_t counts[5] = {0}, asked = 0, found = 0;
    for (int i = 1; i < count; i++) asked += words[i][strspn(words[i], "0123456789")] == 0;
    for (int i = 1; i < count; i++) {
        if (words[i][strspn(words[i], "0123456789")] == 0) continue;
        Table table = open_table(words[i]);
        for (uint32_t number = 0; number < table.parts; number++) {
            Part part = open_part(&table, number);
            for (int j = 1; j < count; j++) {
                uint64_t slot = strtoull(words[j], NULL, 10);
                if (words[j][strspn(words[j], "0123456789")] || slot < part.first || slot - part.first >= part.slots) continue;
                print_slot(&part, slot), found++;
            }
            if (!asked) count_all(&part, counts);
            free(part.bytes);
        }
        fclose(table.file), free(table.head);
    }
    if (found < asked) fail("read_table", "no file has one of these slots");
    for (int kind = 0; kind < 5 && !asked; kind++) printf("%s %" PRIu64 "\n", KINDS[kind], counts[kind]);
    return 0;
}
