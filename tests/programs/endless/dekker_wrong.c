// expect: violation
// kinds: assertion
// por: states default
// Whose turn it is does not wait.
#define WRONG
#include "dekker_right.c"
