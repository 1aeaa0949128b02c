// <wchar.h>, <wctype.h>: multibyte characters with states, of which the C locale has none, wide numbers, and
// classes by name.
#include "runtime/runtime.h"

typedef int wide;           // wchar_t
typedef unsigned wide_byte; // wint_t
#define NO_CHARACTER ((wide_byte) - 1)

int mbtowc(wide *restrict to, const char *restrict text, size_t count);
int wctomb(char *to, wide character);
int wctob(wide_byte character);

enum { INCOMPLETE = -2 };

int mbsinit(const void *state)
{
    (void)state;
    return 1;
}

size_t mbrtowc(wide *restrict to, const char *restrict text, size_t count, void *restrict state)
{
    (void)state;
    if (!text)
        return 0;
    return count ? (size_t)mbtowc(to, text, count) : (size_t)INCOMPLETE;
}

size_t mbrlen(const char *restrict text, size_t count, void *restrict state)
{
    return mbrtowc(NULL, text, count, state);
}

size_t wcrtomb(char *restrict to, wide character, void *restrict state)
{
    (void)state;
    return to ? (size_t)wctomb(to, character) : 1;
}

wide_byte btowc(int byte)
{
    if (byte > 127 && byte < 256)
        __heddle_unmodelled_value("multibyte characters outside ASCII");
    return byte >= 0 && byte <= 127 ? (wide_byte)byte : NO_CHARACTER;
}

int wctob(wide_byte character)
{
    if (character > 127 && character != NO_CHARACTER)
        __heddle_unmodelled_value("wide characters outside ASCII");
    return character <= 127 ? (int)character : -1;
}

size_t mbsnrtowcs(wide *restrict to, const char **restrict from, size_t bytes, size_t count,
                  void *restrict state)
{
    const char *text = *from;
    size_t length = 0;
    (void)state;
    for (; (!to || length < count) && length < bytes; length++) {
        wide character = 0;
        int taken = mbtowc(&character, text + length, 1);
        if (taken < 0)
            return SIZE_MAX;
        if (to)
            to[length] = character;
        if (taken == 0) {
            if (to)
                *from = NULL;
            return length;
        }
    }
    if (to)
        *from = text + length;
    return length;
}

size_t mbsrtowcs(wide *restrict to, const char **restrict from, size_t count, void *restrict state)
{
    return mbsnrtowcs(to, from, SIZE_MAX, count, state);
}

size_t wcsnrtombs(char *restrict to, const wide **restrict from, size_t characters, size_t count,
                  void *restrict state)
{
    const wide *text = *from;
    size_t length = 0;
    (void)state;
    for (; (!to || length < count) && length < characters; length++) {
        char byte;
        if (wctomb(&byte, text[length]) < 0)
            return SIZE_MAX;
        if (to)
            to[length] = byte;
        if (!byte) {
            if (to)
                *from = NULL;
            return length;
        }
    }
    if (to)
        *from = text + length;
    return length;
}

size_t wcsrtombs(char *restrict to, const wide **restrict from, size_t count, void *restrict state)
{
    return wcsnrtombs(to, from, SIZE_MAX, count, state);
}

// ---- columns

int wcwidth(wide character)
{
    if (character < 0 || character > 127)
        __heddle_unmodelled_value("wide characters outside ASCII");
    return character == 0 ? 0 : character >= ' ' && character <= '~' ? 1 : -1;
}

int wcswidth(const wide *text, size_t count)
{
    int width = 0;
    for (size_t i = 0; i < count && text[i]; i++) {
        int one = wcwidth(text[i]);
        if (one < 0)
            return -1;
        width += one;
    }
    return width;
}

// ---- numbers: what may belong to one is copied as narrow characters

static size_t length_of_number(const wide *text)
{
    size_t spaces = 0, length = 0;
    while (text[spaces] > 0 && text[spaces] < 128 && __runtime_is_space(text[spaces]))
        spaces++;
    for (;; length++) {
        wide c = text[spaces + length];
        bool belongs = c > 0 && c < 128 &&
                       (__runtime_is_digit(c) || __runtime_is_alpha(c) || c == '+' || c == '-' || c == '.' ||
                        c == '(' || c == ')' || c == '_');
        if (!belongs)
            return spaces + length;
    }
}

static void narrow(char *to, const wide *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = (char)text[i];
    to[length] = 0;
}

#define WIDE_NUMBER(type, name, of, parameters, ...)                                                         \
    type of parameters;                                                                                      \
    type name(__VA_ARGS__)                                                                                   \
    {                                                                                                        \
        size_t length = length_of_number(text);                                                              \
        char copy[length + 1], *copy_end;                                                                    \
        narrow(copy, text, length);                                                                          \
        type result = PARSE(of);                                                                             \
        if (end)                                                                                             \
            *end = (wide *)text + (copy_end - copy);                                                         \
        return result;                                                                                       \
    }
#define PARSE(of) of(copy, &copy_end, base)
#define WIDE_INTEGER(type, name, of)                                                                         \
    WIDE_NUMBER(type, name, of, (const char *, char **, int), const wide *restrict text,                     \
                wide **restrict end, int base)
WIDE_INTEGER(long, wcstol, strtol)
WIDE_INTEGER(long long, wcstoll, strtoll)
WIDE_INTEGER(unsigned long, wcstoul, strtoul)
WIDE_INTEGER(unsigned long long, wcstoull, strtoull)
WIDE_INTEGER(intmax_t, wcstoimax, strtoimax)
WIDE_INTEGER(uintmax_t, wcstoumax, strtoumax)
#undef PARSE
#define PARSE(of) of(copy, &copy_end)
#define WIDE_FLOAT(type, name, of)                                                                           \
    WIDE_NUMBER(type, name, of, (const char *, char **), const wide *restrict text, wide **restrict end)
WIDE_FLOAT(double, wcstod, strtod)
WIDE_FLOAT(float, wcstof, strtof)
WIDE_FLOAT(long double, wcstold, strtold)

// ---- classes by name

#define CLASSES(X)                                                                                           \
    X(alnum)                                                                                                 \
    X(alpha) X(blank) X(cntrl) X(digit) X(graph) X(lower) X(print) X(punct) X(space) X(upper) X(xdigit)
#define DECLARE(name) int isw##name(wide_byte character);
CLASSES(DECLARE)
static const struct {
    const char *name;
    int (*holds)(wide_byte character);
} classes[] = {
#define ROW(name) {#name, isw##name},
    CLASSES(ROW)};

unsigned long wctype(const char *name)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i].name, name) == 0)
            return i + 1;
    return 0;
}

int iswctype(wide_byte character, unsigned long class)
{
    return class > 0 && class <= sizeof classes / sizeof *classes && classes[class - 1].holds(character);
}
