#include "explore/estimate.h"

#include "explore/parallel.h"
#include "explore/reduction.h"

// What the present way from the choice point has, which ends in `below` executions, and all others there.
static double size_from(const struct search *s, uint32_t k, double below)
{
    const struct choice_point *point = &s->points.data[k];
    const struct given_ways given = parallel_given_ways(s, k);
    uint32_t done = point->within_step ? point->answer.alternative : point->done;
    uint32_t left = point->within_step ? point->answer.count - 1 - done : s->reduction->left(s, k);
    uint32_t known = done + 1 + point->elsewhere + given.known;
    left = left > given.listed ? left - given.listed : 0;
    double size = (double)(point->way - point->begun) + below + given.size;
    return size + (left + given.unknown) * size / known;
}

// From the present execution up: what a choice point has below it is what is over, what the present way has,
// what other processes expect of theirs, and for each way that is left the mean of these.
double estimate_size(const struct search *s)
{
    uint32_t base = parallel_base(s), k = s->points.size;
    double below = 1;
    if (k > base &&
        search_executions(s) > s->points.data[k - 1].way) // that way is over: others are waited for
        below = (double)(search_executions(s) - s->points.data[k - 1].way);
    while (k > base)
        below = size_from(s, --k, below);
    return below;
}

double estimate_explored(const struct search *s)
{
    uint64_t now = search_executions(s), others = 0, events = 0;
    if (!s->reduction->left || s->beside || !s->points.size || now < s->points.data[0].begun)
        return -1;
    parallel_add_executed(s, &others, &events);
    double over = (double)(now - s->points.data[0].begun) + (double)others;
    if (over == 0) // in the first execution, which may have very many choice points
        return 0;
    double size = estimate_size(s);
    return over < size ? over / size : 1;
}
