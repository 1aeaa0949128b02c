// <stdio.h>: output. A call hands all it prints to the machine at once, from a buffer on the stack: the
// standard streams have no shared buffer, so that printing is no access another thread could observe. Output
// never fails.
#include "runtime/format.h"

static int format_to_stream(int descriptor, const char *format, struct runtime_arguments *arguments)
{
    char buffer[RUNTIME_OUTPUT_BUFFER];
    struct runtime_sink sink = {.out = buffer, .size = sizeof buffer, .descriptor = descriptor};
    int result = __runtime_format(&sink, format, arguments);
    __runtime_sink_flush(&sink);
    return result;
}

static int format_to_memory(char *to, size_t size, const char *format, struct runtime_arguments *arguments)
{
    struct runtime_sink sink = {.out = to, .size = size ? size - 1 : 0, .descriptor = -1};
    int result = __runtime_format(&sink, format, arguments);
    if (size)
        to[sink.used] = 0;
    return result;
}

static int format_to_new(char **to, const char *format, struct runtime_arguments *arguments)
{
    struct runtime_sink sink = {.descriptor = -1, .grows = true};
    int result = __runtime_format(&sink, format, arguments);
    char *text = result < 0 ? NULL : realloc(sink.out, sink.used + 1);
    if (!text) {
        free(sink.out);
        return -1;
    }
    text[sink.used] = 0;
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

PRINTER(fprintf, (FILE * stream), format_to_stream(stream->descriptor, format, &arguments))
PRINTER(dprintf, (int descriptor), format_to_stream(descriptor, format, &arguments))
PRINTER(sprintf, (char *restrict to), format_to_memory(to, SIZE_MAX, format, &arguments))
PRINTER(snprintf, (char *restrict to, size_t size), format_to_memory(to, size, format, &arguments))
PRINTER(asprintf, (char **restrict to), format_to_new(to, format, &arguments))
FORTIFIED(printf, (int flag), ((void)flag, format_to_stream(stdout->descriptor, format, &arguments)))
FORTIFIED(fprintf, (FILE * stream, int flag),
          ((void)flag, format_to_stream(stream->descriptor, format, &arguments)))
FORTIFIED(dprintf, (int descriptor, int flag), ((void)flag, format_to_stream(descriptor, format, &arguments)))
FORTIFIED(sprintf, (char *restrict to, int flag, size_t room),
          ((void)flag, (void)room, format_to_memory(to, SIZE_MAX, format, &arguments)))
FORTIFIED(snprintf, (char *restrict to, size_t size, int flag, size_t room),
          ((void)flag, (void)room, format_to_memory(to, size, format, &arguments)))
FORTIFIED(asprintf, (char **restrict to, int flag), ((void)flag, format_to_new(to, format, &arguments)))

int vprintf(const char *restrict format, va_list list)
{
    struct runtime_arguments arguments;
    va_copy(arguments.list, list);
    int result = format_to_stream(stdout->descriptor, format, &arguments);
    va_end(arguments.list);
    return result;
}

int printf(const char *restrict format, ...)
{
    struct runtime_arguments arguments;
    va_start(arguments.list, format);
    int result = format_to_stream(stdout->descriptor, format, &arguments);
    va_end(arguments.list);
    return result;
}
