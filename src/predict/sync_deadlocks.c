#include "predict/sync_deadlocks.h"

#include "base/hash.h"
#include "predict/closure.h"
#include "predict/lockset.h"

struct timed_request {
    uint32_t event, time, clock; // clock: of what precedes it in its thread
};

// An abstract request.
struct abstract_request {
    uint32_t thread, lock, held; // held: a lockset
    bool shared;
    VECTOR(struct timed_request) requests;
};

typedef VECTOR(uint32_t) numbers;

struct deadlock_engine {
    const struct event_trace *trace;
    struct closure closure;
    struct locksets locksets;
    uint32_t *held; // lockset of each thread
    VECTOR(struct abstract_request) nodes;
    struct index node_index;
    numbers *holding; // of each lock: the nodes that hold it
    numbers path;     // nodes of the search
    numbers at;       // of each node on the path: its present request
    uint64_t most_steps, steps;
    struct deadlock_search search;
    void (*found)(void *context, const uint32_t *requests, uint32_t count, const uint32_t *ideal);
    void (*missed)(void *context, const struct deadlock_pattern *pattern);
    void *context;
};

// ---- abstract requests

static bool same_node(const struct abstract_request *node, uint32_t thread, uint32_t held,
                      const struct recorded_event *event)
{
    return node->thread == thread && node->lock == event->operand && node->held == held &&
           node->shared == (event->flags & EVENT_SHARED ? true : false);
}

static void add_holding(struct deadlock_engine *engine, uint32_t number)
{
    struct lockset_range range = engine->locksets.sets.data[engine->nodes.data[number].held];
    for (uint32_t i = 0; i < range.size; i++)
        vector_push(&engine->holding[engine->locksets.items.data[range.begin + i] / 2], number);
}

static uint32_t node_of_request(struct deadlock_engine *engine, uint32_t held,
                                const struct recorded_event *event)
{
    bool shared = event->flags & EVENT_SHARED;
    uint64_t hash = hash_combine(hash_combine(event->thread, event->operand), 2 * (uint64_t)held + shared);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&engine->node_index, hash, &at)) != INDEX_NONE;)
        if (same_node(&engine->nodes.data[n], event->thread, held, event))
            return n;
    vector_push(&engine->nodes, (struct abstract_request){event->thread, event->operand, held, shared, {0}});
    index_add(&engine->node_index, hash, engine->nodes.size - 1);
    add_holding(engine, engine->nodes.size - 1);
    return engine->nodes.size - 1;
}

static void add_deadlock_event(struct deadlock_engine *engine, uint32_t number)
{
    const struct recorded_event *event = &engine->trace->events.data[number];
    uint32_t *held = &engine->held[event->thread];
    bool shared = event->flags & EVENT_SHARED, nested = event->flags & EVENT_NESTED;
    if (event->kind == EVENT_ACQUIRE && !nested) {
        struct closure_point before = closure_now(&engine->closure, event->thread);
        if (*held != EMPTY_LOCKSET && !(event->flags & EVENT_UNREPORTED)) {
            uint32_t node = node_of_request(engine, *held, event);
            vector_push(&engine->nodes.data[node].requests,
                        (struct timed_request){number, before.time + 1, before.clock});
        }
        *held = lockset_with(&engine->locksets, *held, event->operand, shared);
    } else if (event->kind == EVENT_RELEASE && !nested)
        *held = lockset_without(&engine->locksets, *held, event->operand, shared);
    closure_add(&engine->closure, number);
}

// ---- patterns

// Moves on each node's request until none is in the closure of what precedes them all. False: there is no
// such combination.
static bool advance_requests(struct deadlock_engine *engine, uint32_t *ideal)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < engine->path.size; i++) {
            const struct abstract_request *node = &engine->nodes.data[engine->path.data[i]];
            const struct timed_request *request = &node->requests.data[engine->at.data[i]];
            closure_join(&engine->closure, ideal,
                         (struct closure_point){node->thread, request->time - 1, request->clock});
        }
        closure_close(&engine->closure, ideal);
        if (closure_uncertain(&engine->closure, ideal))
            return false;
        for (uint32_t i = 0; i < engine->path.size; i++) {
            const struct abstract_request *node = &engine->nodes.data[engine->path.data[i]];
            uint32_t *at = &engine->at.data[i];
            for (; *at < node->requests.size && node->requests.data[*at].time <= ideal[node->thread];
                 moved = true)
                (*at)++;
            if (*at == node->requests.size)
                return false;
        }
    }
    return true;
}

static void tell_missed(const struct deadlock_engine *engine)
{
    struct deadlock_pattern pattern = {0};
    for (uint32_t i = 0; i < engine->path.size; i++) {
        const struct abstract_request *node = &engine->nodes.data[engine->path.data[i]];
        for (uint32_t k = 0; k < node->requests.size; k++)
            vector_push(&pattern.requests, node->requests.data[k].event);
        vector_push(&pattern.ends, pattern.requests.size);
    }
    engine->missed(engine->context, &pattern);
    vector_free(&pattern.requests);
    vector_free(&pattern.ends);
}

// The path is a cycle.
static void try_pattern(struct deadlock_engine *engine)
{
    uint32_t *ideal = closure_new_ideal(&engine->closure);
    vector_clear(&engine->at);
    for (uint32_t i = 0; i < engine->path.size; i++)
        vector_push(&engine->at, 0);
    engine->search.patterns++;
    if (!advance_requests(engine, ideal)) {
        if (engine->missed)
            tell_missed(engine);
    } else if (engine->found) {
        for (uint32_t i = 0; i < engine->path.size; i++)
            engine->at.data[i] =
                engine->nodes.data[engine->path.data[i]].requests.data[engine->at.data[i]].event;
        engine->found(engine->context, engine->at.data, engine->path.size, ideal);
    }
    memory_free(ideal);
}

// Whether the node can be on the path: another thread than all of it, and no lock held that excludes one held
// there.
static bool fits_on_path(const struct deadlock_engine *engine, const struct abstract_request *node)
{
    for (uint32_t i = 0; i < engine->path.size; i++) {
        const struct abstract_request *other = &engine->nodes.data[engine->path.data[i]];
        if (node->thread == other->thread || lockset_excludes(&engine->locksets, node->held, other->held))
            return false;
    }
    return true;
}

static bool waits_for(const struct deadlock_engine *engine, const struct abstract_request *node,
                      const struct abstract_request *holder)
{
    return lockset_has_conflict(&engine->locksets, holder->held, node->lock, node->shared);
}

// Every cycle from the first node of the path on, through nodes with higher numbers, so that each is found
// once. Not recursive: a cycle can be as long as there are threads. `at` of a node on the path: the next of
// the holders of its lock.
static void search_cycles_from(struct deadlock_engine *engine, uint32_t start)
{
    numbers next = {0};
    vector_clear(&engine->path);
    vector_push(&engine->path, start);
    vector_push(&next, 0);
    while (engine->path.size) {
        const struct abstract_request *last = &engine->nodes.data[vector_last(&engine->path)];
        const numbers *holders = &engine->holding[last->lock];
        if (vector_last(&next) == holders->size) {
            engine->path.size--;
            next.size--;
            continue;
        }
        uint32_t number = holders->data[vector_last(&next)++];
        const struct abstract_request *node = &engine->nodes.data[number];
        if (++engine->steps > engine->most_steps) {
            engine->search.incomplete = true;
            break;
        }
        if (number < start || !waits_for(engine, last, node))
            continue;
        if (number == start && engine->path.size > 1)
            try_pattern(engine);
        else if (number != start && fits_on_path(engine, node)) {
            vector_push(&engine->path, number);
            vector_push(&next, 0);
        }
    }
    vector_free(&next);
}

static void deadlock_engine_free(struct deadlock_engine *engine)
{
    for (uint32_t i = 0; i < engine->nodes.size; i++)
        vector_free(&engine->nodes.data[i].requests);
    for (uint32_t i = 0; i < event_trace_count(engine->trace, NAMES_LOCKS); i++)
        vector_free(&engine->holding[i]);
    vector_free(&engine->nodes);
    vector_free(&engine->path);
    vector_free(&engine->at);
    index_free(&engine->node_index);
    memory_free(engine->holding);
    memory_free(engine->held);
    locksets_free(&engine->locksets);
    closure_free(&engine->closure);
}

struct deadlock_search
sync_deadlocks(const struct event_trace *trace, uint64_t most_steps,
               void (*found)(void *context, const uint32_t *requests, uint32_t count, const uint32_t *ideal),
               void (*missed)(void *context, const struct deadlock_pattern *pattern), void *context)
{
    struct deadlock_engine engine = {
        .trace = trace, .most_steps = most_steps, .found = found, .missed = missed, .context = context};
    closure_init(&engine.closure, trace);
    locksets_init(&engine.locksets);
    engine.held = memory_zalloc(event_trace_count(trace, NAMES_THREADS), sizeof *engine.held);
    engine.holding = memory_zalloc(event_trace_count(trace, NAMES_LOCKS), sizeof *engine.holding);
    for (uint32_t i = 0; i < trace->events.size; i++)
        add_deadlock_event(&engine, i);
    for (uint32_t i = 0; i < engine.nodes.size && !engine.search.incomplete; i++)
        search_cycles_from(&engine, i);
    struct deadlock_search search = engine.search;
    deadlock_engine_free(&engine);
    return search;
}
