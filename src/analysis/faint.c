#include "analysis/faint.h"

#include "analysis/analyses.h"
#include "analysis/counters.h"
#include "analysis/decides.h"
#include "analysis/idle.h"
#include "analysis/pointers.h"
#include "analysis/slice.h"
#include "program/property.h"
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
    VECTOR(struct read_range) reads; // ascending by kind and index
};

// ---- what decides

struct deciding_read {
    struct place place;
    uint64_t size;
    uint32_t next; // of the same abstract object, + 1; 0: none
};

struct faint_search {
    struct points_to *points_to;
    struct slice *slice; // of the instructions that decide something
    struct idle *idle;
    uint32_t properties; // that are asked for
    bool still;          // clocks stand still
    VECTOR(uint32_t) copies;
    VECTOR(struct deciding_read) reads;
    uint32_t *newest;   // read + 1, by abstract object
    uint64_t *commons;  // lists of accesses in common that are in `reads`
    uint32_t looked_at; // members of the slice whose reads have been collected
    bool reads_all;     // something that decides may read any memory
};

static bool is_reachable(const struct faint_search *s, uint32_t code)
{
    return points_to_reachable(s->points_to, program_function_at(s->slice->dependence->program, code));
}

static bool is_timed(const struct program *p, uint32_t code)
{
    return p->code[code].op == OP_CALL_NATIVE && natives_is_timed(p->code[code].a);
}

static void add_timed_call(struct faint_search *s, uint32_t code);
static bool is_plain_copy(const struct faint_search *s, uint32_t code);
static void add_copy(struct faint_search *s, uint32_t code);

// Calls of functions with code pass on what they are given.
static void add_call(struct faint_search *s, uint32_t code)
{
    struct slice *slice = s->slice;
    const struct program *p = slice->dependence->program;
    const struct instruction *i = &p->code[code];
    if (s->still && is_timed(p, code)) {
        add_timed_call(s, code);
        return;
    }
    if (s->still && is_plain_copy(s, code)) {
        add_copy(s, code);
        return;
    }
    slice_add(slice, code, SLICE_WHOLE);
    if (i->op != OP_CALL || p->functions[i->a].kind != FUNCTION_DEFINED)
        slice_add(slice, code, SLICE_ADDRESS);
}

static bool may_overflow(const struct faint_search *s, uint32_t code)
{
    const struct dependence *d = s->slice->dependence;
    const struct instruction *i = &d->program->code[code];
    return i->op >= OP_ADD && i->op <= OP_XOR_I && i->aux & OP_NSW &&
           !counter_is_slow(d->program, d->registers[d->calls->function_of[code]], code);
}

static bool is_exit_status(const struct faint_search *s, uint32_t code)
{
    const struct program *p = s->slice->dependence->program;
    return s->properties & 1u << PROPERTY_EXIT && p->code[code].op == OP_RETURN &&
           program_function_at(p, code) == p->main;
}

static void add_criteria(struct faint_search *s)
{
    const struct program *p = s->slice->dependence->program;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        const struct instruction *i = &p->code[code];
        if (is_exit_status(s, code))
            slice_add(s->slice, code, SLICE_WHOLE);
        if (!is_reachable(s, code) || i->op == OP_RETURN || i->op == OP_JUMP ||
            idle_decides_nothing(s->idle, code))
            continue;
        if (opcode_is_call(i->op)) {
            add_call(s, code);
            continue;
        }
        if (s->properties & 1u << PROPERTY_OVERFLOW && may_overflow(s, code))
            slice_add(s->slice, code, SLICE_WHOLE);
        switch (decides_by(i)) {
        case BY_ALL: slice_add(s->slice, code, SLICE_WHOLE); break;
        case BY_ADDRESS: slice_add_register(s->slice, code, i->a); break;
        case BY_AMOUNT: slice_add_register(s->slice, code, i->b); break;
        default: break;
        }
    }
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->object == b->object && a->stride == b->stride && a->offset == b->offset;
}

static void add_read(struct faint_search *s, const struct points_to_access *a)
{
    uint32_t *newest = &s->newest[a->place.object];
    for (uint32_t r = *newest; r; r = vector_at(&s->reads, r - 1).next)
        if (vector_at(&s->reads, r - 1).size == a->size &&
            same_place(&vector_at(&s->reads, r - 1).place, &a->place))
            return;
    s->reads_all |= points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_UNKNOWN;
    vector_push(&s->reads, (struct deciding_read){a->place, a->size, *newest});
    *newest = s->reads.size;
}

static void add_reads(struct faint_search *s, uint32_t code, const struct access_list *list)
{
    const struct program *p = s->slice->dependence->program;
    for (uint32_t k = 0; k < list->size; k++) {
        const struct points_to_access *a = &list->data[k];
        bool stops = a->kind == ACCESS_ESCAPE && p->code[code].op != OP_CALL_NATIVE; // it has no model
        if (!stops && (a->read || a->kind == ACCESS_SYNC))
            add_read(s, a);
    }
}

// What a member of the slice reads.
static void collect_reads(struct faint_search *s, uint32_t code)
{
    const struct access_list *list = points_to_accesses(s->points_to, code);
    add_reads(s, code, list);
    for (unsigned k = 0; k < 2 && list->common[k]; k++)
        if (bit_array_add(s->commons, list->common[k]->number))
            add_reads(s, code, list->common[k]);
}

// Where clocks stand still: a time-out needs its arguments and the objects that it waits for. Of its deadline
// only whether the nanoseconds are a valid number matters, which is found out with the time that clocks show.
static void add_timed_call(struct faint_search *s, uint32_t code)
{
    uint32_t native = s->slice->dependence->program->code[code].a;
    bool sleeps = natives_effect(native)->accesses[0].size == EFFECT_MOMENT;
    uint64_t time = natives_size(s->points_to, EFFECT_TIME);
    slice_exclude(s->slice, code); // what uses its result needs no more than these
    slice_add(s->slice, code, SLICE_ADDRESS);
    struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        bool is_deadline = a->kind == ACCESS_MEMORY && !a->write && (sleeps || a->size == time);
        if (!is_deadline && a->place.object != s->points_to->time_object &&
            (a->read || a->kind == ACCESS_SYNC))
            add_read(s, a);
    }
}

// ---- copies, where clocks stand still: seconds and nanoseconds stand beside each other in structures

enum { MOST_COPIED = 64, MOST_COPY_PLACES = 16 };

// A memcpy or memmove of a few bytes from and to known places.
static bool is_plain_copy(const struct faint_search *s, uint32_t code)
{
    const struct instruction *i = &s->slice->dependence->program->code[code];
    if (i->op != OP_CALL_NATIVE || natives_effect(i->a)->flow != FLOW_COPY)
        return false;
    struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
    unsigned places = 0;
    for (const struct points_to_access *a; (a = access_next(&c)); places++)
        if (a->size > MOST_COPIED || a->place.stride || places >= MOST_COPY_PLACES ||
            points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_UNKNOWN)
            return false;
    return true;
}

static void add_copy(struct faint_search *s, uint32_t code)
{
    slice_exclude(s->slice, code);
    slice_add(s->slice, code, SLICE_ADDRESS);
    vector_push(&s->copies, code);
}

// What is decided by the bytes of a copy from `first` on is decided by those that were copied there.
static void add_copied(struct faint_search *s, uint32_t copy, int64_t first, uint64_t size)
{
    struct access_cursor c = {.list = points_to_accesses(s->points_to, copy)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        struct points_to_access part = *a;
        part.place.offset += first;
        part.size = size;
        if (a->read)
            add_read(s, &part);
    }
}

static void follow_copy(struct faint_search *s, uint32_t copy)
{
    struct access_cursor c = {.list = points_to_accesses(s->points_to, copy)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        if (!a->write)
            continue;
        for (uint32_t k = s->newest[a->place.object]; k; k = vector_at(&s->reads, k - 1).next) {
            struct deciding_read r = vector_at(&s->reads, k - 1);
            if (!places_overlap(&a->place, a->size, &r.place, r.size))
                continue;
            int64_t first = 0, end = (int64_t)a->size;
            if (!r.place.stride && r.size <= MOST_COPIED) {
                int64_t from = r.place.offset - a->place.offset;
                first = from > 0 ? from : 0;
                end = from + (int64_t)r.size < end ? from + (int64_t)r.size : end;
            }
            add_copied(s, copy, first, (uint64_t)(end - first));
        }
    }
}

static bool may_be_read(const struct faint_search *s, uint32_t code)
{
    struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        if (!a->write)
            continue;
        if (points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_UNKNOWN && s->reads.size)
            return true;
        for (uint32_t r = s->newest[a->place.object]; r; r = vector_at(&s->reads, r - 1).next)
            if (places_overlap(&a->place, a->size, &vector_at(&s->reads, r - 1).place,
                               vector_at(&s->reads, r - 1).size))
                return true;
    }
    return false;
}

// Closes the slice, and collects what its members read.
static void close_slice(struct faint_search *s)
{
    slice_close(s->slice, SLICE_BACKWARD);
    for (; s->looked_at < s->slice->order.size; s->looked_at++)
        if (s->slice->order.data[s->looked_at] < s->slice->dependence->program->code_count)
            collect_reads(s, s->slice->order.data[s->looked_at]);
}

// The slice knows which writes cannot come before a read; but memory is to be faint or not whatever the order
// of accesses is. Whether anything is left to be faint.
static bool close_by_place(struct faint_search *s)
{
    const struct program *p = s->slice->dependence->program;
    uint32_t size, reads;
    bool left;
    close_slice(s);
    do {
        size = s->slice->order.size;
        reads = s->reads.size;
        left = false;
        for (uint32_t code = 0; code < p->code_count && !s->reads_all; code = code_next(p, code)) {
            if (slice_contains(s->slice, code) || decides_by(&p->code[code]) == BY_ALL ||
                !is_reachable(s, code))
                continue;
            if (may_be_read(s, code))
                slice_add(s->slice, code, SLICE_WHOLE);
            else
                left = true;
        }
        for (uint32_t k = 0; k < s->copies.size; k++)
            follow_copy(s, s->copies.data[k]);
        close_slice(s);
    } while (s->slice->order.size > size || s->reads.size > reads);
    return left && !s->reads_all;
}

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

static void keep(struct faint_values *v, const struct faint_search *s)
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

// The search's slice has to be filled.
static struct faint_search search_begin(const struct program *program, uint32_t properties)
{
    struct faint_search s = {.points_to = analyses_points_to(program),
                             .slice = slice_new(analyses_dependence(program)),
                             .idle = idle_compute(analyses_dependence(program)),
                             .properties = properties};
    s.newest = memory_zalloc((size_t)points_to_object_count(s.points_to) + 1, sizeof *s.newest);
    s.commons = bit_array_new(points_to_common_count(s.points_to));
    slice_follow(s.slice, DEPENDENCE_PLAIN | 1u << DEPENDENCE_RELEASE);
    return s;
}

// But for `idle`.
static void search_end(struct faint_search *s)
{
    vector_free(&s->reads);
    vector_free(&s->copies);
    memory_free(s->newest);
    memory_free(s->commons);
    slice_free(s->slice);
}

struct faint_values *faint_values_compute(const struct program *program, uint32_t properties)
{
    struct faint_search s = search_begin(program, properties);
    struct faint_values *v = NULL;
    add_criteria(&s);
    if (close_by_place(&s)) {
        v = memory_zalloc(1, sizeof *v);
        v->program = program;
        v->idle = s.idle;
        v->deciding = bit_array_new(program->code_count);
        v->passed = bit_array_new(program->operands_count);
        keep(v, &s);
    } else {
        idle_free(s.idle);
    }
    search_end(&s);
    return v;
}

bool faint_seconds(const struct program *program, uint32_t properties)
{
    uint32_t look = program_find_function(program, PROGRAM_LOOK);
    if (look == NO_FUNCTION)
        return true;
    struct faint_search s = search_begin(program, properties);
    s.still = true;
    add_criteria(&s);
    close_by_place(&s);
    bool decides = s.reads_all;
    const struct function *f = &program->functions[look];
    for (uint32_t code = f->first; code < f->end && !decides; code = code_next(program, code))
        decides = program->code[code].op == OP_RETURN && slice_contains(s.slice, code);
    idle_free(s.idle);
    search_end(&s);
    return !decides;
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
