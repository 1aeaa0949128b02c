#include "analysis/counterparts.h"

#include "analysis/flow.h"
#include "analysis/same_code.h"
#include "analysis/same_values.h"
#include "base/bit_array.h"

#include <string.h>

// Sequences whose middles make a larger table than that have changed there.
enum { MOST_COMPARISONS = 1 << 22 };

// ---- sequences of instructions

struct code_sequence {
    uint32_t *data;
    uint32_t size, capacity;
};

static struct code_sequence sequence_of(const struct program *p, uint32_t first, uint32_t end)
{
    struct code_sequence s = {0};
    for (uint32_t code = first; code < end; code = code_next(p, code))
        vector_push(&s, code);
    return s;
}

// Two sequences of instructions: of blocks that correspond, or of functions with another control flow.
struct sequence_pair {
    const struct version_names *names;
    bool same_ways;
    const uint32_t *a, *b; // instructions, and how many
    uint32_t size_a, size_b;
};

static bool same_at(const struct sequence_pair *c, uint32_t k, uint32_t l)
{
    return same_operation(c->names, c->a[k], c->b[l], c->same_ways);
}

static void pair_codes(const struct sequence_pair *c, uint32_t k, uint32_t l)
{
    c->names->result->code[VERSION_OLD][c->a[k]] = c->b[l];
    c->names->result->code[VERSION_NEW][c->b[l]] = c->a[k];
}

// Takes what is equal at both ends, which leaves the middle.
static void take_ends(struct sequence_pair *c)
{
    while (c->size_a && c->size_b && same_at(c, 0, 0)) {
        pair_codes(c, 0, 0);
        c->a++, c->b++, c->size_a--, c->size_b--;
    }
    while (c->size_a && c->size_b && same_at(c, c->size_a - 1, c->size_b - 1)) {
        pair_codes(c, c->size_a - 1, c->size_b - 1);
        c->size_a--, c->size_b--;
    }
}

// lengths[k][l]: of a longest common subsequence of what follows k and l.
static void take_middle(const struct sequence_pair *c)
{
    size_t row = (size_t)c->size_b + 1;
    if (!c->size_a || !c->size_b || (uint64_t)c->size_a * c->size_b > MOST_COMPARISONS)
        return;
    uint32_t *lengths = memory_zalloc(((size_t)c->size_a + 1) * row, sizeof *lengths);
    for (uint32_t k = c->size_a; k-- > 0;)
        for (uint32_t l = c->size_b; l-- > 0;) {
            uint32_t down = lengths[(k + 1) * row + l], right = lengths[k * row + l + 1];
            lengths[k * row + l] = same_at(c, k, l) ? lengths[(k + 1) * row + l + 1] + 1
                                   : down > right   ? down
                                                    : right;
        }
    for (uint32_t k = 0, l = 0; k < c->size_a && l < c->size_b;) {
        if (same_at(c, k, l))
            pair_codes(c, k++, l++);
        else if (lengths[(k + 1) * row + l] >= lengths[k * row + l + 1])
            k++;
        else
            l++;
    }
    memory_free(lengths);
}

// The instructions of both from `first` to `end`.
static void pair_sequences(const struct version_names *names, const uint32_t first[2], const uint32_t end[2],
                           bool same_ways)
{
    const struct counterparts *r = names->result;
    struct code_sequence a = sequence_of(r->programs[VERSION_OLD], first[VERSION_OLD], end[VERSION_OLD]);
    struct code_sequence b = sequence_of(r->programs[VERSION_NEW], first[VERSION_NEW], end[VERSION_NEW]);
    struct sequence_pair c = {names, same_ways, a.data, b.data, a.size, b.size};
    take_ends(&c);
    take_middle(&c);
    vector_free(&a);
    vector_free(&b);
}

// ---- functions

static void take_back_function(struct counterparts *c, enum version version, uint32_t function)
{
    const struct function *f = &c->programs[version]->functions[function];
    for (uint32_t code = f->first; code < f->end; code++)
        c->code[version][code] = NO_CODE;
    bit_array_add(c->changed_functions[version], function);
}

static void pair_blocks(const struct version_names *names, const struct function *f, const struct function *g)
{
    const struct program *p = names->result->programs[VERSION_OLD], *q = names->result->programs[VERSION_NEW];
    for (uint32_t k = 0; k < f->end_block - f->first_block; k++) {
        const struct block *a = &p->blocks[f->first_block + k], *b = &q->blocks[g->first_block + k];
        pair_sequences(names, (const uint32_t[]){a->first, b->first}, (const uint32_t[]){a->end, b->end},
                       true);
    }
}

static void pair_code(const struct version_names *names, uint32_t old_function, uint32_t new_function)
{
    struct counterparts *c = names->result;
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    const struct function *f = &p->functions[old_function], *g = &q->functions[new_function];
    bool same_ways = same_control_flow(names, old_function, new_function);
    if (same_ways)
        pair_blocks(names, f, g);
    else
        pair_sequences(names, (const uint32_t[]){f->first, g->first}, (const uint32_t[]){f->end, g->end},
                       false);
    if (same_values_keep(c->programs, old_function, new_function, c->code, same_ways)) {
        if (!same_ways) {
            bit_array_add(c->reshaped_functions[VERSION_OLD], old_function);
            bit_array_add(c->reshaped_functions[VERSION_NEW], new_function);
        }
        return;
    }
    take_back_function(c, VERSION_OLD, old_function);
    take_back_function(c, VERSION_NEW, new_function);
}

static void pair_all_code(const struct version_names *names)
{
    struct counterparts *c = names->result;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        for (uint32_t f = 0; f < c->programs[v]->functions_count; f++)
            if (c->functions[v][f] == NO_FUNCTION)
                bit_array_add(c->changed_functions[v], f);
    for (uint32_t f = 0; f < c->programs[VERSION_OLD]->functions_count; f++)
        if (c->functions[VERSION_OLD][f] != NO_FUNCTION &&
            c->programs[VERSION_OLD]->functions[f].kind == FUNCTION_DEFINED)
            pair_code(names, f, c->functions[VERSION_OLD][f]);
}

// ---- the whole

static bool same_function_list(const struct counterparts *c, const uint32_t *a, uint32_t count,
                               const uint32_t *b, uint32_t other_count)
{
    bool same = count == other_count;
    for (uint32_t k = 0; same && k < count; k++)
        same = c->functions[VERSION_OLD][a[k]] == b[k];
    return same;
}

static bool same_entry_points(const struct counterparts *c)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    return p->pointer_bits == q->pointer_bits && p->main != NO_FUNCTION &&
           c->functions[VERSION_OLD][p->main] == q->main && p->main_parameters == q->main_parameters &&
           same_function_list(c, p->constructors, p->constructors_count, q->constructors,
                              q->constructors_count) &&
           same_function_list(c, p->destructors, p->destructors_count, q->destructors, q->destructors_count);
}

static uint32_t *none_of(uint32_t count)
{
    uint32_t *numbers = memory_alloc(((size_t)count + 1) * sizeof *numbers);
    memset(numbers, 0xff, ((size_t)count + 1) * sizeof *numbers); // NO_CODE and its like
    return numbers;
}

struct counterparts *counterparts_find(const struct program *old_version, const struct program *new_version)
{
    struct counterparts *c = memory_zalloc(1, sizeof *c);
    struct version_names names;
    c->programs[VERSION_OLD] = old_version;
    c->programs[VERSION_NEW] = new_version;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct program *p = c->programs[v];
        c->functions[v] = none_of(p->functions_count);
        c->globals[v] = none_of(p->globals_count);
        c->code[v] = none_of(p->code_count);
        c->changed_functions[v] = bit_array_new(p->functions_count);
        c->reshaped_functions[v] = bit_array_new(p->functions_count);
        c->changed_globals[v] = bit_array_new(p->globals_count);
        c->moved_functions[v] = bit_array_new(p->functions_count);
        c->moved_globals[v] = bit_array_new(p->globals_count);
    }
    if (old_version->pointer_bits == new_version->pointer_bits) {
        version_names_pair(&names, c);
        pair_all_code(&names);
        version_names_free(&names);
    }
    c->same_frame = same_entry_points(c);
    return c;
}

void counterparts_free(struct counterparts *c)
{
    if (!c)
        return;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        memory_free(c->functions[v]);
        memory_free(c->globals[v]);
        memory_free(c->code[v]);
        memory_free(c->changed_functions[v]);
        memory_free(c->reshaped_functions[v]);
        memory_free(c->changed_globals[v]);
        memory_free(c->moved_functions[v]);
        memory_free(c->moved_globals[v]);
    }
    memory_free(c);
}

static bool empty(const uint64_t *bits, uint32_t count)
{
    for (size_t k = 0; k < bit_array_words(count); k++)
        if (bits[k])
            return false;
    return true;
}

// Whether calls take as much stack as before.
static bool same_frame_sizes(const struct counterparts *c)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    for (uint32_t f = 0; f < p->functions_count; f++) {
        uint32_t g = c->functions[VERSION_OLD][f];
        if (g == NO_FUNCTION || p->functions[f].frame_bytes != q->functions[g].frame_bytes)
            return false;
    }
    return true;
}

bool counterparts_all(const struct counterparts *c)
{
    bool all = c->same_frame && same_frame_sizes(c);
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct program *p = c->programs[v];
        all = all && empty(c->changed_functions[v], p->functions_count) &&
              empty(c->reshaped_functions[v], p->functions_count) &&
              empty(c->changed_globals[v], p->globals_count);
        for (uint32_t code = 0; all && code < p->code_count; code = code_next(p, code))
            all = c->code[v][code] != NO_CODE;
    }
    return all;
}
