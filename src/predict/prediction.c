#include "predict/prediction.h"

#include "base/failure.h"
#include "base/hash.h"
#include "predict/happens_before.h"
#include "predict/reordering.h"
#include "predict/serializability.h"
#include "predict/sync_deadlocks.h"
#include "predict/sync_races.h"

struct collector {
    const struct event_trace *trace;
    const struct prediction_options *options;
    struct prediction_result *result;
    struct reordering_checker checker;
    bool checking; // the checker is there
    struct index index;
};

void prediction_schedule(const struct event_trace *trace, const struct prediction *prediction,
                         event_numbers *schedule)
{
    uint32_t threads = event_trace_count(trace, NAMES_THREADS);
    uint32_t *left = memory_zalloc(threads, sizeof *left);
    uint64_t count = 0;
    for (uint32_t t = 0; t < threads; t++)
        count += left[t] = prediction->prefix[t];
    for (uint32_t i = 0; i < trace->events.size && count; i++)
        if (left[trace->events.data[i].thread]) {
            left[trace->events.data[i].thread]--;
            count--;
            vector_push(schedule, i);
        }
    memory_free(left);
}

// Where an event is, for telling finds apart: its place, and where that is not known, its operand.
static uint64_t place_of(const struct event_trace *trace, uint32_t number)
{
    const struct event *event = &trace->events.data[number];
    bool known = event_trace_name_of(trace, NAMES_PLACES, event->place)[0];
    return known ? event->place : (uint64_t)1 << 32 | event->operand;
}

// Whether the finds are at the same places: for a race in any order, for a deadlock from any request on.
static bool same_places(const struct event_trace *trace, const struct prediction *known,
                        const uint32_t *events, uint32_t count)
{
    bool same = false;
    bool region = known->kind == PREDICTION_ATOMICITY; // of which the first event tells
    for (uint32_t shift = 0; shift < count && (region || known->events.size == count) && !same; shift++) {
        same = true;
        for (uint32_t i = 0; i < count && same; i++)
            same = place_of(trace, known->events.data[i]) == place_of(trace, events[(i + shift) % count]);
    }
    return same;
}

static void check(struct collector *collector, const struct prediction *prediction)
{
    event_numbers schedule = {0};
    if (!collector->checking)
        reordering_init(&collector->checker, collector->trace);
    collector->checking = true;
    prediction_schedule(collector->trace, prediction, &schedule);
    const char *wrong =
        reordering_check(&collector->checker, schedule.data, schedule.size, prediction->events.data,
                         prediction->events.size, prediction->kind == PREDICTION_DEADLOCK);
    vector_free(&schedule);
    if (wrong)
        failure_contradiction(wrong);
}

// The prediction that is new, without its prefix; NULL: one at the same places is known, or there are enough.
static struct prediction *add(struct collector *collector, enum prediction_kind kind, const uint32_t *events,
                              uint32_t count)
{
    struct prediction_result *result = collector->result;
    uint64_t hash = kind;
    for (uint32_t i = 0; i < count; i++) // the same for every order
        hash += hash_mix(place_of(collector->trace, events[i]) + 1);
    hash = hash_mix(hash);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&collector->index, hash, &at)) != INDEX_NONE;) {
        struct prediction *known = &result->predictions.data[n];
        if (known->kind == kind && same_places(collector->trace, known, events, count)) {
            known->count++;
            return NULL;
        }
    }
    if (collector->options->most_predictions &&
        result->predictions.size >= collector->options->most_predictions) {
        result->unreported++;
        return NULL;
    }
    struct prediction prediction = {.kind = kind, .count = 1};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&prediction.events, events[i]);
    vector_push(&result->predictions, prediction);
    index_add(&collector->index, hash, result->predictions.size - 1);
    return &vector_last(&result->predictions);
}

static void add_reordering(struct collector *collector, enum prediction_kind kind, const uint32_t *events,
                           uint32_t count, const uint32_t *ideal)
{
    uint32_t threads = event_trace_count(collector->trace, NAMES_THREADS);
    struct prediction *prediction = add(collector, kind, events, count);
    if (!prediction)
        return;
    prediction->prefix = memory_zalloc(threads, sizeof *prediction->prefix);
    memcpy(prediction->prefix, ideal, threads * sizeof *ideal);
    check(collector, prediction);
}

static void add_race(void *context, uint32_t first, uint32_t second, const uint32_t *ideal)
{
    add_reordering(context, PREDICTION_RACE, (uint32_t[]){first, second}, 2, ideal);
}

static void add_deadlock(void *context, const uint32_t *requests, uint32_t count, const uint32_t *ideal)
{
    add_reordering(context, PREDICTION_DEADLOCK, requests, count, ideal);
}

static void add_region(void *context, uint32_t begin, const struct conflict *cycle, uint32_t count)
{
    struct collector *collector = context;
    struct prediction *prediction = add(collector, PREDICTION_ATOMICITY, &begin, 1);
    const char *wrong = serializability_check(collector->trace, begin, cycle, count);
    if (wrong)
        failure_contradiction(wrong);
    for (uint32_t i = 0; prediction && i < count; i++) {
        vector_push(&prediction->events, cycle[i].first);
        vector_push(&prediction->events, cycle[i].second);
    }
}

static uint64_t count_happens_before(const struct event_trace *trace)
{
    happens_before_events racing = {0};
    happens_before_races(trace, &racing);
    uint64_t count = racing.size;
    vector_free(&racing);
    return count;
}

void predict(const struct event_trace *trace, const struct prediction_options *options,
             struct prediction_result *result)
{
    struct collector collector = {.trace = trace, .options = options, .result = result};
    *result = (struct prediction_result){0};
    if (options->races) {
        result->racing = sync_races(trace, add_race, &collector, &result->candidates);
        result->hb_racing = count_happens_before(trace);
    }
    if (options->deadlocks) {
        struct deadlock_search search = sync_deadlocks(
            trace, options->most_steps ? options->most_steps : UINT64_MAX, add_deadlock, &collector);
        result->patterns = search.patterns;
        result->incomplete = search.incomplete;
    }
    if (options->atomicity)
        result->regions = serializability(trace, add_region, &collector);
    if (collector.checking)
        reordering_free(&collector.checker);
    index_free(&collector.index);
}

void prediction_result_free(struct prediction_result *result)
{
    for (uint32_t i = 0; i < result->predictions.size; i++) {
        vector_free(&result->predictions.data[i].events);
        memory_free(result->predictions.data[i].prefix);
    }
    vector_free(&result->predictions);
}
