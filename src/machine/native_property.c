// Inputs, assumptions, assertions and atomic sections in every vocabulary (docs/design.md 2), and the end of
// the program.
#include "machine/call.h"
#include "machine/native.h"
#include "machine/regions.h"
#include "machine/step.h"

#include <stdio.h>

// ---- text of the program

// Copies a string of the checked program, up to the room; what cannot be read ends it.
static void read_text(struct machine *m, struct value address, char *text, size_t room)
{
    size_t used = 0;
    while (!address.t && used + 1 < room) {
        struct object *o = memory_at(m, address.bits + used, 1);
        char c = o ? (char)o->data[address.bits + used - o->base] : 0;
        if (!c)
            break;
        text[used++] = c;
    }
    text[used] = 0;
}

// ---- assertions

static enum native_result fail(struct machine *m, const char *what)
{
    return native_violation(m, PROPERTY_ASSERTION, "%s", what);
}

enum native_result native___assert_fail(struct machine *m, struct call *c)
{
    char text[300], message[340];
    read_text(m, call_argument(m, c, 0), text, sizeof text);
    snprintf(message, sizeof message, "assertion failed: %s", text);
    return fail(m, message);
}

enum native_result native___assert(struct machine *m, struct call *c)
{
    return native___assert_fail(m, c);
}

enum native_result native_reach_error(struct machine *m, struct call *c)
{
    (void)c;
    return fail(m, "error function reached: reach_error()");
}

enum native_result native___VERIFIER_error(struct machine *m, struct call *c)
{
    (void)c;
    return fail(m, "error function reached: __VERIFIER_error()");
}

enum native_result native_abort(struct machine *m, struct call *c)
{
    (void)c;
    return native_violation(m, PROPERTY_ABORT, "abort() called");
}

// A trap of clang's check of shifts: where nobody asked for overflow, the program was compiled with the
// check.
enum native_result native___heddle_shift_overflow(struct machine *m, struct call *c)
{
    (void)c;
    if (!(m->options.properties & 1u << PROPERTY_OVERFLOW))
        return native_violation(m, PROPERTY_ABORT, "a sanitizer's check failed");
    return native_violation(m, PROPERTY_OVERFLOW, "left shift of a negative value or beyond the sign bit");
}

// Decides whether an argument is nonzero. False: stopped.
static bool argument_holds(struct machine *m, struct call *c, bool *holds)
{
    struct value v = call_argument(m, c, 0);
    if (!v.t) {
        *holds = v.bits != 0;
        return true;
    }
    term zero = term_constant(m->terms, term_width(m->terms, v.t), 0);
    return symbolic_decide(m, term_not(m->terms, term_eq(m->terms, v.t, zero)), holds);
}

static enum native_result check(struct machine *m, struct call *c, const char *message)
{
    bool holds;
    if (!argument_holds(m, c, &holds))
        return NATIVE_STOPPED;
    return holds ? call_return_void(m, c) : fail(m, message);
}

enum native_result native_heddle_assert(struct machine *m, struct call *c)
{
    return check(m, c, "assertion failed: heddle_assert");
}

enum native_result native___VERIFIER_assert(struct machine *m, struct call *c)
{
    return check(m, c, "assertion failed: __VERIFIER_assert");
}

enum native_result native_klee_assert(struct machine *m, struct call *c)
{
    return check(m, c, "assertion failed: klee_assert");
}

static enum native_result check_with_message(struct machine *m, struct call *c)
{
    char text[300], message[340];
    text[0] = 0;
    if (call_count(c) > 1)
        read_text(m, call_argument(m, c, 1), text, sizeof text);
    snprintf(message, sizeof message, "assertion failed: %s", text);
    return check(m, c, message);
}

enum native_result native___CPROVER_assert(struct machine *m, struct call *c)
{
    return check_with_message(m, c);
}

enum native_result native___ESBMC_assert(struct machine *m, struct call *c)
{
    return check_with_message(m, c);
}

// ---- assumptions: a thread whose assumption does not hold never goes on; the others do

static enum native_result assume(struct machine *m, struct call *c)
{
    bool holds;
    if (!argument_holds(m, c, &holds))
        return NATIVE_STOPPED;
    if (holds)
        return call_return_void(m, c);
    step_end(m, THREAD_ASSUME);
    return NATIVE_STOPPED;
}

#define ASSUME(NAME)                                                                                         \
    enum native_result native_##NAME(struct machine *m, struct call *c)                                      \
    {                                                                                                        \
        return assume(m, c);                                                                                 \
    }
ASSUME(heddle_assume)
ASSUME(__VERIFIER_assume)
ASSUME(klee_assume)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)

// ---- inputs

// Memory becomes inputs: one for a scalar's size, words where the size allows, else bytes.
static enum native_result make_symbolic(struct machine *m, struct call *c, enum input_kind kind)
{
    struct call_range range = {.argument = 0, .write = true};
    uint64_t size;
    char name[200];
    if (!call_ranges(m, c, 1, &range, 1, &size))
        return NATIVE_STOPPED;
    uint64_t address = range.address;
    name[0] = 0;
    if (call_count(c) > 2)
        read_text(m, call_argument(m, c, 2), name, sizeof name);
    struct operation op = operation_on(OPERATION_WRITE, address, size, true);
    op.access[0].atomic = false;
    if (size == 0)
        return call_return_void(m, c);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    uint64_t unit = size == 1 || size == 2 || size == 4 || size == 8 ? size : size % 4 == 0 ? 4 : 1;
    for (uint64_t at = 0; at < size; at += unit) {
        char label[240];
        if (unit == size)
            snprintf(label, sizeof label, "%s", *name ? name : "input");
        else
            snprintf(label, sizeof label, "%s[%llu]", *name ? name : "input",
                     (unsigned long long)(at / unit));
        struct value v = symbolic_input(m, (unsigned)(8 * unit), kind, label);
        if (!native_store_value(m, address + at, (unsigned)unit, v))
            return NATIVE_STOPPED;
    }
    return call_return_void(m, c);
}

enum native_result native_heddle_symbolic(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_NAMED);
}

enum native_result native_klee_make_symbolic(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_NAMED);
}

enum native_result native___heddle_unmodelled_input(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_UNMODELLED);
}

enum native_result native___heddle_nondet(struct machine *m, struct call *c)
{
    const char *name = c->function ? program_string(m->program, c->function->name) : "nondet";
    unsigned width = c->function ? c->function->result_width : c->instruction->width;
    char label[240];
    snprintf(label, sizeof label, "%s()", name);
    if (width == 0)
        return call_return_void(m, c);
    for (unsigned low = 0; low < width && c->instruction->d != NO_REGISTER; low += 64) {
        unsigned part = width - low < 64 ? width - low : 64;
        cell_set_value(m, &m->registers[c->instruction->d + low / 64],
                       symbolic_input(m, part, INPUT_NONDET, label));
    }
    return call_return_void(m, c);
}

// ---- atomic sections

static enum native_result atomic_begin(struct machine *m, struct call *c)
{
    if (regions_marked(m)) {
        region_begin(m);
        return call_return_void(m, c);
    }
    return step_atomic_begin(m) ? call_return_void(m, c) : NATIVE_STOPPED;
}

static enum native_result atomic_end(struct machine *m, struct call *c)
{
    if (regions_marked(m))
        region_end(m);
    else
        step_atomic_end(m);
    return call_return_void(m, c);
}

#define ATOMIC(PREFIX)                                                                                       \
    enum native_result native_##PREFIX##_begin(struct machine *m, struct call *c)                            \
    {                                                                                                        \
        return atomic_begin(m, c);                                                                           \
    }                                                                                                        \
    enum native_result native_##PREFIX##_end(struct machine *m, struct call *c)                              \
    {                                                                                                        \
        return atomic_end(m, c);                                                                             \
    }
ATOMIC(heddle_atomic)
ATOMIC(__VERIFIER_atomic)
ATOMIC(__CPROVER_atomic)
ATOMIC(__ESBMC_atomic)

// ---- the end of the program

// At once: handlers and destructors do not run.
static enum native_result program_end(struct machine *m, struct call *c)
{
    if (thread_end_status(m, call_argument(m, c, 0)))
        thread_program_end(m);
    return NATIVE_STOPPED;
}

enum native_result native__exit(struct machine *m, struct call *c)
{
    return program_end(m, c);
}

enum native_result native__Exit(struct machine *m, struct call *c)
{
    return program_end(m, c);
}

// The runtime's exit() has run its handlers: functions marked as destructors come next, then the end.
enum native_result native___heddle_program_end(struct machine *m, struct call *c)
{
    if (!thread_exit_status(m, call_argument(m, c, 0)))
        return NATIVE_STOPPED;
    const struct thread_state *state = &m->current->state;
    if (state->end_status && state->depth > 1 && !m->program->destructors_count) {
        thread_program_end(m); // while its caller can still be shown
        return NATIVE_STOPPED;
    }
    return thread_exit_program(m);
}
