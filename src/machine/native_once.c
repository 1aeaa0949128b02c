// pthread_once and call_once: the flag is 0, in progress, or done (as in glibc). Who comes while it is in
// progress waits, also the thread that runs the routine itself: that is a deadlock. A thread that acts on a
// request for cancellation in the routine resets the flag (runtime/cancel.c).
#include "machine/native_sync.h"
#include "machine/note.h"

enum { ONCE_NEVER, ONCE_RUNNING, ONCE_DONE };

// Writes the state that the flag has after the routine. False: stopped.
static bool leave_routine(struct machine *m, uint64_t address, uint32_t state)
{
    struct operation op = sync_operation(m, OPERATION_ONCE_DONE, SYNC_ONCE, address, true);
    if (!operation_begin(m, &op) || !sync_store(m, address, state))
        return false;
    note_key(m, NOTE_RELEASE, address, 0);
    return true;
}

static enum native_result once(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t address, routine;
    uint32_t state;
    if (!sync_argument(m, c, 0, SYNC_ONCE, &address))
        return NATIVE_STOPPED;
    if (call_phase(m) == 0) {
        // What is done stays done, so that coming then only reads.
        bool done = sync_peek(m, address) == ONCE_DONE;
        struct operation op = sync_operation(m, OPERATION_ONCE, SYNC_ONCE, address, !done);
        if (!operation_begin(m, &op) || !sync_load(m, SYNC_ONCE, address, 0, &state))
            return NATIVE_STOPPED;
        if (state > ONCE_DONE)
            return sync_misuse(m, SYNC_ONCE, address, "is not a once flag: its memory holds something else",
                               0);
        if (state == ONCE_DONE) {
            note_key(m, NOTE_ACQUIRE, address, 0);
            return finish(m, c, 0);
        }
        if (!call_function(m, c, 1, "call of", &routine) || !sync_store(m, address, ONCE_RUNNING))
            return NATIVE_STOPPED;
        note_key(m, NOTE_ACQUIRE, address, 0); // of a thread that has reset the flag
        return call_enter(m, c, routine, 0, NULL, 1);
    }
    return leave_routine(m, address, ONCE_DONE) ? finish(m, c, 0) : NATIVE_STOPPED;
}
SYNC_NATIVE(pthread_once, once, sync_finish_posix)
SYNC_NATIVE(call_once, once, sync_finish_void)

enum native_result native___heddle_reset_once(struct machine *m, struct call *c)
{
    uint64_t address;
    return sync_argument(m, c, 0, SYNC_ONCE, &address) && leave_routine(m, address, ONCE_NEVER)
               ? call_return_void(m, c)
               : NATIVE_STOPPED;
}

bool once_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    (void)t;
    return sync_gone(m, op) || sync_peek(m, op->access[0].address) != ONCE_RUNNING;
}
