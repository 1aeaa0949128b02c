// heddle:
// files: pool.c
// clang: -DBUG=2
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// A task counts as finished when it starts; see pool.c.
#include "check.c"
