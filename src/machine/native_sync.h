// What the models of pthread and C11 objects share: results in three conventions, time-outs, and access to
// the words of an object. The state of every object lies in the program's own memory of it (docs/threads.md
// gives the layouts). Private to src/machine.
#ifndef HEDDLE_MACHINE_NATIVE_SYNC_H
#define HEDDLE_MACHINE_NATIVE_SYNC_H

#include "machine/native.h"

#include <errno.h> // the checked program's error numbers are Linux's, as the host's

// A native that is `model` with these further arguments: models are written once for POSIX and C11.
#define SYNC_NATIVE(name, model, ...)                                                                        \
    enum native_result native_##name(struct machine *m, struct call *c)                                      \
    {                                                                                                        \
        return model(m, c, __VA_ARGS__);                                                                     \
    }

// Ends a native whose outcome is `error` (0 or an error number) in its convention.
typedef enum native_result sync_finish(struct machine *m, const struct call *c, int error);
sync_finish sync_finish_posix; // returns the error number
sync_finish sync_finish_c11;   // returns thrd_success, thrd_busy, thrd_error, thrd_nomem or thrd_timedout
sync_finish sync_finish_errno; // returns 0, or -1 with errno set
sync_finish sync_finish_void;

// Sizes of objects, the same as glibc's on x86-64 and i386.
enum sync_type { SYNC_MUTEX, SYNC_COND, SYNC_RWLOCK, SYNC_BARRIER, SYNC_SEMAPHORE, SYNC_SPINLOCK, SYNC_ONCE };
unsigned sync_size(const struct machine *m, enum sync_type type);
// Argument i, which points to such an object; see call_pointer.
bool sync_argument(struct machine *m, const struct call *c, uint32_t i, enum sync_type type,
                   uint64_t *address);
// An operation on a whole object.
struct operation sync_operation(const struct machine *m, enum operation_kind kind, enum sync_type type,
                                uint64_t address, bool write);

// A range of the operation that is the program's ordinary data: races on it are data races.
void sync_add_data(struct operation *op, uint64_t address, uint64_t size, bool write);

// Raises a `lock` violation: "<type> <name of address> <problem>", then "(held by <thread>)" if holder is not
// 0.
enum native_result sync_misuse(struct machine *m, enum sync_type type, uint64_t address, const char *problem,
                               uint32_t holder);

// Reads the 32-bit word at an offset of an object. False: stopped; a word that was never written is a
// violation.
bool sync_load(struct machine *m, enum sync_type type, uint64_t address, unsigned offset, uint32_t *word);
// One word, without complaint where it was never written (0 then).
uint32_t sync_peek(const struct machine *m, uint64_t address);
bool sync_store(struct machine *m, uint64_t address, uint32_t word);
// What a lock that is held has in a word that is else unused and zero: other memory, and a copy of a held
// lock, does not look like it.
uint32_t sync_held_mark(const struct machine *m, uint64_t address);
// Makes the whole object zero.
bool sync_clear(struct machine *m, enum sync_type type, uint64_t address);

// Absolute time-outs. `argument`: which one is the struct timespec; 0: the native has none. sync_timeout
// reads the argument and adds its range to the operation. sync_timeout_valid: false if stopped; *valid:
// whether tv_nsec is a number of nanoseconds. The argument before it, if not the first, is the clock.
bool sync_timeout(struct machine *m, const struct call *c, uint32_t argument, struct operation *op,
                  uint64_t *address);
bool sync_timeout_valid(struct machine *m, uint64_t address, bool *valid);
// Whether argument i is a clock that time-outs may go by, the realtime or the monotonic one. Else the call
// returns EINVAL and does nothing, as in glibc.
bool sync_clock_valid(struct machine *m, const struct call *c, uint32_t i, bool *valid);
// The time of an operation that found its object taken is over (sync_timeout has given `address`). *error:
// ETIMEDOUT, and clocks show at least that time, or EINVAL. False: stopped.
bool sync_time_out(struct machine *m, const struct call *c, uint32_t argument, uint64_t address, int *error);
// As sync_time_out, where argument `clock` is the clock; 0: CLOCK_REALTIME.
bool sync_time_out_by(struct machine *m, const struct call *c, uint32_t clock, uint64_t address, int *error);

// The moment at which the running thread's wait is over, by a clock, kept while it waits: from a struct
// timespec until it has gone on. `over`: because of that moment, and clocks show at least it then. False:
// stopped.
bool sync_deadline_begin(struct machine *m, uint64_t clock, uint64_t time);
bool sync_deadline_end(struct machine *m, bool over);

// The running thread as an owner.
static inline uint32_t sync_self(const struct machine *m)
{
    return thread_owner_id(m->current);
}

// Whether the object an operation waits for is no longer there; it may go on then, to report that.
bool sync_gone(struct machine *m, const struct operation *op);

// ---- when operations that wait can go on (operations.def names them)
enabled_function join_enabled, mutex_enabled, cond_wake_enabled, rwlock_enabled, spin_enabled,
    barrier_leave_enabled, barrier_destroy_enabled, once_enabled, semaphore_enabled, futex_leave_enabled;

#endif
