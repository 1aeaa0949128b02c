// expect: violation
// kinds: assertion
// case: ROUNDS=1 none classic source optimal
// case: ROUNDS=2 none classic source optimal
// case: ROUNDS=3 none classic source optimal
// case: ROUNDS=4 classic source optimal
// case: ROUNDS=5 source optimal
// timeout: 120
// `counters` with the bound one lower: one thread after the other in each round reaches Fibonacci(2 ROUNDS + 2).
#define BOUND_OFFSET (-1)
#include "counters.c"
