// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// The same, where nobody else waits.
#define ALONE
#include "again_wrong.c"
