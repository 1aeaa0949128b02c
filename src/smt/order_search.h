// Decides problems of order (smt/order.h) by search: what follows from clauses of which one literal is left
// is added to a partial order of the points, kept as vector clocks over the chains, and what is left open is
// tried, in the order of the points' ranks first. Most problems of traces are decided with few tries or none.
#ifndef HEDDLE_SMT_ORDER_SEARCH_H
#define HEDDLE_SMT_ORDER_SEARCH_H

#include "smt/order.h"

typedef VECTOR(struct order_literal) order_literals;

// As order_check. SMT_UNKNOWN: after `most_conflicts` tries that failed, or at the time `until` as
// clock_seconds tells it (0: never); then `forced` has literals that hold in every solution. It is the
// caller's, and is cleared.
enum smt_answer order_search(const struct order_problem *problem, uint64_t most_conflicts, double until,
                             int64_t *times, bool *set, order_literals *forced);

#endif
