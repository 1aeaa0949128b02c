// heddle:
// files: pool.c
// clang: -DBUG=1
// expect: violation
// kinds: deadlock
// por: classic
// timeout: 120
//
// pool_stop wakes the workers without the lock; see pool.c.
#include "check_workers.c"
