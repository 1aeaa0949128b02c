// Spinlocks: a word that is SPIN_FREE, or SPIN_FREE plus the owner's id. There is no static initialiser in
// POSIX (in glibc for x86 a zero spinlock is a locked one), so that any other word is one that was not
// initialised. Spinning is waiting: who spins for ever is in a deadlock.
#include "machine/native_mutex.h"
#include "machine/peek.h"

#define SPIN_FREE 0x53500000u
#define SPIN_DESTROYED 0x5351ffffu

// Its owner, 0 when it is free. False: it is no spinlock.
static bool spin_decode(uint32_t word, uint32_t *owner)
{
    *owner = word - SPIN_FREE;
    return *owner <= STAND_IN_OWNER_ID;
}

static bool spin_load(struct machine *m, uint64_t address, uint32_t *owner)
{
    uint32_t word;
    if (!sync_load(m, SYNC_SPINLOCK, address, 0, &word))
        return false;
    if (spin_decode(word, owner))
        return stand_in_may_use(m, *owner);
    sync_misuse(m, SYNC_SPINLOCK, address,
                word == SPIN_DESTROYED ? "is used after it was destroyed"
                                       : "is used but was never initialised with pthread_spin_init",
                0);
    return false;
}

enum action { INIT, DESTROY, LOCK, TRY, UNLOCK };
static const enum operation_kind operations[] = {OPERATION_SPIN_INIT, OPERATION_SPIN_DESTROY,
                                                 OPERATION_SPIN_LOCK, OPERATION_SPIN_TRYLOCK,
                                                 OPERATION_SPIN_UNLOCK};

static enum native_result spin(struct machine *m, struct call *c, enum action action)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_SPINLOCK, &address))
        return NATIVE_STOPPED;
    uint32_t owner, self = sync_self(m);
    bool private = action == LOCK && peek_private(m, address, spin_owner(m, address) == self);
    struct operation op = sync_operation(m, operations[action], SYNC_SPINLOCK, address, !private);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    if (private && m->state.began)
        peek_enter(m, address);
    if (action == INIT) {
        bool held = spin_decode(sync_peek(m, address), &owner) && owner;
        if (held)
            return sync_misuse(m, SYNC_SPINLOCK, address, "is initialised again while it is locked", owner);
    } else if (!spin_load(m, address, &owner)) {
        return NATIVE_STOPPED;
    }
    if (action == DESTROY && owner)
        return sync_misuse(m, SYNC_SPINLOCK, address, "is destroyed while it is locked", owner);
    if (action == LOCK && owner)
        return sync_misuse(m, SYNC_SPINLOCK, address, "is locked again by the thread that holds it", owner);
    if (action == UNLOCK && owner != self && !peek_observe(m, address))
        return NATIVE_STOPPED;
    if (action == UNLOCK && owner != self)
        return sync_misuse(
            m, SYNC_SPINLOCK, address,
            owner ? "is unlocked by a thread that does not hold it" : "is unlocked but not locked", owner);
    if (action == TRY && owner) {
        operation_looked(m);
        return sync_finish_posix(m, c, EBUSY);
    }
    uint32_t word = action == DESTROY                 ? SPIN_DESTROYED
                    : action == LOCK || action == TRY ? SPIN_FREE + self
                                                      : SPIN_FREE;
    if (action == LOCK || action == TRY || action == UNLOCK)
        note_lock(m, action == UNLOCK ? NOTE_RELEASE : NOTE_ACQUIRE, address, 0, OPERATION_SPIN_LOCK);
    if (!sync_store(m, address, word))
        return NATIVE_STOPPED;
    if (action == UNLOCK)
        peek_leave(m, address);
    return sync_finish_posix(m, c, 0);
}
SYNC_NATIVE(pthread_spin_init, spin, INIT)
SYNC_NATIVE(pthread_spin_destroy, spin, DESTROY)
SYNC_NATIVE(pthread_spin_lock, spin, LOCK)
SYNC_NATIVE(pthread_spin_trylock, spin, TRY)
SYNC_NATIVE(pthread_spin_unlock, spin, UNLOCK)

uint32_t spin_owner(const struct machine *m, uint64_t address)
{
    uint32_t owner;
    return spin_decode(sync_peek(m, address), &owner) ? owner : UINT32_MAX;
}

bool spin_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    uint32_t owner = spin_owner(m, op->access[0].address);
    return sync_gone(m, op) || owner == UINT32_MAX || !owner || owner == thread_owner_id(t);
}
