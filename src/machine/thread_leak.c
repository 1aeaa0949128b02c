// Threads that nobody joins or detaches (property thread-leak).
//
// Looked at is the end of an execution, when all threads have gone on as far as they can: so it does not
// matter when the program ended meanwhile, and what is found is the same in equivalent executions. As for
// ThreadSanitizer, a thread counts that has ended: one that never does, or ends the program, holds what it
// needs for good reason.
#include "machine/call.h"
#include "machine/journal.h"
#include "machine/native.h"
#include "machine/recorded.h"

#include <stdio.h>

static bool asked(const struct machine *m)
{
    return m->options.properties & 1u << PROPERTY_THREAD_LEAK;
}

// Whether the program has come to its end: somebody has returned from main or called exit, or no thread is
// left. Not if a thread failed, or stopped where no more is known of it.
static bool has_ended(struct machine *m)
{
    bool at_exit = false, waiting = false;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        switch (m->threads[k]->state.status) {
        case THREAD_ABSENT:
        case THREAD_ENDED: break;
        case THREAD_AT_EXIT: at_exit = true; break;
        case THREAD_READY:
        case THREAD_JOINING:
        case THREAD_HELD:
        case THREAD_ENDLESS: waiting = true; break;
        case THREAD_CAME_BACK:
            waiting = true;
            if (machine_await_outdated(m, k))
                return false;
            break;
        default: return false;
        }
    }
    return at_exit || !waiting;
}

static bool is_leaked(struct machine *m, const struct thread *t)
{
    uint64_t shadow = thread_shadow(m, t);
    return t->number && t->state.status == THREAD_ENDED && !native_peek(m, shadow + SHADOW_JOINED, 4) &&
           !native_peek(m, shadow + SHADOW_DETACHED, 4);
}

static void report_thread_leak(struct machine *m, const struct thread *t)
{
    char text[200];
    snprintf(text, sizeof text, "thread %s is neither joined nor detached", t->name);
    struct machine_report r = {.kind = REPORT_VIOLATION,
                               .property = PROPERTY_THREAD_LEAK,
                               .message = text,
                               .thread = t->parent,
                               .code = object_get(m, t->shadow)->code};
    if (m->hooks.report)
        m->hooks.report(m->hooks.context, &r);
}

void thread_leak_end(struct machine *m)
{
    if (!asked(m) || !has_ended(m))
        return;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (is_leaked(m, m->threads[k]))
            report_thread_leak(m, m->threads[k]);
}

void machine_journal_end(struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit && asked(m) && journal_wanted(m); k++)
        if (m->threads[k]->state.status != THREAD_ABSENT)
            journal_memory(m, JOURNAL_READ, thread_shadow(m, m->threads[k]) + SHADOW_DETACHED,
                           SHADOW_WAITING - SHADOW_DETACHED);
}
