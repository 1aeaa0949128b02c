// Where joins prove that threads have ended. A join returns only when a thread has ended that nobody had
// joined before (machine/native_thread.c): joining what is no thread, a detached thread, or one a second time
// ends the joining thread. So a join whose handle can only be of a thread with one instance proves that one's
// end, and a loop of as many joins as there are instances proves the end of all of them, whatever the order
// in which their handles lie in memory.
#include "analysis/counted_loops.h"
#include "analysis/parameter_origin.h"
#include "analysis/threads.h"

// Whether the thread may have been created before the join: not if one thread does both, the join first.
static bool may_exist(const struct threads *t, const struct abstract_thread *thread, uint32_t join)
{
    uint32_t function = t->calls->function_of[join], runs = 0;
    for (uint32_t k = 0; k < t->count; k++)
        if (threads_runs(t, k, join))
            runs += t->threads[k].many ? 2 : 1;
    if (runs != 1 || t->times[function] != 1 || function != t->calls->function_of[thread->creation])
        return true;
    return flow_reaches(t->calls->flows[function], thread->creation, join);
}

// Threads that the handle may be of; false: it may be something else.
static bool joined_threads(struct threads *t, uint32_t join, uint32_t *found, uint32_t limit, uint32_t *count)
{
    struct points_to *pt = t->calls->points_to;
    const struct place_set *handles = points_to_argument(pt, join, 0);
    *count = 0;
    for (uint32_t k = 0; k < handles->size; k++) {
        const struct abstract_object *o = points_to_object(pt, handles->data[k].object);
        if (o->kind != ABSTRACT_THREAD || o->index == NO_CODE || t->calls->site_of[o->index] == NO_CODE)
            return false;
        uint32_t thread = t->thread_of[t->calls->site_of[o->index]], seen = 0;
        if (thread != NO_CODE && !may_exist(t, &t->threads[thread], join))
            continue;
        while (seen < *count && found[seen] != thread)
            seen++;
        // A thread that joins itself does not wait.
        if (thread == NO_CODE || (seen == *count && *count == limit) || threads_runs(t, thread, join))
            return false;
        if (seen == *count)
            found[(*count)++] = thread;
    }
    return *count > 0;
}

struct loop_of {
    struct registers *registers;
    struct counted_loop loop;
    bool found;
};

// Where the bound is a parameter, callers say what it is.
static void trace_bound(const struct threads *t, struct counted_loop *loop)
{
    struct parameter_origin origin;
    if (loop->constant || loop->bound.kind != VALUE_ENTRY ||
        !parameter_origin_find(t->calls, loop->flow->function, loop->bound.number, &origin))
        return;
    if (origin.constant) {
        counted_loop_bind(loop, origin.bits);
    } else {
        loop->bound_flow = origin.flow;
        loop->bound = origin.value;
    }
}

static struct loop_of find_loop(const struct threads *t, uint32_t code)
{
    const struct flow *flow = calls_flow_at(t->calls, code);
    struct loop_of l = {.registers = registers_compute(t->program, flow)};
    l.found = counted_loop_find(t->program, flow, l.registers, code, &l.loop);
    if (l.found)
        trace_bound(t, &l.loop);
    return l;
}

static void release_loop(struct loop_of *l)
{
    if (l->found)
        counted_loop_free(&l->loop);
    registers_free(l->registers);
}

// How many instances all these threads can have together, at most; false: unknown. `same` (if not NULL): a
// loop that is known to go round at least as often as there are instances, whatever their number.
static bool count_instances(const struct threads *t, const uint32_t *threads, uint32_t count,
                            const struct counted_loop *same, uint64_t *instances)
{
    *instances = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct abstract_thread *a = &t->threads[threads[k]];
        if (!a->many) {
            *instances += 1;
            continue;
        }
        struct loop_of l = find_loop(t, a->creation);
        bool once = l.found && t->times[l.loop.flow->function] == 1 && counted_loop_entered_once(&l.loop) &&
                    counted_loop_at_most_once(&l.loop, a->creation);
        bool constant = once && l.loop.constant;
        bool equal = once && count == 1 && t->times[l.loop.bound_flow->function] == 1 &&
                     counted_loop_equal(&l.loop, same);
        uint64_t rounds = l.found ? l.loop.rounds : 0;
        release_loop(&l);
        if (!constant)
            return equal && !same->constant;
        *instances += rounds;
    }
    return true;
}

static void add_joined(struct threads *t, const uint32_t *threads, uint32_t count, uint32_t point, bool loop)
{
    for (uint32_t k = 0; k < count; k++)
        vector_push(&t->joins, (struct join_point){threads[k], point, loop});
}

// A loop of joins, of which one is at `join`.
static void find_loop_of_joins(struct threads *t, uint32_t join, const uint32_t *threads, uint32_t count)
{
    struct loop_of l = find_loop(t, join);
    const struct flow *flow = l.found ? l.loop.flow : NULL;
    uint64_t instances;
    if (l.found && counted_loop_at_least_once(&l.loop, join) &&
        flow->before.starts[l.loop.left_at + 1] - flow->before.starts[l.loop.left_at] == 1 &&
        count_instances(t, threads, count, &l.loop, &instances) &&
        (!l.loop.constant || instances <= l.loop.rounds) && (l.loop.constant || instances == 0))
        add_joined(t, threads, count, flow->nodes[l.loop.left_at].first, true);
    release_loop(&l);
}

void threads_find_joins(struct threads *t)
{
    enum { LIMIT = 64 };
    for (uint32_t k = 0; k < t->calls->site_count; k++) {
        const struct call_site *s = &t->calls->sites[k];
        uint32_t threads[LIMIT], count;
        bool only = s->facts & FACT_JOINS && s->entered_count == 0 &&
                    (s->native == NATIVE_pthread_join || s->native == NATIVE_thrd_join);
        if (!only || !joined_threads(t, s->code, threads, LIMIT, &count))
            continue;
        if (count == 1 && !t->threads[threads[0]].many)
            add_joined(t, threads, count, s->code, false);
        else
            find_loop_of_joins(t, s->code, threads, count);
    }
}
