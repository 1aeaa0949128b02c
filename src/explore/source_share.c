// What source sets and wake-up trees do with several processes (docs/parallel.md).
#include "explore/parallel.h"
#include "explore/source.h"

// Where the owner could not read the sequence, for it decides on terms of this process, the worker reports
// which threads can come first.
void source_add_deferred(struct search *s, uint32_t point, const struct sequence *sequence,
                         const uint32_t *before, const struct operation *operation)
{
    if (!parallel_is_above(s, point))
        source_defer(s, point, sequence, before, operation);
    else if (s->part) // whether it is possible is not found out there
        source_add_threads(s, point, 0, false);
    else if (parallel_can_report(s, sequence))
        parallel_report_deferred(s, point, sequence, before, operation);
    else
        source_add_beginning(s, point, sequence);
}

// A worker that was killed may have reported the event before.
void source_add_explored(struct search *s, uint32_t point, const struct sleeper *sleeper)
{
    const struct source_sets *r = source_of(s);
    for (uint32_t k = r->points.data[point].explored; k != NO_DONE; k = r->done.data[k].next) {
        const struct sleeper *known = &r->done.data[k].sleeper;
        if (known->thread == sleeper->thread && known->outcome == sleeper->outcome &&
            known->label == sleeper->label && known->complete == sleeper->complete)
            return;
    }
    source_note_explored(s, point, *sleeper);
}

static bool source_may_give(const struct search *s, uint32_t point)
{
    const struct source_point *p = &source_of(s)->points.data[point];
    return p->wakeup != NO_WAKEUP && !p->given && !p->covered &&
           wakeup_begins_with_any(&source_of(s)->wakeups, p->wakeup);
}

static bool source_may_give_more(const struct search *s, uint32_t point)
{
    const struct source_sets *r = source_of(s);
    return source_may_give(s, point) && r->wakeups.nodes.data[r->points.data[point].wakeup].next != NO_WAKEUP;
}

static bool source_has_more(const struct search *s, uint32_t point)
{
    const struct source_point *p = &source_of(s)->points.data[point];
    return p->wakeup != NO_WAKEUP || p->deferred;
}

// The tree that was given stays until its first event is known: sequences that it leads to are not added.
static void source_give(struct search *s, uint32_t point)
{
    source_of(s)->points.data[point].given = true;
}

static void source_given_known(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    struct wakeup_node node = wakeup_pop(&r->wakeups, &p->wakeup);
    wakeup_drop(&r->wakeups, &node.child);
    p->given = false;
}

static bool source_take(struct search *s, uint32_t point, enum step_result *result)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    p->beside = true;
    source_put_explored_to_sleep(r, p);
    return source_begin_first(s, point, result);
}

const struct reduction_sharing source_sharing = {
    .may_give = source_may_give,
    .may_give_more = source_may_give_more,
    .has_more = source_has_more,
    .give = source_give,
    .take = source_take,
    .given_known = source_given_known,
};
