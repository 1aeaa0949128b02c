// The life of threads: creation, what they call between start and end, join, and the end of the program.
#include "base/hash.h"
#include "machine/arguments.h"
#include "machine/await.h"
#include "machine/call.h"
#include "machine/content.h"
#include "machine/delivery.h"
#include "machine/follow.h"
#include "machine/identifiers.h"
#include "machine/interchangeable.h"
#include "machine/journal.h"
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/permit.h"
#include "machine/reuse.h"
#include "machine/stand_in.h"
#include "machine/step.h"
#include "machine/symbolic.h"

#include <stdio.h>
#include <stdlib.h>

// Stages of a thread's life. Between two stages no frame is on its stack.
enum life {
    LIFE_CONSTRUCTORS, // main: constructor number life_index
    LIFE_MAIN,
    LIFE_EXIT, // main: the runtime's exit(), which runs atexit handlers; then destructors
    LIFE_PROGRAM_END,
    LIFE_RUN, // others: the start routine
    // Destructors of thread-specific values: since the start routine returned, so that the thread may be
    // cancelled still; since it was ended (pthread_exit, cancellation); and since one of them ended it.
    LIFE_DESTRUCTORS,
    LIFE_LAST_DESTRUCTORS,
    LIFE_LEFT_DESTRUCTORS,
    LIFE_OVER,
};

// ---- identity

static uint32_t thread_count_limit(const struct machine *m)
{
    uint32_t most = m->options.most_threads;
    return most && most < MACHINE_MAX_THREADS ? most : MACHINE_MAX_THREADS;
}

struct thread *thread_intern(struct machine *m, struct thread *parent, uint32_t child)
{
    if (parent && child < parent->children.size && parent->children.data[child] != UINT32_MAX)
        return m->threads[parent->children.data[child]];
    if (m->thread_limit >= thread_count_limit(m))
        return NULL;
    struct thread *t = memory_zalloc(1, sizeof *t);
    t->name = parent ? memory_format("%s.%u", parent->name, child + 1) : memory_copy_string("main");
    t->number = m->thread_limit;
    if (m->thread_limit == m->thread_capacity) {
        uint32_t capacity = m->thread_capacity ? memory_doubled(m->thread_capacity) : 64;
        m->threads = memory_resize(m->threads, capacity * sizeof(struct thread *));
        m->thread_capacity = capacity;
    }
    m->threads[m->thread_limit++] = t;
    if (parent) {
        t->parent = parent->number;
        t->child = child;
        while (parent->children.size <= child)
            vector_push(&parent->children, UINT32_MAX);
        parent->children.data[child] = t->number;
    }
    return t;
}

// The thread whose name is the first `length` bytes of the text: each number leads to a child. NULL: there is
// none that is known.
static const struct thread *thread_named(const struct machine *m, const char *name, size_t length)
{
    size_t at = strlen("main");
    const struct thread *t =
        length >= at && !strncmp(name, "main", at) && m->thread_limit ? m->threads[0] : NULL;
    while (t && at < length) {
        uint64_t child = 0;
        size_t digits = at + 1;
        for (; digits < length && name[digits] >= '0' && name[digits] <= '9' && child <= UINT32_MAX; digits++)
            child = 10 * child + (uint64_t)(name[digits] - '0');
        bool fits = name[at] == '.' && digits > at + 1 && child > 0 && child <= t->children.size &&
                    t->children.data[child - 1] != UINT32_MAX;
        t = fits ? m->threads[t->children.data[child - 1]] : NULL;
        at = digits;
    }
    return t;
}

bool machine_intern_thread(struct machine *m, const char *name)
{
    if (!strcmp(name, "main"))
        return m->thread_limit > 0;
    const char *dot = strrchr(name, '.');
    char *end;
    unsigned long child = dot ? strtoul(dot + 1, &end, 10) : 0;
    if (!dot || child == 0 || child > MACHINE_MAX_CHILDREN || *end)
        return false;
    const struct thread *parent = thread_named(m, name, (size_t)(dot - name));
    return parent && thread_intern(m, m->threads[parent->number], (uint32_t)child - 1);
}

bool thread_is_ending(const struct thread *t)
{
    return t->state.life >= LIFE_LAST_DESTRUCTORS;
}

uint64_t thread_handle(struct machine *m, const struct thread *t)
{
    return thread_shadow(m, identifiers_origin(m, t));
}

struct thread *thread_of_handle(struct machine *m, uint64_t handle)
{
    const struct object *o = memory_find(m, handle);
    struct thread *t = o && o->kind == OBJECT_SHADOW && o->base == handle ? m->threads[o->owner] : NULL;
    if (!t || t->state.status == THREAD_ABSENT || thread_shadow(m, t) != handle)
        return NULL;
    return identifiers_holder(m, t);
}

// ---- creation

static bool make_thread_locals(struct machine *m, struct thread *t)
{
    for (uint32_t k = 0; k < m->program->thread_local_count; k++) {
        const struct global *g = &m->program->globals[m->thread_locals[k]];
        uint32_t object = memory_allocate(m, t, OBJECT_THREAD_LOCAL, g->size, g->alignment ? g->alignment : 1,
                                          m->thread_locals[k], true);
        if (object == NO_OBJECT)
            return false;
        struct object *o = object_get(m, object);
        if (!(g->flags & GLOBAL_ZERO) && g->size)
            memcpy(o->data, m->program->data + g->data, g->size);
        if (g->flags & GLOBAL_EXTERNAL)
            o->state = OBJECT_UNDEFINED;
        if (k == 0)
            t->thread_locals = object;
    }
    return true;
}

uint64_t thread_local_address(struct machine *m, struct thread *t, uint32_t index)
{
    return t->thread_locals ? object_get(m, t->thread_locals + index)->base : 0;
}

// Brings an absent thread into being. False: out of address space.
static bool thread_begin(struct machine *m, struct thread *t, enum life life)
{
    struct thread_state *state = thread_change(m, t);
    // Until it runs, a thread stands where it was created.
    uint32_t code = life == LIFE_RUN ? memory_user_code(m) : 0;
    *state = (struct thread_state){.status = THREAD_STARTING,
                                   .life = life,
                                   .code = code,
                                   .stack_size = m->options.stack_size,
                                   .private_reach = t->number};
    t->shadow = memory_allocate(m, t, OBJECT_SHADOW, SHADOW_SIZE, 16, NO_SITE, true);
    t->copy_buffer = memory_allocate(m, t, OBJECT_SHADOW, THREAD_COPY_BYTES, 8, NO_SITE, true);
    if (t->shadow == NO_OBJECT || t->copy_buffer == NO_OBJECT || !make_thread_locals(m, t))
        return false;
    memory_set_reach(m, t->copy_buffer, (uint16_t)t->number);
    memory_set_reach(m, t->shadow, REACH_SHARED);
    m->state.work = true;
    return true;
}

struct thread *thread_main(struct machine *m)
{
    struct thread *t = m->threads[0];
    m->current = t;
    return thread_begin(m, t, LIFE_CONSTRUCTORS) && reuse_begin(m) && identifiers_begin(m) ? t : NULL;
}

// A thread begins with the signal mask of its creator, and others can tell (src/runtime/signals.h).
static void inherit_mask(struct machine *m, const struct thread *t, const struct thread *parent)
{
    uint32_t k = m->signal_mask_index;
    if (m->mailboxes)
        delivery_created(m, t);
    if (k != NO_GLOBAL)
        memory_move(m, t->thread_locals + k, 0, parent->thread_locals + k, 0,
                    object_get(m, t->thread_locals + k)->size);
}

struct thread *thread_create(struct machine *m, uint64_t function_address, struct value argument,
                             uint64_t stack_size, bool detached)
{
    struct thread *parent = m->current;
    struct thread *t = thread_intern(m, parent, parent->state.children);
    if (!t) {
        step_unmodelled(m, MACHINE_THREADS_REASON, thread_count_limit(m));
        return NULL;
    }
    if (!delivery_may_create(m, t))
        return NULL;
    await_effect(m);
    thread_change(m, parent)->children++;
    if (!thread_begin(m, t, LIFE_RUN)) {
        step_unmodelled(m, "a new thread: the address space is used up");
        return NULL;
    }
    inherit_mask(m, t, parent);
    t->state.scratch[0] = function_address;
    t->state.result = argument;
    if (stack_size && m->options.stack_size)
        t->state.stack_size = stack_size;
    t->state.history = digest_add(await_history(m), (uint64_t[]){t->number}, 1);
    memory_share_value(m, argument);
    if (detached)
        native_store(m, thread_shadow(m, t) + SHADOW_DETACHED, 4, thread_owner_id(parent));
    m->state.unjoined++;
    vector_push(&m->edges, (struct machine_edge){parent->number, t->number, false});
    follow_thread(m, parent->number, t->number, false);
    note_thread(m, NOTE_CREATE, t->number);
    return identifiers_created(m, t) ? t : NULL;
}

// ---- stages

static const struct instruction *enter_function(struct machine *m, uint32_t function,
                                                const struct value *arguments, uint32_t count)
{
    const struct function *f = &m->program->functions[function];
    if (f->kind == FUNCTION_UNMODELLED) {
        if (!step_may_havoc(m, f))
            return NULL;
        journal_history(m, JOURNAL_NOWHERE); // preconditions do not follow what never was on the stack
        return thread_returned(m, function, step_havoc_word(m, f, 0));
    }
    if (!arguments_enter(m, function, 0, arguments, count))
        return NULL;
    journal_entered(m, arguments_count(f));
    return m->code + (f->kind == FUNCTION_NATIVE ? m->thunks[function] : f->first);
}

static uint32_t text_object(struct machine *m, const char *text)
{
    uint32_t object = memory_allocate(m, m->current, OBJECT_ARGUMENTS, strlen(text) + 1, 1, NO_SITE, true);
    if (object)
        memcpy(object_get(m, object)->data, text, strlen(text) + 1);
    return object;
}

// argc, argv and an empty environment.
static const struct instruction *enter_main(struct machine *m)
{
    unsigned word = m->program->pointer_bits / 8;
    uint32_t argc = m->options.argument_count + 1;
    uint32_t argv =
        memory_allocate(m, m->current, OBJECT_ARGUMENTS, (uint64_t)(argc + 2) * word, word, NO_SITE, true);
    if (!argv)
        return step_unmodelled(m, "arguments of main: the address space is used up");
    const char *name = m->options.name ? m->options.name : "program";
    for (uint32_t k = 0; k < argc; k++) {
        uint32_t text = text_object(m, k ? m->options.arguments[k - 1] : name);
        if (!text)
            return step_unmodelled(m, "arguments of main: the address space is used up");
        memory_store(m, object_get(m, argv), (uint64_t)k * word, word,
                     (struct value){object_get(m, text)->base, TERM_NONE});
    }
    uint64_t base = object_get(m, argv)->base;
    struct value arguments[] = {
        {argc, TERM_NONE}, {base, TERM_NONE}, {base + (uint64_t)(argc + 1) * word, TERM_NONE}};
    return enter_function(m, m->program->main, arguments, 3);
}

static const struct instruction *enter_destructor(struct machine *m)
{
    uint64_t function, argument;
    struct thread *t = m->current;
    if (!thread_next_destructor(m, t, &function, &argument)) {
        thread_change(m, t)->life = LIFE_OVER;
        return thread_live(m);
    }
    if (t->state.life == LIFE_LEFT_DESTRUCTORS) // glibc calls none, or all, by what was set meanwhile
        return step_unmodelled(m, "a destructor of a thread that was ended by another destructor");
    uint32_t index = step_function_at(m, function);
    if (index == NO_FUNCTION)
        return step_no_function(m, "the destructor of a key is", function);
    struct value v = {argument, TERM_NONE};
    return enter_function(m, index, &v, 1);
}

// Where others may ask whether the thread has ended, or take its handle, that is an operation. False:
// stopped.
static bool permit_end(struct machine *m, uint64_t ended, bool gives_back)
{
    if ((!m->learnt.ends_visible && !gives_back) || m->state.unjoined == 0)
        return true;
    struct operation op = operation_on(OPERATION_END, ended, 4, true);
    if (gives_back) {
        op.access_count = 0;
        identifiers_add_release(m, m->current, &op);
    }
    if (!permit_ask(m, &op))
        return false;
    step_show(m, OPERATION_END, ended, 0, 0, 0);
    return true;
}

static const struct instruction *thread_over(struct machine *m)
{
    struct thread *t = m->current;
    // Those of main stay as long as the program does, as what it left on its stack.
    for (; t->number && t->state.life_index < m->program->thread_local_count;
         thread_change(m, t)->life_index++)
        if (!step_release(m, t->thread_locals + t->state.life_index))
            return NULL;
    uint64_t ended = thread_shadow(m, t) + SHADOW_ENDED;
    bool gives_back = identifiers_gives_back(m, t);
    if (!robust_end(m) || !permit_end(m, ended, gives_back))
        return NULL;
    if (!identifiers_ends(m, t))
        return NULL;
    native_store(m, ended, 4, 1);
    m->state.work = true;
    return step_end(m, THREAD_ENDED);
}

// What others see of a status.
#define STATUS_BITS 8u
#define STATUS_OPEN (1u << STATUS_BITS)

// Where nobody asks, it is said of executions that are as they seem, and only if it is known.
static void tell_status(struct machine *m, struct value status)
{
    uint64_t seen = status.bits & mask_width(STATUS_BITS);
    if (!status.t && seen && !m->path.guesses.size)
        step_report(m, REPORT_WARNING, PROPERTY_EXIT,
                    "the program ends with status %llu (--property=exit looks for that)",
                    (unsigned long long)seen);
}

bool thread_end_status(struct machine *m, struct value status)
{
    bool good;
    if (!(m->options.properties & 1u << PROPERTY_EXIT)) {
        tell_status(m, status);
        return true;
    }
    if (status.t) {
        unsigned width = term_width(m->terms, status.t);
        term seen = width > STATUS_BITS ? term_extract(m->terms, status.t, 0, STATUS_BITS) : status.t;
        term zero = term_constant(m->terms, width > STATUS_BITS ? STATUS_BITS : width, 0);
        if (!symbolic_decide(m, term_eq(m->terms, seen, zero), &good))
            return false;
    } else {
        good = !(status.bits & mask_width(STATUS_BITS));
    }
    struct thread_state *state = thread_change(m, m->current);
    state->failed_at = good ? 0 : memory_user_code(m) + 1;
    state->end_status = status.t ? STATUS_OPEN : (uint32_t)(status.bits & mask_width(STATUS_BITS));
    state->end_status = good ? 0 : state->end_status;
    return true;
}

bool thread_main_status(struct machine *m, struct value status)
{
    return m->current->state.life != LIFE_MAIN || thread_end_status(m, status);
}

// Where main has returned, that was looked at there.
bool thread_exit_status(struct machine *m, struct value status)
{
    const struct thread_state *state = &m->current->state;
    return (state->life == LIFE_PROGRAM_END && state->depth == 1) || thread_end_status(m, status);
}

bool thread_runs_main(const struct machine *m)
{
    return m->current->state.life <= LIFE_PROGRAM_END;
}

const struct instruction *thread_program_end(struct machine *m)
{
    const struct thread_state *state = &m->current->state;
    if (state->end_status == STATUS_OPEN)
        return step_violation_at(m, PROPERTY_EXIT, state->failed_at - 1,
                                 "the program ends with a status other than 0");
    if (state->end_status)
        return step_violation_at(m, PROPERTY_EXIT, state->failed_at - 1, "the program ends with status %u",
                                 state->end_status);
    return step_end(m, THREAD_AT_EXIT);
}

struct thread *thread_after_last(struct machine *m)
{
    struct thread *main = m->threads[0];
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ENDED && m->threads[k]->state.status != THREAD_ABSENT)
            return NULL;
    if (m->program->destructors_count == 0 && m->exit_function == NO_FUNCTION)
        return NULL;
    struct thread_state *state = thread_change(m, main);
    state->status = THREAD_STARTING;
    state->life = LIFE_EXIT;
    state->result = (struct value){0, TERM_NONE};
    m->current = main;
    stand_in_begin(m);
    for (uint32_t k = 1; k < m->thread_limit; k++)
        if (m->threads[k]->state.status == THREAD_ENDED) {
            vector_push(&m->edges, (struct machine_edge){k, main->number, true});
            follow_thread(m, k, main->number, true);
            note_thread(m, NOTE_JOIN, k);
        }
    return main;
}

const struct instruction *thread_live(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    const struct program *p = m->program;
    switch ((enum life)state->life) {
    case LIFE_CONSTRUCTORS:
        if (state->life_index < p->constructors_count)
            return enter_function(m, p->constructors[state->life_index++], NULL, 0);
        state->life = LIFE_MAIN;
        return enter_main(m);
    case LIFE_MAIN: break; // main is running
    case LIFE_EXIT: {
        state->life = LIFE_PROGRAM_END;
        state->life_index = 0;
        struct value status = state->result;
        if (m->exit_function != NO_FUNCTION)
            return enter_function(m, m->exit_function, &status, 1);
        return thread_live(m);
    }
    case LIFE_PROGRAM_END:
        if (state->life_index < p->destructors_count)
            return enter_function(m, p->destructors[state->life_index++], NULL, 0);
        return thread_program_end(m);
    case LIFE_RUN: {
        uint32_t function = step_function_at(m, state->scratch[0]);
        if (function == NO_FUNCTION)
            return step_no_function(m, "the start routine of a thread is", state->scratch[0]);
        struct value argument = state->result;
        state->scratch[0] = 0;
        return enter_function(m, function, &argument, 1);
    }
    case LIFE_DESTRUCTORS:
    case LIFE_LAST_DESTRUCTORS:
    case LIFE_LEFT_DESTRUCTORS: return enter_destructor(m);
    case LIFE_OVER: return thread_over(m);
    }
    return step_unmodelled(m, "a thread returned where it could not");
}

const struct instruction *thread_returned(struct machine *m, uint32_t function, struct value result)
{
    struct thread_state *state = thread_change(m, m->current);
    if (state->life == LIFE_MAIN) {
        state->result = result;
        state->life = LIFE_EXIT;
    } else if (state->life == LIFE_RUN) {
        state->result = arguments_pointer(m, &m->program->functions[function], result);
        state->ended_at = memory_program_code(m, state->code) + 1;
        state->life = LIFE_DESTRUCTORS;
        memory_share_value(m, state->result);
    }
    return thread_live(m);
}

enum native_result thread_exit(struct machine *m, struct value result)
{
    struct thread *t = m->current;
    if (t->state.last)
        return native_unmodelled(m, "pthread_exit %s", LAST_HANDLER);
    struct thread_state *state = thread_change(m, t);
    state->ended_at = memory_user_code(m) + 1;
    // What main left on its stack stays: programs hand it to their threads and then call pthread_exit.
    if (t->number == 0)
        state->depth = 0;
    else if (!step_release_stack(m, NO_OBJECT))
        return NATIVE_STOPPED;
    bool interrupted = state->interrupt_depth > 0;
    while (state->depth)
        step_leave(m);
    if (interrupted)
        delivery_never_returns(m);
    if (state->atomic_depth)
        note_section(m, NOTE_SECTION_END);
    state->atomic_depth = 0;
    state->phase = 0;
    state->result = result;
    state->life = state->life >= LIFE_DESTRUCTORS ? LIFE_LEFT_DESTRUCTORS : LIFE_LAST_DESTRUCTORS;
    memory_share_value(m, result);
    return NATIVE_ENTERED;
}

enum native_result thread_exit_program(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    state->left = state->depth - 1; // but for the runtime's exit()
    state->depth = 0; // what is on the stack stays alive: other threads may use it until the end
    state->atomic_depth = 0;
    state->phase = 0;
    state->life = LIFE_PROGRAM_END;
    state->life_index = 0;
    return NATIVE_ENTERED;
}

// ---- join

bool thread_join(struct machine *m, struct thread *target)
{
    struct thread *t = m->current;
    struct thread_state *state = thread_change(m, t);
    state->joining = target->number;
    if (target->state.status != THREAD_ENDED && state->atomic_depth) {
        step_unmodelled(m, "waiting inside an atomic section");
        return false;
    }
    if (target->state.status != THREAD_ENDED) {
        state->status = THREAD_JOINING;
        step_stop(m, STEP_DONE);
        return false;
    }
    vector_push(&m->edges, (struct machine_edge){target->number, t->number, true});
    follow_thread(m, target->number, t->number, true);
    return thread_joined(m, target);
}

bool thread_joined(struct machine *m, const struct thread *target)
{
    await_effect(m);
    await_forget(m);
    m->state.unjoined--;
    note_thread(m, NOTE_JOIN, target->number);
    interchangeable_joined(m, m->threads[target->number]);
    return identifiers_released(m, target);
}

bool thread_wakes(struct machine *m, const struct thread *t)
{
    return t->state.status == THREAD_STARTING ||
           (t->state.status == THREAD_JOINING && m->threads[t->state.joining]->state.status == THREAD_ENDED);
}
