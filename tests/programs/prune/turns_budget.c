// expect: inconclusive
// heddle: --max-executions=20000
// message: the budget of 20000 executions ran out
// executions: default=20000
// por: default
// Where the search without pruning has spent its executions, the one with it goes on alone.
#include "turns.c"
