#include "predict/value_races.h"

#include "predict/value_encoding.h"

typedef VECTOR(uint64_t) address_list;

static const struct followed_item *item_of(const struct trace_program *p, uint32_t event)
{
    return &p->run->items.data[p->events.data[event].item];
}

static const struct access *access_of_item(const struct trace_program *p, uint32_t event, uint32_t k)
{
    return &p->run->accesses.data[item_of(p, event)->access_begin + k];
}

static bool operations_conflict(const struct trace_program *p, uint32_t first, uint32_t second, bool race)
{
    for (uint32_t k = 0; k < item_of(p, first)->access_count; k++)
        for (uint32_t n = 0; n < item_of(p, second)->access_count; n++) {
            const struct access *a = access_of_item(p, first, k), *b = access_of_item(p, second, n);
            if ((a->write || b->write) && access_overlap(a, b) && !(race && a->atomic && b->atomic))
                return true;
        }
    return false;
}

static bool stands_alone(const struct trace_event *e)
{
    return !e->silent && !e->section;
}

// ---- locks held

// Of a thread, while the events are walked: addresses of the locks that it holds alone.
static void follow_lock(const struct trace_program *p, uint32_t event, address_list *held)
{
    const struct followed_item *i = item_of(p, event);
    bool takes = operation_has(i->operation, OPERATION_LOCKS);
    if (!i->access_count || (!takes && !operation_has(i->operation, OPERATION_UNLOCKS)))
        return;
    uint64_t lock = access_of_item(p, event, 0)->address;
    if (takes) {
        vector_push(held, lock);
        return;
    }
    for (uint32_t k = held->size; k-- > 0;)
        if (held->data[k] == lock) {
            held->data[k] = vector_last(held);
            held->size--;
            return;
        }
}

// Of each event those held before it: [begins[event], begins[event + 1]) of the list.
static void find_locks(const struct trace_program *p, address_list *all, uint32_t *begins)
{
    address_list *held = memory_zalloc(p->threads + 1, sizeof *held);
    for (uint32_t k = 0; k < p->events.size; k++) {
        address_list *own = &held[p->events.data[k].thread];
        begins[k] = all->size;
        for (uint32_t n = 0; n < own->size; n++)
            vector_push(all, own->data[n]);
        if (!p->events.data[k].silent)
            follow_lock(p, k, own);
    }
    begins[p->events.size] = all->size;
    for (uint32_t t = 0; t < p->threads; t++)
        vector_free(&held[t]);
    memory_free(held);
}

static bool have_common(const address_list *all, const uint32_t *begins, uint32_t first, uint32_t second)
{
    for (uint32_t k = begins[first]; k < begins[first + 1]; k++)
        for (uint32_t n = begins[second]; n < begins[second + 1]; n++)
            if (all->data[k] == all->data[n])
                return true;
    return false;
}

// ---- races

void value_race_pairs(const struct trace_program *p, pair_list *pairs)
{
    address_list locks = {0};
    uint32_t *begins = memory_zalloc(p->events.size + 1, sizeof *begins);
    find_locks(p, &locks, begins);
    for (uint32_t k = 0; k < p->events.size; k++)
        for (uint32_t n = k + 1; n < p->events.size && stands_alone(&p->events.data[k]); n++)
            if (p->events.data[n].thread != p->events.data[k].thread && stands_alone(&p->events.data[n]) &&
                !trace_program_before(p, k, n) && operations_conflict(p, k, n, true) &&
                !have_common(&locks, begins, k, n))
                vector_push(pairs, (struct trace_pair){k, n});
    memory_free(begins);
    vector_free(&locks);
}

// The condition that all that comes right before the first in every order comes before the second.
static term follows_past(const struct trace_program *p, uint32_t first, uint32_t second)
{
    const struct trace_event *e = &p->events.data[first];
    term all = term_constant(p->terms, 1, 1);
    for (uint32_t k = e->after_begin; k < e->after_end; k++)
        all = term_and(p->terms, all, value_encoding_before(p, p->after.data[k], second));
    return all;
}

term value_race_stands(const struct trace_program *p, const struct trace_pair *pair, bool whole)
{
    const struct trace_event *a = &p->events.data[pair->first], *b = &p->events.data[pair->second];
    if (whole)
        return term_and(p->terms, follows_past(p, pair->first, pair->second),
                        follows_past(p, pair->second, pair->first));
    term none = term_and(p->terms, term_not(p->terms, a->executed), term_not(p->terms, b->executed));
    return term_and(p->terms, none, term_and(p->terms, a->reached, b->reached));
}

// ---- late uses

void value_late_pairs(const struct trace_program *p, pair_list *pairs)
{
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct trace_event *end = &p->events.data[k];
        for (uint32_t n = 0; n < k && stands_alone(end) && trace_program_ends_object(p, k); n++)
            if (p->events.data[n].thread != end->thread && stands_alone(&p->events.data[n]) &&
                !trace_program_before(p, n, k) && operations_conflict(p, n, k, false))
                vector_push(pairs, (struct trace_pair){n, k});
    }
}

term value_late_stands(const struct trace_program *p, const struct trace_pair *pair)
{
    const struct trace_event *use = &p->events.data[pair->first], *end = &p->events.data[pair->second];
    term t = term_and(p->terms, use->reached, term_not(p->terms, use->executed));
    return term_and(p->terms, t, end->executed);
}
