// Threads as POSIX and C11 offer them. What creation, join and end do to the machine is in thread.c; here is
// what the functions accept and return.
#include "machine/cancel.h"
#include "machine/clock.h"
#include "machine/delivery.h"
#include "machine/identifiers.h"
#include "machine/interchangeable.h"
#include "machine/native_sync.h"
#include "machine/step.h"

#include <stdio.h>

static unsigned word_size(const struct machine *m)
{
    return is_64_bit(m) ? 8 : 4;
}

// ---- creation

// `attributes`: number of the argument, 0 if there is none; the function and its argument are the last two.
static enum native_result create_thread(struct machine *m, struct call *c, uint32_t attributes, bool c11,
                                        sync_finish *finish)
{
    enum { FLAGS = 8, DETACHED = 1 }; // in glibc's struct pthread_attr
    uint64_t result, function, attribute = 0, flags = 0, stack_size = 0, own_stack = 0;
    unsigned word = word_size(m), stack = word == 8 ? 32 : 20; // where its size stands, behind its address
    if (!call_pointer(m, c, 0, word, true, &result) ||
        (attributes && !call_optional_pointer(m, c, attributes, stack + word, false, &attribute)) ||
        !call_function(m, c, attributes + 1, "the start routine of a thread is", &function))
        return NATIVE_STOPPED;
    bool takes;
    if (!identifiers_may_take(m, &takes))
        return NATIVE_STOPPED;
    struct operation op =
        operation_on(takes ? OPERATION_CREATE : OPERATION_WRITE, result, word_size(m), true);
    op.access[0].atomic = false;
    if (takes)
        identifiers_add_creation(m, &op);
    if (attribute)
        sync_add_data(&op, attribute + FLAGS, stack + word - FLAGS, false);
    // C11 has two errors, and glibc gives either.
    static const int errors[] = {EAGAIN, ENOMEM};
    uint32_t failures = !m->options.create_may_fail ? 0 : c11 ? 2 : 1;
    if (!operation_begin(m, &op) ||
        (attribute && (!native_load(m, attribute + FLAGS, 4, &flags, NULL) ||
                       !native_load(m, attribute + stack - word, word, &own_stack, NULL) ||
                       !native_load(m, attribute + stack, word, &stack_size, NULL))))
        return NATIVE_STOPPED;
    if (own_stack) // which its variables would lie in, and nobody else may use
        return native_unmodelled(m, "a thread on a stack that the program gives it (pthread_attr_setstack)");
    uint32_t handles = takes ? identifiers_candidates(m) : 0, answer;
    if (!native_choose(m, 1 + handles + failures, &answer))
        return NATIVE_STOPPED;
    if (answer > handles)
        return finish(m, c, errors[answer - handles - 1]);
    struct thread *t =
        thread_create(m, function, call_argument(m, c, attributes + 2), stack_size, flags & DETACHED);
    if (!t || (answer && !identifiers_take_handle(m, t, identifiers_candidate(m, answer - 1))) ||
        !native_store(m, result, word_size(m), thread_handle(m, t)) ||
        !interchangeable_created(m, t, !attribute && !takes, function, call_argument(m, c, attributes + 2)))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}
SYNC_NATIVE(pthread_create, create_thread, 1, false, sync_finish_posix)
SYNC_NATIVE(thrd_create, create_thread, 0, true, sync_finish_c11)

// ---- join and detach

// A thread is joined or detached once, so that joins have no order among each other, and are no operations.
// Learnt is that two threads try it with one thread: then who comes first decides, and they are. That a
// thread asks whether another one has ended is learnt, too: then ends are operations as well as joins. (Who
// asks before another thread joins finds that the thread runs, which leaves no trace of that order.)
// True: stopped.
static bool learn_of_joins(struct machine *m, enum learnt_kind kind)
{
    return machine_learn(m, (struct learnt_fact){.kind = kind});
}

static struct operation shadow_operation(struct machine *m, enum operation_kind kind, const struct thread *t)
{
    return operation_on(kind, thread_shadow(m, t) + SHADOW_DETACHED, SHADOW_WAITING - SHADOW_DETACHED, true);
}
// On whether it has ended, too.
static struct operation end_operation(struct machine *m, enum operation_kind kind, const struct thread *t,
                                      bool write)
{
    struct operation op = operation_on(kind, thread_shadow(m, t) + SHADOW_ENDED, SHADOW_WAITING, write);
    identifiers_add_use(m, t, &op);
    return op;
}

static void explain_no_thread(struct machine *m, void *action, uint64_t handle, char *text, size_t size)
{
    (void)m;
    snprintf(text, size, "%s of 0x%llx, which is no thread", (const char *)action,
             (unsigned long long)handle);
}

// The thread of a handle; what cannot be joined or detached is a violation, then NULL.
static struct thread *joinable(struct machine *m, uint64_t handle, const char *action)
{
    struct thread *t = thread_of_handle(m, handle);
    if (!t) {
        char text[100];
        explain_no_thread(m, (void *)(uintptr_t)action, handle, text, sizeof text);
        native_violation(m, PROPERTY_LOCK, "%s", text);
        return NULL;
    }
    static const struct {
        unsigned flag;
        const char *what;
    } table[] = {{SHADOW_DETACHED, "detached"}, {SHADOW_JOINED, "joined"}};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t by = sync_peek(m, thread_shadow(m, t) + table[i].flag);
        if (!by)
            continue;
        if (by != sync_self(m) && learn_of_joins(m, LEARNT_VISIBLE_JOINS))
            return NULL;
        native_violation(m, PROPERTY_LOCK, "%s of thread %s, which is already %s", action, t->name,
                         table[i].what);
        return NULL;
    }
    return t;
}

bool call_thread(struct machine *m, const struct call *c, const char *action, uint64_t *handle)
{
    VECTOR(uint64_t) handles = {0};
    uint32_t which;
    struct value v = call_argument(m, c, 0);
    for (uint32_t k = 0; v.t && k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT &&
            identifiers_origin(m, m->threads[k]) == m->threads[k])
            vector_push(&handles, thread_handle(m, m->threads[k]));
    uint32_t count = handles.size;
    bool decided = call_number(m, c, 0, handles.data, count, &which, handle);
    vector_free(&handles);
    if (!decided)
        return false;
    if (v.t && which == count) {
        uint64_t likely = 0;
        symbolic_violation(m, PROPERTY_LOCK, ANY_THREAD, v.t, &likely, 1, explain_no_thread,
                           (void *)(uintptr_t)action);
    }
    return (!v.t || which < count) && stand_in_may_name(m, thread_of_handle(m, *handle), action);
}

// What the thread returned goes to argument 1 (`size` bytes of it), if that is no null pointer.
static enum native_result finish_join(struct machine *m, struct call *c, const struct thread *t,
                                      unsigned size, sync_finish *finish)
{
    uint64_t result;
    if (!call_optional_pointer(m, c, 1, size, true, &result))
        return NATIVE_STOPPED;
    if (!result)
        return finish(m, c, 0);
    struct operation op = operation_on(OPERATION_WRITE, result, size, true);
    op.access[0].atomic = false;
    if (!operation_begin(m, &op) || !native_store_value(m, result, size, t->state.result))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}

bool join_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    uint64_t shadow = op->access[0].address;
    return sync_peek(m, shadow + SHADOW_ENDED) || sync_peek(m, shadow + SHADOW_DETACHED) ||
           sync_peek(m, shadow + SHADOW_JOINED) || cancel_pending(m, t);
}

// Where the thread is joined (state.joining): its result is to be stored, its handle to be given back before.
enum { PHASE_STORE = 2, PHASE_RELEASE = 3 };

// What is decided from here on is not decided by the operation before.
static enum native_result end_join_wait(struct machine *m, const struct thread *t)
{
    call_set_phase(m, identifiers_gives_back(m, t) ? PHASE_RELEASE : PHASE_STORE);
    return NATIVE_AGAIN;
}

// The thread has ended, and is joined.
static enum native_result take_ended(struct machine *m, const struct thread *t)
{
    if (!sync_store(m, thread_shadow(m, t) + SHADOW_JOINED, sync_self(m)) || !thread_joined(m, t))
        return NATIVE_STOPPED;
    thread_change(m, m->current)->joining = t->number;
    return end_join_wait(m, t);
}

// The other phases of a join.
static enum native_result continue_join(struct machine *m, struct call *c, unsigned size, sync_finish *finish)
{
    const struct thread *t = m->threads[m->current->state.joining];
    struct operation op = {.kind = OPERATION_RELEASE, .about = thread_shadow(m, t)};
    if (call_phase(m) == PHASE_STORE)
        return finish_join(m, c, t, size, finish);
    identifiers_add_release(m, t, &op);
    if (!operation_begin(m, &op) || !identifiers_give_back(m, t))
        return NATIVE_STOPPED;
    call_set_phase(m, PHASE_STORE);
    return NATIVE_AGAIN;
}

// A join by a thread that may be cancelled while it waits: then nobody has joined.
static enum native_result join_or_act(struct machine *m, struct call *c, uint64_t handle, sync_finish *finish)
{
    enum native_result result;
    const struct thread *t = thread_of_handle(m, handle);
    if (t == m->current)
        return finish(m, c, EDEADLK);
    if (learn_of_joins(m, LEARNT_VISIBLE_ENDS))
        return NATIVE_STOPPED;
    if (!cancel_point(m, c, &result))
        return result;
    if (!t)
        return joinable(m, handle, "join"), NATIVE_STOPPED;
    struct operation op = end_operation(m, OPERATION_JOIN_WAIT, t, true);
    bool acts;
    cancel_watch(m, &op);
    if (!operation_begin(m, &op) || !joinable(m, handle, "join") ||
        !cancel_choose(m, sync_peek(m, thread_shadow(m, t) + SHADOW_ENDED), &acts))
        return NATIVE_STOPPED;
    return acts ? cancel_act(m, c) : take_ended(m, t);
}

// Phase 0 checks, phase 1 waits.
static enum native_result join_thread(struct machine *m, struct call *c, unsigned size, sync_finish *finish)
{
    uint64_t handle;
    if (!call_thread(m, c, "join", &handle))
        return NATIVE_STOPPED;
    bool may_stop = cancel_enabled(m, m->current) || m->learnt.interrupts;
    if ((call_phase(m) == 0 && may_stop && !m->current->state.atomic_depth) ||
        call_phase(m) == CANCEL_POINT_PASSED)
        return join_or_act(m, c, handle, finish);
    if (call_phase(m) >= PHASE_STORE)
        return continue_join(m, c, size, finish);
    struct thread *t = call_phase(m) ? m->threads[m->current->state.joining] : thread_of_handle(m, handle);
    if (!t)
        return joinable(m, handle, "join"), NATIVE_STOPPED;
    if (call_phase(m) == 0) {
        struct value result = call_argument(m, c, 1);
        if (!interchangeable_before_join(m, t, !result.t && !result.bits))
            return NATIVE_STOPPED;
        if (t == m->current)
            return finish(m, c, EDEADLK);
        // In an atomic section nobody else goes on: whether the thread has ended decides what happens.
        bool within = m->current->state.atomic_depth && m->state.unjoined;
        if (within && learn_of_joins(m, LEARNT_VISIBLE_ENDS))
            return NATIVE_STOPPED;
        if (m->learnt.joins_visible) {
            struct operation op =
                within ? end_operation(m, OPERATION_JOIN, t, true) : shadow_operation(m, OPERATION_JOIN, t);
            if (!operation_begin(m, &op))
                return NATIVE_STOPPED;
        }
        // Set before waiting: a second one to join is wrong even if it comes while the first one waits.
        if (!joinable(m, handle, "join") || !sync_store(m, thread_shadow(m, t) + SHADOW_JOINED, sync_self(m)))
            return NATIVE_STOPPED;
        m->state.releases = true;
        call_set_phase(m, 1);
    }
    return thread_join(m, t) ? end_join_wait(m, t) : NATIVE_STOPPED;
}

enum native_result native_pthread_join(struct machine *m, struct call *c)
{
    return join_thread(m, c, word_size(m), sync_finish_posix);
}

enum native_result native_thrd_join(struct machine *m, struct call *c)
{
    return join_thread(m, c, 4, sync_finish_c11);
}

enum { WITH_CLOCK = 3 }; // the number of the time-out behind a clock

// Joins a thread that has ended. `time`: the argument with the time-out, 0 if there is none; without a time a
// timed join waits as any join. Phase 0 is the operation, phase 2 stores the result, as above.
static enum native_result try_join(struct machine *m, struct call *c, uint32_t time)
{
    unsigned word = word_size(m);
    uint64_t handle, limit = 0;
    bool valid = true;
    if (!call_thread(m, c, "join", &handle) ||
        (time == WITH_CLOCK && !sync_clock_valid(m, c, time - 1, &valid)) ||
        (time && !call_optional_pointer(m, c, time, 2 * word, false, &limit)))
        return NATIVE_STOPPED;
    if (!valid)
        return sync_finish_posix(m, c, EINVAL);
    if (time && !limit)
        return join_thread(m, c, word, sync_finish_posix);
    if (call_phase(m) == PHASE_STORE || call_phase(m) == PHASE_RELEASE)
        return continue_join(m, c, word, sync_finish_posix);
    struct thread *t = thread_of_handle(m, handle);
    if (t == m->current)
        return sync_finish_posix(m, c, time ? EDEADLK : EBUSY);
    if (learn_of_joins(m, LEARNT_VISIBLE_ENDS))
        return NATIVE_STOPPED;
    enum native_result result;
    bool acts = false;
    if (time && !cancel_point(m, c, &result))
        return result;
    if (!t)
        return joinable(m, handle, "join"), NATIVE_STOPPED;
    struct operation op = operation_on(OPERATION_TRYJOIN, thread_shadow(m, t), SHADOW_WAITING, true);
    if (limit) {
        sync_add_data(&op, limit, 2 * word, false);
        clock_add(m, &op);
        cancel_watch(m, &op);
    }
    identifiers_add_use(m, t, &op);
    if (!operation_begin(m, &op) || !joinable(m, handle, "join"))
        return NATIVE_STOPPED;
    bool ended = sync_peek(m, thread_shadow(m, t) + SHADOW_ENDED);
    if (time && !ended && !sync_timeout_valid(m, limit, &valid))
        return NATIVE_STOPPED;
    if (!valid)
        return sync_finish_posix(m, c, EINVAL);
    if (time && !cancel_choose(m, true, &acts))
        return NATIVE_STOPPED;
    if (acts)
        return cancel_act(m, c);
    if (!ended) {
        int error = EBUSY;
        if (limit && !sync_time_out_by(m, c, time == WITH_CLOCK ? time - 1 : 0, limit, &error))
            return NATIVE_STOPPED;
        return sync_finish_posix(m, c, error);
    }
    return take_ended(m, t);
}
SYNC_NATIVE(pthread_tryjoin_np, try_join, 0)
SYNC_NATIVE(pthread_timedjoin_np, try_join, 2)
SYNC_NATIVE(pthread_clockjoin_np, try_join, 3)

static enum native_result detach(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t handle;
    if (!call_thread(m, c, "detach", &handle))
        return NATIVE_STOPPED;
    const struct thread *t = thread_of_handle(m, handle);
    if (!t)
        return joinable(m, handle, "detach"), NATIVE_STOPPED;
    bool gives_back = identifiers_gives_back(m, t);
    struct operation op = shadow_operation(m, OPERATION_DETACH, t);
    if (gives_back) {
        op.access_count = 0;
        identifiers_add_release(m, t, &op);
    }
    if (!operation_begin(m, &op) || !joinable(m, handle, "detach") ||
        !sync_store(m, thread_shadow(m, t) + SHADOW_DETACHED, sync_self(m)) || !identifiers_detached(m, t))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}
SYNC_NATIVE(pthread_detach, detach, sync_finish_posix)
SYNC_NATIVE(thrd_detach, detach, sync_finish_c11)

// ---- signals

// A signal is for a thread that can still be joined, or is detached and has not ended.
static bool takes_signals(struct machine *m, const struct thread *t)
{
    uint64_t shadow = thread_shadow(m, t);
    bool is_joined = sync_peek(m, shadow + SHADOW_JOINED);
    if (!sync_peek(m, shadow + SHADOW_ENDED) || (!is_joined && !sync_peek(m, shadow + SHADOW_DETACHED)))
        return true;
    native_violation(m, PROPERTY_LOCK, "signal for thread %s, which has ended and is %s", t->name,
                     is_joined ? "joined" : "detached");
    return false;
}

enum native_result native___heddle_thread_number(struct machine *m, struct call *c)
{
    uint64_t handle;
    if (!call_thread(m, c, "signal", &handle))
        return NATIVE_STOPPED;
    const struct thread *t = thread_of_handle(m, handle);
    if (!t)
        return native_violation(m, PROPERTY_LOCK, "signal for 0x%llx, which is no thread",
                                (unsigned long long)handle);
    if (t == m->current)
        return call_return(m, c, t->number);
    if (learn_of_joins(m, LEARNT_VISIBLE_ENDS))
        return NATIVE_STOPPED;
    struct operation op = end_operation(m, OPERATION_THREAD_LOOK, t, false);
    if (!operation_begin(m, &op) || !takes_signals(m, t))
        return NATIVE_STOPPED;
    return call_return(m, c, sync_peek(m, thread_shadow(m, t) + SHADOW_ENDED) ? ~(uint64_t)0 : t->number);
}

// ---- the running thread

// glibc resets the flag of a pthread_once whose routine ends its thread; POSIX is silent. In programs that
// cancel threads the runtime library does so (runtime/cancel.c).
static enum native_result exit_thread(struct machine *m, struct call *c)
{
    if (cancel_is_in_once(m))
        return native_unmodelled(m, "ending a thread in the routine of pthread_once");
    if (!delivery_look_last(m))
        return NATIVE_STOPPED;
    return thread_exit(m, call_argument(m, c, 0));
}

enum native_result native_pthread_exit(struct machine *m, struct call *c)
{
    return exit_thread(m, c);
}

enum native_result native_thrd_exit(struct machine *m, struct call *c)
{
    return exit_thread(m, c);
}

static enum native_result self(struct machine *m, struct call *c)
{
    return stand_in_may_ask(m, "pthread_self or what rests on it (gettid, pthread_kill, ...)")
               ? call_return(m, c, thread_handle(m, m->current))
               : NATIVE_STOPPED;
}

enum native_result native___heddle_own_number(struct machine *m, struct call *c)
{
    return call_return(m, c, m->current->number);
}

enum native_result native_pthread_self(struct machine *m, struct call *c)
{
    return self(m, c);
}

enum native_result native_thrd_current(struct machine *m, struct call *c)
{
    return self(m, c);
}

// Yielding changes nothing: every visible operation can be preceded by other threads' anyway.
SYNC_NATIVE(pthread_yield, sync_finish_posix, 0)
SYNC_NATIVE(sched_yield, sync_finish_posix, 0)
SYNC_NATIVE(thrd_yield, sync_finish_void, 0)
