// The instructions of two functions that match, in the order of the source.
#include "analysis/matching_parts.h"
#include "base/hash.h"
#include "base/sequence.h"

#include <stdlib.h>

// A function's instructions in the order of the source: that of the blocks changes where something is added.
struct matching_code_listing {
    struct code_content *content;
    VECTOR(uint32_t) codes;
    VECTOR(uint32_t) runs; // where the statements of each line begin
    uint64_t *hashes[CODE_CONTENT_WHOLE + 1];
    uint64_t *run_hashes;
};

// ---- order

struct matching_code_position {
    uint32_t line, column, code;
};

static int compare_positions(const void *left, const void *right)
{
    const struct matching_code_position *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->code < b->code ? -1 : a->code > b->code;
}

static bool says_little(unsigned op)
{
    return op == OP_JUMP || op == OP_MOVE || op == OP_LOOP || op == OP_CONST;
}

// What has no place of its own stays with the instruction before it. Reformatting does not change the order:
// it is that of the tokens.
static void list_codes(struct matching_code_listing *l, uint32_t function)
{
    const struct program *p = l->content->program;
    const struct function *f = &p->functions[function];
    VECTOR(struct matching_code_position) order = {0};
    struct matching_code_position position = {0};
    for (uint32_t code = f->first; code < f->end; code = code_next(p, code)) {
        const struct location *at = &p->locations[p->location_of[code]];
        if (at->line)
            position = (struct matching_code_position){at->line, at->column, 0};
        position.code = code;
        vector_push(&order, position);
    }
    if (order.size)
        qsort(order.data, order.size, sizeof *order.data, compare_positions);
    for (uint32_t k = 0; k < order.size; k++)
        vector_push(&l->codes, order.data[k].code);
    vector_free(&order);
}

static void list_runs(struct matching_code_listing *l)
{
    const struct program *p = l->content->program;
    uint32_t line = 0;
    for (uint32_t k = 0; k < l->codes.size; k++) {
        const struct location *at = &p->locations[p->location_of[l->codes.data[k]]];
        bool placed = at->line && at->column;
        if (!k || (placed && at->line != line))
            vector_push(&l->runs, k);
        line = placed ? at->line : line;
    }
}

static uint32_t end_of_run(const struct matching_code_listing *l, uint32_t run)
{
    return run + 1 < l->runs.size ? l->runs.data[run + 1] : l->codes.size;
}

static void listing_make(struct matching_code_listing *l, struct code_content *content, uint32_t function)
{
    l->content = content;
    list_codes(l, function);
    list_runs(l);
    for (uint32_t level = 0; level <= CODE_CONTENT_WHOLE; level++) {
        l->hashes[level] = memory_alloc(((size_t)l->codes.size + 1) * sizeof *l->hashes[level]);
        for (uint32_t k = 0; k < l->codes.size; k++)
            l->hashes[level][k] = code_content_hash(content, l->codes.data[k], level);
    }
    l->run_hashes = memory_alloc(((size_t)l->runs.size + 1) * sizeof *l->run_hashes);
    for (uint32_t r = 0; r < l->runs.size; r++) {
        l->run_hashes[r] = end_of_run(l, r) - l->runs.data[r];
        for (uint32_t k = l->runs.data[r]; k < end_of_run(l, r); k++)
            l->run_hashes[r] = hash_combine(l->run_hashes[r], l->hashes[CODE_CONTENT_WHOLE][k]);
    }
}

static void listing_free(struct matching_code_listing *l)
{
    vector_free(&l->codes);
    vector_free(&l->runs);
    memory_free(l->run_hashes);
    for (uint32_t level = 0; level <= CODE_CONTENT_WHOLE; level++)
        memory_free(l->hashes[level]);
}

// ---- matching

struct pairing {
    struct matching_code_listing lists[VERSION_COUNT];
    uint32_t *match; // by place in the old listing: its counterpart's place in the new one
};

// Lines whose statements are all equal.
static void match_runs(struct pairing *p)
{
    const struct matching_code_listing *a = &p->lists[VERSION_OLD], *b = &p->lists[VERSION_NEW];
    uint32_t *runs = memory_alloc(((size_t)a->runs.size + 1) * sizeof *runs);
    sequence_match(a->run_hashes, a->runs.size, b->run_hashes, b->runs.size, runs);
    for (uint32_t r = 0; r < a->runs.size; r++) {
        if (runs[r] == SEQUENCE_NONE)
            continue;
        uint32_t length = end_of_run(a, r) - a->runs.data[r];
        if (length != end_of_run(b, runs[r]) - b->runs.data[runs[r]])
            continue; // hashes that collide
        for (uint32_t k = 0; k < length; k++)
            p->match[a->runs.data[r] + k] = b->runs.data[runs[r]] + k;
    }
    memory_free(runs);
}

// Which instructions a pass looks at: constants and jumps say too little to begin with.
static bool takes_part(const struct matching_code_listing *l, uint32_t k, bool all)
{
    unsigned op = l->content->program->code[l->codes.data[k]].op;
    return all || !says_little(op);
}

struct matching_code_gap {
    uint32_t a0, a1, b0, b1;
};

struct chosen {
    VECTOR(uint32_t) places;
    VECTOR(uint64_t) hashes;
};

static void choose_listed(const struct matching_code_listing *l, uint32_t first, uint32_t end,
                          enum code_content_level level, bool all, struct chosen *chosen)
{
    for (uint32_t k = first; k < end; k++)
        if (takes_part(l, k, all)) {
            vector_push(&chosen->places, k);
            vector_push(&chosen->hashes, l->hashes[level][k]);
        }
}

static void chosen_free(struct chosen *chosen)
{
    vector_free(&chosen->places);
    vector_free(&chosen->hashes);
}

static void match_gap(struct pairing *p, struct matching_code_gap gap, enum code_content_level level,
                      bool all)
{
    struct chosen a = {0}, b = {0};
    choose_listed(&p->lists[VERSION_OLD], gap.a0, gap.a1, level, all, &a);
    choose_listed(&p->lists[VERSION_NEW], gap.b0, gap.b1, level, all, &b);
    uint32_t *match = memory_alloc(((size_t)a.places.size + 1) * sizeof *match);
    sequence_match(a.hashes.data, a.hashes.size, b.hashes.data, b.hashes.size, match);
    for (uint32_t k = 0; k < a.places.size; k++)
        if (match[k] != SEQUENCE_NONE)
            p->match[a.places.data[k]] = vector_at(&b.places, match[k]);
    memory_free(match);
    chosen_free(&a);
    chosen_free(&b);
}

// Matches what is left between what is matched.
static void match_gaps(struct pairing *p, enum code_content_level level, bool all)
{
    uint32_t count = p->lists[VERSION_OLD].codes.size, b = 0;
    for (uint32_t k = 0; k < count;) {
        struct matching_code_gap gap = {.a0 = k, .b0 = b};
        while (k < count && p->match[k] == SEQUENCE_NONE)
            k++;
        gap.a1 = k;
        gap.b1 = k < count ? p->match[k] : p->lists[VERSION_NEW].codes.size;
        if (gap.a0 < gap.a1 && gap.b0 < gap.b1)
            match_gap(p, gap, level, all);
        if (k < count)
            b = p->match[k++] + 1;
    }
}

// Whether every block has the content that the other's has, registers included.
static bool match_equal_blocks(struct matching *m, const struct function *f, const struct function *g)
{
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    if (f->end_block - f->first_block != g->end_block - g->first_block ||
        f->end - f->first != g->end - g->first)
        return false;
    for (uint32_t b = 0; b < f->end_block - f->first_block; b++) {
        const struct block *x = &p->blocks[f->first_block + b], *y = &q->blocks[g->first_block + b];
        if (x->hash != y->hash || x->end - x->first != y->end - y->first)
            return false;
    }
    for (uint32_t k = 0; k < f->end - f->first; k++) {
        m->codes[VERSION_OLD][f->first + k] = g->first + k;
        m->codes[VERSION_NEW][g->first + k] = f->first + k;
    }
    return true;
}

void matching_code(struct matching *m, uint32_t old_function, uint32_t new_function)
{
    struct pairing p = {0};
    if (match_equal_blocks(m, &matching_program(m, VERSION_OLD)->functions[old_function],
                           &matching_program(m, VERSION_NEW)->functions[new_function]))
        return;
    listing_make(&p.lists[VERSION_OLD], m->contents[VERSION_OLD], old_function);
    listing_make(&p.lists[VERSION_NEW], m->contents[VERSION_NEW], new_function);
    uint32_t count = p.lists[VERSION_OLD].codes.size;
    p.match = memory_alloc(((size_t)count + 1) * sizeof *p.match);
    for (uint32_t k = 0; k < count; k++)
        p.match[k] = SEQUENCE_NONE;
    match_runs(&p);
    match_gaps(&p, CODE_CONTENT_WHOLE, true);
    match_gaps(&p, CODE_CONTENT_OWN, false);
    match_gaps(&p, CODE_CONTENT_SHAPE, false);
    match_gaps(&p, CODE_CONTENT_OWN, true);
    match_gaps(&p, CODE_CONTENT_SHAPE, true);
    for (uint32_t k = 0; k < count; k++) {
        if (p.match[k] == SEQUENCE_NONE)
            continue;
        uint32_t a = p.lists[VERSION_OLD].codes.data[k], b = p.lists[VERSION_NEW].codes.data[p.match[k]];
        m->codes[VERSION_OLD][a] = b;
        m->codes[VERSION_NEW][b] = a;
    }
    memory_free(p.match);
    listing_free(&p.lists[VERSION_OLD]);
    listing_free(&p.lists[VERSION_NEW]);
}
