// <stdio.h>: the standard streams and unformatted output; write. Other files and all input are not modelled,
// that is, not defined here. The variables can be assigned, as in glibc. Where a program does not,
// heddle-lower makes them constants, so that naming one is no access to shared memory.
#include "runtime/format.h"

static struct runtime_file const streams[] = {{0}, {1}, {2}};
FILE *stdin = (FILE *)&streams[0];
FILE *stdout = (FILE *)&streams[1];
FILE *stderr = (FILE *)&streams[2];

static int put_character(int descriptor, int character)
{
    char byte = (char)character;
    if (__heddle_is_symbolic((unsigned char)byte))
        __heddle_output(descriptor, "<symbolic>", 10);
    else
        __heddle_output(descriptor, &byte, 1);
    return (unsigned char)character;
}

static char unlocked_calls; // what is written without a stream's lock

#define PUT_TO_STREAM(name, before)                                                                          \
    int name(int character, FILE *stream)                                                                    \
    {                                                                                                        \
        before;                                                                                              \
        return put_character(stream->descriptor, character);                                                 \
    }
PUT_TO_STREAM(fputc, )
PUT_TO_STREAM(putc, )
PUT_TO_STREAM(fputc_unlocked, SHARED_BY_CALLS(unlocked_calls))
PUT_TO_STREAM(putc_unlocked, SHARED_BY_CALLS(unlocked_calls))
PUT_TO_STREAM(_IO_putc, )

int putchar(int character)
{
    return put_character(stdout->descriptor, character);
}

int putchar_unlocked(int character)
{
    SHARED_BY_CALLS(unlocked_calls);
    return put_character(stdout->descriptor, character);
}

// Opens a sink on a stream of the calling function.
#define STREAM_SINK(name, to)                                                                                \
    char name##_buffer[RUNTIME_OUTPUT_BUFFER];                                                               \
    struct runtime_sink name = {.out = name##_buffer, .size = sizeof name##_buffer, .descriptor = to}

// Returns the length of the text.
static size_t put_text(int descriptor, const char *text, bool line)
{
    STREAM_SINK(sink, descriptor);
    size_t length = 0;
    for (; text[length]; length++)
        __runtime_sink_put(&sink, text[length]);
    if (line)
        __runtime_sink_put(&sink, '\n');
    __runtime_sink_flush(&sink);
    return length;
}

int puts(const char *text)
{
    return (int)(put_text(stdout->descriptor, text, true) + 1);
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    put_text(stream->descriptor, text, false);
    return 1;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    SHARED_BY_CALLS(unlocked_calls);
    put_text(stream->descriptor, text, false);
    return 1;
}

static void put_bytes(int descriptor, const void *memory, size_t count)
{
    STREAM_SINK(sink, descriptor);
    const char *bytes = memory;
    for (size_t i = 0; i < count; i++)
        __runtime_sink_put(&sink, bytes[i]);
    __runtime_sink_flush(&sink);
}

size_t fwrite(const void *restrict memory, size_t size, size_t count, FILE *restrict stream)
{
    put_bytes(stream->descriptor, memory, size * count);
    return size ? count : 0;
}

size_t fwrite_unlocked(const void *restrict memory, size_t size, size_t count, FILE *restrict stream)
{
    SHARED_BY_CALLS(unlocked_calls);
    put_bytes(stream->descriptor, memory, size * count);
    return size ? count : 0;
}

ssize_t write(int descriptor, const void *memory, size_t count)
{
    if (descriptor != 1 && descriptor != 2) {
        __heddle_unmodelled_value("write to a file");
        return -1;
    }
    put_bytes(descriptor, memory, count);
    return (ssize_t)count;
}

static void print_error(const char *message)
{
    const char *texts[] = {message, message && *message ? ": " : "", __runtime_strerror(errno), "\n"};
    STREAM_SINK(sink, stderr->descriptor);
    for (size_t i = message ? 0 : 2; i < sizeof texts / sizeof *texts; i++)
        for (const char *text = texts[i]; *text; text++)
            __runtime_sink_put(&sink, *text);
    __runtime_sink_flush(&sink);
}

void perror(const char *message)
{
    print_error(message);
}

// Nothing is ever buffered. NULL means all streams.
static int flush(FILE *stream)
{
    if (stream)
        (void)*(volatile int *)&stream->descriptor; // a stream that is none is found here
    return 0;
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
    (void)buffer;
    (void)size;
    return mode < 0 || mode > 2 ? -1 : flush(stream);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)buffer;
    flush(stream);
}

void setlinebuf(FILE *stream)
{
    flush(stream);
}

int fileno(FILE *stream)
{
    return stream->descriptor;
}

int fileno_unlocked(FILE *stream)
{
    return stream->descriptor;
}

int ferror(FILE *stream)
{
    return flush(stream);
}

int ferror_unlocked(FILE *stream)
{
    return flush(stream);
}

void clearerr(FILE *stream)
{
    flush(stream);
}

// Locks of streams: no function here touches a stream's memory, so there is nothing to protect. Programs that
// protect data of their own with flockfile are not modelled: it is not defined.

int isatty(int descriptor)
{
    (void)descriptor;
    errno = ENOTTY;
    return 0;
}
