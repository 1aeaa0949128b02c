// heddle:
// files: deque.c
// clang: -DBUG=2
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// deque_pop reads `top` too early; see deque.c.
#include "check.c"
