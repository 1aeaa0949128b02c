// Awaits whose loop executes one visible operation: the thread is not enabled as long as executing it would
// lead back to it without effect. Whether it would is a function of the thread's own state and of the memory
// that the operation reads; it is found out by doing it, and remembered.
#include "machine/await_state.h"
#include "machine/content.h"
#include "machine/journal.h"
#include "machine/native.h"

enum {
    MEMO_SIZE = 1 << 16,
    SPECULATION_LIMIT = 20000, // instructions; a loop with longer rounds is executed
};

// ---- steps that are tried

static bool stop_now(void *context)
{
    (void)context;
    return true;
}

void attempt_begin(struct machine *m, struct attempt *a)
{
    *a = (struct attempt){.mark = machine_mark(m),
                          .journal = m->journal->words.size,
                          .hooks = m->hooks,
                          .statistics = m->statistics,
                          .current = m->current,
                          .next_interrupt = m->next_interrupt,
                          .stop = m->stop,
                          .speculating = m->speculating};
    m->hooks = (struct machine_hooks){.interrupt = stop_now};
    m->next_interrupt = m->statistics.instructions + SPECULATION_LIMIT;
    m->speculating = true;
}

void attempt_undo(struct machine *m, const struct attempt *a)
{
    m->speculating = a->speculating;
    if (journal_wanted(m))
        journal_attempted(m, a->journal);
    machine_undo(m, &a->mark);
    undo_drop_mark(m);
    journal_attempt_undone(m);
    m->hooks = a->hooks;
    m->statistics = a->statistics;
    m->next_interrupt = a->next_interrupt;
    m->stop = a->stop;
    m->current = a->current;
}

static bool comes_back_at_next_step(struct machine *m, uint32_t number)
{
    struct thread *t = m->threads[number];
    uint32_t snapshot = t->state.await_snapshot;
    uint64_t nonce = m->awaits->nonce;
    struct attempt attempt;
    attempt_begin(m, &attempt);
    bool back =
        machine_step(m, number) == STEP_DONE && t->state.await_from && t->state.await_from == snapshot;
    attempt_undo(m, &attempt);
    return back &&
           m->awaits->nonce == nonce; // no decision that others may have made: the answer is remembered
}

// A name of the thread's own state together with what the operation would read, and may do there. False: that
// depends on inputs.
static bool memo_key(const struct machine *m, const struct thread *t, struct digest *key)
{
    *key = digest_add(t->state.history, (uint64_t[]){thread_owner_id(t)}, 1);
    for (uint32_t k = 0; k < t->state.next.access_count; k++) {
        const struct access *a = &t->state.next.access[k];
        const struct object *o = memory_find(m, a->address); // pages that may only be read, see pages.h
        uint64_t state = o ? o->state : 0;
        for (uint64_t done = 0; done < a->size; done += 8) {
            uint32_t size = a->size - done < 8 ? (uint32_t)(a->size - done) : 8;
            struct content content = content_at(m, a->address + done, size);
            if (content.odd)
                return false;
            *key = digest_add(*key, (uint64_t[]){content.bits, state << 32 | size}, 2);
        }
    }
    key->low |= 3; // never an empty entry of the table; the lowest bit holds the answer
    return true;
}

bool await_blocks(struct machine *m, const struct thread *t)
{
    struct digest key;
    for (uint32_t k = 0; k < t->state.next.access_count; k++)
        journal_read(m, t->state.next.access[k].address, t->state.next.access[k].size);
    if (!memo_key(m, t, &key))
        return false;
    if (journal_wanted(m)) // the answer depends on more than it is remembered for
        return comes_back_at_next_step(m, t->number);
    if (!m->awaits->memo)
        m->awaits->memo = memory_zalloc(MEMO_SIZE, sizeof *m->awaits->memo);
    struct digest *known = &m->awaits->memo[key.high & (MEMO_SIZE - 1)];
    if ((known->low | 1) != key.low || known->high != key.high) {
        bool back = comes_back_at_next_step(m, t->number);
        *known = (struct digest){back ? key.low : key.low & ~(uint64_t)1, key.high};
    }
    return known->low & 1;
}
