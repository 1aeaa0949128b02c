// Whether a thread is enabled is found out once for each state, at the end of the step that leads to it: then
// machine_enabled is a look at a bit, which undo restores with the rest of the core.
#include "machine/enabled.h"

#include "base/rules.h"
#include "machine/await.h"
#include "machine/journal.h"
#include "machine/native.h"

// Notes in the journal what it depends on.
static bool is_enabled(struct machine *m, const struct thread *t)
{
    if (t->core.status != THREAD_READY || m->core.frozen)
        return false;
    // With the inputs known, a loop may be seen to have no effect that could have had one: replays follow
    // their schedule.
    if (t->core.next.await && !m->options.concrete && !m->awaits_ignored && await_blocks(m, t))
        return false;
    enabled_function *enabled = operation_enabled[t->core.next.kind];
    return !enabled || enabled(m, t, &t->core.next);
}

void enabled_update(struct machine *m)
{
    if (m->speculating && !m->awaits_ignored)
        return; // await_blocks looks no further than this step
    uint32_t words = m->journal.size;
    uint64_t *enabled = m->core.enabled;
    for (uint32_t t = 0; t < m->thread_limit; t++) {
        uint64_t bit = (uint64_t)1 << t % 64;
        enabled[t / 64] = (enabled[t / 64] & ~bit) | (is_enabled(m, m->threads[t]) ? bit : 0);
    }
    if (!m->speculating) {
        m->journal_enabled.size = 0;
        for (uint32_t k = words; k < m->journal.size; k++)
            vector_push(&m->journal_enabled, m->journal.data[k]);
    }
    m->journal.size = words;
}

bool machine_enabled(const struct machine *m, uint32_t thread)
{
    return m->core.enabled[thread / 64] >> thread % 64 & 1;
}

void machine_journal_enabled(struct machine *m)
{
    for (uint32_t k = 0; k < m->journal_enabled.size && rule_holds(RULE_ENABLED); k++)
        vector_push(&m->journal, m->journal_enabled.data[k]);
}

bool machine_may_block(const struct operation *operation)
{
    return operation->await || operation_enabled[operation->kind];
}

bool machine_atomic(const struct machine *m, uint32_t *thread)
{
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->core.atomic_depth && machine_enabled(m, k)) {
            *thread = k;
            return true;
        }
    return false;
}
