// Whether clocks may stand still: whether no decision depends on the seconds that they show.
#include "analysis/analyses.h"
#include "analysis/faint.h"
#include "analysis/faint_search.h"
#include "analysis/pointers.h"

static bool is_timed(const struct program *p, uint32_t code)
{
    return p->code[code].op == OP_CALL_NATIVE && natives_is_timed(p->code[code].a);
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
            faint_search_read(s, a);
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
            faint_search_read(s, &part);
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

bool still_clocks_add_call(struct faint_search *s, uint32_t code)
{
    if (is_timed(s->slice->dependence->program, code))
        add_timed_call(s, code);
    else if (is_plain_copy(s, code))
        add_copy(s, code);
    else
        return false;
    return true;
}

void still_clocks_follow_copies(struct faint_search *s)
{
    for (uint32_t k = 0; k < s->copies.size; k++)
        follow_copy(s, s->copies.data[k]);
}

// ---- seconds

bool faint_seconds(const struct program *program, uint32_t properties)
{
    uint32_t look = program_find_function(program, PROGRAM_LOOK);
    if (look == NO_FUNCTION)
        return true;
    struct faint_search s;
    faint_search_begin(&s, program, properties, true);
    faint_search_run(&s);
    bool decides = s.reads_all;
    const struct function *f = &program->functions[look];
    for (uint32_t code = f->first; code < f->end && !decides; code = code_next(program, code))
        decides = program->code[code].op == OP_RETURN && slice_contains(s.slice, code);
    idle_free(s.idle);
    faint_search_end(&s);
    return !decides;
}
