// Assumptions, assertions and atomic sections in every vocabulary (docs/design.md 2), and the end of
// the program.
#include "machine/call.h"
#include "machine/native.h"
#include "machine/regions.h"
#include "machine/step.h"

#include <stdio.h>

// ---- assertions

static enum native_result fail_assertion(struct machine *m, const char *what)
{
    return native_violation(m, PROPERTY_ASSERTION, "%s", what);
}

enum native_result native___assert_fail(struct machine *m, struct call *c)
{
    char text[300], message[340];
    call_text(m, call_argument(m, c, 0), text, sizeof text);
    snprintf(message, sizeof message, "assertion failed: %s", text);
    return fail_assertion(m, message);
}

enum native_result native___assert(struct machine *m, struct call *c)
{
    return native___assert_fail(m, c);
}

enum native_result native_reach_error(struct machine *m, struct call *c)
{
    (void)c;
    return fail_assertion(m, "error function reached: reach_error()");
}

enum native_result native___VERIFIER_error(struct machine *m, struct call *c)
{
    (void)c;
    return fail_assertion(m, "error function reached: __VERIFIER_error()");
}

enum native_result native_abort(struct machine *m, struct call *c)
{
    (void)c;
    return native_violation(m, PROPERTY_ABORT, "abort() called");
}

enum native_result native___heddle_abort_by(struct machine *m, struct call *c)
{
    char signal[20];
    call_text(m, call_argument(m, c, 0), signal, sizeof signal);
    return native_violation(m, PROPERTY_ABORT, "ended by %s", signal);
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

static enum native_result assert_argument(struct machine *m, struct call *c, const char *message)
{
    bool holds;
    if (!argument_holds(m, c, &holds))
        return NATIVE_STOPPED;
    return holds ? call_return_void(m, c) : fail_assertion(m, message);
}

enum native_result native_heddle_assert(struct machine *m, struct call *c)
{
    return assert_argument(m, c, "assertion failed: heddle_assert");
}

enum native_result native___VERIFIER_assert(struct machine *m, struct call *c)
{
    return assert_argument(m, c, "assertion failed: __VERIFIER_assert");
}

enum native_result native_klee_assert(struct machine *m, struct call *c)
{
    return assert_argument(m, c, "assertion failed: klee_assert");
}

static enum native_result check_with_message(struct machine *m, struct call *c)
{
    char text[300], message[340];
    text[0] = 0;
    if (call_count(c) > 1)
        call_text(m, call_argument(m, c, 1), text, sizeof text);
    snprintf(message, sizeof message, "assertion failed: %s", text);
    return assert_argument(m, c, message);
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

static enum native_result assume_argument(struct machine *m, struct call *c)
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
        return assume_argument(m, c);                                                                        \
    }
ASSUME(heddle_assume)
ASSUME(__VERIFIER_assume)
ASSUME(klee_assume)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)

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

// ---- hints of other tools

#define HINT(NAME)                                                                                           \
    enum native_result native_##NAME(struct machine *m, struct call *c)                                      \
    {                                                                                                        \
        return call_return_void(m, c);                                                                       \
    }
HINT(__VERIFIER_loop_begin)
HINT(__VERIFIER_loop_bound)
HINT(__VERIFIER_spin_start)
HINT(__VERIFIER_spin_end)
HINT(__VERIFIER_annotate_begin)
HINT(__VERIFIER_annotate_end)
HINT(__VERIFIER_annotate_read)
HINT(__VERIFIER_annotate_write)
HINT(__VERIFIER_annotate_CAS)
HINT(__VERIFIER_annotate_FAI)
HINT(__CPROVER_fence)
HINT(__CPROVER_cover)
HINT(__CPROVER_input)
HINT(__CPROVER_output)
HINT(__CPROVER_printf)
HINT(__ESBMC_yield)
HINT(__goblint_split_begin)
HINT(__goblint_split_end)
HINT(klee_warning)
HINT(klee_warning_once)
HINT(klee_print_expr)
HINT(klee_prefer_cex)
HINT(klee_stack_trace)
HINT(klee_open_merge)
HINT(klee_close_merge)

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
