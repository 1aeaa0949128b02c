// heddle:
// files: scanner.c tree.c
// clang: -DBUG=2
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// The totals are added up without the lock; see scanner.c.
#include "check_workers.c"
