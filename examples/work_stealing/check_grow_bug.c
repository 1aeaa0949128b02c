// heddle:
// files: deque.c
// clang: -DBUG=3
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// The larger ring is published before the items are in it; see deque.c.
#include "check_grow.c"
