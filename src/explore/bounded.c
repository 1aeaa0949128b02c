// Executions with few preemptions (Musuvathi and Qadeer, PLDI 2007): all threads are explored from each
// state, but for those that would take the processor from one that could go on when the limit is reached.
// With `iterative` the limit grows from one search to the next, until none leaves anything out.
#include "explore/backtrack.h"
#include "explore/search.h"
#include "machine/questions.h"

struct bounded {
    struct backtrack backtrack; // the first: what backtrack.h knows of it
    VECTOR(uint64_t) before;    // by choice point: preemptions before it
    uint64_t preemptions;       // of the present execution
    uint64_t limit;             // executions have fewer; 0: any number
    bool cut;                   // some execution has more
};

static void bounded_init(struct search *s)
{
    struct bounded *b = s->reduction_state = memory_zalloc(1, sizeof *b);
    b->limit = s->options->iterative ? 1 : s->options->preemption_limit;
    s->result->counters.iteration = s->options->iterative ? b->limit : 0;
}

static void bounded_free(struct search *s)
{
    struct bounded *b = s->reduction_state;
    vector_free(&b->before);
    backtrack_free(s);
}

static void bounded_restart(struct search *s)
{
    struct bounded *b = s->reduction_state;
    backtrack_restart(s);
    b->before.size = 0;
    b->preemptions = 0;
}

static void bounded_pushed(struct search *s, uint32_t point)
{
    struct bounded *b = s->reduction_state;
    backtrack_pushed(s, point);
    vector_push(&b->before, b->preemptions);
}

static void bounded_before_pop(struct search *s, uint32_t point)
{
    struct bounded *b = s->reduction_state;
    backtrack_before_pop(s, point);
    b->before.size = point;
}

static void bounded_restored(struct search *s, uint32_t point)
{
    struct bounded *b = s->reduction_state;
    b->preemptions = b->before.data[point];
}

// Whether executing the thread now takes the processor from one that could go on.
static bool preempts(const struct search *s, const struct thread_set *enabled, uint32_t thread)
{
    if (!s->trace.events.size)
        return false;
    uint32_t last = vector_last(&s->trace.events).thread;
    return last != thread && thread_set_has(enabled, last);
}

// The threads that may be executed under the limit.
static struct thread_set within_limit(struct search *s, const struct thread_set *enabled)
{
    struct bounded *b = s->reduction_state;
    struct thread_set_builder allowed;
    if (!b->limit || b->preemptions + 1 < b->limit)
        return *enabled;
    thread_set_begin(&allowed);
    for (uint32_t t = thread_set_next(enabled, 0); t < MACHINE_MAX_THREADS;
         t = thread_set_next(enabled, t + 1))
        if (!preempts(s, enabled, t))
            thread_set_put(&allowed, t);
    struct thread_set set = thread_set_finish(&allowed);
    b->cut |= thread_set_count(&set) < thread_set_count(enabled);
    return set;
}

static enum execution_end bounded_schedule(struct search *s, enum step_result *result)
{
    struct thread_set enabled = search_enabled(s), wanted = within_limit(s, &enabled);
    return backtrack_schedule(s, &enabled, &wanted, result);
}

static bool bounded_next(struct search *s, uint32_t point, enum step_result *result)
{
    struct bounded *b = s->reduction_state;
    if (!backtrack_next(s, point, result))
        return false;
    b->preemptions += preempts(s, &s->points.data[point].enabled, s->step.thread);
    return true;
}

static bool bounded_again(struct search *s)
{
    struct bounded *b = s->reduction_state;
    if (!b->cut)
        return false;
    if (b->limit == s->options->preemption_limit) {
        s->result->bounded = true;
        search_add_reason(s, NO_CODE, "schedules with more preemptions were left out (--preemptions)");
        return false;
    }
    b->cut = false;
    s->result->counters.iteration = ++b->limit;
    return true;
}

const struct reduction reduction_bounded = {
    .not_pruned = "the number of preemptions is limited",
    .not_shared = "the number of preemptions is limited",
    .searches_alone = true,
    .init = bounded_init,
    .free = bounded_free,
    .restart = bounded_restart,
    .pushed = bounded_pushed,
    .before_pop = bounded_before_pop,
    .restored = bounded_restored,
    .schedule = bounded_schedule,
    .next = bounded_next,
    .left = backtrack_left,
    .again = bounded_again,
};
