#include "predict/scheduler.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

bool scheduler_open(struct scheduler *scheduler, const char *recording, const struct event_trace *trace,
                    const recording_origins *origins, struct error *error)
{
    *scheduler = (struct scheduler){.trace = trace, .origins = origins};
    if (!recording_open(&scheduler->file, recording, error))
        return false;
    scheduler->threads = scheduler->file.threads.size;
    if (recording_names_read(&scheduler->names, &scheduler->file, error))
        return true;
    scheduler_close(scheduler);
    return false;
}

void scheduler_close(struct scheduler *scheduler)
{
    recording_names_free(&scheduler->names);
    recording_close(&scheduler->file);
    *scheduler = (struct scheduler){0};
}

// ---- turns

struct plan {
    const struct scheduler *scheduler;
    uint64_t *done;  // events of each thread
    uint64_t *count; // that the file has to have
    VECTOR(struct schedule_turn) turns;
    VECTOR(struct schedule_target) targets;
    VECTOR(struct schedule_event) events;
    VECTOR(struct schedule_thread) threads;
};

static void plan_up_to(struct plan *plan, uint32_t thread, uint64_t upto)
{
    if (upto <= plan->done[thread])
        return;
    plan->done[thread] = upto;
    if (plan->count[thread] < upto)
        plan->count[thread] = upto;
    if (plan->turns.size && vector_last(&plan->turns).thread == thread)
        vector_last(&plan->turns).upto = upto;
    else
        vector_push(&plan->turns, (struct schedule_turn){.thread = thread, .upto = upto});
}

static uint64_t count_events_of(const struct scheduler *scheduler, uint32_t thread)
{
    struct recording_cursor cursor = {thread, 0, 0};
    uint64_t count = 0;
    while (thread < scheduler->file.threads.size && recording_next(&scheduler->file, &cursor))
        count++;
    return count;
}

// The thread of the recording that a join waits for: the one whose name in the trace it has. UINT32_MAX: it
// has no event.
static uint32_t joined_thread(const struct scheduler *scheduler, uint32_t name)
{
    const struct event_trace *trace = scheduler->trace;
    for (uint32_t i = 0; i < trace->events.size; i++)
        if (trace->events.data[i].thread == name)
            return scheduler->origins->data[i].thread;
    return UINT32_MAX;
}

// Of each event of the trace: whether it is the last one that its event of the recording stands for.
static bool *last_parts(const struct scheduler *scheduler)
{
    const struct event_trace *trace = scheduler->trace;
    bool *last = memory_zalloc(trace->events.size + 1u, sizeof *last);
    uint64_t *next = memory_zalloc(scheduler->threads + 1u, sizeof *next); // event of the recording, + 1
    for (uint32_t i = trace->events.size; i-- > 0;) {
        struct recording_origin origin = scheduler->origins->data[i];
        last[i] = next[origin.thread] != origin.event + 1;
        next[origin.thread] = origin.event + 1;
    }
    memory_free(next);
    return last;
}

// The thread fails behind its last turn. All its further events are known to the library, which sees where it
// leaves them.
static void plan_failure(struct plan *plan, uint32_t thread)
{
    uint64_t count = count_events_of(plan->scheduler, thread);
    if (plan->count[thread] < count)
        plan->count[thread] = count;
    vector_push(&plan->targets, (struct schedule_target){.thread = thread, .event = plan->done[thread]});
}

static void plan_turns(struct plan *plan, const struct prediction *prediction)
{
    const struct scheduler *scheduler = plan->scheduler;
    event_numbers schedule = {0};
    bool *last = last_parts(scheduler);
    prediction_schedule(scheduler->trace, prediction, &schedule);
    for (uint32_t i = 0; i < schedule.size; i++) {
        uint32_t number = schedule.data[i];
        struct recording_origin origin = scheduler->origins->data[number];
        const struct recorded_event *event = &scheduler->trace->events.data[number];
        uint32_t joined = event->kind == EVENT_JOIN ? joined_thread(scheduler, event->operand) : UINT32_MAX;
        if (joined != UINT32_MAX)
            plan_up_to(plan, joined, count_events_of(scheduler, joined));
        if (last[number])
            plan_up_to(plan, origin.thread, origin.event + 1);
    }
    for (uint32_t i = 0; i < prediction->events.size; i++) {
        struct recording_origin origin = scheduler->origins->data[prediction->events.data[i]];
        plan_up_to(plan, origin.thread, origin.event);
        if (plan->count[origin.thread] <= origin.event)
            plan->count[origin.thread] = origin.event + 1;
        vector_push(&plan->targets, (struct schedule_target){.thread = origin.thread, .event = origin.event});
    }
    if (prediction->failure)
        plan_failure(plan, prediction->failure->thread);
    vector_free(&schedule);
    memory_free(last);
}

// ---- events

static bool names_thread(unsigned kind)
{
    return kind == RECORDED_FORK || kind == RECORDED_FORK_FAILED || kind == RECORDED_JOIN;
}

static bool plan_events(struct plan *plan, struct error *error)
{
    const struct scheduler *scheduler = plan->scheduler;
    for (uint32_t t = 0; t < scheduler->threads; t++) {
        struct recording_cursor cursor = {t, 0, 0};
        vector_push(&plan->threads, (struct schedule_thread){plan->events.size, plan->count[t]});
        if (plan->count[t] > SCHEDULE_EVENTS - plan->events.size)
            return error_set(error, "its schedule has more than %d events", SCHEDULE_EVENTS);
        for (uint64_t i = 0; i < plan->count[t]; i++) {
            const struct recording_event *event = recording_next(&scheduler->file, &cursor);
            if (!event)
                return error_set(error, "the recording has changed");
            vector_push(&plan->events,
                        (struct schedule_event){event->kind, event->flags, event->size, event->place,
                                                names_thread(event->kind) ? event->address : 0});
        }
    }
    return true;
}

// ---- the file

static bool write_schedule_bytes(int file, const void *bytes, size_t size, struct error *error)
{
    for (size_t done = 0; done < size;) {
        ssize_t more = write(file, (const char *)bytes + done, size - done);
        if (more < 0 && errno != EINTR)
            return error_set(error, "its schedule cannot be written: %s", strerror(errno));
        done += more > 0 ? (size_t)more : 0;
    }
    return true;
}

static void append_schedule_bytes(unsigned char **at, const void *bytes, size_t size)
{
    if (size)
        memcpy(*at, bytes, size);
    *at += size;
}

static bool write_plan(const struct plan *plan, enum schedule_kind kind, int file, struct error *error)
{
    struct schedule_header header = {
        .magic = SCHEDULE_MAGIC,
        .version = SCHEDULE_VERSION,
        .kind = kind,
        .threads = plan->threads.size,
        .turns = plan->turns.size,
        .targets = plan->targets.size,
        .events = plan->events.size,
    };
    size_t size = (size_t)schedule_bytes(&header);
    unsigned char *bytes = memory_zalloc(1, size), *at = bytes + sizeof header;
    append_schedule_bytes(&at, plan->threads.data, plan->threads.size * sizeof *plan->threads.data);
    append_schedule_bytes(&at, plan->turns.data, plan->turns.size * sizeof *plan->turns.data);
    append_schedule_bytes(&at, plan->targets.data, plan->targets.size * sizeof *plan->targets.data);
    append_schedule_bytes(&at, plan->events.data, plan->events.size * sizeof *plan->events.data);
    header.checksum = recording_hash(bytes + sizeof header, size - sizeof header);
    memcpy(bytes, &header, sizeof header);
    bool good = write_schedule_bytes(file, bytes, size, error);
    memory_free(bytes);
    return good;
}

static enum schedule_kind schedule_kind_of(const struct prediction *prediction)
{
    return prediction->failure                   ? SCHEDULE_FAILURE
           : prediction->kind == PREDICTION_RACE ? SCHEDULE_RACE
                                                 : SCHEDULE_DEADLOCK;
}

bool scheduler_write(const struct scheduler *scheduler, const struct prediction *prediction, int file,
                     struct error *error)
{
    struct plan plan = {.scheduler = scheduler,
                        .done = memory_zalloc(scheduler->threads + 1u, sizeof(uint64_t)),
                        .count = memory_zalloc(scheduler->threads + 1u, sizeof(uint64_t))};
    plan_turns(&plan, prediction);
    bool good = plan_events(&plan, error) && write_plan(&plan, schedule_kind_of(prediction), file, error);
    vector_free(&plan.turns);
    vector_free(&plan.targets);
    vector_free(&plan.events);
    vector_free(&plan.threads);
    memory_free(plan.done);
    memory_free(plan.count);
    return good;
}

// ---- what came of a run

static const char *phrase_of_kind(unsigned kind)
{
    static const char *const words[RECORDED_KINDS] = {
        [RECORDED_READ] = "a read",
        [RECORDED_WRITE] = "a write",
        [RECORDED_ATOMIC_READ] = "an atomic read",
        [RECORDED_ATOMIC_WRITE] = "an atomic write",
        [RECORDED_ATOMIC_UPDATE] = "an atomic update",
        [RECORDED_ACQUIRE] = "the acquire of a lock",
        [RECORDED_RELEASE] = "the release of a lock",
        [RECORDED_SYNCHRONISE] = "synchronisation",
        [RECORDED_FORK] = "the creation of a thread",
        [RECORDED_FORK_FAILED] = "the failed creation of a thread",
        [RECORDED_JOIN] = "a join",
        [RECORDED_BEGIN] = "its beginning",
        [RECORDED_END] = "its end",
        [RECORDED_NEW] = "an allocation",
        [RECORDED_GONE] = "a release of memory",
        [RECORDED_OUTSIDE] = "a call of code that was not instrumented",
        [RECORDED_MAY_READ] = "memory that such code may read",
        [RECORDED_MAY_WRITE] = "memory that such code may write",
        [RECORDED_REGION_BEGIN] = "the beginning of an atomic section",
        [RECORDED_REGION_END] = "the end of an atomic section",
        [RECORDED_SET_UP] = "the initialisation of a semaphore or barrier",
    };
    return kind < RECORDED_KINDS && words[kind] ? words[kind] : "an event that is not known";
}

// "a write at f.c:3 f"
static char *text_of_event(const struct scheduler *scheduler, const struct schedule_event *event)
{
    const struct recording_names *names = &scheduler->names;
    const char *place = event->place < names->places.size && names->places.data[event->place].text[0] != '?'
                            ? names->places.data[event->place].text
                            : "";
    return memory_format("%s%s%s", phrase_of_kind(event->kind), *place ? " at " : "", place);
}

// The event that the schedule has there.
static bool read_event(int file, uint32_t thread, uint64_t number, struct schedule_event *event)
{
    struct schedule_header header;
    struct schedule_thread of;
    off_t at = (off_t)(sizeof header + thread * sizeof of);
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header || thread >= header.threads ||
        pread(file, &of, sizeof of, at) != (ssize_t)sizeof of || number >= of.count)
        return false;
    uint64_t events = schedule_bytes(&header) - header.events * sizeof *event;
    at = (off_t)(events + (of.first + number) * sizeof *event);
    return pread(file, event, sizeof *event, at) == (ssize_t)sizeof *event;
}

static bool read_turn(int file, uint32_t number, struct schedule_turn *turn)
{
    struct schedule_header header;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header || number >= header.turns)
        return false;
    off_t at =
        (off_t)(sizeof header + header.threads * sizeof(struct schedule_thread) + number * sizeof *turn);
    return pread(file, turn, sizeof *turn, at) == (ssize_t)sizeof *turn;
}

static char *left_text(const struct scheduler *scheduler, int file, const struct schedule_outcome *outcome)
{
    struct schedule_event expected = {0};
    bool known = read_event(file, outcome->thread, outcome->event, &expected);
    char *thread = recording_thread_name(outcome->thread), *found = text_of_event(scheduler, &outcome->found),
         *wanted = text_of_event(scheduler, &expected);
    char *text = memory_format("the run left the recorded path: thread %s came to %s, the recording to %s",
                               thread, found, known ? wanted : "its end");
    memory_free(thread);
    memory_free(found);
    memory_free(wanted);
    return text;
}

static char *undecided_text(const struct scheduler *scheduler, int file,
                            const struct schedule_outcome *outcome)
{
    struct schedule_turn turn;
    struct schedule_event next;
    if (!read_turn(file, outcome->turn, &turn) || !read_event(file, turn.thread, outcome->done, &next))
        return memory_copy_string("not all threads came to where the failure is predicted");
    char *thread = recording_thread_name(turn.thread), *event = text_of_event(scheduler, &next);
    char *text =
        memory_format("thread %s did not come past %s, its event %" PRIu64, thread, event, outcome->done + 1);
    memory_free(thread);
    memory_free(event);
    return text;
}

char *scheduler_elsewhere(const struct scheduler *scheduler, const struct prediction *prediction,
                          const struct schedule_outcome *outcome)
{
    uint32_t place = outcome->found.place;
    const char *text = place < scheduler->names.places.size ? scheduler->names.places.data[place].text : "?";
    size_t length = strlen(prediction->failure->place);
    if (strncmp(text, prediction->failure->place, length) == 0 && (!text[length] || text[length] == ' '))
        return NULL;
    return memory_format("the program failed at %s instead", text);
}

char *scheduler_reason(const struct scheduler *scheduler, int file, const struct schedule_outcome *outcome)
{
    switch ((enum schedule_result)outcome->result) {
    case SCHEDULE_LEFT: return left_text(scheduler, file, outcome);
    case SCHEDULE_APART: return memory_copy_string("the two accesses were to different memory");
    case SCHEDULE_NO_WAIT: {
        char *thread = recording_thread_name(outcome->thread);
        char *text = memory_format("thread %s would not have had to wait for the next one", thread);
        memory_free(thread);
        return text;
    }
    case SCHEDULE_CONFIRMED:
    case SCHEDULE_UNDECIDED: break;
    }
    return undecided_text(scheduler, file, outcome);
}
