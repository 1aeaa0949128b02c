// expect: violation
// kinds: assertion
// por: states default
// A node is marked after it was queued.
#define WRONG
#include "clh_right.c"
