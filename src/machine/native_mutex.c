#include "machine/native_mutex.h"

#include "machine/peek.h"

#define MUTEX_DESTROYED 0xffffffffu // in `kind`, as glibc does
// `kind`, as in glibc: the type, and flags.
enum { MUTEX_NORMAL, MUTEX_RECURSIVE, MUTEX_ERRORCHECK, MUTEX_ADAPTIVE, MUTEX_TYPE = 3, MUTEX_ROBUST = 16 };
enum { MUTEX_INHERIT = 32, MUTEX_PROTECT = 64, MUTEX_PROTOCOL = MUTEX_INHERIT | MUTEX_PROTECT };
enum { MUTEX_LOCK = 0, MUTEX_COUNT = 4, MUTEX_OWNER = 8, MUTEX_HELD = 20 }; // offsets

static unsigned mutex_kind_offset(const struct machine *m)
{
    return is_64_bit(m) ? 16 : 12;
}

static unsigned recovery_offset(const struct machine *m)
{
    return is_64_bit(m) ? 12 : 16;
}

bool mutex_is_robust(const struct mutex *mutex)
{
    return mutex->kind != MUTEX_DESTROYED && mutex->kind & MUTEX_ROBUST;
}

static bool is_recursive(const struct mutex *mutex)
{
    return (mutex->kind & MUTEX_TYPE) == MUTEX_RECURSIVE;
}

// Why it is not a mutex, NULL if it is.
static const char *mutex_problem(const struct mutex *mutex)
{
    if (mutex->kind == MUTEX_DESTROYED)
        return "is used after it was destroyed";
    if (mutex->kind & ~(unsigned)(MUTEX_TYPE | MUTEX_ROBUST | MUTEX_PROTOCOL) || mutex->lock > 1 ||
        (mutex->lock != 0) != (mutex->owner != 0) || mutex->recovery > MUTEX_NOT_RECOVERABLE)
        return "is not a mutex: its memory holds something else";
    return NULL;
}

struct mutex mutex_peek(const struct machine *m, uint64_t address)
{
    struct mutex mutex = {.address = address,
                          .lock = sync_peek(m, address + MUTEX_LOCK),
                          .count = sync_peek(m, address + MUTEX_COUNT),
                          .owner = sync_peek(m, address + MUTEX_OWNER),
                          .kind = sync_peek(m, address + mutex_kind_offset(m))};
    if (mutex_is_robust(&mutex))
        mutex.recovery = sync_peek(m, address + recovery_offset(m));
    return mutex;
}

// What a thread held that may be the one that main stands in for has not been given back natively.
static bool recovery_is_known(struct machine *m, const struct mutex *mutex)
{
    return mutex->lock || mutex->recovery != MUTEX_INCONSISTENT ||
           stand_in_may_ask(m, "a robust mutex whose owner has ended,");
}

bool mutex_load(struct machine *m, uint64_t address, struct mutex *mutex)
{
    *mutex = (struct mutex){.address = address};
    if (!sync_load(m, SYNC_MUTEX, address, MUTEX_LOCK, &mutex->lock) ||
        !sync_load(m, SYNC_MUTEX, address, MUTEX_COUNT, &mutex->count) ||
        !sync_load(m, SYNC_MUTEX, address, MUTEX_OWNER, &mutex->owner) ||
        !sync_load(m, SYNC_MUTEX, address, mutex_kind_offset(m), &mutex->kind) ||
        (mutex_is_robust(mutex) && !sync_load(m, SYNC_MUTEX, address, recovery_offset(m), &mutex->recovery)))
        return false;
    const char *problem = mutex_problem(mutex);
    if (problem)
        sync_misuse(m, SYNC_MUTEX, address, problem, 0);
    return !problem && stand_in_may_use(m, mutex->owner) && recovery_is_known(m, mutex);
}

bool mutex_store(struct machine *m, const struct mutex *mutex)
{
    if (mutex_is_robust(mutex) &&
        (!sync_store(m, mutex->address + recovery_offset(m), mutex->recovery) || !robust_stored(m, mutex)))
        return false;
    return sync_store(m, mutex->address + MUTEX_LOCK, mutex->lock) &&
           sync_store(m, mutex->address + MUTEX_COUNT, mutex->count) &&
           sync_store(m, mutex->address + MUTEX_OWNER, mutex->owner) &&
           sync_store(m, mutex->address + MUTEX_HELD, mutex->lock ? sync_held_mark(m, mutex->address) : 0) &&
           sync_store(m, mutex->address + mutex_kind_offset(m), mutex->kind);
}

int mutex_acquire(struct mutex *mutex, uint32_t self)
{
    if (mutex->lock && mutex->owner != self)
        return EBUSY;
    if (mutex->lock && !is_recursive(mutex))
        return EDEADLK;
    if (mutex->lock && mutex->count == UINT32_MAX)
        return EAGAIN;
    if (mutex->recovery == MUTEX_NOT_RECOVERABLE)
        return ENOTRECOVERABLE;
    bool died = !mutex->lock && mutex->recovery == MUTEX_INCONSISTENT;
    mutex->lock = 1;
    mutex->owner = self;
    mutex->count += is_recursive(mutex);
    return died ? EOWNERDEAD : 0;
}

int mutex_release(struct mutex *mutex, uint32_t self)
{
    if (!mutex->lock || mutex->owner != self)
        return EPERM;
    if (is_recursive(mutex) && --mutex->count > 0)
        return 0;
    mutex->lock = mutex->owner = 0;
    if (mutex->recovery == MUTEX_INCONSISTENT)
        mutex->recovery = MUTEX_NOT_RECOVERABLE;
    return 0;
}

bool mutex_note(struct machine *m, enum note_kind kind, const struct mutex *mutex)
{
    bool changes = kind == NOTE_ACQUIRE ? mutex->count <= 1 : !mutex->lock;
    if (changes)
        note_lock(m, kind, mutex->address, 0, OPERATION_MUTEX_LOCK);
    return true;
}

bool mutex_returns_errors(const struct mutex *mutex)
{
    return is_recursive(mutex) || mutex_is_robust(mutex) || (mutex->kind & MUTEX_TYPE) == MUTEX_ERRORCHECK;
}

// Where main stands in for the owner of a normal mutex, or of another's, locking it waits for ever.
bool mutex_available(const struct machine *m, uint64_t address, const struct thread *t)
{
    struct mutex mutex = mutex_peek(m, address);
    return mutex_problem(&mutex) || !mutex.lock || mutex.owner == thread_owner_id(t) ||
           (mutex_returns_errors(&mutex) && stand_in_owns(m, t, mutex.owner));
}

uint32_t mutex_owner(const struct machine *m, uint64_t address)
{
    struct mutex mutex = mutex_peek(m, address);
    return mutex_problem(&mutex) ? UINT32_MAX : mutex.owner;
}

bool mutex_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    return sync_gone(m, op) || mutex_available(m, op->access[0].address, t);
}

// ---- init and destroy

static enum native_result set_up_mutex(struct machine *m, struct call *c, uint64_t address, uint32_t kind,
                                       sync_finish *finish)
{
    struct mutex mutex = mutex_peek(m, address);
    bool marked = sync_peek(m, address + MUTEX_HELD) == sync_held_mark(m, address);
    if (marked && !mutex_problem(&mutex) && mutex.lock &&
        (mutex.owner == STAND_IN_OWNER_ID || mutex.owner <= m->thread_limit))
        return sync_misuse(m, SYNC_MUTEX, address, "is initialised again while it is locked", mutex.owner);
    mutex = (struct mutex){.address = address, .kind = kind};
    if (!sync_clear(m, SYNC_MUTEX, address) || !mutex_store(m, &mutex))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}

enum native_result native_pthread_mutex_init(struct machine *m, struct call *c)
{
    // glibc's struct pthread_mutexattr: the type in the low bits, then flags.
    enum { TYPE = 3, INHERIT = 0x10000000, PROTECT = 0x20000000, ROBUST = 0x40000000 };
    uint64_t address, attributes, bits = 0;
    if (!sync_argument(m, c, 0, SYNC_MUTEX, &address) ||
        !call_optional_pointer(m, c, 1, 4, false, &attributes))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_MUTEX_INIT, SYNC_MUTEX, address, true);
    if (attributes)
        sync_add_data(&op, attributes, 4, false);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    if (attributes && !native_load(m, attributes, 4, &bits, NULL))
        return NATIVE_STOPPED;
    uint32_t kind = (uint32_t)(bits & TYPE) | (bits & ROBUST ? MUTEX_ROBUST : 0) |
                    (bits & INHERIT ? MUTEX_INHERIT : 0) | (bits & PROTECT ? MUTEX_PROTECT : 0);
    if (kind & MUTEX_ROBUST && kind & MUTEX_PROTECT) // glibc has none that is both
        return sync_finish_posix(m, c, ENOTSUP);
    return set_up_mutex(m, c, address, kind, sync_finish_posix);
}

enum native_result native_mtx_init(struct machine *m, struct call *c)
{
    uint64_t address, type;
    if (!sync_argument(m, c, 0, SYNC_MUTEX, &address) || !call_concrete(m, c, 1, &type))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_MUTEX_INIT, SYNC_MUTEX, address, true);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    bool recursive = type & 1; // mtx_plain 0, mtx_recursive 1, mtx_timed 2
    if (type > 3)              // glibc makes a plain one of it, C leaves it open
        return native_unmodelled(m, "mtx_init of a type that C does not define");
    return set_up_mutex(m, c, address, recursive ? MUTEX_RECURSIVE : MUTEX_NORMAL, sync_finish_c11);
}

static enum native_result mutex_destroy(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_MUTEX, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_MUTEX_DESTROY, SYNC_MUTEX, address, true);
    struct mutex mutex;
    if (!operation_begin(m, &op) || !mutex_load(m, address, &mutex))
        return NATIVE_STOPPED;
    if (mutex.lock)
        return sync_misuse(m, SYNC_MUTEX, address, "is destroyed while it is locked", mutex.owner);
    mutex.kind = MUTEX_DESTROYED;
    if (!mutex_store(m, &mutex))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}
SYNC_NATIVE(pthread_mutex_destroy, mutex_destroy, sync_finish_posix)
SYNC_NATIVE(mtx_destroy, mutex_destroy, sync_finish_void)

// ---- lock and unlock

enum mutex_mode { LOCK, TRY, TIMED };

static const struct {
    enum operation_kind operation;
    int busy;   // result when another thread holds it
    int relock; // result when the thread itself does; 0: a violation
} modes[] = {
    [LOCK] = {OPERATION_MUTEX_LOCK, EDEADLK, 0}, // never busy: it waits
    [TRY] = {OPERATION_MUTEX_TRYLOCK, EBUSY, EBUSY},
    [TIMED] = {OPERATION_MUTEX_TRYLOCK, ETIMEDOUT, ETIMEDOUT},
};

// Whether locking what the thread itself holds returns EDEADLK, as in glibc.
static bool relock_fails(const struct mutex *mutex, enum mutex_mode mode)
{
    bool checks = (mutex->kind & MUTEX_TYPE) == MUTEX_ERRORCHECK;
    return checks && (mode != TRY || mutex->kind & (MUTEX_ROBUST | MUTEX_PROTOCOL));
}

enum { WITH_CLOCK = 2 }; // the number of the time-out behind a clock

// `timeout`: number of the argument, 0 if there is none.
static enum native_result mutex_take(struct machine *m, struct call *c, enum mutex_mode mode,
                                     uint32_t timeout, sync_finish *finish)
{
    uint64_t address, time = 0;
    bool valid = true;
    if (!sync_argument(m, c, 0, SYNC_MUTEX, &address) ||
        (timeout == WITH_CLOCK && !sync_clock_valid(m, c, timeout - 1, &valid)))
        return NATIVE_STOPPED;
    if (!valid)
        return finish(m, c, EINVAL);
    // What a lock of a robust mutex returns tells how sections before it have ended.
    struct mutex mutex = mutex_peek(m, address);
    bool robust = mutex_is_robust(&mutex);
    if (robust && !peek_observe(m, address))
        return NATIVE_STOPPED;
    bool held = mutex.lock && mutex.owner == sync_self(m);
    bool private = mode == LOCK && !robust && peek_private(m, address, held);
    struct operation op = sync_operation(m, modes[mode].operation, SYNC_MUTEX, address, !private);
    if (!sync_timeout(m, c, timeout, &op, &time) || !operation_begin(m, &op))
        return NATIVE_STOPPED;
    if (private && m->state.began)
        peek_enter(m, address);
    if (!mutex_load(m, address, &mutex))
        return NATIVE_STOPPED;
    int error = mutex_acquire(&mutex, sync_self(m));
    if (mutex_acquired(error))
        return mutex_store(m, &mutex) && mutex_note(m, NOTE_ACQUIRE, &mutex) ? finish(m, c, error)
                                                                             : NATIVE_STOPPED;
    operation_looked(m);
    if (error == EDEADLK && !relock_fails(&mutex, mode))
        error = modes[mode].relock;
    else if (error == EBUSY)
        error = modes[mode].busy;
    if (error == 0)
        return sync_misuse(m, SYNC_MUTEX, address, "is locked again by the thread that holds it",
                           mutex.owner);
    if (error == ETIMEDOUT && !sync_time_out(m, c, timeout, time, &error))
        return NATIVE_STOPPED;
    return finish(m, c, error);
}
SYNC_NATIVE(pthread_mutex_lock, mutex_take, LOCK, 0, sync_finish_posix)
SYNC_NATIVE(pthread_mutex_trylock, mutex_take, TRY, 0, sync_finish_posix)
SYNC_NATIVE(pthread_mutex_timedlock, mutex_take, TIMED, 1, sync_finish_posix)
SYNC_NATIVE(pthread_mutex_clocklock, mutex_take, TIMED, 2, sync_finish_posix)
SYNC_NATIVE(mtx_lock, mutex_take, LOCK, 0, sync_finish_c11)
SYNC_NATIVE(mtx_trylock, mutex_take, TRY, 0, sync_finish_c11)
SYNC_NATIVE(mtx_timedlock, mutex_take, TIMED, 1, sync_finish_c11)

static enum native_result mutex_unlock(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_MUTEX, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_MUTEX_UNLOCK, SYNC_MUTEX, address, true);
    struct mutex mutex;
    if (!operation_begin(m, &op) || !mutex_load(m, address, &mutex))
        return NATIVE_STOPPED;
    int error = mutex_release(&mutex, sync_self(m));
    if (error && !peek_observe(m, address))
        return NATIVE_STOPPED;
    if (error && !mutex_returns_errors(&mutex))
        return sync_misuse(m, SYNC_MUTEX, address,
                           mutex.lock ? "is unlocked by a thread that does not hold it"
                                      : "is unlocked but not locked",
                           mutex.owner);
    if (!error && (!mutex_store(m, &mutex) || !mutex_note(m, NOTE_RELEASE, &mutex)))
        return NATIVE_STOPPED;
    peek_leave(m, address);
    return finish(m, c, error);
}
SYNC_NATIVE(pthread_mutex_unlock, mutex_unlock, sync_finish_posix)
SYNC_NATIVE(mtx_unlock, mutex_unlock, sync_finish_c11)

// ---- robust mutexes

enum native_result native_pthread_mutex_consistent(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_MUTEX, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_MUTEX_CONSISTENT, SYNC_MUTEX, address, true);
    struct mutex mutex;
    if (!operation_begin(m, &op) || !mutex_load(m, address, &mutex))
        return NATIVE_STOPPED;
    if (!mutex.lock || mutex.recovery != MUTEX_INCONSISTENT)
        return sync_finish_posix(m, c, EINVAL);
    if (mutex.owner != sync_self(m))
        return sync_misuse(m, SYNC_MUTEX, address, "is made consistent by a thread that does not hold it",
                           mutex.owner);
    mutex.recovery = MUTEX_RECOVERED;
    return mutex_store(m, &mutex) ? sync_finish_posix(m, c, 0) : NATIVE_STOPPED;
}
