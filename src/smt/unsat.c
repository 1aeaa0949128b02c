#include "smt/unsat.h"

#define MOST_SETS (1u << 16)
#define MOST_MEMBERS (1u << 20)

void unsat_free(struct unsat_sets *unsat)
{
    vector_free(&unsat->sets);
    vector_free(&unsat->members);
    vector_free(&unsat->first);
}

// Both ascending.
static bool is_subset(const term *set, uint32_t size, const term *query, uint32_t n)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < size; i++) {
        while (at < n && query[at] < set[i])
            at++;
        if (at == n || query[at] != set[i])
            return false;
    }
    return true;
}

bool unsat_contains(const struct unsat_sets *unsat, const term *query, uint32_t n)
{
    for (uint32_t i = n; i-- > 0;) {
        uint32_t at = query[i] < unsat->first.size ? unsat->first.data[query[i]] : 0;
        for (; at; at = unsat->sets.data[at - 1].next) {
            const struct unsat_set *set = &unsat->sets.data[at - 1];
            if (set->size <= i + 1 && is_subset(unsat->members.data + set->start, set->size, query, i + 1))
                return true;
        }
    }
    return false;
}

void unsat_add(struct unsat_sets *unsat, const term *members, uint32_t n)
{
    assert(n > 0);
    if (unsat->sets.size >= MOST_SETS || unsat->members.size + n > MOST_MEMBERS) {
        vector_clear(&unsat->sets);
        vector_clear(&unsat->members);
        vector_clear(&unsat->first);
    }
    term largest = members[n - 1];
    while (unsat->first.size <= largest)
        vector_push(&unsat->first, 0);
    struct unsat_set set = {unsat->members.size, n, unsat->first.data[largest]};
    for (uint32_t i = 0; i < n; i++)
        vector_push(&unsat->members, members[i]);
    vector_push(&unsat->sets, set);
    unsat->first.data[largest] = unsat->sets.size;
}
