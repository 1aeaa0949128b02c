// What is to be explored from a choice point: a sequence, its first thread, or one of several threads, unless
// it has been or sleeps there.
#include "explore/parallel.h"
#include "explore/source.h"

bool source_append_thread(struct source_sets *r, uint32_t *trees, uint32_t thread)
{
    r->sequence.items.size = 0;
    vector_push(&r->sequence.items,
                (struct sequence_item){
                    .thread = thread, .outcome = OUTCOME_ANY, .label = LABEL_ALL, .event = NO_ITEM});
    return wakeup_insert_first(&r->wakeups, trees, &r->sequence);
}

static bool keeps_sequences(const struct search *s)
{
    return source_of(s)->optimal && !s->pruning;
}

void source_note_sequence(struct search *s, const struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    r->partial |= sequence->part;
    if (!sequence->part || !keeps_sequences(s) || s->parallel)
        return;
    r->optimal = false;
    machine_ask_restart(s->machine);
}

bool source_wants_source_sets(const struct search *s)
{
    return s->options->por == POR_OPTIMAL && source_of(s)->partial;
}

// Whether a sleeper that is independent of a whole sequence counts as able to begin it (weak initials): what
// follows both races in executions below the sleeper, and comes up there as a sequence. Not where executions
// are cut, since for a cut only the beginnings of sequences are known; nor with several processes once a
// sequence does not have all that was independent in its race's execution (one process begins again then,
// with source sets: source_note_sequence).
static bool uses_weak_initials(const struct search *s)
{
    return keeps_sequences(s) && !(s->parallel && source_of(s)->partial);
}

// Makes source_sets.set: what sleeps before the choice point's present child, and that child.
static void collect_sleepers(struct source_sets *r, uint32_t point)
{
    const struct source_point *p = &r->points.data[point];
    r->set.size = 0;
    for (uint32_t k = p->sleep.begin; k < p->sleep.end; k++)
        vector_push(&r->set, r->sleepers.stack.data[k]);
    for (uint32_t k = p->explored; k != NO_DONE; k = r->done.data[k].next)
        vector_push(&r->set, r->done.data[k].sleeper);
}

bool source_add_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads)
{
    struct source_sets *r = source_of(s);
    uint32_t *trees = &r->points.data[point].wakeup;
    if (r->points.data[point].covered)
        return false;
    collect_sleepers(r, point);
    if (sleep_state(r->set.data, r->set.size, first) == ASLEEP)
        return false;
    if (!s->parallel && !parallel_is_above(s, point))
        return source_append_thread(r, trees, first);
    uint32_t root = wakeup_root_among(&r->wakeups, *trees, threads);
    if (root != NO_WAKEUP && (wakeup_is_free(&r->wakeups, root) || !keeps_sequences(s)))
        return false;
    if (parallel_is_above(s, point))
        return parallel_report_any(s, point, first, threads, r->partial);
    wakeup_insert_free(&r->wakeups, trees, root == NO_WAKEUP ? first : r->wakeups.nodes.data[root].thread);
    r->points.data[point].freed = true;
    return true;
}

void source_add_thread(struct search *s, uint32_t point, uint32_t thread)
{
    struct thread_set alone = {{0}, 0};
    thread_set_add(&alone, thread);
    source_add_any(s, point, thread, &alone);
}

void source_add_threads(struct search *s, uint32_t point, uint32_t thread, bool alone)
{
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (alone ? t == thread : thread_set_has(&s->points.data[point].enabled, t))
            source_add_thread(s, point, t);
}

void source_uncover(struct search *s, uint32_t point)
{
    source_of(s)->points.data[point].covered = false;
    source_add_threads(s, point, 0, false);
}

bool source_covers(struct search *s, uint32_t point, const struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    if (r->points.data[point].covered)
        return true;
    collect_sleepers(r, point);
    return uses_weak_initials(s) ? sleep_covers(r->set.data, r->set.size, &s->labels, sequence)
                                 : sleep_covers_first(r->set.data, r->set.size, &s->labels, sequence);
}

bool source_add_beginning(struct search *s, uint32_t point, const struct sequence *sequence)
{
    struct thread_set_builder initials, seen;
    thread_set_begin(&initials);
    thread_set_begin(&seen);
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        uint32_t thread = sequence->items.data[k].thread;
        if (!thread_set_was_put(&seen, thread) && sequence_initial(sequence, k))
            thread_set_put(&initials, thread);
        thread_set_put(&seen, thread);
    }
    struct thread_set threads = thread_set_finish(&initials);
    return source_add_any(s, point, sequence->items.data[0].thread, &threads);
}

bool source_add_first(struct search *s, uint32_t point, const struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    if (s->parallel || parallel_is_above(s, point))
        return source_add_beginning(s, point, sequence);
    if (r->points.data[point].covered)
        return false;
    collect_sleepers(r, point);
    return !sleep_covers_first(r->set.data, r->set.size, &s->labels, sequence) &&
           wakeup_insert_first(&r->wakeups, &r->points.data[point].wakeup, sequence);
}

// The choice point is another process's: its trees are what they were when this process began.
static bool insert_above(struct search *s, uint32_t point, struct sequence *sequence)
{
    const struct source_sets *r = source_of(s);
    if (!uses_weak_initials(s) || !parallel_can_report(s, sequence))
        return source_add_beginning(s, point, sequence);
    parallel_write_sequence(s, point, sequence); // before it is changed
    if (wakeup_leads_to(&r->wakeups, r->points.data[point].wakeup, &s->labels, sequence))
        return false;
    parallel_report_written(s);
    return true;
}

bool source_add_sequence(struct search *s, uint32_t point, struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    uint32_t *trees = &r->points.data[point].wakeup;
    source_note_sequence(s, sequence);
    if (source_covers(s, point, sequence))
        return false;
    if (parallel_is_above(s, point))
        return insert_above(s, point, sequence);
    if (uses_weak_initials(s))
        return wakeup_insert(&r->wakeups, trees, &s->labels, sequence);
    return keeps_sequences(s) ? source_add_beginning(s, point, sequence)
                              : wakeup_insert_first(&r->wakeups, trees, sequence);
}
