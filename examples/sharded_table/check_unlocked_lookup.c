// heddle:
// files: table.c
// clang: -DBUG=2
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// table_update looks up without the lock; see table.c.
#include "check_update.c"
