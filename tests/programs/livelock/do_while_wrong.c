// heddle: --property=livelock --all
// expect: violation
// kinds: livelock
// violations: 2
// message: starvation: thread main.1 never leaves the loop at .* while thread main.2 can go on for ever
// por: states default
// A loop with a condition that is always true has no way out: of the thread that goes on nothing is said.
#define DO_WHILE
#include "test_and_set_wrong.c"
