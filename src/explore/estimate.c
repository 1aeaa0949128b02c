#include "explore/estimate.h"

#include "explore/reduction.h"

double estimate_explored(const struct search *s)
{
    double explored = 0, weight = 1;
    if (!s->reduction->left || s->reduction->again || s->parallel || s->beside)
        return -1;
    for (uint32_t k = 0; k < s->points.size; k++) {
        const struct choice_point *point = &s->points.data[k];
        uint32_t done = point->within_step ? point->answer.alternative : point->done;
        uint32_t left = point->within_step ? point->answer.count - 1 - done : s->reduction->left(s, k);
        weight /= done + 1.0 + left;
        explored += weight * done;
    }
    return explored;
}
