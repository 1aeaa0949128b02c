// expect: violation
// kinds: assertion
// por: states default
// The flag is set before the item is there.
#define WRONG
#include "flags_right.c"
