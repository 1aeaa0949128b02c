#include "report/value_text.h"

#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

// Numbers from here on are easier to recognise in hexadecimal.
enum { LARGE = 0x10000 };

static uint64_t mask(uint64_t bits, unsigned width)
{
    return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

// The distance below zero if the number is negative, else 0.
static uint64_t negative_magnitude(uint64_t bits, unsigned width)
{
    if (width < 2 || width > 64 || !(bits >> (width - 1) & 1))
        return 0;
    return mask(-bits, width);
}

char *value_integer_text(uint64_t bits, unsigned width)
{
    bits = mask(bits, width);
    uint64_t magnitude = negative_magnitude(bits, width);
    if (width == 8 && bits >= ' ' && bits < 127)
        return memory_format("%" PRIu64 " '%c'", bits, (char)bits);
    if (magnitude)
        return memory_format(magnitude >= LARGE ? "-%" PRIu64 " (0x%" PRIx64 ")" : "-%" PRIu64, magnitude,
                             bits);
    return memory_format(bits >= LARGE ? "%" PRIu64 " (0x%" PRIx64 ")" : "%" PRIu64, bits, bits);
}

char *value_input_text(uint64_t bits, unsigned width)
{
    bits = mask(bits, width);
    uint64_t magnitude = negative_magnitude(bits, width);
    if (magnitude)
        return memory_format("-%" PRIu64 " (unsigned %" PRIu64 ", 0x%" PRIx64 ")", magnitude, bits, bits);
    return value_integer_text(bits, width);
}

char *value_float_text(uint64_t bits, unsigned width)
{
    if (width == 64) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return memory_format("%.17g", value);
    }
    if (width == 32) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return memory_format("%.9g", (double)value);
    }
    return memory_format("0x%" PRIx64, bits);
}
