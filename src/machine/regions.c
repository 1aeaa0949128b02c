#include "machine/regions.h"

#include "machine/questions.h"
#include "machine/state.h"

bool regions_have(const struct machine *m, uint32_t function)
{
    const char *name = program_string(m->program, m->program->functions[function].name);
    for (uint32_t k = 0; k < m->options.atomic_count; k++)
        if (!strcmp(m->options.atomic[k], name))
            return true;
    return false;
}

bool regions_marked(const struct machine *m)
{
    const struct thread *t = m->current;
    if (!m->options.atomic_marks || !t->state.depth)
        return false;
    uint32_t function = t->frames.data[t->state.depth - 1].function;
    return !(m->program->functions[function].flags & FUNCTION_RUNTIME);
}

void region_begin(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    if (state->region_depth++ == 0)
        state->regions++;
}

void region_end(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    if (state->region_depth)
        state->region_depth--;
}

void region_lock(struct machine *m, bool taken)
{
    if (!m->options.atomic_locks)
        return;
    if (taken)
        region_begin(m);
    else
        region_end(m);
}

uint32_t machine_region(const struct machine *m, uint32_t thread)
{
    const struct thread_state *state = &m->threads[thread]->state;
    return state->region_depth ? state->regions : 0;
}
