// What an owner receives from its workers, and what follows from it.
#include "explore/parallel_state.h"

#include "base/failure.h"
#include "explore/backtrack.h"
#include "explore/budget.h"
#include "explore/source.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <unistd.h>

#define GIFT_MOST_SECONDS 5.0
#define WORTH_IT 10 // times as long
#define KILLED_AGAIN_AND_AGAIN "processes that explored a part (--jobs) were killed again and again"
enum { MOST_MISSED = 20 };

// ---- results

void parallel_add_statistics(struct parallel *p, const struct part_result *part)
{
#define ADD(name) p->name += part->name;
    STATISTICS(ADD)
#undef ADD
    if (part->machine.peak_objects > p->machine.peak_objects)
        p->machine.peak_objects = part->machine.peak_objects;
}

static void adapt_pause(struct parallel *p, const struct given_part *g, const struct part_result *part)
{
    bool worth_it = part->seconds > WORTH_IT * (g->seconds + part->begin_seconds);
    double pause = worth_it ? p->pause / 2 : p->pause * 2;
    p->pause = pause < GIFT_SECONDS ? GIFT_SECONDS : pause > GIFT_MOST_SECONDS ? GIFT_MOST_SECONDS : pause;
}

static void receive_result(struct search *s, const struct given_part *g, struct byte_reader *from)
{
    struct exploration *e = s->result;
    struct part_result part;
    bytes_copy(from, &part, sizeof part);
#define ADD(name) e->name += part.name;
    COUNTERS(ADD)
#undef ADD
    if (part.counters.max_depth > e->counters.max_depth)
        e->counters.max_depth = part.counters.max_depth;
    adapt_pause(s->parallel, g, &part);
    s->parallel->executions_elsewhere += counters_executions(&part.counters);
    parallel_add_size(s, g->point, counters_executions(&part.counters));
    s->parallel->events_elsewhere += part.counters.events;
    parallel_add_statistics(s->parallel, &part);
    s->went_round += part.went_round;
    e->parts += part.parts + 1;
    if (s->failed_assumption == NO_CODE)
        s->failed_assumption = part.failed_assumption;
    e->bounded |= part.bounded;
    e->out_of_budget |= part.out_of_budget;
    e->interrupted |= part.interrupted;
    e->stopped |= part.thread_stopped;
    for (uint32_t k = g->point + 1; part.survived && k-- > 0 && s->points.data[k].within_step;)
        s->points.data[k].answer.survived = true;
    char *error = bytes_text(from);
    if (*error && !e->internal_error)
        e->internal_error = error;
    else
        memory_free(error);
    wire_read_remarks(from, &e->reasons);
    wire_read_remarks(from, &e->warnings);
    if (part.whole) {
        machine_merge_seen(s->machine, from);
        return;
    }
    s->stop = true;
    if (!parallel_is_worker(s)) // which only says that its part is not whole
        parallel_lose(s);
}

// ---- listening

static void receive_learnt(struct search *s, struct byte_reader *from)
{
    if (parallel_is_worker(s)) { // as it is: only the first process can start again
        byte_vector *message = parallel_begin_message(s, WIRE_LEARNT);
        bytes_add(message, from->at, (size_t)(from->end - from->at));
        workers_send(&s->parallel->workers, message);
        for (;;) // until all are ended
            pause();
    }
    uint32_t count = bytes_count(from, sizeof(struct learnt_fact));
    for (uint32_t k = 0; k < count; k++) {
        struct learnt_fact fact;
        bytes_copy(from, &fact, sizeof fact);
        machine_add_fact(s->machine, fact);
    }
    count = bytes_count(from, 1);
    for (uint32_t k = 0; k < count; k++) {
        char *name = bytes_text(from);
        machine_intern_thread(s->machine, name);
        memory_free(name);
    }
    machine_merge_seen(s->machine, from);
    machine_ask_restart(s->machine);
}

static void receive_sequence(struct search *s, uint32_t point, bool deferred, struct byte_reader *from)
{
    struct sequence sequence;
    uint32_t *clocks = wire_read_sequence(from, s, &sequence);
    source_note_sequence(s, &sequence);
    if (deferred) {
        struct operation operation;
        uint32_t *before = clocks + (size_t)sequence.items.size * sequence.stride;
        for (uint32_t t = 0; t < sequence.stride; t++)
            before[t] = (uint32_t)bytes_number(from);
        bytes_copy(from, &operation, sizeof operation);
        source_add_deferred(s, point, &sequence, before, &operation);
    } else {
        source_add_sequence(s, point, &sequence);
    }
    vector_free(&sequence.items);
    memory_free(clocks);
}

static void receive_any(struct search *s, uint32_t point, struct byte_reader *from)
{
    uint32_t first = (uint32_t)bytes_number(from);
    source_of(s)->partial |= bytes_number(from);
    struct thread_set threads = thread_set_read(from);
    source_add_any(s, point, first, &threads);
}

static void receive_threads(struct search *s, uint32_t point, struct byte_reader *from)
{
    struct thread_set threads = thread_set_read(from);
    backtrack_add_threads(s, point, &threads);
}

static void note_event_known(struct search *s, struct given_part *g)
{
    if (!g->event_known && !g->within_step && s->reduction->sharing->given_known)
        s->reduction->sharing->given_known(s, g->point);
    g->event_known = true;
}

static void receive_explored(struct search *s, struct given_part *g, uint32_t point, struct byte_reader *from)
{
    const struct sleeper sleeper = wire_read_sleeper(from, s);
    source_add_explored(s, point, &sleeper);
    if (point == g->point)
        note_event_known(s, g);
}

void parallel_receive_violation(struct search *s, struct byte_reader *from)
{
    struct exploration_violation v = wire_read_violation(from, s->program);
    search_take_violation(s, &v);
    if (parallel_is_worker(s))
        parallel_report_violations(s);
}

static void receive_finished(const struct search *s, struct byte_reader *from)
{
    bool complete = bytes_number(from);
    uint64_t trace = bytes_number(from);
    bool closed = bytes_number(from);
    uint64_t state = bytes_number(from);
    if (s->options->finished)
        s->options->finished(s->options->context, complete, trace, closed ? &state : NULL);
}

void parallel_require(bool readable)
{
    if (!readable)
        failure_contradiction("a process that explored a part has reported something that nobody can read");
}

// What follows `what` and the choice point in a message.
static void receive_body(struct search *s, struct given_part *g, enum wire_message what, uint32_t point,
                         struct byte_reader *from)
{
    switch (what) {
    case WIRE_SEQUENCE:
    case WIRE_DEFERRED: receive_sequence(s, point, what == WIRE_DEFERRED, from); break;
    case WIRE_ANY: receive_any(s, point, from); break;
    case WIRE_THREADS: receive_threads(s, point, from); break;
    case WIRE_EXPLORED: receive_explored(s, g, point, from); break;
    case WIRE_KNOWN:
        note_event_known(s, g);
        g->known = true;
        break;
    case WIRE_VIOLATION: parallel_receive_violation(s, from); break;
    case WIRE_FINISHED: receive_finished(s, from); break;
    case WIRE_LEARNT: receive_learnt(s, from); break;
    case WIRE_RESULT:
        if (!s->stop)
            note_event_known(s, g);
        receive_result(s, g, from);
        break;
    case WIRE_BESIDE: break; // receive_beside
    }
}

// One message. True: it was the last one.
static bool receive_worker_message(struct search *s, struct given_part *g)
{
    const byte_vector *message = &g->link.message;
    struct byte_reader from = {message->data, message->data + message->size, false};
    enum wire_message what = (enum wire_message)bytes_number(&from);
    bool about_point = what <= WIRE_EXPLORED;
    uint32_t point = about_point ? (uint32_t)bytes_number(&from) : 0;
    parallel_require(!from.damaged && (!about_point || point < s->points.size));
    // When the search ends only results count. A worker that waits for a restart does not report one
    // (parallel_lose).
    if (s->stop && what != WIRE_VIOLATION && what != WIRE_FINISHED && what != WIRE_RESULT)
        return false;
    receive_body(s, g, what, point, &from);
    parallel_require(!from.damaged);
    return what == WIRE_RESULT;
}

// ---- listening to workers

// The worker and its keeper are gone. In a worker, its own part is explored again by its keeper; in the first
// process the search starts again.
static void miss(struct search *s)
{
    if (s->stop) {
        if (!parallel_is_worker(s))
            parallel_lose(s);
        return;
    }
    if (parallel_is_worker(s))
        workers_fail();
    if (s->parallel->missed++ == MOST_MISSED)
        budget_stop(s, KILLED_AGAIN_AND_AGAIN);
    else
        machine_ask_restart(s->machine);
}

void parallel_crashed(struct search *s)
{
    if (!s->result->internal_error)
        s->result->internal_error = memory_copy_string("a process that explored a part has crashed");
    s->stop = s->result->bounded = true;
}

// Nobody can explore the part.
static void give_up_part(struct search *s, enum worker_news why)
{
    if (why == WORKER_CRASHED) {
        parallel_crashed(s);
        return;
    }
    budget_stop(s, why == WORKER_KILLED ? KILLED_AGAIN_AND_AGAIN : BUDGET_MEMORY_RAN_OUT);
    s->stop = s->result->bounded = true;
}

void parallel_lose(struct search *s)
{
    struct exploration *e = s->result;
    if (e->violations.size && !s->options->all)
        return;
    if (!e->bounded)
        search_add_reason(s, NO_CODE,
                          "a process (--jobs) did not report what it had explored when the search ended");
    e->bounded = true;
}

// All that the worker has reported. False: there will be no more of it.
static bool listen_to(struct search *s, struct given_part *g)
{
    for (;;) {
        switch (workers_hear(&g->link)) {
        case WORKER_SILENT: return true;
        case WORKER_TELLS:
            if (receive_worker_message(s, g))
                return false;
            break;
        case WORKER_LOST: miss(s); return false;
        case WORKER_CRASHED: give_up_part(s, WORKER_CRASHED); return false;
        case WORKER_EXHAUSTED: give_up_part(s, WORKER_EXHAUSTED); return false;
        case WORKER_KILLED: give_up_part(s, WORKER_KILLED); return false;
        }
    }
}

void parallel_listen(struct search *s)
{
    struct parallel *p = s->parallel;
    for (uint32_t k = 0; k < p->given.size;) {
        struct given_part *g = &p->given.data[k];
        if (listen_to(s, g)) {
            k++;
            continue;
        }
        workers_close(&p->workers, &g->link);
        memmove(g, g + 1, (p->given.size - k - 1) * sizeof *g);
        p->given.size--;
    }
    parallel_listen_beside(s);
}

void parallel_wait(struct search *s, int milliseconds)
{
    struct parallel *p = s->parallel;
    VECTOR(const struct worker_link *) links = {0};
    for (uint32_t k = 0; k < p->given.size; k++)
        vector_push(&links, &p->given.data[k].link);
    if (p->has_beside)
        vector_push(&links, &p->beside);
    workers_wait(links.data, links.size, milliseconds);
    vector_free(&links);
    parallel_listen(s);
}
