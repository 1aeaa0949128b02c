// expect: violation
// kinds: assertion
// por: states default
// There are too few numbers.
#define WRONG
#include "ticket_right.c"
