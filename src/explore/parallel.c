#include "explore/parallel_state.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/hash.h"
#include "explore/budget.h"
#include "machine/questions.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

// A program that is explored in a moment is not worth a fork. Milliseconds are for waits.
#define FIRST_SECONDS 0.1
#define TURN_SECONDS 0.0005 // many executions take less than to look whether there is news
#define END_SECONDS 1.0
#define FORK_AGAIN_SECONDS 1.0 // after one that the system has not allowed
enum { LOOK_MILLISECONDS = 20, SEAT_MILLISECONDS = 2 };

uint32_t parallel_base(const struct search *s)
{
    return s->parallel ? s->parallel->base : 0;
}

bool parallel_is_above(const struct search *s, uint32_t point)
{
    return s->parallel && point < s->parallel->base;
}

// ---- what may be given

// Whether a worker explores what was given from there, and what it begins with is not all known.
static bool has_unknown(const struct search *s, uint32_t point)
{
    const struct parallel *p = s->parallel;
    for (uint32_t k = 0; k < p->given.size; k++)
        if (p->given.data[k].point == point && !p->given.data[k].known)
            return true;
    return false;
}

bool parallel_has_workers(const struct search *s, uint32_t point)
{
    const struct parallel *p = s->parallel;
    for (uint32_t k = 0; p && k < p->given.size; k++)
        if (p->given.data[k].point == point)
            return true;
    return false;
}

static bool has_alternatives(const struct search *s, uint32_t point, uint32_t more)
{
    const struct answer_point *answer = &s->points.data[point].answer;
    return answer->alternative + more < answer->count;
}

// Whether all that the present step from the choice point decides has been executed.
bool parallel_is_decided(const struct search *s, uint32_t point)
{
    for (uint32_t k = point + 1;
         k < s->points.size && s->points.data[k].within_step && s->points.data[k].answer.step.point == point;
         k++)
        if (has_alternatives(s, k, 1) || parallel_has_workers(s, k))
            return false;
    return true;
}

static bool may_give(const struct search *s, uint32_t point)
{
    const struct reduction_sharing *sharing = s->reduction->sharing;
    if (s->points.data[point].within_step)
        return has_alternatives(s, point, 1);
    if (sharing->given_known && (has_unknown(s, point) || !parallel_is_decided(s, point)))
        return false;
    return sharing->may_give(s, point);
}

static bool has_more(const struct search *s, uint32_t point)
{
    return s->points.data[point].within_step ? has_alternatives(s, point, 1)
                                             : s->reduction->sharing->has_more(s, point);
}

// For tests: one of so many, drawn, so that parts are handed over at other places and moments each time.
static uint64_t draw(struct parallel *p, uint64_t count)
{
    p->draws = hash_combine(p->draws + 1, (uint64_t)getpid());
    return p->draws % count;
}

static void dawdle(struct parallel *p)
{
    if (draw(p, 4) == 0)
        usleep((useconds_t)draw(p, 400));
}

// The shallowest choice point from which something may be given. `keep`: and something else is left.
static bool find_gift(struct search *s, bool keep, uint32_t *point)
{
    const struct reduction_sharing *sharing = s->reduction->sharing;
    uint32_t k = s->parallel->base, end = s->points.size;
    bool any = s->options->share_at_once;
    while (k < end && (!may_give(s, k) || (any && keep && draw(s->parallel, 2))))
        k++;
    if (k == end)
        return false;
    *point = k;
    bool more = s->points.data[k].within_step ? has_alternatives(s, k, 2) : sharing->may_give_more(s, k);
    while (keep && !more && ++k < end)
        more = has_more(s, k);
    return more || !keep;
}

// ---- a worker

// Forgets what is below the choice point, and is back there.
static void go_back(struct search *s, uint32_t point)
{
    while (s->points.size > point + 1) {
        uint32_t newest = s->points.size - 1;
        if (s->reduction->popped)
            s->reduction->popped(s, newest);
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
    p->base = point + 1;
    p->common = term_count(s->terms);
    p->before = parallel_state_of(s);
    p->violations = s->result->violations.size;
    p->reasons.size = p->warnings.size = p->any.size = 0;
    for (uint32_t k = 0; k < s->result->reasons.size; k++)
        vector_push(&p->reasons, s->result->reasons.data[k].times);
    for (uint32_t k = 0; k < s->result->warnings.size; k++)
        vector_push(&p->warnings, s->result->warnings.data[k].times);
    p->told_executions = search_executions(s);
    p->told_events = s->result->counters.events;
    p->joined_executions = p->joined_events = 0;
    p->told_known = false;
    p->machine = (struct machine_statistics){0};
    p->solver = (struct smt_statistics){0};
    p->options = *s->options;
    p->options.progress = NULL;
    p->options.output = NULL;
    p->options.keep = NULL;
    p->options.finished = s->options->finished ? parallel_tell_finished : NULL;
    p->options.restarted = NULL;
    p->options.context = s;
    s->options = &p->options;
    s->turns = NULL;
    workers_watch(s->options->interrupt);
}

static bool take(struct search *s, uint32_t point, enum step_result *result)
{
    go_back(s, point);
    if (!s->points.data[point].within_step)
        return s->reduction->sharing->take(s, point, result);
    struct answer_point *answer = &s->points.data[point].answer;
    answer->survived = false;
    answer->alternative = answer->count - 2;
    return search_choose_next(s, result);
}

static void kill_workers(struct parallel *p)
{
    for (uint32_t k = 0; k < p->given.size; k++)
        workers_kill(&p->workers, &p->given.data[k].link);
    p->given.size = 0;
}

// When the search stops, all workers are told so, and have time to tell their results.
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

// Ends the workers.
static void dismiss(struct search *s)
{
    struct parallel *p = s->parallel;
    if (s->stop && !s->out_of_memory && !p->decision.size)
        wait_for_results(s);
    kill_workers(p);
}

static void explore_part(struct search *s, uint32_t point)
{
    enum step_result result;
    become_worker(s, point);
    bool any = take(s, point, &result);
    s->parallel->begun = clock_seconds();
    if (any)
        search_go_on(s, result);
    dismiss(s);
    parallel_tell_news(s); // of its own workers
    parallel_tell_result(s, !s->stop);
}

static void tell_failure(struct search *s, enum failure failure)
{
    kill_workers(s->parallel);
    search_exhaust(s);
    if (failure == FAILURE_MEMORY)
        search_add_reason(s, NO_CODE, BUDGET_MEMORY_RAN_OUT);
    else if (!s->result->internal_error)
        s->result->internal_error = memory_copy_string(failure_what());
    parallel_tell_result(s, false);
}

_Noreturn static void run_worker(struct search *s, uint32_t point)
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
        tell_failure(s, failure);
    else
        explore_part(s, point);
    workers_done();
}

// ---- giving

static double pause_between(const struct search *s, double seconds)
{
    return s->options->share_at_once ? 0 : seconds;
}

static bool give(struct search *s, bool keep)
{
    struct parallel *p = s->parallel;
    uint32_t point, seat;
    double now = clock_seconds();
    if (now < p->next_gift)
        return false;
    if (!workers_have_room(&p->workers) || !find_gift(s, keep, &point) ||
        !workers_reserve(&p->workers, &seat))
        return false;
    struct given given = {.point = point, .within_step = s->points.data[point].within_step};
    given.known = given.event_known = given.within_step || !s->reduction->sharing->given_known;
    VECTOR(struct worker_link) links = {0};
    for (uint32_t k = 0; k < p->given.size; k++)
        vector_push(&links, p->given.data[k].link);
    if (p->has_beside)
        vector_push(&links, p->beside);
    vector_reserve(&p->given, (uint64_t)p->given.size + 1);
    if (!parallel_is_worker(s) && !p->given.size)
        p->threads = machine_thread_limit(s->machine);
    p->forked = now;
    enum worker_side side = workers_fork(&p->workers, seat, &given.link, links.data, links.size);
    vector_free(&links);
    if (side == WORKER_ITSELF)
        run_worker(s, point);
    if (side == WORKER_NONE) {
        p->no_fork = errno;
        p->next_gift = now + FORK_AGAIN_SECONDS;
        return false;
    }
    if (given.within_step)
        s->points.data[point].answer.count--;
    else
        s->reduction->sharing->give(s, point);
    given.seconds = clock_seconds() - now;
    vector_push(&p->given, given);
    p->next_gift = clock_seconds() + pause_between(s, p->pause);
    return true;
}

// ---- between executions

// Threads that an owner or a worker does not know have a number in one process only.
static void compare_threads(struct search *s)
{
    struct parallel *p = s->parallel;
    bool shared = parallel_is_worker(s) || p->given.size;
    if (shared && machine_thread_limit(s->machine) != p->threads)
        machine_ask_restart(s->machine);
}

void parallel_check(struct search *s)
{
    const struct workers *workers = s->parallel && parallel_is_worker(s) ? &s->parallel->workers : s->beside;
    if (workers && workers_stopped(workers))
        s->stop = true;
}

void parallel_turn(struct search *s)
{
    struct parallel *p = s->parallel;
    if (!p)
        return;
    compare_threads(s);
    double now = clock_seconds();
    if (machine_must_restart(s->machine) || now < p->next_turn)
        return;
    p->next_turn = now + pause_between(s, TURN_SECONDS);
    if (s->options->share_at_once)
        dawdle(p);
    parallel_listen(s);
    if (machine_must_restart(s->machine))
        return;
    if (parallel_is_worker(s))
        parallel_tell_news(s);
    parallel_check(s);
    while (!s->stop && give(s, true))
        ;
}

static bool may_go_on(const struct search *s, uint32_t point)
{
    return s->stop || machine_must_restart(s->machine) || !parallel_has_workers(s, point) ||
           (has_more(s, point) && !has_unknown(s, point));
}

void parallel_arrive(struct search *s, uint32_t point)
{
    struct parallel *p = s->parallel;
    if (!p || may_go_on(s, point))
        return;
    double begin = clock_seconds();
    workers_leave_seat(&p->workers);
    while (!may_go_on(s, point)) {
        give(s, false);
        parallel_wait(s, LOOK_MILLISECONDS);
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
        parallel_tell_learnt(s);
    dismiss(s);
    workers_reset(&p->workers);
    p->joined_executions = p->joined_events = 0;
    p->next_gift = clock_seconds() + pause_between(s, FIRST_SECONDS);
}

// ---- the first process

void parallel_add_executed(const struct search *s, uint64_t *executions, uint64_t *events)
{
    uint64_t more_executions, more_events;
    if (!s->parallel)
        return;
    workers_executed(&s->parallel->workers, &more_executions, &more_events);
    *executions += more_executions - s->parallel->joined_executions;
    *events += more_events - s->parallel->joined_events;
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
    if (o->por == POR_RANDOM)
        return "random walks are drawn one after the other";
    if (o->por == POR_STATES)
        return "a search over states is one process";
    if (o->preemption_limit || o->iterative)
        return "the number of preemptions is limited";
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
    kill_workers(s->parallel);
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
        dismiss(s);
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
    struct parallel *p = memory_zalloc(1, sizeof *p);
    if (!workers_begin(&p->workers, s->options->jobs)) {
        memory_free(p);
        s->result->not_parallel = "the system gives no memory that processes could share";
        search_continue(s, NULL);
        return;
    }
    p->next_gift = clock_seconds() + pause_between(s, FIRST_SECONDS);
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

// Which violation is found first depends on how fast the processes are.
static int compare_violations(const void *a, const void *b)
{
    const struct exploration_violation *x = a, *y = b;
    if (x->code != y->code)
        return x->code < y->code ? -1 : 1;
    if (x->property != y->property)
        return x->property < y->property ? -1 : 1;
    return strcmp(x->message, y->message);
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
    if (e->violations.size > 1)
        qsort(e->violations.data, e->violations.size, sizeof *e->violations.data, compare_violations);
    vector_free(&p->given);
    vector_free(&p->decision);
    vector_free(&p->message);
    vector_free(&p->any);
    memory_free(p);
    s->parallel = NULL;
}
