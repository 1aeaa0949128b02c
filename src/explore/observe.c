#include "explore/observe.h"

#include "base/hash.h"

bool observe_same_place(const struct event *a, const struct event *b, const struct footprints *footprints)
{
    return a->plain && b->plain && footprint_same_place(footprints, a->footprint, b->footprint);
}

bool observe_needed(const struct trace *trace, const struct footprints *footprints)
{
    for (uint32_t k = 0; k < trace->races.size; k++)
        if (observe_same_place(&trace->events.data[trace->races.data[k].first],
                               &trace->events.data[trace->races.data[k].second], footprints))
            return true;
    return false;
}

static bool is_unread(const struct trace *trace, const struct footprints *footprints, uint32_t event)
{
    const struct event *e = &trace->events.data[event];
    if (!e->plain)
        return false;
    for (uint32_t k = event + 1; k < trace->events.size; k++) {
        const struct event *next = &trace->events.data[k];
        if (footprint_conflict(footprints, e->footprint, next->footprint))
            return observe_same_place(e, next, footprints);
    }
    return false;
}

static void join(uint32_t *into, const uint32_t *from, uint32_t stride)
{
    for (uint32_t t = 0; t < stride; t++)
        if (from[t] > into[t])
            into[t] = from[t];
}

static void apply_edge(struct observed_order *o, const struct trace_edge *edge)
{
    uint32_t stride = o->stride;
    if (edge->from < stride && edge->to < stride)
        join(o->present.data + (size_t)edge->to * stride, o->present.data + (size_t)edge->from * stride,
             stride);
}

// Orders an event after those it conflicts with, latest first, and lists its races.
static void order_event(struct observed_order *o, const struct trace *trace,
                        const struct footprints *footprints, uint32_t event)
{
    uint32_t stride = o->stride;
    const struct event *e = &trace->events.data[event];
    uint32_t *clock = o->clocks.data + (size_t)event * stride;
    uint32_t *before = o->before.data + (size_t)event * stride;
    uint32_t *present = o->present.data + (size_t)e->thread * stride;
    memcpy(before, present, stride * sizeof *before);
    memcpy(clock, present, stride * sizeof *clock);
    for (uint32_t k = event; k-- > 0;) {
        const struct event *other = &trace->events.data[k];
        const uint32_t *known = e->may_block ? before : clock;
        if (known[other->thread] >= other->count ||
            !footprint_conflict(footprints, e->footprint, other->footprint) ||
            (o->unread.data[event] && observe_same_place(e, other, footprints)))
            continue;
        vector_push(&o->races, (struct race){k, event});
        join(clock, o->clocks.data + (size_t)k * stride, stride);
    }
    clock[e->thread] = e->count;
    memcpy(present, clock, stride * sizeof *present);
}

void observe_trace(struct observed_order *o, const struct trace *trace, const struct footprints *footprints)
{
    uint32_t count = trace->events.size, stride = trace->stride, edge = 0;
    o->active = true;
    o->stride = stride;
    o->races.size = o->unread.size = 0;
    vector_reserve(&o->clocks, count * stride);
    vector_reserve(&o->before, count * stride);
    vector_reserve(&o->present, stride * stride);
    memset(o->present.data, 0, (size_t)stride * stride * sizeof *o->present.data);
    for (uint32_t k = 0; k < count; k++)
        vector_push(&o->unread, is_unread(trace, footprints, k));
    for (uint32_t k = 0; k < count; k++) {
        for (; edge < trace->edges.size && trace->edges.data[edge].event <= k; edge++)
            apply_edge(o, &trace->edges.data[edge]);
        order_event(o, trace, footprints, k);
    }
    for (; edge < trace->edges.size; edge++)
        apply_edge(o, &trace->edges.data[edge]);
}

uint64_t observe_hash(const struct observed_order *o, const struct trace *trace)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < trace->events.size; k++)
        sum += trace_event_hash(&trace->events.data[k], o->clocks.data + (size_t)k * o->stride, o->stride);
    return sum;
}

void observe_free(struct observed_order *o)
{
    vector_free(&o->clocks);
    vector_free(&o->before);
    vector_free(&o->present);
    vector_free(&o->unread);
    vector_free(&o->races);
}
