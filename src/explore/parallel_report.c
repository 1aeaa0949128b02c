// What a worker reports to the owner of its part.
#include "explore/parallel_state.h"

#include "explore/part_above.h"

#include "base/clock.h"
#include "base/hash.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <unistd.h>

// ---- messages

byte_vector *parallel_begin_message(struct search *s, enum wire_message what)
{
    byte_vector *message = &s->parallel->message;
    message->size = 0;
    bytes_add_number(message, what);
    return message;
}

static void send_message(struct search *s)
{
    workers_send(&s->parallel->workers, &s->parallel->message);
}

static uint64_t reported_key(const struct reported_any *any)
{
    uint64_t hash = hash_combine((uint64_t)any->point << 32 | any->first, any->partial);
    return hash_combine(hash, hash_bytes(any->threads.words, sizeof any->threads.words)) | 1;
}

// Whether the threads were reported before. One is forgotten when another with its hash is reported.
static bool was_reported(struct parallel *p, struct reported_any any)
{
    any.key = reported_key(&any);
    struct reported_any *reported = keyed_find(&p->any, sizeof *reported, any.key);
    if (reported && reported->point == any.point && reported->first == any.first &&
        reported->partial == any.partial && thread_set_equal(&reported->threads, &any.threads))
        return true;
    if (!reported)
        reported = keyed_add(&p->any, sizeof *reported, any.key);
    *reported = any;
    return false;
}

// Reported once, since the choice point's thread comes up again in nearly each execution.
bool parallel_report_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads,
                         bool partial)
{
    struct parallel *p = s->parallel;
    if (s->part)
        return part_ask(s, point, first, threads);
    if (was_reported(p, (struct reported_any){
                            .point = point, .first = first, .partial = partial, .threads = *threads}))
        return false;
    byte_vector *message = parallel_begin_message(s, WIRE_ANY);
    bytes_add_number(message, point);
    bytes_add_number(message, first);
    bytes_add_number(message, partial);
    thread_set_write(threads, message);
    send_message(s);
    return true;
}

void parallel_report_threads(struct search *s, uint32_t point, const struct thread_set *threads)
{
    byte_vector *message = parallel_begin_message(s, WIRE_THREADS);
    bytes_add_number(message, point);
    thread_set_write(threads, message);
    send_message(s);
}

bool parallel_can_report(const struct search *s, const struct sequence *sequence)
{
    return !s->part && wire_can_carry(s, s->parallel->common, sequence);
}

void parallel_write_sequence(struct search *s, uint32_t point, const struct sequence *sequence)
{
    byte_vector *message = parallel_begin_message(s, WIRE_SEQUENCE);
    bytes_add_number(message, point);
    wire_add_sequence(message, s, sequence);
}

void parallel_report_written(struct search *s)
{
    send_message(s);
}

void parallel_report_deferred(struct search *s, uint32_t point, const struct sequence *sequence,
                              const uint32_t *before, const struct operation *operation)
{
    byte_vector *message = parallel_begin_message(s, WIRE_DEFERRED);
    bytes_add_number(message, point);
    wire_add_sequence(message, s, sequence);
    for (uint32_t t = 0; t < sequence->stride; t++)
        bytes_add_number(message, before ? before[t] : 0);
    bytes_add(message, operation, sizeof *operation);
    send_message(s);
}

void parallel_report_explored(struct search *s, uint32_t point, const struct sleeper *sleeper)
{
    byte_vector *message = parallel_begin_message(s, WIRE_EXPLORED);
    bytes_add_number(message, point);
    wire_add_sleeper(message, s, s->parallel->common, sleeper);
    send_message(s);
}

// An execution has ended in a worker (exploration_options.finished).
void parallel_report_finished(void *context, bool complete, uint64_t trace_hash, const uint64_t *state_hash)
{
    struct search *s = context;
    byte_vector *message = parallel_begin_message(s, WIRE_FINISHED);
    bytes_add_number(message, complete);
    bytes_add_number(message, trace_hash);
    bytes_add_number(message, state_hash != NULL);
    bytes_add_number(message, state_hash ? *state_hash : 0);
    send_message(s);
}

void parallel_report_violations(struct search *s)
{
    struct parallel *p = s->parallel;
    for (; p->violations < s->result->violations.size; p->violations++) {
        wire_add_violation(parallel_begin_message(s, WIRE_VIOLATION),
                           &s->result->violations.data[p->violations]);
        send_message(s);
    }
}

// The facts, the names of all threads, and what was seen.
_Noreturn void parallel_report_learnt(struct search *s)
{
    byte_vector *message = parallel_begin_message(s, WIRE_LEARNT);
    uint32_t count, threads = machine_thread_limit(s->machine);
    const struct learnt_fact *facts = machine_facts(s->machine, &count);
    bytes_add_number(message, count);
    bytes_add(message, facts, count * sizeof *facts);
    bytes_add_number(message, threads);
    for (uint32_t t = 0; t < threads; t++)
        bytes_add_text(message, machine_thread_name(s->machine, t));
    machine_share_seen(s->machine, message);
    send_message(s);
    for (;;) // until all are ended
        pause();
}

// ---- results

struct part_result parallel_state_of(const struct search *s)
{
    const struct exploration *e = s->result;
    return (struct part_result){.counters = e->counters,
                                .machine = *machine_statistics(s->machine),
                                .solver = *smt_statistics(s->smt),
                                .went_round = s->went_round,
                                .parts = e->parts,
                                .failed_assumption = s->failed_assumption,
                                .bounded = e->bounded,
                                .out_of_budget = e->out_of_budget,
                                .interrupted = e->interrupted,
                                .thread_stopped = e->stopped};
}

static bool has_survived(const struct search *s)
{
    const struct parallel *p = s->parallel;
    const struct choice_point *root = &s->points.data[p->base - 1];
    return root->within_step && root->answer.survived;
}

void parallel_report_result(struct search *s, bool whole)
{
    struct parallel *p = s->parallel;
    struct part_result part = parallel_state_of(s);
#define SUBTRACT(name) part.name -= p->before.name;
    COUNTERS(SUBTRACT)
    STATISTICS(SUBTRACT)
    SUBTRACT(went_round)
    SUBTRACT(parts)
#undef SUBTRACT
#define ADD(name) part.name += p->name;
    STATISTICS(ADD)
#undef ADD
    part.begin_seconds = p->begun - p->forked;
    part.seconds = clock_seconds() - p->begun - p->waited;
    part.survived = has_survived(s);
    part.whole = whole;
    byte_vector *message = parallel_begin_message(s, WIRE_RESULT);
    bytes_add(message, &part, sizeof part);
    bytes_add_text(message, s->result->internal_error ? s->result->internal_error : "");
    wire_add_remarks(message, &s->result->reasons, p->reasons.data, p->reasons.size);
    wire_add_remarks(message, &s->result->warnings, p->warnings.data, p->warnings.size);
    if (whole)
        machine_share_seen(s->machine, message);
    workers_leave_seat(&p->workers);
    send_message(s);
}

// ---- now and then

void parallel_report_news(struct search *s)
{
    struct parallel *p = s->parallel;
    uint64_t executions = search_executions(s) - p->executions_elsewhere,
             events = s->result->counters.events - p->events_elsewhere;
    workers_add_executed(&p->workers, executions - p->reported_executions, events - p->reported_events);
    p->reported_executions = executions;
    p->reported_events = events;
    parallel_report_violations(s);
    if (s->reduction->sharing->report)
        s->reduction->sharing->report(s);
    if (!p->reported_known && parallel_is_decided(s, p->base - 1)) {
        p->reported_known = true;
        parallel_begin_message(s, WIRE_KNOWN);
        send_message(s);
    }
}
