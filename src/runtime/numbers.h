// Reading numbers, shared by strtol's family and sscanf.
#ifndef HEDDLE_RUNTIME_NUMBERS_H
#define HEDDLE_RUNTIME_NUMBERS_H

#include "runtime/runtime.h"

struct runtime_integer {
    uint64_t value; // magnitude, at most the `most` asked for
    bool negative, overflow;
};

// Reads what strtol does: spaces, a sign, a prefix, digits. Stores where it ended if `end` is not NULL; where
// no number is, that is `text`. `binary`: 0b is a prefix too. Sets errno only for a bad base.
struct runtime_integer __runtime_parse_integer(const char *text, char **end, int base, bool binary,
                                               uint64_t most);

// How many characters of text[0 .. limit - 1] form the longest prefix of a floating-point number (sign,
// digits, point, exponent, 0x, inf, nan), without spaces before it. `*complete`: whether that prefix is a
// number by itself, so that "1e+" is incomplete; `*number` is then the length of the longest number, as
// strtod takes it.
size_t __runtime_match_float(const char *text, size_t limit, size_t *number);

// The value of text[0 .. length - 1], which is a floating-point number.
double __runtime_parse_double(const char *text, size_t length);
float __runtime_parse_float(const char *text, size_t length);
long double __runtime_parse_long_double(const char *text, size_t length);

#endif
