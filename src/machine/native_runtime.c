// What the runtime library (src/runtime) needs from the machine.
#include "analysis/analyses.h"
#include "machine/await.h"
#include "machine/native.h"
#include "machine/overwrite.h"
#include "machine/step.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool read_memory_bytes(struct machine *m, uint64_t address, uint64_t size, char *bytes)
{
    if (!overwrite_read(m, address, size))
        return false;
    for (uint64_t k = 0; k < size; k++) {
        uint64_t byte;
        struct object *o = memory_at(m, address + k, 1);
        if (!o) {
            native_load(m, address + k, 1, &byte, NULL); // raises the violation
            return false;
        }
        struct value v = memory_load(m, o, address + k - o->base, 1, 8);
        if (v.t && !symbolic_uninitialised_is_fine(m, v.t, "what is printed"))
            return false;
        bytes[k] = v.t ? '?' : (char)v.bits;
    }
    return true;
}

// Where accesses go elsewhere than the analysis says, a seed may come from anywhere.
static bool seed_is_open(const struct machine *m)
{
    return m->learnt.unforeseen || analyses_open_seed(m->program, m->current->state.code);
}

enum native_result native___heddle_open_numbers(struct machine *m, struct call *c)
{
    bool as_seeded = m->options.random_numbers == RANDOM_AS_SEEDED;
    return call_return(m, c, as_seeded ? seed_is_open(m) : m->options.random_numbers == RANDOM_ANY);
}

enum native_result native___heddle_output(struct machine *m, struct call *c)
{
    struct call_range range = {.argument = 1};
    uint64_t descriptor, size;
    if (!call_concrete(m, c, 0, &descriptor) || !call_ranges(m, c, 2, &range, 1, &size))
        return NATIVE_STOPPED;
    char *bytes = memory_alloc(size);
    bool read = read_memory_bytes(m, range.address, size, bytes);
    await_output(m);
    if (read && m->hooks.output)
        m->hooks.output(m->hooks.context, (int)descriptor, bytes, size);
    memory_free(bytes);
    return read ? call_return_void(m, c) : NATIVE_STOPPED;
}

enum native_result native___heddle_check_vector(struct machine *m, struct call *c)
{
    struct value address = call_argument(m, c, 0);
    uint64_t alignment = call_argument(m, c, 1).bits;
    bool holds = !(address.bits & (alignment - 1));
    unsigned width = m->program->pointer_bits;
    if (address.t) {
        term low = term_constant(m->terms, width, alignment - 1), none = term_constant(m->terms, width, 0);
        term is_aligned = term_eq(m->terms, term_binary(m->terms, TERM_AND, address.t, low), none);
        if (!symbolic_decide_holding_first(m, is_aligned, &holds))
            return NATIVE_STOPPED;
    }
    if (!holds)
        return native_violation(m, PROPERTY_MEMORY,
                                "misaligned access: the address of a vector is no multiple of %llu",
                                (unsigned long long)alignment);
    return call_return_void(m, c);
}

enum native_result native___heddle_looks_for_races(struct machine *m, struct call *c)
{
    return call_return(m, c, m->options.properties >> PROPERTY_DATA_RACE & 1);
}

enum native_result native___heddle_looks_for_status(struct machine *m, struct call *c)
{
    return call_return(m, c, (m->options.properties & 1u << PROPERTY_EXIT) != 0);
}

enum native_result native___heddle_looks_for_faults(struct machine *m, struct call *c)
{
    unsigned ends =
        1u << PROPERTY_MEMORY | 1u << PROPERTY_ARITHMETIC | 1u << PROPERTY_ABORT | 1u << PROPERTY_ASSERTION;
    return call_return(m, c, (m->options.properties & ends) == ends);
}

enum native_result native___heddle_back_calls(struct machine *m, struct call *c)
{
    const struct thread *t = m->current;
    uint64_t count = 0;
    for (uint32_t k = 0; k < t->state.depth; k++)
        count += t->frames.data[k].to_native;
    return call_return(m, c, count);
}

enum native_result native___heddle_time_may_pass(struct machine *m, struct call *c)
{
    return call_return(m, c, m->options.time_may_pass);
}

enum native_result native___heddle_is_symbolic(struct machine *m, struct call *c)
{
    term t = call_argument(m, c, 0).t;
    if (t && !symbolic_uninitialised_is_fine(m, t, "what is printed"))
        return NATIVE_STOPPED;
    return call_return(m, c, t != TERM_NONE);
}

// The format that the runtime hands over: one conversion, checked by it.
static bool read_runtime_text(struct machine *m, uint64_t address, char *format, size_t room)
{
    for (size_t k = 0; k + 1 < room; k++) {
        if (!read_memory_bytes(m, address + k, 1, &format[k]))
            return false;
        if (!format[k])
            return true;
    }
    format[room - 1] = 0;
    return true;
}

static enum native_result give_text(struct machine *m, struct call *c, uint64_t out, uint64_t room,
                                    const char *text, int length)
{
    for (uint64_t k = 0; k < room && k <= (uint64_t)length; k++)
        if (!native_store(m, out + k, 1, k + 1 == room ? 0 : (uint8_t)text[k]))
            return NATIVE_STOPPED;
    return call_return(m, c, (uint32_t)length);
}

#define DOUBLE_TEXT 6000 // the longest %f of a double with a large precision is cut here by the runtime

static enum native_result format_float(struct machine *m, struct call *c, bool extended)
{
    uint64_t out, room, format_address, low, high = 0;
    char format[64], *text;
    if (!call_concrete(m, c, 1, &room) || !call_pointer(m, c, 0, room, true, &out) ||
        !call_pointer(m, c, 2, 1, false, &format_address) || !call_concrete(m, c, 3, &low) ||
        (extended && !call_concrete(m, c, 4, &high)) ||
        !read_runtime_text(m, format_address, format, sizeof format))
        return NATIVE_STOPPED;
    text = memory_alloc(DOUBLE_TEXT);
    int length;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (extended) {
        long double value = 0;
        memcpy(&value, &low, 8);
        memcpy((char *)&value + 8, &high, 2);
        length = snprintf(text, DOUBLE_TEXT, format, value);
    } else {
        double value;
        memcpy(&value, &low, 8);
        length = snprintf(text, DOUBLE_TEXT, format, value);
    }
#pragma GCC diagnostic pop
    enum native_result result =
        length < 0 || length >= DOUBLE_TEXT
            ? native_unmodelled(m, "printing a floating-point number with such a precision")
            : give_text(m, c, out, room, text, length);
    memory_free(text);
    return result;
}

enum native_result native___heddle_format_double(struct machine *m, struct call *c)
{
    return format_float(m, c, false);
}

enum native_result native___heddle_format_long_double(struct machine *m, struct call *c)
{
    return format_float(m, c, true);
}

enum native_result native___heddle_parse_double(struct machine *m, struct call *c)
{
    uint64_t address, used_address;
    char text[1200], *end;
    if (!call_pointer(m, c, 0, 1, false, &address) ||
        !call_pointer(m, c, 1, m->program->pointer_bits / 8, true, &used_address))
        return NATIVE_STOPPED;
    size_t length = 0;
    for (; length + 1 < sizeof text; length++) {
        if (!overwrite_read(m, address + length, 1))
            return NATIVE_STOPPED;
        struct object *o = memory_at(m, address + length, 1);
        struct value v =
            o ? memory_load(m, o, address + length - o->base, 1, 8) : (struct value){0, TERM_NONE};
        if (v.t && !symbolic_concretise(m, v, 8, &v.bits))
            return NATIVE_STOPPED;
        if (!v.bits)
            break;
        text[length] = (char)v.bits;
    }
    text[length] = 0;
    double value = strtod(text, &end);
    if (!native_store(m, used_address, m->program->pointer_bits / 8, (uint64_t)(end - text)))
        return NATIVE_STOPPED;
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return call_return_value(m, c, (struct value){bits, TERM_NONE});
}

enum native_result native___heddle_unmodelled(struct machine *m, struct call *c)
{
    char what[128];
    uint64_t address;
    if (!call_pointer(m, c, 0, 1, false, &address) || !read_runtime_text(m, address, what, sizeof what))
        return NATIVE_STOPPED;
    return native_unmodelled(m, "call of '%s', which has no model", what);
}

enum native_result native___heddle_missing_file(struct machine *m, struct call *c)
{
    char path[256];
    uint64_t address;
    if (!call_pointer(m, c, 0, 1, false, &address))
        return NATIVE_STOPPED;
    call_text(m, (struct value){address, TERM_NONE}, path, sizeof path);
    step_report(m, REPORT_WARNING, PROPERTY_ASSERTION,
                "the file '%s' is not there for the program (--file=NAME=TEXT gives files)", path);
    return call_return(m, c, ENOENT);
}

enum native_result native___heddle_unmodelled_value(struct machine *m, struct call *c)
{
    return native___heddle_unmodelled(m, c);
}

enum native_result native___heddle_choose(struct machine *m, struct call *c)
{
    uint64_t n;
    uint32_t answer;
    if (!call_concrete(m, c, 0, &n) || !native_choose(m, (uint32_t)n, &answer))
        return NATIVE_STOPPED;
    return call_return(m, c, answer);
}

static enum native_result return_rest(struct machine *m, struct call *c, bool heap)
{
    uint64_t address;
    if (!call_concrete(m, c, 0, &address))
        return NATIVE_STOPPED;
    struct object *o = memory_at(m, address, 0);
    bool counts = o && (!heap || o->kind == OBJECT_HEAP);
    return call_return(m, c, counts ? o->size - (address - o->base) : 0);
}

enum native_result native___heddle_object_size(struct machine *m, struct call *c)
{
    return return_rest(m, c, false);
}

enum native_result native___heddle_block_size(struct machine *m, struct call *c)
{
    return return_rest(m, c, true);
}

enum native_result native___heddle_apart(struct machine *m, struct call *c)
{
    uint64_t to, written, from, read;
    if (!call_concrete(m, c, 0, &to) || !call_concrete(m, c, 1, &written) || !call_concrete(m, c, 2, &from) ||
        !call_concrete(m, c, 3, &read))
        return NATIVE_STOPPED;
    if (!written || !read || (to - from >= read && from - to >= written))
        return call_return_void(m, c);
    char message[128];
    call_text(m, call_argument(m, c, 4), message, sizeof message);
    return native_violation(m, PROPERTY_MEMORY, "%s", message);
}

enum native_result native___heddle_is_shared(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!call_concrete(m, c, 0, &address))
        return NATIVE_STOPPED;
    const struct object *o = memory_at(m, address, 0);
    return call_return(m, c, o && o->reach == REACH_SHARED);
}

// ---- libm

typedef double unary_function(double);
typedef double binary_function(double, double);
static const struct math_entry {
    unary_function *unary;
    binary_function *binary;
} math_functions[] = {
#define MATH_1(name) {name, NULL},
#define MATH_2(name) {NULL, name},
#define MATH(name, arity) MATH_##arity(name)
#include "program/math.def"
};

enum native_result native___heddle_math(struct machine *m, struct call *c)
{
    uint64_t number;
    if (!call_concrete(m, c, 0, &number))
        return NATIVE_STOPPED;
    struct value a = call_argument(m, c, 1), b = call_argument(m, c, 2);
    if (number >= sizeof math_functions / sizeof *math_functions || a.t || b.t)
        return native_unmodelled(m, "a function of <math.h> of a symbolic value");
    double x, y, result;
    memcpy(&x, &a.bits, 8);
    memcpy(&y, &b.bits, 8);
    const struct math_entry *f = &math_functions[number];
    result = f->unary ? f->unary(x) : f->binary(x, y);
    uint64_t bits;
    memcpy(&bits, &result, 8);
    return call_return_value(m, c, (struct value){bits, TERM_NONE});
}
