// <stdlib.h>: sorting and searching. Stable, as glibc's usual qsort is, and sparing with calls of the
// comparison, which is the program's code and may branch on inputs.
#include "runtime/runtime.h"

typedef int comparison(const void *left, const void *right, void *context);

struct order {
    comparison *compare;
    void *context;
    size_t size; // of an element
};

// By binary insertion, moving blocks of memory.
static void sort_by_insertion(char *base, size_t count, const struct order *order)
{
    size_t size = order->size;
    char moved[size];
    for (size_t sorted = 1; sorted < count; sorted++) {
        char *element = base + sorted * size;
        if (order->compare(element - size, element, order->context) <= 0)
            continue;
        size_t low = 0, high = sorted - 1;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (order->compare(base + middle * size, element, order->context) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        char *place = base + low * size;
        memcpy(moved, element, size);
        memmove(place + size, place, (size_t)(element - place));
        memcpy(place, moved, size);
    }
}

// Merges the two sorted halves of count elements; `space` holds the first half.
static void merge(char *base, size_t half, size_t count, char *space, const struct order *order)
{
    size_t size = order->size;
    char *left = space, *left_end = space + half * size;
    char *right = base + half * size, *right_end = base + count * size;
    memcpy(space, base, half * size);
    for (char *to = base; left < left_end; to += size) {
        char **from = right < right_end && order->compare(left, right, order->context) > 0 ? &right : &left;
        memcpy(to, *from, size);
        *from += size;
    }
}

static void sort_by_merging(char *base, size_t count, char *space, const struct order *order)
{
    enum { FEW = 12 };
    if (count <= FEW) {
        sort_by_insertion(base, count, order);
        return;
    }
    size_t half = count / 2;
    char *middle = base + half * order->size;
    sort_by_merging(base, half, space, order);
    sort_by_merging(middle, count - half, space, order);
    if (order->compare(middle - order->size, middle, order->context) > 0)
        merge(base, half, count, space, order);
}

static void sort(void *base, size_t count, const struct order *order)
{
    enum { MOST_BY_INSERTION = 64 };
    if (count < 2 || order->size == 0)
        return;
    char *space = count > MOST_BY_INSERTION ? malloc(count / 2 * order->size) : NULL;
    if (space)
        sort_by_merging(base, count, space, order);
    else
        sort_by_insertion(base, count, order);
    free(space);
}

void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *context)
{
    struct order order = {compare, context, size};
    sort(base, count, &order);
}

typedef int plain_comparison(const void *left, const void *right);

static int compare_plainly(const void *left, const void *right, void *context)
{
    return (*(plain_comparison **)context)(left, right);
}

void qsort(void *base, size_t count, size_t size, plain_comparison *compare)
{
    struct order order = {compare_plainly, &compare, size};
    sort(base, count, &order);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, plain_comparison *compare)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int result = compare(key, element);
        if (result == 0)
            return (void *)element;
        if (result < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static void *find_linearly(const void *key, const void *base, size_t count, size_t size,
                           plain_comparison *compare)
{
    const char *element = base;
    for (size_t i = 0; i < count; i++, element += size)
        if (compare(key, element) == 0)
            return (void *)element;
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, plain_comparison *compare)
{
    return find_linearly(key, base, *count, size, compare);
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, plain_comparison *compare)
{
    void *found = find_linearly(key, base, *count, size, compare);
    return found ? found : memcpy((char *)base + (*count)++ * size, key, size);
}
