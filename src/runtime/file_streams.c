// <stdio.h>: streams over descriptors, standard input among them. A call is an atomic section, in which the
// stream's buffer is filled or written where that is due. Functions that need several sections take the
// stream's lock, and then the others do, too.
#include "runtime/files.h"

typedef long long offset64;

size_t __runtime_put_to_stream(FILE *stream, const char *bytes, size_t count);
static int failed(FILE *stream);
static void clear(FILE *stream);
static int flush(FILE *stream);
static int sync_all(void);
static int set_buffer(FILE *stream, char *buffer, int mode, size_t size);
static bool shown(void)
{
    return __heddle_files_are_read();
}
// Linked only where a program opens a stream or names standard input: __heddle_streams_are_opened.
const struct runtime_stream_operations __runtime_stream_operations = {
    __runtime_put_to_stream, failed, clear, flush, set_buffer, shown, exit};

FILE *__runtime_new_stream(void);

static union runtime_mutex input_lock = RUNTIME_RECURSIVE_MUTEX;
static char input_buffer[RUNTIME_STREAM_BUFFER];
FILE __runtime_standard_input = {.descriptor = 0,
                                 .operations = &__runtime_stream_operations,
                                 .lock = &input_lock,
                                 .reads = true,
                                 .buffer = input_buffer,
                                 .size = RUNTIME_STREAM_BUFFER,
                                 .offset = -1};

struct locked_stream {
    FILE stream;
    union runtime_mutex lock;
    char buffer[RUNTIME_STREAM_BUFFER];
};

// All that are open, so that they can be flushed, and are no leaks. In atomic sections.
static FILE *open_streams;

static void enter(FILE *stream)
{
    stream->next = open_streams;
    open_streams = stream;
    if (!__c11_atomic_load(&__runtime_flush_all, __ATOMIC_RELAXED))
        __c11_atomic_store(&__runtime_flush_all, sync_all, __ATOMIC_RELAXED);
}

static void leave(FILE *stream)
{
    FILE **link = &open_streams;
    while (*link && *link != stream)
        link = &(*link)->next;
    if (*link)
        *link = stream->next;
}

static void lock(FILE *stream)
{
    if (__heddle_streams_are_locked())
        pthread_mutex_lock(stream->lock);
}

static void unlock(FILE *stream)
{
    if (__heddle_streams_are_locked())
        pthread_mutex_unlock(stream->lock);
}

// What the two questions ask for: flockfile takes locks of all streams, others only of those here.
void __runtime_locks_streams(void) {}
void __runtime_locks_output(void) {}

static void lock_any(FILE *stream)
{
    __runtime_locks_streams();
    pthread_mutex_lock(stream->lock);
}

void flockfile(FILE *stream)
{
    __runtime_locks_output();
    lock_any(stream);
}

int ftrylockfile(FILE *stream)
{
    __runtime_locks_output();
    __runtime_locks_streams();
    return pthread_mutex_trylock(stream->lock) ? -1 : 0;
}

void funlockfile(FILE *stream)
{
    __runtime_locks_output();
    __runtime_locks_streams();
    pthread_mutex_unlock(stream->lock);
}

// ---- opening and closing

static int read_mode(const char *mode)
{
    int flags = *mode == 'r'   ? OPEN_READ
                : *mode == 'w' ? OPEN_WRITE | OPEN_CREATE | OPEN_TRUNCATE
                : *mode == 'a' ? OPEN_WRITE | OPEN_CREATE | OPEN_APPEND
                               : -1;
    if (flags < 0)
        return -EINVAL;
    for (mode++; *mode && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~OPEN_ACCESS) | OPEN_BOTH;
        else if (*mode == 'x')
            flags |= OPEN_NEW;
        else if (*mode == 'e')
            flags |= OPEN_CLOSE_ON_EXEC;
    }
    return flags;
}

static void set_stream(FILE *stream, int descriptor, int flags)
{
    stream->descriptor = descriptor;
    stream->reads = (flags & OPEN_ACCESS) != OPEN_WRITE;
    stream->writes = (flags & OPEN_ACCESS) != OPEN_READ;
    stream->appends = flags & OPEN_APPEND;
    stream->ended = stream->error = stream->writing = false;
    stream->pushed = stream->at = stream->end = stream->written = 0;
    stream->offset = -1;
    enter(stream);
    if (flags & OPEN_APPEND && !stream->reads) {
        struct runtime_description *description = __runtime_description(descriptor);
        description->place = description->node->size;
    }
}

FILE *__runtime_new_stream(void)
{
    struct locked_stream *both = calloc(1, sizeof *both);
    if (!both) {
        errno = ENOMEM;
        return NULL;
    }
    both->lock = (union runtime_mutex)RUNTIME_RECURSIVE_MUTEX;
    both->stream.lock = &both->lock;
    both->stream.operations = &__runtime_stream_operations;
    both->stream.allocated = true;
    both->stream.buffer = both->buffer;
    both->stream.size = RUNTIME_STREAM_BUFFER;
    return &both->stream;
}

// The stream, or NULL with the error where there is no descriptor.
static FILE *result_of(FILE *stream, int descriptor)
{
    if (descriptor >= 0)
        return stream;
    errno = -descriptor;
    if (stream->allocated)
        free(stream);
    return NULL;
}

static int open_stream(FILE *stream, const char *path, int flags)
{
    int descriptor = __runtime_open(RUNTIME_AT_FOLDER, path, flags, 0666, 0);
    if (descriptor >= 0)
        set_stream(stream, descriptor, flags);
    return descriptor;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    int flags = read_mode(mode);
    FILE *stream = flags < 0 ? NULL : __runtime_new_stream();
    if (flags < 0)
        errno = EINVAL;
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    int descriptor = open_stream(stream, path, flags);
    heddle_atomic_end();
    return result_of(stream, descriptor);
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}

static int sync(FILE *stream);

// Writes what is held back, and closes the descriptor. -1: one of the two failed.
static int close_stream(FILE *stream)
{
    heddle_atomic_begin();
    bool writing = stream->writing;
    heddle_atomic_end();
    bool unwritten = writing && sync(stream) < 0;
    heddle_atomic_begin();
    int result = __runtime_close_slot(stream->descriptor);
    stream->descriptor = -1;
    leave(stream);
    heddle_atomic_end();
    return result < 0 ? __runtime_fail(-result) : unwritten ? -1 : 0;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    int flags = read_mode(mode);
    if (!stream->operations || !path) {
        __heddle_unmodelled_value("freopen of standard output or error, or without a path");
        return NULL;
    }
    close_stream(stream);
    heddle_atomic_begin();
    int descriptor = flags < 0 ? flags : open_stream(stream, path, flags);
    heddle_atomic_end();
    return result_of(stream, descriptor);
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return freopen(path, mode, stream);
}

static int check_descriptor(int descriptor, int flags)
{
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    int access = description->flags & OPEN_ACCESS, wanted = flags & OPEN_ACCESS;
    if (access != OPEN_BOTH && access != wanted)
        return -EINVAL;
    description->flags |= flags & OPEN_APPEND;
    return descriptor;
}

// A stream over a pipe may have to wait in the middle of a line, and what it holds matters to who fills it.
FILE *fdopen(int descriptor, const char *mode)
{
    int flags = read_mode(mode);
    FILE *stream = flags < 0 ? NULL : __runtime_new_stream();
    __runtime_locks_streams();
    __runtime_shows_files();
    if (flags < 0)
        errno = EINVAL;
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    int result = check_descriptor(descriptor, flags);
    if (result >= 0)
        set_stream(stream, descriptor, flags);
    heddle_atomic_end();
    return result_of(stream, result);
}

FILE *tmpfile(void)
{
    FILE *stream = __runtime_new_stream();
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_FILE | 0600);
    int descriptor = node ? __runtime_open_node(node, OPEN_BOTH, 0) : -ENOSPC;
    if (descriptor >= 0)
        set_stream(stream, descriptor, OPEN_BOTH);
    else if (node)
        __runtime_release_node(node);
    heddle_atomic_end();
    return result_of(stream, descriptor);
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

int fclose(FILE *stream)
{
    if (!stream->operations)
        return 0; // what is printed is out already
    lock(stream);
    int result = close_stream(stream);
    unlock(stream);
    if (stream->allocated)
        free(stream);
    return result;
}

// ---- state

static int failed(FILE *stream)
{
    heddle_atomic_begin();
    bool error = stream->error;
    heddle_atomic_end();
    return error;
}

static void clear(FILE *stream)
{
    heddle_atomic_begin();
    if (stream->ended)
        stream->ended = false;
    if (stream->error)
        stream->error = false;
    heddle_atomic_end();
}

int feof(FILE *stream)
{
    heddle_atomic_begin();
    bool ended = stream->operations && stream->ended;
    heddle_atomic_end();
    return ended;
}

int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

// ---- writing

int raise(int signal);

// What a call returns for a number of bytes or a negated error number; a broken pipe raises its signal.
static int result_of_call(ssize_t result)
{
    enum { SIGPIPE = 13 };
    if (result >= 0)
        return 0;
    errno = (int)-result;
    if (result == -EPIPE)
        raise(SIGPIPE);
    return -1;
}

// What a call on the stream returns, which keeps that there was an error.
static int settle(FILE *stream, ssize_t result)
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
    if (__heddle_files_are_read())
        return false;
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    return description && stream->writes && __runtime_is_kind(description->node, MODE_FILE);
}

static ssize_t drop(const FILE *stream, struct runtime_put *put)
{
    uint64_t nowhere = 0;
    put->done = put->count;
    return __runtime_write(__runtime_description(stream->descriptor)->node, &nowhere, put->bytes, put->count);
}

static size_t length_of_lines(const char *bytes, size_t count)
{
    while (count && bytes[count - 1] != '\n')
        count--;
    return count;
}

size_t __runtime_put_to_stream(FILE *stream, const char *bytes, size_t count)
{
    ssize_t done;
    struct runtime_put put = {.bytes = bytes, .count = count};
    if (count == 0)
        return 0;
    lock(stream);
    do {
        heddle_atomic_begin();
        if (stream->buffering == BUFFERED_BY_LINE && !put.done)
            put.lines = length_of_lines(bytes, count);
        done = is_dropped(stream) ? drop(stream, &put) : __runtime_put_some(stream, &put);
        heddle_atomic_end();
    } while (done == RUNTIME_WAIT);
    unlock(stream);
    settle(stream, done);
    return put.done;
}

// ---- flushing

static int sync(FILE *stream)
{
    ssize_t done;
    lock(stream);
    do {
        heddle_atomic_begin();
        done = __runtime_sync_stream(stream);
        heddle_atomic_end();
    } while (done == RUNTIME_WAIT);
    unlock(stream);
    return settle(stream, done);
}

// The first stream that holds something back; false: there is none. Others may close it at any time, so that
// it is not named outside of the section.
static bool sync_next(ssize_t *done)
{
    heddle_atomic_begin();
    FILE *stream = open_streams;
    while (stream && !(stream->writing && stream->written > stream->at))
        stream = stream->next;
    *done = stream ? __runtime_flush_stream(stream) : 0;
    if (*done < 0 && *done != RUNTIME_WAIT)
        stream->error = true;
    heddle_atomic_end();
    return stream;
}

static int sync_all(void)
{
    int result = 0;
    ssize_t done;
    while (sync_next(&done))
        if (done != RUNTIME_WAIT && result_of_call(done))
            result = -1;
    return result;
}

static int flush(FILE *stream)
{
    return stream ? sync(stream) : sync_all();
}

static int set_buffer(FILE *stream, char *buffer, int mode, size_t size)
{
    enum { MOST = INT_MAX };
    if (sync(stream))
        return -1;
    heddle_atomic_begin();
    stream->buffering = (enum runtime_buffering)mode;
    if (mode == BUFFERED_NOT) {
        stream->size = 1;
    } else if (buffer && size && size <= MOST) {
        stream->buffer = buffer;
        stream->size = (unsigned)size;
    }
    heddle_atomic_end();
    return 0;
}

// ---- reading

enum { SMALL = 256 };

// What was read, until it goes to the caller's memory.
struct taken {
    char small[SMALL];
    char *bytes;
    size_t count, room;
};

static bool make_room(struct taken *taken, size_t room)
{
    if (room <= taken->room)
        return true;
    char *bytes = malloc(room);
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
    if (!make_room(taken, taken->count + left))
        return -ENOMEM;
    ssize_t done = __runtime_take_some(stream, taken->bytes + taken->count, left, stop);
    if (done > 0)
        taken->count += (size_t)done;
    return done;
}

// Takes `count` bytes, or all through the first `stop`, or through the end. False on an error.
static bool take(FILE *stream, struct taken *taken, size_t count, int stop)
{
    taken->bytes = taken->small;
    taken->room = SMALL;
    taken->count = 0;
    if (count == 0)
        return true;
    ssize_t done;
    lock(stream);
    do {
        heddle_atomic_begin();
        do
            done = try_take(stream, taken, count, stop);
        while (done > 0 && !is_complete(taken, count, stop));
        heddle_atomic_end();
    } while (done == RUNTIME_WAIT);
    unlock(stream);
    return settle(stream, done) == 0;
}

static void give_back(struct taken *taken)
{
    if (taken->bytes != taken->small)
        free(taken->bytes);
}

static int get_character(FILE *stream)
{
    struct taken taken;
    take(stream, &taken, 1, -1);
    return taken.count ? (unsigned char)taken.bytes[0] : -1;
}

#define GET_FROM_STREAM(name)                                                                                \
    int name(FILE *stream)                                                                                   \
    {                                                                                                        \
        return get_character(stream);                                                                        \
    }
GET_FROM_STREAM(fgetc)
GET_FROM_STREAM(getc)
GET_FROM_STREAM(_IO_getc)
GET_FROM_STREAM(fgetc_unlocked)
GET_FROM_STREAM(getc_unlocked)

int getchar(void)
{
    return get_character(stdin);
}

int getchar_unlocked(void)
{
    return get_character(stdin);
}

int ungetc(int character, FILE *stream)
{
    heddle_atomic_begin();
    bool done = character != -1 && stream->pushed < sizeof stream->back;
    if (done) {
        stream->back[stream->pushed++] = (unsigned char)character;
        stream->ended = false;
    }
    heddle_atomic_end();
    return done ? (unsigned char)character : -1;
}

static char *get_line(char *to, int size, FILE *stream)
{
    struct taken taken;
    if (size <= 0)
        return NULL;
    // What came before there was no more without waiting is a line, as in glibc.
    bool fine =
        (take(stream, &taken, (size_t)size - 1, '\n') || errno == EAGAIN) && (taken.count || size == 1);
    if (fine) {
        memcpy(to, taken.bytes, taken.count);
        to[taken.count] = 0;
    }
    give_back(&taken);
    return fine ? to : NULL;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    return get_line(to, size, stream);
}

char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream)
{
    return get_line(to, size, stream);
}

char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict stream)
{
    (void)room;
    return get_line(to, size, stream);
}

char *__fgets_unlocked_chk(char *restrict to, size_t room, int size, FILE *restrict stream)
{
    (void)room;
    return get_line(to, size, stream);
}

char *gets(char *to)
{
    struct taken taken;
    bool fine = take(stdin, &taken, SIZE_MAX / 2, '\n') && taken.count;
    if (fine) {
        size_t length = taken.count - (taken.bytes[taken.count - 1] == '\n');
        memcpy(to, taken.bytes, length);
        to[length] = 0;
    }
    give_back(&taken);
    return fine ? to : NULL;
}

static size_t get_elements(void *to, size_t size, size_t count, FILE *stream)
{
    struct taken taken;
    if (size == 0 || count == 0)
        return 0;
    take(stream, &taken, size * count, -1);
    memcpy(to, taken.bytes, taken.count);
    size_t done = taken.count == size * count ? count : taken.count / size;
    give_back(&taken);
    return done;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return get_elements(to, size, count, stream);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return get_elements(to, size, count, stream);
}

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream)
{
    (void)room;
    return get_elements(to, size, count, stream);
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
    if (!line || !room)
        return __runtime_fail(EINVAL);
    if (failed(stream))
        return -1;
    if ((!*line || *room == 0) && !make_line(line, room, LEAST_LINE))
        return -1; // also before the end of the file, as in glibc: the caller frees it all the same
    take(stream, &taken, SIZE_MAX / 2, end);
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
    give_back(&taken);
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

// For scanf: what is left of the stream, as a text of that length; the stream stays locked until
// __runtime_end_scan. NULL: there is none to be had.
char *__runtime_begin_scan(FILE *stream, size_t *length)
{
    lock_any(stream);
    heddle_atomic_begin();
    struct runtime_description *description = __runtime_description(stream->descriptor);
    char *text = NULL;
    if (!stream->reads) {
        errno = EBADF;
    } else if (description && __runtime_is_kind(description->node, MODE_PIPE)) {
        __heddle_unmodelled_value("scanf from a pipe");
    } else {
        uint64_t place = description ? description->place : 0;
        uint64_t most = description ? __runtime_available(description->node, place) : 0;
        unsigned pushed = stream->pushed, ahead = stream->writing ? 0 : stream->end - stream->at;
        if (__heddle_is_symbolic(most))
            most = description->node->capacity;
        text = malloc((size_t)(pushed + ahead + most + 2));
        for (unsigned i = 0; text && i < pushed; i++)
            text[i] = (char)stream->back[pushed - 1 - i];
        if (text)
            memcpy(text + pushed, stream->buffer + stream->at, ahead);
        *length = pushed + ahead;
        ssize_t done = text && description && !stream->ended
                           ? __runtime_read(description->node, &place, text + *length, (size_t)most + 1)
                           : 0;
        *length += done > 0 ? (size_t)done : 0;
        if (text)
            text[*length] = 0;
    }
    heddle_atomic_end();
    return text;
}

// Reads so many characters, and maybe the end, once more, into nothing.
static void skip(FILE *stream, size_t count, bool ended)
{
    char bytes[SMALL];
    ssize_t done = 1;
    while (done > 0 && count) {
        done = __runtime_take_some(stream, bytes, count < SMALL ? count : SMALL, -1);
        count -= done > 0 ? (size_t)done : 0;
    }
    if (ended)
        __runtime_take_some(stream, bytes, 1, -1);
}

// `used` characters of the text were read, and maybe its end was seen.
void __runtime_end_scan(FILE *stream, char *text, size_t used, bool ended)
{
    heddle_atomic_begin();
    if (text)
        skip(stream, used, ended);
    heddle_atomic_end();
    free(text);
    pthread_mutex_unlock(stream->lock);
}

// ---- places

enum { FROM_START, FROM_HERE, FROM_END };

static int seek(FILE *stream, offset64 by, int from)
{
    offset64 place;
    if (!stream->operations)
        return __runtime_fail(ESPIPE);
    if (from < FROM_START || from > FROM_END)
        return __runtime_fail(EINVAL);
    lock(stream);
    do {
        heddle_atomic_begin();
        place = __runtime_seek_stream(stream, by, from);
        heddle_atomic_end();
    } while (place == RUNTIME_WAIT);
    unlock(stream);
    return place < 0 ? __runtime_fail((int)-place) : 0;
}

static offset64 tell(FILE *stream)
{
    if (!stream->operations)
        return __runtime_fail(ESPIPE);
    heddle_atomic_begin();
    offset64 place = __runtime_tell_stream(stream);
    heddle_atomic_end();
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
        return (type)tell(stream);                                                                           \
    }
TELLER(ftell, long)
TELLER(ftello, long)
TELLER(ftello64, offset64)

void rewind(FILE *stream)
{
    seek(stream, 0, FROM_START);
    if (stream->operations)
        clear(stream);
}

// fpos_t begins with the place.
#define POSITIONS(get, set, type)                                                                            \
    int get(FILE *restrict stream, type *restrict to)                                                        \
    {                                                                                                        \
        offset64 place = tell(stream);                                                                       \
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
