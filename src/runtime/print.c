// <stdio.h>: formatted output. A call hands all it prints to the machine at once, from a buffer on the stack:
// the standard streams have no shared buffer, so that printing is no access another thread could observe.
// Output to them never fails. To files goes what was formatted before, as one operation.
#include "runtime/format.h"

static int format_to_descriptor(int descriptor, const char *format, struct runtime_arguments *arguments)
{
    char buffer[RUNTIME_OUTPUT_BUFFER];
    struct runtime_sink sink = {.out = buffer, .size = sizeof buffer, .descriptor = descriptor};
    int result = __runtime_format(&sink, format, arguments);
    __runtime_sink_flush(&sink);
    return result;
}

static int format_to_new(char **to, const char *format, struct runtime_arguments *arguments,
                         struct runtime_pieces *pieces);

static void release_pieces(void *pieces)
{
    struct runtime_pieces *own = pieces;
    if (own->texts != own->small)
        free(own->texts);
}

// Where nothing shows what files hold, values that depend on inputs need no digits.
static int format_to_file(FILE *stream, const struct runtime_stream_operations *operations,
                          const char *format, struct runtime_arguments *arguments)
{
    char *text;
    if (!operations->shown()) {
        int length = format_to_descriptor(RUNTIME_NOWHERE, format, arguments);
        return length > 0 && operations->put(stream, format, 1, NULL) == 0 ? -1 : length;
    }
    struct runtime_pieces pieces = {.texts = pieces.small,
                                    .room = sizeof pieces.small / sizeof *pieces.small};
    int length = format_to_new(&text, format, arguments, &pieces);
    if (pieces.failed)
        __heddle_unmodelled("printing to a file without memory for its pieces");
    struct runtime_cleanup cleanup, cleanup_of_pieces;
    CLEANUP_PUSH(&cleanup_of_pieces, release_pieces, &pieces);
    bool done = length >= 0;
    if (done) {
        CLEANUP_PUSH(&cleanup, free, text);
        done = operations->put(stream, text, (size_t)length, &pieces) == (size_t)length;
        CLEANUP_POP(&cleanup);
        free(text);
    }
    CLEANUP_POP(&cleanup_of_pieces);
    release_pieces(&pieces);
    return done ? length : -1;
}

int __runtime_format_to_stream(FILE *stream, const char *format, struct runtime_arguments *arguments)
{
    stream = __runtime_output_stream(stream);
    const struct runtime_stream_operations *operations = stream->operations;
    if (ARE_OF_OPENED(operations))
        return format_to_file(stream, operations, format, arguments);
    MAY_BE_CANCELLED;
    __runtime_lock_output(stream);
    int result = format_to_descriptor(stream->descriptor, format, arguments);
    __runtime_unlock_output(stream);
    return result;
}

static int format_to_stream(FILE *stream, const char *format, struct runtime_arguments *arguments)
{
    ORIENT_TO_BYTES(stream);
    return __runtime_format_to_stream(stream, format, arguments);
}

ssize_t write(int descriptor, const void *memory, size_t count);

static int format_for_write(int descriptor, const char *format, struct runtime_arguments *arguments)
{
    char *text;
    MAY_BE_CANCELLED;
    if (__runtime_is_printed(descriptor))
        return format_to_descriptor(descriptor, format, arguments);
    int length = format_to_new(&text, format, arguments, NULL);
    if (length < 0)
        return -1;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, free, text);
    ssize_t done = write(descriptor, text, (size_t)length);
    CLEANUP_POP(&cleanup);
    free(text);
    return (int)done;
}

static int format_to_memory(char *to, size_t size, const char *format, struct runtime_arguments *arguments)
{
    struct runtime_sink sink = {
        .out = to, .size = size ? size - 1 : 0, .descriptor = -1, .is_callers = size > 0};
    int result = __runtime_format(&sink, format, arguments);
    if (size)
        to[sink.used] = 0;
    return result;
}

// What was cut off ends the program.
static int format_within(char *to, size_t room, const char *format, struct runtime_arguments *arguments)
{
    int result = format_to_memory(to, room, format, arguments);
    if (result >= 0)
        __runtime_check_room(to, (size_t)result + 1, room);
    return result;
}

static int format_fortified(char *to, size_t size, size_t room, const char *format,
                            struct runtime_arguments *arguments)
{
    __runtime_check_limit(size, room);
    return format_to_memory(to, size, format, arguments);
}

static int format_to_new(char **to, const char *format, struct runtime_arguments *arguments,
                         struct runtime_pieces *pieces)
{
    struct runtime_sink sink = {.descriptor = -1, .grows = true, .pieces = pieces};
    int result = __runtime_format(&sink, format, arguments);
    __runtime_sink_put(&sink, 0);
    char *text = result < 0 || sink.failed ? NULL : realloc(sink.out, sink.used);
    if (!text) {
        free(sink.out);
        return -1;
    }
    *to = text;
    return result;
}

// A function of the family and its v form. PRINTER(name, parameters in parentheses, call of the core).
#define UNPACK(...) __VA_ARGS__
#define PRINTER(name, parameters, call)                                                                      \
    int v##name(UNPACK parameters, const char *restrict format, va_list list)                                \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_copy(arguments.list, list);                                                                       \
        int result = call;                                                                                   \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }                                                                                                        \
    int name(UNPACK parameters, const char *restrict format, ...)                                            \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_start(arguments.list, format);                                                                    \
        int result = call;                                                                                   \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }
// The fortified forms are named __printf_chk and __vprintf_chk.
#define FORTIFIED(name, parameters, call)                                                                    \
    int __v##name##_chk(UNPACK parameters, const char *restrict format, va_list list)                        \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_copy(arguments.list, list);                                                                       \
        int result = call;                                                                                   \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }                                                                                                        \
    int __##name##_chk(UNPACK parameters, const char *restrict format, ...)                                  \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_start(arguments.list, format);                                                                    \
        int result = call;                                                                                   \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }

PRINTER(fprintf, (FILE * stream), format_to_stream(stream, format, &arguments))
PRINTER(dprintf, (int descriptor), format_for_write(descriptor, format, &arguments))
PRINTER(sprintf, (char *restrict to), format_to_memory(to, SIZE_MAX, format, &arguments))
PRINTER(snprintf, (char *restrict to, size_t size), format_to_memory(to, size, format, &arguments))
PRINTER(asprintf, (char **restrict to), format_to_new(to, format, &arguments, NULL))
FORTIFIED(printf, (int flag), ((void)flag, format_to_stream(stdout, format, &arguments)))
FORTIFIED(fprintf, (FILE * stream, int flag), ((void)flag, format_to_stream(stream, format, &arguments)))
FORTIFIED(dprintf, (int descriptor, int flag), ((void)flag, format_for_write(descriptor, format, &arguments)))
FORTIFIED(sprintf, (char *restrict to, int flag, size_t room),
          ((void)flag, format_within(to, room, format, &arguments)))
FORTIFIED(snprintf, (char *restrict to, size_t size, int flag, size_t room),
          ((void)flag, format_fortified(to, size, room, format, &arguments)))
FORTIFIED(asprintf, (char **restrict to, int flag), ((void)flag, format_to_new(to, format, &arguments, NULL)))

int vprintf(const char *restrict format, va_list list)
{
    struct runtime_arguments arguments;
    va_copy(arguments.list, list);
    int result = format_to_stream(stdout, format, &arguments);
    va_end(arguments.list);
    return result;
}

int printf(const char *restrict format, ...)
{
    struct runtime_arguments arguments;
    va_start(arguments.list, format);
    int result = format_to_stream(stdout, format, &arguments);
    va_end(arguments.list);
    return result;
}
