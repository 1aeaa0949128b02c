#include "machine/visited.h"

#include "machine/canonical.h"

#include <stdlib.h>
#include <xxhash.h>

// Where something begins in a list of all such things; it ends where the next one begins.
typedef VECTOR(uint64_t) places;

// Lists of numbers, each once.
struct number_lists {
    VECTOR(uint32_t) numbers; // of all lists
    places lists;
    struct index index;
};

struct visited {
    struct canonical form;
    canonical_words words; // of all parts
    places parts;
    VECTOR(struct canonical_part) described; // by part
    struct index part_index;
    struct number_lists states; // of the machine: their parts
    // States of the machine, with what else is part of a state; none where nothing is.
    struct number_lists wholes;
    VECTOR(uint32_t) present; // of the parts of the present state
};

static uint64_t list_end(const places *all, uint32_t number, uint64_t end)
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
        if (list_end(&v->parts, n, v->words.size) - begin == size &&
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

static void find_part_numbers(struct visited *v)
{
    const struct canonical *c = &v->form;
    v->present.size = 0;
    for (uint32_t k = 0; k < c->parts.size; k++) {
        const struct canonical_part *part = &c->parts.data[k];
        uint32_t end = k + 1 < c->parts.size ? part[1].begin : c->present.size;
        vector_push(&v->present, part_number(v, part, c->present.data + part->begin, end - part->begin));
    }
}

// ---- states

// Adds the present list unless it is there: its number, and whether it is new. `unique`: it is new, and none
// to come is equal to it.
static bool add_number_list(struct visited *v, struct number_lists *to, bool unique, uint32_t *number)
{
    uint32_t size = v->present.size;
    uint64_t hash = XXH3_64bits(v->present.data, size * sizeof *v->present.data);
    for (uint32_t at = index_begin(hash), n;
         !unique && (n = index_next(&to->index, hash, &at)) != INDEX_NONE;) {
        uint64_t begin = to->lists.data[n];
        if (list_end(&to->lists, n, to->numbers.size) - begin == size &&
            !memcmp(to->numbers.data + begin, v->present.data, size * sizeof *v->present.data)) {
            *number = n;
            return false;
        }
    }
    *number = to->lists.size;
    vector_push(&to->lists, to->numbers.size);
    vector_reserve(&to->numbers, to->numbers.size + size);
    memcpy(to->numbers.data + to->numbers.size, v->present.data, size * sizeof *v->present.data);
    to->numbers.size += size;
    if (!unique)
        index_add(&to->index, hash, *number);
    return true;
}

bool visited_add(struct visited *v, const struct machine_mark *since, const struct visited_part *more,
                 uint32_t count, uint32_t *number)
{
    canonical_describe(&v->form, since);
    find_part_numbers(v);
    bool new = add_number_list(v, &v->states, v->form.unique, number);
    if (!count)
        return new;
    uint32_t whole;
    v->present.size = 0;
    vector_push(&v->present, *number);
    for (uint32_t k = 0; k < count; k++)
        vector_push(&v->present, part_number(v, &(struct canonical_part){0}, more[k].words, more[k].size));
    return add_number_list(v, &v->wholes, v->form.unique, &whole);
}

uint64_t visited_work(const struct visited *v)
{
    return v->form.present.size + v->form.looked_at;
}

uint32_t visited_count(const struct visited *v)
{
    return v->wholes.lists.size ? v->wholes.lists.size : v->states.lists.size;
}

// ---- growth

enum { CELL = 4, CELLS = LINE_BYTES / CELL };

// A line of memory: its latest content, and how often each of its cells has changed.
struct line_growth {
    uint64_t address;
    uint32_t content[CELLS], changes[CELLS];
};

static int compare_canonical_parts(const void *a, const void *b)
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
        qsort(lines.data, lines.size, sizeof *lines.data, compare_canonical_parts);
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

static void number_lists_free(struct number_lists *l)
{
    vector_free(&l->numbers);
    vector_free(&l->lists);
    index_free(&l->index);
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
    number_lists_free(&v->states);
    number_lists_free(&v->wholes);
    vector_free(&v->present);
    memory_free(v);
}
