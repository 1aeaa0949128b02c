// Barriers. Arriving counts; who completes a generation goes on at once with PTHREAD_BARRIER_SERIAL_THREAD,
// the others leave when they see that the generation has passed. Those still to leave are counted too: a
// barrier that everybody has reached may be destroyed and freed at once, and, as in glibc, destroying waits
// until they are gone.
//
// Leaving looks at the generation and declares no more, although it counts: threads may leave in any order,
// which need not be explored. Arriving declares the count and the generation, but one that does not complete
// the generation turns out to touch only the count, and commutes with those still leaving.
//
// With machine_options.arrivals threads may also arrive in any order (docs/reduction.md, arrivals): who
// completes the generation leaves as all others do, unless its result is used. An arrival adds to the *stage*
// of its generation, of which there are two by turns, and looks at the other one, which all of the generation
// before have added to; leaving looks at the stage. What an arrival returns tells whether it was the last, so
// that it is in order with all others where that is used, and the last one goes on at once. All this holds
// for barriers that as many threads use as their count says: with more of them, the order decides who belongs
// to which generation.
#include "analysis/live.h"
#include "base/hash.h"
#include "machine/learnt.h"
#include "machine/memory.h"
#include "machine/native_sync.h"
#include "machine/note.h"

enum {
    BARRIER_LIMIT = 0,
    BARRIER_ARRIVED = 4,
    BARRIER_GENERATION = 8,
    BARRIER_LEAVING = 12,
    BARRIER_MARK = 16
}; // offsets
#define BARRIER_READY 0x42415252u
#define BARRIER_DESTROYED 0x64616564u
#define SERIAL_THREAD UINT32_MAX // PTHREAD_BARRIER_SERIAL_THREAD

struct barrier {
    uint64_t address;
    uint32_t limit, arrived, generation, leaving;
};

static bool barrier_load(struct machine *m, uint64_t address, struct barrier *b)
{
    uint32_t mark;
    b->address = address;
    if (!sync_load(m, SYNC_BARRIER, address, BARRIER_MARK, &mark))
        return false;
    if (mark != BARRIER_READY) {
        sync_misuse(m, SYNC_BARRIER, address,
                    mark == BARRIER_DESTROYED ? "is used after it was destroyed"
                                              : "is used but was never initialised with pthread_barrier_init",
                    0);
        return false;
    }
    return sync_load(m, SYNC_BARRIER, address, BARRIER_LIMIT, &b->limit) &&
           sync_load(m, SYNC_BARRIER, address, BARRIER_ARRIVED, &b->arrived) &&
           sync_load(m, SYNC_BARRIER, address, BARRIER_GENERATION, &b->generation) &&
           sync_load(m, SYNC_BARRIER, address, BARRIER_LEAVING, &b->leaving);
}

static bool barrier_store(struct machine *m, const struct barrier *b, uint32_t mark)
{
    return sync_store(m, b->address + BARRIER_LIMIT, b->limit) &&
           sync_store(m, b->address + BARRIER_ARRIVED, b->arrived) &&
           sync_store(m, b->address + BARRIER_GENERATION, b->generation) &&
           sync_store(m, b->address + BARRIER_LEAVING, b->leaving) &&
           sync_store(m, b->address + BARRIER_MARK, mark);
}

// Of an operation that needs only a part of the barrier: all of it where its memory is gone, so that what is
// said of that does not depend on the part.
static bool is_barrier_gone(struct machine *m, uint64_t address)
{
    return !memory_at(m, address, sync_size(m, SYNC_BARRIER));
}

static struct operation operation_on_part(struct machine *m, enum operation_kind kind, uint64_t address,
                                          uint64_t offset, uint64_t size, bool write)
{
    if (is_barrier_gone(m, address))
        return sync_operation(m, kind, SYNC_BARRIER, address, true);
    struct operation op = operation_on(kind, address + offset, size, write);
    op.about = address;
    return op;
}

enum native_result native_pthread_barrier_init(struct machine *m, struct call *c)
{
    uint64_t address, count;
    if (!sync_argument(m, c, 0, SYNC_BARRIER, &address) || !call_concrete(m, c, 2, &count))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_BARRIER_INIT, SYNC_BARRIER, address, true);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    if ((uint32_t)count == 0 || (uint32_t)count >= INT32_MAX)
        return sync_finish_posix(m, c, EINVAL);
    if (sync_peek(m, address + BARRIER_MARK) == BARRIER_READY &&
        (sync_peek(m, address + BARRIER_ARRIVED) || sync_peek(m, address + BARRIER_LEAVING)))
        return sync_misuse(m, SYNC_BARRIER, address, "is initialised again while threads wait at it", 0);
    struct barrier b = {.address = address, .limit = (uint32_t)count};
    if (!sync_clear(m, SYNC_BARRIER, address) || !barrier_store(m, &b, BARRIER_READY))
        return NATIVE_STOPPED;
    return sync_finish_posix(m, c, 0);
}

enum native_result native_pthread_barrier_destroy(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_BARRIER, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_BARRIER_DESTROY, SYNC_BARRIER, address, true);
    struct barrier b;
    if (!operation_begin(m, &op) || !barrier_load(m, address, &b))
        return NATIVE_STOPPED;
    if (b.arrived)
        return sync_misuse(m, SYNC_BARRIER, address, "is destroyed while threads wait at it", 0);
    note_key(m, NOTE_ACQUIRE, address, BARRIER_LEAVING);
    return barrier_store(m, &b, BARRIER_DESTROYED) ? sync_finish_posix(m, c, 0) : NATIVE_STOPPED;
}

bool barrier_destroy_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    (void)t;
    uint64_t address = op->access[0].address;
    return sync_gone(m, op) || sync_peek(m, address + BARRIER_MARK) != BARRIER_READY ||
           !sync_peek(m, address + BARRIER_LEAVING);
}

// ---- generations

// Whether a thread is still to leave the barrier in the generation of that number.
static bool is_left(const struct machine *m, uint64_t address, uint32_t generation)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread_state *t = &m->threads[k]->state;
        if (t->status == THREAD_READY && t->next.kind == OPERATION_BARRIER_LEAVE &&
            t->next.about == address && (uint32_t)t->scratch[0] == generation)
            return true;
    }
    return false;
}

// The number of the generation after the present one, which is complete: odd after even ones and even after
// odd ones, and as small as the threads that are still to leave earlier generations allow, so that threads
// that meet for ever come back to the states that they were in. These threads look at the number, so that
// their leaving is in order with this. (Where a thread may be interrupted while it waits, it remembers the
// number elsewhere.)
static uint32_t next_generation(const struct machine *m, const struct barrier *b)
{
    uint32_t next = b->generation + 1;
    if (m->learnt.interrupts)
        return next;
    next %= 2;
    while (b->leaving && is_left(m, b->address, next))
        next += 2;
    return next;
}

// ---- arrivals that commute

// The word of a barrier whose accesses stand for those of a generation's threads.
static unsigned generation_word(uint32_t generation)
{
    return generation % 2 ? BARRIER_GENERATION : BARRIER_ARRIVED;
}

static bool result_used(struct machine *m, const struct call *c)
{
    uint32_t code = (uint32_t)(c->instruction - m->code), d = c->instruction->d;
    return d != NO_REGISTER && (code + 1 >= m->program->code_count || live_has(m->live, code + 1, d));
}

static bool is_ordered_barrier(const struct machine *m, uint64_t address)
{
    return !machine_knows(m, &(struct learnt_fact){.kind = LEARNT_BARRIERS}) ||
           machine_knows(m, &(struct learnt_fact){.kind = LEARNT_ORDERED_BARRIER, .what = address});
}

// The running thread arrives. Barriers may share a bit: then there seem to be more users than there are.
// False: more than the barrier counts; stopped.
static bool add_user(struct machine *m, const struct barrier *b)
{
    uint64_t bit = UINT64_C(1) << hash_mix(b->address) % 64;
    uint32_t users = 0;
    if (!(m->current->state.barriers & bit))
        thread_change(m, m->current)->barriers |= bit;
    for (uint32_t t = 0; t < m->thread_limit; t++)
        users += (m->threads[t]->state.barriers & bit) != 0;
    return users <= b->limit ||
           !machine_learn(m, (struct learnt_fact){.kind = LEARNT_ORDERED_BARRIER, .what = b->address});
}

// The running thread has arrived. `last`: it has completed the generation, which all leave from now on;
// `goes_on`: without leaving.
static void note_arrival(struct machine *m, uint64_t address, bool last, bool goes_on)
{
    note_key(m, NOTE_CONTRIBUTE, address, BARRIER_ARRIVED);
    if (goes_on)
        note_key(m, NOTE_ACQUIRE, address, BARRIER_ARRIVED);
    if (last)
        note_pass(m, address, BARRIER_ARRIVED, BARRIER_GENERATION);
}

static enum native_result arrive_in_any_order(struct machine *m, struct call *c, uint64_t address)
{
    uint32_t generation = sync_peek(m, address + BARRIER_GENERATION);
    bool used = result_used(m, c);
    struct operation op =
        operation_on_part(m, OPERATION_BARRIER_ARRIVE, address, generation_word(generation), 4, true);
    if (!is_barrier_gone(m, address)) {
        op.access[0].commute = used ? COMMUTE_NO : COMMUTE_ADD;
        op.access[op.access_count++] = operation_access(address + generation_word(generation + 1), 4, false);
    }
    struct barrier b;
    if (!operation_begin(m, &op) || !barrier_load(m, address, &b) || !add_user(m, &b))
        return NATIVE_STOPPED;
    bool last = ++b.arrived == b.limit, serial = last && used;
    if (last) {
        b.arrived = 0;
        b.generation = next_generation(m, &b);
        b.leaving += b.limit - serial;
    }
    if (!barrier_store(m, &b, BARRIER_READY))
        return NATIVE_STOPPED;
    note_arrival(m, address, last, serial);
    if (serial)
        return call_return(m, c, SERIAL_THREAD);
    call_set_scratch(m, 0, generation);
    call_set_scratch(m, 1, generation_word(generation));
    call_set_phase(m, 1);
    return NATIVE_AGAIN;
}

// ---- waiting

static enum native_result arrive_in_order(struct machine *m, struct call *c, uint64_t address)
{
    struct operation op = operation_on_part(m, OPERATION_BARRIER_ARRIVE, address, BARRIER_ARRIVED,
                                            BARRIER_GENERATION + 4 - BARRIER_ARRIVED, true);
    struct barrier b;
    if (!operation_begin(m, &op) || !barrier_load(m, address, &b))
        return NATIVE_STOPPED;
    uint32_t generation = b.generation;
    bool last = ++b.arrived == b.limit;
    if (!last && m->state.began) // part of an event
        vector_last(&m->accesses).size = BARRIER_GENERATION - BARRIER_ARRIVED;
    if (last) {
        b.arrived = 0;
        b.generation = next_generation(m, &b);
        b.leaving += b.limit - 1;
    }
    if (!barrier_store(m, &b, BARRIER_READY))
        return NATIVE_STOPPED;
    note_arrival(m, address, last, last);
    if (last)
        return call_return(m, c, SERIAL_THREAD);
    call_set_scratch(m, 0, generation);
    call_set_scratch(m, 1, BARRIER_GENERATION);
    call_set_phase(m, 1);
    return NATIVE_AGAIN;
}

static enum native_result barrier_arrive(struct machine *m, struct call *c, uint64_t address)
{
    if (m->options.arrivals && machine_learn(m, (struct learnt_fact){.kind = LEARNT_BARRIERS}))
        return NATIVE_STOPPED;
    return is_ordered_barrier(m, address) ? arrive_in_order(m, c, address)
                                          : arrive_in_any_order(m, c, address);
}

static enum native_result barrier_leave(struct machine *m, struct call *c, uint64_t address)
{
    struct operation op =
        operation_on_part(m, OPERATION_BARRIER_LEAVE, address, call_scratch(m, 1), 4, false);
    struct barrier b;
    if (!operation_begin(m, &op) || !barrier_load(m, address, &b))
        return NATIVE_STOPPED;
    b.leaving -= b.leaving > 0; // none where the barrier's memory was written to meanwhile
    call_set_scratch(m, 0, 0);
    call_set_scratch(m, 1, 0);
    note_key(m, NOTE_ACQUIRE, address, BARRIER_GENERATION);
    note_key(m, NOTE_CONTRIBUTE, address, BARRIER_LEAVING);
    if (!barrier_store(m, &b, BARRIER_READY))
        return NATIVE_STOPPED;
    return sync_finish_posix(m, c, 0);
}

bool barrier_leave_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    uint64_t address = op->about;
    return sync_gone(m, op) || sync_peek(m, address + BARRIER_MARK) != BARRIER_READY ||
           sync_peek(m, address + BARRIER_GENERATION) != (uint32_t)t->state.scratch[0];
}

enum native_result native_pthread_barrier_wait(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_BARRIER, &address))
        return NATIVE_STOPPED;
    return call_phase(m) == 0 ? barrier_arrive(m, c, address) : barrier_leave(m, c, address);
}
