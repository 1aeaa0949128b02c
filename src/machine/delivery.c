#include "machine/delivery.h"

#include "machine/await.h"
#include "machine/call.h"
#include "machine/cancel.h"
#include "machine/journal.h"
#include "machine/memory.h"
#include "machine/native_sync.h"
#include "machine/permit.h"
#include "machine/step.h"
#include "program/layout.h"

enum { BOX_CALL = 8, FAILS_INTERRUPTED = 1 }; // struct __runtime_mailbox; what __runtime_interrupted returns

enum { MAILBOXES = 256 }; // as in runtime/signals.h

static uint64_t box_of(const struct machine *m, const struct thread *t)
{
    const struct object *boxes = memory_find(m, m->mailboxes);
    return m->mailboxes + t->number * (boxes->size / MAILBOXES);
}

static uint64_t call_of(const struct machine *m, const struct thread *t)
{
    return box_of(m, t) + BOX_CALL;
}

void delivery_init(struct machine *m)
{
    if (!m->mailboxes)
        return;
    uint32_t function = program_find_function(m->program, "__runtime_interrupted");
    bool sent = program_find_function(m->program, "__runtime_signal_process") != NO_FUNCTION;
    if (sent && function != NO_FUNCTION)
        m->start_call = LAYOUT_FUNCTION_BASE + (uint64_t)function * LAYOUT_FUNCTION_STRIDE;
}

bool delivery_may_create(struct machine *m, const struct thread *t)
{
    if (!m->mailboxes || t->number < MAILBOXES)
        return true;
    step_unmodelled(m, "more than %u threads in a program that sends signals", MAILBOXES);
    return false;
}

void delivery_created(struct machine *m, const struct thread *t)
{
    native_store(m, box_of(m, t), 8, native_peek(m, box_of(m, m->current), 8));
    if (m->learnt.interrupts && m->start_call)
        native_store(m, call_of(m, t), 8, m->start_call);
}

// The handlers' call in the thread's mailbox; 0: there is none.
static uint64_t signal_there(const struct machine *m, const struct thread *t)
{
    return m->mailboxes ? native_peek(m, call_of(m, t), 8) : 0;
}

// Whether the thread is to be interrupted: by a handler, or by asynchronous cancellation, which goes before.
static bool call_there(const struct machine *m, const struct thread *t)
{
    return cancel_has_come(m, t) || signal_there(m, t);
}

static uint32_t look_count(const struct machine *m)
{
    return (m->mailboxes ? 1u : 0u) + (cancel_may_come(m, m->current) ? 1u : 0u);
}

// Adds the places at which the running thread looks for a call to what the operation reads.
static void add_looks(const struct machine *m, struct operation *op)
{
    if (m->mailboxes)
        operation_add(op, call_of(m, m->current), 8, false);
    if (cancel_may_come(m, m->current))
        operation_add(op, cancel_place(m, m->current), 4, false);
}

static struct operation look_operation(const struct machine *m, enum operation_kind kind)
{
    struct operation op = {.kind = kind};
    add_looks(m, &op);
    return op;
}

// Functions of the library that keep nothing between two accesses: a handler may see what they have done so
// far. Others execute as a whole.
static bool is_divisible(const char *name)
{
    static const char *const kinds[] = {"str", "mem", "stp", "wcs", "wcp", "wmem", "bcopy", "bzero"};
    while (*name == '_')
        name++;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strncmp(name, kinds[k], strlen(kinds[k])))
            return true;
    return false;
}

static bool function_divides(const struct machine *m, uint32_t function)
{
    const struct function *f = &m->program->functions[function];
    return !(f->flags & FUNCTION_RUNTIME) || is_divisible(program_string(m->program, f->name));
}

// Whether anything may interrupt the running thread at all, be it within a function of the library.
static bool is_interruptible(const struct machine *m)
{
    const struct thread *t = m->current;
    return m->learnt.interrupts && m->state.unjoined && t->state.depth && !t->state.atomic_depth &&
           !thread_stands_in(t) && look_count(m);
}

// Whether the running thread may be interrupted where it stands.
static bool may_interrupt_here(const struct machine *m)
{
    const struct thread *t = m->current;
    return is_interruptible(m) && function_divides(m, t->frames.data[t->state.depth - 1].function);
}

// Executes the operation by which the running thread takes the call; delivery_enter then enters it. Taking
// the call clears it, but the operation only reads, as looking does, since no other thread reads that word.
// `fails`: the present function fails with EINTR then. `with`: a further access of the operation, on which it
// depends whether the thread is interrupted (the value of the semaphore that it waits for); NULL: none.
// Returns false always, as whoever has stopped or is to enter a call does.
static bool take_delivered_call(struct machine *m, bool fails, const struct access *with)
{
    struct operation op = look_operation(m, OPERATION_INTERRUPTED);
    if (with)
        operation_add(&op, with->address, with->size, with->write);
    if (!permit_ask(m, &op))
        return false;
    step_show(m, OPERATION_INTERRUPTED, 0, 0, 0, 0);
    m->called = true;
    m->call_fails = fails;
    return false;
}

// Looks for a call, once before each operation. False: stopped, or there is a call (machine.called).
static bool look_for_call(struct machine *m)
{
    if (m->current->state.phase & DELIVERY_LOOKED)
        return true;
    struct operation op = look_operation(m, OPERATION_INTERRUPT_TEST);
    journal_history(m, JOURNAL_NOWHERE); // preconditions say nothing of calls
    if (call_there(m, m->current))
        return take_delivered_call(m, false, NULL);
    if (!permit_ask(m, &op))
        return false;
    struct thread_state *state = thread_change(m, m->current);
    state->phase |= DELIVERY_LOOKED;
    state->may_wait = false;
    return true;
}

bool delivery_look(struct machine *m, const struct operation *op)
{
    bool looks = op->kind == OPERATION_INTERRUPTED || op->kind == OPERATION_INTERRUPT_TEST;
    return looks || op->interruptible || !may_interrupt_here(m) || look_for_call(m);
}

bool delivery_look_before(struct machine *m, uint32_t function)
{
    return function_divides(m, function) || !may_interrupt_here(m) || look_for_call(m);
}

bool delivery_look_last(struct machine *m)
{
    const struct thread *t = m->current;
    bool leaves = t->state.depth < 2 || !function_divides(m, t->frames.data[t->state.depth - 2].function);
    return !leaves || !may_interrupt_here(m) || look_for_call(m);
}

// Whether the operation fails with EINTR where a handler interrupts it. Of an operation of the library's that
// waits for a semaphore with a time-out its native says so (op->interruptible).
static bool may_fail(const struct operation *op)
{
    return op->kind == OPERATION_SEM_WAIT || op->interruptible;
}

// What comes to the thread, for a person.
static const char *what_comes(const struct machine *m, const struct thread *t)
{
    return cancel_has_come(m, t) ? "asynchronous cancellation of" : "a signal handler that interrupts";
}

// Of a thread that the machine cannot interrupt where it waits, in a function of the library: if there is a
// call for it, the execution is not modelled. True: reported, and the thread has stopped.
static bool stays_waiting(struct machine *m, const struct operation *op, bool enabled)
{
    if (enabled || !call_there(m, m->current))
        return false;
    step_unmodelled(m, "%s a thread that waits (%s)", what_comes(m, m->current),
                    operation_facts[op->kind].stuck ? operation_facts[op->kind].stuck
                                                    : operation_facts[op->kind].name);
    return true;
}

// A thread that waits for a condition takes the mutex before it acts on a request, in the native's function.
static bool acts_by_itself(const struct machine *m, const struct operation *op)
{
    return op->kind == OPERATION_COND_WAKE && cancel_has_come(m, m->current);
}

bool delivery_add_look(struct machine *m, const struct operation *op, bool enabled, struct operation *looking)
{
    *looking = *op;
    looking->interruptible = false;
    if (!(operation_enabled[op->kind] || op->interruptible) || !is_interruptible(m))
        return true;
    if (op->interruptible)
        enabled = semaphore_enabled(m, m->current, op);
    bool room = op->access_count + look_count(m) <= OPERATION_MAX_ACCESSES,
         followed = may_interrupt_here(m) && room;
    journal_history(m, JOURNAL_NOWHERE);
    if (!followed && stays_waiting(m, op, enabled))
        return false;
    // A handler before the call and one while it waits are told apart only where the latter has it fail.
    if (followed && may_fail(op) && !look_for_call(m))
        return false;
    bool called = call_there(m, m->current) && !acts_by_itself(m, op);
    if (followed && called && !(may_fail(op) && enabled))
        return take_delivered_call(m, may_fail(op), may_fail(op) ? &op->access[0] : NULL);
    if (room)
        add_looks(m, looking);
    else if (op->interruptible)
        thread_change(m, m->current)->may_wait = true;
    looking->interruptible = room;
    return true;
}

bool delivery_enables(const struct machine *m, const struct thread *t, const struct operation *op)
{
    return op->interruptible && call_there(m, t);
}

// Sets how many frames the running thread had when it was interrupted; 0: it is in no handler any more.
static void set_depth(struct machine *m, uint32_t depth)
{
    struct thread_state *state = thread_change(m, m->current);
    state->interrupt_depth = depth;
    state->private_reach = depth ? UINT32_MAX : m->current->number;
}

void delivery_left(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    state->phase &= ~DELIVERY_LOOKED;
    if (state->interrupt_depth && state->depth == state->interrupt_depth)
        set_depth(m, 0);
}

void delivery_never_returns(struct machine *m)
{
    set_depth(m, UINT32_MAX);
}

const struct instruction *delivery_enter(struct machine *m)
{
    struct thread *t = m->current;
    struct call c = {.instruction = m->code + t->state.code};
    bool cancelled = cancel_has_come(m, t);
    uint64_t function = cancelled ? cancel_request(m, t) : signal_there(m, t);
    uint32_t phase = m->call_fails ? PHASE_INTERRUPTED : t->state.phase & ~DELIVERY_LOOKED;
    m->called = m->call_fails = false;
    await_effect(m);
    if (cancelled && cancel_is_in_once(m))
        return step_unmodelled(m, "cancellation in the routine of pthread_once");
    if (!cancelled && !native_store(m, call_of(m, t), 8, 0))
        return NULL;
    struct thread_state *state = thread_change(m, t);
    if (!state->interrupt_depth)
        set_depth(m, state->depth);
    state->interrupt_objects = state->objects & 0x7fffffffu; // a handler in a handler sees what that has made
    struct value may_wait = {state->may_wait, TERM_NONE};
    state->may_wait = false;
    if (call_enter(m, &c, function, !cancelled, &may_wait, phase) != NATIVE_ENTERED)
        return NULL;
    return m->code + m->program->functions[t->frames.data[t->state.depth - 1].function].first;
}

bool delivery_fails(struct machine *m, bool restarts)
{
    call_set_phase(m, 0);
    return m->current->state.result.bits & (restarts ? FAILS_INTERRUPTED : ~(uint64_t)0);
}

// Variables of the library's own that are local to threads: handlers do not come where these change.
static bool is_internal(const struct machine *m, const struct object *o)
{
    if (o->kind != OBJECT_THREAD_LOCAL)
        return o->kind == OBJECT_SHADOW;
    uint32_t index = (uint32_t)(o - m->memory.objects.data) - m->current->thread_locals;
    return index != m->errno_index && m->program->globals[m->thread_locals[index]].flags & GLOBAL_RUNTIME;
}

bool delivery_first_access(struct machine *m, const struct object *o)
{
    bool before = o->owner != m->current->number || o->number < m->current->state.interrupt_objects;
    if (!before || m->state.unjoined == 0 || is_internal(m, o))
        return true;
    machine_learn(m, (struct learnt_fact){.kind = LEARNT_SHARED_ORIGIN, .what = memory_origin(o)});
    step_stop(m, STEP_RESTART);
    return false;
}

// ---- natives

// void (int thread, int (*function)(int may_wait), runtime_mailbox *): the thread calls the function as soon
// as it looks for that in its mailbox, which is passed for those who read the program (natives.def).
enum native_result native___heddle_interrupt(struct machine *m, struct call *c)
{
    uint64_t thread, function;
    if (!call_concrete(m, c, 0, &thread) || !call_concrete(m, c, 1, &function))
        return NATIVE_STOPPED;
    const struct thread *receiver = m->threads[(uint32_t)thread];
    uint64_t address = call_of(m, receiver);
    struct operation op = operation_on(OPERATION_INTERRUPT, address, 8, true);
    op.about = thread_shadow(m, receiver);
    if (!operation_begin(m, &op) || !native_store(m, address, 8, function))
        return NATIVE_STOPPED;
    return call_return_void(m, c);
}

// Threads may be interrupted: the machine learns that. True: a fact is new, and the thread has stopped.
static bool learn_interrupts(struct machine *m)
{
    static const enum learnt_kind kinds[] = {LEARNT_INTERRUPTS, LEARNT_VISIBLE_ENDS, LEARNT_REAL_SECTIONS};
    for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (machine_learn(m, (struct learnt_fact){.kind = kinds[k]}))
            return true;
    return false;
}

// void (pthread_t *, void *(*routine)(void *), void *argument): creates a thread that carries a signal. It is
// detached, and blocks all signals.
enum native_result native___heddle_carry(struct machine *m, struct call *c)
{
    uint64_t handle, routine;
    unsigned word = is_64_bit(m) ? 8 : 4;
    if (!call_concrete(m, c, 0, &handle) || !call_concrete(m, c, 1, &routine) || learn_interrupts(m))
        return NATIVE_STOPPED;
    const struct thread *t = thread_create(m, routine, call_argument(m, c, 2), 0, true);
    if (!t || (m->mailboxes && !native_store(m, box_of(m, t), 8, ~(uint64_t)0)) ||
        !native_store(m, handle, word, thread_handle(m, t)))
        return NATIVE_STOPPED;
    return call_return_void(m, c);
}

// void (int thread): a request for cancellation comes to the thread, which acts on it if it may be cancelled
// at once then.
enum native_result native___heddle_cancel_comes(struct machine *m, struct call *c)
{
    uint64_t thread;
    if (!call_concrete(m, c, 0, &thread))
        return NATIVE_STOPPED;
    const struct thread *receiver = m->threads[(uint32_t)thread];
    uint64_t address = cancel_place(m, receiver);
    struct operation op = operation_on(OPERATION_INTERRUPT, address, 4, true);
    op.about = thread_shadow(m, receiver);
    if (!operation_begin(m, &op) || !native_store(m, address, 4, 1))
        return NATIVE_STOPPED;
    return call_return_void(m, c);
}

// bool (int thread): whether the thread of that number has not ended.
enum native_result native___heddle_thread_lives(struct machine *m, struct call *c)
{
    uint64_t number;
    if (!call_concrete(m, c, 0, &number) ||
        machine_learn(m, (struct learnt_fact){.kind = LEARNT_VISIBLE_ENDS}))
        return NATIVE_STOPPED;
    uint64_t ended = thread_shadow(m, m->threads[(uint32_t)number]) + SHADOW_ENDED;
    struct operation op = operation_on(OPERATION_THREAD_LOOK, ended, 4, false);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    return call_return(m, c, !sync_peek(m, ended));
}

// int (void): in a function of the library that waits or sleeps. Whether the thread was interrupted: 0, else
// what __runtime_interrupted returned, which is not 0.
enum native_result native___heddle_look_for_interrupt(struct machine *m, struct call *c)
{
    if (call_phase(m) == PHASE_INTERRUPTED)
        return call_return(m, c, m->current->state.result.bits);
    if (!is_interruptible(m))
        return call_return(m, c, 0);
    struct operation op = look_operation(m, OPERATION_INTERRUPT_TEST);
    journal_history(m, JOURNAL_NOWHERE);
    if (call_there(m, m->current) ? !take_delivered_call(m, true, NULL) : !permit_ask(m, &op))
        return NATIVE_STOPPED;
    return call_return(m, c, 0);
}

// void (void): the function of the library that the thread is in may wait, and fails where a handler
// interrupts that which does not have it begin again.
enum native_result native___heddle_may_wait(struct machine *m, struct call *c)
{
    if (m->learnt.interrupts)
        thread_change(m, m->current)->may_wait = true;
    return call_return_void(m, c);
}

// ---- the end of an execution

// Whether the thread cannot go on by the end of the execution.
static bool is_stuck(struct machine *m, const struct thread *t)
{
    switch (t->state.status) {
    case THREAD_READY: return !machine_enabled(m, t->number) || machine_spins(m, t->number);
    case THREAD_CAME_BACK: return !machine_await_outdated(m, t->number);
    case THREAD_ENDLESS: return true;
    default: return false;
    }
}

bool delivery_missed(struct machine *m)
{
    bool missed = false;
    struct thread *current = m->current;
    for (uint32_t k = 0; m->learnt.interrupts && k < m->thread_limit; k++) {
        if (!call_there(m, m->threads[k]) || !is_stuck(m, m->threads[k]))
            continue;
        missed = true;
        m->current = m->threads[k];
        step_report(m, REPORT_UNMODELLED, PROPERTY_ASSERTION,
                    "%s a thread that waits, or does nothing that others see", what_comes(m, m->current));
    }
    m->current = current;
    return missed;
}
