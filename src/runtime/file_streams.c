// <stdio.h>: streams over descriptors, standard input among them. A call is an atomic section, in which the
// stream's buffer is filled or written where that is due. Functions that need several sections take the
// stream's lock, and then the others do, too.
#include "runtime/file_streams.h"

size_t __runtime_put_to_stream(FILE *stream, const char *bytes, size_t count,
                               const struct runtime_pieces *pieces);
size_t __runtime_put_unlocked(FILE *stream, const char *bytes, size_t count,
                              const struct runtime_pieces *pieces);
static int failed_unlocked(FILE *stream);
static void clear_unlocked(FILE *stream);
static bool shown(void)
{
    return __heddle_files_are_read();
}
// Linked only where a program opens a stream or names standard input: __heddle_streams_are_opened.
const struct runtime_stream_operations __runtime_stream_operations = {__runtime_put_to_stream,
                                                                      __runtime_stream_failed,
                                                                      __runtime_clear_stream,
                                                                      __runtime_flush,
                                                                      __runtime_set_stream_buffer,
                                                                      shown,
                                                                      exit,
                                                                      __runtime_put_unlocked,
                                                                      failed_unlocked,
                                                                      clear_unlocked};

static union runtime_mutex input_lock = RUNTIME_RECURSIVE_MUTEX;
static char input_buffer[RUNTIME_STREAM_BUFFER];
static char input_unlocked_calls;
static signed char input_orientation;
FILE __runtime_standard_input = {.descriptor = 0,
                                 .operations = &__runtime_stream_operations,
                                 .lock = &input_lock,
                                 .unlocked_calls = &input_unlocked_calls,
                                 .orientation = &input_orientation,
                                 .reads = true,
                                 .buffer = input_buffer,
                                 .size = RUNTIME_STREAM_BUFFER,
                                 .offset = -1};

struct locked_stream {
    FILE stream;
    union runtime_mutex lock;
    char unlocked_calls;
    signed char orientation;
    char buffer[RUNTIME_STREAM_BUFFER];
};

FILE *__runtime_open_streams[RUNTIME_STREAM_LISTS];

static FILE **list_of(int descriptor)
{
    return &__runtime_open_streams[(unsigned)descriptor % RUNTIME_STREAM_LISTS];
}

static void enter_stream(FILE *stream)
{
    static _Thread_local unsigned opened;
    FILE **list = list_of(stream->descriptor);
    stream->opener = ~(uintptr_t)&opened; // only to be compared: nothing leads to the variable
    stream->opened_before = opened++;
    stream->next = *list;
    *list = stream;
    if (!__c11_atomic_load(&__runtime_flush_all, __ATOMIC_RELAXED))
        __c11_atomic_store(&__runtime_flush_all, __runtime_flush_streams, __ATOMIC_RELAXED);
}

// Before its descriptor is forgotten.
static void leave_stream(FILE *stream)
{
    FILE **link = list_of(stream->descriptor);
    while (*link && *link != stream)
        link = &(*link)->next;
    if (*link)
        *link = stream->next;
}

// What the two questions ask for: flockfile takes locks of all streams, others only of those here.
void __runtime_locks_streams(void) {}
void __runtime_locks_output(void) {}

void __runtime_lock_any_stream(FILE *stream)
{
    __runtime_locks_streams();
    pthread_mutex_lock(stream->lock);
}

void flockfile(FILE *stream)
{
    __runtime_locks_output();
    __runtime_lock_any_stream(stream);
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

void __runtime_set_stream(FILE *stream, int descriptor, int flags)
{
    stream->descriptor = descriptor;
    stream->reads = (flags & OPEN_ACCESS) != OPEN_WRITE;
    stream->writes = (flags & OPEN_ACCESS) != OPEN_READ;
    stream->appends = flags & OPEN_APPEND;
    stream->ended = stream->error = stream->writing = false;
    stream->pushed = stream->at = stream->end = stream->written = 0;
    stream->offset = -1;
    enter_stream(stream);
    if (flags & OPEN_APPEND && !stream->reads) {
        struct runtime_description *description = __runtime_description(descriptor);
        description->place = description->node->size;
    }
}

FILE *__runtime_new_stream(void)
{
    struct locked_stream *both = __heddle_new(sizeof *both);
    if (!both) {
        errno = ENOMEM;
        return NULL;
    }
    both->lock = (union runtime_mutex)RUNTIME_RECURSIVE_MUTEX;
    both->stream.lock = &both->lock;
    both->stream.unlocked_calls = &both->unlocked_calls;
    both->stream.orientation = &both->orientation;
    both->stream.operations = &__runtime_stream_operations;
    both->stream.allocated = true;
    both->stream.buffer = both->buffer;
    both->stream.size = RUNTIME_STREAM_BUFFER;
    return &both->stream;
}

// The stream, or NULL with the error where there is no descriptor.
static FILE *result_of_opening(FILE *stream, int descriptor)
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
        __runtime_set_stream(stream, descriptor, flags);
    return descriptor;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    MAY_BE_CANCELLED;
    int flags = read_mode(mode);
    FILE *stream = flags < 0 ? NULL : __runtime_new_stream();
    if (flags < 0)
        errno = EINVAL;
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    int descriptor = open_stream(stream, path, flags);
    heddle_atomic_end();
    if (descriptor >= 0)
        __runtime_await_partner(descriptor);
    return result_of_opening(stream, descriptor);
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}

// Writes what is held back, and closes the descriptor. -1: one of the two failed.
static int close_stream(FILE *stream)
{
    __runtime_begin_stream(stream);
    bool writing = stream->writing;
    heddle_atomic_end();
    bool unwritten = writing && __runtime_finish_stream(stream) < 0;
    if (!writing && stream->shown.update)
        unwritten = stream->shown.update(stream) < 0;
    heddle_atomic_begin();
    int result = __runtime_close_slot(stream->descriptor);
    leave_stream(stream);
    stream->descriptor = -1;
    heddle_atomic_end();
    return result < 0 ? __runtime_fail(-result) : unwritten ? -1 : 0;
}

static char *own_buffer(FILE *stream)
{
    return stream->allocated                     ? ((struct locked_stream *)stream)->buffer
           : stream == &__runtime_standard_input ? input_buffer
                                                 : __runtime_redirected_buffer(stream);
}

// In an atomic section: the file is opened before the descriptor, whose number the stream keeps, is closed.
static int reopen(FILE *stream, const char *path, int flags)
{
    int old = stream->descriptor;
    int descriptor = __runtime_open(RUNTIME_AT_FOLDER, path, flags, 0666, 0);
    leave_stream(stream);
    __runtime_close_slot(old);
    stream->descriptor = -1;
    if (descriptor < 0)
        return descriptor;
    if (old >= 0 && descriptor != old) {
        struct runtime_description *description = __runtime_description(descriptor);
        description->users++;
        __runtime_fill_slot(old, description, flags & OPEN_CLOSE_ON_EXEC);
        __runtime_close_slot(descriptor);
        descriptor = old;
    }
    // glibc's stream has a buffer of its own again.
    stream->buffer = own_buffer(stream);
    stream->size = RUNTIME_STREAM_BUFFER;
    stream->buffering = BUFFERED_FULLY;
    stream->has_given_buffer = false;
    __runtime_set_stream(stream, descriptor, flags);
    return descriptor;
}

static FILE *reopen_stream(const char *path, const char *mode, FILE *stream)
{
    int flags = read_mode(mode);
    if (stream->shown.update)
        __heddle_unmodelled("freopen of a stream over memory");
    __runtime_lock_any_stream(stream);
    if (flags < 0)
        close_stream(stream);
    else
        __runtime_finish_stream(stream);
    heddle_atomic_begin();
    int descriptor = flags < 0 ? flags : reopen(stream, path, flags);
    if (__heddle_streams_are_wide())
        *stream->orientation = 0;
    heddle_atomic_end();
    if (descriptor >= 0)
        __runtime_await_partner(descriptor);
    pthread_mutex_unlock(stream->lock);
    return result_of_opening(stream, descriptor);
}

// What standard output and error hold back is flushed, and they go on as any other stream.
static FILE *to_reopen(FILE *stream)
{
    heddle_atomic_begin();
    __runtime_redirects_output();
    if (!stream->operations)
        stream = __runtime_begin_redirection(stream);
    heddle_atomic_end();
    return stream;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    if (!path) {
        __heddle_unmodelled_value("freopen without a path");
        return NULL;
    }
    MAY_BE_CANCELLED;
    return reopen_stream(path, mode, to_reopen(stream)) ? stream : NULL;
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return freopen(path, mode, stream);
}

static int check_stream_descriptor(int descriptor, int flags)
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
    int result = check_stream_descriptor(descriptor, flags);
    if (result >= 0)
        __runtime_set_stream(stream, descriptor, flags);
    heddle_atomic_end();
    return result_of_opening(stream, result);
}

FILE *tmpfile(void)
{
    MAY_BE_CANCELLED;
    FILE *stream = __runtime_new_stream();
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_FILE | 0600);
    int descriptor = node ? __runtime_open_node(node, OPEN_BOTH, 0) : -ENOSPC;
    if (descriptor >= 0)
        __runtime_set_stream(stream, descriptor, OPEN_BOTH);
    else if (node)
        __runtime_release_node(node);
    heddle_atomic_end();
    return result_of_opening(stream, descriptor);
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

int fclose(FILE *stream)
{
    stream = __runtime_current_stream(stream);
    if (!stream->operations)
        return 0; // what is printed is out already
    MAY_BE_CANCELLED;
    __runtime_lock_stream(stream);
    int result = close_stream(stream);
    __runtime_unlock_stream(stream);
    if (stream->allocated)
        free(stream);
    return result;
}

// ---- state

static int failed_unlocked(FILE *stream)
{
    __runtime_begin_stream(stream);
    bool error = stream->error;
    heddle_atomic_end();
    return error;
}

int __runtime_stream_failed(FILE *stream)
{
    __runtime_lock_stream(stream);
    int error = failed_unlocked(stream);
    __runtime_unlock_stream(stream);
    return error;
}

static void clear_unlocked(FILE *stream)
{
    __runtime_begin_stream(stream);
    if (stream->ended)
        stream->ended = false;
    if (stream->error)
        stream->error = false;
    heddle_atomic_end();
}

void __runtime_clear_stream(FILE *stream)
{
    __runtime_lock_stream(stream);
    clear_unlocked(stream);
    __runtime_unlock_stream(stream);
}

int feof_unlocked(FILE *stream)
{
    __runtime_begin_stream(stream);
    bool ended = stream->operations && stream->ended;
    heddle_atomic_end();
    return ended;
}

int feof(FILE *stream)
{
    if (!stream->operations)
        return 0; // standard output and error
    __runtime_lock_stream(stream);
    int ended = feof_unlocked(stream);
    __runtime_unlock_stream(stream);
    return ended;
}
