// heddle:
// files: scanner.c tree.c
// clang: -DBUG=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// A folder counts as done when it is taken; see scanner.c.
#include "check.c"
