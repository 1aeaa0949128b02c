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
    if (prediction->order.size) {
        for (uint32_t i = 0; i < prediction->order.size; i++)
            vector_push(schedule, prediction->order.data[i]);
        return;
    }
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
static uint64_t place_key_of(const struct event_trace *trace, uint32_t number)
{
    const struct recorded_event *event = &trace->events.data[number];
    bool known = event_trace_name_of(trace, NAMES_PLACES, event->place)[0];
    return known ? event->place : (uint64_t)1 << 32 | event->operand;
}

// Whether the finds are at the same places: for a race in any order, for a deadlock from any request on.
static bool are_at_same_places(const struct event_trace *trace, const struct prediction *known,
                               const uint32_t *events, uint32_t count)
{
    bool same = false;
    bool region = known->kind == PREDICTION_ATOMICITY; // of which the first event tells
    for (uint32_t shift = 0; shift < count && (region || known->events.size == count) && !same; shift++) {
        same = true;
        for (uint32_t i = 0; i < count && same; i++)
            same = place_key_of(trace, known->events.data[i]) ==
                   place_key_of(trace, events[(i + shift) % count]);
    }
    return same;
}

static void check_prediction(struct collector *collector, const struct prediction *prediction)
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

static uint64_t hash_places(const struct collector *collector, enum prediction_kind kind,
                            const uint32_t *events, uint32_t count)
{
    uint64_t hash = kind;
    for (uint32_t i = 0; i < count; i++) // the same for every order
        hash += hash_mix(place_key_of(collector->trace, events[i]) + 1);
    return hash_mix(hash);
}

// The prediction at these places; NULL: there is none yet.
static struct prediction *find_prediction(const struct collector *collector, enum prediction_kind kind,
                                          const uint32_t *events, uint32_t count)
{
    uint64_t hash = hash_places(collector, kind, events, count);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&collector->index, hash, &at)) != INDEX_NONE;) {
        struct prediction *known = &collector->result->predictions.data[n];
        if (known->kind == kind && are_at_same_places(collector->trace, known, events, count))
            return known;
    }
    return NULL;
}

static bool is_collector_full(const struct collector *collector)
{
    return collector->options->most_predictions &&
           collector->result->predictions.size >= collector->options->most_predictions;
}

// The prediction that is new, without its prefix; NULL: one at the same places is known, or there are enough.
static struct prediction *add_new_prediction(struct collector *collector, enum prediction_kind kind,
                                             const uint32_t *events, uint32_t count)
{
    struct prediction_result *result = collector->result;
    struct prediction *known = find_prediction(collector, kind, events, count);
    if (known)
        known->count++;
    else if (is_collector_full(collector))
        result->unreported++;
    if (known || is_collector_full(collector))
        return NULL;
    struct prediction prediction = {.kind = kind, .count = 1};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&prediction.events, events[i]);
    vector_push(&result->predictions, prediction);
    index_add(&collector->index, hash_places(collector, kind, events, count), result->predictions.size - 1);
    return &vector_last(&result->predictions);
}

static void add_reordering(struct collector *collector, enum prediction_kind kind, const uint32_t *events,
                           uint32_t count, const uint32_t *ideal)
{
    uint32_t threads = event_trace_count(collector->trace, NAMES_THREADS);
    struct prediction *prediction = add_new_prediction(collector, kind, events, count);
    if (!prediction)
        return;
    prediction->prefix = memory_zalloc(threads, sizeof *prediction->prefix);
    memcpy(prediction->prefix, ideal, threads * sizeof *ideal);
    check_prediction(collector, prediction);
}

static void add_race(void *context, uint32_t first, uint32_t second, const uint32_t *ideal)
{
    add_reordering(context, PREDICTION_RACE, (uint32_t[]){first, second}, 2, ideal);
}

static void add_deadlock(void *context, const uint32_t *requests, uint32_t count, const uint32_t *ideal)
{
    add_reordering(context, PREDICTION_DEADLOCK, requests, count, ideal);
}

static void add_atomicity(void *context, uint32_t begin, const struct conflict *cycle, uint32_t count)
{
    struct collector *collector = context;
    struct prediction *prediction = add_new_prediction(collector, PREDICTION_ATOMICITY, &begin, 1);
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

// ---- the exact engine

static bool is_known_prediction(struct collector *collector, enum prediction_kind kind,
                                const uint32_t *events, uint32_t count)
{
    bool known = find_prediction(collector, kind, events, count) != NULL;
    collector->result->exact_full |= !known && is_collector_full(collector);
    return known || is_collector_full(collector);
}

static void add_exact(struct collector *collector, enum prediction_kind kind, const uint32_t *events,
                      uint32_t count, const event_numbers *order)
{
    struct prediction *prediction = add_new_prediction(collector, kind, events, count);
    if (!prediction)
        return;
    prediction->exact = true;
    prediction->prefix =
        memory_zalloc(event_trace_count(collector->trace, NAMES_THREADS), sizeof *prediction->prefix);
    for (uint32_t i = 0; i < order->size; i++) {
        prediction->prefix[collector->trace->events.data[order->data[i]].thread]++;
        vector_push(&prediction->order, order->data[i]);
    }
    check_prediction(collector, prediction);
}

static bool race_is_known(void *context, const uint32_t *events, uint32_t count)
{
    return is_known_prediction(context, PREDICTION_RACE, events, count);
}

static void add_exact_race(void *context, const uint32_t *events, uint32_t count, const event_numbers *order)
{
    add_exact(context, PREDICTION_RACE, events, count, order);
}

static bool deadlock_is_known(void *context, const uint32_t *events, uint32_t count)
{
    return is_known_prediction(context, PREDICTION_DEADLOCK, events, count);
}

static void add_exact_deadlock(void *context, const uint32_t *events, uint32_t count,
                               const event_numbers *order)
{
    add_exact(context, PREDICTION_DEADLOCK, events, count, order);
}

static void predict_exactly(struct collector *collector)
{
    const struct prediction_options *options = collector->options;
    struct exact exact;
    exact_init(&exact, collector->trace, &options->limits);
    if (options->deadlocks)
        exact_deadlocks(&exact, options->most_steps ? options->most_steps : UINT64_MAX,
                        &(struct exact_finds){deadlock_is_known, add_exact_deadlock, collector});
    if (options->races)
        exact_races(&exact, &(struct exact_finds){race_is_known, add_exact_race, collector});
    collector->result->exact = exact.counts;
    collector->result->no_solver = order_error(exact.solver) != NULL;
    exact_free(&exact);
}

bool prediction_open(const struct prediction_result *result)
{
    return result->incomplete || result->exact_full || result->exact.undecided || result->exact.late ||
           result->reasons.size;
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
            trace, options->most_steps ? options->most_steps : UINT64_MAX, add_deadlock, NULL, &collector);
        result->patterns = search.patterns;
        result->incomplete = search.incomplete;
    }
    if (options->atomicity)
        result->regions = serializability(trace, add_atomicity, &collector);
    if (options->exact)
        predict_exactly(&collector);
    if (collector.checking)
        reordering_free(&collector.checker);
    index_free(&collector.index);
}

struct prediction *prediction_add_failure(struct prediction_result *result, enum prediction_kind kind,
                                          const struct predicted_failure *failure, uint64_t most)
{
    if (most && result->predictions.size >= most) {
        result->unreported++;
        return NULL;
    }
    struct predicted_failure *own = memory_zalloc(1, sizeof *own);
    *own = (struct predicted_failure){memory_copy_string(failure->message),
                                      memory_copy_string(failure->place), failure->thread};
    vector_push(&result->predictions, (struct prediction){.kind = kind, .failure = own, .count = 1});
    return &vector_last(&result->predictions);
}

static void free_failure(struct predicted_failure *failure)
{
    if (!failure)
        return;
    memory_free(failure->message);
    memory_free(failure->place);
    memory_free(failure);
}

void prediction_result_free(struct prediction_result *result)
{
    for (uint32_t i = 0; i < result->predictions.size; i++) {
        free_failure(result->predictions.data[i].failure);
        vector_free(&result->predictions.data[i].events);
        memory_free(result->predictions.data[i].prefix);
        vector_free(&result->predictions.data[i].order);
        memory_free(result->predictions.data[i].unconfirmed);
    }
    vector_free(&result->predictions);
    for (uint32_t i = 0; i < result->reasons.size; i++)
        memory_free(result->reasons.data[i]);
    vector_free(&result->reasons);
}
