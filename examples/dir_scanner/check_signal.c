// heddle:
// files: scanner.c tree.c
// clang: -DBUG=3
// expect: violation
// kinds: deadlock
// por: classic
// timeout: 120
//
// The end is signalled to one worker only; see scanner.c.
#include "check_workers.c"
