#include "explore/race_pruning.h"

// What they learn of other threads' operations they are ordered after: a lock after all that gave it back, a
// wait after what ended it. Accesses to memory are looked at one by one.
static const bool ordering[OPERATION_KIND_COUNT] = {
    [OPERATION_NONE] = true,           [OPERATION_READ] = true,          [OPERATION_WRITE] = true,
    [OPERATION_UPDATE] = true,         [OPERATION_FREE] = true,          [OPERATION_JOIN] = true,
    [OPERATION_MUTEX_INIT] = true,     [OPERATION_MUTEX_DESTROY] = true, [OPERATION_MUTEX_LOCK] = true,
    [OPERATION_MUTEX_UNLOCK] = true,   [OPERATION_COND_INIT] = true,     [OPERATION_COND_DESTROY] = true,
    [OPERATION_COND_WAIT] = true,      [OPERATION_COND_WAKE] = true,     [OPERATION_COND_SIGNAL] = true,
    [OPERATION_COND_BROADCAST] = true, [OPERATION_RWLOCK_INIT] = true,   [OPERATION_RWLOCK_DESTROY] = true,
    [OPERATION_RWLOCK_READ] = true,    [OPERATION_RWLOCK_WRITE] = true,  [OPERATION_RWLOCK_UNLOCK] = true,
    [OPERATION_SPIN_INIT] = true,      [OPERATION_SPIN_DESTROY] = true,  [OPERATION_SPIN_LOCK] = true,
    [OPERATION_SPIN_UNLOCK] = true,    [OPERATION_BARRIER_INIT] = true,  [OPERATION_BARRIER_DESTROY] = true,
    [OPERATION_BARRIER_ARRIVE] = true, [OPERATION_BARRIER_LEAVE] = true, [OPERATION_SEM_INIT] = true,
    [OPERATION_SEM_DESTROY] = true,    [OPERATION_SEM_WAIT] = true,      [OPERATION_SEM_POST] = true,
    [OPERATION_ONCE] = true,           [OPERATION_ONCE_DONE] = true,     [OPERATION_ATOMIC_BEGIN] = true,
};

static bool is_memory(unsigned operation)
{
    return operation == OPERATION_READ || operation == OPERATION_WRITE || operation == OPERATION_UPDATE;
}

// Of an atomic access to memory: a read acquires, and a write releases.
static bool synchronises(const struct machine_note *n)
{
    bool both = n->order == ORDER_ACQUIRE_RELEASE || n->order == ORDER_SEQ_CST;
    if (n->operation == OPERATION_UPDATE && n->write)
        return both;
    return both || n->order == (n->write ? ORDER_RELEASE : ORDER_ACQUIRE);
}

static bool allows_race_cut(const struct machine_note *n)
{
    switch ((enum note_kind)n->kind) {
    case NOTE_ACCESS:
        if (n->operation == OPERATION_SEM_POST && n->write) // it may fail, which tells of other posts
            return false;
        return ordering[n->operation] && (!n->atomic || !is_memory(n->operation) || synchronises(n));
    case NOTE_FENCE: return false;
    default: return true;
    }
}

bool race_pruning_allows(enum operation_kind kind, const struct machine_note *notes, uint32_t begin,
                         uint32_t end)
{
    bool allows = ordering[kind];
    for (uint32_t k = begin; k < end && allows; k++)
        allows = allows_race_cut(&notes[k]);
    return allows;
}
