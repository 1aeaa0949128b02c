#include "machine/stand_in.h"

#include "machine/native.h"
#include "machine/step.h"

#include <stdio.h>

void stand_in_begin(struct machine *m)
{
    bool open = false;
    for (uint32_t k = 1; k < m->thread_limit; k++) {
        struct thread *t = m->threads[k];
        if (t->state.status == THREAD_ABSENT || native_peek(m, thread_shadow(m, t) + SHADOW_JOINED, 4))
            continue;
        thread_change(m, t)->last = LAST_MAYBE;
        open = true;
    }
    thread_change(m, m->threads[0])->last = open ? LAST_MAYBE : LAST_SURELY;
}

bool stand_in_owns(const struct machine *m, const struct thread *t, uint32_t owner)
{
    return thread_stands_in(t) && owner && owner <= m->thread_limit &&
           m->threads[owner - 1]->state.last == LAST_MAYBE;
}

bool stand_in_may_ask(struct machine *m, const char *what)
{
    if (thread_stands_in(m->current))
        step_unmodelled(m, "%s %s", what, LAST_HANDLER);
    return !thread_stands_in(m->current);
}

bool stand_in_may_use(struct machine *m, uint32_t owner)
{
    bool owns = stand_in_owns(m, m->current, owner);
    if (owns)
        step_unmodelled(m, "a lock that a thread held when it ended, %s", LAST_HANDLER);
    return !owns;
}

bool stand_in_may_name(struct machine *m, const struct thread *t, const char *action)
{
    char what[80];
    if (!t || t->state.last != LAST_MAYBE)
        return true;
    snprintf(what, sizeof what, "%s of a thread that has ended,", action);
    return stand_in_may_ask(m, what);
}

bool stand_in_has(struct machine *m, uint32_t index)
{
    const struct global *g = &m->program->globals[m->thread_locals[index]];
    char what[200];
    if (index == m->signal_mask_index)
        return stand_in_may_ask(m, "the signals that a thread blocks,");
    if (g->flags & GLOBAL_RUNTIME)
        return true;
    snprintf(what, sizeof what, "'%s', which each thread has its own of,",
             program_string(m->program, g->name));
    return stand_in_may_ask(m, what);
}

bool stand_in_keeps(const struct machine *m, const struct object *o)
{
    return o->kind == OBJECT_THREAD_LOCAL && o->state == OBJECT_RETURNED && thread_stands_in(m->threads[0]) &&
           m->threads[o->owner]->state.last == LAST_MAYBE;
}
