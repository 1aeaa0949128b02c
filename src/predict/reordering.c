#include "predict/reordering.h"

void reordering_init(struct reordering_checker *checker, const struct event_trace *trace)
{
    uint32_t threads = event_trace_count(trace, NAMES_THREADS);
    uint32_t *writes = memory_zalloc(event_trace_count(trace, NAMES_VARIABLES), sizeof *writes);
    *checker = (struct reordering_checker){trace,
                                           memory_zalloc(trace->events.size, sizeof(uint32_t)),
                                           memory_zalloc(trace->events.size, sizeof(uint32_t)),
                                           memory_zalloc(threads, sizeof(uint32_t)),
                                           memory_zalloc(threads, sizeof(uint32_t)),
                                           event_trace_steps(trace)};
    for (uint32_t i = 0; i < trace->events.size; i++) {
        const struct recorded_event *event = &trace->events.data[i];
        checker->position[i] = checker->length[event->thread]++;
        if (event->kind == EVENT_READ)
            checker->saw[i] = writes[event->operand];
        if (event->kind == EVENT_WRITE)
            writes[event->operand] = i + 1;
        if (event->kind == EVENT_FORK)
            checker->fork[event->operand] = i + 1;
    }
    memory_free(writes);
}

void reordering_free(struct reordering_checker *checker)
{
    memory_free(checker->position);
    memory_free(checker->saw);
    memory_free(checker->length);
    memory_free(checker->fork);
    memory_free(checker->goes_on);
}

// One thread holds a lock, this many times.
struct reordering_hold {
    uint32_t thread, count;
    bool shared;
};

typedef VECTOR(struct reordering_hold) holders;

struct run {
    const struct reordering_checker *checker;
    uint32_t *done;   // events of each thread
    bool *forked;     // each thread
    uint32_t *writes; // the last one of each variable, + 1
    holders *locks;   // who holds each
};

static struct reordering_hold *find_lock_holder(const holders *lock, uint32_t thread)
{
    for (uint32_t i = 0; i < lock->size; i++)
        if (lock->data[i].thread == thread)
            return &lock->data[i];
    return NULL;
}

static const char *do_acquire(holders *lock, uint32_t thread, bool shared)
{
    for (uint32_t i = 0; i < lock->size; i++)
        if (lock->data[i].thread != thread && !(shared && lock->data[i].shared))
            return "a lock is acquired that another thread holds";
    struct reordering_hold *mine = find_lock_holder(lock, thread);
    if (mine)
        mine->count++;
    else
        vector_push(lock, (struct reordering_hold){thread, 1, shared});
    return NULL;
}

static const char *do_release(holders *lock, uint32_t thread)
{
    struct reordering_hold *mine = find_lock_holder(lock, thread);
    if (!mine)
        return "a lock is released that its thread does not hold";
    if (--mine->count == 0)
        *mine = vector_pop(lock);
    return NULL;
}

static bool is_next_event(const struct run *run, uint32_t number)
{
    const struct reordering_checker *checker = run->checker;
    uint32_t thread = checker->trace->events.data[number].thread;
    return checker->position[number] == run->done[thread] && (!checker->fork[thread] || run->forked[thread]);
}

static const char *check_read(const struct run *run, uint32_t number)
{
    const struct reordering_checker *checker = run->checker;
    const struct recorded_event *events = checker->trace->events.data;
    uint32_t saw = checker->saw[number];
    if (run->writes[events[number].operand] != saw)
        return "a read sees another write";
    for (; saw && saw < checker->trace->events.size && events[saw - 1].flags & EVENT_PART; saw++)
        if (run->done[events[saw].thread] <= checker->position[saw])
            return "a read sees a part of a write";
    return NULL;
}

static const char *do_event(struct run *run, uint32_t number)
{
    const struct recorded_event *event = &run->checker->trace->events.data[number];
    if (!is_next_event(run, number))
        return "an event is not the next one of its thread";
    run->done[event->thread]++;
    if (event->flags & EVENT_UNCERTAIN)
        return "it contains an uncertain event";
    switch ((enum event_kind)event->kind) {
    case EVENT_READ: return check_read(run, number);
    case EVENT_WRITE: run->writes[event->operand] = number + 1; break;
    case EVENT_ACQUIRE:
        return do_acquire(&run->locks[event->operand], event->thread, event->flags & EVENT_SHARED);
    case EVENT_RELEASE: return do_release(&run->locks[event->operand], event->thread);
    case EVENT_FORK: run->forked[event->operand] = true; break;
    case EVENT_JOIN:
        if (run->done[event->operand] != run->checker->length[event->operand] ||
            (run->checker->fork[event->operand] && !run->forked[event->operand]))
            return "a thread is joined before its end";
        break;
    case EVENT_BEGIN:
    case EVENT_END:
    case EVENT_KINDS: break;
    }
    return NULL;
}

static const char *check_race(const struct run *run, const uint32_t *next, uint32_t count)
{
    if (count != 2)
        return "a race has two accesses";
    const struct recorded_event *a = &run->checker->trace->events.data[next[0]];
    const struct recorded_event *b = &run->checker->trace->events.data[next[1]];
    if (a->kind > EVENT_WRITE || b->kind > EVENT_WRITE || a->operand != b->operand || a->thread == b->thread)
        return "a race is between two accesses of one variable by two threads";
    if (a->kind == EVENT_READ && b->kind == EVENT_READ)
        return "two reads do not race";
    if ((a->flags | b->flags) & EVENT_UNREPORTED)
        return "an access may not have been made";
    return a->flags & b->flags & EVENT_ATOMIC ? "two atomic accesses do not race" : NULL;
}

static const char *check_deadlock(const struct run *run, const uint32_t *next, uint32_t count)
{
    const struct recorded_event *events = run->checker->trace->events.data;
    if (count < 2)
        return "a deadlock has two requests or more";
    for (uint32_t i = 0; i < count; i++) {
        const struct recorded_event *request = &events[next[i]];
        uint32_t holder = events[next[(i + 1) % count]].thread;
        for (uint32_t k = 0; k < i; k++)
            if (events[next[k]].thread == request->thread)
                return "a deadlock is between different threads";
        if (request->kind != EVENT_ACQUIRE ||
            find_lock_holder(&run->locks[request->operand], request->thread))
            return "a deadlock is made of requests for locks";
        if (request->flags & EVENT_UNREPORTED)
            return "a request does not wait for ever";
        const struct reordering_hold *held = find_lock_holder(&run->locks[request->operand], holder);
        if (!held || (held->shared && request->flags & EVENT_SHARED))
            return "a request does not have to wait for the next one's thread";
    }
    return NULL;
}

static const char *check_all(struct run *run, const uint32_t *sequence, uint32_t length, const uint32_t *next,
                             uint32_t count, bool deadlock)
{
    for (uint32_t i = 0; i < length; i++) {
        if (run->checker->goes_on[sequence[i]] && (!i || sequence[i - 1] != sequence[i] - 1))
            return "another thread comes between events that are one step";
        const char *wrong = do_event(run, sequence[i]);
        if (wrong)
            return wrong;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!is_next_event(run, next[i]))
            return "what is predicted is not the next event of its thread";
    return deadlock ? check_deadlock(run, next, count) : check_race(run, next, count);
}

const char *reordering_check(const struct reordering_checker *checker, const uint32_t *sequence,
                             uint32_t length, const uint32_t *next, uint32_t count, bool deadlock)
{
    const struct event_trace *trace = checker->trace;
    uint32_t threads = event_trace_count(trace, NAMES_THREADS), locks = event_trace_count(trace, NAMES_LOCKS);
    struct run run = {checker, memory_zalloc(threads, sizeof(uint32_t)), memory_zalloc(threads, sizeof(bool)),
                      memory_zalloc(event_trace_count(trace, NAMES_VARIABLES), sizeof(uint32_t)),
                      memory_zalloc(locks, sizeof(holders))};
    const char *wrong = check_all(&run, sequence, length, next, count, deadlock);
    for (uint32_t i = 0; i < locks; i++)
        vector_free(&run.locks[i]);
    memory_free(run.done);
    memory_free(run.forked);
    memory_free(run.writes);
    memory_free(run.locks);
    return wrong;
}
