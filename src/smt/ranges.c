#include "smt/ranges.h"

#include <stdlib.h>

void ranges_free(struct ranges *ranges)
{
    vector_free(&ranges->intervals);
}

static int compare_input_ranges(const void *a, const void *b)
{
    const struct term_interval *x = a, *y = b;
    if (x->subject != y->subject)
        return x->subject < y->subject ? -1 : 1;
    return x->low < y->low ? -1 : x->low > y->low;
}

// The least value of the subject that the intervals (of that subject, ascending) allow. False: none.
static bool least_value(struct terms *terms, const struct term_interval *intervals, uint32_t n,
                        uint64_t *value)
{
    uint64_t low, high;
    term_bounds(terms, intervals[0].subject, &low, &high);
    for (uint32_t i = 0; i < n; i++) {
        if (intervals[i].outside)
            continue;
        if (intervals[i].low > low)
            low = intervals[i].low;
        if (intervals[i].high < high)
            high = intervals[i].high;
    }
    for (uint32_t i = 0; i < n && low <= high; i++) {
        if (!intervals[i].outside || intervals[i].high < low)
            continue;
        if (intervals[i].low > low)
            break; // the intervals that follow begin later still
        if (intervals[i].high >= high)
            return false;
        low = intervals[i].high + 1;
    }
    *value = low;
    return low <= high;
}

enum smt_answer ranges_decide(struct ranges *ranges, struct terms *terms, const term *conjuncts, uint32_t n,
                              uint32_t *input, uint64_t *value)
{
    vector_clear(&ranges->intervals);
    for (uint32_t i = 0; i < n; i++) {
        struct term_interval interval;
        if (!term_interval(terms, conjuncts[i], &interval))
            continue;
        term_interval_unsigned(terms, &interval);
        vector_push(&ranges->intervals, interval);
    }
    const struct term_interval *all = ranges->intervals.data;
    uint32_t count = ranges->intervals.size, first = 0, end = 0;
    if (count == 0)
        return SMT_UNKNOWN;
    qsort(ranges->intervals.data, count, sizeof *ranges->intervals.data, compare_input_ranges);
    for (; first < count; first = end) {
        while (end < count && all[end].subject == all[first].subject)
            end++;
        if (!least_value(terms, all + first, end - first, value))
            return SMT_UNSAT;
    }
    const struct term_node *subject = term_get(terms, all[0].subject);
    if (count < n || all[0].subject != all[count - 1].subject || subject->kind != TERM_INPUT)
        return SMT_UNKNOWN;
    *input = (uint32_t)subject->value;
    return SMT_SAT;
}
