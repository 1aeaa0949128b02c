#include "explore/intern.h"

#include "base/hash.h"

static uint32_t add_interned_list(interned_lists *lists, struct index *index, struct interned_list list,
                                  uint64_t hash)
{
    vector_push(lists, list);
    index_add(index, hash, lists->size - 1);
    return lists->size - 1;
}

// ---- labels

void labels_init(struct labels *labels)
{
    *labels = (struct labels){0};
    vector_push(&labels->lists, (struct interned_list){0, 0});
    labels->conflicts = memory_zalloc((size_t)LABEL_REMEMBERED * LABEL_REMEMBERED, 1);
}

void labels_free(struct labels *labels)
{
    vector_free(&labels->lists);
    index_free(&labels->index);
    vector_free(&labels->items);
    memory_free(labels->conflicts);
}

static uint64_t access_bits(const struct access *a)
{
    return a->size << 17 | (uint64_t)a->partial << 16 | (uint64_t)a->commute << 8 | (uint64_t)a->order << 2 |
           (uint64_t)a->write << 1 | a->atomic;
}

static bool same_accesses(const struct access *a, const struct access *b, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (a[k].address != b[k].address || access_bits(&a[k]) != access_bits(&b[k]))
            return false;
    return true;
}

uint32_t label_intern(struct labels *labels, const struct access *accesses, uint32_t count)
{
    if (count == 0)
        return 0;
    uint64_t hash = count;
    for (uint32_t k = 0; k < count; k++)
        hash = hash_combine(hash_combine(hash, accesses[k].address), access_bits(&accesses[k]));
    for (uint32_t at = index_begin(hash), n; (n = index_next(&labels->index, hash, &at)) != INDEX_NONE;) {
        const struct interned_list *list = &labels->lists.data[n];
        if (list->count == count && same_accesses(labels->items.data + list->first, accesses, count))
            return n;
    }
    uint32_t first = labels->items.size;
    for (uint32_t k = 0; k < count; k++)
        vector_push(&labels->items, accesses[k]);
    return add_interned_list(&labels->lists, &labels->index, (struct interned_list){first, count}, hash);
}

static bool lists_conflict(const struct labels *labels, uint32_t a, uint32_t b)
{
    uint32_t a_count, b_count;
    const struct access *x = label_get(labels, a, &a_count);
    const struct access *y = label_get(labels, b, &b_count);
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t k = 0; k < b_count; k++)
            if (access_conflict(&x[i], &y[k]))
                return true;
    return false;
}

bool label_conflict(const struct labels *labels, uint32_t a, uint32_t b)
{
    if (a == LABEL_ALL || b == LABEL_ALL)
        return true;
    if (a >= LABEL_REMEMBERED || b >= LABEL_REMEMBERED)
        return lists_conflict(labels, a, b);
    uint8_t *known = &labels->conflicts[a * LABEL_REMEMBERED + b];
    if (!*known)
        *known = lists_conflict(labels, a, b) ? 2 : 1;
    return *known == 2;
}

// ---- outcomes

void outcomes_init(struct outcomes *outcomes)
{
    *outcomes = (struct outcomes){0};
    vector_push(&outcomes->lists, (struct interned_list){0, 0});
}

void outcomes_free(struct outcomes *outcomes)
{
    vector_free(&outcomes->lists);
    index_free(&outcomes->index);
    vector_free(&outcomes->items);
}

static bool same_decision(const struct machine_decision *a, const struct machine_decision *b)
{
    return a->branch == b->branch && a->condition == b->condition && a->alternative == b->alternative;
}

// Appends the decisions without repetitions to the items. An instruction that is executed again after a
// choice decides the same conditions again; choices that are no branches are told apart by their order and
// all kept.
static void append_decisions(struct outcomes *o, const struct machine_decision *decisions, uint32_t count)
{
    uint32_t first = o->items.size;
    for (uint32_t k = 0; k < count; k++) {
        bool known = decisions[k].after_join;
        for (uint32_t i = first; decisions[k].branch && i < o->items.size && !known; i++)
            known = same_decision(&o->items.data[i], &decisions[k]);
        if (!known)
            vector_push(&o->items, decisions[k]);
    }
}

uint32_t outcome_intern(struct outcomes *outcomes, const struct machine_decision *decisions, uint32_t count)
{
    uint32_t first = outcomes->items.size;
    append_decisions(outcomes, decisions, count);
    if (outcomes->items.size == first)
        return OUTCOME_NONE;
    const struct machine_decision *list = outcomes->items.data + first;
    uint32_t size = outcomes->items.size - first;
    uint64_t hash = size;
    for (uint32_t k = 0; k < size; k++)
        hash = hash_combine(hash_combine(hash, list[k].condition),
                            (uint64_t)list[k].alternative << 1 | list[k].branch);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&outcomes->index, hash, &at)) != INDEX_NONE;) {
        const struct interned_list *other = &outcomes->lists.data[n];
        bool same = other->count == size;
        for (uint32_t i = 0; same && i < size; i++)
            same = same_decision(&outcomes->items.data[other->first + i], &list[i]);
        if (same) {
            outcomes->items.size = first;
            return n;
        }
    }
    return add_interned_list(&outcomes->lists, &outcomes->index, (struct interned_list){first, size}, hash);
}

// ---- as bytes

void label_write_access(const struct access *a, byte_vector *to)
{
    bytes_add_number(to, a->address);
    bytes_add_number(to, a->size);
    bytes_add_number(to, (uint64_t)a->commute << 2 | (uint64_t)a->partial << 1 | a->write);
    bytes_add_number(to, (uint64_t)a->order << 1 | a->atomic);
}

struct access label_read_access(struct byte_reader *from)
{
    struct access a = {.address = bytes_number(from)};
    a.size = bytes_number(from);
    uint64_t what = bytes_number_below(from, (COMMUTE_STORE + 1) << 2);
    a.commute = (uint8_t)(what >> 2);
    a.partial = what >> 1 & 1;
    a.write = what & 1;
    uint64_t order = bytes_number_below(from, 512);
    a.order = (uint8_t)(order >> 1);
    a.atomic = order & 1;
    return a;
}
