#include "analysis/version_names.h"

#include "analysis/relocations.h"
#include "base/bit_array.h"
#include "base/hash.h"
#include "base/index.h"
#include "program/layout.h"

#include <stdlib.h>
#include <string.h>

// ---- functions

static uint64_t function_hash(const struct program *p, uint32_t number)
{
    const char *name = program_string(p, p->functions[number].name);
    return hash_bytes(name, strlen(name));
}

static bool same_string(const struct program *p, uint32_t a, const struct program *q, uint32_t b)
{
    return strcmp(program_string(p, a), program_string(q, b)) == 0;
}

// Whether calls of the one and of the other mean the same but for what their code does.
static bool same_interface(const struct program *p, const struct function *f, const struct program *q,
                           const struct function *g)
{
    return f->kind == g->kind && f->flags == g->flags && f->native == g->native &&
           f->parameter_words == g->parameter_words && f->result_words == g->result_words &&
           f->result_width == g->result_width && same_string(p, f->signature, q, g->signature);
}

static uint32_t find_function_named(const struct index *index, const struct program *p,
                                    const struct program *q, uint32_t wanted)
{
    uint64_t hash = function_hash(q, wanted);
    for (uint32_t at = index_begin(hash), n; (n = index_next(index, hash, &at)) != INDEX_NONE;)
        if (same_string(p, p->functions[n].name, q, q->functions[wanted].name))
            return n;
    return NO_FUNCTION;
}

static void pair_functions(struct counterparts *c)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    struct index index = {0};
    for (uint32_t f = 0; f < p->functions_count; f++)
        index_add(&index, function_hash(p, f), f);
    for (uint32_t g = 0; g < q->functions_count; g++) {
        uint32_t f = find_function_named(&index, p, q, g);
        if (f == NO_FUNCTION || c->functions[VERSION_OLD][f] != NO_FUNCTION ||
            !same_interface(p, &p->functions[f], q, &q->functions[g]))
            continue;
        c->functions[VERSION_OLD][f] = g;
        c->functions[VERSION_NEW][g] = f;
    }
    index_free(&index);
}

// ---- globals

static bool is_literal_global(const struct program *p, uint32_t number)
{
    const char *name = program_string(p, p->globals[number].name);
    return (name[0] == '.' || strncmp(name, "__const.", 8) == 0) && !(p->globals[number].flags & GLOBAL_ZERO);
}

static uint64_t global_hash(const struct program *p, uint32_t number)
{
    const struct global *g = &p->globals[number];
    const char *name = program_string(p, g->name);
    return is_literal_global(p, number) ? hash_bytes(p->data + g->data, g->size)
                                        : hash_bytes(name, strlen(name));
}

static bool globals_fit(const struct program *p, uint32_t f, const struct program *q, uint32_t g)
{
    const struct global *a = &p->globals[f], *b = &q->globals[g];
    if (is_literal_global(p, f) != is_literal_global(q, g))
        return false;
    if (!is_literal_global(p, f))
        return same_string(p, a->name, q, b->name);
    return a->size == b->size && memcmp(p->data + a->data, q->data + b->data, a->size) == 0;
}

// Literals with one content are paired in their order.
static void pair_all_globals(struct counterparts *c)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    struct index index = {0};
    for (uint32_t f = 0; f < p->globals_count; f++)
        index_add(&index, global_hash(p, f), f);
    for (uint32_t g = 0; g < q->globals_count; g++) {
        uint64_t hash = global_hash(q, g);
        for (uint32_t at = index_begin(hash), f; (f = index_next(&index, hash, &at)) != INDEX_NONE;) {
            if (c->globals[VERSION_OLD][f] != NO_GLOBAL || !globals_fit(p, f, q, g))
                continue;
            c->globals[VERSION_OLD][f] = g;
            c->globals[VERSION_NEW][g] = f;
            break;
        }
    }
    index_free(&index);
}

static void order_globals(struct version_names *names, enum version version)
{
    const struct program *p = names->result->programs[version];
    names->by_address[version] = memory_alloc(((size_t)p->globals_count + 1) * sizeof(uint32_t));
    names->thread_locals[version] = memory_zalloc((size_t)p->thread_local_count + 1, sizeof(uint32_t));
    for (uint32_t g = 0; g < p->globals_count; g++) // addresses ascend (program_check)
        if (p->globals[g].flags & GLOBAL_THREAD_LOCAL)
            names->thread_locals[version][p->globals[g].address] = g;
        else
            names->by_address[version][names->by_address_count[version]++] = g;
}

// ---- addresses

// What lies at an address.
struct address_symbol {
    enum { SYMBOL_NONE, SYMBOL_FUNCTION, SYMBOL_GLOBAL } kind;
    uint32_t number;
    uint64_t offset;
};

static struct address_symbol address_symbol_at(const struct version_names *names, enum version version,
                                               uint64_t address)
{
    const struct program *p = names->result->programs[version];
    uint64_t behind = address - LAYOUT_FUNCTION_BASE;
    if (address >= LAYOUT_FUNCTION_BASE && behind / LAYOUT_FUNCTION_STRIDE < p->functions_count)
        return (struct address_symbol){SYMBOL_FUNCTION, (uint32_t)(behind / LAYOUT_FUNCTION_STRIDE),
                                       behind % LAYOUT_FUNCTION_STRIDE};
    const uint32_t *globals = names->by_address[version];
    uint32_t low = 0, high = names->by_address_count[version];
    while (low < high) { // the first that does not end before the address
        uint32_t middle = low + (high - low) / 2;
        const struct global *g = &p->globals[globals[middle]];
        if (g->address + g->size < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->by_address_count[version] || p->globals[globals[low]].address > address)
        return (struct address_symbol){.kind = SYMBOL_NONE};
    return (struct address_symbol){SYMBOL_GLOBAL, globals[low], address - p->globals[globals[low]].address};
}

bool version_names_same_address(const struct version_names *names, uint64_t old_address, uint64_t new_address)
{
    struct address_symbol a = address_symbol_at(names, VERSION_OLD, old_address);
    struct address_symbol b = address_symbol_at(names, VERSION_NEW, new_address);
    if (a.kind != b.kind || a.offset != b.offset)
        return false;
    switch (a.kind) {
    case SYMBOL_NONE: return old_address == new_address;
    case SYMBOL_FUNCTION: return names->result->functions[VERSION_OLD][a.number] == b.number;
    case SYMBOL_GLOBAL: return names->result->globals[VERSION_OLD][a.number] == b.number;
    }
    return false;
}

bool version_names_same_local(const struct version_names *names, uint64_t old_number, uint64_t new_number)
{
    return names->result->globals[VERSION_OLD][names->thread_locals[VERSION_OLD][old_number]] ==
           names->thread_locals[VERSION_NEW][new_number];
}

// ---- initial values

static uint64_t data_word_at(const struct program *p, uint64_t offset)
{
    uint64_t word = 0;
    memcpy(&word, p->data + offset, p->pointer_bits / 8);
    return word;
}

static bool same_symbolic_data(const struct version_names *names, const struct global *f,
                               const struct global *g)
{
    const struct program *p = names->result->programs[VERSION_OLD], *q = names->result->programs[VERSION_NEW];
    uint64_t word = p->pointer_bits / 8, at = 0;
    uint32_t k = relocations_from(p, f->data), l = relocations_from(q, g->data);
    for (;; k++, l++) {
        uint64_t next = k < p->relocations_count && p->relocations[k] < f->data + f->size
                            ? p->relocations[k] - f->data
                            : f->size;
        uint64_t other = l < q->relocations_count && q->relocations[l] < g->data + g->size
                             ? q->relocations[l] - g->data
                             : g->size;
        if (next != other || memcmp(p->data + f->data + at, q->data + g->data + at, next - at) != 0)
            return false;
        if (next == f->size)
            return true;
        if (next + word > f->size || !version_names_same_address(names, data_word_at(p, f->data + next),
                                                                 data_word_at(q, g->data + next)))
            return false;
        at = next + word;
    }
}

static bool same_symbolic_global(const struct version_names *names, uint32_t a, uint32_t b)
{
    const struct global *f = &names->result->programs[VERSION_OLD]->globals[a];
    const struct global *g = &names->result->programs[VERSION_NEW]->globals[b];
    if (f->size != g->size || f->alignment != g->alignment || f->flags != g->flags)
        return false;
    return f->flags & GLOBAL_ZERO || same_symbolic_data(names, f, g);
}

static void note_changed_globals(const struct version_names *names)
{
    struct counterparts *c = names->result;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        for (uint32_t g = 0; g < c->programs[v]->globals_count; g++)
            if (c->globals[v][g] == NO_GLOBAL)
                bit_array_add(c->changed_globals[v], g);
    for (uint32_t g = 0; g < c->programs[VERSION_OLD]->globals_count; g++) {
        uint32_t other = c->globals[VERSION_OLD][g];
        if (other == NO_GLOBAL || same_symbolic_global(names, g, other))
            continue;
        bit_array_add(c->changed_globals[VERSION_OLD], g);
        bit_array_add(c->changed_globals[VERSION_NEW], other);
    }
}

// Functions lie in the order of their numbers (program/layout.h), thread-local variables where those before
// them leave room.
static void find_moved(struct counterparts *c)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    for (uint32_t f = 0; f < p->functions_count; f++) {
        uint32_t g = c->functions[VERSION_OLD][f];
        if (g == NO_FUNCTION || f == g)
            continue;
        bit_array_add(c->moved_functions[VERSION_OLD], f);
        bit_array_add(c->moved_functions[VERSION_NEW], g);
        c->moved = true;
    }
    c->moved_locals = p->thread_local_count != q->thread_local_count;
    for (uint32_t f = 0; f < p->globals_count; f++) {
        uint32_t g = c->globals[VERSION_OLD][f];
        if (g == NO_GLOBAL || p->globals[f].address == q->globals[g].address)
            continue;
        bit_array_add(c->moved_globals[VERSION_OLD], f);
        bit_array_add(c->moved_globals[VERSION_NEW], g);
        c->moved_locals |= p->globals[f].flags & GLOBAL_THREAD_LOCAL;
        c->moved = true;
    }
    c->moved |= c->moved_locals;
}

void version_names_pair(struct version_names *names, struct counterparts *result)
{
    *names = (struct version_names){.result = result};
    pair_functions(result);
    pair_all_globals(result);
    order_globals(names, VERSION_OLD);
    order_globals(names, VERSION_NEW);
    note_changed_globals(names);
    find_moved(result);
}

void version_names_free(struct version_names *names)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        memory_free(names->by_address[v]);
        memory_free(names->thread_locals[v]);
    }
}
