#include "machine/native.h"
#include "machine/arguments.h"

#include "machine/await.h"
#include "machine/call.h"
#include "machine/expected.h"
#include "machine/follow.h"
#include "machine/journal.h"
#include "machine/location.h"
#include "machine/note.h"
#include "machine/overwrite.h"
#include "machine/pages.h"
#include "machine/peek.h"
#include "machine/permit.h"
#include "machine/relevance.h"
#include "machine/step.h"

#include <stdarg.h>
#include <stdio.h>

static native_function *const natives[NATIVE_COUNT] = {
#define NATIVE(name, ...) native_##name,
#include "program/natives.def"
};

// ---- dispatch

static const struct instruction *top_frame_code(struct machine *m)
{
    const struct thread *t = m->current;
    uint32_t function = t->frames.data[t->state.depth - 1].function;
    const struct function *f = &m->program->functions[function];
    return m->code + (f->kind == FUNCTION_NATIVE ? m->thunks[function] : f->first);
}

const struct instruction *call_native(struct machine *m, const struct instruction *i, uint32_t native,
                                      const struct function *function, const uint32_t *operands)
{
    static const uint32_t from_registers[] = {4, 0, 0, 1, 2, 3}; // thunks: parameters lie in registers 0 to 3
    struct call c = {i, i->b == NO_REGISTER ? from_registers : operands, function};
    step_save(m, i);
    m->state.began = false;
    if (peek_inside(m) && !peek_call(m, native))
        return NULL;
    enum native_result result = natives[native](m, &c);
    m->state.began = false; // choices from here on are not the native's
    switch (result) {
    case NATIVE_DONE: return i + 1;
    case NATIVE_AGAIN: return i;
    case NATIVE_ENTERED: return m->current->state.depth ? top_frame_code(m) : thread_live(m);
    case NATIVE_STOPPED: break;
    }
    return NULL;
}

// ---- arguments and results

uint32_t call_count(const struct call *c)
{
    return c->operands[0] + c->operands[1];
}

struct value call_argument(struct machine *m, const struct call *c, uint32_t i)
{
    if (i < c->operands[0])
        return step_operand(m, c->operands[2 + i]);
    if (i - c->operands[0] < c->operands[1])
        return step_operand(m, c->operands[2 + c->operands[0] + 2 * (i - c->operands[0])]);
    return symbolic_input(m, 64, INPUT_UNINITIALISED, "an argument that was not passed");
}

void call_text(struct machine *m, struct value address, char *text, size_t room)
{
    size_t length = 0;
    for (struct value v = {0, TERM_NONE}; !address.t && length + 1 < room; length++) {
        struct object *o = memory_at(m, address.bits + length, 1);
        if (o)
            v = memory_load(m, o, address.bits + length - o->base, 1, 8);
        if (!o || v.t || !v.bits)
            break;
        text[length] = (char)v.bits;
    }
    text[length] = 0;
}

bool call_concrete(struct machine *m, const struct call *c, uint32_t i, uint64_t *bits)
{
    struct value v = call_argument(m, c, i);
    return symbolic_concretise(m, v, v.t ? term_width(m->terms, v.t) : 64, bits);
}

enum native_result call_return_value(struct machine *m, const struct call *c, struct value v)
{
    if (c->instruction->d != NO_REGISTER)
        cell_set_value(m, &m->registers[c->instruction->d], v);
    return call_return_void(m, c);
}

enum native_result call_return(struct machine *m, const struct call *c, uint64_t bits)
{
    unsigned width = c->instruction->width ? c->instruction->width : 64;
    return call_return_value(m, c, (struct value){bits & mask_width(width < 64 ? width : 64), TERM_NONE});
}

enum native_result call_return_void(struct machine *m, const struct call *c)
{
    (void)c;
    call_set_phase(m, 0);
    return NATIVE_DONE;
}

enum native_result call_enter(struct machine *m, const struct call *c, uint64_t function_address,
                              uint32_t argument_count, const struct value *arguments, uint32_t phase)
{
    uint32_t function = step_function_at(m, function_address);
    if (function == NO_FUNCTION)
        return step_no_function(m, "call of", function_address), NATIVE_STOPPED;
    const struct function *f = &m->program->functions[function];
    if (f->kind == FUNCTION_UNMODELLED) {
        if (!step_may_havoc(m, f))
            return NATIVE_STOPPED;
        thread_change(m, m->current)->result = step_havoc_word(m, f, 0);
        journal_history(m, JOURNAL_NOWHERE); // preconditions do not follow what never was on the stack
        call_set_phase(m, phase);
        return NATIVE_AGAIN;
    }
    if (!arguments_enter(m, function, (uint32_t)(c->instruction - m->code), arguments, argument_count))
        return NATIVE_STOPPED;
    struct thread *t = m->current;
    struct thread_state *state = thread_change(m, t);
    struct frame *frame = &t->frames.data[t->state.depth - 1];
    frame->to_native = 1; // natives called from there have phases of their own
    frame->native_phase = phase;
    memcpy(frame->native_scratch, state->scratch, sizeof state->scratch);
    location_set_native_frame(m, frame);
    memset(state->scratch, 0, sizeof state->scratch);
    state->phase = 0;
    return NATIVE_ENTERED;
}

// ---- what a native remembers

uint32_t call_phase(const struct machine *m)
{
    return m->current->state.phase & ~DELIVERY_LOOKED;
}

void call_set_phase(struct machine *m, uint32_t phase)
{
    if (m->current->state.phase != phase)
        thread_change(m, m->current)->phase = phase;
}

uint64_t call_scratch(const struct machine *m, uint32_t i)
{
    return m->current->state.scratch[i];
}

void call_set_scratch(struct machine *m, uint32_t i, uint64_t value)
{
    thread_change(m, m->current)->scratch[i] = value;
}

// ---- visible operations

static bool operation_is_enabled(struct machine *m, const struct operation *op)
{
    enabled_function *enabled = operation_enabled[op->kind];
    return !enabled || enabled(m, m->current, op);
}

// What is accessed by a thread that is alone. False: stopped.
static bool decide_accessed(struct machine *m, const struct operation *op)
{
    bool reads = op->kind != OPERATION_FREE && op->kind != OPERATION_PROTECT;
    for (uint32_t k = 0; k < op->access_count && reads; k++)
        if (!overwrite_decide(m, op->access[k].address, op->access[k].size))
            return false;
    return true;
}

// A lock writes, also where its section is taken for private (peek.h).
static bool access_writes(enum operation_kind kind, const struct access *a)
{
    return a->write || operation_has(kind, OPERATION_LOCKS);
}

// What becomes of pages does not depend on whether they may be accessed.
static bool is_of_pages(const struct machine *m, enum operation_kind kind, const struct access *a)
{
    const struct object *o = memory_find(m, a->address);
    return kind == OPERATION_PROTECT || (kind == OPERATION_FREE && o && o->mapped);
}

static bool check_range(struct machine *m, enum operation_kind kind, const struct access *a, bool *visible)
{
    bool write = access_writes(kind, a), restart;
    struct object *o = memory_at(m, a->address, a->size);
    if (is_of_pages(m, kind, a)) { // all parts of a mapping have the reach of one
        *visible |= permit_is_visible(m, memory_find(m, a->address), &restart);
        return !restart;
    }
    bool fails = !o || (write && !pages_may_be_written(m, o));
    if (fails && !permit_failing(m, a->write ? OPERATION_WRITE : OPERATION_READ, a->address, a->size))
        return false;
    if (fails) {
        step_bad_access(m, a->address, a->size, write);
        return false;
    }
    if (m->expected && !expected_access(m, o, a->address - o->base, a->size, a->write, false))
        return false;
    *visible |= permit_is_visible(m, o, &restart);
    return !restart;
}

// The step was to execute an operation that does not wait, and has become one that does, by memory that was
// written since the thread came to it: all that the step does is to find that. So that other orders of this
// are explored, the step conflicts with what the operation conflicts with. It is no round of a loop.
static void add_changed_operation(struct machine *m, const struct operation *op)
{
    await_effect(m);
    for (uint32_t k = 0; k < op->access_count; k++)
        vector_push(&m->accesses, op->access[k]);
}

bool operation_begin(struct machine *m, const struct operation *op)
{
    bool visible = false;
    m->state.began = false;
    for (uint32_t k = 0; k < op->access_count; k++)
        if (!check_range(m, op->kind, &op->access[k], &visible))
            return false;
    if (!decide_accessed(m, op))
        return false;
    bool enabled = operation_is_enabled(m, op);
    struct operation looking;
    if (m->learnt.interrupts && visible) {
        if (!delivery_add_look(m, op, enabled, &looking))
            return false;
        op = &looking;
    }
    if (!enabled && m->current->state.atomic_depth && m->state.unjoined) {
        // What it waits for is accessed by the section: another order of both may be another trace.
        if (!visible || permit_ask(m, op))
            step_unmodelled(m, "waiting inside an atomic section");
        return false;
    }
    if (!enabled && relevance_waits(m))
        return false;
    if (!enabled) {
        if (visible && m->state.permitted)
            add_changed_operation(m, op);
        permit_blocked(m, op);
        return false;
    }
    bool stopped = false;
    if (!visible) {
        follow_native(m, op, false);
        return true;
    }
    if (relevance_hides(m, op->kind, &stopped)) {
        if (overwrite_meets(m, op) == MEETING_STOPPED)
            return false;
        for (uint32_t k = 0; k < op->access_count; k++)
            relevance_hidden(m, memory_find(m, op->access[k].address),
                             access_writes(op->kind, &op->access[k]));
        step_show_hidden(m, op->kind, operation_object(op), 0);
        return true;
    }
    if (stopped)
        return false;
    uint32_t before = m->accesses.size, notes = note_count(m);
    if (!permit_ask(m, op))
        return false;
    follow_native(m, op, true);
    m->state.began = true;
    m->state.accesses_before = before;
    m->state.notes_before = notes;
    step_show(m, op->kind, operation_object(op), 0, 0, 0);
    return true;
}

void operation_reaches(struct machine *m, uint64_t address, uint64_t size, bool write)
{
    struct access access = operation_access(address, size, write);
    vector_push(&m->accesses, access);
    follow_reached(m, &access);
}

void operation_looked(struct machine *m)
{
    if (!m->options.outcome || !m->state.began || m->state.accesses_before == m->accesses.size)
        return;
    struct access *object = &m->accesses.data[m->state.accesses_before];
    if (object->write && !object->commute)
        object->commute = COMMUTE_LOOK;
}

bool step_atomic_begin(struct machine *m)
{
    struct operation op = {.kind = OPERATION_ATOMIC_BEGIN};
    if (m->current->state.atomic_depth == 0 && m->state.unjoined > 0 && !permit_ask(m, &op))
        return false;
    if (m->current->state.atomic_depth == 0)
        m->state.permitted = true; // everything up to the end belongs to this step
    if (m->current->state.atomic_depth == 0) {
        note_section(m, NOTE_SECTION_BEGIN);
        await_section(m);
    }
    thread_change(m, m->current)->atomic_depth++;
    return true;
}

void step_atomic_end(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    if (state->atomic_depth && --state->atomic_depth == 0) {
        m->state.permitted = false;
        note_section(m, NOTE_SECTION_END);
    }
}

bool native_choose(struct machine *m, uint32_t n, uint32_t *answer)
{
    *answer = 0;
    if (n < 2)
        return true;
    if (m->state.answered) {
        m->state.answered = false;
        *answer = m->state.answer;
        return true;
    }
    symbolic_raise_choice(m, (struct machine_choice){.thread = m->current->number, .count = n});
    return false;
}

// ---- memory

static struct object *native_object(struct machine *m, uint64_t address, unsigned size, bool write)
{
    struct object *o = memory_at(m, address, size);
    if (o && !(write && !pages_may_be_written(m, o)))
        return o;
    step_bad_access(m, address, size, write);
    return NULL;
}

static bool range_initialised(const struct object *o, uint64_t offset, unsigned size)
{
    for (uint64_t at = offset; at < offset + size; at++)
        if (o->lines[at / LINE_BYTES].uninitialised >> (at % LINE_BYTES) & 1)
            return false;
    return true;
}

bool native_load(struct machine *m, uint64_t address, unsigned size, uint64_t *bits, bool *initialised)
{
    struct object *o = native_object(m, address, size, false);
    if (!o)
        return false;
    if (!overwrite_read(m, address, size))
        return false;
    bool known = range_initialised(o, address - o->base, size);
    *bits = 0;
    if (initialised)
        *initialised = known;
    if (!known && initialised)
        return true;
    struct value v = memory_load(m, o, address - o->base, size, 8 * size);
    if (v.t) {
        step_unmodelled(m, "an object of pthreads or libc holds a value that depends on inputs");
        return false;
    }
    *bits = v.bits;
    return true;
}

bool native_load_value(struct machine *m, uint64_t address, unsigned size, struct value *v)
{
    struct object *o = native_object(m, address, size, false);
    if (!o || !overwrite_read(m, address, size))
        return false;
    *v = memory_load(m, o, address - o->base, size, 8 * size);
    return true;
}

bool native_store(struct machine *m, uint64_t address, unsigned size, uint64_t bits)
{
    return native_store_value(m, address, size, (struct value){bits, TERM_NONE});
}

bool native_store_value(struct machine *m, uint64_t address, unsigned size, struct value v)
{
    struct object *o = native_object(m, address, size, true);
    if (!o)
        return false;
    if (v.t && term_width(m->terms, v.t) > 8 * size)
        v = symbolic_value(m, term_extract(m->terms, v.t, 0, 8 * size));
    memory_store(m, o, address - o->base, size, v);
    if (o->reach == REACH_SHARED)
        memory_share_value(m, v);
    return true;
}

uint64_t native_peek(const struct machine *m, uint64_t address, unsigned size)
{
    const struct object *o = memory_find(m, address);
    uint64_t bits = 0;
    journal_read(m, address, size);
    if (o && address - o->base <= o->size && size <= o->size - (address - o->base))
        memcpy(&bits, o->data + (address - o->base), size);
    return bits;
}

bool native_set_errno(struct machine *m, int value)
{
    if (m->errno_index == NO_GLOBAL)
        return true;
    return native_store(m, thread_local_address(m, m->current, m->errno_index), 4, (uint32_t)value);
}

// ---- reports

#define FORMAT_MESSAGE(text, format)                                                                         \
    char text[1024];                                                                                         \
    va_list arguments;                                                                                       \
    va_start(arguments, format);                                                                             \
    vsnprintf(text, sizeof text, format, arguments);                                                         \
    va_end(arguments)

enum native_result native_violation(struct machine *m, enum property property, const char *format, ...)
{
    FORMAT_MESSAGE(text, format);
    step_violation(m, property, "%s", text);
    return NATIVE_STOPPED;
}

enum native_result native_unmodelled(struct machine *m, const char *format, ...)
{
    FORMAT_MESSAGE(text, format);
    step_unmodelled(m, "%s", text);
    return NATIVE_STOPPED;
}
