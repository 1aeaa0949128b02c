// Unnamed semaphores: a value, and a mark that sem_init sets.
//
// Posting "reads" the semaphore, although it counts: two posts commute, and their order need not be explored.
// What tells them apart writes: waiting, and also sem_getvalue. Near the largest value posts do not commute
// any more.
#include "machine/cancel.h"
#include "machine/delivery.h"
#include "machine/native_sync.h"
#include "machine/note.h"

enum { SEMAPHORE_VALUE = 0, SEMAPHORE_MARK = 4 }; // offsets
#define SEMAPHORE_READY 0x53454d41u
#define SEMAPHORE_DESTROYED 0x64616564u
#define SEMAPHORE_MAX 0x7fffffffu // SEM_VALUE_MAX

static bool semaphore_load(struct machine *m, uint64_t address, uint32_t *value)
{
    uint32_t mark;
    if (!sync_load(m, SYNC_SEMAPHORE, address, SEMAPHORE_MARK, &mark))
        return false;
    if (mark != SEMAPHORE_READY) {
        sync_misuse(m, SYNC_SEMAPHORE, address,
                    mark == SEMAPHORE_DESTROYED ? "is used after it was destroyed"
                                                : "is used but was never initialised with sem_init",
                    0);
        return false;
    }
    return sync_load(m, SYNC_SEMAPHORE, address, SEMAPHORE_VALUE, value);
}

enum native_result native_sem_init(struct machine *m, struct call *c)
{
    uint64_t address, value;
    if (!sync_argument(m, c, 0, SYNC_SEMAPHORE, &address) || !call_concrete(m, c, 2, &value))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_SEM_INIT, SYNC_SEMAPHORE, address, true);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    if ((uint32_t)value > SEMAPHORE_MAX)
        return sync_finish_errno(m, c, EINVAL);
    if (!sync_clear(m, SYNC_SEMAPHORE, address) ||
        !sync_store(m, address + SEMAPHORE_VALUE, (uint32_t)value) ||
        !sync_store(m, address + SEMAPHORE_MARK, SEMAPHORE_READY))
        return NATIVE_STOPPED;
    return sync_finish_errno(m, c, 0);
}

// A thread that waits meanwhile finds in its own step that the semaphore is destroyed.
enum native_result native_sem_destroy(struct machine *m, struct call *c)
{
    uint64_t address;
    uint32_t value;
    if (!sync_argument(m, c, 0, SYNC_SEMAPHORE, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_SEM_DESTROY, SYNC_SEMAPHORE, address, true);
    if (!operation_begin(m, &op) || !semaphore_load(m, address, &value) ||
        !sync_store(m, address + SEMAPHORE_MARK, SEMAPHORE_DESTROYED))
        return NATIVE_STOPPED;
    return sync_finish_errno(m, c, 0);
}

enum native_result native_sem_post(struct machine *m, struct call *c)
{
    uint64_t address;
    uint32_t value;
    if (!sync_argument(m, c, 0, SYNC_SEMAPHORE, &address))
        return NATIVE_STOPPED;
    bool write = sync_peek(m, address + SEMAPHORE_VALUE) >= SEMAPHORE_MAX / 2;
    struct operation op = sync_operation(m, OPERATION_SEM_POST, SYNC_SEMAPHORE, address, write);
    if (!operation_begin(m, &op) || !semaphore_load(m, address, &value))
        return NATIVE_STOPPED;
    if (value >= SEMAPHORE_MAX)
        return sync_finish_errno(m, c, EOVERFLOW);
    if (!sync_store(m, address + SEMAPHORE_VALUE, value + 1))
        return NATIVE_STOPPED;
    note_key(m, NOTE_CONTRIBUTE, address, SEMAPHORE_VALUE);
    return sync_finish_errno(m, c, 0);
}

enum { WITH_CLOCK = 2 }; // the number of the time-out behind a clock

// As in glibc a time-out is looked at before the semaphore. `busy`: error when the value is 0; waiting
// operations never see that.
static enum native_result semaphore_wait(struct machine *m, struct call *c, enum operation_kind kind,
                                         int busy, uint32_t timeout)
{
    uint64_t address, time = 0;
    uint32_t value;
    bool waits = kind == OPERATION_SEM_WAIT || timeout, acts = false, valid = true;
    if (!sync_argument(m, c, 0, SYNC_SEMAPHORE, &address) ||
        (timeout == WITH_CLOCK && !sync_clock_valid(m, c, timeout - 1, &valid)))
        return NATIVE_STOPPED;
    if (!valid)
        return sync_finish_errno(m, c, EINVAL);
    if (call_phase(m) == PHASE_INTERRUPTED && delivery_fails(m, !timeout))
        return sync_finish_errno(m, c, EINTR);
    enum native_result result;
    if (waits && !cancel_point(m, c, &result))
        return result;
    struct operation op = sync_operation(m, kind, SYNC_SEMAPHORE, address, true);
    if (!sync_timeout(m, c, timeout, &op, &time))
        return NATIVE_STOPPED;
    if (waits)
        cancel_watch(m, &op);
    op.interruptible = timeout > 0;
    if (!operation_begin(m, &op) || !semaphore_load(m, address, &value) ||
        (timeout && !sync_timeout_valid(m, time, &valid)))
        return NATIVE_STOPPED;
    if (!valid)
        return sync_finish_errno(m, c, EINVAL);
    if (waits && !cancel_choose(m, value || timeout, &acts))
        return NATIVE_STOPPED;
    if (acts)
        return cancel_act(m, c);
    if (value == 0)
        operation_looked(m);
    if (value == 0 && timeout && !sync_time_out(m, c, timeout, time, &busy))
        return NATIVE_STOPPED;
    if (value == 0)
        return sync_finish_errno(m, c, busy);
    if (!sync_store(m, address + SEMAPHORE_VALUE, value - 1))
        return NATIVE_STOPPED;
    note_key(m, NOTE_ACQUIRE, address, SEMAPHORE_VALUE);
    return sync_finish_errno(m, c, 0);
}
SYNC_NATIVE(sem_wait, semaphore_wait, OPERATION_SEM_WAIT, EAGAIN, 0)
SYNC_NATIVE(sem_trywait, semaphore_wait, OPERATION_SEM_TRYWAIT, EAGAIN, 0)
SYNC_NATIVE(sem_timedwait, semaphore_wait, OPERATION_SEM_TRYWAIT, ETIMEDOUT, 1)
SYNC_NATIVE(sem_clockwait, semaphore_wait, OPERATION_SEM_TRYWAIT, ETIMEDOUT, 2)

bool semaphore_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    uint64_t address = op->access[0].address;
    return sync_gone(m, op) || cancel_pending(m, t) ||
           sync_peek(m, address + SEMAPHORE_MARK) != SEMAPHORE_READY ||
           sync_peek(m, address + SEMAPHORE_VALUE);
}

enum native_result native_sem_getvalue(struct machine *m, struct call *c)
{
    uint64_t address, result;
    uint32_t value;
    if (!sync_argument(m, c, 0, SYNC_SEMAPHORE, &address) || !call_pointer(m, c, 1, 4, true, &result))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_SEM_GET, SYNC_SEMAPHORE, address, true);
    sync_add_data(&op, result, 4, true);
    if (!operation_begin(m, &op) || !semaphore_load(m, address, &value) || !sync_store(m, result, value))
        return NATIVE_STOPPED;
    operation_looked(m);
    return sync_finish_errno(m, c, 0);
}
