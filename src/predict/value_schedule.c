#include "predict/value_schedule.h"

#include <stdlib.h>

struct placed_event {
    uint64_t place;
    uint32_t event;
};
typedef VECTOR(struct placed_event) event_order;

static int compare_placed_events(const void *a, const void *b)
{
    const struct placed_event *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->event < y->event ? -1 : x->event > y->event;
}

static void add_recorded_step(const struct trace_program *p, uint32_t step, schedule_vector *schedule)
{
    const schedule_vector *recorded = &p->run->schedule;
    vector_push(schedule, recorded->data[step]);
    for (uint32_t k = step + 1; k < recorded->size && recorded->data[k].choice; k++)
        vector_push(schedule, recorded->data[k]);
}

static bool is_event_among(const uint32_t *events, uint32_t count, uint32_t event)
{
    for (uint32_t k = 0; k < count; k++)
        if (events[k] == event)
            return true;
    return false;
}

static uint64_t value_in_model(const struct trace_program *p, const uint64_t *values, term variable)
{
    return values[term_get(p->terms, variable)->value];
}

// What is at the last place without being needed does not matter: nothing needed depends on it.
static void order_events(const struct trace_program *p, const uint64_t *values, const uint32_t *needed,
                         uint32_t count, event_order *order)
{
    uint64_t end = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t place = value_in_model(p, values, vector_at(&p->events, needed[k]).order);
        end = place > end ? place : end;
    }
    for (uint32_t k = 0; count && k < p->events.size; k++) {
        const struct trace_event *e = &p->events.data[k];
        uint64_t place = value_in_model(p, values, e->order);
        bool taken = place < end || is_event_among(needed, count, k);
        if (!e->silent && taken && value_in_model(p, values, e->executed))
            vector_push(order, (struct placed_event){place, k});
    }
    if (order->size)
        qsort(order->data, order->size, sizeof *order->data, compare_placed_events);
}

void value_schedule_events(const struct trace_program *p, const uint64_t *values, const uint32_t *needed,
                           uint32_t count, event_list *events)
{
    event_order order = {0};
    order_events(p, values, needed, count, &order);
    uint32_t last = NO_STEP;
    for (uint32_t k = 0; k < order.size; k++) {
        uint32_t step = p->events.data[order.data[k].event].step;
        if (step != last) // else the rest of an atomic section
            vector_push(events, order.data[k].event);
        last = step;
    }
    vector_free(&order);
}

void value_schedule(const struct trace_program *p, const uint64_t *values, const uint32_t *needed,
                    uint32_t count, schedule_vector *schedule)
{
    const schedule_vector *recorded = &p->run->schedule;
    event_list events = {0};
    for (uint32_t k = 0; k < recorded->size && recorded->data[k].choice; k++)
        vector_push(schedule, recorded->data[k]);
    value_schedule_events(p, values, needed, count, &events);
    for (uint32_t k = 0; k < events.size; k++)
        add_recorded_step(p, p->events.data[events.data[k]].step, schedule);
    vector_free(&events);
}

void value_schedule_step(const struct trace_program *p, uint32_t event, schedule_vector *schedule)
{
    add_recorded_step(p, vector_at(&p->events, event).step, schedule);
}
