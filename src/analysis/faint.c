#include "analysis/faint.h"

#include "analysis/decides.h"
#include "analysis/faint_search.h"
#include "program/registers.h"

#include <stdlib.h>

enum { LINE = 64 };

// Bytes of objects of one kind and index that something may read which decides. Size 0: there are such
// objects.
struct read_range {
    uint32_t kind, index, stride;
    int64_t offset;
    uint64_t size;
};

struct faint_values {
    const struct program *program;
    struct idle *idle;
    uint64_t *deciding; // instructions that use what they read to decide, or for something that does
    uint64_t *passed;   // operands of calls (program->operands) by which the called function decides nothing
    bool reads_all;     // no memory is faint
    VECTOR(struct read_range) reads; // ascending by kind and index
};

// ---- what is kept of it

static int compare_ranges(const void *left, const void *right)
{
    const struct read_range *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

// What a function does with its parameters is known of those that are passed in plain words.
static void keep_passed(struct faint_values *v, const struct slice *slice, uint32_t code)
{
    const struct program *p = v->program;
    const struct instruction *i = &p->code[code];
    const uint32_t *list = p->operands + i->b;
    if (i->op != OP_CALL || p->functions[i->a].kind != FUNCTION_DEFINED)
        return;
    const struct dependence *d = slice->dependence;
    for (uint32_t k = 0; k < list[0] && k < p->functions[i->a].parameter_words; k++)
        if (!bit_array_has(slice->members, d->nodes.parameter + d->parameter_base[i->a] + k))
            bit_array_add(v->passed, i->b + 2 + k);
}

static void keep_deciding(struct faint_values *v, const struct faint_search *s)
{
    uint32_t objects = points_to_object_count(s->points_to);
    for (uint32_t k = 0; k < objects; k++) {
        const struct abstract_object *o = points_to_object(s->points_to, k);
        vector_push(&v->reads, (struct read_range){o->kind, o->index, 0, 0, 0});
    }
    for (uint32_t k = 0; k < s->reads.size; k++) {
        const struct deciding_read *r = &s->reads.data[k];
        const struct abstract_object *o = points_to_object(s->points_to, r->place.object);
        vector_push(&v->reads,
                    (struct read_range){o->kind, o->index, r->place.stride, r->place.offset, r->size});
    }
    if (v->reads.size)
        qsort(v->reads.data, v->reads.size, sizeof *v->reads.data, compare_ranges);
    for (uint32_t code = 0; code < v->program->code_count; code = code_next(v->program, code)) {
        if (slice_contains(s->slice, code))
            bit_array_add(v->deciding, code);
        keep_passed(v, s->slice, code);
    }
}

struct faint_values *faint_values_compute(const struct program *program, uint32_t properties)
{
    struct faint_search s;
    struct faint_values *v = NULL;
    faint_search_begin(&s, program, properties, false);
    if (faint_search_run(&s)) {
        v = memory_zalloc(1, sizeof *v);
        v->program = program;
        v->idle = s.idle;
        v->reads_all = s.reads_all;
        v->deciding = bit_array_new(program->code_count);
        v->passed = bit_array_new(program->operands_count);
        keep_deciding(v, &s);
    } else {
        idle_free(s.idle);
    }
    faint_search_end(&s);
    return v;
}

void faint_values_free(struct faint_values *v)
{
    if (!v)
        return;
    idle_free(v->idle);
    memory_free(v->deciding);
    memory_free(v->passed);
    vector_free(&v->reads);
    memory_free(v);
}

// ---- questions

bool faint_operand(const struct faint_values *v, uint32_t code, const uint32_t *slot)
{
    const struct program *p = v->program;
    const struct instruction *i = &p->code[code];
    if (i->op == OP_CALL)
        return slot >= p->operands && slot < p->operands + p->operands_count &&
               bit_array_has(v->passed, (uint32_t)(slot - p->operands));
    if (bit_array_has(v->deciding, code))
        return false;
    if (idle_decides_nothing(v->idle, code))
        return true;
    switch (decides_by(i)) {
    case BY_NONE: return true;
    case BY_ADDRESS: return slot != &i->a;
    case BY_AMOUNT: return slot != &i->b;
    default: return false;
    }
}

bool faint_choose(const struct faint_values *v, uint32_t code)
{
    return idle_is_chosen(v->idle, code);
}

static uint32_t first_range(const struct faint_values *v, const struct read_range *key)
{
    uint32_t low = 0, high = v->reads.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_ranges(&v->reads.data[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t faint_line(const struct faint_values *v, enum abstract_kind kind, uint32_t index, uint64_t line)
{
    const struct read_range key = {.kind = kind, .index = index};
    uint64_t read = 0;
    bool known = false;
    if (v->reads_all)
        return 0;
    for (uint32_t k = first_range(v, &key); k < v->reads.size && !compare_ranges(&v->reads.data[k], &key);
         k++) {
        const struct read_range *r = &v->reads.data[k];
        const struct place from = {1, r->stride, r->offset};
        known = true;
        for (unsigned byte = 0; byte < LINE && r->size; byte++) {
            const struct place at = {1, 0, (int64_t)(line * LINE + byte)};
            if (places_overlap(&at, 1, &from, r->size))
                read |= (uint64_t)1 << byte;
        }
    }
    return known ? ~read : 0;
}
