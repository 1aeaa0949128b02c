#include "explore/pruning.h"

#include "base/hash.h"
#include "base/rules.h"
#include "explore/search.h"

#include <stdlib.h>

// What somebody did below a cut: a number of a debt is its index.
struct debt {
    uint32_t thread, footprint;
    enum operation_kind kind;
    bool may_block;
};

struct pruning {
    struct summaries *summaries;
    struct footprints footprints;
    VECTOR(struct debt) debts;
    uint32_t *slots; // open addressing: index + 1
    uint32_t slot_count;
    const struct summary *cut; // why the present execution ends
    uint32_t verifying;        // nodes from this number on are below a cut that is verified; 0: none
    VECTOR(uint64_t) promises; // scratch
    VECTOR(uint32_t) events;   // scratch
    uint32_t cuts;             // so far
    VECTOR(uint32_t) paid;     // by event: the cut for which something was added that serves all threads
};

bool pruning_applies(const struct exploration_options *o, const char **why_not)
{
    static const struct {
        enum property property;
        const char *why;
    } about_everything[] = {
        {PROPERTY_DATA_RACE, "data races are looked for in all executions"},
        {PROPERTY_LEAK, "leaks are about all memory"},
        {PROPERTY_UNINITIALISED, "uninitialised values are about all memory"},
    };
    *why_not = NULL;
    if (!o->prune)
        return false;
    for (uint32_t k = 0; k < sizeof about_everything / sizeof *about_everything && !*why_not; k++)
        if (o->machine.properties & 1u << about_everything[k].property)
            *why_not = about_everything[k].why;
    if (o->preemption_limit || o->iterative)
        *why_not = "the number of preemptions is limited";
    if (o->slice == SLICE_DYNAMIC)
        *why_not = "slices are dynamic";
    return !*why_not;
}

struct pruning *pruning_new(struct search *s)
{
    struct pruning *p = memory_zalloc(1, sizeof *p);
    struct summary_limits limits = {s->options->summary_entries, s->options->summary_nodes};
    p->summaries = summaries_new(s->program, s->machine, s->terms, s->smt, &s->options->machine, &limits);
    footprints_init(&p->footprints);
    return p;
}

void pruning_free(struct pruning *p)
{
    if (!p)
        return;
    summaries_free(p->summaries);
    footprints_free(&p->footprints);
    vector_free(&p->debts);
    memory_free(p->slots);
    vector_free(&p->promises);
    vector_free(&p->events);
    vector_free(&p->paid);
    memory_free(p);
}

void pruning_restart(struct search *s)
{
    if (!s->pruning)
        return;
    summaries_restart(s->pruning->summaries);
    s->pruning->verifying = 0;
}

struct summary_statistics pruning_statistics(const struct pruning *p)
{
    return summaries_statistics(p->summaries);
}

// ---- debts

static uint32_t *debt_slot(const struct pruning *p, struct debt d)
{
    uint64_t hash = hash_combine((uint64_t)d.thread << 32 | (uint64_t)d.kind << 1 | d.may_block, d.footprint);
    uint32_t k = (uint32_t)hash & (p->slot_count - 1);
    while (p->slots[k]) {
        const struct debt *have = &p->debts.data[p->slots[k] - 1];
        if (have->thread == d.thread && have->footprint == d.footprint && have->kind == d.kind &&
            have->may_block == d.may_block)
            break;
        k = (k + 1) & (p->slot_count - 1);
    }
    return &p->slots[k];
}

static uint32_t debt_number(struct pruning *p, struct debt d)
{
    if (2 * (p->debts.size + 1) > p->slot_count) {
        memory_free(p->slots);
        p->slot_count = p->slot_count ? 2 * p->slot_count : 64;
        p->slots = memory_zalloc(p->slot_count, sizeof *p->slots);
        for (uint32_t k = 0; k < p->debts.size; k++)
            *debt_slot(p, p->debts.data[k]) = k + 1;
    }
    uint32_t *slot = debt_slot(p, d);
    if (!*slot) {
        vector_push(&p->debts, d);
        *slot = p->debts.size;
    }
    return *slot - 1;
}

static void owe_below(struct pruning *p, uint32_t thread, enum operation_kind kind, bool may_block,
                      const struct access *accesses, uint32_t count)
{
    struct debt d = {thread, footprint_intern(&p->footprints, accesses, count), kind, may_block};
    if (count)
        summaries_owe(p->summaries, debt_number(p, d));
}

void pruning_executed(struct search *s)
{
    const struct access *accesses;
    if (!s->pruning || s->por == POR_NONE)
        return;
    uint32_t count = machine_event_accesses(s->machine, &accesses);
    owe_below(s->pruning, s->step.thread, s->step.kind, s->step.may_block, accesses, count);
}

static bool collect(void *context, uint32_t event)
{
    struct pruning *p = context;
    vector_push(&p->events, event);
    return true;
}

static int latest_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

// A lock cannot come before the unlock of who holds it.
static bool never_together(const struct event *e, const struct debt *d)
{
    bool unlock = e->kind == OPERATION_MUTEX_UNLOCK || e->kind == OPERATION_SPIN_UNLOCK;
    bool lock = d->kind == OPERATION_MUTEX_LOCK || d->kind == OPERATION_SPIN_LOCK;
    return unlock && lock && e->lock_holder == e->thread;
}

// Whether the debt's operation could have come before the event, as far as its being enabled goes.
static bool was_possible(const struct event *e, const struct debt *d)
{
    bool lock = d->kind == OPERATION_MUTEX_LOCK || d->kind == OPERATION_SPIN_LOCK;
    return !d->may_block || (lock && e->kind == d->kind);
}

// Makes sure that the thread can come before the event. True: the thread itself is, or has been, explored
// there.
static bool pay_event(struct search *s, uint32_t event, uint32_t thread)
{
    struct pruning *p = s->pruning;
    uint32_t node = s->trace.events.data[event].node;
    if (node == NO_EVENT) // nobody else was enabled there
        return false;
    while (p->paid.size <= event)
        vector_push(&p->paid, 0);
    if (p->paid.data[event] == p->cuts)
        return true;
    enum owed owed = s->por == POR_CLASSIC ? classic_owe(s, node, thread) : source_owe(s, event, thread);
    if (owed == OWED_START)
        p->paid.data[event] = p->cuts;
    return owed != OWED_ALL;
}

// Before each event of the prefix that the debt races with, the debt's thread has to be explored, or where it
// cannot be, all that can (DESIGN 7.4). Races with events before one that is reversed come up in the
// executions that begin with that reversal.
static void pay(struct search *s, const struct debt *d)
{
    struct pruning *p = s->pruning;
    uint32_t count, done[8], done_count = 0;
    const struct access *accesses = footprint_get(&p->footprints, d->footprint, &count);
    p->events.size = 0;
    for (uint32_t k = 0; k < count; k++)
        trace_conflicts(&s->trace, d->thread, &accesses[k], NO_EVENT, collect, p);
    if (p->events.size)
        qsort(p->events.data, p->events.size, sizeof *p->events.data, latest_first);
    for (uint32_t k = 0; k < p->events.size; k++) {
        uint32_t event = p->events.data[k];
        bool skip = (k && p->events.data[k - 1] == event) || never_together(&s->trace.events.data[event], d);
        for (uint32_t i = 0; i < done_count && !skip; i++)
            skip = trace_before(&s->trace, event, done[i]);
        if (!skip && pay_event(s, event, d->thread) && was_possible(&s->trace.events.data[event], d) &&
            done_count < sizeof done / sizeof *done)
            done[done_count++] = event;
    }
}

static void pay_all(struct search *s, const struct summary *summary)
{
    uint32_t words;
    const uint64_t *debts = summary_debts(summary, &words);
    s->pruning->cuts++;
    for (uint32_t k = 0; k < words; k++)
        for (uint64_t rest = debts[k]; rest; rest &= rest - 1)
            pay(s, &s->pruning->debts.data[64 * k + (uint32_t)__builtin_ctzll(rest)]);
}

// ---- promises: the operations that sleep

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void make_promises(struct search *s)
{
    struct pruning *p = s->pruning;
    const struct sleepers *sleepers = &s->reduction.sleepers;
    uint32_t kept = 0;
    p->promises.size = 0;
    if (!source_is_on(s) || !rule_holds(RULE_PROMISES))
        return;
    for (uint32_t k = sleepers->begin; k < sleepers->stack.size; k++) {
        const struct sleeper *q = &sleepers->stack.data[k];
        uint32_t footprint = rule_holds(RULE_SLEEPERS) ? q->footprint : 0;
        enum { NUMBER_BITS = 27 };
        uint64_t mask = ((uint64_t)1 << NUMBER_BITS) - 1;
        vector_push(&p->promises, (uint64_t)q->thread << 56 | (uint64_t)q->complete << 55 |
                                      (uint64_t)q->weak << 54 | (footprint & mask) << NUMBER_BITS |
                                      (q->outcome & mask));
    }
    if (p->promises.size)
        qsort(p->promises.data, p->promises.size, sizeof *p->promises.data, ascending);
    for (uint32_t k = 0; k < p->promises.size; k++)
        if (!kept || p->promises.data[kept - 1] != p->promises.data[k])
            p->promises.data[kept++] = p->promises.data[k];
    p->promises.size = kept;
}

// ---- along an execution

void pruning_state(struct search *s)
{
    if (!s->pruning)
        return;
    summaries_state(s->pruning->summaries);
    machine_journal_pending(s->machine);
}

bool pruning_marks(const struct search *s)
{
    return s->pruning && !s->step.alone;
}

bool pruning_cuts(struct search *s)
{
    struct pruning *p = s->pruning;
    if (!p || p->verifying)
        return false;
    make_promises(s);
    p->cut = summaries_find(p->summaries, p->promises.data, p->promises.size);
    if (p->cut && s->options->verify_cuts) {
        p->verifying = s->nodes.size + 1;
        p->cut = NULL;
        s->result->counters.partial++;
        return false;
    }
    if (p->cut && rule_holds(RULE_DEBTS))
        pay_all(s, p->cut);
    return p->cut != NULL;
}

void pruning_push(struct search *s, const struct node *node)
{
    struct pruning *p = s->pruning;
    if (!p)
        return;
    enum summary_choice choice = SUMMARY_SCHEDULE;
    if (node->choice)
        choice = node->branch ? SUMMARY_BY_INPUTS : SUMMARY_ALL;
    make_promises(s);
    summaries_push(p->summaries, choice, p->promises.data, p->promises.size);
}

void pruning_pop(struct search *s)
{
    struct pruning *p = s->pruning;
    if (!p)
        return;
    summaries_pop(p->summaries);
    if (p->verifying == s->nodes.size)
        p->verifying = 0;
}

// Whether an execution that ends shows what happens from states like those on it: nothing that would be new.
// (What fails on it is known by then.)
static bool is_explored(struct search *s)
{
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        enum thread_status status = machine_status(s->machine, t);
        if (status == THREAD_BOUNDED || status == THREAD_UNMODELLED)
            return false;
    }
    return true; // where an atomic section never ends, what the others do is explored from before it
}

void pruning_end(struct search *s, enum pruning_end end)
{
    struct pruning *p = s->pruning;
    if (!p)
        return;
    for (uint32_t t = 0; end != PRUNING_CUT && s->por != POR_NONE && t < machine_thread_limit(s->machine);
         t++)
        if (machine_status(s->machine, t) == THREAD_READY && !machine_enabled(s->machine, t)) {
            const struct operation *next = machine_next(s->machine, t);
            owe_below(p, t, next->kind, machine_may_block(next), next->access, next->access_count);
        }
    if (end == PRUNING_MAXIMAL) {
        machine_journal_waiting(s->machine);
        if (s->options->machine.properties & 1u << PROPERTY_DEADLOCK)
            machine_deadlocked(s->machine); // notes what it depends on
    }
    enum summary_end how = SUMMARY_EXPLORED;
    if (end == PRUNING_CUT)
        how = SUMMARY_CUT;
    else if (!is_explored(s))
        how = SUMMARY_UNKNOWN;
    summaries_end(p->summaries, how, end == PRUNING_CUT ? p->cut : NULL);
    if (p->verifying > s->nodes.size) // no choice was made below the cut: no node will take it back
        p->verifying = 0;
}

bool pruning_verifies(const struct search *s)
{
    return s->pruning && s->pruning->verifying;
}
