// heddle: --property=assertion,data-race
// expect: violation
// kinds: data-race
// por: states default
// The other thread writes after it has given its turn away.
#define WRONG
#include "sections_right.c"
