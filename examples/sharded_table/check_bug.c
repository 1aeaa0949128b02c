// heddle:
// files: table.c
// clang: -DBUG=1
// expect: violation
// kinds: deadlock
// por: classic
// timeout: 120
//
// Two transfers in opposite directions lock in opposite orders; see table.c.
#include "check.c"
