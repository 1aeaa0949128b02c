// expect: violation
// kinds: assertion
// por: states default
// The turn is given away too early.
#define WRONG
#include "peterson_right.c"
