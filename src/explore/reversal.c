// The sequence that reverses a race: what happened after its first event without depending on it, then its
// second.
#include "explore/source.h"

// Sequences from executions with more events than this end with the second event of the race: cheaper for
// long executions, which no search exhausts, but no longer optimal. Tests make it small.
enum { WHOLE_SEQUENCE_EVENTS = 4096 };

// ---- the order of the present execution

// NULL: there is none, or the store does not have it in one piece.
static const uint32_t *whole_clock(const struct trace *trace, uint32_t record)
{
    const struct clock_store *store = &trace->ticks;
    return record == NO_EVENT || store->wide ? NULL : store->ticks.data + (size_t)record * store->stride;
}

// Valid until the next call, and until the trace grows.
static const uint32_t *trace_clock(struct search *s, uint32_t record)
{
    const struct clock_store *store = &s->trace.ticks;
    struct source_sets *r = source_of(s);
    if (record == NO_EVENT || !store->wide)
        return whole_clock(&s->trace, record);
    vector_reserve(&r->before, store->stride);
    clock_store_copy(store, record, r->before.data);
    return r->before.data;
}

// Of its thread before the event; NULL: nothing was.
const uint32_t *reversal_clock_before(struct search *s, uint32_t event)
{
    return trace_clock(s, s->trace.events.data[event].before);
}

const uint32_t *reversal_present_clock(struct search *s, uint32_t thread)
{
    return trace_clock(s, s->trace.present[thread]);
}

// ---- the sequence

// Adds to an item's clock what happens before it in the sequence: what it depends on.
static void join_items(const struct search *s, const struct sequence *sequence, uint32_t item,
                       uint32_t *clock)
{
    const struct labels *labels = &s->labels;
    const struct sequence_item *to = &sequence->items.data[item];
    for (uint32_t i = item; i-- > 0;) {
        const struct sequence_item *from = &sequence->items.data[i];
        if (clock[from->thread] >= from->count || !label_conflict(labels, from->label, to->label))
            continue;
        for (uint32_t t = 0; t < sequence->stride; t++) {
            uint32_t tick = sequence_tick(sequence, i, t);
            if (tick > clock[t])
                clock[t] = tick;
        }
    }
}

// The last item's clock: its thread's past, and what it conflicts with in the sequence.
void reversal_finish_clock(struct search *s, struct sequence *sequence, uint32_t *clock)
{
    uint32_t last = sequence->items.size - 1;
    struct sequence_item *item = &sequence->items.data[last];
    join_items(s, sequence, last, clock);
    clock[item->thread] = item->count;
    item->clock = clock;
}

static void push_event(struct search *s, uint32_t event, uint32_t outcome)
{
    const struct event *e = &s->trace.events.data[event];
    struct source_sets *r = source_of(s);
    vector_push(&r->sequence.items, (struct sequence_item){.thread = e->thread,
                                                           .count = e->count,
                                                           .outcome = outcome,
                                                           .label = e->label,
                                                           .event = event,
                                                           .clock = whole_clock(&s->trace, e->clock),
                                                           .record = e->clock});
}

// Up to which event of the execution the sequence goes. An atomic section or update that ends the sequence
// may access more where it is moved to, for that depends on what it reads; so all events that are independent
// of the race's first event come before it.
static uint32_t sequence_end(const struct search *s, uint32_t first, uint32_t second)
{
    const struct trace *trace = &s->trace;
    uint32_t end = trace->events.size;
    if (second == NO_EVENT || trace->events.data[second].kind == OPERATION_ATOMIC_BEGIN ||
        trace->events.data[second].kind == OPERATION_UPDATE)
        return end;
    uint32_t most = s->options->whole_sequences ? s->options->whole_sequences : WHOLE_SEQUENCE_EVENTS;
    bool whole = source_of(s)->optimal && end - first <= most;
    return whole ? end : second;
}

static void push_independent(struct search *s, uint32_t first, uint32_t end, uint32_t but)
{
    struct source_sets *r = source_of(s);
    struct sequence *sequence = &r->sequence;
    sequence->items.size = 0;
    sequence->stride = s->trace.ticks.stride;
    sequence->store = &s->trace.ticks;
    // What a thread does after an event that depends on the first one depends on it, too.
    r->dependent.size = 0;
    while (r->dependent.size < sequence->stride)
        vector_push(&r->dependent, false);
    for (uint32_t k = first + 1; k < end; k++) {
        const struct event *e = &s->trace.events.data[k];
        bool *dependent = &r->dependent.data[e->thread];
        *dependent = *dependent || trace_before(&s->trace, first, k);
        bool stops = e->label == LABEL_ALL; // all others: nothing comes after it
        if (k != but && !stops && !*dependent)
            push_event(s, k, e->outcome);
    }
}

void reversal_build_executed(struct search *s, uint32_t first)
{
    push_independent(s, first, s->trace.events.size, NO_EVENT);
    source_of(s)->sequence.part = false;
}

void reversal_append(struct search *s, const struct reversed *reversed)
{
    struct source_sets *r = source_of(s);
    struct sequence *sequence = &r->sequence;
    vector_reserve(&r->clock, s->trace.ticks.stride);
    for (uint32_t t = 0; t < s->trace.ticks.stride; t++)
        r->clock.data[t] = reversed->before ? reversed->before[t] : 0;
    vector_push(&sequence->items, (struct sequence_item){.thread = reversed->thread,
                                                         .count = reversed->count,
                                                         .outcome = OUTCOME_ANY,
                                                         .label = reversed->label,
                                                         .event = NO_ITEM});
    reversal_finish_clock(s, sequence, r->clock.data);
}

void reversal_build(struct search *s, uint32_t first, const struct reversed *reversed)
{
    uint32_t end = sequence_end(s, first, reversed->second);
    push_independent(s, first, end, reversed->second);
    source_of(s)->sequence.part = end < s->trace.events.size;
    reversal_append(s, reversed);
}
