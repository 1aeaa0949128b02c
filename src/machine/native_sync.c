#include "machine/native_sync.h"

#include "machine/clock.h"
#include "machine/describe.h"
#include "machine/memory.h"
#include "machine/symbolic.h"

#include <stdio.h>

// ---- results

enum native_result sync_finish_posix(struct machine *m, const struct call *c, int error)
{
    return call_return(m, c, (uint32_t)error);
}

enum native_result sync_finish_c11(struct machine *m, const struct call *c, int error)
{
    enum { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT }; // thrd_success ... in glibc's threads.h
    static const struct {
        int error;
        uint32_t result;
    } table[] = {{0, SUCCESS}, {EBUSY, BUSY}, {ENOMEM, NO_MEMORY}, {ETIMEDOUT, TIMED_OUT}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].error == error)
            return call_return(m, c, table[i].result);
    return call_return(m, c, ERROR);
}

enum native_result sync_finish_errno(struct machine *m, const struct call *c, int error)
{
    if (error && !native_set_errno(m, error))
        return NATIVE_STOPPED;
    return call_return(m, c, error ? (uint32_t)-1 : 0);
}

enum native_result sync_finish_void(struct machine *m, const struct call *c, int error)
{
    (void)error;
    return call_return_void(m, c);
}

// ---- objects

static const struct {
    const char *name;
    unsigned size[2]; // 32 and 64 bits
} types[] = {
    [SYNC_MUTEX] = {"mutex", {24, 40}},         [SYNC_COND] = {"condition variable", {48, 48}},
    [SYNC_RWLOCK] = {"rwlock", {32, 56}},       [SYNC_BARRIER] = {"barrier", {20, 32}},
    [SYNC_SEMAPHORE] = {"semaphore", {16, 32}}, [SYNC_SPINLOCK] = {"spinlock", {4, 4}},
    [SYNC_ONCE] = {"once flag", {4, 4}},
};

unsigned sync_size(const struct machine *m, enum sync_type type)
{
    return types[type].size[is_64_bit(m)];
}

bool sync_argument(struct machine *m, const struct call *c, uint32_t i, enum sync_type type,
                   uint64_t *address)
{
    return call_pointer(m, c, i, sync_size(m, type), true, address);
}

struct operation sync_operation(const struct machine *m, enum operation_kind kind, enum sync_type type,
                                uint64_t address, bool write)
{
    return operation_on(kind, address, sync_size(m, type), write);
}

void sync_add_data(struct operation *op, uint64_t address, uint64_t size, bool write)
{
    operation_add(op, address, size, write);
    op->access[op->access_count - 1].atomic = false;
}

enum native_result sync_misuse(struct machine *m, enum sync_type type, uint64_t address, const char *problem,
                               uint32_t holder)
{
    char name[200];
    machine_describe_address(m, address, name, sizeof name);
    const struct thread *t = holder && holder <= m->thread_limit ? m->threads[holder - 1] : NULL;
    if (t)
        return native_violation(m, PROPERTY_LOCK, "%s %s %s (held by %s)", types[type].name, name, problem,
                                t->name);
    return native_violation(m, PROPERTY_LOCK, "%s %s %s", types[type].name, name, problem);
}

bool sync_load(struct machine *m, enum sync_type type, uint64_t address, unsigned offset, uint32_t *word)
{
    uint64_t bits;
    bool initialised;
    if (!native_load(m, address + offset, 4, &bits, &initialised))
        return false;
    if (!initialised) {
        sync_misuse(m, type, address, "is used but was never initialised", 0);
        return false;
    }
    *word = (uint32_t)bits;
    return true;
}

uint32_t sync_peek(const struct machine *m, uint64_t address)
{
    return (uint32_t)native_peek(m, address, 4);
}

bool sync_store(struct machine *m, uint64_t address, uint32_t word)
{
    return native_store(m, address, 4, word);
}

uint32_t sync_held_mark(const struct machine *m, uint64_t address)
{
    enum { HELD = 0x48454c44 };
    bool is_of_thread = address >> m->memory.chunk_bits >= m->memory.first_free_chunk;
    uint64_t mask = is_of_thread ? m->memory.part_mask : m->memory.chunk_mask;
    return HELD ^ (uint32_t)(address & mask); // the same for corresponding objects of threads
}

bool sync_clear(struct machine *m, enum sync_type type, uint64_t address)
{
    for (unsigned at = 0; at < sync_size(m, type); at += 4)
        if (!sync_store(m, address + at, 0))
            return false;
    return true;
}

bool sync_gone(struct machine *m, const struct operation *op)
{
    return !memory_at(m, op->access[0].address, op->access[0].size);
}

// ---- time

bool sync_timeout(struct machine *m, const struct call *c, uint32_t argument, struct operation *op,
                  uint64_t *address)
{
    if (!argument)
        return true;
    unsigned word = is_64_bit(m) ? 8 : 4;
    if (!call_pointer(m, c, argument, 2 * word, false, address))
        return false;
    sync_add_data(op, *address, 2 * word, false); // time_t tv_sec; long tv_nsec
    if (op->kind != OPERATION_COND_WAIT)          // whose time is not over yet
        clock_add(m, op);
    return true;
}

bool sync_timeout_valid(struct machine *m, uint64_t address, bool *valid)
{
    unsigned word = is_64_bit(m) ? 8 : 4;
    struct value nanoseconds;
    if (!native_load_value(m, address + word, word, &nanoseconds))
        return false;
    *valid = nanoseconds.bits < 1000000000u; // negative numbers are large ones
    if (!nanoseconds.t)
        return true;
    term limit = term_constant(m->terms, 8 * word, 1000000000u);
    return symbolic_uninitialised_is_fine(m, nanoseconds.t, "a time-out") &&
           symbolic_decide(m, term_binary(m->terms, TERM_ULT, nanoseconds.t, limit), valid);
}

bool sync_clock_valid(struct machine *m, const struct call *c, uint32_t i, bool *valid)
{
    static const uint64_t clocks[] = {0, 1}; // CLOCK_REALTIME, CLOCK_MONOTONIC
    enum { COUNT = sizeof clocks / sizeof *clocks };
    uint32_t which;
    uint64_t clock;
    if (!call_number(m, c, i, clocks, COUNT, &which, &clock))
        return false;
    *valid = which < COUNT;
    return true;
}

bool sync_time_out(struct machine *m, const struct call *c, uint32_t argument, uint64_t address, int *error)
{
    return sync_time_out_by(m, c, argument == 1 ? 0 : argument - 1, address, error);
}

static uint64_t deadline_of(const struct machine *m)
{
    return m->memory.objects.data[m->current->shadow].base + SHADOW_DEADLINE;
}

bool sync_deadline_begin(struct machine *m, uint64_t clock, uint64_t time)
{
    struct value deadline;
    return clock_deadline(m, clock, time, &deadline) && native_store_value(m, deadline_of(m), 8, deadline);
}

bool sync_deadline_end(struct machine *m, bool over)
{
    struct value deadline;
    return native_load_value(m, deadline_of(m), 8, &deadline) && (!over || clock_reach(m, deadline)) &&
           native_store(m, deadline_of(m), 8, 0);
}

bool sync_time_out_by(struct machine *m, const struct call *c, uint32_t by, uint64_t address, int *error)
{
    enum { REALTIME = 0 };
    uint64_t clock = REALTIME;
    struct value deadline;
    bool valid;
    if (!sync_timeout_valid(m, address, &valid))
        return false;
    *error = valid ? ETIMEDOUT : EINVAL;
    if (!valid || !clock_counts(m))
        return true;
    return (!by || call_concrete(m, c, by, &clock)) && clock_deadline(m, clock, address, &deadline) &&
           clock_reach(m, deadline);
}
