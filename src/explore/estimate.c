#include "explore/estimate.h"

#include "explore/reduction.h"

// From the present execution up: what a choice point has below it is what is over, what the present way has,
// and for each way that is left the mean of these.
double estimate_explored(const struct search *s)
{
    double below = 1;
    uint64_t now = search_executions(s);
    if (!s->reduction->left || s->parallel || s->beside || !s->points.size || now < s->points.data[0].begun)
        return -1;
    for (uint32_t k = s->points.size; k-- > 0;) {
        const struct choice_point *point = &s->points.data[k];
        uint32_t done = point->within_step ? point->answer.alternative : point->done;
        uint32_t left = point->within_step ? point->answer.count - 1 - done : s->reduction->left(s, k);
        double known = (double)(point->way - point->begun) + below;
        below = known + left * known / (done + 1.0);
    }
    return (double)(now - s->points.data[0].begun) / below;
}
