// expect: violation
// kinds: assertion
// por: states default
// A thread changes the number of another one.
#define WRONG
#include "token_ring_right.c"
