// <wchar.h>: formatting to wide strings and reading from them. In the C locale wide characters are ASCII, so
// that it is done by the functions for bytes; others are not modelled.
#include "runtime/runtime.h"

typedef int wide; // wchar_t

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list);
int vsscanf(const char *restrict text, const char *restrict format, va_list list);
size_t wcslen(const wide *text);

// Copies the characters and their terminator; false: one is not ASCII.
static bool narrow_if_ascii(char *to, const wide *from, size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        if ((unsigned)from[i] > 127) {
            __heddle_unmodelled_value("wide characters outside ASCII");
            return false;
        }
        to[i] = (char)from[i];
    }
    return true;
}

static int widen(wide *to, size_t room, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] > 127) {
            __heddle_unmodelled_value("wide characters outside ASCII");
            return -1;
        }
    if (!room)
        return -1;
    size_t copied = length < room ? length : room - 1;
    for (size_t i = 0; i < copied; i++)
        to[i] = text[i];
    to[copied] = 0;
    return length < room ? (int)length : -1;
}

// In contrast to snprintf, what does not fit is an error.
int vswprintf(wide *restrict to, size_t room, const wide *restrict format, va_list list)
{
    size_t length = wcslen(format);
    char narrow[length + 1];
    if (!narrow_if_ascii(narrow, format, length))
        return -1;
    va_list copy;
    va_copy(copy, list);
    int size = vsnprintf(NULL, 0, narrow, copy);
    va_end(copy);
    if (size < 0)
        return -1;
    char text[(size_t)size + 1];
    vsnprintf(text, (size_t)size + 1, narrow, list);
    return widen(to, room, text, (size_t)size);
}

int swprintf(wide *restrict to, size_t room, const wide *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vswprintf(to, room, format, list);
    va_end(list);
    return result;
}

int vswscanf(const wide *restrict text, const wide *restrict format, va_list list)
{
    size_t text_length = wcslen(text), format_length = wcslen(format);
    char narrow_text[text_length + 1], narrow_format[format_length + 1];
    if (!narrow_if_ascii(narrow_text, text, text_length) ||
        !narrow_if_ascii(narrow_format, format, format_length))
        return -1;
    return vsscanf(narrow_text, narrow_format, list);
}

// The names that headers of different years turn it into.
#define WIDE_SCANNER(name)                                                                                   \
    int name(const wide *restrict text, const wide *restrict format, ...)                                    \
    {                                                                                                        \
        va_list list;                                                                                        \
        va_start(list, format);                                                                              \
        int result = vswscanf(text, format, list);                                                           \
        va_end(list);                                                                                        \
        return result;                                                                                       \
    }
WIDE_SCANNER(swscanf)
WIDE_SCANNER(__isoc99_swscanf)
WIDE_SCANNER(__isoc23_swscanf)

int __isoc99_vswscanf(const wide *restrict text, const wide *restrict format, va_list list)
{
    return vswscanf(text, format, list);
}

int __isoc23_vswscanf(const wide *restrict text, const wide *restrict format, va_list list)
{
    return vswscanf(text, format, list);
}
