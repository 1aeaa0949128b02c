// Reversals that wait for the state of their choice point: whether the last operation is enabled after the
// others is tried there.
#include "explore/blocking.h"
#include "explore/source.h"

void source_defer(struct search *s, uint32_t point, const struct sequence *sequence, const uint32_t *before,
                  const struct operation *operation)
{
    struct source_sets *r = source_of(s);
    struct deferred_reversal d = {.operation = *operation, .next = r->points.data[point].deferred};
    uint32_t count = sequence->items.size, stride = sequence->stride;
    d.sequence.stride = stride;
    d.sequence.part = sequence->part;
    d.clocks = memory_alloc((size_t)(count + 1) * stride * sizeof *d.clocks);
    for (uint32_t t = 0; t < stride; t++)
        d.clocks[(size_t)count * stride + t] = before ? before[t] : 0;
    for (uint32_t k = 0; k < count; k++) {
        struct sequence_item item = sequence->items.data[k];
        for (uint32_t t = 0; t < stride; t++)
            d.clocks[(size_t)k * stride + t] = sequence_tick(sequence, k, t);
        item.clock = d.clocks + (size_t)k * stride;
        vector_push(&d.sequence.items, item);
    }
    uint32_t index = r->unused_deferred;
    if (index) {
        r->unused_deferred = r->deferred.data[index - 1].next;
        r->deferred.data[index - 1] = d;
    } else {
        vector_push(&r->deferred, d);
        index = r->deferred.size;
    }
    r->points.data[point].deferred = index;
}

void source_release_deferred(struct source_sets *r, uint32_t index)
{
    struct deferred_reversal *d = &r->deferred.data[index - 1];
    vector_free(&d->sequence.items);
    memory_free(d->clocks);
    *d = (struct deferred_reversal){.next = r->unused_deferred};
    r->unused_deferred = index;
}

// Takes out what conflicts with the last item, and what depends on that: a writer goes before all readers.
// What the last item's thread has done or seen before it (`before`) stays: without it, the thread would not
// come to that operation. False: there is nothing such.
static bool drop_conflicting(struct search *s, struct sequence *sequence, uint32_t *before)
{
    struct source_sets *r = source_of(s);
    uint32_t last = sequence->items.size - 1, kept = 0;
    r->dropped.size = 0;
    for (uint32_t k = 0; k < last; k++) {
        const struct sequence_item *item = &sequence->items.data[k];
        bool past = item->thread < sequence->stride && before[item->thread] >= item->count;
        bool drop = !past && label_conflict(&s->labels, sequence->items.data[last].label, item->label);
        for (uint32_t i = 0; i < k && !drop; i++)
            drop = r->dropped.data[i] && sequence_before(sequence, i, k);
        vector_push(&r->dropped, drop);
    }
    for (uint32_t k = 0; k <= last; k++)
        if (k == last || !r->dropped.data[k])
            sequence->items.data[kept++] = sequence->items.data[k];
    sequence->items.size = kept;
    reversal_finish_clock(s, sequence, before);
    return kept <= last;
}

static void resolve_reversal(struct search *s, uint32_t point, struct deferred_reversal *d)
{
    struct sequence *sequence = &d->sequence;
    uint32_t *before = d->clocks + (size_t)sequence->items.size * sequence->stride;
    if (source_covers(s, point, sequence))
        return;
    enum possibility possible = blocking_try(s, sequence, &d->operation);
    if (possible == IMPOSSIBLE && drop_conflicting(s, sequence, before))
        possible = blocking_try(s, sequence, &d->operation);
    if (possible == POSSIBLE) {
        source_add_sequence(s, point, sequence);
    } else if (possible == DEPENDS && sequence->items.size > 1) {
        // The operation could not be tried. What comes before it can start, and all that follows is explored;
        // that a thread which is independent of these events alone had gone first would say nothing of the
        // operation.
        sequence->items.size--;
        source_add_first(s, point, sequence);
    }
}

void source_resolve_deferred(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    while (p->deferred) {
        uint32_t deferred = p->deferred;
        p->deferred = r->deferred.data[deferred - 1].next;
        resolve_reversal(s, point, &r->deferred.data[deferred - 1]);
        source_release_deferred(r, deferred);
    }
}
