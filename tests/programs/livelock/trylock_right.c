// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// In the same order the second lock is always free.
#define SAME
#include "trylock_wrong.c"
