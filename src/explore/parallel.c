#include "explore/parallel_state.h"

#include "base/clock.h"
#include "base/failure.h"
#include "explore/budget.h"
#include "explore/estimate.h"
#include "explore/part_above.h"
#include "machine/questions.h"

#include <errno.h>
#include <unistd.h>

// A program that is explored in a moment is not worth a fork. Milliseconds are for waits.
#define FIRST_SECONDS 0.1
#define TURN_SECONDS 0.0005 // many executions take less than to look whether there is news
#define END_SECONDS 1.0
#define SIZE_SECONDS 0.1     // from one estimate to the next
#define MOST_EXECUTIONS 1e18 // that an estimate says
enum { LOOK_MILLISECONDS = 20, SEAT_MILLISECONDS = 2 };

uint32_t parallel_base(const struct search *s)
{
    return s->parallel ? s->parallel->base : s->part ? s->part->points.size : 0;
}

bool parallel_is_above(const struct search *s, uint32_t point)
{
    return point < parallel_base(s);
}

bool parallel_has_workers(const struct search *s, uint32_t point)
{
    const struct parallel *p = s->parallel;
    for (uint32_t k = 0; p && k < p->given.size; k++)
        if (p->given.data[k].point == point)
            return true;
    return false;
}

// ---- the end of workers

void parallel_kill_workers(struct parallel *p)
{
    for (uint32_t k = 0; k < p->given.size; k++)
        workers_kill(&p->workers, &p->given.data[k].link);
    p->given.size = 0;
}

// When the search stops, all workers are informed, and have time to report their results.
static void wait_for_results(struct search *s)
{
    struct parallel *p = s->parallel;
    double until = clock_seconds() + END_SECONDS;
    if (!parallel_is_worker(s)) // only the first process knows that all have to end
        workers_stop(&p->workers);
    while ((p->given.size || p->has_beside) && workers_stopped(&p->workers) && clock_seconds() < until)
        parallel_wait(s, LOOK_MILLISECONDS);
    parallel_listen(s);
    if (p->given.size && !parallel_is_worker(s))
        parallel_lose(s);
}

void parallel_dismiss(struct search *s)
{
    struct parallel *p = s->parallel;
    if (s->stop && !s->out_of_memory && !p->decision.size)
        wait_for_results(s);
    parallel_kill_workers(p);
}

// ---- between executions

// Threads that an owner or a worker does not know have a number in one process only.
bool parallel_has_new_threads(struct search *s)
{
    struct parallel *p = s->parallel;
    if (!p || (!parallel_is_worker(s) && !p->given.size) || machine_thread_limit(s->machine) == p->threads)
        return false;
    machine_ask_restart(s->machine);
    return true;
}

void parallel_check(struct search *s)
{
    const struct workers *workers = s->parallel && parallel_is_worker(s) ? &s->parallel->workers : s->beside;
    if (workers && workers_stopped(workers))
        s->stop = true;
}

// Of a worker: reports how many executions its part has, an estimate, now and then.
static void parallel_report_size(struct search *s)
{
    struct parallel *p = s->parallel;
    double now = clock_seconds();
    if (!parallel_is_worker(s) || !s->reduction->left || now < p->next_size)
        return;
    p->next_size = now + SIZE_SECONDS;
    double size = estimate_size(s);
    workers_send_size(&p->workers, size < MOST_EXECUTIONS ? (uint64_t)size : (uint64_t)MOST_EXECUTIONS);
}

void parallel_turn(struct search *s)
{
    struct parallel *p = s->parallel;
    if (!p)
        return;
    parallel_has_new_threads(s);
    double now = clock_seconds();
    if (machine_must_restart(s->machine) || now < p->next_turn)
        return;
    p->next_turn = now + parallel_pause(s, TURN_SECONDS);
    if (s->options->share_at_once)
        parallel_wait_drawn(p);
    parallel_listen(s);
    if (machine_must_restart(s->machine))
        return;
    if (parallel_is_worker(s))
        parallel_report_news(s);
    parallel_report_size(s);
    parallel_check(s);
    while (!s->stop && parallel_give(s, true))
        ;
}

static bool may_go_on_at(const struct search *s, uint32_t point)
{
    return s->stop || machine_must_restart(s->machine) || !parallel_has_workers(s, point) ||
           (parallel_has_more(s, point) && !parallel_has_unknown(s, point));
}

void parallel_arrive(struct search *s, uint32_t point)
{
    struct parallel *p = s->parallel;
    if (!p || may_go_on_at(s, point))
        return;
    double begin = clock_seconds();
    workers_leave_seat(&p->workers);
    while (!may_go_on_at(s, point)) {
        parallel_give(s, false);
        parallel_wait(s, LOOK_MILLISECONDS);
        parallel_report_size(s);
        budget_check(s);
    }
    while (!workers_take_seat(&p->workers) && !s->stop && !machine_must_restart(s->machine)) {
        parallel_wait(s, SEAT_MILLISECONDS);
        budget_check(s);
    }
    p->waited += clock_seconds() - begin;
}

void parallel_restart(struct search *s)
{
    struct parallel *p = s->parallel;
    if (!p)
        return;
    if (parallel_is_worker(s))
        parallel_report_learnt(s);
    parallel_dismiss(s);
    workers_reset(&p->workers);
    p->executions_elsewhere = p->events_elsewhere = 0;
    p->next_gift = clock_seconds() + parallel_pause(s, FIRST_SECONDS);
}

// ---- estimates

struct given_ways parallel_given_ways(const struct search *s, uint32_t point)
{
    const struct parallel *p = s->parallel;
    struct given_ways ways = {0};
    for (uint32_t k = 0; p && k < p->given.size; k++) {
        const struct given_part *g = &p->given.data[k];
        if (g->point != point)
            continue;
        uint64_t size = workers_size(&p->workers, &g->link);
        ways.known += size > 0;
        ways.unknown += size == 0;
        ways.listed += !g->event_known;
        ways.size += (double)size;
    }
    return ways;
}

void parallel_add_size(struct search *s, uint32_t point, uint64_t executions)
{
    s->points.data[point].elsewhere++;
    s->points.data[point].way += executions;
    for (uint32_t k = point + 1; k < s->points.size; k++) {
        s->points.data[k].begun += executions;
        s->points.data[k].way += executions;
    }
}

// ---- the first process

void parallel_add_executed(const struct search *s, uint64_t *executions, uint64_t *events)
{
    uint64_t more_executions, more_events;
    if (!s->parallel)
        return;
    workers_executed(&s->parallel->workers, &more_executions, &more_events);
    *executions += more_executions - s->parallel->executions_elsewhere;
    *events += more_events - s->parallel->events_elsewhere;
}

struct workers *parallel_workers(const struct search *s)
{
    return s->parallel ? &s->parallel->workers : s->beside;
}

bool parallel_holds_more(struct search *s, uint64_t bytes)
{
    struct workers *workers = parallel_workers(s);
    return workers && workers_hold_more(workers, bytes);
}

const char *parallel_why_not(const struct exploration_options *o)
{
    const struct reduction *reduction = search_reduction(o);
    if (reduction->not_shared)
        return reduction->not_shared;
    if (o->prune && !o->prune_late)
        return "summaries are those of one process (--prune=off)";
    if (o->slice == SLICE_DYNAMIC)
        return "slices are dynamic";
    if (o->keep || o->checkpoint)
        return "what is not explored is kept for later by one process (--store)";
    if (o->explain)
        return "where executions come from is counted by one process (--explain)";
    if (o->max_executions)
        return "executions are counted by one process (--max-executions)";
    return NULL;
}

static void end_processes(struct search *s)
{
    parallel_kill_workers(s->parallel);
    parallel_end_beside(s);
}

// A failure ends the other processes before it goes on to whoever called.
static void explore_guarded(struct search *s, parallel_search beside, void *context)
{
    jmp_buf guard, *outer = failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_NONE) {
        parallel_begin_beside(s, beside, context);
        search_continue(s, NULL);
        parallel_dismiss(s);
    }
    failure_guard(outer);
    end_processes(s);
    if (failure == FAILURE_CONTRADICTION) {
        workers_end(&s->parallel->workers);
        failure_contradiction(failure_what());
    }
    if (failure == FAILURE_MEMORY)
        search_exhaust(s);
}

void parallel_explore(struct search *s, parallel_search beside, void *context)
{
    if (!s->reduction->sharing) {
        s->result->not_parallel = "the reduction is that of one process";
        search_continue(s, NULL);
        return;
    }
    struct parallel *p = memory_zalloc(1, sizeof *p);
    if (!workers_begin(&p->workers, s->options->jobs)) {
        memory_free(p);
        s->result->not_parallel = "the system gives no memory that processes could share";
        search_continue(s, NULL);
        return;
    }
    p->next_gift = clock_seconds() + parallel_pause(s, FIRST_SECONDS);
    p->pause = GIFT_SECONDS;
    p->draws = (uint64_t)(clock_seconds() * 1e6);
    s->parallel = p;
    explore_guarded(s, beside, context);
}

static const char *why_no_fork(int error)
{
    if (error == EAGAIN)
        return "the system allows no more processes (EAGAIN)";
    if (error == ENOMEM)
        return "the system has no memory for another process (ENOMEM)";
    return "the system could not start another process";
}

void parallel_end(struct search *s)
{
    struct parallel *p = s->parallel;
    if (!p)
        return;
    struct exploration *e = s->result;
    const struct part_result part = {.machine = e->machine, .solver = e->solver};
    if (p->decision.size)
        parallel_take_decision(s);
    else
        parallel_add_statistics(p, &part);
    e->machine = p->machine;
    e->solver = p->solver;
    end_processes(s);
    if (!e->parts && p->no_fork)
        e->not_parallel = why_no_fork(p->no_fork);
    if (s->stop && !p->decision.size && !e->violations.size && !e->bounded)
        parallel_lose(s); // whatever has stopped it: not all was explored
    workers_end(&p->workers);
    search_sort_violations(s);
    vector_free(&p->given);
    vector_free(&p->decision);
    vector_free(&p->message);
    keyed_free(&p->any);
    memory_free(p);
    s->parallel = NULL;
}
