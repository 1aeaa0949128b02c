#include "smt/grouping.h"

void grouping_free(struct grouping *grouping)
{
    vector_free(&grouping->parent);
    vector_free(&grouping->group);
    vector_free(&grouping->first);
    vector_free(&grouping->next);
}

uint32_t grouping_find(struct grouping *grouping, uint32_t input)
{
    uint32_t *parent = grouping->parent.data;
    while (parent[input] != input) {
        parent[input] = parent[parent[input]]; // halving keeps the paths short
        input = parent[input];
    }
    return input;
}

static void join_groups(struct grouping *grouping, uint32_t a, uint32_t b)
{
    a = grouping_find(grouping, a);
    b = grouping_find(grouping, b);
    if (a < b)
        grouping->parent.data[b] = a;
    else
        grouping->parent.data[a] = b;
}

// Finds each conjunct's group and links those of one group.
static void chain(struct grouping *grouping, uint32_t inputs, uint32_t count)
{
    vector_clear(&grouping->first);
    vector_clear(&grouping->next);
    for (uint32_t i = 0; i < inputs; i++)
        vector_push(&grouping->first, GROUPING_NONE);
    vector_reserve(&grouping->next, (uint64_t)count + 1);
    grouping->next.size = count;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t *group = &grouping->group.data[i];
        grouping->next.data[i] = GROUPING_NONE;
        if (*group == GROUPING_NONE)
            continue;
        *group = grouping_find(grouping, *group);
        grouping->next.data[i] = grouping->first.data[*group];
        grouping->first.data[*group] = i;
    }
}

void grouping_make(struct grouping *grouping, struct terms *terms, const term *conjuncts, uint32_t count,
                   bool together)
{
    uint32_t inputs = term_input_count(terms), first = GROUPING_NONE;
    vector_clear(&grouping->parent);
    vector_reserve(&grouping->parent, (uint64_t)inputs + 1);
    for (uint32_t i = 0; i < inputs; i++)
        vector_push(&grouping->parent, i);
    vector_clear(&grouping->group);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t used;
        const uint32_t *list = term_inputs(terms, conjuncts[i], &used);
        for (uint32_t k = 1; k < used; k++)
            join_groups(grouping, list[0], list[k]);
        if (together && used && first != GROUPING_NONE)
            join_groups(grouping, first, list[0]);
        if (used && first == GROUPING_NONE)
            first = list[0];
        vector_push(&grouping->group, used ? list[0] : GROUPING_NONE);
    }
    chain(grouping, inputs, count);
}
