#include "predict/value_atomicity.h"

#include "predict/value_encoding.h"

// A single access of the program's code, which other threads' can come right before and behind.
static bool is_single_access(const struct trace_program *p, const struct trace_event *e)
{
    enum operation_kind kind = p->run->items.data[e->item].operation;
    return !e->silent && !e->section && !e->ordered &&
           (kind == OPERATION_READ || kind == OPERATION_WRITE || kind == OPERATION_UPDATE);
}

static bool trace_events_conflict(const struct trace_program *p, const struct trace_event *e,
                                  const struct trace_event *f)
{
    for (uint32_t k = e->access_begin; k < e->access_end; k++)
        for (uint32_t n = f->access_begin; n < f->access_end; n++) {
            const struct trace_access *a = &p->accesses.data[k], *b = &p->accesses.data[n];
            if ((a->write || b->write) && a->address < b->address + b->size &&
                b->address < a->address + a->size)
                return true;
        }
    return false;
}

// The other threads' accesses that conflict with the event's.
static void add_conflicts(const struct trace_program *p, uint32_t event, event_list *to)
{
    const struct trace_event *e = &p->events.data[event];
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct trace_event *f = &p->events.data[k];
        if (f->thread != e->thread && is_single_access(p, f) && trace_events_conflict(p, e, f))
            vector_push(to, k);
    }
}

// Both lists are in the order of the run.
static void add_common_between(const struct trace_program *p, uint32_t first, const event_list *before,
                               uint32_t last, const event_list *behind, triple_list *triples)
{
    for (uint32_t i = 0, k = 0; i < before->size && k < behind->size;) {
        uint32_t a = before->data[i], b = behind->data[k];
        if (a == b && !trace_program_before(p, a, first) && !trace_program_before(p, last, a))
            vector_push(triples, (struct trace_triple){first, a, last});
        i += a <= b;
        k += b <= a;
    }
}

void value_triples(const struct trace_program *p, triple_list *triples)
{
    event_list *conflicts = memory_zalloc(p->events.size + 1, sizeof *conflicts);
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct trace_event *last = &p->events.data[k];
        if (!last->region || !is_single_access(p, last))
            continue;
        add_conflicts(p, k, &conflicts[k]);
        for (uint32_t n = k; n-- > 0 && conflicts[k].size;) {
            const struct trace_event *first = &p->events.data[n];
            if (first->thread != last->thread || first->silent)
                continue;
            if (first->region != last->region)
                break;
            add_common_between(p, n, &conflicts[n], k, &conflicts[k], triples);
        }
    }
    for (uint32_t k = 0; k < p->events.size; k++)
        vector_free(&conflicts[k]);
    memory_free(conflicts);
}

term value_triple_happens(const struct trace_program *p, const struct trace_triple *t)
{
    const struct trace_event *e = p->events.data;
    term happens = term_and(p->terms, e[t->between].executed, e[t->last].executed);
    happens = term_and(p->terms, happens, value_encoding_before(p, t->first, t->between));
    return term_and(p->terms, happens, value_encoding_before(p, t->between, t->last));
}
