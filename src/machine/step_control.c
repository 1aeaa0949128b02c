// Jumps, calls and returns.
#include "machine/arguments.h"
#include "machine/call.h"
#include "machine/describe.h"
#include "machine/expected.h"
#include "machine/location.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/overwrite.h"
#include "machine/permit.h"
#include "machine/regions.h"
#include "machine/round.h"
#include "machine/step.h"
#include "machine/variadic.h"
#include "program/aliases.h"
#include "program/layout.h"

#include <stdio.h>

#define MAX_DEPTH 600000u // more than the default size of a stack has room for

const struct instruction *step_JUMP(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    return m->code + i->b;
}

const struct instruction *step_BRANCH(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *c = &r[i->a];
    bool truth = c->bits & 1;
    if (__builtin_expect(c->t != 0, 0)) {
        step_save(m, i);
        if (!symbolic_decide(m, c->t, &truth))
            return NULL;
    }
    return m->code + (truth ? i->b : i->d);
}

static const struct instruction *switch_symbolic(struct machine *m, term t, const struct instruction *i)
{
    const uint32_t *table = m->program->operands + i->b;
    step_save(m, i);
    for (uint32_t k = 0; k < table[0]; k++) {
        bool truth;
        term value = term_constant(m->terms, i->width, m->program->constants[table[2 + 2 * k]]);
        if (!symbolic_decide(m, term_eq(m->terms, t, value), &truth))
            return NULL;
        if (truth)
            return m->code + table[3 + 2 * k];
    }
    return m->code + table[1];
}

const struct instruction *step_SWITCH(struct machine *m, struct cell *r, const struct instruction *i)
{
    const uint32_t *table = m->program->operands + i->b;
    if (r[i->a].t)
        return switch_symbolic(m, r[i->a].t, i);
    uint32_t low = 0, high = table[0];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint64_t value = m->program->constants[table[2 + 2 * middle]];
        if (value == r[i->a].bits)
            return m->code + table[3 + 2 * middle];
        if (value < r[i->a].bits)
            low = middle + 1;
        else
            high = middle;
    }
    return m->code + table[1];
}

// One more pass of a loop head in heddle's own library. Its loops end by themselves, and users cannot see
// them: of their rounds only those count in which inputs decided something, as the length of a string that is
// an input, since each of these is another execution. The counter also holds what the thread had decided at
// the pass before. Whether inputs decide depends on the thread alone, not on what others have found out about
// them.
static uint64_t library_pass(const struct machine *m, uint64_t counter)
{
    uint32_t passes = (uint32_t)counter, decided = (uint32_t)(counter >> 32);
    passes += passes == 0 || decided != m->current->state.decided;
    return (uint64_t)m->current->state.decided << 32 | passes;
}

// How often the loop may go round, and how that was asked for (NULL: by --unwind=N). 0: any number of times.
static uint64_t rounds_of(const struct machine *m, const struct instruction *i, const char **text)
{
    const struct machine_options *o = &m->options;
    uint32_t code = (uint32_t)(i - m->code);
    *text = NULL;
    for (uint32_t k = 0; k < o->loop_bound_count; k++)
        if (o->loop_bounds[k].code == code) {
            *text = o->loop_bounds[k].text;
            return o->loop_bounds[k].rounds;
        }
    return o->unwind;
}

static void report_bound(struct machine *m, const char *library, const char *text, uint64_t rounds)
{
    if (text)
        step_report(m, REPORT_BOUND, PROPERTY_ASSERTION, "this loop goes on beyond --unwind=%s rounds", text);
    else
        step_report(m, REPORT_BOUND, PROPERTY_ASSERTION, "a loop%s%s goes on beyond --unwind=%llu rounds",
                    library ? " over inputs in " : "", library ? library : "", (unsigned long long)rounds);
}

const struct instruction *step_LOOP(struct machine *m, struct cell *r, const struct instruction *i)
{
    if ((m->rounds || m->options.rounds) && !round_begins(m, i))
        return NULL;
    if (!m->counts_loops)
        return i + 1;
    const char *text;
    uint64_t rounds = rounds_of(m, i, &text);
    if (!rounds) {
        cell_set(m, &r[i->a], r[i->a].bits + 1);
        return i + 1;
    }
    const char *library = text ? NULL : memory_library_function(m);
    uint64_t counter = library ? library_pass(m, r[i->a].bits) : r[i->a].bits + 1;
    cell_set(m, &r[i->a], counter);
    if ((library ? (uint32_t)counter : counter) <= rounds + 1)
        return i + 1;
    step_save(m, i);
    report_bound(m, library, text, rounds);
    return step_end(m, THREAD_BOUNDED);
}

// ---- frames

void step_select_registers(struct machine *m)
{
    const struct thread *t = m->current;
    m->registers = vector_from(&t->registers, t->state.depth ? t->frames.data[t->state.depth - 1].base : 0);
}

// Natives called through a thunk have registers for their parameters only.
static uint32_t frame_registers(const struct function *f)
{
    return f->kind == FUNCTION_NATIVE ? arguments_count(f) : f->register_count;
}

bool step_stack_has_room(struct machine *m, uint64_t bytes, const char *what)
{
    struct thread_state *state = thread_change(m, m->current);
    state->stack_used += bytes;
    if (!state->stack_size || state->stack_used <= state->stack_size)
        return true;
    state->stack_used -= bytes;
    step_violation(m, PROPERTY_MEMORY,
                   "stack overflow: %s takes %llu bytes, and %llu of %llu are in use (--stack-size)", what,
                   (unsigned long long)bytes, (unsigned long long)state->stack_used,
                   (unsigned long long)state->stack_size);
    return false;
}

// What a call takes: variables, the return address and the caller's frame pointer. The runtime library's own
// functions take nothing, since those that they stand for take something else.
static bool take_frame(struct machine *m, const struct function *f)
{
    uint64_t word = m->program->pointer_bits / 8, bytes = (f->frame_bytes + 4 * word - 1) & ~(2 * word - 1);
    char what[200];
    const struct thread_state *state = &m->current->state;
    if (f->flags & FUNCTION_RUNTIME || f->kind != FUNCTION_DEFINED)
        return true;
    if (!state->stack_size || state->stack_used + bytes <= state->stack_size) {
        thread_change(m, m->current)->stack_used += bytes;
        return true;
    }
    snprintf(what, sizeof what, "a call of %s", program_string(m->program, f->name));
    return step_stack_has_room(m, bytes, what);
}

struct cell *step_enter(struct machine *m, uint32_t function, uint32_t return_code, uint32_t result)
{
    struct thread *t = m->current;
    struct thread_state *state = thread_change(m, t);
    const struct function *f = &m->program->functions[function];
    if (state->depth >= MAX_DEPTH) {
        step_report(m, REPORT_BOUND, PROPERTY_MEMORY,
                    "recursion deeper than %u calls, which no option allows", MAX_DEPTH);
        step_end(m, THREAD_BOUNDED);
        return NULL;
    }
    uint64_t stack_used = state->stack_used;
    if (!take_frame(m, f))
        return NULL;
    uint32_t base = 0;
    if (state->depth) {
        const struct frame *caller = &t->frames.data[state->depth - 1];
        base = caller->base + frame_registers(&m->program->functions[caller->function]);
    }
    uint32_t need = base + frame_registers(f) + 1; // functions without registers have a frame too
    if (need > t->registers.size) {
        vector_reserve(&t->registers, need);
        memset(&t->registers.data[t->registers.size], 0,
               (need - t->registers.size) * sizeof *t->registers.data);
        t->registers.size = need;
    }
    if (state->depth == t->frames.size)
        vector_push(&t->frames, (struct frame){.epoch = 0});
    struct frame *frame = &t->frames.data[state->depth];
    if (frame->epoch != m->epoch)
        undo_log_frame(m, t, state->depth);
    *frame = (struct frame){.function = function,
                            .base = base,
                            .return_code = return_code,
                            .result = result,
                            .stack_top = state->stack_top,
                            .stack_used = stack_used,
                            .variadic = NO_OBJECT,
                            .epoch = m->epoch};
    location_set_frame(m, state->depth ? frame - 1 : NULL, frame);
    state->depth++;
    if (m->options.atomic_count && regions_have(m, function)) {
        frame->region = true;
        region_begin(m);
    }
    m->registers = base ? t->registers.data + base : t->registers.data;
    return m->registers;
}

// `partial`: so that it takes no part in a data race.
static bool end_content(struct machine *m, struct object *o, bool partial)
{
    bool restart, visible = permit_is_visible(m, o, &restart);
    if (restart)
        return false;
    if (visible && o->size) {
        struct operation op = {
            .kind = OPERATION_FREE,
            .access_count = 1,
            .access = {{.address = o->base, .size = o->size, .write = true, .partial = partial}}};
        if (!permit_ask(m, &op))
            return false;
        step_show(m, OPERATION_FREE, o->base, 0, 0, 0);
    }
    return true;
}

bool step_end_content(struct machine *m, struct object *o)
{
    return end_content(m, o, false);
}

bool step_doubt_content(struct machine *m, struct object *o)
{
    return end_content(m, o, true);
}

bool step_release(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    if (memory_has_content(o) && !step_end_content(m, o))
        return false;
    memory_release(m, object, OBJECT_RETURNED);
    return true;
}

bool step_release_stack(struct machine *m, uint32_t stack_top)
{
    struct thread *t = m->current;
    while (t->state.stack_top != stack_top && t->state.stack_top != NO_OBJECT) {
        uint32_t object = t->state.stack_top, below = object_get(m, object)->below;
        if (!step_release(m, object))
            return false;
        thread_change(m, t)->stack_top = below;
    }
    return true;
}

void step_leave(struct machine *m)
{
    struct thread *t = m->current;
    if (t->frames.data[t->state.depth - 1].atomic)
        step_atomic_end(m);
    if (t->frames.data[t->state.depth - 1].region)
        region_end(m);
    struct thread_state *state = thread_change(m, t);
    state->depth--;
    state->stack_used = t->frames.data[state->depth].stack_used;
    if (__builtin_expect(m->learnt.interrupts, 0))
        delivery_left(m);
    step_select_registers(m);
}

// ---- calls

struct value step_operand(struct machine *m, uint32_t operand)
{
    if (operand & OPERAND_CONSTANT)
        return (struct value){m->program->constants[operand & ~OPERAND_CONSTANT], TERM_NONE};
    return cell_value(&m->registers[operand]);
}

// All words of a call: the fixed ones, and where the function called takes no variable arguments, those
// passed as such.
static void gather_words(struct machine *m, const uint32_t *list, bool variadic)
{
    vector_clear(&m->words);
    for (uint32_t k = 0; k < list[0]; k++)
        vector_push(&m->words, step_operand(m, list[2 + k]));
    const uint32_t *pairs = list + 2 + list[0];
    for (uint32_t k = 0; !variadic && k < list[1]; k++) {
        uint32_t words = pairs[2 * k + 1] & OPERAND_BYVAL ? 1 : (OPERAND_SIZE(pairs[2 * k + 1]) + 7) / 8;
        for (uint32_t w = 0; w < words; w++)
            vector_push(&m->words, step_operand(m, pairs[2 * k] + w));
    }
}

static const struct instruction *call_defined(struct machine *m, const struct instruction *i,
                                              uint32_t function, const uint32_t *list)
{
    const struct function *f = &m->program->functions[function];
    bool variadic = f->flags & FUNCTION_VARIADIC;
    uint32_t object = NO_OBJECT;
    step_save(m, i);
    if (m->learnt.interrupts && !delivery_look_before(m, function))
        return NULL;
    if (f->flags & FUNCTION_ATOMIC && !step_atomic_begin(m))
        return NULL;
    gather_words(m, list, variadic);
    if (variadic && !variadic_make(m, list, &object))
        return NULL;
    struct cell *registers = step_enter(m, function, (uint32_t)(i - m->code) + 1, i->d);
    if (!registers)
        return NULL;
    struct thread *t = m->current;
    if (t->state.phase & DELIVERY_LOOKED)
        thread_change(m, t)->phase &= ~DELIVERY_LOOKED;
    struct frame *frame = &t->frames.data[t->state.depth - 1];
    frame->atomic = f->flags & FUNCTION_ATOMIC;
    if (object) {
        frame->variadic = object;
        thread_change(m, t)->stack_top = object;
    }
    arguments_of_call(m, f, registers, m->words.data, m->words.size);
    return m->code + f->first;
}

bool step_may_havoc(struct machine *m, const struct function *f)
{
    char plain[200];
    const char *name = program_string(m->program, f->name);
    alias_plain_name(name, plain, sizeof plain);
    for (uint32_t k = 0; k < m->options.havoc_count; k++)
        if (!strcmp(m->options.havoc[k], name) || !strcmp(m->options.havoc[k], plain))
            return true;
    step_unmodelled(m, "call of '%s', which has no body and no model (--havoc=%s lets it return anything)",
                    plain, plain);
    return false;
}

struct value step_havoc_word(struct machine *m, const struct function *f, uint32_t word)
{
    char plain[200], label[210];
    if (word >= f->result_words)
        return (struct value){0, TERM_NONE};
    snprintf(label, sizeof label, "%s()",
             alias_plain_name(program_string(m->program, f->name), plain, sizeof plain));
    uint32_t width = f->result_width > 64 * (word + 1) ? 64 : f->result_width - 64 * word;
    return symbolic_input(m, width, INPUT_HAVOC, label);
}

static const struct instruction *call_unmodelled(struct machine *m, const struct instruction *i,
                                                 const struct function *f)
{
    step_save(m, i);
    if (!step_may_havoc(m, f))
        return NULL;
    for (uint32_t w = 0; w < f->result_words && i->d != NO_REGISTER; w++)
        cell_set_value(m, &m->registers[i->d + w], step_havoc_word(m, f, w));
    return i + 1;
}

static const struct instruction *call_by_kind(struct machine *m, const struct instruction *i,
                                              uint32_t function, const uint32_t *list)
{
    const struct function *f = &m->program->functions[function];
    switch (f->kind) {
    case FUNCTION_DEFINED: return call_defined(m, i, function, list);
    case FUNCTION_NATIVE: return call_native(m, i, f->native, f, list);
    default: return call_unmodelled(m, i, f);
    }
}

const struct instruction *step_CALL(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    return call_by_kind(m, i, i->a, m->program->operands + i->b);
}

const struct instruction *step_CALL_NATIVE(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    return call_native(m, i, i->a, NULL, m->program->operands + i->b);
}

uint32_t step_function_at(const struct machine *m, uint64_t address)
{
    uint64_t offset = address - LAYOUT_FUNCTION_BASE;
    if (address < LAYOUT_FUNCTION_BASE || offset % LAYOUT_FUNCTION_STRIDE ||
        offset / LAYOUT_FUNCTION_STRIDE >= m->program->functions_count)
        return NO_FUNCTION;
    return (uint32_t)(offset / LAYOUT_FUNCTION_STRIDE);
}

const struct instruction *step_no_function(struct machine *m, const char *what, uint64_t address)
{
    char text[300];
    if (address == 0)
        return step_violation(m, PROPERTY_MEMORY, "%s a null pointer", what);
    machine_describe_address(m, address, text, sizeof text);
    return step_violation(m, PROPERTY_MEMORY, "%s %s, which is no function", what, text);
}

const struct instruction *step_CALL_INDIRECT(struct machine *m, struct cell *r, const struct instruction *i)
{
    uint64_t address;
    step_save(m, i);
    if (!symbolic_function(m, cell_value(&r[i->a]), "call of", &address))
        return NULL;
    uint32_t function = step_function_at(m, address);
    if (function == NO_FUNCTION)
        return step_no_function(m, "call of", address);
    const uint32_t *list = m->program->operands + i->b;
    if (!arguments_fit(m, &m->program->functions[function], list) ||
        (m->expected && !expected_call(m, (uint32_t)(i - m->code), function)))
        return NULL;
    return call_by_kind(m, i, function, list);
}

const struct instruction *step_RETURN(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct thread *t = m->current;
    const struct frame frame = t->frames.data[t->state.depth - 1];
    struct value words[8] = {{0, TERM_NONE}};
    unsigned count = i->aux < 8 ? i->aux : 8;
    step_save(m, i);
    if (t->state.depth == 1 && i->aux && !thread_main_status(m, cell_value(&r[i->a])))
        return NULL;
    if (m->learnt.interrupts && !delivery_look_last(m))
        return NULL;
    if (!step_release_stack(m, frame.stack_top))
        return NULL;
    if (i->aux > 8 && frame.result != NO_REGISTER && !frame.to_native) {
        // Large aggregates by value: straight copies, the callee's registers stay where they are until
        // overwritten.
        step_leave(m);
        for (unsigned k = 0; k < i->aux; k++)
            cell_set_value(m, &m->registers[frame.result + k], cell_value(&r[i->a + k]));
        return m->code + frame.return_code;
    }
    for (unsigned k = 0; k < count; k++)
        words[k] = cell_value(&r[i->a + k]);
    step_leave(m);
    if (t->state.depth == 0 && !frame.to_native)
        return thread_returned(m, frame.function, words[0]);
    if (frame.to_native) {
        struct thread_state *state = thread_change(m, t);
        state->result = words[0];
        state->phase = frame.native_phase;
        memcpy(state->scratch, frame.native_scratch, sizeof state->scratch);
    } else if (frame.result != NO_REGISTER && m->registers) { // a caller that takes a result has registers
        for (unsigned k = 0; k < count; k++)
            cell_set_value(m, &m->registers[frame.result + k], words[k]);
        if (count == 0)
            cell_set_value(m, &m->registers[frame.result],
                           symbolic_input(m, m->code[frame.return_code - 1].width, INPUT_UNINITIALISED,
                                          "result of a function that returned none"));
    }
    return m->code + frame.return_code;
}

const struct instruction *step_UNREACHABLE(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    step_save(m, i);
    return step_violation(m, PROPERTY_ASSERTION,
                          "reached __builtin_unreachable() or the end of a function that does not return");
}

const struct instruction *step_UNSUPPORTED(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    step_save(m, i);
    return step_unmodelled(m, "%s", program_string(m->program, (uint32_t)instruction_immediate(i)));
}

const struct instruction *step_ILLEGAL(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    step_save(m, i);
    return step_unmodelled(m, "instruction without meaning");
}

const struct instruction *step_EXTRA(struct machine *m, struct cell *r, const struct instruction *i)
{
    return step_ILLEGAL(m, r, i);
}
