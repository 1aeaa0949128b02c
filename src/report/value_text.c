#include "report/value_text.h"

#include "base/memory.h"
#include "program/type_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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

static char *unsigned_text(uint64_t bits)
{
    return memory_format(bits >= LARGE ? "%" PRIu64 " (0x%" PRIx64 ")" : "%" PRIu64, bits, bits);
}

static char *character_text(uint64_t bits, unsigned width)
{
    static const struct {
        char character;
        const char *text;
    } escapes[] = {{0, "'\\0'"},    {'\n', "'\\n'"}, {'\t', "'\\t'"},
                   {'\r', "'\\r'"}, {'\'', "'\\''"}, {'\\', "'\\\\'"}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (bits == (unsigned char)escapes[i].character)
            return memory_copy_string(escapes[i].text);
    return bits >= ' ' && bits < 127 ? memory_format("'%c'", (char)bits) : value_integer_text(bits, width);
}

// The names of the flags that a number consists of, "READ | WRITE"; NULL: it has other bits as well.
static char *flags_text(const struct program *program, const struct source_type *type, uint64_t bits)
{
    char *text = NULL;
    for (uint32_t i = type->first; i < type->first + type->count; i++) {
        const struct enumerator *e = &program->enumerators[i];
        bool flag = e->value && !(e->value & (e->value - 1)) && (bits & e->value);
        if (!flag)
            continue;
        char *longer =
            memory_format("%s%s%s", text ? text : "", text ? " | " : "", program_string(program, e->name));
        memory_free(text);
        text = longer;
        bits &= ~e->value;
    }
    if (bits && text) {
        memory_free(text);
        text = NULL;
    }
    return text;
}

static char *enumerator_text(const struct program *program, const struct source_type *type, uint64_t bits,
                             unsigned width)
{
    for (uint32_t i = type->first; i < type->first + type->count; i++)
        if (mask(program->enumerators[i].value, width) == bits)
            return memory_copy_string(program_string(program, program->enumerators[i].name));
    char *flags = flags_text(program, type, bits);
    return flags ? flags : value_integer_text(bits, width);
}

char *value_typed_text(const struct program *program, uint32_t type, uint64_t bits, unsigned width)
{
    const struct source_type *t = type_at(program, type);
    bits = mask(bits, width);
    switch ((enum type_kind)t->kind) {
    case TYPE_BOOLEAN: return bits < 2 ? memory_copy_string(bits ? "true" : "false") : unsigned_text(bits);
    case TYPE_CHARACTER: return character_text(bits, width);
    case TYPE_UNSIGNED: return unsigned_text(bits);
    case TYPE_ENUM: return enumerator_text(program, t, bits, width);
    case TYPE_FLOAT:
        return width == 8 * t->size && (width == 32 || width == 64) ? value_float_text(bits, width)
                                                                    : value_integer_text(bits, width);
    default: return value_integer_text(bits, width);
    }
}

char *value_input_text(uint64_t bits, unsigned width)
{
    bits = mask(bits, width);
    uint64_t magnitude = negative_magnitude(bits, width);
    if (magnitude)
        return memory_format("-%" PRIu64 " (unsigned %" PRIu64 ", 0x%" PRIx64 ")", magnitude, bits, bits);
    return value_integer_text(bits, width);
}

// The fewest digits that are read as that number again.
static char *shortest_text(double value, bool single)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    return memory_copy_string(text);
}

char *value_float_text(uint64_t bits, unsigned width)
{
    if (width == 64) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return shortest_text(value, false);
    }
    if (width == 32) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return shortest_text((double)value, true);
    }
    return memory_format("0x%" PRIx64, bits);
}
