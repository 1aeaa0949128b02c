// Reversals of races with operations that may block: a lock that raced with an unlock cannot come before it.
//
// In the state before an event `first`, after what does not depend on it, is the operation enabled? Often the
// choice point knows: where its thread stood at the operation already, and nothing in between touches what it
// waits for, it is enabled as it was there. For locks the event knows who held the lock before it. Otherwise
// the question waits until the search is back at the choice point, and is answered by trying.
#include "explore/blocking.h"

#include "explore/search.h"
#include "machine/questions.h"

bool blocking_never(const struct event *e, enum operation_kind next)
{
    if (e->lock_holder != e->thread)
        return false;
    switch (e->kind) {
    case OPERATION_MUTEX_OWNER_ENDS:
    case OPERATION_MUTEX_UNLOCK: return next == OPERATION_MUTEX_LOCK || next == OPERATION_COND_WAKE;
    case OPERATION_COND_WAIT: return next == OPERATION_MUTEX_LOCK;
    case OPERATION_SPIN_UNLOCK: return next == OPERATION_SPIN_LOCK;
    default: return false;
    }
}

enum possibility blocking_possible(const struct search *s, const struct event *first,
                                   const struct sequence *sequence, const struct operation *operation)
{
    uint32_t last = sequence->items.size - 1;
    const struct sequence_item *item = &sequence->items.data[last];
    for (uint32_t k = 0; k < last; k++)
        if (label_conflict(&s->labels, item->label, sequence->items.data[k].label))
            return DEPENDS;
    if (sequence_initial(sequence, last)) // its thread stood there already
        return thread_set_has(&s->points.data[first->point].enabled, item->thread) ? POSSIBLE : IMPOSSIBLE;
    uint32_t count;
    const struct access *accesses =
        first->label == LABEL_ALL ? NULL : label_get(&s->labels, first->label, &count);
    if (!accesses || first->lock_holder == LOCK_UNKNOWN || !operation_has(operation->kind, OPERATION_LOCKS) ||
        accesses[0].address != operation->access[0].address)
        return DEPENDS;
    return first->lock_holder == LOCK_FREE || first->lock_holder == item->thread ? POSSIBLE : IMPOSSIBLE;
}

// Executes one event with what was decided in it. False: something else happens.
static bool follow_item(struct search *s, const struct sequence_item *item)
{
    struct machine *m = s->machine;
    if (!machine_enabled(m, item->thread))
        return false;
    uint32_t count = 0, answered = 0;
    const struct machine_decision *decisions = NULL;
    if (item->outcome != OUTCOME_ANY)
        decisions = outcome_get(&s->outcomes, item->outcome, &count);
    for (uint32_t k = 0; k < count; k++)
        if (decisions[k].branch && !machine_assume(m, &decisions[k]))
            return false;
    enum step_result result = machine_step(m, item->thread);
    while (result == STEP_CHOICE) {
        while (answered < count && decisions[answered].branch)
            answered++;
        if (machine_choice(m)->branch || answered == count ||
            decisions[answered].alternative >= machine_choice(m)->count)
            return false;
        result = machine_choose(m, decisions[answered++].alternative);
    }
    return result == STEP_DONE;
}

enum possibility blocking_try(struct search *s, const struct sequence *sequence,
                              const struct operation *operation)
{
    struct machine_mark mark = machine_mark(s->machine);
    uint32_t last = sequence->items.size - 1, thread = sequence->items.data[last].thread;
    enum possibility possibility = POSSIBLE;
    s->trying = true;
    for (uint32_t k = 0; k < last && possibility == POSSIBLE; k++)
        if (!follow_item(s, &sequence->items.data[k]))
            possibility = DEPENDS;
    if (possibility == POSSIBLE && machine_status(s->machine, thread) != THREAD_READY)
        possibility = DEPENDS;
    if (possibility == POSSIBLE && machine_next(s->machine, thread)->kind != operation->kind)
        possibility = DEPENDS;
    if (possibility == POSSIBLE && !machine_enabled(s->machine, thread))
        possibility = IMPOSSIBLE;
    s->trying = false;
    machine_undo(s->machine, &mark);
    return possibility;
}
