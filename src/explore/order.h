// Orders of events that commute, where the machine leaves them open until somebody looks (machine_orders).
#ifndef HEDDLE_EXPLORE_ORDER_H
#define HEDDLE_EXPLORE_ORDER_H

#include "explore/search.h"

// For machine_hooks.may_be_last: whether happens-before and the orders decided so far leave room for that.
bool order_may_be_last(const struct search *s, uint32_t last, const uint32_t *others, uint32_t count);

// The schedule of the present execution in an order that agrees with what was decided: the same threads make
// the same steps. Choices keep following the step that they were made in.
void order_schedule(const struct search *s, schedule_vector *schedule);

#endif
