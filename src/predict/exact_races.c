// The candidates of the exact engine for data races: all pairs of accesses that are in conflict and exclude
// each other neither by a lock nor by what precedes them.
#include "predict/exact.h"

typedef VECTOR(uint32_t) access_numbers;

struct exact_races_pairs {
    struct exact *exact;
    const struct exact_finds *finds;
    closure_numbers schedule;
    uint32_t looked; // pairs since the clock was asked
};

static bool events_conflict(const struct recorded_event *a, const struct recorded_event *b)
{
    return a->thread != b->thread && (a->kind == EVENT_WRITE || b->kind == EVENT_WRITE) &&
           !(a->flags & b->flags & EVENT_ATOMIC);
}

// Whether an uncertain event of its thread precedes an event.
static bool follows_uncertain(const struct exact *exact, uint32_t event)
{
    const struct causality *causality = &exact->causality;
    return causality->events[event].time >
           causality->closure.thread[exact->trace->events.data[event].thread].uncertain;
}

static bool is_race_candidate(const struct exact *exact, uint32_t first, uint32_t second)
{
    const struct causality *causality = &exact->causality;
    const struct recorded_event *events = exact->trace->events.data;
    const struct caused *a = &causality->events[first], *b = &causality->events[second];
    return events_conflict(&events[first], &events[second]) &&
           closure_time(&causality->closure, b->before, events[first].thread) < a->time &&
           !lockset_excludes(&causality->locksets, a->held, b->held);
}

static void ask_pair(struct exact_races_pairs *pairs, uint32_t first, uint32_t second)
{
    uint32_t next[] = {first, second};
    if (is_race_candidate(pairs->exact, first, second) &&
        !pairs->finds->known(pairs->finds->context, next, 2) && !exact_late(pairs->exact) &&
        exact_ask(pairs->exact, next, 2, &pairs->schedule) == SMT_SAT)
        pairs->finds->found(pairs->finds->context, next, 2, &pairs->schedule);
}

// All pairs of the accesses of one variable.
static void ask_all(struct exact_races_pairs *pairs, const access_numbers *accesses)
{
    enum { BETWEEN_LOOKS = 1000 };
    for (uint32_t i = 0; i < accesses->size; i++)
        for (uint32_t k = 0; k < i; k++) {
            if (pairs->looked++ % BETWEEN_LOOKS == 0 && exact_late(pairs->exact))
                return;
            ask_pair(pairs, accesses->data[k], accesses->data[i]);
        }
}

void exact_races(struct exact *exact, const struct exact_finds *finds)
{
    const struct event_trace *trace = exact->trace;
    uint32_t variables = event_trace_count(trace, NAMES_VARIABLES);
    access_numbers *accesses = memory_zalloc(variables, sizeof *accesses);
    struct exact_races_pairs pairs = {.exact = exact, .finds = finds};
    for (uint32_t i = 0; i < trace->events.size; i++) {
        const struct recorded_event *event = &trace->events.data[i];
        if (event->kind <= EVENT_WRITE && !(event->flags & EVENT_UNREPORTED) &&
            !follows_uncertain(exact, i) && exact->encoding.shared[event->operand])
            vector_push(&accesses[event->operand], i);
    }
    for (uint32_t v = 0; v < variables && !exact_late(exact); v++)
        ask_all(&pairs, &accesses[v]);
    for (uint32_t v = 0; v < variables; v++)
        vector_free(&accesses[v]);
    memory_free(accesses);
    vector_free(&pairs.schedule);
}
