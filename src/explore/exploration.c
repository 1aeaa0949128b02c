// What an exploration found, as it is handed out.
#include "explore/explore.h"

#include "base/memory.h"

uint64_t counters_executions(const struct exploration_counters *c)
{
    return c->complete + c->partial + c->blocked + c->infeasible + c->bounded + c->sleep_blocked;
}

static void free_exploration_remarks(struct exploration_remark *remarks, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        memory_free(remarks[k].message);
    memory_free(remarks);
}

static void free_access(struct violation_access *a)
{
    vector_free(&a->stack);
    for (uint32_t k = 0; k < a->locks.size; k++)
        memory_free(a->locks.data[k]);
    vector_free(&a->locks);
}

void exploration_free_violation(struct exploration_violation *v)
{
    memory_free(v->message);
    vector_free(&v->stack);
    for (uint32_t k = 0; k < v->accesses.size; k++)
        free_access(&v->accesses.data[k]);
    vector_free(&v->accesses);
    vector_free(&v->blocked);
    for (uint32_t k = 0; k < v->thread_names.size; k++)
        memory_free(v->thread_names.data[k]);
    vector_free(&v->thread_names);
    vector_free(&v->learnt);
    vector_free(&v->schedule);
    vector_free(&v->found);
    for (uint32_t k = 0; k < v->inputs.size; k++)
        memory_free(v->inputs.data[k].name);
    vector_free(&v->inputs);
}

void exploration_free(struct exploration *e)
{
    if (!e)
        return;
    for (uint32_t k = 0; k < e->violations.size; k++)
        exploration_free_violation(&e->violations.data[k]);
    vector_free(&e->violations);
    free_exploration_remarks(e->reasons.data, e->reasons.size);
    free_exploration_remarks(e->warnings.data, e->warnings.size);
    for (uint32_t k = 0; k < e->origins.size; k++)
        memory_free(e->origins.data[k].name);
    vector_free(&e->origins);
    memory_free(e->internal_error);
    memory_free(e);
}
