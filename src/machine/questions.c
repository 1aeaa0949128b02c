#include "machine/questions.h"

#include "base/hash.h"
#include "machine/delivery.h"
#include "machine/memory.h"
#include "machine/native_mutex.h"
#include "machine/state.h"

uint32_t machine_decisions(const struct machine *m, const struct machine_decision **decisions)
{
    *decisions = vector_from(&m->decisions, m->state.decision_begin);
    return m->decisions.size - m->state.decision_begin;
}

uint64_t machine_after_join_hash(const struct machine *m)
{
    uint64_t sum = 0, *by_thread = NULL; // the order of different threads does not matter
    for (uint32_t k = 0; k < m->decisions.size; k++) {
        const struct machine_decision *d = &m->decisions.data[k];
        if (d->branch || !d->after_join)
            continue;
        if (!by_thread)
            by_thread = memory_zalloc(m->thread_limit, sizeof *by_thread);
        by_thread[d->thread] = hash_combine(by_thread[d->thread] + 1, d->alternative);
        sum += hash_combine(d->thread, by_thread[d->thread]);
    }
    memory_free(by_thread);
    return sum;
}

uint32_t machine_thread_limit(const struct machine *m)
{
    return m->thread_limit;
}

uint32_t machine_joins(const struct machine *m, uint32_t thread)
{
    return m->threads[thread]->state.joining;
}

uint32_t machine_next_changed(const struct machine *m, const struct machine_mark *mark, uint32_t *at)
{
    uint32_t size = *at == UINT32_MAX ? m->undo.threads.size : *at;
    if (size <= mark->threads)
        return MACHINE_MAX_THREADS;
    *at = deltas_begin(&m->undo.threads, size);
    return deltas_owner(&m->undo.threads, size);
}

enum thread_status machine_status(const struct machine *m, uint32_t thread)
{
    return m->threads[thread]->state.status;
}

uint32_t machine_unjoined(const struct machine *m)
{
    return m->state.unjoined;
}

uint32_t machine_lock_holder(const struct machine *m, const struct operation *operation)
{
    uint32_t owner;
    switch (operation->kind) {
    case OPERATION_MUTEX_LOCK:
    case OPERATION_MUTEX_TRYLOCK:
    case OPERATION_MUTEX_OWNER_ENDS:
    case OPERATION_MUTEX_UNLOCK: owner = mutex_owner(m, operation->access[0].address); break;
    case OPERATION_COND_WAIT: owner = mutex_owner(m, operation->access[1].address); break;
    case OPERATION_SPIN_LOCK:
    case OPERATION_SPIN_TRYLOCK:
    case OPERATION_SPIN_UNLOCK: owner = spin_owner(m, operation->access[0].address); break;
    default: return LOCK_UNKNOWN;
    }
    return owner == 0 ? LOCK_FREE : owner <= m->thread_limit ? owner - 1 : LOCK_UNKNOWN;
}

uint32_t machine_lock_held_by(const struct machine *m, uint64_t address, bool spin)
{
    const struct object *o = memory_find(m, address);
    struct operation operation = {.kind = spin ? OPERATION_SPIN_LOCK : OPERATION_MUTEX_LOCK,
                                  .access_count = 1};
    operation.access[0].address = address;
    return o && o->state == OBJECT_LIVE ? machine_lock_holder(m, &operation) : LOCK_UNKNOWN;
}

bool machine_frozen(const struct machine *m)
{
    return m->state.frozen;
}

const struct operation *machine_next(const struct machine *m, uint32_t thread)
{
    return &m->threads[thread]->state.next;
}

uint32_t machine_event_accesses(const struct machine *m, const struct access **accesses)
{
    *accesses = vector_from(&m->accesses, m->state.event_begin);
    return m->accesses.size - m->state.event_begin;
}

uint32_t machine_edges(const struct machine *m, const struct machine_edge **edges)
{
    *edges = vector_from(&m->edges, m->state.edge_begin);
    return m->edges.size - m->state.edge_begin;
}

const term *machine_path_condition(const struct machine *m, uint32_t *count)
{
    *count = m->path.condition.size;
    return m->path.condition.data;
}

void machine_model(const struct machine *m, uint64_t *values, uint32_t count)
{
    const struct model *model = m->path.models.size ? &vector_last(&m->path.models) : NULL;
    for (uint32_t k = 0; k < count; k++)
        values[k] = model && k < model->count ? model->values[k] : 0;
}

// How many threads wait for ever, and how many of them run for ever. False: something excuses them, or one of
// them may go on.
static bool count_waiting(struct machine *m, uint32_t *waiting, uint32_t *running)
{
    *waiting = *running = 0;
    if (delivery_missed(m))
        return false;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        enum thread_status status = m->threads[k]->state.status;
        bool advances = status == THREAD_CAME_BACK ? machine_await_outdated(m, k)
                        : status == THREAD_READY   ? machine_enabled(m, k) && !machine_spins(m, k)
                                                   : false;
        if (thread_status_excuses(status) || advances)
            return false;
        *waiting += thread_status_lives(status);
    }
    for (uint32_t k = 0; k < m->thread_limit && *waiting; k++)
        *running += machine_runs_for_ever(m, k);
    return true;
}

bool machine_deadlocked(struct machine *m)
{
    uint32_t waiting, running;
    return count_waiting(m, &waiting, &running) && waiting > running;
}

bool machine_only_runs_for_ever(struct machine *m)
{
    uint32_t waiting, running;
    return count_waiting(m, &waiting, &running) && running && waiting == running;
}

uint32_t machine_position(const struct machine *m, uint32_t thread)
{
    const struct thread *t = m->threads[thread];
    return t->state.depth ? memory_program_code(m, t->state.code) : NO_CODE;
}

uint32_t machine_depth(const struct machine *m, uint32_t thread)
{
    return m->threads[thread]->state.depth;
}

bool machine_misses_signal(struct machine *m)
{
    return delivery_missed(m);
}
