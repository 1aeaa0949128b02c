// heddle:
// files: list.c
// clang: -DBUG=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// Published before it is initialised; see list.c.
#include "check.c"
