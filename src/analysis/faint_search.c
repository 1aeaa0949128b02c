#include "analysis/faint_search.h"

#include "analysis/analyses.h"
#include "analysis/counters.h"
#include "analysis/decides.h"
#include "program/property.h"
#include "program/registers.h"

static bool is_reachable(const struct faint_search *s, uint32_t code)
{
    return points_to_reachable(s->points_to, program_function_at(s->slice->dependence->program, code));
}

// Calls of functions with code pass on what they are given.
static void add_call_arguments(struct faint_search *s, uint32_t code)
{
    struct slice *slice = s->slice;
    const struct program *p = slice->dependence->program;
    const struct instruction *i = &p->code[code];
    if (s->still && still_clocks_add_call(s, code))
        return;
    slice_add(slice, code, SLICE_WHOLE);
    if (i->op != OP_CALL || p->functions[i->a].kind != FUNCTION_DEFINED)
        slice_add(slice, code, SLICE_ADDRESS);
}

static bool may_overflow_signed(const struct faint_search *s, uint32_t code)
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

static void add_faint_criteria(struct faint_search *s)
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
            add_call_arguments(s, code);
            continue;
        }
        if (s->properties & 1u << PROPERTY_OVERFLOW && may_overflow_signed(s, code))
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

void faint_search_read(struct faint_search *s, const struct points_to_access *a)
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

static void add_deciding_reads(struct faint_search *s, uint32_t code, const struct access_list *list)
{
    const struct program *p = s->slice->dependence->program;
    for (uint32_t k = 0; k < list->size; k++) {
        const struct points_to_access *a = &list->data[k];
        bool stops = a->kind == ACCESS_ESCAPE && p->code[code].op != OP_CALL_NATIVE; // it has no model
        if (!stops && (a->read || a->kind == ACCESS_SYNC))
            faint_search_read(s, a);
    }
}

// What a member of the slice reads.
static void collect_reads(struct faint_search *s, uint32_t code)
{
    const struct access_list *list = points_to_accesses(s->points_to, code);
    add_deciding_reads(s, code, list);
    for (unsigned k = 0; k < 2 && list->common[k]; k++)
        if (bit_array_add(s->commons, list->common[k]->number))
            add_deciding_reads(s, code, list->common[k]);
}

static bool may_be_read(const struct faint_search *s, uint32_t code)
{
    struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        if (!a->write)
            continue;
        if (s->reads_all)
            return true;
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
static void close_faint_slice(struct faint_search *s)
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
    close_faint_slice(s);
    do {
        size = s->slice->order.size;
        reads = s->reads.size;
        left = false;
        for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
            if (slice_contains(s->slice, code) || decides_by(&p->code[code]) == BY_ALL ||
                !is_reachable(s, code))
                continue;
            if (may_be_read(s, code))
                slice_add(s->slice, code, SLICE_WHOLE);
            else
                left = true;
        }
        still_clocks_follow_copies(s);
        close_faint_slice(s);
    } while (s->slice->order.size > size || s->reads.size > reads);
    return left;
}

void faint_search_begin(struct faint_search *s, const struct program *program, uint32_t properties,
                        bool still)
{
    *s = (struct faint_search){.points_to = analyses_points_to(program),
                               .slice = slice_new(analyses_dependence(program)),
                               .idle = idle_compute(analyses_dependence(program)),
                               .properties = properties,
                               .still = still};
    s->newest = memory_zalloc((size_t)points_to_object_count(s->points_to) + 1, sizeof *s->newest);
    s->commons = bit_array_new(points_to_common_count(s->points_to));
    slice_follow(s->slice, DEPENDENCE_PLAIN | 1u << DEPENDENCE_RELEASE);
}

bool faint_search_run(struct faint_search *s)
{
    add_faint_criteria(s);
    return close_by_place(s);
}

void faint_search_end(struct faint_search *s)
{
    vector_free(&s->reads);
    vector_free(&s->copies);
    memory_free(s->newest);
    memory_free(s->commons);
    slice_free(s->slice);
}
