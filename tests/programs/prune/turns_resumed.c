// expect: violation
// kinds: assertion
// executions: default=10001
// por: default
// What the search without pruning meets in its first execution after a pause ends the exploration.
#define WRONG 0x28735614L
#include "turns.c"
