// Whether a thread is enabled is found out once for each state, at the end of the step that leads to it: then
// machine_enabled is a look at a bit, which undo restores with the rest of the state. Only the threads that
// the step has changed are looked at, and those whose next operation may have to wait.
#include "machine/enabled.h"

#include "machine/await.h"
#include "machine/delivery.h"
#include "machine/journal.h"
#include "machine/native_mutex.h"
#include "machine/native_sync.h"

// Whether a thread that is ready can execute its next operation. Notes in the journal what that depends on.
static bool can_go_on(struct machine *m, const struct thread *t)
{
    // With the inputs known, a loop may be seen to have no effect that could have had one: replays follow
    // their schedule.
    if (t->state.next.await && !m->options.concrete && !await_ignored(m) && await_blocks(m, t))
        return false;
    enabled_function *enabled = operation_enabled[t->state.next.kind];
    return !enabled || enabled(m, t, &t->state.next) || delivery_enables(m, t, &t->state.next);
}

// The holders of the mutexes that threads wait for, of one state: many may wait for one.
struct mutex_holders {
    struct mutex_holder {
        uint64_t address, size;
        bool known, gone;
        uint32_t owner; // as of mutex_owner
    } holder[16];
};

// can_go_on, of a thread that may have to wait. Of threads that wait for one mutex only the first reads it:
// the journal has then what all of them depend on.
static bool can_pass(struct machine *m, const struct thread *t, struct mutex_holders *holders)
{
    const struct operation *op = &t->state.next;
    if (op->kind != OPERATION_MUTEX_LOCK || op->await || thread_stands_in(t))
        return can_go_on(m, t);
    uint64_t address = op->access[0].address;
    struct mutex_holder *h = &holders->holder[address / 8 % 16];
    if (!h->known || h->address != address || h->size != op->access[0].size) {
        *h = (struct mutex_holder){address, op->access[0].size, true, sync_gone(m, op), 0};
        h->owner = h->gone ? 0 : mutex_owner(m, address);
    }
    return h->gone || h->owner == 0 || h->owner == UINT32_MAX || h->owner == thread_owner_id(t) ||
           delivery_enables(m, t, op);
}

// Of a thread that is not near: whether it waits, and only wants to lock a mutex whose lockers are kept
// apart.
static bool note_locker(struct machine *m, const struct thread *t, bool waits)
{
    const struct operation *op = &t->state.next;
    bool locks = waits && op->kind == OPERATION_MUTEX_LOCK && !op->await && !op->interruptible;
    struct lockers *found = NULL;
    for (uint32_t k = 0; k < MACHINE_LOCKERS; k++) {
        struct lockers *l = &m->state.lockers[k];
        if (l->far)
            l->far = thread_set_far_remove(l->far, t->number);
        if (locks && (l->far ? l->address == op->access[0].address : !found))
            found = l;
    }
    if (!found)
        return false;
    found->address = op->access[0].address;
    found->far = thread_set_far_add(found->far, t->number);
    return true;
}

// Of the threads that have changed since the last time: those that can go on whatever memory holds, and those
// for which it decides. All changes of an epoch are looked at, so that epochs with very many are ended here:
// replays have no marks, which begin epochs.
static void note_changed_threads(struct machine *m)
{
    enum { MANY = 64 };
    uint32_t size = m->undo.threads.size, looked = 0;
    for (; size > m->state.enabled_from; looked++) {
        const struct thread *t = m->threads[deltas_owner(&m->undo.threads, size)];
        bool ready = t->state.status == THREAD_READY, waits = ready && operation_may_block(&t->state.next);
        bool apart = t->number >= THREAD_SET_NEAR && note_locker(m, t, waits);
        thread_set_put_in(&m->state.waits, t->number, waits && !apart);
        thread_set_put_in(&m->state.enabled, t->number, ready && !waits);
        size = deltas_begin(&m->undo.threads, size);
    }
    if (looked > MANY)
        undo_begin_epoch(m);
    m->state.enabled_from = m->undo.epoch_threads;
}

// Asks for each thread that may have to wait.
static void note_waiting_threads(struct machine *m)
{
    struct thread_set waits = m->state.waits;
    struct thread_set_builder enabled;
    struct mutex_holders holders;
    for (uint32_t k = 0; k < 16; k++)
        holders.holder[k].known = false;
    thread_set_begin_with(&enabled, &m->state.enabled, waits.far != 0);
    for (uint32_t t = thread_set_next(&waits, 0); t < MACHINE_MAX_THREADS; t = thread_set_next(&waits, t + 1))
        thread_set_put_as(&enabled, t, can_pass(m, m->threads[t], &holders));
    m->state.enabled = thread_set_finish(&enabled);
}

// Asks for each mutex whose lockers are kept apart, as can_pass does.
static void note_lockers(struct machine *m)
{
    for (uint32_t k = 0; k < MACHINE_LOCKERS; k++) {
        const struct lockers *l = &m->state.lockers[k];
        if (!l->far)
            continue;
        struct thread_set set = {{0}, l->far};
        const struct operation *op = &m->threads[thread_set_next(&set, THREAD_SET_NEAR)]->state.next;
        uint32_t owner = sync_gone(m, op) ? 0 : mutex_owner(m, l->address);
        if (owner == 0 || owner == UINT32_MAX) {
            thread_set_unite(&m->state.enabled, &set);
            continue;
        }
        thread_set_remove_all(&m->state.enabled, &set);
        if (owner <= m->thread_limit && thread_set_has(&set, owner - 1))
            thread_set_add(&m->state.enabled, owner - 1);
    }
}

void enabled_update(struct machine *m)
{
    if (m->speculating && !await_ignored(m))
        return; // await_blocks looks no further than this step
    uint32_t words = m->journal->words.size;
    note_changed_threads(m);
    if (m->state.frozen) {
        m->state.enabled = (struct thread_set){{0}, 0};
    } else {
        if (thread_set_next(&m->state.waits, 0) < MACHINE_MAX_THREADS)
            note_waiting_threads(m);
        if (m->thread_limit > THREAD_SET_NEAR)
            note_lockers(m);
    }
    journal_take_enabled(m, words);
}

bool machine_waits_for_symmetric_thread(struct machine *m)
{
    for (uint32_t t = 0; t < m->thread_limit && !m->state.frozen; t++)
        if (m->threads[t]->state.status == THREAD_HELD && can_go_on(m, m->threads[t]))
            return true;
    return false;
}

struct thread_set machine_enabled_threads(const struct machine *m)
{
    return m->state.enabled;
}

bool machine_enabled(const struct machine *m, uint32_t thread)
{
    return thread_set_has(&m->state.enabled, thread);
}
