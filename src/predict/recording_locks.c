#include "predict/recording_locks.h"

#include "predict/event_trace.h"

struct recording_lock {
    uint64_t key;    // address + 1
    uint32_t number; // in the trial, + 1; 0: it is only synchronised with
    bool asked;      // for its state
    bool broken;     // it was not used as a lock is
};

// A trace of locks alone: it refuses what a lock does not allow.
struct trial {
    struct event_trace trace;
    struct recording_locks *locks;
    const struct recording_file *file;
    uint32_t place;
};

static uint32_t name_of_number(struct event_trace *trace, enum event_names kind, uint64_t number)
{
    char *name = memory_format("%llu", (unsigned long long)number);
    uint32_t given = event_trace_name(trace, kind, name, strlen(name));
    memory_free(name);
    return given;
}

// An attempt failed: does the lock explain that?
static void ask_failed_attempt(struct trial *trial, struct recording_lock *lock,
                               const struct recording_event *event)
{
    lock->asked = true;
    if (lock->number && !lock->broken && trial->trace.locks.data[lock->number - 1].owner)
        keyed_add(&trial->locks->explained, sizeof(uint64_t), recording_event_number(trial->file, event) + 1);
}

static void try_event(struct trial *trial, uint32_t *threads, uint32_t thread,
                      const struct recording_event *event)
{
    struct error error = {0};
    struct recording_lock *lock = keyed_add(&trial->locks->by_address, sizeof *lock, event->address + 1);
    if (event->kind == RECORDED_SYNCHRONISE) {
        ask_failed_attempt(trial, lock, event);
        return;
    }
    if (!lock->number)
        lock->number = name_of_number(&trial->trace, NAMES_LOCKS, event->address) + 1;
    if (lock->broken)
        return;
    if (!threads[thread])
        threads[thread] = name_of_number(&trial->trace, NAMES_THREADS, thread) + 1;
    bool acquire = event->kind == RECORDED_ACQUIRE;
    struct recorded_event tried = {acquire ? EVENT_ACQUIRE : EVENT_RELEASE,
                                   acquire && event->size ? EVENT_SHARED : 0, (uint16_t)(threads[thread] - 1),
                                   lock->number - 1, trial->place};
    if (!event_trace_add(&trial->trace, tried, &error))
        lock->broken = true;
    error_free(&error);
    vector_clear(&trial->trace.events);
}

bool recording_is_refusal(const struct recording_event *event)
{
    return event->kind == RECORDED_SYNCHRONISE && event->size == ACT_REFUSED;
}

void recording_locks_find(struct recording_locks *locks, const struct recording_file *file,
                          const struct recording_scan *scan)
{
    *locks = (struct recording_locks){0};
    struct trial trial = {.locks = locks, .file = file};
    uint32_t *threads = memory_zalloc(scan->thread_count + 1u, sizeof *threads);
    trial.place = event_trace_name(&trial.trace, NAMES_PLACES, "", 0);
    for (uint32_t n = 0; n < scan->limit; n++) {
        const struct recording_event *event = scan->order.data[n];
        if (event->kind == RECORDED_ACQUIRE || event->kind == RECORDED_RELEASE ||
            (event->kind == RECORDED_SYNCHRONISE && !recording_is_refusal(event)))
            try_event(&trial, threads, recording_thread_of(file, event), event);
    }
    for (uint32_t i = 0; i < locks->by_address.capacity; i++) {
        const struct recording_lock *lock = (const void *)(locks->by_address.records + i * sizeof *lock);
        locks->ordered += lock->key && lock->number && (lock->asked || lock->broken);
    }
    memory_free(threads);
    event_trace_free(&trial.trace);
}

void recording_locks_free(struct recording_locks *locks)
{
    keyed_free(&locks->by_address);
    keyed_free(&locks->explained);
}

bool recording_is_lock(const struct recording_locks *locks, uint64_t address)
{
    const struct recording_lock *lock = keyed_find(&locks->by_address, sizeof *lock, address + 1);
    return lock && !lock->asked && !lock->broken;
}

bool recording_try_uncertain(const struct recording_locks *locks, const struct recording_file *file,
                             const struct recording_event *event)
{
    const struct recording_lock *lock = keyed_find(&locks->by_address, sizeof *lock, event->address + 1);
    if (!lock || !lock->number) // no lock
        return event->flags & RECORDED_TRIES;
    return lock->broken ||
           !keyed_find(&locks->explained, sizeof(uint64_t), recording_event_number(file, event) + 1);
}
