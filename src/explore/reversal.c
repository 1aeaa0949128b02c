// The sequence that reverses a race: what happened after its first event without depending on it, then its
// second.
#include "explore/search.h"

// Sequences from executions with more events than this end with the second event of the race: cheaper for
// long executions, which no search exhausts, but no longer optimal.
#ifndef HEDDLE_WHOLE_SEQUENCE_EVENTS
#define HEDDLE_WHOLE_SEQUENCE_EVENTS 4096u // test builds make it small
#endif

// ---- the order of the present execution

static const uint32_t *trace_clock(const struct trace *trace, uint32_t record)
{
    return record == NO_EVENT ? NULL : trace->ticks.data + (size_t)record * trace->stride;
}

static const uint32_t *event_clock(const struct search *s, uint32_t event)
{
    const struct observed_order *o = &s->reduction.observed;
    return o->active ? o->clocks.data + (size_t)event * o->stride
                     : trace_clock(&s->trace, s->trace.events.data[event].clock);
}

// Of its thread before the event; NULL: nothing was.
const uint32_t *reversal_clock_before(const struct search *s, uint32_t event)
{
    const struct observed_order *o = &s->reduction.observed;
    return o->active ? o->before.data + (size_t)event * o->stride
                     : trace_clock(&s->trace, s->trace.events.data[event].before);
}

const uint32_t *reversal_present_clock(const struct search *s, uint32_t thread)
{
    const struct observed_order *o = &s->reduction.observed;
    if (o->active)
        return thread < o->stride ? o->present.data + (size_t)thread * o->stride : NULL;
    return trace_clock(&s->trace, s->trace.present[thread]);
}

bool reversal_ordered(const struct search *s, uint32_t a, uint32_t b)
{
    const struct event *e = &s->trace.events.data[a];
    return event_clock(s, b)[e->thread] >= e->count;
}

// ---- the sequence

// Whether the order of two items, the earlier first, matters to the sequence.
static bool item_after(const struct search *s, const struct sequence_item *from,
                       const struct sequence_item *to)
{
    const struct footprints *footprints = &s->reduction.footprints;
    return footprint_conflict(footprints, from->footprint, to->footprint) &&
           !(to->unread && from->plain && footprint_same_place(footprints, from->footprint, to->footprint));
}

// Adds to an item's clock what happens before it in the sequence: what it depends on, and what the clock has
// already.
static void join_items(const struct search *s, const struct sequence *sequence, uint32_t item,
                       uint32_t *clock)
{
    const struct sequence_item *to = &sequence->items.data[item];
    // Clocks of the execution are complete. With observers an item's clock in the sequence can hold more.
    bool complete = !sequence->observed;
    for (uint32_t i = 0; i < item; i++) {
        const struct sequence_item *from = &sequence->items.data[complete ? item - 1 - i : i];
        bool known = clock[from->thread] >= from->count;
        if (known ? complete : !item_after(s, from, to))
            continue;
        for (uint32_t t = 0; t < sequence->stride; t++)
            if (from->clock[t] > clock[t])
                clock[t] = from->clock[t];
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

// Which plain writes of the sequence are overwritten unread in it.
static void find_unread(const struct search *s, struct sequence *sequence)
{
    const struct footprints *footprints = &s->reduction.footprints;
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        struct sequence_item *item = &sequence->items.data[k];
        for (uint32_t i = k + 1; item->plain && i < sequence->items.size; i++) {
            const struct sequence_item *next = &sequence->items.data[i];
            if (!footprint_conflict(footprints, item->footprint, next->footprint))
                continue;
            item->unread = next->plain && footprint_same_place(footprints, item->footprint, next->footprint);
            break;
        }
    }
}

// Clocks by what matters to the sequence alone, where the execution's own order leaves out more: what the
// execution overwrote unread may be what the sequence ends with.
static void make_clocks(struct search *s, struct sequence *sequence)
{
    struct reduction *r = &s->reduction;
    uint32_t stride = sequence->stride;
    vector_reserve(&r->clocks, sequence->items.size * stride);
    find_unread(s, sequence);
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        struct sequence_item *item = &sequence->items.data[k];
        uint32_t *clock = r->clocks.data + (size_t)k * stride;
        memcpy(clock, reversal_clock_before(s, item->event), stride * sizeof *clock);
        join_items(s, sequence, k, clock);
        clock[item->thread] = item->count;
        item->clock = clock;
    }
}

static void push_event(struct search *s, uint32_t event, uint32_t outcome)
{
    const struct event *e = &s->trace.events.data[event];
    struct reduction *r = &s->reduction;
    vector_push(&r->sequence.items, (struct sequence_item){.thread = e->thread,
                                                           .count = e->count,
                                                           .outcome = outcome,
                                                           .footprint = e->footprint,
                                                           .event = event,
                                                           .plain = r->observed.active && e->plain,
                                                           .clock = event_clock(s, event)});
}

// After a write that goes before another now, that other one, and who reads it then: who read the first.
static void push_observer(struct search *s, uint32_t first, uint32_t second)
{
    const struct trace *trace = &s->trace;
    const struct event *e = &trace->events.data[first], *f = &trace->events.data[second];
    push_event(s, first, e->outcome);
    for (uint32_t k = second + 1; k < trace->events.size; k++) {
        const struct event *o = &trace->events.data[k];
        if (!footprint_conflict(&s->reduction.footprints, f->footprint, o->footprint))
            continue;
        const uint32_t *before = reversal_clock_before(s, k);
        if (before[e->thread] < e->count && before[f->thread] < f->count && !o->may_block)
            push_event(s, k, OUTCOME_ANY);
        return;
    }
}

// Up to which event of the execution the sequence goes.
static uint32_t sequence_end(const struct search *s, uint32_t first, uint32_t second)
{
    const struct trace *trace = &s->trace;
    uint32_t end = trace->events.size;
    if (second == NO_EVENT)
        return end;
    // Later writes may be unordered with a plain write that they overwrite unread, but not come before it.
    bool plain = s->reduction.observed.active && trace->events.data[second].plain;
    bool whole = s->por == POR_OPTIMAL && end - first <= HEDDLE_WHOLE_SEQUENCE_EVENTS && !plain;
    return whole ? end : second;
}

void reversal_build(struct search *s, uint32_t first, const struct reversed *reversed)
{
    const struct trace *trace = &s->trace;
    struct reduction *r = &s->reduction;
    struct sequence *sequence = &r->sequence;
    uint32_t second = reversed->second, end = sequence_end(s, first, second);
    sequence->items.size = 0;
    sequence->stride = trace->stride;
    sequence->observed = r->observed.active;
    for (uint32_t k = first + 1; k < end; k++)
        if (k != second && !reversal_ordered(s, first, k))
            push_event(s, k, trace->events.data[k].outcome);
    if (r->observed.active && second != NO_EVENT &&
        observe_same_place(&trace->events.data[first], &trace->events.data[second], &r->footprints)) {
        push_event(s, second, trace->events.data[second].outcome);
        push_observer(s, first, second);
        make_clocks(s, sequence);
        return;
    }
    if (r->observed.active)
        make_clocks(s, sequence);
    vector_reserve(&r->clock, trace->stride);
    for (uint32_t t = 0; t < trace->stride; t++)
        r->clock.data[t] = reversed->before ? reversed->before[t] : 0;
    vector_push(&sequence->items, (struct sequence_item){.thread = reversed->thread,
                                                         .count = reversed->count,
                                                         .outcome = OUTCOME_ANY,
                                                         .footprint = reversed->footprint,
                                                         .event = NO_ITEM});
    reversal_finish_clock(s, sequence, r->clock.data);
}
