#include "explore/pruning.h"

#include "base/rules.h"
#include "explore/debt.h"
#include "explore/pay.h"
#include "explore/search.h"

#include <stdlib.h>

struct pruning {
    struct summaries *summaries;
    struct debts debts;
    struct payer payer;
    uint32_t verifying;        // nodes from this number on are below a cut that is verified; 0: none
    VECTOR(uint64_t) promises; // scratch
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
    debts_init(&p->debts, &s->reduction.footprints, source_is_on(s));
    return p;
}

void pruning_free(struct pruning *p)
{
    if (!p)
        return;
    summaries_free(p->summaries);
    debts_free(&p->debts);
    payer_free(&p->payer);
    vector_free(&p->promises);
    memory_free(p);
}

void pruning_restart(struct search *s)
{
    if (!s->pruning)
        return;
    summaries_restart(s->pruning->summaries);
    debts_restart(&s->pruning->debts);
    s->pruning->verifying = 0;
}

struct summary_statistics pruning_statistics(const struct pruning *p)
{
    return summaries_statistics(p->summaries);
}

// ---- debts

static void owe(struct search *s, uint32_t events, uint32_t thread, enum operation_kind kind, bool may_block,
                const struct access *accesses, uint32_t count)
{
    uint32_t footprint = footprint_intern(&s->reduction.footprints, accesses, count);
    debts_owe(&s->pruning->debts, &s->trace, events, thread, kind, may_block, footprint);
}

void pruning_executed(struct search *s)
{
    const struct access *accesses;
    if (!s->pruning || s->por == POR_NONE)
        return;
    uint32_t count = machine_event_accesses(s->machine, &accesses);
    owe(s, s->trace.events.size - 1, s->step.thread, s->step.kind, s->step.may_block, accesses, count);
}

// What others are about to do, and cannot: it races as if it had been executed.
static void owe_blocked(struct search *s)
{
    for (uint32_t t = 0; s->por != POR_NONE && t < machine_thread_limit(s->machine); t++)
        if (machine_status(s->machine, t) == THREAD_READY && !machine_enabled(s->machine, t)) {
            const struct operation *next = machine_next(s->machine, t);
            owe(s, s->trace.events.size, t, next->kind, machine_may_block(next), next->access,
                next->access_count);
        }
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
    if (!summaries_find(p->summaries, p->promises.data, p->promises.size))
        return false;
    if (s->options->verify_cuts) {
        p->verifying = s->nodes.size + 1;
        s->result->counters.partial++;
        return false;
    }
    for (uint32_t k = 0; k < summaries_found(p->summaries) && rule_holds(RULE_DEBTS); k++) {
        uint32_t words;
        const uint64_t *debts = summaries_found_debts(p->summaries, k, &words);
        pay(s, &p->payer, &p->debts, debts, words);
    }
    return true;
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
    debts_push(&p->debts, &s->trace);
}

void pruning_pop(struct search *s)
{
    struct pruning *p = s->pruning;
    if (!p)
        return;
    uint32_t words;
    const uint64_t *debts = debts_present(&p->debts, &words);
    summaries_pop(p->summaries, debts, words);
    debts_pop(&p->debts, &s->trace);
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
    if (end != PRUNING_CUT)
        owe_blocked(s);
    for (uint32_t k = 0; end == PRUNING_CUT && k < summaries_found(p->summaries); k++) {
        uint32_t words;
        const uint64_t *debts = summaries_found_debts(p->summaries, k, &words);
        if (rule_holds(RULE_FLOW_DEBTS))
            debts_owe_all(&p->debts, &s->trace, debts, words);
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
    summaries_end(p->summaries, how);
    if (p->verifying > s->nodes.size) // no choice was made below the cut: no node will take it back
        p->verifying = 0;
}

bool pruning_verifies(const struct search *s)
{
    return s->pruning && s->pruning->verifying;
}
