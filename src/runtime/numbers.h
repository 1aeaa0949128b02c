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

// How many characters of text[0 .. limit - 1] scanf reads for a floating-point number, without spaces before
// it.
// `*number`: the length of the number at its beginning as strtod takes it (0: there is none), which is
// shorter for "1e+", and longer for "nan(1)".
size_t __runtime_match_float(const char *text, size_t limit, size_t *number);

// The value of text[0 .. length - 1], which is a floating-point number.
double __runtime_parse_double(const char *text, size_t length);
float __runtime_parse_float(const char *text, size_t length);
long double __runtime_parse_long_double(const char *text, size_t length);

#endif
