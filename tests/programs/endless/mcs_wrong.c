// expect: violation
// kinds: assertion
// por: states default
// A thread does not mark that it waits.
#define WRONG
#include "mcs_right.c"
