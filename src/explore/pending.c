#include "explore/pending.h"

#include "base/bit_array.h"
#include "base/hash.h"

#include <stdlib.h>

enum {
    MOST_PENDING = 1 << 14,    // further ones have no past; of those that are not plain
    MOST_PLAIN = 1 << 16,      // further plain ones have no past
    MOST_ACCESSES = 48,        // of a past
    MOST_REMEMBERED = 1 << 22, // results of rows
};

void pending_init(struct pending_reversals *d, struct labels *labels, bool by_conflicts, bool races)
{
    *d = (struct pending_reversals){.labels = labels, .by_conflicts = by_conflicts, .races = races};
}

static void forget_rows(struct pending_reversals *d)
{
    for (uint32_t k = 0; k < d->rows.size; k++)
        vector_free(&d->rows.data[k].results);
    vector_free(&d->rows);
    index_free(&d->row_index);
    d->remembered = 0;
}

void pending_free(struct pending_reversals *d)
{
    forget_rows(d);
    for (uint32_t k = 0; k < d->levels.size; k++)
        vector_free(&d->levels.data[k].set);
    vector_free(&d->levels);
    vector_free(&d->all);
    vector_free(&d->united);
    vector_free(&d->added);
    vector_free(&d->moved);
    vector_free(&d->stamps);
    vector_free(&d->atomic_parts);
    index_free(&d->index);
}

void pending_restart(struct pending_reversals *d)
{
    struct labels *labels = d->labels;
    bool by_conflicts = d->by_conflicts, races = d->races;
    pending_free(d);
    pending_init(d, labels, by_conflicts, races);
}

// ---- numbers

static uint64_t reversal_hash(const struct pending_reversal *d)
{
    uint64_t flags =
        (uint64_t)d->plain << 3 | (uint64_t)d->may_block << 2 | (uint64_t)d->unknown << 1 | d->late;
    uint64_t h = hash_combine((uint64_t)d->thread << 32 | d->label, (uint64_t)d->kind << 4 | flags);
    h = hash_combine(hash_combine(h, (uint64_t)d->first << 32 | d->first_label), d->past);
    for (uint32_t k = 0; k < THREAD_SET_WORDS; k++)
        h = hash_combine(h, d->threads.words[k]);
    return d->threads.far ? hash_combine(h, thread_set_far_key(&d->threads)) : h;
}

static bool is_same_reversal(const struct pending_reversal *a, const struct pending_reversal *b)
{
    return a->thread == b->thread && a->label == b->label && a->kind == b->kind &&
           a->may_block == b->may_block && a->unknown == b->unknown && a->late == b->late &&
           a->plain == b->plain && a->first == b->first && a->first_label == b->first_label &&
           a->past == b->past && thread_set_equal(&a->threads, &b->threads);
}

uint32_t pending_intern(struct pending_reversals *d, const struct pending_reversal *reversal)
{
    uint64_t hash = reversal_hash(reversal);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&d->index, hash, &at)) != INDEX_NONE;)
        if (is_same_reversal(&d->all.data[n], reversal))
            return n;
    vector_push(&d->all, *reversal);
    d->plain_count += reversal->plain;
    vector_push(&d->stamps, 0);
    index_add(&d->index, hash, d->all.size - 1);
    return d->all.size - 1;
}

static bool are_too_many(const struct pending_reversals *d, bool plain)
{
    return plain ? d->plain_count >= MOST_PLAIN : d->all.size - d->plain_count >= MOST_PENDING;
}

static void forget_past(struct pending_reversal *d)
{
    d->unknown = true;
    d->late = false;
    d->first = d->first_label = d->past = 0;
    d->threads = (struct thread_set){{0}, 0};
}

// ---- accesses that are not atomic, where data races are looked for

static bool is_plain_whole_access(const struct access *a)
{
    return !a->atomic && !a->partial;
}

// The label of those accesses of a label that are plain, or of those that are not.
static uint32_t label_part(struct pending_reversals *d, uint32_t label, bool plain)
{
    uint32_t count;
    d->united.size = 0;
    const struct access *list = label_get(d->labels, label, &count);
    for (uint32_t k = 0; k < count; k++)
        if (is_plain_whole_access(&list[k]) == plain)
            vector_push(&d->united, list[k]);
    return d->united.size == count ? label : label_intern(d->labels, d->united.data, d->united.size);
}

// What of an event's accesses orders it: those of atomic sections do, be they atomic or not.
static uint32_t ordering_part(struct pending_reversals *d, enum operation_kind kind, uint32_t label)
{
    if (!d->races || label == LABEL_ALL || kind == OPERATION_ATOMIC_BEGIN)
        return label;
    while (d->atomic_parts.size <= label)
        vector_push(&d->atomic_parts, 0);
    if (!d->atomic_parts.data[label])
        d->atomic_parts.data[label] = label_part(d, label, false) + 1;
    return d->atomic_parts.data[label] - 1;
}

// ---- the past

static int compare_united(const void *a, const void *b)
{
    const struct access *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    unsigned p = x->commute * 4u + x->write * 2u + x->partial,
             q = y->commute * 4u + y->write * 2u + y->partial;
    return p < q ? -1 : p > q;
}

static void unite_label(struct pending_reversals *d, uint32_t label)
{
    uint32_t count;
    const struct access *list = label_get(d->labels, label, &count);
    for (uint32_t k = 0; k < count; k++)
        vector_push(&d->united, list[k]);
}

// False: it is too large.
static bool unite(struct pending_reversals *d, uint32_t *label, uint32_t with)
{
    if (*label == LABEL_ALL || with == LABEL_ALL)
        return false;
    d->united.size = 0;
    unite_label(d, *label);
    unite_label(d, with);
    if (!d->united.size)
        return true;
    qsort(d->united.data, d->united.size, sizeof *d->united.data, compare_united);
    uint32_t kept = 1;
    for (uint32_t k = 1; k < d->united.size; k++)
        if (compare_united(&d->united.data[kept - 1], &d->united.data[k]))
            d->united.data[kept++] = d->united.data[k];
    if (kept > MOST_ACCESSES)
        return false;
    *label = label_intern(d->labels, d->united.data, kept);
    return true;
}

static bool happens_before_reversal(const struct pending_reversals *d, uint32_t thread, uint32_t label,
                                    const struct pending_reversal *reversal)
{
    return thread_set_has(&reversal->threads, thread) || label_conflict(d->labels, reversal->past, label) ||
           (d->by_conflicts && !reversal->may_block && !reversal->plain &&
            label_conflict(d->labels, reversal->label, label));
}

static uint32_t take_in(struct pending_reversals *d, uint32_t number, uint32_t thread, uint32_t label)
{
    struct pending_reversal reversal = d->all.data[number];
    if (reversal.unknown || !happens_before_reversal(d, thread, label, &reversal))
        return number;
    bool stays = !reversal.late && reversal.first != thread && label != LABEL_ALL &&
                 !label_conflict(d->labels, reversal.first_label, label);
    if (!stays && !reversal.plain) {
        reversal.first = thread;
        reversal.first_label = label;
        reversal.late = false;
    }
    thread_set_add(&reversal.threads, thread);
    if (!unite(d, &reversal.past, label) || are_too_many(d, reversal.plain))
        forget_past(&reversal);
    return pending_intern(d, &reversal);
}

// ---- rows

// Of an event; valid until the next is asked for.
static struct pending_row *event_row(struct pending_reversals *d, uint32_t thread, uint32_t label)
{
    uint64_t hash = hash_mix((uint64_t)thread << 32 | label);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&d->row_index, hash, &at)) != INDEX_NONE;) {
        struct pending_row *row = &d->rows.data[n];
        if (row->thread == thread && row->label == label)
            return row;
    }
    vector_push(&d->rows, (struct pending_row){.thread = thread, .label = label});
    index_add(&d->row_index, hash, d->rows.size - 1);
    return &vector_last(&d->rows);
}

// The pending reversal with the row's event, which comes before it and before everything in its past so far.
static uint32_t before_event(struct pending_reversals *d, struct pending_row *row, uint32_t number)
{
    while (row->results.size <= number) {
        vector_push(&row->results, 0);
        d->remembered++;
    }
    if (!row->results.data[number])
        row->results.data[number] = take_in(d, number, row->thread, row->label) + 1;
    return row->results.data[number] - 1;
}

// Creation or join.
static uint32_t before_edge(struct pending_reversals *d, uint32_t number, uint32_t from, uint32_t to)
{
    struct pending_reversal reversal = d->all.data[number];
    if (reversal.unknown || !thread_set_has(&reversal.threads, to))
        return number;
    reversal.late |= reversal.first == to && !reversal.plain;
    thread_set_add(&reversal.threads, from);
    if (are_too_many(d, reversal.plain))
        forget_past(&reversal);
    return pending_intern(d, &reversal);
}

// ---- the set that is moved

static void add_to_level(struct pending_level *level, uint32_t number)
{
    while (level->set.size <= number / 64)
        vector_push(&level->set, 0);
    bit_array_add(level->set.data, number);
}

static void begin_moved(struct pending_reversals *d)
{
    d->moved.size = 0;
    if (++d->stamp)
        return;
    memset(d->stamps.data, 0, d->stamps.size * sizeof *d->stamps.data); // all stamps have been used
    d->stamp = 1;
}

// Adds one, unless the set has it. Without a past it stays what it is: the level gets it at once.
static void keep_moved(struct pending_reversals *d, struct pending_level *level, uint32_t number)
{
    if (d->stamps.data[number] == d->stamp)
        return;
    d->stamps.data[number] = d->stamp;
    if (d->all.data[number].unknown)
        add_to_level(level, number);
    else
        vector_push(&d->moved, number);
}

static void move_before_edge(struct pending_reversals *d, struct pending_level *level, uint32_t from,
                             uint32_t to)
{
    uint32_t count = d->moved.size;
    begin_moved(d); // what is kept takes the places of what has been moved
    for (uint32_t k = 0; k < count; k++)
        keep_moved(d, level, before_edge(d, d->moved.data[k], from, to));
}

static void move_before_event(struct pending_reversals *d, struct pending_level *level, uint32_t thread,
                              uint32_t label)
{
    uint32_t count = d->moved.size;
    if (!count)
        return;
    struct pending_row *row = event_row(d, thread, label);
    begin_moved(d);
    for (uint32_t k = 0; k < count; k++)
        keep_moved(d, level, before_event(d, row, d->moved.data[k]));
}

// From the state after `end` events back to the level's, which gets the set. The first so many of d->added
// join it on the way.
static void move_back(struct pending_reversals *d, const struct trace *trace, struct pending_level *level,
                      uint32_t end, uint32_t added)
{
    uint32_t edge = trace->edges.size;
    for (uint32_t k = end;; k--) {
        for (; added && d->added.data[added - 1].events >= k; added--)
            keep_moved(d, level, d->added.data[added - 1].number);
        if (k <= level->begin)
            break;
        for (; edge && trace->edges.data[edge - 1].event >= k; edge--)
            if (trace->edges.data[edge - 1].event == k)
                move_before_edge(d, level, trace->edges.data[edge - 1].from, trace->edges.data[edge - 1].to);
        const struct event *e = &trace->events.data[k - 1];
        move_before_event(d, level, e->thread, ordering_part(d, e->kind, e->label));
    }
    for (uint32_t k = 0; k < d->moved.size; k++)
        add_to_level(level, d->moved.data[k]);
}

// ---- choice points

void pending_push(struct pending_reversals *d, const struct trace *trace, uint32_t events)
{
    pending_settle(d, trace);
    if (d->depth == d->levels.size)
        vector_push(&d->levels, (struct pending_level){0});
    struct pending_level *level = &d->levels.data[d->depth++];
    level->begin = events;
    level->set.size = 0;
}

static void limit_rows(struct pending_reversals *d)
{
    if (d->remembered > MOST_REMEMBERED)
        forget_rows(d);
}

void pending_settle(struct pending_reversals *d, const struct trace *trace)
{
    if (!d->added.size)
        return;
    limit_rows(d);
    begin_moved(d);
    move_back(d, trace, &d->levels.data[d->depth - 1], vector_last(&d->added).events, d->added.size);
    d->added.size = 0;
}

// The set of a state after so many events goes to the newest level. `within`: the state is within that step,
// which counts as before it.
static void add_moved_set(struct pending_reversals *d, const struct trace *trace, const uint64_t *set,
                          uint32_t words, uint32_t events, const struct pending_event *within)
{
    struct pending_level *level = &d->levels.data[d->depth - 1];
    limit_rows(d);
    begin_moved(d);
    for (uint32_t k = 0; k < words; k++)
        for (uint64_t rest = set[k]; rest; rest &= rest - 1)
            keep_moved(d, level, 64 * k + (uint32_t)__builtin_ctzll(rest));
    if (within && level->begin <= events) {
        for (uint32_t k = within->edge_count; k-- > 0;)
            move_before_edge(d, level, within->edges[k].from, within->edges[k].to);
        move_before_event(d, level, within->thread, ordering_part(d, within->kind, within->label));
    }
    move_back(d, trace, level, events, 0);
}

void pending_pop(struct pending_reversals *d, const struct trace *trace, const struct pending_event *within)
{
    const struct pending_level *level = &d->levels.data[--d->depth];
    if (d->depth)
        add_moved_set(d, trace, level->set.data, level->set.size, level->begin - (within != NULL), within);
}

const uint64_t *pending_present(const struct pending_reversals *d, uint32_t *words)
{
    *words = d->depth ? d->levels.data[d->depth - 1].set.size : 0;
    return *words ? d->levels.data[d->depth - 1].set.data : NULL;
}

static void add_one(struct pending_reversals *d, const struct trace *trace, uint32_t events,
                    const struct pending_reversal *reversal)
{
    if (!d->depth)
        return;
    uint32_t number = pending_intern(d, reversal), k = d->depth;
    while (k && d->levels.data[k - 1].begin > events) // choice points within its own step
        k--;
    if (k == d->depth) {
        vector_push(&d->added, (struct pending_added){events, number});
    } else if (k) {
        begin_moved(d);
        keep_moved(d, &d->levels.data[k - 1], number);
        move_back(d, trace, &d->levels.data[k - 1], events, 0);
    }
}

static struct pending_reversal without_past(uint32_t thread, uint32_t label)
{
    struct pending_reversal reversal = {.thread = thread, .label = label, .first = thread};
    thread_set_add(&reversal.threads, thread);
    return reversal;
}

void pending_add(struct pending_reversals *d, const struct trace *trace, uint32_t events, uint32_t thread,
                 enum operation_kind kind, bool may_block, uint32_t label)
{
    uint32_t ordering = ordering_part(d, kind, label);
    struct pending_reversal reversal = without_past(thread, ordering);
    reversal.kind = kind;
    reversal.may_block = may_block;
    reversal.first_label = ordering;
    if (ordering) // otherwise it has no accesses, and no races
        add_one(d, trace, events, &reversal);
    if (ordering != label)
        pending_add_plain(d, trace, events, thread, label_part(d, label, true));
}

void pending_add_plain(struct pending_reversals *d, const struct trace *trace, uint32_t events,
                       uint32_t thread, uint32_t label)
{
    struct pending_reversal reversal = without_past(thread, label);
    reversal.plain = true;
    add_one(d, trace, events, &reversal);
}

void pending_add_all(struct pending_reversals *d, const struct trace *trace, const uint64_t *set,
                     uint32_t words)
{
    if (d->depth)
        add_moved_set(d, trace, set, words, trace->events.size, NULL);
}
