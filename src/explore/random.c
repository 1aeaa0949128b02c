// Random walks: in each execution every decision, which enabled thread comes next and what is answered at a
// choice within a step, is drawn. They never show that nothing fails.
//
// In every other walk the threads have equal chances in each state. In the rest the order of threads is drawn
// once, and the first one that is enabled comes next; at a few drawn events that thread is put behind all
// others (Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees
// of finding bugs, ASPLOS 2010). With many threads that leads to failures for which one of them has to wait
// for most others, or to come before them, which equal chances hardly ever do. How many events that are
// depends on the program, so that walks have different chances for it, from 1 in 4 events to 1 in 2,048.
//
// The draws are a function of the seed, the number of the walk, and the number of the draw in it: they are
// the same in every run, and a walk does not depend on how long those before it were. Where the search starts
// again because of what it has learnt, no execution counts any more, and the walks begin with the first.
//
// A walk goes back to the first decision. If that is one between threads, there is a choice point, so that
// what comes before is executed once; else the search starts again.
#include "base/hash.h"
#include "explore/search.h"

struct random_walk {
    uint64_t draws; // in this walk so far
    // Of an ordered walk, by thread: how many were put behind all others when that happened to it last; 0: it
    // has not happened.
    uint32_t put_behind[MACHINE_MAX_THREADS], put_behind_count;
};

static void random_init(struct search *s)
{
    s->reduction_state = memory_zalloc(1, sizeof(struct random_walk));
    // Here, since a search that runs out of time, say, is not asked what it has left out.
    search_add_reason(s, NO_CODE, "random walks leave schedules out (--por=random)");
}

static void random_free(struct search *s)
{
    memory_free(s->reduction_state);
}

static void random_restart(struct search *s)
{
    struct random_walk *walk = s->reduction_state;
    *walk = (struct random_walk){0};
}

static void random_restored(struct search *s, uint32_t point)
{
    (void)point;
    random_restart(s);
}

// What the draws of the present walk are made from.
static uint64_t random_source(const struct search *s)
{
    return hash_combine(hash_mix(s->options->seed), search_executions(s));
}

// One of the numbers below `count`.
static uint32_t random_draw(struct search *s, uint32_t count)
{
    struct random_walk *walk = s->reduction_state;
    return (uint32_t)((hash_combine(random_source(s), walk->draws++) >> 32) * count >> 32);
}

static uint32_t draw_thread(struct search *s, const struct thread_set *enabled)
{
    struct thread_set passed = {{0}};
    for (uint32_t left = random_draw(s, thread_set_count(enabled)); left > 0; left--)
        thread_set_add(&passed, thread_set_first_without(enabled, &passed));
    return thread_set_first_without(enabled, &passed);
}

// ---- walks in which the order of threads is drawn

static bool is_ordered(const struct search *s)
{
    return search_executions(s) & 1;
}

// Above the numbers of all threads that were put behind others.
#define BEHIND ((uint64_t)1 << 32)

// Where the thread stands in the order: the enabled one with the highest number comes next.
static uint64_t rank_of(const struct search *s, uint32_t thread)
{
    const struct random_walk *walk = s->reduction_state;
    if (walk->put_behind[thread])
        return BEHIND - walk->put_behind[thread];
    return BEHIND + (hash_combine(random_source(s), ~(uint64_t)thread) >> 1);
}

static uint32_t first_in_order(const struct search *s, const struct thread_set *enabled)
{
    uint32_t first = MACHINE_MAX_THREADS;
    uint64_t highest = 0;
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        uint64_t rank = thread_set_has(enabled, t) ? rank_of(s, t) : 0;
        if (rank > highest) {
            first = t;
            highest = rank;
        }
    }
    return first;
}

static uint32_t next_in_order(struct search *s, const struct thread_set *enabled)
{
    enum { MOST_OFTEN = 2, CHANCES = 10 }; // binary logarithms: 1 in 4 events, and nine smaller chances
    struct random_walk *walk = s->reduction_state;
    uint32_t shift = MOST_OFTEN + (uint32_t)(search_executions(s) / 2 % CHANCES);
    uint32_t thread = first_in_order(s, enabled);
    if (random_draw(s, 1u << shift) != 0)
        return thread;
    walk->put_behind[thread] = ++walk->put_behind_count;
    return first_in_order(s, enabled);
}

static enum step_result execute_drawn(struct search *s, const struct thread_set *enabled, uint32_t point)
{
    uint32_t thread = is_ordered(s) ? next_in_order(s, enabled) : draw_thread(s, enabled);
    return search_execute(s, thread, point, OUTCOME_ANY);
}

static enum execution_end random_schedule(struct search *s, enum step_result *result)
{
    const struct random_walk *walk = s->reduction_state;
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled), point = NO_POINT;
    if (count == 0)
        return EXECUTION_MAXIMAL;
    if (count == 1) {
        *result = search_execute(s, search_prefer(s, &enabled), NO_POINT, OUTCOME_ANY);
        return EXECUTION_GOES_ON;
    }
    if (walk->draws == 0)
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
    const struct random_walk *walk = s->reduction_state;
    return walk->draws > 0; // else there is only one execution
}

const struct reduction reduction_random = {
    .init = random_init,
    .free = random_free,
    .restart = random_restart,
    .restored = random_restored,
    .schedule = random_schedule,
    .answer = random_draw,
    .next = random_next,
    .again = random_again,
    .default_max_executions = 1000,
};
