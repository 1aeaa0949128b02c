#include "explore/frontier.h"

#include "base/clock.h"
#include "explore/search.h"
#include "machine/questions.h"

// Until the next frontier is noted; and no more of the time than one part of so many is spent on that.
static const double note_seconds = 0.05, share = 50;

// Whether the search has one that can be written: without pruning, with a reduction that has a part, and
// without a dynamic slice, which rests on what all executions together have shown.
static bool frontier_applies(const struct search *s)
{
    return !s->pruning && !s->parallel && s->options->slice != SLICE_DYNAMIC && s->reduction->frontier;
}

// ---- writing

static void write_steps(const struct search *s, const struct choice_point *newest, byte_vector *to)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < newest->schedule_size; k++)
        count += !s->schedule.data[k].choice;
    bytes_add_number(to, count);
    for (uint32_t k = 0, step = 0; k < newest->schedule_size; k++)
        if (!s->schedule.data[k].choice) {
            bytes_add_number(to, s->schedule.data[k].thread);
            bytes_add_number(to, s->guides.data[step++]);
        }
}

static void write_choice_points(const struct search *s, byte_vector *to)
{
    bytes_add_number(to, s->points.size);
    for (uint32_t k = 0; k < s->points.size; k++) {
        const struct choice_point *p = &s->points.data[k];
        bytes_add_number(to, p->steps);
        bytes_add_number(to, p->within_step);
        if (p->within_step) {
            bytes_add_number(to, p->answer.alternative);
            bytes_add_number(to, p->answer.survived);
        }
    }
}

void frontier_note(struct search *s)
{
    struct frontier *f = &s->frontier;
    if (!s->options->keep || !frontier_applies(s))
        return;
    double begin = clock_seconds();
    if (!s->stop && begin < f->next)
        return;
    f->bytes.size = 0;
    if (s->points.size == 0)
        return;
    f->counters = s->result->counters;
    bytes_add_number(&f->bytes, s->went_round);
    write_steps(s, &vector_last(&s->points), &f->bytes);
    write_choice_points(s, &f->bytes);
    s->reduction->frontier->write(s, &f->bytes);
    double end = clock_seconds(), wait = share * (end - begin);
    f->next = end + (wait > note_seconds ? wait : note_seconds);
}

void frontier_free(struct search *s)
{
    vector_free(&s->frontier.bytes);
}

// ---- reading

struct way_step {
    uint32_t thread, guide;
};

struct way_point {
    uint32_t steps, alternative;
    bool within_step, survived;
};

// How the execution came to its newest choice point.
struct frontier_way {
    VECTOR(struct way_step) steps;
    VECTOR(struct way_point) points;
};

static void read_way(struct search *s, struct frontier_way *way, struct byte_reader *from)
{
    uint32_t count = bytes_count(from, 2), threads = machine_thread_limit(s->machine);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct way_step step = {.thread = (uint32_t)bytes_number_below(from, threads)};
        step.guide = (uint32_t)bytes_number_below(from, (uint64_t)OUTCOME_ANY + 1);
        from->damaged |= step.guide != OUTCOME_ANY && step.guide >= s->outcomes.lists.size;
        vector_push(&way->steps, step);
    }
    count = bytes_count(from, 2);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct way_point point = {.steps = (uint32_t)bytes_number_below(from, way->steps.size + 1u)};
        point.within_step = bytes_number_below(from, 2);
        if (point.within_step) {
            point.alternative = (uint32_t)bytes_number_below(from, UINT32_MAX);
            point.survived = bytes_number_below(from, 2);
        }
        vector_push(&way->points, point);
    }
}

// Whether the next of the way's choice points is here.
static bool has_point(const struct search *s, const struct frontier_way *way, bool within_step)
{
    if (s->points.size >= way->points.size)
        return false;
    const struct way_point *p = &way->points.data[s->points.size];
    return p->within_step == within_step && p->steps == s->steps;
}

static bool is_at_way_end(const struct search *s, const struct frontier_way *way)
{
    return s->points.size == way->points.size;
}

// The step has come to choices: takes what was taken. False: the way is another program's.
static bool choose_again(struct search *s, const struct frontier_way *way, enum step_result *result)
{
    while (*result == STEP_CHOICE && !is_at_way_end(s, way)) {
        if (search_choose_guided(s, result))
            continue;
        if (!has_point(s, way, true))
            return false;
        const struct way_point *p = &way->points.data[s->points.size];
        search_push_answer_point(s, false);
        struct answer_point *answer = &vector_last(&s->points).answer;
        if (p->alternative >= answer->count)
            return false;
        answer->alternative = p->alternative;
        answer->survived = p->survived;
        if (!is_at_way_end(s, way))
            *result = search_take_alternative(s, p->alternative);
    }
    return true;
}

// Between steps: begins the next one.
static bool step_again(struct search *s, const struct frontier_way *way, enum step_result *result)
{
    struct thread_set enabled = search_enabled(s);
    uint32_t point = NO_POINT;
    if (has_point(s, way, false))
        point = search_push_schedule_point(s, &enabled);
    if (is_at_way_end(s, way))
        return true;
    if (s->steps >= way->steps.size)
        return false;
    const struct way_step *step = &way->steps.data[s->steps];
    if (!thread_set_has(&enabled, step->thread))
        return false;
    *result = search_execute(s, step->thread, point, step->guide);
    return true;
}

static bool follow_way(struct search *s, const struct frontier_way *way)
{
    enum step_result result = search_start(s);
    for (;;) {
        if (!choose_again(s, way, &result))
            return false;
        if (is_at_way_end(s, way))
            return true;
        if (result != STEP_DONE || search_finish_step(s) != EXECUTION_GOES_ON || s->stop ||
            s->data_race_restart)
            return false;
        if (!step_again(s, way, &result))
            return false;
        if (is_at_way_end(s, way))
            return true;
    }
}

bool frontier_take(struct search *s, struct byte_reader *from)
{
    struct frontier_way way = {0};
    if (!frontier_applies(s))
        return false;
    uint64_t went_round = bytes_number(from);
    read_way(s, &way, from);
    bool there = !from->damaged && way.points.size > 0 && follow_way(s, &way);
    vector_free(&way.steps);
    vector_free(&way.points);
    if (!there)
        return false;
    s->reduction->frontier->read(s, from);
    s->went_round = went_round;
    s->result->counters = (struct exploration_counters){0}; // of the way
    s->paused = true;
    return !from->damaged;
}
