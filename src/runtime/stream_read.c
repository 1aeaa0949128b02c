// <stdio.h>: reading from streams over descriptors.
#include "runtime/file_streams.h"

// ---- reading

enum { SMALL = 256 };

// What was read, until it goes to the caller's memory.
struct taken {
    char small[SMALL];
    char *bytes;
    size_t count, room;
};

static bool make_taken_room(struct taken *taken, size_t room)
{
    if (room <= taken->room)
        return true;
    char *bytes = __heddle_new(room);
    if (!bytes)
        return false;
    memcpy(bytes, taken->bytes, taken->count);
    if (taken->bytes != taken->small)
        free(taken->bytes);
    taken->bytes = bytes;
    taken->room = room;
    return true;
}

static bool is_complete(const struct taken *taken, size_t count, int stop)
{
    return taken->count == count ||
           (stop >= 0 && taken->count && (unsigned char)taken->bytes[taken->count - 1] == stop);
}

// One attempt, within a section, to have `count` bytes in all, or all through the first `stop` (-1: none).
// Returns RUNTIME_WAIT if that takes waiting, 0 at the end of the file, what is positive when there is
// something to go on with.
static ssize_t try_take(FILE *stream, struct taken *taken, size_t count, int stop)
{
    size_t left = __runtime_can_take(stream, count - taken->count);
    if (!make_taken_room(taken, taken->count + left))
        return -ENOMEM;
    ssize_t done = __runtime_take_some(stream, taken->bytes + taken->count, left, stop);
    if (done > 0)
        taken->count += (size_t)done;
    return done;
}

// Attempts, within a section, until there is enough. RUNTIME_AGAIN: another section is needed, since the
// kernel was asked once, and others may change the file before it is asked again.
static ssize_t take_in_section(FILE *stream, struct taken *taken, size_t count, int stop)
{
    bool has_asked = false;
    for (;;) {
        bool asks = __runtime_asks_below(stream);
        if (has_asked && asks)
            return RUNTIME_AGAIN;
        has_asked |= asks;
        ssize_t done = try_take(stream, taken, count, stop);
        if (done <= 0 || is_complete(taken, count, stop))
            return done;
    }
}

static void give_taken_back(void *taken)
{
    struct taken *own = taken;
    if (own->bytes != own->small)
        free(own->bytes);
}

// Takes `count` bytes, or all through the first `stop`, or through the end. False on an error. `locks`: the
// call is none that leaves the lock alone.
static bool take_stream_bytes(FILE *stream, struct taken *taken, size_t count, int stop, bool locks)
{
    taken->bytes = taken->small;
    taken->room = SMALL;
    taken->count = 0;
    if (!locks)
        SHARED_BY_CALLS(*stream->unlocked_calls);
    if (count == 0)
        return true;
    ssize_t done;
    struct runtime_cleanup cleanup;
    MAY_BE_CANCELLED;
    CLEANUP_PUSH(&cleanup, give_taken_back, taken);
    if (locks)
        __runtime_lock_stream(stream);
    for (bool is_amid = false;;) {
        __runtime_go_on_with_stream(stream, is_amid);
        done = take_in_section(stream, taken, count, stop);
        is_amid = done == RUNTIME_AGAIN;
        __runtime_keep_stream(stream, is_amid);
        heddle_atomic_end();
        if (is_amid)
            continue;
        if (done != RUNTIME_WAIT)
            break;
        __runtime_pause_stream(stream, locks);
    }
    if (locks)
        __runtime_unlock_stream(stream);
    CLEANUP_POP(&cleanup);
    return __runtime_settle(stream, done) == 0;
}

int __runtime_get_character(FILE *stream)
{
    struct taken taken;
    take_stream_bytes(stream, &taken, 1, -1, true);
    return taken.count ? (unsigned char)taken.bytes[0] : -1;
}

static int get_stream_character(FILE *stream, bool locks)
{
    struct taken taken;
    ORIENT_TO_BYTES(stream);
    take_stream_bytes(stream, &taken, 1, -1, locks);
    return taken.count ? (unsigned char)taken.bytes[0] : -1;
}

#define GET_FROM_STREAM(name, locks)                                                                         \
    int name(FILE *stream)                                                                                   \
    {                                                                                                        \
        return get_stream_character(stream, locks);                                                          \
    }
GET_FROM_STREAM(fgetc, true)
GET_FROM_STREAM(getc, true)
GET_FROM_STREAM(_IO_getc, true)
GET_FROM_STREAM(fgetc_unlocked, false)
GET_FROM_STREAM(getc_unlocked, false)

int getchar(void)
{
    return get_stream_character(stdin, true);
}

int getchar_unlocked(void)
{
    return get_stream_character(stdin, false);
}

// The character that was read last is given back to the buffer; any other is kept apart, as in glibc.
static bool push_character(FILE *stream, unsigned char character)
{
    const char *last =
        stream->at && !stream->writing && !stream->pushed ? &stream->buffer[stream->at - 1] : NULL;
    if (last && !__heddle_is_symbolic(character) && !__heddle_is_symbolic((unsigned char)*last) &&
        (unsigned char)*last == character) {
        stream->at--;
        return true;
    }
    if (stream->pushed == sizeof stream->back)
        __heddle_unmodelled("more than eight characters put back by ungetc"); // glibc takes any number
    stream->back[stream->pushed++] = character;
    return true;
}

int __runtime_put_back(int character, FILE *stream)
{
    if (stream->operations)
        __runtime_lock_stream(stream);
    __runtime_begin_stream(stream);
    bool done = character != -1 && push_character(stream, (unsigned char)character);
    if (done)
        stream->ended = false;
    heddle_atomic_end();
    if (stream->operations)
        __runtime_unlock_stream(stream);
    return done ? (unsigned char)character : -1;
}

int ungetc(int character, FILE *stream)
{
    ORIENT_TO_BYTES(stream);
    return __runtime_put_back(character, stream);
}

static char *get_line(char *to, int size, FILE *stream, bool locks)
{
    struct taken taken;
    ORIENT_TO_BYTES(stream);
    if (size <= 0)
        return NULL;
    // What came before there was no more without waiting is a line, as in glibc.
    bool fine = (take_stream_bytes(stream, &taken, (size_t)size - 1, '\n', locks) || errno == EAGAIN) &&
                (taken.count || size == 1);
    memcpy(to, taken.bytes, taken.count); // after an error, too, as in glibc
    if (fine)
        to[taken.count] = 0;
    give_taken_back(&taken);
    return fine ? to : NULL;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    return get_line(to, size, stream, true);
}

char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream)
{
    return get_line(to, size, stream, false);
}

size_t __heddle_object_size(const void *at);

// glibc ends the program where the line needs more than the room: an overrun here, unless the object goes on.
static char *get_line_within(char *to, size_t room, int size, FILE *stream, bool locks)
{
    if (size > 0 && (size_t)size > room && __heddle_object_size(to) > room)
        __heddle_unmodelled("fgets with more than the room in a part of a larger object (_FORTIFY_SOURCE)");
    return get_line(to, size, stream, locks);
}

char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict stream)
{
    return get_line_within(to, room, size, stream, true);
}

char *__fgets_unlocked_chk(char *restrict to, size_t room, int size, FILE *restrict stream)
{
    return get_line_within(to, room, size, stream, false);
}

char *gets(char *to)
{
    struct taken taken;
    ORIENT_TO_BYTES(stdin);
    bool fine = take_stream_bytes(stdin, &taken, SIZE_MAX / 2, '\n', true) && taken.count;
    if (fine) {
        size_t length = taken.count - (taken.bytes[taken.count - 1] == '\n');
        memcpy(to, taken.bytes, length);
        to[length] = 0;
    }
    give_taken_back(&taken);
    return fine ? to : NULL;
}

static size_t get_elements(void *to, size_t size, size_t count, FILE *stream, bool locks)
{
    struct taken taken;
    ORIENT_TO_BYTES(stream);
    if (size == 0 || count == 0)
        return 0;
    take_stream_bytes(stream, &taken, size * count, -1, locks);
    memcpy(to, taken.bytes, taken.count);
    size_t done = taken.count == size * count ? count : taken.count / size;
    give_taken_back(&taken);
    return done;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return get_elements(to, size, count, stream, true);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return get_elements(to, size, count, stream, false);
}

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream)
{
    size_t most;
    __runtime_check_limit(__builtin_mul_overflow(size, count, &most) ? SIZE_MAX : most, room);
    return get_elements(to, size, count, stream, true);
}

enum { LEAST_LINE = 120 };

static bool make_line(char **line, size_t *room, size_t size)
{
    char *grown = realloc(*line, size);
    if (!grown)
        return false;
    *line = grown;
    *room = size;
    return true;
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    struct taken taken;
    ORIENT_TO_BYTES(stream);
    if (!line || !room)
        return __runtime_fail(EINVAL);
    if (__runtime_stream_failed(stream))
        return -1;
    if ((!*line || *room == 0) && !make_line(line, room, LEAST_LINE))
        return -1; // also before the end of the file, as in glibc: the caller frees it all the same
    take_stream_bytes(stream, &taken, SIZE_MAX / 2, end, true);
    ssize_t length = taken.count ? (ssize_t)taken.count : -1;
    if (length > 0 && *room <= taken.count) {
        size_t size = 2 * *room;
        if (!make_line(line, room, size <= taken.count ? taken.count + 1 : size))
            length = -1;
    }
    if (length > 0) {
        memcpy(*line, taken.bytes, taken.count);
        (*line)[length] = 0;
    }
    give_taken_back(&taken);
    return length;
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    return getdelim(line, room, end, stream);
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream)
{
    return getdelim(line, room, '\n', stream);
}

// ---- scanning

enum { THROUGH_BUFFER = 256 }; // a `stop` that no byte is

// The rest of the stream as a text, behind what is in its buffer; NULL: no memory.
static char *copy_rest(const FILE *stream, size_t *length)
{
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    uint64_t place = description ? description->place : 0;
    uint64_t most = description ? __runtime_available(description->node, place) : 0;
    unsigned pushed = stream->pushed, ahead = stream->writing ? 0 : stream->end - stream->at;
    if (__heddle_is_symbolic(most))
        most = description->node->capacity;
    char *text = __heddle_new((size_t)(pushed + ahead + most + 2));
    if (!text)
        return NULL;
    for (unsigned i = 0; i < pushed; i++)
        text[i] = (char)stream->back[pushed - 1 - i];
    memcpy(text + pushed, stream->buffer + stream->at, ahead);
    *length = pushed + ahead;
    ssize_t done = description && !stream->ended
                       ? __runtime_read(description->node, &place, text + *length, (size_t)most + 1)
                       : 0;
    *length += done > 0 ? (size_t)done : 0;
    text[*length] = 0;
    return text;
}

// For scanf: what is left of the stream, as a text of that length; the stream stays locked until
// __runtime_end_scan. `looks`: the next character will be looked at in any case. NULL: there is none to be
// had.
char *__runtime_begin_scan(FILE *stream, bool looks, size_t *length)
{
    MAY_BE_CANCELLED;
    __runtime_lock_any_stream(stream);
    heddle_atomic_begin();
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    char *text = NULL;
    ssize_t done = 0;
    if (!stream->reads)
        errno = EBADF;
    else if (description && !__runtime_is_kind(description->node, MODE_FILE) &&
             (description->node->operations || __runtime_is_kind(description->node, MODE_PIPE)))
        __heddle_unmodelled_value("scanf from a pipe or a socket");
    else {
        done = looks && !stream->pushed ? __runtime_take_some(stream, NULL, 0, THROUGH_BUFFER) : 0;
        text = done < 0 ? NULL : copy_rest(stream, length);
    }
    heddle_atomic_end();
    if (done < 0)
        __runtime_settle(stream, done);
    return text;
}

// Between the beginning and the end of a scan others may change the file that glibc reads in between.
static void check_unchanged(bool same)
{
    if (!same)
        __heddle_unmodelled_value("scanf of more than a buffer of a file that is changed meanwhile");
}

// Reads so many characters of the text, through the buffer since glibc reads one at a time, and with `looks`
// has the next one in the buffer.
static void skip(FILE *stream, const char *text, size_t count, bool looks, bool ended)
{
    char bytes[SMALL];
    ssize_t done = 1;
    while (count) {
        bool asks = __runtime_asks_below(stream);
        done = __runtime_take_some(stream, bytes, count < SMALL ? count : SMALL, THROUGH_BUFFER);
        if (asks)
            check_unchanged(done > 0 && memcmp(bytes, text, (size_t)done) == 0);
        if (done <= 0)
            return;
        text += done;
        count -= (size_t)done;
    }
    if (!looks || !__runtime_asks_below(stream))
        return;
    __runtime_take_some(stream, bytes, 0, THROUGH_BUFFER);
    check_unchanged(stream->at == stream->end ? ended : !ended && stream->buffer[stream->at] == *text);
}

// `used` characters of the text of that length were read, and maybe the one behind them, or that there is
// none, was looked at.
void __runtime_end_scan(FILE *stream, char *text, size_t length, size_t used, bool looked)
{
    heddle_atomic_begin();
    if (text)
        skip(stream, text, used, looked, used == length);
    heddle_atomic_end();
    free(text);
    pthread_mutex_unlock(stream->lock);
}
