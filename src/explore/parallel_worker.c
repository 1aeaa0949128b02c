// A worker: the copy of its owner's search that explores the part given to it.
#include "explore/parallel_state.h"

#include "base/clock.h"
#include "base/failure.h"
#include "explore/budget.h"

// Forgets what is below the choice point, and is back there.
static void return_to_point(struct search *s, uint32_t point)
{
    while (s->points.size > point + 1) {
        uint32_t newest = s->points.size - 1;
        if (s->reduction->before_pop)
            s->reduction->before_pop(s, newest);
        s->points.size = newest;
    }
    search_restore(s);
}

static void become_worker(struct search *s, uint32_t point)
{
    struct parallel *p = s->parallel;
    for (uint32_t k = 0; k < p->given.size; k++)
        vector_free(&p->given.data[k].link.message);
    p->given.size = 0;
    if (p->has_beside)
        vector_free(&p->beside.message);
    p->has_beside = false;
    p->waited = 0;
    p->next_size = 0;
    p->base = point + 1;
    p->common = term_count(s->terms);
    p->before = parallel_state_of(s);
    p->violations = s->result->violations.size;
    p->reasons.size = p->warnings.size = 0;
    keyed_free(&p->any);
    for (uint32_t k = 0; k < s->result->reasons.size; k++)
        vector_push(&p->reasons, s->result->reasons.data[k].times);
    for (uint32_t k = 0; k < s->result->warnings.size; k++)
        vector_push(&p->warnings, s->result->warnings.data[k].times);
    p->reported_executions = search_executions(s);
    p->reported_events = s->result->counters.events;
    p->executions_elsewhere = p->events_elsewhere = 0;
    p->reported_known = false;
    p->machine = (struct machine_statistics){0};
    p->solver = (struct smt_statistics){0};
    p->options = *s->options;
    p->options.progress = NULL;
    p->options.output = NULL;
    p->options.keep = NULL;
    p->options.finished = s->options->finished ? parallel_report_finished : NULL;
    p->options.restarted = NULL;
    p->options.suffices = NULL; // who gathers the results judges them
    p->options.context = s;
    s->options = &p->options;
    s->turns = NULL;
    workers_watch(s->options->interrupt);
}

static bool begin_given_part(struct search *s, uint32_t point, enum step_result *result)
{
    return_to_point(s, point);
    if (!s->points.data[point].within_step)
        return s->reduction->sharing->take(s, point, result);
    struct answer_point *answer = &s->points.data[point].answer;
    answer->survived = false;
    answer->alternative = answer->count - 2;
    return search_choose_next(s, result);
}

static void explore_given_part(struct search *s, uint32_t point)
{
    enum step_result result;
    become_worker(s, point);
    bool any = begin_given_part(s, point, &result);
    s->parallel->begun = clock_seconds();
    if (any)
        search_explore_from(s, result);
    parallel_dismiss(s);
    if (!s->stop && parallel_has_new_threads(s)) // seen when a reversal was tried last
        parallel_report_learnt(s);
    parallel_report_news(s); // of its own workers
    parallel_report_result(s, !s->stop);
}

static void report_failure(struct search *s, enum failure failure)
{
    parallel_kill_workers(s->parallel);
    search_exhaust(s);
    if (failure == FAILURE_MEMORY)
        search_add_reason(s, NO_CODE, BUDGET_MEMORY_RAN_OUT);
    else if (!s->result->internal_error)
        s->result->internal_error = memory_copy_string(failure_what());
    parallel_report_result(s, false);
}

_Noreturn void parallel_run_worker(struct search *s, uint32_t point)
{
    jmp_buf guard;
    volatile bool failed = false;
    failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failed && failure == FAILURE_MEMORY)
        workers_exhausted();
    if (failed)
        workers_crashed();
    failed = failure != FAILURE_NONE;
    if (failed)
        report_failure(s, failure);
    else
        explore_given_part(s, point);
    workers_done();
}
