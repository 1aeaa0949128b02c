#include "report/page_arrows.h"

#include <string.h>

// What an operation that another thread's operation made possible was made possible by.
struct cause {
    enum operation_kind effect;
    enum operation_kind causes[4]; // OPERATION_NONE: no more
    const char *kind;
};
static const struct cause causes[] = {
    {OPERATION_MUTEX_LOCK, {OPERATION_MUTEX_UNLOCK, OPERATION_MUTEX_OWNER_ENDS}, "unlocks"},
    {OPERATION_MUTEX_TRYLOCK, {OPERATION_MUTEX_UNLOCK, OPERATION_MUTEX_OWNER_ENDS}, "unlocks"},
    {OPERATION_SPIN_LOCK, {OPERATION_SPIN_UNLOCK}, "unlocks"},
    {OPERATION_SPIN_TRYLOCK, {OPERATION_SPIN_UNLOCK}, "unlocks"},
    {OPERATION_RWLOCK_READ, {OPERATION_RWLOCK_UNLOCK}, "unlocks"},
    {OPERATION_RWLOCK_WRITE, {OPERATION_RWLOCK_UNLOCK}, "unlocks"},
    {OPERATION_RWLOCK_TRY, {OPERATION_RWLOCK_UNLOCK}, "unlocks"},
    {OPERATION_COND_WAKE, {OPERATION_COND_SIGNAL, OPERATION_COND_BROADCAST}, "wakes"},
    {OPERATION_FUTEX_LEAVE, {OPERATION_FUTEX_WAKE}, "wakes"},
    {OPERATION_SEM_WAIT, {OPERATION_SEM_POST}, "posts"},
    {OPERATION_SEM_TRYWAIT, {OPERATION_SEM_POST}, "posts"},
    {OPERATION_BARRIER_LEAVE, {OPERATION_BARRIER_ARRIVE}, "releases"},
    {OPERATION_ONCE, {OPERATION_ONCE_DONE}, "releases"},
    {OPERATION_READ, {OPERATION_WRITE, OPERATION_UPDATE}, "writes"},
    {OPERATION_UPDATE, {OPERATION_WRITE, OPERATION_UPDATE}, "writes"},
};

static bool is_cause(const struct cause *cause, enum operation_kind kind)
{
    for (unsigned i = 0; i < 4 && cause->causes[i] != OPERATION_NONE; i++)
        if (cause->causes[i] == kind)
            return true;
    return false;
}

// What the event is about: of one that ends a wait, what the thread has begun to wait for.
static uint64_t subject(const struct timeline *timeline, uint32_t index)
{
    const struct timeline_event *event = &timeline->events.data[index];
    enum operation_kind begun = event->kind == OPERATION_COND_WAKE     ? OPERATION_COND_WAIT
                                : event->kind == OPERATION_FUTEX_LEAVE ? OPERATION_FUTEX_WAIT
                                                                       : OPERATION_NONE;
    for (uint32_t i = index; begun != OPERATION_NONE && i-- > 0;) {
        const struct timeline_event *before = &timeline->events.data[i];
        if (before->thread == event->thread && before->kind == begun && !before->choice)
            return before->address;
    }
    return event->address;
}

// The latest of the causes before the event on the same object, if another thread did it.
static void add_cause(const struct timeline *timeline, uint32_t to, const struct cause *cause,
                      page_arrows *arrows)
{
    const struct timeline_event *event = &timeline->events.data[to];
    uint64_t address = subject(timeline, to);
    for (uint32_t from = to; from-- > 0;) {
        const struct timeline_event *before = &timeline->events.data[from];
        if (before->choice || before->address != address || !is_cause(cause, before->kind))
            continue;
        if (before->thread != event->thread)
            vector_push(arrows, (struct page_arrow){from, to, cause->kind});
        return;
    }
}

static void add_causes(const struct timeline *timeline, page_arrows *arrows)
{
    for (uint32_t to = 0; to < timeline->events.size; to++) {
        const struct timeline_event *event = &timeline->events.data[to];
        for (size_t i = 0; i < sizeof causes / sizeof *causes && event->address && !event->choice; i++)
            if (causes[i].effect == event->kind)
                add_cause(timeline, to, &causes[i], arrows);
    }
}

// ---- threads

static bool is_up_to_step(uint32_t event_step, uint32_t step)
{
    return step != NO_STEP && event_step <= step;
}

// The last event of a thread up to a step of the schedule; -1: none.
static int64_t last_event(const struct timeline *timeline, uint32_t thread, uint32_t step)
{
    int64_t last = -1;
    for (uint32_t i = 0; i < timeline->events.size; i++)
        if (timeline->events.data[i].thread == thread && is_up_to_step(timeline->events.data[i].step, step))
            last = i;
    return last;
}

// The first event of a thread behind a step; -1: none.
static int64_t next_event_of_thread(const struct timeline *timeline, uint32_t thread, uint32_t step)
{
    for (uint32_t i = 0; i < timeline->events.size; i++)
        if (timeline->events.data[i].thread == thread && !is_up_to_step(timeline->events.data[i].step, step))
            return i;
    return -1;
}

// Creation and joins. `path`'s thread goes on in both: it is created by it, or has waited for the other one.
static void add_thread_arrows(const struct timeline *timeline, const struct violation_path *path,
                              page_arrows *arrows)
{
    for (uint32_t i = 0; i < path->steps.size; i++) {
        const struct path_step *step = &path->steps.data[i];
        bool join = step->kind == PATH_JOIN;
        if (!join && step->kind != PATH_CREATE)
            continue;
        int64_t from = last_event(timeline, join ? step->other : step->thread, step->step);
        int64_t to = next_event_of_thread(timeline, join ? step->thread : step->other, step->step);
        if (to >= 0 && (from >= 0 || !join))
            vector_push(arrows, (struct page_arrow){from, (uint32_t)to, join ? "joins" : "creates"});
    }
}

page_arrows page_arrows_find(const struct timeline *timeline, const struct violation_path *path)
{
    page_arrows arrows = {0};
    add_thread_arrows(timeline, path, &arrows);
    add_causes(timeline, &arrows);
    return arrows;
}
