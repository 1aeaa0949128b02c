// heddle:
// files: list.c
// clang: -DBUG=2
// expect: violation
// kinds: memory
// por: classic
// timeout: 120
//
// Freed without a grace period; see list.c.
#include "check.c"
