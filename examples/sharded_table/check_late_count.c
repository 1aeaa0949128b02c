// heddle:
// files: table.c
// clang: -DBUG=3
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// table_remove counts without the lock; see table.c.
#include "check_update.c"
