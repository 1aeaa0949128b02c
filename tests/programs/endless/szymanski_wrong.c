// expect: violation
// kinds: assertion
// por: states default
// Threads do not wait for those before them.
#define WRONG
#include "szymanski_right.c"
