#include "predict/event_trace.h"

#include "base/failure.h"
#include "base/hash.h"

static void name_table_free(struct event_name_table *table)
{
    vector_free(&table->bytes);
    vector_free(&table->start);
    index_free(&table->index);
}

void event_trace_free(struct event_trace *trace)
{
    for (uint32_t i = 0; i < trace->threads.size; i++)
        vector_free(&trace->threads.data[i].holds);
    for (uint32_t kind = 0; kind < NAMES_KINDS; kind++)
        name_table_free(&trace->names[kind]);
    vector_free(&trace->threads);
    vector_free(&trace->locks);
    vector_free(&trace->events);
}

const char *event_trace_name_of(const struct event_trace *trace, enum event_names kind, uint32_t number)
{
    const struct event_name_table *table = &trace->names[kind];
    return table->bytes.data + table->start.data[number];
}

uint32_t event_trace_name(struct event_trace *trace, enum event_names kind, const char *name, size_t length)
{
    struct event_name_table *table = &trace->names[kind];
    uint64_t hash = hash_bytes(name, length);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&table->index, hash, &at)) != INDEX_NONE;) {
        const char *known = table->bytes.data + table->start.data[n];
        if (strncmp(known, name, length) == 0 && !known[length])
            return n;
    }
    uint32_t number = table->start.size;
    vector_push(&table->start, table->bytes.size);
    vector_reserve(&table->bytes, (uint64_t)table->bytes.size + length + 1);
    memcpy(table->bytes.data + table->bytes.size, name, length);
    table->bytes.data[table->bytes.size + length] = 0;
    table->bytes.size += (uint32_t)length + 1;
    index_add(&table->index, hash, number);
    if (kind == NAMES_THREADS)
        vector_push(&trace->threads, (struct event_thread_state){0});
    if (kind == NAMES_LOCKS)
        vector_push(&trace->locks, (struct event_lock_state){0});
    return number;
}

enum event_names event_operand_names(enum event_kind kind)
{
    switch (kind) {
    case EVENT_READ:
    case EVENT_WRITE: return NAMES_VARIABLES;
    case EVENT_ACQUIRE:
    case EVENT_RELEASE: return NAMES_LOCKS;
    case EVENT_FORK:
    case EVENT_JOIN: return NAMES_THREADS;
    case EVENT_BEGIN:
    case EVENT_END:
    case EVENT_KINDS: break;
    }
    return NAMES_REGIONS;
}

static struct event_hold *find_event_hold(const struct event_thread_state *thread, uint32_t lock)
{
    for (uint32_t i = thread->holds.size; i-- > 0;)
        if (thread->holds.data[i].lock == lock)
            return &thread->holds.data[i];
    return NULL;
}

static void remove_hold(struct event_thread_state *thread, const struct event_hold *hold)
{
    uint32_t at = (uint32_t)(hold - thread->holds.data);
    for (thread->holds.size--; at < thread->holds.size; at++)
        thread->holds.data[at] = thread->holds.data[at + 1];
}

static bool acquire_traced_lock(struct event_trace *trace, struct recorded_event *event, struct error *error)
{
    const char *thread_name = event_trace_name_of(trace, NAMES_THREADS, event->thread);
    const char *name = event_trace_name_of(trace, NAMES_LOCKS, event->operand);
    struct event_thread_state *thread = &trace->threads.data[event->thread];
    struct event_lock_state *lock = &trace->locks.data[event->operand];
    bool shared = event->flags & EVENT_SHARED;
    struct event_hold *held = find_event_hold(thread, event->operand);
    if (held) {
        if (held->shared && !shared)
            return error_set(error, "thread %s acquires lock %s exclusively while it holds it shared",
                             thread_name, name);
        held->depth++;
        event->flags |= EVENT_NESTED;
        return true;
    }
    if (lock->owner)
        return error_set(error, "thread %s acquires lock %s, which thread %s holds", thread_name, name,
                         event_trace_name_of(trace, NAMES_THREADS, lock->owner - 1));
    if (lock->readers && !shared)
        return error_set(error, "thread %s acquires lock %s exclusively, which another thread holds shared",
                         thread_name, name);
    if (shared)
        lock->readers++;
    else
        lock->owner = event->thread + 1u;
    vector_push(&thread->holds, (struct event_hold){event->operand, 1, shared});
    return true;
}

static bool release_traced_lock(struct event_trace *trace, struct recorded_event *event, struct error *error)
{
    struct event_thread_state *thread = &trace->threads.data[event->thread];
    struct event_lock_state *lock = &trace->locks.data[event->operand];
    struct event_hold *held = find_event_hold(thread, event->operand);
    if (!held)
        return error_set(error, "thread %s releases lock %s, which it does not hold",
                         event_trace_name_of(trace, NAMES_THREADS, event->thread),
                         event_trace_name_of(trace, NAMES_LOCKS, event->operand));
    event->flags = held->shared ? EVENT_SHARED : 0;
    if (--held->depth) {
        event->flags |= EVENT_NESTED;
        return true;
    }
    if (held->shared)
        lock->readers--;
    else
        lock->owner = 0;
    remove_hold(thread, held);
    return true;
}

static bool fork_traced_thread(struct event_trace *trace, const struct recorded_event *event,
                               struct error *error)
{
    struct event_thread_state *child = &trace->threads.data[event->operand];
    const char *name = event_trace_name_of(trace, NAMES_THREADS, event->operand);
    if (event->operand == event->thread)
        return error_set(error, "thread %s forks itself", name);
    if (child->forked)
        return error_set(error, "thread %s is forked a second time", name);
    if (child->joined)
        return error_set(error, "thread %s is forked after it was joined", name);
    if (child->events)
        return error_set(error, "thread %s is forked after its first event", name);
    child->forked = true;
    return true;
}

static bool join_traced_thread(struct event_trace *trace, const struct recorded_event *event,
                               struct error *error)
{
    if (event->operand == event->thread)
        return error_set(error, "thread %s joins itself",
                         event_trace_name_of(trace, NAMES_THREADS, event->operand));
    trace->threads.data[event->operand].joined =
        true; // a second join of a thread that has ended changes nothing
    return true;
}

static bool add_kind(struct event_trace *trace, struct recorded_event *event, struct error *error)
{
    struct event_thread_state *thread = &trace->threads.data[event->thread];
    switch ((enum event_kind)event->kind) {
    case EVENT_ACQUIRE: return acquire_traced_lock(trace, event, error);
    case EVENT_RELEASE: return release_traced_lock(trace, event, error);
    case EVENT_FORK: return fork_traced_thread(trace, event, error);
    case EVENT_JOIN: return join_traced_thread(trace, event, error);
    case EVENT_BEGIN: thread->regions++; return true;
    case EVENT_END:
        if (!thread->regions)
            return error_set(error, "thread %s ends a region, and none is open",
                             event_trace_name_of(trace, NAMES_THREADS, event->thread));
        thread->regions--;
        return true;
    case EVENT_READ:
    case EVENT_WRITE:
    case EVENT_KINDS: break;
    }
    return true;
}

bool event_trace_add(struct event_trace *trace, struct recorded_event event, struct error *error)
{
    if (event.kind >= EVENT_KINDS || event.thread >= event_trace_count(trace, NAMES_THREADS) ||
        event.operand >= event_trace_count(trace, event_operand_names(event.kind)) ||
        event.place >= event_trace_count(trace, NAMES_PLACES))
        failure_contradiction("an event of a trace has a kind or a number that does not exist");
    if (event_trace_count(trace, NAMES_THREADS) > EVENT_THREADS_MOST)
        return error_set(error, "more than %d threads, which is the most that a trace can have",
                         EVENT_THREADS_MOST);
    if (trace->threads.data[event.thread].joined)
        return error_set(error, "thread %s goes on after it was joined",
                         event_trace_name_of(trace, NAMES_THREADS, event.thread));
    if (trace->events.size && vector_last(&trace->events).flags & EVENT_PART &&
        (event.kind != EVENT_WRITE || event.thread != vector_last(&trace->events).thread))
        return error_set(error, "the write of thread %s does not go on",
                         event_trace_name_of(trace, NAMES_THREADS, vector_last(&trace->events).thread));
    if (!add_kind(trace, &event, error))
        return false;
    trace->threads.data[event.thread].events++;
    vector_push(&trace->events, event);
    return true;
}

void event_trace_holds(const struct event_trace *trace, uint32_t event, event_holds *holds)
{
    uint16_t thread = trace->events.data[event].thread;
    vector_clear(holds);
    for (uint32_t i = 0; i < event; i++) {
        const struct recorded_event *e = &trace->events.data[i];
        if (e->thread != thread || e->flags & EVENT_NESTED)
            continue;
        if (e->kind == EVENT_ACQUIRE)
            vector_push(holds, (struct event_hold){e->operand, 1, (e->flags & EVENT_SHARED) != 0});
        if (e->kind != EVENT_RELEASE)
            continue;
        uint32_t at = 0;
        while (holds->data[at].lock != e->operand)
            at++;
        for (holds->size--; at < holds->size; at++)
            holds->data[at] = holds->data[at + 1];
    }
}

static bool is_atomic_read(const struct recorded_event *event, uint16_t thread)
{
    return event->thread == thread && event->kind == EVENT_READ && event->flags & EVENT_ATOMIC;
}

// The first event of the atomic update of which this is the write, or its first part; the write itself: it is
// none.
static uint32_t update_begins(const struct event_trace *trace, uint32_t write)
{
    const struct recorded_event *events = trace->events.data;
    uint32_t last = write;
    while (events[last].flags & EVENT_PART && last + 1 < trace->events.size)
        last++;
    if (!write || !(events[write].flags & EVENT_ATOMIC) || events[write - 1].operand != events[last].operand)
        return write;
    for (uint32_t i = write; i-- > 0 && is_atomic_read(&events[i], events[write].thread);)
        if (events[i].operand == events[write].operand)
            return i;
    return write;
}

bool *event_trace_steps(const struct event_trace *trace)
{
    bool *goes_on = memory_zalloc(trace->events.size, sizeof *goes_on);
    for (uint32_t i = 0; i < trace->events.size; i++) {
        if (i && trace->events.data[i - 1].flags & EVENT_PART)
            goes_on[i] = true;
        else if (trace->events.data[i].kind == EVENT_WRITE)
            for (uint32_t k = update_begins(trace, i) + 1; k <= i; k++)
                goes_on[k] = true;
    }
    return goes_on;
}
