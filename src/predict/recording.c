#include "predict/recording.h"

#include "predict/recording_build.h"
#include "predict/std_format.h"

// A thread whose events are merged with those of others.
struct thread_stream {
    struct recording_cursor cursor;
    const struct recording_event *head; // its next event; NULL: none is left
    uint64_t number;                    // of the head among the thread's events
    uint32_t from;                      // its last number, + 1
    uint32_t next;                      // the next of its numbers
    bool begun, waits, listed;          // waits: its head does not fit yet; listed: among `waiting`
};

struct recording_merge {
    const struct recording_file *file;
    const struct recording_scan *scan;
    struct recording_build *build;
    struct thread_stream *streams;
    VECTOR(uint32_t) waiting;
};

static bool refuse_number(struct recording_merge *merge, uint32_t number, const char *what)
{
    merge->build->failed = true;
    return error_set(merge->build->error, "%s: number %u of the sequence: %s", merge->file->path, number,
                     what);
}

// When the thread's events up to its next number happen.
static struct recording_span span_to_next_number(const struct recording_merge *merge, uint32_t thread)
{
    const struct thread_stream *stream = &merge->streams[thread];
    const struct recording_thread *of = &merge->scan->threads[thread];
    uint32_t last = stream->next < of->numbers.size ? of->numbers.data[stream->next] : of->join;
    return (struct recording_span){thread, stream->from,
                                   last == RECORDING_NEVER ? RECORDING_NEVER : last + 1};
}

static void advance_stream(struct recording_merge *merge, uint32_t thread)
{
    struct thread_stream *stream = &merge->streams[thread];
    stream->number += stream->head != NULL;
    stream->head = recording_next(merge->file, &stream->cursor);
}

// Adds an event, the thread's head.
static void add_stream_event(struct recording_merge *merge, const struct recording_event *event,
                             struct recording_span span)
{
    merge->build->origin = (struct recording_origin){span.thread, merge->streams[span.thread].number};
    recording_build_add(merge->build, event, span);
}

// Adds a thread's events up to its next number; unless they must, no further than they fit.
static void run_stream(struct recording_merge *merge, uint32_t thread, bool must)
{
    struct thread_stream *stream = &merge->streams[thread];
    struct recording_span span = span_to_next_number(merge, thread);
    for (; stream->head && !recording_is_numbered(stream->head->kind) && !merge->build->failed;
         advance_stream(merge, thread)) {
        if (!must && !recording_build_fits(merge->build, stream->head, thread)) {
            if (!stream->listed)
                vector_push(&merge->waiting, thread);
            stream->waits = stream->listed = true;
            return;
        }
        add_stream_event(merge, stream->head, span);
    }
    stream->waits = false;
}

// Lets go on who waited, as long as somebody can.
static void run_waiting_streams(struct recording_merge *merge)
{
    for (bool moved = true; moved && merge->waiting.size;) {
        moved = false;
        for (uint32_t i = 0; i < merge->waiting.size;) {
            uint32_t thread = merge->waiting.data[i];
            const struct recording_event *head = merge->streams[thread].head;
            if (merge->streams[thread].waits)
                run_stream(merge, thread, false);
            moved |= head != merge->streams[thread].head;
            if (merge->streams[thread].waits)
                i++;
            else {
                merge->streams[thread].listed = false;
                merge->waiting.data[i] = vector_pop(&merge->waiting);
            }
        }
    }
}

static void begin_stream(struct recording_merge *merge, uint32_t thread, uint32_t from)
{
    struct thread_stream *stream = &merge->streams[thread];
    *stream = (struct thread_stream){.cursor = {thread, 0, 0}, .from = from, .begun = true};
    advance_stream(merge, thread);
    run_stream(merge, thread, false);
}

static bool add_numbered(struct recording_merge *merge, uint32_t number)
{
    const struct recording_event *event = merge->scan->order.data[number];
    uint32_t thread = recording_thread_of(merge->file, event), other = (uint32_t)event->address;
    struct thread_stream *stream = &merge->streams[thread];
    if (!stream->begun)
        return refuse_number(merge, number, "an event of a thread that was not created yet");
    run_stream(merge, thread, true);
    if (event->kind == RECORDED_JOIN && merge->streams[other].begun)
        run_stream(merge, other, true);
    bool failed = event->kind == RECORDED_FORK && recording_fork_failed(merge->scan, merge->file, event);
    if (!failed)
        add_stream_event(merge, event, (struct recording_span){thread, number, number + 1});
    stream->from = number + 1;
    stream->next++;
    advance_stream(merge, thread);
    run_stream(merge, thread, false);
    if (event->kind == RECORDED_FORK && !failed)
        begin_stream(merge, other, number + 1);
    run_waiting_streams(merge);
    return !merge->build->failed;
}

static uint32_t merge_all(struct recording_merge *merge)
{
    const struct recording_scan *scan = merge->scan;
    uint32_t number = 0;
    merge->streams = memory_zalloc(scan->thread_count + 1u, sizeof *merge->streams);
    for (uint32_t t = 0; t < scan->thread_count; t++) {
        if (scan->threads[t].fork != RECORDING_NEVER || !scan->threads[t].events)
            continue;
        if (t != scan->root)
            recording_build_foreign(merge->build, t);
        begin_stream(merge, t, 0);
    }
    while (number < scan->limit && add_numbered(merge, number))
        number++;
    for (uint32_t t = 0; t < scan->thread_count; t++)
        if (merge->streams[t].begun)
            run_stream(merge, t, true);
    vector_free(&merge->waiting);
    memory_free(merge->streams);
    return number;
}

static void describe_recording(struct recording_info *info, const struct recording_build *build,
                               uint32_t used)
{
    const struct recording_header *header = build->file->header;
    *info = (struct recording_info){
        .is_recording = true,
        .ended = header->flags & RECORDING_ENDED,
        .cut = header->flags & RECORDING_CUT,
        .truncated = build->file->truncated,
        .window = header->flags & RECORDING_WINDOW,
        .followed = header->flags & RECORDING_FOLLOWED,
        .held = header->flags & RECORDING_HELD,
        .part = header->part,
        .gap = build->scan->limit < build->scan->numbered,
        .bytes = build->file->size,
        .events = build->scan->events,
        .numbered = build->scan->numbered,
        .used = used,
        .threads = build->scan->thread_count,
        .ordered_locks = build->locks->ordered,
    };
    for (uint32_t i = 0; i < build->trace->events.size; i++)
        info->uncertain += (build->trace->events.data[i].flags & EVENT_UNCERTAIN) != 0;
}

static bool build_trace(struct recording_build *build, struct recording_info *info)
{
    struct recording_merge merge = {.file = build->file, .scan = build->scan, .build = build};
    recording_build_init(build);
    uint32_t used = merge_all(&merge);
    if (!build->failed) {
        recording_build_settle(build);
        describe_recording(info, build, used);
    }
    bool good = !build->failed;
    recording_build_free(build);
    return good;
}

bool recording_read(struct event_trace *trace, const char *path, struct recording_info *info,
                    recording_origins *origins, struct error *error)
{
    struct recording_file file;
    struct recording_scan scan = {0};
    struct recording_memory memory = {0};
    struct recording_names names = {0};
    struct recording_locks locks = {0};
    if (!recording_open(&file, path, error))
        return false;
    bool good = recording_names_read(&names, &file, error) &&
                recording_scan(&scan, &file, names.places.size, &memory, error);
    if (good) {
        recording_locks_find(&locks, &file, &scan);
        recording_memory_begin(&memory);
        good = build_trace(&(struct recording_build){.file = &file,
                                                     .scan = &scan,
                                                     .locks = &locks,
                                                     .memory = &memory,
                                                     .names = &names,
                                                     .trace = trace,
                                                     .origins = origins,
                                                     .error = error},
                           info);
    }
    recording_locks_free(&locks);
    recording_names_free(&names);
    recording_memory_free(&memory);
    recording_scan_free(&scan);
    recording_close(&file);
    return good;
}

bool trace_file_read(struct event_trace *trace, const char *path, struct recording_info *info,
                     recording_origins *origins, struct error *error)
{
    *info = (struct recording_info){0};
    trace->recorded = recording_is(path);
    return trace->recorded ? recording_read(trace, path, info, origins, error) : std_read(trace, path, error);
}
