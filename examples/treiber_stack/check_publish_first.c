// heddle:
// files: stack.c
// clang: -DBUG=2
// expect: violation
// kinds: assertion
// por: classic
// timeout: 120
//
// A pushed node is published before it is linked; see stack.c.
#include "check_push.c"
