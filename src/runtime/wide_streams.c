// <wchar.h>: streams of wide characters. In the C locale these are ASCII, so that they are bytes of the
// stream; others are not modelled. What a stream is for is what is done to it first: a function of wide
// characters fails on a stream of bytes, as in glibc.
#include "runtime/file_streams.h"
#include "runtime/format.h"

typedef int wide;           // wchar_t
typedef unsigned wide_byte; // wint_t
#define NO_CHARACTER ((wide_byte) - 1)

size_t wcslen(const wide *text);

// ---- what a stream is for

// Answers the question of whether it is linked.
void __runtime_orients_to_wide(void) {}

// In several sections of one thread only what is not known yet is written.
static int orient(const FILE *stream, int to)
{
    heddle_atomic_begin();
    int found = *stream->orientation;
    if (!found && to)
        *stream->orientation = (signed char)(found = to);
    heddle_atomic_end();
    return found;
}

void __runtime_orient_to_bytes(const FILE *stream)
{
    if (orient(stream, -1) > 0)
        __heddle_unmodelled("a function for bytes on a stream of wide characters");
}

int fwide(FILE *stream, int mode)
{
    __runtime_orients_to_wide();
    return orient(stream, (mode > 0) - (mode < 0));
}

static bool is_wide(const FILE *stream)
{
    __runtime_orients_to_wide();
    return orient(stream, 1) > 0;
}

// ---- output

static bool is_narrow(const wide *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned)text[i] > 127) {
            __heddle_unmodelled_value("wide characters outside ASCII");
            return false;
        }
    return true;
}

static void narrow_characters(char *to, const wide *from, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = (char)from[i];
}

static wide_byte put_wide_character(wide character, FILE *stream)
{
    char byte = (char)character;
    if (!is_wide(stream) || !is_narrow(&character, 1))
        return NO_CHARACTER;
    return __runtime_put_elements(&byte, 1, 1, stream) ? (wide_byte)character : NO_CHARACTER;
}

#define PUT(name)                                                                                            \
    wide_byte name(wide character, FILE *stream)                                                             \
    {                                                                                                        \
        return put_wide_character(character, stream);                                                        \
    }
PUT(fputwc)
PUT(putwc)

wide_byte putwchar(wide character)
{
    return put_wide_character(character, stdout);
}

static int put_wide_text(const wide *text, FILE *stream)
{
    size_t length = wcslen(text);
    if (!is_wide(stream) || !is_narrow(text, length))
        return -1;
    char bytes[length + 1];
    narrow_characters(bytes, text, length);
    return __runtime_put_elements(bytes, 1, length, stream) == length ? 1 : -1;
}

int fputws(const wide *restrict text, FILE *restrict stream)
{
    return put_wide_text(text, stream);
}

static int format(FILE *stream, const wide *format, struct runtime_arguments *arguments)
{
    size_t length = wcslen(format);
    if (!is_wide(stream) || !is_narrow(format, length))
        return -1;
    char bytes[length + 1];
    narrow_characters(bytes, format, length + 1);
    return __runtime_format_to_stream(stream, bytes, arguments);
}

// Both forms; FLAG: what the fortified ones have before the format.
#define UNPACK(...) __VA_ARGS__
#define PRINTER(name, variadic, parameters, stream)                                                          \
    int name(UNPACK parameters const wide *restrict text, va_list list)                                      \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_copy(arguments.list, list);                                                                       \
        int result = format(stream, text, &arguments);                                                       \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }                                                                                                        \
    int variadic(UNPACK parameters const wide *restrict text, ...)                                           \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_start(arguments.list, text);                                                                      \
        int result = format(stream, text, &arguments);                                                       \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }
PRINTER(vwprintf, wprintf, (), stdout)
PRINTER(vfwprintf, fwprintf, (FILE * stream, ), stream)
PRINTER(__vwprintf_chk, __wprintf_chk, (int flag __attribute__((unused)), ), stdout)
PRINTER(__vfwprintf_chk, __fwprintf_chk, (FILE * stream, int flag __attribute__((unused)), ), stream)

// ---- input

static wide_byte get_wide_character(FILE *stream)
{
    if (!is_wide(stream))
        return NO_CHARACTER;
    int byte = __runtime_get_character(stream);
    if (byte > 127)
        __heddle_unmodelled("multibyte characters outside ASCII");
    return (wide_byte)byte;
}

#define GET(name)                                                                                            \
    wide_byte name(FILE *stream)                                                                             \
    {                                                                                                        \
        return get_wide_character(stream);                                                                   \
    }
GET(fgetwc)
GET(getwc)

wide_byte getwchar(void)
{
    return get_wide_character(stdin);
}

wide_byte ungetwc(wide_byte character, FILE *stream)
{
    wide given = (wide)character;
    if (!is_wide(stream) || character == NO_CHARACTER || !is_narrow(&given, 1))
        return NO_CHARACTER;
    return __runtime_put_back((int)character, stream) < 0 ? NO_CHARACTER : character;
}

// Which is one call, as others see it: it has the lock.
wide *fgetws(wide *restrict to, int size, FILE *restrict stream)
{
    int length = 0;
    wide_byte character = 0;
    if (size <= 0 || !is_wide(stream))
        return NULL;
    __runtime_lock_any_stream(stream);
    while (length < size - 1 && character != '\n' && (character = get_wide_character(stream)) != NO_CHARACTER)
        to[length++] = (wide)character;
    pthread_mutex_unlock(stream->lock);
    if (length || size == 1)
        to[length] = 0;
    return length || size == 1 ? to : NULL;
}

// ---- formatted input

static int scan(FILE *stream, const wide *format, struct runtime_arguments *arguments)
{
    size_t length = wcslen(format);
    if (!is_wide(stream) || !is_narrow(format, length))
        return -1;
    char bytes[length + 1];
    narrow_characters(bytes, format, length + 1);
    return __runtime_scan_stream(stream, bytes, arguments, true);
}

#define SCANNER(v_name, name, parameters, stream)                                                            \
    int v_name(UNPACK parameters const wide *restrict text, va_list list)                                    \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_copy(arguments.list, list);                                                                       \
        int result = scan(stream, text, &arguments);                                                         \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }                                                                                                        \
    int name(UNPACK parameters const wide *restrict text, ...)                                               \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_start(arguments.list, text);                                                                      \
        int result = scan(stream, text, &arguments);                                                         \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }
#define SCANNERS(name, parameters, stream)                                                                   \
    SCANNER(v##name, name, parameters, stream)                                                               \
    SCANNER(__isoc99_v##name, __isoc99_##name, parameters, stream)                                           \
    SCANNER(__isoc23_v##name, __isoc23_##name, parameters, stream)
SCANNERS(wscanf, (), stdin)
SCANNERS(fwscanf, (FILE * stream, ), stream)
