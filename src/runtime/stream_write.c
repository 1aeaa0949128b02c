// <stdio.h>: writing to streams over descriptors, flushing them, and places in them.
#include "runtime/file_streams.h"

typedef long long offset64;

// ---- writing

int raise(int signal);

// What a call returns for a number of bytes or a negated error number; a broken pipe raises its signal.
static int result_of_call(ssize_t result)
{
    enum { SIGPIPE = 13 };
    if (result >= 0)
        return 0;
    errno = result == RUNTIME_QUIET_PIPE ? EPIPE : (int)-result;
    if (result == -EPIPE)
        raise(SIGPIPE);
    return -1;
}

int __runtime_settle(FILE *stream, ssize_t result)
{
    if (result < 0) {
        heddle_atomic_begin();
        stream->error = true;
        heddle_atomic_end();
    }
    return result_of_call(result);
}

// What nobody will ever see.
static bool is_dropped(const FILE *stream)
{
    if (__heddle_files_are_read() || stream->has_given_buffer)
        return false;
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    return description && stream->writes && __runtime_is_kind(description->node, MODE_FILE);
}

static ssize_t drop_written(const FILE *stream, struct runtime_put *put)
{
    uint64_t nowhere = 0;
    put->done = put->whole;
    return __runtime_write(__runtime_description(stream->descriptor)->node, &nowhere, put->bytes, put->whole);
}

// POSIX: what a stream over memory has shown is valid until something is written to it.
static void hide_block(FILE *stream)
{
    char *block = stream->shown.block;
    stream->shown.block = NULL;
    if (block)
        free(block);
}

static size_t put_stream_bytes(FILE *stream, const char *bytes, size_t count,
                               const struct runtime_pieces *pieces, bool locks)
{
    ssize_t done;
    struct runtime_put progress = {.bytes = bytes, .whole = count, .pieces = pieces};
    struct runtime_source source = {.bytes = bytes, .count = count};
    if (count == 0)
        return 0;
    __runtime_source_begins(&source);
    MAY_BE_CANCELLED; // before it has put anything in the buffer, or behind
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, __runtime_release_source, &source);
    if (locks)
        __runtime_lock_stream(stream);
    for (bool is_amid = false;;) {
        __runtime_go_on_with_stream(stream, is_amid);
        if (stream->shown.update)
            hide_block(stream);
        done = is_dropped(stream) ? drop_written(stream, &progress) : __runtime_put_some(stream, &progress);
        is_amid = done == RUNTIME_AGAIN;
        __runtime_keep_stream(stream, is_amid);
        heddle_atomic_end();
        if (is_amid)
            continue;
        if (done != RUNTIME_WAIT)
            break;
        __runtime_source_waits(&source);
        progress.bytes = source.bytes;
        __runtime_pause_stream(stream, locks);
    }
    if (locks)
        __runtime_unlock_stream(stream);
    CLEANUP_POP(&cleanup);
    __runtime_release_source(&source);
    __runtime_settle(stream, done);
    MAY_BE_CANCELLED;
    return progress.done;
}

size_t __runtime_put_to_stream(FILE *stream, const char *bytes, size_t count,
                               const struct runtime_pieces *pieces)
{
    return put_stream_bytes(stream, bytes, count, pieces, true);
}

size_t __runtime_put_unlocked(FILE *stream, const char *bytes, size_t count,
                              const struct runtime_pieces *pieces)
{
    return put_stream_bytes(stream, bytes, count, pieces, false);
}

// ---- flushing

int __runtime_finish_stream(FILE *stream)
{
    ssize_t done;
    __runtime_lock_stream(stream);
    for (;;) {
        __runtime_begin_stream(stream);
        done = __runtime_sync_stream(stream);
        heddle_atomic_end();
        if (done != RUNTIME_WAIT)
            break;
        __runtime_pause_stream(stream, true);
    }
    int shown = done >= 0 && stream->shown.update ? stream->shown.update(stream) : 0;
    __runtime_unlock_stream(stream);
    int result = __runtime_settle(stream, done);
    return result == 0 ? shown : result;
}

int __heddle_choose(int count);

static bool holds_back(const FILE *stream)
{
    return stream->writing && stream->written > stream->at;
}

static const struct runtime_node *node_of_stream(const FILE *stream)
{
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    return description ? description->node : NULL;
}

// Standard output and error, which are older than all that the program opens (redirection.c).
static bool is_standard(const FILE *stream)
{
    return !stream->opener;
}

// Which of two streams that hold something back glibc would write first: the newest one. Of two threads'
// streams that is not known. Where they are over different files nobody but those who look at both meanwhile
// can tell.
static FILE *first_of(FILE *one, FILE *other)
{
    if (is_standard(one) != is_standard(other))
        return is_standard(one) ? other : one;
    if (one->opener == other->opener)
        return one->opened_before > other->opened_before ? one : other;
    if (node_of_stream(one) == node_of_stream(other))
        __heddle_unmodelled(
            "which of the streams over one file that several threads opened is flushed first");
    return __heddle_choose(2) ? one : other;
}

// The first stream that holds something back; false: there is none. Others may close it at any time, so that
// it is not named outside of the section.
static bool sync_next(ssize_t *done)
{
    FILE *stream = NULL;
    heddle_atomic_begin();
    for (int i = 0; i < RUNTIME_STREAM_LISTS; i++)
        for (FILE *other = __runtime_open_streams[i]; other; other = other->next)
            if (holds_back(other))
                stream = stream ? first_of(stream, other) : other;
    *done = stream ? __runtime_flush_stream(stream) : 0;
    if (*done < 0 && *done != RUNTIME_WAIT)
        stream->error = true;
    heddle_atomic_end();
    return stream;
}

int __runtime_flush_streams(void)
{
    int result = 0;
    ssize_t done;
    while (sync_next(&done))
        if (done != RUNTIME_WAIT && result_of_call(done))
            result = -1;
    return result;
}

int __runtime_flush(FILE *stream)
{
    if (!stream && __runtime_has_memory_streams)
        __heddle_unmodelled("fflush of all streams, some of which are over memory");
    return stream ? __runtime_finish_stream(stream) : __runtime_flush_streams();
}

// The stream has nothing in its buffer where it gets another one. Without memory or of no bytes it has one of
// one byte, and is not buffered, also where another mode was asked for.
static void change_buffer(FILE *stream, char *buffer, int mode, size_t size)
{
    enum { MOST = INT_MAX };
    __runtime_begin_stream(stream);
    stream->buffering = (enum runtime_buffering)mode;
    if (mode == BUFFERED_NOT || (buffer && !size)) {
        stream->buffering = BUFFERED_NOT;
        stream->size = 1;
        stream->at = stream->end = stream->written = 0;
    } else if (buffer && size <= MOST) {
        stream->buffer = buffer;
        stream->has_given_buffer = true;
        stream->size = (unsigned)size;
        stream->at = stream->end = stream->written = 0;
    }
    heddle_atomic_end();
}

int __runtime_set_stream_buffer(FILE *stream, char *buffer, int mode, size_t size)
{
    __runtime_lock_stream(stream);
    bool keeps_buffer = mode != BUFFERED_NOT && !buffer;
    int failed = keeps_buffer ? 0 : __runtime_finish_stream(stream);
    if (!failed)
        change_buffer(stream, buffer, mode, size);
    __runtime_unlock_stream(stream);
    return failed ? -1 : 0;
}

// ---- places

enum { FROM_START, FROM_HERE, FROM_END };

// What there is to say before a stream's lock is taken.
static int check_seek(const FILE *stream, int from)
{
    if (!stream->operations)
        return __runtime_fail(ESPIPE);
    if (from < FROM_START || from > FROM_END)
        return __runtime_fail(EINVAL);
    if (stream->shown.text) // glibc's differ from what POSIX says
        __heddle_unmodelled("seeking in a stream over memory");
    MAY_BE_CANCELLED;
    return 0;
}

// Of a stream over memory, which has an end, in contrast to files.
static void check_place(const FILE *stream, offset64 place)
{
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    if (description && place > (offset64)description->node->size)
        __heddle_unmodelled("seeking behind the end of a stream over memory");
}

// With the lock. A negative number is an error number, negated.
static offset64 seek_locked(FILE *stream, offset64 by, int from)
{
    offset64 place;
    for (;;) {
        __runtime_begin_stream(stream);
        if (stream->shown.update)
            stream->offset = -1; // glibc asks where it is each time
        place = __runtime_seek_stream(stream, by, from);
        if (stream->shown.update)
            check_place(stream, place);
        heddle_atomic_end();
        if (place != RUNTIME_WAIT)
            return place;
        __runtime_pause_stream(stream, true);
    }
}

static int seek(FILE *stream, offset64 by, int from)
{
    stream = __runtime_current_stream(stream);
    if (check_seek(stream, from))
        return -1;
    __runtime_lock_stream(stream);
    offset64 place = seek_locked(stream, by, from);
    __runtime_unlock_stream(stream);
    return place < 0 ? __runtime_fail((int)-place) : 0;
}

static offset64 tell_stream_place(FILE *stream)
{
    stream = __runtime_current_stream(stream);
    if (!stream->operations)
        return __runtime_fail(ESPIPE);
    __runtime_lock_stream(stream);
    __runtime_begin_stream(stream);
    offset64 place = __runtime_tell_stream(stream);
    heddle_atomic_end();
    __runtime_unlock_stream(stream);
    return place < 0 ? __runtime_fail((int)-place) : place;
}

#define SEEKER(name, type)                                                                                   \
    int name(FILE *stream, type by, int from)                                                                \
    {                                                                                                        \
        return seek(stream, by, from);                                                                       \
    }
SEEKER(fseek, long)
SEEKER(fseeko, long)
SEEKER(fseeko64, offset64)

#define TELLER(name, type)                                                                                   \
    type name(FILE *stream)                                                                                  \
    {                                                                                                        \
        return (type)tell_stream_place(stream);                                                              \
    }
TELLER(ftell, long)
TELLER(ftello, long)
TELLER(ftello64, offset64)

void rewind(FILE *stream)
{
    stream = __runtime_current_stream(stream);
    if (check_seek(stream, FROM_START))
        return;
    __runtime_lock_stream(stream);
    offset64 place = seek_locked(stream, 0, FROM_START);
    __runtime_clear_stream(stream);
    __runtime_unlock_stream(stream);
    if (place < 0)
        errno = (int)-place;
}

// fpos_t begins with the place.
#define POSITIONS(get, set, type)                                                                            \
    int get(FILE *restrict stream, type *restrict to)                                                        \
    {                                                                                                        \
        offset64 place = tell_stream_place(stream);                                                          \
        if (place >= 0)                                                                                      \
            *to = (type)place;                                                                               \
        return place < 0 ? -1 : 0;                                                                           \
    }                                                                                                        \
    int set(FILE *stream, const type *from)                                                                  \
    {                                                                                                        \
        return seek(stream, *from, FROM_START);                                                              \
    }
POSITIONS(fgetpos, fsetpos, long)
POSITIONS(fgetpos64, fsetpos64, offset64)
