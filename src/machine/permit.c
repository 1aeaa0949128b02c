// Where a thread comes to a visible operation: what is irrelevant is executed as if it were local, and the
// observers take part in all else (observer.h).
#include "machine/permit.h"

#include "machine/observer.h"
#include "machine/pages.h"
#include "machine/relevance.h"
#include "machine/step.h"

bool permit_first_access(struct machine *m, struct object *o)
{
    if (m->state.unjoined == 0) {
        memory_share(m, (uint32_t)(o - m->memory.objects.data));
        return true;
    }
    // Believed private, and it is not: its address came here by a way the machine does not follow. Such
    // objects are shared from their birth when the exploration starts again.
    machine_learn(m, (struct learnt_fact){.kind = LEARNT_SHARED_ORIGIN, .what = memory_origin(o)});
    step_stop(m, STEP_RESTART); // a step that is tried adds no fact, and cannot go on
    return false;
}

// A copy of the operation that conflicts with the release of its memory only.
static const struct operation *lifetime_only(const struct operation *op, struct operation *copy)
{
    *copy = *op;
    copy->lifetime = true;
    for (uint32_t k = 0; k < copy->access_count; k++) {
        copy->access[k].write = false;
        copy->access[k].commute = COMMUTE_NO;
    }
    return copy;
}

// The operation is the running thread's next one. Stops the thread.
static void arrive_at_operation(struct machine *m, const struct operation *op)
{
    struct thread_state *state = thread_change(m, m->current);
    state->next = *op;
    step_stop(m, STEP_DONE);
#define ARRIVES(observer) observer##_arrives(m, op);
    OBSERVERS_ARRIVES(ARRIVES)
#undef ARRIVES
}

bool permit_ask(struct machine *m, const struct operation *wanted)
{
    if (__builtin_expect(m->learnt.interrupts, 0) && !delivery_look(m, wanted))
        return false;
    struct operation copy;
    bool stopped, hidden = relevance_hides(m, wanted->kind, &stopped);
    if (hidden || stopped)
        return hidden;
    // Locks and the like keep others waiting: they are ordered in full wherever they are not hidden.
    bool accesses_only =
        wanted->kind == OPERATION_READ || wanted->kind == OPERATION_WRITE || wanted->kind == OPERATION_UPDATE;
    bool lifetime =
        accesses_only && !(relevance_here(m) & RELEVANT_ORDER) && relevance_here(m) & RELEVANT_LIFETIME;
    const struct operation *op = lifetime ? lifetime_only(wanted, &copy) : wanted;
#define MEETS(observer)                                                                                      \
    {                                                                                                        \
        enum meeting meeting = observer##_meets(m, op);                                                      \
        if (meeting != MEETING_OPEN)                                                                         \
            return meeting == MEETING_GRANTED;                                                               \
    }
    OBSERVERS_MEETS(MEETS)
#undef MEETS
    if (!m->state.permitted) {
        arrive_at_operation(m, op);
        return false;
    }
#define PERMITS(observer)                                                                                    \
    if (!observer##_permits(m, op))                                                                          \
        return false;
    OBSERVERS_PERMITS(PERMITS)
#undef PERMITS
    m->state.permitted = m->current->state.atomic_depth > 0;
    if (m->current->state.phase & DELIVERY_LOOKED)
        thread_change(m, m->current)->phase &= ~DELIVERY_LOOKED;
    for (uint32_t k = 0; k < op->access_count; k++)
        vector_push(&m->accesses, op->access[k]);
#define EXECUTED(observer) observer##_executed(m, op);
    OBSERVERS_EXECUTED(EXECUTED)
#undef EXECUTED
    return true;
}

void permit_blocked(struct machine *m, const struct operation *op)
{
    // What it looks at before it waits is read, and its lock is seen to be held. A private section would be
    // over: it waits for nobody.
    if (overwrite_meets(m, op) == MEETING_OPEN && peek_permits(m, op))
        arrive_at_operation(m, op);
}

bool permit_outcome(struct machine *m, uint32_t accesses, bool changed)
{
    bool decides = false;
    for (uint32_t k = accesses; m->options.outcome && k < m->accesses.size; k++) {
        struct access *a = &m->accesses.data[k];
        bool plain = a->write && !a->commute;
        decides |= plain;
        a->write &= changed || !plain;
    }
    return decides;
}

bool permit_failing(struct machine *m, enum operation_kind kind, uint64_t address, uint64_t size)
{
    bool restart = false, write = kind != OPERATION_READ;
    struct object *o = pages_barrier(m, address, size, write), *first = memory_find(m, address);
    if (!o && first && first->state == OBJECT_DOUBTFUL)
        o = first;
    if (!o || !o->size || !permit_is_visible(m, o, &restart))
        return !restart;
    uint64_t rest = pages_end(m, o) - address;
    struct operation op = {.kind = kind, .access_count = 1};
    op.access[0] = (struct access){.address = address, .size = size < rest ? size : rest, .write = write};
    return permit_ask(m, &op);
}
