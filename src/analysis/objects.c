#include "analysis/objects.h"

#include "base/hash.h"
#include "program/layout.h"

#include <stdlib.h>

// An object with more parts that are pointed to than this is pointed to anywhere.
enum { MOST_PARTS = 512 };

uint32_t greatest_common_divisor(uint64_t x, uint64_t y)
{
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > UINT32_MAX ? 1 : (uint32_t)x;
}

// ---- objects

static uint64_t hash_identity(uint32_t kind, uint32_t index, uint32_t context)
{
    return hash_combine(hash_combine(kind, index), context);
}

uint32_t objects_get(struct objects *os, enum abstract_kind kind, uint32_t index, uint32_t context,
                     uint64_t size, bool *is_new)
{
    uint64_t hash = hash_identity(kind, index, context);
    if (is_new)
        *is_new = false;
    for (uint32_t at = index_begin(hash), n; (n = index_next(&os->object_index, hash, &at)) != INDEX_NONE;) {
        const struct abstract_object *o = &vector_at(&os->list, n);
        if (o->kind == kind && o->index == index && o->context == context)
            return n;
    }
    if (is_new)
        *is_new = true;
    vector_push(&os->list, (struct abstract_object){
                               .kind = (uint8_t)kind, .index = index, .context = context, .size = size});
    vector_push(&os->part_count, 0);
    index_add(&os->object_index, hash, os->list.size - 1);
    return os->list.size - 1;
}

uint32_t objects_global(struct objects *os, uint32_t global)
{
    const struct global *g = &os->program->globals[global];
    bool is_new, local = g->flags & GLOBAL_THREAD_LOCAL;
    // The size of an external variable is only what its declaration says.
    uint64_t size = g->flags & GLOBAL_EXTERNAL ? UNKNOWN_SIZE : g->size;
    uint32_t object =
        objects_get(os, local ? ABSTRACT_THREAD_LOCAL : ABSTRACT_GLOBAL, global, NO_CODE, size, &is_new);
    if (is_new)
        os->list.data[object].flags =
            (uint8_t)((local ? 0 : ABSTRACT_SINGLE) | (g->flags & GLOBAL_CONSTANT ? ABSTRACT_CONSTANT : 0) |
                      (g->flags & GLOBAL_RUNTIME ? ABSTRACT_RUNTIME : 0));
    return object;
}

static uint8_t runtime_flag(const struct objects *os, uint32_t function)
{
    return os->program->functions[function].flags & FUNCTION_RUNTIME ? ABSTRACT_RUNTIME : 0;
}

static uint32_t objects_function(struct objects *os, uint32_t function)
{
    bool is_new;
    uint32_t object = objects_get(os, ABSTRACT_FUNCTION, function, NO_CODE, 0, &is_new);
    if (is_new)
        os->list.data[object].flags =
            (uint8_t)(ABSTRACT_SINGLE | ABSTRACT_CONSTANT | runtime_flag(os, function));
    return object;
}

uint32_t objects_site(struct objects *os, uint32_t site)
{
    const struct site *s = &os->program->sites[site];
    bool is_new;
    uint32_t object = objects_get(os, ABSTRACT_STACK, site, NO_CODE, s->size, &is_new);
    if (is_new)
        os->list.data[object].flags = runtime_flag(os, s->function);
    return object;
}

uint32_t objects_varargs(struct objects *os, uint32_t function)
{
    return objects_get(os, ABSTRACT_VARARGS, function, NO_CODE, UNKNOWN_SIZE, NULL);
}

// ---- places

// What is not computed with, and has no content but a handle's.
static bool is_handle(unsigned kind)
{
    return kind == ABSTRACT_THREAD || kind == ABSTRACT_KEY || kind == ABSTRACT_FUNCTION;
}

bool objects_is_flat(enum abstract_kind kind)
{
    return kind == ABSTRACT_UNKNOWN || kind == ABSTRACT_ARGUMENTS || kind == ABSTRACT_VARARGS;
}

static void normalise(const struct abstract_object *o, struct place *p)
{
    if (objects_is_flat(o->kind) || is_handle(o->kind))
        p->stride = ANY_OFFSET_STRIDE;
    if (p->stride > 1) {
        p->offset %= p->stride;
        if (p->offset < 0)
            p->offset += p->stride;
        // No two lie in the object or at its end, and beyond that nothing is accessed.
        if (o->size != UNKNOWN_SIZE && p->stride > o->size)
            p->stride = 0;
    } else if (p->stride == 0 &&
               (p->offset < 0 ||
                (o->size == UNKNOWN_SIZE ? p->offset > INT32_MAX : (uint64_t)p->offset > o->size))) {
        p->stride = ANY_OFFSET_STRIDE;
    }
    if (p->stride == ANY_OFFSET_STRIDE)
        p->offset = 0;
}

uint32_t objects_place(struct objects *os, uint32_t object, int64_t offset, uint32_t stride)
{
    struct place p = {object, stride, offset};
    normalise(&os->list.data[object], &p);
    if (p.stride == ANY_OFFSET_STRIDE)
        return object;
    uint64_t hash = hash_combine(hash_combine(p.object, p.stride), (uint64_t)p.offset);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&os->part_index, hash, &at)) != INDEX_NONE;) {
        const struct place *q = &vector_at(&os->parts, n);
        if (q->object == p.object && q->offset == p.offset && q->stride == p.stride)
            return FIRST_PART + n;
    }
    if (os->part_count.data[object] >= MOST_PARTS)
        return object;
    vector_push(&os->parts, p);
    os->part_count.data[object]++;
    index_add(&os->part_index, hash, os->parts.size - 1);
    return FIRST_PART + os->parts.size - 1;
}

struct place objects_place_at(const struct objects *os, uint32_t place)
{
    if (objects_is_part(place))
        return vector_at(&os->parts, place - FIRST_PART);
    return (struct place){place, is_handle(vector_at(&os->list, place).kind) ? 0 : ANY_OFFSET_STRIDE, 0};
}

uint32_t objects_move(struct objects *os, uint32_t place, struct transform t)
{
    if (!objects_is_part(place) || (!t.add && !t.stride))
        return place;
    struct place p = objects_place_at(os, place);
    uint32_t stride = greatest_common_divisor(p.stride, t.stride);
    return objects_place(os, p.object, p.offset + t.add, stride);
}

// ---- constants

static void add_global_place(struct objects *os, uint32_t global, uint64_t value,
                             struct place_numbers *places)
{
    int64_t offset = (int64_t)(value - os->program->globals[global].address);
    vector_push(places, objects_place(os, objects_global(os, global), offset, 0));
}

// How many globals do not start after the value.
static uint32_t globals_up_to(const struct objects *os, uint64_t value)
{
    uint32_t low = 0, high = os->global_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (os->program->globals[os->globals_by_address[middle]].address <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// What the number says by itself. Those before the first variable say nothing: 2^32 - 1 is -1 in 32 bits, and
// what is computed from a variable is among its origins.
static void add_by_number(struct objects *os, uint64_t value, struct place_numbers *places)
{
    const struct program *p = os->program;
    uint64_t function = (value - LAYOUT_FUNCTION_BASE) / LAYOUT_FUNCTION_STRIDE;
    if (value >= LAYOUT_FUNCTION_BASE && function < p->functions_count) {
        if ((value - LAYOUT_FUNCTION_BASE) % LAYOUT_FUNCTION_STRIDE == 0)
            vector_push(places, objects_place(os, objects_function(os, (uint32_t)function), 0, 0));
        return;
    }
    uint64_t chunk = (uint64_t)1 << layout_chunk_bits(p->pointer_bits);
    if (value < chunk || value > p->globals_end || !os->global_count)
        return;
    uint32_t up_to = globals_up_to(os, value);
    if (up_to > 0) {
        uint32_t before = os->globals_by_address[up_to - 1];
        add_global_place(os, before, value, places);
        if (value - p->globals[before].address <= p->globals[before].size)
            return;
    }
    if (up_to < os->global_count)
        add_global_place(os, os->globals_by_address[up_to], value, places);
}

// The variables that it was computed from, and lies outside of.
static void add_origins(struct objects *os, uint64_t value, struct place_numbers *places)
{
    const struct program *p = os->program;
    uint32_t low = 0, high = p->outside_addresses_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->outside_addresses[middle].address < value)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < p->outside_addresses_count && p->outside_addresses[low].address == value; low++)
        vector_push(places, objects_place(os, objects_global(os, p->outside_addresses[low].global), 0,
                                          ANY_OFFSET_STRIDE));
}

void objects_of_constant(struct objects *os, uint64_t value, struct place_numbers *places)
{
    vector_clear(places);
    if (!value)
        return;
    add_by_number(os, value, places);
    add_origins(os, value, places);
}

bool objects_is_inside(const struct objects *os, uint64_t value)
{
    const struct program *p = os->program;
    if (value >> layout_chunk_bits(p->pointer_bits) == 0 || value > p->globals_end)
        return false;
    uint32_t up_to = globals_up_to(os, value);
    const struct global *g = up_to ? &p->globals[os->globals_by_address[up_to - 1]] : NULL;
    return g && value - g->address <= g->size;
}

// ---- life

struct addressed {
    uint64_t address;
    uint32_t global;
};

static int compare_addressed(const void *x, const void *y)
{
    const struct addressed *a = x, *b = y;
    return a->address < b->address ? -1 : a->address > b->address;
}

static void sort_globals(struct objects *os)
{
    const struct program *p = os->program;
    struct addressed *all = memory_alloc((p->globals_count + 1) * sizeof *all);
    for (uint32_t g = 0; g < p->globals_count; g++)
        if (!(p->globals[g].flags & GLOBAL_THREAD_LOCAL))
            all[os->global_count++] = (struct addressed){p->globals[g].address, g};
    qsort(all, os->global_count, sizeof *all, compare_addressed);
    os->globals_by_address = memory_alloc((os->global_count + 1) * sizeof *os->globals_by_address);
    for (uint32_t k = 0; k < os->global_count; k++)
        os->globals_by_address[k] = all[k].global;
    memory_free(all);
}

void objects_init(struct objects *os, const struct program *program)
{
    *os = (struct objects){.program = program, .word = program->pointer_bits / 8};
    sort_globals(os);
    for (uint32_t k = OBJECT_UNKNOWN; k <= OBJECT_INPUT; k++)
        objects_get(os, ABSTRACT_UNKNOWN, k, NO_CODE, UNKNOWN_SIZE, NULL);
    os->list.data[OBJECT_UNKNOWN].flags = ABSTRACT_ESCAPED;
}

void objects_free(struct objects *os)
{
    vector_free(&os->list);
    vector_free(&os->part_count);
    vector_free(&os->parts);
    index_free(&os->object_index);
    index_free(&os->part_index);
    memory_free(os->globals_by_address);
}
