// expect: violation
// kinds: assertion
// por: states default
// A thread does not say that it draws.
#define WRONG
#include "bakery_right.c"
