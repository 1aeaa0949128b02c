// What a stream holds back, as glibc does it: a buffer that is filled from the file or written to it as a
// whole. So what another descriptor sees of what was written, what was read ahead, where the description is,
// and what is lost without fflush is what programs meet with glibc. Of a file whose size is an input nothing
// is read ahead, so that only what the program asks for depends on it.
#include "runtime/files.h"

typedef long long offset64;

enum { FROM_START, FROM_HERE, FROM_END };
enum { WHOLE_BLOCKS = 128 }; // from this size of the buffer on, more than that goes past it in whole blocks

// ---- the file below

static struct runtime_description *below(const FILE *stream, bool allowed)
{
    return allowed ? __runtime_description(stream->descriptor) : NULL;
}

static ssize_t write_below(FILE *stream, const char *from, size_t count)
{
    struct runtime_description *description = below(stream, stream->writes);
    if (!description)
        return -EBADF;
    if (description->flags & OPEN_APPEND)
        description->place = description->node->size;
    ssize_t done = __runtime_write(description->node, &description->place, from, count);
    if (done > 0 && stream->offset >= 0)
        stream->offset += done;
    return done == RUNTIME_WAIT && description->flags & OPEN_NONBLOCK ? -EAGAIN : done;
}

static ssize_t read_below(FILE *stream, char *to, size_t count)
{
    struct runtime_description *description = below(stream, stream->reads);
    if (!description)
        return -EBADF;
    ssize_t done = __runtime_read(description->node, &description->place, to, count);
    if (done == 0)
        stream->ended = true;
    if (done > 0 && stream->offset >= 0)
        stream->offset += done;
    return done == RUNTIME_WAIT && description->flags & OPEN_NONBLOCK ? -EAGAIN : done;
}

static offset64 seek_below(FILE *stream, offset64 by, int from)
{
    struct runtime_description *description = below(stream, true);
    return description ? __runtime_seek(description, by, from) : -EBADF;
}

// ---- writing

static void empty(FILE *stream)
{
    stream->at = stream->end = stream->written = 0;
}

static bool has_unwritten(const FILE *stream)
{
    return stream->writing && stream->written > stream->at;
}

// The file goes on where the stream is, not where it has read to.
static offset64 go_back(FILE *stream)
{
    if (stream->appends) {
        stream->offset = -1;
    } else if (stream->end != stream->at) {
        offset64 place = seek_below(stream, (offset64)stream->at - stream->end, FROM_HERE);
        if (place < 0)
            return place;
        stream->offset = place;
    }
    stream->end = stream->at;
    return 0;
}

// What cannot be written is lost.
static ssize_t flush_buffer(FILE *stream)
{
    if (!has_unwritten(stream))
        return 0;
    ssize_t done = (ssize_t)go_back(stream);
    while (done >= 0 && stream->at < stream->written) {
        done = write_below(stream, stream->buffer + stream->at, stream->written - stream->at);
        if (done > 0)
            stream->end = stream->at += (unsigned)done;
    }
    if (done == RUNTIME_WAIT)
        return done;
    empty(stream);
    if (done < 0)
        stream->error = true; // also where the call goes on to something else, or does not tell
    return done < 0 ? done : 0;
}

ssize_t __runtime_flush_stream(FILE *stream)
{
    return flush_buffer(stream);
}

static void begin_writing(FILE *stream)
{
    if (stream->writing)
        return;
    stream->at -= stream->pushed < stream->at ? stream->pushed : stream->at;
    stream->pushed = 0;
    if (stream->at == stream->size)
        empty(stream);
    stream->written = stream->at;
    stream->writing = true;
}

static size_t copy_in(FILE *stream, const char *from, size_t count, size_t room)
{
    if (count > room)
        count = room;
    memcpy(stream->buffer + stream->written, from, count);
    stream->written += (unsigned)count;
    return count;
}

static bool is_by_character(const FILE *stream)
{
    return stream->buffering != BUFFERED_FULLY;
}

// Takes what the buffer has room for. Of a stream by lines, if all has room, only through the last line's
// end. glibc has a place in the buffer only where the stream is writing already.
static void put_first(FILE *stream, struct runtime_put *put)
{
    size_t room = stream->writing && stream->buffering != BUFFERED_NOT ? stream->size - stream->written : 0;
    size_t count = put->count - put->done, lines = 0;
    if (stream->writing && stream->buffering == BUFFERED_BY_LINE && room >= count)
        for (lines = count; lines && put->bytes[put->done + lines - 1] != '\n';)
            lines--;
    if (lines)
        count = lines;
    if (room)
        put->done += copy_in(stream, put->bytes + put->done, count, room);
    begin_writing(stream);
    put->phase = put->done < put->count || lines ? PUT_FLUSHES : PUT_IS_DONE;
}

// Whole blocks go past the buffer, which is empty by then.
static void choose_blocks(const FILE *stream, struct runtime_put *put)
{
    size_t count = put->count - put->done;
    put->past = stream->size >= WHOLE_BLOCKS ? count - count % stream->size : count;
    put->phase = put->past ? PUT_BLOCKS : PUT_REST;
}

static ssize_t put_blocks(FILE *stream, struct runtime_put *put)
{
    ssize_t done = (ssize_t)go_back(stream);
    if (done == 0)
        done = write_below(stream, put->bytes + put->done, put->past);
    if (done < 0)
        return done;
    empty(stream);
    put->done += (size_t)done;
    put->past -= (size_t)done;
    if (!put->past)
        put->phase = PUT_REST;
    return 0;
}

// What is left, which goes to the buffer, and through it where that is full or a line ends.
static void put_rest(FILE *stream, struct runtime_put *put)
{
    size_t left = put->count - put->done;
    if (!left) {
        put->phase = PUT_IS_DONE;
    } else if (stream->written == stream->size) {
        put->phase = PUT_FLUSHES_AMID;
    } else if (!is_by_character(stream)) {
        put->done += copy_in(stream, put->bytes + put->done, left, stream->size - stream->written);
    } else {
        char next = put->bytes[put->done];
        put->done += copy_in(stream, &next, 1, 1);
        if (stream->buffering == BUFFERED_NOT || next == '\n')
            put->phase = PUT_FLUSHES_AMID;
    }
}

// What the kernel gets by one call is one piece, before and behind which others may look on.
static ssize_t put_below(FILE *stream, struct runtime_put *put)
{
    bool is_block = put->phase == PUT_BLOCKS, is_amid = put->phase == PUT_FLUSHES_AMID;
    if (!is_block && !has_unwritten(stream)) {
        if (is_amid)
            put->phase = PUT_REST;
        else
            choose_blocks(stream, put);
        return 0;
    }
    if (put->has_written) {
        put->has_written = false;
        return RUNTIME_AGAIN;
    }
    ssize_t done = is_block ? put_blocks(stream, put) : flush_buffer(stream);
    put->has_written = done != RUNTIME_WAIT;
    return done;
}

static void begin_piece(FILE *stream, struct runtime_put *put)
{
    enum { LONGEST_UNBUFFERED = 8192 }; // glibc formats through a buffer of that size then
    const struct runtime_pieces *pieces = put->pieces;
    size_t left = put->whole - put->done;
    bool is_text = true;
    if (pieces && stream->buffering == BUFFERED_NOT) {
        put->count = put->done + (left < LONGEST_UNBUFFERED ? left : LONGEST_UNBUFFERED);
    } else if (pieces) {
        bool has_text = put->next_text < pieces->count;
        is_text = has_text && pieces->texts[put->next_text].begin == put->done;
        put->count = is_text    ? pieces->texts[put->next_text++].end
                     : has_text ? pieces->texts[put->next_text].begin
                                : put->whole;
    } else {
        put->count = put->whole;
    }
    if (!is_text)
        begin_writing(stream);
    put->phase = is_text ? PUT_BEGINS : PUT_REST;
}

ssize_t __runtime_put_some(FILE *stream, struct runtime_put *put)
{
    ssize_t done = stream->writes ? 0 : -EBADF;
    while (done >= 0 && (put->phase != PUT_IS_DONE || put->done < put->whole)) {
        switch (put->phase) {
        case PUT_IS_DONE: begin_piece(stream, put); break;
        case PUT_BEGINS: put_first(stream, put); break;
        case PUT_REST: put_rest(stream, put); break;
        default: done = put_below(stream, put); break;
        }
    }
    return done;
}

// ---- reading

static ssize_t stop_writing(FILE *stream)
{
    ssize_t done = flush_buffer(stream);
    if (done == 0 && stream->writing) {
        stream->writing = false;
        empty(stream);
    }
    return done;
}

// How much can be read without waiting; UINT64_MAX: that depends on an input.
static uint64_t available_below(const FILE *stream)
{
    const struct runtime_description *description = below(stream, true);
    uint64_t available = description ? __runtime_available(description->node, description->place) : 0;
    return __heddle_is_symbolic(available) ? UINT64_MAX : available;
}

static ssize_t fill_buffer(FILE *stream)
{
    if (stream->ended)
        return 0;
    empty(stream);
    ssize_t done =
        read_below(stream, stream->buffer, available_below(stream) == UINT64_MAX ? 1 : stream->size);
    if (done > 0)
        stream->end = (unsigned)done;
    else
        stream->offset = -1;
    return done;
}

// Through the first byte `stop`.
static size_t copy_through_stop(char *to, const char *from, size_t count, int stop)
{
    if (stop < 0) {
        memcpy(to, from, count);
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        if ((unsigned char)to[i] == stop)
            return i + 1;
    }
    return count;
}

ssize_t __runtime_take_some(FILE *stream, char *to, size_t count, int stop)
{
    if (stream->pushed) {
        *to = (char)stream->back[--stream->pushed];
        return 1;
    }
    if (!stream->reads)
        return -EBADF;
    ssize_t done = stop_writing(stream);
    if (done < 0)
        return done;
    if (stream->at == stream->end) {
        if (stop < 0 && count >= stream->size && available_below(stream) != UINT64_MAX) {
            empty(stream);
            return read_below(stream, to,
                              stream->size >= WHOLE_BLOCKS ? count - count % stream->size : count);
        }
        done = fill_buffer(stream);
        if (done <= 0)
            return done;
    }
    size_t most = stream->end - stream->at;
    size_t taken = copy_through_stop(to, stream->buffer + stream->at, count < most ? count : most, stop);
    stream->at += (unsigned)taken;
    return (ssize_t)taken;
}

bool __runtime_asks_below(const FILE *stream)
{
    return !stream->pushed && (stream->writing || stream->at == stream->end);
}

size_t __runtime_can_take(const FILE *stream, size_t count)
{
    uint64_t available = available_below(stream);
    if (available == UINT64_MAX || count < stream->size)
        return count < stream->size ? count : stream->size;
    uint64_t most = stream->pushed + (stream->end - stream->at) + available + stream->size;
    return count < most ? count : (size_t)most;
}

// ---- places

// Gives the place of the file below to the stream, whose buffer is of no use there.
static offset64 seek_plainly(FILE *stream, offset64 by, int from)
{
    offset64 place = seek_below(stream, by, from);
    if (place >= 0) {
        stream->ended = false;
        stream->offset = place;
        empty(stream);
    }
    return place;
}

// Whether the place lies in what was read: that is kept, also where the file has changed since.
static bool seek_in_buffer(FILE *stream, offset64 place)
{
    if (stream->offset < 0 || __heddle_is_symbolic((uint64_t)stream->offset))
        return false;
    offset64 start = stream->offset - stream->end;
    if (place < start || place >= stream->offset)
        return false;
    stream->at = stream->written = (unsigned)(place - start);
    stream->ended = false;
    seek_below(stream, stream->offset, FROM_START);
    return true;
}

// Fills the buffer with the block in which the place is; `exactly`: up to the place, where the description is
// to be then.
static offset64 seek_block(FILE *stream, offset64 place, bool exactly)
{
    offset64 block = place & ~((offset64)stream->size - 1), within = place - block;
    if (within > stream->size) {
        block = place;
        within = 0;
    }
    offset64 reached = seek_below(stream, block, FROM_START);
    if (reached < 0)
        return reached;
    ssize_t count = within ? read_below(stream, stream->buffer, exactly ? (size_t)within : stream->size) : 0;
    if (count < within)
        return seek_plainly(stream, count < 0 ? within : within - count, FROM_HERE);
    stream->at = stream->written = (unsigned)within;
    stream->end = (unsigned)count;
    stream->offset = block + count;
    stream->ended = false;
    return place;
}

// The size of a file that knows its end; -1: it is something else, as memory.
static offset64 size_below(const FILE *stream)
{
    const struct runtime_description *description = below(stream, true);
    return description && !description->node->operations && __runtime_is_kind(description->node, MODE_FILE)
               ? (offset64)description->node->size
               : -1;
}

offset64 __runtime_seek_stream(FILE *stream, offset64 by, int from)
{
    if (stream->pushed && !stream->end)
        // glibc forgets them if nothing was read before, but not if there is a buffer already.
        __heddle_unmodelled("seeking in a stream with characters put back where nothing was read");
    // After fflush the place is exact, as POSIX asks for.
    bool exactly = stream->writing ? stream->written == stream->at : !stream->end;
    ssize_t done = stop_writing(stream);
    if (done < 0)
        return done;
    __runtime_shows_files();
    if (from == FROM_HERE) {
        by -= (offset64)stream->pushed + (stream->end - stream->at);
        if (stream->offset >= 0) {
            by += stream->offset;
            from = FROM_START;
            if (by < 0)
                return -EINVAL;
        }
    } else if (from == FROM_END && size_below(stream) >= 0) {
        by += size_below(stream);
        from = FROM_START;
    }
    stream->pushed = 0;
    if (from != FROM_START || __heddle_is_symbolic((uint64_t)by))
        return seek_plainly(stream, by, from);
    if (seek_in_buffer(stream, by))
        return by;
    return stream->reads ? seek_block(stream, by, exactly) : seek_plainly(stream, by, from);
}

offset64 __runtime_tell_stream(FILE *stream)
{
    __runtime_shows_files();
    bool unwritten = has_unwritten(stream);
    offset64 place = stream->offset, by = -(offset64)stream->pushed;
    if (unwritten && stream->appends)
        stream->offset = place = seek_below(stream, 0, FROM_END);
    else if (place < 0)
        place = seek_below(stream, 0, FROM_HERE);
    if (place < 0)
        return place;
    if (!unwritten)
        by -= stream->end - stream->at;
    else
        by += (offset64)stream->written - (stream->appends ? stream->at : stream->end);
    if (place + by < 0 && stream->pushed)
        // C leaves the place open, and glibc's depends on whether there is a buffer.
        __heddle_unmodelled(
            "the place of a stream with characters put back in front of the file's first one");
    return place + by < 0 ? -EINVAL : place + by;
}

ssize_t __runtime_sync_stream(FILE *stream)
{
    offset64 ahead = stream->writing ? 0 : (offset64)stream->end - stream->at, place = 0;
    if (stream->pushed && !stream->writing)
        // glibc takes them for what it has read ahead, which POSIX does not ask for, and confuses the two.
        __heddle_unmodelled("fflush of a stream with other characters put back than were read");
    if (stream->writing)
        place = flush_buffer(stream);
    else if (ahead)
        place = seek_below(stream, -ahead, FROM_HERE);
    if (place < 0 && place != -ESPIPE)
        return (ssize_t)place;
    if (place >= 0 && !stream->writing)
        stream->end = stream->at; // what was read stays in front of what is read or written next
    stream->offset = -1;
    return 0; // what was read from a pipe stays here
}
