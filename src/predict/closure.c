#include "predict/closure.h"

#include "base/hash.h"

void closure_init(struct closure *closure, const struct event_trace *trace)
{
    *closure = (struct closure){.trace = trace, .threads = event_trace_count(trace, NAMES_THREADS)};
    uint32_t threads = closure->threads, locks = event_trace_count(trace, NAMES_LOCKS);
    closure->thread = memory_zalloc(threads, sizeof *closure->thread);
    for (uint32_t t = 0; t < threads; t++)
        closure->thread[t].uncertain = CLOSURE_NO_TIME;
    closure->writes = memory_zalloc(event_trace_count(trace, NAMES_VARIABLES), sizeof *closure->writes);
    closure->lock_histories = memory_zalloc(locks, sizeof *closure->lock_histories);
    closure->settled = memory_zalloc(locks, sizeof *closure->settled);
    closure->grown_from = memory_zalloc(threads, sizeof *closure->grown_from);
    closure->grown = memory_zalloc(threads, sizeof *closure->grown);
    for (uint32_t t = 0; t < threads; t++)
        vector_push(&closure->clocks, 0);
}

void closure_free(struct closure *closure)
{
    for (uint32_t t = 0; t < closure->threads; t++) {
        vector_free(&closure->thread[t].acquires);
        vector_free(&closure->thread[t].histories);
    }
    for (uint32_t i = 0; i < event_trace_count(closure->trace, NAMES_LOCKS); i++)
        vector_free(&closure->lock_histories[i]);
    for (uint32_t i = 0; i < closure->histories.size; i++)
        vector_free(&closure->histories.data[i].sections);
    memory_free(closure->thread);
    memory_free(closure->writes);
    memory_free(closure->lock_histories);
    memory_free(closure->settled);
    memory_free(closure->grown_from);
    memory_free(closure->grown);
    vector_free(&closure->clocks);
    vector_free(&closure->histories);
    vector_free(&closure->work);
    index_free(&closure->history_index);
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

// ---- what precedes an event

// A thread is preceded by a point of another one from now on.
static void thread_join(struct closure *closure, uint32_t thread, struct closure_point point)
{
    struct closure_thread *state = &closure->thread[thread];
    if (point.thread == thread || (!point.time && !point.clock))
        return;
    if (point.time && closure_time(closure, state->clock, point.thread) >= point.time)
        return; // and then what precedes the point precedes it, too
    uint32_t threads = closure->threads, clock = closure->clocks.size / threads;
    vector_reserve(&closure->clocks, (uint64_t)closure->clocks.size + threads);
    uint32_t *to = closure->clocks.data + closure->clocks.size;
    const uint32_t *old = closure->clocks.data + (size_t)state->clock * threads;
    const uint32_t *other = closure->clocks.data + (size_t)point.clock * threads;
    for (uint32_t t = 0; t < threads; t++)
        to[t] = later(old[t], other[t]);
    to[point.thread] = later(to[point.thread], point.time);
    closure->clocks.size += threads;
    state->clock = clock;
}

static struct closure_history *history_of(struct closure *closure, uint32_t thread, uint32_t lock)
{
    uint64_t hash = hash_combine(thread, lock);
    for (uint32_t at = index_begin(hash), n;
         (n = index_next(&closure->history_index, hash, &at)) != INDEX_NONE;)
        if (closure->histories.data[n].thread == thread && closure->histories.data[n].lock == lock)
            return &closure->histories.data[n];
    uint32_t number = closure->histories.size;
    vector_push(&closure->histories, (struct closure_history){.thread = thread, .lock = lock});
    index_add(&closure->history_index, hash, number);
    vector_push(&closure->lock_histories[lock], number);
    vector_push(&closure->thread[thread].histories, number);
    return &closure->histories.data[number];
}

static void add_closure_acquire(struct closure *closure, uint32_t number, const struct recorded_event *event)
{
    struct closure_thread *thread = &closure->thread[event->thread];
    struct closure_history *history = history_of(closure, event->thread, event->operand);
    uint32_t before = history->sections.size ? vector_last(&history->sections).exclusive : 0;
    bool shared = event->flags & EVENT_SHARED;
    vector_push(&history->sections, (struct closure_section){thread->time, CLOSURE_NO_TIME, number, 0,
                                                             shared ? before : history->sections.size + 1});
    vector_push(&thread->acquires, (struct closure_acquire){thread->time, event->operand});
}

static void add_closure_release(struct closure *closure, const struct recorded_event *event)
{
    struct closure_history *history = history_of(closure, event->thread, event->operand);
    struct closure_section *section = &vector_last(&history->sections);
    section->released = closure->thread[event->thread].time;
    section->release_clock = closure->thread[event->thread].clock;
}

// What a read of the write is preceded by: all parts of it.
static struct closure_point whole_write(const struct closure *closure, uint32_t number)
{
    const struct recorded_event *events = closure->trace->events.data;
    struct closure_point point = closure_now(closure, events[number].thread);
    for (; events[number].flags & EVENT_PART && number + 1 < closure->trace->events.size; number++)
        point.time++;
    return point;
}

void closure_add(struct closure *closure, uint32_t number)
{
    const struct recorded_event *event = &closure->trace->events.data[number];
    struct closure_thread *thread = &closure->thread[event->thread];
    bool nested = event->flags & EVENT_NESTED;
    thread->time++;
    if (event->flags & EVENT_UNCERTAIN && thread->uncertain == CLOSURE_NO_TIME)
        thread->uncertain = thread->time;
    switch ((enum event_kind)event->kind) {
    case EVENT_READ:
        if (closure->writes[event->operand].time)
            thread_join(closure, event->thread, closure->writes[event->operand]);
        break;
    case EVENT_WRITE: closure->writes[event->operand] = whole_write(closure, number); break;
    case EVENT_ACQUIRE:
        if (!nested)
            add_closure_acquire(closure, number, event);
        break;
    case EVENT_RELEASE:
        if (!nested)
            add_closure_release(closure, event);
        break;
    case EVENT_FORK: thread_join(closure, event->operand, closure_now(closure, event->thread)); break;
    case EVENT_JOIN: thread_join(closure, event->thread, closure_now(closure, event->operand)); break;
    case EVENT_BEGIN:
    case EVENT_END:
    case EVENT_KINDS: break;
    }
}

// ---- closing a set

uint32_t *closure_new_ideal(const struct closure *closure)
{
    return memory_zalloc(closure->threads, sizeof(uint32_t));
}

static void grow(struct closure *closure, uint32_t *ideal, uint32_t thread, uint32_t time)
{
    if (time <= ideal[thread])
        return;
    if (!closure->grown[thread]) {
        closure->grown[thread] = true;
        closure->grown_from[thread] = ideal[thread];
        vector_push(&closure->work, thread);
    }
    ideal[thread] = time;
}

void closure_join(struct closure *closure, uint32_t *ideal, struct closure_point point)
{
    grow(closure, ideal, point.thread, point.time);
    if (!point.clock)
        return;
    const uint32_t *clock = closure->clocks.data + (size_t)point.clock * closure->threads;
    for (uint32_t t = 0; t < closure->threads; t++)
        if (clock[t] > ideal[t])
            grow(closure, ideal, t, clock[t]);
}

uint32_t closure_sections_entered(const struct closure_history *history, uint32_t time)
{
    uint32_t low = 0, high = history->sections.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (history->sections.data[middle].acquired <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Of the acquires of a lock in the set, the release of all but the last one belongs to it, where they exclude
// one another. Only the last section of each thread can be open in the set.
static void settle_lock(struct closure *closure, uint32_t *ideal, uint32_t lock)
{
    const closure_numbers *of_lock = &closure->lock_histories[lock];
    uint32_t last = 0, last_exclusive = 0; // events + 1
    if (of_lock->size < 2 || closure->settled[lock] == closure->settling)
        return;
    closure->settled[lock] = closure->settling;
    for (uint32_t i = 0; i < of_lock->size; i++) {
        const struct closure_history *history = &closure->histories.data[of_lock->data[i]];
        uint32_t entered = closure_sections_entered(history, ideal[history->thread]);
        if (!entered)
            continue;
        const struct closure_section *section = &history->sections.data[entered - 1];
        last = later(last, section->event + 1);
        if (section->exclusive)
            last_exclusive = later(last_exclusive, history->sections.data[section->exclusive - 1].event + 1);
    }
    for (uint32_t i = 0; i < of_lock->size; i++) {
        const struct closure_history *history = &closure->histories.data[of_lock->data[i]];
        uint32_t entered = closure_sections_entered(history, ideal[history->thread]);
        if (!entered)
            continue;
        const struct closure_section *section = &history->sections.data[entered - 1];
        bool exclusive = section->exclusive == entered;
        if (section->event + 1 < (exclusive ? last : last_exclusive))
            closure_join(closure, ideal,
                         (struct closure_point){history->thread, section->released, section->release_clock});
    }
}

static uint32_t acquires_until(const struct closure_thread *thread, uint32_t time)
{
    uint32_t low = 0, high = thread->acquires.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (thread->acquires.data[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The locks that a thread acquired in a stretch of its events; all of its locks where that is less work.
static void settle_stretch(struct closure *closure, uint32_t *ideal, uint32_t number, uint32_t from,
                           uint32_t to)
{
    const struct closure_thread *thread = &closure->thread[number];
    uint32_t first = acquires_until(thread, from), end = acquires_until(thread, to);
    closure->settling++;
    if (end - first > thread->histories.size)
        for (uint32_t i = 0; i < thread->histories.size; i++)
            settle_lock(closure, ideal, closure->histories.data[thread->histories.data[i]].lock);
    else
        for (uint32_t i = first; i < end; i++)
            settle_lock(closure, ideal, thread->acquires.data[i].lock);
}

void closure_close(struct closure *closure, uint32_t *ideal)
{
    while (closure->work.size) {
        uint32_t thread = vector_pop(&closure->work);
        closure->grown[thread] = false;
        settle_stretch(closure, ideal, thread, closure->grown_from[thread], ideal[thread]);
    }
}

bool closure_uncertain(const struct closure *closure, const uint32_t *ideal)
{
    for (uint32_t t = 0; t < closure->threads; t++)
        if (ideal[t] >= closure->thread[t].uncertain)
            return true;
    return false;
}
