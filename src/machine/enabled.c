// Whether a thread is enabled is found out once for each state, at the end of the step that leads to it: then
// machine_enabled is a look at a bit, which undo restores with the rest of the state.
#include "machine/enabled.h"

#include "base/rules.h"
#include "machine/await.h"
#include "machine/delivery.h"
#include "machine/journal.h"
#include "machine/native.h"

// Of a thread that is ready. Notes in the journal what it depends on.
static bool can_go_on(struct machine *m, const struct thread *t)
{
    // With the inputs known, a loop may be seen to have no effect that could have had one: replays follow
    // their schedule.
    if (t->state.next.await && !m->options.concrete && !await_ignored(m) && await_blocks(m, t))
        return false;
    enabled_function *enabled = operation_enabled[t->state.next.kind];
    return !enabled || enabled(m, t, &t->state.next) || delivery_enables(m, t, &t->state.next);
}

// What was noted in the journal beyond so many words is for machine_journal_enabled.
static void take_from_journal(struct machine *m, uint32_t words)
{
    struct journal *journal = m->journal;
    if (!m->speculating) {
        journal->enabled.size = 0;
        for (uint32_t k = words; k < journal->words.size; k++)
            vector_push(&journal->enabled, journal->words.data[k]);
    }
    journal->words.size = words;
}

void enabled_update(struct machine *m)
{
    if (m->speculating && !await_ignored(m))
        return; // await_blocks looks no further than this step
    uint32_t words = m->journal->words.size;
    uint64_t enabled[MACHINE_MAX_THREADS / 64] = {0};
    for (uint32_t t = 0; t < m->thread_limit && !m->state.frozen; t++)
        if (m->threads[t]->state.status == THREAD_READY && can_go_on(m, m->threads[t]))
            enabled[t / 64] |= (uint64_t)1 << t % 64;
    memcpy(m->state.enabled, enabled, sizeof enabled);
    take_from_journal(m, words);
}

bool machine_waits_for_symmetric_thread(struct machine *m)
{
    for (uint32_t t = 0; t < m->thread_limit && !m->state.frozen; t++)
        if (m->threads[t]->state.status == THREAD_HELD && can_go_on(m, m->threads[t]))
            return true;
    return false;
}

const uint64_t *machine_enabled_threads(const struct machine *m)
{
    return m->state.enabled;
}

bool machine_enabled(const struct machine *m, uint32_t thread)
{
    return m->state.enabled[thread / 64] >> thread % 64 & 1;
}

void machine_journal_enabled(struct machine *m)
{
    struct journal *journal = m->journal;
    if (!journal_wanted(m) || !rule_holds(RULE_ENABLED))
        return;
    for (uint32_t k = 0; k < journal->enabled.size; k++)
        vector_push(&journal->words, journal->enabled.data[k]);
}
