// heddle:
// files: queue.c
// clang: -DBUG=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// The wait of queue_take is not rechecked; see queue.c.
#include "check.c"
