#include "machine/visited.h"

#include "machine/canonical.h"

#include <stdlib.h>
#include <xxhash.h>

// Where something begins in a list of all such things; it ends where the next one begins.
typedef VECTOR(uint64_t) places;

struct visited {
    struct canonical form;
    canonical_words words; // of all parts
    places parts;
    VECTOR(struct canonical_part) described; // by part
    struct index part_index;
    VECTOR(uint32_t) numbers; // of the parts of all states
    places states;
    struct index state_index;
    VECTOR(uint32_t) present; // of the parts of the present state
};

static uint64_t end_of(const places *all, uint32_t number, uint64_t end)
{
    return number + 1 < all->size ? all->data[number + 1] : end;
}

// ---- parts

static uint32_t part_number(struct visited *v, const struct canonical_part *part, const uint64_t *words,
                            uint32_t size)
{
    uint64_t hash = XXH3_64bits(words, size * sizeof *words);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&v->part_index, hash, &at)) != INDEX_NONE;) {
        uint64_t begin = v->parts.data[n];
        if (end_of(&v->parts, n, v->words.size) - begin == size &&
            !memcmp(v->words.data + begin, words, size * sizeof *words))
            return n;
    }
    vector_push(&v->parts, v->words.size);
    vector_push(&v->described, *part);
    vector_reserve(&v->words, v->words.size + size);
    memcpy(v->words.data + v->words.size, words, size * sizeof *words);
    v->words.size += size;
    index_add(&v->part_index, hash, v->parts.size - 1);
    return v->parts.size - 1;
}

// Those of the machine say themselves how many they are.
static void find_parts(struct visited *v, const struct visited_part *more, uint32_t count)
{
    const struct canonical *c = &v->form;
    v->present.size = 0;
    for (uint32_t k = 0; k < c->parts.size; k++) {
        const struct canonical_part *part = &c->parts.data[k];
        uint32_t end = k + 1 < c->parts.size ? part[1].begin : c->present.size;
        vector_push(&v->present, part_number(v, part, c->present.data + part->begin, end - part->begin));
    }
    for (uint32_t k = 0; k < count; k++)
        vector_push(&v->present, part_number(v, &(struct canonical_part){0}, more[k].words, more[k].size));
}

// ---- states

bool visited_add(struct visited *v, const struct machine_mark *since, const struct visited_part *more,
                 uint32_t count, uint32_t *number)
{
    canonical_describe(&v->form, since);
    find_parts(v, more, count);
    uint32_t size = v->present.size;
    uint64_t hash = XXH3_64bits(v->present.data, size * sizeof *v->present.data);
    for (uint32_t at = index_begin(hash), n;
         !v->form.unique && (n = index_next(&v->state_index, hash, &at)) != INDEX_NONE;) {
        uint64_t begin = v->states.data[n];
        if (end_of(&v->states, n, v->numbers.size) - begin == size &&
            !memcmp(v->numbers.data + begin, v->present.data, size * sizeof *v->present.data)) {
            *number = n;
            return false;
        }
    }
    *number = v->states.size;
    vector_push(&v->states, v->numbers.size);
    vector_reserve(&v->numbers, v->numbers.size + size);
    memcpy(v->numbers.data + v->numbers.size, v->present.data, size * sizeof *v->present.data);
    v->numbers.size += size;
    if (!v->form.unique)
        index_add(&v->state_index, hash, *number);
    return true;
}

uint32_t visited_words(const struct visited *v)
{
    return v->form.present.size;
}

uint32_t visited_count(const struct visited *v)
{
    return v->states.size;
}

// ---- growth

enum { CELL = 4, CELLS = LINE_BYTES / CELL };

// A line of memory: its latest content, and how often each of its cells has changed.
struct line_growth {
    uint64_t address;
    uint32_t content[CELLS], changes[CELLS];
};

static int compare_addresses(const void *a, const void *b)
{
    const struct canonical_part *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

// Adds a content of the line. `most`: changes of the cell that has most so far, at *address.
static void count_changes(struct line_growth *line, const uint64_t *content, bool first, uint32_t *most,
                          uint64_t *address)
{
    uint32_t cells[CELLS];
    memcpy(cells, content, sizeof cells);
    for (unsigned k = 0; k < CELLS; k++) {
        line->changes[k] += !first && cells[k] != line->content[k];
        if (line->changes[k] > *most) {
            *most = line->changes[k];
            *address = line->address + (uint64_t)k * CELL;
        }
    }
    memcpy(line->content, cells, sizeof cells);
}

uint64_t visited_growth(const struct visited *v)
{
    VECTOR(struct canonical_part) lines = {0}; // `begin` is the number of the part
    for (uint32_t k = 0; k < v->described.size; k++)
        if (v->described.data[k].address)
            vector_push(&lines, (struct canonical_part){v->described.data[k].address, k,
                                                        v->described.data[k].content});
    if (lines.size)
        qsort(lines.data, lines.size, sizeof *lines.data, compare_addresses);
    struct line_growth line = {0};
    uint64_t address = 0;
    uint32_t most = 1;
    for (uint32_t k = 0; k < lines.size; k++) {
        const struct canonical_part *part = &lines.data[k];
        bool first = part->address != line.address;
        if (first)
            line = (struct line_growth){.address = part->address};
        count_changes(&line, v->words.data + v->parts.data[part->begin] + part->content, first, &most,
                      &address);
    }
    vector_free(&lines);
    return address;
}

// ---- the set

struct visited *visited_new(struct machine *m)
{
    struct visited *v = memory_zalloc(1, sizeof *v);
    canonical_init(&v->form, m, CANONICAL_WHOLE);
    return v;
}

void visited_free(struct visited *v)
{
    if (!v)
        return;
    canonical_free(&v->form);
    vector_free(&v->words);
    vector_free(&v->parts);
    vector_free(&v->described);
    index_free(&v->part_index);
    vector_free(&v->numbers);
    vector_free(&v->states);
    index_free(&v->state_index);
    vector_free(&v->present);
    memory_free(v);
}
