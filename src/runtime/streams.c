// <stdio.h>: standard output and error, and unformatted output to any stream; write. The variables can be
// assigned, as in glibc. Where a program does not, heddle-lower makes them constants, so that naming one is
// no access to shared memory. Printing touches no memory of a stream; what other streams do is in
// file_streams.h.
#include "runtime/format.h"

static union runtime_mutex locks[] = {RUNTIME_RECURSIVE_MUTEX, RUNTIME_RECURSIVE_MUTEX};
static struct runtime_file const streams[] = {{.descriptor = 1, .lock = &locks[0]},
                                              {.descriptor = 2, .lock = &locks[1]}};
FILE *stdin = &__runtime_standard_input;
FILE *stdout = (FILE *)&streams[0];
FILE *stderr = (FILE *)&streams[1];

const struct runtime_file_operations *_Atomic __runtime_files;

// Printing takes a stream's lock only where the program can hold one itself.
void __runtime_lock_output(FILE *stream)
{
    if (__heddle_output_is_locked())
        pthread_mutex_lock(stream->lock);
}

void __runtime_unlock_output(FILE *stream)
{
    if (__heddle_output_is_locked())
        pthread_mutex_unlock(stream->lock);
}

static int put_character(FILE *stream, int character)
{
    char byte = (char)character;
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        return operations->put(stream, &byte, 1) ? (unsigned char)character : -1;
    MAY_BE_CANCELLED;
    __runtime_lock_output(stream);
    if (__heddle_is_symbolic((unsigned char)byte))
        __heddle_output(stream->descriptor, "<symbolic>", 10);
    else
        __heddle_output(stream->descriptor, &byte, 1);
    __runtime_unlock_output(stream);
    return (unsigned char)character;
}

static char unlocked_calls; // what is written without a stream's lock

#define PUT_TO_STREAM(name, before)                                                                          \
    int name(int character, FILE *stream)                                                                    \
    {                                                                                                        \
        before;                                                                                              \
        return put_character(stream, character);                                                             \
    }
PUT_TO_STREAM(fputc, )
PUT_TO_STREAM(putc, )
PUT_TO_STREAM(fputc_unlocked, SHARED_BY_CALLS(unlocked_calls))
PUT_TO_STREAM(putc_unlocked, SHARED_BY_CALLS(unlocked_calls))
PUT_TO_STREAM(_IO_putc, )

int putchar(int character)
{
    return put_character(stdout, character);
}

int putchar_unlocked(int character)
{
    SHARED_BY_CALLS(unlocked_calls);
    return put_character(stdout, character);
}

// Opens a sink on a stream of the calling function.
#define STREAM_SINK(name, to)                                                                                \
    char name##_buffer[RUNTIME_OUTPUT_BUFFER];                                                               \
    struct runtime_sink name = {.out = name##_buffer, .size = sizeof name##_buffer, .descriptor = to}

// Prints the text. Returns its length.
static size_t print_text(FILE *stream, const char *text, bool line)
{
    STREAM_SINK(sink, stream->descriptor);
    size_t length = 0;
    MAY_BE_CANCELLED;
    __runtime_lock_output(stream);
    for (; text[length]; length++)
        __runtime_sink_put(&sink, text[length]);
    if (line)
        __runtime_sink_put(&sink, '\n');
    __runtime_sink_flush(&sink);
    __runtime_unlock_output(stream);
    return length;
}

int puts(const char *text)
{
    return (int)(print_text(stdout, text, true) + 1);
}

static int put_text(const char *text, FILE *stream)
{
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations)) {
        size_t length = strlen(text);
        return operations->put(stream, text, length) == length ? 1 : -1;
    }
    print_text(stream, text, false);
    return 1;
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    return put_text(text, stream);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    SHARED_BY_CALLS(unlocked_calls);
    return put_text(text, stream);
}

void __runtime_put_bytes(int descriptor, const void *memory, size_t count)
{
    STREAM_SINK(sink, descriptor);
    const char *bytes = memory;
    for (size_t i = 0; i < count; i++)
        __runtime_sink_put(&sink, bytes[i]);
    __runtime_sink_flush(&sink);
}

// Returns the number of whole elements.
static size_t put_elements(const void *memory, size_t size, size_t count, FILE *stream)
{
    if (size == 0)
        return 0;
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations)) {
        size_t bytes = size * count, done = operations->put(stream, memory, bytes);
        return done == bytes ? count : done / size;
    }
    MAY_BE_CANCELLED;
    __runtime_lock_output(stream);
    __runtime_put_bytes(stream->descriptor, memory, size * count);
    __runtime_unlock_output(stream);
    return count;
}

size_t fwrite(const void *restrict memory, size_t size, size_t count, FILE *restrict stream)
{
    return put_elements(memory, size, count, stream);
}

size_t fwrite_unlocked(const void *restrict memory, size_t size, size_t count, FILE *restrict stream)
{
    SHARED_BY_CALLS(unlocked_calls);
    return put_elements(memory, size, count, stream);
}

ssize_t write(int descriptor, const void *memory, size_t count)
{
    if (descriptor == 1 || descriptor == 2) {
        CANCELLATION_POINT(0);
        __runtime_put_bytes(descriptor, memory, count);
        return (ssize_t)count;
    }
    const struct runtime_file_operations *files = __c11_atomic_load(&__runtime_files, __ATOMIC_RELAXED);
    if (files)
        return files->write(descriptor, memory, count);
    errno = EBADF; // none was ever opened
    return -1;
}

static void print_error(const char *message)
{
    const char *texts[] = {message, message && *message ? ": " : "", __runtime_strerror(errno), "\n"};
    STREAM_SINK(sink, stderr->descriptor);
    MAY_BE_CANCELLED;
    __runtime_lock_output(stderr);
    for (size_t i = message ? 0 : 2; i < sizeof texts / sizeof *texts; i++)
        for (const char *text = texts[i]; *text; text++)
            __runtime_sink_put(&sink, *text);
    __runtime_sink_flush(&sink);
    __runtime_unlock_output(stderr);
}

void perror(const char *message)
{
    print_error(message);
}

// Standard output and error have no buffer.
static int look_at(FILE *stream)
{
    (void)*(volatile int *)&stream->descriptor; // a stream that is none is found here
    return 0;
}

// NULL means all streams.
static int flush(FILE *stream)
{
    MAY_BE_CANCELLED;
    if (!stream) {
        int (*all)(void) =
            __heddle_streams_are_opened() ? __c11_atomic_load(&__runtime_flush_all, __ATOMIC_RELAXED) : NULL;
        return all ? all() : 0;
    }
    const struct runtime_stream_operations *operations = stream->operations;
    return ARE_OF_OPENED(operations) ? operations->flush(stream) : look_at(stream);
}

size_t __heddle_object_size(const void *at);

// Of standard output and error, which are not buffered here.
static char *_Atomic given_buffers[2];

// At the end of the program, which flushes what is printed natively.
static void check_buffers(void)
{
    for (int k = 0; k < 2; k++) {
        const char *buffer = __c11_atomic_load(&given_buffers[k], __ATOMIC_RELAXED);
        if (buffer && !__heddle_object_size(buffer))
            __heddle_unmodelled("a buffer of standard output or error that is gone when the program ends");
    }
}

// Answers the question of whether it is linked. Names exit so that it is linked, and runs when main returns.
void __runtime_note_buffer(const FILE *stream, char *buffer)
{
    void (*const volatile end)(int) = exit;
    _Atomic(char *) *noted = &given_buffers[stream->descriptor == 2];
    (void)end;
    if (__c11_atomic_load(noted, __ATOMIC_RELAXED) != buffer)
        __c11_atomic_store(noted, buffer, __ATOMIC_RELAXED);
    if (buffer && !__c11_atomic_load(&__runtime_check_buffers, __ATOMIC_RELAXED))
        __c11_atomic_store(&__runtime_check_buffers, check_buffers, __ATOMIC_RELAXED);
}

static int set_buffer(FILE *stream, char *buffer, int mode, size_t size)
{
    if (mode < 0 || mode > 2)
        return -1;
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        return operations->set_buffer(stream, buffer, mode, size);
    __runtime_note_buffer(stream, mode == BUFFERED_NOT || !size ? NULL : buffer);
    return look_at(stream);
}

int fflush(FILE *stream)
{
    return flush(stream);
}

int fflush_unlocked(FILE *stream)
{
    return flush(stream);
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    return set_buffer(stream, buffer, mode, size);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    enum { STANDARD_SIZE = 8192 }; // BUFSIZ
    set_buffer(stream, buffer, buffer ? BUFFERED_FULLY : BUFFERED_NOT, STANDARD_SIZE);
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    set_buffer(stream, buffer, buffer ? BUFFERED_FULLY : BUFFERED_NOT, size);
}

void setlinebuf(FILE *stream)
{
    set_buffer(stream, NULL, BUFFERED_BY_LINE, 0);
}

static int descriptor_of(const FILE *stream)
{
    if (!stream->shown.update)
        return stream->descriptor;
    errno = EBADF;
    return -1;
}

int fileno(FILE *stream)
{
    return descriptor_of(stream);
}

int fileno_unlocked(FILE *stream)
{
    return descriptor_of(stream);
}

static int failed(FILE *stream)
{
    const struct runtime_stream_operations *operations = stream->operations;
    return ARE_OF_OPENED(operations) ? operations->failed(stream) : look_at(stream);
}

int ferror(FILE *stream)
{
    return failed(stream);
}

int ferror_unlocked(FILE *stream)
{
    return failed(stream);
}

static void clear(FILE *stream)
{
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        operations->clear(stream);
}

void clearerr(FILE *stream)
{
    clear(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clear(stream);
}

int isatty(int descriptor)
{
    (void)descriptor;
    errno = ENOTTY;
    return 0;
}
