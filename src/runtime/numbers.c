// <stdlib.h> and <inttypes.h>: text to numbers.
#include "runtime/numbers.h"
#include "runtime/runtime.h"

// The value of a digit or letter; anything else is at least 36.
static unsigned number_digit_value(int c)
{
    if (__runtime_is_digit(c))
        return (unsigned)c - '0';
    if (__runtime_is_alpha(c))
        return ((unsigned)c | 32) - 'a' + 10;
    return UCHAR_MAX;
}

// Whether a prefix 0x (or 0b) stands here with a digit of its base after it: without one, only the 0 is a
// number.
static bool has_prefix(const char *text, char letter, unsigned base)
{
    return text[0] == '0' && (text[1] | 32) == letter && number_digit_value((unsigned char)text[2]) < base;
}

struct runtime_integer __runtime_parse_integer(const char *text, char **end, int base, bool binary,
                                               uint64_t most)
{
    struct runtime_integer result = {0, false, false};
    const char *start = text;
    if (base < 0 || base == 1 || base > 36) { // the end is not told, as in glibc
        errno = EINVAL;
        return result;
    }
    if (end)
        *end = (char *)start;
    while (__runtime_is_space((unsigned char)*text))
        text++;
    if (*text == '-' || *text == '+')
        result.negative = *text++ == '-';
    if ((base == 0 || base == 16) && has_prefix(text, 'x', 16)) {
        text += 2;
        base = 16;
    } else if (binary && (base == 0 || base == 2) && has_prefix(text, 'b', 2)) {
        text += 2;
        base = 2;
    } else if (base == 0) {
        base = *text == '0' ? 8 : 10;
    }
    const char *first = text;
    uint64_t last_safe = most / (unsigned)base;
    unsigned last_digit = (unsigned)(most % (unsigned)base);
    for (;; text++) {
        unsigned digit = number_digit_value((unsigned char)*text);
        if (digit >= (unsigned)base)
            break;
        if (result.value > last_safe || (result.value == last_safe && digit > last_digit))
            result.overflow = true;
        else
            result.value = result.value * (unsigned)base + digit;
    }
    if (end && text != first)
        *end = (char *)text;
    return result;
}

// A signed number of at most `most` (and at least -most - 1), as strtol says.
static int64_t parse_signed(const char *text, char **end, int base, bool binary, int64_t most)
{
    struct runtime_integer number = __runtime_parse_integer(text, end, base, binary, (uint64_t)most + 1);
    if (number.overflow || (number.value > (uint64_t)most && !number.negative)) {
        errno = ERANGE;
        return number.negative ? -most - 1 : most;
    }
    return (int64_t)(number.negative ? 0 - number.value : number.value);
}

static uint64_t parse_unsigned(const char *text, char **end, int base, bool binary, uint64_t most)
{
    struct runtime_integer number = __runtime_parse_integer(text, end, base, binary, most);
    if (number.overflow) {
        errno = ERANGE;
        return most;
    }
    return number.negative ? 0 - number.value : number.value;
}

// The isoc23 names are what newer headers turn the functions into; they take 0b prefixes. The internal ones
// with a group argument are what older inline functions call.
#define PARSER(type, name, parse, most)                                                                      \
    type name(const char *restrict text, char **restrict end, int base)                                      \
    {                                                                                                        \
        return (type)parse(text, end, base, false, most);                                                    \
    }                                                                                                        \
    type __isoc23_##name(const char *restrict text, char **restrict end, int base)                           \
    {                                                                                                        \
        return (type)parse(text, end, base, true, most);                                                     \
    }                                                                                                        \
    type __##name##_internal(const char *restrict text, char **restrict end, int base, int group)            \
    {                                                                                                        \
        (void)group;                                                                                         \
        return (type)parse(text, end, base, false, most);                                                    \
    }
PARSER(long, strtol, parse_signed, LONG_MAX)
PARSER(long long, strtoll, parse_signed, LLONG_MAX)
PARSER(long long, strtoq, parse_signed, LLONG_MAX)
PARSER(intmax_t, strtoimax, parse_signed, INTMAX_MAX)
PARSER(unsigned long, strtoul, parse_unsigned, ULONG_MAX)
PARSER(unsigned long long, strtoull, parse_unsigned, ULLONG_MAX)
PARSER(unsigned long long, strtouq, parse_unsigned, ULLONG_MAX)
PARSER(uintmax_t, strtoumax, parse_unsigned, UINTMAX_MAX)

int atoi(const char *text)
{
    return (int)parse_signed(text, NULL, 10, false, LONG_MAX);
}

long atol(const char *text)
{
    return (long)parse_signed(text, NULL, 10, false, LONG_MAX);
}

long long atoll(const char *text)
{
    return parse_signed(text, NULL, 10, false, LLONG_MAX);
}

#define ABSOLUTE(type, name)                                                                                 \
    type name(type value)                                                                                    \
    {                                                                                                        \
        return value < 0 ? -value : value;                                                                   \
    }
ABSOLUTE(int, abs)
ABSOLUTE(long, labs)
ABSOLUTE(long long, llabs)
ABSOLUTE(intmax_t, imaxabs)

#define DIVISION(type, name)                                                                                 \
    struct name##_result {                                                                                   \
        type quotient, remainder;                                                                            \
    };                                                                                                       \
    struct name##_result name(type numerator, type denominator)                                              \
    {                                                                                                        \
        struct name##_result result = {numerator / denominator, numerator % denominator};                    \
        return result;                                                                                       \
    }
DIVISION(int, div)
DIVISION(long, ldiv)
DIVISION(long long, lldiv)
DIVISION(intmax_t, imaxdiv)
