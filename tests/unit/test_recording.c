// Recordings as traces: what each kind of event becomes, what is certain of reads, what ends early, what is
// refused. tests/fuzz/recordings compares whole executions.

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "base/memory.h"
#include "predict/prediction.h"
#include "predict/recording.h"
#include "predict/std_format.h"
#include "predict/unpack.h"
#include "record/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MOST = 4, CHUNKS_MOST = 8 };

static char folder[] = "/tmp/heddle-recording-test-XXXXXX";
static char path[64];

// A recording that is being made: a chunk for each thread, and the texts.
struct maker {
    struct recording_header header;
    unsigned char chunks[CHUNKS_MOST][RECORDING_CHUNK];
    uint32_t chunk_count;
    uint32_t used[THREADS_MOST]; // events of each thread
    uint32_t chunk_of[THREADS_MOST], places, next_place;
};

static struct recording_chunk *chunk(struct maker *m, uint32_t number)
{
    return (void *)m->chunks[number];
}

static uint32_t new_chunk(struct maker *m, uint32_t kind, uint32_t thread, uint32_t number)
{
    uint32_t at = m->chunk_count++;
    *chunk(m, at) = (struct recording_chunk){kind, thread, number, 0};
    return at;
}

static void add_text(struct maker *m, uint32_t number, const char *text)
{
    struct recording_chunk *to = chunk(m, number);
    memcpy((char *)(to + 1) + to->bytes, text, strlen(text));
    to->bytes += (uint32_t)strlen(text);
}

// `names`: the text of the names of variables; "": none.
static struct maker *make(uint32_t threads, const char *names)
{
    struct maker *m = calloc(1, sizeof *m);
    memcpy(m->header.magic, RECORDING_MAGIC, sizeof m->header.magic);
    m->header.version = RECORDING_VERSION;
    m->header.flags = RECORDING_ENDED;
    m->header.pointer_bytes = 8;
    m->header.threads = threads;
    for (uint32_t t = 0; t < threads; t++)
        m->chunk_of[t] = new_chunk(m, RECORDING_EVENTS, t, 0);
    m->places = new_chunk(m, RECORDING_PLACES, 0, 0);
    add_text(m, m->places, "?\n");
    m->next_place = 1;
    if (*names)
        add_text(m, new_chunk(m, RECORDING_NAMES, 0, 0), names);
    return m;
}

static struct recording_event *last_event(struct maker *m, uint32_t thread)
{
    struct recording_event *events = (void *)(chunk(m, m->chunk_of[thread]) + 1);
    return &events[m->used[thread] - 1];
}

static void put(struct maker *m, uint32_t thread, enum recording_kind kind, uint64_t address, uint64_t more,
                uint32_t size)
{
    char place[32];
    snprintf(place, sizeof place, "f.c:%u f\n", m->next_place);
    add_text(m, m->places, place);
    m->used[thread]++;
    *last_event(m, thread) =
        (struct recording_event){(uint8_t)kind, 0, (uint16_t)size, m->next_place++, address, more};
}

// The next number of the sequence.
static void put_next(struct maker *m, uint32_t thread, enum recording_kind kind, uint64_t address,
                     uint32_t size)
{
    put(m, thread, kind, address, m->header.sequence++, size);
}

static void write_file(const struct maker *m, size_t size)
{
    static const unsigned char nothing[RECORDING_CHUNK];
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    struct recording_header header = m->header;
    header.size = (m->chunk_count + UINT64_C(1)) * RECORDING_CHUNK;
    fwrite(&header, sizeof header, 1, file);
    fwrite(nothing, RECORDING_CHUNK - sizeof m->header, 1, file);
    fwrite(m->chunks, RECORDING_CHUNK, m->chunk_count, file);
    fclose(file);
    if (size)
        assert_int_equal(truncate(path, (off_t)size), 0);
}

// The trace as text, one event a line, without places; owned by the caller.
static char *text_of(const struct event_trace *trace)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    for (uint32_t i = 0; i < trace->events.size; i++) {
        const struct recorded_event *event = &trace->events.data[i];
        fprintf(stream, "%s %s(%s)\n", event_trace_name_of(trace, NAMES_THREADS, event->thread),
                std_operation(event),
                event_trace_name_of(trace, event_operand_names(event->kind), event->operand));
    }
    fclose(stream);
    return text;
}

static struct recording_info expect(struct maker *m, const char *expected)
{
    struct event_trace trace = {0};
    struct error error = {0};
    struct recording_info info;
    write_file(m, 0);
    bool read = trace_file_read(&trace, path, &info, NULL, &error);
    if (!read)
        print_error("%s\n", error.message);
    assert_true(read);
    char *text = text_of(&trace);
    assert_string_equal(text, expected);
    free(text);
    event_trace_free(&trace);
    free(m);
    return info;
}

static void refuse_file(const char *why)
{
    struct event_trace trace = {0};
    struct error error = {0};
    struct recording_info info;
    size_t blocks = memory_live_blocks();
    assert_false(recording_read(&trace, path, &info, NULL, &error));
    if (strncmp(error.message, path, strlen(path)) != 0 || !strstr(error.message, why))
        fail_msg("expected '%s', got '%s'", why, error.message);
    error_free(&error);
    event_trace_free(&trace);
    assert_int_equal(memory_live_blocks(), blocks);
}

static void refuse(struct maker *m, const char *why)
{
    write_file(m, 0);
    refuse_file(why);
    free(m);
}

static void accesses_become_variables(void **state)
{
    (void)state;
    struct maker *m = make(1, "1000 10 counter\n1010 4 other\n1014 4 other\n");
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 4);
    put(m, 0, RECORDED_WRITE, 0x1004, 2, 4);
    put(m, 0, RECORDED_READ, 0x1000, (uint64_t)2 << 32 | 1, 8); // both
    put(m, 0, RECORDED_READ, 0x1008, 0, 8);
    put(m, 0, RECORDED_WRITE, 0x1010, 0, 4);
    put(m, 0, RECORDED_WRITE, 0x1014, 0, 4); // of the same name
    put(m, 0, RECORDED_WRITE, 0x2000, 0, 16);
    expect(m, "main w(counter)\nmain w(counter+4)\nmain r(counter)\nmain r(counter+4)\nmain r(counter+8)\n"
              "main w(other)\nmain w(other@0x1014)\nmain w(0x2000)\n");
}

static void synchronisation_is_merged_by_number(void **state)
{
    (void)state;
    struct maker *m = make(3, "1000 8 x\n2000 8 lock\n3000 8 sem\n");
    put_next(m, 0, RECORDED_FORK, 1, 0);
    put(m, 1, RECORDED_BEGIN, 0, 0, 0);
    put_next(m, 1, RECORDED_ACQUIRE, 0x2000, 0);
    put_next(m, 1, RECORDED_RELEASE, 0x2000, 0);
    put_next(m, 0, RECORDED_ACQUIRE, 0x2000, 1);
    put_next(m, 0, RECORDED_RELEASE, 0x2000, 0);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x3000, 0);
    put_next(m, 0, RECORDED_ATOMIC_UPDATE, 0x1000, 8);
    put_next(m, 1, RECORDED_ATOMIC_READ, 0x1000, 8);
    put_next(m, 1, RECORDED_OUTSIDE, 0, 0);
    put(m, 1, RECORDED_END, 0, 0, 0);
    put_next(m, 0, RECORDED_JOIN, 1, 0);
    put_next(m, 0, RECORDED_FORK, 2, 0);
    put_next(m, 0, RECORDED_FORK_FAILED, 2, 0);
    put(m, 0, RECORDED_REGION_BEGIN, 0, 0, 0);
    put(m, 0, RECORDED_REGION_END, 0, 0, 0);
    put(m, 0, RECORDED_REGION_END, 0, 0, 0); // of none
    struct recording_info info =
        expect(m, "main fork(T1)\nT1 acq(lock)\nT1 rel(lock)\nmain acq_shared(lock)\nmain rel(lock)\n"
                  "T1 r_atomic(state of sem)\nT1 w_atomic(state of sem)\nmain r_atomic(x)\nmain w_atomic(x)\n"
                  "T1 r_atomic(x)\nT1 r_atomic(outside)\nT1 w_atomic(outside)\nmain join(T1)\n"
                  "main acq_try(atomic sections)\nmain begin()\nmain end()\nmain rel(atomic sections)\n");
    assert_true(info.ended && !info.cut && !info.truncated && !info.gap);
    assert_int_equal(info.numbered, 12);
    assert_int_equal(info.uncertain, 0);
}

// Two threads, and what they do to x.
static struct maker *two_threads(void)
{
    struct maker *m = make(2, "1000 8 x\n2000 8 l\n");
    put_next(m, 0, RECORDED_FORK, 1, 0);
    return m;
}

static void racing_reads_are_certain_by_their_values_only(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 0, RECORDED_READ, 0x1000, 7, 8); // what was there
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 8);
    put(m, 0, RECORDED_READ, 0x1000, 1, 8); // what it wrote
    put(m, 0, RECORDED_READ, 0x1000, 2, 8); // what the other thread wrote
    last_event(m, 0)->flags = RECORDED_NO_VALUE;
    put(m, 1, RECORDED_WRITE, 0x1000, 2, 8);
    put(m, 1, RECORDED_END, 0, 0, 0);
    expect(m, "main fork(T1)\nmain r(x)\nmain w(x)\nmain r(x)\nmain r_uncertain(x)\nT1 w(x)\n");
    m = two_threads();
    put(m, 0, RECORDED_READ, 0x1000, 7, 8);
    put(m, 0, RECORDED_READ, 0x1000, 2, 8); // waits for the write
    put(m, 0, RECORDED_READ, 0x1000, 3, 8); // nobody wrote that
    put(m, 1, RECORDED_WRITE, 0x1000, 2, 8);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x2000, 0);
    put(m, 1, RECORDED_END, 0, 0, 0);
    expect(m, "main fork(T1)\nmain r(x)\nT1 w(x)\nmain r(x)\nT1 r_atomic(state of l)\n"
              "T1 w_atomic(state of l)\nmain r_uncertain(x)\n");
}

static void reads_in_order_are_certain_unless_somebody_else_wrote(void **state)
{
    (void)state;
    for (int written = 0; written < 2; written++) {
        struct maker *m = two_threads();
        put_next(m, 1, RECORDED_ACQUIRE, 0x2000, 0);
        put(m, 1, RECORDED_WRITE, 0x1000, 1, 8);
        put_next(m, 1, RECORDED_RELEASE, 0x2000, 0);
        put_next(m, 0, RECORDED_ACQUIRE, 0x2000, 0);
        put(m, 0, RECORDED_READ, 0x1000, written ? 5 : 1, 8);
        put(m, 0, RECORDED_READ, 0x1000, 1, 8);
        put_next(m, 0, RECORDED_RELEASE, 0x2000, 0);
        expect(m, written ? "main fork(T1)\nT1 acq(l)\nT1 w(x)\nT1 rel(l)\nmain acq(l)\nmain r_uncertain(x)\n"
                            "main r_uncertain(x)\nmain rel(l)\n"
                          : "main fork(T1)\nT1 acq(l)\nT1 w(x)\nT1 rel(l)\nmain acq(l)\nmain r(x)\n"
                            "main r(x)\nmain rel(l)\n");
    }
}

static void memory_that_is_used_again_is_another_variable(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 0, RECORDED_NEW, 0x9000, 16, 0);
    put(m, 0, RECORDED_WRITE, 0x9008, 2, 8);
    put_next(m, 0, RECORDED_SYNCHRONISE, 0x2000, 0);
    put(m, 0, RECORDED_GONE, 0x9000, 16, 0);
    put(m, 1, RECORDED_NEW, 0x9000, 16, 0); // waits until it is released
    put(m, 1, RECORDED_WRITE, 0x9008, 1, 8);
    struct recording_info info =
        expect(m, "main fork(T1)\nmain w(0x9008#1)\nmain r_atomic(state of l)\nmain w_atomic(state of l)\n"
                  "T1 w(0x9008#2)\n");
    assert_int_equal(info.uncertain, 0);
}

static void an_access_of_one_object_or_the_next_is_uncertain(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 0, RECORDED_NEW, 0x9000, 8, 0);
    put(m, 0, RECORDED_WRITE, 0x9000, 2, 8);
    put_next(m, 0, RECORDED_SYNCHRONISE, 0x2000, 0);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x2000, 0);
    put(m, 1, RECORDED_WRITE, 0x9000, 3, 8); // maybe after it was released
    put(m, 0, RECORDED_GONE, 0x9000, 8, 0);
    put(m, 0, RECORDED_NEW, 0x9000, 8, 0);
    put(m, 0, RECORDED_READ, 0x9000, 3, 8);
    expect(m, "main fork(T1)\nmain w_maybe_uncertain(0x9000#1)\nmain r_atomic(state of l)\n"
              "main w_atomic(state of l)\nmain r_maybe_uncertain(0x9000#2)\nT1 r_atomic(state of l)\n"
              "T1 w_atomic(state of l)\nT1 w_maybe_uncertain(0x9000#2)\n");
}

static void outside_code_orders_and_is_not_reported(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 8);
    put_next(m, 0, RECORDED_OUTSIDE, 0, 0);
    put(m, 0, RECORDED_MAY_READ, 0x1000, 8, 0);
    put(m, 0, RECORDED_MAY_WRITE, 0x1000, 8, 0);
    put_next(m, 0, RECORDED_OUTSIDE, 0, 0);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x2000, 0);
    put(m, 1, RECORDED_READ, 0x1000, 9, 8);
    put(m, 1, RECORDED_END, 0, 0, 0);
    expect(m, "main fork(T1)\nmain w(x)\nmain r_atomic(outside)\nmain w_atomic(outside)\n"
              "main w_atomic(outside call 1)\nmain r_atomic(outside)\nmain w_atomic(outside)\n"
              "T1 r_atomic(state of l)\nT1 w_atomic(state of l)\nT1 r_atomic(outside call 1)\nT1 r(x)\n");
}

// What such code may have read is in the trace once, if another thread has written it.
static void what_outside_code_reads_orders_once(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 1, RECORDED_WRITE, 0x1000, 1, 8);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x2000, 0);
    put_next(m, 0, RECORDED_OUTSIDE, 0, 0);
    put(m, 0, RECORDED_MAY_READ, 0x1000, 8, 0);
    put(m, 0, RECORDED_MAY_READ, 0x1000, 8, 0);
    put_next(m, 0, RECORDED_OUTSIDE, 0, 0);
    expect(
        m,
        "main fork(T1)\nT1 w(x)\nT1 r_atomic(state of l)\nT1 w_atomic(state of l)\nmain r_atomic(outside)\n"
        "main w_atomic(outside)\nmain r_maybe(x)\nmain r_atomic(outside)\nmain w_atomic(outside)\n");
}

static void names_that_heddle_gives_are_apart_from_the_programs(void **state)
{
    (void)state;
    struct maker *m = make(1, "1000 8 outside\n1008 8 state of s\n2000 8 s\n");
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 8);
    put(m, 0, RECORDED_WRITE, 0x1008, 1, 8);
    put_next(m, 0, RECORDED_OUTSIDE, 0, 0);
    put_next(m, 0, RECORDED_SYNCHRONISE, 0x2000, 0);
    expect(m, "main w(outside)\nmain w(state of s)\nmain r_atomic(outside (1))\nmain w_atomic(outside (1))\n"
              "main r_atomic(state of s@0x2000)\nmain w_atomic(state of s@0x2000)\n");
}

static void what_is_no_lock_is_kept_in_order(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put_next(m, 0, RECORDED_ACQUIRE, 0x2000, 0);
    put_next(m, 1, RECORDED_RELEASE, 0x2000, 0);
    struct recording_info info =
        expect(m, "main fork(T1)\nmain r_atomic(state of l)\nmain w_atomic(state of l)\n"
                  "T1 r_atomic(state of l)\nT1 w_atomic(state of l)\n");
    assert_int_equal(info.ordered_locks, 1);
    m = two_threads(); // of two attempts that failed one is explained
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x2000, 0);
    put_next(m, 0, RECORDED_ACQUIRE, 0x2000, 0);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x2000, 0);
    put_next(m, 0, RECORDED_RELEASE, 0x2000, 0);
    put_next(m, 0, RECORDED_ACQUIRE, 0x3000, 0); // another lock
    last_event(m, 0)->flags = RECORDED_TRIES;
    put_next(m, 0, RECORDED_SYNCHRONISE, 0x4000, 0); // a semaphore
    last_event(m, 0)->flags = RECORDED_TRIES;
    expect(
        m,
        "main fork(T1)\nT1 r_atomic_uncertain(state of l)\nT1 w_atomic(state of l)\n"
        "main r_atomic(state of l)\nmain w_atomic(state of l)\nT1 r_atomic(state of l)\n"
        "T1 w_atomic(state of l)\nmain r_atomic(state of l)\nmain w_atomic(state of l)\n"
        "main acq_try(0x3000)\nmain r_atomic_uncertain(state of 0x4000)\nmain w_atomic(state of 0x4000)\n");
}

static void a_thread_that_nobody_created_is_uncertain_from_the_start(void **state)
{
    (void)state;
    struct maker *m = make(2, "1000 8 x\n");
    put(m, 1, RECORDED_WRITE, 0x1000, 1, 8);
    put(m, 0, RECORDED_WRITE, 0x1000, 2, 8);
    expect(m, "main w(x)\nT1 r_atomic_uncertain(what is not recorded)\nT1 w(x)\n");
}

static void what_follows_a_missing_number_is_left_out(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 8);
    m->header.sequence++;
    put(m, 1, RECORDED_READ, 0x1000, 1, 8); // certain by value
    put_next(m, 1, RECORDED_ACQUIRE, 0x2000, 0);
    put(m, 1, RECORDED_READ, 0x1000, 1, 8);
    struct recording_info info = expect(m, "main fork(T1)\nmain w(x)\nT1 r(x)\n");
    assert_true(info.gap);
    assert_int_equal(info.used, 1);
    m = two_threads(); // its last event is missing: the read may have come after it
    m->header.sequence++;
    put(m, 1, RECORDED_READ, 0x1000, 1, 8);
    expect(m, "main fork(T1)\nT1 r_uncertain(x)\n");
    m = two_threads(); // the same of a recording that was cut there
    m->header.cut = 1;
    m->header.flags |= RECORDING_CUT;
    put(m, 1, RECORDED_READ, 0x1000, 1, 8);
    info = expect(m, "main fork(T1)\nT1 r_uncertain(x)\n");
    assert_true(info.cut);
}

static struct maker *damaged(size_t at, uint64_t value, size_t bytes)
{
    struct maker *m = two_threads();
    put_next(m, 0, RECORDED_ACQUIRE, 0x2000, 0);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x3000, 0);
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 8);
    unsigned char *to = at < RECORDING_CHUNK ? (unsigned char *)&m->header + at
                                             : m->chunks[at / RECORDING_CHUNK - 1] + at % RECORDING_CHUNK;
    memcpy(to, &value, bytes);
    return m;
}

static void damaged_recordings_are_refused(void **state)
{
    (void)state;
    enum { FIRST = RECORDING_CHUNK + sizeof(struct recording_chunk), EVENT = sizeof(struct recording_event) };
    static const struct {
        size_t at;
        uint64_t value;
        size_t bytes;
        const char *why;
    } cases[] = {
        {offsetof(struct recording_header, version), 2, 4, "a recording of version 2"},
        {offsetof(struct recording_header, pointer_bytes), 3, 4, "pointers of 3 bytes"},
        {offsetof(struct recording_header, flags), 64, 4, "flags 0x40"},
        {offsetof(struct recording_header, threads), 1, 4, "a thread that does not exist"},
        {RECORDING_CHUNK, 9, 4, "the chunk at byte 65536: kind 9 is not known"},
        {RECORDING_CHUNK + 4, 70000, 4, "the chunk at byte 65536: thread 70000"},
        {RECORDING_CHUNK + 4, 1, 4, "number 0 of its thread or text, and there are 1 before"},
        {RECORDING_CHUNK + 8, 1, 4, "number 1 of its thread or text, and there are 0 before"},
        {(size_t)3 * RECORDING_CHUNK + 12, 1 << 20, 4, "1048576 bytes of text"},
        {FIRST, 200, 1, "the chunk at byte 65536, its event 0, of thread 0: its kind is not known"},
        {FIRST + 1, 128, 1, "its flags are not known"},
        {FIRST + 4, 1000, 4, "a place that does not exist"},
        {FIRST + 8, 0, 8, "it forks a thread that was there before"},
        {FIRST + 16, 7, 8, "its number in the sequence is not higher than the one before"},
        {FIRST + EVENT + 2, 2, 2, "neither shared nor exclusively"},
        {FIRST + EVENT + 8, UINT64_MAX, 8, "memory beyond the end of all memory"},
        {FIRST + EVENT + 16, 2, 8, "another event has the same number"},
        {FIRST + EVENT, RECORDED_FORK_FAILED, 1, "a thread that does not exist"},
        {FIRST + 2 * EVENT + 2, 0, 2, "an access of no byte"},
        {FIRST + 2 * EVENT + 2, 5000, 2, "of more than 4096"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refuse(damaged(cases[i].at, cases[i].value, cases[i].bytes), cases[i].why);
    struct maker *m = two_threads();
    put_next(m, 0, RECORDED_JOIN, 1, 0);
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x3000, 0);
    refuse(m, "the order of its events cannot have been: thread T1 goes on after it was joined");
    m = make(2, "");
    put_next(m, 1, RECORDED_SYNCHRONISE, 0x3000, 0);
    put_next(m, 0, RECORDED_FORK, 1, 0);
    refuse(m, "number 0 of the sequence: an event of a thread that was not created yet");
    refuse(make(1, "1000 8\n"), "line 1 of the names of variables is not ADDRESS SIZE NAME");
}

static void a_file_that_lost_its_end_is_read(void **state)
{
    (void)state;
    struct maker *m = two_threads();
    put(m, 0, RECORDED_WRITE, 0x1000, 1, 8);
    put_next(m, 1, RECORDED_ACQUIRE, 0x2000, 0);
    put(m, 1, RECORDED_READ, 0x1000, 1, 8);
    for (size_t size = 1; size < 5 * (size_t)RECORDING_CHUNK; size += 7001) {
        struct event_trace trace = {0};
        struct error error = {0};
        struct recording_info info;
        write_file(m, size);
        bool read = recording_read(&trace, path, &info, NULL, &error);
        if (size < RECORDING_CHUNK)
            assert_non_null(strstr(error.message, "ends in its header"));
        else
            assert_true(read && info.truncated);
        error_free(&error);
        event_trace_free(&trace);
    }
    free(m);
}

// A thread with a packed chunk, number 0, of which so many bytes are lost, and a chunk that it writes to.
static struct maker *with_packed(uint32_t lost, uint32_t number, uint32_t current)
{
    static struct packing scratch;
    static unsigned char packed[PACKING_MOST + 8];
    static struct recording_event events[PACKING_EVENTS];
    struct maker *m = make(0, "");
    for (uint32_t k = 0; k < PACKING_EVENTS; k++)
        events[k] = (struct recording_event){.kind = RECORDED_WRITE, .size = 8, .address = 0x1000, .more = k};
    uint32_t bytes = (uint32_t)packing_pack(&scratch, events, PACKING_EVENTS, packed),
             at = new_chunk(m, RECORDING_PACKED, 0, 0);
    assert_true(bytes < RECORDING_CHUNK - sizeof(struct recording_chunk));
    memcpy(chunk(m, at) + 1, packed, bytes - lost);
    chunk(m, at)->bytes = bytes;
    at = new_chunk(m, RECORDING_CURRENT, 0, number);
    memcpy(chunk(m, at) + 1, events, current * sizeof *events);
    m->header.threads = 1;
    return m;
}
static uint64_t events_read(struct maker *m)
{
    struct event_trace trace = {0};
    struct recording_info info;
    struct error error = {0};
    write_file(m, 0);
    assert_true(recording_read(&trace, path, &info, NULL, &error));
    event_trace_free(&trace);
    free(m);
    return info.events;
}

static void a_chunk_that_is_emptied_counts_once(void **state)
{
    (void)state;
    assert_int_equal(events_read(with_packed(0, 1, 3)), PACKING_EVENTS + 3);
    assert_int_equal(events_read(with_packed(0, 1, 0)), PACKING_EVENTS);
    // Killed when it was packed, and not emptied, or in part; when it was packed in part.
    assert_int_equal(events_read(with_packed(0, 0, PACKING_EVENTS)), PACKING_EVENTS);
    assert_int_equal(events_read(with_packed(0, 0, 5)), PACKING_EVENTS);
    assert_int_equal(events_read(with_packed(1, 0, PACKING_EVENTS)), PACKING_EVENTS);
    // Others were added since the size of the file was asked for.
    struct maker *m = with_packed(0, 5, 3);
    m->header.flags = 0;
    assert_int_equal(events_read(m), PACKING_EVENTS);
    refuse(with_packed(0, 5, 3), "number 5 of its thread or text, and there are 1 before");
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

// Events as programs have them and as none has them, packed, are what they were; with a bit changed or
// without their end they are refused, or are other events.
static void packed_events_are_what_they_were(void **state)
{
    (void)state;
    static struct packing scratch;
    static unsigned char packed[PACKING_MOST + 8];
    static struct recording_event events[PACKING_EVENTS], unpacked[PACKING_EVENTS];
    uint64_t seed = 7;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t places = 1 + (uint32_t)draw(&seed) % 400, wide = (uint32_t)draw(&seed) % 64;
        for (uint32_t k = 0; k < PACKING_EVENTS; k++) {
            uint64_t chance = draw(&seed) % 4, any = draw(&seed) << 32 ^ draw(&seed) << 11 ^ draw(&seed);
            events[k] = (struct recording_event){
                .kind = (uint8_t)(1 + draw(&seed) % (RECORDED_KINDS - 1)),
                .flags = (uint8_t)(chance ? 0 : any),
                .size = (uint16_t)(chance ? 8 : any),
                .place = (uint32_t)(draw(&seed) % places),
                .address = chance == 1 ? 0x1000 + 8 * (uint64_t)k : any >> wide,
                .more = chance == 2       ? 5 * (uint64_t)k
                        : draw(&seed) % 2 ? any >> wide
                                          : 0,
            };
        }
        size_t size = packing_pack(&scratch, events, PACKING_EVENTS, packed);
        assert_in_range(size, 1, PACKING_MOST);
        assert_int_equal(unpack_count(packed, size), PACKING_EVENTS);
        assert_true(unpack_events(packed, size, unpacked));
        assert_memory_equal(events, unpacked, sizeof events);
        packed[draw(&seed) % size] ^= (unsigned char)(1U << draw(&seed) % 8);
        if (unpack_count(packed, size))
            unpack_events(packed, size, unpacked);
        size = draw(&seed) % size;
        if (unpack_count(packed, size))
            unpack_events(packed, size, unpacked);
    }
    events[PACKING_EVENTS - 1].kind = RECORDED_NOTHING;
    assert_int_equal(packing_pack(&scratch, events, PACKING_EVENTS, packed), 0);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.rec", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_become_variables),
        cmocka_unit_test(synchronisation_is_merged_by_number),
        cmocka_unit_test(racing_reads_are_certain_by_their_values_only),
        cmocka_unit_test(reads_in_order_are_certain_unless_somebody_else_wrote),
        cmocka_unit_test(memory_that_is_used_again_is_another_variable),
        cmocka_unit_test(an_access_of_one_object_or_the_next_is_uncertain),
        cmocka_unit_test(outside_code_orders_and_is_not_reported),
        cmocka_unit_test(what_outside_code_reads_orders_once),
        cmocka_unit_test(names_that_heddle_gives_are_apart_from_the_programs),
        cmocka_unit_test(what_is_no_lock_is_kept_in_order),
        cmocka_unit_test(a_thread_that_nobody_created_is_uncertain_from_the_start),
        cmocka_unit_test(what_follows_a_missing_number_is_left_out),
        cmocka_unit_test(damaged_recordings_are_refused),
        cmocka_unit_test(a_file_that_lost_its_end_is_read),
        cmocka_unit_test(a_chunk_that_is_emptied_counts_once),
        cmocka_unit_test(packed_events_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
