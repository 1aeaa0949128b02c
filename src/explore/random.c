// Random walks: in each execution every decision, which enabled thread comes next and what is answered at a
// choice within a step, is drawn with equal chances. They never show that nothing fails.
//
// The draws are a function of the seed, the number of the walk, and the number of the draw in it: they are
// the same in every run, and a walk does not depend on how long those before it were. Where the search starts
// again because of what it has learnt, no execution counts any more, and the walks begin with the first.
//
// A walk goes back to the first decision. If that is one between threads, there is a choice point, so that
// what comes before is executed once; else the search starts again.
#include "base/hash.h"
#include "explore/search.h"

static void random_init(struct search *s)
{
    s->reduction_state = memory_zalloc(1, sizeof(uint64_t)); // draws in this walk so far
    // Here, since a search that runs out of time, say, is not asked what it has left out.
    search_add_reason(s, NO_CODE, "random walks leave schedules out (--por=random)");
}

static void random_free(struct search *s)
{
    memory_free(s->reduction_state);
}

static void random_restart(struct search *s)
{
    uint64_t *draws = s->reduction_state;
    *draws = 0;
}

static void random_restored(struct search *s, uint32_t point)
{
    (void)point;
    random_restart(s);
}

// One of the numbers below `count`.
static uint32_t random_draw(struct search *s, uint32_t count)
{
    uint64_t *draws = s->reduction_state;
    uint64_t walk = hash_combine(hash_mix(s->options->seed), search_executions(s));
    return (uint32_t)((hash_combine(walk, (*draws)++) >> 32) * count >> 32);
}

static enum step_result execute_drawn(struct search *s, const struct thread_set *enabled, uint32_t point)
{
    struct thread_set passed = {{0}};
    for (uint32_t left = random_draw(s, thread_set_count(enabled)); left > 0; left--)
        thread_set_add(&passed, thread_set_first_without(enabled, &passed));
    return search_execute(s, thread_set_first_without(enabled, &passed), point, OUTCOME_ANY);
}

static enum execution_end random_choose(struct search *s, enum step_result *result)
{
    const uint64_t *draws = s->reduction_state;
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled), point = NO_POINT;
    if (count == 0)
        return EXECUTION_MAXIMAL;
    if (count == 1) {
        *result = search_execute(s, search_prefer(s, &enabled), NO_POINT, OUTCOME_ANY);
        return EXECUTION_GOES_ON;
    }
    if (*draws == 0)
        point = search_push_schedule_point(s, &enabled);
    *result = execute_drawn(s, &enabled, point);
    return EXECUTION_GOES_ON;
}

static bool random_next(struct search *s, uint32_t point, enum step_result *result)
{
    *result = execute_drawn(s, &s->points.data[point].enabled, point);
    return true;
}

static bool random_again(struct search *s)
{
    const uint64_t *draws = s->reduction_state;
    return *draws > 0; // else there is only one execution
}

const struct reduction reduction_random = {
    .init = random_init,
    .free = random_free,
    .restart = random_restart,
    .restored = random_restored,
    .choose = random_choose,
    .answer = random_draw,
    .next = random_next,
    .again = random_again,
    .default_max_executions = 1000,
};
