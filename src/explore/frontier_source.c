// The frontier of source sets and wake-up trees: what explore/source.h keeps, pool by pool. What is in a list
// is in it once, so that a damaged list cannot go on for ever.
#include "explore/frontier.h"

#include "base/bit_array.h"
#include "explore/parallel.h"
#include "explore/source.h"
#include "machine/questions.h"

// ---- writing

static void write_sleeper(const struct sleeper *sleeper, byte_vector *to)
{
    bytes_add_number(to, sleeper->thread);
    bytes_add_number(to, sleeper->outcome);
    bytes_add_number(to, sleeper->label);
    bytes_add_number(to, (uint64_t)sleeper->weak << 1 | sleeper->complete);
}

static void write_point(const struct source_point *p, byte_vector *to)
{
    bytes_add_number(to, p->sleep.begin);
    bytes_add_number(to, p->sleep.end);
    bytes_add_number(to, p->inherited);
    bytes_add_number(to, p->explored);
    bytes_add_number(to, p->wakeup);
    bytes_add_number(to, p->deferred);
}

static void write_operation(const struct operation *o, byte_vector *to)
{
    bytes_add_number(to, o->kind);
    bytes_add_number(to, o->access_count);
    bytes_add_number(to, o->await);
    bytes_add_number(to, o->lifetime);
    bytes_add_number(to, o->interruptible);
    bytes_add_number(to, o->about);
    for (uint32_t k = 0; k < o->access_count; k++)
        label_write_access(&o->access[k], to);
}

static void write_deferred(const struct deferred_reversal *d, byte_vector *to)
{
    uint32_t count = d->sequence.items.size, stride = d->sequence.stride;
    bytes_add_number(to, d->next);
    bytes_add_number(to, count);
    if (count == 0) // unused
        return;
    bytes_add_number(to, stride);
    bytes_add_number(to, d->sequence.part);
    for (uint32_t k = 0; k < count; k++) {
        const struct sequence_item *item = &d->sequence.items.data[k];
        bytes_add_number(to, item->thread);
        bytes_add_number(to, item->count);
        bytes_add_number(to, item->outcome);
        bytes_add_number(to, item->label);
        bytes_add_number(to, item->event);
    }
    bytes_add(to, d->clocks, (size_t)(count + 1) * stride * sizeof *d->clocks);
    write_operation(&d->operation, to);
}

static void write_sets(const struct search *s, byte_vector *to)
{
    const struct source_sets *r = source_of(s);
    uint32_t sleepers = vector_last(&r->points).sleep.end;
    bytes_add_number(to, r->optimal);
    bytes_add_number(to, r->partial);
    bytes_add_number(to, sleepers);
    for (uint32_t k = 0; k < sleepers; k++)
        write_sleeper(&r->sleepers.stack.data[k], to);
    bytes_add_number(to, r->done.size);
    for (uint32_t k = 0; k < r->done.size; k++) {
        write_sleeper(&r->done.data[k].sleeper, to);
        bytes_add_number(to, r->done.data[k].next);
    }
    bytes_add_number(to, r->unused_done);
    bytes_add_number(to, r->wakeups.nodes.size);
    for (uint32_t k = 0; k < r->wakeups.nodes.size; k++) {
        const struct wakeup_node *node = &r->wakeups.nodes.data[k];
        bytes_add_number(to, node->thread);
        bytes_add_number(to, node->outcome);
        bytes_add_number(to, node->label);
        bytes_add_number(to, node->child);
        bytes_add_number(to, node->next);
    }
    bytes_add_number(to, r->wakeups.unused);
    bytes_add_number(to, r->deferred.size);
    for (uint32_t k = 0; k < r->deferred.size; k++)
        write_deferred(&r->deferred.data[k], to);
    bytes_add_number(to, r->unused_deferred);
    for (uint32_t k = 0; k < r->points.size; k++)
        write_point(&r->points.data[k], to);
}

// ---- reading

// Which elements of a pool are in some list.
struct frontier_source_listed {
    uint64_t *bits;
    uint32_t count;
};

static struct frontier_source_listed listed_new(uint32_t count)
{
    return (struct frontier_source_listed){bit_array_new(count), count};
}

// A reference to an element, or `none`.
static uint32_t read_reference(struct frontier_source_listed *listed, uint32_t none, struct byte_reader *from)
{
    uint32_t number = (uint32_t)bytes_number_below(from, (uint64_t)UINT32_MAX + 1);
    if (number == none)
        return none;
    if (number >= listed->count || bit_array_has(listed->bits, number)) {
        from->damaged = true;
        return none;
    }
    bit_array_add(listed->bits, number);
    return number;
}

// Of deferred reversals, by index + 1.
static uint32_t read_deferred_reference(struct frontier_source_listed *listed, struct byte_reader *from)
{
    uint32_t number = (uint32_t)bytes_number_below(from, (uint64_t)listed->count + 1);
    if (number == 0)
        return 0;
    from->damaged |= bit_array_has(listed->bits, number - 1);
    bit_array_add(listed->bits, number - 1);
    return number;
}

// A point or a list refers to one that stands for a reversal, not to one that is unused.
static void require_reversal(const struct source_sets *r, uint32_t reference, struct byte_reader *from)
{
    from->damaged |= reference && (reference > r->deferred.size ||
                                   r->deferred.data[reference - 1].sequence.items.size == 0);
}

static uint32_t read_frontier_thread(const struct search *s, struct byte_reader *from)
{
    return (uint32_t)bytes_number_below(from, machine_thread_limit(s->machine));
}

static uint32_t read_frontier_outcome(const struct search *s, struct byte_reader *from)
{
    uint32_t outcome = (uint32_t)bytes_number_below(from, (uint64_t)OUTCOME_ANY + 1);
    from->damaged |= outcome != OUTCOME_ANY && outcome >= s->outcomes.lists.size;
    return outcome;
}

static uint32_t read_frontier_label(const struct search *s, struct byte_reader *from)
{
    uint32_t label = (uint32_t)bytes_number_below(from, (uint64_t)LABEL_ALL + 1);
    from->damaged |= label != LABEL_ALL && label >= s->labels.lists.size;
    return label;
}

static struct sleeper read_sleeper(const struct search *s, struct byte_reader *from)
{
    struct sleeper sleeper = {.thread = read_frontier_thread(s, from)};
    sleeper.outcome = read_frontier_outcome(s, from);
    sleeper.label = read_frontier_label(s, from);
    uint64_t how = bytes_number_below(from, 4);
    sleeper.complete = how & 1;
    sleeper.weak = how >> 1;
    return sleeper;
}

static void read_source_sleepers(struct search *s, struct byte_reader *from)
{
    struct source_sets *r = source_of(s);
    uint32_t count = bytes_count(from, 4);
    r->sleepers.stack.size = r->sleepers.begin = 0;
    for (uint32_t k = 0; k < count && !from->damaged; k++)
        vector_push(&r->sleepers.stack, read_sleeper(s, from));
}

static void read_done(struct search *s, struct frontier_source_listed *listed, struct byte_reader *from)
{
    struct source_sets *r = source_of(s);
    *listed = listed_new(bytes_count(from, 5));
    r->done.size = 0;
    for (uint32_t k = 0; k < listed->count && !from->damaged; k++) {
        struct explored_outcome done = {.sleeper = read_sleeper(s, from)};
        done.next = read_reference(listed, NO_DONE, from);
        vector_push(&r->done, done);
    }
    r->unused_done = read_reference(listed, NO_DONE, from);
}

static void read_wakeups(struct search *s, struct frontier_source_listed *listed, struct byte_reader *from)
{
    struct source_sets *r = source_of(s);
    *listed = listed_new(bytes_count(from, 5));
    r->wakeups.nodes.size = 0;
    for (uint32_t k = 0; k < listed->count && !from->damaged; k++) {
        struct wakeup_node node = {.thread = read_frontier_thread(s, from)};
        node.outcome = read_frontier_outcome(s, from);
        node.label = read_frontier_label(s, from);
        node.child = read_reference(listed, NO_WAKEUP, from);
        node.next = read_reference(listed, NO_WAKEUP, from);
        vector_push(&r->wakeups.nodes, node);
    }
    r->wakeups.unused = read_reference(listed, NO_WAKEUP, from);
    r->wakeup = NO_WAKEUP;
}

static void read_deferred_items(struct search *s, struct deferred_reversal *d, uint32_t count,
                                struct byte_reader *from)
{
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct sequence_item item = {.thread = read_frontier_thread(s, from)};
        from->damaged |= item.thread >= d->sequence.stride;
        item.count = (uint32_t)bytes_number_below(from, UINT32_MAX);
        item.outcome = read_frontier_outcome(s, from);
        item.label = read_frontier_label(s, from);
        item.event = (uint32_t)bytes_number_below(from, (uint64_t)NO_ITEM + 1);
        vector_push(&d->sequence.items, item);
    }
}

static bool read_frontier_flag(struct byte_reader *from)
{
    return bytes_number_below(from, 2);
}

static void read_deferred_operation(struct operation *o, struct byte_reader *from)
{
    *o = (struct operation){.kind = (enum operation_kind)bytes_number_below(from, OPERATION_KIND_COUNT)};
    o->access_count = (uint32_t)bytes_number_below(from, OPERATION_MAX_ACCESSES + 1);
    o->await = read_frontier_flag(from);
    o->lifetime = read_frontier_flag(from);
    o->interruptible = read_frontier_flag(from);
    o->about = bytes_number(from);
    for (uint32_t k = 0; k < o->access_count && !from->damaged; k++)
        o->access[k] = label_read_access(from);
}

static void read_deferred(struct search *s, struct frontier_source_listed *listed, struct byte_reader *from)
{
    struct source_sets *r = source_of(s);
    struct deferred_reversal d = {.next = read_deferred_reference(listed, from)};
    uint32_t count = bytes_count(from, 5);
    if (count) {
        d.sequence.stride = (uint32_t)bytes_number_below(from, 2 * MACHINE_MAX_THREADS);
        d.sequence.part = bytes_number_below(from, 2);
        read_deferred_items(s, &d, count, from);
        size_t words = ((size_t)count + 1) * d.sequence.stride;
        from->damaged |= d.sequence.stride == 0 || words > (size_t)(from->end - from->at) / sizeof(uint32_t);
        d.clocks = memory_zalloc(from->damaged ? 1 : words, sizeof *d.clocks);
        if (!from->damaged)
            bytes_copy(from, d.clocks, words * sizeof *d.clocks);
        read_deferred_operation(&d.operation, from);
        for (uint32_t k = 0; k < d.sequence.items.size && !from->damaged; k++)
            d.sequence.items.data[k].clock = d.clocks + (size_t)k * d.sequence.stride;
    }
    vector_push(&r->deferred, d);
}

static void read_all_deferred(struct search *s, struct frontier_source_listed *listed,
                              struct byte_reader *from)
{
    struct source_sets *r = source_of(s);
    *listed = listed_new(bytes_count(from, 2));
    for (uint32_t k = 0; k < listed->count && !from->damaged; k++)
        read_deferred(s, listed, from);
    for (uint32_t k = 0; k < r->deferred.size; k++)
        if (r->deferred.data[k].sequence.items.size)
            require_reversal(r, r->deferred.data[k].next, from);
    r->unused_deferred = read_deferred_reference(listed, from);
}

static void read_sets(struct search *s, struct byte_reader *from)
{
    struct source_sets *r = source_of(s);
    struct frontier_source_listed done = {0}, wakeups = {0}, deferred = {0};
    r->optimal &= bytes_number_below(from, 2);
    r->partial = bytes_number_below(from, 2);
    // Several processes have gone on with wake-up trees behind a sequence that was not whole, which one does
    // not.
    bool alone = s->options->jobs <= 1 || parallel_why_not(s->options);
    from->damaged |= r->optimal && r->partial && !s->pruning && alone;
    read_source_sleepers(s, from);
    read_done(s, &done, from);
    read_wakeups(s, &wakeups, from);
    read_all_deferred(s, &deferred, from);
    uint64_t sleepers = (uint64_t)r->sleepers.stack.size + 1;
    for (uint32_t k = 0; k < r->points.size; k++) {
        struct source_point p = {.sleep.begin = (uint32_t)bytes_number_below(from, sleepers)};
        p.sleep.end = (uint32_t)bytes_number_below(from, sleepers);
        p.inherited = (uint32_t)bytes_number_below(from, sleepers);
        from->damaged |= p.sleep.begin > p.inherited || p.inherited > p.sleep.end;
        p.explored = read_reference(&done, NO_DONE, from);
        p.wakeup = read_reference(&wakeups, NO_WAKEUP, from);
        p.deferred = read_deferred_reference(&deferred, from);
        require_reversal(r, p.deferred, from);
        r->points.data[k] = p;
    }
    memory_free(done.bits);
    memory_free(wakeups.bits);
    memory_free(deferred.bits);
}

const struct frontier_part frontier_of_source = {write_sets, read_sets};
