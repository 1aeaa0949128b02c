// heddle:
// files: list.c
// clang: -DBUG=3
// expect: violation
// kinds: memory
// por: classic
// timeout: 120
//
// The grace period starts before the node is unlinked; see list.c.
#include "check.c"
