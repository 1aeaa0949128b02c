#include "report/story.h"

#include "base/memory.h"

#include <string.h>

enum { MOST_VALUES = 4 };

struct story {
    struct result *result;
    const struct exploration_violation *violation;
    const struct timeline *timeline;
    struct buffer out;
};

static const struct timeline_event *story_event(const struct story *s, int64_t index)
{
    return &s->timeline->events.data[index];
}

static const char *thread_name(const struct story *s, uint32_t thread)
{
    return timeline_thread_name(s->timeline, thread);
}

static void end_line(struct story *s)
{
    buffer_print(&s->out, "\n");
}

// ---- deadlocks

static const struct timeline_waiting *waiting_of(const struct story *s, uint32_t thread)
{
    for (uint32_t i = 0; i < s->timeline->waiting.size; i++)
        if (s->timeline->waiting.data[i].thread == thread)
            return &s->timeline->waiting.data[i];
    return NULL;
}

// The thread that holds what another one waits for; -1: unknown, or it waits for something else.
static int64_t holder_of(const struct story *s, const struct timeline_waiting *waiting)
{
    return waiting && waiting->holder >= 0 && waiting->object
               ? (int64_t)story_event(s, waiting->holder)->thread
               : -1;
}

// Whether following who holds what leads back to the thread.
static bool in_circle(const struct story *s, uint32_t thread)
{
    int64_t at = thread;
    for (uint32_t steps = 0; steps <= s->timeline->waiting.size; steps++) {
        at = holder_of(s, waiting_of(s, (uint32_t)at));
        if (at < 0 || at == (int64_t)thread)
            return at >= 0;
    }
    return false;
}

// "main waits for a, which main.1 holds since step 3; main.1 waits for b, which main holds since step 1."
static void tell_circle(struct story *s, uint32_t first)
{
    uint32_t thread = first;
    do {
        const struct timeline_waiting *waiting = waiting_of(s, thread);
        const struct timeline_event *held = story_event(s, waiting->holder);
        buffer_print(&s->out, "%s%s waits for %s, which ", thread == first ? "" : "; ",
                     thread_name(s, thread), waiting->object);
        if (held->thread == thread)
            buffer_print(&s->out, "it holds itself since step %u", held->step + 1);
        else
            buffer_print(&s->out, "%s holds since step %u", thread_name(s, held->thread), held->step + 1);
        thread = held->thread;
    } while (thread != first);
    end_line(s);
}

// The last time that a thread began to wait for a condition; -1: it did not.
static int64_t last_wait(const struct story *s, uint32_t thread)
{
    for (int64_t i = (int64_t)s->timeline->events.size - 1; i >= 0; i--)
        if (story_event(s, i)->thread == thread && !story_event(s, i)->choice)
            return story_event(s, i)->kind == OPERATION_COND_WAIT && story_event(s, i)->object ? i : -1;
    return -1;
}

// Whether some thread may be waiting for the condition when the event happens: none is, if each one that
// waited has done something since.
static bool may_be_waited_for(const struct story *s, int64_t event, uint64_t condition)
{
    bool seen[MACHINE_MAX_THREADS] = {0};
    for (int64_t i = event - 1; i >= 0; i--) {
        const struct timeline_event *e = story_event(s, i);
        if (e->choice || e->thread >= MACHINE_MAX_THREADS || seen[e->thread])
            continue;
        seen[e->thread] = true;
        if (e->kind == OPERATION_COND_WAIT && e->address == condition)
            return true;
    }
    return false;
}

static bool wakes(const struct timeline_event *event, uint64_t condition)
{
    return !event->choice && event->address == condition &&
           (event->kind == OPERATION_COND_SIGNAL || event->kind == OPERATION_COND_BROADCAST);
}

// Whether nobody holds the mutex at the end, so that a thread that was signalled would have gone on; false:
// it is not certain.
static bool is_mutex_free(const struct story *s, uint64_t mutex)
{
    for (int64_t i = (int64_t)s->timeline->events.size - 1; i >= 0; i--)
        if (!story_event(s, i)->choice && story_event(s, i)->address == mutex)
            return story_event(s, i)->kind == OPERATION_MUTEX_UNLOCK;
    return false;
}

// A thread that waits for a condition, from the event `from` on.
static void tell_condition(struct story *s, const struct timeline_waiting *waiting, const char *name,
                           uint64_t condition, int64_t from)
{
    int64_t size = s->timeline->events.size, before = -1, after = -1;
    uint32_t later = 0, thread = waiting->thread;
    for (int64_t i = 0; i < size; i++) {
        if (!wakes(story_event(s, i), condition))
            continue;
        before = i < from ? i : before;
        after = i > from ? i : after;
        later += i > from;
    }
    bool signalled = later > 1 || (later == 1 && (story_event(s, after)->kind != OPERATION_COND_SIGNAL ||
                                                  !is_mutex_free(s, waiting->address)));
    if (signalled) // or maybe so
        return;
    buffer_print(&s->out, "%s waits for a signal of %s since step %u", thread_name(s, thread), name,
                 story_event(s, from)->step + 1);
    if (later == 1)
        buffer_print(&s->out, "; the only one after that, %s's at step %u, did not wake it",
                     thread_name(s, story_event(s, after)->thread), story_event(s, after)->step + 1);
    else if (before >= 0)
        buffer_print(&s->out, ", and none comes any more: %s's %s at step %u came before%s",
                     thread_name(s, story_event(s, before)->thread),
                     operation_name(story_event(s, before)->kind), story_event(s, before)->step + 1,
                     may_be_waited_for(s, before, condition) ? "" : ", when no thread waited");
    else
        buffer_print(&s->out, ", and no step signals it");
    end_line(s);
}

static void tell_waiting(struct story *s, const struct timeline_waiting *waiting)
{
    int64_t wait = last_wait(s, waiting->thread);
    if (waiting->joining || waiting->endless || waiting->runs)
        return;
    if (waiting->kind == OPERATION_COND_WAKE && wait >= 0)
        tell_condition(s, waiting, story_event(s, wait)->object, story_event(s, wait)->address, wait);
}

static void tell_deadlock(struct story *s)
{
    bool told[MACHINE_MAX_THREADS] = {0};
    for (uint32_t i = 0; i < s->timeline->waiting.size; i++) {
        const struct timeline_waiting *waiting = &s->timeline->waiting.data[i];
        if (waiting->thread >= MACHINE_MAX_THREADS || told[waiting->thread] ||
            !in_circle(s, waiting->thread)) {
            tell_waiting(s, waiting);
            continue;
        }
        tell_circle(s, waiting->thread);
        int64_t at = waiting->thread;
        do {
            told[at] = true;
            at = holder_of(s, waiting_of(s, (uint32_t)at));
        } while (at >= 0 && !told[at]);
    }
}

// ---- values

static bool writes_memory(const struct timeline_event *event)
{
    return !event->choice && event->width > 0 &&
           (event->kind == OPERATION_WRITE || event->kind == OPERATION_UPDATE);
}

// The step that wrote what is at an address when event `before` happens; -1: none did, or it is not certain.
static int64_t writer_of(const struct story *s, int64_t before, uint64_t address, uint32_t width,
                         uint64_t bits, bool *none)
{
    *none = true;
    for (int64_t i = before - 1; i >= 0; i--) {
        const struct timeline_event *e = story_event(s, i);
        bool reads = e->kind == OPERATION_READ || e->width == 0;
        if (reads || !writes_memory(e) || e->address >= address + width / 8 ||
            address >= e->address + e->width / 8)
            continue;
        *none = false;
        return e->address == address && e->width == width && e->bits == bits ? i : -1;
    }
    return -1;
}

static void tell_value(struct story *s, const char *object, const char *value, bool saw, int64_t writer,
                       bool none)
{
    uint32_t thread = s->violation->thread;
    if (saw)
        buffer_print(&s->out, "%s saw %s = %s", thread_name(s, thread), object, value);
    else
        buffer_print(&s->out, "%s was %s", object, value);
    if (writer >= 0) {
        const struct timeline_event *e = story_event(s, writer);
        struct source_place place = place_of(s->result->program, e->code);
        buffer_print(&s->out, ", written by %s at step %u",
                     e->thread == thread && saw ? "itself" : thread_name(s, e->thread), e->step + 1);
        if (place.file[0] && !place.runtime)
            buffer_print(&s->out, " (%s:%u)", path_base(place.file), place.line);
    } else if (none && saw) {
        buffer_print(&s->out, ", which no step before wrote");
    }
    end_line(s);
}

static bool on_line(const struct story *s, uint32_t code, struct source_place place)
{
    struct source_place at = place_of(s->result->program, code);
    return at.line == place.line && !strcmp(at.file, place.file);
}

// What the thread read on the line where it failed, the last thing that it did.
static void tell_values(struct story *s)
{
    struct source_place place =
        result_place(s->result, (uint32_t)(s->violation - s->result->exploration->violations.data));
    uint32_t thread = s->violation->thread, told = 0;
    int64_t size = s->timeline->events.size;
    if (place.line == 0)
        return;
    int64_t first = size;
    for (int64_t i = size - 1; i >= 0; i--) {
        if (story_event(s, i)->thread != thread)
            continue;
        if (!on_line(s, story_event(s, i)->code, place))
            break;
        first = i;
    }
    for (int64_t i = first; i < size && told < MOST_VALUES; i++) {
        const struct timeline_event *e = story_event(s, i);
        bool none,
            shown = e->thread == thread && e->kind == OPERATION_READ && !e->choice && e->object && e->value;
        if (!shown)
            continue;
        int64_t writer = writer_of(s, i, e->address, e->width, e->bits, &none);
        tell_value(s, e->object, e->value, true, writer, none);
        told++;
    }
    for (uint32_t i = 0; i < s->timeline->there.size && told == 0 && i < MOST_VALUES; i++) {
        const struct timeline_value *v = &s->timeline->there.data[i];
        bool none;
        int64_t writer = writer_of(s, size, v->address, v->width, v->bits, &none);
        if (writer >= 0 || (none && v->unchanged)) // without a step: no other thread could see the write
            tell_value(s, v->object, v->value, false, writer, none);
    }
}

// ---- blocks

// The step that released a block, where the message says on which line: only one thread may have done so
// there.
static void tell_free(struct story *s)
{
    const char *freed = strstr(s->violation->message, "freed at ");
    int64_t found = -1;
    for (uint32_t i = 0; freed && i < s->timeline->events.size; i++) {
        const struct timeline_event *e = story_event(s, i);
        struct source_place place = place_of(s->result->program, e->code);
        char *where = memory_format("freed at %s:%u", place.file, place.line);
        size_t length = strlen(where);
        bool same = e->kind == OPERATION_FREE && e->block && !strncmp(freed, where, length) &&
                    (freed[length] < '0' || freed[length] > '9');
        memory_free(where);
        if (same && found >= 0)
            return;
        found = same ? (int64_t)i : found;
    }
    if (found < 0)
        return;
    const struct timeline_event *e = story_event(s, found);
    buffer_print(&s->out, "%s freed the block at step %u, before %s used it\n", thread_name(s, e->thread),
                 e->step + 1,
                 e->thread == s->violation->thread ? "it" : thread_name(s, s->violation->thread));
}

// ---- data races

static void append_locks(struct story *s, const struct violation_access *access)
{
    if (access->locks.size == 0)
        buffer_print(&s->out, "holding no lock");
    for (uint32_t i = 0; i < access->locks.size; i++)
        buffer_print(&s->out, "%s%s", i ? ", " : "holding ", access->locks.data[i]);
}

static void tell_race(struct story *s)
{
    const struct exploration_violation *v = s->violation;
    if (v->accesses.size != 2)
        return;
    buffer_print(&s->out, "Nothing orders ");
    for (uint32_t i = 0; i < 2; i++) {
        const struct violation_access *access = &v->accesses.data[i];
        struct source_place place = result_access_place(s->result, access);
        buffer_print(&s->out, "%sthe %s by %s (%s:%u), ", i ? ", and " : "", result_access_kind(access),
                     thread_name(s, access->thread), path_base(place.file), place.line);
        append_locks(s, access);
    }
    end_line(s);
}

char *story_text(struct result *result, uint32_t violation)
{
    struct story s = {.result = result,
                      .violation = &result->exploration->violations.data[violation],
                      .timeline = result_timeline(result, violation)};
    if (s.timeline->outcome != REPLAY_CONFIRMED)
        return NULL;
    switch (s.violation->property) {
    case PROPERTY_DEADLOCK: tell_deadlock(&s); break;
    case PROPERTY_DATA_RACE: tell_race(&s); break;
    case PROPERTY_MEMORY: tell_free(&s); // fall through
    case PROPERTY_ASSERTION:
    case PROPERTY_ARITHMETIC:
    case PROPERTY_OVERFLOW: tell_values(&s); break;
    default: break;
    }
    if (s.out.bytes.size == 0)
        return NULL;
    return buffer_take(&s.out);
}
