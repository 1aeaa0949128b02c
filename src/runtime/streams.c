// <stdio.h>: standard output and error, and unformatted output to any stream; write. The variables can be
// assigned, as in glibc. Where a program does not, heddle-lower makes them constants, so that naming one is
// no access to shared memory. Printing touches no memory of a stream; what other streams do is in
// file_streams.h.
#include "runtime/format.h"

union runtime_mutex __runtime_output_locks[2] = {RUNTIME_RECURSIVE_MUTEX, RUNTIME_RECURSIVE_MUTEX};
char __runtime_output_calls[2];
signed char __runtime_output_orientations[2];
#define OUTPUT(number) {.descriptor = (number) + 1, RUNTIME_SHARED_BY_OUTPUTS(number)}
static const struct runtime_file outputs[2] = {OUTPUT(0), OUTPUT(1)};
FILE *stdin = &__runtime_standard_input;
FILE *stdout = (FILE *)&outputs[0];
FILE *stderr = (FILE *)&outputs[1];

const struct runtime_file_operations *_Atomic __runtime_files;
void (*_Atomic __runtime_redirect)(int descriptor);

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

static void print_character(const FILE *stream, char byte)
{
    if (__heddle_is_symbolic((unsigned char)byte))
        __heddle_output(stream->descriptor, "<symbolic>", 10);
    else
        __heddle_output(stream->descriptor, &byte, 1);
}

static const struct runtime_pieces no_texts;

static int put_byte_character(FILE *stream, int character)
{
    char byte = (char)character;
    ORIENT_TO_BYTES(stream);
    stream = __runtime_output_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        return operations->put(stream, &byte, 1, &no_texts) ? (unsigned char)character : -1;
    MAY_BE_CANCELLED;
    __runtime_lock_output(stream);
    print_character(stream, byte);
    __runtime_unlock_output(stream);
    return (unsigned char)character;
}

static int put_character_unlocked(FILE *stream, int character)
{
    char byte = (char)character;
    ORIENT_TO_BYTES(stream);
    stream = __runtime_output_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    SHARED_BY_CALLS(*stream->unlocked_calls);
    if (ARE_OF_OPENED(operations))
        return operations->put_unlocked(stream, &byte, 1, &no_texts) ? (unsigned char)character : -1;
    MAY_BE_CANCELLED;
    print_character(stream, byte);
    return (unsigned char)character;
}

#define PUT_TO_STREAM(name, put)                                                                             \
    int name(int character, FILE *stream)                                                                    \
    {                                                                                                        \
        return put(stream, character);                                                                       \
    }
PUT_TO_STREAM(fputc, put_byte_character)
PUT_TO_STREAM(putc, put_byte_character)
PUT_TO_STREAM(fputc_unlocked, put_character_unlocked)
PUT_TO_STREAM(putc_unlocked, put_character_unlocked)
PUT_TO_STREAM(_IO_putc, put_byte_character)

int putchar(int character)
{
    return put_byte_character(stdout, character);
}

int putchar_unlocked(int character)
{
    return put_character_unlocked(stdout, character);
}

// Opens a sink on a stream of the calling function.
#define STREAM_SINK(name, to)                                                                                \
    char name##_buffer[RUNTIME_OUTPUT_BUFFER];                                                               \
    struct runtime_sink name = {.out = name##_buffer, .size = sizeof name##_buffer, .descriptor = to}

// Prints the text. Returns its length.
static size_t print_text(FILE *stream, const char *text, bool line, bool locks)
{
    STREAM_SINK(sink, stream->descriptor);
    size_t length = 0;
    MAY_BE_CANCELLED;
    if (locks)
        __runtime_lock_output(stream);
    for (; text[length]; length++)
        __runtime_sink_put(&sink, text[length]);
    if (line)
        __runtime_sink_put(&sink, '\n');
    __runtime_sink_flush(&sink);
    if (locks)
        __runtime_unlock_output(stream);
    return length;
}

// Some texts to a stream that was opened, in one operation, as others see it. Returns their length; -1: an
// error.
static int put_texts(FILE *stream, const struct runtime_stream_operations *operations,
                     const char *const *texts, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += strlen(texts[i]);
    char *all = __heddle_new(length + 1), *end = all;
    if (!all)
        return -1;
    for (size_t i = 0; i < count; i++) {
        size_t part = strlen(texts[i]);
        memcpy(end, texts[i], part);
        end += part;
    }
    // What is behind the first text is one character, or goes to a stream without a buffer.
    struct runtime_pieces pieces = {.texts = pieces.small, .count = 1, .small = {{0, strlen(texts[0])}}};
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, free, all);
    bool done = operations->put(stream, all, length, &pieces) == length;
    CLEANUP_POP(&cleanup);
    free(all);
    return done ? (int)length : -1;
}

// Standard output may have been assigned another stream.
int puts(const char *text)
{
    ORIENT_TO_BYTES(stdout);
    FILE *stream = __runtime_output_stream(stdout);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        return put_texts(stream, operations, (const char *const[]){text, "\n"}, 2);
    return (int)(print_text(stream, text, true, true) + 1);
}

static int put_byte_text(const char *text, FILE *stream, bool locks)
{
    ORIENT_TO_BYTES(stream);
    stream = __runtime_output_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations)) {
        size_t length = strlen(text);
        size_t (*put)(FILE *, const char *, size_t, const struct runtime_pieces *) =
            locks ? operations->put : operations->put_unlocked;
        return put(stream, text, length, NULL) == length ? 1 : -1;
    }
    print_text(stream, text, false, locks);
    return 1;
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    return put_byte_text(text, stream, true);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    SHARED_BY_CALLS(*stream->unlocked_calls);
    return put_byte_text(text, stream, false);
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
static size_t put_elements(const void *memory, size_t size, size_t count, FILE *stream, bool locks)
{
    if (size == 0)
        return 0;
    stream = __runtime_output_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations)) {
        size_t (*put)(FILE *, const char *, size_t, const struct runtime_pieces *) =
            locks ? operations->put : operations->put_unlocked;
        size_t bytes = size * count, done = put(stream, memory, bytes, NULL);
        return done == bytes ? count : done / size;
    }
    MAY_BE_CANCELLED;
    if (locks)
        __runtime_lock_output(stream);
    __runtime_put_bytes(stream->descriptor, memory, size * count);
    if (locks)
        __runtime_unlock_output(stream);
    return count;
}

size_t fwrite(const void *restrict memory, size_t size, size_t count, FILE *restrict stream)
{
    ORIENT_TO_BYTES(stream);
    return put_elements(memory, size, count, stream, true);
}

size_t __runtime_put_elements(const void *memory, size_t size, size_t count, FILE *stream)
{
    return put_elements(memory, size, count, stream, true);
}

size_t fwrite_unlocked(const void *restrict memory, size_t size, size_t count, FILE *restrict stream)
{
    ORIENT_TO_BYTES(stream);
    SHARED_BY_CALLS(*stream->unlocked_calls);
    return put_elements(memory, size, count, stream, false);
}

ssize_t write(int descriptor, const void *memory, size_t count)
{
    if (__runtime_is_printed(descriptor)) {
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
    ORIENT_TO_BYTES(stderr);
    FILE *stream = __runtime_output_stream(stderr);
    const char *texts[] = {message, message && *message ? ": " : "", __runtime_strerror(errno), "\n"};
    const struct runtime_stream_operations *operations = stream->operations;
    size_t first = message ? 0 : 2;
    if (ARE_OF_OPENED(operations)) {
        put_texts(stream, operations, texts + first, sizeof texts / sizeof *texts - first);
        return;
    }
    STREAM_SINK(sink, stream->descriptor);
    MAY_BE_CANCELLED;
    __runtime_lock_output(stream);
    for (size_t i = first; i < sizeof texts / sizeof *texts; i++)
        for (const char *text = texts[i]; *text; text++)
            __runtime_sink_put(&sink, *text);
    __runtime_sink_flush(&sink);
    __runtime_unlock_output(stream);
}

void perror(const char *message)
{
    print_error(message);
}

// Standard output and error have no buffer.
static int look_at_stream(FILE *stream)
{
    (void)*(volatile int *)&stream->descriptor; // a stream that is none is found here
    return 0;
}

// NULL means all streams.
static int flush_stream(FILE *stream)
{
    MAY_BE_CANCELLED;
    __runtime_note_flushed(stream);
    if (!stream) {
        int (*all)(void) =
            __heddle_streams_are_opened() ? __c11_atomic_load(&__runtime_flush_all, __ATOMIC_RELAXED) : NULL;
        return all ? all() : 0;
    }
    stream = __runtime_current_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    return ARE_OF_OPENED(operations) ? operations->flush(stream) : look_at_stream(stream);
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
    stream = __runtime_current_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        return operations->set_buffer(stream, buffer, mode, size);
    if (__heddle_output_is_redirected())
        __runtime_note_mode(stream, mode, buffer);
    __runtime_note_buffer(stream, mode == BUFFERED_NOT || !size ? NULL : buffer);
    return look_at_stream(stream);
}

int fflush(FILE *stream)
{
    return flush_stream(stream);
}

int fflush_unlocked(FILE *stream)
{
    return flush_stream(stream);
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
    stream = __runtime_current_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    return ARE_OF_OPENED(operations) ? operations->failed(stream) : look_at_stream(stream);
}

int ferror(FILE *stream)
{
    return failed(stream);
}

int ferror_unlocked(FILE *stream)
{
    stream = __runtime_current_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    return ARE_OF_OPENED(operations) ? operations->failed_unlocked(stream) : look_at_stream(stream);
}

static void clear(FILE *stream)
{
    stream = __runtime_current_stream(stream);
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
    stream = __runtime_current_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        operations->clear_unlocked(stream);
}
