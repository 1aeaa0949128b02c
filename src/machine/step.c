#include "machine/step.h"

#include "machine/await.h"
#include "machine/call.h"
#include "machine/delivery.h"
#include "machine/enabled.h"
#include "machine/interchangeable.h"
#include "machine/journal.h"
#include "machine/memory.h"
#include "machine/pace.h"
#include "machine/pages.h"
#include "machine/peek.h"
#include "machine/relevance.h"
#include "machine/stand_in.h"

#include <stdarg.h>
#include <stdio.h>

step_function *const step_table[OP_COUNT] = {
#define OPCODE(name, format) step_##name,
#include "program/opcodes.def"
};

const struct instruction *step_stop(struct machine *m, enum step_result why)
{
    m->stop = why;
    return NULL;
}

// Whether anything comes after the end of the running thread that the end of the program keeps from coming:
// what other threads do, or the last thread, at the exit of a program whose main has ended before.
static bool more_to_come(const struct machine *m)
{
    if (!thread_runs_main(m))
        return true;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k] != m->current && thread_status_lives(m->threads[k]->state.status))
            return true;
    return false;
}

// `asked`: by a violation of a property that is asked for.
static const struct instruction *end_current_thread(struct machine *m, enum thread_status status, bool asked)
{
    bool stuck = status == THREAD_AT_EXIT ? more_to_come(m) : status != THREAD_ENDED;
    if (stuck && relevance_stuck(m, asked)) // irrelevant statements must not keep their threads from going on
        return NULL;
    struct thread_state *state = thread_change(m, m->current);
    state->status = status;
    if (state->atomic_depth && status != THREAD_ENDED && m->state.unjoined)
        m->state.frozen = true;
    return step_stop(m, STEP_DONE);
}

const struct instruction *step_end(struct machine *m, enum thread_status status)
{
    return end_current_thread(m, status, false);
}

static void report_at(struct machine *m, enum report_kind kind, enum property property, uint32_t code,
                      const char *text)
{
    struct machine_report r = {.kind = kind,
                               .property = property,
                               .message = text,
                               .thread = m->current->number,
                               .code = code,
                               .any_value = m->any_value};
    bool ends = kind == REPORT_VIOLATION || kind == REPORT_STOPPED || kind == REPORT_UNMODELLED ||
                kind == REPORT_BOUND;
    if (kind == REPORT_STOPPED && peek_inside(m))
        return;
    if (ends && peek_inside(m)) { // it comes up again when the section is a real one
        peek_break(m);
        return;
    }
    if (ends && relevance_stuck(m, kind == REPORT_VIOLATION))
        return;
    if (m->hooks.report)
        m->hooks.report(m->hooks.context, &r);
}

static void report_here(struct machine *m, enum report_kind kind, enum property property, const char *text)
{
    bool exact = kind == REPORT_VIOLATION;
    uint32_t code = exact ? memory_program_code(m, m->current->state.code) : memory_user_code(m);
    report_at(m, kind, property, code, text);
}

#define FORMAT_MESSAGE(text, format)                                                                         \
    char text[1024];                                                                                         \
    va_list arguments;                                                                                       \
    va_start(arguments, format);                                                                             \
    vsnprintf(text, sizeof text, format, arguments);                                                         \
    va_end(arguments)

void step_report(struct machine *m, enum report_kind kind, enum property property, const char *format, ...)
{
    FORMAT_MESSAGE(text, format);
    report_here(m, kind, property, text);
}

const struct instruction *step_violation(struct machine *m, enum property property, const char *format, ...)
{
    FORMAT_MESSAGE(text, format);
    bool asked = m->options.properties & 1u << property;
    report_here(m, asked ? REPORT_VIOLATION : REPORT_STOPPED, property, text);
    return end_current_thread(m, THREAD_VIOLATED, asked);
}

const struct instruction *step_violation_at(struct machine *m, enum property property, uint32_t code,
                                            const char *format, ...)
{
    FORMAT_MESSAGE(text, format);
    bool asked = m->options.properties & 1u << property;
    report_at(m, asked ? REPORT_VIOLATION : REPORT_STOPPED, property, code, text);
    return end_current_thread(m, THREAD_VIOLATED, asked);
}

const struct instruction *step_unmodelled(struct machine *m, const char *format, ...)
{
    FORMAT_MESSAGE(text, format);
    report_here(m, REPORT_UNMODELLED, PROPERTY_ASSERTION, text);
    return step_end(m, THREAD_UNMODELLED);
}

bool step_undefined(struct machine *m, const struct object *o)
{
    if (o->state == OBJECT_DOUBTFUL) {
        const char *name =
            o->site == NO_SITE ? "" : program_string(m->program, m->program->sites[o->site].name);
        step_unmodelled(
            m,
            "an access to the variable '%s', whose block may have ended: its declaration cannot be "
            "reached, so that nothing says which block is its own",
            name);
        return true;
    }
    if (o->state != OBJECT_UNDEFINED)
        return false;
    const struct global *g = &m->program->globals[o->kind == OBJECT_GLOBAL ? o->number : o->site];
    step_unmodelled(m, "the variable '%s', which no file defines", program_string(m->program, g->name));
    return true;
}

void step_bad_access(struct machine *m, uint64_t address, uint64_t size, bool write)
{
    char text[400];
    const struct object *o = memory_find(m, address);
    if (o && step_undefined(m, o))
        return;
    if (o && stand_in_keeps(m, o)) {
        step_unmodelled(m, "a variable local to a thread that has ended, %s", LAST_HANDLER);
        return;
    }
    if (pages_undecided(m, address, size, write))
        return;
    memory_explain(m, address, size, write, text, sizeof text);
    step_violation(m, PROPERTY_MEMORY, "%s", text);
}

// ---- running

static void run_instructions(struct machine *m, const struct instruction *i)
{
    struct pace pace;
    pace_begin(m, &pace);
    uint64_t count = 0, limit = pace.limit;
    while (i) {
        i = step_table[i->op](m, m->registers, i);
        if (++count >= limit && i) {
            i = pace_pause(m, &pace, i, count);
            limit = pace.limit;
        }
    }
    pace_end(m, &pace, count);
}

static void run_current(struct machine *m)
{
    struct thread *t = m->current;
    step_select_registers(m);
    const struct instruction *i;
    if (t->state.status == THREAD_STARTING) {
        thread_change(m, t)->status = THREAD_READY;
        i = thread_live(m);
    } else {
        if (t->state.status == THREAD_JOINING)
            thread_change(m, t)->status = THREAD_READY;
        i = t->state.depth ? m->code + t->state.code : thread_live(m);
    }
    do {
        await_begins(m, i);
        if (journal_wanted(m))
            journal_run(m, i);
        else
            run_instructions(m, i);
    } while (__builtin_expect(m->called, 0) && (i = delivery_enter(m)));
}

static struct thread *next_to_wake(struct machine *m)
{
    if (m->state.frozen) // who was created in an atomic section begins after it
        return NULL;
    for (uint32_t k = 0; m->state.work && k < m->thread_limit; k++)
        if (thread_wakes(m, m->threads[k]))
            return m->threads[k];
    struct thread *last = m->state.work ? thread_after_last(m) : NULL;
    m->state.work = false;
    return last;
}

// The running thread has stopped. Whether another one goes on in the step.
static bool another_goes_on(struct machine *m)
{
#define STOPPED(observer) observer##_stopped(m);
    OBSERVERS_STOPPED(STOPPED)
#undef STOPPED
    struct thread *next = m->stop == STEP_DONE ? next_to_wake(m) : NULL;
    if (!next)
        return false;
    m->state.running = next->number;
    m->state.permitted = false;
    m->current = next;
    return true;
}

enum step_result step_others(struct machine *m)
{
    while (another_goes_on(m))
        run_current(m);
    if (m->stop == STEP_DONE) {
        enabled_update(m);
        interchangeable_step(m);
        if (!m->speculating && learnt_take_tried(m))
            step_stop(m, STEP_RESTART);
    }
    return m->stop;
}

enum step_result step_run(struct machine *m)
{
    m->current = m->threads[m->state.running];
    run_current(m);
    return step_others(m);
}
