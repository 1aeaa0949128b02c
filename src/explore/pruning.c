#include "explore/pruning.h"

#include "base/clock.h"
#include "base/rules.h"
#include "explore/cut.h"
#include "explore/pending.h"
#include "explore/race_pruning.h"
#include "explore/search.h"
#include "explore/stored_sleeper.h"
#include "machine/questions.h"
#include "machine/recorded.h"

#include <stdlib.h>

struct pruning {
    struct summaries *summaries;
    struct pending_reversals pending;
    struct cut_reversals cuts;
    double seconds;     // spent here and in summaries
    uint32_t verifying; // a cut is verified: search.points.size with the first choice point below it; 0: none
    bool stopped;       // nothing is cut any more, and nothing kept for that
    struct stored_sleepers stored;
    sleeper_vector sleeping;  // the present sleep set; scratch
    VECTOR(uint32_t) present; // its members by their numbers in `stored`, ascending; scratch
};

bool pruning_applies(const struct exploration_options *o, const char **why_not)
{
    static const struct {
        enum property property;
        const char *why;
    } about_everything[] = {
        {PROPERTY_LEAK, "leaks are about all memory"},
        {PROPERTY_UNINITIALISED, "uninitialised values are about all memory"},
    };
    *why_not = NULL;
    if (!o->prune)
        return false;
    for (uint32_t k = 0; k < sizeof about_everything / sizeof *about_everything && !*why_not; k++)
        if (o->machine.properties & 1u << about_everything[k].property)
            *why_not = about_everything[k].why;
    const struct reduction *reduction = search_reduction(o);
    if (reduction->not_pruned)
        *why_not = reduction->not_pruned;
    if (o->slice == SLICE_DYNAMIC)
        *why_not = "slices are dynamic";
    return !*why_not;
}

struct pruning *pruning_new(struct search *s, const struct machine_options *options)
{
    struct pruning *p = memory_zalloc(1, sizeof *p);
    struct summary_limits limits = {s->options->summary_entries, s->options->summary_nodes};
    p->summaries = summaries_new(s->program, s->machine, s->terms, s->smt, options, &limits);
    pending_init(&p->pending, &s->labels, s->reduction->reverses_latest,
                 options->properties & 1u << PROPERTY_DATA_RACE);
    return p;
}

void pruning_free(struct pruning *p)
{
    if (!p)
        return;
    summaries_free(p->summaries);
    pending_free(&p->pending);
    cut_free(&p->cuts);
    stored_sleepers_free(&p->stored);
    vector_free(&p->sleeping);
    vector_free(&p->present);
    memory_free(p);
}

static void forget_pruning(struct pruning *p)
{
    summaries_forget(p->summaries);
    pending_restart(&p->pending);
    stored_sleepers_free(&p->stored);
    p->verifying = 0;
}

void pruning_restart(struct search *s)
{
    if (!s->pruning)
        return;
    forget_pruning(s->pruning);
    summaries_restart(s->pruning->summaries);
    s->pruning->stopped = false;
    s->result->not_pruned = NULL;
}

static bool is_pruning(const struct search *s)
{
    return s->pruning && !s->pruning->stopped;
}

void pruning_stop(struct search *s, const char *why)
{
    if (!is_pruning(s))
        return;
    forget_pruning(s->pruning);
    s->pruning->stopped = true;
    s->result->not_pruned = why;
}

bool pruning_has_stopped(const struct search *s)
{
    return s->pruning && s->pruning->stopped;
}

struct summary_statistics pruning_statistics(const struct pruning *p)
{
    struct summary_statistics statistics = summaries_statistics(p->summaries);
    statistics.seconds = p->seconds;
    return statistics;
}

// ---- pending reversals

static void add_pending(struct search *s, uint32_t events, uint32_t thread, enum operation_kind kind,
                        bool may_block, const struct access *accesses, uint32_t count)
{
    uint32_t label = label_intern(&s->labels, accesses, count);
    pending_add(&s->pruning->pending, &s->trace, events, thread, kind, may_block, label);
}

// Whether what is done below a choice point is of use there: to reverse races, or to find data races.
static bool keeps_pending(const struct search *s)
{
    return is_pruning(s) && (s->reduction->reverse_pending || s->races);
}

bool pruning_labels_events(const struct search *s)
{
    return keeps_pending(s);
}

void pruning_executed(struct search *s)
{
    const struct access *accesses;
    if (!keeps_pending(s))
        return;
    uint32_t count = machine_event_accesses(s->machine, &accesses);
    add_pending(s, s->trace.events.size - 1, s->step.thread, s->step.kind, s->step.may_block, accesses,
                count);
}

// A thread has come to an operation that waits: until that is executed, its rounds may race with plain
// accesses.
static void add_awaited(struct search *s, const struct machine_note *note)
{
    const struct access access = {
        .address = note->address, .size = note->size, .write = note->write, .atomic = note->atomic};
    pending_add_plain(&s->pruning->pending, &s->trace, s->trace.events.size, note->thread,
                      label_intern(&s->labels, &access, 1));
}

void pruning_noted(struct search *s)
{
    uint32_t begin, end;
    if (!is_pruning(s))
        return;
    const struct machine_note *notes = machine_notes(s->machine, &begin, &end);
    if (rule_holds(RULE_RACE_ORDER) && !race_pruning_allows(s->step.kind, notes, begin, end))
        pruning_stop(s, "what threads have done tells of others without an order (relaxed atomics, fences, "
                        "trylocks, time-outs, signals, ...), and data races are looked for");
    for (uint32_t k = begin; k < end && is_pruning(s); k++)
        if (notes[k].kind == NOTE_AWAIT)
            add_awaited(s, &notes[k]);
}

// What others are about to do, and cannot: it races as if it had been executed.
static void add_blocked_threads(struct search *s)
{
    machine_journal_enabled(s->machine);
    for (uint32_t t = 0; keeps_pending(s) && t < machine_thread_limit(s->machine); t++)
        if (machine_status(s->machine, t) == THREAD_READY && !machine_enabled(s->machine, t)) {
            const struct operation *next = machine_next(s->machine, t);
            add_pending(s, s->trace.events.size, t, next->kind, operation_may_block(next), next->access,
                        next->access_count);
        }
}

// What was explored below the states of the summaries found last.
static void add_found(struct search *s)
{
    struct pruning *p = s->pruning;
    for (uint32_t k = 0; k < summaries_found(p->summaries) && rule_holds(RULE_FLOW_PENDING); k++) {
        uint32_t words;
        const uint64_t *pending = summaries_found_pending(p->summaries, k, &words);
        pending_add_all(&p->pending, &s->trace, pending, words);
    }
}

// ---- sleep sets

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// In the present state; within a step, of the state after it.
static void store_sleep_set(struct search *s, bool in_step)
{
    struct pruning *p = s->pruning;
    uint32_t kept = 0;
    p->present.size = p->sleeping.size = 0;
    if (!s->reduction->sleeping || !rule_holds(RULE_SLEEP_SETS))
        return;
    s->reduction->sleeping(s, in_step, &p->sleeping);
    for (uint32_t k = 0; k < p->sleeping.size; k++) {
        const struct sleeper *q = &p->sleeping.data[k];
        struct stored_sleeper sleeper = {q->thread, q->label, q->outcome, q->complete};
        if (!rule_holds(RULE_SLEEPERS))
            sleeper.label = 0;
        vector_push(&p->present, stored_sleeper_number(&p->stored, &sleeper));
    }
    if (p->present.size)
        qsort(p->present.data, p->present.size, sizeof *p->present.data, ascending);
    for (uint32_t k = 0; k < p->present.size; k++)
        if (!kept || p->present.data[kept - 1] != p->present.data[k])
            p->present.data[kept++] = p->present.data[k];
    p->present.size = kept;
}

// ---- along an execution

static void begin_state(struct search *s)
{
    summaries_state(s->pruning->summaries);
    machine_journal_pending(s->machine);
}

void pruning_state(struct search *s)
{
    if (!is_pruning(s))
        return;
    begin_state(s);
    machine_journal_enabled(s->machine);
}

bool pruning_marks(const struct search *s)
{
    enum { EVENTS_BETWEEN_MARKS = 16 };
    if (!is_pruning(s))
        return false;
    uint32_t events = s->points.size ? vector_last(&s->points).trace.events : 0;
    return !s->step.alone || s->trace.events.size - events >= EVENTS_BETWEEN_MARKS;
}

// Whether the present execution may be in a data race with what the summaries found stand for.
static bool found_races(struct search *s)
{
    struct pruning *p = s->pruning;
    bool races = false;
    for (uint32_t k = 0; k < summaries_found(p->summaries) && !races; k++) {
        uint32_t words;
        const uint64_t *pending = summaries_found_pending(p->summaries, k, &words);
        races = cut_races(s, &p->cuts, &p->pending, pending, words);
    }
    return races;
}

// Whether the state, with its sleep set, is covered; or would be with at most so many more sleepers. It is
// not where that would hide a data race.
static enum summary_found find_covering_summary(struct search *s, bool in_step, uint32_t most_lacking)
{
    struct pruning *p = s->pruning;
    enum summary_found found =
        summaries_find(p->summaries, in_step, p->present.data, p->present.size, most_lacking);
    if (found != SUMMARY_NONE && s->races && rule_holds(RULE_RACE_CUTS) && found_races(s))
        return SUMMARY_NONE;
    if (found != SUMMARY_COVERS || !s->options->verify_cuts)
        return found;
    p->verifying = s->points.size + 1;
    s->result->counters.partial++;
    return SUMMARY_NONE;
}

void pruning_reverse(struct search *s)
{
    struct pruning *p = s->pruning;
    if (!s->reduction->reverse_pending || !rule_holds(RULE_PENDING))
        return;
    for (uint32_t k = 0; k < summaries_found(p->summaries); k++) {
        uint32_t words;
        const uint64_t *pending = summaries_found_pending(p->summaries, k, &words);
        cut_reverse(s, &p->cuts, &p->pending, pending, words);
    }
}

// Of what the thread does next, as far as that is known.
static uint32_t next_label(struct search *s, uint32_t thread)
{
    const struct operation *next = machine_next(s->machine, thread);
    return label_intern(&s->labels, next->access, next->access_count);
}

// Makes the set of the threads that sleep in the summary found, and are awake here. False: the next operation
// of one of them is not the one that sleeps there.
static bool find_lacking(struct search *s, const struct thread_set *enabled, struct thread_set *threads)
{
    struct pruning *p = s->pruning;
    uint32_t count, k = 0;
    const uint32_t *stored = summaries_found_sleep_set(p->summaries, &count);
    *threads = (struct thread_set){{0}, 0};
    for (uint32_t i = 0; i < count; i++) {
        while (k < p->present.size && p->present.data[k] < stored[i])
            k++;
        if (k < p->present.size && p->present.data[k] == stored[i])
            continue;
        const struct stored_sleeper *lacking = stored_sleeper_get(&p->stored, stored[i]);
        if (!thread_set_has(enabled, lacking->thread) ||
            sleep_state(p->sleeping.data, p->sleeping.size, lacking->thread) == ASLEEP ||
            next_label(s, lacking->thread) != lacking->label)
            return false;
        thread_set_add(threads, lacking->thread);
    }
    return true;
}

static enum pruning_cut cuts(struct search *s, const struct thread_set *enabled, struct thread_set *but)
{
    enum { MOST_LACKING = 4 };
    store_sleep_set(s, false);
    enum summary_found found = find_covering_summary(s, false, but ? MOST_LACKING : 0);
    if (found != SUMMARY_COVERS && !(found == SUMMARY_LACKS_SLEEPERS && but && find_lacking(s, enabled, but)))
        return PRUNING_CUT_NOTHING;
    pruning_reverse(s);
    return found == SUMMARY_COVERS ? PRUNING_CUT_ALL : PRUNING_CUT_BUT;
}

enum pruning_cut pruning_cuts(struct search *s, const struct thread_set *enabled, struct thread_set *but)
{
    struct pruning *p = s->pruning;
    if (!is_pruning(s) || p->verifying)
        return PRUNING_CUT_NOTHING;
    double start = clock_seconds();
    enum pruning_cut cut = cuts(s, enabled, but);
    p->seconds += clock_seconds() - start;
    return cut;
}

void pruning_cut_but(struct search *s)
{
    if (!rule_holds(RULE_PARTLY))
        return;
    add_found(s);
    summaries_cut_partly(s->pruning->summaries);
}

void pruning_verify(struct search *s)
{
    s->pruning->verifying = s->points.size;
}

// ---- branches within a step

bool pruning_at_branch(struct search *s)
{
    if (!is_pruning(s) || s->races || !machine_at_branch(s->machine) ||
        (s->step.guide != OUTCOME_ANY && s->step.guide != OUTCOME_NONE))
        return false;
    return !s->reduction->decides_all || s->reduction->decides_all(s);
}

bool pruning_covers_branch(struct search *s)
{
    begin_state(s);
    if (s->pruning->verifying)
        return false;
    store_sleep_set(s, true);
    return find_covering_summary(s, true, 0) == SUMMARY_COVERS;
}

// ---- choice points

// Whether the event of the step that it is in counts as before it.
static bool is_after_event(const struct choice_point *point)
{
    return point->within_step && point->answer.summarised && point->answer.step.kind != OPERATION_NONE;
}

static enum summary_choice kind_of_choice(const struct choice_point *point)
{
    if (!point->within_step)
        return SUMMARY_SCHEDULE;
    if (!point->answer.branch)
        return SUMMARY_ALL;
    return point->answer.summarised ? SUMMARY_BRANCH : SUMMARY_BY_INPUTS;
}

void pruning_push(struct search *s)
{
    struct pruning *p = s->pruning;
    if (!is_pruning(s))
        return;
    const struct choice_point *point = &vector_last(&s->points);
    store_sleep_set(s, point->within_step && point->answer.summarised);
    summaries_push(p->summaries, kind_of_choice(point), p->present.data, p->present.size);
    pending_push(&p->pending, &s->trace, s->trace.events.size + is_after_event(point));
}

void pruning_pop(struct search *s)
{
    struct pruning *p = s->pruning;
    if (!is_pruning(s))
        return;
    double start = clock_seconds();
    const struct choice_point *point = &vector_last(&s->points);
    bool after_event = is_after_event(point);
    struct pending_event within = {0};
    uint32_t words;
    const uint64_t *pending = pending_present(&p->pending, &words);
    summaries_pop(p->summaries, pending, words);
    if (after_event) {
        within.kind = point->answer.step.kind;
        within.thread = point->answer.step.thread;
        within.label = search_step_label(s);
        within.edge_count = machine_edges(s->machine, &within.edges);
    }
    pending_pop(&p->pending, &s->trace, after_event ? &within : NULL);
    if (p->verifying == s->points.size)
        p->verifying = 0;
    p->seconds += clock_seconds() - start;
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

void pruning_end(struct search *s, enum execution_end end)
{
    struct pruning *p = s->pruning;
    if (!is_pruning(s))
        return;
    double start = clock_seconds();
    if (end == EXECUTION_CUT)
        add_found(s);
    else
        add_blocked_threads(s);
    pending_settle(&p->pending, &s->trace);
    if (end == EXECUTION_MAXIMAL) {
        machine_journal_waiting(s->machine);
        machine_journal_end(s->machine);
        if (s->options->machine.properties & 1u << PROPERTY_DEADLOCK)
            machine_deadlocked(s->machine); // notes what it depends on
    }
    summaries_end(p->summaries, end, end != EXECUTION_CUT && !is_explored(s));
    if (p->verifying > s->points.size) // no choice was made below the cut: no choice point will take it back
        p->verifying = 0;
    p->seconds += clock_seconds() - start;
}

bool pruning_verifies(const struct search *s)
{
    return s->pruning && s->pruning->verifying;
}

// ---- checkpoints

static void write_pending(const struct pending_reversals *pending, byte_vector *to)
{
    bytes_add_number(to, pending->all.size);
    for (uint32_t k = 0; k < pending->all.size; k++) {
        const struct pending_reversal *r = &pending->all.data[k];
        bytes_add_number(to, r->thread);
        bytes_add_number(to, r->label);
        bytes_add_number(to, r->kind);
        bytes_add_number(to, r->may_block | (unsigned)r->unknown << 1 | (unsigned)r->late << 2 |
                                 (unsigned)r->plain << 3);
        bytes_add_number(to, r->first);
        bytes_add_number(to, r->first_label);
        bytes_add_number(to, r->past);
        thread_set_write(&r->threads, to);
    }
}

void pruning_write(const struct pruning *p, uint64_t most_bytes, byte_vector *to)
{
    write_pending(&p->pending, to);
    bytes_add_number(to, p->stored.all.size);
    for (uint32_t k = 0; k < p->stored.all.size; k++) {
        const struct stored_sleeper *sleeper = &p->stored.all.data[k];
        bytes_add_number(to, sleeper->thread);
        bytes_add_number(to, sleeper->label);
        bytes_add_number(to, sleeper->outcome);
        bytes_add_number(to, sleeper->complete);
    }
    summaries_write(p->summaries, most_bytes, to);
}

static uint32_t read_pruning_label(const struct search *s, struct byte_reader *from)
{
    uint64_t label = bytes_number(from);
    from->damaged |= label >= s->labels.lists.size && label != LABEL_ALL;
    return (uint32_t)label;
}

// A label with accesses of its own: not LABEL_ALL.
static uint32_t read_own_label(const struct search *s, struct byte_reader *from)
{
    return (uint32_t)bytes_number_below(from, s->labels.lists.size);
}

static uint32_t read_pruning_thread(const struct search *s, struct byte_reader *from)
{
    return (uint32_t)bytes_number_below(from, machine_thread_limit(s->machine));
}

static bool has_known_threads(const struct search *s, const struct thread_set *set)
{
    return thread_set_next(set, machine_thread_limit(s->machine)) == MACHINE_MAX_THREADS;
}

static void read_pending_reversals(struct search *s, struct byte_reader *from)
{
    struct pending_reversals *pending = &s->pruning->pending;
    uint32_t count = bytes_count(from, 8 + THREAD_SET_WORDS);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct pending_reversal r = {.thread = read_pruning_thread(s, from)};
        r.label = read_own_label(s, from);
        r.kind = (enum operation_kind)bytes_number_below(from, OPERATION_KIND_COUNT);
        uint64_t flags = bytes_number_below(from, 16);
        r.may_block = flags & 1;
        r.unknown = flags >> 1 & 1;
        r.late = flags >> 2 & 1;
        r.plain = flags >> 3 & 1;
        r.first = read_pruning_thread(s, from);
        r.first_label = read_pruning_label(s, from);
        r.past = read_own_label(s, from);
        r.threads = thread_set_read(from);
        from->damaged |= !has_known_threads(s, &r.threads);
        from->damaged |= pending_intern(pending, &r) != k;
    }
}

static void read_stored_sleepers(struct search *s, struct byte_reader *from)
{
    uint32_t count = bytes_count(from, 4);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct stored_sleeper sleeper = {.thread = read_pruning_thread(s, from)};
        sleeper.label = read_pruning_label(s, from);
        uint64_t outcome = bytes_number(from);
        from->damaged |= outcome >= s->outcomes.lists.size && outcome != OUTCOME_ANY;
        sleeper.outcome = (uint32_t)outcome;
        sleeper.complete = bytes_number_below(from, 2);
        from->damaged |= stored_sleeper_number(&s->pruning->stored, &sleeper) != k;
    }
}

bool pruning_read(struct search *s, const struct summary_carried *carried, struct byte_reader *from)
{
    struct pruning *p = s->pruning;
    read_pending_reversals(s, from);
    read_stored_sleepers(s, from);
    const struct summary_bounds bounds = {machine_thread_limit(s->machine), term_count(s->terms),
                                          p->stored.all.size, p->pending.all.size, carried};
    return summaries_read(p->summaries, &bounds, from);
}
