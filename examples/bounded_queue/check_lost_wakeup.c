// heddle:
// files: queue.c
// clang: -DBUG=2
// expect: violation
// kinds: deadlock
// por: classic
// timeout: 120
//
// One condition variable for both sides, signalled where it would have to be broadcast; see queue.c.
#include "check.c"
