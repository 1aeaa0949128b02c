// expect: violation
// kinds: assertion
// heddle: --property=assertion,abort,memory,lock,arithmetic
// por: states default
#define WRONG
#include "inputs_in_rounds_right.c"
