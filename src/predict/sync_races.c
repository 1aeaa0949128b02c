#include "predict/sync_races.h"

#include "base/hash.h"
#include "predict/closure.h"
#include "predict/lockset.h"

enum sync_races_access_kind { PLAIN_READ, PLAIN_WRITE, ATOMIC_READ, ATOMIC_WRITE, ACCESS_KINDS };

static bool kinds_conflict(enum sync_races_access_kind a, enum sync_races_access_kind b)
{
    bool writes = a == PLAIN_WRITE || a == ATOMIC_WRITE || b == PLAIN_WRITE || b == ATOMIC_WRITE;
    return writes && (a < ATOMIC_READ || b < ATOMIC_READ);
}

struct timed_access {
    uint32_t event, time, clock, locks; // clock: of what precedes it in its thread
};

// The accesses of one thread to one variable.
struct thread_accesses {
    uint32_t variable, thread;
    uint32_t guards[2]; // locks that guard all of its reads and its writes (lockset_guards)
    VECTOR(struct timed_access) accesses[ACCESS_KINDS];
};

// Accesses of one kind in one cell against later ones of one kind in another cell.
struct sync_races_context {
    uint32_t later, earlier; // cell * ACCESS_KINDS + kind
    uint32_t next;   // of the earlier ones: those before it are in the closure of all later ones to come
    bool uncertain;  // so is an uncertain event: no race can be reported any more
    uint32_t *ideal; // NULL: empty
};

struct sync_races_variable {
    VECTOR(uint32_t) cells;
    uint32_t guards;  // locks that guard all accesses of all threads
    uint32_t of_kind; // bits: kinds of accesses there are
};

struct race_engine {
    const struct event_trace *trace;
    struct closure closure;
    struct locksets locksets;
    uint32_t *held; // lockset of each thread
    struct sync_races_variable *variables;
    VECTOR(struct thread_accesses) cells;
    struct index cell_index;
    VECTOR(struct sync_races_context) contexts;
    struct index context_index;
    void (*found)(void *context, uint32_t first, uint32_t second, const uint32_t *ideal);
    void *found_context;
    uint64_t racing, candidates;
};

static uint32_t accesses_of_thread(struct race_engine *engine, uint32_t variable, uint32_t thread)
{
    uint64_t hash = hash_combine(variable, thread);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&engine->cell_index, hash, &at)) != INDEX_NONE;)
        if (engine->cells.data[n].variable == variable && engine->cells.data[n].thread == thread)
            return n;
    vector_push(&engine->cells, (struct thread_accesses){.variable = variable, .thread = thread});
    index_add(&engine->cell_index, hash, engine->cells.size - 1);
    vector_push(&engine->variables[variable].cells, engine->cells.size - 1);
    return engine->cells.size - 1;
}

static struct sync_races_context *context_of(struct race_engine *engine, uint32_t later, uint32_t earlier)
{
    uint64_t hash = hash_combine(later, earlier);
    for (uint32_t at = index_begin(hash), n;
         (n = index_next(&engine->context_index, hash, &at)) != INDEX_NONE;)
        if (engine->contexts.data[n].later == later && engine->contexts.data[n].earlier == earlier)
            return &engine->contexts.data[n];
    vector_push(&engine->contexts, (struct sync_races_context){.later = later, .earlier = earlier});
    index_add(&engine->context_index, hash, engine->contexts.size - 1);
    return &vector_last(&engine->contexts);
}

// Whether the earlier access is in every closure of an access like this one, as threads, reads and common
// locks alone show.
static bool plainly_ordered(const struct race_engine *engine, const struct timed_access *earlier,
                            uint32_t earlier_thread, const struct timed_access *later)
{
    return earlier->time <= closure_time(&engine->closure, later->clock, earlier_thread) ||
           lockset_excludes(&engine->locksets, earlier->locks, later->locks);
}

// Looks for the first access of a context that races with this one.
static bool find_race(struct race_engine *engine, struct sync_races_context *context,
                      const struct thread_accesses *earlier, enum sync_races_access_kind kind,
                      uint32_t thread, const struct timed_access *access)
{
    struct closure *closure = &engine->closure;
    bool candidate = false;
    for (; context->next < earlier->accesses[kind].size; context->next++) {
        const struct timed_access *first = &earlier->accesses[kind].data[context->next];
        if (plainly_ordered(engine, first, earlier->thread, access))
            continue;
        candidate = true;
        if (!context->ideal)
            context->ideal = closure_new_ideal(closure);
        closure_join(closure, context->ideal,
                     (struct closure_point){thread, access->time - 1, access->clock});
        closure_join(closure, context->ideal,
                     (struct closure_point){earlier->thread, first->time - 1, first->clock});
        closure_close(closure, context->ideal);
        context->uncertain = closure_uncertain(closure, context->ideal);
        if (context->uncertain)
            break;
        if (context->ideal[earlier->thread] >= first->time)
            continue;
        engine->found(engine->found_context, first->event, access->event, context->ideal);
        engine->candidates++;
        return true;
    }
    engine->candidates += candidate;
    return false;
}

// Whether every access of that kind in the cell excludes one with these guards.
static bool guarded(struct race_engine *engine, const struct thread_accesses *cell,
                    enum sync_races_access_kind kind, uint32_t guards)
{
    bool write = kind == PLAIN_WRITE || kind == ATOMIC_WRITE;
    return lockset_excludes(&engine->locksets, cell->guards[write], guards);
}

static void look_for_races(struct race_engine *engine, uint32_t number, enum sync_races_access_kind kind,
                           uint32_t thread, const struct timed_access *access, uint32_t guards)
{
    const struct sync_races_variable *variable = &engine->variables[engine->cells.data[number].variable];
    bool races = false;
    for (uint32_t i = 0; i < variable->cells.size; i++) {
        uint32_t other = variable->cells.data[i];
        const struct thread_accesses *cell = &engine->cells.data[other];
        for (uint32_t k = 0; k < ACCESS_KINDS && cell->thread != thread; k++) {
            if (!cell->accesses[k].size || !kinds_conflict(k, kind) || guarded(engine, cell, k, guards))
                continue;
            struct sync_races_context *context =
                context_of(engine, number * ACCESS_KINDS + kind, other * ACCESS_KINDS + k);
            if (!context->uncertain)
                races |= find_race(engine, context, cell, k, thread, access);
        }
    }
    engine->racing += races;
}

// Whether some kind of accesses that there are is in conflict with this kind.
static bool kinds_in_conflict(uint32_t kinds, enum sync_races_access_kind kind)
{
    for (uint32_t k = 0; k < ACCESS_KINDS; k++)
        if (kinds & 1u << k && kinds_conflict(k, kind))
            return true;
    return false;
}

// An access that is about to be added to the closure.
static void add_timed_access(struct race_engine *engine, uint32_t number, const struct recorded_event *event)
{
    bool write = event->kind == EVENT_WRITE;
    enum sync_races_access_kind kind = event->flags & EVENT_ATOMIC ? (write ? ATOMIC_WRITE : ATOMIC_READ)
                                                                   : (write ? PLAIN_WRITE : PLAIN_READ);
    struct closure_point before = closure_now(&engine->closure, event->thread);
    uint32_t held = engine->held[event->thread], guards = lockset_guards(&engine->locksets, held, write);
    struct timed_access access = {number, before.time + 1, before.clock, held};
    struct sync_races_variable *variable = &engine->variables[event->operand];
    uint32_t at = accesses_of_thread(engine, event->operand, event->thread);
    struct thread_accesses *cell = &engine->cells.data[at];
    variable->guards =
        variable->of_kind ? lockset_common(&engine->locksets, variable->guards, guards) : guards;
    variable->of_kind |= 1u << kind;
    bool first = !cell->accesses[write ? PLAIN_WRITE : PLAIN_READ].size &&
                 !cell->accesses[write ? ATOMIC_WRITE : ATOMIC_READ].size;
    cell->guards[write] = first ? guards : lockset_common(&engine->locksets, cell->guards[write], guards);
    vector_push(&cell->accesses[kind], access);
    if (variable->cells.size > 1 && variable->guards == EMPTY_LOCKSET &&
        kinds_in_conflict(variable->of_kind, kind))
        look_for_races(engine, at, kind, event->thread, &access, guards);
}

static void add_race_event(struct race_engine *engine, uint32_t number)
{
    const struct recorded_event *event = &engine->trace->events.data[number];
    uint32_t *held = &engine->held[event->thread];
    bool shared = event->flags & EVENT_SHARED;
    if (event->kind == EVENT_READ || event->kind == EVENT_WRITE) {
        if (!(event->flags & EVENT_UNREPORTED))
            add_timed_access(engine, number, event);
    } else if (event->kind == EVENT_ACQUIRE && !(event->flags & EVENT_NESTED))
        *held = lockset_with(&engine->locksets, *held, event->operand, shared);
    else if (event->kind == EVENT_RELEASE && !(event->flags & EVENT_NESTED))
        *held = lockset_without(&engine->locksets, *held, event->operand, shared);
    closure_add(&engine->closure, number);
}

static void race_engine_free(struct race_engine *engine)
{
    for (uint32_t i = 0; i < engine->contexts.size; i++)
        memory_free(engine->contexts.data[i].ideal);
    for (uint32_t i = 0; i < engine->cells.size; i++)
        for (uint32_t k = 0; k < ACCESS_KINDS; k++)
            vector_free(&engine->cells.data[i].accesses[k]);
    for (uint32_t i = 0; i < event_trace_count(engine->trace, NAMES_VARIABLES); i++)
        vector_free(&engine->variables[i].cells);
    vector_free(&engine->contexts);
    vector_free(&engine->cells);
    index_free(&engine->cell_index);
    index_free(&engine->context_index);
    memory_free(engine->variables);
    memory_free(engine->held);
    locksets_free(&engine->locksets);
    closure_free(&engine->closure);
}

uint64_t sync_races(const struct event_trace *trace,
                    void (*found)(void *context, uint32_t first, uint32_t second, const uint32_t *ideal),
                    void *context, uint64_t *candidates)
{
    struct race_engine engine = {.trace = trace, .found = found, .found_context = context};
    closure_init(&engine.closure, trace);
    locksets_init(&engine.locksets);
    engine.held = memory_zalloc(event_trace_count(trace, NAMES_THREADS), sizeof *engine.held);
    engine.variables = memory_zalloc(event_trace_count(trace, NAMES_VARIABLES), sizeof *engine.variables);
    for (uint32_t i = 0; i < trace->events.size; i++)
        add_race_event(&engine, i);
    *candidates = engine.candidates;
    uint64_t racing = engine.racing;
    race_engine_free(&engine);
    return racing;
}
