// Awaits whose loop executes one visible operation: the thread is not enabled as long as executing it would
// lead back to it without effect. Whether it would is a function of the thread's own state and of the memory
// that the operation reads; it is found out by doing it, and remembered.
#include "machine/await.h"

#include "base/hash.h"
#include "machine/native.h"

enum {
    MEMO_SIZE = 1 << 16,
    SPECULATION_LIMIT = 20000, // instructions; a loop with longer rounds is executed
};

static bool stop_now(void *context)
{
    (void)context;
    return true;
}

// Executes the next operation of the thread, sees whether it comes back, and undoes everything.
static bool comes_back(struct machine *m, uint32_t number)
{
    struct thread *t = m->threads[number], *current = m->current;
    uint32_t stand = t->core.await_stand, shared = m->shared.size;
    struct machine_hooks hooks = m->hooks;
    struct machine_statistics statistics = m->statistics;
    uint64_t next_interrupt = m->next_interrupt, nonce = m->nonce;
    enum step_result stop = m->stop;
    struct machine_mark mark = machine_mark(m);

    m->hooks = (struct machine_hooks){.interrupt = stop_now};
    m->next_interrupt = m->statistics.instructions + SPECULATION_LIMIT;
    m->speculating = true;
    bool back = machine_step(m, number) == STEP_DONE && t->core.await_from && t->core.await_from == stand;
    m->speculating = false;
    back = back && m->nonce == nonce; // no decision that others may have made: the answer is to be remembered

    machine_undo(m, &mark);
    m->undo_cores.size--;
    m->shared.size = shared;
    m->hooks = hooks;
    m->statistics = statistics;
    m->next_interrupt = next_interrupt;
    m->stop = stop;
    m->current = current;
    return back;
}

// A name of the thread's own state together with what the operation would read. False: that depends on
// inputs.
static bool memo_key(const struct machine *m, const struct thread *t, uint64_t *key)
{
    uint64_t h = hash_combine(t->core.history, thread_owner_id(t));
    for (uint32_t k = 0; k < t->core.next.access_count; k++) {
        const struct access *a = &t->core.next.access[k];
        for (uint64_t done = 0; done < a->size; done += 8) {
            bool plain;
            uint32_t size = a->size - done < 8 ? (uint32_t)(a->size - done) : 8;
            h = hash_combine(h, await_content(m, a->address + done, size, &plain));
            if (!plain)
                return false;
        }
    }
    *key = h | 3; // never an empty entry of the table; the lowest bit holds the answer
    return true;
}

bool await_blocks(struct machine *m, const struct thread *t)
{
    uint64_t key;
    if (m->speculating || !memo_key(m, t, &key))
        return false;
    if (!m->await_memo)
        m->await_memo = memory_zalloc(MEMO_SIZE, sizeof *m->await_memo);
    uint64_t *known = &m->await_memo[key >> 2 & (MEMO_SIZE - 1)];
    if ((*known | 1) != key)
        *known = comes_back(m, t->number) ? key : key & ~(uint64_t)1;
    return *known & 1;
}
