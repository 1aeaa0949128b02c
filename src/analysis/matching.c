#include "analysis/matching.h"

#include "analysis/matching_parts.h"

#include <stdlib.h>

// ---- renamed globals

// How often matched instructions name a global of each version that has no counterpart.
struct vote {
    uint32_t old_global, new_global, count;
};
struct votes {
    struct vote *data;
    uint32_t size, capacity;
};

static bool may_be_renamed(const struct matching *m, const struct symbol *a, const struct symbol *b)
{
    if (a->kind != SYMBOL_GLOBAL || b->kind != SYMBOL_GLOBAL || a->value != b->value)
        return false;
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    const struct global *g = &p->globals[a->index], *h = &q->globals[b->index];
    return m->globals[VERSION_OLD][a->index] == NO_GLOBAL && m->globals[VERSION_NEW][b->index] == NO_GLOBAL &&
           g->size == h->size && g->flags == h->flags && !code_content_is_literal(p, a->index) &&
           !code_content_is_literal(q, b->index);
}

static void add_vote(struct votes *votes, uint32_t old_global, uint32_t new_global)
{
    for (uint32_t k = 0; k < votes->size; k++) {
        struct vote *v = &votes->data[k];
        if (v->old_global == old_global && v->new_global == new_global) {
            v->count++;
            return;
        }
    }
    vector_push(votes, (struct vote){old_global, new_global, 1});
}

static int compare_votes(const void *left, const void *right)
{
    const struct vote *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    if (a->old_global != b->old_global)
        return a->old_global < b->old_global ? -1 : 1;
    return a->new_global < b->new_global ? -1 : a->new_global > b->new_global;
}

static void collect_votes(const struct matching *m, struct votes *votes)
{
    const struct program *p = matching_program(m, VERSION_OLD);
    struct code_content_parts a = {0}, b = {0};
    for (uint32_t code = 0; code < p->code_count; code++) {
        if (m->codes[VERSION_OLD][code] == NO_CODE || p->code[code].op == OP_EXTRA)
            continue;
        code_content_take_apart(m->contents[VERSION_OLD], code, &a);
        code_content_take_apart(m->contents[VERSION_NEW], m->codes[VERSION_OLD][code], &b);
        for (uint32_t k = 0; a.symbols.size == b.symbols.size && k < a.symbols.size; k++)
            if (may_be_renamed(m, &a.symbols.data[k], &b.symbols.data[k]))
                add_vote(votes, a.symbols.data[k].index, b.symbols.data[k].index);
    }
    code_content_parts_free(&a);
    code_content_parts_free(&b);
}

static void pair_two_globals(struct matching *m, uint32_t old_global, uint32_t new_global)
{
    m->globals[VERSION_OLD][old_global] = new_global;
    m->globals[VERSION_NEW][new_global] = old_global;
}

// Matches what the first content of two globals that match points to. Whether anything was matched.
static bool match_content(struct matching *m, uint32_t old_global, uint32_t new_global)
{
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    const struct global *g = &p->globals[old_global], *h = &q->globals[new_global];
    bool any = false;
    for (uint64_t at = 0; g->size == h->size && !(g->flags & GLOBAL_ZERO) && at < g->size;
         at += p->pointer_bits / 8) {
        struct symbol a = code_content_word(m->contents[VERSION_OLD], old_global, at),
                      b = code_content_word(m->contents[VERSION_NEW], new_global, at);
        if (!may_be_renamed(m, &a, &b))
            continue;
        pair_two_globals(m, a.index, b.index);
        any = true;
    }
    return any;
}

// Globals that are used in the same places are one, under another name.
static void match_renamed_globals(struct matching *m)
{
    struct votes votes = {0};
    collect_votes(m, &votes);
    if (votes.size)
        qsort(votes.data, votes.size, sizeof *votes.data, compare_votes);
    for (uint32_t k = 0; k < votes.size; k++)
        if (m->globals[VERSION_OLD][votes.data[k].old_global] == NO_GLOBAL &&
            m->globals[VERSION_NEW][votes.data[k].new_global] == NO_GLOBAL)
            pair_two_globals(m, votes.data[k].old_global, votes.data[k].new_global);
    vector_free(&votes);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t g = 0; g < matching_program(m, VERSION_OLD)->globals_count; g++)
            if (m->globals[VERSION_OLD][g] != NO_GLOBAL)
                more |= match_content(m, g, m->globals[VERSION_OLD][g]);
    }
}

// ---- all of it

static uint32_t *none(uint32_t count)
{
    uint32_t *numbers = memory_alloc(((size_t)count + 1) * sizeof *numbers);
    memset(numbers, 0xff, ((size_t)count + 1) * sizeof *numbers);
    return numbers;
}

struct matching *matching_compute(const struct program *old_program, const struct program *new_program)
{
    struct matching *m = memory_zalloc(1, sizeof *m);
    const struct program *const programs[] = {old_program, new_program};
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        m->contents[v] = code_content_new(programs[v]);
        m->functions[v] = none(programs[v]->functions_count);
        m->globals[v] = none(programs[v]->globals_count);
        m->codes[v] = none(programs[v]->code_count);
    }
    matching_symbols(m);
    for (uint32_t f = 0; f < old_program->functions_count; f++) {
        uint32_t other = m->functions[VERSION_OLD][f];
        if (other != NO_FUNCTION && old_program->functions[f].kind == FUNCTION_DEFINED)
            matching_code(m, f, other);
    }
    match_renamed_globals(m);
    return m;
}

void matching_free(struct matching *m)
{
    if (!m)
        return;
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        code_content_free(m->contents[v]);
        memory_free(m->functions[v]);
        memory_free(m->globals[v]);
        memory_free(m->codes[v]);
    }
    memory_free(m);
}
