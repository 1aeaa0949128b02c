#include "predict/happens_before.h"

enum happens_before_access_kind { PLAIN_READ, PLAIN_WRITE, ATOMIC_READ, ATOMIC_WRITE, ACCESS_KINDS };

// The accesses of one kind: the last one only while each came after all before it (an epoch), else the last
// one of each thread.
struct happens_before_accesses {
    uint32_t time, thread; // time 0: none yet
    uint32_t *times;       // NULL: an epoch
};

struct happens_before_variable {
    struct happens_before_accesses of[ACCESS_KINDS];
    uint32_t *atomic; // clock of its atomic writes; NULL: none
};

struct lock {
    uint32_t *exclusive, *shared; // clocks of its releases; NULL: none
};

struct order_engine {
    uint32_t threads;
    uint32_t *clocks; // of each thread: the times of all
    struct happens_before_variable *variables;
    struct lock *locks;
};

static uint32_t *clock_of_thread(const struct order_engine *engine, uint32_t thread)
{
    return engine->clocks + (size_t)thread * engine->threads;
}

static void join_clock(const struct order_engine *engine, uint32_t *to, const uint32_t *from)
{
    for (uint32_t t = 0; from && t < engine->threads; t++)
        if (from[t] > to[t])
            to[t] = from[t];
}

static void join_new(const struct order_engine *engine, uint32_t **to, const uint32_t *from)
{
    if (!*to)
        *to = memory_zalloc(engine->threads, sizeof **to);
    join_clock(engine, *to, from);
}

static bool all_before(const struct order_engine *engine, const struct happens_before_accesses *accesses,
                       const uint32_t *clock)
{
    if (!accesses->times)
        return !accesses->time || accesses->time <= clock[accesses->thread];
    for (uint32_t t = 0; t < engine->threads; t++)
        if (accesses->times[t] > clock[t])
            return false;
    return true;
}

static void remember_access(const struct order_engine *engine, struct happens_before_accesses *accesses,
                            uint32_t thread)
{
    const uint32_t *clock = clock_of_thread(engine, thread);
    if (!accesses->times && !all_before(engine, accesses, clock)) {
        accesses->times = memory_zalloc(engine->threads, sizeof *accesses->times);
        accesses->times[accesses->thread] = accesses->time;
    }
    if (accesses->times)
        accesses->times[thread] = clock[thread];
    accesses->time = clock[thread];
    accesses->thread = thread;
}

// Whether the access races with an earlier one.
static bool order_access(const struct order_engine *engine, const struct recorded_event *event)
{
    struct happens_before_variable *variable = &engine->variables[event->operand];
    uint32_t *clock = clock_of_thread(engine, event->thread);
    bool write = event->kind == EVENT_WRITE, atomic = event->flags & EVENT_ATOMIC, races = false;
    for (uint32_t k = 0; k < ACCESS_KINDS; k++) {
        bool other_write = k == PLAIN_WRITE || k == ATOMIC_WRITE, other_atomic = k >= ATOMIC_READ;
        if ((write || other_write) && !(atomic && other_atomic))
            races |= !all_before(engine, &variable->of[k], clock);
    }
    if (event->flags & EVENT_UNREPORTED)
        return false;
    remember_access(engine, &variable->of[(atomic ? ATOMIC_READ : PLAIN_READ) + write], event->thread);
    if (atomic && write)
        join_new(engine, &variable->atomic, clock);
    else if (atomic)
        join_clock(engine, clock, variable->atomic);
    return races;
}

static bool order_event(const struct order_engine *engine, const struct recorded_event *event)
{
    uint32_t *clock = clock_of_thread(engine, event->thread);
    bool shared = event->flags & EVENT_SHARED;
    clock[event->thread]++;
    if (event->flags & EVENT_NESTED)
        return false;
    switch ((enum event_kind)event->kind) {
    case EVENT_READ:
    case EVENT_WRITE: return order_access(engine, event);
    case EVENT_ACQUIRE:
        join_clock(engine, clock, engine->locks[event->operand].exclusive);
        if (!shared)
            join_clock(engine, clock, engine->locks[event->operand].shared);
        break;
    case EVENT_RELEASE:
        join_new(engine,
                 shared ? &engine->locks[event->operand].shared : &engine->locks[event->operand].exclusive,
                 clock);
        break;
    case EVENT_FORK: join_clock(engine, clock_of_thread(engine, event->operand), clock); break;
    case EVENT_JOIN: join_clock(engine, clock, clock_of_thread(engine, event->operand)); break;
    case EVENT_BEGIN:
    case EVENT_END:
    case EVENT_KINDS: break;
    }
    return false;
}

void happens_before_races(const struct event_trace *trace, happens_before_events *racing)
{
    uint32_t threads = event_trace_count(trace, NAMES_THREADS), locks = event_trace_count(trace, NAMES_LOCKS),
             variables = event_trace_count(trace, NAMES_VARIABLES);
    struct order_engine engine = {threads, memory_zalloc((size_t)threads * threads, sizeof(uint32_t)),
                                  memory_zalloc(variables, sizeof(struct happens_before_variable)),
                                  memory_zalloc(locks, sizeof(struct lock))};
    for (uint32_t i = 0; i < trace->events.size; i++)
        if (order_event(&engine, &trace->events.data[i]))
            vector_push(racing, i);
    for (uint32_t i = 0; i < variables; i++) {
        for (uint32_t k = 0; k < ACCESS_KINDS; k++)
            memory_free(engine.variables[i].of[k].times);
        memory_free(engine.variables[i].atomic);
    }
    for (uint32_t i = 0; i < locks; i++) {
        memory_free(engine.locks[i].exclusive);
        memory_free(engine.locks[i].shared);
    }
    memory_free(engine.clocks);
    memory_free(engine.variables);
    memory_free(engine.locks);
}
