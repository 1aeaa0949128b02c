#include "oracle.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int compare_values(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

void values_normalise(value_set *set)
{
    uint32_t kept = 0;
    if (!set->size)
        return;
    qsort(set->data, set->size, sizeof *set->data, compare_values);
    for (uint32_t k = 0; k < set->size; k++)
        if (!k || set->data[k] != set->data[kept - 1])
            set->data[kept++] = set->data[k];
    set->size = kept;
}

bool values_equal(const value_set *a, const value_set *b)
{
    return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size * sizeof *a->data));
}

bool values_has(const value_set *set, uint64_t value)
{
    return set->size && bsearch(&value, set->data, set->size, sizeof value, compare_values);
}

bool values_contain(const value_set *set, const value_set *part)
{
    bool all = true;
    for (uint32_t k = 0; k < part->size; k++)
        all = all && values_has(set, part->data[k]);
    return all;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void texts_normalise(text_set *set)
{
    uint32_t kept = 0;
    if (!set->size)
        return;
    qsort(set->data, set->size, sizeof *set->data, compare_texts);
    for (uint32_t k = 0; k < set->size; k++) {
        if (kept && !strcmp(set->data[k], set->data[kept - 1]))
            memory_free(set->data[k]);
        else
            set->data[kept++] = set->data[k];
    }
    set->size = kept;
}

void texts_free(text_set *set)
{
    for (uint32_t k = 0; k < set->size; k++)
        memory_free(set->data[k]);
    vector_free(set);
}

const char *texts_difference(const text_set *a, const text_set *b, bool *in_first)
{
    for (uint32_t k = 0; k < a->size || k < b->size; k++) {
        int order = k >= a->size ? 1 : k >= b->size ? -1 : strcmp(a->data[k], b->data[k]);
        *in_first = order < 0;
        if (order)
            return order < 0 ? a->data[k] : b->data[k];
    }
    return NULL;
}
