#include "analysis/no_races.h"

#include "analysis/analyses.h"
#include "analysis/locks_held.h"

struct shared_access {
    uint32_t code;
    lock_set locks;
    const struct points_to_access *access;
};
typedef VECTOR(struct shared_access) shared_accesses;

// ---- what the analyses do not cover

static bool calls_unmodelled(struct threads *t, const struct call_site *s)
{
    uint32_t count;
    const struct instruction *i = &t->program->code[s->code];
    const uint32_t *callees = points_to_callees(t->calls->points_to, s->code, &count);
    if (i->op == OP_CALL && t->program->functions[i->a].kind == FUNCTION_UNMODELLED)
        return true;
    for (uint32_t k = 0; k < count; k++)
        if (t->program->functions[callees[k]].kind == FUNCTION_UNMODELLED)
            return true;
    switch (s->native) {
    case NATIVE___heddle_unmodelled:
    case NATIVE___heddle_unmodelled_input:
    case NATIVE___heddle_cancel: // which act comes where is the machine's business
        return true;
    default: return false;
    }
}

// Whether the program may make robust mutexes: taking one may fail, and nobody need look.
static bool makes_robust_mutexes(const struct threads *t)
{
    static const char *const names[] = {"pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t function = program_find_function(t->program, names[i]);
        if (function != NO_FUNCTION && t->times[function])
            return true;
    }
    return false;
}

static bool is_covered(struct threads *t)
{
    const struct program *p = t->program;
    if (makes_robust_mutexes(t))
        return false;
    for (uint32_t k = 0; k < t->calls->site_count; k++)
        if (t->times[t->calls->sites[k].function] && calls_unmodelled(t, &t->calls->sites[k]))
            return false;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        if (t->times[t->calls->function_of[code]] && p->code[code].op == OP_UNSUPPORTED)
            return false;
    return true;
}

// ---- pairs of accesses

// False: there is one by code that is not known.
static bool collect(struct threads *t, const struct locks_held *held, shared_accesses *list)
{
    const struct program *p = t->program;
    struct points_to *pt = t->calls->points_to;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        const struct flow *flow = calls_flow_at(t->calls, code);
        if (!t->times[t->calls->function_of[code]] || !flow->reachable[flow_node_at(flow, code)])
            continue;
        struct access_cursor c = {.list = points_to_accesses(pt, code)};
        lock_set locks = 0;
        bool known = false;
        for (const struct points_to_access *a; (a = access_next(&c));) {
            if (a->kind == ACCESS_ESCAPE)
                return false;
            if (a->place.object && (threads_confined(t, a->place.object) ||
                                    points_to_object(pt, a->place.object)->flags & ABSTRACT_CONSTANT))
                continue;
            if (!known)
                locks = locks_held_at(held, code);
            known = true;
            vector_push(list, (struct shared_access){code, locks, a});
        }
    }
    return true;
}

static bool is_atomic(const struct points_to_access *a)
{
    return a->kind == ACCESS_SYNC || (a->kind == ACCESS_MEMORY && a->atomic);
}

static bool conflict(const struct shared_access *x, const struct shared_access *y)
{
    const struct points_to_access *a = x->access, *b = y->access;
    bool write = a->write || b->write || a->kind != ACCESS_MEMORY || b->kind != ACCESS_MEMORY;
    return write && !(is_atomic(a) && is_atomic(b)) && !locks_exclude(x->locks, y->locks) &&
           places_overlap(&a->place, a->size, &b->place, b->size);
}

static bool pairs_are_ordered(struct threads *t, const shared_accesses *list)
{
    enum { MOST_PAIRS = 50000000, MOST_QUESTIONS = 200000 };
    uint64_t questions = 0;
    if ((uint64_t)list->size * list->size > MOST_PAIRS)
        return false;
    for (uint32_t i = 0; i < list->size; i++)
        for (uint32_t j = i; j < list->size; j++)
            if (conflict(&list->data[i], &list->data[j]) &&
                (++questions > MOST_QUESTIONS ||
                 threads_may_run_in_parallel(t, list->data[i].code, list->data[j].code)))
                return false;
    return true;
}

bool no_races(const struct program *program)
{
    struct threads *threads = analyses_threads(program);
    if (!is_covered(threads))
        return false;
    struct locks_held *held = locks_held_compute(threads);
    shared_accesses list = {0};
    bool proved = collect(threads, held, &list) && pairs_are_ordered(threads, &list);
    vector_free(&list);
    locks_held_free(held);
    return proved;
}
