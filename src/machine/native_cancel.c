#include "machine/cancel.h"
#include "machine/identifiers.h"
#include "machine/native_sync.h"
#include "machine/note.h"
#include "machine/step.h"

#include <string.h>

// SHADOW_CANCEL_STATE
enum { DISABLED = 1, ASYNCHRONOUS = 2, ENDING = 4 };

static uint64_t own_shadow(const struct machine *m, const struct thread *t)
{
    return m->memory.objects.data[t->shadow].base;
}

static uint32_t cancel_state(const struct machine *m, const struct thread *t)
{
    return sync_peek(m, own_shadow(m, t) + SHADOW_CANCEL_STATE);
}

bool cancel_enabled(const struct machine *m, const struct thread *t)
{
    return m->cancels && !thread_is_ending(t) && !thread_stands_in(t) &&
           !(cancel_state(m, t) & (DISABLED | ENDING));
}

uint64_t cancel_request(const struct machine *m, const struct thread *t)
{
    return native_peek(m, own_shadow(m, t) + SHADOW_CANCEL, 8);
}

uint64_t cancel_place(const struct machine *m, const struct thread *t)
{
    return own_shadow(m, t) + SHADOW_CANCEL_COME;
}

bool cancel_may_come(const struct machine *m, const struct thread *t)
{
    return cancel_enabled(m, t) && cancel_state(m, t) & ASYNCHRONOUS;
}

bool cancel_has_come(const struct machine *m, const struct thread *t)
{
    return cancel_may_come(m, t) && sync_peek(m, cancel_place(m, t));
}

bool cancel_pending(const struct machine *m, const struct thread *t)
{
    return cancel_enabled(m, t) && cancel_request(m, t);
}

// ---- acting on a request

static bool resets_once(const struct machine *m, uint32_t function)
{
    const struct program *p = m->program;
    return strcmp(program_string(p, p->functions[function].name), "__runtime_routine_of_once") == 0;
}

// POSIX has the flag reset then, as if nobody had called pthread_once. The runtime library's routine does so
// (runtime/cancel.c), which stands between the call and the program's routine.
bool cancel_is_in_once(const struct machine *m)
{
    const struct thread *t = m->current;
    for (uint32_t k = 0; k < t->state.depth; k++) {
        const struct frame *f = &t->frames.data[k];
        uint32_t native = f->to_native ? m->code[f->return_code].a : NATIVE_COUNT;
        if ((native == NATIVE_pthread_once || native == NATIVE_call_once) && !resets_once(m, f->function))
            return true;
    }
    return false;
}

enum native_result cancel_act(struct machine *m, struct call *c)
{
    if (cancel_is_in_once(m))
        return native_unmodelled(m, "cancellation in the routine of pthread_once");
    return call_enter(m, c, cancel_request(m, m->current), 0, NULL, 0);
}

void cancel_watch(const struct machine *m, struct operation *op)
{
    if (cancel_enabled(m, m->current))
        operation_add(op, own_shadow(m, m->current) + SHADOW_CANCEL, 8, false);
}

bool cancel_choose(struct machine *m, bool otherwise, bool *acts)
{
    uint32_t choice = 0;
    *acts = cancel_pending(m, m->current);
    if (!*acts || !otherwise)
        return true;
    if (!native_choose(m, 2, &choice))
        return false;
    *acts = choice == 1;
    return true;
}

static struct operation cancel_test(const struct machine *m)
{
    return operation_on(OPERATION_CANCEL_TEST, own_shadow(m, m->current) + SHADOW_CANCEL, 8, false);
}

// Where main stands in for a thread that has a request. False: stopped.
static bool request_is_known(struct machine *m)
{
    bool open = false;
    for (uint32_t k = 0; m->cancels && thread_stands_in(m->current) && k < m->thread_limit; k++)
        open |= m->threads[k]->state.last == LAST_MAYBE && cancel_request(m, m->threads[k]);
    return !open || stand_in_may_ask(m, "a cancellation point, with a request for a thread that has ended,");
}

// Whether a flag of the running thread's state is also that of a thread that it stands in for. False:
// stopped.
static bool state_is_known(struct machine *m, uint32_t flag)
{
    bool open = false;
    for (uint32_t k = 0; thread_stands_in(m->current) && k < m->thread_limit; k++)
        open |= m->threads[k]->state.last == LAST_MAYBE &&
                (cancel_state(m, m->threads[k]) ^ cancel_state(m, m->current)) & flag;
    return !open || stand_in_may_ask(m, "the cancellation state of a thread");
}

bool cancel_point(struct machine *m, struct call *c, enum native_result *result)
{
    *result = NATIVE_STOPPED;
    if (call_phase(m) == 0 && !request_is_known(m))
        return false;
    if (call_phase(m) != 0 || !cancel_enabled(m, m->current))
        return true;
    struct operation op = cancel_test(m);
    *result = NATIVE_STOPPED;
    if (!operation_begin(m, &op))
        return false;
    if (cancel_pending(m, m->current)) {
        *result = cancel_act(m, c);
        return false;
    }
    call_set_phase(m, CANCEL_POINT_PASSED);
    *result = NATIVE_AGAIN;
    return false;
}

// void (int waited): a cancellation point of the runtime library; after some time has passed a request may
// have come too late.
enum native_result native___heddle_test_cancel(struct machine *m, struct call *c)
{
    uint64_t waited;
    bool acts;
    if (!call_concrete(m, c, 0, &waited) || !request_is_known(m))
        return NATIVE_STOPPED;
    if (!cancel_enabled(m, m->current))
        return call_return_void(m, c);
    struct operation op = cancel_test(m);
    if (!operation_begin(m, &op) || !cancel_choose(m, waited, &acts))
        return NATIVE_STOPPED;
    return acts ? cancel_act(m, c) : call_return_void(m, c);
}

// ---- state and type

// int (int flag, int value): sets a flag of SHADOW_CANCEL_STATE, returns what it was.
enum native_result native___heddle_cancel_state(struct machine *m, struct call *c)
{
    uint64_t flag, value, address = own_shadow(m, m->current) + SHADOW_CANCEL_STATE;
    if (!call_concrete(m, c, 0, &flag) || !call_concrete(m, c, 1, &value) ||
        !state_is_known(m, (uint32_t)flag))
        return NATIVE_STOPPED;
    if (m->cancels && call_phase(m) == 0) {
        struct operation op = operation_on(OPERATION_CANCEL_STATE, address, 4, true);
        operation_add(&op, own_shadow(m, m->current) + SHADOW_CANCEL, 8, false);
        if (!operation_begin(m, &op))
            return NATIVE_STOPPED;
    }
    uint32_t before = cancel_state(m, m->current), after = before & ~(uint32_t)flag;
    if (!sync_store(m, address, after | (value ? (uint32_t)flag : 0)))
        return NATIVE_STOPPED;
    if (cancel_state(m, m->current) & ASYNCHRONOUS && cancel_pending(m, m->current))
        return cancel_act(m, c);
    return call_return(m, c, (before & flag) != 0);
}

// ---- requests

// Where the thread has ended and somebody has joined it, or nobody will, the handle is no longer one.
static bool check_handle(struct machine *m, const struct thread *t)
{
    uint64_t shadow = thread_shadow(m, t);
    bool detached = sync_peek(m, shadow + SHADOW_DETACHED), joined = sync_peek(m, shadow + SHADOW_JOINED);
    if (!sync_peek(m, shadow + SHADOW_ENDED) || (!detached && !joined))
        return true;
    native_violation(m, PROPERTY_LOCK, "cancellation of thread %s, which has ended and is %s", t->name,
                     joined ? "joined" : "detached");
    return false;
}

// int (pthread_t, void (*act)(void)): `act` is what the thread calls, never to return. Less than 0: -1 - the
// number of another thread, which acts at once when the request comes to it (__heddle_cancel_comes).
enum native_result native___heddle_cancel(struct machine *m, struct call *c)
{
    uint64_t handle, act;
    if (!call_thread(m, c, "cancellation", &handle) || !call_concrete(m, c, 1, &act))
        return NATIVE_STOPPED;
    const struct thread *t = thread_of_handle(m, handle);
    if (!t)
        return native_violation(m, PROPERTY_LOCK, "cancellation of 0x%llx, which is no thread",
                                (unsigned long long)handle);
    if (machine_learn(m, (struct learnt_fact){.kind = LEARNT_VISIBLE_ENDS}))
        return NATIVE_STOPPED;
    uint64_t shadow = thread_shadow(m, t);
    struct operation op = operation_on(OPERATION_CANCEL, shadow + SHADOW_CANCEL, 8, true);
    operation_add(&op, shadow + SHADOW_CANCEL_STATE, 4, false);
    operation_add(&op, shadow + SHADOW_ENDED, SHADOW_WAITING, false);
    identifiers_add_use(m, t, &op);
    if (!operation_begin(m, &op) || !check_handle(m, t))
        return NATIVE_STOPPED;
    // Of another thread, what the operation reads decides, not how far that has come.
    uint32_t state = sync_peek(m, shadow + SHADOW_CANCEL_STATE);
    bool at_once = state & ASYNCHRONOUS && !(state & (DISABLED | ENDING)) &&
                   !sync_peek(m, shadow + SHADOW_ENDED) && (t != m->current || cancel_enabled(m, t));
    if (!native_store(m, shadow + SHADOW_CANCEL, 8, act))
        return NATIVE_STOPPED;
    if (at_once && t != m->current)
        return call_return(m, c, (uint32_t)(-1 - (int)t->number));
    return at_once ? cancel_act(m, c) : sync_finish_posix(m, c, 0);
}
