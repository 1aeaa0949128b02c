// heddle:
// files: scanner.c tree.c
// clang: -DBUG=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// A folder is done before its subfolders are listed; see scanner.c.
#include "check.c"
