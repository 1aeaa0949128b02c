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
// A step after which its thread never goes on (an assumption does not hold, `abort` where nobody asks for it,
// a round of a loop without effect) is taken back: the walk takes another side of a branch on inputs in it,
// or another thread, since most programs check their inputs, and wait, so. Where every way leads there, it
// stays.
//
// A walk begins again at the first decision. If that is one between threads, there is a choice point, so that
// what comes before is executed once; else the search starts again.
#include "base/hash.h"
#include "explore/search.h"
#include "machine/questions.h"

// How often a walk takes back at one step, and from how many of the branches in it at most.
enum { MOST_TAKEN_BACK = 64 };

struct random_walk {
    uint64_t draws;               // in this walk so far
    bool based;                   // the oldest choice point is where walks begin,
    struct thread_sets_mark sets; // and what the table of thread sets held then
    // Of the present step: the threads that were tried in its place, the first of them, and how many times it
    // was taken back; and whether it stays, whatever comes of it.
    struct thread_set tried;
    uint32_t first, taken_back;
    bool stays;
    bool taking_back;       // during search_restore
    struct thread_set lost; // threads that never go on, by steps that stay
    // Of an ordered walk, by thread: how many were put behind all others when that happened to it last; 0, or
    // no entry: it has not happened.
    VECTOR(uint32_t) put_behind;
    uint32_t put_behind_count;
};

static void random_init(struct search *s)
{
    s->reduction_state = memory_zalloc(1, sizeof(struct random_walk));
    // Here, since a search that runs out of time, say, is not asked what it has left out.
    search_add_reason(s, NO_CODE, "random walks leave schedules out (--por=random)");
}

static void random_free(struct search *s)
{
    struct random_walk *walk = s->reduction_state;
    if (walk)
        vector_free(&walk->put_behind);
    memory_free(walk);
}

// The walk, which has drawn nothing yet.
static void begin_walk(struct random_walk *walk, bool based, const struct thread_set *lost)
{
    walk->put_behind.size = walk->put_behind_count = 0;
    walk->draws = 0;
    walk->based = based;
    walk->tried = (struct thread_set){{0}, 0};
    walk->first = walk->taken_back = 0;
    walk->stays = walk->taking_back = false;
    walk->lost = *lost;
}

static void random_restart(struct search *s)
{
    begin_walk(s->reduction_state, false, &(struct thread_set){{0}, 0});
}

static bool is_lost_thread(const struct search *s, uint32_t thread)
{
    enum thread_status status = machine_status(s->machine, thread);
    return status == THREAD_ASSUME || status == THREAD_VIOLATED || status == THREAD_CAME_BACK;
}

// The threads that never go on, other than those that have ended.
static struct thread_set lost_threads(const struct search *s)
{
    struct thread_set_builder lost;
    thread_set_begin(&lost);
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (is_lost_thread(s, t))
            thread_set_put(&lost, t);
    return thread_set_finish(&lost);
}

// After a step: only threads that it has changed may be others than before it.
static struct thread_set lost_threads_now(const struct search *s)
{
    const struct random_walk *walk = s->reduction_state;
    if (s->step.point == NO_POINT)
        return lost_threads(s);
    struct thread_set lost = walk->lost;
    const struct machine_mark *before = &s->points.data[s->step.point].machine;
    for (uint32_t at = UINT32_MAX, t;
         (t = machine_next_changed(s->machine, before, &at)) != MACHINE_MAX_THREADS;)
        thread_set_put_in(&lost, t, is_lost_thread(s, t));
    return lost;
}

static void random_restored(struct search *s, uint32_t point)
{
    struct random_walk *walk = s->reduction_state;
    if (walk->taking_back)
        return;
    if (point == 0 && walk->based) // what the walk has met is gone
        thread_sets_cut(&walk->sets);
    struct thread_set lost = lost_threads(s);
    begin_walk(walk, true, &lost); // here all walks begin
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
    uint32_t thread = thread_set_next(enabled, 0);
    for (uint32_t left = random_draw(s, thread_set_count(enabled)); left > 0; left--)
        thread = thread_set_next(enabled, thread + 1);
    return thread;
}

// ---- walks in which the order of threads is drawn

static bool is_ordered_walk(const struct search *s)
{
    return search_executions(s) & 1;
}

// Above the numbers of all threads that were put behind others.
#define BEHIND ((uint64_t)1 << 32)

// Where the thread stands in the order: the enabled one with the highest number comes next.
static uint64_t rank_of(const struct search *s, uint32_t thread)
{
    const struct random_walk *walk = s->reduction_state;
    if (thread < walk->put_behind.size && walk->put_behind.data[thread])
        return BEHIND - walk->put_behind.data[thread];
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
    while (walk->put_behind.size <= thread)
        vector_push(&walk->put_behind, 0);
    walk->put_behind.data[thread] = ++walk->put_behind_count;
    return first_in_order(s, enabled);
}

// ---- steps that are taken back

static enum step_result try_thread(struct search *s, uint32_t thread, uint32_t point)
{
    struct random_walk *walk = s->reduction_state;
    thread_set_add(&walk->tried, thread);
    return search_execute(s, thread, point, OUTCOME_ANY);
}

// Back to that choice point, of which the newer ones are forgotten.
static void take_back_to(struct search *s, uint32_t point)
{
    struct random_walk *walk = s->reduction_state;
    s->points.size = point + 1;
    walk->taking_back = true;
    search_restore(s);
    walk->taking_back = false;
    walk->taken_back++;
}

// Of the branches in the present step of which only one side was tried, the last one of a lost thread: of
// that thread for which it comes first, since what others have decided after it is taken back with it.
// NO_POINT: there is none. `begin`: the oldest choice point that may be one.
static uint32_t branch_to_take_back(const struct search *s, const struct thread_set *lost, uint32_t begin)
{
    struct thread_set seen = {{0}, 0};
    uint32_t found = NO_POINT;
    for (uint32_t k = s->points.size; k-- > begin;) {
        const struct choice_point *point = &s->points.data[k];
        uint32_t thread = point->answer.thread;
        if (!point->done && thread_set_has(lost, thread) && !thread_set_has(&seen, thread)) {
            thread_set_add(&seen, thread);
            found = k;
        }
    }
    return found;
}

static enum step_result take_other_side(struct search *s, uint32_t branch)
{
    struct choice_point *point = &s->points.data[branch];
    take_back_to(s, branch);
    point->done = 1;
    s->step = point->answer.step;
    return search_take_alternative(s, 1 - point->answer.alternative);
}

// Another thread instead of those that were tried; where there is none, the first of them again, for good.
static enum step_result take_other_thread(struct search *s, uint32_t point)
{
    struct random_walk *walk = s->reduction_state;
    take_back_to(s, point);
    struct thread_set left = s->points.data[point].enabled;
    thread_set_remove_all(&left, &walk->tried);
    walk->stays = thread_set_count(&left) == 0 || walk->taken_back > MOST_TAKEN_BACK;
    if (walk->stays)
        return try_thread(s, walk->first, point);
    return try_thread(s, is_ordered_walk(s) ? first_in_order(s, &left) : draw_thread(s, &left), point);
}

// The step that is over may be taken back, and another one begun. False: it stays.
static bool take_back_step(struct search *s, enum step_result *result)
{
    struct random_walk *walk = s->reduction_state;
    struct thread_set lost = lost_threads_now(s), newly = lost;
    thread_set_remove_all(&newly, &walk->lost);
    if (thread_set_count(&newly) && !walk->stays) {
        uint32_t from = s->step.point,
                 branch = branch_to_take_back(s, &newly, from == NO_POINT ? 0 : from + 1);
        if (branch != NO_POINT && walk->taken_back < MOST_TAKEN_BACK) {
            *result = take_other_side(s, branch);
            return true;
        }
        if (from != NO_POINT) {
            *result = take_other_thread(s, from);
            return true;
        }
    }
    walk->lost = lost;
    return false;
}

// Of a branch on inputs: which side. It may be taken back.
static uint32_t random_answer(struct search *s, uint32_t count)
{
    const struct random_walk *walk = s->reduction_state;
    uint32_t alternative = random_draw(s, count), begin = s->step.point == NO_POINT ? 0 : s->step.point;
    if (machine_choice(s->machine)->branch && !walk->stays && s->points.size - begin <= MOST_TAKEN_BACK) {
        search_push_answer_point(s, false);
        vector_last(&s->points).answer.alternative = alternative;
    }
    return alternative;
}

// ---- walks

static enum step_result execute_drawn(struct search *s, const struct thread_set *enabled, uint32_t point)
{
    struct random_walk *walk = s->reduction_state;
    bool alone = thread_set_count(enabled) == 1;
    walk->first = alone                ? search_prefer(s, enabled)
                  : is_ordered_walk(s) ? next_in_order(s, enabled)
                                       : draw_thread(s, enabled);
    walk->tried = (struct thread_set){{0}, 0};
    walk->taken_back = 0;
    walk->stays = false;
    return try_thread(s, walk->first, point);
}

static enum execution_end random_schedule(struct search *s, enum step_result *result)
{
    struct random_walk *walk = s->reduction_state;
    if (take_back_step(s, result))
        return EXECUTION_GOES_ON;
    s->points.size = walk->based;
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled);
    if (count == 0)
        return EXECUTION_MAXIMAL;
    uint32_t point = search_push_schedule_point(s, &enabled);
    if (!walk->based && count > 1 && walk->draws == 0) {
        walk->based = true;
        walk->sets = thread_sets_mark();
    }
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
    .not_pruned = "random walks leave schedules out",
    .not_shared = "random walks are drawn one after the other",
    .searches_alone = true,
    .init = random_init,
    .free = random_free,
    .restart = random_restart,
    .restored = random_restored,
    .schedule = random_schedule,
    .answer = random_answer,
    .next = random_next,
    .again = random_again,
    .default_max_executions = 1000,
};
