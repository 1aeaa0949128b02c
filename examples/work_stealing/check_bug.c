// heddle:
// files: deque.c
// clang: -DBUG=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// Off by one in deque_pop: the last item is taken twice; see deque.c.
#include "check.c"
