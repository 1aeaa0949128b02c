#include "machine/interchangeable.h"

#include "analysis/analyses.h"
#include "base/rules.h"
#include "machine/expected.h"
#include "machine/memory.h"
#include "machine/step.h"

// The property thread-leak names each thread. Data races are looked for along what synchronises (note.h),
// which the edges between beginnings are no part of.
void interchangeable_attach(struct machine *m)
{
    const struct machine_options *o = &m->options;
    m->interchanges = o->interchange && o->reuse && !o->concrete && !o->follow && !o->rounds && !m->cancels &&
                      m->signal_mask_index == NO_GLOBAL && !(o->properties & 1u << PROPERTY_THREAD_LEAK);
}

static struct interchange *change(struct machine *m, struct thread *t)
{
    return &thread_change(m, t)->interchange;
}

// ---- learning

static struct learnt_fact distinct(struct machine *m, const struct thread *t)
{
    return (struct learnt_fact){.kind = LEARNT_DISTINCT, .what = object_get(m, t->shadow)->code};
}

// True: it was learnt that threads of its kind are told apart.
static bool learn_one(struct machine *m, const struct thread *t)
{
    return t->state.interchange.routine && machine_learn(m, distinct(m, t));
}

// Also of those that it descends from: with two threads, what they have created is exchanged.
static bool learn_with_ancestors(struct machine *m, const struct thread *t)
{
    bool learnt = false;
    for (; t->number; t = m->threads[t->parent])
        learnt |= learn_one(m, t);
    return learnt;
}

// Learns the distinction of all threads of the group.
static bool distinguish(struct machine *m, uint16_t group)
{
    bool learnt = false;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.interchange.group == group)
            learnt |= learn_with_ancestors(m, m->threads[k]);
    return learnt;
}

// ---- groups

// Whether the thread could still be exchanged with another one.
static bool is_exchangeable(const struct thread *t)
{
    const struct interchange *i = &t->state.interchange;
    return i->routine && !i->named && (!i->started || !rule_holds(RULE_STARTED)) &&
           (t->state.status == THREAD_READY || t->state.status == THREAD_HELD);
}

bool interchangeable_created(struct machine *m, struct thread *t, bool plain, uint64_t routine,
                             struct value argument)
{
    if (!m->interchanges)
        return true;
    uint16_t joining = m->current->state.interchange.joining;
    if (joining && rule_holds(RULE_JOINS) && distinguish(m, joining))
        return false;
    struct learnt_fact fact = distinct(m, t);
    bool known = fact.what == NO_CODE || machine_knows(m, &fact);
    if (!plain || argument.t || known || m->mailboxes || m->learnt.joins_visible || m->learnt.ends_visible)
        return true;
    change(m, t)->routine = routine;
    change(m, t)->argument = argument.bits;
    m->state.alike++;
    return true;
}

// The newest of its elder siblings that is like it; NULL: none is.
static struct thread *find_elder(struct machine *m, const struct thread *t)
{
    const struct thread *parent = m->threads[t->parent];
    const struct interchange *mine = &t->state.interchange;
    for (uint32_t k = t->child; k-- > 0;) {
        uint32_t number = parent->children.data[k];
        if (number == UINT32_MAX || !is_exchangeable(m->threads[number]))
            continue;
        const struct interchange *other = &m->threads[number]->state.interchange;
        if (other->routine == mine->routine &&
            (other->argument == mine->argument || !rule_holds(RULE_ARGUMENTS)))
            return m->threads[number];
    }
    return NULL;
}

// The program's text is to show that nothing tells threads apart, and accesses are to be where it says.
static bool may_hold(struct machine *m)
{
    if (!m->interchanges || m->learnt.unforeseen || !analyses_thread_identity_hidden(m->program))
        return false;
    expected_begin(m);
    return true;
}

// The fact may come from a file.
void interchangeable_learnt(struct machine *m, const struct learnt_fact *fact)
{
    m->holds = (m->holds || (fact->kind == LEARNT_ALIKE && may_hold(m))) && !m->learnt.unforeseen;
}

// Two threads are alike. The exploration starts again, so that accesses are compared with the analysis from
// the start on.
static void learn_alike(struct machine *m)
{
    if (!m->speculating && may_hold(m))
        machine_learn(m, (struct learnt_fact){.kind = LEARNT_ALIKE});
}

// A new thread has come to its first operation.
static void hold(struct machine *m, struct thread *t)
{
    struct thread *elder = find_elder(m, t);
    if (!elder)
        return;
    if (!m->holds) {
        learn_alike(m);
        return;
    }
    if (!elder->state.interchange.group)
        change(m, elder)->group = (uint16_t)(elder->number + 1);
    change(m, t)->group = elder->state.interchange.group;
    change(m, t)->before = (uint16_t)(elder->number + 1);
    thread_change(m, t)->status = THREAD_HELD;
}

void interchangeable_stopped(struct machine *m)
{
    struct thread *t = m->current;
    const struct interchange *i = &t->state.interchange;
    if (!i->routine || i->started || m->stop != STEP_DONE)
        return;
    if (t->state.status == THREAD_JOINING)
        change(m, t)->started = true; // it will have seen what another thread has done
    else if (t->state.status == THREAD_READY && is_exchangeable(t))
        hold(m, t);
}

void interchangeable_event(struct machine *m)
{
    struct thread *t = m->threads[m->state.running];
    if (!m->state.permitted || !t->state.interchange.routine || t->state.interchange.started)
        return;
    change(m, t)->started = true;
    if (t->state.status == THREAD_HELD) // tried, to see whether it could go on
        thread_change(m, t)->status = THREAD_READY;
    const struct thread *parent = m->threads[t->parent];
    for (uint32_t i = t->child + 1; t->state.interchange.group && i < parent->children.size; i++) {
        uint32_t k = parent->children.data[i];
        if (k != UINT32_MAX && m->threads[k]->state.status == THREAD_HELD &&
            m->threads[k]->state.interchange.before == t->number + 1) {
            thread_change(m, m->threads[k])->status = THREAD_READY;
            vector_push(&m->edges, (struct machine_edge){t->number, k, false});
        }
    }
}

// ---- joins

bool interchangeable_before_join(struct machine *m, struct thread *t, bool plain)
{
    if (!m->interchanges)
        return true;
    uint16_t joining = m->current->state.interchange.joining;
    if (joining && joining != t->state.interchange.group && rule_holds(RULE_JOINS) && distinguish(m, joining))
        return false;
    // One of two alike threads that joins the other is not joined by it.
    uint16_t group = t->state.interchange.group;
    if (t == m->current || (group && group == m->current->state.interchange.group))
        return !learn_with_ancestors(m, t);
    if (!plain && !t->state.interchange.named)
        change(m, t)->named = true;
    return plain || !t->state.interchange.group || !distinguish(m, t->state.interchange.group);
}

static void set_joining(struct machine *m, struct thread *t, uint16_t group)
{
    m->state.joiners += group && !t->state.interchange.joining;
    m->state.joiners -= !group && t->state.interchange.joining;
    change(m, t)->joining = group;
}

void interchangeable_joined(struct machine *m, struct thread *t)
{
    uint16_t group = t->state.interchange.group;
    bool all = true;
    if (!m->interchanges)
        return;
    change(m, t)->joined = true;
    for (uint32_t k = 0; group && k < m->thread_limit && all; k++)
        all = m->threads[k]->state.interchange.group != group || m->threads[k]->state.interchange.joined;
    if (group)
        set_joining(m, m->current, all ? 0 : group);
}

// Whether the thread has joined some of its group and does not wait for another one.
static bool leaves_joins(const struct machine *m, const struct thread *t)
{
    uint16_t joining = t->state.interchange.joining;
    return joining && (t->state.status != THREAD_JOINING ||
                       m->threads[t->state.joining]->state.interchange.group != joining);
}

void interchangeable_step(struct machine *m)
{
    for (uint32_t k = 0; m->state.joiners && rule_holds(RULE_JOINS) && k < m->thread_limit; k++)
        if (leaves_joins(m, m->threads[k]))
            distinguish(m, m->threads[k]->state.interchange.joining);
}

void interchangeable_end(struct machine *m)
{
    for (uint32_t k = 0; m->state.alike && rule_holds(RULE_WAITING_JOINS) && k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        uint16_t group = t->state.status == THREAD_JOINING
                             ? m->threads[t->state.joining]->state.interchange.group
                             : t->state.interchange.joining;
        if (group)
            distinguish(m, group);
    }
}
