#include "predict/recording_scan.h"

#include "predict/event_trace.h"

#include <inttypes.h>

// What `address`, `size` and `more` of an event are.
enum recording_scan_shape {
    SHAPE_NOTHING,
    SHAPE_ACCESS,
    SHAPE_OBJECT,
    SHAPE_STEP,
    SHAPE_RANGE,
    SHAPE_THREAD
};

static const struct {
    enum recording_scan_shape shape;
    bool numbered;
} kinds[RECORDED_KINDS] = {
    [RECORDED_READ] = {SHAPE_ACCESS, false},          [RECORDED_WRITE] = {SHAPE_ACCESS, false},
    [RECORDED_ATOMIC_READ] = {SHAPE_ACCESS, true},    [RECORDED_ATOMIC_WRITE] = {SHAPE_ACCESS, true},
    [RECORDED_ATOMIC_UPDATE] = {SHAPE_ACCESS, true},  [RECORDED_ACQUIRE] = {SHAPE_OBJECT, true},
    [RECORDED_RELEASE] = {SHAPE_OBJECT, true},        [RECORDED_SYNCHRONISE] = {SHAPE_STEP, true},
    [RECORDED_FORK] = {SHAPE_THREAD, true},           [RECORDED_FORK_FAILED] = {SHAPE_THREAD, true},
    [RECORDED_JOIN] = {SHAPE_THREAD, true},           [RECORDED_BEGIN] = {SHAPE_RANGE, false},
    [RECORDED_END] = {SHAPE_NOTHING, false},          [RECORDED_NEW] = {SHAPE_RANGE, false},
    [RECORDED_GONE] = {SHAPE_RANGE, false},           [RECORDED_OUTSIDE] = {SHAPE_NOTHING, true},
    [RECORDED_MAY_READ] = {SHAPE_RANGE, false},       [RECORDED_MAY_WRITE] = {SHAPE_RANGE, false},
    [RECORDED_REGION_BEGIN] = {SHAPE_NOTHING, false}, [RECORDED_REGION_END] = {SHAPE_NOTHING, false},
    [RECORDED_SET_UP] = {SHAPE_STEP, true},
};

enum {
    ACCESS_MOST = 4096,
    FLAGS_KNOWN =
        RECORDED_NO_VALUE | RECORDED_VOLATILE | RECORDED_TRIES | RECORDED_CONTINUES | RECORDED_MAPPED
};

struct scanner {
    struct recording_scan *scan;
    struct recording_file *file;
    struct recording_memory *memory;
    uint32_t places;
    uint32_t thread;                       // that is looked at
    const struct recording_event *forking; // its last FORK, as long as that can still fail
    struct error *error;
};

bool recording_is_numbered(enum recording_kind kind)
{
    return kinds[kind].numbered;
}

static bool refuse_recorded_event(const struct scanner *s, const struct recording_event *event,
                                  const char *what)
{
    uint32_t slot;
    uint64_t chunk = recording_chunk_of(s->file, event, &slot);
    return error_set(s->error, "%s: the chunk at byte %" PRIu64 ", its event %u, of thread %u: %s",
                     s->file->path, chunk, slot, s->thread, what);
}

static bool check_bytes(const struct scanner *s, const struct recording_event *event, uint64_t size)
{
    uint64_t most = s->file->header->pointer_bytes == 4 ? (uint64_t)1 << 32 : UINT64_MAX - 8;
    return event->address < most && size <= most - event->address
               ? true
               : refuse_recorded_event(s, event, "memory beyond the end of all memory");
}

static bool check_shape(const struct scanner *s, const struct recording_event *event)
{
    switch (kinds[event->kind].shape) {
    case SHAPE_NOTHING: return true;
    case SHAPE_ACCESS:
        if (event->size < 1 || event->size > ACCESS_MOST)
            return refuse_recorded_event(s, event, "an access of no byte or of more than 4096");
        return check_bytes(s, event, event->size);
    case SHAPE_OBJECT:
        return event->size > 1
                   ? refuse_recorded_event(s, event, "a lock that is held neither shared nor exclusively")
                   : check_bytes(s, event, 1);
    case SHAPE_STEP:
        return event->kind == RECORDED_SYNCHRONISE && event->size >= ACT_KINDS
                   ? refuse_recorded_event(s, event,
                                           "what was done to an object of synchronisation is not known")
                   : check_bytes(s, event, 1);
    case SHAPE_RANGE: return check_bytes(s, event, event->more);
    case SHAPE_THREAD:
        return event->address < s->file->header->threads && event->address < EVENT_THREADS_MOST
                   ? true
                   : refuse_recorded_event(s, event, "it names a thread that does not exist");
    }
    return false;
}

static unsigned known_flags(enum recording_kind kind)
{
    return kind == RECORDED_OUTSIDE     ? RECORDED_RETURNED
           : kind == RECORDED_BEGIN     ? RECORDED_LIBRARY
           : kind == RECORDED_MAY_READ  ? RECORDED_REACHED
           : kind == RECORDED_MAY_WRITE ? RECORDED_REACHED | RECORDED_KEPT
                                        : FLAGS_KNOWN;
}

static bool check_recorded_event(const struct scanner *s, const struct recording_event *event)
{
    if (event->kind >= RECORDED_KINDS)
        return refuse_recorded_event(s, event, "its kind is not known");
    if (event->flags & ~known_flags((enum recording_kind)event->kind))
        return refuse_recorded_event(s, event, "its flags are not known");
    bool whole = s->file->header->flags & RECORDING_ENDED && !s->file->truncated;
    if (event->place && event->place >= s->places && whole)
        return refuse_recorded_event(s, event, "it names a place that does not exist");
    return check_shape(s, event);
}

static struct recording_thread *scanned_thread(struct scanner *s, uint32_t thread)
{
    struct recording_scan *scan = s->scan;
    if (thread >= scan->thread_count)
        scan->thread_count = thread + 1;
    return &scan->threads[thread];
}

static bool scan_number(struct scanner *s, const struct recording_event *event)
{
    struct recording_thread *thread = scanned_thread(s, s->thread);
    struct recording_scan *scan = s->scan;
    uint32_t number = event->more < RECORDING_NEVER ? (uint32_t)event->more : RECORDING_NEVER;
    // There are no more events than this: numbers beyond come after one that is missing.
    uint64_t slots = (s->file->size + s->file->unpacked_bytes) / sizeof *event;
    if (thread->numbers.size && number <= vector_last(&thread->numbers) && number != RECORDING_NEVER)
        return refuse_recorded_event(s, event,
                                     "its number in the sequence is not higher than the one before");
    vector_push(&thread->numbers, number);
    scan->numbered++;
    if (number >= slots || number == RECORDING_NEVER)
        return true;
    if (number >= scan->order.size) {
        uint32_t before = scan->order.size;
        vector_reserve(&scan->order, (uint64_t)number + 1);
        scan->order.size = number + 1;
        memset(scan->order.data + before, 0, (number + 1 - before) * sizeof *scan->order.data);
    }
    if (scan->order.data[number])
        return refuse_recorded_event(s, event, "another event has the same number in the sequence");
    scan->order.data[number] = event;
    return true;
}

static bool add_thread_event(struct scanner *s, const struct recording_event *event)
{
    struct recording_thread *other = scanned_thread(s, (uint32_t)event->address);
    uint32_t number = event->more < RECORDING_NEVER ? (uint32_t)event->more : RECORDING_NEVER;
    if (event->kind == RECORDED_JOIN) {
        if (number < other->join)
            other->join = number;
        return true;
    }
    if (event->kind == RECORDED_FORK) {
        bool first = event->address == 0 && !(s->file->header->flags & RECORDING_WINDOW);
        if (first || other->fork != RECORDING_NEVER)
            return refuse_recorded_event(s, event, "it forks a thread that was there before");
        other->fork = number;
        s->forking = event;
        return true;
    }
    if (!s->forking || s->forking->address != event->address)
        return refuse_recorded_event(s, event, "the creation of a thread fails that was not begun");
    keyed_add(&s->scan->failed_forks, sizeof(uint64_t), recording_event_number(s->file, s->forking));
    s->forking = NULL;
    return true;
}

static bool scan_event(struct scanner *s, const struct recording_event *event)
{
    if (!check_recorded_event(s, event))
        return false;
    s->scan->events++;
    s->scan->threads[s->thread].events++;
    s->scan->threads[s->thread].ended |= event->kind == RECORDED_END;
    switch (kinds[event->kind].shape) {
    case SHAPE_NOTHING: break;
    case SHAPE_ACCESS: recording_memory_cut(s->memory, event->address, event->size); break;
    case SHAPE_OBJECT:
    case SHAPE_STEP: recording_memory_cut(s->memory, event->address, 1); break;
    case SHAPE_RANGE:
        if (event->more)
            recording_memory_cut(s->memory, event->address, event->more);
        break;
    case SHAPE_THREAD:
        if (!add_thread_event(s, event))
            return false;
        break;
    }
    return !kinds[event->kind].numbered || scan_number(s, event);
}

// What comes before all that may be missing.
static uint32_t horizon_of(const struct recording_scan *scan, const struct recording_file *file)
{
    const struct recording_header *header = file->header;
    uint64_t horizon = RECORDING_NEVER;
    if (scan->limit < scan->numbered || scan->limit < header->sequence)
        horizon = scan->limit;
    if (header->flags & RECORDING_CUT && header->cut < horizon)
        horizon = header->cut;
    for (uint32_t t = 0; file->truncated && t < scan->thread_count; t++) {
        const struct recording_thread *thread = &scan->threads[t];
        uint32_t last = thread->numbers.size              ? vector_last(&thread->numbers) + 1
                        : thread->fork == RECORDING_NEVER ? 0
                                                          : thread->fork + 1;
        if (!thread->ended && last < horizon)
            horizon = last;
    }
    // What runs when the program ends is recorded up to some moment, each thread up to its own.
    for (uint32_t t = 1; t < scan->thread_count; t++)
        if (scan->threads[t].events && !scan->threads[t].ended && scan->limit < horizon)
            horizon = scan->limit;
    return (uint32_t)horizon;
}

// The window begins with all between two numbers of one thread, for an address of the recording library.
static bool find_window(struct scanner *s)
{
    struct recording_scan *scan = s->scan;
    const struct recording_event *first = scan->limit ? scan->order.data[0] : NULL;
    if (!(s->file->header->flags & RECORDING_WINDOW))
        return true;
    for (uint32_t n = 1; n < scan->limit && first->kind == RECORDED_SYNCHRONISE && !scan->window; n++) {
        const struct recording_event *event = scan->order.data[n];
        if (event->kind == RECORDED_SYNCHRONISE && event->address == first->address)
            scan->window = n + 1;
    }
    if (!scan->window)
        return error_set(
            s->error,
            "%s: the part of the run that was to be recorded has not begun: the program did not come to "
            "it (to heddle_record_begin, to that time), or the threads were never all without a lock",
            s->file->path);
    scan->root = recording_thread_of(s->file, first);
    s->memory->window = scan->window;
    return true;
}

bool recording_scan(struct recording_scan *scan, struct recording_file *file, uint32_t places,
                    struct recording_memory *memory, struct error *error)
{
    struct scanner s = {scan, file, memory, places, 0, NULL, error};
    *scan = (struct recording_scan){.threads = memory_zalloc(EVENT_THREADS_MOST, sizeof *scan->threads)};
    for (uint32_t t = 0; t < EVENT_THREADS_MOST; t++)
        scan->threads[t].fork = scan->threads[t].join = RECORDING_NEVER;
    scan->thread_count = file->threads.size;
    for (s.thread = 0; s.thread < file->threads.size; s.thread++) {
        struct recording_cursor cursor = {s.thread, 0, 0};
        s.forking = NULL;
        for (const struct recording_event *event; (event = recording_next(file, &cursor));)
            if (!scan_event(&s, event))
                return false;
    }
    while (file->threads.size < scan->thread_count) // forked, and without an event
        vector_push(&file->threads, (struct recording_parts){0});
    while (scan->limit < scan->order.size && scan->order.data[scan->limit])
        scan->limit++;
    scan->horizon = horizon_of(scan, file);
    return find_window(&s);
}

void recording_scan_free(struct recording_scan *scan)
{
    for (uint32_t t = 0; scan->threads && t < EVENT_THREADS_MOST; t++)
        vector_free(&scan->threads[t].numbers);
    memory_free(scan->threads);
    vector_free(&scan->order);
    keyed_free(&scan->failed_forks);
}

bool recording_fork_failed(const struct recording_scan *scan, const struct recording_file *file,
                           const struct recording_event *event)
{
    return keyed_find(&scan->failed_forks, sizeof(uint64_t), recording_event_number(file, event)) != NULL;
}
