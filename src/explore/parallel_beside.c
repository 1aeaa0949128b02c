// Another search beside the one that several processes share: with pruning, where that one is without
// (staged.c).
#include "explore/parallel_state.h"

#include "base/failure.h"

static void report_beside(struct workers *w, const struct search *other)
{
    byte_vector message = {0};
    const struct exploration *e = other->result;
    struct part_result part = parallel_state_of(other);
    struct summary_statistics summaries = {0};
    if (other->pruning)
        summaries = pruning_statistics(other->pruning);
    part.whole = !other->stop || (e->violations.size && !other->options->all && !e->out_of_budget) ||
                 e->internal_error;
    bytes_add_number(&message, WIRE_BESIDE);
    bytes_add_number(&message, part.whole);
    bytes_add_number(&message, e->violations.size);
    for (uint32_t k = 0; k < e->violations.size; k++)
        wire_add_violation(&message, &e->violations.data[k]);
    bytes_add(&message, &part, sizeof part);
    bytes_add(&message, &summaries, sizeof summaries);
    bytes_add_text(&message, e->internal_error ? e->internal_error : "");
    wire_add_remarks(&message, &e->reasons, NULL, 0);
    wire_add_remarks(&message, &e->warnings, NULL, 0);
    workers_send(w, &message);
}

_Noreturn static void run_beside(struct workers *w, struct interrupt *interrupt, parallel_search make,
                                 void *context)
{
    jmp_buf guard;
    failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_CONTRADICTION)
        workers_crashed();
    if (failure == FAILURE_NONE) {
        workers_watch(interrupt);
        struct search *other = make(context);
        if (other) {
            other->beside = w;
            const struct patience while_pruning = {.while_pruning = true};
            if (search_continue(other, &while_pruning) && !other->out_of_memory)
                report_beside(w, other);
        }
    }
    workers_done();
}

void parallel_begin_beside(struct search *s, parallel_search make, void *context)
{
    struct parallel *p = s->parallel;
    uint32_t seat;
    if (!make || !workers_reserve(&p->workers, &seat))
        return;
    enum worker_side side = workers_fork(&p->workers, seat, &p->beside, NULL, 0);
    if (side == WORKER_ITSELF)
        run_beside(&p->workers, s->options->interrupt, make, context);
    p->has_beside = side == WORKER_OWNER;
}

// What it has found counts; where it has come to its end, it reports the result.
static void receive_beside(struct search *s)
{
    struct parallel *p = s->parallel;
    const byte_vector *message = &p->beside.message;
    struct byte_reader from = {message->data, message->data + message->size, false};
    parallel_require(bytes_number(&from) == WIRE_BESIDE);
    bool decides = bytes_number(&from);
    uint32_t count = bytes_count(&from, 1);
    for (uint32_t k = 0; k < count; k++)
        parallel_receive_violation(s, &from);
    parallel_require(!from.damaged);
    if (decides && !s->stop) {
        bytes_add(&p->decision, from.at, (size_t)(from.end - from.at));
        s->stop = true;
    }
}

void parallel_listen_beside(struct search *s)
{
    struct parallel *p = s->parallel;
    if (!p->has_beside)
        return;
    enum worker_news news = workers_hear(&p->beside);
    if (news == WORKER_SILENT)
        return;
    if (news == WORKER_TELLS)
        receive_beside(s);
    if (news == WORKER_CRASHED)
        parallel_crashed(s);
    workers_close(&p->workers, &p->beside); // if it was killed or has no memory, this search goes on
    p->has_beside = false;
}

static void drop_remarks(remark_vector *remarks)
{
    while (remarks->size)
        memory_free(vector_pop(remarks).message);
}

// The other search has ended first: the result is its own.
void parallel_take_decision(struct search *s)
{
    struct parallel *p = s->parallel;
    struct exploration *e = s->result;
    struct byte_reader from = bytes_reader(&p->decision);
    struct part_result part;
    bytes_copy(&from, &part, sizeof part);
    bytes_copy(&from, &e->summaries, sizeof e->summaries);
    e->counters = part.counters;
    p->machine = part.machine;
    p->solver = part.solver;
    s->failed_assumption = part.failed_assumption;
    e->bounded = part.bounded;
    e->out_of_budget = part.out_of_budget;
    e->interrupted = part.interrupted;
    e->stopped = part.thread_stopped;
    char *error = bytes_text(&from);
    if (*error && !e->internal_error)
        e->internal_error = error;
    else
        memory_free(error);
    drop_remarks(&e->reasons);
    drop_remarks(&e->warnings);
    wire_read_remarks(&from, &e->reasons);
    wire_read_remarks(&from, &e->warnings);
    parallel_require(!from.damaged);
}

void parallel_end_beside(struct search *s)
{
    struct parallel *p = s->parallel;
    if (p->has_beside)
        workers_kill(&p->workers, &p->beside);
    p->has_beside = false;
}
