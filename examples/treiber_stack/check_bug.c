// heddle:
// files: stack.c
// clang: -DBUG=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// No tag: the ABA problem; see stack.c.
#include "check.c"
