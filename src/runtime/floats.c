// <stdlib.h>: text to floating point. What is a number is decided here, byte by byte, so that exactly the
// bytes that C reads are read; the rounding is the host's (__heddle_parse_double).
#include "runtime/numbers.h"

#include <float.h>

struct cursor {
    const char *text;
    size_t at, limit;
};

static int peek(const struct cursor *c)
{
    return c->at < c->limit ? (unsigned char)c->text[c->at] : 0;
}

static bool accept_letter(struct cursor *c, char lower)
{
    if ((peek(c) | 32) != lower)
        return false;
    c->at++;
    return true;
}

// Takes as much of the lower-case word as there is; whether it was all of it.
static bool accept_word(struct cursor *c, const char *word)
{
    while (*word && accept_letter(c, *word))
        word++;
    return !*word;
}

static bool is_hexadecimal(int c)
{
    return __runtime_is_digit(c) || ((unsigned)c | 32) - 'a' < 6;
}

static size_t accept_digits(struct cursor *c, bool hexadecimal)
{
    size_t start = c->at;
    while (hexadecimal ? is_hexadecimal(peek(c)) : __runtime_is_digit(peek(c)))
        c->at++;
    return c->at - start;
}

static size_t match_infinity(struct cursor *c)
{
    if (!accept_word(c, "inf"))
        return 0;
    size_t number = c->at;
    int next = peek(c);
    if ((next | 32) == 'i' && accept_word(c, "inity"))
        number = c->at;
    return number;
}

// nan, or nan(characters) for strtod; scanf takes the first only, and its limit is the end of that.
static size_t match_nan(struct cursor *c)
{
    if (!accept_word(c, "nan"))
        return 0;
    size_t number = c->at;
    if (peek(c) != '(')
        return number;
    struct cursor inside = *c;
    do
        inside.at++;
    while (__runtime_is_alpha(peek(&inside)) || __runtime_is_digit(peek(&inside)) || peek(&inside) == '_');
    return peek(&inside) == ')' ? inside.at + 1 : number;
}

size_t __runtime_match_float(const char *text, size_t limit, size_t *number)
{
    struct cursor c = {text, 0, limit};
    *number = 0;
    if (peek(&c) == '-' || peek(&c) == '+')
        c.at++;
    int first = peek(&c) | 32;
    if (first == 'i' || first == 'n') {
        *number = first == 'i' ? match_infinity(&c) : match_nan(&c);
        return c.at;
    }
    bool hexadecimal = false;
    if (peek(&c) == '0') {
        struct cursor ahead = c;
        ahead.at++;
        if (limit - c.at > 2 &&
            accept_letter(&ahead, 'x')) { // glibc's scanf: the width must leave room for a digit
            *number = c.at + 1;           // strtod's: the 0, if nothing hexadecimal follows
            hexadecimal = true;
            c = ahead;
        }
    }
    size_t digits = accept_digits(&c, hexadecimal);
    if (peek(&c) == '.') {
        size_t point = c.at++;
        digits += accept_digits(&c, hexadecimal);
        if (digits == 0)
            c.at = point + 1;
    }
    if (digits == 0)
        return c.at;
    *number = c.at;
    if (accept_letter(&c, hexadecimal ? 'p' : 'e')) {
        if (peek(&c) == '-' || peek(&c) == '+')
            c.at++;
        if (accept_digits(&c, false))
            *number = c.at;
    }
    return c.at;
}

static bool is_special_float(const char *text, size_t length)
{
    size_t at = length && (*text == '-' || *text == '+');
    return at < length && __runtime_is_alpha((unsigned char)text[at]);
}

static bool has_hexadecimal_prefix(const char *text, size_t length)
{
    size_t at = length && (*text == '-' || *text == '+');
    return at + 1 < length && (text[at + 1] | 32) == 'x';
}

// Whether the significand has a digit other than 0.
static bool is_nonzero(const char *text, size_t length)
{
    bool hexadecimal = has_hexadecimal_prefix(text, length);
    for (size_t i = 0; i < length; i++) {
        int c = (unsigned char)text[i];
        if ((c | 32) == (hexadecimal ? 'p' : 'e'))
            break;
        if (c != '0' && (hexadecimal ? is_hexadecimal(c) : __runtime_is_digit(c)))
            return true;
    }
    return false;
}

static double parse_quietly(const char *text, size_t length)
{
    enum { MOST_LENGTH = 1000 }; // that the machine takes
    if (length > MOST_LENGTH) {
        __heddle_unmodelled_value("strtod of more than 1000 characters");
        return 0;
    }
    char copy[length + 1];
    size_t used;
    memcpy(copy, text, length);
    copy[length] = 0;
    return __heddle_parse_double(copy, &used);
}

// Sets errno if the value, of a type whose normal numbers are least to most, is not what the text says.
static void check_float_range(const char *text, size_t length, double magnitude, double least, double most)
{
    if (magnitude > most ? !is_special_float(text, length)
                         : magnitude < least && (magnitude == 0 || !has_hexadecimal_prefix(text, length)) &&
                               is_nonzero(text, length))
        errno = ERANGE;
}

double __runtime_parse_double(const char *text, size_t length)
{
    double value = parse_quietly(text, length);
    check_float_range(text, length, value < 0 ? -value : value, DBL_MIN, DBL_MAX);
    return value;
}

static bool is_small_integer(const char *text, size_t length)
{
    for (size_t i = length && (*text == '-' || *text == '+'); i < length; i++)
        if (!__runtime_is_digit((unsigned char)text[i]))
            return false;
    return length <= DBL_DIG;
}

// Rounding twice is wrong only where the first result lies in the middle between two floats without being
// exact.
float __runtime_parse_float(const char *text, size_t length)
{
    double value = parse_quietly(text, length);
    float rounded = (float)value;
    double magnitude = value < 0 ? -value : value;
    if ((double)rounded != value && value == value && !is_small_integer(text, length)) {
        union {
            float number;
            uint32_t bits;
        } other = {rounded};
        if (magnitude > FLT_MAX)
            other.number = FLT_MAX;
        else
            other.bits += (double)rounded < value == value > 0 ? 1 : UINT32_MAX;
        double largest_middle = 0x1.ffffffp127;
        if (magnitude == largest_middle || value - (double)rounded == (double)other.number - value) {
            __heddle_unmodelled_value("strtof of a number half-way between two floats");
            return 0;
        }
    }
    magnitude = (double)(rounded < 0 ? -rounded : rounded);
    check_float_range(text, length, magnitude, FLT_MIN, FLT_MAX);
    return rounded;
}

// A decimal number as an integer of at most 19 digits, times a power of ten.
struct decimal {
    uint64_t significand;
    long exponent;
    bool exact;
};

static struct decimal read_decimal(const char *text, size_t length)
{
    enum { MOST_DIGITS = 19, MOST_EXPONENT = 100000 };
    struct decimal result = {0, 0, true};
    unsigned digits = 0;
    bool after_point = false;
    size_t i = *text == '-' || *text == '+';
    for (; i < length && (text[i] | 32) != 'e'; i++) {
        if (text[i] == '.') {
            after_point = true;
            continue;
        }
        result.significand = result.significand * 10 + (unsigned)(text[i] - '0');
        digits += result.significand != 0;
        result.exponent -= after_point;
        result.exact &= digits <= MOST_DIGITS;
    }
    if (i < length) {
        bool negative = text[++i] == '-';
        long exponent = 0;
        for (i += negative || text[i] == '+'; i < length && exponent < MOST_EXPONENT; i++)
            exponent = exponent * 10 + (text[i] - '0');
        result.exponent += negative ? -exponent : exponent;
    }
    return result;
}

// Powers of ten up to 10^27 and 64-bit significands are exact in 80 bits, so one operation rounds once. What
// needs more is not modelled.
long double __runtime_parse_long_double(const char *text, size_t length)
{
    enum { MOST_EXACT_POWER = 27 };
    if (is_special_float(text, length) || !is_nonzero(text, length))
        return (long double)parse_quietly(text, length);
    struct decimal decimal = {0};
    if (!has_hexadecimal_prefix(text, length))
        decimal = read_decimal(text, length);
    if (!decimal.exact || decimal.exponent > MOST_EXACT_POWER || decimal.exponent < -MOST_EXACT_POWER) {
        __heddle_unmodelled_value("strtold of a number that is not short");
        return 0;
    }
    long double power = 1;
    for (long i = decimal.exponent < 0 ? -decimal.exponent : decimal.exponent; i; i--)
        power *= 10;
    long double value = (long double)decimal.significand;
    value = decimal.exponent < 0 ? value / power : value * power;
    return *text == '-' ? -value : value;
}

// Skips spaces and finds the number; returns its length, 0 if there is none.
static size_t find_number(const char **text, char **end)
{
    const char *start = *text;
    size_t length;
    while (__runtime_is_space((unsigned char)**text))
        ++*text;
    __runtime_match_float(*text, SIZE_MAX, &length);
    if (end)
        *end = (char *)(length ? *text + length : start);
    return length;
}

#define PARSER(type, name, parse)                                                                            \
    type name(const char *text, char **end)                                                                  \
    {                                                                                                        \
        size_t length = find_number(&text, end);                                                             \
        return length ? parse(text, length) : 0;                                                             \
    }                                                                                                        \
    type __##name##_internal(const char *text, char **end, int group)                                        \
    {                                                                                                        \
        (void)group;                                                                                         \
        size_t length = find_number(&text, end);                                                             \
        return length ? parse(text, length) : 0;                                                             \
    }
PARSER(double, strtod, __runtime_parse_double)
PARSER(float, strtof, __runtime_parse_float)
PARSER(long double, strtold, __runtime_parse_long_double)
PARSER(double, strtof64, __runtime_parse_double)
PARSER(double, strtof32x, __runtime_parse_double)
PARSER(float, strtof32, __runtime_parse_float)
PARSER(long double, strtof64x, __runtime_parse_long_double)

double atof(const char *text)
{
    size_t length = find_number(&text, NULL);
    return length ? __runtime_parse_double(text, length) : 0;
}
