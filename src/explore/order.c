#include "explore/order.h"

#include "machine/questions.h"

// The event being executed is not part of the trace yet. It is the last one, so that none comes after it but
// by what is decided.
static uint32_t event_thread(const struct search *s, uint32_t event)
{
    return event < s->trace.events.size ? s->trace.events.data[event].thread : s->step.thread;
}

static bool event_happens_before(const struct search *s, uint32_t a, uint32_t b)
{
    if (a == b || a >= s->trace.events.size)
        return a == b;
    return b < s->trace.events.size ? trace_before(&s->trace, a, b)
                                    : trace_before_next(&s->trace, a, event_thread(s, b));
}

bool order_may_be_last(const struct search *s, uint32_t last, const uint32_t *others, uint32_t count)
{
    const struct machine_order *orders;
    uint32_t order_count = machine_orders(s->machine, &orders), looked = 0;
    VECTOR(uint32_t) later = {0}; // events that come after `last`
    bool possible = true;
    vector_push(&later, last);
    while (possible && looked < later.size) {
        uint32_t event = later.data[looked++];
        for (uint32_t k = 0; k < count && possible; k++)
            possible = !event_happens_before(s, event, others[k]);
        for (uint32_t k = 0; k < order_count && possible; k++) {
            bool known = !event_happens_before(s, event, orders[k].before);
            for (uint32_t i = 0; i < later.size && !known; i++)
                known = later.data[i] == orders[k].after;
            if (!known)
                vector_push(&later, orders[k].after);
        }
    }
    vector_free(&later);
    return possible;
}

// ---- the schedule

// An event that waits for those that have to come before it: which of them are to be looked at next.
struct order_waiting {
    uint32_t event;
    uint32_t earlier; // events
    uint32_t order;   // index in `orders`
};

struct arrangement {
    const struct search *s;
    const struct machine_order *orders;
    uint32_t order_count;
    VECTOR(uint32_t) steps;               // by event: where its step stands in the schedule
    VECTOR(bool) begun;                   // by event: it waits, or is in the schedule
    VECTOR(struct order_waiting) waiting; // each for the one after it
    uint32_t first;                       // all events before it are in the schedule
    schedule_vector *schedule;
};

static void begin_arranged_event(struct arrangement *a, uint32_t event)
{
    if (a->begun.data[event])
        return;
    a->begun.data[event] = true;
    vector_push(&a->waiting, (struct order_waiting){event, a->first, 0});
}

// Begins one that has to come before the last of those that wait. False: there is none left.
static bool begin_earlier(struct arrangement *a)
{
    struct order_waiting *w = &vector_last(&a->waiting);
    uint32_t event = w->event;
    while (w->earlier < event) {
        uint32_t k = w->earlier++;
        if (!a->begun.data[k] && event_happens_before(a->s, k, event)) {
            begin_arranged_event(a, k);
            return true;
        }
    }
    while (w->order < a->order_count) {
        const struct machine_order *order = &a->orders[w->order++];
        if (order->after == event && !a->begun.data[order->before]) {
            begin_arranged_event(a, order->before);
            return true;
        }
    }
    return false;
}

// Orders can follow each other for as long as an execution is: what waits stands in a list of its own.
static void arrange(struct arrangement *a, uint32_t event)
{
    const schedule_vector *from = &a->s->schedule;
    begin_arranged_event(a, event);
    while (a->waiting.size) {
        if (begin_earlier(a))
            continue;
        uint32_t at = a->steps.data[vector_pop(&a->waiting).event];
        do
            vector_push(a->schedule, from->data[at]);
        while (++at < from->size && from->data[at].choice);
    }
}

void order_schedule(const struct search *s, schedule_vector *schedule)
{
    struct arrangement a = {.s = s, .schedule = schedule};
    const schedule_vector *from = &s->schedule;
    a.order_count = machine_orders(s->machine, &a.orders);
    for (uint32_t k = 0; k < from->size && from->data[k].choice; k++)
        vector_push(schedule, from->data[k]); // before the first event
    for (uint32_t k = 0; k < from->size; k++)
        if (!from->data[k].choice) {
            vector_push(&a.steps, k);
            vector_push(&a.begun, false);
        }
    for (uint32_t event = 0; event < a.steps.size; event++) {
        a.first = event;
        arrange(&a, event);
    }
    vector_free(&a.steps);
    vector_free(&a.begun);
    vector_free(&a.waiting);
}
