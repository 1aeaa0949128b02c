// Read-write locks. A reader may enter whenever no writer is inside; nobody is preferred, unless the lock's
// kind or an option says that readers wait where a writer waits: then a writer queues before it waits. Who
// the readers are is not recorded, only how many.
//
// Taking the lock for reading is an operation that "reads" it, although it counts: two readers commute, and
// the order of their coming need not be explored. Every other operation writes.
#include "machine/native_sync.h"
#include "machine/note.h"

// Offsets; all zero: free. The kind is where glibc's static initialisers have it.
enum { RWLOCK_READERS = 0, RWLOCK_WRITER = 4, RWLOCK_MARK = 8, RWLOCK_QUEUED = 12, RWLOCK_HELD = 16 };
enum { RWLOCK_KIND_32 = 24, RWLOCK_KIND_64 = 48 };
enum { KIND_MASK = 0xff, KIND_PREFER_WRITERS = 2 }; // PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
#define RWLOCK_DESTROYED 0x64616564u

struct rwlock {
    uint64_t address;
    uint32_t readers, writer, queued;
};

static unsigned rwlock_kind_offset(const struct machine *m)
{
    return m->program->pointer_bits == 64 ? RWLOCK_KIND_64 : RWLOCK_KIND_32;
}

static bool prefers_writers(const struct machine *m, uint64_t address)
{
    return m->options.prefer_writers ||
           (sync_peek(m, address + rwlock_kind_offset(m)) & KIND_MASK) == KIND_PREFER_WRITERS;
}

static bool rwlock_load(struct machine *m, uint64_t address, struct rwlock *lock)
{
    uint32_t mark;
    lock->address = address;
    if (!sync_load(m, SYNC_RWLOCK, address, RWLOCK_READERS, &lock->readers) ||
        !sync_load(m, SYNC_RWLOCK, address, RWLOCK_WRITER, &lock->writer) ||
        !sync_load(m, SYNC_RWLOCK, address, RWLOCK_QUEUED, &lock->queued) ||
        !sync_load(m, SYNC_RWLOCK, address, RWLOCK_MARK, &mark))
        return false;
    const char *problem = NULL;
    if (mark == RWLOCK_DESTROYED)
        problem = "is used after it was destroyed";
    else if (mark || (lock->readers && lock->writer))
        problem = "is not a rwlock: its memory holds something else";
    if (problem)
        sync_misuse(m, SYNC_RWLOCK, address, problem, 0);
    return !problem && stand_in_may_use(m, lock->writer);
}

static bool rwlock_store(struct machine *m, const struct rwlock *lock)
{
    bool held = lock->readers || lock->writer || lock->queued;
    return sync_store(m, lock->address + RWLOCK_READERS, lock->readers) &&
           sync_store(m, lock->address + RWLOCK_WRITER, lock->writer) &&
           sync_store(m, lock->address + RWLOCK_QUEUED, lock->queued) &&
           sync_store(m, lock->address + RWLOCK_HELD, held ? sync_held_mark(m, lock->address) : 0);
}

// Whether the memory is that of a lock that is held, or that a writer waits for. *writer: who holds it, or 0.
static bool is_held(const struct machine *m, uint64_t address, uint32_t *writer)
{
    *writer = sync_peek(m, address + RWLOCK_WRITER);
    return sync_peek(m, address + RWLOCK_HELD) == sync_held_mark(m, address) &&
           !sync_peek(m, address + RWLOCK_MARK) &&
           (*writer || sync_peek(m, address + RWLOCK_READERS) || sync_peek(m, address + RWLOCK_QUEUED));
}

enum native_result native_pthread_rwlock_init(struct machine *m, struct call *c)
{
    uint64_t address, attributes, kind = 0; // the kind is the attributes' first word; sharing changes nothing
    if (!sync_argument(m, c, 0, SYNC_RWLOCK, &address) ||
        !call_optional_pointer(m, c, 1, 4, false, &attributes))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_RWLOCK_INIT, SYNC_RWLOCK, address, true);
    if (attributes)
        sync_add_data(&op, attributes, 4, false);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    uint32_t writer;
    if (is_held(m, address, &writer))
        return sync_misuse(m, SYNC_RWLOCK, address, "is initialised again while it is locked", writer);
    if ((attributes && !native_load(m, attributes, 4, &kind, NULL)) || !sync_clear(m, SYNC_RWLOCK, address) ||
        !sync_store(m, address + rwlock_kind_offset(m), (uint32_t)kind & KIND_MASK))
        return NATIVE_STOPPED;
    return sync_finish_posix(m, c, 0);
}

enum native_result native_pthread_rwlock_destroy(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_RWLOCK, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_RWLOCK_DESTROY, SYNC_RWLOCK, address, true);
    struct rwlock lock;
    if (!operation_begin(m, &op) || !rwlock_load(m, address, &lock))
        return NATIVE_STOPPED;
    if (lock.readers || lock.writer)
        return sync_misuse(m, SYNC_RWLOCK, address, "is destroyed while it is locked", lock.writer);
    if (lock.queued)
        return sync_misuse(m, SYNC_RWLOCK, address, "is destroyed while a writer waits for it", 0);
    if (!sync_store(m, address + RWLOCK_MARK, RWLOCK_DESTROYED))
        return NATIVE_STOPPED;
    return sync_finish_posix(m, c, 0);
}

// ---- lock and unlock

enum rwlock_mode { READ, WRITE, TRY_READ, TRY_WRITE, TIMED_READ, TIMED_WRITE };

static const struct {
    enum operation_kind operation;
    bool write;
    int busy;   // result when others hold it
    int relock; // result when the thread itself holds it for writing
} modes[] = {
    [READ] = {OPERATION_RWLOCK_READ, false, EBUSY, EDEADLK}, // never busy: they wait
    [WRITE] = {OPERATION_RWLOCK_WRITE, true, EBUSY, EDEADLK},
    [TRY_READ] = {OPERATION_RWLOCK_TRY, false, EBUSY, EBUSY},
    [TRY_WRITE] = {OPERATION_RWLOCK_TRY, true, EBUSY, EBUSY},
    [TIMED_READ] = {OPERATION_RWLOCK_TRY, false, ETIMEDOUT, EDEADLK},
    [TIMED_WRITE] = {OPERATION_RWLOCK_TRY, true, ETIMEDOUT, EDEADLK},
};

// Whether a call for writing queues before it takes the lock or gives up.
static bool may_queue(enum rwlock_mode mode)
{
    return mode == WRITE || mode == TIMED_WRITE;
}

static enum native_result rwlock_queue(struct machine *m, struct rwlock *lock)
{
    lock->queued++;
    if (!rwlock_store(m, lock))
        return NATIVE_STOPPED;
    call_set_phase(m, 1);
    return NATIVE_AGAIN;
}

enum { WITH_CLOCK = 2 }; // the number of the time-out behind a clock

// glibc looks at a time-out before it looks at the lock.
static enum native_result rwlock_take(struct machine *m, struct call *c, enum rwlock_mode mode,
                                      uint32_t timeout)
{
    uint64_t address, time = 0;
    bool write = modes[mode].write, valid = true;
    if (!sync_argument(m, c, 0, SYNC_RWLOCK, &address) ||
        (timeout == WITH_CLOCK && !sync_clock_valid(m, c, timeout - 1, &valid)))
        return NATIVE_STOPPED;
    if (!valid)
        return sync_finish_posix(m, c, EINVAL);
    bool queues = may_queue(mode) && call_phase(m) == 0 && prefers_writers(m, address);
    enum operation_kind kind = queues ? OPERATION_RWLOCK_QUEUE : modes[mode].operation;
    struct operation op = sync_operation(m, kind, SYNC_RWLOCK, address, write);
    struct rwlock lock;
    if (!sync_timeout(m, c, timeout, &op, &time) || !operation_begin(m, &op) ||
        !rwlock_load(m, address, &lock) || (timeout && !sync_timeout_valid(m, time, &valid)))
        return NATIVE_STOPPED;
    if (queues && valid)
        return rwlock_queue(m, &lock);
    if (call_phase(m) == 1)
        lock.queued--;
    int error = 0;
    if (!valid)
        error = EINVAL;
    else if (lock.writer == sync_self(m))
        error = modes[mode].relock;
    else if (lock.writer || (write ? lock.readers : lock.queued))
        error = modes[mode].busy;
    if (error == ETIMEDOUT && !sync_time_out(m, c, timeout, time, &error))
        return NATIVE_STOPPED;
    if (error && !call_phase(m))
        operation_looked(m);
    if (error) // who had queued has left the queue
        return !call_phase(m) || rwlock_store(m, &lock) ? sync_finish_posix(m, c, error) : NATIVE_STOPPED;
    if (write)
        lock.writer = sync_self(m);
    else
        lock.readers++;
    note_lock(m, NOTE_ACQUIRE, address, RWLOCK_WRITER,
              write ? OPERATION_RWLOCK_WRITE : OPERATION_RWLOCK_READ);
    if (write)
        note_key(m, NOTE_ACQUIRE, address, RWLOCK_READERS);
    return rwlock_store(m, &lock) ? sync_finish_posix(m, c, 0) : NATIVE_STOPPED;
}
SYNC_NATIVE(pthread_rwlock_rdlock, rwlock_take, READ, 0)
SYNC_NATIVE(pthread_rwlock_tryrdlock, rwlock_take, TRY_READ, 0)
SYNC_NATIVE(pthread_rwlock_timedrdlock, rwlock_take, TIMED_READ, 1)
SYNC_NATIVE(pthread_rwlock_clockrdlock, rwlock_take, TIMED_READ, 2)
SYNC_NATIVE(pthread_rwlock_wrlock, rwlock_take, WRITE, 0)
SYNC_NATIVE(pthread_rwlock_trywrlock, rwlock_take, TRY_WRITE, 0)
SYNC_NATIVE(pthread_rwlock_timedwrlock, rwlock_take, TIMED_WRITE, 1)
SYNC_NATIVE(pthread_rwlock_clockwrlock, rwlock_take, TIMED_WRITE, 2)

bool rwlock_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    uint64_t address = op->access[0].address;
    uint32_t writer = sync_peek(m, address + RWLOCK_WRITER);
    if (sync_gone(m, op) || sync_peek(m, address + RWLOCK_MARK) || writer == thread_owner_id(t) ||
        stand_in_owns(m, t, writer))
        return true; // to report it
    return !writer &&
           !sync_peek(m, address + (op->kind == OPERATION_RWLOCK_READ ? RWLOCK_QUEUED : RWLOCK_READERS));
}

enum native_result native_pthread_rwlock_unlock(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_RWLOCK, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_RWLOCK_UNLOCK, SYNC_RWLOCK, address, true);
    struct rwlock lock;
    if (!operation_begin(m, &op) || !rwlock_load(m, address, &lock))
        return NATIVE_STOPPED;
    if (lock.writer && lock.writer != sync_self(m))
        return sync_misuse(m, SYNC_RWLOCK, address, "is unlocked by a thread that does not hold it",
                           lock.writer);
    if (!lock.writer && !lock.readers)
        return sync_misuse(m, SYNC_RWLOCK, address, "is unlocked but not locked", 0);
    if (lock.writer)
        note_lock(m, NOTE_RELEASE, address, RWLOCK_WRITER, OPERATION_RWLOCK_WRITE);
    else
        note_lock(m, NOTE_CONTRIBUTE, address, RWLOCK_READERS, OPERATION_RWLOCK_READ);
    if (lock.writer)
        lock.writer = 0;
    else
        lock.readers--;
    return rwlock_store(m, &lock) ? sync_finish_posix(m, c, 0) : NATIVE_STOPPED;
}
