#include "explore/checkpoint.h"

#include "base/clock.h"
#include "explore/search.h"
#include "explore/slice_facts.h"
#include "machine/describe.h"
#include "machine/questions.h"
#include "term/kept.h"

enum { MOST_BYTES = 32 << 20 }; // of summaries
// Until a checkpoint is kept for the case that the process is killed, and from one to the next.
static const double first_seconds = 2, next_seconds = 30;
static const double share = 20; // no more of the time than one part of so many is spent on them

// ---- writing

void checkpoint_write_facts(const struct machine *m, byte_vector *to)
{
    uint32_t count;
    const struct learnt_fact *facts = machine_facts(m, &count);
    learnt_write(facts, count, to);
}

void checkpoint_write_threads(const struct machine *m, byte_vector *to)
{
    uint32_t count = machine_thread_limit(m);
    bytes_add_number(to, count);
    for (uint32_t t = 0; t < count; t++)
        bytes_add_text(to, machine_thread_name(m, t));
}

static void write_all_labels(const struct labels *labels, byte_vector *to)
{
    bytes_add_number(to, labels->lists.size);
    for (uint32_t k = 0; k < labels->lists.size; k++) {
        uint32_t count;
        const struct access *a = label_get(labels, k, &count);
        bytes_add_number(to, count);
        for (uint32_t i = 0; i < count; i++)
            label_write_access(&a[i], to);
    }
}

static void write_outcomes(const struct outcomes *outcomes, byte_vector *to)
{
    bytes_add_number(to, outcomes->lists.size);
    for (uint32_t k = 0; k < outcomes->lists.size; k++) {
        uint32_t count;
        const struct machine_decision *d = outcome_get(outcomes, k, &count);
        bytes_add_number(to, count);
        for (uint32_t i = 0; i < count; i++) {
            bytes_add_number(to, d[i].condition);
            bytes_add_number(to, d[i].alternative);
            bytes_add_number(to, d[i].branch);
            bytes_add_number(to, d[i].thread);
        }
    }
}

void checkpoint_write_numbers(const struct search *s, byte_vector *to)
{
    terms_write(s->terms, to);
    write_all_labels(&s->labels, to);
    write_outcomes(&s->outcomes, to);
}

// The numbers of exploration_counters that a later search goes on from.
#define COUNTERS(COUNTER)                                                                                    \
    COUNTER(complete)                                                                                        \
    COUNTER(partial) COUNTER(blocked) COUNTER(infeasible) COUNTER(sleep_blocked) COUNTER(events)

static void write_checkpoint(const struct search *s, byte_vector *to)
{
    const struct exploration *e = s->result;
    const struct exploration_counters *counters = s->pruning ? &e->counters : &s->frontier.counters;
    bytes_add_number(to, s->program->hash);
    bytes_add_number(to, s->pruning != NULL);
#define WRITE(name) bytes_add_number(to, counters->name + e->before.name);
    COUNTERS(WRITE)
#undef WRITE
    bytes_add_number(to, (uint64_t)((e->seconds_before + clock_seconds() - s->start) * 1e6));
    bytes_add_number(to, s->failed_assumption);
    checkpoint_write_threads(s->machine, to);
    checkpoint_write_facts(s->machine, to);
    if (s->pruning)
        machine_keep_seen(s->machine, to);
    else
        machine_share_seen(s->machine, to);
    checkpoint_write_numbers(s, to);
    if (s->pruning)
        pruning_write(s->pruning, MOST_BYTES, to);
    else
        bytes_add(to, s->frontier.bytes.data, s->frontier.bytes.size);
}

// Whether there is something that a later search need not explore again.
static bool has_explored(const struct search *s)
{
    if (s->pruning)
        return !pruning_verifies(s) && pruning_statistics(s->pruning).entries > 0;
    return s->frontier.bytes.size > 0;
}

// Whether a search that begins with the checkpoint finds all that this one has found.
static bool may_keep_checkpoint(const struct search *s)
{
    const struct exploration *e = s->result;
    bool found = e->violations.size || e->warnings.size || e->stopped || e->internal_error ||
                 (s->stop ? s->reasons_before_stop : e->reasons.size > 0);
    return s->options->keep && !found && !s->out_of_memory && !machine_must_restart(s->machine) &&
           has_explored(s);
}

void checkpoint_keep(struct search *s)
{
    if (!may_keep_checkpoint(s))
        return;
    byte_vector bytes = {0};
    write_checkpoint(s, &bytes);
    s->options->keep(s->options->context, &(struct checkpoint){bytes.data, bytes.size});
    vector_free(&bytes);
}

void checkpoint_keep_now_and_then(struct search *s)
{
    double begin = clock_seconds();
    if (s->next_checkpoint <= 0)
        s->next_checkpoint = begin + first_seconds;
    if (begin < s->next_checkpoint)
        return;
    checkpoint_keep(s);
    double end = clock_seconds(), wait = share * (end - begin);
    s->next_checkpoint = end + (wait > next_seconds ? wait : next_seconds);
}

// ---- reading

void checkpoint_read_threads(struct search *s, struct byte_reader *from)
{
    uint32_t count = bytes_count(from, 1);
    for (uint32_t t = 0; t < count && !from->damaged; t++) {
        char *name = bytes_text(from);
        from->damaged |= !machine_intern_thread(s->machine, name);
        memory_free(name);
    }
    from->damaged |= machine_thread_limit(s->machine) != count;
}

static void read_labels(struct labels *labels, struct byte_reader *from)
{
    VECTOR(struct access) list = {0};
    uint32_t lists = bytes_count(from, 1);
    for (uint32_t k = 0; k < lists && !from->damaged; k++) {
        uint32_t count = bytes_count(from, 4);
        list.size = 0;
        for (uint32_t i = 0; i < count && !from->damaged; i++)
            vector_push(&list, label_read_access(from));
        from->damaged |= label_intern(labels, list.data, list.size) != k;
    }
    vector_free(&list);
}

static void read_outcomes(struct search *s, struct byte_reader *from)
{
    VECTOR(struct machine_decision) list = {0};
    uint32_t lists = bytes_count(from, 1), threads = machine_thread_limit(s->machine);
    for (uint32_t k = 0; k < lists && !from->damaged; k++) {
        uint32_t count = bytes_count(from, 4);
        list.size = 0;
        for (uint32_t i = 0; i < count && !from->damaged; i++) {
            struct machine_decision d = {.condition = (term)bytes_number_below(from, term_count(s->terms))};
            d.alternative = (uint32_t)bytes_number_below(from, (uint64_t)UINT32_MAX + 1);
            d.branch = bytes_number_below(from, 2);
            d.thread = (uint32_t)bytes_number_below(from, threads);
            vector_push(&list, d);
        }
        from->damaged |= outcome_intern(&s->outcomes, list.data, list.size) != k;
    }
    vector_free(&list);
}

bool checkpoint_read_numbers(struct search *s, struct byte_reader *from)
{
    if (!terms_read(s->terms, from))
        return false;
    read_labels(&s->labels, from);
    read_outcomes(s, from);
    return !from->damaged;
}

// What all executions together have shown, twice: the exploration starts again with what follows from it,
// and forgets a part of it then. Nothing can be learnt from it that the other search has not learnt.
static void join_seen(struct search *s, struct byte_reader *from)
{
    struct byte_reader again = *from;
    uint32_t before, after;
    machine_facts(s->machine, &before);
    machine_merge_seen(s->machine, &again);
    search_restart(s);
    machine_merge_seen(s->machine, from);
    machine_facts(s->machine, &after);
    from->damaged |= before != after;
}

bool checkpoint_prunes(const struct checkpoint *checkpoint)
{
    const unsigned char *data = checkpoint->data;
    struct byte_reader from = {data, data + checkpoint->size, false};
    bytes_number(&from); // the program
    return bytes_number(&from) || from.damaged;
}

bool checkpoint_take(struct search *s, const struct checkpoint *checkpoint)
{
    struct exploration *e = s->result;
    const unsigned char *data = checkpoint->data;
    struct byte_reader from = {data, data + checkpoint->size, false};
    if (bytes_number(&from) != s->program->hash || bytes_number(&from) != (s->pruning != NULL))
        return false;
#define READ(name) e->before.name = bytes_number(&from);
    COUNTERS(READ)
#undef READ
    e->seconds_before = (double)bytes_number(&from) / 1e6;
    s->failed_assumption = (uint32_t)bytes_number_below(&from, (uint64_t)NO_CODE + 1);
    from.damaged |= s->failed_assumption != NO_CODE && s->failed_assumption >= s->program->code_count;
    checkpoint_read_threads(s, &from);
    learnt_read(s->machine, &from, NULL);
    if (from.damaged)
        return false;
    search_restart(s); // with these facts
    if (s->pruning)
        machine_take_seen(s->machine, &from, NULL);
    else
        join_seen(s, &from);
    if (from.damaged || !checkpoint_read_numbers(s, &from))
        return false;
    bool taken = !from.damaged && (s->pruning ? pruning_read(s, NULL, &from) : frontier_take(s, &from));
    return taken && from.at == from.end;
}
