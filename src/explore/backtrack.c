#include "explore/backtrack.h"

#include "explore/frontier.h"
#include "explore/parallel.h"
#include "explore/search.h"

void backtrack_init(struct search *s)
{
    s->reduction_state = memory_zalloc(1, sizeof(struct backtrack));
}

void backtrack_free(struct search *s)
{
    struct backtrack *backtrack = s->reduction_state;
    vector_free(&backtrack->points);
    memory_free(backtrack);
}

void backtrack_restart(struct search *s)
{
    struct backtrack *backtrack = s->reduction_state;
    backtrack->points.size = 0;
}

void backtrack_pushed(struct search *s, uint32_t point)
{
    struct backtrack *backtrack = s->reduction_state;
    (void)point;
    vector_push(&backtrack->points, (struct backtrack_sets){0});
}

void backtrack_before_pop(struct search *s, uint32_t point)
{
    struct backtrack *backtrack = s->reduction_state;
    backtrack->points.size = point;
}

enum execution_end backtrack_schedule(struct search *s, const struct thread_set *enabled,
                                      const struct thread_set *initial, enum step_result *result)
{
    struct backtrack *backtrack = s->reduction_state;
    uint32_t count = thread_set_count(enabled);
    if (count == 0)
        return EXECUTION_MAXIMAL;
    if (pruning_cuts(s, enabled, NULL))
        return EXECUTION_CUT;
    uint32_t thread = search_prefer(s, enabled), point = NO_POINT;
    if (count > 1 || pruning_marks(s)) {
        point = search_push_schedule_point(s, enabled);
        struct backtrack_sets *p = &backtrack->points.data[point];
        if (initial)
            p->backtrack = *initial;
        thread_set_add(&p->backtrack, thread);
        thread_set_add(&p->explored, thread);
    }
    *result = search_execute(s, thread, point, OUTCOME_ANY);
    return EXECUTION_GOES_ON;
}

bool backtrack_next(struct search *s, uint32_t point, enum step_result *result)
{
    struct backtrack *backtrack = s->reduction_state;
    struct backtrack_sets *p = &backtrack->points.data[point];
    uint32_t thread = thread_set_first_without(&p->backtrack, &p->explored);
    if (thread == MACHINE_MAX_THREADS)
        return false;
    thread_set_add(&p->explored, thread);
    *result = search_execute(s, thread, point, OUTCOME_ANY);
    return true;
}

uint32_t backtrack_left(const struct search *s, uint32_t point)
{
    const struct backtrack *backtrack = s->reduction_state;
    const struct backtrack_sets *p = &backtrack->points.data[point];
    return thread_set_count(&p->backtrack) - thread_set_count(&p->explored);
}

// ---- with other processes

void backtrack_add_threads(struct search *s, uint32_t point, const struct thread_set *threads)
{
    struct backtrack *backtrack = s->reduction_state;
    thread_set_unite(&backtrack->points.data[point].backtrack, threads);
}

static uint32_t first_left(const struct search *s, uint32_t point)
{
    const struct backtrack *backtrack = s->reduction_state;
    const struct backtrack_sets *p = &backtrack->points.data[point];
    return thread_set_first_without(&p->backtrack, &p->explored);
}

static bool has_more(const struct search *s, uint32_t point)
{
    return first_left(s, point) != MACHINE_MAX_THREADS;
}

static bool may_give_more(const struct search *s, uint32_t point)
{
    const struct backtrack *backtrack = s->reduction_state;
    const struct backtrack_sets *p = &backtrack->points.data[point];
    struct thread_set done = p->explored;
    thread_set_add(&done, first_left(s, point));
    return thread_set_first_without(&p->backtrack, &done) != MACHINE_MAX_THREADS;
}

static void give_first_left(struct search *s, uint32_t point)
{
    struct backtrack *backtrack = s->reduction_state;
    thread_set_add(&backtrack->points.data[point].explored, first_left(s, point));
}

static void report_backtrack_sets(struct search *s)
{
    struct backtrack *backtrack = s->reduction_state;
    for (uint32_t k = 0; k < backtrack->points.size && parallel_is_above(s, k); k++) {
        struct backtrack_sets *p = &backtrack->points.data[k];
        if (thread_set_first_without(&p->backtrack, &p->reported) == MACHINE_MAX_THREADS)
            continue;
        p->reported = p->backtrack;
        parallel_report_threads(s, k, &p->backtrack);
    }
}

const struct reduction_sharing backtrack_sharing = {
    .may_give = has_more,
    .may_give_more = may_give_more,
    .has_more = has_more,
    .give = give_first_left,
    .take = backtrack_next,
    .report = report_backtrack_sets,
};

// ---- for a later search

static void write_backtrack_sets(const struct search *s, byte_vector *to)
{
    const struct backtrack *backtrack = s->reduction_state;
    for (uint32_t k = 0; k < backtrack->points.size; k++) {
        const struct backtrack_sets *p = &backtrack->points.data[k];
        thread_set_write(&p->backtrack, to);
        thread_set_write(&p->explored, to);
    }
}

static void read_backtrack_sets(struct search *s, struct byte_reader *from)
{
    struct backtrack *backtrack = s->reduction_state;
    for (uint32_t k = 0; k < backtrack->points.size; k++) {
        struct backtrack_sets *p = &backtrack->points.data[k];
        struct thread_set enabled = {{0}, 0};
        if (!s->points.data[k].within_step)
            enabled = s->points.data[k].enabled;
        p->backtrack = thread_set_read(from);
        p->explored = thread_set_read(from);
        from->damaged |=
            !thread_set_within(&p->backtrack, &enabled) || !thread_set_within(&p->explored, &enabled);
    }
}

const struct frontier_part frontier_of_backtrack = {write_backtrack_sets, read_backtrack_sets};
