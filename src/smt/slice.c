#include "smt/slice.h"

void slice_free(struct slice *slice)
{
    vector_free(&slice->parent);
    vector_free(&slice->group);
}

uint32_t slice_find(struct slice *slice, uint32_t input)
{
    uint32_t *parent = slice->parent.data;
    while (parent[input] != input) {
        parent[input] = parent[parent[input]]; // halving keeps the paths short
        input = parent[input];
    }
    return input;
}

static void join(struct slice *slice, uint32_t a, uint32_t b)
{
    a = slice_find(slice, a);
    b = slice_find(slice, b);
    if (a < b)
        slice->parent.data[b] = a;
    else
        slice->parent.data[a] = b;
}

void slice_group(struct slice *slice, struct terms *terms, const term *conjuncts, uint32_t count,
                 bool together)
{
    uint32_t inputs = term_input_count(terms), first = SLICE_NO_GROUP;
    vector_clear(&slice->parent);
    vector_reserve(&slice->parent, inputs + 1);
    for (uint32_t i = 0; i < inputs; i++)
        vector_push(&slice->parent, i);
    vector_clear(&slice->group);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t used;
        const uint32_t *list = term_inputs(terms, conjuncts[i], &used);
        for (uint32_t k = 1; k < used; k++)
            join(slice, list[0], list[k]);
        if (together && used && first != SLICE_NO_GROUP)
            join(slice, first, list[0]);
        if (used && first == SLICE_NO_GROUP)
            first = list[0];
        vector_push(&slice->group, used ? list[0] : SLICE_NO_GROUP);
    }
    for (uint32_t i = 0; i < count; i++)
        if (slice->group.data[i] != SLICE_NO_GROUP)
            slice->group.data[i] = slice_find(slice, slice->group.data[i]);
}
