// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// A loop that only a failure ends is that of a server.
#define ASSERTION
#include "exit_wrong.c"
