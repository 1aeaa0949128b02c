// What a worker tells the owner of its part.
#include "explore/parallel_state.h"

#include "explore/part_above.h"

#include "base/clock.h"
#include "base/hash.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <unistd.h>

// ---- telling

byte_vector *parallel_begin_message(struct search *s, enum told what)
{
    byte_vector *message = &s->parallel->message;
    message->size = 0;
    bytes_add_number(message, what);
    return message;
}

static void tell(struct search *s)
{
    workers_tell(&s->parallel->workers, &s->parallel->message);
}

static uint64_t key_of(const struct told_any *any)
{
    uint64_t hash = hash_combine((uint64_t)any->point << 32 | any->first, any->partial);
    return hash_combine(hash, hash_bytes(any->threads.words, sizeof any->threads.words)) | 1;
}

// Whether that was told, but for what shares its hash with something that was told later.
static bool was_told(struct parallel *p, struct told_any any)
{
    any.key = key_of(&any);
    struct told_any *told = keyed_find(&p->any, sizeof *told, any.key);
    if (told && told->point == any.point && told->first == any.first && told->partial == any.partial &&
        thread_set_equal(&told->threads, &any.threads))
        return true;
    if (!told)
        told = keyed_add(&p->any, sizeof *told, any.key);
    *told = any;
    return false;
}

// Told once, since the choice point's thread comes up again in nearly each execution.
bool parallel_tell_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads,
                       bool partial)
{
    struct parallel *p = s->parallel;
    if (s->part)
        return part_ask(s, point, first, threads);
    if (was_told(p,
                 (struct told_any){.point = point, .first = first, .partial = partial, .threads = *threads}))
        return false;
    byte_vector *message = parallel_begin_message(s, TOLD_ANY);
    bytes_add_number(message, point);
    bytes_add_number(message, first);
    bytes_add_number(message, partial);
    thread_set_write(threads, message);
    tell(s);
    return true;
}

void parallel_tell_threads(struct search *s, uint32_t point, const struct thread_set *threads)
{
    byte_vector *message = parallel_begin_message(s, TOLD_THREADS);
    bytes_add_number(message, point);
    thread_set_write(threads, message);
    tell(s);
}

bool parallel_can_tell(const struct search *s, const struct sequence *sequence)
{
    return !s->part && told_whole(s, s->parallel->common, sequence);
}

void parallel_write_sequence(struct search *s, uint32_t point, const struct sequence *sequence)
{
    byte_vector *message = parallel_begin_message(s, TOLD_SEQUENCE);
    bytes_add_number(message, point);
    told_add_sequence(message, s, sequence);
}

void parallel_tell_written(struct search *s)
{
    tell(s);
}

void parallel_tell_deferred(struct search *s, uint32_t point, const struct sequence *sequence,
                            const uint32_t *before, const struct operation *operation)
{
    byte_vector *message = parallel_begin_message(s, TOLD_DEFERRED);
    bytes_add_number(message, point);
    told_add_sequence(message, s, sequence);
    for (uint32_t t = 0; t < sequence->stride; t++)
        bytes_add_number(message, before ? before[t] : 0);
    bytes_add(message, operation, sizeof *operation);
    tell(s);
}

void parallel_tell_explored(struct search *s, uint32_t point, const struct sleeper *sleeper)
{
    byte_vector *message = parallel_begin_message(s, TOLD_EXPLORED);
    bytes_add_number(message, point);
    told_add_sleeper(message, s, s->parallel->common, sleeper);
    tell(s);
}

// An execution has ended in a worker (exploration_options.finished).
void parallel_tell_finished(void *context, bool complete, uint64_t trace_hash, const uint64_t *state_hash)
{
    struct search *s = context;
    byte_vector *message = parallel_begin_message(s, TOLD_FINISHED);
    bytes_add_number(message, complete);
    bytes_add_number(message, trace_hash);
    bytes_add_number(message, state_hash != NULL);
    bytes_add_number(message, state_hash ? *state_hash : 0);
    tell(s);
}

void parallel_tell_violations(struct search *s)
{
    struct parallel *p = s->parallel;
    for (; p->violations < s->result->violations.size; p->violations++) {
        told_add_violation(parallel_begin_message(s, TOLD_VIOLATION),
                           &s->result->violations.data[p->violations]);
        tell(s);
    }
}

// The facts, the names of all threads, and what was seen.
_Noreturn void parallel_tell_learnt(struct search *s)
{
    byte_vector *message = parallel_begin_message(s, TOLD_LEARNT);
    uint32_t count, threads = machine_thread_limit(s->machine);
    const struct learnt_fact *facts = machine_facts(s->machine, &count);
    bytes_add_number(message, count);
    bytes_add(message, facts, count * sizeof *facts);
    bytes_add_number(message, threads);
    for (uint32_t t = 0; t < threads; t++)
        bytes_add_text(message, machine_thread_name(s->machine, t));
    machine_share_seen(s->machine, message);
    tell(s);
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

void parallel_tell_result(struct search *s, bool whole)
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
    byte_vector *message = parallel_begin_message(s, TOLD_RESULT);
    bytes_add(message, &part, sizeof part);
    bytes_add_text(message, s->result->internal_error ? s->result->internal_error : "");
    told_add_remarks(message, &s->result->reasons, p->reasons.data, p->reasons.size);
    told_add_remarks(message, &s->result->warnings, p->warnings.data, p->warnings.size);
    if (whole)
        machine_share_seen(s->machine, message);
    workers_leave_seat(&p->workers);
    tell(s);
}

// ---- now and then

void parallel_tell_news(struct search *s)
{
    struct parallel *p = s->parallel;
    uint64_t executions = search_executions(s) - p->joined_executions,
             events = s->result->counters.events - p->joined_events;
    workers_add_executed(&p->workers, executions - p->told_executions, events - p->told_events);
    p->told_executions = executions;
    p->told_events = events;
    parallel_tell_violations(s);
    if (s->reduction->sharing->tell)
        s->reduction->sharing->tell(s);
    if (!p->told_known && parallel_is_decided(s, p->base - 1)) {
        p->told_known = true;
        parallel_begin_message(s, TOLD_KNOWN);
        tell(s);
    }
}
